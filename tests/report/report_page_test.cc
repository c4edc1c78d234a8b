// The sentences and charts of a page.

#include <optional>
#include <string>
#include <vector>

#include "records.h"
#include "report/charts.h"

namespace perceptron::core::test {
namespace {

// A piece of a record as JSON has it.
template <class T>
T piece(const char* text) {
  T value;
  FieldReader::read(Json::parse(text), "", value);
  return value;
}

TEST(ReportPage, TellsUpdatesFromMistakes) {
  const Folder folder;
  const std::string data = generated(folder, {"ball", "--rows", "500"}, "ball.csv");
  const Json record =
      record_of(folder, {"train", data, "--no-offset", "--learner", "margin", "--lambda", "1.05"});
  const Json& model = record.at("result").at("models").at(0);
  EXPECT_LT(model.at("mistakes"), model.at("updates"));
  const std::string sentence = verdict(record);
  EXPECT_NE(sentence.find("updates"), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find("100 %"), std::string::npos) << sentence;
}

TEST(ReportPage, SaysThatRowsAreLengthened) {
  const Folder folder;
  const std::string data = folder.file("two.csv", "1,2,a\n5,6,b\n");
  EXPECT_NE(verdict(record_of(folder, {"margin", data})).find("margin is 2.8284"),
            std::string::npos);
  EXPECT_NE(verdict(record_of(folder, {"margin", data, "--lambda", "1.5"}))
                .find("of the rows lifted by 1 is 0.67937"),
            std::string::npos);
}

TEST(ReportPage, BeginsWithTheVerdict) {
  const Folder folder;
  // (1, 1) and (−1, −1) hold the widest margin, √2; R = √5, so (R/γ)² = 2.5.
  const std::string data = folder.file("square.csv", kSquare);
  const Json record = record_of(
      folder, {"train", data, "--learner", "perceptron", "--no-offset", "--order", "file"});
  EXPECT_EQ(verdict(record),
            "Separable. The widest possible margin is 1.4142; this perceptron reached 1.4142, "
            "100 % of it, after 1 mistake; at most 2 were possible.");
  const Json sweep = record_of(folder, {"margin", data, "--no-offset", "--sweep", "1.1:2:0.3"});
  EXPECT_EQ(
      verdict(sweep),
      "Separable. The widest possible margin is 1.4142; over 4 values of λ the margin "
      "perceptron reached 100 % to 100 % of it. No perceptron makes more than 2 mistakes here, "
      "in any order.");
}

// Long because every chart is looked at once.
TEST(ReportPage, SpecsSayWhatIsDrawn) {
  const std::vector<std::uint64_t> counts = {5, 3, 0};
  const Json passes = passes_chart(counts, "mistakes");
  EXPECT_EQ(passes.at("mark").at("type"), "bar");
  EXPECT_EQ(passes.at("data").at("values"),
            Json::parse(R"([{"pass": 1, "n": 5}, {"pass": 2, "n": 3}, {"pass": 3, "n": 0}])"));
  EXPECT_EQ(passes.at("encoding").at("y").at("title"), "mistakes in the pass");

  const Json total = total_chart(counts, "mistakes", 25);
  EXPECT_EQ(total.at("layer").at(0).at("data").at("values").back().at("n"), 8.0);
  EXPECT_EQ(total.at("layer").at(1).at("encoding").at("y").at("datum"), 25.0);

  const auto interval = piece<std::vector<ClosingRecord>>(
      R"([{"update": 1, "plane": -2, "lower": -2, "upper": 5}, {"update": 2, "plane": 1, "lower": 1, "upper": 3}])");
  OptimumRecord optimum;
  optimum.separable = true;
  optimum.lower = optimum.upper = 2;
  const Json closing = interval_chart(interval, optimum);
  EXPECT_EQ(closing.at("data").at("values").at(0).at("lower"), 0.0);
  EXPECT_EQ(closing.at("layer").at(3).at("encoding").at("y").at("datum"), 2);

  const auto sweep = piece<std::vector<SweepRecord>>(
      R"([{"lambda": 2, "guess": 4, "updates": 3, "total_updates": 7, "margin": {"lower": 3, "upper": 3},
           "rounds": 1, "seconds": 0},
          {"lambda": 4, "guess": 4, "updates": 1, "total_updates": 2, "margin": null, "rounds": 1, "seconds": 0}])");
  const Json margins = sweep_chart(sweep, 4);
  ASSERT_EQ(margins.at("data").at("values").size(), 1U);
  EXPECT_EQ(margins.at("data").at("values").at(0).at("promise"), 1.0);
  EXPECT_EQ(margins.at("data").at("values").at(0).at("guess"), 2.0);
  EXPECT_EQ(margins.at("layer").at(4).at("encoding").at("y").at("datum"), 4.0);
  EXPECT_EQ(effort_chart(sweep).at("data").at("values").at(0).at("updates"), 7);

