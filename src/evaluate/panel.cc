#include "evaluate/panel.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/interrupt.h"
#include "learn/loop.h"

namespace perceptron {
namespace {

std::uint64_t columns_of(const std::vector<Seat>& seats) {
  std::uint64_t columns = 0;
  for (const Seat& seat : seats) columns += seat.fits.size();
  return columns;
}

bool all_finite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace

Panel::Panel(std::vector<Seat> seats, std::uint64_t features, std::vector<std::uint32_t> classes,
             std::uint64_t all)
    : seats_(std::move(seats)),
      bank_(features, columns_of(seats_)),
      classes_(std::move(classes)),
      all_(all) {
  std::uint64_t column = 0;
  for (const Seat& seat : seats_) {
    first_.push_back(column);
    for (const Fit& fit : seat.fits) bank_.put(column++, fit.weights, fit.offset);
  }
}

FoldOutcome Panel::describe(std::size_t s) const {
  FoldOutcome outcome;
  const Seat& seat = seats_[s];
  outcome.models = seat.fits.size();
  for (const Fit& fit : seat.fits) {
    outcome.converged = outcome.converged && fit.converged;
    outcome.finite_weights =
        outcome.finite_weights && std::isfinite(fit.offset) && all_finite(fit.weights);
    for (const double w : fit.weights)
      outcome.largest_weight = std::max(outcome.largest_weight, std::abs(w));
    if (outcome.mistakes.size() < fit.mistakes.size()) outcome.mistakes.resize(fit.mistakes.size());
    for (std::size_t pass = 0; pass < fit.mistakes.size(); ++pass)
      outcome.mistakes[pass] += fit.mistakes[pass];
  }
  return outcome;
}

std::vector<std::optional<std::uint64_t>> Panel::count_correct(const RowsView& rows,
                                                               std::span<const std::uint64_t> which,
                                                               Labels labels) const {
  const std::vector<Answers*> none(seats_.size(), nullptr);
  return answer(rows, which, labels, which, none);
}

std::vector<std::optional<std::uint64_t>> Panel::answer(const RowsView& rows,
                                                        std::span<const std::uint64_t> which,
                                                        Labels labels,
                                                        std::span<const std::uint64_t> places,
                                                        std::span<Answers* const> to) const {
  constexpr std::uint64_t kScores = 1U << 16U;
  const std::uint64_t models = bank_.models();
  const std::uint64_t block = std::clamp<std::uint64_t>(kScores / models, 1, 1024);
  std::vector<double> scores(std::min<std::uint64_t>(block, which.size()) * models);
  std::vector<std::optional<std::uint64_t>> correct(seats_.size(), 0);
  std::vector<std::optional<Probabilities>> probabilities(seats_.size());
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    if (to[s] != nullptr && seats_[s].calibration)
      probabilities[s].emplace(seats_[s].scheme, *seats_[s].calibration);
  }
  for (std::uint64_t begin = 0; begin < which.size(); begin += block) {
    check_interrupt();
    const auto some = which.subspan(begin, std::min<std::uint64_t>(block, which.size() - begin));
    score(rows, some, bank_, scores);
    for (std::size_t s = 0; s < seats_.size(); ++s) {
      const Seat& seat = seats_[s];
      for (std::size_t k = 0; k < some.size(); ++k) {
        const std::span<const double> row(scores.data() + k * models + first_[s], seat.fits.size());
        if (!all_finite(row)) {
          correct[s].reset();
          continue;
        }
        const std::uint32_t called = classes_[seat.scheme.decide(row)];
        if (correct[s] && called == labels[some[k]]) ++*correct[s];
        if (to[s] == nullptr) continue;
        const std::uint64_t place = places[begin + k];
        to[s]->predicted[place] = called;
        write_down(seat, row, place, probabilities[s] ? &*probabilities[s] : nullptr, *to[s]);
      }
    }
  }
  return correct;
}

void Panel::write_down(const Seat& seat, std::span<const double> scores, std::uint64_t place,
                       Probabilities* probabilities, Answers& to) const {
  const std::uint64_t known = seat.scheme.classes();
  std::vector<double> each(known);
  const auto spread = [&](std::vector<double>& list, double otherwise) {
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(place * all_);
    std::fill_n(begin, all_, otherwise);
    for (std::uint64_t c = 0; c < known; ++c) begin[classes_[c]] = each[c];
  };
  if (all_ == 2) {
    to.scores[place] = scores[0];
  } else {
    seat.scheme.class_scores(scores, each);
    // A class that was not there to be learned comes last.
    spread(to.scores, -std::numeric_limits<double>::infinity());
  }
  if (probabilities == nullptr || to.probabilities.empty()) return;
  probabilities->make(scores, each);
  spread(to.probabilities, 0);
}

}  // namespace perceptron
