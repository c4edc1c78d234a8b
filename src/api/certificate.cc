#include <perceptron/certificate.h>

#include <optional>

#include "api/contents.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/output.h"
#include "certify/certificate.h"
#include "certify/verify.h"
#include "model/certificates.h"

namespace perceptron {

void save(const Certificate& certificate, const std::string& path) {
  if (certificate.empty())
    throw core::Error(ErrorKind::usage, "the certificate is empty: nothing was proved");
  core::Output output(path);
  output.write(certificate.text());
  output.finish();
}

Certificate load_certificate(const std::string& path, const Limits& limits) {
  core::require_ranges(limits);
  const core::DecodedCertificate decoded = core::load_certificate(path, limits);
  if (!decoded.certificate || !decoded.damage.empty())
    throw core::Error(ErrorKind::input, path + ": " + decoded.damage);
  return Certificate(core::encode_certificate(*decoded.certificate));
}

Verdict verify(const Certificate& certificate, const Dataset& data, const Limits& limits) {
  core::require_ranges(limits);
  if (certificate.empty()) return {false, {}, "the certificate is empty: nothing was proved"};
  std::optional<core::DecodedCertificate> decoded;
  try {
    decoded = core::decode_certificate(certificate.text(), "certificate", limits);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    return {false, {}, error.what()};
  }
  return core::verify(*decoded, core::Dataset(data.contents().rows));
}

}  // namespace perceptron
