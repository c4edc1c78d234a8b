#include "report/summaries.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/highest.h"
#include "evaluate/metric.h"

namespace perceptron::core {
namespace {

constexpr std::uint64_t kWeightsOfPlane = 20;

ClassMeansRecord means(const ClassMeans& means) {
  return {means.precision, means.recall, means.f1};
}

template <class Measured>
NamedValues<double> values_by_metric(const Measured& measured) {
  NamedValues<double> values;
  for (const auto& [metric, name] : enum_names(Metric{})) {
    if (const auto value = value_of(measured, metric))
      values.emplace_back(field_name(metric), *value);
  }
  return values;
}

}  // namespace

NamedValues<double> metric_values(const Metrics& metrics) { return values_by_metric(metrics); }

BaselineRecord baseline_record(const Baseline& baseline, const std::vector<std::string>& classes) {
  return {values_by_metric(baseline), classes[baseline.predicted]};
}

DataRecord data_record(const Dataset& data) {
  std::vector<std::uint64_t> rows(data.classes.size());
  for (const std::uint32_t label : data.labels) ++rows[label];
  DataRecord summary{data.name, data.rows(), data.features(), data.matrix.nonzeros(), {}};
  for (std::size_t c = 0; c < rows.size(); ++c)
    summary.classes.push_back({data.classes.names()[c], rows[c]});
  return summary;
}

MetricsRecord metrics_record(const Metrics& metrics, const std::vector<std::string>& classes) {
  MetricsRecord record;
  record.rows = metrics.rows;
  record.accuracy = metrics.accuracy;
  record.classes = classes;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const ClassMetrics& each = metrics.per_class[c];
    record.per_class.emplace_back(
        classes[c], ClassMetricsRecord{{each.precision, each.recall, each.f1}, each.support});
  }
  record.macro = means(metrics.macro);
  record.weighted = means(metrics.weighted);
  for (const auto& [truth, predicted, count] : metrics.confused)
    record.confused.push_back({classes[truth], classes[predicted], count});
  record.balanced_accuracy = metrics.balanced_accuracy;
  record.mcc = metrics.mcc;
  record.auc = metrics.auc;
  record.average_precision = metrics.average_precision;
  record.cost = metrics.cost;
  if (metrics.rows > 0) record.baseline = baseline_record(metrics.baseline, classes);
  record.log_loss = metrics.log_loss;
  record.brier = metrics.brier;
  record.calibration_error = metrics.calibration_error;
  if (!metrics.confusion.empty()) {
    record.confusion = metrics.confusion;
  } else if (!metrics.pairs.empty()) {
    // As a matrix it would have a hundred million entries.
    for (const auto& [truth, predicted, count] : metrics.pairs)
      (record.pairs ? *record.pairs : record.pairs.emplace()).push_back({truth, predicted, count});
  }
  for (const auto& [k, accuracy] : metrics.top)
    record.top_accuracy.emplace_back(std::to_string(k), accuracy);
  if (!metrics.log_loss) return record;
  for (const auto& [rows, confidence, accuracy] : metrics.reliability)
    (record.reliability ? *record.reliability : record.reliability.emplace())
        .push_back({rows, confidence, accuracy});
  return record;
}

namespace {

ClassCurvesRecord class_curves_record(const ClassCurves& curves) {
  ClassCurvesRecord record;
  record.name = curves.name;
  record.rows = curves.rows;
  record.auc = curves.auc;
  record.average_precision = curves.average_precision;
  record.operating = curves.operating;
  const ChosenPoint& chosen = curves.chosen;
  record.chosen = {chosen.threshold, chosen.false_positive, chosen.true_positive, chosen.precision,
                   chosen.share};
  for (const RocPoint& point : curves.roc)
    record.roc.push_back({point.threshold, point.false_positive, point.true_positive});
  for (const PrecisionRecallPoint& point : curves.precision_recall)
    record.precision_recall.push_back({point.threshold, point.precision, point.recall});
  // The lift of no rows is that of the first that come.
  for (std::size_t k = 0; k < curves.gain.size(); ++k) {
    const GainPoint& at = curves.gain[k];
    const GainPoint& measured = k == 0 && curves.gain.size() > 1 ? curves.gain[1] : at;
    record.gain.push_back({at.threshold, at.share, at.recall, measured.recall / measured.share});
  }
  for (const CalibrationPoint& point : curves.calibration)
    record.calibration.push_back({point.rows, point.probability, point.frequency});
  for (const CostPoint& point : curves.cost) record.cost.push_back({point.x, point.cost});
  return record;
}

}  // namespace

