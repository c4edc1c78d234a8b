#include "data/read/missing_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "data/maps/row_mapper.h"

namespace perceptron::core {
namespace {

// The features of columns that are numbers, not categories or indicators.
std::vector<std::uint64_t> number_features(const Schema& schema) {
  std::vector<std::uint64_t> features;
  std::uint64_t next = 0;
  for (const Column& column : schema.columns) {
    for (std::uint64_t k = 0; k < column.numbers(); ++k) features.push_back(next + k);
    next += column.features();
  }
  return features;
}

}  // namespace

bool has_missing_values(const Dataset& data) {
  return std::visit(
      [](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            if (std::isnan(row.value(k))) return true;
          }
        }
        return false;
      },
      data.matrix.view());
}

std::vector<double> column_means(const Dataset& data) {
  std::vector<double> sums(data.features());
  std::vector<double> seen(data.features(), static_cast<double>(data.rows()));
  each_value(data.matrix, [sums = sums.data(), seen = seen.data()](std::uint64_t j, double x) {
    const bool missing = std::isnan(x);
    sums[j] += missing ? 0 : x;
    seen[j] -= missing ? 1 : 0;
  });
  std::vector<double> means(data.features());
  bool huge = false;
  for (const std::uint64_t j : number_features(data.schema)) {
    means[j] = seen[j] > 0 ? sums[j] / seen[j] : 0;
    huge = huge || !std::isfinite(means[j]);
  }
  if (!huge) return means;
  for (const std::uint64_t j : number_features(data.schema)) means[j] = 0;
  // Their sum may overflow although their mean does not.
  each_value(data.matrix,
             [&](std::uint64_t j, double x) { means[j] += std::isnan(x) ? 0 : x / seen[j]; });
  return means;
}

std::vector<double> fill_values(const Schema& schema) {
  std::vector<double> means(schema.base_features());
  const auto numbers = number_features(schema);
  for (std::size_t next = 0; const Column& column : schema.columns) {
    for (std::uint64_t k = 0; k < column.numbers(); ++k) means[numbers[next++]] = column.fill[k];
  }
  return means;
}

void store_fill_values(Schema& schema, const std::vector<double>& means) {
  const auto numbers = number_features(schema);
  for (std::size_t next = 0; Column & column : schema.columns) {
    column.fill.assign(column.numbers(), 0);
    for (double& fill : column.fill) fill = means[numbers[next++]];
  }
}

namespace {

// Rows are put together in a buffer that stays in cache, and appended.
class IndicatorRows {
 public:
  IndicatorRows(const Matrix& matrix, const std::vector<bool>& after,
                const std::vector<double>* means)
      : after_(after.begin(), after.end()), dense_(matrix.layout() == Matrix::Layout::dense) {
    for (std::size_t j = 0; j < after.size(); ++j) {
      number_.push_back(static_cast<std::uint32_t>(features_));
      features_ += after[j] ? 2U : 1U;
      fill_.push_back(means != nullptr ? (*means)[j] : std::numeric_limits<double>::quiet_NaN());
    }
    wider_ = Matrix(matrix.layout(), features_);
    const std::uint64_t more = dense_ ? matrix.rows() * (features_ - after.size()) : 0;
    wider_.reserve(matrix.rows(), matrix.stored() + more);
  }

  Matrix from(const Matrix& matrix) {
    std::visit([this](const auto& view) { add(view); }, matrix.view());
    flush();
    return std::move(wider_);
  }

 private:
  template <class View>
  void add(const View& view) {
    constexpr std::size_t kBuffered = 4096;
    for (std::uint64_t i = 0; i < view.rows; ++i) {
      const auto row = view[i];
      if (values_.size() < size_ + 2 * row.size + 1) {
        values_.resize(2 * (size_ + row.size) + kBuffered);
        if (!dense_) ids_.resize(values_.size());
      }
      dense_ ? put_dense(row) : put_sparse(row);
      ends_.push_back(size_);
      if (size_ > kBuffered) flush();
    }
  }

  template <class Row>
  void put_dense(const Row& row) {
    double* next = values_.data() + size_;
    const double* const fill = fill_.data();
    const unsigned char* const after = after_.data();
    for (std::uint64_t k = 0; k < row.size; ++k) {
      const double value = row.value(k);
      const bool missing = std::isnan(value);
      *next++ = missing ? fill[k] : value;
      *next = missing ? 1 : 0;
      next += after[k];
    }
    size_ = static_cast<std::size_t>(next - values_.data());
  }

  template <class Row>
  void put_sparse(const Row& row) {
    for (std::uint64_t k = 0; k < row.size; ++k) {
      const std::uint64_t j = row.feature(k);
      const double value = row.value(k);
      const bool missing = std::isnan(value);
      put(number_[j], missing ? fill_[j] : value);
      if (missing && after_[j] != 0) put(number_[j] + 1, 1);
    }
  }

  void put(std::uint32_t feature, double value) {
    ids_[size_] = feature;
    values_[size_++] = value;
  }

  void flush() {
    wider_.append(ends_, std::span(ids_).first(dense_ ? 0 : size_), 0,
                  std::span(values_).first(size_), false);
    ends_.clear();
    size_ = 0;
  }

  std::vector<unsigned char> after_;
  bool dense_;
  std::vector<std::uint32_t> number_;
  std::vector<double> fill_;
  std::uint64_t features_ = 0;
  Matrix wider_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::uint32_t> ids_;  // filled, as the values, up to `size_`
  std::vector<double> values_;
  std::size_t size_ = 0;
};

}  // namespace

Matrix with_indicators(const Matrix& matrix, const std::vector<bool>& after,
                       const std::vector<double>* means) {
  return IndicatorRows(matrix, after, means).from(matrix);
}

void fill_missing_values(Dataset& data, const std::vector<double>& means) {
  if (data.schema.map) data.matrix = unmapped_rows(data);
  fill_missing_values(data.matrix, means);
  store_fill_values(data.schema, means);
  if (data.schema.map) map_rows(data);
}

void fill_missing_values(Matrix& matrix, const std::vector<double>& means) {
  matrix.transform([&](std::uint64_t /*row*/, std::uint64_t j, double x) {
    return std::isnan(x) ? means[j] : x;
  });
}

}  // namespace perceptron::core
