#include "evaluate/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/options.h"
#include "base/random.h"
#include "base/text.h"
#include "multiclass/folds.h"

namespace perceptron::core {
namespace {

// Rows that must stay in the same fold: those of a group, or a single row.
struct Unit {
  std::vector<std::uint64_t> rows;
};

std::vector<Unit> units_of(const Dataset& data) {
  std::vector<Unit> units;
  if (data.groups.empty()) {
    units.resize(data.rows());
    for (std::uint64_t i = 0; i < data.rows(); ++i) units[i].rows = {i};
    return units;
  }
  units.resize(*std::max_element(data.groups.begin(), data.groups.end()) + std::size_t{1});
  for (std::uint64_t i = 0; i < data.rows(); ++i) units[data.groups[i]].rows.push_back(i);
  std::erase_if(units, [](const Unit& unit) { return unit.rows.empty(); });
  return units;
}

// The size of fold `index` when `count` rows are divided into folds: the first n mod k have
// one more.
std::uint64_t size_of_fold(std::uint64_t count, std::uint64_t folds, std::uint64_t index) {
  return count / folds + (index < count % folds ? 1 : 0);
}

class Splitter {
 public:
  Splitter(const Dataset& data, const SplitSettings& settings)
      : data_(data), settings_(settings), units_(units_of(data)) {
    split_.fold_of_row.resize(data.rows());
    order_.resize(units_.size());
    std::iota(order_.begin(), order_.end(), std::uint64_t{0});
    if (settings.order == SplitOrder::shuffle) {
      // A separate random stream: epochs and early stopping use the first ones, calibration the
      // last.
      Random random(settings.seed, std::numeric_limits<std::uint64_t>::max() - 1);
      shuffle(order_, random);
    }
  }

  Split run() {
    switch (method_of(settings_)) {
      case SplitMethod::folds:
        divide();
        break;
      case SplitMethod::leave_one_out:
        leave_out_each();
        break;
      case SplitMethod::holdout:
        hold_out();
        break;
    }
    return std::move(split_);
  }

 private:
  void divide() {
    require_units(settings_.folds);
    split_.folds = static_cast<std::uint32_t>(settings_.folds);
    if (grouped()) {
      deal_groups();
    } else if (settings_.stratify) {
      split_.fold_of_row = deal_by_class(order_, data_.labels, split_.folds);
    } else {
      cut();
    }
  }

  void leave_out_each() {
    require_units(kFewestFolds);
    split_.folds = static_cast<std::uint32_t>(units_.size());
    for (std::uint32_t u = 0; u < split_.folds; ++u) assign(u, u);
  }

  bool grouped() const { return !data_.groups.empty(); }

  void require_units(std::uint64_t wanted) const {
    if (units_.size() < wanted) {
      const std::string have = plural(units_.size(), grouped() ? "group" : "row");
      throw Error(ErrorKind::usage,
                  settings_.leave_one_out
                      ? fmt::format("{}: {} has only {}; at least two are needed",
                                    setting("leave-one-out", "true"), data_.name, have)
                      : fmt::format("{}: {} has only {}; use fewer folds",
                                    setting(settings_.name, std::to_string(settings_.folds)),
                                    data_.name, have));
    }
    if (wanted > kMostFolds || units_.size() > kMostFolds)
      throw Error(ErrorKind::usage,
                  fmt::format("{} is too many folds; choose fewer with {}",
                              with_commas(std::max(wanted, units_.size())), setting("folds")));
  }

  void assign(std::uint64_t unit, std::uint32_t fold) {
    for (const std::uint64_t i : units_[unit].rows) split_.fold_of_row[i] = fold;
  }

  // Consecutive units make a fold.
  void cut() {
    auto next = order_.begin();
    for (std::uint32_t p = 0; p < split_.folds; ++p) {
      for (std::uint64_t k = size_of_fold(order_.size(), split_.folds, p); k > 0; --k)
        assign(*next++, p);
    }
  }

  // Largest group first, each to the fold where it keeps the sizes most even: the number of rows
  // of each class if stratified, else of all rows.
  void deal_groups() {
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint64_t a, std::uint64_t b) {
      return units_[a].rows.size() > units_[b].rows.size();
    });
    const std::size_t classes = settings_.stratify ? data_.classes.size() : 1;
    const auto class_of = [&](std::uint64_t i) { return settings_.stratify ? data_.labels[i] : 0; };
    std::vector<std::vector<double>> have(split_.folds, std::vector<double>(classes));
    std::vector<double> comes(classes);
    for (const std::uint64_t unit : order_) {
      std::fill(comes.begin(), comes.end(), 0);
      for (const std::uint64_t i : units_[unit].rows) comes[class_of(i)] += 1;
      // The sum of squared counts grows least in the fold with the fewest rows of these classes.
      std::uint32_t best = 0;
      double least = std::numeric_limits<double>::infinity();
      for (std::uint32_t p = 0; p < split_.folds; ++p) {
        double growth = 0;
        double rows = 0;
        for (std::size_t c = 0; c < classes; ++c) {
          growth += comes[c] * have[p][c];
          rows += have[p][c];
        }
        // No fold may stay empty.
        const double price = rows == 0 ? -1 : growth;
        if (price < least) {
          least = price;
          best = p;
        }
      }
      for (std::size_t c = 0; c < classes; ++c) have[best][c] += comes[c];
      assign(unit, best);
    }
  }

