// The page that explains a run, made of nothing but its record.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"

namespace perceptron {

// One self-contained HTML page of one record or more, in their order. A record may bring
// a "title", an "introduction" and commands that "prepare" its data. What records lack or
// have wrong throws an exception of Json's.
struct Heading {
  std::string title;  // empty: of the records
  std::string lead;
};
std::string report_html(const std::vector<Json>& records, const Heading& heading = {});

// What came out of a run, in a sentence or two.
std::string verdict(const Json& record);

// Throws unless this is a record that this program can tell of; `name` is its file's.
void require_record(const Json& record, const std::string& name);

}  // namespace perceptron
