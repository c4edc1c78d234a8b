// Rows of a cache in memory of our own, checked there: what happens to the file afterwards does not
// matter.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "data/cache/block_checks.h"
#include "data/cache/footer.h"
#include "data/cache/stored_file.h"
#include "data/cache/tally.h"
#include "data/dataset.h"

namespace perceptron::core {

[[noreturn]] void damaged_cache(const std::string& name, const std::string& what);

class LoadedBlocks {
 public:
  // Loads blocks [first, last) of the file: one block, or all of them. Throws unless each is as it
  // was written and safe to use. They are counted in `tally`.
  LoadedBlocks(const std::string& name, const StoredFile& file, const CacheFooter& footer,
               CacheTally& tally, std::uint64_t first, std::uint64_t last, std::uint64_t threads);

  // Their rows, valid as long as this object.
  RowsView view() const { return view(0, rows_); }
  // Adds labels, weights and groups of the rows.
  void copy_labels(Dataset& into) const;

 private:
  // Memory that is not cleared, because it is filled from the file.
  class Memory {
   public:
    Memory() : data_(nullptr, Free{0}) {}
    explicit Memory(std::uint64_t bytes);
    char* data() const { return data_.get(); }

   private:
    struct Free {
      std::uint64_t bytes;
      void operator()(char* memory) const;
    };
    std::unique_ptr<char[], Free> data_;  // NOLINT: an array without a constructor
  };

  // The rows or values of a block, as indices into the loaded ones.
  struct Part {
    std::uint64_t first;
    std::uint64_t last;
  };
  Part part(CacheArray array, std::uint64_t block) const;
  // The number of items of the array before the loaded ones.
  std::uint64_t before(CacheArray array) const;

  template <class T>
  T* at(CacheArray array) const {
    return reinterpret_cast<T*>(arrays_[array].data());  // NOLINT: aligned, and checked when used
  }
  // `count` rows from `from` on.
  RowsView view(std::uint64_t from, std::uint64_t count) const;

  void load(const StoredFile& file, CacheArray array, Part items);
  // Throws unless the block is as it was written and safe to use; returns what it contains.
  BlockRows check(std::uint64_t block);
  void require_checksums(std::uint64_t block) const;
  bool starts_are_sound(std::uint64_t block);
  bool ids_are_sound(std::uint64_t block) const;
  bool labels_are_sound(Part rows) const;
  bool rows_are_within_radius(Part rows) const;
  ValueCounts count_block(std::uint64_t block) const;

  const std::string& name_;
  const CacheFooter& footer_;
  std::uint64_t first_row_;
  std::uint64_t first_value_;
  std::uint64_t rows_;
  PerArray<Memory> arrays_;  // those that are stored
};

}  // namespace perceptron::core
