// Writes a cache block by block, in memory that does not grow with the number of rows.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/output.h"
#include "data/cache/origin.h"
#include "data/dataset.h"

namespace perceptron::core {

class RowSpools;
struct CacheFooter;

class CacheWriter {
 public:
  explicit CacheWriter(const std::string& path);
  CacheWriter(const CacheWriter&) = delete;
  CacheWriter& operator=(const CacheWriter&) = delete;
  ~CacheWriter();

  void add(const Dataset& rows);
  // Writes the file. `shape` has the classes and the schema of all rows; `late_shift` is
  // subtracted from every id, for files whose index base (0 or 1) was only known at the end.
  void finish(Dataset shape, std::uint32_t late_shift, const CacheOrigin& origin,
              const std::vector<std::string>& notes);

 private:
  std::string fingerprint(const CacheFooter& footer, std::uint32_t late_shift,
                          const std::vector<std::uint32_t>& class_numbers);

  Output output_;
  std::unique_ptr<RowSpools> spools_;
};

}  // namespace perceptron::core
