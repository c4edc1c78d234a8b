// Certificates with their data as exact text, for another checker, and what verify() says about
// each. perceptron-check --batch reads such a file.
#pragma once

#include <ostream>
#include <string>

#include "certify/certificate.h"
#include "data/dataset.h"

namespace perceptron::core::test {

class CaseFile {
 public:
  CaseFile(std::ostream& cases, std::ostream& verdicts) : cases_(cases), verdicts_(verdicts) {}

  // `text` is the certificate as a file has it.
  void add(const Dataset& data, const Certificate& certificate, const std::string& text,
           bool accepted);

 private:
  std::ostream& cases_;
  std::ostream& verdicts_;
};

// Adds a certificate that a test makes to the case file that the environment variable
// PERCEPTRON_CASES names, and the verdict to the file beside it, NAME.verdicts; does nothing
// without it. The checksum does not count, because other checkers do not look at it.
void record_case(const Dataset& data, const std::string& text);

}  // namespace perceptron::core::test
