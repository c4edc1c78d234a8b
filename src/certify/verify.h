// Checks a certificate against the data in exact arithmetic, independently of how the certificate
// was made: it shares no code with the learners.
#pragma once

#include <optional>
#include <string>

#include "certify/certificate.h"
#include "data/dataset.h"

namespace perceptron::core {

// `data` is as read from the file, classes sorted; verify() scales and lifts it.
Verdict verify(const Certificate& certificate, Dataset data);
// The same for a parsed certificate, which may be damaged.
Verdict verify(const DecodedCertificate& decoded, Dataset data);

// The rows that the claim is about: `data` scaled and lifted. Throws Error if it is other data than
// that of the certificate.
Dataset claimed_rows(const Certificate& certificate, Dataset data);

// The verdict on a certificate known to be damaged, whatever the data.
Verdict refuse(const DecodedCertificate& decoded, std::string reason);

}  // namespace perceptron::core
