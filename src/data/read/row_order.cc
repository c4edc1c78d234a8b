#include "data/read/row_order.h"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/number.h"
#include "base/text.h"
#include "data/read/lines.h"
#include "data/read/source.h"

namespace perceptron::core {
namespace {

class OrderFile {
 public:
  OrderFile(const std::string& path, std::uint64_t rows, const Limits& limits)
      : rows_(rows), lines_(source_name(path), open_source(path), limits.longest_line) {}

  std::vector<std::uint64_t> read(Listener& listener) {
    std::string_view line;
    while (lines_.next(line)) {
      check_interrupt();
      read_line(line);
    }
    if (numbers_.size() < rows_) refuse_missing();
    if (zero_) {
      listener.note(fmt::format("{}: row numbers start at 0", lines_.name()));
      return std::move(numbers_);
    }
    for (std::uint64_t& number : numbers_) --number;
    return std::move(numbers_);
  }

 private:
  void read_line(std::string_view line) {
    constexpr std::string_view kBetween = ", \t";
    std::size_t at = 0;
    while ((at = line.find_first_not_of(kBetween, at)) < line.size()) {
      const std::size_t end = std::min(line.find_first_of(kBetween, at), line.size());
      add(line.substr(at, end - at), lines_.place(at + 1));
      at = end;
    }
  }

  void add(std::string_view text, const Place& place) {
    const auto number = parse_count(text);
    if (!number) {
      throw Error(place, fmt::format("expected a row number, found {} (whole numbers, separated by "
                                     "commas, spaces or line ends)",
                                     in_quotes(text)));
    }
    // Without a 0 the rows count from 1.
    zero_ = zero_ || *number == 0;
    if (*number > rows_ || (zero_ && *number == rows_)) refuse_number(*number, place);
    if (*number == rows_) last_ = place;
    if (zero_ && last_) refuse_number(rows_, *last_);
    if (seen_.empty()) seen_.resize(rows_ + 1);
    if (seen_[*number]) {
      throw Error(place, fmt::format("expected every row once, found row {} again (leave it out)",
                                     *number));
    }
    seen_[*number] = true;
    numbers_.push_back(*number);
  }

  [[noreturn]] void refuse_number(std::uint64_t number, const Place& place) const {
    throw Error(place, fmt::format("expected a row number from {}, found {} (the data has {}; its "
                                   "header is not one)",
                                   zero_ ? fmt::format("0 to {}, as there is a 0", rows_ - 1)
                                         : fmt::format("1 to {}", rows_),
                                   number, plural(rows_, "row")));
  }

  [[noreturn]] void refuse_missing() const {
    std::uint64_t missing = zero_ ? 0 : 1;
    while (missing < seen_.size() && seen_[missing]) ++missing;
    throw Error(Place{lines_.name()},
                fmt::format("expected the numbers of all {} rows, found {}; row {} is missing",
                            with_commas(rows_), with_commas(numbers_.size()), missing));
  }

  std::uint64_t rows_;
  Lines lines_;
  std::vector<std::uint64_t> numbers_;
  std::vector<bool> seen_;     // by number
  bool zero_ = false;          // there is a 0
  std::optional<Place> last_;  // where the number is that only a count from 1 has
};

}  // namespace

std::vector<std::uint64_t> read_order(const std::string& path, std::uint64_t rows,
                                      const Limits& limits, Listener& listener) {
  return OrderFile(path, rows, limits).read(listener);
}

}  // namespace perceptron::core
