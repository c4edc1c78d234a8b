// What was proved: the widest margin, and its certificate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "report/fields.h"

namespace perceptron::core {

// A certificate as written, and what a page shows of it.
struct CertificateRecord {
  Json document;  // null if it is too long to be kept
  std::string kind;
  std::optional<std::uint64_t> points;  // rows used in the proof
  std::optional<std::string> data_hash;

  CertificateRecord() = default;
  explicit CertificateRecord(const std::string& text);

  Json to_json() const { return document; }
  void from_json(const Json& json, const std::string& where);
};

struct OptimumRecord {
  std::optional<bool> separable;
  double lower = 0;  // of the widest margin
  double upper = 0;
  double radius = 0;
  std::optional<double> mistake_bound;
  std::uint64_t passes = 0;
  std::uint64_t support = 0;  // support vectors of the widest margin
  std::optional<bool> touching;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.nullable("separable", self.separable);
    fields.required("lower", self.lower);
    fields.required("upper", self.upper);
    fields.required("radius", self.radius);
    fields.nullable("mistake_bound", self.mistake_bound);
    fields.required("passes", self.passes);
    fields.required("support", self.support);
    fields.optional("touching", self.touching);
  }
};

}  // namespace perceptron::core
