// The text output of the margin command, and the result in its record.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/margins.h"
#include "report/margin_record.h"

namespace perceptron::core {

struct MarginFindings {
  // What was asked.
  MarginData measured;
  bool of_model = false;  // the plane of a model
  bool points = false;    // the margin of every row
  bool sweep = false;     // a range of lambdas
  std::vector<double> lambdas;
  std::optional<double> gap;  // that was asked for
  MarginSearchSettings search;

  // What was found.
  WidestMargin best;
  std::optional<Diagnosis> diagnosis;
  std::optional<WidestJointMargin> joint;  // of three or more classes, instead of it
  std::vector<MarginPart> parts;
  std::optional<Multiclass> multiclass;  // of three or more classes
  std::optional<bool> separable;
  std::vector<double> weights;  // of the given plane, or of the best one
  double plane_offset = 0;
  std::optional<Interval> plane;  // its margin
  std::vector<double> margins;    // of the rows
  std::vector<MarginSearchResult> trials;
  double read_seconds = 0;
  double seconds = 0;

  const Dataset& data() const { return measured.data; }
  const Subject& subject() const { return measured.subject; }
};

// "1.234", or both bounds where they differ; `gap` is the relative distance that was asked for.
std::string margin_interval_text(const Interval& interval, const std::optional<double>& gap);

MarginOutcome margin_outcome(const MarginFindings& found);
std::string margin_text(const MarginFindings& found);

}  // namespace perceptron::core
