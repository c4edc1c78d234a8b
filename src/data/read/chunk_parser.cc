#include "data/read/chunk_parser.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/threads.h"

namespace perceptron::core {

ChunkParser::ChunkParser(Lines& lines, Parse parse, std::uint64_t threads, std::size_t bytes)
    : lines_(lines),
      parse_(std::move(parse)),
      threads_(std::max<std::uint64_t>(threads, 1)),
      bytes_(bytes),
      slots_(threads_ > 1 ? 2 * threads_ + 1 : 1) {}

ChunkParser::~ChunkParser() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
}

bool ChunkParser::may_take() const {
  return !taking_ && !at_end_ && taken_ - first_ < slots_.size();
}

// Takes a chunk, one thread at a time, and parses it in parallel with the others.
void ChunkParser::take_one(std::unique_lock<std::mutex>& lock) {
  taking_ = true;
  Slot& mine = slot(taken_);
  mine.done = false;
  mine.failure = nullptr;
  lock.unlock();
  bool more = true;
  try {
    more = lines_.take(bytes_, mine.chunk.text);
    mine.chunk.position = lines_.position();
  } catch (...) {
    mine.failure = std::current_exception();
  }
  lock.lock();
  taking_ = false;
  at_end_ = !more || mine.failure;
  if (more) ++taken_;
  changed_.notify_all();
  if (!more) return;
  if (!mine.failure) {
    lock.unlock();
    try {
      mine.chunk.parsed = parse_(mine.chunk.text.view(), mine.chunk.rows);
    } catch (...) {
      mine.failure = std::current_exception();
    }
    lock.lock();
  }
  mine.done = true;
  changed_.notify_all();
}

void ChunkParser::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || may_take(); });
    if (stopping_) return;
    take_one(lock);
  }
}

const TextChunk* ChunkParser::next() {
  std::unique_lock lock(mutex_);
  if (std::exchange(held_, false)) {
    ++first_;
    changed_.notify_all();
    // A file of one chunk is not worth a thread.
    if (workers_.empty() && !at_end_ && threads_ > 1)
      workers_ = start_threads(threads_ - 1, [this] { work(); });
  }
  for (;;) {
    if (first_ < taken_ && slot(first_).done) break;
    if (may_take()) {
      take_one(lock);
    } else if (first_ == taken_ && at_end_) {
      return nullptr;
    } else {
      changed_.wait(lock);
    }
  }
  Slot& ready = slot(first_);
  if (ready.failure) std::rethrow_exception(ready.failure);
  held_ = true;
  return &ready.chunk;
}

void ChunkParser::give_back() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  workers_.clear();  // each finishes its chunk
  stopping_ = false;
  std::string text;
  for (std::uint64_t k = first_; k < taken_ && !slot(k).failure; ++k)
    text += slot(k).chunk.text.view();
  lines_.put_back(text);
  first_ = taken_ = 0;
  held_ = at_end_ = false;
}

}  // namespace perceptron::core
