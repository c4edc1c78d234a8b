#include "base/limits.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"

namespace perceptron::core {

void refuse_excess(const Place& place, std::string_view limit, std::string_view what,
                   std::uint64_t most, std::optional<std::uint64_t> found) {
  throw Error(place, fmt::format("expected {}, found {} (use {} if it is meant to be so)",
                                 fmt::format(fmt::runtime(what), with_commas(most)),
                                 found ? with_commas(*found) : "more",
                                 found ? setting(limit, std::to_string(*found))
                                       : "a larger " + setting(limit)));
}

}  // namespace perceptron::core
