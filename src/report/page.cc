#include "report/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/assets.h"

namespace perceptron::core {

namespace {

// Larger tables are not shown.
constexpr std::size_t kTableRows = 40;
constexpr std::size_t kTableColumns = 8;

// JSON escaped so that an HTML parser cannot find the end of the script in it. JSON has no "<"
// outside of strings.
std::string script_text(const Json& json) {
  std::string out;
  for (const char c : json_text(json)) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

// Whether a cell looks like a number: "−0.25", "1,234", "93.1 %", "0.9 ± 0.1", "[0.1, 0.2]", "12
// ms", "1e-5".
bool numeric(std::string_view cell) {
  // A unit after the last space.
  const auto space = cell.rfind(' ');
  if (space != std::string_view::npos && cell.size() - space <= 4 &&
      std::all_of(cell.begin() + static_cast<std::ptrdiff_t>(space) + 1, cell.end(),
                  [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); })) {
    cell = cell.substr(0, space);
  }
  bool digits = false;
  for (std::size_t i = 0; i < cell.size();) {
    const std::size_t length = std::max<std::size_t>(utf8_length(cell, i), 1);
    const std::string_view character = cell.substr(i, length);
    const bool digit = character[0] >= '0' && character[0] <= '9';
    const bool exponent = (character == "e" || character == "E") && digits;
    if (!digit && !exponent &&
        std::string_view("+-.,%[]()<>/ −–—±×≤≥≈∞…⁻⁰¹²³⁴⁵⁶⁷⁸⁹").find(character) ==
            std::string_view::npos) {
      return false;
    }
    digits = digits || digit || character == "∞";
    i += length;
  }
  return digits;
}

bool blank(std::string_view cell) {
  return cell.empty() || cell == "–" || cell == "—" || cell == "-" || cell == "·";
}

std::string table_text(const std::vector<std::string>& head,
                       const std::vector<std::vector<std::string>>& rows,
                       std::string_view caption) {
  std::size_t columns = head.size();
  for (const auto& row : rows) columns = std::max(columns, row.size());
  std::vector<bool> numbers(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    bool some = false;
    bool all = true;
    for (const auto& row : rows) {
      if (c >= row.size() || blank(row[c])) continue;
      some = some || numeric(row[c]);
      all = all && numeric(row[c]);
    }
    numbers[c] = some && all;
  }
  const auto cell = [&](std::string_view tag, std::string_view scope, std::size_t c,
                        std::string_view text) {
    return fmt::format("<{0}{1}{2}>{3}</{0}>", tag, scope, numbers[c] ? " class=\"number\"" : "",
                       html_text(text));
  };
  // Focusable, so that it scrolls without a mouse.
  std::string out = fmt::format(R"(<div class="table" tabindex="0" role="group" aria-label="{}">)",
                                caption.empty() ? "Table" : html_text(caption));
  out += "<table>";
  if (!caption.empty()) out += fmt::format("<caption>{}</caption>", html_text(caption));
  if (!head.empty()) {
    out += "<thead><tr>";
    for (std::size_t c = 0; c < head.size(); ++c) out += cell("th", " scope=\"col\"", c, head[c]);
    out += "</tr></thead>";
  }
  out += "<tbody>";
  for (const auto& row : rows) {
    out += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c) {
      // A name in the first column is the row's header.
      const bool names_row = c == 0 && !numbers[0] && row.size() > 1;
      out += names_row ? cell("th", " scope=\"row\"", c, row[c]) : cell("td", "", c, row[c]);
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string datum_text(const Json& value) {
  if (value.is_null()) return "–";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  return json_text(value);
}

// The values of a small plot as a table, for screen readers.
std::string data_text(const Json& spec) {
  const auto data = spec.find("data");
  if (data == spec.end() || !data->is_object()) return {};
  const auto values = data->find("values");
  if (values == data->end() || !values->is_array() || values->empty() ||
      values->size() > kTableRows) {
    return {};
  }
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
  for (const Json& value : *values) {
    if (!value.is_object()) return {};
    std::vector<std::string> row(head.size());
    for (const auto& [name, item] : value.items()) {
      if (item.is_structured()) return {};
      const auto column = std::find(head.begin(), head.end(), name) - head.begin();
      if (column == static_cast<std::ptrdiff_t>(head.size())) {
        head.push_back(name);
        row.emplace_back();
      }
      row[static_cast<std::size_t>(column)] = datum_text(item);
    }
    if (head.size() > kTableColumns) return {};
    rows.push_back(std::move(row));
  }
  for (auto& row : rows) row.resize(head.size());
  return fmt::format("<details class=\"data\"><summary>Data</summary>{}</details>\n",
                     table_text(head, rows, ""));
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    const std::string_view character = text.substr(i, std::max<std::size_t>(length, 1));
    if (character == "&") {
      out += "&amp;";
    } else if (character == "<") {
      out += "&lt;";
    } else if (character == ">") {
      out += "&gt;";
    } else if (character == "\"") {
      out += "&quot;";
    } else if (character == "'") {
      out += "&#39;";
    } else if (character == "\n" || character == "\t") {
      out += character;
    } else if (length == 2 && character[0] == '\xc2' &&
               static_cast<unsigned char>(character[1]) < 0xa0) {
      // The control characters of Latin-1.
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(character[1]));
    } else {
      out += printable(character);
    }
    i += character.size();
  }
  return out;
}

Page::Page(std::string title, std::string lead)
    : title_(std::move(title)), lead_(std::move(lead)) {}

void Page::section(std::string_view heading) {
  if (sections_++ > 0) body_ += "</section>\n";
  const std::string text = html_text(heading);
  contents_ += fmt::format("<li><a href=\"#section-{}\">{}</a></li>\n", sections_, text);
  body_ += fmt::format(
      "<section aria-labelledby=\"section-{0}\">\n<h2 id=\"section-{0}\" "
      "tabindex=\"-1\">{1}</h2>\n",
      sections_, text);
}

void Page::heading(std::string_view text) {
  body_ += fmt::format("<h3>{}</h3>\n", html_text(text));
}

void Page::text(std::string_view sentence) {
  body_ += fmt::format("<p>{}</p>\n", html_text(sentence));
}

void Page::lead(std::string_view sentence) {
  body_ += fmt::format("<p class=\"lead\">{}</p>\n", html_text(sentence));
}

void Page::note(std::string_view sentence) {
  body_ += fmt::format("<p class=\"note\">{}</p>\n", html_text(sentence));
}

void Page::facts(const std::vector<std::pair<std::string, std::string>>& facts) {
  body_ += "<dl class=\"facts\">";
  for (const auto& [label, value] : facts) {
    body_ += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", html_text(label), html_text(value));
  }
  body_ += "</dl>\n";
}

void Page::table(const std::vector<std::string>& head,
                 const std::vector<std::vector<std::string>>& rows, std::string_view caption) {
  body_ += table_text(head, rows, caption);
}

void Page::code(std::string_view text) {
  body_ += fmt::format("<div class=\"code\"><pre tabindex=\"0\"><code>{}</code></pre></div>\n",
                       html_text(text));
}

void Page::plot(const Plot& plot) { figure(plot, {}); }

void Page::stepper(const Plot& plot, const std::vector<std::string>& sentences) {
  figure(plot, sentences);
}

void Page::figure(const Plot& plot, const std::vector<std::string>& sentences) {
  ++plots_;
  const std::string alt = html_text(plot.alt);
  const std::string label = plot.caption.empty()
                                ? fmt::format("aria-label=\"{}\"", alt)
                                : fmt::format("aria-labelledby=\"plot-{}-caption\"", plots_);
  body_ += fmt::format(
      "<figure class=\"{}\" id=\"plot-{}\" data-name=\"{}\" {}>\n"
      "<div class=\"picture\" role=\"img\" aria-label=\"{}\"><noscript>{}</noscript></div>\n",
      sentences.empty() ? "plot" : "plot stepper", plots_, html_text(plot.name), label, alt, alt);
  if (!plot.caption.empty()) {
    body_ += fmt::format("<figcaption id=\"plot-{}-caption\">{}</figcaption>\n", plots_,
                         html_text(plot.caption));
  }
  if (!sentences.empty()) {
    body_ += "<details class=\"steps\"><summary>All steps</summary><ol>";
    for (const std::string& sentence : sentences)
      body_ += fmt::format("<li>{}</li>\n", html_text(sentence));
    body_ += "</ol></details>\n";
  }
  body_ += data_text(plot.spec);
  body_ += fmt::format("<script type=\"application/json\">{}</script>\n</figure>\n",
                       script_text(plot.spec));
}

std::string Page::html() const {
  // The single script is allowed by its hash, so injected scripts cannot run; and nothing can be
  // loaded from elsewhere.
  const std::string policy = fmt::format(
      "default-src 'none'; script-src 'sha256-{}'; style-src 'unsafe-inline'; "
      "img-src data: blob:; base-uri 'none'; form-action 'none'",
      page_script_digest());
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>{}</title>\n"
      // Without this a browser requests /favicon.ico.
      "<link rel=\"icon\" href=\"data:,\">\n<style>",
      policy, html_text(title_));
  out += page_style();
  out += fmt::format(
      "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n"
      "<header>\n<h1>{}</h1>\n<p class=\"lead\">{}</p>\n"
      "<noscript><p class=\"note\">The plots need JavaScript, which is switched off here. "
      "Text and tables are complete without it.</p></noscript>\n</header>\n",
      html_text(title_), html_text(lead_));
  if (!contents_.empty())
    out += fmt::format("<nav aria-label=\"Contents\"><ol>\n{}</ol></nav>\n", contents_);
  out += fmt::format("<main id=\"main\" tabindex=\"-1\">\n{}{}</main>\n<script>", body_,
                     sections_ > 0 ? "</section>\n" : "");
  out += page_script();
  out += "</script>\n</body>\n</html>\n";
  return out;
}

}  // namespace perceptron::core
