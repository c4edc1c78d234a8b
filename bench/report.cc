#include "report.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <fstream>

#include "base/output.h"
#include "base/threads.h"
#include "cli/text_table.h"

namespace perceptron::core {
namespace {

struct Report {
  std::string name;
  Json tables = Json::array();
};

Report& report() {
  static Report all;
  return all;
}

// Three digits, and no more of them than a busy machine gives.
std::string digits(double value) {
  const double size = std::abs(value);
  return fmt::format("{}{:.{}f}", value < 0 ? "−" : "", size,
                     size < 9.995   ? 2
                     : size < 99.95 ? 1
                                    : 0);
}

Json machine() {
  std::string model = "unknown";
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    model = line.substr(std::min(line.size(), line.find(':') + 2));
    break;
  }
  return {{"cpu", model}, {"threads", available_threads()}};
}

Json as_json(const Spread& spread) {
  return {{"value", spread.middle},
          {"low", spread.low},
          {"high", spread.high},
          {"turns", spread.turns}};
}

Json as_json(double value, const char* unit) { return {{"value", value}, {"unit", unit}}; }

}  // namespace

Cell none() { return {"–", nullptr}; }

Cell count(std::uint64_t number) { return {std::to_string(number), number}; }

Cell figure(double value, const std::string& text) { return {text, value}; }

Cell duration(double seconds) {
  return {seconds < 1 ? digits(1e3 * seconds) + " ms" : digits(seconds) + " s",
          as_json(seconds, "s")};
}

Cell rate(double bytes_per_second) {
  const std::string text = bytes_per_second < 1e9 ? digits(bytes_per_second / 1e6) + " MB/s"
                                                  : digits(bytes_per_second / 1e9) + " GB/s";
  return {text, as_json(bytes_per_second, "B/s")};
}

Cell memory(double bytes) { return {digits(bytes / 1e6) + " MB", as_json(bytes, "B")}; }

Cell percent(double share) { return {fmt::format("{:.2f} %", 100 * share), share}; }

Cell percent(const Spread& share) {
  return {fmt::format("{:.0f} % ({:.0f}–{:.0f})", 100 * share.middle, 100 * share.low,
                      100 * share.high),
          as_json(share)};
}

Cell ratio(const Spread& spread) {
  if (spread.turns == 0) return none();
  return {fmt::format("{} ({}–{})", digits(spread.middle), digits(spread.low), digits(spread.high)),
          as_json(spread)};
}

ResultTable::ResultTable(std::string alignment, std::vector<std::string> columns)
    : alignment_(std::move(alignment)), columns_(std::move(columns)) {}

void ResultTable::add(std::vector<Cell> cells) { rows_.push_back(std::move(cells)); }

void ResultTable::print() const {
  TextTable text(alignment_);
  text.add(columns_);
  Json rows = Json::array();
  for (const auto& row : rows_) {
    std::vector<std::string> words;
    Json cells = Json::array();
    for (const Cell& cell : row) {
      words.push_back(cell.text);
      cells.push_back(cell.json);
    }
    text.add(std::move(words));
    rows.push_back(std::move(cells));
  }
  fmt::print("{}\n", text.text(""));
  std::fflush(stdout);
  report().tables.push_back({{"table", report().name},
                             {"title", columns_.front()},
                             {"columns", columns_},
                             {"rows", std::move(rows)}});
}

void report_as(const std::string& name) { report().name = name; }

void write_report(const std::string& path) {
  Output output(path);
  output.write(Json{{"machine", machine()}, {"tables", report().tables}}.dump(1) + "\n");
  output.finish();
}

}  // namespace perceptron::core
