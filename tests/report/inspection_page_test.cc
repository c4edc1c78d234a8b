// The pages of inspect.

#include <numeric>
#include <string>

#include "records.h"
#include "report/charts.h"

namespace perceptron::core::test {
namespace {

// Of 40 rows: `size` has the numbers 0 to 39, `answer` contains the class, `note` is missing in
// every fourth row.
std::string table() {
  std::string text = "size,answer,note,class\n";
  for (int i = 0; i < 40; ++i)
    text += std::to_string(i) + (i % 2 == 0 ? ",yes," : ",no,") + (i % 4 == 0 ? "" : "seen") +
            (i % 2 == 0 ? ",good\n" : ",bad\n");
  return text;
}

std::vector<ColumnRecord> columns_of(const Json& record) {
  const RunRecord run = typed(record);
  return *std::get<DataFileRecord>(std::get<InspectionRecord>(run.finding).result.file).columns;
}

TEST(InspectionPage, ShowsWhatLooksLikeAMistakeBeforeTheColumns) {
  const Folder folder;
  const std::string page = folder.path("page.html");
  ASSERT_EQ(run_program({"inspect", folder.file("t.csv", table()), "--report", page, "-q"}).status,
            0);
  const std::string html = read_text(page);
  const std::size_t check = html.find("Check before training</h2>");
  const std::size_t columns = html.find("Columns</h2>");
  ASSERT_NE(check, std::string::npos);
  ASSERT_NE(columns, std::string::npos);
  EXPECT_LT(check, columns);
  EXPECT_NE(html.find("<th scope=\"row\">answer</th>"), std::string::npos);
  EXPECT_NE(html.find("Missing values</h2>"), std::string::npos);
}

TEST(InspectionPage, DrawsEveryRowOfAColumnInItsHistogram) {
  const Folder folder;
  const Json chart =
      histograms_chart(columns_of(record_of(folder, {"inspect", folder.file("t.csv", table())})));
  ASSERT_EQ(chart.at("concat").size(), 1U);
  const Json& size = chart.at("concat").at(0);
  EXPECT_EQ(size.at("title"), "size");
  const Json& values = size.at("data").at("values");
  ASSERT_EQ(values.size(), 10U);
  std::uint64_t rows = 0;
  for (const Json& value : values) {
    rows += value.at("rows").get<std::uint64_t>();
  }
  EXPECT_EQ(rows, 40U);
  EXPECT_EQ(values.front().at("from"), 0.0);
  EXPECT_EQ(values.back().at("to"), 39.0);
}

TEST(InspectionPage, DrawsTheMostTellingColumnFirst) {
  const Folder folder;
  const auto columns = columns_of(record_of(folder, {"inspect", folder.file("t.csv", table())}));
  const Json best = association_chart(columns).at("data").at("values").at(0);
  EXPECT_EQ(best, Json::parse(R"({"name": "answer", "value": 1.0})"));
  EXPECT_EQ(missing_chart(columns, 40).at("data").at("values"),
            Json::parse(R"([{"name": "note", "value": 0.25}])"));
}

TEST(InspectionPage, SaysWhatTheFileIs) {
  const Folder folder;
  EXPECT_EQ(verdict(record_of(folder, {"inspect", folder.file("square.csv", kSquare)})),
            "6 rows of 2 features, 2 classes. Nothing in its columns looks like a mistake.");
  const std::string model = folder.path("square.model");
  ASSERT_EQ(run_program({"train", folder.file("square.csv", kSquare), "--learner", "perceptron",
                         "-o", model, "-q"})
                .status,
            0);
  EXPECT_EQ(verdict(record_of(folder, {"inspect", model})),
            "A model of 2 features and 2 classes, trained with the learner perceptron on 6 rows.");
}

TEST(InspectionPage, DrawsTheWeightsOfAModel) {
  const Folder folder;
  const std::string model = folder.path("square.model");
  const std::string page = folder.path("page.html");
  ASSERT_EQ(run_program({"train", folder.file("square.csv", kSquare), "-o", model, "-q"}).status,
            0);
  ASSERT_EQ(run_program({"inspect", model, "--report", page, "-q"}).status, 0);
  EXPECT_NE(read_text(page).find("Largest weights</h2>"), std::string::npos);
}

TEST(Inspect, DescribesTheColumnsOfATableFromStandardInput) {
  const Folder folder;
  const std::string file = folder.file("t.csv", table());
  const auto json = run_program({"inspect", file, "--json"}).json();
  const Outcome piped = run_program({"inspect", "-", "--json"}, table());
  ASSERT_EQ(piped.status, 0) << piped.err;
  EXPECT_EQ(piped.json().at("columns"), json.at("columns"));
  EXPECT_EQ(piped.json().at("warnings"), json.at("warnings"));
}

}  // namespace
}  // namespace perceptron::core::test
