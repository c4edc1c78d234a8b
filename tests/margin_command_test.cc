// margin, verify, and the learners that prove what they found: what users and
// scripts can rely on.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <tuple>

#include "base/hash.h"
#include "support.h"

namespace perceptron::test {
namespace {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

// The nearest points of the classes are (2, 3) and (6, 5): the widest margin
// is half their distance, √5, and its plane 2x + z = 12.
constexpr const char* kApart = "x,z,class\n1,2,no\n2,3,no\n6,5,yes\n7,7,yes\n";
// The row 1, 0 of class b lies between two of class a.
constexpr const char* kTouching = "0,0,a\n2,0,a\n1,0,b\n1,1,b\n";
// The diagonals of a square.
constexpr const char* kCrossing = "0,0,a\n2,2,a\n2,0,b\n0,2,b\n";
const double kRoot5 = std::sqrt(5.0);

bool contains(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

void expect_error(const Outcome& outcome, int status, const Words& words) {
  EXPECT_EQ(outcome.status, status) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  const auto at = outcome.err.find("perceptron: error: ");
  ASSERT_NE(at, std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find('\n', at), outcome.err.size() - 1) << outcome.err;
  for (const std::string& word : words)
    EXPECT_TRUE(contains(outcome.err, word)) << "no " << word << " in " << outcome.err;
}

// Ended by itself, however it ended.
void expect_no_crash(const Outcome& outcome) { EXPECT_LE(outcome.status, 4) << outcome.err; }

nlohmann::json run_json(Words arguments, int status = 0) {
  arguments.push_back("--json");
  const Outcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.status, status) << outcome.err;
  return outcome.json();
}

// The certificate of `margin DATA` with these options, and what verify says.
struct Checked {
  Outcome margin;
  Outcome verify;
  Json certificate;
};

Checked check(const std::string& content, const Words& options, const Words& verify_options = {}) {
  const Folder folder;
  const std::string data = folder.file("data.csv", content);
  const std::string proof = folder.path("proof.json");
  Words arguments = {"margin", data, "-o", proof};
  arguments.insert(arguments.end(), options.begin(), options.end());
  Words again = {"verify", proof, data};
  again.insert(again.end(), verify_options.begin(), verify_options.end());
  Checked checked;
  checked.margin = run_program(arguments);
  if (!std::filesystem::exists(proof)) {
    ADD_FAILURE() << "no certificate: " << checked.margin.err;
    return checked;
  }
  checked.certificate = Json::parse(read_text(proof));
  checked.verify = run_program(again);
  return checked;
}

void expect_valid(const Checked& checked, const std::string& kind) {
  EXPECT_EQ(checked.margin.status, kind == "inseparable" ? 1 : 0) << checked.margin.err;
  EXPECT_EQ(checked.verify.status, 0) << checked.verify.out << checked.verify.err;
  EXPECT_TRUE(checked.verify.out.starts_with("valid: ")) << checked.verify.out;
  EXPECT_EQ(checked.certificate["kind"], kind);
}

// With a checksum that fits.
std::string sealed(Json json) {
  json.erase("checksum");
  Hash hash;
  hash.add(json.dump());
  json["checksum"] = hash.hex();
  return json.dump(1);
}

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
    Words arguments = {"margin", folder.file("same.csv", "5,5,a\n5,5,b\n5,5,a\n")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    EXPECT_EQ(run_json(arguments, 1)["separable"], false);
    arguments[1] = folder.file("zeros.csv", "0,0,a\n0,0,b\n");
    EXPECT_EQ(run_json(arguments, 1)["separable"], false);
    expect_valid(check("5,5,a\n5,5,b\n5,5,a\n", options), "inseparable");
    expect_valid(check("0,0,a\n0,0,b\n", options), "inseparable");
  }
}

TEST(MarginCommand, OfPointsWithoutAPlaneListsNoMarginsThatAreNoNumbers) {
  const Folder folder;
  const Outcome outcome = run_program({"margin", folder.file("z.csv", "0,a\n0,b\n"), "--points"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_FALSE(contains(outcome.out, "nan")) << outcome.out;
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

// ---- Certificates ----

TEST(MarginCommand, CertifiesWhatIsAskedFor) {
  for (const char* kind : {"margin", "separator", "mistake-bound"}) {
    for (const Words& more : {Words{}, Words{"--no-offset"}, Words{"--lift", "2"}}) {
      Words options = {"--claim", kind};
      options.insert(options.end(), more.begin(), more.end());
      expect_valid(check(kApart, options), kind);
      for (const char* content : {kCrossing, kTouching})
        if (more.empty()) expect_valid(check(content, options), "inseparable");
    }
  }
}

TEST(MarginCommand, CertifiesRowsLengthenedByAnyConstant) {
  for (const char* constant :
       {"1", "-3", "0.5", "0.1", "-2.75", "1e-3", "1e5", "1e25", "123456789.25"}) {
    SCOPED_TRACE(constant);
    const Checked checked = check(kApart, {"--lift", constant});
    expect_valid(checked, "margin");
    EXPECT_EQ(checked.certificate["data"]["offset"], false);
  }
}

// The certificate says how the data was scaled and read; nobody has to know.
TEST(MarginCommand, CertificateRemembersScalingAndColumns) {
  for (const char* scale : {"standard", "maxabs", "unit"}) {
    expect_valid(check(kApart, {"--scale", scale}), "margin");
    expect_valid(check(kApart, {"--scale", scale, "--no-offset"}), "margin");
  }
  expect_valid(check("class,x,z\nno,1,2\nyes,6,5\n", {"--label", "class"}), "margin");
  expect_valid(check("class,x,z\nno,1,2\nyes,6,5\n", {"--label", "first", "--columns", "z"}),
               "margin");
  expect_valid(check("1,2,no\n6,5,yes\n", {"--header", "no", "--columns", "2"}), "margin");
  expect_valid(check("x,class\n1,a\n,a\n6,b\n", {"--missing", "zero"}), "margin");
  expect_valid(check("1 1:2\n-1 2:3\n", {"--format", "libsvm", "--features", "5"}), "margin");
}

TEST(MarginCommand, CertificateOfOtherDataIsRefused) {
  const Folder folder;
  const std::string proof = folder.path("proof.json");
  run_program({"margin", folder.file("a.csv", kApart), "-o", proof});
  for (const char* content :
       {"x,z,class\n1,2,no\n2,3,no\n6,5,yes\n7,7.5,yes\n", "x,z,class\n1,2,no\n2,3,no\n6,5,yes\n",
        "x,z,class\n1,2,yes\n2,3,yes\n6,5,no\n7,7,no\n",
        "x,z,class\n2,4,no\n4,6,no\n12,10,yes\n14,14,yes\n",
        "z,x,class\n2,1,no\n3,2,no\n5,6,yes\n7,7,yes\n", "x,class\n1,no\n2,no\n6,yes\n7,yes\n",
        kCrossing}) {
    const std::string other = folder.file("other.csv", content);
    const Outcome outcome = run_program({"verify", proof, other});
    EXPECT_EQ(outcome.status, 1) << content;
    EXPECT_TRUE(outcome.out.starts_with("refused: ")) << outcome.out;
    const auto json = run_json({"verify", proof, other}, 1);
    EXPECT_EQ(json["valid"], false);
    EXPECT_EQ(json["kind"], "margin");
    EXPECT_NE(json["reason"], "");
  }
  // Column names are no part of a claim, nor are spaces of the file.
  const std::string renamed =
      folder.file("r.csv", "u,v,class\n1.0,2,no\n2,3e0,no\n6,5,yes\n7,7,yes\n");
  EXPECT_EQ(run_program({"verify", proof, renamed}).status, 0);
}

TEST(MarginCommand, VerifyReportsWhatTheContractNames) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string proof = folder.path("proof.json");
  run_program({"margin", data, "-o", proof});
  const auto json = run_json({"verify", proof, data});
  EXPECT_EQ(json["valid"], true);
  EXPECT_EQ(json["kind"], "margin");
  EXPECT_NE(json["reason"], "");
}

// The options in a certificate are from a stranger; that they are wrong is no
// wrong usage of this command.
TEST(MarginCommand, CertificateWithOptionsThatAreNoneIsRefusedOrBadInput) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const Json whole = check(kApart, {}).certificate;
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, std::string>>{{"format", "xml"},
                                                        {"header", "maybe"},
                                                        {"missing", "guess"},
                                                        {"label", "colour"},
                                                        {"columns", "a,b"},
                                                        {"features", "many"},
                                                        {"index-base", "7"},
                                                        {"format", "npy"}}) {
    Json changed = whole;
    changed["data"]["options"][name] = value;
    const Outcome outcome = run_program({"verify", folder.file("p.json", sealed(changed)), data});
    EXPECT_TRUE(outcome.status == 1 || outcome.status == 3)
        << name << ' ' << value << ": " << outcome.status << ' ' << outcome.err << outcome.out;
  }
  Json changed = whole;
  changed["data"]["options"] = {{"threads", "7"}, {"", ""}, {"--output", folder.path("stolen")}};
  expect_no_crash(run_program({"verify", folder.file("p.json", sealed(changed)), data}));
  EXPECT_FALSE(std::filesystem::exists(folder.path("stolen")));
}

// ---- Broken certificates ----

TEST(MarginCommand, BrokenCertificatesAreBadInputOrRefused) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string whole = check(kApart, {}).certificate.dump(1);
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  const std::vector<std::string> files = {
      "",
      "\n",
      "x,y\n1,2\n",
      "{}",
      "{\"certificate\":" + deep + "}",
      "{\"certificate\":1,\"kind\":" + deep + "}",
      whole.substr(0, whole.size() / 2),
      whole + whole,
      std::string(10'000, '\0'),
      "{\"certificate\":99}",
  };
  for (const std::string& text : files) {
    const std::string proof = folder.file("p.json", text);
    expect_error(run_program({"verify", proof, data}), 3, {"p.json: expected a certificate"});
    expect_no_crash(run_program({"inspect", proof}));
  }
  expect_error(run_program({"verify", data, data}), 3, {"a.csv", "expected a certificate"});
  expect_error(run_program({"verify", folder.path("none"), data}), 4, {"none", "No such file"});
  const std::string proof = folder.file("p.json", whole);
  expect_error(run_program({"verify", proof, folder.path("none")}), 4, {"none", "No such file"});
  expect_error(run_program({"verify", proof}), 2, {"DATA is required"});
}

TEST(MarginCommand, CertificatesWithAbsurdNumbersAreRefused) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const Json whole = check(kApart, {}).certificate;
  for (const char* pointer :
       {"/claim/lower", "/claim/upper", "/plane/weights/0", "/plane/offset", "/points/weights/0",
        "/points/rows/0", "/data/rows", "/data/features", "/data/offset", "/data/lift"}) {
    for (const Json& value :
         {Json("1/0"), Json("1e999"), Json("0x1p999999"), Json("nan"), Json("-inf"), Json(""),
          Json(-1), Json(1.5), Json(nullptr), Json(18446744073709551615ULL), Json::array()}) {
      // No lift at all is a lift as well.
      if (std::string(pointer) == "/data/lift" && value == "") continue;
      Json changed = whole;
      changed[Json::json_pointer(pointer)] = value;
      const std::string proof = folder.file("p.json", sealed(changed));
      const Outcome outcome = run_program({"verify", proof, data});
      EXPECT_EQ(outcome.status, 1) << pointer << ' ' << value << outcome.err << outcome.out;
      if (!contains(pointer, "claim")) continue;  // all that inspect shows of the numbers
      const Outcome inspected = run_program({"inspect", proof});
      EXPECT_TRUE(inspected.status == 0 || inspected.status == 3)
          << pointer << ' ' << value << ": " << inspected.status << inspected.err;
    }
  }
}

