#include "case_file.h"

#include <cstdlib>
#include <fstream>
#include <optional>
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

namespace {

struct RecordedCases {
  std::ofstream cases;
  std::ofstream verdicts;
  CaseFile file{cases, verdicts};

  explicit RecordedCases(const std::string& path)
      : cases(path, std::ios::binary), verdicts(path + ".verdicts") {
    cases.exceptions(std::ios::failbit | std::ios::badbit);
    verdicts.exceptions(std::ios::failbit | std::ios::badbit);
  }
};

RecordedCases* recorded_cases() {
  static const char* const path = std::getenv("PERCEPTRON_CASES");
  if (path == nullptr) return nullptr;
  static RecordedCases all(path);
  return &all;
}

// What can be read of a certificate, whatever its checksum.
std::optional<Certificate> readable(const std::string& text) {
  try {
    return decode_certificate(text, "proof.json").certificate;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

void record_case(const Dataset& data, const std::string& text) {
  RecordedCases* const recorded = recorded_cases();
  // Rows with fewer weights than rows exist in the memory of a test only.
  if (recorded == nullptr || (!data.weights.empty() && data.weights.size() != data.rows())) return;
  const std::optional<Certificate> certificate = readable(text);
  recorded->file.add(data, certificate.value_or(Certificate{}), text,
                     certificate && verify(*certificate, data).valid);
}

}  // namespace perceptron::core::test
