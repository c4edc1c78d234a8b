// A dataset as a file that is loaded, not parsed: the arrays of its rows as the training loop uses
// them, in the smallest types that lose nothing, followed by their metadata. Every array has a
// checksum for each block of rows. A block is copied, checked, and used only then: whatever happens
// to the file meanwhile, no row is used that was not checked.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <perceptron/limits.h>
#include "data/cache/origin.h"
#include "data/dataset.h"

namespace perceptron::core {

struct Reading;

// Whether a file that starts with these bytes is a cache, perhaps a damaged one.
bool looks_like_cache(std::string_view start);
// Whether the file at `path` is a cache, perhaps a damaged one.
bool is_cache(const std::string& path);

class Cache {
 public:
  // Opens the file and reads its footer; rows are checked when they are read.
  explicit Cache(const std::string& path, const Limits& limits = {});

  const std::string& name() const;
  // A dataset without rows: classes, schema, layout, radius.
  const Dataset& shape() const;
  std::uint64_t rows() const;
  std::uint64_t stored() const;  // values
  std::uint64_t nonzeros() const;
  std::uint64_t bytes() const;  // of the file
  const char* id_type() const;  // uint16, uint32, or none if rows are dense
  const char* value_type() const;
  const std::string& fingerprint() const;
  const CacheOrigin& origin() const;
  const std::vector<std::string>& notes() const;  // made while the original file was read
  bool has_missing_values() const;
  // For each class, the number of rows whose weight is not 0.
  const std::vector<std::uint64_t>& rows_of_classes() const;

  // Blocks of rows have about the same number of values.
  std::uint64_t blocks() const;
  std::uint64_t first_row(std::uint64_t block) const;  // first_row(blocks()) is rows()
  // Checks the rows of a block and appends a copy of them to `into`.
  void read(std::uint64_t block, Dataset& into) const;
  // Throws unless the rows have the fingerprint that the footer states. It reads all rows, and
  // takes about as long as loading them, so it is for those who use the fingerprint.
  void require_fingerprint() const;
  // Throws unless every block is intact and valid.
  void check(std::uint64_t threads) const;
  // Loads and checks all rows.
  Dataset dataset(std::uint64_t threads) const;

 private:
  struct Contents;
  std::shared_ptr<const Contents> contents_;
};

// All rows of a cache, to be used without a model.
Dataset load_cache(const Cache& cache, const std::string& name, const Reading& reading);

// Throws if the options ask for data to be read differently than when the cache was made.
void require_options(const Cache& cache, const std::string& name, const Reading& reading);

}  // namespace perceptron::core
