#include "data/read/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/interrupt.h"
#include "base/limits.h"
#include "base/text.h"
#include "data/read/decimal.h"
#include "data/read/foreign_files.h"

namespace perceptron::core {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18U;
// Short files do not need all of it.
constexpr std::size_t kFirstBytes = std::size_t{1} << 12U;

}  // namespace

Lines::Lines(std::string name, std::unique_ptr<Source> source, std::uint64_t longest)
    : name_(std::move(name)), source_(std::move(source)), longest_(longest), buffer_(kFirstBytes) {
  while (!at_end_ && filled_ < kBufferBytes) refill();
  const std::string_view start(buffer_.data(), filled_);
  refuse_foreign_file(start, name_);
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (!start.starts_with(kMark)) return;
  mark_ = kMark;
  begin_ = kMark.size();
}

void Lines::refill() {
  check_interrupt();
  std::memmove(buffer_.data(), buffer_.data() + begin_, filled_ - begin_);
  filled_ -= begin_;
  begin_ = 0;
  if (filled_ == buffer_.size()) buffer_.resize(std::max(buffer_.size() * 2, kBufferBytes));
  const std::size_t room = buffer_.size() - filled_;
  const std::size_t got = source_->read({buffer_.data() + filled_, room});
  filled_ += got;
  supplied_ += got;
  at_end_ = got < room;
}

std::uint64_t Lines::position() const {
  if (supplied_ == 0) return 0;
  const auto buffered = static_cast<double>(filled_ - begin_);
  const double returned = 1 - buffered / static_cast<double>(supplied_);
  return static_cast<std::uint64_t>(returned * static_cast<double>(source_->position()));
}

void Lines::require_short_lines(std::string_view text) const {
  while (text.size() > longest_) {
    const std::size_t end = text.substr(0, longest_ + 1).find('\n');
    if (end == std::string_view::npos)
      throw Error(Place{name_},
                  fmt::format("expected lines of at most {} bytes, found a longer one "
                              "(is it text? {} allows longer lines)",
                              with_commas(longest_), setting(kLongestLineLimit)));
    text.remove_prefix(end + 1);
  }
}

bool Lines::next(std::string_view& line) {
  std::size_t searched = begin_;
  const char* newline = nullptr;
  for (;;) {
    newline =
        static_cast<const char*>(std::memchr(buffer_.data() + searched, '\n', filled_ - searched));
    if (newline != nullptr || at_end_) break;
    require_short_lines({buffer_.data() + begin_, filled_ - begin_});
    searched = filled_ - begin_;  // where the new bytes will start
    refill();
  }
  if (newline == nullptr && begin_ == filled_) return false;
  unfinished_ = newline == nullptr;
  const char* begin = buffer_.data() + begin_;
  const char* end = unfinished_ ? buffer_.data() + filled_ : newline;
  begin_ = static_cast<std::size_t>(end - buffer_.data()) + (unfinished_ ? 0 : 1);
  if (copy_ != nullptr) copy_->append(begin, static_cast<const char*>(buffer_.data()) + begin_);
  if (end > begin && end[-1] == '\r') --end;
  line = {begin, static_cast<std::size_t>(end - begin)};
  require_short_lines(line);
  ++number_;
  if (const auto nul = line.find('\0'); nul != std::string_view::npos) {
    throw Error(place(nul + 1), "expected text, found a zero byte (is this a binary file?)");
  }
  return true;
}

bool Lines::take(std::size_t bytes, TextBlock& into) {
  check_interrupt();
  std::vector<char>& room = into.bytes_;
  std::size_t size = 0;
  for (const char* newline = nullptr; newline == nullptr; bytes *= 2) {
    if (room.size() < bytes + kPadding) room.resize(bytes + kPadding);
    const std::size_t searched = size;
    const std::size_t kept = std::min(bytes - size, filled_ - begin_);
    std::memcpy(room.data() + size, buffer_.data() + begin_, kept);
    begin_ += kept;
    size += kept;
    if (size < bytes && !at_end_) {
      const std::size_t got = source_->read({room.data() + size, bytes - size});
      at_end_ = got < bytes - size;
      supplied_ += got;
      size += got;
    }
    if (at_end_ && begin_ == filled_) break;
    newline = static_cast<const char*>(memrchr(room.data() + searched, '\n', size - searched));
    require_short_lines({room.data(), size});
    if (newline == nullptr) continue;
    // What follows the last line end belongs to the next call.
    const std::size_t rest = size - static_cast<std::size_t>(newline + 1 - room.data());
    size -= rest;
    if (begin_ < filled_) {
      begin_ -= rest;
      continue;
    }
    if (buffer_.size() < rest) buffer_.resize(rest);
    std::memcpy(buffer_.data(), newline + 1, rest);
    begin_ = 0;
    filled_ = rest;
  }
  into.size_ = size;
  std::memset(room.data() + size, 0, kPadding);
  room[size] = '\n';
  return size > 0;
}

void Lines::put_back(std::string_view text) {
  std::vector<char> all(text.begin(), text.end());
  all.insert(all.end(), buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
             buffer_.begin() + static_cast<std::ptrdiff_t>(filled_));
  begin_ = 0;
  filled_ = all.size();
  if (!at_end_ && all.size() < kBufferBytes) all.resize(kBufferBytes);
  buffer_ = std::move(all);
}

void require_text(std::string_view text, const Place& place) {
  const std::size_t at = first_not_text(text);
  if (at == text.size()) return;
  Place exact = place;
  if (exact.column > 0) exact.column += at;
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) {
    throw Error(
        exact,
        fmt::format("expected text, found the control character 0x{:02x} (remove it)", byte));
  }
  if (const std::size_t length = utf8_length(text, at); length > 0) {
    throw Error(exact, fmt::format("expected text, found the control character {} (remove it)",
                                   printable(text.substr(at, length))));
  }
  // Windows has letters where Latin-1 has control characters.
  const char* likely = byte < 0xa0 ? "WINDOWS-1252" : "LATIN1";
  throw Error(
      exact,
      fmt::format("expected text in UTF-8, found the byte 0x{:02x} (in another encoding, "
                  "probably {}? Convert the file: {})",
                  byte, likely,
                  command_for(fmt::format("iconv -f {} -t UTF-8 {{file}} > {{utf8}}", likely),
                              place.file)));
}

std::string_view trim(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace perceptron::core
