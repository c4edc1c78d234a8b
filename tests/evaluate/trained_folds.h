// Data and settings for tests of cross-validation, and the models that each fold has.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "evaluate/folds.h"
#include "learn/learners.h"
#include "model/checks.h"
#include "multiclass/scheme.h"
#include "support.h"

namespace perceptron::core::test {

// Clouds that overlap, dense or with many zeros.
inline Dataset clouds(std::uint64_t rows, std::uint32_t classes, Matrix::Layout layout,
                      std::uint64_t seed = 1) {
  constexpr std::uint64_t kFeatures = 6;
  Random random(seed);
  Dataset data;
  data.name = "clouds";
  data.matrix = Matrix(layout, kFeatures);
  data.schema = Schema::numbered_table(kFeatures);
  for (std::uint32_t c = 0; c < classes; ++c) data.classes.intern("c" + std::to_string(c));
  for (std::uint64_t i = 0; i < rows; ++i) {
    const auto label = static_cast<std::uint32_t>(random.below(classes));
    for (std::uint64_t j = 0; j < kFeatures; ++j) {
      const double x = random.normal() + (j % classes == label ? 1.5 : 0);
      const bool absent = layout == Matrix::Layout::sparse && random.below(2) == 0;
      if (!absent) data.matrix.push(j, x);
    }
    data.matrix.end_row();
    data.labels.push_back(label);
  }
  return data;
}

// What a failure is about.
inline std::string name_text(const LearnSettings& settings) {
  return std::string(name_of(settings.multiclass)) + " " + std::string(name_of(settings.learner)) +
         " " + std::to_string(l2_of(settings));
}

inline Candidate candidate(const std::string& learner, const std::string& l2 = "auto") {
  Candidate one;
  one.learn.learner = by_name(learner);
  if (l2 != "auto") one.learn.l2 = std::stod(l2);
  one.learn.epochs = 12;
  return one;
}

inline const std::vector<Candidate> kMany = {
    candidate("perceptron"),      candidate("averaged"),
    candidate("pocket"),          candidate("passive-aggressive"),
    candidate("hinge"),           candidate("hinge", "0.1"),
    candidate("squared-hinge"),   candidate("squared-hinge", "1e-6"),
    candidate("logistic"),        candidate("logistic", "1e-6"),
    candidate("perceptron", "1"), candidate("margin"),
};

using Models = std::vector<std::vector<std::vector<Fit>>>;  // [candidate][fold]

struct Crossed {
  std::vector<FoldResults> results;
  Models models;
};

inline Crossed cross(const Dataset& data, const Split& split,
                     const std::vector<Candidate>& candidates, std::uint64_t threads = 1,
                     bool predictions = false, bool path = false) {
  Crossed result;
  result.models.assign(candidates.size(), std::vector<std::vector<Fit>>(split.folds));
  std::mutex mutex;
  FoldOptions options;
  options.threads = threads;
  options.keep_predictions = predictions;
  options.path = path;
  options.watch = [&](std::size_t c, std::size_t fold, std::span<const Fit> fits) {
    const std::lock_guard lock(mutex);
    result.models[c][fold].assign(fits.begin(), fits.end());
  };
  Listener silent;
  result.results = run_folds(data, split, candidates, options, silent);
  return result;
}

inline std::vector<Fit> train_alone(const Dataset& rows, const LearnSettings& settings) {
  const Scheme scheme(settings.multiclass, rows.classes.size());
  const Targets targets = scheme.targets(class_weights(rows, settings.class_weight));
  Listener silent;
  return fit({rows.matrix.view(), rows.labels, rows.weights}, targets, settings, 1, silent, {},
             scheme.joint());
}

inline void expect_same(const std::vector<Fit>& a, const std::vector<Fit>& b,
                        const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t m = 0; m < a.size(); ++m) {
    EXPECT_EQ(a[m].weights, b[m].weights) << what << ", model " << m;
    EXPECT_EQ(a[m].offset, b[m].offset) << what << ", model " << m;
    EXPECT_EQ(a[m].converged, b[m].converged) << what;
  }
}

}  // namespace perceptron::core::test
