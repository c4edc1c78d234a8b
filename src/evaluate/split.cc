#include "evaluate/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "multiclass/folds.h"

namespace perceptron {
namespace {

// What stays together: the rows of a group, or a row by itself.
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

// How many of k parts of `count` things the part `index` has: the first n mod k
// have one more.
std::uint64_t size_of_part(std::uint64_t count, std::uint64_t parts, std::uint64_t index) {
  return count / parts + (index < count % parts ? 1 : 0);
}

class Splitter {
 public:
  Splitter(const Dataset& data, const SplitSettings& settings)
      : data_(data), settings_(settings), units_(units_of(data)) {
    split_.part_of_row.resize(data.rows());
    order_.resize(units_.size());
    std::iota(order_.begin(), order_.end(), std::uint64_t{0});
    if (settings.order == "shuffle") {
      // A stream of its own: passes and rows held out draw from the first ones,
      // calibration from the last.
      Random random(settings.seed, std::numeric_limits<std::uint64_t>::max() - 1);
      shuffle(order_, random);
    }
  }

  Split run() {
    if (settings_.holdout > 0) {
      hold_out();
    } else if (settings_.leave_one_out) {
      require_units(2);
      split_.parts = static_cast<std::uint32_t>(units_.size());
      for (std::uint32_t u = 0; u < split_.parts; ++u) give(u, u);
    } else {
      require_units(settings_.folds);
      split_.parts = static_cast<std::uint32_t>(settings_.folds);
      if (grouped()) {
        deal_groups();
      } else if (settings_.stratify) {
        split_.part_of_row = deal_by_class(order_, data_.labels, split_.parts);
      } else {
        cut();
      }
    }
    return std::move(split_);
  }

 private:
  bool grouped() const { return !data_.groups.empty(); }

  void require_units(std::uint64_t wanted) const {
    constexpr std::uint64_t kMost = Split::kNever - 1;
    if (units_.size() < wanted) {
      const std::string have = plural(units_.size(), grouped() ? "group" : "row");
      throw Error(
          ErrorKind::usage,
          settings_.leave_one_out
              ? fmt::format("--leave-one-out: {} has only {}; two are the least", data_.name, have)
              : fmt::format("{} {}: {} has only {}; take fewer folds", settings_.option,
                            settings_.folds, data_.name, have));
    }
    if (wanted > kMost || units_.size() > kMost)
      throw Error(ErrorKind::usage, "more parts than can be counted; take --folds");
  }

  void give(std::uint64_t unit, std::uint32_t part) {
    for (const std::uint64_t i : units_[unit].rows) split_.part_of_row[i] = part;
  }

  // One after the other.
  void cut() {
    auto next = order_.begin();
    for (std::uint32_t p = 0; p < split_.parts; ++p) {
      for (std::uint64_t k = size_of_part(order_.size(), split_.parts, p); k > 0; --k)
        give(*next++, p);
    }
  }

  // Largest group first, each to the part that it leaves most even: by the rows of
  // each class, or by rows alone.
  void deal_groups() {
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint64_t a, std::uint64_t b) {
      return units_[a].rows.size() > units_[b].rows.size();
    });
    const std::size_t classes = settings_.stratify ? data_.classes.size() : 1;
    const auto class_of = [&](std::uint64_t i) { return settings_.stratify ? data_.labels[i] : 0; };
    std::vector<std::vector<double>> have(split_.parts, std::vector<double>(classes));
    std::vector<double> comes(classes);
    for (const std::uint64_t unit : order_) {
      std::fill(comes.begin(), comes.end(), 0);
      for (const std::uint64_t i : units_[unit].rows) comes[class_of(i)] += 1;
      // The sum of squares grows least where the group meets the fewest of its kind.
      std::uint32_t best = 0;
      double least = std::numeric_limits<double>::infinity();
      for (std::uint32_t p = 0; p < split_.parts; ++p) {
        double growth = 0;
        double rows = 0;
        for (std::size_t c = 0; c < classes; ++c) {
          growth += comes[c] * have[p][c];
          rows += have[p][c];
        }
        // A part without rows is no part.
        const double price = rows == 0 ? -1 : growth;
        if (price < least) {
          least = price;
          best = p;
        }
      }
      for (std::size_t c = 0; c < classes; ++c) have[best][c] += comes[c];
      give(unit, best);
    }
  }

  // A share of the rows, or of each class, is tried.
  void hold_out() {
    split_.parts = 1;
    std::fill(split_.part_of_row.begin(), split_.part_of_row.end(), Split::kNever);
    if (settings_.order == "file") std::reverse(order_.begin(), order_.end());
    const auto n = static_cast<double>(data_.rows());
    std::vector<std::uint64_t> wanted = {
        static_cast<std::uint64_t>(std::llround(settings_.holdout * n))};
    if (settings_.stratify) wanted = share_of_classes();
    std::vector<std::uint64_t> taken(wanted.size());
    std::uint64_t tried = 0;
    for (const std::uint64_t unit : order_) {
      const std::size_t kind =
          settings_.stratify ? data_.labels[units_[unit].rows[0]] : std::size_t{0};
      // A large group may be more than was asked for.
      const std::uint64_t size = units_[unit].rows.size();
      if (taken[kind] + size > wanted[kind]) continue;
      taken[kind] += size;
      tried += size;
      give(unit, 0);
    }
    if (tried == 0 || tried == data_.rows()) {
      throw Error(ErrorKind::usage,
                  fmt::format("--holdout {}: of {} that leaves {}; choose another share",
                              settings_.holdout, plural(units_.size(), grouped() ? "group" : "row"),
                              tried == 0 ? "none to try" : "none to learn from"));
    }
  }

  std::vector<std::uint64_t> share_of_classes() const {
    std::vector<double> rows(data_.classes.size());
    for (const std::uint32_t label : data_.labels) rows[label] += 1;
    std::vector<std::uint64_t> share;
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

std::vector<std::uint64_t> Split::tried(std::uint32_t part) const {
  std::vector<std::uint64_t> some;
  for (std::uint64_t i = 0; i < rows(); ++i) {
    if (part_of_row[i] == part) some.push_back(i);
  }
  return some;
}

std::vector<std::uint64_t> Split::learned(std::uint32_t part) const {
  std::vector<std::uint64_t> some;
  for (std::uint64_t i = 0; i < rows(); ++i) {
    if (part_of_row[i] != part) some.push_back(i);
  }
  return some;
}

Split split_rows(const Dataset& data, const SplitSettings& settings) {
  return Splitter(data, settings).run();
}

Split split_after(std::uint64_t training, std::uint64_t rows) {
  Split split;
  split.parts = 1;
  split.part_of_row.resize(rows);
  std::fill_n(split.part_of_row.begin(), training, Split::kNever);
  return split;
}

}  // namespace perceptron
