// Splits text into chunks of whole lines, which threads parse ahead, and returns them in the order
// of the file.
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
#include "data/read/parsed_rows.h"

namespace perceptron::core {

struct TextChunk {
  TextBlock text;
  ParsedRows rows;
  bool parsed = false;         // false: left to the plain parser
  std::uint64_t position = 0;  // position of its end in the source
};

class ChunkParser {
 public:
  using Parse = std::function<bool(std::string_view text, ParsedRows& rows)>;

  ChunkParser(Lines& lines, Parse parse, std::uint64_t threads, std::size_t bytes);
  ChunkParser(const ChunkParser&) = delete;
  ChunkParser& operator=(const ChunkParser&) = delete;
  ~ChunkParser();

  // The next chunk, valid until the next call; null at the end. Parses chunks itself until the
  // next one is ready.
  const TextChunk* next();
  // Puts the last chunk, and all those after it that were taken, back into the lines.
  void give_back();

 private:
  struct Slot {
    TextChunk chunk;
    bool done = false;
    std::exception_ptr failure;
  };

  Slot& slot(std::uint64_t chunk) { return slots_[chunk % slots_.size()]; }
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
  std::uint64_t first_ = 0;  // index of the chunk that next() has returned, or will return
  std::uint64_t taken_ = 0;  // number of chunks taken from the lines
  bool held_ = false;        // next() has returned chunk first_
  bool taking_ = false;      // a thread is taking a chunk from the lines
  bool at_end_ = false;
  bool stopping_ = false;
  std::vector<std::jthread> workers_;  // last, so that they end first
};

}  // namespace perceptron::core
