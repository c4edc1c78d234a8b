#include "report/story.h"

#include <fmt/format.h>

#include "base/text.h"
#include "report/chapter.h"
#include "report/page.h"

namespace perceptron::core {
namespace {

std::optional<std::uint64_t> seed_of(const Finding& finding) {
  if (const auto* train = std::get_if<TrainRecord>(&finding)) return train->result.seed;
  return std::nullopt;
}

void tell_repeat(Chapter& chapter) {
  const RunRecord& run = chapter.run();
  chapter.topic("How to reproduce it");
  std::string text;
  for (const std::string& line : run.prepare) text += line + "\n";
  chapter.page().code(text + run.repeat);
  const auto seed = seed_of(run.finding);
  chapter.page().note(fmt::format(
      "{}.{}", run.program,
      seed ? fmt::format(" Seed {}; the same seed gives the same result on any number of threads.",
                         *seed)
           : ""));
}

void tell_run(const RunRecord& run, Page& page, bool alone) {
  Chapter chapter(run, page, alone);
  if (!alone) page.section(title(run));
  if (run.introduction) page.text(*run.introduction);
  if (!alone) page.lead(verdict(run));
  if (alone) chapter.topic("Summary");
  std::visit([&](const auto& finding) { tell(finding, chapter); }, run.finding);
  tell_repeat(chapter);
}

}  // namespace

std::string report_html(const std::vector<RunRecord>& records, const Heading& heading) {
  const bool alone = records.size() == 1;
  const std::string own = alone ? title(records[0]) : plural(records.size(), "run");
  Page page(heading.title.empty() ? own : heading.title, !heading.lead.empty() ? heading.lead
                                                         : alone               ? verdict(records[0])
                                                                               : "");
  for (const RunRecord& record : records) tell_run(record, page, alone);
  return page.html();
}

}  // namespace perceptron::core
