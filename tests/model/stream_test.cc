// Rows that stream by teach what rows in memory teach.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/random.h"
#include "data/cache/cache.h"
#include "data/cache/convert.h"
#include "model/file.h"
#include "model/streams.h"
#include "model/train.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

std::string rows_text(std::uint64_t seed, std::uint64_t rows, std::uint64_t classes) {
  Random random(seed);
  std::string text;
  for (std::uint64_t i = 0; i < rows; ++i) {
    const std::uint64_t label = i < classes ? i : random.below(classes);
    text += "c" + std::to_string(label);
    for (std::uint64_t j = 1 + label; j < 40; j += 1 + random.below(8))
      text += " " + std::to_string(j) + ":0." + std::to_string(1 + random.below(999));
    text += "\n";
  }
  return text;
}

// A file, and a cache of it.
struct Files {
  explicit Files(const std::string& text) : path(folder.file("data.txt", text)) {
    convert(path, reading, cache);
  }
  Folder folder;
  Reading reading;
  std::string path;
  std::string cache = folder.path("data.cache");
};

Model streamed(DataStream& stream, const TrainOptions& options) {
  Listener silent;
  return train_stream(stream, options, false, silent).model;
}

Model in_memory(const Files& files, const TrainOptions& options) {
  Listener silent;
  Dataset data = read_dataset(files.path, files.reading);
  return train(data, options, silent).model;
}

void expect_same_planes(const Model& a, const Model& b) {
  ASSERT_EQ(a.planes.size(), b.planes.size());
  EXPECT_EQ(a.classes, b.classes);
  for (std::size_t m = 0; m < a.planes.size(); ++m) {
    EXPECT_EQ(a.planes[m].weights, b.planes[m].weights) << "plane " << m;
    EXPECT_EQ(a.planes[m].offset, b.planes[m].offset) << "plane " << m;
  }
}

TrainOptions options_of(const std::string& learner, const std::string& multiclass) {
  TrainOptions options;
  options.learn.learner = by_name(learner);
  options.learn.multiclass = by_name(multiclass);
  options.learn.order = VisitOrder::file;
  options.learn.epochs = 4;
  options.learn.solver = Solver::automatic;
  return options;
}

