// Rows with their classes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <perceptron/export.h>

namespace perceptron {

// Rows in memory. They are copied: the arrays are not needed after the call.
struct DenseRows {
  std::span<const double> values = {};  // row by row
  std::uint64_t features = 0;           // per row
};

// Compressed sparse rows (CSR): row i has the values from starts[i] to before starts[i + 1].
struct SparseRows {
  std::span<const std::uint64_t> starts = {};   // one more than there are rows; the first is 0
  std::span<const std::uint32_t> indices = {};  // the feature of each value, from 0; they ascend
  std::span<const double> values = {};
  std::uint64_t features = 0;
};

// What rows may have besides their classes.
struct RowDetails {
  std::span<const double> weights = {};         // of each row, 0 or more; empty: all 1
  std::vector<std::string> feature_names = {};  // all different; empty: features are numbered
};

// Immutable; copies share the rows, and moving one copies it, so that it can still be used.
class PERCEPTRON_API Dataset {
 public:
  // Rows in memory: `values` row by row, `features` per row, and the name of each row's class.
  Dataset(std::span<const double> values, std::uint64_t features,
          const std::vector<std::string>& labels);
  // Throws Error, which says in which row, if something is not as described above.
  Dataset(const DenseRows& rows, const std::vector<std::string>& labels,
          const RowDetails& details = {});
  Dataset(const SparseRows& rows, const std::vector<std::string>& labels,
          const RowDetails& details = {});
  Dataset(const Dataset&) = default;
  Dataset& operator=(const Dataset&) = default;

  std::uint64_t rows() const;
  std::uint64_t features() const;
  // Sorted: by number if all are numbers, else by bytes. For two classes the second is the
  // positive one: a positive score means this class.
  const std::vector<std::string>& classes() const;
  std::vector<std::string> feature_names() const;
  // The index of each row's class in classes().
  std::span<const std::uint32_t> labels() const;
  // The rows with these indices, counted from 0, in this order.
  Dataset select(std::span<const std::uint64_t> rows) const;
  // A hash of everything that training depends on; the same for every file format.
  std::string fingerprint() const;
  // Decisions that reading made on the user's behalf, as sentences.
  const std::vector<std::string>& notes() const;

  struct Contents;  // the library's own
  explicit Dataset(std::shared_ptr<const Contents> contents);
  const Contents& contents() const { return *contents_; }

 private:
  std::shared_ptr<const Contents> contents_;
};

}  // namespace perceptron
