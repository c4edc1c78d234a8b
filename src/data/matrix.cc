#include "data/matrix.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace perceptron::core {

double* Values::widen() {
  if (!wide_) {
    doubles_.reserve(floats_.capacity());
    doubles_.assign(floats_.begin(), floats_.end());
    floats_ = {};
    wide_ = true;
  }
  return doubles_.data();
}

void Values::append(std::span<const double> values, bool narrow) {
  if (!wide_ && !narrow) widen();
  if (wide_) {
    doubles_.insert(doubles_.end(), values.begin(), values.end());
  } else {
    floats_.insert(floats_.end(), values.begin(), values.end());
  }
}

void Values::append(std::span<const float> values) {
  if (wide_) {
    doubles_.insert(doubles_.end(), values.begin(), values.end());
  } else {
    floats_.insert(floats_.end(), values.begin(), values.end());
  }
}

void Values::reserve(std::uint64_t count) {
  wide_ ? doubles_.reserve(count) : floats_.reserve(count);
}

void Values::truncate(std::uint64_t count) {
  if (count == size()) return;
  wide_ ? doubles_.resize(count) : floats_.resize(count);
  if (!wide_ || !std::all_of(doubles_.begin(), doubles_.end(), fits)) return;
  floats_.assign(doubles_.begin(), doubles_.end());
  doubles_ = {};
  wide_ = false;
}

void Values::clear() {
  floats_.clear();
  doubles_.clear();
}

Matrix::Matrix(Layout layout, std::uint64_t features) : layout_(layout), features_(features) {}

Matrix::Matrix(const RowsView& rows, std::shared_ptr<const void> keeper)
    : layout_(std::visit(
          [](const auto& view) {
            return requires { view.ids; }
            ? Layout::sparse : Layout::dense;
          },
          rows)),
      features_(std::visit([](const auto& view) { return view.features; }, rows)),
      borrowed_(rows),
      keeper_(std::move(keeper)) {}

void Matrix::own() {
  if (!borrowed_) return;
  Matrix mine(layout_, features_);
  mine.reserve(rows(), stored());
  mine.append(*borrowed_);
  *this = std::move(mine);
}

void Matrix::end_row() { starts_.push_back(values_.size()); }

std::uint64_t Matrix::rows() const {
  if (!borrowed_) return starts_.size() - 1;
  return std::visit([](const auto& view) { return view.rows; }, *borrowed_);
}

std::uint64_t Matrix::stored() const {
  return std::visit([](const auto& view) { return view.stored(); }, view());
}

std::uint64_t Matrix::nonzeros() const {
  return std::visit(
      [](const auto& view) -> std::uint64_t {
        using Value = std::decay_t<decltype(view.values[0])>;
        if constexpr (std::is_same_v<Value, One>) {
          return view.stored();
        } else {
          const auto zeros =
              std::count(view.values, view.values + view.stored(), static_cast<Value>(0));
          return view.stored() - static_cast<std::uint64_t>(zeros);
        }
      },
      view());
}

const char* Matrix::value_type() const {
  return std::visit(
      [](const auto& view) {
        using Value = std::decay_t<decltype(view.values[0])>;
        return std::is_same_v<Value, One>     ? "ones"
               : std::is_same_v<Value, float> ? "float32"
                                              : "float64";
      },
      view());
}

RowsView Matrix::view() const {
  if (borrowed_) return *borrowed_;
  const std::uint64_t n = rows();
  if (layout_ == Layout::dense) {
    if (values_.wide()) return DenseRows<double>{values_.doubles(), n, features_};
    return DenseRows<float>{values_.floats(), n, features_};
  }
  if (values_.wide()) {
    return SparseRows<double>{starts_.data(), ids_.data(), values_.doubles(), n, features_};
  }
  return SparseRows<float>{starts_.data(), ids_.data(), values_.floats(), n, features_};
}

void Matrix::resize_features(std::uint64_t features) {
  own();
  features_ = features;
}

void Matrix::append(const Matrix& from, std::span<const std::uint64_t> which) {
  own();
  std::visit(
      [&](const auto& view) {
        for (const std::uint64_t i : which) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) push(row.feature(k), row.value(k));
          end_row();
        }
      },
      from.view());
}

void Matrix::append(std::span<const std::uint64_t> ends, std::span<const std::uint32_t> ids,
                    std::uint32_t base, std::span<const double> values, bool narrow) {
  own();
  const std::uint64_t before = values_.size();
  // Copied first and changed in place, while the copies are still in cache.
  starts_.insert(starts_.end(), ends.begin(), ends.end());
  for (auto start = starts_.end() - static_cast<std::ptrdiff_t>(ends.size());
       start != starts_.end(); ++start)
    *start += before;
  ids_.insert(ids_.end(), ids.begin(), ids.end());
  for (auto id = ids_.end() - static_cast<std::ptrdiff_t>(ids.size()); id != ids_.end(); ++id)
    *id -= base;
  values_.append(values, narrow);
}

