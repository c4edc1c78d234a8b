// What the program says to people, on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/listener.h"

namespace perceptron {

class Terminal : public Listener {
 public:
  Terminal();
  ~Terminal() override { clear_line(); }

  bool quiet = false;
  bool verbose = false;

  void note(const std::string& sentence) override;
  void progress(const std::string& stage, std::uint64_t done, std::uint64_t total) override;
  // Lines of a summary, unless the user asked for quiet.
  void say(std::string_view text);
  void error(std::string_view sentence);

  std::string bold(std::string_view text) const;

 private:
  void clear_line();

  bool tty_;
  bool colour_;
  bool line_open_ = false;
  std::chrono::steady_clock::time_point next_;
  std::chrono::steady_clock::duration pause_;
};

// Seconds since it was made or last asked.
class Stopwatch {
 public:
  double lap();

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// 1234567 as "1,234,567".
std::string with_commas(std::uint64_t number);
// "1 row", "2 rows".
std::string plural(std::uint64_t count, std::string_view noun);

}  // namespace perceptron
