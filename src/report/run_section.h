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

class RunSection {
 public:
  RunSection(const RunRecord& run, Page& page, bool alone)
      : run_(run), page_(page), alone_(alone) {}

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

// ---- One section per command ----

void show(const DocumentRecord& record, RunSection& section);
void show(const TrainRecord& record, RunSection& section);
void show(const MarginRecord& record, RunSection& section);
void show(const ValidationRecord& record, RunSection& section);
void show(const TuningRecord& record, RunSection& section);
void show(const EvaluationRecord& record, RunSection& section);
void show(const VerificationRecord& record, RunSection& section);
void show(const PredictionRecord& record, RunSection& section);
void show(const GenerationRecord& record, RunSection& section);
void show(const ConversionRecord& record, RunSection& section);
void show(const InspectionRecord& record, RunSection& section);
void show(const DemoRecord& record, RunSection& section);
void show(const ExplanationRecord& record, RunSection& section);

// ---- Parts of sections ----

// Names and values at the start of a section.
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
void show_picture(const PictureRecord& picture, const std::optional<double>& lift,
                  RunSection& section);
void show_steps(const HistoryRecord& history, RunSection& section);
// `rows` tells which rows were predicted, if that needs saying.
void show_answers(const MetricsRecord& metrics, const std::string& rows, RunSection& section);
void show_model_curves(const ModelCurvesRecord& curves, RunSection& section);
void show_robustness(const RobustnessRecord& robustness, RunSection& section);
// Some planes of `models` in all.
void show_weights(const std::vector<WeightsRecord>& planes, std::size_t models,
                  RunSection& section);
void show_worst(const std::vector<WrongRecord>& worst, const std::string& caption,
                RunSection& section);
void show_certificate(const CertificateRecord& certificate, RunSection& section);

// ---- Values as a page shows them ----

// "l2 = 0.1, epochs = 5"; without those that the learner does not use.
std::string settings_text(const SettingsRecord& settings);

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
