// Parts of records made from results of the library: data, metrics, weights, optima.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/certificate.h>
#include <perceptron/curves.h>
#include <perceptron/explain.h>
#include "certify/widest_margin.h"
#include "data/dataset.h"
#include "evaluate/metrics.h"
#include "evaluate/statistics.h"
#include "evaluate/worst_predictions.h"
#include "model/model.h"
#include "report/certificate_record.h"
#include "report/curves_record.h"
#include "report/data_record.h"
#include "report/explanation_record.h"
#include "report/metrics_record.h"

namespace perceptron::core {

DataRecord data_record(const Dataset& data);
// The metrics that are defined, by their names in JSON.
NamedValues<double> metric_values(const Metrics& metrics);
BaselineRecord baseline_record(const Baseline& baseline, const std::vector<std::string>& classes);
MetricsRecord metrics_record(const Metrics& metrics, const std::vector<std::string>& classes);
ModelCurvesRecord curves_record(const std::vector<ClassCurves>& curves, std::size_t classes);
ExplainedRowRecord explained_row_record(const RowExplanation& row);
RobustnessRecord robustness_record(const Robustness& robustness);
IntervalRecord interval_record(const Range& range);
std::optional<IntervalRecord> interval_record(const std::optional<Interval>& interval);
OptimumRecord optimum_record(const WidestMargin& optimum);

inline constexpr std::uint64_t kShownPlanes = 12;

// The largest weights of the first planes.
std::vector<WeightsRecord> weights_record(const Model& model);

// Name and value of each setting, as written in its table.
SettingsRecord settings_record(const std::vector<std::pair<std::string, std::string>>& settings);

// The misclassified rows with the largest errors.
std::vector<WrongRecord> worst_records(const std::vector<WrongPrediction>& worst,
                                       const std::vector<std::string>& classes);

}  // namespace perceptron::core
