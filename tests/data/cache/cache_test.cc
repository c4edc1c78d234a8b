// Caches: the rows that went in come out, to the last bit, in the smallest types.

#include "data/cache/cache.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "converted.h"
#include "model/train.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

void expect_same_through_cache(const Converted& it) {
  expect_same(it.loaded(), it.plain());
  expect_same(it.in_blocks(), it.plain());
}

TEST(Cache, KeepsRowsOfEveryKind) {
  expect_same_through_cache(Converted("+1 1:0.5 3:-2\n-1 2:1e2\n+1\n"));
  expect_same_through_cache(Converted("b 0:1 7:1\na 3:1\n"));
  expect_same_through_cache(Converted("1 1:0.1 70000:1\n2 5:1\n"));
  expect_same_through_cache(Converted("a,b,y\n1,2,u\n-3,0.1,v\n"));
  expect_same_through_cache(Converted("c,x,y\nred,1,u\nblue,0,v\nred,0,u\n"));
  expect_same_through_cache(Converted("2,3,5\n1,2,a\n-3,4,b\n0.5,0.25,a\n"));
  ReadSettings options;
  options.weight = "w";
  expect_same_through_cache(Converted("a,w,y\n1,2,u\n3,0.5,v\n", options));
  options = {};
  options.missing = MissingPolicy::mean;
  expect_same_through_cache(Converted("a,b,y\n1,2,u\nNA,4,v\n5,,u\n", options));
}

TEST(Cache, KeepsGapsForThoseWhoFillThemThemselves) {
  ReadSettings options;
  options.missing = MissingPolicy::mean;
  const Converted it("a,y\n1,u\nNA,v\n5,u\n", options);
  Reading keeping;
  keeping.keep_missing = true;
  EXPECT_TRUE(std::isnan(grid(read_dataset(it.cache, keeping).matrix)[1][0]));
  EXPECT_EQ(grid(it.loaded().matrix)[1][0], 3);
}

TEST(Cache, KeepsGroups) {
  ReadSettings options;
  options.group = "g";
  const Converted it("a,g,y\n1,p,u\n2,q,v\n5,p,u\n", options);
  EXPECT_EQ(it.loaded().groups, (std::vector<std::uint32_t>{0, 1, 0}));
  expect_same_through_cache(it);
}

TEST(Cache, TakesTheSmallestTypes) {
  const auto types = [](const std::string& text) {
    const Cache cache(Converted(text).cache);
    return std::string(cache.id_type()) + " " + cache.value_type();
  };
  EXPECT_EQ(types("1 1:1 3:1\n2 65536:1\n"), "uint16 ones");
  EXPECT_EQ(types("1 1:1 3:1\n2 65537:1\n"), "uint32 ones");
  EXPECT_EQ(types("1 1:0.5\n2 3:1\n"), "uint16 float32");
  EXPECT_EQ(types("1 1:0.5\n2 3:0.1\n"), "uint16 float64");
  EXPECT_EQ(types("1 1:0.1\n2 1000000:1\n"), "uint32 float64");
  EXPECT_EQ(types("1,u\n2,v\n"), "none float32");
}

TEST(Cache, SaysAgainWhatWasNotedOnReading) {
  const Converted it("1 0:1\n2 1:1\n");
  Notes notes;
  Reading reading;
  reading.listener = &notes;
  read_dataset(it.cache, reading);
  ASSERT_EQ(notes.sentences.size(), 1U);
  EXPECT_NE(notes.sentences[0].find("feature numbers start at 0"), std::string::npos);
}

// Rows enough for several blocks.
Converted large(std::uint64_t seed) {
  Random random(seed);
  std::string text;
  for (int i = 0; i < 9'000; ++i) {
    text += std::to_string(random.below(3));
    for (std::uint64_t j = 1; j < 60; j += 1 + random.below(5))
      text += " " + std::to_string(j) + ":" + std::to_string(1 + random.below(9));
    text += "\n";
  }
  return Converted(text);
}