  const auto objective = piece<std::vector<ObjectiveRecord>>(
      R"([{"model": "m", "passes": 1, "objective": 2, "bound": 1}, {"model": "m", "passes": 2, "objective": 1.5, "bound": 1.5}])");
  const Json gap = gap_chart(objective);
  ASSERT_EQ(gap.at("data").at("values").size(), 1U);  // a gap of 0 has no place on a log scale
  EXPECT_EQ(gap.at("data").at("values").at(0).at("gap"), 0.5);
  EXPECT_EQ(gap.at("encoding").at("y").at("scale").at("type"), "log");
  EXPECT_EQ(objective_chart(objective).at("data").at("values").size(), 4U);

  const Json confusion = confusion_chart({{3, 1}, {0, 4}}, {"a", "b"});
  EXPECT_EQ(confusion.at("data").at("values").at(0),
            Json::parse(R"({"truth": "a", "called": "a", "rows": 3, "share": 0.75})"));

  const auto point = [](double l2, std::uint64_t l1, std::optional<double> accuracy) {
    GridRecord row;
    row.values = {{"l2", l2}, {"l1", l1}};
    row.accuracy = accuracy;
    row.deviation = accuracy ? 0.1 : 0;
    return row;
  };
  TuningOutcome tuning;
  tuning.grid = {point(0.1, 1, 0.8), point(0.1, 2, 0.9), point(10, 1, std::nullopt)};
  tuning.best = tuning.grid[1].values;
  tuning.simplest = tuning.grid[0].values;
  const std::vector<GridRecord>& grid = tuning.grid;
  const Json heat = heat_chart(tuning, "l2", "l1");
  ASSERT_EQ(heat.at("data").at("values").size(), 2U);
  EXPECT_EQ(heat.at("data").at("values").at(0).at("label"), "◇ 80.0 %");
  EXPECT_EQ(heat.at("data").at("values").at(1).at("label"), "★ 90.0 %");
  EXPECT_EQ(heat.at("data").at("values").at(1).at("deviation"), "± 10.0");
  // In another metric, of which less is better, that metric is drawn.
  tuning.metric = Metric::cost;
  tuning.grid[0].score = 1.5;
  tuning.grid[1].score = 0.25;
  const Json costs = heat_chart(tuning, "l2", "l1");
  EXPECT_EQ(costs.at("data").at("values").at(1).at("label"), "★ 0.250");
  std::vector<CurvePoint> points;
  for (const GridRecord& row : grid)
    points.push_back({row.values[0].second, row.accuracy, row.deviation, row.training_accuracy});
  const Json curve = curve_chart(points, "l2");
  EXPECT_EQ(curve.at("encoding").at("x").at("scale").at("type"), "log");
  EXPECT_EQ(curve.at("data").at("values").at(0).at("high"), 0.9);
}

TEST(ReportPage, SaysThatOnlyAPartIsDrawn) {
  const Folder folder;
  const std::string data = generated(folder, {"flipped", "--rows", "20000"}, "flipped.csv");
  const std::string page = folder.path("page.html");
  ASSERT_EQ(run_program({"train", data, "--epochs", "3", "--report", page, "-q"}).status, 0);
  const std::string html = read_text(page);
  EXPECT_NE(html.find("of 20,000 rows are drawn"), std::string::npos);
  EXPECT_LT(html.size(), 1'500'000U);
}

