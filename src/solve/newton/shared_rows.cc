#include "solve/newton/shared_rows.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/interrupt.h"
#include "kernel/arithmetic.h"
#include "kernel/bank_rows.h"

namespace perceptron::core {
namespace {

std::uint64_t rows_of(const RowsView& view) {
  return std::visit([](const auto& rows) { return rows.rows; }, view);
}
std::uint64_t features_of(const RowsView& view) {
  return std::visit([](const auto& rows) { return rows.features; }, view);
}

// The rows that one model needs are scattered: while one is processed, a later one is prefetched.
constexpr std::size_t kAhead = 2;
template <class Value, class Id>
void fetch(const SparseRow<Value, Id>& row) {
  constexpr std::uint64_t kCacheLine = 64;
  if constexpr (!std::is_same_v<Value, One>) {
    for (std::uint64_t k = 0; k < row.size; k += kCacheLine / sizeof(Value))
      __builtin_prefetch(row.values + k);
  }
  for (std::uint64_t k = 0; k < row.size; k += kCacheLine / sizeof(Id))
    __builtin_prefetch(row.features + k);
}
template <class Value>
void fetch(const DenseRow<Value>& row) {
  __builtin_prefetch(row.values);  // contiguous from there on
}

// Calls work(row, k) for each row of a request.
template <class Work>
void each_row(const RowsView& view, std::span<const std::uint32_t> list, const Work& work) {
  std::visit(
      [&](const auto& rows) {
        for (std::size_t k = 0; k < list.size(); ++k) {
          if (k % 4096 == 0) check_interrupt();
          if (k + kAhead < list.size()) fetch(rows[list[k + kAhead]]);
          work(rows[list[k]], k);
        }
      },
      view);
}

template <class Row>
void add_squares(const Row& row, double t, double* to) {
  for (std::uint64_t k = 0; k < row.size; ++k)
    to[row.feature(k)] += t * row.value(k) * row.value(k);
}

std::vector<LineOfModels> lines_of(const RowsView& view, RowsRequests requests) {
  std::vector<LineOfModels> lines;
  for (std::size_t c = 0; c < requests.size(); c += kModelsOfLine)
    lines.emplace_back(
        view, requests.subspan(c, std::min<std::size_t>(kModelsOfLine, requests.size() - c)));
  return lines;
}

// Few enough rows to be still in cache when the next line uses them, and enough to pay for loading
// a line's weights into the L1 cache.
std::size_t rows_together(const RowsView& view) {
  constexpr std::uint64_t kEntries = std::uint64_t{1} << 15;
  const std::uint64_t rows = std::max<std::uint64_t>(rows_of(view), 1);
  const std::uint64_t mean = std::visit(
      [&](const auto& all) {
        std::uint64_t entries = 0;
        for (std::uint64_t i = 0; i < all.rows; i += 1 + rows / 64) entries += all[i].size;
        return entries / std::min<std::uint64_t>(rows, 64);
      },
      view);
  return std::clamp<std::uint64_t>(kEntries / std::max<std::uint64_t>(mean, 1), 16, 512);
}

// Calls work(line, first, end) with positions in the line's list of rows, for one block of rows
// and all lines, then for the next block.
template <class Work>
void in_blocks(const RowsView& view, std::vector<LineOfModels>& lines, const Work& work) {
  const std::size_t together = rows_together(view);
  std::vector<std::size_t> at(lines.size());
  for (bool more = true; more;) {
    check_interrupt();
    std::uint32_t next = std::numeric_limits<std::uint32_t>::max();
    more = false;
    for (std::size_t l = 0; l < lines.size(); ++l) {
      if (at[l] + together >= lines[l].rows.size()) continue;
      next = std::min(next, lines[l].rows[at[l] + together]);
      more = true;
    }
    for (std::size_t l = 0; l < lines.size(); ++l) {
      const std::vector<std::uint32_t>& rows = lines[l].rows;
      std::size_t end = at[l];
      while (end < rows.size() && rows[end] < next) ++end;
      if (end > at[l]) work(lines[l], at[l], end);
      at[l] = end;
    }
  }
}

// Adds the t of these rows to the offsets.
void add_offsets(LineOfModels& line, const double* t, std::size_t rows) {
  double* const offsets = line.to.data() + line.to.size() - kModelsOfLine;
  for (std::size_t k = 0; k < rows; ++k) {
    for (std::size_t c = 0; c < kModelsOfLine; ++c) offsets[c] += t[k * kModelsOfLine + c];
  }
}

// The rows in [first, end).
std::span<const std::uint32_t> part_of(const LineOfModels& line, std::size_t first,
                                       std::size_t end) {
  return {line.rows.data() + first, end - first};
}

// `add` is kernel.add or kernel.add_squares.
void add_together(const RowsView& view, RowsRequests requests, const BankKernel& kernel,
                  decltype(BankKernel::add) add) {
  const auto at = all_places(kernel, kModelsOfLine);
  std::vector<LineOfModels> lines = lines_of(view, requests);
  for (auto& line : lines) line.load_to();
  in_blocks(view, lines, [&](LineOfModels& line, std::size_t first, std::size_t end) {
    const double* const t = line.factors.data() + first * kModelsOfLine;
    add(view, part_of(line, first, end), t, kModelsOfLine, at, line.to.data());
    add_offsets(line, t, end - first);
  });
  for (auto& line : lines) line.store_to();
}

}  // namespace

LineOfModels::LineOfModels(const RowsView& view, RowsRequests requests) : models(requests) {
  const std::uint64_t all = rows_of(view);
  std::vector<std::uint32_t> place(all);
  for (const RowsRequest& each : models) {
    for (const std::uint32_t i : each.rows) place[i] = 1;
  }
  for (std::uint64_t i = 0; i < all; ++i) {
    if (place[i] == 0) continue;
    place[i] = static_cast<std::uint32_t>(rows.size());
    rows.push_back(static_cast<std::uint32_t>(i));
  }
  from.resize((features_of(view) + 1) * kModelsOfLine);
  to.resize(from.size());
  if (models[0].factor == nullptr) return;
  factors.resize(rows.size() * kModelsOfLine);
  for (std::size_t c = 0; c < models.size(); ++c) {
    for (std::size_t k = 0; k < models[c].rows.size(); ++k)
      factors[place[models[c].rows[k]] * kModelsOfLine + c] = models[c].factor[k];
  }
}

void LineOfModels::load_from(Offsets offsets) {
  const std::size_t features = from.size() / kModelsOfLine - (offsets == Offsets::with ? 0 : 1);
  for (std::size_t j = 0; j < features; ++j) {
    for (std::size_t c = 0; c < models.size(); ++c) from[j * kModelsOfLine + c] = models[c].from[j];
  }
}
void LineOfModels::load_to() {
  for (std::size_t j = 0; j < to.size() / kModelsOfLine; ++j) {
    for (std::size_t c = 0; c < models.size(); ++c) to[j * kModelsOfLine + c] = models[c].to[j];
  }
}
void LineOfModels::store_to() const {
  for (std::size_t j = 0; j < to.size() / kModelsOfLine; ++j) {
    for (std::size_t c = 0; c < models.size(); ++c) models[c].to[j] = to[j * kModelsOfLine + c];
  }
}

void multiply_rows(const RowsView& view, RowsRequests requests) {
  if (requests.size() == 1) {
    const RowsRequest& only = requests[0];
    each_row(view, only.rows,
             [&](const auto& row, std::size_t k) { only.to[k] = dot(row, only.from); });
    return;
  }
  std::vector<LineOfModels> lines = lines_of(view, requests);
  for (auto& line : lines) line.load_from(LineOfModels::Offsets::without);
  std::vector<std::size_t> done(requests.size());
  AlignedVector<double> products;
  const BankKernel& kernel = bank_kernel(view);
  const auto at = all_places(kernel, kModelsOfLine);
  in_blocks(view, lines, [&](LineOfModels& line, std::size_t first, std::size_t end) {
    products.resize((end - first) * kModelsOfLine);
    kernel.dot(view, part_of(line, first, end), line.from.data(), kModelsOfLine, at,
               products.data());
    std::size_t* const so_far = done.data() + (line.models.data() - requests.data());
    for (std::size_t c = 0; c < line.models.size(); ++c) {
      const RowsRequest& each = line.models[c];
      std::size_t k = so_far[c];
      for (std::size_t r = first; r < end && k < each.rows.size(); ++r) {
        if (line.rows[r] == each.rows[k]) each.to[k++] = products[(r - first) * kModelsOfLine + c];
      }
      so_far[c] = k;
    }
  });
}

void add_rows(const RowsView& view, RowsRequests requests) {
  if (requests.size() == 1) {
    const RowsRequest& only = requests[0];
    double& offset = only.to[features_of(view)];
    each_row(view, only.rows, [&](const auto& row, std::size_t k) {
      add(row, only.factor[k], only.to);
      offset += only.factor[k];
    });
  } else if (!requests.empty()) {
    const BankKernel& kernel = bank_kernel(view);
    add_together(view, requests, kernel, kernel.add);
  }
}

void add_squared_rows(const RowsView& view, RowsRequests requests) {
  if (requests.size() == 1) {
    const RowsRequest& only = requests[0];
    double& offset = only.to[features_of(view)];
    each_row(view, only.rows, [&](const auto& row, std::size_t k) {
      add_squares(row, only.factor[k], only.to);
      offset += only.factor[k];
    });
  } else if (!requests.empty()) {
    const BankKernel& kernel = bank_kernel(view);
    add_together(view, requests, kernel, kernel.add_squares);
  }
}

RowsCopy::RowsCopy(const RowsView& rows, const std::vector<std::uint32_t>& list) {
  const std::uint64_t size = list.size();
  const auto copy = [&](const auto& all, auto& values) {
    starts_.push_back(0);
    for (const std::uint32_t i : list) starts_.push_back(starts_.back() + all[i].size);
    values.reserve(starts_.back());
    for (const std::uint32_t i : list) {
      const auto row = all[i];
      if constexpr (std::is_same_v<std::decay_t<decltype(row.values[0])>, One>) {
        values.insert(values.end(), row.size, 1);
      } else {
        values.insert(values.end(), row.values, row.values + row.size);
      }
      if constexpr (requires { row.features; }) {
        ids_.insert(ids_.end(), row.features, row.features + row.size);
      }
    }
    using Value = std::decay_t<decltype(values[0])>;
    if constexpr (requires { all.ids; }) {
      view_ = SparseRows<Value>{starts_.data(), ids_.data(), values.data(), size, all.features};
    } else {
      view_ = DenseRows<Value>{values.data(), size, all.features};
    }
  };
  std::visit(
      [&](const auto& all) {
        if constexpr (sizeof(all.values[0]) == sizeof(double)) {
          copy(all, doubles_);
        } else {
          copy(all, singles_);
        }
      },
      rows);
}

SharedSquares::SharedSquares(const RowsView& rows, std::vector<RowsRequest> requests)
    : rows_(&rows), requests_(std::move(requests)) {
  gather();
  if (requests_.size() > 1) lines_ = lines_of(*rows_, requests_);
}

// Scattered rows are slow to read: if they are few, they are copied before being read many times.
void SharedSquares::gather() {
  const std::uint64_t all = rows_of(*rows_);
  std::vector<std::uint32_t> place(all);
  for (const RowsRequest& each : requests_) {
    for (const std::uint32_t i : each.rows) place[i] = 1;
  }
  std::vector<std::uint32_t> list;
  for (std::uint64_t i = 0; i < all; ++i) {
    if (place[i] == 0) continue;
    place[i] = static_cast<std::uint32_t>(list.size());
    list.push_back(static_cast<std::uint32_t>(i));
  }
  if (list.size() > all / 2) return;
  copy_ = std::make_unique<RowsCopy>(*rows_, list);
  rows_ = &copy_->view();
  for (RowsRequest& each : requests_) {
    places_.emplace_back();
    for (const std::uint32_t i : each.rows) places_.back().push_back(place[i]);
    each.rows = places_.back();
  }
}

void SharedSquares::multiply() {
  if (requests_.size() == 1) return multiply_alone();
  for (auto& line : lines_) {
    line.load_from(LineOfModels::Offsets::with);
    line.load_to();
  }
  AlignedVector<double> t;
  const BankKernel& kernel = bank_kernel(*rows_);
  const auto at = all_places(kernel, kModelsOfLine);
  in_blocks(*rows_, lines_, [&](LineOfModels& line, std::size_t first, std::size_t end) {
    t.resize((end - first) * kModelsOfLine);
    const auto rows = part_of(line, first, end);
    kernel.dot(*rows_, rows, line.from.data(), kModelsOfLine, at, t.data());
    const double* const offsets = line.from.data() + line.from.size() - kModelsOfLine;
    const double* const factors = line.factors.data() + first * kModelsOfLine;
    // A product that overflows must not affect a model that does not need the row.
    for (std::size_t k = 0; k < t.size(); ++k)
      t[k] = factors[k] == 0 ? 0 : factors[k] * (t[k] + offsets[k % kModelsOfLine]);
    kernel.add(*rows_, rows, t.data(), kModelsOfLine, at, line.to.data());
    add_offsets(line, t.data(), end - first);
  });
  for (auto& line : lines_) line.store_to();
}

void SharedSquares::multiply_alone() {
  const RowsRequest& only = requests_[0];
  const std::uint64_t features = features_of(*rows_);
  each_row(*rows_, only.rows, [&](const auto& row, std::size_t k) {
    const double t = only.factor[k] * (dot(row, only.from) + only.from[features]);
    add(row, t, only.to);
    only.to[features] += t;
  });
}

}  // namespace perceptron::core
