// Rows with their classes and the meaning of their features.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/hash.h"
#include "data/classes.h"
#include "data/matrix.h"
#include "data/schema.h"

namespace perceptron::core {

struct Dataset {
  std::string name;  // of the file it came from, for messages
  Matrix matrix;
  std::vector<std::uint32_t> labels;  // the class of each row; empty if unknown
  std::vector<double> weights;        // of each row; empty: all 1
  std::vector<std::uint32_t> groups;  // of each row, numbered in order of appearance; empty: none
  std::vector<std::string> texts;  // what a reader keeps of each row's text (data/read/row_text.h)
  Classes classes;
  Schema schema;
  double radius = 0;  // an upper bound on ‖x‖, if the file states one
  // As the cache states it that the rows came from; empty: no cache. Whoever computes the
  // fingerprint compares them.
  std::string stated_fingerprint;

  std::uint64_t rows() const { return matrix.rows(); }
  std::uint64_t features() const { return matrix.features(); }

  // Some of the rows, in the given order.
  Dataset select(std::span<const std::uint64_t> which) const;
  // Removes the rows; everything else, including the capacity, is kept for the next ones.
  void clear_rows();
  // Appends rows that have the same features and classes.
  void append(const Dataset& more);
  // Sorts the classes.
  void sort_classes();
  // A fingerprint of labels, nonzero values and, if there are any, weights; independent of file
  // format, layout, precision and the spelling of numeric classes. Throws if a cache states another
  // one.
  std::string fingerprint() const;
};

// Throws unless a cache, the file `name`, states the fingerprint that its rows have.
void require_stated(const std::string& name, const std::string& stated, const std::string& found);

// The fingerprint of rows that come block by block.
class Fingerprint {
 public:
  void add(const Dataset& rows);
  // Rows without weights; `names` are those of the classes, as Classes::plain_names() has them.
  void add(const Matrix& rows, std::span<const std::uint32_t> labels,
           std::span<const std::string> names);
  std::uint64_t rows() const { return rows_; }
  std::string hex(std::uint64_t features);  // at the end, once

 private:
  Hash hash_;
  Hash weights_;
  bool has_weights_ = false;
  std::uint64_t rows_ = 0;
};

}  // namespace perceptron::core
