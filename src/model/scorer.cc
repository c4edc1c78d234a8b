#include "model/scorer.h"

#include <algorithm>
#include <cmath>

#include "learn/pass.h"

namespace perceptron {

Bank bank_of(const Model& model) {
  Bank bank(model.features(), model.planes.size());
  for (std::uint64_t m = 0; m < model.planes.size(); ++m)
    bank.put(m, model.planes[m].weights, model.planes[m].offset);
  return bank;
}

Scorer::Scorer(const Model& model) : scaling_(model.scaling), bank_(bank_of(model)) {}

std::span<const double> Scorer::score(Matrix& block) {
  Matrix dense;
  const bool fill = !scaling_.shift.empty() && block.layout() == Matrix::Layout::sparse;
  if (fill) dense = block.as(Matrix::Layout::dense);
  Matrix& matrix = fill ? dense : block;
  scaling_.apply(matrix);
  scores_.resize(matrix.rows() * bank_.models());
  perceptron::score(matrix.view(), 0, matrix.rows(), bank_, scores_);
  return scores_;
}

std::uint64_t score_file(const Model& model, const std::string& path, const DataOptions& options,
                         LabelUse labels, Listener& listener,
                         const std::function<void(const ScoredBlock&)>& use) {
  constexpr std::uint64_t kBlockRows = 1024;
  constexpr std::uint64_t kBlockScores = 1U << 20U;
  const std::uint64_t planes = model.planes.size();
  const std::uint64_t block_rows = std::clamp<std::uint64_t>(kBlockScores / planes, 1, kBlockRows);
  const Classes classes(model.classes);
  const auto reader = open_reader(path, {options, labels, &model.schema, &classes, &listener});
  Scorer scorer(model);
  Dataset block = reader->start();
  std::uint64_t rows = 0;
  while (read_block(*reader, block, block_rows)) {
    const auto scores = scorer.score(block.matrix);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (std::isfinite(scores[i])) continue;
      throw Error(
          Place{reader->name()},
          "the score of row " + std::to_string(rows + i / planes + 1) +
              " is beyond the range of numbers; train the model on scaled data (--scale standard)");
    }
    use({planes, scores, block.labels});
    rows += block.rows();
    listener.progress("scoring", reader->source().position(), reader->source().total());
  }
  if (rows == 0) throw Error(Place{reader->name(), 1, 1}, "expected rows of data, found none");
  reader->finish(block);
  return rows;
}

}  // namespace perceptron
