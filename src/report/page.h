// One HTML page that carries everything it needs: text, style, plots and the
// program that draws them. It opens from disk and asks no network for anything.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"

namespace perceptron::core {

// A plot as Vega-Lite. The page has the theme, the width and, where the spec has
// no height, the height; web/README.md says what a spec may use of it.
struct Plot {
  std::string name;  // of the file it is saved as
  Json spec;
  std::string alt;      // what there is to see, for those who do not
  std::string caption;  // may be empty
};

// All text is plain and may be anything: names from files are shown, never obeyed.
class Page {
 public:
  // The lead is the sentence that matters most.
  Page(std::string title, std::string lead);

  void section(std::string_view heading);  // has a line in the contents
  void heading(std::string_view text);     // within a section
  void text(std::string_view sentence);
  void lead(std::string_view sentence);  // of a section: what matters most in it
  void note(std::string_view sentence);  // an aside
  // Labels and values, as tiles.
  void facts(const std::vector<std::pair<std::string, std::string>>& facts);
  // Columns of numbers are aligned right.
  void table(const std::vector<std::string>& head,
             const std::vector<std::vector<std::string>>& rows, std::string_view caption = "");
  void code(std::string_view text);
  void plot(const Plot& plot);
  // A plot with a parameter "step", which counts from 0 to one less than there
  // are sentences; each sentence tells of its step.
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

// `text` as it must stand in HTML, between tags or in quotes; control characters
// and stray bytes as \xNN.
std::string html_text(std::string_view text);

}  // namespace perceptron::core
