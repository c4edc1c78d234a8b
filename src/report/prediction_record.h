// How many rows were predicted as each class.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "report/fields.h"

namespace perceptron::core {

struct PredictionOutcome {
  std::uint64_t rows = 0;
  NamedValues<std::uint64_t> called;     // rows by predicted class
  std::string output;                    // the file with the predicted classes
  std::optional<std::uint64_t> certain;  // rows, if they were marked

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("rows", self.rows);
    fields.required("called", self.called);
    fields.required("output", self.output);
    fields.optional("certain", self.certain);
  }
};

struct PredictionRecord {
  PredictionOutcome result;

  template <class Self, class Fields>
  static void describe(Self& /*self*/, Fields& /*fields*/) {}
};

}  // namespace perceptron::core
