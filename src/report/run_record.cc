#include "report/run_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "learn/learners.h"

namespace perceptron::core {

// ---- Fields that must agree ----

void MetricsRecord::check(const std::string& where) const {
  if (!confusion) return;
  const auto fits = [&](const auto& row) { return row.size() == classes.size(); };
  if (confusion->size() != classes.size() ||
      !std::all_of(confusion->begin(), confusion->end(), fits))
    throw RecordError(where + ".confusion", "expected a row and a column for each class");
}

void PictureRecord::check(const std::string& where) const {
  const std::size_t shown = points.x.size();
  if (points.y.size() != shown || points.row.size() != shown || points.label.size() != shown ||
      (points.updates && points.updates->size() != shown))
    throw RecordError(where + ".points", "expected lists of one length");
  const auto known = [&](std::uint64_t label) { return label < classes.size(); };
  if (!std::all_of(points.label.begin(), points.label.end(), known))
    throw RecordError(where + ".points.class", "expected a number below that of the classes");
  if (!regions) return;
  const auto& labels = regions->label;
  if (regions->side > labels.size() || labels.size() != regions->side * regions->side ||
      !std::all_of(labels.begin(), labels.end(), known))
    throw RecordError(where + ".regions", "expected the class of each square");
}

void TrainOutcome::check(const std::string& where) const {
  if (models.empty()) throw RecordError(where + ".models", "expected at least one");
}

bool TrainOutcome::updates_are_mistakes() const {
  return models[0].mistakes == models[0].updates &&
         traits_of(learner).search != SearchKind::margin_perceptron;
}

void TuningOutcome::check(const std::string& where) const {
  const auto same_name = [](const auto& a, const auto& b) { return a.first == b.first; };
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const SettingsRecord& values = grid[i].values;
    if (!std::equal(values.begin(), values.end(), best.begin(), best.end(), same_name))
      throw RecordError(fmt::format("{}.grid[{}]", where, i), "expected the settings of the best");
  }
}

// ---- Fields that are not objects ----

void OptionRecord::from_json(const Json& json, const std::string& where) {
  if (json.is_string()) {
    texts = {json.get<std::string>()};
  } else {
    FieldReader::read(json, where, texts);
  }
}

void DocumentRecord::Document::from_json(const Json& document, const std::string& where) {
  if (!document.is_object()) throw RecordError(where, "expected an object");
  json = document;
}

CertificateRecord::CertificateRecord(const std::string& text) {
  constexpr std::size_t kLongest = 1U << 18U;
  if (!text.empty() && text.size() <= kLongest) from_json(Json::parse(text), "certificate");
}

namespace {

// What a page shows of a certificate.
struct CertificateFacts {
  struct Points {
    std::vector<std::uint64_t> rows;
    template <class Self, class Fields>
    static void describe(Self& self, Fields& fields) {
      fields.required("rows", self.rows);
    }
  };
  struct Data {
    std::string hash;
    template <class Self, class Fields>
    static void describe(Self& self, Fields& fields) {
      fields.required("hash", self.hash);
    }
  };

  std::string kind;
  std::optional<Points> points;
  std::optional<Data> data;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("kind", self.kind);
    fields.optional("points", self.points);
    fields.optional("data", self.data);
  }
};

}  // namespace

void CertificateRecord::from_json(const Json& json, const std::string& where) {
  CertificateFacts facts;
  FieldReader::read(json, where, facts);
  document = json;
  kind = facts.kind;
  if (facts.points) points = facts.points->rows.size();
  if (facts.data) data_hash = facts.data->hash;
}

// ---- The whole ----

Json result_json(const Finding& finding) {
  return std::visit([](const auto& each) { return json_of(each.result); }, finding);
}

Json to_json(const RunRecord& record) {
  Json json = {{"record", kRecordVersion}};
  FieldWriter fields(json);
  RunRecord::describe_call(record, fields);
  std::visit([&](const auto& finding) { fields.inlined(finding); }, record.finding);
  fields.required("seconds", record.seconds);
  if (!record.notes.empty()) fields.required("notes", record.notes);
  json["result"] = result_json(record.finding);
  fields.optional("title", record.title);
  fields.optional("introduction", record.introduction);
  if (!record.prepare.empty()) fields.required("prepare", record.prepare);
  return json;
}

namespace {

template <class Record>
Finding make_finding() {
  return Record();
}

// The record type of each command.
struct FindingOfCommand {
  std::string_view command;
  Finding (*make)();
};
constexpr std::array kFindings = {
    FindingOfCommand{"train", make_finding<TrainRecord>},
    FindingOfCommand{"margin", make_finding<MarginRecord>},
    FindingOfCommand{"validate", make_finding<ValidationRecord>},
    FindingOfCommand{"tune", make_finding<TuningRecord>},
    FindingOfCommand{"evaluate", make_finding<EvaluationRecord>},
    FindingOfCommand{"verify", make_finding<VerificationRecord>},
    FindingOfCommand{"predict", make_finding<PredictionRecord>},
    FindingOfCommand{"generate", make_finding<GenerationRecord>},
    FindingOfCommand{"convert", make_finding<ConversionRecord>},
    FindingOfCommand{"inspect", make_finding<InspectionRecord>},
    FindingOfCommand{"demo", make_finding<DemoRecord>},
    FindingOfCommand{"explain", make_finding<ExplanationRecord>},
};

Finding finding_of(std::string_view command) {
  for (const FindingOfCommand& each : kFindings) {
    if (each.command == command) return each.make();
  }
  return DocumentRecord();
}

}  // namespace

RunRecord read_record(const Json& json, const std::string& name) {
  if (!json.is_object() || !json.contains("record") || !json.contains("command"))
    throw Error(Place{name}, fmt::format("this is not a record of a run; make one with {}",
                                         setting("record", "FILE")));
  if (json.at("record") != kRecordVersion)
    throw Error(Place{name},
                fmt::format("this record is of version {}, and this program reads version {}; "
                            "make it again",
                            json_text(json.at("record")), kRecordVersion));
  RunRecord record;
  try {
    FieldReader fields(json, "");
    RunRecord::describe_call(record, fields);
    record.finding = finding_of(record.command);
    std::visit(
        [&](auto& finding) {
          fields.inlined(finding);
          fields.required("result", finding.result);
        },
        record.finding);
    fields.required("seconds", record.seconds);
    fields.optional("title", record.title);
    fields.optional("introduction", record.introduction);
    std::optional<std::vector<std::string>> prepare;
    fields.optional("prepare", prepare);
    if (prepare) record.prepare = std::move(*prepare);
    std::optional<std::vector<std::string>> notes;
    fields.optional("notes", notes);
    if (notes) record.notes = std::move(*notes);
  } catch (const RecordError& error) {
    throw Error(Place{name}, fmt::format("this record is damaged: {}; make it again with {}",
                                         printable(error.what()), setting("record", "FILE")));
  }
  return record;
}

}  // namespace perceptron::core
