// The cases of golden/hashes.txt: commands and what came of them.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "support.h"

namespace perceptron::core::test {

struct GoldenCase {
  std::size_t line = 0;
  std::string commands;  // separated by " ; "
  std::string result;    // as recorded; empty for a case that is new
};

class GoldenFile {
 public:
  explicit GoldenFile(const std::string& path) {
    std::istringstream text(read_text(path));
    for (std::string line; std::getline(text, line);) lines_.push_back(line);
  }

  std::vector<GoldenCase> section(const std::string& name) const {
    std::vector<GoldenCase> cases;
    bool inside = false;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (lines_[i].starts_with('[')) {
        inside = lines_[i] == "[" + name + "]";
      } else if (inside && !lines_[i].empty() && !lines_[i].starts_with('#')) {
        cases.push_back(parse(i));
      }
    }
    return cases;
  }

  // What follows a word at the beginning of a line: "version".
  std::string value(const std::string& name) const {
    for (const std::string& line : lines_) {
      if (line.starts_with(name + " ")) return line.substr(name.size() + 1);
    }
    return "";
  }
  void set_value(const std::string& name, const std::string& value) {
    for (std::string& line : lines_) {
      if (line.starts_with(name + " ")) line = name + " " + value;
    }
  }
  void set_result(const GoldenCase& one, const std::string& result) {
    lines_[one.line] = one.commands + kArrow + result;
  }

  void save(const std::string& path) const {
    std::string text;
    for (const std::string& line : lines_) text += line + '\n';
    write_text(path, text);
  }

 private:
  static constexpr const char* kArrow = " => ";

  GoldenCase parse(std::size_t number) const {
    const std::string& line = lines_[number];
    const auto arrow = line.find(kArrow);
    GoldenCase one;
    one.line = number;
    one.commands = line.substr(0, arrow);
    if (arrow != std::string::npos) one.result = line.substr(arrow + std::string(kArrow).size());
    return one;
  }

  std::vector<std::string> lines_;
};

}  // namespace perceptron::core::test
