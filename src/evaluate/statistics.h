// Confidence intervals of a measured accuracy, and tests whether one is better than another.
//
// The training sets of folds overlap, so their accuracies vary less than on fresh data. The
// variance of a mean over J folds is therefore estimated as s²·(1/J + n_test/n_train) instead of
// s²/J (Nadeau and Bengio 2003).
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace perceptron::core {

// Student's t distribution with `degrees` of freedom, at least 1: its distribution function at t,
// and its quantile for a probability in [0, 1]. Relative errors are below 1e-12, in the far left
// tail too.
double student_distribution(double t, double degrees);
double student_quantile(double probability, double degrees);
double normal_quantile(double probability);

// part/whole, and 0 where the whole is 0.
double ratio(std::uint64_t part, std::uint64_t whole);

struct Summary {
  std::uint64_t count = 0;
  double mean = 0;
  double deviation = 0;  // standard deviation, with n − 1; 0 for one value
  double lowest = 0;
  double highest = 0;
};

// For at least one value, all finite.
Summary summarise(std::span<const double> values);

struct Range {
  double lower = 0;
  double upper = 0;
};

// Confidence interval of the accuracy when `right` of `rows` independent rows were correct
// (Wilson 1927). Without rows [0, 1].
Range wilson_interval(double right, double rows, double confidence = 0.95);

// Confidence interval of the accuracy measured on folds. `test_share` is the number of test
// rows of a fold divided by its training rows. For one fold [0, 1].
Range resampled_interval(const Summary& accuracies, double test_share, double confidence = 0.95);

// Compares two classifiers by their accuracies on the same folds.
struct Comparison {
  std::uint64_t count = 0;  // folds
  double difference = 0;    // the mean of second − first
  double deviation = 0;     // standard deviation of the differences
  double t = 0;
  double p = 1;  // probability of a t as far from 0 if both were equally good
  double confidence = 0.95;
  Range interval = {-1, 1};  // of the difference
  bool matters = false;      // p < 1 − confidence
};

// The corrected resampled t-test. For one fold p = 1. If all differences are equal and not 0, t is
// infinite; p is then that of the sign test.
Comparison compare(std::span<const double> first, std::span<const double> second, double test_share,
                   double confidence = 0.95);

// The comparison as a sentence that names the better one first.
std::string sentence(const Comparison& comparison, const std::string& first_name,
                     const std::string& second_name);

}  // namespace perceptron::core
