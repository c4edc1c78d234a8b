// Data files that were written: a synthetic dataset, or a cache.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/options.h"
#include "report/data_record.h"

namespace perceptron::core {

struct GenerationOutcome {
  std::string kind;  // of data
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  Format format = Format::csv;
  std::string output;
  SettingsRecord options;  // that this kind of data uses
  // For the hidden plane, if there is one.
  std::optional<std::vector<double>> plane;
  std::optional<double> margin;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("kind", self.kind);
    fields.required("rows", self.rows);
    fields.required("features", self.features);
    fields.required("format", self.format);
    fields.required("output", self.output);
    fields.required("options", self.options);
    fields.optional("plane", self.plane);
    fields.optional("margin", self.margin);
  }
};

struct GenerationRecord {
  GenerationOutcome result;

  template <class Self, class Fields>
  static void describe(Self& /*self*/, Fields& /*fields*/) {}
};

struct ConversionOutcome {
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  std::uint64_t nonzeros = 0;
  std::vector<std::string> classes;
  std::string ids;     // the type of feature ids; none if rows are dense
  std::string values;  // the type of values
  std::uint64_t blocks = 0;
  std::uint64_t bytes = 0;
  std::string data_hash;
  double seconds = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("rows", self.rows);
    fields.required("features", self.features);
    fields.required("nonzeros", self.nonzeros);
    fields.required("classes", self.classes);
    fields.required("ids", self.ids);
    fields.required("values", self.values);
    fields.required("blocks", self.blocks);
    fields.required("bytes", self.bytes);
    fields.required("data_hash", self.data_hash);
    fields.required("seconds", self.seconds);
  }
};

struct ConversionRecord {
  ConversionOutcome result;

  template <class Self, class Fields>
  static void describe(Self& /*self*/, Fields& /*fields*/) {}
};

}  // namespace perceptron::core
