// Pages: what is said is shown as it was said, and nothing in it is obeyed.

#include "report/page.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "report/assets.h"

namespace perceptron::core::test {
namespace {

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t times = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++times;
  return times;
}

// The page without the script and the style that all pages share.
std::string own_part(const Page& page) {
  std::string html = page.html();
  for (const std::string_view shared : {page_script(), page_style()}) {
    const auto at = html.find(shared);
    EXPECT_NE(at, std::string::npos);
    if (at != std::string::npos) html.erase(at, shared.size());
  }
  return html;
}

std::string with_text(std::string_view text) {
  Page page("title", "lead");
  page.text(text);
  return own_part(page);
}

Page with_plot(const Json& spec) {
  Page page("title", "lead");
  page.plot({"name", spec, "alt", "caption"});
  return page;
}

std::string embedded(const std::string& html) {
  const std::string_view begin = "<script type=\"application/json\">";
  const auto at = html.find(begin) + begin.size();
  return html.substr(at, html.find("</script>", at) - at);
}

TEST(HtmlText, HasNoCharacterThatHtmlObeys) {
  EXPECT_EQ(html_text("<b a=\"1\" c='2'>&amp;</b>"),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;&lt;/b&gt;");
}

TEST(HtmlText, ShowsControlCharactersAndStrayBytes) {
  EXPECT_EQ(html_text(std::string_view("a\0b\x01\x7f\xff\xc2\x85", 8)),
            "a\\x00b\\x01\\x7f\\xff\\x85");
  EXPECT_EQ(html_text("two\nlines\tand more"), "two\nlines\tand more");
}

TEST(HtmlText, LeavesOtherWritingAlone) {
  EXPECT_EQ(html_text("naïve 🌱 مرحبا 中文 −1"), "naïve 🌱 مرحبا 中文 −1");
}

RC_GTEST_PROP(HtmlText, LeavesNoTagInAnyText, (const std::string& text)) {
  const std::string html = html_text(text);
  RC_ASSERT(html.find_first_of("<>\"'") == std::string::npos);
}

TEST(Page, HasOneScriptThatRunsAndAllowsItByDigest) {
  const std::string html = Page("title", "lead").html();
  EXPECT_EQ(count(html, "<script>"), 1U);
  EXPECT_NE(html.find("script-src 'sha256-" + std::string(page_script_digest()) + "'"),
            std::string::npos);
  EXPECT_EQ(page_script_digest().size(), 44U);
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(html.find("unsafe-eval"), std::string::npos);
}

TEST(Page, CarriesAScriptAndAStyleThatDoNotEndEarly) {
  EXPECT_GT(page_script().size(), 100000U);
  EXPECT_LT(page_script().size(), 900000U);
  EXPECT_EQ(page_script().find("</script"), std::string_view::npos);
  EXPECT_EQ(page_script().find("<!--"), std::string_view::npos);
  EXPECT_GT(page_style().size(), 1000U);
  EXPECT_EQ(page_style().find("</"), std::string_view::npos);
}

TEST(Page, PassesOnTheLicencesOfWhatItCarries) {
  EXPECT_NE(page_script().find("Interactive Data Lab"), std::string_view::npos);
  EXPECT_NE(page_script().find("Mike Bostock"), std::string_view::npos);
}

TEST(Page, EscapesEveryTextItIsGiven) {
  const std::string hostile = "</title></style></script><script>alert(\"1\")</script>";
  Page page(hostile, hostile);
  page.section(hostile);
  page.heading(hostile);
  page.text(hostile);
  page.note(hostile);
  page.facts({{hostile, hostile}});
  page.table({hostile}, {{hostile}}, hostile);
  page.code(hostile);
  const Json spec = {{"data", {{"values", {{{hostile, hostile}}}}}}, {"mark", hostile}};
  page.plot({hostile, spec, hostile, hostile});
  page.stepper({hostile, spec, hostile, hostile}, {hostile, hostile});
  const std::string html = own_part(page);
  EXPECT_EQ(html.find(hostile), std::string::npos);
  // Those of the page, of its script, and of two plots.
  EXPECT_EQ(count(html, "</title>"), 1U);
  EXPECT_EQ(count(html, "</style>"), 1U);
  EXPECT_EQ(count(html, "</script>"), 3U);
  EXPECT_EQ(count(html, "<script"), 3U);
}

TEST(Page, EmbedsASpecThatIsTheSameWhenRead) {
  const Json spec = {{"a", "</script><!--<script>"},
                     {"b", "\"quotes\" & 'quotes' ]]> \u2028 🌱"},
                     {"c", std::string("\0\x01", 2)},
                     {"d", {1, 2.5, nullptr}}};
  const std::string text = embedded(own_part(with_plot(spec)));
  EXPECT_EQ(text.find('<'), std::string::npos);
  EXPECT_EQ(Json::parse(text), spec);
}

RC_GTEST_PROP(Page, EmbedsAnyStringWithoutATag, (const std::string& text)) {
  RC_ASSERT(embedded(own_part(with_plot({{"text", text}}))).find('<') == std::string::npos);
}

TEST(Page, ListsItsSections) {
  Page page("title", "lead");
  page.section("One & all");
  page.section("Two");
  const std::string html = own_part(page);
  EXPECT_NE(html.find("<li><a href=\"#section-1\">One &amp; all</a></li>"), std::string::npos);
  EXPECT_NE(html.find("<h2 id=\"section-2\" tabindex=\"-1\">Two</h2>"), std::string::npos);
  EXPECT_EQ(count(html, "<section"), 2U);
  EXPECT_EQ(count(html, "</section>"), 2U);
  EXPECT_EQ(own_part(Page("title", "lead")).find("<nav"), std::string::npos);
}

TEST(Page, AlignsColumnsOfNumbers) {
  Page page("title", "lead");
  page.table({"name", "value", "interval", "time"}, {{"a", "−1.5", "[0.1, 0.2]", "12 ms"},
                                                     {"2 b", "–", "0.9 ± 0.1", "1e-5 s"},
                                                     {"c", "1,234", "93 %", ""}});
  const std::string html = own_part(page);
  EXPECT_NE(html.find("<th scope=\"col\">name</th>"), std::string::npos);
  EXPECT_NE(html.find("<th scope=\"row\">2 b</th>"), std::string::npos);
  EXPECT_EQ(count(html, " class=\"number\""), 12U);
}

TEST(Page, ShowsFewValuesOfAPlotAsATable) {
  Json few = {{"data", {{"values", {{{"x", 1}, {"y", 0.1 + 0.2}}, {{"x", 2}, {"z", "w"}}}}}}};
  const std::string html = own_part(with_plot(few));
  EXPECT_NE(html.find("<summary>Data</summary>"), std::string::npos);
  EXPECT_NE(html.find("<td class=\"number\">0.3</td>"), std::string::npos);
  Json many = Json::array();
  for (int i = 0; i < 100; ++i) many.push_back({{"x", i}});
  EXPECT_EQ(own_part(with_plot({{"data", {{"values", many}}}})).find("<summary>"),
            std::string::npos);
  for (const Json& odd : {Json(), Json(3), Json{{"data", nullptr}}, Json{{"data", {{"values", 3}}}},
                          Json{{"data", {{"values", {1, 2}}}}}}) {
    EXPECT_EQ(own_part(with_plot(odd)).find("<summary>"), std::string::npos) << odd;
  }
}

TEST(Page, GivesEveryFigureAName) {
  Page page("title", "lead");
  page.plot({"name", Json::object(), "what there is to see", ""});
  page.plot({"name", Json::object(), "what there is to see", "caption"});
  const std::string html = own_part(page);
  EXPECT_NE(html.find("data-name=\"name\" aria-label=\"what there is to see\""), std::string::npos);
  EXPECT_NE(html.find("aria-labelledby=\"plot-2-caption\""), std::string::npos);
  EXPECT_NE(html.find("<figcaption id=\"plot-2-caption\">caption</figcaption>"), std::string::npos);
}

TEST(Page, ListsTheSentencesOfAStepper) {
  Page page("title", "lead");
  page.stepper({"name", Json::object(), "alt", "caption"}, {"first", "second"});
  const std::string html = own_part(page);
  EXPECT_NE(html.find("<figure class=\"plot stepper\""), std::string::npos);
  EXPECT_NE(html.find("<li>first</li>\n<li>second</li>"), std::string::npos);
}

TEST(Page, ShowsTextAsItWasSaid) {
  EXPECT_NE(with_text("naïve 🌱 & <b>").find("<p>naïve 🌱 &amp; &lt;b&gt;</p>"), std::string::npos);
}

}  // namespace
}  // namespace perceptron::core::test
