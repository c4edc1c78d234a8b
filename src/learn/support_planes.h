// Planes that are kept as rows of the training data: those of a kernel, which have no weights for
// the features, and the many of a voted perceptron. A model has them besides its planes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "data/matrix.h"
#include "learn/fit.h"
#include "learn/kernel_function.h"

namespace perceptron::core {

struct SupportPlane {
  // The total step along each support row: the score is Σ coefficient·K(row, x) + offset.
  std::vector<double> coefficients;
  double offset = 0;
  // Of a voted perceptron instead: the update that led to each of its planes, and that plane's
  // votes. The score is the mean of the votes, each 1 or −1.
  std::vector<Vote> votes;
};

struct SupportPlanes {
  KernelFunction kernel;
  bool has_offset = true;
  bool voted = false;
  Matrix rows;                  // scaled as for training
  std::vector<double> squares;  // ‖x‖² of each, see squared_lengths()
  std::vector<SupportPlane> planes;

  // Replaces the scores that the model's planes have for these rows, planes.size() for each.
  void score(const RowsView& view, std::span<const std::uint64_t> which,
             std::span<double> scores) const;

 private:
  double score(const SupportPlane& plane, std::span<const double> values) const;
};

// Keeps the rows of `data` along which some model made a step. Null if the learner does not keep
// rows.
std::shared_ptr<const SupportPlanes> support_planes(const Matrix& data,
                                                    const LearnSettings& settings,
                                                    std::span<const Fit* const> fits);

}  // namespace perceptron::core
