// A grid of settings, cross-validated: one bank against one model after the other,
// and against others.

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/temporary.h"
#include "cases.h"
#include "clock.h"
#include "liblinear.h"
#include "library.h"
#include "process.h"
#include "report.h"
#include "scikit.h"
#include "tables.h"

namespace perceptron::core {
namespace {

std::vector<Candidate> grid(double from, double to, int count, bool offset) {
  std::vector<Candidate> candidates;
  for (int k = 0; k < count; ++k) {
    Candidate& each = candidates.emplace_back();
    each.learn.learner = Learner::squared_hinge;
    each.learn.offset = offset;
    each.learn.l2 =
        from * std::pow(to / from, static_cast<double>(k) / static_cast<double>(count - 1));
  }
  return candidates;
}

using Times = std::vector<double>;  // a turn each

constexpr int kTurns = 3;

// Work that takes minutes has one turn only, which stands against all of ours.
Cell against(const Times& peer, const Times& ours) { return ratio(Duel(peer, ours).ratio()); }
Cell median(const Times& times) { return duration(spread(times).middle); }

struct Search {
  Times processor;
  Times wall;
  std::vector<Validation> validations;
};

void search(const Dataset& data, const SplitSettings& settings,
            const std::vector<Candidate>& candidates, std::uint64_t threads, bool path,
            Search& into) {
  ValidationOptions options;
  options.path = path;
  options.threads = threads;
  options.measure_training = false;
  Listener silent;
  into.wall.push_back(seconds([&] {
    into.processor.push_back(processor_seconds(
        [&] { into.validations = cross_validate(data, candidates, settings, options, silent); }));
  }));
}

struct Searches {
  Search one;   // one bank, one thread
  Search two;   // two threads
  Search path;  // from each value of L2 to the next, one thread

