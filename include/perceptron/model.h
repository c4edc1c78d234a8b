// A trained classifier.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <perceptron/dataset.h>
#include <perceptron/export.h>
#include <perceptron/read.h>

namespace perceptron {

// Immutable: weights, classes, features, scaling, and how it was made. Copies share them, and
// moving a model copies it, so that it can still be used.
class PERCEPTRON_API Model {
 public:
  Model(const Model&) = default;
  Model& operator=(const Model&) = default;

  const std::vector<std::string>& classes() const;
  std::vector<std::string> feature_names() const;
  std::uint64_t features() const;
  // One plane (hyperplane) for two classes; for more, one per class or one per pair.
  std::uint64_t planes() const;
  // For the features as the model scales them. Of a kernel that is not linear they are 0.
  std::span<const double> weights(std::uint64_t plane = 0) const;
  double offset(std::uint64_t plane = 0) const;  // bias, intercept
  // How many rows of the training data the learners voted and kernel keep to score with; 0 for
  // others.
  std::uint64_t support_rows() const;
  // A value x of feature j is scored as (x − shifts()[j]) / scales()[j]; where shifts or scales are
  // empty, nothing is subtracted or divided. For ScalingKind::unit rows are divided by their
  // length.
  ScalingKind scaling() const;
  std::span<const double> shifts() const;
  std::span<const double> scales() const;
  // How it was trained: the learner, and the settings by name, as the command line writes them.
  const std::string& learner() const;
  const std::vector<std::pair<std::string, std::string>>& settings() const;
  // True for the learners logistic and softmax, or if trained with calibration.
  bool has_probabilities() const;

  struct Contents;  // the library's own
  explicit Model(std::shared_ptr<const Contents> contents);
  const Contents& contents() const { return *contents_; }

 private:
  std::shared_ptr<const Contents> contents_;
};

// The file is replaced as a whole or not at all.
PERCEPTRON_API void save(const Model& model, const std::string& path);
PERCEPTRON_API Model load(const std::string& path, const Limits& limits = {});

// The predictions of a model, one per row.
struct Predictions {
  std::vector<std::string> classes = {};
  // For two classes one score, at least 0 for the second; for more, one score per class.
  std::vector<std::vector<double>> scores = {};
  // One probability per class, if the model has them.
  std::vector<std::vector<double>> probabilities = {};
  // Of a model trained with certify_answers: whether every exact minimiser gives this class.
  std::vector<bool> certain = {};
  std::vector<std::string> notes = {};  // on how a file was read, as sentences
};

// Rows in memory, with the features of the model.
PERCEPTRON_API Predictions predict(const Model& model, const Dataset& data);
// The same without classes.
PERCEPTRON_API Predictions predict(const Model& model, const DenseRows& rows);
PERCEPTRON_API Predictions predict(const Model& model, const SparseRows& rows);
// A file, read as the model's training data was; it needs no classes.
PERCEPTRON_API Predictions predict(const Model& model, const std::string& path,
                                   const ReadSettings& reading = {});

}  // namespace perceptron
