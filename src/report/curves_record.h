// Curves over all thresholds, and how large a change predictions withstand.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/curves.h>
#include "report/fields.h"

namespace perceptron::core {

struct RocRecord {
  double threshold = 0;  // NaN if no score reaches it
  double false_positive = 0;
  double true_positive = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("threshold", self.threshold);
    fields.required("false_positive", self.false_positive);
    fields.required("true_positive", self.true_positive);
  }
};

struct PrecisionRecallRecord {
  double threshold = 0;
  double precision = 0;
  double recall = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("threshold", self.threshold);
    fields.required("precision", self.precision);
    fields.required("recall", self.recall);
  }
};

struct GainRecord {
  double threshold = 0;
  double share = 0;
  double recall = 0;
  double lift = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("threshold", self.threshold);
    fields.required("share", self.share);
    fields.required("recall", self.recall);
    fields.required("lift", self.lift);
  }
};

struct CalibrationPointRecord {
  std::uint64_t rows = 0;
  double probability = 0;
  double frequency = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("rows", self.rows);
    fields.required("probability", self.probability);
    fields.required("frequency", self.frequency);
  }
};

struct CostPointRecord {
  double x = 0;
  double cost = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("x", self.x);
    fields.required("cost", self.cost);
  }
};

// What the model predicts.
struct ChosenRecord {
  std::optional<double> threshold;
  double false_positive = 0;
  double true_positive = 0;
  double precision = 0;
  double share = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.optional("threshold", self.threshold);
    fields.required("false_positive", self.false_positive);
    fields.required("true_positive", self.true_positive);
    fields.required("precision", self.precision);
    fields.required("share", self.share);
  }
};

// One class against the rest.
struct ClassCurvesRecord {
  std::string name;
  std::uint64_t rows = 0;
  double auc = 0;
  double average_precision = 0;
  double operating = 0;  // the x of these rows on the cost curve
  ChosenRecord chosen;
  std::vector<RocRecord> roc;
  std::vector<PrecisionRecallRecord> precision_recall;
  std::vector<GainRecord> gain;
  std::vector<CalibrationPointRecord> calibration;
  std::vector<CostPointRecord> cost;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("class", self.name);
    fields.required("rows", self.rows);
    fields.required("auc", self.auc);
    fields.required("average_precision", self.average_precision);
    fields.required("operating", self.operating);
    fields.required("chosen", self.chosen);
    fields.required("roc", self.roc);
    fields.required("precision_recall", self.precision_recall);
    fields.required("gain", self.gain);
    fields.required("calibration", self.calibration);
    fields.required("cost", self.cost);
  }
};

// Of two classes those of the second; of more a list, each against the rest.
struct ModelCurvesRecord {
  std::optional<ClassCurvesRecord> second;
  std::optional<std::vector<ClassCurvesRecord>> classes;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.group("class", self.second);
    fields.optional("classes", self.classes);
  }
};

struct RobustnessPointRecord {
  double epsilon = 0;
  double share = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("epsilon", self.epsilon);
    fields.required("share", self.share);
  }
};

struct RobustnessRecord {
  Norm norm = Norm::l2;
  FeatureUnits units = FeatureUnits::original;
  double accuracy = 0;
  double median_radius = 0;
  std::vector<RobustnessPointRecord> curve;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("norm", self.norm);
    fields.required("units", self.units);
    fields.required("accuracy", self.accuracy);
    fields.required("median_radius", self.median_radius);
    fields.required("curve", self.curve);
  }
};

}  // namespace perceptron::core
