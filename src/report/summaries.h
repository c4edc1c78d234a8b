// Pieces of records made of what the library computes: data, metrics, weights, optima.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/certificate.h>
#include "certify/widest_margin.h"
#include "data/dataset.h"
#include "evaluate/metrics.h"
#include "evaluate/worst_predictions.h"
#include "model/model.h"
#include "report/certificate_record.h"
#include "report/data_record.h"
#include "report/metrics_record.h"

namespace perceptron::core {

DataRecord data_record(const Dataset& data);
MetricsRecord metrics_record(const Metrics& metrics, const std::vector<std::string>& classes);
std::optional<IntervalRecord> interval_record(const std::optional<Interval>& interval);
OptimumRecord optimum_record(const WidestMargin& optimum);

// The largest weights of the first planes.
std::vector<WeightsRecord> weights_record(const Model& model);

// Name and value of each setting, as its table writes them.
SettingsRecord settings_record(const std::vector<std::pair<std::string, std::string>>& settings);

// The rows whose prediction was furthest on the wrong side.
std::vector<WrongRecord> worst_records(const std::vector<WrongPrediction>& worst,
                                       const std::vector<std::string>& classes);

}  // namespace perceptron::core
