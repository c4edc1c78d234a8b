#include "data/read/row_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/number.h"
#include "base/text.h"
#include "data/read/lines.h"

namespace perceptron::core {

double RowWeights::read(std::string_view text, const Place& place) {
  const auto weight = parse_number(text);
  if (!weight || !std::isfinite(*weight)) {
    throw Error(place,
                fmt::format("expected the weight of the row, a number of 0 or more, found {} "
                            "(every row needs a weight, or none has one)",
                            text.empty() ? "nothing" : in_quotes(text)));
  }
  if (*weight < 0) {
    throw Error(place, fmt::format("expected a weight of 0 or more, found {} (correct it, or give "
                                   "a row that is not to count the weight 0)",
                                   in_quotes(text)));
  }
  total_ += *weight;
  return std::abs(*weight);  // −0 and 0 have the same fingerprint
}

void RowWeights::check_total(const std::string& name) const {
  if (!(total_ > 0)) {
    throw Error(Place{name},
                "expected a weight above 0, found none in any row (give weights to the rows that "
                "count)");
  }
  if (!std::isfinite(total_)) {
    throw Error(Place{name},
                "expected weights whose sum is a finite number, found larger ones (divide all of "
                "them by the same number)");
  }
}

namespace {

class WeightedReader : public Reader {
 public:
  explicit WeightedReader(std::unique_ptr<Reader> rows)
      : Reader(rows->name(), rows->reading()),
        rows_(std::move(rows)),
        lines_(path(), open_source(path()), reading().options.limits.longest_line) {}

  Dataset start() const override { return rows_->start(); }

  bool next_rows(Dataset& into) override {
    const std::size_t before = into.weights.size();
    if (!rows_->next_rows(into)) return false;
    if (into.weights.size() > before) refuse_two();
    // A survey may leave out rows, but not their labels.
    const std::uint64_t rows = std::max<std::uint64_t>(into.rows(), into.labels.size());
    while (into.weights.size() < rows) into.weights.push_back(next_weight());
    return true;
  }

  void finish(Dataset& into) override {
    rows_->finish(into);
    std::string_view line;
    while (lines_.next(line)) {
      if (trim(line).empty()) continue;
      throw Error(lines_.place(1),
                  fmt::format("expected {} weights for {}, found more (is it the right file?)",
                              counted_, name()));
    }
    weights_.check_total(path());
  }

  std::uint32_t late_shift() const override { return rows_->late_shift(); }
  bool rows_are_final() const override { return rows_->rows_are_final(); }
  std::uint64_t position() const override { return rows_->position(); }
  std::uint64_t total() const override { return rows_->total(); }

 private:
  const std::string& path() const { return reading().options.row_weights; }

  double next_weight() {
    std::string_view line;
    if (!lines_.next(line)) {
      throw Error(Place{path(), counted_ + 1, 1},
                  fmt::format("expected a weight for every row of {}, found {} (is it the right "
                              "file?)",
                              name(), counted_));
    }
    ++counted_;
    return weights_.read(trim(line), lines_.place(1));
  }

  [[noreturn]] void refuse_two() const {
    throw Error(ErrorKind::usage,
                fmt::format("{}: {} states the weights of its rows itself; leave one of them out",
                            setting("row-weights"), name()));
  }

  std::unique_ptr<Reader> rows_;
  Lines lines_;
  RowWeights weights_;
  std::uint64_t counted_ = 0;
};

}  // namespace

std::unique_ptr<Reader> weighted_reader(std::unique_ptr<Reader> rows) {
  return std::make_unique<WeightedReader>(std::move(rows));
}

}  // namespace perceptron::core
