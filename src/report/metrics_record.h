// How good predictions were, class by class, and the worst wrong ones.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/fields.h"

namespace perceptron::core {

struct ClassMeansRecord {
  double precision = 0;
  double recall = 0;
  double f1 = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("precision", self.precision);
    fields.required("recall", self.recall);
    fields.required("f1", self.f1);
  }
};

struct ClassMetricsRecord {
  ClassMeansRecord shares;
  std::uint64_t support = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.inlined(self.shares);
    fields.required("support", self.support);
  }
};

struct ConfusedRecord {
  std::string truth;
  std::string predicted;
  std::uint64_t rows = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("true", self.truth);
    fields.required("predicted", self.predicted);
    fields.required("rows", self.rows);
  }
};

struct ReliabilityRecord {
  std::uint64_t rows = 0;
  double confidence = 0;
  double accuracy = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("rows", self.rows);
    fields.required("confidence", self.confidence);
    fields.required("accuracy", self.accuracy);
  }
};

// What the best answer that is the same for every row reaches.
struct BaselineRecord {
  NamedValues<double> metrics;
  std::string predicted;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.values(self.metrics, "class");
    fields.required("class", self.predicted);
  }
};

// Predictions that every exact minimiser shares.
struct CertainRecord {
  std::uint64_t right = 0;
  std::uint64_t wrong = 0;
  std::uint64_t undecided = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("right", self.right);
    fields.required("wrong", self.wrong);
    fields.required("undecided", self.undecided);
  }
};

struct MetricsRecord {
  std::uint64_t rows = 0;
  double accuracy = 0;
  std::vector<std::string> classes;
  NamedValues<ClassMetricsRecord> per_class;
  ClassMeansRecord macro;
  ClassMeansRecord weighted;
  std::vector<ConfusedRecord> confused;
  std::optional<double> balanced_accuracy;  // missing in records of earlier versions, as baseline
  std::optional<double> mcc;
  std::optional<double> auc;
  std::optional<double> average_precision;
  std::optional<double> cost;
  std::optional<double> log_loss;
  std::optional<double> brier;
  std::optional<double> calibration_error;
  // [true][predicted]; for very many classes the nonzero counts instead: true, predicted, rows.
  std::optional<std::vector<std::vector<std::uint64_t>>> confusion;
  std::optional<std::vector<std::array<std::uint64_t, 3>>> pairs;
  NamedValues<double> top_accuracy;  // by the number of classes that count
  std::optional<std::vector<ReliabilityRecord>> reliability;
  std::optional<BaselineRecord> baseline;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("rows", self.rows);
    fields.required("accuracy", self.accuracy);
    describe_classes(self, fields);
  }
  // Everything but the rows and their accuracy, which cross-validation takes from its folds.
  template <class Self, class Fields>
  static void describe_classes(Self& self, Fields& fields) {
    fields.required("classes", self.classes);
    fields.required("per_class", self.per_class);
    fields.required("macro", self.macro);
    fields.required("weighted", self.weighted);
    fields.required("confused", self.confused);
    fields.optional("balanced_accuracy", self.balanced_accuracy);
    fields.optional("mcc", self.mcc);
    fields.nullable("auc", self.auc);
    fields.optional("average_precision", self.average_precision);
    fields.optional("cost", self.cost);
    fields.nullable("log_loss", self.log_loss);
    fields.nullable("brier", self.brier);
    fields.nullable("expected_calibration_error", self.calibration_error);
    fields.optional("confusion", self.confusion);
    if (!self.confusion) fields.nullable("confusion_pairs", self.pairs);
    fields.required("top_accuracy", self.top_accuracy);
    fields.optional("reliability", self.reliability);
    fields.optional("baseline", self.baseline);
  }
  // The confusion matrix has a row and a column for each class.
  void check(const std::string& where) const;
};

struct FeatureValueRecord {
  std::string feature;
  double value = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("feature", self.feature);
    fields.required("value", self.value);
  }
};

// A row that was predicted wrongly, and by how much.
struct WrongRecord {
  std::uint64_t row = 0;  // from 1
  std::string truth;
  std::string called;
  double by = 0;  // score of the predicted class minus that of the true class
  std::optional<std::vector<FeatureValueRecord>> values;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("row", self.row);
    fields.required("class", self.truth);
    fields.required("called", self.called);
    fields.required("by", self.by);
    fields.optional("values", self.values);
  }
};

struct FeatureWeightRecord {
  std::string feature;
  double weight = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("feature", self.feature);
    fields.required("weight", self.weight);
  }
};

// The largest weights of one plane.
struct WeightsRecord {
  std::string positive;
  std::string negative;
  double offset = 0;
  std::uint64_t features = 0;
  std::vector<FeatureWeightRecord> largest;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("positive", self.positive);
    fields.required("negative", self.negative);
    fields.required("offset", self.offset);
    fields.required("features", self.features);
    fields.required("largest", self.largest);
  }
};

}  // namespace perceptron::core
