#include "certify/hull.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/elementary.h"
#include "base/interrupt.h"
#include "base/threads.h"
#include "certify/corral.h"

namespace perceptron::core {
namespace {

double square(const std::vector<double>& w) {
  double sum = 0;
  for (const double x : w) sum += x * x;
  return sum;
}

// y·w·x for every point; infinite for rows with sign 0.
void score_points(const SignedRows& points, const std::vector<double>& w, std::uint64_t threads,
                  std::vector<double>& scores) {
  constexpr std::uint64_t kBlock = 4096;
  const std::uint64_t rows = points.size();
  Bank bank(points.features(), 1);
  bank.put(0, w, 0);
  scores.resize(rows);
  parallel_for((rows + kBlock - 1) / kBlock, threads, [&](std::uint64_t b) {
    check_interrupt();
    const std::uint64_t begin = b * kBlock;
    const std::uint64_t end = std::min(rows, begin + kBlock);
    score(points.rows, begin, end, bank, {scores.data() + begin, end - begin});
    for (std::uint64_t i = begin; i < end; ++i) {
      scores[i] = points.sign[i] == 0 ? kInfinity : points.sign[i] * scores[i];
    }
  });
}

class NearestPoint {
 public:
  NearestPoint(const SignedRows& points, const HullSettings& settings, Listener& listener,
               const MorePoints& more)
      : points_(points),
        settings_(settings),
        listener_(listener),
        more_(more),
        radius_(largest_length(points)),
        corral_(points, radius_ * radius_) {}

  HullResult run(const std::vector<std::uint64_t>& hint) {
    begin();
    working_.insert(working_.end(), hint.begin(), hint.end());
    HullResult result;
    double before = kInfinity;
    while (true) {
      minimise_over_working_set();
      score_points(points_, w_, settings_.threads, scores_);
      ++result.passes;
      const auto least = least_by_group();
      const double now = square(w_);
      const double gap = 1 - (least[0] + least[1]) / now;
      listener_.progress("margin", 0, 0, [&] {
        return fmt::format("pass {}, between {:.9g} and {:.9g}, {} support vectors", result.passes,
                           std::max(0.0, points_.share() * (least[0] + least[1]) / std::sqrt(now)),
                           points_.share() * std::sqrt(now), corral_.size());
      });
      if (!(std::sqrt(now) > 1e-10 * radius_)) {
        result.end = HullResult::End::origin;
        break;
      }
      if (gap <= settings_.gap && !add_points()) {
        result.end = HullResult::End::reached;
        break;
      }
      const bool progress = now < before * (1 - 1e-15);
      before = now;
      if (!(extend_working_set() || (add_points() && extend_working_set())) ||
          (!progress && stuck_++ > 3) || corral_.size() >= settings_.most_points)
        break;
    }
    result.w = w_;
    result.points = {corral_.rows(), corral_.alpha()};
    return result;
  }

 private:
  static double largest_length(const SignedRows& points) {
    const auto squares = squared_lengths(points.rows);
    double largest = 0;
    for (std::uint64_t i = 0; i < points.size(); ++i) {
      if (points.sign[i] != 0) largest = std::max(largest, squares[i]);
    }
    return largest > 0 ? std::sqrt(largest) : 1;
  }

  // Starts with one point of each group: the one nearest to the other group along the line between
  // the means.
  void begin() {
    const auto mean = difference_of_means(points_);
    score_points(points_, mean, settings_.threads, scores_);
    for (std::uint64_t g = 0; g < points_.groups(); ++g) {
      std::uint64_t nearest = points_.size();
      for (std::uint64_t i = 0; i < points_.size(); ++i) {
        if (points_.sign[i] == 0 || points_.group(i) != g) continue;
        if (nearest == points_.size() || scores_[i] < scores_[nearest]) nearest = i;
      }
      corral_.add(nearest, 1);
      working_.push_back(nearest);
    }
    w_ = corral_.combine(corral_.alpha());
  }

  void minimise_over_working_set() {
    std::vector<bool> refused(working_.size());
    double length = square(w_);
    while (true) {
      check_interrupt();
      if (!(std::sqrt(length) > 1e-14 * radius_) || corral_.size() >= settings_.most_points) return;
      const auto level = levels();
      std::size_t chosen = working_.size();
      double furthest = std::max(1e-15 * length, 0.25 * settings_.gap * length);
      for (std::size_t i = 0; i < working_.size(); ++i) {
        if (refused[i]) continue;
        const double beyond = level[points_.group(working_[i])] - points_.dot(working_[i], w_);
        if (beyond > furthest && !corral_.has(working_[i])) {
          furthest = beyond;
          chosen = i;
        }
      }
      if (chosen == working_.size()) return;
      if (!corral_.add(working_[chosen], 0)) {
        refused[chosen] = true;
        continue;
      }
      descend();
      const double now = square(w_);
      // Rounding limits how short the vector can become.
      if (!(now < length)) {
        refused[chosen] = true;
      } else {
        length = now;
      }
    }
  }

