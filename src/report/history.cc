#include "report/history.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/interrupt.h"

namespace perceptron::core {

void History::on_update(const UpdateEvent& update, std::uint64_t pass, std::uint64_t first) {
  for (const std::uint64_t m : update.models) {
    if (++count_ > kMost) continue;
    updates_.push_back({pass, update.row, static_cast<std::uint32_t>(first + m), update.scores[m],
                        update.steps[m], guess_});
  }
}

void History::on_guess(std::uint64_t /*model*/, double guess) { guess_ = guess; }

void Replay::make(const Update& update) {
  if (update.guess != guess_) {  // the margin search restarts from zero
    std::fill(weights_.begin(), weights_.end(), 0.0);
    std::fill(alpha_.begin(), alpha_.end(), 0.0);
    offset_ = 0;
    guess_ = update.guess;
  }
  // The step already has the sign of the row's class, which points.add() applies too.
  points_.add(update.row, update.step * points_.sign[update.row], weights_);
  if (points_.kind == Offset::constant) offset_ += update.step;
  alpha_[update.row] += std::abs(update.step);
}

namespace {

// 1, 2, 3, …, at growing distances, and the last; at most `most` of them.
std::vector<std::uint64_t> moments(std::uint64_t last, std::uint64_t most) {
  std::vector<std::uint64_t> list;
  const double factor = std::pow(static_cast<double>(last),
                                 1 / static_cast<double>(std::max<std::uint64_t>(most, 2)));
  double next = 1;
  for (std::uint64_t at = 1; at <= last; ++at) {
    if (static_cast<double>(at) < next) continue;
    list.push_back(at);
    next = std::max(next * factor, static_cast<double>(at) + 1);
  }
  if (!list.empty() && list.back() != last) list.push_back(last);
  return list;
}

}  // namespace

std::vector<MarginBounds> margin_bounds_history(const History& history, const SignedRows& points,
                                                std::uint64_t most, std::uint64_t threads,
                                                Listener& listener) {
  std::vector<MarginBounds> closing;
  Replay replay(points);
  MarginBounds now;
  now.lower = -std::numeric_limits<double>::infinity();
  now.upper = std::numeric_limits<double>::infinity();
  const auto& updates = history.updates();
  const auto when = moments(updates.size(), most);
  auto next = when.begin();
  for (std::uint64_t k = 0; k < updates.size(); ++k) {
    replay.make(updates[k]);
    if (next == when.end() || k + 1 != *next) continue;
    ++next;
    check_interrupt();
    listener.progress("measuring the planes so far",
                      static_cast<std::uint64_t>(next - when.begin()), when.size());
    const MarginEvidence evidence =
        measure_margin({points, replay.weights(), replay.offset(), replay.alpha()}, threads);
    if (!evidence.plane || !evidence.margin) continue;
    now.update = k + 1;
    now.plane = evidence.plane->lower;
    now.lower = std::max(now.lower, evidence.margin->lower);
    now.upper = std::min(now.upper, evidence.margin->upper);
    if (std::isfinite(now.lower) && std::isfinite(now.upper)) closing.push_back(now);
  }
  return closing;
}

}  // namespace perceptron::core
