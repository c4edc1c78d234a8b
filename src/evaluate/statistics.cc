#include "evaluate/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/elementary.h"
#include "base/error.h"

namespace perceptron::core {
namespace {

// Γ(a + ½) / Γ(a). Differences of log Γ would lose digits for large a; this is the expansion in w
// = a − ¼, whose odd terms vanish (E₂ₖ are the Euler numbers):
//     log = ½ log w − Σ_k E₂ₖ / (4k · 16^k · w^2k),
// evaluated at w ≥ 20, where four terms suffice for a double.
double gamma_ratio(double a) {
  double shift = 1;
  while (a < 20.25) {
    shift *= a / (a + 0.5);
    a += 1;
  }
  const double w = a - 0.25;
  const double v = 1 / (w * w);
  const double tail =
      v * (1.0 / 64 + v * (-5.0 / 2048 + v * (61.0 / 49152 - v * 1385.0 / 1048576)));
  return shift * std::sqrt(w) * portable_exp(tail);
}

// The continued fraction of the incomplete beta function by which its front factor x^a y^b / B(a,
// b) is divided, with y = 1 − x; its even part (DiDonato and Morris 1992), because that avoids
// computing 1 − x. Evaluated by Lentz's method. It converges fast for x < (a + 1) / (a + b + 2).
double beta_fraction(double x, double y, double a, double b) {
  constexpr double kClose = 1e-15;
  constexpr int kMostTerms = 1000000;  // tens are enough; bounded against rounding
  const double slope = a * y - b * x + 1;
  // Positive except for rounding, if the degrees of freedom are extremely many.
  double value = std::max(a * slope / (a + 1), 1e-300);
  double c = value;
  double d = 0;
  for (int term = 1; term < kMostTerms; ++term) {
    const double m = term;
    const double odd = a + 2 * m - 1;
    const double above = m * ((a + m - 1) / odd) * ((a + b + m - 1) * x / odd) * ((b - m) * x);
    const double below =
        m + m * (b - m) * x / odd + (a + m) * (slope + m * (1 + y)) / (a + 2 * m + 1);
    d = 1 / (below + above * d);
    c = below + above / c;
    value *= c * d;
    if (std::abs(c * d - 1) <= kClose) break;
  }
  return value;
}

// The probabilities of a value in [0, t] and above t: they sum to ½, and each is accurate where it
// is small.
struct Halves {
  double body = 0;
  double tail = 0;
};

// With x = ν / (ν + t²), the tail is half of I_x(ν/2, ½) and the body half of I_{1−x}(½, ν/2), the
// regularised incomplete beta function.
Halves student_halves(double t, double degrees) {
  if (t == 0) return {0, 0.5};
  if (std::isinf(t)) return {0.5, 0};
  const double a = degrees / 2;
  const double b = 0.5;
  // 1 + r² is kept in two forms, since r² may overflow.
  const double r = t / std::sqrt(degrees);
  const double inverse = 1 / r / r;
  const double x = r > 1 ? inverse / (1 + inverse) : 1 / (1 + r * r);
  const double y = r > 1 ? 1 / (1 + inverse) : r * r / (1 + r * r);
  const double log_x =
      r > 1 ? -2 * portable_log(r) - portable_log1p(inverse) : -portable_log1p(r * r);
  const double front =
      portable_exp(a * log_x) * std::sqrt(y) * gamma_ratio(a) / std::sqrt(std::numbers::pi) / 2;
  // Which of the two fractions converges fast: x < (a + 1) / (a + b + 2), in terms of y.
  if (y > (b + 1) / (a + b + 2)) {
    const double tail = front / beta_fraction(x, y, a, b);
    return {0.5 - tail, tail};
  }
  const double body = front / beta_fraction(y, x, b, a);
  return {body, 0.5 - body};
}

Halves normal_halves(double z) {
  const double scaled = z / std::numbers::sqrt2;
  return {std::erf(scaled) / 2, std::erfc(scaled) / 2};
}

void require_probability(double probability) {
  if (!(probability >= 0 && probability <= 1))
    throw Error(ErrorKind::usage, fmt::format("a probability is from 0 to 1, not {}", probability));
}

// The quantile of a symmetric distribution, by bisection: it is rarely needed, and this is
// accurate to the last bit for any shape.
template <typename HalvesAt>
double quantile(double probability, const HalvesAt& halves_at) {
  const double body = std::abs(probability - 0.5);
  const double tail = std::min(probability, 1 - probability);
  if (body == 0) return 0;
  if (tail == 0) return probability < 0.5 ? -kInfinity : kInfinity;
  const auto is_below = [&](double value) {
    const Halves halves = halves_at(value);
    return body < tail ? halves.body < body : halves.tail > tail;
  };
  double upper = 1;
  while (is_below(upper)) upper *= 2;
  while (!is_below(upper / 2)) upper /= 2;
  double lower = upper / 2;
  for (;;) {
    const double middle = lower + (upper - lower) / 2;
    if (middle <= lower || middle >= upper) break;
    (is_below(middle) ? lower : upper) = middle;
  }
  return probability < 0.5 ? -upper : upper;
}

void require_degrees(double degrees) {
  if (!(degrees >= 1 && std::isfinite(degrees)))
    throw Error(ErrorKind::usage,
                fmt::format("Student's t needs 1 degree of freedom or more, not {}", degrees));
}

void require_confidence(double confidence) {
  if (!(confidence > 0 && confidence < 1))
    throw Error(
        ErrorKind::usage,
        fmt::format("a confidence lies between 0 and 1, such as 0.95; {} does not", confidence));
}

void require_test_share(double share) {
  if (!(share >= 0 && std::isfinite(share)))
    throw Error(ErrorKind::usage,
                fmt::format("test rows divided by training rows cannot be {}", share));
}

// The standard error of a mean over folds.
double corrected_error(const Summary& folds, double test_share) {
  return folds.deviation * std::sqrt(1 / static_cast<double>(folds.count) + test_share);
}

// The half-width of an interval, in standard errors.
double reach(std::uint64_t folds, double confidence) {
  return student_quantile((1 + confidence) / 2, static_cast<double>(folds - 1));
}

// Percentages, with only as many digits as are significant.
std::string points(double share) {
  const double value = 100 * share;
  const double size = std::abs(value);
  if (size < 1e-6) return "0";
  const int digits = size >= 1 ? 1 : 1 - static_cast<int>(std::floor(std::log10(size)));
  return fmt::format("{:.{}f}", value, digits);
}

std::string chance(double p) { return p < 0.001 ? "p < 0.001" : fmt::format("p = {:.2g}", p); }

}  // namespace

double student_distribution(double t, double degrees) {
  require_degrees(degrees);
  if (std::isnan(t)) return t;
  const Halves halves = student_halves(std::abs(t), degrees);
  return t < 0 ? halves.tail : 0.5 + halves.body;
}

double student_quantile(double probability, double degrees) {
  require_probability(probability);
  require_degrees(degrees);
  return quantile(probability, [&](double t) { return student_halves(t, degrees); });
}

double normal_quantile(double probability) {
  require_probability(probability);
  return quantile(probability, normal_halves);
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

Summary summarise(std::span<const double> values) {
  if (values.empty()) throw Error(ErrorKind::input, "there is nothing to take the mean of");
  Summary summary{.count = values.size(), .lowest = values[0], .highest = values[0]};
  double sum = 0;
  for (const double value : values) {
    if (!std::isfinite(value))
      throw Error(ErrorKind::input,
                  fmt::format("there is no mean of values that include {}", value));
    sum += value;
    summary.lowest = std::min(summary.lowest, value);
    summary.highest = std::max(summary.highest, value);
  }
  const auto count = static_cast<double>(summary.count);
  // Rounding must not give equal values a nonzero standard deviation.
  summary.mean = std::clamp(sum / count, summary.lowest, summary.highest);
  if (summary.count == 1) return summary;
  double squares = 0;
  double rest = 0;  // would be 0 if the mean were exact
  for (const double value : values) {
    const double distance = value - summary.mean;
    squares += distance * distance;
    rest += distance;
  }
  summary.deviation = std::sqrt(std::max(0.0, squares - rest * rest / count) / (count - 1));
  return summary;
}

Range wilson_interval(double right, double rows, double confidence) {
  require_confidence(confidence);
  if (!(right >= 0 && right <= rows && std::isfinite(rows)))
    throw Error(ErrorKind::input, fmt::format("{} of {} rows cannot be correct", right, rows));
  if (rows == 0) return {0, 1};
  const double z = normal_quantile((1 + confidence) / 2);
  const double share = right / rows;
  const double weight = z * z / rows;
  const double centre = (share + weight / 2) / (1 + weight);
  const double half = z / (1 + weight) * std::sqrt((share * (1 - share) + weight / 4) / rows);
  // Rounding must not exclude the fraction itself: if all or none are correct, it is an end point.
  return {std::clamp(centre - half, 0.0, share), std::clamp(centre + half, share, 1.0)};
}

Range resampled_interval(const Summary& accuracies, double test_share, double confidence) {
  require_confidence(confidence);
  require_test_share(test_share);
  const double mean = accuracies.mean;
  if (accuracies.count == 0) throw Error(ErrorKind::input, "there are no folds to compare");
  if (!(mean >= 0 && mean <= 1))
    throw Error(ErrorKind::input, fmt::format("an accuracy is from 0 to 1, not {}", mean));
  if (accuracies.count == 1) return {0, 1};
  const double half = reach(accuracies.count, confidence) * corrected_error(accuracies, test_share);
  return {std::max(0.0, mean - half), std::min(1.0, mean + half)};
}

Comparison compare(std::span<const double> first, std::span<const double> second, double test_share,
                   double confidence) {
  require_confidence(confidence);
  require_test_share(test_share);
  if (first.size() != second.size())
    throw Error(ErrorKind::input,
                fmt::format("a comparison needs the same folds of both, not {} of one and {} "
                            "of the other",
                            first.size(), second.size()));
  std::vector<double> differences;
  for (std::size_t i = 0; i < first.size(); ++i) differences.push_back(second[i] - first[i]);
  const Summary summary = summarise(differences);
  Comparison comparison{.count = summary.count,
                        .difference = summary.mean,
                        .deviation = summary.deviation,
                        .confidence = confidence};
  if (summary.count == 1) return comparison;
  constexpr double kRounding = 1e-12;
  if (summary.deviation < kRounding && std::abs(summary.mean) > kRounding) {
    // If all differences are equal, t is undefined; p is then that of the sign test.
    comparison.t = std::copysign(kInfinity, summary.mean);
    comparison.p = std::ldexp(1.0, 1 - static_cast<int>(summary.count));
    comparison.matters = comparison.p < 1 - confidence;
    if (comparison.matters) comparison.interval = {summary.mean, summary.mean};
    return comparison;
  }
  const double error = corrected_error(summary, test_share);
  if (error > 0) comparison.t = summary.mean / error;
  comparison.p =
      2 * student_distribution(-std::abs(comparison.t), static_cast<double>(summary.count - 1));
  const double half = reach(summary.count, confidence) * error;
  comparison.interval = {std::max(-1.0, summary.mean - half), std::min(1.0, summary.mean + half)};
  comparison.matters = comparison.p < 1 - confidence;
  return comparison;
}

std::string sentence(const Comparison& comparison, const std::string& first_name,
                     const std::string& second_name) {
  const bool one = comparison.count == 1;
  // Smaller differences are rounding: one row in a hundred million.
  const bool level = std::abs(comparison.difference) < 1e-8;
  if (level && comparison.deviation == 0)
    return fmt::format("{} and {} classify equally many rows correctly in {} fold.", first_name,
                       second_name, one ? "the one" : "every");
  const bool second_wins = comparison.difference > 0;
  const Range range = second_wins ? comparison.interval
                                  : Range{-comparison.interval.upper, -comparison.interval.lower};
  const std::string interval =
      fmt::format("({:g} % interval {} to {} points)", 100 * comparison.confidence,
                  points(range.lower), points(range.upper));
  if (level)
    return fmt::format("{} and {} classify equally many rows correctly overall {}.", first_name,
                       second_name, interval);
  const std::string claim =
      fmt::format("{} classifies {} percentage points more rows correctly than {}",
                  second_wins ? second_name : first_name, points(std::abs(comparison.difference)),
                  second_wins ? first_name : second_name);
  if (one) return claim + ". One fold cannot show whether that is chance.";
  if (std::isinf(comparison.t)) {
    return fmt::format("{} in every fold; {} ({}).", claim,
                       comparison.matters ? "that is more than chance explains"
                                          : "so few folds may do that by chance",
                       chance(comparison.p));
  }
  return fmt::format(
      "{} {}; {} ({}).", claim, interval,
      comparison.matters ? "that is more than chance explains" : "that may well be chance",
      chance(comparison.p));
}

}  // namespace perceptron::core
