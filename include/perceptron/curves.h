// What a model reaches at every threshold, as curves to draw, and how large a change of a row it
// withstands.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <perceptron/dataset.h>
#include <perceptron/evaluate.h>
#include <perceptron/model.h>
#include <perceptron/names.h>

namespace perceptron {

// Rows that score at least `threshold` are predicted to be of the class. It is infinite where no
// row is.
struct RocPoint {
  double threshold = 0;
  double false_positive = 0;  // rate: the fraction of other rows predicted to be of the class
  double true_positive = 0;   // rate: the fraction of its rows predicted so

  bool operator==(const RocPoint&) const = default;
};

struct PrecisionRecallPoint {
  double threshold = 0;
  double precision = 0;  // rows of the class among those predicted so
  double recall = 0;     // fraction of the class predicted so

  bool operator==(const PrecisionRecallPoint&) const = default;
};

// Of the rows with the highest scores. The lift is recall/share.
struct GainPoint {
  double threshold = 0;
  double share = 0;   // of all rows, predicted to be of the class
  double recall = 0;  // the fraction of the class among them (gain)

  bool operator==(const GainPoint&) const = default;
};

// The rows whose probability of the class is within one tenth of [0, 1].
struct CalibrationPoint {
  std::uint64_t rows = 0;
  double probability = 0;  // the mean
  double frequency = 0;    // the fraction that is of the class
};

// A cost curve (Drummond and Holte 2006): the lowest expected cost over all thresholds, where 1 is
// what the worst classifier costs, against x = pC/(pC + (1 − p)D): the class has the fraction p of
// the rows, missing one of its rows costs C, predicting it for another one costs D.
struct CostPoint {
  double x = 0;
  double cost = 0;
};

// What the model predicts: at its threshold, or for many classes by the highest score.
struct ChosenPoint {
  std::optional<double> threshold = {};  // of two classes
  double false_positive = 0;
  double true_positive = 0;
  double precision = 0;
  double share = 0;  // of all rows, predicted to be of the class
};

// The curves of one class against the rest, from the scores of all rows.
struct ClassCurves {
  std::string name = {};
  std::uint64_t rows = 0;  // of the class
  double auc = 0;
  double average_precision = 0;
  std::vector<RocPoint> roc = {};                           // from (0, 0) to (1, 1)
  std::vector<PrecisionRecallPoint> precision_recall = {};  // from recall 1 to 0
  std::vector<GainPoint> gain = {};                         // from (0, 0) to (1, 1)
  std::vector<CalibrationPoint> calibration = {};           // empty without probabilities
  std::vector<CostPoint> cost = {};                         // x from 0 to 1
  double operating = 0;  // the x of the cost curve on these rows, with the costs given
  ChosenPoint chosen = {};
};

// Of two classes the curves of the second; of more, those of each class that has rows. None if the
// rows are all of one class. Curves have at most 1,000 points, those of three and more classes 200.
PERCEPTRON_API std::vector<ClassCurves> evaluate_curves(const Model& model, const Dataset& data,
                                                        const Costs& costs = {});

// How the size of a change of a row is measured: √Σδ², the largest |δ|, or Σ|δ|.
enum class Norm { l2, linf, l1 };
constexpr auto enum_names(Norm) {
  return std::array{std::pair{Norm::l2, "l2"}, std::pair{Norm::linf, "linf"},
                    std::pair{Norm::l1, "l1"}};
}

// Whether features are changed as they are in the file, or as the model scales them.
enum class FeatureUnits { original, scaled };
constexpr auto enum_names(FeatureUnits) {
  return std::array{std::pair{FeatureUnits::original, "original"},
                    std::pair{FeatureUnits::scaled, "scaled"}};
}

// The fraction of rows that are predicted correctly, whatever change smaller than `epsilon` is made
// to each of them.
struct RobustnessPoint {
  double epsilon = 0;
  double share = 0;
};

struct Robustness {
  Norm norm = Norm::l2;
  FeatureUnits units = FeatureUnits::original;
  std::uint64_t rows = 0;
  double accuracy = 0;
  // Of each row the largest epsilon below which no change makes its prediction wrong: its distance
  // to the boundary, 0 where it is wrong already, infinite where no change does.
  std::vector<double> radii = {};
  double median_radius = 0;
  // From epsilon 0 on. Between two points the share is that of the later one; after the last one
  // it is that of the rows with an infinite radius.
  std::vector<RobustnessPoint> curve = {};
};

// Exact for every linear decision, up to rounding: |score − threshold| divided by the dual norm of
// the weights; for many classes the minimum over the pairs of the true class with another. Throws
// Error for votes (one-vs-one), and for original units where the score is not linear in them: rows
// scaled to length 1, feature maps, text.
PERCEPTRON_API Robustness robustness(const Model& model, const Dataset& data, Norm norm = Norm::l2,
                                     FeatureUnits units = FeatureUnits::original);

}  // namespace perceptron
