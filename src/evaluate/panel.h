// The models of one training, those of several settings side by side, at work on
// rows they may not have learned from.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "data/rows.h"
#include "evaluate/cross.h"
#include "model/fit.h"
#include "multiclass/probabilities.h"
#include "multiclass/scheme.h"

namespace perceptron {

// One of the settings and its models.
struct Seat {
  std::size_t candidate;
  Scheme scheme;
  std::vector<Fit> fits;
  std::optional<Calibration> calibration = {};  // what makes probabilities of scores
};

class Panel {
 public:
  // `classes`: the number in the whole data of each class that the models know,
  // where `all` is how many there are in it.
  Panel(std::vector<Seat> seats, std::uint64_t features, std::vector<std::uint32_t> classes,
        std::uint64_t all);

  std::size_t seats() const { return seats_.size(); }
  const Seat& seat(std::size_t s) const { return seats_[s]; }

  // How each seat came to be.
  FoldOutcome describe(std::size_t s) const;

  // Rows called by their class, for each seat; none where a score is not finite.
  using Labels = std::span<const std::uint32_t>;  // numbers of the whole data
  std::vector<std::optional<std::uint64_t>> count_correct(const RowsView& rows,
                                                          std::span<const std::uint64_t> which,
                                                          Labels labels) const;

  // The same, and writes down the answers: that of row which[k] at places[k]. A
  // null pointer where they are not wanted.
  std::vector<std::optional<std::uint64_t>> answer(const RowsView& rows,
                                                   std::span<const std::uint64_t> which,
                                                   Labels labels,
                                                   std::span<const std::uint64_t> places,
                                                   std::span<Answers* const> to) const;

 private:
  void write_down(const Seat& seat, std::span<const double> scores, std::uint64_t place,
                  Probabilities* probabilities, Answers& to) const;

  std::vector<Seat> seats_;
  std::vector<std::uint64_t> first_;  // column of each seat
  Bank bank_;
  std::vector<std::uint32_t> classes_;
  std::uint64_t all_;
};

}  // namespace perceptron
