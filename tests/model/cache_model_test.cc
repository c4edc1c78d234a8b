// A model answers the same from a file, through a cache beside it, and from a cache made of
// it; where a cache cannot stand for the file, the file is read.

#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// Files that a model of one of them is to read.
class CacheForModel : public ::testing::Test {
 protected:
  void train(const std::string& text, const std::vector<std::string>& options = {}) {
    const Words words = {"train", folder.file("train.txt", text), "--epochs", "5", "-q", "-o",
                         model};
    const Outcome outcome = run_program(words + options);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }

  Outcome run(const std::string& command, const std::string& data,
              const std::vector<std::string>& options) const {
    std::vector<std::string> words = {command, model, data};
    if (command == "predict") words.emplace_back("--scores");
    words.insert(words.end(), options.begin(), options.end());
    return run_program(words);
  }

  // What was said of each of two uses of the cache beside a file.
  using Said = std::pair<std::string, std::string>;

  // `command` answers the same from `text` and, two times, through the cache beside it.
  Said expect_same(const std::string& command, const std::string& text,
                   std::vector<std::string> options = {}) {
    const std::string data = folder.file("test.txt", text);
    std::filesystem::remove(data + ".cache");
    const Outcome plain = run(command, data, options);
    options.emplace_back("--cache");
    const Outcome first = run(command, data, options);
    const Outcome second = run(command, data, options);
    for (const Outcome& cached : {first, second}) {
      EXPECT_EQ(cached.status, plain.status) << cached.err;
      EXPECT_EQ(cached.out, plain.out);
    }
    EXPECT_EQ(plain.out.empty(), plain.status != 0) << plain.err;
    return {first.err, second.err};
  }

  static void expect_used(const Said& said) {
    EXPECT_NE(said.first.find("test.txt.cache was written"), std::string::npos) << said.first;
    EXPECT_NE(said.second.find("test.txt.cache was used"), std::string::npos) << said.second;
  }
  static void expect_not_used(const Said& said) {
    EXPECT_EQ(said.second.find("was used"), std::string::npos) << said.second;
  }

  // `command` answers from a cache made of `text` as from the text.
  void expect_same_converted(const std::string& command, const std::string& text,
                             const std::vector<std::string>& options = {}) {
    const std::string data = folder.file("test.txt", text);
    const std::string cache = folder.path("converted");
    const Outcome converted = run_program({"convert", data, "-o", cache});
    ASSERT_EQ(converted.status, 0) << converted.err;
    const Outcome plain = run(command, data, options);
    const Outcome loaded = run(command, cache, options);
    EXPECT_EQ(loaded.status, plain.status) << loaded.err;
    EXPECT_EQ(loaded.out, plain.out);
  }

  void expect_same_everywhere(const std::string& text) {
    for (const char* command : {"predict", "evaluate"}) {
      expect_used(expect_same(command, text));
      expect_same_converted(command, text);
    }
  }

  Folder folder;
  std::string model = folder.path("model");
};

std::string sparse_rows(std::uint64_t seed, std::uint64_t features) {
  Random random(seed);
  std::string text;
  for (int i = 0; i < 200; ++i) {
    text += random.below(2) == 0 ? "-1" : "+1";
    for (std::uint64_t j = 1; j <= features; j += 1 + random.below(4))
      text += " " + std::to_string(j) + ":" + std::to_string(random.below(100)) + ".25";
    text += "\n";
  }
  return text;
}

// Rows of columns a (number), c (text), b (number), y (class), in the order given.
std::string table(const std::string& order, std::uint64_t seed, std::uint64_t colours = 3,
                  bool header = true) {
  constexpr const char* kColours[] = {"red", "green", "blue", "black"};
  Random random(seed);
  std::string text;
  for (int i = header ? -1 : 0; i < 120; ++i) {
    const std::string fields[] = {std::to_string(random.below(50)) + ".1",
                                  kColours[random.below(colours)], std::to_string(random.below(9)),
                                  random.below(2) == 0 ? "u" : "v"};
    for (std::size_t k = 0; k < order.size(); ++k) {
      const std::string name(1, order[k]);
      text += (k > 0 ? "," : "") + (i < 0 ? name : fields[std::string("acby").find(name)]);
    }
    text += "\n";
  }
  return text;
}

