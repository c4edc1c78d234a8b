#include "cli/metrics_report.h"

#include <fmt/format.h>

#include "cli/text_table.h"

namespace perceptron {
namespace {

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json means_json(const ClassMeans& means) {
  return {{"precision", means.precision}, {"recall", means.recall}, {"f1", means.f1}};
}

std::string share(double value) { return fmt::format("{:.4f}", value); }

std::string facts_text(const Metrics& metrics) {
  TextTable facts("<<");
  facts.add({"rows", with_commas(metrics.rows)});
  facts.add({"accuracy", share(metrics.accuracy)});
  if (metrics.per_class.size() == 2)
    facts.add({"AUC", metrics.auc ? share(*metrics.auc) : "needs rows of both classes"});
  for (const auto& [k, accuracy] : metrics.top)
    facts.add({fmt::format("top {}", k),
               fmt::format("{} of the rows have their class among the {} of highest score",
                           share(accuracy), k)});
  if (metrics.log_loss) {
    facts.add({"log loss", share(*metrics.log_loss)});
    facts.add({"Brier score", share(*metrics.brier)});
    facts.add({"calibration",
               fmt::format("{} expected error: how far probabilities are from shares of right "
                           "answers",
                           share(*metrics.calibration_error))});
  }
  return facts.text("");
}

// With few classes the confusion matrix is part of the table.
std::string classes_table(const Metrics& metrics, const std::vector<std::string>& classes) {
  constexpr std::size_t kMatrix = 12;
  constexpr std::size_t kShown = 100;
  const bool matrix = classes.size() <= kMatrix;
  const bool many = classes.size() > 2;
  const std::size_t shown = classes.size() <= kShown + 1 ? classes.size() : kShown;
  TextTable table("<" + std::string((matrix ? classes.size() : 0) + 4, '>'));
  std::vector<std::string> header = {"class"};
  if (matrix) {
    for (const std::string& name : classes) header.push_back("called " + name);
  }
  header.insert(header.end(), {"precision", "recall", "F1", "rows"});
  table.add(header);
  for (std::size_t c = 0; c < shown; ++c) {
    std::vector<std::string> row = {classes[c]};
    if (matrix) {
      for (const std::uint64_t count : metrics.confusion[c]) row.push_back(with_commas(count));
    }
    const ClassMetrics& each = metrics.per_class[c];
    for (const double value : {each.precision, each.recall, each.f1}) row.push_back(share(value));
    row.push_back(with_commas(each.support));
    table.add(row);
  }
  if (shown < classes.size())
    table.add({fmt::format("… and {} more", with_commas(classes.size() - shown))});
  if (many) {
    for (const auto& [name, means] : {std::make_pair("mean", metrics.macro),
                                      std::make_pair("mean by rows", metrics.weighted)}) {
      std::vector<std::string> row = {name};
      row.insert(row.end(), matrix ? classes.size() : 0, "");
      for (const double value : {means.precision, means.recall, means.f1})
        row.push_back(share(value));
      table.add(row);
    }
  }
  return table.text("");
}

std::string confused_text(const Metrics& metrics, const std::vector<std::string>& classes) {
  if (classes.size() == 2 || metrics.confused.empty()) return "";
  TextTable table("<<>");
  table.add({"most confused", "called", "rows"});
  for (const auto& [truth, predicted, count] : metrics.confused)
    table.add({classes[truth], classes[predicted], with_commas(count)});
  return "\n" + table.text("");
}

}  // namespace

Json metrics_json(const Metrics& metrics, const std::vector<std::string>& classes) {
  Json per_class = Json::object();
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const ClassMetrics& each = metrics.per_class[c];
    per_class[classes[c]] = {{"precision", each.precision},
                             {"recall", each.recall},
                             {"f1", each.f1},
                             {"support", each.support}};
  }
  Json confused = Json::array();
  for (const auto& [truth, predicted, count] : metrics.confused)
    confused.push_back(
        {{"true", classes[truth]}, {"predicted", classes[predicted]}, {"rows", count}});
  Json json = {{"rows", metrics.rows},
               {"accuracy", metrics.accuracy},
               {"classes", classes},
               {"per_class", per_class},
               {"macro", means_json(metrics.macro)},
               {"weighted", means_json(metrics.weighted)},
               {"confused", confused},
               {"auc", or_null(metrics.auc)},
               {"log_loss", or_null(metrics.log_loss)},
               {"brier", or_null(metrics.brier)},
               {"expected_calibration_error", or_null(metrics.calibration_error)}};
  if (!metrics.confusion.empty()) {
    json["confusion"] = metrics.confusion;
  } else {
    // As a matrix it would have a hundred million numbers.
    Json& pairs = json["confusion_pairs"];
    for (const auto& [truth, predicted, count] : metrics.pairs)
      pairs.push_back({truth, predicted, count});
  }
  Json& top = json["top_accuracy"];
  top = Json::object();
  for (const auto& [k, accuracy] : metrics.top) top[std::to_string(k)] = accuracy;
  if (metrics.log_loss) {
    Json& reliability = json["reliability"];
    for (const auto& [rows, confidence, accuracy] : metrics.reliability)
      reliability.push_back({{"rows", rows}, {"confidence", confidence}, {"accuracy", accuracy}});
  }
  return json;
}

std::string metrics_text(const Metrics& metrics, const std::vector<std::string>& classes) {
  return facts_text(metrics) + "\n" + classes_table(metrics, classes) +
         confused_text(metrics, classes);
}

}  // namespace perceptron
