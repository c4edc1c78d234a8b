#include "model/scorer.h"

#include <cmath>

#include "learn/pass.h"

namespace perceptron {

Scorer::Scorer(const Model& model) : scaling_(model.scaling), bank_(model.features(), 1) {
  bank_.put(0, model.weights, model.offset);
}

std::span<const double> Scorer::score(Matrix& block) {
  Matrix dense;
  const bool fill = !scaling_.shift.empty() && block.layout() == Matrix::Layout::sparse;
  if (fill) dense = block.as(Matrix::Layout::dense);
  Matrix& matrix = fill ? dense : block;
  scaling_.apply(matrix);
  scores_.resize(matrix.rows());
  perceptron::score(matrix.view(), 0, matrix.rows(), bank_, scores_);
  return scores_;
}

std::uint64_t score_file(
    const Model& model, const std::string& path, const DataOptions& options, LabelUse labels,
    Listener& listener,
    const std::function<void(std::span<const double>, std::span<const std::uint32_t>)>& use) {
  constexpr std::uint64_t kBlockRows = 1024;
  const Classes classes(model.classes);
  const auto reader = open_reader(path, {options, labels, &model.schema, &classes, &listener});
  Scorer scorer(model);
  Dataset block = reader->start();
  std::uint64_t rows = 0;
  while (read_block(*reader, block, kBlockRows)) {
    const auto scores = scorer.score(block.matrix);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (std::isfinite(scores[i])) continue;
      throw Error(
          Place{reader->name()},
          "the score of row " + std::to_string(rows + i + 1) +
              " is beyond the range of numbers; train the model on scaled data (--scale standard)");
    }
    use(scores, block.labels);
    rows += block.rows();
    listener.progress("scoring", reader->source().position(), reader->source().total());
  }
  if (rows == 0) throw Error(Place{reader->name(), 1, 1}, "expected rows of data, found none");
  reader->finish(block);
  return rows;
}

}  // namespace perceptron
