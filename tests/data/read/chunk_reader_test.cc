// Threads that read ahead, and a reader that ends before they have read everything.

#include "data/read/chunk_reader.h"

#include <atomic>
#include <chrono>
#include <thread>

#include "support.h"

namespace perceptron::core::test {
namespace {

struct ReadState {
  std::atomic<int> reading = 0;
  std::atomic<bool> read_ahead = false;  // by another thread than the one that asks
  std::atomic<bool> destroyed_while_read = false;
};

// Endless rows. Threads that read ahead take their time.
class EndlessSource : public Source {
 public:
  EndlessSource(ReadState& state, std::string_view row) : state_(state), row_(row) {}
  EndlessSource(const EndlessSource&) = delete;
  EndlessSource& operator=(const EndlessSource&) = delete;
  ~EndlessSource() override {
    if (state_.reading > 0) state_.destroyed_while_read = true;
  }

  std::size_t read(std::span<char> into) override {
    ReadState& state = state_;  // which outlives this source
    ++state.reading;
    if (std::this_thread::get_id() != first_) {
      state.read_ahead = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    for (char& each : into) each = row_[at_++ % row_.size()];
    --state.reading;
    return into.size();
  }
  std::uint64_t position() const override { return 0; }
  std::uint64_t total() const override { return 0; }

 private:
  ReadState& state_;
  std::string row_;
  std::size_t at_ = 0;
  std::thread::id first_ = std::this_thread::get_id();
};

TEST(ChunkReader, EndsWhileItsThreadsAreReading) {
  for (const std::string row : {"1 1:2 3:4\n", "1,2,a\n"}) {
    ReadState state;
    Reading reading;
    reading.threads = 3;
    reading.chunk_bytes = std::size_t{1} << 16U;
    reading.options.format = row.find(':') != std::string::npos ? Format::libsvm : Format::csv;
    auto reader = open_reader("endless", std::make_unique<EndlessSource>(state, row), reading);
    Dataset data = reader->start();
    while (!state.read_ahead) ASSERT_TRUE(reader->next_rows(data));
    ASSERT_TRUE(reader->next_rows(data));
    reader.reset();
    EXPECT_FALSE(state.destroyed_while_read) << row;
    EXPECT_EQ(state.reading, 0) << row;
  }
}

}  // namespace
}  // namespace perceptron::core::test
