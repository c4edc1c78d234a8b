// Limits: what exceeds one is refused while it is read, with a message that names the limit.

#include "base/limits.h"

#include <algorithm>
#include <csignal>
#include <string>
#include <vector>

#include "base/interrupt.h"
#include "base/json.h"
#include "model/certificates.h"
#include "model/file.h"
#include "packing.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// The outcome is a refusal that names the limit.
void expect_refused(const Words& words, const std::string& limit, const std::string& expected) {
  const Outcome outcome = run_program(words);
  EXPECT_EQ(outcome.status, 3) << outcome.out << outcome.err;
  EXPECT_NE(outcome.err.find("--" + limit), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("expected " + expected), std::string::npos) << outcome.err;
}

void expect_done(const Words& words) {
  const Outcome outcome = run_program(words);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

std::string nested(std::size_t depth) {
  return R"({"certificate": 1, "x": )" + std::string(depth - 1, '[') + std::string(depth - 1, ']') +
         "}";
}

constexpr const char* kRows = "x,z,class\n1,2,no\n2,3,no\n6,5,yes\n7,7,yes\n";

// ---- The table ----

TEST(Limits, HaveDefaultsWithinTheirRanges) {
  const Limits limits;
  for (const Option<Limits>& option : kLimitOptions) {
    Limits copy;
    EXPECT_NO_THROW(assign(copy, option, text_of(limits, option))) << option.name;
    EXPECT_NE(option.help, "") << option.name;
  }
  EXPECT_NO_THROW(require_ranges(limits));
  EXPECT_THROW(require_ranges({.deepest_json = 1'000'000}), Error);
}

TEST(Limits, AreOptionsOfTheCommandsThatReadSuchFiles) {
  const Words data = {"longest-line", "deepest-json", "largest-header", "most-features",
                      "most-classes"};
  const Words models = data + Words{"largest-certificate"};
  const std::vector<std::pair<std::string, Words>> commands = {
      {"train", models},
      {"predict", models},
      {"evaluate", models},
      {"margin", models},
      {"verify", models},
      {"inspect", models},
      {"validate", data},
      {"tune", data},
      {"convert", models},
      {"generate", {}},
      {"report", {"deepest-json", "largest-record"}}};
  for (const auto& [command, expected] : commands) {
    const std::string help = run_program({command, "--help"}).out;
    for (const Option<Limits>& option : kLimitOptions) {
      const bool listed = help.find("--" + std::string(option.name) + " ") != std::string::npos;
      const bool wanted =
          std::find(expected.begin(), expected.end(), option.name) != expected.end();
      EXPECT_EQ(listed, wanted) << command << ' ' << option.name;
    }
  }
}

// ---- Lines ----

TEST(Limits, LongLinesAreRefusedBeforeTheyFillTheMemory) {
  const Folder folder;
  const Words limit = {"--longest-line", "1000000"};
  for (const std::string start : {"1 1:1\n2 1:2 ", "x,y\n1,2\n"}) {
    const std::string data = folder.file("long.txt", start + std::string(1'500'000, ' ') + "2:1\n");
    for (const char* threads : {"1", "3"})
      expect_refused(Words{"train", data, "--threads", threads} + limit, "longest-line",
                     "lines of at most 1,000,000 bytes");
  }
  expect_refused(Words{"train", "/dev/zero"} + limit, "longest-line", "lines of at most");
}

// ---- JSON ----

TEST(Limits, DeepJsonIsRefusedInEveryKindOfFile) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", kRows);
  const std::string expected = "JSON nested at most 64 levels deep, found more";
  const std::string deep = folder.file("deep.json", nested(65));
  expect_refused({"inspect", deep}, "deepest-json", expected);
  expect_refused({"verify", deep, data}, "deepest-json", expected);
  expect_refused({"report", deep, "-o", folder.path("page.html")}, "deepest-json", expected);
  const std::string deeper = folder.file("deeper.json", nested(1'000'000));
  expect_refused({"inspect", deeper}, "deepest-json", expected);
  for (const Words& words : {Words{"inspect", folder.file("flat.json", nested(64))},
                             Words{"inspect", deep, "--deepest-json", "65"}}) {
    const Outcome outcome = run_program(words);
    EXPECT_NE(outcome.err.find("the certificate is damaged"), std::string::npos) << outcome.err;
  }
}

