// What is in a file: a model, data, or a certificate.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "certify/certificate.h"
#include "data/profile/profile.h"
#include "learn/settings.h"
#include "report/data_record.h"
#include "report/metrics_record.h"

namespace perceptron::core {

enum class InspectedFile { model, dataset, certificate };
constexpr auto enum_names(InspectedFile) {
  return std::array{
      std::pair{InspectedFile::model, "model"},
      std::pair{InspectedFile::dataset, "dataset"},
      std::pair{InspectedFile::certificate, "certificate"},
  };
}

// The features with the largest weights for a class, and against it.
struct ClassFeaturesRecord {
  std::vector<FeatureWeightRecord> in_favour;
  std::vector<FeatureWeightRecord> against;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("for", self.in_favour);
    fields.required("against", self.against);
  }
};

struct ModelFileRecord {
  static constexpr InspectedFile kKind = InspectedFile::model;

  std::vector<std::string> classes;
  std::uint64_t features = 0;
  std::uint64_t models = 0;
  std::uint64_t zero_weights = 0;
  bool has_offset = true;
  std::string precision;
  ScalingKind scale = ScalingKind::none;
  std::string learner;  // as the model has it
  std::string program;
  NamedValues<std::string> options;
  std::string data;
  std::string data_hash;
  std::uint64_t rows = 0;
  std::uint64_t epochs = 0;
  std::uint64_t updates = 0;
  bool converged = false;
  std::optional<CalibrationKind> calibration;
  std::optional<double> threshold;  // if it is not 0
  bool certificate = false;
  std::optional<IntervalRecord> margin;
  // With two classes.
  std::optional<double> offset;
  std::optional<std::vector<FeatureWeightRecord>> top;
  // With more.
  std::optional<Multiclass> multiclass;
  std::optional<NamedValues<ClassFeaturesRecord>> per_class;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("classes", self.classes);
    fields.required("features", self.features);
    fields.required("models", self.models);
    fields.required("zero_weights", self.zero_weights);
    fields.required("has_offset", self.has_offset);
    fields.required("precision", self.precision);
    fields.required("scale", self.scale);
    fields.required("learner", self.learner);
    fields.required("program", self.program);
    fields.required("options", self.options);
    fields.required("data", self.data);
    fields.required("data_hash", self.data_hash);
    fields.required("rows", self.rows);
    fields.required("epochs", self.epochs);
    fields.required("updates", self.updates);
    fields.required("converged", self.converged);
    fields.nullable("calibration", self.calibration);
    fields.optional("threshold", self.threshold);
    fields.required("certificate", self.certificate);
    fields.nullable("margin", self.margin);
    fields.optional("offset", self.offset);
    fields.optional("top", self.top);
    fields.optional("multiclass", self.multiclass);
    fields.optional("per_class", self.per_class);
  }
};

struct CacheFileRecord {
  std::uint64_t bytes = 0;
  std::string ids;
  std::uint64_t blocks = 0;
  std::string made_of;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("bytes", self.bytes);
    fields.required("ids", self.ids);
    fields.required("blocks", self.blocks);
    fields.required("made_of", self.made_of);
  }
};

struct FeatureRangeRecord {
  std::string feature;
  double minimum = 0;
  double maximum = 0;
  double mean = 0;
  std::uint64_t nonzeros = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("feature", self.feature);
    fields.required("minimum", self.minimum);
    fields.required("maximum", self.maximum);
    fields.required("mean", self.mean);
    fields.required("nonzeros", self.nonzeros);
  }
};

struct ValueRowsRecord {
  std::string value;
  std::uint64_t rows = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("value", self.value);
    fields.required("rows", self.rows);
  }
};

struct NumberSummaryRecord {
  double minimum = 0;
  double maximum = 0;
  double mean = 0;
  double deviation = 0;
  std::vector<std::uint64_t> histogram;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("minimum", self.minimum);
    fields.required("maximum", self.maximum);
    fields.required("mean", self.mean);
    fields.required("deviation", self.deviation);
    fields.required("histogram", self.histogram);
  }
};

struct ColumnRecord {
  std::string name;
  std::uint64_t position = 0;
  ColumnType type = ColumnType::number;
  std::uint64_t missing = 0;
  std::uint64_t distinct = 0;
  bool more_distinct = false;  // at least so many
  std::uint64_t not_numbers = 0;
  std::optional<double> association;
  std::optional<NumberSummaryRecord> numbers;
  std::vector<ValueRowsRecord> frequent;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("name", self.name);
    fields.required("position", self.position);
    fields.required("type", self.type);
    fields.required("missing", self.missing);
    fields.required("distinct", self.distinct);
    fields.required("more_distinct", self.more_distinct);
    fields.required("not_numbers", self.not_numbers);
    fields.nullable("association", self.association);
    fields.optional("numbers", self.numbers);
    fields.required("frequent", self.frequent);
  }
};

struct ProfileWarningRecord {
  Suspicion kind = Suspicion::constant;
  std::string column;
  std::string message;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("kind", self.kind);
    fields.required("column", self.column);
    fields.required("message", self.message);
  }
};

struct DataFileRecord {
  static constexpr InspectedFile kKind = InspectedFile::dataset;

  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  std::uint64_t nonzeros = 0;
  std::string layout;
  std::string values;                  // the type of values
  NamedValues<std::uint64_t> classes;  // rows of each
  std::string data_hash;
  std::optional<double> total_weight;
  std::optional<CacheFileRecord> cache;
  std::vector<FeatureRangeRecord> ranges;
  // Of a table.
  std::optional<std::vector<ColumnRecord>> columns;
  std::optional<std::vector<ProfileWarningRecord>> warnings;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("rows", self.rows);
    fields.required("features", self.features);
    fields.required("nonzeros", self.nonzeros);
    fields.required("layout", self.layout);
    fields.required("values", self.values);
    fields.required("classes", self.classes);
    fields.required("data_hash", self.data_hash);
    fields.optional("total_weight", self.total_weight);
    fields.optional("cache", self.cache);
    fields.required("ranges", self.ranges);
    fields.optional("columns", self.columns);
    fields.optional("warnings", self.warnings);
  }
};

struct CertificateFileRecord {
  static constexpr InspectedFile kKind = InspectedFile::certificate;

  CertificateKind claims = CertificateKind::margin;
  std::string claim;  // in words
  std::string data;
  std::string data_hash;
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  ScalingKind scale = ScalingKind::none;
  bool offset = true;
  std::optional<std::string> lift;
  std::uint64_t points = 0;
  std::string program;
  std::optional<std::string> objective;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("claims", self.claims);
    fields.required("claim", self.claim);
    fields.required("data", self.data);
    fields.required("data_hash", self.data_hash);
    fields.required("rows", self.rows);
    fields.required("features", self.features);
    fields.required("scale", self.scale);
    fields.required("offset", self.offset);
    fields.nullable("lift", self.lift);
    fields.required("points", self.points);
    fields.required("program", self.program);
    fields.optional("objective", self.objective);
  }
};

// The field "kind", which comes first, tells which of them it is.
struct InspectionOutcome {
  std::variant<ModelFileRecord, DataFileRecord, CertificateFileRecord> file;

  InspectedFile kind() const;
  Json to_json() const;
  void from_json(const Json& json, const std::string& where);
};

struct InspectionRecord {
  InspectionOutcome result;

  template <class Self, class Fields>
  static void describe(Self& /*self*/, Fields& /*fields*/) {}
};

}  // namespace perceptron::core
