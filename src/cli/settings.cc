#include "cli/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"

namespace perceptron::core {
namespace {

// The unit letter of a size, in upper case; empty for bytes.
std::string unit_of(std::string_view text) {
  if (text.ends_with('B') || text.ends_with('b')) text.remove_suffix(1);
  if (text.empty()) return "";
  const auto letter = static_cast<char>(std::toupper(static_cast<unsigned char>(text.back())));
  return std::string_view("KMGT").find(letter) == std::string_view::npos ? ""
                                                                         : std::string(1, letter);
}

std::uint64_t bytes_of_unit(const std::string& unit) {
  return std::uint64_t{1} << (unit.empty() ? 0 : 10 * (std::string_view("KMGT").find(unit) + 1));
}

}  // namespace

std::uint64_t parse_bytes(std::string_view name, const std::string& text) {
  std::string_view number = text;
  if (number.ends_with('B') || number.ends_with('b')) number.remove_suffix(1);
  const std::string letter = unit_of(text);
  number.remove_suffix(letter.size());
  const auto unit = static_cast<double>(bytes_of_unit(letter));
  const auto value = parse_number(number);
  if (!value || !(*value > 0) || !(*value * unit < 0x1p63))
    throw Error(ErrorKind::usage, fmt::format("--{}: expected a size such as 256M or 2G, found {}",
                                              name, in_quotes(text)));
  return static_cast<std::uint64_t>(*value * unit);
}

std::string bytes_in_unit_of(const std::string& text, std::uint64_t bytes) {
  const std::string letter = unit_of(text);
  const std::uint64_t unit = bytes_of_unit(letter);
  if (bytes / unit >= 10 || letter.empty())
    return fmt::format("{}{}", bytes / unit + (bytes % unit > 0 ? 1 : 0), letter);
  // Below 10 units, two decimals are shown.
  const double hundredth = static_cast<double>(unit) / 100;
  return fmt::format("{:.2f}{}", std::floor(static_cast<double>(bytes) / hundredth + 1) / 100,
                     letter);
}

void refuse_order_file(CLI::App& app) {
  CLI::Option* const option = app.get_option("--order");
  option->type_name("shuffle|file");
  option->check([](const std::string& text) {
    if (text != "shuffle" && text != "file")
      throw Error(
          ErrorKind::usage,
          fmt::format("--order: expected shuffle or file, found {}; only train takes a file "
                      "of row numbers, because here each training has only some of the "
                      "rows",
                      in_quotes(text)));
    return std::string();
  });
}

}  // namespace perceptron::core
