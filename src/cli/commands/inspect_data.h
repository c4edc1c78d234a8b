// What `inspect` shows for a data file or a cache.
#pragma once

#include <cstdint>
#include <string>

#include "data/cache/cache.h"
#include "data/profile/profile.h"
#include "data/summary.h"
#include "report/inspection_record.h"

namespace perceptron::core {

// What there is to show of a data file.
struct InspectedData {
  const Dataset& data;
  const DataSummary& summary;
  const Cache* cache = nullptr;           // that contains the data
  const TableProfile* profile = nullptr;  // of a table
};

DataFileRecord data_file_record(const InspectedData& inspected);
std::string data_summary_text(const InspectedData& inspected, std::uint64_t most_classes);
// The columns of a table, after what looks like a mistake.
std::string profile_text(const TableProfile& profile, std::uint64_t most_columns);

}  // namespace perceptron::core