TEST(ReportPage, ShowsNamesAndObeysNone) {
  const Folder folder;
  const std::string data = folder.file("names.csv",
                                       "\"<b>x</b>\",\"@ink\",\"</script><script>alert(1)</"
                                       "script>\"\n1,2,\"<img src=x>\"\n2,1,\"<img "
                                       "src=x>\"\n-1,-2,\"\"\"'&\"\n-3,-1,\"\"\"'&\"\n");
  const std::string page = folder.path("page.html");
  const Outcome outcome = run_program({"train", data, "--report", page, "-q"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::string html = read_text(page);
  for (const char* harm : {"<img src=x>", "<script>alert", "<b>x</b>"})
    EXPECT_EQ(html.find(harm), std::string::npos) << harm;
  EXPECT_NE(html.find("&lt;img src=x&gt;"), std::string::npos);
}

TEST(ReportPage, OfSeveralRunsComparesThemFirstUnderDistinctTitles) {
  const Folder folder;
  const std::string data = generated(folder, {"gaussians", "--rows", "200"}, "clouds.csv");
  Words records;
  for (const char* learner : {"hinge", "logistic", "averaged"}) {
    records.push_back(folder.path(std::string(learner) + ".json"));
    ASSERT_EQ(
        run_program({"validate", data, "--learner", learner, "--record", records.back(), "-q"})
            .status,
        0);
  }
  records.push_back(records[0]);
  const std::string page = folder.path("page.html");
  ASSERT_EQ(run_program(Words{"report"} + records + Words{"-o", page, "-q"}).status, 0);
  const std::string html = read_text(page);
  const std::size_t comparison = html.find(">Comparison<");
  EXPECT_LT(comparison, html.find("Fold by fold"));
  for (const char* name :
       {"validate · clouds.csv · learner hinge", "learner hinge (2)",
        "validate · clouds.csv · learner logistic", "held-out accuracy", "95 % interval"})
    EXPECT_LT(comparison, html.find(name, comparison)) << name;
}

TEST(ReportPage, ListsTheNotesOfTheRun) {
  const Folder folder;
  const std::string data = generated(folder, {"gaussians", "--rows", "200"}, "clouds.csv");
  const std::string model = folder.path("a.model");
  ASSERT_EQ(run_program({"train", data, "-o", model, "-q"}).status, 0);
  const std::string page = folder.path("page.html");
  const std::string record = folder.path("record.json");
  ASSERT_EQ(
      run_program({"evaluate", model, data, "--report", page, "--record", record, "-q"}).status, 0);
  EXPECT_NE(read_text(page).find("these are the rows that the model was trained on"),
            std::string::npos);
  EXPECT_GE(Json::parse(read_text(record)).at("notes").size(), 1U);
  ASSERT_EQ(run_program({"report", record, "-o", page, "-q"}).status, 0);
  EXPECT_NE(read_text(page).find("these are the rows that the model was trained on"),
            std::string::npos);
}

// (0, 0) and (4, 4) of class a, (4, 0) and (0, 4) of class b: both hulls contain (2, 2).
TEST(ReportPage, DrawsTheRowsThatProveOverlapAndThePointThatTheHullsShare) {
  const Folder folder;
  const std::string data = folder.file("x.csv", "0,0,a\n4,4,a\n4,0,b\n0,4,b\n");
  const std::string record = folder.path("record.json");
  const std::string page = folder.path("page.html");
  ASSERT_EQ(run_program({"margin", data, "--record", record, "--report", page, "-q"}).status, 1);
  const Json picture = Json::parse(read_text(record)).at("picture");
  EXPECT_EQ(picture.at("overlap"), true);
  EXPECT_EQ(picture.at("points").at("support"), Json({1, 2, 3, 4}));
  EXPECT_NEAR(picture.at("shared").at(0).get<double>(), 2, 1e-9);
  EXPECT_NEAR(picture.at("shared").at(1).get<double>(), 2, 1e-9);
  const std::string html = read_text(page);
  EXPECT_NE(html.find("Squares mark the rows of the proof"), std::string::npos);
  EXPECT_NE(html.find("The cross is a point"), std::string::npos);
  // Through the origin there is no such point, only the rows.
  ASSERT_EQ(run_program({"margin", data, "--no-offset", "--record", record, "-q"}).status, 1);
  EXPECT_FALSE(Json::parse(read_text(record)).at("picture").contains("shared"));
}

// Colours repeat after eight classes, and shapes after thirty-two.
TEST(ReportPage, ThirtyClassesAreToldApart) {
  PictureRecord picture;
  picture.axes = {"x", "y"};
  for (std::size_t c = 0; c < 30; ++c) {
    picture.classes.push_back("c" + std::to_string(c));
    picture.points.row.push_back(c + 1);
    picture.points.x.push_back(static_cast<double>(c));
    picture.points.y.push_back(static_cast<double>(c % 3));
    picture.points.label.push_back(c);
  }
  const Json chart = picture_chart(picture);
  const Json* shapes = nullptr;
  for (const Json& layer : chart.at("layer")) {
    if (layer.contains("encoding") && layer.at("encoding").contains("shape"))
      shapes = &layer.at("encoding").at("shape").at("scale").at("range");
  }
  ASSERT_NE(shapes, nullptr);
  ASSERT_EQ(shapes->size(), 30U);
  for (std::size_t a = 0; a < 30; ++a) {
    for (std::size_t b = a + 8; b < 30; b += 8) EXPECT_NE(shapes->at(a), shapes->at(b));
  }
}

}  // namespace
}  // namespace perceptron::core::test
