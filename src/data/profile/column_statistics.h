// What is counted of one column of a table while its rows pass by.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash_numbers.h"
#include "data/missing_marks.h"
#include "data/profile/profile.h"
#include "data/read/text_doubts.h"

namespace perceptron::core {

class ColumnStatistics {
 public:
  ColumnStatistics(std::string name, std::size_t position, ColumnType type, const Schema& schema);

  // The value of the next row, with the hash of its text; `label` is the class of the row.
  void see(std::string_view text, std::uint64_t hash, std::uint32_t label);

  ColumnProfile profile(std::uint64_t classes) const;
  ColumnType type() const { return profile_.type; }
  // Of numbers.
  IdentifierEvidence identifier_evidence() const;
  // Columns with the same values in the same rows have the same.
  std::uint64_t fingerprint() const { return fingerprint_; }

 private:
  struct PerClass {
    double rows = 0;
    double sum = 0;
  };

  void see_number(double value, std::uint32_t label);
  void see_value(std::string_view text, std::uint64_t hash, std::uint32_t label);
  std::optional<double> correlation_ratio() const;
  std::optional<double> cramers_v(std::uint64_t classes) const;
  std::vector<std::uint64_t> histogram() const;

  ColumnProfile profile_;
  DecimalMark mark_;
  MissingMarks marks_;
  std::uint64_t fingerprint_ = 0;

  // Numbers.
  std::uint64_t numbers_ = 0;
  double mean_ = 0;
  double square_ = 0;  // sum of squared distances from the mean
  double minimum_ = 0;
  double maximum_ = 0;
  std::vector<double> first_values_;
  std::vector<PerClass> by_class_;

  // A different value.
  struct Value {
    std::string text;
    std::uint64_t rows = 0;
    std::vector<std::uint64_t> by_class = {};  // rows of each class, of the first values only
  };
  std::vector<Value> values_;  // in order of appearance
  HashNumbers places_;         // of these, by the hash of their text
};

}  // namespace perceptron::core