  // Moves from the current weights to the affine minimum, dropping points whose weight turns
  // negative.
  void descend() {
    auto& alpha = corral_.alpha();
    while (true) {
      const auto target = corral_.affine_minimum();
      double reach = 1;
      for (std::size_t i = 0; i < alpha.size(); ++i) {
        if (target[i] <= 0) reach = std::min(reach, alpha[i] / (alpha[i] - target[i]));
      }
      if (!(reach >= 0)) reach = 0;
      std::size_t emptiest = 0;
      for (std::size_t i = 0; i < alpha.size(); ++i) {
        alpha[i] += reach * (target[i] - alpha[i]);
        if (target[i] <= 0 && (target[emptiest] > 0 || alpha[i] < alpha[emptiest])) emptiest = i;
      }
      if (reach >= 1) break;
      for (std::size_t i = alpha.size(); i-- > 0;) {
        if (i == emptiest || !(alpha[i] > 0)) corral_.remove(i);
      }
    }
    w_ = corral_.combine(alpha);
  }

  // w·z of the points in the corral, which is the same within each group up to rounding.
  std::array<double, 2> levels() {
    std::array<double, 2> level = {0, 0};
    for (std::size_t i = 0; i < corral_.size(); ++i) {
      const std::uint64_t row = corral_.rows()[i];
      level[points_.group(row)] += corral_.alpha()[i] * points_.dot(row, w_);
    }
    return level;
  }

  std::array<double, 2> least_by_group() const {
    std::array<double, 2> least = {kInfinity, points_.groups() == 2 ? kInfinity : 0};
    for (std::uint64_t i = 0; i < points_.size(); ++i)
      least[points_.group(i)] = std::min(least[points_.group(i)], scores_[i]);
    return least;
  }

  // Asks for points that are not listed yet, and scores them.
  bool add_points() {
    if (!more_ || !more_(w_)) return false;
    score_points(points_, w_, settings_.threads, scores_);
    return true;
  }

  // The corral, and the points furthest beyond the plane. Returns false if none is beyond it.
  bool extend_working_set() {
    const auto level = levels();
    std::vector<std::uint64_t> beyond;
    const double enough = 0.25 * settings_.gap * square(w_);
    const auto depth = [&](std::uint64_t i) { return scores_[i] - level[points_.group(i)]; };
    for (std::uint64_t i = 0; i < points_.size(); ++i) {
      if (depth(i) < -enough && !corral_.has(i)) beyond.push_back(i);
    }
    const std::size_t most = 16 + corral_.size();
    if (beyond.size() > most) {
      std::nth_element(beyond.begin(), beyond.begin() + static_cast<std::ptrdiff_t>(most),
                       beyond.end(), [&](std::uint64_t a, std::uint64_t b) {
                         return std::make_pair(depth(a), a) < std::make_pair(depth(b), b);
                       });
      beyond.resize(most);
      std::sort(beyond.begin(), beyond.end());
    }
    working_ = corral_.rows();
    working_.insert(working_.end(), beyond.begin(), beyond.end());
    return !beyond.empty();
  }

  const SignedRows& points_;
  const HullSettings& settings_;
  Listener& listener_;
  const MorePoints& more_;
  double radius_;
  Corral corral_;
  std::vector<std::uint64_t> working_;
  std::vector<double> w_;
  std::vector<double> scores_;
  int stuck_ = 0;
};

}  // namespace

HullResult nearest_point(const SignedRows& points, const std::vector<std::uint64_t>& hint,
                         const HullSettings& settings, Listener& listener, const MorePoints& more) {
  return NearestPoint(points, settings, listener, more).run(hint);
}

std::vector<double> difference_of_means(const SignedRows& points) {
  std::array<double, 2> count = {0, 0};
  for (std::uint64_t i = 0; i < points.size(); ++i) {
    if (points.sign[i] != 0) ++count[points.group(i)];
  }
  std::vector<double> mean(points.features());
  for (std::uint64_t i = 0; i < points.size(); ++i) {
    if (points.sign[i] != 0) points.add(i, 1 / count[points.group(i)], mean);
  }
  return mean;
}

std::vector<double> least_scores(const SignedRows& points, const std::vector<double>& w,
                                 std::uint64_t threads) {
  std::vector<double> scores;
  score_points(points, w, threads, scores);
  std::vector<double> least(points.groups(), kInfinity);
  for (std::uint64_t i = 0; i < points.size(); ++i)
    least[points.group(i)] = std::min(least[points.group(i)], scores[i]);
  return least;
}

}  // namespace perceptron::core
