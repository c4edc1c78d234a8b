// Messages to the user, on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/listener.h"
#include "base/stopwatch.h"
#include "base/text.h"

namespace perceptron::core {

class Terminal : public Listener {
 public:
  Terminal();
  ~Terminal() override { clear_line(); }

  std::string program = "perceptron";  // as the user called it
  bool quiet = false;
  bool verbose = false;

  void note(const Message& sentence) override;
  void progress(std::string_view stage, std::uint64_t done, std::uint64_t total,
                const std::function<std::string()>& detail = {}) override;
  // Lines of a summary, unless --quiet was given.
  void say(std::string_view text);
  void error(std::string_view sentence);
  // Any text. What standard error does not take is lost: a result matters more than messages.
  void put(std::string_view text) const;

  std::string bold(std::string_view text) const;

  // Erases the progress line, before anything else is printed.
  void clear_line();

 private:
  std::string progress_line(std::string_view stage, std::uint64_t done, std::uint64_t total,
                            const std::string& detail, std::chrono::duration<double> passed) const;

  bool tty_;
  bool colour_;
  bool line_open_ = false;
  std::chrono::steady_clock::time_point next_;
  std::chrono::steady_clock::duration pause_;
  std::string stage_;
  std::chrono::steady_clock::time_point began_;  // start of that stage
};

}  // namespace perceptron::core
