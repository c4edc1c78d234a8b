// Results of a search for the widest margin.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/certificate.h>
#include <perceptron/settings.h>
#include "learn/margin_search.h"
#include "report/certificate_record.h"
#include "report/data_record.h"
#include "report/fields.h"
#include "report/picture_record.h"

namespace perceptron::core {

// One guess of the margin perceptron and its outcome.
struct RoundRecord {
  double guess = 0;
  std::uint64_t updates = 0;
  std::uint64_t limit = 0;
  GuessRound::Outcome outcome = GuessRound::Outcome::unfinished;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("guess", self.guess);
    fields.required("updates", self.updates);
    fields.required("limit", self.limit);
    fields.required("outcome", self.outcome);
  }
};

// The margin perceptron with one λ. If there is no margin to search for, most fields are absent.
struct LambdaRecord {
  double lambda = 0;
  std::optional<double> guess;  // the last one
  std::optional<double> guess_over_lambda;
  std::uint64_t updates = 0;  // of the last round
  std::optional<std::uint64_t> total_updates;
  std::optional<bool> converged;
  std::optional<IntervalRecord> margin;  // of its plane
  std::optional<double> guarantee;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("lambda", self.lambda);
    fields.nullable("guess", self.guess);
    fields.optional("guess_over_lambda", self.guess_over_lambda);
    fields.required("updates", self.updates);
    fields.optional("total_updates", self.total_updates);
    fields.optional("converged", self.converged);
    fields.nullable("margin", self.margin);
    fields.optional("guarantee", self.guarantee);
  }
};

struct SweepRecord {
  LambdaRecord run;
  std::uint64_t rounds = 0;
  double seconds = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.inlined(self.run);
    fields.required("rounds", self.rounds);
    fields.required("seconds", self.seconds);
  }
};

struct SearchRecord {
  LambdaRecord run;
  std::vector<RoundRecord> rounds;
  SearchStop stop = SearchStop::proof;
  SearchScan scan = SearchScan::pass;
  double coefficient = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.inlined(self.run);
    fields.required("rounds", self.rounds);
    fields.required("stop", self.stop);
    fields.required("scan", self.scan);
    fields.required("coefficient", self.coefficient);
  }
};

struct SupportRecord {
  std::uint64_t row = 0;  // from 1
  std::string label;
  std::optional<std::string> against;  // with three or more classes: another class
  double weight = 0;
  std::optional<std::string> exact;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("row", self.row);
    fields.required("class", self.label);
    fields.optional("against", self.against);
    fields.required("weight", self.weight);
    fields.optional("exact", self.exact);
  }
};

struct RowMarginRecord {
  std::uint64_t row = 0;  // from 1
  std::string label;
  double margin = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("row", self.row);
    fields.required("class", self.label);
    fields.required("margin", self.margin);
  }
};

// The plane of one of several classes.
struct ClassPlaneRecord {
  std::string label;
  std::vector<double> weights;
  std::optional<double> offset;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("class", self.label);
    fields.required("weights", self.weights);
    fields.optional("offset", self.offset);
  }
};

// One class against the rest, or against another one.
struct MarginPartRecord {
  std::string positive;
  std::optional<std::string> negative;  // absent: the rest
  std::optional<bool> separable;
  std::optional<bool> touching;
  std::optional<IntervalRecord> margin;
  std::optional<double> mistake_bound;
  std::vector<std::uint64_t> support;  // rows, from 1

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("positive", self.positive);
    fields.optional("negative", self.negative);
    fields.nullable("separable", self.separable);
    if (self.separable && !*self.separable) fields.nullable("touching", self.touching);
    fields.nullable("margin", self.margin);
    fields.nullable("mistake_bound", self.mistake_bound);
    fields.required("support", self.support);
  }
};

// 1 or −1.
struct SignRecord {
  int value = 1;

