// Rows from a cache, block by block, with its own features or those of a model.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "data/cache/cache.h"
#include "data/cache/feature_map.h"
#include "data/read/missing_values.h"
#include "data/read/reader.h"

namespace perceptron::core {
namespace {

class CacheReader : public Reader {
 public:
  CacheReader(const Cache& cache, const std::string& name, const Reading& reading)
      : Reader(name, reading), cache_(cache), layout_(cache.shape().matrix.layout()) {
    if (learning()) return;
    map_ = map_features(cache_, name, reading);
    features_ = reading.schema->feature_count();
    if (!map_.numbered) layout_ = text_layout_of(*reading.schema);
    if (cache_.has_missing_values()) fill_ = fill_values(*reading.schema);
    fill_.resize(cache_.has_missing_values() ? features_ : 0);  // numbered features keep no names
    if (reading.labels == LabelUse::match) {
      for (const std::string& label : cache_.shape().classes.names())
        classes_.push_back(reading.classes->find(label));
    }
    if (!map_.new_columns.empty())
      note("columns the model does not know were ignored: " + in_list(map_.new_columns));
    // Only the notes tell how many values were missing.
    for (const std::string& sentence : cache_.notes()) {
      if (cache_.has_missing_values() && reading.listener != nullptr)
        reading.listener->note(sentence);
    }
  }

  Dataset start() const override {
    Dataset data;
    data.matrix = Matrix(layout_, features_);
    if (learning()) data.classes = cache_.shape().classes;
    return data;
  }

  bool next_rows(Dataset& into) override {
    if (block_ == cache_.blocks()) return false;
    rows_.clear_rows();
    cache_.read(block_, rows_);
    if (learning()) {
      if (cache_.has_missing_values() && !reading().keep_missing)
        fill_missing_values(rows_, fill_values(rows_.schema));
      into.append(rows_);
    } else {
      add_rows(into.matrix);
      add_labels(into);
      if (reading().keep_weights)
        into.weights.insert(into.weights.end(), rows_.weights.begin(), rows_.weights.end());
    }
    ++block_;
    return true;
  }

  void finish(Dataset& into) override {
    if (ignored_ > 0)
      note(
          fmt::format("ignored {} of features the model does not know", plural(ignored_, "value")));
    into.radius = cache_.shape().radius;
    if (learning()) into.schema = cache_.shape().schema;
  }

  std::uint64_t position() const override { return cache_.first_row(block_); }
  std::uint64_t total() const override { return cache_.rows(); }

 private:
  struct Value {
    std::uint64_t feature;
    double value;
    bool operator<(const Value& other) const { return feature < other.feature; }
  };

  // The layout that a reader of text uses for this model.
  static Matrix::Layout text_layout_of(const Schema& schema) {
    if (schema.dictionary) return Matrix::Layout::sparse;
    for (const Column& column : schema.columns) {
      if (column.is_category() || column.is_text()) return Matrix::Layout::sparse;
    }
    return Matrix::Layout::dense;
  }

  // Appends the rows of the block with the model's features.
  void add_rows(Matrix& into) {
    if (map_.is_identity(cache_.shape().features())) {
      into.append(rows_.matrix.view());
      return;
    }
    std::visit(
        [&](const auto& view) {
          for (std::uint64_t i = 0; i < view.rows; ++i) {
            row_.clear();
            const auto row = view[i];
            for (std::uint64_t k = 0; k < row.size; ++k) add_value(i, row.feature(k), row.value(k));
            layout_ == Matrix::Layout::sparse ? push_sparse(into) : push_dense(into);
            into.end_row();
          }
        },
        rows_.matrix.view());
  }

  void add_value(std::uint64_t row, std::uint64_t feature, double value) {
    const auto number = map_[feature];
    if (!number) {
      throw Error(place_of(row),
                  "expected feature numbers from 1 on, found 0 (the model counts from 1, the "
                  "cache from 0)");
    }
    if (*number == FeatureMap::kUnused || (*number == FeatureMap::kNew && value == 0)) return;
    if (*number != FeatureMap::kNew) {
      row_.push_back({*number, std::isnan(value) ? fill_[*number] : value});
    } else if (reading().ignore_new_features()) {
      ++ignored_;
    } else {
      throw Error(
          place_of(row),
          fmt::format("expected one of the model's {} features, found feature {} (use {} to "
                      "ignore new ones)",
                      features_, in_quotes(rows_.schema.feature_name(feature)),
                      setting("features", "ignore-new")));
    }
  }

  void push_sparse(Matrix& into) {
    if (!std::is_sorted(row_.begin(), row_.end())) std::sort(row_.begin(), row_.end());
    for (const Value& each : row_) {
      if (each.value != 0) into.push(each.feature, each.value);
    }
  }

  void push_dense(Matrix& into) {
    dense_.assign(features_, 0);
    for (const Value& each : row_) dense_[each.feature] = each.value;
    for (std::uint64_t j = 0; j < features_; ++j) into.push(j, dense_[j]);
  }

  void add_labels(Dataset& into) const {
    if (reading().labels == LabelUse::ignore) return;
    for (std::uint64_t i = 0; i < rows_.rows(); ++i) {
      if (const auto known = classes_[rows_.labels[i]]) {
        into.labels.push_back(*known);
      } else {
        add_label(into, rows_.classes.names()[rows_.labels[i]], [&] { return place_of(i); });
      }
    }
  }

  Place place_of(std::uint64_t row) const {
    return Place{fmt::format("{}: row {}", name(), cache_.first_row(block_) + row + 1)};
  }

  Cache cache_;
  Dataset rows_ = cache_.shape();  // of a block
  Matrix::Layout layout_;
  std::uint64_t features_ = cache_.shape().features();
  FeatureMap map_;                                     // to the model's features
  std::vector<double> fill_;                           // the model's values for missing ones
  std::vector<std::optional<std::uint32_t>> classes_;  // the model's number of each class
  std::vector<Value> row_;
  std::vector<double> dense_;
  std::uint64_t block_ = 0;
  std::uint64_t ignored_ = 0;
};

}  // namespace

std::unique_ptr<Reader> cache_reader(const Cache& cache, const std::string& name,
                                     const Reading& reading) {
  return std::make_unique<CacheReader>(cache, name, reading);
}

void require_options(const Cache& cache, const std::string& name, const Reading& reading) {
  auto wanted = unusual(reading.options);
  if (reading.options.group) wanted.emplace_back("group", reading.options.group->text());
  const auto& settled = cache.origin().reading;
  for (const auto& option : wanted) {
    if (option == std::pair<std::string, std::string>("features", "ignore-new")) continue;
    if (std::find(settled.begin(), settled.end(), option) != settled.end()) continue;
    throw Error(ErrorKind::usage,
                fmt::format("{}: {} is a cache, made without it; how a file is read is settled "
                            "when it is converted (convert it again, or give the file itself)",
                            setting(option.first, option.second), name));
  }
}

Dataset load_cache(const Cache& cache, const std::string& name, const Reading& reading) {
  if (reading.listener != nullptr) {
    for (const std::string& note : cache.notes()) reading.listener->note(note);
  }
  Dataset data = cache.dataset(reading.threads);
  data.name = name;
  if (!cache.has_missing_values()) data.stated_fingerprint = cache.fingerprint();
  if (cache.has_missing_values() && !reading.keep_missing)
    fill_missing_values(data, fill_values(data.schema));
  return data;
}

}  // namespace perceptron::core
