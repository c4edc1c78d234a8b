// Many classes from models of two: tables, votes, and what must not matter.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "base/random.h"
#include "model/checks.h"
#include "model/fit.h"
#include "model/scorer.h"
#include "model/train.h"
#include "multiclass/folds.h"
#include "multiclass/scheme.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

using Scores = std::vector<double>;

// ---- Tables ----

TEST(Scheme, TwoClassesAreOneModelWhateverTheName) {
  for (const char* name : {"one-vs-rest", "one-vs-one", "joint"}) {
    const Scheme scheme(by_name(name), 2);
    EXPECT_EQ(scheme.models(), 1U);
    const auto [positive, negative] = scheme.sides(0);
    EXPECT_EQ(positive, 1U);
    EXPECT_EQ(negative, 0U);
    const Targets targets = scheme.targets();
    EXPECT_EQ(targets.sign(0, 0), -1);
    EXPECT_EQ(targets.sign(1, 0), 1);
    EXPECT_EQ(scheme.decide(Scores{0}), 1U);
    EXPECT_EQ(scheme.decide(Scores{-1e-300}), 0U);
    EXPECT_TRUE(scheme.is_tie(Scores{0}));
  }
}

TEST(Scheme, OneVsRestHasEachClassAgainstAllOthers) {
  const Scheme scheme(Multiclass::one_vs_rest, 4);
  ASSERT_EQ(scheme.models(), 4U);
  const Scores weights = {1, 2, 3, 4};
  const Targets targets = scheme.targets(weights);
  for (std::uint64_t c = 0; c < 4; ++c) {
    EXPECT_EQ(scheme.sides(c).positive, c);
    EXPECT_FALSE(scheme.sides(c).negative);
    for (std::uint64_t m = 0; m < 4; ++m)
      EXPECT_EQ(targets.sign(c, m), c == m ? weights[c] : -weights[c]);
  }
}

TEST(Scheme, AModelOfAPairSeesItsTwoClassesOnly) {
  for (const std::uint64_t classes : {3U, 4U, 7U, 20U}) {
    const Scheme scheme(Multiclass::one_vs_one, classes);
    ASSERT_EQ(scheme.models(), classes * (classes - 1) / 2);
    const Targets targets = scheme.targets();
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::uint64_t m = 0; m < scheme.models(); ++m) {
      const auto [positive, negative] = scheme.sides(m);
      ASSERT_TRUE(negative);
      EXPECT_LT(*negative, positive);
      pairs.emplace(*negative, positive);
      for (std::uint64_t c = 0; c < classes; ++c)
        EXPECT_EQ(targets.sign(c, m), c == positive ? 1 : c == *negative ? -1 : 0);
    }
    EXPECT_EQ(pairs.size(), scheme.models());
    EXPECT_TRUE(std::is_sorted(pairs.begin(), pairs.end()));
  }
}

TEST(Scheme, UnknownNamesAreRefused) { EXPECT_FALSE(find_named<Multiclass>("all-vs-all")); }

// ---- Decisions ----

TEST(Scheme, HighestScoreWinsAndOfEqualsTheFirst) {
  const Scheme scheme(Multiclass::one_vs_rest, 3);
  EXPECT_EQ(scheme.decide(Scores{-3, -1, -2}), 1U);
  EXPECT_EQ(scheme.decide(Scores{2, 5, 5}), 1U);
  EXPECT_EQ(scheme.decide(Scores{0, 0, 0}), 0U);
  EXPECT_TRUE(scheme.is_tie(Scores{2, 5, 5}));
  EXPECT_FALSE(scheme.is_tie(Scores{5, 2, 2}));
}

// Pairs 01, 02, 12; a score of 0 or more is for the second.
TEST(Scheme, MostVotesWin) {
  const Scheme scheme(Multiclass::one_vs_one, 3);
  std::vector<std::uint64_t> votes(3);
  scheme.count_votes(Scores{-1, -1, 9}, votes);
  EXPECT_EQ(votes, (std::vector<std::uint64_t>{2, 0, 1}));
  EXPECT_EQ(scheme.decide(Scores{-1, -1, 9}), 0U) << "however sure the others are";
  EXPECT_EQ(scheme.decide(Scores{-1, 0, 0}), 2U) << "0 is a vote for the second";
}

