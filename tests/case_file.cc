#include "case_file.h"

#include <string_view>

#include "base/error.h"
#include "certify/verify.h"
#include "data/exact_text.h"

namespace perceptron::core::test {
namespace {

// The rows as the certificate states them or, if it is about others, as they are.
std::string exact_text(const Certificate& certificate, const Dataset& data) {
  Dataset rows = data;
  ExactHeader header{data.fingerprint(), ScalingKind::none, ""};
  try {
    rows = claimed_rows(certificate, data);
    header = {certificate.data.hash, certificate.data.scale, certificate.data.lift};
  } catch (const Error&) {
  }
  std::string text;
  write_exact(rows, header, [&](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace

void CaseFile::add(const Dataset& data, const Certificate& certificate, const std::string& text,
                   bool accepted) {
  const std::string rows = exact_text(certificate, data);
  cases_ << text.size() << ' ' << rows.size() << '\n' << text << rows;
  verdicts_ << (accepted ? "accepted" : "refused") << '\n';
}

}  // namespace perceptron::core::test
