// Caches: the rows that went in come out, to the last bit, in the smallest types; what
// is damaged or old is told.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "base/random.h"
#include "data/cache/cache.h"
#include "data/cache/convert.h"
#include "data/generate.h"
#include "model/train.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

namespace fs = std::filesystem;

void expect_same(const Dataset& a, const Dataset& b) {
  EXPECT_EQ(a.fingerprint(), b.fingerprint());
  EXPECT_EQ(grid(a.matrix), grid(b.matrix));
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.weights, b.weights);
  EXPECT_EQ(a.groups, b.groups);
  EXPECT_EQ(a.classes.names(), b.classes.names());
  EXPECT_EQ(a.radius, b.radius);
  EXPECT_EQ(a.schema.feature_names(), b.schema.feature_names());
  EXPECT_EQ(a.matrix.layout(), b.matrix.layout());
}

// A text, read, and read through a cache.
struct Converted {
  explicit Converted(const std::string& text, const ReadSettings& options = {}) {
    reading.options = options;
    data = folder.file("data.txt", text);
    cache = folder.path("data.cache");
    convert(data, reading, cache);
  }
  Dataset plain() const { return read_dataset(data, reading); }
  Dataset loaded() const { return read_dataset(cache, {}); }
  Dataset in_blocks() const { return read_dataset(*open_reader(cache, {})); }

  Folder folder;
  Reading reading;
  std::string data;
  std::string cache;
};

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
        Dataset mapped = it.loaded();
        const Model a = train(plain, options, silent).model;
        const Model b = train(mapped, options, silent).model;
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

// ---- Damage ----

std::string opens(const std::string& path) {
  try {
    const Cache cache(path);
    cache.dataset(1);
    return "opened";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return in_options(error.message());
  }
}

TEST(Cache, IsRefusedCutShort) {
  const Converted it("+1 1:0.5 3:-2\n-1 2:1e2\n+1 1:1 2:2 3:3\n");
  const std::string whole = read_text(it.cache);
  const std::string path = it.folder.path("cut");
  for (std::size_t size = 8; size < whole.size(); ++size) {
    write_text(path, whole.substr(0, size));
    ASSERT_NE(opens(path), "opened") << size;
  }
  write_text(path, whole + "x");
  EXPECT_NE(opens(path), "opened");
}

TEST(Cache, IsRefusedWithAnyBitFlipped) {
  ReadSettings options;
  options.weight = "w";
  const Converted it("a,w,y\n1,2,u\n3,0.5,v\n", options);
  std::string bytes = read_text(it.cache);
  const std::string path = it.folder.path("flipped");
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const char old = bytes[at];
    bytes[at] = static_cast<char>(old ^ (1 << (at % 8)));
    write_text(path, bytes);
    ASSERT_NE(opens(path), "opened") << at;
    bytes[at] = old;
  }
}

TEST(Cache, OfAnotherVersionIsRefusedByName) {
  const Converted it("1 1:1\n2 2:1\n");
  std::string bytes = read_text(it.cache);
  bytes[8] = 9;
  const std::string path = it.folder.path("later");
  write_text(path, bytes);
  EXPECT_NE(opens(path).find("expected a cache of format version 1, found version 9"),
            std::string::npos)
      << opens(path);
}

// The file is the same one, so a mapping of it would change with it.
TEST(Cache, IsNotAffectedByWhatHappensToTheFileLater) {
  for (const char* text : {"+1 1:0.5 3:-2\n-1 2:1e2\n+1 1:1 2:2 3:3\n", "a,b,y\n1,2,u\n3,4,v\n"}) {
    const Converted it(text);
    const std::string whole = read_text(it.cache);
    for (const std::string& later : {std::string(), std::string(whole.size(), '\xff')}) {
      const Dataset loaded = it.loaded();
      const auto reader = open_reader(it.cache, {});
      write_text(it.cache, later);
      expect_same(loaded, it.plain());
      try {
        read_dataset(*reader);
        ADD_FAILURE() << "read rows that are no longer there";
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
      }
      write_text(it.cache, whole);
    }
  }
}

TEST(Cache, FromStandardInputIsToldToBeNamed) {
  const Converted it("1 1:1\n2 2:1\n");
  const Outcome outcome = run_program({"train", "-"}, read_text(it.cache));
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.err.find("a cache"), std::string::npos) << outcome.err;
}

// ---- Beside the file ----