TEST(Cache, KeepsManyBlocks) {
  const Converted it = large(1);
  const Cache cache(it.cache);
  EXPECT_GT(cache.blocks(), 2U);
  EXPECT_EQ(cache.rows(), 9'000U);
  EXPECT_EQ(cache.fingerprint(), it.plain().fingerprint());
  EXPECT_EQ(cache.nonzeros(), it.plain().matrix.nonzeros());
  expect_same_through_cache(it);
}

TEST(Cache, TrainsTheModelThatItsFileTrains) {
  const std::vector<std::string> texts = {"ones", "numbers", "wide"};
  for (const std::string& kind : texts) {
    Random random(7);
    std::string text;
    for (int i = 0; i < 300; ++i) {
      text += random.below(2) == 0 ? "a" : "b";
      for (std::uint64_t j = 1; j < 40; j += 1 + random.below(6))
        text += " " + std::to_string(j) + ":" +
                (kind == "ones"      ? "1"
                 : kind == "numbers" ? "0.5"
                                     : "0.1");
      text += "\n";
    }
    const Converted it(text);
    for (const char* learner : {"perceptron", "averaged", "pocket", "passive-aggressive", "hinge",
                                "squared-hinge", "logistic"}) {
      for (const char* solver : {"auto", "online", "newton", "dual"}) {
        TrainOptions options;
        options.learn.learner = by_name(learner);
        options.learn.solver = by_name(solver);
        options.learn.epochs = 3;
        if (std::string(solver) != "auto" && std::string(learner) != "logistic") continue;
        Listener silent;
        Dataset plain = it.plain();
        Dataset loaded = it.loaded();
        const Model a = train(plain, options, silent).model;
        const Model b = train(loaded, options, silent).model;
        EXPECT_EQ(a.planes[0].weights, b.planes[0].weights)
            << kind << ' ' << learner << ' ' << solver;
        EXPECT_EQ(a.planes[0].offset, b.planes[0].offset);
      }
    }
  }
}

TEST(Cache, IsReadAsAModelWantsIt) {
  const Converted it("a 1:1 2:3\nb 4:2\n");
  Schema schema;
  schema.features = 3;
  const Classes classes({"b", "a"});
  Reading reading;
  reading.schema = &schema;
  reading.classes = &classes;
  reading.labels = LabelUse::match;
  EXPECT_THROW(read_dataset(it.cache, reading), Error);
  reading.options.features.ignore_new = true;
  const Dataset data = read_dataset(it.cache, reading);
  EXPECT_EQ(data.labels, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(grid(data.matrix), (Grid{{1, 3, 0}, {0, 0, 0}}));
}

TEST(Cache, CountsFeaturesAsTheModelDoes) {
  const Converted from_zero("a 0:1 2:1\nb 1:1\n");
  const Converted from_one("a 1:1 2:1\nb 2:1\n");
  const Dataset zero = from_zero.plain();
  const Dataset one = from_one.plain();
  const auto read_for = [](const std::string& path, const Dataset& model) {
    Reading reading;
    reading.schema = &model.schema;
    reading.classes = &model.classes;
    reading.labels = LabelUse::match;
    return read_dataset(path, reading);
  };
  EXPECT_EQ(grid(read_for(from_one.cache, zero).matrix),
            grid(read_for(from_one.data, zero).matrix));
  EXPECT_THROW(read_for(from_zero.data, one), Error);
  EXPECT_THROW(read_for(from_zero.cache, one), Error);
}

TEST(Cache, RefusesOptionsThatAreSettled) {
  ReadSettings options;
  options.label = "first";
  const Converted it("y,a\nu,1\nv,2\n", options);
  EXPECT_NO_THROW(read_dataset(it.cache, it.reading));
  Reading other;
  other.options.label = "a";
  EXPECT_THROW(read_dataset(it.cache, other), Error);
  other.options = {};
  other.options.group = "a";
  EXPECT_THROW(read_dataset(it.cache, other), Error);
}

TEST(Cache, WithGapsIsValidatedAsItsFileIs) {
  ReadSettings options;
  options.missing = MissingPolicy::mean;
  std::string text = "a,b,y\n";
  for (int i = 0; i < 60; ++i)
    text += (i % 7 == 0 ? "NA" : std::to_string(i % 5)) + "," + std::to_string(i % 3) + "," +
            (i % 2 == 0 ? "u" : "v") + "\n";
  const Converted it(text, options);
  const auto accuracy = [&](const std::string& path, bool file) {
    std::vector<std::string> words = {"validate", path, "--epochs", "3", "--json"};
    if (file) words.insert(words.end(), {"--missing", "mean"});
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.json()["folds"];
  };
  EXPECT_EQ(accuracy(it.cache, false), accuracy(it.data, true));
}

}  // namespace
}  // namespace perceptron::core::test
