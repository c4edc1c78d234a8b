// margin: what users and scripts can rely on.

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <tuple>
#include <utility>

#include "certificates.h"

namespace perceptron::core::test {
namespace {

// ---- Answers ----

TEST(MarginCommand, ReportsWhatTheContractNames) {
  const Folder folder;
  const auto json = run_json({"margin", folder.file("a.csv", kApart)});
  for (const char* field :
       {"rows", "features", "radius", "separable", "margin", "mistake_bound", "passes", "seconds"})
    EXPECT_TRUE(json.contains(field)) << field;
  EXPECT_EQ(json["rows"], 4);
  EXPECT_EQ(json["features"], 2);
  EXPECT_EQ(json["separable"], true);
  EXPECT_NEAR(json["radius"], std::sqrt(98.0), 1e-12);
  EXPECT_LE(json["margin"]["lower"], kRoot5);
  EXPECT_GE(json["margin"]["upper"], kRoot5);
  EXPECT_NEAR(json["margin"]["lower"], kRoot5, 1e-9 * kRoot5);
  EXPECT_NEAR(json["margin"]["upper"], kRoot5, 1e-9 * kRoot5);
  // (98 + 1)(4 + 1 + 144)/25 for the plane 2x + z = 12.
  EXPECT_NEAR(json["mistake_bound"], 590.04, 1e-6);
  EXPECT_NEAR(json["weights"][0].get<double>() / json["weights"][1].get<double>(), 2, 1e-12);
}

TEST(MarginCommand, SaysInTextHowWideTheMarginIs) {
  const Folder folder;
  const Outcome outcome = run_program({"margin", folder.file("a.csv", kApart)});
  EXPECT_EQ(outcome.status, 0);
  for (const char* word : {"separable", "yes", "2.236", "9.89949", "590", "2 rows: 2, 3"})
    EXPECT_TRUE(contains(outcome.out, word)) << word << " in " << outcome.out;
}

TEST(MarginCommand, ReadsStandardInput) {
  const Outcome outcome = run_program({"margin", "-"}, kApart);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(contains(outcome.out, "2.236"));
  const Outcome certificate = run_program({"margin", "-", "-o", "-"}, kApart);
  const Folder folder;
  const std::string proof = folder.file("proof.json", certificate.out);
  EXPECT_EQ(run_program({"verify", proof, "-"}, kApart).status, 0);
  const std::string data = folder.file("a.csv", kApart);
  EXPECT_EQ(run_program({"verify", "-", data}, certificate.out).status, 0);
}

TEST(MarginCommand, OfTouchingClassesSaysThatTheyTouch) {
  const Folder folder;
  const std::string data = folder.file("touching.csv", kTouching);
  const Outcome outcome = run_program({"margin", data});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.out, "touch")) << outcome.out;
  for (const char* row : {"row 1", "row 2", "row 3"}) EXPECT_TRUE(contains(outcome.out, row));
  const auto json = run_json({"margin", data}, 1);
  EXPECT_EQ(json["separable"], false);
  EXPECT_EQ(json["touching"], true);
  EXPECT_EQ(json["margin"]["lower"], 0);
  EXPECT_EQ(json["margin"]["upper"], 0);
  EXPECT_TRUE(json["mistake_bound"].is_null());
}

TEST(MarginCommand, OfOverlappingClassesNamesTheRowsThatShowIt) {
  const Folder folder;
  const std::string data = folder.file("crossing.csv", kCrossing);
  const Outcome outcome = run_program({"margin", data});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_FALSE(contains(outcome.out, "touch")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "overlap")) << outcome.out;
  for (const char* row : {"row 1", "row 2", "row 3", "row 4"})
    EXPECT_TRUE(contains(outcome.out, row)) << outcome.out;
  const auto json = run_json({"margin", data}, 1);
  EXPECT_EQ(json["separable"], false);
  EXPECT_LE(json["margin"]["upper"], 0);
}

TEST(MarginCommand, NamesARowThatIsThereTwiceWithOtherClasses) {
  const Folder folder;
  const std::string data = folder.file("twice.csv", "x,y,c\n1,2,a\n3,4,b\n5,1,a\n1,2,b\n");
  const Outcome outcome = run_program({"margin", data});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.out, "rows 1 and 4 are the same point")) << outcome.out;
}

