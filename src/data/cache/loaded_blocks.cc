#include "data/cache/loaded_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/checksum.h"
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
                           const CacheFooter& footer, std::uint64_t first, std::uint64_t last,
                           std::uint64_t threads)
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
    check(first + k);
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

void LoadedBlocks::check(std::uint64_t block) {
  const std::uint64_t first = footer_.blocks.rows[block];
  const std::uint64_t last = footer_.blocks.rows[block + 1];
  for (const CacheArray array : kCacheArrays) {
    const auto& entry = footer_.arrays[array];
    if (!entry) continue;
    Part items = part(array, block);
    if (array == CacheArray::starts) ++items.last;
    const std::string_view bytes(arrays_[array].data() + items.first * entry->width,
                                 (items.last - items.first) * entry->width);
    if (!checksums_match(hash_of_bytes(bytes), entry->checks[block]))
      damaged_cache(
          name_, fmt::format("the checksum of its rows {} to {} does not match", first + 1, last));
  }
  // A checksum proves that nothing changed, not that it was valid: everything that could lead to
  // out-of-bounds access is checked as well.
  if (!is_sound(block))
    damaged_cache(name_,
                  fmt::format("expected sound rows {} to {}, found others", first + 1, last));
}

bool LoadedBlocks::is_sound(std::uint64_t block) {
  const Part rows = part(CacheArray::labels, block);
  return starts_are_sound(block) && labels_are_sound(rows) && values_are_sound(rows);
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

// Labels and weights.
bool LoadedBlocks::labels_are_sound(Part rows) const {
  const auto* labels = at<const std::uint32_t>(CacheArray::labels);
  const auto known = [&](std::uint32_t label) { return label < footer_.shape.classes.size(); };
  if (!std::all_of(labels + rows.first, labels + rows.last, known)) return false;
  if (!footer_.arrays[CacheArray::weights]) return true;
  const auto* weights = at<const double>(CacheArray::weights);
  return std::all_of(weights + rows.first, weights + rows.last,
                     [](double weight) { return std::isfinite(weight) && weight >= 0; });
}

// Ids and values.
bool LoadedBlocks::values_are_sound(Part rows) const {
  const std::uint64_t features = footer_.features();
  const std::uint64_t count = rows.last - rows.first;
  return std::visit(
      [&](const auto& view) {
        bool sound = true;
        for (std::uint64_t i = 0; i < count; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k)
            sound &=
                std::isfinite(row.value(k)) || (footer_.missing_values && std::isnan(row.value(k)));
          if (!footer_.sparse || row.size == 0) continue;
          for (std::uint64_t k = 1; k < row.size; ++k) sound &= row.feature(k - 1) < row.feature(k);
          sound &= row.feature(row.size - 1) < features;
        }
        return sound;
      },
      view(rows.first, count));
}

}  // namespace perceptron::core