TEST(MarginCommand, ChangedCertificateIsRefusedByItsChecksum) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  Json changed = check(kApart, {}).certificate;
  changed["claim"]["lower"] = "3";
  const auto json = run_json({"verify", folder.file("p.json", changed.dump()), data}, 1);
  EXPECT_EQ(json["valid"], false);
  EXPECT_TRUE(contains(json["reason"], "checksum"));
}

// ---- The margin perceptron ----

TEST(MarginCommand, WithLambdaReportsWhatTheContractNames) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  for (const Words& more :
       {Words{}, Words{"--no-offset"}, Words{"--stop", "limit"}, Words{"--scan", "restart"},
        Words{"--stop", "limit", "--coefficient", "document"}, Words{"--coefficient", "20"},
        Words{"--stop", "limit", "--scan", "restart", "--lift", "3"}}) {
    SCOPED_TRACE(testing::PrintToString(more));
    Words arguments = {"margin", data, "--lambda", "1.5"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto json = run_json(arguments);
    for (const char* field : {"lambda", "guess", "updates", "margin", "rounds"})
      ASSERT_TRUE(json.contains(field)) << field;
    EXPECT_EQ(json["lambda"], 1.5);
    const bool limit = std::find(more.begin(), more.end(), "limit") != more.end();
    const auto& rounds = json["rounds"];
    ASSERT_FALSE(rounds.empty());
    EXPECT_NEAR(rounds[0]["guess"], json["radius"], 1e-9);
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const bool last = i + 1 == rounds.size();
      EXPECT_EQ(rounds[i]["outcome"], last ? "converged" : limit ? "limit" : "refuted");
      EXPECT_GT(rounds[i]["limit"], 0);
      if (limit && !last) {
        EXPECT_EQ(rounds[i]["updates"], rounds[i]["limit"]);
      }
      if (i > 0) {
        EXPECT_NEAR(rounds[i]["guess"].get<double>() * 1.5, rounds[i - 1]["guess"], 1e-9);
      }
    }
    EXPECT_EQ(json["guess"], rounds.back()["guess"]);
    EXPECT_EQ(json["updates"], rounds.back()["updates"]);
    // The theorem: guess/λ is reached, and 1/λ² of the best.
    EXPECT_GE(json["margin"]["upper"], json["guess"].get<double>() / 1.5);
    EXPECT_GE(json["margin"]["upper"], json["optimum"]["lower"].get<double>() / 2.25);
    EXPECT_LE(json["margin"]["lower"], json["optimum"]["upper"]);
  }
}

