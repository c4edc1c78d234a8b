#include "certify/verify_optimality.h"

#include <fmt/format.h>

#include "certify/optimality_check.h"

namespace perceptron::core {

std::string check_optimality(const Certificate& certificate, const Dataset& data) {
  OptimalityCheck(certificate, data).check_bounds();
  return fmt::format("the plane's objective is at most {}, no plane has less than {} ({})",
                     number_of(certificate.upper), number_of(certificate.lower),
                     describe_objective(certificate));
}

}  // namespace perceptron::core
