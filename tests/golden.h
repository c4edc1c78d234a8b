// The cases of golden/hashes.txt: commands and what came of them.
#pragma once

#include <hwy/targets.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/hash.h"
#include "support.h"

namespace perceptron::core::test {

// ---- What a result may depend on beside the program ----

// A hash of what exp, log and their like return: the C library has variants for several
// processors, which differ in last bits.
inline std::string libm_probe() {
  Hash hash;
  for (int k = 1; k <= 2000; ++k) {
    const double x = 0.0137 * k;
    for (const double value :
         {std::exp(-x), std::exp(x / 3), std::log(x), std::log1p(x), std::log1p(-1 / (1 + x)),
          std::expm1(-x), std::erf(x / 9), std::erfc(x / 9), std::pow(x, 1.7)})
      hash.add(std::bit_cast<std::uint64_t>(value));
  }
  return hash.hex();
}

// The instruction set in use.
inline std::string simd_probe() {
  for (const std::int64_t target : {HWY_AVX3, HWY_AVX2}) {
    if ((hwy::SupportedTargets() & target) != 0) return hwy::TargetName(target);
  }
  return "other";
}

// ---- The file of cases ----

struct GoldenCase {
  std::size_t line = 0;
  std::string commands;         // separated by " ; "
  std::set<std::string> needs;  // "libm", "simd": compared only where these are as recorded
  std::string result;           // as recorded; empty for a case that is new
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

  // What follows a word at the beginning of a line: "version", "libm", "simd".
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
    std::string& line = lines_[one.line];
    line = one.commands + kArrow;
    for (const std::string& need : one.needs) line += need + " ";
    line += result;
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
    for (const std::string need : {"libm ", "simd "}) {
      if (!one.result.starts_with(need)) continue;
      one.needs.insert(need.substr(0, need.size() - 1));
      one.result.erase(0, need.size());
    }
    return one;
  }

  std::vector<std::string> lines_;
};

}  // namespace perceptron::core::test