TEST(MarginCommand, WithLambdaShowsTheRoundsAndCertifiesTheSameRows) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const Outcome outcome = run_program({"margin", data, "--lambda", "1.1"});
  EXPECT_EQ(outcome.status, 0);
  for (const char* word : {"lambda 1.1", "round", "guess", "refuted", "converged", "82.64 %"})
    EXPECT_TRUE(contains(outcome.out, word)) << word;
  EXPECT_TRUE(contains(outcome.err, "lengthened by 1")) << outcome.err;
  expect_valid(check(kApart, {"--lambda", "1.1"}), "margin");
  expect_valid(check(kApart, {"--lambda", "1.1", "--no-offset"}), "margin");
}

TEST(MarginCommand, SweepTriesEveryLambdaOfTheRange) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const auto sweep =
      run_json({"margin", data, "--sweep", "1.1:1.5:0.1", "--threads", "2"})["sweep"];
  ASSERT_EQ(sweep.size(), 5U);
  const std::vector<double> lambdas = {1.1, 1.2, 1.3, 1.4, 1.5};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(sweep[i]["lambda"], lambdas[i]);
    EXPECT_EQ(sweep[i]["converged"], true);
    // As the run for this λ alone.
    const auto alone = run_json({"margin", data, "--lambda", std::to_string(lambdas[i])});
    EXPECT_EQ(sweep[i]["guess"], alone["guess"]);
    EXPECT_EQ(sweep[i]["updates"], alone["updates"]);
    EXPECT_EQ(sweep[i]["margin"], alone["margin"]);
  }
  const Outcome one = run_program({"margin", data, "--sweep", "2:2:1"});
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_TRUE(contains(one.out, "lambda")) << one.out;
  EXPECT_EQ(run_json({"margin", data, "--sweep", "2:2:1"})["sweep"].size(), 1U);
}

