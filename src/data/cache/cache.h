// A dataset as a file that is mapped, not read: the arrays of its rows as the loop
// sees them, in the smallest types that lose nothing, and behind them what they
// mean. Every array has a checksum for each block of rows, and no row is used before
// its block was checked.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/output.h"
#include "data/dataset.h"
#include "data/options.h"

namespace perceptron {

struct Reading;

// The file that a cache was made of.
struct CacheOrigin {
  std::string path;
  std::uint64_t size = 0;
  std::int64_t changed = 0;                                  // when, in nanoseconds
  std::string hash;                                          // of its bytes
  std::vector<std::pair<std::string, std::string>> reading;  // see unusual()

  // What the file at `path` is now; the hash is left out.
  static CacheOrigin of(const std::string& path, const DataOptions& options);
  // A hash of all its bytes.
  static std::string hash_of(const std::string& path);
};

// Where --cache keeps the cache of a file.
inline std::string cache_beside(const std::string& path) { return path + ".cache"; }

// Whether a file that starts like this is a cache, or once was one.
bool looks_like_cache(std::string_view start);
// Whether there is a cache at `path`, or what once was one.
bool is_cache(const std::string& path);

class Cache {
 public:
  // Opens it: the row arrays are mapped and not yet looked at.
  explicit Cache(const std::string& path);

  const std::string& name() const;
  // All but the rows: classes, schema, and so on.
  const Dataset& shape() const;
  std::uint64_t rows() const;
  std::uint64_t stored() const;  // values
  std::uint64_t nonzeros() const;
  std::uint64_t bytes() const;  // of the file
  const char* id_type() const;  // uint16, uint32, or none where rows are dense
  const char* value_type() const;
  const std::string& fingerprint() const;
  const CacheOrigin& origin() const;
  const std::vector<std::string>& notes() const;  // that were made when it was read
  bool has_gaps() const;
  // Of each class, the rows that weigh something.
  const std::vector<std::uint64_t>& rows_of_classes() const;

  // Rows come in blocks, of about as many values each.
  std::uint64_t blocks() const;
  std::uint64_t first_row(std::uint64_t block) const;  // of the block behind the last: rows()
  // Adds the rows of a block to `into`, copied into its memory, once they are checked.
  void read(std::uint64_t block, Dataset& into) const;
  // Throws unless all blocks are whole and sound.
  void check(std::uint64_t threads) const;
  // All rows where they lie, once they are checked.
  Dataset dataset(std::uint64_t threads) const;

 private:
  struct Mapped;
  std::shared_ptr<const Mapped> mapped_;
};

// All rows where they lie, as one who reads without a model wants them.
Dataset map_cache(const Cache& cache, const std::string& name, const Reading& reading);

// Throws where the options ask for another reading than the one a cache was made with.
void require_options(const Cache& cache, const std::string& name, const Reading& reading);

// Writes a cache block by block, in memory that does not grow with the rows.
class CacheWriter {
 public:
  explicit CacheWriter(const std::string& path);
  CacheWriter(const CacheWriter&) = delete;
  CacheWriter& operator=(const CacheWriter&) = delete;
  ~CacheWriter();

  void add(const Dataset& rows);
  // `shape` says what the rows mean; `late_shift` is taken off all ids.
  void finish(Dataset shape, std::uint32_t late_shift, const CacheOrigin& origin,
              const std::vector<std::string>& notes);

 private:
  struct Spools;
  Output output_;
  std::unique_ptr<Spools> spools_;
};

}  // namespace perceptron
