#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <memory>

#include "base/output.h"
#include "base/threads.h"
#include "classes.h"
#include "library.h"
#include "plot.h"
#include "report.h"
#include "tables.h"

namespace perceptron::core {
namespace {

constexpr int kTurns = 7;
constexpr std::uint64_t kSizes = 5;

// Work that grows along one dimension.
struct Growth {
  std::string name;
  std::string note;
  std::vector<double> sizes = {};
  std::vector<std::function<void()>> work = {};
  std::size_t fitted = kSizes;
};

// Two passes: the first always moves, so there is always a second one.
std::function<void()> two_passes(const std::shared_ptr<const Dataset>& data, std::uint64_t models,
                                 std::uint64_t threads, const std::string& order = "file") {
  LearnSettings settings;
  settings.epochs = 2;
  settings.order = by_name(order);
  return [=, targets = one_against_rest(data->classes.size(), models)] {
    Listener silent;
    fit({data->matrix.view(), data->labels}, targets, settings, threads, silent);
  };
}

// Rows that tell nothing of their class: a row is a mistake as often at every size,
// so that the work grows with the size alone.
std::shared_ptr<const Dataset> make(GeneratorKind kind, GenerateSettings settings) {
  settings.topic = 0;
  settings.distance = 0;
  return std::make_shared<Dataset>(generate_dataset(kind, settings));
}

std::vector<Growth> growths() {
  Growth rows{"rows", "sparse text, as in the file"};
  Growth shuffled{"rows", "sparse text, shuffled"};
  Growth features{"features", "dense clouds, 2,000 rows"};
  Growth nonzeros{"nonzeros", "sparse text, 4,000 rows"};
  Growth models{"models", "a bank, sparse text, 10,000 rows"};
  Growth threads{"threads", "a bank of 128, sparse text, 10,000 rows"};
  GenerateSettings several;
  several.rows = 10'000;
  several.classes = 8;
  several.features = 1000;  // so few that the weights of many models stay in the cache
  const auto text = make(GeneratorKind::text, several);
  for (std::uint64_t k = 0; k < kSizes; ++k) {
    GenerateSettings settings;
    settings.rows = 20'000U << k;
    rows.sizes.push_back(static_cast<double>(settings.rows));
    const auto text_rows = make(GeneratorKind::text, settings);
    rows.work.push_back(two_passes(text_rows, 1, 1));
    shuffled.work.push_back(two_passes(text_rows, 1, 1, "shuffle"));

    settings.rows = 2000;
    settings.dimensions = 200U << k;
    features.sizes.push_back(static_cast<double>(settings.dimensions));
    features.work.push_back(two_passes(make(GeneratorKind::gaussians, settings), 1, 1));

    settings.rows = 4000;
    settings.words = 100U << k;
    settings.features = 100'000;  // so many, and all as frequent, that words seldom come twice
    settings.exponent = 0;
    const auto longer = make(GeneratorKind::text, settings);
    nonzeros.sizes.push_back(static_cast<double>(longer->matrix.nonzeros()));
    nonzeros.work.push_back(two_passes(longer, 1, 1));

    const std::uint64_t bank = 16U << k;
    models.sizes.push_back(static_cast<double>(bank));
    models.work.push_back(two_passes(text, bank, 1));
  }
  shuffled.sizes = rows.sizes;
  // One doubling beyond the processors shows where it ends.
  threads.fitted = 0;
  for (std::uint64_t count = 1; count < 4 * available_threads() && count <= 64; count *= 2) {
    threads.sizes.push_back(static_cast<double>(count));
    threads.work.push_back(two_passes(text, 128, count));
    if (count <= available_threads()) ++threads.fitted;
  }
  return {rows, shuffled, features, nonzeros, models, threads};
}

// All sizes in every turn, and an exponent of each turn.
Chart measure(const Growth& growth) {
  std::vector<std::vector<double>> times(growth.sizes.size());
  std::vector<double> exponents;
  for (int turn = 0; turn < kTurns; ++turn) {
    std::vector<double> of_turn;
    for (std::size_t k = 0; k < growth.work.size(); ++k) {
      times[k].push_back(seconds(growth.work[k]));
      if (k < growth.fitted) of_turn.push_back(times[k].back());
    }
    const auto end = growth.sizes.begin() + static_cast<std::ptrdiff_t>(growth.fitted);
    // One processor has no line.
    if (growth.fitted > 1) exponents.push_back(fit_exponent({growth.sizes.begin(), end}, of_turn));
  }
  Chart chart{growth.name, growth.note, growth.sizes, {}, spread(exponents), growth.fitted};
  for (const auto& each : times) chart.times.push_back(spread(each));
  return chart;
}

}  // namespace

void bench_growth() {
  ResultTable table("<>>>>>>>", {"growth with", "from", "×1", "×2", "×4", "×8", "×16", "exponent"});
  std::vector<Chart> charts;
  for (const Growth& each : growths()) {
    const Chart& chart = charts.emplace_back(measure(each));
    std::vector<Cell> cells = {each.name + ", " + each.note,
                               count(static_cast<std::uint64_t>(each.sizes[0]))};
    for (std::size_t k = 0; k < kSizes; ++k)
      cells.push_back(k < chart.times.size() ? duration(chart.times[k].middle) : none());
    cells.push_back(ratio(chart.exponent));
    table.add(cells);
  }
  table.print();
  const std::string path = PERCEPTRON_BENCH_REPORTS "/growth.svg";
  Output output(path);
  output.write(draw("Time of two passes of the perceptron as the work grows", charts));
  output.finish();
  fmt::print("(drawn in {})\n\n", path);
}

}  // namespace perceptron::core
