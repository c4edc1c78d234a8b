#include "report/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "evaluate/metric.h"
#include "report/run_section.h"

namespace perceptron::core {
namespace {

// Figures by the names of their columns.
using Cells = std::vector<std::pair<std::string, std::string>>;

std::string interval_cell(const IntervalRecord& interval) {
  return percent(interval.lower) + " to " + percent(interval.upper);
}

void add_score(const std::optional<Metric>& metric, const std::optional<double>& score,
               Cells& cells) {
  if (metric && *metric != Metric::accuracy && score)
    cells.emplace_back(traits_of(*metric).title, cell_text(*score));
}

Cells figures_of(const TrainRecord& record) {
  Cells cells = {{"learner", std::string(name_of(record.result.learner))}};
  if (record.result.accuracy)
    cells.emplace_back("training accuracy", percent(*record.result.accuracy));
  cells.emplace_back("converged", record.result.converged ? "yes" : "no");
  return cells;
}

Cells figures_of(const ValidationRecord& record) {
  const ValidationOutcome& result = record.result;
  Cells cells = {{"learner", std::string(name_of(result.learner))},
                 {"held-out accuracy", percent(result.accuracy)},
                 {"std. dev.", percent(result.deviation)},
                 {"95 % interval", interval_cell(result.interval.range)}};
  add_score(result.metric, result.score, cells);
  if (result.training_accuracy)
    cells.emplace_back("training accuracy", percent(*result.training_accuracy));
  return cells;
}

Cells figures_of(const TuningRecord& record) {
  const TuningOutcome& result = record.result;
  Cells cells = {{"best settings", settings_text(result.best)},
                 {"held-out accuracy", percent(result.accuracy)},
                 {"std. dev.", percent(result.deviation)}};
  add_score(result.metric, result.score, cells);
  cells.emplace_back("training accuracy", percent(result.final_model.accuracy));
  return cells;
}

Cells figures_of(const EvaluationRecord& record) {
  const EvaluationOutcome& result = record.result;
  Cells cells = {
      {result.trained_on == true ? "training accuracy" : "accuracy", percent(result.accuracy)}};
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (value) cells.emplace_back(name, cell_text(*value));
  };
  add("balanced accuracy", result.balanced_accuracy);
  add("AUC", result.auc);
  add("average precision", result.average_precision);
  add("cost", result.cost);
  add("log loss", result.log_loss);
  return cells;
}

Cells figures_of(const MarginRecord& record) {
  const std::optional<bool>& separable = record.result.separable;
  Cells cells = {{"separable", !separable ? "not decided" : *separable ? "yes" : "no"}};
  if (separable == true) cells.emplace_back("widest margin", cell_text(record.optimum.lower));
  return cells;
}

template <class Record>
Cells figures_of(const Record& /*record*/) {
  return {};
}

// The options in which runs of one title differ, as written.
std::string differing_options(const RunRecord& record,
                              const std::vector<const RunRecord*>& others) {
  const auto texts_of = [](const RunRecord& run, const std::string& name) {
    const auto at = std::find_if(run.options.begin(), run.options.end(),
                                 [&](const auto& option) { return option.first == name; });
    return at == run.options.end() ? std::vector<std::string>() : at->second.texts;
  };
  std::string text;
  for (const auto& [name, option] : record.options) {
    const bool same = std::all_of(others.begin(), others.end(),
                                  [&, &each = name, &own = option](const auto* other) {
                                    return texts_of(*other, each) == own.texts;
                                  });
    if (same || name == "o" || name == "output") continue;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
    for (const std::string& value : option.texts) {
      if (value != "true") text += " " + value;
    }
  }
  return text;
}

}  // namespace

std::vector<std::string> distinct_titles(const std::vector<RunRecord>& records) {
  std::map<std::string, std::vector<const RunRecord*>> same;
  for (const RunRecord& record : records) same[title(record)].push_back(&record);
  std::vector<std::string> titles;
  std::set<std::string> taken;
  for (const RunRecord& record : records) {
    std::string name = title(record);
    if (same[name].size() > 1) {
      const std::string options = differing_options(record, same[name]);
      if (!options.empty()) name += " · " + options;
    }
    std::string free = name;
    for (std::size_t k = 2; !taken.insert(free).second; ++k) free = fmt::format("{} ({})", name, k);
    titles.push_back(free);
  }
  return titles;
}

void show_comparison(const std::vector<RunRecord>& records, const std::vector<std::string>& titles,
                     Page& page) {
  std::vector<std::string> head = {"run"};
  std::vector<std::pair<std::string, Cells>> rows;
  for (std::size_t k = 0; k < records.size(); ++k) {
    const Cells cells =
        std::visit([](const auto& finding) { return figures_of(finding); }, records[k].finding);
    if (cells.empty()) continue;
    rows.emplace_back(titles[k], cells);
    for (const auto& cell : cells) {
      if (std::find(head.begin(), head.end(), cell.first) == head.end()) head.push_back(cell.first);
    }
  }
  if (rows.size() < 2) return;
  std::vector<std::vector<std::string>> table;
  for (const auto& [name, cells] : rows) {
    std::vector<std::string>& row = table.emplace_back(head.size(), "–");
    row[0] = name;
    for (const auto& [column, text] : cells)
      row[static_cast<std::size_t>(std::find(head.begin(), head.end(), column) - head.begin())] =
          text;
  }
  page.section("Comparison");
  page.table(head, table);
}

}  // namespace perceptron::core
