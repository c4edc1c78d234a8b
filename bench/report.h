// The tables as they are measured: printed for people, and all together in a file
// of JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "clock.h"

namespace perceptron::core {

// One place of a table: its text, and the same as JSON.
struct Cell {
  std::string text;
  Json json;

  Cell(std::string words) : text(std::move(words)), json(text) {}  // NOLINT
  Cell(const char* words) : Cell(std::string(words)) {}            // NOLINT
  Cell(std::string shown, Json kept) : text(std::move(shown)), json(std::move(kept)) {}
};

Cell none();  // what could not be measured
Cell count(std::uint64_t number);
Cell figure(double value, const std::string& text);
Cell duration(double seconds);
Cell rate(double bytes_per_second);
Cell memory(double bytes);
Cell percent(double share);
Cell percent(const Spread& share);
Cell ratio(const Spread& spread);  // with its quartiles

class ResultTable {
 public:
  // "<" or ">" a column: to the left or to the right. The first column's name is
  // the title.
  ResultTable(std::string alignment, std::vector<std::string> columns);

  void add(std::vector<Cell> cells);
  // Prints the table, and puts it into the report.
  void print() const;

 private:
  std::string alignment_;
  std::vector<std::string> columns_;
  std::vector<std::vector<Cell>> rows_;
};

// The name under which the tables that follow are reported.
void report_as(const std::string& name);
// Writes what was reported so far; the file appears whole or not at all.
void write_report(const std::string& path);

}  // namespace perceptron::core