TEST(Limits, JsonIsParsedAsItsLibraryParsesIt) {
  for (const std::string text :
       {"null", "[]", "{}", "[1, -2, 3.5, true, null, \"a\\u00e9\"]", R"({"a": {"b": [{}, [[]]]}})",
        R"({"a": 1, "b": {"a": [3]}})", "18446744073709551615", "1e400", "[1", "[1] 2", "{\"a\"}",
        "\"\xff\"", ""}) {
    Json expected = Json::parse(text, nullptr, false);
    if (expected.is_discarded()) {
      EXPECT_THROW(parse_json(text, "text"), Json::exception) << text;
    } else {
      EXPECT_EQ(parse_json(text, "text").dump(), expected.dump()) << text;
    }
  }
}

// Readers differ in which of them they take.
TEST(Limits, JsonHasNoFieldTwice) {
  EXPECT_THROW(parse_json(R"({"a": 1, "b": 2, "a": [3]})", "text"), Error);
}

TEST(Limits, ParsingOfJsonCanBeInterrupted) {
  std::string text = "[0";
  for (int i = 0; i < 100'000; ++i) text += ",0";
  text += "]";
  const InterruptScope scope;
  EXPECT_NO_THROW(parse_json(text, "text"));
  raise(SIGINT);
  try {
    parse_json(text, "text");
    ADD_FAILURE() << "parsed to the end";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::interrupted);
  }
}

// ---- Certificates and records ----

// A certificate without end.
class Endless : public Source {
 public:
  std::size_t read(std::span<char> into) override {
    std::fill(into.begin(), into.end(), '[');
    given += into.size();
    return into.size();
  }
  std::uint64_t position() const override { return given; }
  std::uint64_t total() const override { return 0; }

  std::uint64_t given = 0;
};

TEST(Limits, NoMoreOfACertificateIsReadThanAllowed) {
  Endless source;
  EXPECT_THROW(read_certificate(source, "endless", {.largest_certificate = 5'000'000}), Error);
  EXPECT_EQ(source.given, 5'000'001U);
}

TEST(Limits, LargeCertificatesAndRecordsAreRefusedAlsoCompressed) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", kRows);
  const std::string text = R"({"certificate": 1, "x": [0)" + std::string(2'000'000, ' ') + "]}";
  for (const std::string& content : {text, gzip(text)}) {
    const std::string file = folder.file("large.json", content);
    const Words limit = {"--largest-certificate", "1000000"};
    const std::string expected = "a certificate of at most 1,000,000 bytes, found more";
    expect_refused(Words{"verify", file, data} + limit, "largest-certificate", expected);
    expect_refused(Words{"inspect", file} + limit, "largest-certificate", expected);
    expect_refused({"report", file, "-o", folder.path("page.html"), "--largest-record", "1000000"},
                   "largest-record", "a record of at most 1,000,000 bytes, found more");
    EXPECT_NE(run_program({"inspect", file}).err.find("damaged"), std::string::npos);
  }
}

// ---- Models and caches ----

TEST(Limits, OfModelsApplyToTheirHeaderAndWhatItContains) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", kRows);
  const std::string model = folder.path("rows.model");
  expect_done({"train", data, "--learner", "max-margin", "-q", "-o", model});
  for (const Words& words :
       {Words{"predict", model, data}, Words{"evaluate", model, data}, Words{"inspect", model},
        Words{"verify", model, data}, Words{"margin", data, "--model", model},
        Words{"train", data, "--start", model}}) {
    expect_refused(words + Words{"--largest-header", "1000"}, "largest-header",
                   "a model with a header of at most 1,000 bytes, found ");
    expect_refused(words + Words{"--largest-certificate", "100"}, "largest-certificate",
                   "a certificate of at most 100 bytes inside, found ");
    expect_refused(words + Words{"--most-features", "1"}, "most-features",
                   "at most 1 features, found 2");
  }
  expect_done({"inspect", model, "--most-features", "2", "--most-classes", "2"});
}

