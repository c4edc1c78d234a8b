// What a command did and found: how it was called, and the record of its kind. Written to and read
// from one JSON document, and shown by a page (report/report_page.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "report/demo_record.h"
#include "report/document_record.h"
#include "report/explanation_record.h"
#include "report/fields.h"
#include "report/inspection_record.h"
#include "report/margin_record.h"
#include "report/prediction_record.h"
#include "report/train_record.h"
#include "report/tuning_record.h"
#include "report/validation_record.h"
#include "report/verification_record.h"
#include "report/written_file_record.h"

namespace perceptron::core {

inline constexpr int kRecordVersion = 1;

using Finding =
    std::variant<DocumentRecord, TrainRecord, MarginRecord, ValidationRecord, TuningRecord,
                 EvaluationRecord, VerificationRecord, PredictionRecord, GenerationRecord,
                 ConversionRecord, InspectionRecord, DemoRecord, ExplanationRecord>;

// The name that every command uses for its data file among its options.
inline constexpr const char* kDataArgument = "DATA";
inline constexpr const char* kFileArgument = "FILE";  // of a command that takes any file

// The values of one option, given once or several times.
struct OptionRecord {
  std::vector<std::string> texts;

  Json to_json() const { return texts.size() == 1 ? Json(texts[0]) : Json(texts); }
  void from_json(const Json& json, const std::string& where);
};

struct RunRecord {
  std::string program;  // and its version
  std::string command;
  std::string repeat;  // the command line that repeats it
  NamedValues<OptionRecord> options;
  std::uint64_t exit = 0;
  double seconds = 0;
  std::vector<std::string> notes;  // what was noted, as sentences
  Finding finding;

  // For a page of several runs.
  std::optional<std::string> title;
  std::optional<std::string> introduction;
  std::vector<std::string> prepare;  // commands that make its data

  // The first field, then those of the finding, then these.
  template <class Self, class Fields>
  static void describe_call(Self& self, Fields& fields) {
    fields.required("program", self.program);
    fields.required("command", self.command);
    fields.required("repeat", self.repeat);
    fields.required("options", self.options);
    fields.required("exit", self.exit);
  }
};

Json to_json(const RunRecord& record);
// The result alone, as the command prints it.
Json result_json(const Finding& finding);

// The record in `json`, which may come from anyone; `name` is its file's. Throws an Error of kind
// input unless this program can show it.
RunRecord read_record(const Json& json, const std::string& name);

}  // namespace perceptron::core
