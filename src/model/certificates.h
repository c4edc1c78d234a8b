// Certificates in files, and the data they are about.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "certify/certificate.h"
#include "data/options.h"
#include "data/read/source.h"

namespace perceptron::core {

// The certificate in a file, which is either a certificate or a model that contains one. Throws
// Error if it is neither.
DecodedCertificate load_certificate(const std::string& path, const Limits& limits = {});
// From a source that begins like a certificate.
DecodedCertificate read_certificate(Source& source, const std::string& name, const Limits& limits);

// How to read the data of the certificate: as it was read then. Options for which `chosen` is true
// keep their value in `options`. A certificate cannot name files: throws a usage error if it does
// and the user has not named one.
ReadSettings recall_reading(const Certificate& certificate, ReadSettings options,
                            const std::function<bool(std::string_view)>& chosen);
// Names and values of the options that it takes from the certificate.
std::vector<std::pair<std::string, std::string>> recalled_options(
    const Certificate& certificate, const std::function<bool(std::string_view)>& chosen);

}  // namespace perceptron::core
