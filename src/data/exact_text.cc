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

std::string header_text(const Dataset& data, const ExactHeader& header) {
  std::string text =
      fmt::format("perceptron-exact 1\nhash {}\nscale {}\n", header.hash, name_of(header.scale));
  if (!header.lift.empty()) text += fmt::format("lift {}\n", header.lift);
  text += fmt::format("rows {}\nfeatures {}\nclasses {}\n", data.rows(), data.features(),
                      data.classes.size());
  for (std::size_t c = 0; c < data.classes.size(); ++c)
    text += fmt::format("class {} {}\n", c + 1, json_text(data.classes.names()[c]));
  return text;
}

}  // namespace

ExactSize write_exact(const Dataset& data, const ExactHeader& header, Output& output) {
  ExactSize size;
  std::string text = header_text(data, header);
  const auto flush = [&] {
    output.write(text);
    size.bytes += text.size();
    text.clear();
  };
  flush();
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          check_interrupt();
          const double weight = data.weights.empty() ? 1 : data.weights[i];
          text += fmt::format("{} {}", data.labels[i] + 1, exact_number(weight));
          const auto row = rows[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            if (row.value(k) == 0) continue;
            fmt::format_to(std::back_inserter(text), " {}:{}", row.feature(k) + 1,
                           exact_number(row.value(k)));
            ++size.nonzeros;
          }
          text += '\n';
          flush();
        }
      },
      data.matrix.view());
  return size;
}

}  // namespace perceptron::core
