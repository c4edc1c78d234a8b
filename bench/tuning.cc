#include "tuning.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/text_table.h"
#include "clock.h"
#include "liblinear.h"
#include "perceptron.h"
#include "process.h"
#include "scikit.h"

namespace perceptron {
namespace {

std::vector<Candidate> grid(double from, double to, int count, bool offset) {
  std::vector<Candidate> candidates;
  for (int k = 0; k < count; ++k) {
    Candidate& each = candidates.emplace_back();
    each.learn.learner = "squared-hinge";
    each.learn.offset = offset;
    each.learn.l2 = fmt::format(
        "{}", from * std::pow(to / from, static_cast<double>(k) / static_cast<double>(count - 1)));
  }
  return candidates;
}

std::string text(double seconds) { return fmt::format("{:.2f} s", seconds); }
std::string ratio(double peer, double ours) { return fmt::format("{:.1f}", peer / ours); }

struct Search {
  double processor = 0;
  double wall = 0;
  std::vector<Trial> trials;
};

Search search(const Dataset& data, const SplitSettings& settings,
              const std::vector<Candidate>& candidates, std::uint64_t threads, bool path = false) {
  TrialOptions options;
  options.path = path;
  options.threads = threads;
  options.measure_training = false;
  Listener silent;
  Search result;
  result.wall = seconds([&] {
    result.processor = processor_seconds(
        [&] { result.trials = run_trials(data, settings, candidates, options, silent); });
  });
  return result;
}

// The same models without a bank: those of one fold, times the folds.
double one_by_one(const Dataset& data, const Split& split,
                  const std::vector<Candidate>& candidates) {
  const Dataset rows = data.select(split.learned(0));
  const Scheme scheme("one-vs-rest", data.classes.size());
  const Targets targets = scheme.targets();
  Listener silent;
  const double one = processor_seconds([&] {
    for (const Candidate& candidate : candidates) {
      for (std::uint64_t m = 0; m < scheme.models(); ++m)
        fit({rows.matrix.view(), rows.labels}, targets.slice(m, 1), candidate.learn, 1, silent);
    }
  });
  return one * static_cast<double>(split.parts);
}

// The accuracy on the test rows of what the search chose, fitted to all rows.
double chosen_accuracy(const Dataset& train, const Dataset& test,
                       const std::vector<Candidate>& candidates, const Search& result) {
  const Candidate& chosen = candidates[*best_trial(result.trials)];
  Dataset both = train;
  both.append(test);
  Listener silent;
  return *run_trials(both, TestRows{train.rows()}, {&chosen, 1}, {}, silent)[0].accuracy;
}

std::string percent(double share) { return fmt::format("{:.2f} %", 100 * share); }

}  // namespace

void bench_grid_of_classes(const Dataset& train, const std::string& train_path, const Dataset& test,
                           const std::string& test_path) {
  SplitSettings settings;
  const Split split = split_rows(train, settings);
  const auto candidates = grid(1e-5, 1e-1, 8, true);
  const Search one = search(train, settings, candidates, 1);
  const Search two = search(train, settings, candidates, 2);
  const Search path = search(train, settings, candidates, 1, true);
  TextTable table("<>>>");
  table.add({fmt::format("{} classes × 5 folds × 8 L2", train.classes.size()), "time",
             "test accuracy", "ratio"});
  if (const GridPeer peer = scikit_grid()) {
    const TemporaryFolder folder;
    const std::string folds = folder.path("folds");
    std::ofstream file(folds);
    for (const std::uint32_t part : split.part_of_row) file << part << '\n';
    file.close();
    std::vector<double> l2;
    for (const Candidate& each : candidates) l2.push_back(std::stod(each.learn.l2));
    const auto run = peer(train_path, test_path, folds, l2);
    table.add({"scikit-learn GridSearchCV (one fold, times 5)", text(run.seconds * split.parts),
               percent(run.accuracy), ratio(run.seconds * split.parts, one.processor)});
  } else {
    fmt::print("(no scikit-learn: left out)\n");
  }
  const double alone = one_by_one(train, split, candidates);
  table.add({"ours, one by one (one fold, times 5)", text(alone), "", ratio(alone, one.processor)});
  table.add({"ours, one bank", text(one.processor),
             percent(chosen_accuracy(train, test, candidates, one)), "1"});
  table.add({"ours, along the path", text(path.processor),
             percent(chosen_accuracy(train, test, candidates, path)),
             ratio(path.processor, one.processor)});
  table.add({"by the wall, one thread", text(one.wall), "", ""});
  table.add({"by the wall, two threads", text(two.wall), "", ratio(one.wall, two.wall)});
  fmt::print("{}\n", table.text(""));
  std::fflush(stdout);
}

void bench_grid_of_two(const Dataset& train) {
  SplitSettings settings;
  settings.folds = 10;
  const Split split = split_rows(train, settings);
  const auto candidates = grid(1e-7, 1, 20, false);
  const Search one = search(train, settings, candidates, 1);
  const Search two = search(train, settings, candidates, 2);
  const Search path = search(train, settings, candidates, 1, true);
  TextTable table("<>>>");
  table.add({"2 classes × 10 folds × 20 L2", "time", "best accuracy", "ratio"});
  const Solver peer = liblinear();
  // The peer knows data that it has seen by their place.
  std::vector<Dataset> learned;
  for (std::uint32_t part = 0; part < split.parts; ++part)
    learned.push_back(train.select(split.learned(part)));
  for (const int solver : {2, 1}) {
    if (!peer) continue;
    double spent = 0;
    std::vector<double> right(candidates.size());
    for (std::uint32_t part = 0; part < split.parts; ++part) {
      const Dataset& rows = learned[part];
      const Dataset rest = train.select(split.tried(part));
      for (std::size_t c = 0; c < candidates.size(); ++c) {
        const double l2 = std::stod(candidates[c].learn.l2);
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
        right[c] += correct / static_cast<double>(rest.rows()) / split.parts;
      }
    }
    table.add({fmt::format("LIBLINEAR -s {} for each", solver), text(spent),
               percent(*std::max_element(right.begin(), right.end())),
               ratio(spent, one.processor)});
  }
  const double alone = one_by_one(train, split, candidates);
  table.add(
      {"ours, one by one (one fold, times 10)", text(alone), "", ratio(alone, one.processor)});
  table.add({"ours, one bank", text(one.processor),
             percent(*one.trials[*best_trial(one.trials)].accuracy), "1"});
  table.add({"ours, along the path", text(path.processor),
             percent(*path.trials[*best_trial(path.trials)].accuracy),
             ratio(path.processor, one.processor)});
  table.add({"by the wall, one thread", text(one.wall), "", ""});
  table.add({"by the wall, two threads", text(two.wall), "", ratio(one.wall, two.wall)});
  fmt::print("{}\n", table.text(""));
  std::fflush(stdout);
}

}  // namespace perceptron
