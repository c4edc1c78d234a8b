#include "finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>

#include <perceptron/error.h>
#include "base/text.h"
#include "targets.h"

namespace perceptron::core::fuzz {

void finding(std::string_view sentence) {
  std::fputs(fmt::format("finding: {}\n", sentence).c_str(), stderr);
  std::abort();
}

void require_same(std::string_view what, std::string_view expected, std::string_view found) {
  if (expected == found) return;
  constexpr std::size_t kBefore = 60;
  constexpr std::size_t kShown = 200;
  const auto at = static_cast<std::size_t>(
      std::mismatch(expected.begin(), expected.end(), found.begin(), found.end()).first -
      expected.begin());
  const std::size_t from = at - std::min(at, kBefore);
  finding(fmt::format("{}: expected\n  {}\nfound\n  {}", what,
                      printable(expected.substr(from, kShown)),
                      printable(found.substr(from, kShown))));
}

void run(Target* target, std::string_view bytes) {
  try {
    target(bytes);
  } catch (const perceptron::Error&) {  // NOLINT(bugprone-empty-catch): the input is bad, and that
                                        // is said
  } catch (const std::bad_alloc&) {     // NOLINT(bugprone-empty-catch): it is too large
  }
}

}  // namespace perceptron::core::fuzz
