#include "cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace perceptron {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

// On a terminal one line is redrawn; elsewhere lines come ever further apart.
constexpr auto kRedraw = milliseconds(100);
constexpr auto kFirstLine = seconds(10);
constexpr auto kLongestPause = seconds(3600);

}  // namespace

Terminal::Terminal()
    : tty_(isatty(STDERR_FILENO) == 1),
      colour_(tty_ && std::getenv("NO_COLOR") == nullptr),
      next_(steady_clock::now() + (tty_ ? steady_clock::duration(milliseconds(500)) : kFirstLine)),
      pause_(tty_ ? steady_clock::duration(kRedraw) : kFirstLine) {}

void Terminal::note(const std::string& sentence) {
  if (quiet) return;
  clear_line();
  fmt::print(stderr, "perceptron: note: {}\n", sentence);
}

void Terminal::progress(std::string_view stage, std::uint64_t done, std::uint64_t total,
                        const std::function<std::string()>& detail) {
  if (quiet) return;
  const auto now = steady_clock::now();
  if (stage_ != stage) {
    stage_ = stage;
    began_ = now;
  }
  if (now < next_ && !verbose) return;
  if (!tty_ && pause_ < kLongestPause) pause_ *= 2;
  next_ = now + pause_;
  std::string line(stage);
  if (detail) line += ": " + detail();
  if (total > 0) {
    const double share = static_cast<double>(done) / static_cast<double>(total);
    line += fmt::format(", {:.0f} %", 100 * share);
    const std::chrono::duration<double> passed = now - began_;
    constexpr double kTelling = 0.02;  // of the way, before its speed says much
    if (share > kTelling && share < 1)
      line += fmt::format(", about {:.0f} s left", std::ceil(passed.count() * (1 / share - 1)));
  } else if (done > 0) {
    line += ", " + with_commas(done);
  }
  clear_line();
  line_open_ = tty_ && !verbose;
  fmt::print(stderr, "perceptron: {}{}", line, line_open_ ? "" : "\n");
  std::fflush(stderr);
}

void Terminal::say(std::string_view text) {
  if (quiet) return;
  clear_line();
  fmt::print(stderr, "{}\n", text);
}

void Terminal::error(std::string_view sentence) {
  clear_line();
  fmt::print(stderr, "perceptron: {}error:{} {}\n", colour_ ? "\x1b[31m" : "",
             colour_ ? "\x1b[0m" : "", sentence);
}

std::string Terminal::bold(std::string_view text) const {
  return colour_ ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
}

void Terminal::clear_line() {
  if (line_open_) fmt::print(stderr, "\r\x1b[K");
  line_open_ = false;
}

double Stopwatch::lap() {
  const auto now = steady_clock::now();
  const std::chrono::duration<double> passed = now - start_;
  start_ = now;
  return passed.count();
}

}  // namespace perceptron
