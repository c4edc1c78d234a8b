// The text and the record of how planes separate two classes.
#pragma once

#include "cli/margin_report.h"
#include "cli/text_table.h"
#include "report/margin_record.h"

namespace perceptron::core {

SeparationRecord separation_record(const Diagnosis& found, const MarginData& data);

// Adds lines about it.
void add_separation(const SeparationRecord& separation, std::uint64_t rows, TextTable& facts);

}  // namespace perceptron::core
