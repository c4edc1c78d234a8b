// One self-contained HTML page: text, style, plots and the program that draws them. It opens from
// disk and needs no network.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"

namespace perceptron::core {

// A plot as Vega-Lite. The page provides the theme, the width and, if the spec has none, the
// height; web/README.md lists what a spec may use.
struct Plot {
  std::string name;  // of the file it is saved as
  Json spec;
  std::string alt;      // description for screen readers
  std::string caption;  // may be empty
};

// All text is plain and may be anything: names from files are escaped.
class Page {
 public:
  // The lead is the main sentence.
  Page(std::string title, std::string lead);

  void section(std::string_view heading);  // appears in the table of contents
  void heading(std::string_view text);     // within a section
  void text(std::string_view sentence);
  void lead(std::string_view sentence);  // main sentence of a section
  void note(std::string_view sentence);  // a side note
  // Labels and values, as tiles.
  void facts(const std::vector<std::pair<std::string, std::string>>& facts);
  // Columns of numbers are aligned right.
  void table(const std::vector<std::string>& head,
             const std::vector<std::vector<std::string>>& rows, std::string_view caption = "");
  void code(std::string_view text);
  void plot(const Plot& plot);
  // A plot with a parameter "step", from 0 to the number of sentences minus 1; each sentence
  // describes its step.
  void stepper(const Plot& plot, const std::vector<std::string>& sentences);

  std::string html() const;

 private:
  void figure(const Plot& plot, const std::vector<std::string>& sentences);

  std::string title_;
  std::string lead_;
  std::string contents_;
  std::string body_;
  std::size_t sections_ = 0;
  std::size_t plots_ = 0;
};

// `text` escaped for HTML, between tags or in quotes; control characters and invalid bytes as
// \xNN.
std::string html_text(std::string_view text);

}  // namespace perceptron::core
