// Certificates of four small datasets: separable classes, classes that touch, classes that overlap,
// and three classes. Each is accepted or refused with a reason, and what is accepted is true.

#include "certify/certificate.h"

#include <array>
#include <string>

#include "certify/verify.h"
#include "data/read/reader.h"
#include "finding.h"
#include "targets.h"
#include "truth.h"

namespace perceptron::core::fuzz {
namespace {

Dataset dataset_of(std::string_view text) {
  Reading reading;
  reading.threads = 1;
  return read_dataset(*open_reader("data.csv", open_bytes(text, "data.csv"), reading));
}

}  // namespace

void fuzz_certificate(std::string_view bytes) {
  // fuzz/seeds makes certificates of the same data.
  static const std::array kData = {dataset_of("x,z,class\n1,2,no\n2,3,no\n6,5,yes\n7,7,yes\n"),
                                   dataset_of("0,0,a\n2,0,a\n1,0,b\n1,1,b\n"),
                                   dataset_of("0,0,a\n2,2,a\n2,0,b\n0,2,b\n"),
                                   dataset_of("1,2,a\n3,4,b\n5,0,c\n2,2,a\n4,4,b\n")};
  const DecodedCertificate decoded = decode_certificate(bytes, "certificate");
  for (const Dataset& data : kData) {
    const Verdict verdict = verify(decoded, data);
    if (verdict.reason.empty()) finding("a verdict has no reason");
    if (!verdict.valid) continue;
    if (const std::string lie = falsehood(*decoded.certificate, data); !lie.empty())
      finding("a false certificate is accepted: " + lie);
  }
  if (!decoded.damage.empty()) return;
  const std::string written = encode_certificate(*decoded.certificate);
  const DecodedCertificate again = decode_certificate(written, "certificate");
  if (!again.damage.empty()) finding("a certificate is damaged by writing: " + again.damage);
  require_same("written again", written, encode_certificate(*again.certificate));
}

}  // namespace perceptron::core::fuzz
