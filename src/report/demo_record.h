// Results of learners on built-in data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "learn/settings.h"
#include "report/data_record.h"

namespace perceptron::core {

struct DemoRunRecord {
  std::string data;
  std::string kind;  // of data
  Learner learner = Learner::perceptron;
  std::uint64_t epochs = 0;
  bool converged = false;
  std::uint64_t mistakes = 0;
  double training_accuracy = 0;
  double test_accuracy = 0;
  std::optional<IntervalRecord> margin;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("data", self.data);
    fields.required("kind", self.kind);
    fields.required("learner", self.learner);
    fields.required("epochs", self.epochs);
    fields.required("converged", self.converged);
    fields.required("mistakes", self.mistakes);
    fields.required("training_accuracy", self.training_accuracy);
    fields.required("test_accuracy", self.test_accuracy);
    fields.nullable("margin", self.margin);
  }
};

struct DemoMarginRecord {
  std::string data;
  std::string learner;  // including its λ, if it has one
  double margin = 0;
  IntervalRecord optimum;
  std::optional<std::uint64_t> mistakes;
  std::optional<std::uint64_t> mistake_bound;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("data", self.data);
    fields.required("learner", self.learner);
    fields.required("margin", self.margin);
    fields.required("optimum", self.optimum);
    fields.nullable("mistakes", self.mistakes);
    fields.nullable("mistake_bound", self.mistake_bound);
  }
};

struct DemoOutcome {
  std::vector<DemoRunRecord> runs;
  std::vector<DemoMarginRecord> margins;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("runs", self.runs);
    fields.required("margins", self.margins);
  }
};

struct DemoRecord {
  DemoOutcome result;

  template <class Self, class Fields>
  static void describe(Self& /*self*/, Fields& /*fields*/) {}
};

}  // namespace perceptron::core
