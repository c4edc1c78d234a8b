// What the program tells its user: summaries on standard output, everything else on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

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
  // Standard output takes something else, so summaries go to standard error.
  bool output_taken = false;
  std::vector<std::string> notes = {};  // given so far, for the record

  void note(const Message& sentence) override;
  void progress(std::string_view stage, std::uint64_t done, std::uint64_t total,
                const std::function<std::string()>& detail = {}) override;
  // Lines of a summary, unless --quiet was given. A terminal shows them at once; otherwise finish()
  // writes them, so that a command that fails writes none, and does its work before it may learn
  // that nobody reads them.
  void say(std::string_view text);
  void finish();
  // What is worth knowing besides the result, unless --quiet was given.
  void remark(std::string_view text);
  void error(std::string_view sentence);
  // Any text. What standard error does not take is lost: a result matters more than messages.
  void put(std::string_view text) const;

  // Plain where one of the streams is no terminal.
  std::string bold(std::string_view text) const;

  // Erases the progress line, before anything else is printed.
  void clear_line();

 private:
  std::string progress_line(std::string_view stage, std::uint64_t done, std::uint64_t total,
                            const std::string& detail, std::chrono::duration<double> passed) const;

  bool tty_;
  bool colour_;
  bool shows_output_;  // standard output is a terminal
  bool line_open_ = false;
  std::chrono::steady_clock::time_point next_;
  std::chrono::steady_clock::duration pause_;
  std::string unwritten_;  // lines of the summary
  std::string stage_;
  std::chrono::steady_clock::time_point began_;  // start of that stage
};

}  // namespace perceptron::core
