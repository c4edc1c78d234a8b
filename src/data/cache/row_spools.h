// The rows of a cache that is being written, one temporary file per array: their final types and
// class numbers are only known after the last row.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "data/cache/layout.h"
#include "data/cache/spool.h"
#include "data/dataset.h"

namespace perceptron::core {

class RowSpools {
 public:
  explicit RowSpools(const std::string& folder);

  void add(const Dataset& rows);
  void flush();  // after the last row, before reading

  // What a block holds, as it was added.
  std::vector<std::uint64_t> ends(std::uint64_t block) const;  // of its rows
  std::vector<std::uint32_t> ids(std::uint64_t block) const;
  std::vector<float> narrow_values(std::uint64_t block) const;  // if narrow()
  std::vector<double> wide_values(std::uint64_t block) const;   // else
  std::vector<std::uint32_t> labels(std::uint64_t block) const;
  std::vector<double> weights(std::uint64_t block) const;
  std::vector<std::uint32_t> groups(std::uint64_t block) const;
  // A whole block as rows, with `shift` subtracted from the ids.
  Dataset rows(std::uint64_t block, const Dataset& shape, std::uint32_t shift) const;

  // Properties of all rows so far.
  struct Summary {
    CacheBlocks blocks;
    std::uint64_t rows = 0;
    std::uint64_t stored = 0;
    std::uint64_t nonzeros = 0;
    std::vector<std::uint64_t> class_rows;  // rows of each class whose weight is not 0
    bool sparse = false;
    bool narrow = true;  // float32 holds every value exactly
    bool ones = true;    // every stored value is 1
    bool missing_values = false;
    bool weighted = false;
    bool grouped = false;
  };
  const Summary& summary() const { return summary_; }
  Fingerprint& fingerprint() { return fingerprint_; }  // valid as long as no id is shifted

 private:
  void add_matrix(const Matrix& matrix);
  void add_values(const std::vector<double>& values);
  void end_row(std::uint64_t values);
  void widen(std::uint64_t count);

  std::string folder_;
  Spool ends_;
  Spool ids_;
  Spool values_;                        // as float32
  std::unique_ptr<Spool> wide_values_;  // as float64, instead of values_, where needed
  Spool labels_;
  Spool weights_;
  Spool groups_;
  Fingerprint fingerprint_;
  Summary summary_;
};

}  // namespace perceptron::core
