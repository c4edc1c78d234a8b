// One run on a page. On a page of its own its topics are sections; among other runs, the run is a
// section and its topics are headings in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/page.h"
#include "report/run_record.h"

namespace perceptron::core {

class Chapter {
 public:
  Chapter(const RunRecord& run, Page& page, bool alone) : run_(run), page_(page), alone_(alone) {}

  void topic(std::string_view name) { alone_ ? page_.section(name) : page_.heading(name); }
  void draw(const std::string& name, Json spec, const std::string& alt, const std::string& caption);

  const RunRecord& run() const { return run_; }
  Page& page() { return page_; }
  bool alone() const { return alone_; }

 private:
  const RunRecord& run_;
  Page& page_;
  bool alone_;
};

// The title of a run.
std::string title(const RunRecord& run);

// ---- One chapter per command ----

void tell(const DocumentRecord& record, Chapter& chapter);
void tell(const TrainRecord& record, Chapter& chapter);
void tell(const MarginRecord& record, Chapter& chapter);
void tell(const ValidationRecord& record, Chapter& chapter);
void tell(const TuningRecord& record, Chapter& chapter);
void tell(const EvaluationRecord& record, Chapter& chapter);
void tell(const VerificationRecord& record, Chapter& chapter);
void tell(const PredictionRecord& record, Chapter& chapter);
void tell(const GenerationRecord& record, Chapter& chapter);
void tell(const ConversionRecord& record, Chapter& chapter);
void tell(const InspectionRecord& record, Chapter& chapter);
void tell(const DemoRecord& record, Chapter& chapter);

// ---- Parts of chapters ----

// Names and values at the start of a chapter.
class Facts {
 public:
  void add(const std::string& name, const std::string& text) { list_.emplace_back(name, text); }
  void add(const std::string& name, std::uint64_t count);
  void add(const std::string& name, double number);
  template <class T>
  void add(const std::string& name, const std::optional<T>& value) {
    if (value) add(name, *value);
  }
  void add_data(const DataRecord& data);
  void add_optimum(const OptimumRecord& optimum);
  void add_seconds(const std::string& name, double seconds);

  const std::vector<std::pair<std::string, std::string>>& list() const { return list_; }

 private:
  std::vector<std::pair<std::string, std::string>> list_;
};

// `lift`: the constant appended to each row.
void tell_picture(const PictureRecord& picture, const std::optional<double>& lift,
                  Chapter& chapter);
void tell_steps(const HistoryRecord& history, Chapter& chapter);
// `rows` tells which rows were predicted, if that needs saying.
void tell_answers(const MetricsRecord& metrics, const std::string& rows, Chapter& chapter);
// Some planes of `models` in all.
void tell_weights(const std::vector<WeightsRecord>& planes, std::size_t models, Chapter& chapter);
void tell_worst(const std::vector<WrongRecord>& worst, const std::string& caption,
                Chapter& chapter);
void tell_certificate(const CertificateRecord& certificate, Chapter& chapter);

// ---- Values as a page shows them ----

// "–" if there is none.
std::string cell_text(std::uint64_t count);
std::string cell_text(double number);
std::string percent(double share);
template <class T>
std::string cell_text(const std::optional<T>& value) {
  return value ? cell_text(*value) : "–";
}

template <class T>
bool has_items(const std::optional<std::vector<T>>& list) {
  return list && !list->empty();
}

}  // namespace perceptron::core
