// Why rows are predicted as they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/fields.h"

namespace perceptron::core {

struct ContributionRecord {
  std::string feature;
  double value = 0;
  double average = 0;
  double contribution = 0;
  std::optional<double> flip_at;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("feature", self.feature);
    fields.required("value", self.value);
    fields.required("average", self.average);
    fields.required("contribution", self.contribution);
    fields.optional("flip_at", self.flip_at);
  }
};

struct FlipRecord {
  std::string feature;
  double value = 0;
  double flip_at = 0;
  double change = 0;
  double scaled_change = 0;
  std::string predicted;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("feature", self.feature);
    fields.required("value", self.value);
    fields.required("flip_at", self.flip_at);
    fields.required("change", self.change);
    fields.required("scaled_change", self.scaled_change);
    fields.required("class", self.predicted);
  }
};

struct NearestRecord {
  std::string feature;
  double value = 0;
  double to = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("feature", self.feature);
    fields.required("value", self.value);
    fields.required("to", self.to);
  }
};

struct ExplainedRowRecord {
  std::uint64_t row = 0;
  std::string predicted;
  std::string rival;
  std::string toward;
  double score = 0;
  double average_score = 0;
  std::vector<ContributionRecord> contributions;
  double others = 0;
  std::optional<FlipRecord> flip;
  std::optional<double> radius;
  std::optional<double> radius_scaled;
  std::string nearest_class;
  std::vector<NearestRecord> nearest;

  // Whether a contribution speaks for the predicted class.
  bool favours(const ContributionRecord& each) const {
    return (each.contribution > 0) == (toward == predicted);
  }

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("row", self.row);
    fields.required("class", self.predicted);
    fields.required("rival", self.rival);
    fields.required("toward", self.toward);
    fields.required("score", self.score);
    fields.required("average_score", self.average_score);
    fields.required("contributions", self.contributions);
    fields.required("others", self.others);
    fields.nullable("flip", self.flip);
    fields.nullable("radius", self.radius);
    fields.nullable("radius_scaled", self.radius_scaled);
    fields.required("nearest_class", self.nearest_class);
    fields.required("nearest", self.nearest);
  }
};

struct ExplanationOutcome {
  std::string compared_with;  // "training rows", or "these rows"
  std::vector<ExplainedRowRecord> rows;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("compared_with", self.compared_with);
    fields.required("rows", self.rows);
  }
};

struct ExplanationRecord {
  ExplanationOutcome result;

  template <class Self, class Fields>
  static void describe(Self& /*self*/, Fields& /*fields*/) {}
};

}  // namespace perceptron::core
