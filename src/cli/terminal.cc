#include "cli/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/memory.h"
#include "base/output.h"
#include "cli/spelling.h"

namespace perceptron::core {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

// On a terminal one line is redrawn; elsewhere lines are printed at growing intervals.
constexpr auto kRedraw = milliseconds(100);
constexpr auto kFirstLine = seconds(10);
constexpr auto kLongestPause = seconds(3600);

// The width of the terminal, in characters.
std::size_t columns() {
  winsize size{};
  constexpr std::size_t kUsual = 80;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

// A progress bar filled up to `share`.
std::string bar(double share) {
  constexpr int kCells = 20;
  std::string text;
  for (int k = 0; k < kCells; ++k) text += k + 0.5 < share * kCells ? "█" : "░";
  return text;
}

// The rate per second, for stages that count bytes or rows.
std::string rate(std::string_view stage, double per_second) {
  for (const std::string_view bytes : {"reading", "scoring", "converting", "looking"}) {
    if (stage == bytes) return format_bytes(static_cast<std::uint64_t>(per_second)) + "/s";
  }
  for (const std::string_view rows : {"generating", "measuring"}) {
    if (stage == rows) return with_commas(static_cast<std::uint64_t>(per_second)) + " rows/s";
  }
  return "";
}

// The first characters of a text, as many as fit on a line.
std::string cut(const std::string& text, std::size_t most) {
  std::size_t at = 0;
  for (std::size_t count = 0; at < text.size() && count < most; ++count)
    at += std::max<std::size_t>(utf8_length(text, at), 1);
  return text.substr(0, at);
}

constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kPlain = "\x1b[0m";

// A message with everything escaped that could disturb a terminal, since it may contain names of
// files; line ends and our own bold type stay.
std::string shown(std::string_view message) {
  std::string text;
  std::size_t from = 0;
  for (std::size_t at = 0; at <= message.size();) {
    const std::string_view rest = message.substr(at);
    std::size_t kept = 0;
    for (const std::string_view own : {std::string_view("\n"), kBold, kPlain}) {
      if (rest.starts_with(own)) kept = own.size();
    }
    if (kept > 0 || rest.empty()) {
      text += printable(message.substr(from, at - from));
      text += rest.substr(0, kept);
      from = at + kept;
    }
    at += std::max<std::size_t>(kept, 1);
  }
  return text;
}

}  // namespace

Terminal::Terminal()
    : tty_(isatty(STDERR_FILENO) == 1),
      colour_(tty_ && std::getenv("NO_COLOR") == nullptr),
      shows_output_(isatty(STDOUT_FILENO) == 1),
      next_(steady_clock::now() + (tty_ ? steady_clock::duration(milliseconds(500)) : kFirstLine)),
      pause_(tty_ ? steady_clock::duration(kRedraw) : kFirstLine) {}

void Terminal::note(const Message& sentence) {
  notes.push_back(in_options(sentence));
  if (quiet) return;
  clear_line();
  put(fmt::format("perceptron: note: {}\n", shown(in_options(sentence))));
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
  const std::string line = progress_line(stage, done, total, detail ? detail() : "", now - began_);
  clear_line();
  line_open_ = tty_ && !verbose;
  put(line_open_ ? cut(line, columns() - 1) : shown(line) + "\n");
}

std::string Terminal::progress_line(std::string_view stage, std::uint64_t done, std::uint64_t total,
                                    const std::string& detail,
                                    std::chrono::duration<double> passed) const {
  std::string line = fmt::format("perceptron: {}", stage);
  if (total == 0) {
    if (!detail.empty()) line += ": " + detail;
    return line + (done > 0 ? ", " + with_commas(done) : "");
  }
  const double share = static_cast<double>(done) / static_cast<double>(total);
  line += tty_ && !verbose ? fmt::format(" {} {:3.0f} %", bar(share), 100 * share)
                           : fmt::format(", {:.0f} %", 100 * share);
  // The rate is not reliable in the first moments of a stage.
  constexpr double kTelling = 0.02;
  if (share > kTelling && share < 1 && passed.count() > 0) {
    line += fmt::format(", about {:.0f} s left", std::ceil(passed.count() * (1 / share - 1)));
    const std::string speed = rate(stage, static_cast<double>(done) / passed.count());
    if (!speed.empty()) line += ", " + speed;
  }
  return line + (detail.empty() ? "" : ": " + detail);
}

void Terminal::say(std::string_view text) {
  if (quiet) return;
  if (output_taken) return remark(text);
  clear_line();
  unwritten_ += shown(text) + "\n";
  if (shows_output_) finish();
}

void Terminal::finish() {
  if (unwritten_.empty()) return;
  Output output("-");
  output.write(unwritten_);
  output.finish();
  unwritten_.clear();
}

void Terminal::remark(std::string_view text) {
  if (quiet) return;
  clear_line();
  put(shown(text) + "\n");
}

void Terminal::error(std::string_view sentence) {
  clear_line();
  put(fmt::format("perceptron: {}error:{} {}\n", colour_ ? "\x1b[31m" : "",
                  colour_ ? "\x1b[0m" : "", shown(sentence)));
}

void Terminal::put(std::string_view text) const {
  if (std::fwrite(text.data(), 1, text.size(), stderr) < text.size()) std::clearerr(stderr);
  std::fflush(stderr);
}

std::string Terminal::bold(std::string_view text) const {
  return colour_ && shows_output_ ? fmt::format("{}{}{}", kBold, text, kPlain) : std::string(text);
}

void Terminal::clear_line() {
  if (line_open_) put("\r\x1b[K");
  line_open_ = false;
}

}  // namespace perceptron::core
