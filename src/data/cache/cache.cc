#include "data/cache/cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/threads.h"
#include "data/cache/footer.h"
#include "data/cache/layout.h"
#include "data/cache/mapped_file.h"

namespace perceptron::core {

bool looks_like_cache(std::string_view start) { return start.starts_with(kCacheMagic); }

bool is_cache(const std::string& path) {
  if (path == "-") return false;
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, 8> start{};
  const bool is = ::read(file, start.data(), start.size()) == ssize_t{8} &&
                  looks_like_cache({start.data(), start.size()});
  close(file);
  return is;
}

namespace {

[[noreturn]] void fail(const std::string& name, const std::string& sentence) {
  throw Error(Place{name}, sentence);
}

[[noreturn]] void damaged(const std::string& name, const std::string& what) {
  fail(name, what + "; the cache is damaged, make it again with convert");
}

// Checks head and end, and parses the footer between them.
CacheFooter read_footer(const MappedFile& file, const std::string& name) {
  constexpr std::uint64_t kLongestFooter = 1'000'000'000;
  const std::uint64_t size = file.size();
  if (size < sizeof(CacheHead) + sizeof(CacheEnd))
    damaged(name, fmt::format("expected a cache, found only {} bytes", size));
  CacheHead head{};
  CacheEnd end{};
  std::memcpy(&head, file.memory(), sizeof head);
  std::memcpy(&end, file.memory() + size - sizeof end, sizeof end);
  if (std::string_view(head.magic.data(), 8) != kCacheMagic)
    fail(name, "expected a cache that convert has made, found something else");
  if (head.version != kCacheVersion)
    fail(name, fmt::format("expected a cache of format version {}, found version {} (make it again "
                           "with convert)",
                           kCacheVersion, head.version));
  if (std::string_view(end.magic.data(), 8) != kCacheEndMagic || end.footer < sizeof head ||
      end.footer > size - sizeof end || end.size != size - sizeof end - end.footer ||
      end.size > kLongestFooter)
    damaged(name, "its end is missing");
  const std::string footer(file.memory() + end.footer, end.size);
  if (hash_of_frame(head, footer) != end.hash)
    damaged(name, "the checksum of its footer does not match");
  try {
    return cache_footer_from(parse_shallow(footer), {file.memory(), end.footer});
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    damaged(name, fmt::format("its footer is not as expected ({})", error.what()));
  }
}

}  // namespace

// The mapped file and its footer, with accessors that need both.
struct Cache::Mapped {
  explicit Mapped(const std::string& path) : name(path), file(path) {
    footer = read_footer(file, name);
    for (const CacheArray array : kCacheArrays) {
      if (const auto& entry = footer.arrays[array]) arrays[array] = file.memory() + entry->offset;
    }
  }

  template <class T>
  const T* at(CacheArray array) const {
    return reinterpret_cast<const T*>(arrays[array]);  // NOLINT: aligned, and checked when used
  }

  // `count` rows from `first` on.
  RowsView view(std::uint64_t first, std::uint64_t count) const {
    const std::uint64_t features = footer.features();
    const auto of = [&]<class Value>(const Value* values) -> RowsView {
      if (!footer.sparse) {
        if constexpr (std::is_same_v<Value, One>) {
          throw std::logic_error("dense rows of ones");
        } else {
          return DenseRows<Value>{values + first * features, count, features};
        }
      }
      const auto* starts = at<std::uint64_t>(CacheArray::starts) + first;
      if (footer.id_bytes == 2)
        return SparseRows<Value, std::uint16_t>{starts, at<std::uint16_t>(CacheArray::ids), values,
                                                count, features};
      return SparseRows<Value>{starts, at<std::uint32_t>(CacheArray::ids), values, count, features};
    };
    if (footer.value_bytes == 8) return of(at<double>(CacheArray::values));
    if (footer.value_bytes == 4) return of(at<float>(CacheArray::values));
    return of(static_cast<const One*>(nullptr));
  }

  // Adds labels, weights and groups of rows [first, last).
  void copy_labels(std::uint64_t first, std::uint64_t last, Dataset& into) const {
    const auto add = [&]<class T>(std::vector<T>& to, CacheArray array) {
      if (arrays[array] != nullptr) to.insert(to.end(), at<T>(array) + first, at<T>(array) + last);
    };
    add(into.labels, CacheArray::labels);
    add(into.weights, CacheArray::weights);
    add(into.groups, CacheArray::groups);
  }

  // The bytes of an array that belong to one block.
  std::string_view part(CacheArray array, std::uint64_t block) const {
    const bool by_value = array == CacheArray::ids || array == CacheArray::values;
    const auto& bounds = by_value ? footer.blocks.values : footer.blocks.rows;
    const std::uint64_t width = footer.arrays[array]->width;
    // The start of the next block's first row is the end of this block's last one.
    const std::uint64_t more = array == CacheArray::starts ? 1 : 0;
    const std::uint64_t first = bounds[block] * width;
    const std::uint64_t last = (bounds[block + 1] + more) * width;
    return {arrays[array] + first, last - first};
  }

