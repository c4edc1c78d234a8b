#include "data/exact_text.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "base/interrupt.h"
#include "base/json.h"
#include "base/number.h"

namespace perceptron::core {

std::string exact_number(double number) {
  constexpr double kLargest = 0x1p53;
  if (std::abs(number) <= kLargest && std::trunc(number) == number)
    return fmt::format("{}", static_cast<std::int64_t>(number));
  return hexadecimal(number);
}

namespace {

std::string exact_header(const Dataset& data, const ExactHeader& header) {
  std::string text;
  const auto end = std::back_inserter(text);
  fmt::format_to(end, "perceptron-exact 1\nhash {}\nscale {}\n", header.hash,
                 name_of(header.scale));
  if (!header.lift.empty()) fmt::format_to(end, "lift {}\n", header.lift);
  fmt::format_to(end, "rows {}\nfeatures {}\nclasses {}\n", data.rows(), data.features(),
                 data.classes.size());
  for (std::size_t c = 0; c < data.classes.size(); ++c)
    fmt::format_to(end, "class {} {}\n", c + 1, json_text(data.classes.names()[c]));
  return text;
}

}  // namespace

ExactSize write_exact(const Dataset& data, const ExactHeader& header,
                      const std::function<void(std::string_view)>& write) {
  ExactSize size;
  std::string text = exact_header(data, header);
  const auto end = std::back_inserter(text);
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          check_interrupt();
          const double weight = data.weights.empty() ? 1 : data.weights[i];
          fmt::format_to(end, "{} {}", data.labels[i] + 1, exact_number(weight));
          const auto row = rows[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            if (row.value(k) == 0) continue;
            fmt::format_to(end, " {}:{}", row.feature(k) + 1, exact_number(row.value(k)));
            ++size.nonzeros;
          }
          text.push_back('\n');
          write(text);
          size.bytes += text.size();
          text.clear();
        }
      },
      data.matrix.view());
  return size;
}

}  // namespace perceptron::core