TEST(Stream, TeachesWhatTheSameRowsInMemoryTeach) {
  for (const std::uint64_t classes : {2U, 4U}) {
    const Files files(rows_text(classes, 3'000, classes));
    for (const std::string learner :
         {"perceptron", "averaged", "passive-aggressive", "averaged-passive-aggressive", "hinge",
          "squared-hinge", "logistic"}) {
      for (const std::string multiclass : {"one-vs-rest", "one-vs-one", "joint"}) {
        if (multiclass == "joint" &&
            (classes == 2 || learner.find('h') != std::string::npos || learner == "logistic"))
          continue;
        SCOPED_TRACE(learner + " " + multiclass + " " + std::to_string(classes));
        TrainOptions options = options_of(learner, multiclass);
        const auto text = stream_text(files.path, files.reading);
        const auto cache = stream_cache(Cache(files.cache), "data", {false, 1});
        const Model from_text = streamed(*text, options);
        options.threads = 3;
        const Model from_cache = streamed(*cache, options);
        expect_same_planes(from_cache, from_text);
        options.learn.solver = Solver::online;  // as streams take it
        expect_same_planes(from_text, in_memory(files, options));
      }
    }
  }
}

TEST(Stream, WeighsClassesAsInMemory) {
  const Files files(rows_text(3, 1'000, 3));
  TrainOptions options = options_of("averaged", "one-vs-rest");
  options.learn.class_weight.balanced = true;
  options.scale = ScalingKind::unit;
  const auto text = stream_text(files.path, files.reading);
  expect_same_planes(streamed(*text, options), in_memory(files, options));
}

TEST(Stream, ScalesAsInMemory) {
  const Files files(rows_text(4, 30'000, 3));
  for (const ScalingKind scale : {ScalingKind::standard, ScalingKind::maxabs, ScalingKind::unit}) {
    TrainOptions options = options_of("averaged", "one-vs-rest");
    options.scale = scale;
    const Model expected = in_memory(files, options);
    const auto text = stream_text(files.path, files.reading);
    const auto cache = stream_cache(Cache(files.cache), "data", {false, 1});
    for (DataStream* stream : {text.get(), cache.get()}) {
      const Model model = streamed(*stream, options);
      EXPECT_EQ(model.scaling.scale, expected.scaling.scale);
      EXPECT_EQ(model.scaling.shift, expected.scaling.shift);
      expect_same_planes(model, expected);
    }
  }
}

TEST(Stream, OfDenseRowsCentresThem) {
  const Folder folder;
  std::string text;
  for (int i = 0; i < 500; ++i)
    text += fmt::format("{},{},{}\n", 100 + i % 7, 3 * (i % 5) - 1, i % 7 > 3 ? "up" : "down");
  const std::string path = folder.file("table.csv", text);
  for (const char* scale : {"standard", "maxabs", "auto"}) {
    const std::vector<std::string> words = {"train", path,       "--scale", scale, "--order",
                                            "file",  "--epochs", "5",       "-q",  "-o"};
    auto streaming = words;
    streaming.insert(streaming.end(), {folder.path("stream.model"), "--memory", "64M"});
    auto whole = words;
    whole.push_back(folder.path("whole.model"));
    ASSERT_EQ(run_program(streaming).status, 0);
    ASSERT_EQ(run_program(whole).status, 0);
    const Model a = load_model(folder.path("stream.model"));
    const Model b = load_model(folder.path("whole.model"));
    EXPECT_EQ(a.scaling.shift, b.scaling.shift);
    EXPECT_EQ(a.scaling.scale, b.scaling.scale);
    expect_same_planes(a, b);
  }
}

TEST(Stream, OfACacheVisitsEveryRowOnceAPassInAnOrderOfTheSeed) {
  const Files files(rows_text(5, 30'000, 2));
  const Cache cache(files.cache);
  ASSERT_GT(cache.blocks(), 2U);
  const auto visits = [&](std::uint64_t seed, std::uint64_t pass) {
    const auto stream = stream_cache(cache, "data", {true, seed});
    std::vector<double> seen;  // a mark of each row
    RowBatch batch;
    stream->start(pass);
    while (stream->next(batch)) {
      std::visit(
          [&](const auto& rows) {
            for (const std::uint64_t i : batch.order) {
              double mark = batch.examples.labels[i];
              for (std::uint64_t k = 0; k < rows[i].size; ++k)
                mark += rows[i].value(k) * static_cast<double>(rows[i].feature(k) + 1);
              seen.push_back(mark);
            }
          },
          batch.examples.rows);
    }
    return seen;
  };
  const auto first = visits(1, 1);
  EXPECT_EQ(first.size(), 30'000U);
  EXPECT_EQ(visits(1, 1), first);
  EXPECT_NE(visits(1, 2), first);
  EXPECT_NE(visits(2, 1), first);
  auto sorted = first;
  auto other = visits(1, 2);
  std::sort(sorted.begin(), sorted.end());
  std::sort(other.begin(), other.end());
  EXPECT_EQ(sorted, other);
}

TEST(Stream, ReadsTextOnlyWhereItsRowsAreFinal) {
  const Folder folder;
  EXPECT_EQ(stream_text(folder.file("a.csv", "a,y\n1,u\n2,v\n"), {}), nullptr);
  const auto odd =
      stream_text(folder.file("b.svm", "# by hand\n1 qid:1 0:1 # zero\n\n2 3:1\n1\n"), {});
  ASSERT_NE(odd, nullptr);
  EXPECT_EQ(odd->features(), 4U);
  EXPECT_EQ(odd->rows(), 3U);
}

// ---- The command ----

Words train_words(const std::string& data, const Words& more) {
  return Words{"train", data, "--epochs", "3", "--json"} + more;
}

TEST(StreamCommand, DoesNotDependOnTheMemoryOrTheThreads) {
  const Files files(rows_text(6, 5'000, 3));
  const auto models = [&](const std::string& memory, const std::string& threads) {
    return run_program(train_words(files.cache, {"--memory", memory, "--threads", threads}))
        .json()["models"];
  };
  const auto first = models("64M", "1");
  EXPECT_EQ(first.size(), 3U);
  EXPECT_EQ(models("2G", "1"), first);
  EXPECT_EQ(models("64M", "3"), first);
  // Through a temporary cache, and through one that is kept.
  EXPECT_EQ(run_program(train_words(files.path, {"--memory", "64M"})).json()["models"], first);
  EXPECT_EQ(run_program(train_words(files.path, {"--memory", "64M", "--cache"})).json()["models"],
            first);
  EXPECT_TRUE(is_cache(files.path + ".cache"));
}

TEST(StreamCommand, TakesFivePassesOfALossWhateverTheSolverIsCalled) {
  const Files files(rows_text(8, 300, 2));
  const auto epochs = [&](const Words& more) {
    const Words words = {"train",    files.cache, "--learner", "logistic",
                         "--memory", "64M",       "--json"};
    return run_program(words + more).json()["epochs"];
  };
  EXPECT_EQ(epochs({}), epochs({"--solver", "online"}));
}

TEST(StreamCommand, SaysWhatCannotStream) {
  const Files files(rows_text(7, 100, 2));
  const auto failure = [&](const std::vector<std::string>& more) {
    const Outcome outcome = run_program(train_words(files.cache, more));
    EXPECT_EQ(outcome.status, 2);
    return outcome.err;
  };
  EXPECT_NE(failure({"--memory", "64M", "--learner", "pocket"}).find("needs all rows in memory"),
            std::string::npos);
  EXPECT_NE(failure({"--memory", "64M", "--calibrate", "sigmoid"}).find("needs all rows at once"),
            std::string::npos);
  EXPECT_NE(failure({"--memory", "64M", "--learner", "hinge", "--solver", "dual"}).find("online"),
            std::string::npos);
  EXPECT_NE(failure({"--memory", "much"}).find("256M"), std::string::npos);
}

TEST(StreamCommand, NamesTheLeastMemoryInTheUnitOfTheUser) {
  const Files files(rows_text(7, 100, 2));
  const std::string words = "the minimum is --memory ";
  for (const std::string size : {"1K", "1000", "1M", "1mb", "0.001G"}) {
    const Outcome refused = run_program(train_words(files.cache, {"--memory", size}));
    EXPECT_EQ(refused.status, 2);
    const auto at = refused.err.find(words);
    ASSERT_NE(at, std::string::npos) << refused.err;
    std::string least = refused.err.substr(at + words.size());
    least.resize(least.find('\n'));
    EXPECT_EQ(least.find_first_of("KMG") == std::string::npos, size == "1000") << least;
    EXPECT_EQ(run_program(train_words(files.cache, {"--memory", least})).status, 0) << least;
  }
}

}  // namespace
}  // namespace perceptron::core::test
