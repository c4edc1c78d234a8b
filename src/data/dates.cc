#include "data/dates.h"

#include <chrono>
#include <cmath>

#include "base/number.h"

namespace perceptron::core {
namespace {

// Takes the whole number of `fewest` to `most` digits at the start of `text`.
std::optional<unsigned> take_digits(std::string_view& text, std::size_t fewest, std::size_t most) {
  std::size_t length = 0;
  unsigned value = 0;
  while (length < text.size() && length < most && text[length] >= '0' && text[length] <= '9')
    value = 10 * value + static_cast<unsigned>(text[length++] - '0');
  if (length < fewest) return std::nullopt;
  text.remove_prefix(length);
  return value;
}

bool take(std::string_view& text, char expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(1);
  return true;
}

// Z, +01:00, +0100 or +01 at the end of a time.
bool is_zone(std::string_view text) {
  if (text.empty() || text == "Z") return true;
  if (!take(text, '+') && !take(text, '-')) return false;
  if (!take_digits(text, 2, 2)) return false;
  if (text.empty()) return true;
  take(text, ':');
  return take_digits(text, 2, 2) && text.empty();
}

// The share of the day that has passed at this time: 13:05, 13:05:30, 13:05:30.25.
std::optional<double> parse_time(std::string_view text) {
  const auto hour = take_digits(text, 1, 2);
  if (!hour || *hour > 24 || !take(text, ':')) return std::nullopt;
  const auto minute = take_digits(text, 2, 2);
  if (!minute || *minute > 59) return std::nullopt;
  double seconds = 0;
  if (take(text, ':')) {
    const std::size_t end = text.find_first_not_of("0123456789.");
    const auto number = parse_number(text.substr(0, end));
    if (!number || !(*number < 61)) return std::nullopt;
    seconds = *number;
    text.remove_prefix(std::min(end, text.size()));
  }
  if (!is_zone(text)) return std::nullopt;
  return (*hour * 3600.0 + *minute * 60.0 + seconds) / 86400.0;
}

struct DayMonthYear {
  unsigned day = 0;
  unsigned month = 0;
  unsigned year = 0;
};

// Takes the three parts of a date, in this order.
std::optional<DayMonthYear> take_date(std::string_view& text, DateOrder order) {
  const bool year_first = order == DateOrder::ymd || order == DateOrder::automatic;
  const auto first = take_digits(text, year_first ? 4 : 1, year_first ? 4 : 2);
  if (!first || text.empty()) return std::nullopt;
  const char separator = text[0];
  if (separator != '-' && separator != '/' && separator != '.') return std::nullopt;
  text.remove_prefix(1);
  const auto second = take_digits(text, 1, 2);
  if (!second || !take(text, separator)) return std::nullopt;
  const auto third = take_digits(text, year_first ? 1 : 4, year_first ? 2 : 4);
  if (!third) return std::nullopt;
  if (year_first) return DayMonthYear{*third, *second, *first};
  return order == DateOrder::dmy ? DayMonthYear{*first, *second, *third}
                                 : DayMonthYear{*second, *first, *third};
}

}  // namespace

std::optional<DateNumbers> parse_date(std::string_view text, DateOrder order) {
  using std::chrono::sys_days;
  const auto parts = take_date(text, order);
  if (!parts) return std::nullopt;
  double time = 0;
  if (!text.empty()) {
    if (!take(text, 'T') && !take(text, ' ')) return std::nullopt;
    const auto share = parse_time(text);
    if (!share) return std::nullopt;
    time = *share;
  }
  const std::chrono::year year(static_cast<int>(parts->year));
  const std::chrono::year_month_day date(year, std::chrono::month(parts->month),
                                         std::chrono::day(parts->day));
  if (!date.ok()) return std::nullopt;
  const sys_days day(date);
  const sys_days new_year(year / std::chrono::January / 1);
  return DateNumbers{static_cast<double>(parts->year), static_cast<double>(parts->month),
                     static_cast<double>(std::chrono::weekday(day).iso_encoding()),
                     static_cast<double>((day - new_year).count() + 1),
                     static_cast<double>(day.time_since_epoch().count()) + time};
}

}  // namespace perceptron::core
