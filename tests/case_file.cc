#include "case_file.h"

#include <cstdlib>
#include <fstream>
#include <memory>
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

CaseFile* case_file() {
  static const char* const cases_path = std::getenv("PERCEPTRON_CASES");
  static const char* const verdicts_path = std::getenv("PERCEPTRON_VERDICTS");
  if (cases_path == nullptr || verdicts_path == nullptr) return nullptr;
  static std::ofstream cases(cases_path, std::ios::app | std::ios::binary);
  static std::ofstream verdicts(verdicts_path, std::ios::app);
  static CaseFile file(cases, verdicts);
  return &file;
}

}  // namespace perceptron::core::test