// One vote each: 0 beats 1, 1 beats 2, 2 beats 0.
TEST(Scheme, EqualVotesAreBrokenByTheSumOfScoresThenByOrder) {
  const Scheme scheme(Multiclass::one_vs_one, 3);
  const Scores circle = {-1, 2, -4};
  Scores confidence(3);
  scheme.confidences(circle, confidence);
  EXPECT_EQ(confidence, (Scores{1 - 2, -1 + 4, 2 - 4}));
  EXPECT_EQ(scheme.decide(circle), 1U);
  EXPECT_EQ(scheme.decide(Scores{-5, 2, -1}), 0U);
  EXPECT_EQ(scheme.decide(Scores{-1, 5, -1}), 2U);
  EXPECT_EQ(scheme.decide(Scores{-1, 1, -1}), 0U) << "all the same: the first class";
}

// Against a plain count, for any scores.
// What is added to all scores of a row changes no probability, so it must not change the row's
// place among others.
RC_GTEST_PROP(Scheme, JointScoresAreRankedByTheLogOddsOfSoftmax, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t classes = 3 + random.below(5);
  const Scheme scheme(by_name("joint"), classes);
  const double shift = random.uniform(-1000, 1000);
  Scores scores(classes);
  for (double& each : scores) each = shift + random.uniform(-5, 5);
  Scores ranks(classes);
  scheme.ranking_scores(scores, ranks);
  for (std::size_t c = 0; c < classes; ++c) {
    double others = 0;
    for (std::size_t k = 0; k < classes; ++k)
      others += k == c ? 0 : std::exp(scores[k] - scores[c]);
    RC_ASSERT(std::abs(ranks[c] + std::log(others)) <= 1e-9);
  }
}

RC_GTEST_PROP(Scheme, DecidesAsTheRuleSays, ()) {
  const auto classes = *rc::gen::inRange<std::uint64_t>(3, 7);
  const Scheme scheme(Multiclass::one_vs_one, classes);
  const auto whole =
      *rc::gen::container<std::vector<int>>(scheme.models(), rc::gen::inRange(-3, 4));
  const Scores scores(whole.begin(), whole.end());
  std::vector<int> votes(classes);
  Scores sums(classes);
  for (std::uint64_t m = 0; m < scores.size(); ++m) {
    const auto [second, first] = scheme.sides(m);
    ++votes[scores[m] >= 0 ? second : *first];
    sums[second] += scores[m];
    sums[*first] -= scores[m];
  }
  std::uint32_t best = 0;
  for (std::uint32_t c = 1; c < classes; ++c) {
    if (std::make_pair(votes[c], sums[c]) > std::make_pair(votes[best], sums[best])) best = c;
  }
  RC_ASSERT(scheme.decide(scores) == best);
  Scores each(classes);
  scheme.class_scores(scores, each);
  RC_ASSERT(std::max_element(each.begin(), each.end()) - each.begin() == best);
}

// ---- Training ----

// Rows of several classes whose scores do not tie.
Dataset clouds(std::uint64_t seed, std::uint32_t classes, std::uint64_t rows) {
  Random random(seed, 0);
  std::string text;
  for (std::uint64_t i = 0; i < rows; ++i) {
    const auto c = static_cast<std::uint32_t>(i < classes ? i : random.below(classes));
    for (std::uint32_t j = 0; j < 4; ++j) {
      const double centre = j == c % 4 ? 1.5 : 0;
      text += std::to_string(centre + random.normal()) + ",";
    }
    text += "name " + std::to_string(c) + "\n";
  }
  return read_string(text, {}, "clouds.csv");
}

// Only the rows that `wanted` takes, with its labels for them.
template <class Wanted>
Dataset chosen_rows(const Dataset& data, const Wanted& wanted) {
  Dataset some = data;
  some.matrix = Matrix(Matrix::Layout::dense, data.features());
  some.labels.clear();
  const Grid rows = grid(data.matrix);
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    const std::optional<std::uint32_t> label = wanted(i);
    if (!label) continue;
    for (std::uint64_t j = 0; j < rows[i].size(); ++j) some.matrix.push(j, rows[i][j]);
    some.matrix.end_row();
    some.labels.push_back(*label);
  }
  return some;
}

const std::vector<std::string> kEvery = {
    "perceptron", "averaged", "pocket", "passive-aggressive", "hinge", "squared-hinge", "logistic"};

LearnSettings settings_of(const std::string& learner, const std::string& multiclass) {
  LearnSettings settings;
  settings.learner = by_name(learner);
  settings.multiclass = by_name(multiclass);
  settings.epochs = 7;
  return settings;
}

