#include "evaluate/explained_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "base/error.h"
#include "base/text.h"
#include "model/scorer.h"

namespace perceptron::core {
namespace {

// All values of a row.
void spread(const Matrix& rows, std::uint64_t i, std::vector<double>& values) {
  std::fill(values.begin(), values.end(), 0.0);
  std::visit(
      [&](const auto& view) {
        const auto row = view[i];
        for (std::uint64_t k = 0; k < row.size; ++k) values[row.feature(k)] = row.value(k);
      },
      rows.view());
}

}  // namespace

BlockExplainer::BlockExplainer(const Model& model, AverageRow average, std::uint64_t most)
    : model_(model),
      explainer_(model, std::move(average), most),
      values_(model.features()),
      scaled_values_(model.features()) {}

void BlockExplainer::see(const Matrix& rows) {
  rows_ = rows;
  scaled_ = scaled_rows(model_, rows);
  at_ = 0;
}

RowExplanation BlockExplainer::next(std::span<const double> planes) {
  spread(rows_, at_, values_);
  spread(scaled_, at_, scaled_values_);
  ++at_;
  return explainer_.explain({++count_, values_, scaled_values_, planes});
}

AverageRow average_of_file(const Model& model, const std::string& path, const ReadSettings& reading,
                           std::uint64_t threads, Listener& listener) {
  AverageOfRows rows(model);
  score_file(model, path, reading, LabelUse::ignore, threads, listener, [](const ScoredBlock&) {},
             {nullptr, [&](const Dataset& block) { rows.add(block.matrix); }});
  return rows.average();
}

namespace {

// The rows to explain and what was found of them, until the average row is known.
class KeptRows {
 public:
  KeptRows(const Model& model, const ExplainSettings& settings)
      : model_(model), settings_(settings), average_(average_of_training(model)), given_(model) {
    for (const std::uint64_t row : settings.rows) {
      if (row == 0)
        throw Error(ErrorKind::usage, fmt::format("{}: rows count from 1", setting("row")));
    }
  }

  void see(const Matrix& rows) {
    if (!average_) given_.add(rows);
    std::vector<std::uint64_t> which;
    for (std::uint64_t i = 0; i < rows.rows(); ++i) {
      if (wanted(seen_ + i)) which.push_back(i);
    }
    seen_ += rows.rows();
    if (rows_.rows() == 0) rows_ = Matrix(rows.layout(), rows.features());
    rows_.append(rows.layout() == rows_.layout() ? rows : rows.as(rows_.layout()), which);
  }
  void see(std::span<const double> planes) {
    if (wanted(scored_++)) {
      numbers_.push_back(scored_);
      planes_.insert(planes_.end(), planes.begin(), planes.end());
    }
  }

  Explanations explain(const std::string& name) const {
    for (const std::uint64_t row : settings_.rows) {
      if (row > seen_)
        throw Error(ErrorKind::usage,
                    fmt::format("{}: {} has {}", setting("row", std::to_string(row)), name,
                                plural(seen_, "row")));
    }
    Explanations all;
    all.compared_with_training = average_.has_value();
    BlockExplainer explainer(model_, average_ ? *average_ : given_.average(), settings_.most);
    explainer.see(rows_);
    const std::size_t planes = model_.planes.size();
    for (std::size_t k = 0; k < numbers_.size(); ++k) {
      all.rows.push_back(explainer.next(std::span(planes_).subspan(k * planes, planes)));
      all.rows.back().row = numbers_[k];
    }
    return all;
  }

 private:
  // `row` counts from 0.
  bool wanted(std::uint64_t row) const {
    const auto& rows = settings_.rows;
    if (rows.empty()) return !settings_.first || row < *settings_.first;
    return std::find(rows.begin(), rows.end(), row + 1) != rows.end();
  }

  const Model& model_;
  const ExplainSettings& settings_;
  std::optional<AverageRow> average_;
  AverageOfRows given_;
  Matrix rows_;
  std::vector<std::uint64_t> numbers_;  // of the rows, from 1
  std::vector<double> planes_;          // their scores
  std::uint64_t seen_ = 0;
  std::uint64_t scored_ = 0;
};

}  // namespace

Explanations explain(const Model& model, const std::string& path, const ExplainSettings& settings,
                     const ReadSettings& reading, std::uint64_t threads, Listener& listener) {
  KeptRows kept(model, settings);
  score_file(model, path, reading, LabelUse::ignore, threads, listener,
             [&](const ScoredBlock& block) {
               for (std::uint64_t i = 0; i < block.size(); ++i) kept.see(block[i]);
             },
             {nullptr, [&](const Dataset& block) { kept.see(block.matrix); }});
  return kept.explain(path);
}

Explanations explain(const Model& model, const Dataset& data, const ExplainSettings& settings) {
  require_features(model, data);
  KeptRows kept(model, settings);
  kept.see(data.matrix);
  // One thread, so that blocks come in order.
  score_rows(model, data.matrix, 1, [&](std::uint64_t /*first*/, const ScoredBlock& block) {
    for (std::uint64_t i = 0; i < block.size(); ++i) kept.see(block[i]);
  });
  return kept.explain(data.name);
}

}  // namespace perceptron::core
