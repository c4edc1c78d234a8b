// Checks a certificate against the data in exact arithmetic. It knows nothing
// of how the certificate came about and shares no code with the learners.
#pragma once

#include <optional>
#include <string>

#include "certify/certificate.h"
#include "data/dataset.h"

namespace perceptron::core {

// `data` as read from the file, classes in order; it is scaled and lifted here.
Verdict verify(const Certificate& certificate, Dataset data);
// The same for a certificate as it was read, which may be damaged.
Verdict verify(const DecodedCertificate& decoded, Dataset data);

// The verdict on a certificate whose damage is known already, whatever the data.
Verdict refuse(const DecodedCertificate& decoded, std::string reason);

}  // namespace perceptron::core