  Searches(const Dataset& data, const SplitSettings& settings,
           const std::vector<Candidate>& candidates) {
    for (int turn = 0; turn < kTurns; ++turn) {
      search(data, settings, candidates, 1, false, one);
      search(data, settings, candidates, 2, false, two);
      search(data, settings, candidates, 1, true, path);
    }
  }
};

// The same models without a bank: those of one fold, times the folds.
Times one_by_one(const Dataset& data, const Split& split,
                 const std::vector<Candidate>& candidates) {
  const Dataset rows = data.select(split.training_rows(0));
  const Scheme scheme(Multiclass::one_vs_rest, data.classes.size());
  const Targets targets = scheme.targets();
  Listener silent;
  Times times;
  for (int turn = 0; turn < kTurns; ++turn) {
    times.push_back(split.folds * processor_seconds([&] {
                      for (const Candidate& candidate : candidates) {
                        for (std::uint64_t m = 0; m < scheme.models(); ++m)
                          fit({rows.matrix.view(), rows.labels}, targets.slice(m, 1),
                              candidate.learn, 1, silent);
                      }
                    }));
  }
  return times;
}

// The accuracy on the test rows of what the search chose, fitted to all rows.
double chosen_accuracy(const Dataset& train, const Dataset& test,
                       const std::vector<Candidate>& candidates, const Search& result) {
  const Candidate& chosen = candidates[*best_validation(result.validations)];
  Dataset both = train;
  both.append(test);
  Listener silent;
  return *cross_validate(both, chosen, TestSet{train.rows()}, {}, silent).accuracy;
}

// All classes of `train`, 5 folds, 8 values of L2, squared hinge, against
// scikit-learn and against ourselves one by one. The paths are those of the same
// rows as LIBSVM files.
void bench_grid_of_classes(const Dataset& train, const std::string& train_path, const Dataset& test,
                           const std::string& test_path) {
  SplitSettings settings;
  const Split split = split_rows(train, settings);
  const auto candidates = grid(1e-5, 1e-1, 8, true);
  const auto [one, two, path] = Searches(train, settings, candidates);
  ResultTable table("<>>>", {fmt::format("{} classes × 5 folds × 8 L2", train.classes.size()),
                             "time", "test accuracy", "ratio"});
  if (const GridPeer peer = scikit_grid()) {
    const TemporaryFolder folder("perceptron-bench");
    const std::string folds = folder.path("folds");
    std::ofstream file(folds);
    for (const std::uint32_t part : split.fold_of_row) file << part << '\n';
    file.close();
    std::vector<double> l2;
    for (const Candidate& each : candidates) l2.push_back(*each.learn.l2);
    auto run = peer(train_path, test_path, folds, l2);
    for (double& each : run.seconds) each *= split.folds;
    table.add({"scikit-learn GridSearchCV (one fold, times 5)", median(run.seconds),
               percent(run.accuracy), against(run.seconds, one.processor)});
  } else {
    fmt::print("(no scikit-learn: left out)\n");
  }
  const Times alone = one_by_one(train, split, candidates);
  table.add(
      {"ours, one by one (one fold, times 5)", median(alone), "", against(alone, one.processor)});
  table.add({"ours, one bank", median(one.processor),
             percent(chosen_accuracy(train, test, candidates, one)), "1"});
  table.add({"ours, along the path", median(path.processor),
             percent(chosen_accuracy(train, test, candidates, path)),
             against(path.processor, one.processor)});
  table.add({"by the wall, one thread", median(one.wall), "", ""});
  table.add({"by the wall, two threads", median(two.wall), "", against(one.wall, two.wall)});
  table.print();
}

// Two classes, 10 folds, 20 values of L2, against LIBLINEAR.
void bench_grid_of_two(const Dataset& train) {
  SplitSettings settings;
  settings.folds = 10;
  const Split split = split_rows(train, settings);
  const auto candidates = grid(1e-7, 1, 20, false);
  const auto [one, two, path] = Searches(train, settings, candidates);
  ResultTable table("<>>>", {"2 classes × 10 folds × 20 L2", "time", "best accuracy", "ratio"});
  const BinarySolver peer = liblinear();
  // The peer knows data that it has seen by their place.
  std::vector<Dataset> learned;
  for (std::uint32_t part = 0; part < split.folds; ++part)
    learned.push_back(train.select(split.training_rows(part)));
  for (const int solver : {2, 1}) {
    if (!peer) continue;
    double spent = 0;
    std::vector<double> right(candidates.size());
    for (std::uint32_t part = 0; part < split.folds; ++part) {
      const Dataset& rows = learned[part];
      const Dataset rest = train.select(split.test_rows(part));
      for (std::size_t c = 0; c < candidates.size(); ++c) {
        const double l2 = *candidates[c].learn.l2;
        BinaryProblem problem{"", &rows, 1, solver, 1 / (l2 * static_cast<double>(rows.rows()))};
        const SolverRun run = peer(problem);
        spent += run.seconds;
        Bank bank(train.features(), 1);
        bank.put(0, run.weights, 0);
        std::vector<double> scores(rest.rows());
        score(rest.matrix.view(), 0, rest.rows(), bank, scores);
        double correct = 0;
        for (std::uint64_t i = 0; i < rest.rows(); ++i)
          correct += (scores[i] >= 0) == (rest.labels[i] == 1) ? 1 : 0;
        right[c] += correct / static_cast<double>(rest.rows()) / split.folds;
      }
    }
    table.add({fmt::format("LIBLINEAR -s {} for each", solver), duration(spent),
               percent(*std::max_element(right.begin(), right.end())),
               against(Times{spent}, one.processor)});
  }
  const Times alone = one_by_one(train, split, candidates);
  table.add(
      {"ours, one by one (one fold, times 10)", median(alone), "", against(alone, one.processor)});
  table.add({"ours, one bank", median(one.processor),
             percent(*one.validations[*best_validation(one.validations)].accuracy), "1"});
  table.add({"ours, along the path", median(path.processor),
             percent(*path.validations[*best_validation(path.validations)].accuracy),
             against(path.processor, one.processor)});
  table.add({"by the wall, one thread", median(one.wall), "", ""});
  table.add({"by the wall, two threads", median(two.wall), "", against(one.wall, two.wall)});
  table.print();
}

}  // namespace

void bench_tuning(const std::vector<Case>& list) {
  for (const Case& each : list) {
    if (each.name.starts_with("a9a.train")) bench_grid_of_two(each.data);
    if (!each.name.starts_with("mnist.train")) continue;
    if (const auto test = test_set("mnist", each.data))
      bench_grid_of_classes(each.data, data_path(each.name), *test,
                            data_path("mnist.test.libsvm.gz"));
  }
}

}  // namespace perceptron::core
