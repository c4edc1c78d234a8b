// Files whose rows stream by: text in the order of the file, caches in any.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "data/cache/cache.h"
#include "data/read/reader.h"
#include "data/scaling.h"
#include "learn/stream.h"

namespace perceptron::core {

// A stream and what its rows mean.
class DataStream : public Stream {
 public:
  // Classes, schema and name; no rows.
  const Dataset& shape() const { return shape_; }
  std::uint64_t rows() const;  // that a pass visits
  std::uint64_t features() const override { return shape_.schema.feature_count(); }
  std::span<const std::uint64_t> rows_of_classes() const override { return rows_of_classes_; }
  // A hash of the data, if it is known.
  const std::string& fingerprint() const { return fingerprint_; }
  // Scales rows from now on; one that can be told of a row alone.
  void scale(const Scaling& scaling) { scaling_ = scaling; }

 protected:
  Dataset shape_;
  std::vector<std::uint64_t> rows_of_classes_;
  std::string fingerprint_;
  Scaling scaling_;
};

// Text that is read again in every pass. A first look tells classes and features.
// Only where a reader leaves its rows as they come; null otherwise.
std::unique_ptr<DataStream> stream_text(const std::string& path, const Reading& reading);

// A cache: in the order of the file, or shuffled: blocks in a random order, and the rows
// of so many blocks that follow each other there, mixed. What is learned depends on the
// seed and on nothing else. The next blocks are read while those before are learned from.
inline constexpr std::uint64_t kMixedBlocks = 16;
std::unique_ptr<DataStream> stream_cache(const Cache& cache, const std::string& name, bool shuffled,
                                         std::uint64_t seed);

// About the most bytes that a stream of this cache holds at a time.
std::uint64_t stream_bytes(const Cache& cache);

}  // namespace perceptron::core