TEST(MarginCommand, WithLambdaEndsWhereNoPlaneSeparates) {
  const Folder folder;
  for (const char* content : {kTouching, kCrossing, "0,a\n0,b\n"}) {
    const std::string data = folder.file("a.csv", content);
    for (const Words& more : {Words{"--lambda", "1.1"}, Words{"--sweep", "1.1:2:0.3"}}) {
      Words arguments = {"margin", data};
      arguments.insert(arguments.end(), more.begin(), more.end());
      const Outcome outcome = run_program(arguments);
      EXPECT_EQ(outcome.status, 1) << outcome.err;
      EXPECT_TRUE(contains(outcome.out, "no: ")) << outcome.out;
      EXPECT_EQ(run_json(arguments, 1)["separable"], false);
    }
  }
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

// ---- A model's plane ----

TEST(MarginCommand, MeasuresThePlaneOfAModel) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string model = folder.path("model");
  run_program({"train", data, "-o", model, "--learner", "max-margin"});
  const Outcome outcome = run_program({"margin", data, "--model", model});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "this plane")) << outcome.out;
  const auto json = run_json({"margin", data, "--model", model, "--points"});
  EXPECT_NEAR(json["margin"]["lower"], kRoot5, 1e-9);
  // (2x + z − 12)/√5, negated for the class no.
  const std::vector<double> margins = {8 / kRoot5, 5 / kRoot5, 5 / kRoot5, 9 / kRoot5};
  ASSERT_EQ(json["points"].size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(json["points"][i]["row"], i + 1);
    EXPECT_EQ(json["points"][i]["class"], i < 2 ? "no" : "yes");
    EXPECT_NEAR(json["points"][i]["margin"], margins[i], 1e-9);
  }
  std::istringstream text(run_program({"margin", data, "--model", model, "--points"}).out);
  std::string line;
  std::getline(text, line);
  EXPECT_EQ(line, "row\tclass\tmargin");
  int lines = 0;
  while (std::getline(text, line)) ++lines;
  EXPECT_EQ(lines, 4);
}