  Json to_json() const { return value; }
  void from_json(const Json& json, const std::string& where) {
    if (!json.is_number_integer() || (json != 1 && json != -1))
      throw RecordError(where, "expected 1 or -1");
    value = json.get<int>();
  }
};

// A coefficient that tends to infinity.
struct InfiniteRecord {
  std::string feature;                  // "offset" for the offset
  std::optional<std::uint64_t> number;  // of the feature, from 1; absent for the offset
  SignRecord sign;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("feature", self.feature);
    fields.optional("number", self.number);
    fields.required("sign", self.sign);
  }
};

// How planes separate two classes.
struct SeparationRecord {
  std::optional<Separation> separation;
  std::optional<std::uint64_t> on_plane;  // rows; absent if the classes overlap
  std::optional<bool> overlap_on_plane;   // if there are any
  std::optional<std::vector<InfiniteRecord>> infinite;
  std::vector<std::string> undetermined;  // features
  std::vector<std::string> aliased;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.nullable("separation", self.separation);
    fields.nullable("on_plane", self.on_plane);
    fields.optional("overlap_on_plane", self.overlap_on_plane);
    fields.nullable("infinite", self.infinite);
    fields.required("undetermined", self.undetermined);
    fields.required("aliased", self.aliased);
  }
};

struct MarginOutcome {
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  bool offset = true;
  double radius = 0;
  std::optional<Multiclass> multiclass;  // with three or more classes
  std::optional<std::vector<std::string>> classes;
  std::optional<bool> separable;
  std::optional<double> lift;
  std::optional<bool> touching;
  std::optional<SeparationRecord> diagnosis;
  std::optional<SearchRecord> search;    // with one λ
  std::optional<IntervalRecord> margin;  // otherwise: of the given plane, or the widest
  std::optional<std::vector<SweepRecord>> sweep;
  std::optional<IntervalRecord> optimum;  // the widest, if the margin is that of another plane
  std::optional<double> mistake_bound;
  std::uint64_t passes = 0;
  double seconds = 0;
  double read_seconds = 0;
  std::optional<std::vector<double>> weights;
  std::optional<double> plane_offset;
  std::optional<std::vector<ClassPlaneRecord>> planes;
  std::optional<std::vector<MarginPartRecord>> parts;
  std::vector<SupportRecord> support;
  std::string data_hash;
  std::optional<std::vector<RowMarginRecord>> points;

  // The margin of the given plane.
  const std::optional<IntervalRecord>& plane() const {
    return search ? search->run.margin : margin;
  }

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("rows", self.rows);
    fields.required("features", self.features);
    fields.required("offset", self.offset);
    fields.required("radius", self.radius);
    fields.optional("multiclass", self.multiclass);
    fields.optional("classes", self.classes);
    fields.nullable("separable", self.separable);
    fields.optional("lift", self.lift);
    if (self.separable && !*self.separable && !self.multiclass)
      fields.nullable("touching", self.touching);
    fields.group("separation", self.diagnosis);
    fields.group("lambda", self.search);
    if (!self.search) fields.nullable("margin", self.margin);
    fields.optional("sweep", self.sweep);
    fields.optional("optimum", self.optimum);
    fields.nullable("mistake_bound", self.mistake_bound);
    fields.required("passes", self.passes);
    fields.required("seconds", self.seconds);
    fields.required("read_seconds", self.read_seconds);
    fields.optional("weights", self.weights);
    fields.optional("plane_offset", self.plane_offset);
    fields.optional("planes", self.planes);
    fields.optional("parts", self.parts);
    fields.required("support", self.support);
    fields.required("data_hash", self.data_hash);
    fields.optional("points", self.points);
  }
};

struct MarginRecord {
  std::optional<CertificateRecord> certificate;
  DataRecord data;
  OptimumRecord optimum;
  std::optional<PictureRecord> picture;
  MarginOutcome result;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.optional("certificate", self.certificate);
    fields.required("data", self.data);
    fields.required("optimum", self.optimum);
    fields.nullable("picture", self.picture);
  }
};

}  // namespace perceptron::core
