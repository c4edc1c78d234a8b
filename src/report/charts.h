// The plots of a report as Vega-Lite: from records to specs. The content of a plot is defined here
// as data; its style belongs to the page (web/README.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "report/curves_record.h"
#include "report/inspection_record.h"
#include "report/margin_record.h"
#include "report/train_record.h"
#include "report/tuning_record.h"
#include "report/validation_record.h"

namespace perceptron::core {

// Rows and planes.
Json picture_chart(const PictureRecord& picture);
// Whether any of its planes crosses it.
bool shows_plane(const PictureRecord& picture);
// Whether it has rings around rows that caused updates: too many rings would hide everything.
bool has_rings(const PictureRecord& picture);
// The same picture with one plane per step, and the row of its update.
Json steps_chart(const PictureRecord& picture, const std::vector<StepRecord>& trace);

// One value per pass; `what` is counted.
Json passes_chart(const std::vector<std::uint64_t>& counts, const std::string& what);
Json passes_chart(const std::vector<double>& means, const std::string& what);
// Cumulative counts, below a bound that they cannot exceed.
Json total_chart(const std::vector<std::uint64_t>& counts, const std::string& what, double bound);

// The interval that contains the widest margin over updates, and the widest margin itself, if it
// is known.
Json interval_chart(const std::vector<ClosingRecord>& interval,
                    const std::optional<OptimumRecord>& optimum);

// Margins of the margin perceptron against λ; and against guess/λ, their lower bound.
Json sweep_chart(const std::vector<SweepRecord>& sweep, double best);
Json guess_chart(const std::vector<SweepRecord>& sweep, double best);
// The updates it took, against λ.
Json effort_chart(const std::vector<SweepRecord>& sweep);

Json objective_chart(const std::vector<ObjectiveRecord>& objective);
Json gap_chart(const std::vector<ObjectiveRecord>& objective);

Json weights_chart(const std::vector<FeatureWeightRecord>& largest, const std::string& positive,
                   const std::string& negative);

// What each feature says for a class, to the right, and against it.
Json contributions_chart(const std::vector<FeatureWeightRecord>& contributions,
                         const std::string& predicted, const std::string& rival);

Json confusion_chart(const std::vector<std::vector<std::uint64_t>>& confusion,
                     const std::vector<std::string>& classes);
Json roc_chart(const std::vector<RocRecord>& roc);
Json precision_recall_chart(const std::vector<PrecisionRecallRecord>& points);
Json reliability_chart(const std::vector<ReliabilityRecord>& bins);

// A curve of a class, and where the model's predictions are on it.
struct CurveLine {
  std::string name = {};
  std::vector<std::pair<double, double>> points = {};
  std::optional<std::pair<double, double>> chosen = {};
};
struct CurveAxes {
  std::string x;
  std::string y;
  std::vector<std::pair<double, double>> guide = {};  // a dashed line: chance, or perfection
  bool shares_x = true;                               // fractions, shown in percent
  bool shares_y = true;
  const char* interpolate = "linear";
};
// Of several classes each in a colour and dashes of its own.
Json lines_chart(const std::vector<CurveLine>& lines, const CurveAxes& axes);

struct CalibrationLine {
  std::string name;
  std::vector<CalibrationPointRecord> points;
};
Json calibration_chart(const std::vector<CalibrationLine>& lines);

// The rows of each class, and of a table: how well each column alone tells the classes apart, where
// values are missing, and the distribution of each column of numbers, as far as there is room.
Json classes_chart(const NamedValues<std::uint64_t>& classes);
Json association_chart(const std::vector<ColumnRecord>& columns);
Json missing_chart(const std::vector<ColumnRecord>& columns, std::uint64_t rows);
Json histograms_chart(const std::vector<ColumnRecord>& columns);

// The accuracy of one fold of one learner.
struct FoldPoint {
  std::string learner;
  std::uint64_t fold = 0;  // from 1
  double accuracy = 0;
};
Json folds_chart(const std::vector<FoldPoint>& folds);

// Accuracies over one axis as a curve with its spread.
struct CurvePoint {
  RecordValue value;  // of the axis
  std::optional<double> accuracy;
  double deviation = 0;
  std::optional<double> training_accuracy;
};
// `measure` names what the points have instead of the accuracy; empty: the accuracy.
Json curve_chart(const std::vector<CurvePoint>& points, const std::string& title,
                 const std::string& measure = "");
// Over two axes or more as a heat map of two of them, in the metric that settings are compared by.
Json heat_chart(const TuningOutcome& result, const std::string& x, const std::string& y);

}  // namespace perceptron::core