TEST(MarginCommand, ThroughTheOriginNamesARowThatIsTheOrigin) {
  const Folder folder;
  const std::string data = folder.file("zero.csv", "1,1,a\n-1,-1,b\n0,0,b\n");
  const Outcome outcome = run_program({"margin", data, "--no-offset"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.out, "row 3 is the origin")) << outcome.out;
  // Only a row of class b is on the plane.
  EXPECT_FALSE(contains(outcome.out, "rows of both classes on itself")) << outcome.out;
  EXPECT_EQ(run_program({"margin", data}).status, 0);
  expect_valid(check("1,1,a\n-1,-1,b\n0,0,b\n", {"--no-offset"}), "inseparable");
}

TEST(MarginCommand, OfTheSmallestDataIsRight) {
  const Folder folder;
  const std::string line = folder.file("line.csv", "1,a\n3,b\n");
  EXPECT_NEAR(run_json({"margin", line})["margin"]["lower"], 1, 1e-9);
  EXPECT_EQ(run_json({"margin", line, "--no-offset"}, 1)["separable"], false);
  const std::string sides = folder.file("sides.csv", "-1,a\n3,b\n");
  EXPECT_NEAR(run_json({"margin", sides, "--no-offset"})["margin"]["upper"], 1, 1e-9);
  for (const Words& options : {Words{}, Words{"--no-offset"}}) {
    for (const char* content : {"5,5,a\n5,5,b\n5,5,a\n", "0,0,a\n0,0,b\n"}) {
      const std::string data = folder.file("same.csv", content);
      EXPECT_EQ(run_json(Words{"margin", data} + options, 1)["separable"], false);
      expect_valid(check(content, options), "inseparable");
    }
  }
}

