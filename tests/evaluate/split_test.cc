// Rows in parts: how they are cut, dealt and kept together.

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "evaluate/split.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

Dataset rows_of(const Labels& labels, const std::vector<std::uint32_t>& groups = {}) {
  Dataset data;
  data.name = "rows";
  data.matrix = Matrix(Matrix::Layout::dense, 1);
  std::uint32_t classes = 0;
  for (const std::uint32_t label : labels) {
    data.matrix.push(0, 1);
    data.matrix.end_row();
    classes = std::max(classes, label + 1);
  }
  for (std::uint32_t c = 0; c < classes; ++c) data.classes.intern("c" + std::to_string(c));
  data.labels = labels;
  data.groups = groups;
  return data;
}

SplitSettings folds(std::uint64_t k, SplitOrder order = SplitOrder::shuffle) {
  SplitSettings settings;
  settings.folds = k;
  settings.order = order;
  return settings;
}

std::vector<std::uint64_t> sizes(const Split& split) {
  std::vector<std::uint64_t> count(split.folds);
  for (const std::uint32_t part : split.fold_of_row) ++count.at(part);
  return count;
}

std::string refusal(const Dataset& data, const SplitSettings& settings) {
  try {
    split_rows(data, settings);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return in_options(error.message());
  }
  return "none";
}

TEST(Split, InFileOrderNeighboursStayTogetherAndTheFirstPartsAreLarger) {
  const Split split = split_rows(rows_of(Labels(11)), folds(4, SplitOrder::file));
  EXPECT_EQ(split.fold_of_row, (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3}));
  EXPECT_EQ(split.test_rows(3), (std::vector<std::uint64_t>{9, 10}));
  EXPECT_EQ(split.training_rows(0).size(), 8U);
}

TEST(Split, LeavingOneOutIsAPartForEachRowOrGroup) {
  SplitSettings settings;
  settings.leave_one_out = true;
  EXPECT_EQ(split_rows(rows_of(Labels(3)), settings).fold_of_row,
            (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(split_rows(rows_of(Labels(4), {1, 0, 1, 0}), settings).fold_of_row,
            (std::vector<std::uint32_t>{1, 0, 1, 0}));
}

TEST(Split, HoldsOutAShareOrTheLastRows) {
  SplitSettings settings;
  settings.holdout = 0.3;
  settings.order = SplitOrder::file;
  const Split last = split_rows(rows_of(Labels(10)), settings);
  EXPECT_EQ(last.folds, 1U);
  EXPECT_EQ(last.test_rows(0), (std::vector<std::uint64_t>{7, 8, 9}));
  settings.order = SplitOrder::shuffle;
  EXPECT_EQ(split_rows(rows_of(Labels(10)), settings).test_rows(0).size(), 3U);
  // Of each class its share.
  settings.stratify = true;
  const Dataset data = rows_of({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  const auto tried = split_rows(data, settings).test_rows(0);
  EXPECT_EQ(std::count_if(tried.begin(), tried.end(), [](auto i) { return i < 10; }), 3);
  EXPECT_EQ(tried.size(), 6U);
}

TEST(Split, SaysWhatIsTooFew) {
  EXPECT_NE(refusal(rows_of(Labels(4)), folds(5)).find("has only 4 rows"), std::string::npos);
  EXPECT_NE(refusal(rows_of(Labels(4), {0, 0, 1, 1}), folds(3)).find("has only 2 groups"),
            std::string::npos);
  SplitSettings settings;
  settings.leave_one_out = true;
  EXPECT_NE(refusal(rows_of(Labels(1)), settings).find("at least two are needed"),
            std::string::npos);
  settings.leave_one_out = false;
  settings.holdout = 0.01;
  EXPECT_NE(refusal(rows_of(Labels(4)), settings).find("none to test on"), std::string::npos);
  settings.holdout = 0.99;
  EXPECT_NE(refusal(rows_of(Labels(4)), settings).find("none to train on"), std::string::npos);
}

TEST(Split, AnotherSeedIsAnotherSplit) {
  const Dataset data = rows_of(Labels(100));
  SplitSettings settings = folds(5);
  const auto first = split_rows(data, settings).fold_of_row;
  EXPECT_EQ(first, split_rows(data, settings).fold_of_row);
  settings.seed = 2;
  EXPECT_NE(first, split_rows(data, settings).fold_of_row);
}

RC_GTEST_PROP(Split, PartsAreEven, (std::uint8_t rows, std::uint8_t parts, bool file)) {
  const std::uint64_t k = 2 + parts % 20;
  const std::uint64_t n = k + rows;
  const auto count = sizes(
      split_rows(rows_of(Labels(n)), folds(k, file ? SplitOrder::file : SplitOrder::shuffle)));
  RC_ASSERT(count.size() == k);
  for (std::uint64_t p = 0; p < k; ++p) RC_ASSERT(count[p] == n / k + (p < n % k ? 1 : 0));
}

RC_GTEST_PROP(Split, StratifiedPartsHaveEvenSharesOfEachClass, (std::uint8_t parts, bool file)) {
  const auto labels = *rc::gen::container<Labels>(60, rc::gen::inRange<std::uint32_t>(0, 4));
  const std::uint64_t k = 2 + parts % 9;
  SplitSettings settings = folds(k, file ? SplitOrder::file : SplitOrder::shuffle);
  settings.stratify = true;
  const Split split = split_rows(rows_of(labels), settings);
  for (std::uint32_t c = 0; c < 4; ++c) {
    std::vector<std::uint64_t> count(k);
    for (std::size_t i = 0; i < labels.size(); ++i)
      count[split.fold_of_row[i]] += labels[i] == c ? 1U : 0U;
    const auto [least, most] = std::minmax_element(count.begin(), count.end());
    RC_ASSERT(*most - *least <= 1);
  }
  const auto all = sizes(split);
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  RC_ASSERT(*most - *least <= 1);
}

RC_GTEST_PROP(Split, NoGroupIsInTwoPartsAndNoPartIsEmpty, (std::uint8_t parts, bool stratify)) {
  const auto names =
      *rc::gen::container<std::vector<std::uint32_t>>(50, rc::gen::inRange<std::uint32_t>(0, 15));
  const auto labels = *rc::gen::container<Labels>(50, rc::gen::inRange<std::uint32_t>(0, 3));
  const std::set<std::uint32_t> distinct(names.begin(), names.end());
  const std::uint64_t k = 2 + parts % 6;
  RC_PRE(distinct.size() >= k);
  SplitSettings settings = folds(k);
  settings.stratify = stratify;
  const Split split = split_rows(rows_of(labels, names), settings);
  std::map<std::uint32_t, std::uint32_t> part_of_group;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto [found, is_new] = part_of_group.emplace(names[i], split.fold_of_row[i]);
    RC_ASSERT(found->second == split.fold_of_row[i]);
  }
  for (const std::uint64_t count : sizes(split)) RC_ASSERT(count > 0);
}

}  // namespace
}  // namespace perceptron::core::test