TEST_F(CacheForModel, AnswersTheSameOfLibsvm) {
  train(sparse_rows(1, 30));
  expect_same_everywhere(sparse_rows(2, 30));
  expect_same_everywhere(sparse_rows(3, 12));
}

TEST_F(CacheForModel, AnswersTheSameOfTextColumns) {
  train(table("acby", 1));
  expect_same_everywhere(table("acby", 2));
  expect_same_everywhere(table("acby", 3, 2));  // fewer categories
}

TEST_F(CacheForModel, AnswersTheSameOfColumnsInAnotherOrder) {
  train(table("acby", 1));
  expect_same_everywhere(table("bacy", 2));
  expect_same_everywhere(table("cbay", 3, 2));
  train(table("aby", 1));
  expect_same_everywhere(table("bay", 2));
}

TEST_F(CacheForModel, FindsALabelThatStandsElsewhere) {
  train(table("acby", 1));
  for (const char* command : {"predict", "evaluate"})
    expect_used(expect_same(command, table("ybac", 2)));
  train(table("yab", 1, 3, false), {"--label", "first"});
  for (const char* command : {"predict", "evaluate"})
    expect_used(expect_same(command, table("yab", 2, 3, false)));
}

TEST_F(CacheForModel, RefusesACacheWhoseLabelIsAnother) {
  train(table("aby", 1, 3, false));
  const std::string data = folder.file("test.txt", table("yab", 2, 3, false));
  run_program({"convert", data, "--label", "1", "-o", folder.path("chosen")});
  EXPECT_EQ(run("evaluate", folder.path("chosen"), {}).out,
            run("evaluate", data, {"--label", "1"}).out);
  train(table("yab", 1, 3, false), {"--label", "first"});
  const std::string other = folder.file("numbers.csv", "1,2,3\n2,5,1\n");
  run_program({"convert", other, "-o", folder.path("other")});
  const Outcome outcome = run("predict", folder.path("other"), {});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.err.find("with the label in column 1, found it in column 3"), std::string::npos)
      << outcome.err;
}

TEST_F(CacheForModel, ReadsTheFileWhereItHasNoLabels) {
  train(table("acby", 1));
  expect_not_used(expect_same("predict", table("acb", 2)));
  expect_not_used(expect_same("evaluate", table("acb", 2)));
  train(table("aby", 1, 3, false));
  expect_not_used(expect_same("predict", table("ab", 2, 3, false)));
}

TEST_F(CacheForModel, ReadsTheFileWhereSomethingIsNew) {
  train(table("acby", 1));
  const std::string more = table("acby", 2, 4);
  expect_not_used(expect_same("predict", more));
  expect_used(expect_same("predict", more, {"--features", "ignore-new"}));
  expect_same_converted("predict", more);
  expect_same_converted("predict", more, {"--features", "ignore-new"});
  std::string column = table("acby", 2);
  for (std::size_t at = 0; (at = column.find('\n', at)) != std::string::npos; at += 3)
    column.insert(at, at < 8 ? ",z" : ",7");
  expect_not_used(expect_same("predict", column));
  expect_used(expect_same("predict", column, {"--features", "ignore-new"}));
  train(sparse_rows(1, 12));
  expect_not_used(expect_same("evaluate", sparse_rows(2, 30)));
  expect_used(expect_same("evaluate", sparse_rows(2, 30), {"--features", "ignore-new"}));
  expect_same_converted("evaluate", sparse_rows(2, 30), {"--features", "ignore-new"});
}

TEST_F(CacheForModel, ReadsTheFileWhereAClassIsNew) {
  train(sparse_rows(1, 12));
  const std::string text = sparse_rows(2, 12) + "7 1:1\n";
  expect_used(expect_same("predict", text));
  const Said said = expect_same("evaluate", text);
  expect_not_used(said);
  EXPECT_NE(said.second.find("test.txt:201:1: expected one of the model's classes"),
            std::string::npos)
      << said.second;
}

TEST_F(CacheForModel, ReadsTheFileWhereAColumnIsOfAnotherKind) {
  train("c,b,y\n1x,2,u\n2,3,v\n1x,5,u\n2,1,v\n3,1,v\n");
  // Numbers, as far as this file tells.
  expect_not_used(expect_same("predict", "c,b,y\n2,2,u\n3,3,v\n"));
  expect_not_used(expect_same("predict", "c,b,y\n2,2,u\n1x,3,v\n"));
}

