// The widest margin of a dataset, with its proof: of two classes, of all of several classes
// together, of each class against the rest, or of each pair.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/certificate.h>
#include <perceptron/dataset.h>
#include <perceptron/progress.h>
#include <perceptron/settings.h>

namespace perceptron {

struct MarginSettings {
  bool offset = true;  // planes may have an offset, or must pass through the origin
  ScalingKind scale = ScalingKind::none;  // of the features, before margins are measured
  // Appends this constant, which is not 0, to every row as one more feature. Then planes pass
  // through the origin, and margins are those of the lifted rows.
  std::optional<double> lift = {};
  // Relative distance between the bounds. Empty: 1e-9, or 0.01 with many rows and features.
  std::optional<double> gap = {};
  std::uint64_t passes = 10'000;  // maximum, if the margin is approximated
  std::uint64_t seed = 1;
  std::uint64_t threads = 1;
  // For three or more classes: planes of all of them together, of each class against the rest, or
  // of each pair. Empty: together. For two classes it has no effect.
  std::optional<Multiclass> multiclass = {};
  // What the certificate claims if a plane separates the classes (separator, margin or
  // mistake_bound). Empty: no certificate is made.
  std::optional<CertificateKind> claim = CertificateKind::margin;
  ProgressCallback progress = {};  // see progress.h; empty: none
};

// The plane of one of several classes.
struct ClassPlane {
  std::string name = {};  // of the class
  std::vector<double> weights = {};
  double offset = 0;
};

// The widest margin of a class against the rest, or against another class.
struct ClassMargin {
  std::string positive = {};
  std::optional<std::string> negative = {};  // empty: all other classes
  std::optional<bool> separable = {};
  Interval margin = {};
  std::vector<double> weights = {};
  double offset = 0;
  std::vector<std::uint64_t> support = {};
};

// Of two classes, weights and offset are those of the best plane found. Of more, all together,
// `planes` has one for each class, and the margin is the smallest difference between the score of
// the class of a row and that of another class, divided by √2 and the length of all weights
// together. Of classes or pairs, `parts` has the results, `separable` is true if all of them are,
// and the margin is that of the narrowest.
struct Margin {
  std::optional<bool> separable = {};  // empty if neither was proved
  Interval margin = {};                // the widest lies between these; at most 0 if inseparable
  std::vector<double> weights = {};
  double offset = 0;
  std::vector<std::uint64_t> support = {};  // support vectors of the plane, counted from 0
  double radius = 0;                        // length of the longest row
  std::optional<double> mistake_bound = {};
  Certificate certificate = {};  // empty if nothing was proved
  std::vector<ClassPlane> planes = {};
  std::vector<ClassMargin> parts = {};
};

// Finds the widest margin, or proves that no plane separates the classes, or no planes do.
PERCEPTRON_API Margin find_margin(const Dataset& data, const MarginSettings& settings = {});

// The margin perceptron, for two classes: a plane whose margin is at least 1/λ² of the widest, λ
// ≥ 1.000001. If planes may have an offset, rows are lifted by 1 instead (see
// MarginSettings::lift). `gap` and `passes` are for the widest margin, which is found first: the
// search ends only if it exists. No certificate is made.
struct MarginSearch {
  bool found = false;  // a plane separates the classes; false if none does, or none was reached
  std::vector<double> weights = {};
  double offset = 0;
  std::optional<Interval> margin = {};  // of that plane, on the lifted rows
  std::uint64_t updates = 0;
  std::uint64_t passes = 0;
};
PERCEPTRON_API MarginSearch search_margin(const Dataset& data, double lambda,
                                          const MarginSettings& settings = {});

// A coefficient that tends to infinity, to the side of its sign, in every sequence of coefficients
// whose likelihood approaches its supremum.
struct InfiniteCoefficient {
  std::uint64_t feature = 0;  // counted from 0; the number of features stands for the offset
  int sign = 1;               // 1 or -1
};

// How planes separate two classes, and what that does to a logistic regression without a penalty,
// whose likelihood has a maximum only if they do not. All of it is proved in exact arithmetic.
struct SeparationDiagnosis {
  std::optional<Separation> separation = {};  // empty: a proof would take too long
  // Quasi-complete: the rows on every plane that has no row on its wrong side, counted from 0. They
  // overlap there, or `at_one_point` all are the same point.
  std::vector<std::uint64_t> on_plane = {};
  bool at_one_point = false;
  // Empty if a proof would take too long. The other coefficients that are not listed below have
  // one finite limit.
  std::optional<std::vector<InfiniteCoefficient>> infinite = {};
  // Coefficients that tend to either side or to none, depending on the sequence.
  std::vector<std::uint64_t> undetermined = {};
  // Features that are sums of the offset and features before them, in every row; their coefficients
  // are taken to be 0.
  std::vector<std::uint64_t> aliased = {};
  Certificate certificate = {};  // empty if nothing was proved
};

// `gap`, `passes` and `claim` are of no importance.
PERCEPTRON_API SeparationDiagnosis diagnose_separation(const Dataset& data,
                                                       const MarginSettings& settings = {});

}  // namespace perceptron
