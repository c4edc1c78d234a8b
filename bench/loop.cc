// The loop of the perceptron: one model, and many as a bank.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "cases.h"
#include "classes.h"
#include "clock.h"
#include "library.h"
#include "report.h"
#include "tables.h"

namespace perceptron::core {
namespace {

// The perceptron for one model as one would write it by hand: compressed rows
// of doubles, a shuffled order made beforehand, nothing else counted.
struct ByHand {
  std::vector<std::uint64_t> starts = {0};
  std::vector<std::uint32_t> ids;
  std::vector<double> values;
  std::vector<double> y;
  bool dense;
  std::uint64_t features;

  ByHand(const Dataset& data, std::uint32_t positive)
      : dense(data.matrix.layout() == Matrix::Layout::dense), features(data.features()) {
    std::visit(
        [&](const auto& rows) {
          for (std::uint64_t i = 0; i < rows.rows; ++i) {
            const auto row = rows[i];
            for (std::uint64_t k = 0; k < row.size; ++k) {
              ids.push_back(static_cast<std::uint32_t>(row.feature(k)));
              values.push_back(row.value(k));
            }
            starts.push_back(values.size());
            y.push_back(data.labels[i] == positive ? 1 : -1);
          }
        },
        data.matrix.view());
  }

  std::uint64_t run(const std::vector<std::vector<std::uint64_t>>& orders) const {
    std::vector<double> w(features);
    double b = 0;
    std::uint64_t mistakes = 0;
    for (const auto& order : orders) {
      for (const std::uint64_t i : order) {
        double s = b;
        if (dense) {
          const double* x = values.data() + i * features;
          for (std::uint64_t j = 0; j < features; ++j) s += x[j] * w[j];
          if (y[i] * s > 0) continue;
          for (std::uint64_t j = 0; j < features; ++j) w[j] += y[i] * x[j];
        } else {
          for (std::uint64_t k = starts[i]; k < starts[i + 1]; ++k) s += values[k] * w[ids[k]];
          if (y[i] * s > 0) continue;
          for (std::uint64_t k = starts[i]; k < starts[i + 1]; ++k) w[ids[k]] += y[i] * values[k];
        }
        b += y[i];
        ++mistakes;
      }
    }
    return mistakes;
  }
};

}  // namespace

void bench_single_loop(const std::vector<Case>& list) {
  constexpr std::uint64_t kEpochs = 5;
  ResultTable table("<>>>>", {"one model, 5 passes", "mistakes", "by hand", "ours", "ratio"});
  for (const Case& each : list) {
    const ByHand by_hand(each.data, 0);
    LearnSettings settings;
    settings.epochs = kEpochs;
    std::uint64_t mistakes = 0;
    std::uint64_t ours = 0;
    const Duel duel(
        [&] {
          // Shuffling is part of the work of both.
          std::vector<std::vector<std::uint64_t>> orders(
              kEpochs, std::vector<std::uint64_t>(each.data.rows()));
          for (std::uint64_t t = 0; t < kEpochs; ++t) {
            for (std::uint64_t i = 0; i < orders[t].size(); ++i) orders[t][i] = i;
            Random random(settings.seed, t + 1);
            shuffle(orders[t], random);
          }
          mistakes = by_hand.run(orders);
        },
        [&] {
          ours = fit_quietly(each.data, one_against_rest(each.data.classes.size(), 1), settings)[0]
                     .updates;
        });
    table.add({each.name, fmt::format("{} / {}", mistakes, ours), duration(duel.peer()),
               duration(duel.ours()), ratio(duel.ratio())});
  }
  table.print();
}

void bench_bank(const std::vector<Case>& list) {
  ResultTable table("<>>>>", {"averaged, 10 passes", "models", "one by one", "bank", "ratio"});
  for (const Case& each : list) {
    for (const std::uint64_t models : {10U, 80U}) {
      LearnSettings settings;
      settings.epochs = 10;
      settings.learner = Learner::averaged;
      const Targets targets = one_against_rest(each.data.classes.size(), models);
      const std::uint64_t sampled =
          std::min<std::uint64_t>(models, 10);  // the rest would take as long
      Duel duel(
          [&] {
            for (std::uint64_t m = 0; m < sampled; ++m)
              fit_quietly(each.data, targets.slice(m, 1), settings);
          },
          [&] { fit_quietly(each.data, targets, settings); });
      duel.stretch_peer(static_cast<double>(models) / static_cast<double>(sampled));
      table.add({each.name, count(models), duration(duel.peer()), duration(duel.ours()),
                 ratio(duel.ratio())});
    }
  }
  table.print();
}

}  // namespace perceptron::core