TEST_F(CacheForModel, FillsGapsWithTheMeansOfTheModel) {
  const std::string test = "b,a,y\n1,NA,u\n,8,v\n2,3,u\n";
  train("a,b,y\n1,2,u\n4,7,v\n3,2,u\nNA,9,v\n", {"--missing", "mean"});
  for (const char* command : {"predict", "evaluate"}) expect_used(expect_same(command, test));
  expect_used(expect_same("predict", test, {"--missing", "zero"}));
  train("a,b,y\n1,2,u\n4,7,v\n3,2,u\n", {"--missing", "error"});
  expect_not_used(expect_same("predict", test));
  expect_used(expect_same("predict", test, {"--missing", "mean"}));
}

TEST_F(CacheForModel, CountsFeaturesAsToldTo) {
  train(sparse_rows(1, 12));
  const std::string from_zero = "-1 0:1 3:2\n+1 1:5\n";
  expect_not_used(expect_same("predict", from_zero));
  expect_used(expect_same("predict", from_zero, {"--index-base", "0"}));
}

TEST_F(CacheForModel, GoesByPositionWithoutNames) {
  train(table("aby", 1, 3, false));
  expect_same_everywhere(table("aby", 2, 3, false));
  train(sparse_rows(1, 2));
  expect_same_converted("predict", table("aby", 2, 3, false));
  expect_used(expect_same("predict", table("aby", 2, 3, false)));
}

// Rows of named features, in any order; the names end in numbers below `most`.
std::string named_rows(std::uint64_t seed, std::uint64_t most) {
  Random random(seed);
  std::string text;
  for (int i = 0; i < 200; ++i) {
    text += random.below(2) == 0 ? "-1 |n" : "1 |n";
    for (int k = 0; k < 5; ++k) {
      text += ' ' + std::string(1, static_cast<char>('a' + random.below(3))) +
              std::to_string(random.below(most)) + ':' + std::to_string(random.below(100)) + ".5";
    }
    text += "\n";
  }
  return text;
}

TEST_F(CacheForModel, FindsNamedFeaturesByName) {
  train(named_rows(1, 30));
  expect_same_everywhere(named_rows(2, 30));
  expect_same_everywhere(named_rows(3, 7));
  train(named_rows(1, 30), {"--cache"});
  EXPECT_EQ(run("predict", folder.path("train.txt.cache"), {}).out,
            run("predict", folder.path("train.txt"), {}).out);
}

TEST_F(CacheForModel, WithNewNamesIsLeftToTheFileUnlessTheyAreIgnored) {
  train(named_rows(1, 7));
  const std::string more = named_rows(2, 9);
  expect_not_used(expect_same("predict", more));
  expect_used(expect_same("predict", more, {"--features", "ignore-new"}));
  expect_same_converted("predict", more, {"--features", "ignore-new"});
  const std::string cache = folder.path("converted");
  const Outcome refused = run("predict", cache, {});
  EXPECT_EQ(refused.status, 3);
  EXPECT_NE(refused.err.find("expected one of the model's 21 features, found feature \"n^"),
            std::string::npos)
      << refused.err;
}

TEST_F(CacheForModel, OfOtherFeaturesIsRefused) {
  const std::vector<std::string> kinds = {named_rows(1, 7), sparse_rows(1, 2), table("aby", 1)};
  const std::vector<std::string> names = {"named features", "numbered features", "columns"};
  const std::string cache = folder.path("converted");
  for (std::size_t mine : {0U, 1U, 2U}) {
    for (std::size_t other : {0U, 1U, 2U}) {
      if (mine == other || (mine > 0 && other > 0)) continue;
      train(kinds[mine]);
      const std::string data = folder.file("test.txt", kinds[other]);
      ASSERT_EQ(run_program({"convert", data, "-o", cache}).status, 0);
      const Outcome outcome = run("predict", cache, {});
      EXPECT_EQ(outcome.status, 3);
      EXPECT_NE(outcome.err.find("expected " + names[mine] +
                                 " as in the model's training data, "
                                 "found " +
                                 names[other]),
                std::string::npos)
          << outcome.err;
      expect_not_used(expect_same("predict", kinds[other]));
    }
  }
}

