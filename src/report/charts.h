// The plots of a report as Vega-Lite: from numbers to specs. What is drawn is said here
// as data; how it looks is the page's affair (web/README.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"

namespace perceptron {

// Rows and planes, as picture_json() tells of them.
Json picture_chart(const Json& picture);
// Whether any of its planes passes through it.
bool shows_plane(const Json& picture);
// Whether it has rings around rows at which weights were changed: of too many, rings
// would hide everything.
bool has_rings(const Json& picture);
// The same picture with one plane a step, and the row that moved it.
Json steps_chart(const Json& picture, const Json& trace);

// A number a pass; `what` is counted.
Json passes_chart(const Json& counts, const std::string& what);
// How the counts add up, below a bound that they cannot cross.
Json total_chart(const Json& counts, const std::string& what, double bound);

// The interval around the best margin over updates, and the best margin itself, if it
// is known: {lower, upper}.
Json interval_chart(const Json& interval, const Json& optimum);

// Margins of the margin perceptron against λ; and against guess/λ, which they never
// fall below.
Json sweep_chart(const Json& sweep, double best);
Json guess_chart(const Json& sweep, double best);
// The updates it took, against λ.
Json effort_chart(const Json& sweep);

Json objective_chart(const Json& objective);
Json gap_chart(const Json& objective);

// {feature, weight} each.
Json weights_chart(const Json& largest, const std::string& positive, const std::string& negative);

Json confusion_chart(const Json& confusion, const Json& classes);
Json roc_chart(const Json& roc);
Json precision_recall_chart(const Json& points);
Json reliability_chart(const Json& bins);

// Accuracies of folds: {learner, fold, accuracy} each.
Json folds_chart(const Json& folds);

// Accuracies over one axis as a curve with its spread: each has the value of the axis,
// accuracy, deviation and perhaps training_accuracy.
Json curve_chart(const Json& grid, const std::string& axis, const std::string& title);
// Over two axes or more as a heat map of two of them.
Json heat_chart(const Json& grid, const std::string& x, const std::string& y);

}  // namespace perceptron
