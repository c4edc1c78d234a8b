#include "data/cache/loaded_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/checksum.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/threads.h"

namespace perceptron::core {
namespace {

// Whether an array has an item per value, not per row.
bool is_by_value(CacheArray array) {
  return array == CacheArray::ids || array == CacheArray::values;
}

}  // namespace

void damaged_cache(const std::string& name, const std::string& what) {
  throw Error(Place{name}, what + "; the cache is damaged, make it again with convert");
}

LoadedBlocks::Memory::Memory(std::uint64_t bytes)
    : data_(static_cast<char*>(allocate_large(bytes)), Free{bytes}) {}

void LoadedBlocks::Memory::Free::operator()(char* memory) const { free_large(memory, bytes); }

LoadedBlocks::LoadedBlocks(const std::string& name, const StoredFile& file,
                           const CacheFooter& footer, CacheTally& tally, std::uint64_t first,
                           std::uint64_t last, std::uint64_t threads)
    : name_(name),
      footer_(footer),
      first_row_(footer.blocks.rows[first]),
      first_value_(footer.blocks.values[first]),
      rows_(footer.blocks.rows[last] - first_row_) {
  const std::uint64_t values = footer.blocks.values[last] - first_value_;
  for (const CacheArray array : kCacheArrays) {
    const auto& entry = footer.arrays[array];
    if (!entry) continue;
    const std::uint64_t items =
        is_by_value(array) ? values : rows_ + (array == CacheArray::starts ? 1 : 0);
    arrays_[array] = Memory(items * entry->width);
    // The start of a block's first row is also the end of the row before, so all are read first.
    if (array == CacheArray::starts) load(file, array, {0, items});
  }
  parallel_for(last - first, threads, [&](std::uint64_t k) {
    check_interrupt();
    for (const CacheArray array : kCacheArrays) {
      if (array != CacheArray::starts && footer.arrays[array])
        load(file, array, part(array, first + k));
    }
    tally.add(first + k, check(first + k));
  });
}

std::uint64_t LoadedBlocks::before(CacheArray array) const {
  return is_by_value(array) ? first_value_ : first_row_;
}

LoadedBlocks::Part LoadedBlocks::part(CacheArray array, std::uint64_t block) const {
  const auto& bounds = is_by_value(array) ? footer_.blocks.values : footer_.blocks.rows;
  return {bounds[block] - before(array), bounds[block + 1] - before(array)};
}

void LoadedBlocks::load(const StoredFile& file, CacheArray array, Part items) {
  const CacheArrayEntry& entry = *footer_.arrays[array];
  file.read(entry.offset + (before(array) + items.first) * entry.width,
            {arrays_[array].data() + items.first * entry.width,
             (items.last - items.first) * entry.width});
}

RowsView LoadedBlocks::view(std::uint64_t from, std::uint64_t count) const {
  const std::uint64_t features = footer_.features();
  const auto of = [&]<class Value>(const Value* values) -> RowsView {
    if (!footer_.sparse) {
      if constexpr (std::is_same_v<Value, One>) {
        throw std::logic_error("dense rows of ones");
      } else {
        return DenseRows<Value>{values + from * features, count, features};
      }
    }
    const auto* starts = at<std::uint64_t>(CacheArray::starts) + from;
    if (footer_.id_bytes == 2)
      return SparseRows<Value, std::uint16_t>{starts, at<std::uint16_t>(CacheArray::ids), values,
                                              count, features};
    return SparseRows<Value>{starts, at<std::uint32_t>(CacheArray::ids), values, count, features};
  };
  if (footer_.value_bytes == 8) return of(at<const double>(CacheArray::values));
  if (footer_.value_bytes == 4) return of(at<const float>(CacheArray::values));
  return of(static_cast<const One*>(nullptr));
}

void LoadedBlocks::copy_labels(Dataset& into) const {
  const auto add = [&]<class T>(std::vector<T>& to, CacheArray array) {
    if (footer_.arrays[array]) to.insert(to.end(), at<T>(array), at<T>(array) + rows_);
  };
  add(into.labels, CacheArray::labels);
  add(into.weights, CacheArray::weights);
  add(into.groups, CacheArray::groups);
}

void LoadedBlocks::require_checksums(std::uint64_t block) const {
  for (const CacheArray array : kCacheArrays) {
    const auto& entry = footer_.arrays[array];
    if (!entry) continue;
    Part items = part(array, block);
    if (array == CacheArray::starts) ++items.last;
    const std::string_view bytes(arrays_[array].data() + items.first * entry->width,
                                 (items.last - items.first) * entry->width);
    if (!checksums_match(hash_of_bytes(bytes), entry->checks[block]))
      damaged_cache(name_,
                    fmt::format("the checksum of its rows {} to {} does not match",
                                footer_.blocks.rows[block] + 1, footer_.blocks.rows[block + 1]));
  }
}

// A checksum proves that nothing changed, not that it was valid: everything that could lead to
// out-of-bounds access is checked as well.
BlockRows LoadedBlocks::check(std::uint64_t block) {
  require_checksums(block);
  const Part rows = part(CacheArray::labels, block);
  const ValueCounts counts = count_block(block);
  const bool finite = counts.not_finite == (footer_.missing_values ? counts.nan : 0);
  if (!starts_are_sound(block) || !ids_are_sound(block) || !labels_are_sound(rows) || !finite ||
      !rows_are_within_radius(rows))
    damaged_cache(name_,
                  fmt::format("expected sound rows {} to {}, found others",
                              footer_.blocks.rows[block] + 1, footer_.blocks.rows[block + 1]));
  const std::uint64_t count = rows.last - rows.first;
  const Part values = part(CacheArray::values, block);
  BlockRows found;
  found.nonzeros = values.last - values.first - counts.zeros;
  found.missing_values = counts.nan > 0;
  found.labels = {at<const std::uint32_t>(CacheArray::labels) + rows.first, count};
  if (footer_.arrays[CacheArray::weights])
    found.weights = {at<const double>(CacheArray::weights) + rows.first, count};
  return found;
}

ValueCounts LoadedBlocks::count_block(std::uint64_t block) const {
  const Part values = part(CacheArray::values, block);
  const auto count = [&]<class Value>(const Value* all) {
    return count_values(std::span<const Value>(all + values.first, values.last - values.first));
  };
  if (footer_.value_bytes == 8) return count(at<const double>(CacheArray::values));
  if (footer_.value_bytes == 4) return count(at<const float>(CacheArray::values));
  return {};
}

// Starts are positions among all values of the file; for the rows loaded here they become positions
// among theirs.
bool LoadedBlocks::starts_are_sound(std::uint64_t block) {
  if (!footer_.sparse) return true;
  const Part rows = part(CacheArray::starts, block);
  auto* const first = at<std::uint64_t>(CacheArray::starts) + rows.first;
  auto* const last = at<std::uint64_t>(CacheArray::starts) + rows.last;
  if (*first != footer_.blocks.values[block] || *last != footer_.blocks.values[block + 1] ||
      !std::is_sorted(first, last + 1))
    return false;
  if (first_value_ > 0) std::for_each(first, last + 1, [&](auto& each) { each -= first_value_; });
  return true;
}

// After the starts.
bool LoadedBlocks::ids_are_sound(std::uint64_t block) const {
  if (!footer_.sparse) return true;
  const Part rows = part(CacheArray::starts, block);
  const std::span<const std::uint64_t> starts(
      at<const std::uint64_t>(CacheArray::starts) + rows.first, rows.last - rows.first + 1);
  return footer_.id_bytes == 2
             ? rows_ascend(starts, at<const std::uint16_t>(CacheArray::ids), footer_.features())
             : rows_ascend(starts, at<const std::uint32_t>(CacheArray::ids), footer_.features());
}

// Labels, weights and groups, which are numbered in order of appearance.
bool LoadedBlocks::labels_are_sound(Part rows) const {
  const auto all_below = [&](CacheArray array, std::uint64_t limit) {
    const auto* numbers = at<const std::uint32_t>(array);
    return std::all_of(numbers + rows.first, numbers + rows.last,
                       [&](std::uint32_t number) { return number < limit; });
  };
  if (!all_below(CacheArray::labels, footer_.shape.classes.size())) return false;
  if (footer_.arrays[CacheArray::groups] && !all_below(CacheArray::groups, footer_.rows))
    return false;
  if (!footer_.arrays[CacheArray::weights]) return true;
  const auto* weights = at<const double>(CacheArray::weights);
  return std::all_of(weights + rows.first, weights + rows.last,
                     [](double weight) { return std::isfinite(weight) && weight >= 0; });
}

// As the reader of points checks it; other formats state no radius.
bool LoadedBlocks::rows_are_within_radius(Part rows) const {
  const double radius = footer_.shape.radius;
  if (radius == 0) return true;
  return std::visit(
      [&](const auto& view) {
        bool within = true;
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const auto row = view[i];
          double length = 0;
          for (std::uint64_t k = 0; k < row.size; ++k)
            length = portable_hypot(length, row.value(k));
          within = within && length <= radius * (1 + 1e-9);
        }
        return within;
      },
      view(rows.first, rows.last - rows.first));
}

}  // namespace perceptron::core
