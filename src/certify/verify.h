// Checks a certificate against the data in exact arithmetic. It knows nothing
// of how the certificate came about and shares no code with the learners.
#pragma once

#include <string>

#include "certify/certificate.h"
#include "data/dataset.h"

namespace perceptron {

struct Verdict {
  bool valid = false;
  std::string reason;  // what was proved, or what is wrong
};

// `data` as read from the file, classes in order; it is scaled and lifted here.
Verdict verify(const Certificate& certificate, Dataset data);

}  // namespace perceptron
