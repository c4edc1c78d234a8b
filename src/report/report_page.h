// The page that explains runs, made from their records only.
#pragma once

#include <string>
#include <vector>

#include "report/run_record.h"

namespace perceptron::core {

struct Heading {
  std::string title;  // empty: taken from the records
  std::string lead;
};
// One self-contained HTML page for one or more records, in their order.
std::string report_html(const std::vector<RunRecord>& records, const Heading& heading = {});

// The outcome of a run, in a sentence or two.
std::string verdict(const RunRecord& record);

}  // namespace perceptron::core
