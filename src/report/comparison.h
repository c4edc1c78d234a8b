// Several runs on one page: their titles, and a table of what they reached.
#pragma once

#include <string>
#include <vector>

#include "report/page.h"
#include "report/run_record.h"

namespace perceptron::core {

// One for each run, no two of them equal: where titles are, the options that differ are added.
std::vector<std::string> distinct_titles(const std::vector<RunRecord>& records);

// A section with a row for each run that has figures, if there are two or more.
void show_comparison(const std::vector<RunRecord>& records, const std::vector<std::string>& titles,
                     Page& page);

}  // namespace perceptron::core