TEST(Limits, AHeaderThatClaimsToBeHugeIsNotRead) {
  const Folder folder;
  std::string bytes(8, '\0');
  bytes[4] = 1;  // 2³² bytes
  const std::string model = folder.file("huge.model", bytes + "{");
  expect_refused({"inspect", model}, "largest-header 4294967296",
                 "a model with a header of at most 536,870,912 bytes, found 4,294,967,296");
}

TEST(Limits, OfCachesApplyToTheirFooter) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", "x,z,c\n1,2,a\n2,3,b\n6,5,c\n");
  const std::string cache = folder.path("rows.cache");
  expect_done({"convert", data, "-o", cache});
  const Words words = {"train", cache};
  expect_refused(words + Words{"--largest-header", "100"}, "largest-header",
                 "a cache with a footer of at most 100 bytes, found ");
  expect_refused(words + Words{"--most-features", "1"}, "most-features", "at most 1 features");
  expect_refused(words + Words{"--most-classes", "2"}, "most-classes",
                 "at most 2 classes, found 3");
  expect_done(words + Words{"--most-features", "2", "--most-classes", "3", "-q"});
}

// ---- Features and classes ----

TEST(Limits, OfFeaturesApplyToEveryFormat) {
  const Folder folder;
  const std::vector<std::string> files = {
      folder.file("one.libsvm", "a 1:1 4:1\nb 2:1\n"),
      folder.file("zero.libsvm", "a 0:1 3:1\nb 2:1\n"),
      folder.file("columns.csv", "p,q,r,s,y\n1,2,3,4,a\n4,3,2,1,b\n"),
      folder.file("categories.csv", "p,q,y\n1,u,a\n4,v,b\n5,w,b\n"),
      folder.file("points.txt", "4,2,9\n1,2,3,4,a\n4,3,2,1,b\n")};
  for (const std::string& file : files) {
    for (const char* threads : {"1", "3"}) {
      const Words words = {"train", file, "--epochs", "1", "-q", "--threads", threads};
      expect_refused(words + Words{"--most-features", "3"}, "most-features 4",
                     "at most 3 features, found 4");
      expect_done(words + Words{"--most-features", "4"});
    }
  }
  expect_refused({"train", files[0], "--features", "5", "--most-features", "4"}, "most-features 5",
                 "at most 4 features, found 5");
  expect_refused({"train", files[0], "--memory", "64M", "--most-features", "3"}, "most-features 4",
                 "at most 3 features, found 4");
  expect_refused({"inspect", folder.file("wide.libsvm", "a 300000000:1\nb 1:1\n")},
                 "most-features 300000000", "at most 268,435,456 features, found 300,000,000");
}

TEST(Limits, OfClassesApplyWhileRowsAreRead) {
  const Folder folder;
  std::string numbered;
  std::string table;
  for (int i = 0; i < 50; ++i) {
    numbered += "c" + std::to_string(i) + " 1:" + std::to_string(i) + "\n";
    table += std::to_string(i) + ",c" + std::to_string(i) + "\n";
  }
  for (const std::string& file :
       {folder.file("rows.libsvm", numbered), folder.file("rows.csv", table)}) {
    const Words words = {"train", file, "--epochs", "1", "-q"};
    expect_refused(words + Words{"--most-classes", "49"}, "most-classes",
                   "at most 49 classes, found more");
    expect_done(words + Words{"--most-classes", "50"});
  }
}

}  // namespace
}  // namespace perceptron::core::test
