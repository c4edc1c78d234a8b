#include "classes.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "cli/text_table.h"
#include "clock.h"
#include "contest.h"
#include "perceptron.h"

namespace perceptron {
namespace {

double accuracy(const Dataset& data, const std::vector<std::vector<double>>& weights) {
  std::uint64_t right = 0;
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          const auto row = rows[i];
          double highest = -std::numeric_limits<double>::infinity();
          std::size_t answer = 0;
          for (std::size_t m = 0; m < weights.size(); ++m) {
            double s = 0;
            for (std::uint64_t k = 0; k < row.size; ++k) {
              if (row.feature(k) < weights[m].size())
                s += row.value(k) * weights[m][row.feature(k)];
            }
            if (s > highest) {
              highest = s;
              answer = m;
            }
          }
          right += answer == data.labels[i] ? 1U : 0U;
        }
      },
      data.matrix.view());
  return static_cast<double>(right) / static_cast<double>(data.rows());
}

}  // namespace

ClassesSolver our_classes(Together together, double tolerance) {
  return [=](const ClassesProblem& problem) {
    const Dataset& data = *problem.train;
    const std::uint64_t classes = data.classes.size();
    const Targets targets = Scheme("one-vs-rest", classes).targets();
    const Loss loss = BinaryProblem{"", &data, 0, problem.solver, problem.c}.loss();
    LearnSettings settings;
    settings.learner = loss == Loss::hinge           ? "hinge"
                       : loss == Loss::squared_hinge ? "squared-hinge"
                                                     : "logistic";
    settings.offset = false;
    settings.l2 = fmt::format("{}", 1 / (problem.c * static_cast<double>(data.rows())));
    settings.tolerance = tolerance;
    const Examples examples{data.matrix.view(), data.labels};
    Listener silent;
    std::vector<Fit> fits;
    ClassesRun result;
    result.seconds = processor_seconds([&] {
      if (together == Together::yes) {
        fits = fit(examples, targets, settings, 1, silent);
      } else {
        for (std::uint64_t m = 0; m < classes; ++m)
          fits.push_back(std::move(fit(examples, targets.slice(m, 1), settings, 1, silent)[0]));
      }
    });
    for (Fit& each : fits) result.weights.push_back(std::move(each.weights));
    return result;
  };
}

void print_classes_contest(const std::string& peer_name, const ClassesSolver& peer,
                           const std::string& our_name, const ClassesSolver& ours,
                           const std::vector<ClassesProblem>& problems) {
  constexpr int kTurns = 5;
  TextTable table("<>>>>>>");
  table.add({"all classes", "solver", peer_name, "accuracy", our_name, "accuracy", "ratio"});
  for (const ClassesProblem& each : problems) {
    ClassesRun theirs;
    ClassesRun mine;
    const auto take_turn = [&](const ClassesSolver& solver, ClassesRun& best) {
      if (!solver) return;
      ClassesRun run = solver(each);
      if (run.seconds < best.seconds) best = std::move(run);
    };
    for (int turn = 0; turn < kTurns; ++turn) {
      take_turn(peer, theirs);
      take_turn(ours, mine);
    }
    const auto time = [](const ClassesRun& run) {
      return run.weights.empty() ? "–" : fmt::format("{:.3f} s", run.seconds);
    };
    const auto right = [&](const ClassesRun& run) {
      return run.weights.empty() ? "–"
                                 : fmt::format("{:.2f} %", 100 * accuracy(*each.test, run.weights));
    };
    table.add({each.name, fmt::format("-s {} -c {}", each.solver, each.c), time(theirs),
               right(theirs), time(mine), right(mine),
               peer && ours ? fmt::format("{:.2f}", theirs.seconds / mine.seconds) : "–"});
  }
  fmt::print("{}\n", table.text(""));
  std::fflush(stdout);
}

}  // namespace perceptron