TEST(MarginCommand, OfAPlaneOnTheWrongSideIsNegativeAndNo) {
  const Folder folder;
  const std::string model = folder.path("model");
  run_program({"train", folder.file("a.csv", kApart), "-o", model, "--learner", "max-margin"});
  const std::string data = folder.file("b.csv", "x,z,class\n1,2,yes\n2,3,yes\n6,5,no\n7,7,no\n");
  const auto json = run_json({"margin", data, "--model", model, "--points"}, 1);
  EXPECT_NEAR(json["margin"]["lower"], -9 / kRoot5, 1e-9);
  EXPECT_NEAR(json["points"][1]["margin"], -5 / kRoot5, 1e-9);
  EXPECT_EQ(json["separable"], true);
  const Outcome outcome = run_program({"margin", data, "--model", model});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.out, "does not separate")) << outcome.out;
}

TEST(MarginCommand, OfAModelThroughTheOriginMeasuresItSo) {
  const Folder folder;
  const std::string data = folder.file("a.csv", "3,4,b\n-3,-4,a\n");
  const std::string model = folder.path("model");
  run_program({"train", data, "-o", model, "--no-offset"});
  EXPECT_NEAR(run_json({"margin", data, "--model", model})["margin"]["lower"], 5, 1e-9);
}