TEST(MarginCommand, OfPointsWithoutAPlaneListsNoMarginsThatAreNoNumbers) {
  const Folder folder;
  const Outcome outcome = run_program({"margin", folder.file("z.csv", "0,a\n0,b\n"), "--points"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_FALSE(contains(outcome.out, "nan")) << outcome.out;
}

TEST(MarginCommand, GapIsKept) {
  const Folder folder;
  const std::string data =
      folder.file("b.csv", run_program({"generate", "ball", "--rows", "200"}).out);
  for (const char* gap : {"0.5", "1e-3", "1e-9", "1e-12"}) {
    const auto margin = run_json({"margin", data, "--gap", gap})["margin"];
    const double lower = margin["lower"];
    const double upper = margin["upper"];
    EXPECT_GT(lower, 0);
    EXPECT_LE(upper - lower, std::stod(gap) * upper) << gap;
    expect_valid(check(read_text(data), {"--gap", gap}), "margin");
  }
}

// ---- Numbers of any size ----

TEST(MarginCommand, OfHugeAndTinyNumbersIsRightAndCertified) {
  for (const auto& [content, margin, radius] : std::vector<std::tuple<const char*, double, double>>{
           {"1e100,a\n3e100,b\n", 1e100, 3e100},
           {"1e200,a\n3e200,b\n", 1e200, 3e200},
           {"1e307,a\n3e307,b\n", 1e307, 3e307},
           {"1e-200,a\n3e-200,b\n", 1e-200, 3e-200},
           {"1e-300,a\n3e-300,b\n", 1e-300, 3e-300}}) {
    SCOPED_TRACE(content);
    const Folder folder;
    const Outcome outcome = run_program({"margin", folder.file("a.csv", content), "--json"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    if (outcome.status != 0) continue;
    const auto json = outcome.json();
    EXPECT_NEAR(json["margin"]["lower"].get<double>() / margin, 1, 1e-9);
    EXPECT_NEAR(json["margin"]["upper"].get<double>() / margin, 1, 1e-9);
    EXPECT_TRUE(json["radius"].is_number());
    if (json["radius"].is_number()) {
      EXPECT_NEAR(json["radius"].get<double>() / radius, 1, 1e-9);
    }
    expect_valid(check(content, {}), "margin");
    expect_valid(check(content, {"--claim", "separator"}), "separator");
  }
}

// (R/margin)² is 1e324, which no double is: then there is no bound to show.
TEST(MarginCommand, OfABoundBeyondAllNumbersShowsNone) {
  const Folder folder;
  const std::string data = folder.file("a.csv", "1e79,b\n-1e-83,a\n");
  const auto json = run_json({"margin", data, "--no-offset"});
  EXPECT_EQ(json["separable"], true);
  EXPECT_TRUE(json["mistake_bound"].is_null()) << json["mistake_bound"];
  EXPECT_FALSE(contains(run_program({"margin", data, "--no-offset"}).out, "at most -"));
  const std::string proof = folder.path("proof.json");
  expect_error(
      run_program({"margin", data, "--no-offset", "--claim", "mistake-bound", "-o", proof}), 3,
      {"mistakes"});
  EXPECT_FALSE(std::filesystem::exists(proof));
}

// Centring these leaves the range of numbers.
TEST(MarginCommand, OfNumbersThatScalingMakesInfiniteDoesNotCrash) {
  const Folder folder;
  const std::string data = folder.file("a.csv", "1.7e308,a\n-1.7e308,b\n-1.7e308,b\n");
  for (const char* scale : {"none", "standard", "maxabs", "unit"}) {
    SCOPED_TRACE(scale);
    expect_no_crash(run_program({"margin", data, "--scale", scale}));
    expect_no_crash(run_program({"train", data, "--scale", scale, "--learner", "max-margin"}));
  }
}

// Rows no more than features and an offset, in general position, are always
// separable; where that is out of reach nothing false may be said instead.
TEST(MarginCommand, ThatIsNotDecidedClaimsNothingFalse) {
  std::string content;
  for (int i = 0; i < 80; ++i) {
    for (int j = 0; j < 80; ++j)
      content += i == j ? "1e200," : (i * 7 + j * 3) % 5 == 0 ? "3.3e-200," : "0.7,";
    content += i % 2 == 0 ? "a\n" : "b\n";
  }
  const Folder folder;
  const std::string data = folder.file("wild.csv", content);
  const std::string proof = folder.path("proof.json");
  const Outcome outcome = run_program({"margin", data, "-o", proof, "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto json = outcome.json();
  EXPECT_NE(json["separable"], false);
  if (json["margin"].is_object() && json["margin"]["upper"].is_number()) {
    EXPECT_GT(json["margin"]["upper"], 0) << "the best margin is not 0";
  }
  const Outcome text = run_program({"margin", data});
  EXPECT_FALSE(contains(text.out, "at most 0\n")) << text.out;
  // A certificate that is written is one that verify accepts.
  if (std::filesystem::exists(proof)) {
    EXPECT_EQ(run_program({"verify", proof, data}).status, 0);
  }
}

// ---- Wrong usage and bad input ----

TEST(MarginCommand, WrongUsageIsStatusTwoAndSaysWhatWasExpected) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::vector<std::pair<Words, Words>> cases = {
      {{"--lambda", "1"}, {"--lambda", "above 1", "\"1\""}},
      {{"--lambda", "0.5"}, {"--lambda", "above 1"}},
      {{"--lambda", "-2"}, {"--lambda"}},
      {{"--lambda", "nan"}, {"--lambda", "\"nan\""}},
      {{"--lambda", "inf"}, {"--lambda"}},
      {{"--sweep", "1.1:2"}, {"--sweep", "FROM:TO:STEP"}},
      {{"--sweep", "1.1:2:0.1:3"}, {"--sweep", "FROM:TO:STEP"}},
      {{"--sweep", "1.1:2:0"}, {"--sweep", "FROM:TO:STEP"}},
      {{"--sweep", "1.1:2:-1"}, {"--sweep", "FROM:TO:STEP"}},
      {{"--sweep", "2:1.1:0.1"}, {"--sweep", "FROM:TO:STEP"}},
      {{"--sweep", "1:2:0.1"}, {"--sweep", "above 1"}},
      {{"--sweep", "1.1:2:1e-300"}, {"--sweep"}},
      {{"--stop", "limit"}, {"--stop", "--lambda"}},
      {{"--scan", "restart"}, {"--scan", "--lambda"}},
      {{"--coefficient", "document"}, {"--coefficient", "--lambda"}},
      {{"--lambda", "2", "--coefficient", "0"}, {"--coefficient", "\"0\""}},
      {{"--lambda", "2", "--coefficient", "some"}, {"--coefficient", "\"some\""}},
      {{"--lambda", "2", "--stop", "never"}, {"--stop", "proof, limit"}},
      {{"--lambda", "2", "--scan", "never"}, {"--scan", "pass, restart"}},
      {{"--lambda", "2", "--sweep", "2:3:1"}, {"--lambda", "--sweep", "exclude"}},
      {{"--lambda", "2", "--model", "m"}, {"--lambda", "--model", "exclude"}},
      {{"--sweep", "2:3:1", "--model", "m"}, {"--sweep", "--model", "exclude"}},
      {{"--sweep", "2:3:1", "--points"}, {"--sweep", "--points", "exclude"}},
      {{"--scale", "unit", "--model", "m"}, {"--scale", "--model", "exclude"}},
      {{"--lift", "1", "--model", "m"}, {"--lift", "--model", "exclude"}},
      {{"--lift", "1", "--offset"}, {"--lift", "--offset", "exclude"}},
      {{"--lift", "0"}, {"--lift"}},
      {{"--lift", "nan"}, {"--lift", "\"nan\""}},
      {{"--gap", "0"}, {"--gap", "\"0\""}},
      {{"--gap", "2"}, {"--gap", "\"2\""}},
      {{"--claim", "truth"}, {"--claim", "separator", "\"truth\""}},
      {{"--passes", "0"}, {"--passes"}},
      {{"--json", "-o", "-"}, {"--json", "-o"}},
      {{"--lamda", "2"}, {"--lambda"}},
      {{"more.csv"}, {"more.csv"}},
  };
  for (const auto& [options, words] : cases) {
    SCOPED_TRACE(testing::PrintToString(options));
    expect_error(run_program(Words{"margin", data} + options), 2, words);
  }
  expect_error(run_program({"margin"}), 2, {"DATA is required"});
}

TEST(MarginCommand, BadInputIsStatusThreeAndNamesThePlace) {
  const Folder folder;
  const auto margin = [&](const char* content) {
    return run_program({"margin", folder.file("a.csv", content), "--missing", "error"});
  };
  expect_error(margin("x,y\n1,a\n2,a\n"), 3, {"a.csv", "two classes", "only \"a\""});
  expect_error(margin("1,a\n"), 3, {"a.csv", "two classes"});
  expect_error(margin("1,a\ninf,b\n"), 3, {"a.csv:2:1", "\"inf\""});
  expect_error(margin("1,a\n-1e999,b\n"), 3, {"a.csv:2:1"});
  expect_error(margin("1,a\nnan,b\n"), 3, {"a.csv:2:1"});
  expect_error(margin(""), 3, {"a.csv"});
  expect_error(margin("+1\n-1\n"), 3, {"a.csv"});
  expect_error(run_program({"margin", folder.path("none.csv")}), 4, {"none.csv", "No such file"});
}

TEST(MarginCommand, ThatCannotWriteIsStatusFourAndLeavesWhatWasThere) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  expect_error(run_program({"margin", data, "-o", folder.path("none/proof.json")}), 4,
               {"cannot write", "none/proof.json"});
  expect_error(run_program({"margin", data, "-o", folder.path("")}), 4, {"cannot write", "folder"});
  const std::string old = folder.file("old.json", "old");
  expect_error(run_program({"margin", folder.file("bad.csv", "1,a\n2,a\n"), "-o", old}), 3, {});
  expect_error(run_program({"margin", folder.path("none"), "-o", old}), 4, {});
  EXPECT_EQ(read_text(old), "old");
  std::filesystem::create_symlink("/dev/full", folder.path("full"));
  expect_error(run_program({"margin", data, "-o", folder.path("full")}), 4, {"cannot write"});
  EXPECT_EQ(folder.names(), (Words{"a.csv", "bad.csv", "full", "old.json"}));
}

// ---- What must not be lost, and not be said ----

TEST(MarginCommand, NeverReplacesItsInput) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string before = read_text(data);
  for (const Words& arguments :
       {Words{"margin", data, "-o", data}, Words{"train", data, "-o", data}}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "would overwrite the input")) << outcome.err;
  }
  EXPECT_EQ(read_text(data), before);
}

TEST(MarginCommand, SaysThatTheGapWasNotReached) {
  const Folder folder;
  std::string content;  // more support vectors than the nearest point is looked for with
  for (int i = 1; i <= 1600; ++i)
    content += fmt::format("{} {}:1 {}:{}\n", i % 2 == 0 ? "+1" : "-1", i, 1601, i % 7);
  const std::string data = folder.file("wide.libsvm", content);
  const Outcome short_run =
      run_program({"margin", data, "--no-offset", "--passes", "20", "--gap", "1e-12"});
  EXPECT_TRUE(contains(short_run.out, "more --passes may help")) << short_run.out;
  EXPECT_LE(run_json({"margin", data, "--no-offset", "--passes", "5", "--gap", "1e-12"})["passes"],
            5);
}

}  // namespace
}  // namespace perceptron::core::test
