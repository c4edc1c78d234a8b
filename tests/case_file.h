// Certificates with their data as exact text, for another checker, and what verify() says about
// each.
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

}  // namespace perceptron::core::test
