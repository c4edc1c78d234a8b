#include "model/scorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/message.h"
#include "base/text.h"
#include "base/threads.h"
#include "learn/loop.h"

namespace perceptron::core {

Bank bank_of(const Model& model) {
  Bank bank(model.features(), model.planes.size());
  for (std::uint64_t m = 0; m < model.planes.size(); ++m)
    bank.put(m, model.planes[m].weights, model.planes[m].offset);
  return bank;
}

void PlaneScores::of(const RowsView& rows, std::uint64_t begin, std::uint64_t end,
                     std::span<double> scores) const {
  if (!support_) return score(rows, begin, end, bank_, scores);
  std::vector<std::uint64_t> which(end - begin);
  std::iota(which.begin(), which.end(), begin);
  support_->score(rows, which, scores);
}

void PlaneScores::of(const RowsView& rows, std::span<const std::uint64_t> which,
                     std::span<double> scores) const {
  support_ ? support_->score(rows, which, scores) : score(rows, which, bank_, scores);
}

Scorer::Scorer(const Model& model) : scaling_(model.scaling), planes_(model) {}

const Matrix& Scorer::scale(Matrix& block) {
  const bool fill = !scaling_.shift.empty() && block.layout() == Matrix::Layout::sparse;
  if (fill) dense_ = block.as(Matrix::Layout::dense);
  Matrix& matrix = fill ? dense_ : block;
  scaling_.apply(matrix);
  return matrix;
}

std::span<const double> Scorer::score(const Matrix& scaled, std::uint64_t begin,
                                      std::uint64_t end) {
  scores_.resize((end - begin) * planes_.planes());
  planes_.of(scaled.view(), begin, end, scores_);
  return scores_;
}

std::span<const double> Scorer::score(Matrix& block) {
  return score(scale(block), 0, block.rows());
}

namespace {

void require_finite(std::span<const double> scores, const std::string& name, std::uint64_t row,
                    std::uint64_t planes) {
  const auto beyond = std::find_if(scores.begin(), scores.end(),
                                   [](double score) { return !std::isfinite(score); });
  if (beyond == scores.end()) return;
  row += static_cast<std::uint64_t>(beyond - scores.begin()) / planes + 1;
  throw Error(Place{name}, fmt::format("the score of row {} is beyond the range of numbers; train "
                                       "the model on scaled data ({})",
                                       row, setting("scale", "standard")));
}

}  // namespace

void require_planes(const Model& model, const std::string& so) {
  if (!model.support) return;
  throw Error(ErrorKind::usage,
              fmt::format("the model of the learner {} scores with rows, not with one plane, so {}",
                          model.origin.learner, so),
              "train a model with " + setting("learner", name_of(Learner::averaged)));
}

void require_features(const Model& model, const Dataset& data) {
  if (data.features() != model.features())
    throw Error(ErrorKind::input,
                fmt::format("{} has {}, but the model {}", data.name,
                            plural(data.features(), "feature"), model.features()));
}

void score_rows(const Model& model, const Matrix& rows, std::uint64_t threads,
                const std::function<void(std::uint64_t first, const ScoredBlock&)>& use) {
  constexpr std::uint64_t kBlockRows = 4096;
  constexpr std::uint64_t kBlockScores = 1U << 18U;
  const std::uint64_t planes = model.planes.size();
  const std::uint64_t most = std::clamp<std::uint64_t>(kBlockScores / planes, 1, kBlockRows);
  const PlaneScores scorer(model);
  parallel_for((rows.rows() + most - 1) / most, threads, [&](std::uint64_t block) {
    check_interrupt();
    const std::uint64_t begin = block * most;
    const std::uint64_t end = std::min(rows.rows(), begin + most);
    std::vector<double> scores((end - begin) * planes);
    RowsView scaled = slice(rows.view(), begin, end);
    Matrix some(rows.layout(), rows.features());
    if (model.scaling.is_none()) {
      scorer.of(rows.view(), begin, end, scores);
    } else {
      some.append(scaled);
      if (!model.scaling.shift.empty()) some = some.as(Matrix::Layout::dense);
      model.scaling.apply(some);
      scaled = some.view();
      scorer.of(scaled, 0, end - begin, scores);
    }
    require_finite(scores, "X", begin, planes);
    use(begin, {planes, scores, {}, {}, scaled});
  });
}

std::uint64_t score_file(const Model& model, const std::string& path, const ReadSettings& options,
                         LabelUse labels, std::uint64_t threads, Listener& listener,
                         const std::function<void(const ScoredBlock&)>& use,
                         const RowWatchers& watchers) {
  constexpr std::uint64_t kBlockRows = 1024;
  constexpr std::uint64_t kBlockScores = 1U << 20U;
  const std::uint64_t planes = model.planes.size();
  const std::uint64_t most = std::clamp<std::uint64_t>(kBlockScores / planes, 1, kBlockRows);
  const Classes classes(model.classes);
  Reading reading{options, labels, &model.schema, &classes, &listener};
  reading.threads = threads;
  reading.text = watchers.text;
  const auto reader = open_reader(path, reading);
  Scorer scorer(model);
  Dataset block = reader->start();
  std::uint64_t rows = 0;
  while (read_block(*reader, block)) {
    if (watchers.rows) watchers.rows(block);
    const Matrix& scaled = scorer.scale(block.matrix);
    for (std::uint64_t begin = 0; begin < block.rows(); begin += most) {
      const std::uint64_t end = std::min(block.rows(), begin + most);
      const auto scores = scorer.score(scaled, begin, end);
      require_finite(scores, reader->name(), rows + begin, planes);
      const auto some = [&](auto all) {
        return all.empty() ? all : all.subspan(begin, end - begin);
      };
      use({planes, scores, some(std::span<const std::uint32_t>(block.labels)),
           some(std::span<const std::string>(block.texts)), slice(scaled.view(), begin, end)});
    }
    rows += block.rows();
    listener.progress("scoring", reader->position(), reader->total());
  }
  if (rows == 0) throw Error(Place{reader->name(), 1, 1}, "expected rows of data, found none");
  reader->finish(block);
  return rows;
}

}  // namespace perceptron::core