void Matrix::append(const RowsView& more) {
  own();
  std::visit(
      [&](const auto& view) {
        std::uint64_t begin = 0;
        std::uint64_t count = view.stored();
        if constexpr (requires { view.ids; }) {
          begin = view.starts[0];
          count -= begin;
          ids_.insert(ids_.end(), view.ids + begin, view.ids + begin + count);
        }
        for (std::uint64_t i = 0; i < view.rows; ++i)
          starts_.push_back(starts_.back() + view[i].size);
        using Value = std::decay_t<decltype(view.values[0])>;
        if constexpr (std::is_same_v<Value, One>) {
          values_.append(std::vector<float>(count, 1));
        } else if constexpr (std::is_same_v<Value, float>) {
          values_.append(std::span<const float>(view.values + begin, count));
        } else {
          values_.append(std::span<const double>(view.values + begin, count), false);
        }
      },
      more);
}

void Matrix::reserve(std::uint64_t rows, std::uint64_t values) {
  starts_.reserve(rows + 1);
  if (layout_ == Layout::sparse) ids_.reserve(values);
  values_.reserve(values);
}

void Matrix::clear() {
  borrowed_.reset();
  keeper_.reset();
  starts_.resize(1);
  ids_.clear();
  values_.clear();
}

void Matrix::shift_ids(std::uint32_t base) {
  if (base == 0) return;
  own();
  for (std::uint32_t& id : ids_) id -= base;
}

void Matrix::renumber(const std::vector<std::uint32_t>& number, std::uint64_t features) {
  own();
  const std::uint64_t kept = values_.wide() ? renumber_in_place(number, values_.doubles())
                                            : renumber_in_place(number, values_.floats());
  ids_.resize(kept);
  values_.truncate(kept);
  features_ = features;
}

namespace {

// A feature and its value as one number that sorts by the feature.
struct PackedValue {
  static std::uint64_t of(std::uint32_t id, float value) {
    return (std::uint64_t{id} << 32U) | std::bit_cast<std::uint32_t>(value);
  }
  static std::pair<std::uint32_t, float> unpacked(std::uint64_t packed) {
    return {static_cast<std::uint32_t>(packed >> 32U),
            std::bit_cast<float>(static_cast<std::uint32_t>(packed))};
  }
};

}  // namespace

// Values of one feature in a row are added. Returns how many values are kept; they are the first
// ones.
template <class Value>
std::uint64_t Matrix::renumber_in_place(const std::vector<std::uint32_t>& number, Value* values) {
  constexpr bool kPacked = std::is_same_v<Value, float>;
  using Each = std::conditional_t<kPacked, std::uint64_t, std::pair<std::uint32_t, Value>>;
  std::vector<Each> row;
  std::uint64_t next = 0;
  std::uint64_t begin = 0;
  for (std::uint64_t i = 0; i < rows(); ++i) {
    const std::uint64_t end = starts_[i + 1];
    row.clear();
    bool ascending = true;
    std::uint32_t before = 0;
    for (std::uint64_t k = begin; k < end; ++k) {
      const std::uint32_t id = number[ids_[k]];
      if (id == kDropped) continue;
      ascending = ascending && (row.empty() || id > before);
      before = id;
      if constexpr (kPacked) {
        row.push_back(PackedValue::of(id, values[k]));
      } else {
        row.emplace_back(id, values[k]);
      }
    }
    if (!ascending) {
      if constexpr (kPacked) {
        std::sort(row.begin(), row.end());
      } else {
        std::stable_sort(row.begin(), row.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
      }
    }
    const std::uint64_t first = next;
    for (const Each& each : row) {
      std::uint32_t id = 0;
      Value value = 0;
      if constexpr (kPacked) {
        std::tie(id, value) = PackedValue::unpacked(each);
      } else {
        std::tie(id, value) = each;
      }
      if (next > first && ids_[next - 1] == id) {
        values[next - 1] += value;
        continue;
      }
      ids_[next] = id;
      values[next++] = value;
    }
    begin = end;
    starts_[i + 1] = next;
  }
  return next;
}

Matrix Matrix::as(Layout layout) const {
  Matrix out(layout, features_);
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const auto row = view[i];
          std::uint64_t next = 0;
          for (std::uint64_t k = 0; k < row.size; ++k) {
            if (layout == Layout::dense) {
              for (; next < row.feature(k); ++next) out.push(next, 0);
              next = row.feature(k) + 1;
            } else if (row.value(k) == 0) {
              continue;
            }
            out.push(row.feature(k), row.value(k));
          }
          for (; layout == Layout::dense && next < features_; ++next) out.push(next, 0);
          out.end_row();
        }
      },
      view());
  return out;
}

}  // namespace perceptron::core
