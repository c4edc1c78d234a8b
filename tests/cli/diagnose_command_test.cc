// margin --diagnose: complete, quasi-complete or no separation, and infinite coefficients.

#include <string>
#include <vector>

#include "certificates.h"

namespace perceptron::core::test {
namespace {

// At a dose of 3 the classes overlap; above and below it they do not.
constexpr const char* kTrial =
    "dose,smoker,age,ill\n1,0,3,no\n2,0,1,no\n3,0,1,no\n3,1,4,no\n3,0,4,yes\n3,1,1,yes\n"
    "4,1,2,yes\n5,0,2,yes\n";

TEST(DiagnoseCommand, ReportsQuasiCompleteSeparationWithItsCertificate) {
  const Folder folder;
  const std::string data = folder.file("trial.csv", kTrial);
  const std::string proof = folder.path("proof.json");
  const auto json = run_json({"margin", data, "--diagnose", "-o", proof}, 1);
  EXPECT_EQ(json["separable"], false);
  EXPECT_EQ(json["touching"], true);
  EXPECT_EQ(json["separation"], "quasi-complete");
  EXPECT_EQ(json["on_plane"], 4);
  EXPECT_EQ(json["overlap_on_plane"], true);
  EXPECT_EQ(json["infinite"], nlohmann::json::parse(R"([{"feature": "dose", "number": 1, "sign": 1},
                                                        {"feature": "offset", "sign": -1}])"));
  EXPECT_TRUE(json["undetermined"].empty());
  EXPECT_TRUE(json["aliased"].empty());
  const auto verdict = run_json({"verify", proof, data});
  EXPECT_EQ(verdict["valid"], true);
  EXPECT_EQ(verdict["kind"], "separation");
  EXPECT_EQ(run_program({"inspect", proof}).status, 0);
  const Outcome text = run_program({"margin", data, "--diagnose"});
  EXPECT_EQ(text.status, 1);
  for (const char* word : {"quasi-complete", "4 of 8 rows on itself", "dose to +∞", "offset to −∞"})
    EXPECT_TRUE(contains(text.out, word)) << word << " in " << text.out;
}

TEST(DiagnoseCommand, OfSeparableAndOfOverlappingClassesSaysSo) {
  const Folder folder;
  const auto apart = run_json({"margin", folder.file("a.csv", kApart), "--diagnose"});
  EXPECT_EQ(apart["separation"], "complete");
  EXPECT_EQ(apart["on_plane"], 0);
  const auto crossing = run_json({"margin", folder.file("c.csv", kCrossing), "--diagnose"}, 1);
  EXPECT_EQ(crossing["separation"], "none");
  EXPECT_TRUE(crossing["on_plane"].is_null());
  EXPECT_TRUE(crossing["infinite"].empty());
  const auto plain = run_json({"margin", folder.file("p.csv", kApart)});
  EXPECT_FALSE(plain.contains("separation"));
}

// 313 of the rows have x1 = 1 and overlap there; in the others, x1 = 0, all are of class b. x2 is
// 0.
TEST(DiagnoseCommand, OfIonosphereCountsTheRowsThatOverlap) {
  REQUIRE_DATA(data, "ionosphere.csv");
  const Folder folder;
  const std::string proof = folder.path("proof.json");
  const auto json = run_json({"margin", data, "--diagnose", "-o", proof}, 1);
  EXPECT_EQ(json["separation"], "quasi-complete");
  EXPECT_EQ(json["on_plane"], 313);
  EXPECT_EQ(json["overlap_on_plane"], true);
  EXPECT_EQ(json["infinite"].size(), 2U);
  EXPECT_EQ(json["infinite"][0]["number"], 1);
  EXPECT_EQ(json["infinite"][0]["sign"], 1);
  EXPECT_EQ(json["infinite"][1]["feature"], "offset");
  EXPECT_EQ(json["infinite"][1]["sign"], -1);
  EXPECT_EQ(json["aliased"].size(), 1U);
  EXPECT_EQ(run_program({"verify", proof, data}).status, 0);
  const Outcome text = run_program({"margin", data});
  EXPECT_TRUE(contains(text.out, "313 of 351 rows on itself, which overlap there")) << text.out;
}

TEST(DiagnoseCommand, IsOnThePage) {
  const Folder folder;
  const std::string page = folder.path("page.html");
  run_program({"margin", folder.file("trial.csv", kTrial), "--diagnose", "--report", page});
  const std::string text = read_text(page);
  EXPECT_TRUE(
      contains(text, "Quasi-complete: some plane has no row on its wrong side, but 4 of 8"));
  EXPECT_TRUE(contains(text, "tends to"));
}

TEST(DiagnoseCommand, RefusesWhatDoesNotGoWithIt) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  expect_error(run_program({"margin", data, "--diagnose", "--lambda", "2"}), 2,
               {"--diagnose", "--lambda"});
  expect_error(run_program({"margin", data, "--diagnose", "--points"}), 2,
               {"--diagnose", "--points"});
  const std::string three = folder.file("t.csv", "1,a\n2,b\n3,c\n");
  EXPECT_NE(run_program({"margin", three, "--diagnose"}).status, 0);
}

}  // namespace
}  // namespace perceptron::core::test
