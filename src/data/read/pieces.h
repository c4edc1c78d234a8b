// A text in pieces of whole lines, parsed ahead by threads and handed over in the
// order of the file.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "data/read/lines.h"
#include "data/read/parsed.h"

namespace perceptron {

struct Piece {
  Text text;
  Parsed rows;
  bool parsed = false;         // false: the plain reader must have a look
  std::uint64_t position = 0;  // in the source, behind it
};

class Pieces {
 public:
  using Parse = std::function<bool(std::string_view text, Parsed& rows)>;

  Pieces(Lines& lines, Parse parse, std::uint64_t threads, std::size_t bytes);
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;
  ~Pieces();

  // The next piece, valid until the next call; null at the end. Parses some itself
  // while there is nothing else to do.
  const Piece* next();
  // Gives the last piece, and all behind it that were taken, back to the lines.
  void give_back();

 private:
  struct Slot {
    Piece piece;
    bool done = false;
    std::exception_ptr failure;
  };

  Slot& slot(std::uint64_t piece) { return slots_[piece % slots_.size()]; }
  bool may_take() const;
  void take_one(std::unique_lock<std::mutex>& lock);
  void work();

  Lines& lines_;
  Parse parse_;
  std::uint64_t threads_;
  std::size_t bytes_;
  std::deque<Slot> slots_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t first_ = 0;  // the piece that next() handed over, or will
  std::uint64_t taken_ = 0;  // pieces taken from the lines
  bool held_ = false;        // next() has handed over the first
  bool taking_ = false;      // a thread is at the lines
  bool at_end_ = false;
  bool stopping_ = false;
  std::vector<std::jthread> workers_;  // last, so that they end first
};

}  // namespace perceptron
