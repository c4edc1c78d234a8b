// Files whose rows are streamed: text in the order of the file, caches in any order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "data/cache/cache.h"
#include "data/maps/row_map.h"
#include "data/read/reader.h"
#include "data/scaling.h"
#include "learn/stream.h"

namespace perceptron::core {

// A stream with the classes and the schema of its rows.
class DataStream : public Stream {
 public:
  // Classes, schema and name; no rows.
  const Dataset& shape() const { return shape_; }
  std::uint64_t rows() const;  // visited in a pass
  std::uint64_t features() const override { return shape_.schema.feature_count(); }
  std::span<const std::uint64_t> rows_of_classes() const override { return rows_of_classes_; }
  // A hash of the data, if it is known.
  const std::string& fingerprint() const { return fingerprint_; }
  // Scales rows from now on; the scaling must apply to each row separately.
  void scale(const Scaling& scaling) { scaling_ = scaling; }

 protected:
  Dataset shape_;
  std::vector<std::uint64_t> rows_of_classes_;
  std::string fingerprint_;
  Scaling scaling_;
};

// Text that is read again in every pass. A first scan finds the classes and features. Null if the
// reader changes rows at the end of the file.
std::unique_ptr<DataStream> stream_text(const std::string& path, const Reading& reading);

// A cache: in the order of the file, or shuffled: blocks in random order, and the rows of
// kMixedBlocks consecutive ones mixed. The result depends on the seed only. The next blocks are
// read while training runs on the current ones.
inline constexpr std::uint64_t kMixedBlocks = 16;
struct CacheVisit {
  bool shuffled = false;
  std::uint64_t seed = 1;
  MapSettings map = {};  // applied to the rows, which the cache has without it
};
std::unique_ptr<DataStream> stream_cache(const Cache& cache, const std::string& name,
                                         const CacheVisit& visit, const Limits& limits = {});

// Approximately the most memory that a stream of this cache uses, whose rows have this shape.
std::uint64_t stream_bytes(const Cache& cache, const Dataset& shape);

}  // namespace perceptron::core
