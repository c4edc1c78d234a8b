// Runs whose results are files, about which a page says little.

#include "report/chapter.h"

namespace perceptron::core {
namespace {

// How many rows there were, if that is known, and how long it took.
void tell_facts(Facts facts, double seconds, Chapter& chapter) {
  facts.add_seconds("time", seconds);
  chapter.page().facts(facts.list());
}

void tell_rows(std::uint64_t rows, double seconds, Chapter& chapter) {
  Facts facts;
  facts.add("rows", rows);
  tell_facts(std::move(facts), seconds, chapter);
}

}  // namespace

void tell(const VerificationRecord& /*record*/, Chapter& chapter) {
  tell_facts({}, chapter.run().seconds, chapter);
}

void tell(const DemoRecord& /*record*/, Chapter& chapter) {
  tell_facts({}, chapter.run().seconds, chapter);
}

void tell(const DocumentRecord& /*record*/, Chapter& chapter) {
  tell_facts({}, chapter.run().seconds, chapter);
}

void tell(const PredictionRecord& record, Chapter& chapter) {
  tell_rows(record.result.rows, chapter.run().seconds, chapter);
}

void tell(const GenerationRecord& record, Chapter& chapter) {
  tell_rows(record.result.rows, chapter.run().seconds, chapter);
}

void tell(const ConversionRecord& record, Chapter& chapter) {
  tell_rows(record.result.rows, record.result.seconds, chapter);
}

void tell(const InspectionRecord& record, Chapter& chapter) {
  Facts facts;
  std::visit(
      [&](const auto& file) {
        facts.add("rows", file.rows);
        if constexpr (requires { file.learner; }) facts.add("learner", file.learner);
      },
      record.result.file);
  tell_facts(std::move(facts), chapter.run().seconds, chapter);
}

}  // namespace perceptron::core
