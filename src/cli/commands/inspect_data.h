// What `inspect` shows for a data file or a cache.
#pragma once

#include <cstdint>
#include <string>

#include "data/cache/cache.h"
#include "data/summary.h"
#include "report/inspection_record.h"

namespace perceptron::core {

// `cache` is the cache that contains the data; null if there is none.
DataFileRecord data_file_record(const Dataset& data, const DataSummary& summary,
                                const Cache* cache);
std::string data_summary_text(const Dataset& data, const DataSummary& summary, const Cache* cache,
                              std::uint64_t most_classes);

}  // namespace perceptron::core
