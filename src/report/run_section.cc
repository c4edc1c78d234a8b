#include "report/run_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "report/values.h"

namespace perceptron::core {
namespace {

// Without its folders.
std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

const DataRecord* data_of(const Finding& finding) {
  return std::visit(
      [](const auto& each) -> const DataRecord* {
        if constexpr (requires { each.data; }) {
          return &each.data;
        } else {
          return nullptr;
        }
      },
      finding);
}

}  // namespace

std::string title(const RunRecord& run) {
  if (run.title) return *run.title;
  if (const DataRecord* data = data_of(run.finding))
    return run.command + " · " + file_name(data->name);
  const auto given = std::find_if(run.options.begin(), run.options.end(), [](const auto& option) {
    return option.first == kDataArgument || option.first == kFileArgument;
  });
  if (given == run.options.end() || given->second.texts.size() != 1) return run.command;
  return run.command + " · " + file_name(given->second.texts[0]);
}

void RunSection::draw(const std::string& name, Json spec, const std::string& alt,
                      const std::string& caption) {
  page_.plot({fmt::format("{} {}", title(run_), name), std::move(spec), alt, caption});
}

std::string settings_text(const SettingsRecord& settings) {
  std::string text;
  for (const auto& [name, value] : settings) {
    if (std::holds_alternative<std::monostate>(value)) continue;
    const auto* word = std::get_if<std::string>(&value);
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name,
                        word != nullptr ? *word : brief(number(value)));
  }
  return text;
}

std::string cell_text(std::uint64_t count) { return with_commas(count); }

std::string cell_text(double number) {
  return std::isfinite(number) ? brief(number, Round::nearest, 5) : "–";
}

std::string percent(double share) {
  return std::isfinite(share) ? fmt::format("{:.2f} %", 100 * share) : "–";
}

void Facts::add(const std::string& name, std::uint64_t count) { add(name, cell_text(count)); }

void Facts::add(const std::string& name, double number) { add(name, cell_text(number)); }

void Facts::add_data(const DataRecord& data) {
  add("rows", data.rows);
  add("features", data.features);
  add("classes", std::uint64_t{data.classes.size()});
}

void Facts::add_optimum(const OptimumRecord& optimum) {
  add("radius R", optimum.radius);
  if (optimum.separable == true) add("support vectors", optimum.support);
}

void Facts::add_seconds(const std::string& name, double seconds) {
  if (std::isfinite(seconds)) add(name, fmt::format("{:.2f} s", seconds));
}

void show_certificate(const CertificateRecord& certificate, RunSection& section) {
  if (certificate.document.is_null()) return;
  section.topic("Certificate");
  section.page().text(fmt::format(
      "What is claimed is proved by a certificate of kind “{}”, which the record of the run "
      "contains. Anyone who has the data can check it in exact arithmetic with perceptron verify, "
      "without trusting the program that made it.",
      certificate.kind));
  Facts facts;
  facts.add("rows used", certificate.points);
  section.page().facts(facts.list());
  if (certificate.data_hash)
    section.page().note("It is about the data with the hash " + *certificate.data_hash + ".");
}

}  // namespace perceptron::core
