#include "model/training_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/message.h"
#include "base/threads.h"
#include "learn/loop.h"

namespace perceptron::core {

Model begin_model(const Dataset& shape, const TrainOptions& options, const std::string& data_hash,
                  std::uint64_t rows) {
  Model model;
  model.classes = shape.classes.names();
  model.multiclass = multiclass_of(options.learn);
  model.schema = shape.schema;
  model.has_offset = options.learn.offset;
  model.threshold = options.threshold;
  model.single_precision = options.single_precision;
  model.origin.program = options.program;
  model.origin.data = shape.name;
  model.origin.data_hash = data_hash;
  model.origin.rows = rows;
  model.origin.learner = name_of(options.learn.learner);
  return model;
}

void require_finite(const Fit& fit, const std::string& advice) {
  const auto finite = [](double w) { return std::isfinite(w); };
  if (finite(fit.offset) && std::all_of(fit.weights.begin(), fit.weights.end(), finite)) return;
  throw Error(ErrorKind::input, "the weights grew beyond the range of numbers; " + advice);
}

double tolerance_of(const TrainOptions& options) {
  // Small enough for most signs and answers to be proved, and within reach of the solvers.
  constexpr double kOfAnswers = 1e-10;
  const double tolerance = options.learn.tolerance;
  return options.certify_answers && tolerance == LearnSettings().tolerance ? kOfAnswers : tolerance;
}

void require_provable(double objective) {
  if (std::isfinite(objective)) return;
  throw Error(ErrorKind::input,
              "the objective is beyond the range of numbers, so nothing can be proved about it; "
              "choose a larger " +
                  setting("l2") + " or smaller weights");
}

void count_correct(const Examples& examples, std::span<const std::uint64_t> rows,
                   const PlaneScores& scorer, std::uint64_t threads, Training& training) {
  const Scheme scheme = training.model.scheme();
  const std::uint64_t models = scheme.models();
  const std::uint64_t block = std::clamp<std::uint64_t>((1U << 18U) / models, 1, 4096);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counts((rows.size() + block - 1) / block);
  // Finite weights make scores beyond the range of numbers where a kernel does.
  const bool may_grow = training.model.support != nullptr;
  parallel_for(counts.size(), threads, [&](std::uint64_t b) {
    const auto some = rows.subspan(b * block, std::min(block, rows.size() - b * block));
    std::vector<double> scores(some.size() * models);
    scorer.of(examples.rows, some, scores);
    if (may_grow && !std::all_of(scores.begin(), scores.end(),
                                 [](double score) { return std::isfinite(score); }))
      throw Error(ErrorKind::input,
                  "the scores grew beyond the range of numbers; bring the features "
                  "to a common size with " +
                      setting("scale", "standard") + ", or use a smaller " + setting("degree"));
    for (std::uint64_t i = 0; i < some.size(); ++i) {
      const std::span<const double> s(scores.data() + i * models, models);
      const bool right = scheme.decide(s) == examples.labels[some[i]];
      counts[b].first += right ? 1U : 0U;
      counts[b].second += right && !scheme.is_tie(s) ? 0U : 1U;
    }
  });
  for (const auto& [correct, wrong] : counts) {
    training.correct += correct;
    training.wrong += wrong;
  }
}

}  // namespace perceptron::core
