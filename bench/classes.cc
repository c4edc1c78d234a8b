#include "classes.h"

#include <fmt/format.h>

#include <utility>

#include "clock.h"
#include "contest.h"
#include "library.h"
#include "report.h"

namespace perceptron::core {
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

Targets one_against_rest(std::uint64_t classes, std::uint64_t models) {
  Targets targets(classes, models);
  for (std::uint64_t m = 0; m < models; ++m) {
    for (std::uint64_t c = 0; c < classes; ++c) targets.sign(c, m) = c == m % classes ? 1 : -1;
  }
  return targets;
}

ClassesSolver our_classes(Together together, double tolerance) {
  return [=](const ClassesProblem& problem) {
    const Dataset& data = *problem.train;
    const std::uint64_t classes = data.classes.size();
    const Targets targets = Scheme(Multiclass::one_vs_rest, classes).targets();
    const Loss loss = BinaryProblem{"", &data, 0, problem.solver, problem.c}.loss();
    LearnSettings settings;
    settings.learner = loss == Loss::hinge           ? Learner::hinge
                       : loss == Loss::squared_hinge ? Learner::squared_hinge
                                                     : Learner::logistic;
    settings.offset = false;
    settings.l2 = 1 / (problem.c * static_cast<double>(data.rows()));
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
  ResultTable table(
      "<>>>>>>", {"all classes", "solver", peer_name, "accuracy", our_name, "accuracy", "ratio"});
  for (const ClassesProblem& each : problems) {
    std::vector<double> times[2];
    ClassesRun last[2];
    for (int turn = 0; turn < kTurns; ++turn) {
      for (const int side : {0, 1}) {
        const ClassesSolver& solver = side == 0 ? peer : ours;
        if (!solver) continue;
        last[side] = solver(each);
        times[side].push_back(last[side].seconds);
      }
    }
    const Duel duel(times[0], times[1]);
    const auto time = [](const ClassesSolver& solver, double seconds) {
      return solver ? duration(seconds) : none();
    };
    const auto right = [&](const ClassesRun& run) {
      return run.weights.empty() ? none() : percent(accuracy(*each.test, run.weights));
    };
    table.add({each.name, fmt::format("-s {} -c {}", each.solver, each.c), time(peer, duel.peer()),
               right(last[0]), time(ours, duel.ours()), right(last[1]), ratio(duel.ratio())});
  }
  table.print();
}

}  // namespace perceptron::core