  // Throws unless the block is as it was written and safe to use.
  void check(std::uint64_t block) const {
    const std::uint64_t first = footer.blocks.rows[block];
    const std::uint64_t last = footer.blocks.rows[block + 1];
    for (const CacheArray array : kCacheArrays) {
      if (arrays[array] != nullptr &&
          hash_of_bytes(part(array, block)) != footer.arrays[array]->checks[block])
        damaged(name,
                fmt::format("the checksum of its rows {} to {} does not match", first + 1, last));
    }
    // A checksum proves that nothing changed, not that it was valid: everything that could lead to
    // out-of-bounds access is checked as well.
    if (!starts_are_sound(block) || !labels_are_sound(first, last) ||
        !values_are_sound(first, last - first))
      damaged(name, fmt::format("expected sound rows {} to {}, found others", first + 1, last));
  }

  bool starts_are_sound(std::uint64_t block) const {
    if (!footer.sparse) return true;
    const CacheBlocks& blocks = footer.blocks;
    const auto* first = at<std::uint64_t>(CacheArray::starts) + blocks.rows[block];
    const auto* last = at<std::uint64_t>(CacheArray::starts) + blocks.rows[block + 1];
    return *first == blocks.values[block] && *last == blocks.values[block + 1] &&
           std::is_sorted(first, last + 1);
  }

  // Labels and weights.
  bool labels_are_sound(std::uint64_t first, std::uint64_t last) const {
    const auto* labels = at<std::uint32_t>(CacheArray::labels);
    const auto known = [&](std::uint32_t label) { return label < footer.shape.classes.size(); };
    if (!std::all_of(labels + first, labels + last, known)) return false;
    if (arrays[CacheArray::weights] == nullptr) return true;
    const auto* weights = at<double>(CacheArray::weights);
    return std::all_of(weights + first, weights + last,
                       [](double weight) { return std::isfinite(weight) && weight >= 0; });
  }

  // Ids and values.
  bool values_are_sound(std::uint64_t first, std::uint64_t count) const {
    const std::uint64_t features = footer.features();
    return std::visit(
        [&](const auto& rows) {
          bool sound = true;
          for (std::uint64_t i = 0; i < count; ++i) {
            const auto row = rows[i];
            for (std::uint64_t k = 0; k < row.size; ++k)
              sound &= std::isfinite(row.value(k)) ||
                       (footer.missing_values && std::isnan(row.value(k)));
            if (!footer.sparse || row.size == 0) continue;
            for (std::uint64_t k = 1; k < row.size; ++k)
              sound &= row.feature(k - 1) < row.feature(k);
            sound &= row.feature(row.size - 1) < features;
          }
          return sound;
        },
        view(first, count));
  }

  std::string name;
  MappedFile file;
  CacheFooter footer;
  PerArray<const char*> arrays;  // null: the array is not stored
};

Cache::Cache(const std::string& path) : mapped_(std::make_shared<const Mapped>(path)) {}

const std::string& Cache::name() const { return mapped_->name; }
const Dataset& Cache::shape() const { return mapped_->footer.shape; }
std::uint64_t Cache::rows() const { return mapped_->footer.rows; }
std::uint64_t Cache::stored() const { return mapped_->footer.stored; }
std::uint64_t Cache::nonzeros() const { return mapped_->footer.nonzeros; }
std::uint64_t Cache::bytes() const { return mapped_->file.size(); }
const char* Cache::id_type() const {
  const std::uint64_t bytes = mapped_->footer.id_bytes;
  return bytes == 2 ? "uint16" : bytes == 4 ? "uint32" : "none";
}
const char* Cache::value_type() const {
  const std::uint64_t bytes = mapped_->footer.value_bytes;
  return bytes == 8 ? "float64" : bytes == 4 ? "float32" : "ones";
}
const std::string& Cache::fingerprint() const { return mapped_->footer.fingerprint; }
const CacheOrigin& Cache::origin() const { return mapped_->footer.origin; }
const std::vector<std::string>& Cache::notes() const { return mapped_->footer.notes; }
bool Cache::has_missing_values() const { return mapped_->footer.missing_values; }
const std::vector<std::uint64_t>& Cache::rows_of_classes() const {
  return mapped_->footer.class_rows;
}
std::uint64_t Cache::blocks() const { return mapped_->footer.blocks.size(); }
std::uint64_t Cache::first_row(std::uint64_t block) const {
  return mapped_->footer.blocks.rows[block];
}

void Cache::check(std::uint64_t threads) const {
  parallel_for(blocks(), threads, [&](std::uint64_t block) {
    check_interrupt();
    mapped_->check(block);
  });
}

void Cache::read(std::uint64_t block, Dataset& into) const {
  check_interrupt();
  mapped_->check(block);
  const std::uint64_t first = first_row(block);
  const std::uint64_t last = first_row(block + 1);
  into.matrix.append(mapped_->view(first, last - first));
  mapped_->copy_labels(first, last, into);
  mapped_->file.release_pages();
}

Dataset Cache::dataset(std::uint64_t threads) const {
  check(threads);
  Dataset data = shape();
  data.matrix = Matrix(mapped_->view(0, rows()), mapped_);
  mapped_->copy_labels(0, rows(), data);
  return data;
}

}  // namespace perceptron::core
