#include "report/report_page.h"

#include <fmt/format.h>

#include "base/text.h"
#include "report/comparison.h"
#include "report/page.h"
#include "report/run_section.h"

namespace perceptron::core {
namespace {

std::optional<std::uint64_t> seed_of(const Finding& finding) {
  if (const auto* train = std::get_if<TrainRecord>(&finding)) return train->result.seed;
  return std::nullopt;
}

void show_repeat(RunSection& section) {
  const RunRecord& run = section.run();
  section.topic("How to reproduce it");
  std::string text;
  for (const std::string& line : run.prepare) text += line + "\n";
  section.page().code(text + run.repeat);
  const auto seed = seed_of(run.finding);
  section.page().note(fmt::format(
      "{}.{}", run.program,
      seed ? fmt::format(" Seed {}; the same seed gives the same result on any number of threads.",
                         *seed)
           : ""));
}

void show_notes(RunSection& section) {
  const std::vector<std::string>& notes = section.run().notes;
  if (notes.empty()) return;
  section.topic("Notes");
  for (const std::string& note : notes) section.page().note(note);
}

// `name` is the run's title among those of the page.
void show_run(const RunRecord& run, const std::string& name, Page& page, bool alone) {
  RunSection section(run, page, alone);
  if (!alone) page.section(name);
  if (run.introduction) page.text(*run.introduction);
  if (!alone) page.lead(verdict(run));
  if (alone) section.topic("Summary");
  std::visit([&](const auto& finding) { show(finding, section); }, run.finding);
  show_notes(section);
  show_repeat(section);
}

}  // namespace

std::string report_html(const std::vector<RunRecord>& records, const Heading& heading) {
  const bool alone = records.size() == 1;
  const std::string own = alone ? title(records[0]) : plural(records.size(), "run");
  Page page(heading.title.empty() ? own : heading.title, !heading.lead.empty() ? heading.lead
                                                         : alone               ? verdict(records[0])
                                                                               : "");
  const std::vector<std::string> titles = distinct_titles(records);
  if (!alone) show_comparison(records, titles, page);
  for (std::size_t k = 0; k < records.size(); ++k) show_run(records[k], titles[k], page, alone);
  return page.html();
}

}  // namespace perceptron::core
