// Runs whose results are files, about which a page says little.

#include "report/run_section.h"

namespace perceptron::core {
namespace {

// How many rows there were, if that is known, and how long it took.
void show_facts(Facts facts, double seconds, RunSection& section) {
  facts.add_seconds("time", seconds);
  section.page().facts(facts.list());
}

void show_rows(std::uint64_t rows, double seconds, RunSection& section) {
  Facts facts;
  facts.add("rows", rows);
  show_facts(std::move(facts), seconds, section);
}

}  // namespace

void show(const VerificationRecord& /*record*/, RunSection& section) {
  show_facts({}, section.run().seconds, section);
}

void show(const DemoRecord& /*record*/, RunSection& section) {
  show_facts({}, section.run().seconds, section);
}

void show(const DocumentRecord& /*record*/, RunSection& section) {
  show_facts({}, section.run().seconds, section);
}

void show(const PredictionRecord& record, RunSection& section) {
  show_rows(record.result.rows, section.run().seconds, section);
}

void show(const GenerationRecord& record, RunSection& section) {
  show_rows(record.result.rows, section.run().seconds, section);
}

void show(const ConversionRecord& record, RunSection& section) {
  show_rows(record.result.rows, record.result.seconds, section);
}

}  // namespace perceptron::core
