// What the margin command found, as text and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "certify/interval.h"
#include "certify/optimum.h"
#include "data/dataset.h"
#include "learn/margin_search.h"

namespace perceptron {

// One setting of the margin perceptron and what came of it.
struct MarginTrial {
  double lambda = 0;
  MarginSearch search;
  std::optional<Interval> margin;  // of its plane
  double seconds = 0;
};

struct MarginFindings {
  // What was asked.
  Dataset data;  // the rows as they were measured
  std::string hash;
  std::uint64_t features = 0;  // in the file
  bool offset = true;
  std::optional<double> lift;
  bool of_model = false;  // the plane of a model
  bool points = false;    // the margin of every row
  bool sweep = false;     // a range of lambdas
  std::vector<double> lambdas;
  std::optional<double> gap;  // that was asked for
  std::string stop;
  std::string scan;
  std::string coefficient;

  // What was found.
  Optimum best;
  std::vector<double> weights;  // of the plane asked about, or of the best one
  double plane_offset = 0;
  std::optional<Interval> plane;  // its margin
  std::vector<double> margins;    // of the rows
  std::vector<MarginTrial> trials;
  double read_seconds = 0;
  double seconds = 0;
};

Json margin_json(const MarginFindings& found);
std::string margin_text(const MarginFindings& found);

}  // namespace perceptron