TEST(Scheme, EveryModelOfABankEqualsTheOneTrainedAlone) {
  const Dataset data = clouds(3, 5, 90);
  Listener silent;
  const Examples examples{data.matrix.view(), data.labels, {}};
  for (const char* multiclass : {"one-vs-rest", "one-vs-one"}) {
    const Targets targets = Scheme(by_name(multiclass), 5).targets(Scores{1, 2, 0.5, 1, 1});
    for (const std::string& learner : kEvery) {
      SCOPED_TRACE(learner + " " + multiclass);
      const LearnSettings settings = settings_of(learner, multiclass);
      const auto bank = fit(examples, targets, settings, 1, silent);
      const auto threaded = fit(examples, targets, settings, 2, silent);
      for (std::uint64_t m = 0; m < targets.models(); ++m) {
        const Fit alone = fit(examples, targets.slice(m, 1), settings, 1, silent)[0];
        EXPECT_EQ(bank[m].weights, alone.weights);
        EXPECT_EQ(bank[m].offset, alone.offset);
        EXPECT_EQ(bank[m].updates, alone.updates);
        EXPECT_EQ(threaded[m].weights, alone.weights);
        EXPECT_EQ(threaded[m].offset, alone.offset);
      }
    }
  }
}

// What is not seen must not count: in file order the rows of two classes alone
// give the model of their pair.
TEST(Scheme, AModelOfAPairIsThatOfItsRowsAlone) {
  const Dataset data = clouds(5, 4, 80);
  Listener silent;
  const Scheme scheme(Multiclass::one_vs_one, 4);
  for (const std::string learner : {"perceptron", "averaged", "pocket", "passive-aggressive"}) {
    LearnSettings settings = settings_of(learner, "one-vs-one");
    settings.order = VisitOrder::file;
    const auto bank =
        fit({data.matrix.view(), data.labels, {}}, scheme.targets(), settings, 1, silent);
    for (std::uint64_t m = 0; m < scheme.models(); ++m) {
      const auto sides = scheme.sides(m);
      const Dataset two = chosen_rows(data, [&](std::uint64_t i) -> std::optional<std::uint32_t> {
        if (data.labels[i] == sides.positive) return 1;
        if (data.labels[i] == *sides.negative) return 0;
        return std::nullopt;
      });
      const Fit alone =
          fit({two.matrix.view(), two.labels, {}}, Targets::binary(), settings, 1, silent)[0];
      EXPECT_EQ(bank[m].weights, alone.weights) << learner << m;
      EXPECT_EQ(bank[m].offset, alone.offset) << learner << m;
      EXPECT_EQ(bank[m].updates, alone.updates) << learner << m;
    }
  }
}

// ---- Names ----

Training train_on(Dataset data, const LearnSettings& settings) {
  TrainOptions options;
  options.learn = settings;
  Listener silent;
  return train(data, options, silent);
}

// Whether no rounding and no order of classes could change the decision.
bool is_sure(const Scheme& scheme, std::span<const double> scores) {
  constexpr double kClose = 1e-9;
  if (scheme.layout() != ModelLayout::per_class) {
    if (std::any_of(scores.begin(), scores.end(), [](double s) { return std::abs(s) < kClose; }))
      return false;
    if (scheme.layout() == ModelLayout::two_classes) return true;
  }
  Scores each(scheme.classes());
  if (scheme.layout() == ModelLayout::per_pair) {
    scheme.confidences(scores, each);
  } else {
    scheme.class_scores(scores, each);
  }
  const double best = each[scheme.decide(scores)];
  return std::count_if(each.begin(), each.end(),
                       [&](double s) { return std::abs(s - best) < kClose; }) == 1;
}

// The names the model gives the rows; none where it is not sure.
Names answers(const Model& model, Dataset data) {
  Scorer scorer(model);
  const auto scores = scorer.score(data.matrix);
  const Scheme scheme = model.scheme();
  Names names;
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    const auto row = scores.subspan(i * scheme.models(), scheme.models());
    names.push_back(is_sure(scheme, row) ? model.classes[scheme.decide(row)] : "");
  }
  return names;
}

// The same rows with other names, which come in another order.
Dataset renamed(const Dataset& data, const Names& names) {
  Dataset other = data;
  other.classes = Classes(names);
  const auto number = other.classes.sort();
  for (std::uint32_t& label : other.labels) label = number[label];
  return other;
}

