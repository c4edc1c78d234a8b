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

namespace {

Certificate load_from(const std::string& path, const Limits& limits) {
  core::require_ranges(limits);
  const core::DecodedCertificate decoded = core::load_certificate(path, limits);
  if (!decoded.certificate || !decoded.damage.empty())
    throw core::Error(ErrorKind::input, path + ": " + decoded.damage);
  return Certificate(core::encode_certificate(*decoded.certificate));
}

Verdict verdict_on(const Certificate& certificate, const Dataset& data, const Limits& limits) {
  core::require_ranges(limits);
  if (certificate.empty()) return {false, {}, "the certificate is empty: nothing was proved"};
  std::optional<core::DecodedCertificate> decoded;
  try {
    decoded = core::decode_certificate(certificate.text(), "certificate", limits);
  } catch (const core::Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    return {false, {}, api::in_fields(error.message())};
  }
  return core::verify(*decoded, core::Dataset(data.contents().rows));
}

}  // namespace

void save(const Certificate& certificate, const std::string& path) {
  api::call([&] {
    if (certificate.empty())
      throw core::Error(ErrorKind::usage, "the certificate is empty: nothing was proved");
    core::Output output(path);
    output.write(certificate.text());
    output.finish();
  });
}

Certificate load_certificate(const std::string& path, const Limits& limits) {
  return api::call([&] { return load_from(path, limits); });
}

Verdict verify(const Certificate& certificate, const Dataset& data, const Limits& limits) {
  return api::call([&] { return verdict_on(certificate, data, limits); });
}

}  // namespace perceptron
