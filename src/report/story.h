// The page that explains runs, made of nothing but their records.
#pragma once

#include <string>
#include <vector>

#include "report/run_record.h"

namespace perceptron::core {

struct Heading {
  std::string title;  // empty: of the records
  std::string lead;
};
// One self-contained HTML page of one record or more, in their order.
std::string report_html(const std::vector<RunRecord>& records, const Heading& heading = {});

// What came out of a run, in a sentence or two.
std::string verdict(const RunRecord& record);

}  // namespace perceptron::core
