// Named features and weights of rows, read and read through a cache.

#include <gtest/gtest.h>

#include <string>

#include "converted.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

const std::string kNamed = "1 0.5 |n b a:2\n-1 't|m z |n c\n1 |n a a\n";

TEST(NamedCache, HasTheSameRowsAndNames) {
  const Converted named(kNamed);
  expect_same(named.plain(), named.loaded());
  expect_same(named.plain(), named.in_blocks());
  EXPECT_EQ(named.loaded().schema.dictionary->names(), (Names{"m^z", "n^a", "n^b", "n^c"}));
  const Converted words("__label__a x y x\n__label__b z\n");
  expect_same(words.plain(), words.loaded());
}

TEST(NamedCache, IsMadeWithTheWeightsOfAFile) {
  const Folder folder;
  ReadSettings options;
  options.row_weights = folder.file("weights.txt", "0.25\n4\n");
  const Converted numbered("a 1:1\nb 2:1\n", options);
  expect_same(numbered.plain(), numbered.loaded());
  const Converted labelled("+1:0.25 1:1\n-1:4 2:1\n");
  expect_same(labelled.plain(), labelled.loaded());
  EXPECT_EQ(labelled.loaded().weights, (std::vector<double>{0.25, 4}));
}

// A cache beside a file is of the weights as they were.
TEST(NamedCache, IsMadeAgainWhereTheWeightsHaveChanged) {
  const Folder folder;
  const std::string data = folder.file("data.svm", "a 1:1\nb 2:1\n");
  Reading reading;
  reading.options.cache = true;
  reading.options.row_weights = folder.file("weights.txt", "1\n2\n");
  read_dataset(data, reading);
  EXPECT_EQ(read_dataset(data, reading).weights, (std::vector<double>{1, 2}));
  folder.file("weights.txt", "1\n3.5\n");
  EXPECT_EQ(read_dataset(data, reading).weights, (std::vector<double>{1, 3.5}));
}

}  // namespace
}  // namespace perceptron::core::test
