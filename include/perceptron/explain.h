// Why a model predicts what it does for a row, and what would change its answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/dataset.h>
#include <perceptron/model.h>
#include <perceptron/read.h>

namespace perceptron {

// What a feature adds to the score, compared with the average row.
struct Contribution {
  std::string feature = {};
  double value = 0;    // as in the file
  double average = 0;  // of the rows compared with
  double contribution = 0;
  // The value from which on the prediction is another, if only this feature changes. None if no
  // value does that, or if the feature is no number that may take any value: categories, flags,
  // terms of texts, products of a feature map.
  std::optional<double> flip_at = {};
};

// The change of one feature that suffices to change the prediction, the smallest as the model
// scales features.
struct FeatureFlip {
  std::string feature = {};
  double value = 0;
  double flip_at = 0;        // beyond this value, or at it, the prediction is another
  double change = 0;         // flip_at − value
  double scaled_change = 0;  // as the model scales the feature
  std::string predicted = {};
};

// A feature of the nearest point at which the prediction changes.
struct NearestValue {
  std::string feature = {};
  double value = 0;
  double to = 0;
};

struct RowExplanation {
  std::uint64_t row = 0;  // from 1
  std::string predicted = {};
  std::string rival = {};  // of two classes the other one; of more that of the next highest score
  // The class that positive contributions speak for: the second of two; of more the predicted one.
  std::string toward = {};
  // Of two classes the score; of more the score of the predicted class minus that of its rival, and
  // with votes (one-vs-one) the score of the pair. It is average_score + Σ contributions + others.
  double score = 0;
  double average_score = 0;                      // of the average row
  std::vector<Contribution> contributions = {};  // the largest, by absolute value
  double others = 0;                             // the sum of those that are not listed
  std::optional<FeatureFlip> flip = {};
  // The smallest Euclidean length of a change of all features that changes the prediction, in the
  // units of the file, where the scores are linear in them; and of the features as the model scales
  // them. None with votes, or where no change does that.
  std::optional<double> radius = {};
  std::optional<double> radius_scaled = {};
  std::string nearest_class = {};          // the prediction beyond this change
  std::vector<NearestValue> nearest = {};  // what changes most, in the units of the file
};

struct ExplainSettings {
  std::vector<std::uint64_t> rows = {};     // from 1; empty: all
  std::optional<std::uint64_t> first = {};  // of all rows only so many
  std::uint64_t most = 10;                  // contributions to list
};

struct Explanations {
  std::vector<RowExplanation> rows = {};
  // Whether rows are compared with the average of the training rows, which a model with
  // standardised dense features knows; otherwise with the average of the given rows.
  bool compared_with_training = false;
  std::vector<std::string> notes = {};  // on how a file was read, as sentences
};

PERCEPTRON_API Explanations explain(const Model& model, const Dataset& data,
                                    const ExplainSettings& settings = {});
// A file, read as the model's training data was; it needs no classes.
PERCEPTRON_API Explanations explain(const Model& model, const std::string& path,
                                    const ExplainSettings& settings = {},
                                    const ReadSettings& reading = {});

}  // namespace perceptron
