// Texts that are large in one way or another. With PERCEPTRON_LARGE_TEXTS=1 as large as they come:
// a post of 100 MB, 10⁷ different words; otherwise smaller ones, that go the same ways.

#include <fmt/format.h>
#include <cstdlib>

#include "support.h"

namespace perceptron::core::test {
namespace {

bool large() { return std::getenv("PERCEPTRON_LARGE_TEXTS") != nullptr; }

std::string times(std::uint64_t count, std::string_view text) {
  std::string all;
  all.reserve(count * text.size());
  for (std::uint64_t k = 0; k < count; ++k) all += text;
  return all;
}

ReadSettings counted_runs(std::uint64_t longest) {
  ReadSettings options = with(&ReadSettings::tfidf, false);
  options.ngrams = {1, longest};
  options.column = {{"2", ColumnType::words}};
  options.label = "first";
  options.header = HeaderUse::no;
  return options;
}

// A count beyond 2^24 is no float32.
TEST(HardTexts, OneRepeatedWordIsCountedExactly) {
  const std::uint64_t count = large() ? 34'000'000 : 1'100'000;
  const std::string post = "a\t" + times(count, "ab ") + "\nb\tab cd ab\n";
  for (const std::uint64_t longest : {1U, 2U}) {
    for (const Way& way : kWays) {
      Reading reading;
      reading.options = counted_runs(longest);
      way.of(reading);
      const Folder folder;
      const Dataset data = read_dataset(folder.file("data.txt", post), reading);
      const auto n = static_cast<double>(count);
      EXPECT_EQ(grid(data.matrix),
                (longest == 1 ? Grid{{n, 0}, {2, 1}} : Grid{{n, n - 1, 0, 0, 0}, {2, 0, 1, 1, 1}}));
    }
  }
}

TEST(HardTexts, ALongPostOfManyWordsIsRead) {
  const std::uint64_t bytes = large() ? 100'000'000 : 2'000'000;
  std::string post = "a\t";
  std::uint64_t words = 0;
  for (std::uint64_t x = 1; post.size() < bytes; ++words) {
    x = x * 6364136223846793005U + 1442695040888963407U;
    post += fmt::format("w{} ", (x >> 33U) % 50'000);
  }
  const Dataset data = read_string(post + "\nb\tw1 w2\n", counted_runs(2));
  double total = 0;
  each_value(data.matrix, [&](std::uint64_t /*feature*/, double count) { total += count; });
  EXPECT_EQ(total, static_cast<double>(words + words - 1) + 3);
}

TEST(HardTexts, AVocabularyOfManyWordsIsKept) {
  const std::uint64_t different = large() ? 10'000'000 : 200'000;
  std::string text;
  for (std::uint64_t k = 0; k < different; ++k)
    text += fmt::format("{}x{}{}", k % 100 == 0 ? (k % 200 == 0 ? "a\t" : "b\t") : "", k,
                        k % 100 == 99 ? '\n' : ' ');
  const Dataset data = read_string(text, counted_runs(1));
  EXPECT_EQ(data.features(), different);
  EXPECT_EQ(data.matrix.stored(), different);
  EXPECT_EQ(data.rows(), different / 100);
  EXPECT_EQ(data.schema.columns[0].text->dictionary.names()[0], "x0");
}

}  // namespace
}  // namespace perceptron::core::test