RC_GTEST_PROP(Scheme, OtherClassNamesGiveTheSameAnswersUnderOtherNames,
              (std::uint64_t seed, bool pairs)) {
  const auto classes = *rc::gen::inRange<std::uint32_t>(2, 6);
  const auto& learner = *rc::gen::elementOf(std::vector<std::string>{
      "perceptron", "averaged", "passive-aggressive", "hinge", "logistic"});
  const Dataset data = clouds(seed, classes, 40);
  Names names = {"q", "b", "z", "a", "m", "c"};
  Random random(seed, 1);
  for (std::size_t i = names.size(); i > 1; --i) std::swap(names[i - 1], names[random.below(i)]);
  names.resize(classes);
  const LearnSettings settings = settings_of(learner, pairs ? "one-vs-one" : "one-vs-rest");
  const Training training = train_on(data, settings);
  const Dataset others = renamed(data, names);
  const Training renamed_training = train_on(others, settings);
  std::map<std::string, std::string> to_other;
  for (std::uint32_t c = 0; c < classes; ++c) to_other[data.classes.names()[c]] = names[c];
  Names expected = answers(training.model, data);
  for (std::string& name : expected) {
    if (!name.empty()) name = to_other[name];
  }
  RC_ASSERT(answers(renamed_training.model, others) == expected);
}

TEST(Scheme, OneVsOneOfTwoClassesIsTheBinaryLearner) {
  const Dataset data = clouds(8, 2, 60);
  for (const std::string& learner : kEvery) {
    const Training binary = train_on(data, settings_of(learner, "one-vs-rest"));
    for (const char* multiclass : {"one-vs-one", "joint"}) {
      const Training other = train_on(data, settings_of(learner, multiclass));
      ASSERT_EQ(other.model.planes.size(), 1U);
      EXPECT_EQ(other.model.planes[0].weights, binary.model.planes[0].weights);
      EXPECT_EQ(other.model.planes[0].offset, binary.model.planes[0].offset);
    }
  }
}

// ---- Folds ----

TEST(Folds, EveryClassIsSpreadEvenly) {
  Labels labels;
  for (std::uint32_t i = 0; i < 103; ++i) labels.push_back(i % 10 == 0 ? 2 : i % 2);
  const auto fold_of_row = stratified_folds(labels, 5, 7);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> counts;
  std::map<std::uint32_t, int> sizes;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    ++counts[{labels[i], fold_of_row[i]}];
    ++sizes[fold_of_row[i]];
  }
  for (std::uint32_t c = 0; c < 3; ++c) {
    const auto all = static_cast<int>(std::count(labels.begin(), labels.end(), c));
    for (std::uint32_t f = 0; f < 5; ++f) {
      EXPECT_GE((counts[{c, f}]), all / 5);
      EXPECT_LE((counts[{c, f}]), all / 5 + 1);
    }
  }
  for (const auto& [fold, size] : sizes) EXPECT_NEAR(size, 103 / 5.0, 1);
  EXPECT_NE(fold_of_row, stratified_folds(labels, 5, 8)) << "drawn by the seed";
  EXPECT_EQ(fold_of_row, stratified_folds(labels, 5, 7));
}

// A model that leaves a part out is the one that those rows were taken from.
TEST(Folds, WhatIsLeftOutIsNotSeen) {
  const Dataset data = clouds(2, 3, 60);
  Listener silent;
  const Scheme scheme(Multiclass::one_vs_rest, 3);
  const auto fold_of_row = stratified_folds(data.labels, 4, 1);
  const auto labels = labels_of_folds(data.labels, fold_of_row, 4);
  const Targets targets = leave_out(scheme.targets(), 4, 0, 4);
  for (const std::string learner : {"perceptron", "averaged", "passive-aggressive"}) {
    LearnSettings settings = settings_of(learner, "one-vs-rest");
    settings.order = VisitOrder::file;
    const auto bank = fit({data.matrix.view(), labels, {}}, targets, settings, 1, silent);
    ASSERT_EQ(bank.size(), 12U);
    for (std::uint32_t part = 0; part < 4; ++part) {
      const Dataset rest = chosen_rows(data, [&](std::uint64_t i) -> std::optional<std::uint32_t> {
        if (fold_of_row[i] == part) return std::nullopt;
        return data.labels[i];
      });
      const auto alone =
          fit({rest.matrix.view(), rest.labels, {}}, scheme.targets(), settings, 1, silent);
      for (std::uint64_t m = 0; m < 3; ++m) {
        EXPECT_EQ(bank[part * 3 + m].weights, alone[m].weights) << learner;
        EXPECT_EQ(bank[part * 3 + m].offset, alone[m].offset) << learner;
      }
    }
  }
}

}  // namespace
}  // namespace perceptron::core::test
