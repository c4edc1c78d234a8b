// The result of checking a certificate.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/options.h"
#include "report/fields.h"

namespace perceptron::core {

// The claim, as far as its kind has these fields; numbers are text, as in the certificate.
struct ClaimRecord {
  std::optional<std::string> loss;
  std::optional<std::string> l1;
  std::optional<std::string> l2;
  std::optional<bool> penalised_offset;
  std::optional<std::vector<std::string>> class_weights;
  std::optional<std::string> lower;
  std::optional<std::string> upper;
  std::optional<std::string> radius;
  std::optional<std::string> bound;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.optional("loss", self.loss);
    fields.optional("l1", self.l1);
    fields.optional("l2", self.l2);
    fields.optional("penalised_offset", self.penalised_offset);
    fields.optional("class_weights", self.class_weights);
    fields.optional("lower", self.lower);
    fields.optional("upper", self.upper);
    fields.optional("radius", self.radius);
    fields.optional("bound", self.bound);
  }
};

// The verdict on one claim of a list.
struct PartVerificationRecord {
  std::string positive;
  std::optional<std::string> negative;  // absent: the rest
  bool valid = false;
  std::string kind;
  std::string reason;
  ClaimRecord claim;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("positive", self.positive);
    fields.optional("negative", self.negative);
    fields.required("valid", self.valid);
    fields.required("kind", self.kind);
    fields.required("reason", self.reason);
    fields.required("claim", self.claim);
  }
};

struct VerificationOutcome {
  bool valid = false;
  std::string kind;  // of certificate; empty if unknown
  std::string reason;
  ClaimRecord claim;
  bool offset = true;
  ScalingKind scale = ScalingKind::none;
  std::optional<std::string> lift;
  NamedValues<std::string> options;                          // of reading the data
  std::optional<std::vector<PartVerificationRecord>> parts;  // of a list

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("valid", self.valid);
    fields.required("kind", self.kind);
    fields.required("reason", self.reason);
    fields.required("claim", self.claim);
    fields.required("offset", self.offset);
    fields.required("scale", self.scale);
    fields.nullable("lift", self.lift);
    fields.required("options", self.options);
    fields.optional("parts", self.parts);
  }
};

struct VerificationRecord {
  std::string sentence;  // the reason, and the numbers that were proved
  VerificationOutcome result;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("sentence", self.sentence);
  }
};

}  // namespace perceptron::core
