// Applies a feature map to rows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/dataset.h"
#include "data/maps/fourier.h"
#include "data/maps/row_map.h"

namespace perceptron::core {

class RowMapper {
 public:
  // `name`: of the file, for messages; `schema` has a map.
  RowMapper(std::string name, const Schema& schema);

  std::uint64_t features() const { return map_->features(); }
  // Of mapped rows: that of the rows, but dense for random Fourier features.
  Matrix::Layout layout(Matrix::Layout rows) const {
    return fourier_ ? Matrix::Layout::dense : rows;
  }
  // Appends these rows with their mapped features; products of a missing value (NaN) are missing
  // too. Throws if a product is beyond the range of
  // numbers, or the machine has no room for the values.
  void append(const Matrix& rows, Matrix& into);
  Matrix map(const Matrix& rows);

  // Lets `add` append rows to `into` that are to be mapped, and maps them. `raw` is an empty matrix
  // for rows before the map.
  template <class Add>
  auto map_added(Dataset& into, Matrix& raw, const Add& add) {
    std::swap(into.matrix, raw);
    auto result = add(into);
    std::swap(into.matrix, raw);
    append(raw, into.matrix);
    raw.clear();
    return result;
  }

 private:
  // A feature of the row that is a variable of the products.
  struct Variable {
    std::uint64_t number;
    double value;
  };
  struct Term {
    std::uint64_t number;  // among the products with as many factors
    double value;
  };

  template <class Row>
  void map_row(const Row& row, Matrix& into);
  template <class Row>
  void list_variables(const Row& row, bool all);
  std::uint64_t step(std::uint64_t factors, std::uint64_t variable) const;
  void add_monomials(Matrix& into);
  template <class Row>
  void add_products(const Row& row, Matrix& into);
  double product_value(const RowMap::Product& product) const;
  void push(std::uint64_t feature, double value, Matrix& into) const;
  void require_room(const Matrix& rows) const;
  [[noreturn]] void refuse_size(std::uint64_t feature) const;

  std::string name_;
  Schema schema_;
  std::shared_ptr<const RowMap> map_;
  std::optional<Fourier> fourier_;
  std::vector<std::vector<std::uint64_t>> steps_;  // Monomials::step, where the variables are few
  std::uint64_t row_ = 0;                          // from 1, of the row being mapped
  bool has_missing_ = false;                       // of this row
  // Of this row.
  std::vector<Variable> variables_;
  std::vector<double> values_;  // of all features, with zeros; empty without interactions
  std::vector<Term> terms_;     // products with as many factors, in their order
  std::vector<Term> more_;
  std::vector<std::uint64_t> begins_;  // where those that begin with each variable start
};

// The values that a row of this layout with so many values has after the map, at most.
std::uint64_t mapped_values(const Schema& schema, Matrix::Layout layout, std::uint64_t values);

// Gives the rows, which are those of the schema without a map, the map of these settings, which
// may be none. Throws if there would be more features than the limits allow.
void map_rows(Dataset& data, const MapSettings& settings, const Limits& limits);

// Maps rows whose schema has the map already.
void map_rows(Dataset& data);

// The rows before their map, which keeps their features.
Matrix unmapped_rows(const Dataset& data);

// The schema without its map.
Schema without_map(Schema schema);

}  // namespace perceptron::core
