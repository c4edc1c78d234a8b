// Training by the program, and its objectives computed once more from the rows.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "certificates.h"

namespace perceptron::core::test {

inline const Words kLossNames = {"hinge", "squared-hinge", "logistic"};
inline const Words kSolvers = {"auto", "online", "batch", "dual", "newton", "interior"};

// A file of two clouds that overlap.
inline std::string clouds(const Folder& folder, const std::string& rows = "200",
                          const std::string& seed = "2") {
  std::string path = folder.path("clouds" + rows + "-" + seed + ".csv");
  EXPECT_EQ(run_program({"generate", "gaussians", "--rows", rows, "--dimensions", "3", "--distance",
                         "2", "--seed", seed, "-o", path})
                .status,
            0);
  return path;
}

// What train --json says of one file with these options.
inline nlohmann::json trained(const std::string& data, const Words& options) {
  return run_json(Words{"train", data} + options);
}

struct WeightsAndOffset {
  std::vector<double> weights;
  double offset = 0;
};
inline WeightsAndOffset plane_of(const nlohmann::json& json) {
  const auto& model = json.at("models").at(0);
  return {model.at("weights").get<std::vector<double>>(), model.at("offset").get<double>()};
}

inline double loss_of(const std::string& loss, double margin) {
  if (loss == "logistic") return std::log1p(std::exp(-margin));
  const double short_of = std::max(0.0, (loss == "perceptron" ? 0 : 1) - margin);
  return loss == "squared-hinge" ? short_of * short_of : short_of;
}

struct Penalties {
  double l1 = 0;
  double l2 = 0;
  bool of_offset = false;
};

// (1/n) Σ v·loss + L1‖w‖₁ + (L2/2)‖w‖², as the documents write it.
inline double objective_of(const Dataset& data, const WeightsAndOffset& plane,
                           const std::string& loss, const Penalties& penalties,
                           const std::vector<double>& class_weights = {1, 1}) {
  const Grid rows = grid(data.matrix);
  double sum = 0;
  double n = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double score = plane.offset;
    for (std::size_t j = 0; j < rows[i].size(); ++j) score += rows[i][j] * plane.weights[j];
    const double weight = data.weights.empty() ? 1 : data.weights[i];
    const double y = data.labels[i] == 1 ? 1 : -1;
    sum += weight * class_weights[data.labels[i]] * loss_of(loss, y * score);
    n += weight;
  }
  std::vector<double> penalised = plane.weights;
  if (penalties.of_offset) penalised.push_back(plane.offset);
  double penalty = 0;
  for (const double w : penalised) penalty += penalties.l1 * std::abs(w) + penalties.l2 / 2 * w * w;
  return sum / n + penalty;
}

inline void expect_near(const WeightsAndOffset& a, const WeightsAndOffset& b, double error) {
  ASSERT_EQ(a.weights.size(), b.weights.size());
  for (std::size_t j = 0; j < a.weights.size(); ++j)
    EXPECT_NEAR(a.weights[j], b.weights[j], error) << "weight " << j;
  EXPECT_NEAR(a.offset, b.offset, error);
}

}  // namespace perceptron::core::test