ModelCurvesRecord curves_record(const std::vector<ClassCurves>& curves, std::size_t classes) {
  ModelCurvesRecord record;
  if (classes == 2) {
    if (!curves.empty()) record.second = class_curves_record(curves[0]);
    return record;
  }
  record.classes.emplace();
  for (const ClassCurves& each : curves) record.classes->push_back(class_curves_record(each));
  return record;
}

ExplainedRowRecord explained_row_record(const RowExplanation& row) {
  ExplainedRowRecord record;
  record.row = row.row;
  record.predicted = row.predicted;
  record.rival = row.rival;
  record.toward = row.toward;
  record.score = row.score;
  record.average_score = row.average_score;
  for (const Contribution& each : row.contributions)
    record.contributions.push_back(
        {each.feature, each.value, each.average, each.contribution, each.flip_at});
  record.others = row.others;
  if (row.flip)
    record.flip = FlipRecord{row.flip->feature, row.flip->value,         row.flip->flip_at,
                             row.flip->change,  row.flip->scaled_change, row.flip->predicted};
  record.radius = row.radius;
  record.radius_scaled = row.radius_scaled;
  record.nearest_class = row.nearest_class;
  for (const NearestValue& each : row.nearest)
    record.nearest.push_back({each.feature, each.value, each.to});
  return record;
}

RobustnessRecord robustness_record(const Robustness& robustness) {
  RobustnessRecord record{
      robustness.norm, robustness.units, robustness.accuracy, robustness.median_radius, {}};
  for (const RobustnessPoint& point : robustness.curve)
    record.curve.push_back({point.epsilon, point.share});
  return record;
}

IntervalRecord interval_record(const Range& range) { return {range.lower, range.upper}; }

std::optional<IntervalRecord> interval_record(const std::optional<Interval>& interval) {
  if (!interval) return std::nullopt;
  return IntervalRecord{interval->lower, interval->upper};
}

OptimumRecord optimum_record(const WidestMargin& optimum) {
  OptimumRecord record;
  record.separable = optimum.separable;
  record.lower = optimum.margin.lower;
  record.upper = optimum.margin.upper;
  record.radius = optimum.radius;
  record.mistake_bound = optimum.mistake_bound;
  record.passes = optimum.passes;
  record.support = optimum.support.size();
  if (optimum.separable == false) record.touching = optimum.touching;
  return record;
}

std::vector<WeightsRecord> weights_record(const Model& model) {
  std::vector<WeightsRecord> planes;
  if (!model.has_planes()) return planes;
  for (std::uint64_t m = 0; m < std::min<std::uint64_t>(model.planes.size(), kShownPlanes); ++m) {
    const Plane& plane = model.planes[m];
    const auto [positive, negative] = model.scheme().sides(m);
    WeightsRecord record{model.classes[positive],
                         negative ? model.classes[*negative] : "the rest",
                         plane.offset,
                         plane.weights.size(),
                         {}};
    for (const std::uint64_t j :
         highest(plane.weights.size(), kWeightsOfPlane,
                 [&](std::uint64_t k) { return std::abs(plane.weights[k]); }))
      if (plane.weights[j] != 0)
        record.largest.push_back({model.schema.feature_name(j), plane.weights[j]});
    planes.push_back(std::move(record));
  }
  return planes;
}

SettingsRecord settings_record(const std::vector<std::pair<std::string, std::string>>& settings) {
  SettingsRecord record;
  for (const auto& [name, value] : settings) record.emplace_back(name, value);
  return record;
}

std::vector<WrongRecord> worst_records(const std::vector<WrongPrediction>& worst,
                                       const std::vector<std::string>& classes) {
  std::vector<WrongRecord> records;
  records.reserve(worst.size());
  for (const WrongPrediction& wrong : worst)
    records.push_back(
        {wrong.row + 1, classes[wrong.truth], classes[wrong.predicted], wrong.by, {}});
  return records;
}

}  // namespace perceptron::core