TEST_F(CacheForModel, UsesTheCacheThatTrainingKept) {
  train(table("acby", 1), {"--cache"});
  const Outcome outcome = run("evaluate", folder.path("train.txt"), {"--cache"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.err.find("train.txt.cache was used"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.out, run("evaluate", folder.path("train.txt"), {}).out);
  EXPECT_EQ(run("evaluate", folder.path("train.txt"), {"--cache", "--quiet"}).err, "");
}

TEST_F(CacheForModel, MakesADamagedCacheAgain) {
  train(sparse_rows(1, 12));
  const std::string data = folder.file("test.txt", sparse_rows(2, 12));
  const std::string out = run("predict", data, {"--cache"}).out;
  std::string bytes = read_text(data + ".cache");
  bytes[70] = static_cast<char>(bytes[70] ^ 1);
  write_text(data + ".cache", bytes);
  const Outcome again = run("predict", data, {"--cache"});
  EXPECT_EQ(again.out, out);
  EXPECT_NE(again.err.find("is damaged and is made again"), std::string::npos) << again.err;
}

TEST_F(CacheForModel, IsNoPlaceForPredictions) {
  train(sparse_rows(1, 12));
  const std::string data = folder.file("test.txt", sparse_rows(2, 12));
  run("predict", data, {"--cache"});
  EXPECT_EQ(run("predict", data, {"--cache", "-o", data + ".cache"}).status, 2);
}

TEST_F(CacheForModel, IsNamedWhereAModelOrACertificateIsExpected) {
  const std::string data = folder.file("test.txt", sparse_rows(2, 12));
  const std::string cache = folder.path("cache");
  run_program({"convert", data, "-o", cache});
  model = cache;
  for (const Outcome& outcome :
       {run("predict", data, {}), run("evaluate", data, {}), run("verify", data, {}),
        run_program({"train", data, "--start", cache})}) {
    EXPECT_EQ(outcome.status, 3);
    EXPECT_NE(outcome.err.find("found a cache of data, not a "), std::string::npos) << outcome.err;
  }
}

TEST(Convert, WritesRegularFilesOnly) {
  const Folder folder;
  const std::string data = folder.file("data.svm", "1 1:1\n2 2:1\n");
  const std::string pipe = folder.path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& target : {std::string("/dev/null"), std::string("-"), pipe}) {
    const Outcome outcome = run_program({"convert", data, "-o", target});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("it has to be a regular file"), std::string::npos) << outcome.err;
  }
}

TEST(Convert, RefusesWhatMeansNothingToIt) {
  const Folder folder;
  const std::string data = folder.file("data.svm", "1 1:1\n2 2:1\n");
  const std::string cache = folder.path("cache");
  EXPECT_EQ(run_program({"convert", data, "-o", cache, "--features", "ignore-new"}).status, 2);
  EXPECT_EQ(run_program({"convert", data, "-o", cache, "--features", "7"}).status, 0);
  const Outcome again = run_program({"convert", cache, "-o", folder.path("copy")});
  EXPECT_EQ(again.status, 2);
  EXPECT_NE(again.err.find("is a cache already"), std::string::npos) << again.err;
}

TEST(InspectCache, KeepsAndUsesOne) {
  const Folder folder;
  const std::string data = folder.file("data.svm", sparse_rows(1, 12));
  const Outcome plain = run_program({"inspect", data, "--json"});
  const Outcome first = run_program({"inspect", data, "--json", "--cache"});
  const Outcome second = run_program({"inspect", data, "--json", "--cache"});
  EXPECT_NE(first.err.find("data.svm.cache was written"), std::string::npos) << first.err;
  EXPECT_NE(second.err.find("data.svm.cache was used"), std::string::npos) << second.err;
  EXPECT_EQ(first.json(), plain.json());
  EXPECT_EQ(second.json(), plain.json());
}

TEST(InspectCache, HasRoomForAsManyFeaturesAsThereAre) {
  const Folder folder;
  const std::string data = folder.file("wide.svm", "1 1:2 4294967295:1\n2 2:1\n");
  const std::string cache = folder.path("wide.cache");
  const Words limit = {"--most-features", "4294967295"};
  ASSERT_EQ(run_program(Words{"convert", data, "-o", cache} + limit).status, 0);
  for (const std::string& path : {data, cache}) {
    const Outcome outcome = run_program(Words{"inspect", path, "--json", "--top", "2"} + limit);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.json()["features"], 4294967295U);
    EXPECT_EQ(outcome.json()["ranges"].size(), 2U);
    EXPECT_EQ(outcome.json()["ranges"][0]["maximum"], 2);
  }
}

}  // namespace
}  // namespace perceptron::core::test
