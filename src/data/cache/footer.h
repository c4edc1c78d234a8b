// The footer of a cache: everything but the arrays themselves. Writer and reader share it, so
// this is the one place that knows its JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "data/cache/layout.h"
#include "data/cache/origin.h"
#include "data/cache/stored_file.h"
#include "data/dataset.h"

namespace perceptron::core {

// Position of an array, and the checksum of each of its blocks.
struct CacheArrayEntry {
  std::uint64_t offset = 0;
  std::uint64_t width = 0;  // of an item, in bytes
  std::vector<std::uint64_t> checks;
};

struct CacheFooter {
  Dataset shape;  // a dataset without rows: name, radius, classes, schema, layout
  std::uint64_t rows = 0;
  std::uint64_t stored = 0;  // values
  std::uint64_t nonzeros = 0;
  bool sparse = false;
  bool missing_values = false;  // some values are NaN, to be filled when the rows are used
  std::string fingerprint;
  std::vector<std::string> notes;
  std::vector<std::uint64_t> class_rows;  // rows of each class whose weight is not 0
  CacheOrigin origin;
  PerArray<std::optional<CacheArrayEntry>> arrays;
  CacheBlocks blocks;
  std::uint64_t id_bytes = 0;     // 2 or 4; 0: dense rows have no ids
  std::uint64_t value_bytes = 0;  // 4 or 8; 0: all values are 1 and none is stored

  std::uint64_t features() const { return shape.schema.feature_count(); }
};

Json to_json(const CacheFooter& footer);

// Reads the footer that follows the first `before` bytes of the file. Throws a standard exception
// unless all counts agree and the arrays, with zeros between them, fill those bytes.
CacheFooter cache_footer_from(const Json& json, const StoredFile& file, std::uint64_t before);

}  // namespace perceptron::core
