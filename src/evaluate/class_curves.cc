#include "evaluate/class_curves.h"

#include <algorithm>
#include <cmath>

#include "evaluate/curves.h"
#include "evaluate/statistics.h"

namespace perceptron::core {
namespace {

constexpr std::size_t kPointsOfTwo = 1000;
constexpr std::size_t kPointsOfMany = 200;

// How many rows were predicted to be of a class, and how many of them are.
struct Called {
  std::uint64_t rows = 0;
  std::uint64_t right = 0;
};

std::vector<Called> called_of(const Metrics& metrics) {
  std::vector<Called> called(metrics.per_class.size());
  const auto add = [&](std::size_t truth, std::size_t predicted, std::uint64_t count) {
    called[predicted].rows += count;
    if (truth == predicted) called[predicted].right += count;
  };
  for (const PairCount& each : metrics.pairs) add(each.truth, each.predicted, each.count);
  for (std::size_t t = 0; t < metrics.confusion.size(); ++t) {
    for (std::size_t p = 0; p < metrics.confusion[t].size(); ++p)
      add(t, p, metrics.confusion[t][p]);
  }
  return called;
}

// Costs of three and more classes depend on more than one pair, so there they are all 1.
double operating_point(double share, const CostMatrix* costs) {
  const bool given = costs != nullptr;
  const double missed = share * (given ? (*costs)(1, 0) : 1);
  const double wrong = (1 - share) * (given ? (*costs)(0, 1) : 1);
  return missed + wrong > 0 ? missed / (missed + wrong) : share;
}

}  // namespace

CalibrationCurves::CalibrationCurves(std::uint64_t classes)
    : first_(classes == 2 ? 1 : 0), bins_(classes - first_) {}

void CalibrationCurves::add(std::uint32_t truth, std::span<const double> probabilities) {
  for (std::size_t k = 0; k < bins_.size(); ++k) {
    const double given = probabilities[first_ + k];
    const double probability = given > 0 ? std::min(given, 1.0) : 0;
    const auto place = static_cast<std::size_t>(probability * kBins);
    Bin& bin = bins_[k][std::min(place, kBins - 1)];
    ++bin.rows;
    bin.right += truth == first_ + k ? 1 : 0;
    bin.sum += probability;
  }
}

std::vector<CalibrationPoint> CalibrationCurves::of(std::uint32_t positive) const {
  std::vector<CalibrationPoint> points;
  for (const Bin& bin : bins_[positive - first_]) {
    if (bin.rows > 0)
      points.push_back(
          {bin.rows, bin.sum / static_cast<double>(bin.rows), ratio(bin.right, bin.rows)});
  }
  return points;
}

std::vector<ClassCurves> curves_of(const Meter& meter, const CalibrationCurves& calibration,
                                   const std::vector<std::string>& classes, double threshold,
                                   const CostMatrix* costs) {
  const Ranking& ranking = meter.ranking();
  const Metrics metrics = meter.metrics();
  const std::vector<Called> called = called_of(metrics);
  const bool two = classes.size() == 2;
  const std::size_t most = two ? kPointsOfTwo : kPointsOfMany;
  std::vector<ClassCurves> all;
  if (!metrics.auc) return all;
  for (std::uint32_t c = two ? 1 : 0; c < classes.size(); ++c) {
    const SidesOfClass sides = ranking.sides(c);
    if (sides.positives.empty() || sides.negatives.empty()) continue;
    const std::uint64_t positives = sides.positives.size();
    ClassCurves curves;
    curves.name = classes[c];
    curves.rows = positives;
    const std::vector<RocPoint> roc = roc_curve(sides.negatives, sides.positives);
    curves.roc = thin(roc, most);
    curves.precision_recall = thin(precision_recall_curve(sides.negatives, sides.positives), most);
    curves.gain = thin(gain_curve(sides.negatives, sides.positives), most);
    curves.cost = cost_curve(roc);
    curves.calibration = calibration.of(c);
    curves.auc = area_under_curve(sides.negatives, sides.positives);
    curves.average_precision = average_precision(sides.negatives, sides.positives);
    curves.operating = operating_point(ratio(positives, metrics.rows), two ? costs : nullptr);
    const auto [rows, right] = called[c];
    if (two) curves.chosen.threshold = threshold;
    curves.chosen.true_positive = ratio(right, positives);
    curves.chosen.false_positive = ratio(rows - right, metrics.rows - positives);
    curves.chosen.precision = ratio(right, rows);
    curves.chosen.share = ratio(rows, metrics.rows);
    all.push_back(std::move(curves));
  }
  return all;
}

}  // namespace perceptron::core
