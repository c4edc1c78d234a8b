// Pages made of records, whole or damaged.

#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "records.h"

namespace perceptron::core::test {
namespace {

TEST(Report, RefusesWhatIsNoRecord) {
  const Folder folder;
  const std::string page = folder.path("page.html");
  const std::vector<std::pair<std::string, std::string>> files = {
      {"", "not JSON"},
      {"hello", "not JSON"},
      {"[1, 2]", "not a record of a run"},
      {"{\"command\": \"train\"}", "not a record of a run"},
      {"{\"record\": 99, \"command\": \"train\"}", "version 99"},
      {"{\"record\": 1, \"command\": \"train\"}", "damaged"},
      {"{\"record\": 1, \"command\": \"train\", \"result\": {\"models\": 7}}", "damaged"},
      {"{\"record\": 1, \"command\": 5, \"result\": 1}", "damaged"},
  };
  for (const auto& [text, word] : files) {
    const std::string path = folder.file("record.json", text);
    const Outcome outcome = run_program({"report", path, "-o", page});
    EXPECT_EQ(outcome.status, 3) << text << outcome.err;
    EXPECT_NE(outcome.err.find(word), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(page));
  }
  EXPECT_EQ(run_program({"report", folder.path("none.json"), "-o", page}).status, 4);
}

// Any value of any record may be missing or of another kind.
void damage(Json& json, std::mt19937& random) {
  if (!json.is_structured() || json.empty()) {
    const Json others[] = {Json(), -1, "x", Json::array(), Json::object(), 1e308};
    json = others[random() % 6];
    return;
  }
  auto at = json.begin();
  std::advance(at, static_cast<std::ptrdiff_t>(random() % json.size()));
  if (random() % 6 == 0) {
    json.erase(at);
  } else {
    damage(*at, random);
  }
}

TEST(Report, OfDamagedRecordsIsAPageOrAnError) {
  const Folder folder;
  const std::string flipped = generated(folder, {"flipped", "--rows", "60"}, "flipped.csv");
  const std::string ball = generated(folder, {"ball", "--rows", "60"}, "ball.csv");
  const std::vector<Json> records = {
      record_of(folder, {"train", ball, "--no-offset"}),
      record_of(folder, {"train", flipped, "--learner", "logistic"}),
      record_of(folder, {"margin", ball, "--no-offset", "--sweep", "1.5:3:0.5"}),
      record_of(folder, {"margin", ball, "--no-offset", "--lambda", "2"}),
      record_of(folder, {"validate", flipped, "--folds", "3", "--learning-curve", "2"}),
      record_of(folder, {"tune", flipped, "--grid", "epochs=1,2", "--grid", "scale=none,unit"}),
  };
  std::mt19937 random(7);
  int pages = 0;
  int refusals = 0;
  for (int turn = 0; turn < 1500; ++turn) {
    Json record = records[random() % records.size()];
    for (std::uint32_t k = 0; k <= random() % 3; ++k) damage(record, random);
    try {
      pages += report_html({typed(record)}).empty() ? 0 : 1;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      ++refusals;
    }
  }
  EXPECT_GT(pages, 100);
  EXPECT_GT(refusals, 100);
}

TEST(Report, OfSeveralRecordsHasThemInOrder) {
  const Folder folder;
  const std::string data = folder.file("square.csv", kSquare);
  const std::string page = folder.path("page.html");
  ASSERT_EQ(run_program({"train", data, "--record", folder.path("1.json"), "-q"}).status, 0);
  ASSERT_EQ(run_program({"margin", data, "--record", folder.path("2.json"), "-q"}).status, 0);
  ASSERT_EQ(run_program({"report", folder.path("2.json"), folder.path("1.json"), "--title",
                         "Two < three", "-o", page})
                .status,
            0);
  const std::string html = read_text(page);
  EXPECT_NE(html.find("Two &lt; three"), std::string::npos);
  const auto margin = html.find("margin · ");
  const auto train = html.find("train · ");
  ASSERT_NE(margin, std::string::npos);
  EXPECT_LT(margin, train);
}

}  // namespace
}  // namespace perceptron::core::test
