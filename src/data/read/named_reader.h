// A reader of text in which every row names its features. In training data they are numbered in
// order of appearance, and by the order of their names once all are known.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/read/lines.h"
#include "data/read/reader.h"

namespace perceptron::core {

class NamedReader : public RowReader {
 public:
  NamedReader(const std::string& name, std::unique_ptr<Source> source, const Reading& reading);

  Dataset start() const override;
  void finish(Dataset& into) override;
  bool rows_are_final() const override { return !learning(); }

 protected:
  // Moves to the next line that is not blank; false at the end of the file.
  bool next_line();
  std::string_view line() const { return line_; }
  const Lines& lines() const { return lines_; }
  // The place of `word`, a part of the line.
  Place place_of(std::string_view word) const;

  // Adds to the row's value of the feature `name`; `word` is where the line has it.
  void add_feature(std::string_view name, double value, std::string_view word);
  void end_row(Dataset& into);

  const Source& source() const override { return lines_.source(); }

 private:
  std::uint32_t add_name(std::string_view name, std::string_view word);
  Dictionary sort_names(Matrix& matrix);

  Lines lines_;
  std::string_view line_;
  // Of each name: those of the model, or those found so far, which `names_` keeps.
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::deque<std::string> names_;
  std::vector<std::pair<std::uint32_t, double>> row_;
  std::uint64_t ignored_ = 0;
  std::uint64_t first_ignored_ = 0;
};

}  // namespace perceptron::core