struct Beside {
  // Reads, and returns the notes but for the last, which tells what became of the cache.
  std::vector<std::string> read() {
    Notes notes;
    Reading reading;
    reading.options = options;
    reading.options.cache = true;
    reading.listener = &notes;
    data = read_dataset(path, reading);
    outcome = notes.sentences.back().substr(notes.sentences.back().find("was "));
    if (outcome == "was written" || outcome == "was used") notes.sentences.pop_back();
    return notes.sentences;
  }
  Folder folder;
  std::string path = folder.file("data.txt", "1 1:1\n2 2:1\n");
  ReadSettings options;
  Dataset data;
  std::string outcome;
};

TEST(CacheBeside, IsMadeAndUsed) {
  Beside it;
  EXPECT_TRUE(it.read().empty());
  EXPECT_EQ(it.outcome, "was written");
  EXPECT_EQ(it.folder.names(), (std::vector<std::string>{"data.txt", "data.txt.cache"}));
  EXPECT_STREQ(it.data.matrix.value_type(), "ones") << "was not mapped";
  const auto made = fs::last_write_time(it.path + ".cache");
  EXPECT_TRUE(it.read().empty());
  EXPECT_EQ(it.outcome, "was used");
  EXPECT_EQ(fs::last_write_time(it.path + ".cache"), made) << "was made again";
  EXPECT_EQ(it.data.name, it.path);
}

TEST(CacheBeside, IsMadeAgainWhenTheFileChanged) {
  Beside it;
  it.read();
  write_text(it.path, "1 1:1\n2 3:1\n");
  fs::last_write_time(it.path, fs::last_write_time(it.path) + std::chrono::seconds(5));
  const auto notes = it.read();
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("is of an older file and is made again"), std::string::npos) << notes[0];
  EXPECT_EQ(it.data.features(), 3U);
  EXPECT_TRUE(it.read().empty());
}

TEST(CacheBeside, IsMadeAgainAfterAnEditOfEqualSizeAndTime) {
  Beside it;
  for (const char* pause : {"none", "some"}) {
    write_text(it.path, "1 1:1\n2 2:1\n");
    if (pause == std::string("some")) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    it.read();
    const auto time = fs::last_write_time(it.path);
    write_text(it.path, "1 1:1\n2 3:1\n");
    fs::last_write_time(it.path, time);
    it.read();
    EXPECT_EQ(it.outcome, "was written") << pause;
    EXPECT_EQ(it.data.features(), 3U) << pause;
  }
}

TEST(CacheBeside, IsUsedWhenOnlyTheTimeChanged) {
  Beside it;
  it.read();
  fs::last_write_time(it.path, fs::last_write_time(it.path) + std::chrono::seconds(5));
  EXPECT_TRUE(it.read().empty());
  EXPECT_STREQ(it.data.matrix.value_type(), "ones");
}

TEST(CacheBeside, IsMadeAgainForOtherOptions) {
  Beside it;
  it.read();
  it.options.features.count = 9;
  EXPECT_EQ(it.read().size(), 1U);
  EXPECT_EQ(it.data.features(), 9U);
}

TEST(CacheBeside, IsMadeAgainWhenItIsDamaged) {
  Beside it;
  it.read();
  std::string bytes = read_text(it.path + ".cache");
  bytes.resize(bytes.size() - 3);
  write_text(it.path + ".cache", bytes);
  const auto notes = it.read();
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("is damaged"), std::string::npos) << notes[0];
  EXPECT_TRUE(it.read().empty());
  bytes = read_text(it.path + ".cache");
  bytes[64] = static_cast<char>(bytes[64] ^ 1);  // in a row
  write_text(it.path + ".cache", bytes);
  EXPECT_EQ(it.read().size(), 1U);
  EXPECT_TRUE(it.read().empty());
}

TEST(CacheBeside, DoesNotReplaceWhatIsNoCache) {
  Beside it;
  write_text(it.path + ".cache", "precious");
  const auto notes = it.read();
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("exists already and is not a cache"), std::string::npos) << notes[0];
  EXPECT_EQ(read_text(it.path + ".cache"), "precious");
  EXPECT_EQ(it.data.rows(), 2U);
}

TEST(CacheBeside, NoticesOtherLabelsAndGroups) {
  Beside it;
  it.path = it.folder.file("data.csv", "g,a,y\np,1,u\nq,2,v\n");
  it.read();
  EXPECT_EQ(it.data.features(), 3U);
  it.options.group = "g";
  EXPECT_EQ(it.read().size(), 1U);
  EXPECT_EQ(it.data.features(), 1U);
  EXPECT_EQ(it.data.groups.size(), 2U);
}

}  // namespace
}  // namespace perceptron::core::test