  // A fraction of the rows, or of each class, is held out.
  void hold_out() {
    split_.folds = 1;
    std::fill(split_.fold_of_row.begin(), split_.fold_of_row.end(), Split::kNoFold);
    if (settings_.order == SplitOrder::file) std::reverse(order_.begin(), order_.end());
    const auto n = static_cast<double>(data_.rows());
    std::vector<std::uint64_t> wanted = {
        static_cast<std::uint64_t>(std::llround(settings_.holdout * n))};
    if (settings_.stratify) wanted = share_of_classes();
    std::vector<std::uint64_t> taken(wanted.size());
    std::uint64_t tested = 0;
    for (const std::uint64_t unit : order_) {
      const std::size_t kind =
          settings_.stratify ? data_.labels[units_[unit].rows[0]] : std::size_t{0};
      // A large group may exceed the number of rows still needed.
      const std::uint64_t size = units_[unit].rows.size();
      if (taken[kind] + size > wanted[kind]) continue;
      taken[kind] += size;
      tested += size;
      assign(unit, 0);
    }
    if (tested == 0 || tested == data_.rows()) {
      throw Error(ErrorKind::usage,
                  fmt::format("{}: of {} that leaves {}; choose another fraction",
                              setting("holdout", fmt::format("{}", settings_.holdout)),
                              plural(units_.size(), grouped() ? "group" : "row"),
                              tested == 0 ? "none to test on" : "none to train on"));
    }
  }

  std::vector<std::uint64_t> share_of_classes() const {
    std::vector<double> rows(data_.classes.size());
    for (const std::uint32_t label : data_.labels) rows[label] += 1;
    std::vector<std::uint64_t> share;
    share.reserve(rows.size());
    for (const double each : rows)
      share.push_back(static_cast<std::uint64_t>(std::llround(settings_.holdout * each)));
    return share;
  }

  const Dataset& data_;
  const SplitSettings& settings_;
  std::vector<Unit> units_;
  std::vector<std::uint64_t> order_;  // of the units
  Split split_;
};

}  // namespace

std::vector<std::uint64_t> Split::test_rows(std::uint32_t fold) const {
  std::vector<std::uint64_t> some;
  for (std::uint64_t i = 0; i < rows(); ++i) {
    if (fold_of_row[i] == fold) some.push_back(i);
  }
  return some;
}

std::vector<std::uint64_t> Split::training_rows(std::uint32_t fold) const {
  std::vector<std::uint64_t> some;
  for (std::uint64_t i = 0; i < rows(); ++i) {
    if (fold_of_row[i] != fold) some.push_back(i);
  }
  return some;
}

SplitMethod method_of(const perceptron::SplitSettings& settings) {
  if (settings.holdout > 0) return SplitMethod::holdout;
  return settings.leave_one_out ? SplitMethod::leave_one_out : SplitMethod::folds;
}

void require_ranges(const SplitSettings& settings) {
  const double share = settings.holdout;
  if (!(share == 0 || (share >= kSmallestHoldout && share <= kLargestHoldout))) {
    throw Error(ErrorKind::usage, fmt::format("{}: expected a fraction between 0 and 1, found {}",
                                              setting("holdout"), settings.holdout));
  }
  std::vector<std::string> ways;
  if (settings.folds != perceptron::SplitSettings{}.folds) ways.push_back(setting(settings.name));
  if (settings.leave_one_out) ways.push_back(setting("leave-one-out"));
  if (settings.holdout > 0) ways.push_back(setting("holdout"));
  if (ways.size() > 1) {
    throw Error(ErrorKind::usage,
                fmt::format("{} and {} are two ways to choose the test rows; use only one", ways[0],
                            ways[1]));
  }
  require_named(settings.order, "split");
  if (settings.folds < kFewestFolds || settings.folds > kMostFolds) {
    throw Error(ErrorKind::usage,
                fmt::format("{}: expected {} to {} folds, found {}", setting(settings.name),
                            kFewestFolds, kMostFolds, settings.folds));
  }
}

Split split_rows(const Dataset& data, const SplitSettings& settings) {
  require_ranges(settings);
  return Splitter(data, settings).run();
}

Split split_after(std::uint64_t training, std::uint64_t rows) {
  Split split;
  split.folds = 1;
  split.fold_of_row.resize(rows);
  std::fill_n(split.fold_of_row.begin(), training, Split::kNoFold);
  return split;
}

}  // namespace perceptron::core
