// Rows from a cache, block by block, as they are or as a model wants them.

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "data/cache.h"
#include "data/gaps.h"
#include "data/reader.h"

namespace perceptron {
namespace {

class CacheReader : public Reader {
 public:
  CacheReader(const std::string& path, const Reading& reading)
      : Reader(path, reading), cache_(path), features_(cache_.shape().features()) {
    require_options(cache_, path, reading);
    if (learning()) return;
    require_same_columns();
    features_ = reading.schema->feature_count();
    // What a feature is called in files is what counts.
    const auto base = [](const Schema& schema) { return schema.table ? 1 : schema.index_base; };
    cache_base_ = base(cache_.shape().schema);
    model_base_ = base(*reading.schema);
  }

  Dataset start() const override {
    Dataset data;
    data.matrix = Matrix(cache_.shape().matrix.layout(), features_);
    if (learning()) data.classes = cache_.shape().classes;
    return data;
  }

  bool next_rows(Dataset& into) override {
    if (block_ == cache_.blocks()) return false;
    rows_.clear_rows();
    cache_.read(block_, rows_);
    if (cache_.has_gaps() && (!learning() || !reading().keep_gaps))
      fill_gaps(rows_, kept_means(learning() ? rows_.schema : *reading().schema));
    learning() ? into.append(rows_) : add(rows_, into);
    ++block_;
    return true;
  }

  void finish(Dataset& into) override {
    if (ignored_ > 0)
      note(
          fmt::format("ignored {} of features the model does not know", plural(ignored_, "value")));
    if (!learning()) return;
    into.schema = cache_.shape().schema;
    into.radius = cache_.shape().radius;
  }

  std::uint64_t position() const override { return cache_.first_row(block_); }
  std::uint64_t total() const override { return cache_.rows(); }

 private:
  void require_same_columns() const {
    const Schema& mine = cache_.shape().schema;
    const Schema& model = *reading().schema;
    const auto has_text = [](const Schema& schema) {
      for (const Column& column : schema.columns) {
        if (column.text) return true;
      }
      return false;
    };
    const bool by_name = mine.named && model.named;
    const bool fits = !model.table && !mine.table ? true
                      : by_name || has_text(mine) || has_text(model)
                          ? mine.feature_names() == model.feature_names()
                          : mine.feature_count() == model.feature_count();
    if (!fits)
      throw Error(
          Place{name()},
          fmt::format("expected the columns of the model's training data, found others (give "
                      "the file that the cache was made of{})",
                      cache_.origin().path.empty() ? "" : ", " + cache_.origin().path));
  }

  // Rows as the model knows their features and classes.
  void add(const Dataset& rows, Dataset& into) {
    const std::uint64_t first = cache_.first_row(block_);
    std::visit(
        [&](const auto& view) {
          for (std::uint64_t i = 0; i < view.rows; ++i) {
            const auto row = view[i];
            for (std::uint64_t k = 0; k < row.size; ++k) {
              const std::uint64_t number = row.feature(k) + cache_base_;
              if (number < model_base_)
                throw Error(
                    Place{name()},
                    fmt::format("expected feature numbers from 1 on, found 0 in row {} (the "
                                "model counts from 1, the cache from 0)",
                                first + i + 1));
              if (number - model_base_ < features_) {
                into.matrix.push(number - model_base_, row.value(k));
              } else if (reading().ignore_new_features()) {
                ++ignored_;
              } else {
                throw Error(Place{name()},
                            fmt::format("expected one of the model's {} features in row {}, found "
                                        "feature {} (say --features ignore-new to pass over new "
                                        "ones)",
                                        features_, first + i + 1,
                                        rows.schema.feature_name(row.feature(k))));
              }
            }
            into.matrix.end_row();
          }
        },
        rows.matrix.view());
    if (reading().labels == LabelUse::ignore) return;
    for (std::uint64_t i = 0; i < rows.rows(); ++i)
      add_label(into, rows.classes.names()[rows.labels[i]],
                [&] { return Place{fmt::format("{}: row {}", name(), first + i + 1)}; });
  }

  Cache cache_;
  Dataset rows_ = cache_.shape();  // of a block
  std::uint64_t features_;
  std::uint64_t cache_base_ = 0;  // of feature numbers in files
  std::uint64_t model_base_ = 0;
  std::uint64_t block_ = 0;
  std::uint64_t ignored_ = 0;
};

}  // namespace

std::unique_ptr<Reader> cache_reader(const std::string& path, const Reading& reading) {
  return std::make_unique<CacheReader>(path, reading);
}

}  // namespace perceptron