// A model may know a class that this file has no row of.
TEST(MarginCommand, OfAModelOnRowsOfOneClassDoesNotCrash) {
  const Folder folder;
  const std::string model = folder.path("model");
  run_program({"train", folder.file("a.csv", kApart), "-o", model});
  for (const char* content : {"x,z,class\n6,5,yes\n7,7,yes\n", "x,z,class\n1,2,no\n"}) {
    const Outcome outcome =
        run_program({"margin", folder.file("one.csv", content), "--model", model});
    expect_no_crash(outcome);
  }
}

// Where rows are taken as the model takes them, so they are for the certificate.
TEST(MarginCommand, WithAModelCertifiesWhatVerifyAccepts) {
  const Folder folder;
  const std::string data = folder.file("a.csv", "class,x,z\nno,1,2\nno,2,3\nyes,6,5\nyes,7,7\n");
  for (const Words& more : {Words{}, Words{"--no-offset"}, Words{"--scale", "maxabs"},
                            Words{"--scale", "standard"}, Words{"--columns", "z"}}) {
    SCOPED_TRACE(testing::PrintToString(more));
    const std::string model = folder.path("model");
    const std::string proof = folder.path("proof.json");
    Words arguments = {"train", data, "-o", model, "--label", "class"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    ASSERT_EQ(run_program(arguments).status, 0);
    const Outcome outcome = run_program({"margin", data, "--model", model, "-o", proof});
    if (outcome.status == 2) continue;  // to refuse is honest too
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const Outcome verified = run_program({"verify", proof, data});
    EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
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
      {{"--no-offset", "--model", "m"}, {"offset", "--model", "exclude"}},
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
    Words arguments = {"margin", data};
    arguments.insert(arguments.end(), options.begin(), options.end());
    expect_error(run_program(arguments), 2, words);
  }
  expect_error(run_program({"margin"}), 2, {"DATA is required"});
}

TEST(MarginCommand, BadInputIsStatusThreeAndNamesThePlace) {
  const Folder folder;
  const auto margin = [&](const char* content) {
    return run_program({"margin", folder.file("a.csv", content)});
  };
  expect_error(margin("x,y\n1,a\n2,a\n"), 3, {"a.csv", "two classes", "only \"a\""});
  expect_error(margin("1,a\n"), 3, {"a.csv", "two classes"});
  expect_error(margin("1,a\n2,b\n3,c\n"), 3, {"a.csv", "two classes", "3"});
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

// ---- Learners that prove what they found ----

TEST(MarginCommand, ModelsOfMarginLearnersPredictAndCarryACertificate) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string model = folder.path("model");
  for (const char* learner : {"margin", "max-margin"}) {
    for (const Words& more :
         {Words{}, Words{"--no-offset"}, Words{"--precision", "float32"},
          Words{"--scale", "standard"}, Words{"--scale", "unit", "--precision", "float32"},
          Words{"--columns", "z"}, Words{"--seed", "7", "--order", "file"}}) {
      SCOPED_TRACE(learner + testing::PrintToString(more));
      Words arguments = {"train", data, "-o", model, "--learner", learner, "--epochs", "100000"};
      arguments.insert(arguments.end(), more.begin(), more.end());
      const Outcome trained = run_program(arguments);
      ASSERT_EQ(trained.status, 0) << trained.err;
      EXPECT_EQ(run_program({"predict", model, data}).out, "no\nno\nyes\nyes\n");
      const auto json = run_json({"verify", model, data});
      EXPECT_EQ(json["valid"], true) << json["reason"];
      EXPECT_EQ(json["kind"], "margin");
      EXPECT_EQ(run_json({"inspect", model})["certificate"], true);
      const std::string other =
          folder.file("o.csv", "x,z,class\n1,2,no\n2,3,no\n6,5,yes\n7,8,yes\n");
      EXPECT_EQ(run_program({"verify", model, other}).status, 1);
    }
  }
}

TEST(MarginCommand, MaxMarginTrainsTheWidestPlane) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const auto json = run_json({"train", data, "--learner", "max-margin"});
  EXPECT_EQ(json["converged"], true);
  EXPECT_NEAR(json["margin"]["lower"], kRoot5, 1e-9 * kRoot5);
  EXPECT_NEAR(json["margin"]["upper"], kRoot5, 1e-9 * kRoot5);
  const auto plane = json["models"][0];
  EXPECT_NEAR(plane["weights"][0].get<double>() / plane["weights"][1].get<double>(), 2, 1e-9);
  EXPECT_NEAR(plane["offset"].get<double>() / plane["weights"][1].get<double>(), -12, 1e-9);
  const auto margin =
      run_json({"train", data, "--learner", "margin", "--lambda", "1.01", "--epochs", "100000"});
  EXPECT_EQ(margin["converged"], true);
  EXPECT_GT(margin["margin"]["lower"], 0);
  EXPECT_LE(margin["margin"]["lower"], kRoot5);
  EXPECT_GE(margin["margin"]["upper"], kRoot5);
}

