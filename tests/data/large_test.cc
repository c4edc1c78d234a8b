// Counts beyond 32 bits: rows whose values lie behind more than 2³² others, in memory
// that is promised but, but for a few pages, never touched.

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdint>
#include <vector>

#include "data/rows.h"
#include "learn/loop.h"

namespace perceptron::core::test {
namespace {

constexpr std::uint64_t kFar = (std::uint64_t{1} << 32U) + 12345;

// An array of `count` zeros.
template <class T>
class Vast {
 public:
  explicit Vast(std::uint64_t count)
      : bytes_(count * sizeof(T)),
        memory_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  Vast(const Vast&) = delete;
  Vast& operator=(const Vast&) = delete;
  ~Vast() {
    if (is_there()) munmap(memory_, bytes_);
  }

  bool is_there() const { return memory_ != MAP_FAILED; }
  T* data() const { return static_cast<T*>(memory_); }

 private:
  std::uint64_t bytes_;
  void* memory_;
};

// Scores of row 1 of three, of which the first holds all values before the far ones.
template <class Rows>
std::vector<double> scores_of(const Rows& rows) {
  Bank one(4, 1);
  Bank many(4, 3);
  for (std::uint64_t j = 0; j < 4; ++j) {
    *one.row(j) = static_cast<double>(j + 1);
    for (std::uint64_t m = 0; m < 3; ++m) many.row(j)[m] = static_cast<double>(j + m);
  }
  std::vector<double> scores(4);
  score(rows, 1, 2, one, std::span<double>(scores).first(1));
  score(rows, 1, 2, many, std::span<double>(scores).last(3));
  add_row(rows, 1, Offset::none, std::vector<double>{2}, one);
  for (std::uint64_t j = 0; j < 4; ++j) scores.push_back(*one.row(j));
  return scores;
}

template <class Id>
void expect_far_rows_are_read() {
  const Vast<Id> ids(kFar + 8);
  const Vast<float> values(kFar + 8);
  if (!ids.is_there() || !values.is_there()) GTEST_SKIP() << "no room for addresses";
  const std::vector<std::uint64_t> starts = {0, kFar, kFar + 3, kFar + 3};
  const std::vector<std::uint64_t> near = {0, 0, 3, 3};
  const std::vector<Id> some = {0, 2, 3};
  const std::vector<float> numbers = {0.5, -2, 4};
  for (std::uint64_t k = 0; k < 3; ++k) {
    ids.data()[kFar + k] = some[k];
    values.data()[kFar + k] = numbers[k];
  }
  EXPECT_EQ((scores_of(SparseRows<float, Id>{starts.data(), ids.data(), values.data(), 3, 4})),
            (scores_of(SparseRows<float, Id>{near.data(), some.data(), numbers.data(), 3, 4})));
  EXPECT_EQ((scores_of(SparseRows<One, Id>{starts.data(), ids.data(), nullptr, 3, 4})),
            (scores_of(SparseRows<One, Id>{near.data(), some.data(), nullptr, 3, 4})));
}

TEST(Large, RowsBehindFourThousandMillionValuesAreRead) {
  expect_far_rows_are_read<std::uint32_t>();
  expect_far_rows_are_read<std::uint16_t>();
}

TEST(Large, DenseRowsBehindFourThousandMillionValuesAreRead) {
  constexpr std::uint64_t kRow = kFar / 4;
  const Vast<float> values(4 * kRow + 8);
  if (!values.is_there()) GTEST_SKIP() << "no room for addresses";
  for (std::uint64_t j = 0; j < 4; ++j) values.data()[4 * kRow + j] = static_cast<float>(j + 1);
  Bank bank(4, 1);
  for (std::uint64_t j = 0; j < 4; ++j) *bank.row(j) = 1;
  std::vector<double> scores(1);
  score(DenseRows<float>{values.data(), kRow + 1, 4}, kRow, kRow + 1, bank, scores);
  EXPECT_EQ(scores[0], 10);
}

}  // namespace
}  // namespace perceptron::core::test