TEST(MarginCommand, ModelWithoutACertificateIsToldSo) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string model = folder.path("model");
  run_program({"train", data, "-o", model});
  expect_error(run_program({"verify", model, data}), 3, {"model", "no certificate", "max-margin"});
}

TEST(MarginCommand, MaxMarginOfInseparableDataLeavesNoModel) {
  const Folder folder;
  const std::string old = folder.file("old.model", "old");
  for (const char* content : {kTouching, kCrossing, "0,a\n0,b\n"}) {
    const std::string data = folder.file("a.csv", content);
    expect_error(run_program({"train", data, "-o", old, "--learner", "max-margin"}), 1,
                 {"no plane separates the classes"});
    expect_error(
        run_program({"train", data, "-o", folder.path("new.model"), "--learner", "max-margin"}), 1,
        {"no plane separates the classes"});
  }
  EXPECT_EQ(read_text(old), "old");
  EXPECT_EQ(folder.names(), (Words{"a.csv", "old.model"}));
}

// It says what it could not reach, and its certificate is valid all the same.
TEST(MarginCommand, MarginLearnerOnInseparableDataEndsAndCertifiesNothingFalse) {
  const Folder folder;
  const std::string model = folder.path("model");
  for (const char* content : {kTouching, kCrossing, "1,1,a\n1,1,b\n", "1,2,a\n3,1,a\n2,1.5,b\n"}) {
    SCOPED_TRACE(content);
    const std::string data = folder.file("a.csv", content);
    for (const Words& more : {Words{}, Words{"--no-offset"}}) {
      Words arguments = {"train", data, "-o", model, "--learner", "margin"};
      arguments.insert(arguments.end(), more.begin(), more.end());
      const Outcome trained = run_program(arguments);
      ASSERT_EQ(trained.status, 0) << trained.err;
      const Outcome verified = run_program({"verify", model, data});
      EXPECT_EQ(run_json({"inspect", model})["certificate"].get<bool>() ? 0 : 3, verified.status)
          << verified.out << verified.err;
    }
  }
}

TEST(MarginCommand, AFlippedBitOfACertifiedModelIsRefused) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string model = folder.path("model");
  run_program({"train", data, "-o", model, "--learner", "max-margin"});
  const std::string bytes = read_text(model);
  const std::size_t certificate = bytes.find("\"certificate\"");
  ASSERT_NE(certificate, std::string::npos);
  for (const std::size_t at : {std::size_t{9}, certificate + 2, certificate + 40, certificate + 300,
                               bytes.size() / 2, bytes.size() - 3}) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 4);
    const std::string path = folder.file("flipped", flipped);
    expect_error(run_program({"verify", path, data}), 3, {"flipped"});
    expect_error(run_program({"predict", path, data}), 3, {"flipped"});
  }
}

TEST(MarginCommand, HelpShowsAnExampleFirst) {
  for (const std::string name : {"margin", "verify"}) {
    const Outcome outcome = run_program({name, "--help"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_TRUE(outcome.out.starts_with("Example\n  perceptron " + name)) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "--json"));
  }
}

}  // namespace
}  // namespace perceptron::test
