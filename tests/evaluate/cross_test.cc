// Cross-validation in one bank: every model is the one that its rows alone would
// have made, and nothing of the rows tried leaks into it.

#include <algorithm>
#include <cmath>
#include <mutex>

#include "base/random.h"
#include "data/read/missing_values.h"
#include "data/scaling.h"
#include "evaluate/cross.h"
#include "evaluate/lesson.h"
#include "evaluate/trial.h"
#include "learn/learners.h"
#include "model/checks.h"
#include "multiclass/scheme.h"
#include "support.h"

namespace perceptron::test {
namespace {

// Clouds that overlap, dense or with many zeros.
Dataset clouds(std::uint64_t rows, std::uint32_t classes, Matrix::Layout layout,
               std::uint64_t seed = 1) {
  constexpr std::uint64_t kFeatures = 6;
  Random random(seed);
  Dataset data;
  data.name = "clouds";
  data.matrix = Matrix(layout, kFeatures);
  data.schema = Schema::numbered_table(kFeatures);
  for (std::uint32_t c = 0; c < classes; ++c) data.classes.intern("c" + std::to_string(c));
  for (std::uint64_t i = 0; i < rows; ++i) {
    const auto label = static_cast<std::uint32_t>(random.below(classes));
    for (std::uint64_t j = 0; j < kFeatures; ++j) {
      const double x = random.normal() + (j % classes == label ? 1.5 : 0);
      const bool absent = layout == Matrix::Layout::sparse && random.below(2) == 0;
      if (!absent) data.matrix.push(j, x);
    }
    data.matrix.end_row();
    data.labels.push_back(label);
  }
  return data;
}

// What a failure is about.
std::string name_text(const LearnSettings& settings) {
  return std::string(name_of(settings.multiclass)) + " " + std::string(name_of(settings.learner)) +
         " " + std::to_string(l2_of(settings));
}

Candidate candidate(const std::string& learner, const std::string& l2 = "auto") {
  Candidate one;
  one.learn.learner = by_name(learner);
  if (l2 != "auto") one.learn.l2 = std::stod(l2);
  one.learn.epochs = 12;
  return one;
}

const std::vector<Candidate> kMany = {
    candidate("perceptron"),      candidate("averaged"),
    candidate("pocket"),          candidate("passive-aggressive"),
    candidate("hinge"),           candidate("hinge", "0.1"),
    candidate("squared-hinge"),   candidate("squared-hinge", "1e-6"),
    candidate("logistic"),        candidate("logistic", "1e-6"),
    candidate("perceptron", "1"), candidate("margin"),
};

using Models = std::vector<std::vector<std::vector<Fit>>>;  // [candidate][fold]

struct Crossed {
  std::vector<perceptron::Outcome> outcomes;
  Models models;
};

Crossed cross(const Dataset& data, const Split& split, const std::vector<Candidate>& candidates,
              std::uint64_t threads = 1, bool answers = false, bool path = false) {
  Crossed result;
  result.models.assign(candidates.size(), std::vector<std::vector<Fit>>(split.parts));
  std::mutex mutex;
  CrossOptions options;
  options.threads = threads;
  options.keep_answers = answers;
  options.path = path;
  options.watch = [&](std::size_t c, std::size_t fold, std::span<const Fit> fits) {
    const std::lock_guard lock(mutex);
    result.models[c][fold].assign(fits.begin(), fits.end());
  };
  Listener silent;
  result.outcomes = cross_validate(data, split, candidates, options, silent);
  return result;
}

std::vector<Fit> train_alone(const Dataset& rows, const LearnSettings& settings) {
  const Scheme scheme(settings.multiclass, rows.classes.size());
  const Targets targets = scheme.targets(class_weights(rows, settings.class_weight));
  Listener silent;
  return fit({rows.matrix.view(), rows.labels, rows.weights}, targets, settings, 1, silent, {},
             scheme.joint());
}

void expect_same(const std::vector<Fit>& a, const std::vector<Fit>& b, const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t m = 0; m < a.size(); ++m) {
    EXPECT_EQ(a[m].weights, b[m].weights) << what << ", model " << m;
    EXPECT_EQ(a[m].offset, b[m].offset) << what << ", model " << m;
    EXPECT_EQ(a[m].converged, b[m].converged) << what;
  }
}

std::uint64_t count_correct(const Dataset& data, const Split& split, std::uint32_t part,
                            const std::vector<Fit>& fits, const std::string& multiclass) {
  const Scheme scheme(by_name(multiclass), data.classes.size());
  Bank bank(data.features(), fits.size());
  for (std::size_t m = 0; m < fits.size(); ++m) bank.put(m, fits[m].weights, fits[m].offset);
  const auto rows = split.tried(part);
  std::vector<double> scores(rows.size() * fits.size());
  score(data.matrix.view(), rows, bank, scores);
  std::uint64_t right = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::span<const double> row(scores.data() + k * fits.size(), fits.size());
    right += scheme.decide(row) == data.labels[rows[k]] ? 1U : 0U;
  }
  return right;
}

// ---- One bank, many models ----

TEST(Cross, EveryModelOfABankIsTheOneThatItsRowsAloneMake) {
  for (const auto layout : {Matrix::Layout::dense, Matrix::Layout::sparse}) {
    for (const std::uint32_t classes : {2U, 3U}) {
      const Dataset data = clouds(67, classes, layout);
      SplitSettings settings;
      settings.folds = 4;
      const Split split = split_rows(data, settings);
      auto candidates = kMany;
      for (Candidate& each : candidates) each.learn.order = VisitOrder::file;
      const Crossed crossed = cross(data, split, candidates);
      for (std::size_t c = 0; c < candidates.size(); ++c) {
        for (std::uint32_t part = 0; part < split.parts; ++part) {
          const Dataset alone = data.select(split.learned(part));
          const auto fits = train_alone(alone, candidates[c].learn);
          expect_same(crossed.models[c][part], fits, name_text(candidates[c].learn));
          EXPECT_EQ(crossed.outcomes[c].folds[part].correct,
                    count_correct(data, split, part, fits, "one-vs-rest"));
          EXPECT_EQ(crossed.outcomes[c].folds[part].learned_from, alone.rows());
        }
      }
    }
  }
}

// In a shuffled order the rows of a fold come as they do in that of all rows.
TEST(Cross, ShuffledModelsDoNotDependOnThoseBesideThem) {
  const Dataset data = clouds(80, 3, Matrix::Layout::dense);
  SplitSettings settings;
  settings.folds = 5;
  const Split split = split_rows(data, settings);
  const Crossed together = cross(data, split, kMany, 3);
  for (std::size_t c = 0; c < kMany.size(); ++c) {
    const Crossed alone = cross(data, split, {kMany[c]});
    for (std::uint32_t part = 0; part < split.parts; ++part) {
      expect_same(together.models[c][part], alone.models[0][part], name_text(kMany[c].learn));
      // With fewer of the other folds too.
      Split two = split;
      two.parts = 2;
      for (std::uint32_t& each : two.part_of_row)
        each = each == part ? 0 : each == (part + 1) % 5 ? 1 : Split::kNever;
      const Crossed fewer = cross(data, two, {kMany[c]});
      expect_same(together.models[c][part], fewer.models[0][0], name_text(kMany[c].learn));
    }
  }
}

TEST(Cross, WeightsAndSchemesKeepTheirMeaning) {
  Dataset data = clouds(70, 3, Matrix::Layout::dense);
  for (std::uint64_t i = 0; i < data.rows(); ++i)
    data.weights.push_back(i % 7 == 0 ? 0 : 0.1 * static_cast<double>(1 + i % 5));
  SplitSettings settings;
  settings.folds = 3;
  const Split split = split_rows(data, settings);
  std::vector<Candidate> candidates;
  for (const char* scheme : {"one-vs-rest", "one-vs-one", "joint"}) {
    for (const char* learner : {"averaged", "logistic"}) {
      if (std::string(scheme) == "joint" && std::string(learner) == "logistic") continue;
      Candidate one = candidate(learner);
      one.learn.multiclass = by_name(scheme);
      one.learn.order = VisitOrder::file;
      one.learn.class_weight.balanced = true;
      candidates.push_back(one);
    }
  }
  const Crossed crossed = cross(data, split, candidates, 2);
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    for (std::uint32_t part = 0; part < split.parts; ++part)
      expect_same(crossed.models[c][part],
                  train_alone(data.select(split.learned(part)), candidates[c].learn),
                  name_text(candidates[c].learn));
  }
}

TEST(Cross, EpochsOfABankEndEachModelByItself) {
  const Dataset data = clouds(60, 2, Matrix::Layout::dense);
  const Split split = split_rows(data, {});
  std::vector<Candidate> candidates;
  for (const std::uint64_t epochs : {1U, 5U, 2U, 30U}) {
    candidates.push_back(candidate("averaged"));
    candidates.back().learn.epochs = epochs;
  }
  const Crossed together = cross(data, split, candidates);
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const Crossed alone = cross(data, split, {candidates[c]});
    for (std::uint32_t part = 0; part < split.parts; ++part)
      expect_same(together.models[c][part], alone.models[0][part], "averaged");
  }
}

// Each L2 from the one before: near the least, whoever is beside it.
TEST(Cross, APathIsAsNearTheLeastAsTheToleranceAsks) {
  const Dataset data = clouds(90, 3, Matrix::Layout::dense);
  const Split split = split_rows(data, {});
  std::vector<Candidate> candidates;
  for (const char* learner : {"hinge", "squared-hinge", "logistic", "averaged"}) {
    for (const char* l2 : {"0.01", "1", "0.1"})
      candidates.push_back(candidate(learner, std::string(learner) == "averaged" ? "auto" : l2));
  }
  for (Candidate& each : candidates) {
    each.learn.tolerance = 1e-9;
    each.learn.epochs.reset();
  }
  const Models cold = cross(data, split, candidates).models;
  const Models warm = cross(data, split, candidates, 1, false, true).models;
  const Models again = cross(data, split, candidates, 3, false, true).models;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    for (std::uint32_t part = 0; part < split.parts; ++part) {
      expect_same(warm[c][part], again[c][part], name_text(candidates[c].learn));
      for (std::size_t m = 0; m < 3; ++m) {
        for (std::size_t j = 0; j < data.features(); ++j)
          EXPECT_NEAR(warm[c][part][m].weights[j], cold[c][part][m].weights[j], 1e-3)
              << name_text(candidates[c].learn);
      }
    }
  }
}

// ---- Leaving one out ----

TEST(Cross, LeavingOneOutIsATrainingWithoutEachRow) {
  for (const std::uint32_t classes : {2U, 3U}) {
    const Dataset data = clouds(50, classes, Matrix::Layout::dense, classes);
    SplitSettings settings;
    settings.leave_one_out = true;
    const Split split = split_rows(data, settings);
    std::vector<Candidate> candidates;
    for (const char* learner :
         {"perceptron", "averaged", "pocket", "passive-aggressive", "hinge"}) {
      candidates.push_back(candidate(learner));
      candidates.back().learn.order = VisitOrder::file;
    }
    const Crossed crossed = cross(data, split, candidates, 2);
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      for (std::uint32_t part = 0; part < split.parts; ++part)
        expect_same(crossed.models[c][part],
                    train_alone(data.select(split.learned(part)), candidates[c].learn),
                    name_text(candidates[c].learn));
    }
  }
}

TEST(Cross, RowsThatNeverMoveAPerceptronNeedNoModelOfTheirOwn) {
  const Dataset data = clouds(200, 2, Matrix::Layout::dense);
  SplitSettings settings;
  settings.leave_one_out = true;
  const Split split = split_rows(data, settings);
  const Crossed crossed = cross(data, split, {candidate("perceptron"), candidate("averaged")});
  const auto trained = [&](std::size_t c) {
    std::uint64_t models = 0;
    for (const FoldOutcome& fold : crossed.outcomes[c].folds) models += fold.models;
    return models;
  };
  EXPECT_LT(trained(0), 150U);
  EXPECT_EQ(trained(1), 200U);  // their number is part of an average
}

// ---- What the rows tried must not tell ----

TEST(Cross, ScalingIsFittedToTheRowsLearnedFrom) {
  for (const ScalingKind scale : {ScalingKind::standard, ScalingKind::maxabs, ScalingKind::unit}) {
    const Dataset data = clouds(40, 2, Matrix::Layout::dense);
    SplitSettings settings;
    settings.folds = 4;
    const Split split = split_rows(data, settings);
    Candidate one = candidate("logistic");
    one.scale = scale;
    one.learn.order = VisitOrder::file;
    const Crossed crossed = cross(data, split, {one});
    for (std::uint32_t part = 0; part < split.parts; ++part) {
      Dataset rows = data.select(split.learned(part));
      Scaling::fit(scale, rows.matrix).apply(rows.matrix);
      expect_same(crossed.models[0][part], train_alone(rows, one.learn),
                  std::string(name_of(scale)));
    }
  }
}

TEST(Cross, GapsAreFilledWithMeansOfTheRowsLearnedFrom) {
  const Folder folder;
  const std::string path =
      folder.file("gaps.csv", "1,5,a\n,1,b\n3,,a\n100,2,b\n5,4,a\n7,,b\n2,8,a\n,9,b\n");
  Reading reading;
  reading.options.missing = MissingPolicy::mean;
  reading.keep_missing = true;
  const Dataset data = read_dataset(path, reading);
  EXPECT_TRUE(has_missing_values(data));
  // Without row 3 the mean of the first column is (1 + 3 + 5 + 7 + 2)/5.
  const std::vector<std::uint64_t> learned = {0, 1, 2, 4, 5, 6, 7};
  const std::vector<std::uint64_t> tried = {3};
  const Lesson lesson = prepare_lesson(data, learned, tried, ScalingKind::none);
  EXPECT_FALSE(has_missing_values(lesson.training));
  EXPECT_NEAR(grid(lesson.training.matrix)[1][0], 3.6, 1e-15);
  EXPECT_NEAR(grid(lesson.training.matrix)[2][1], 27.0 / 5, 1e-15);
  EXPECT_FALSE(lessons_share_rows(data, ScalingKind::none));
  // The whole file gives what a reader gives that fills gaps itself.
  reading.keep_missing = false;
  const Dataset filled = read_dataset(path, reading);
  Dataset all = data;
  fill_missing_values(all, column_means(all));
  EXPECT_EQ(grid(all.matrix), grid(filled.matrix));
  EXPECT_EQ(all.schema.columns[0].fill, filled.schema.columns[0].fill);
}

TEST(Cross, CategoriesOnlyInTheRowsTriedAreNone) {
  const Folder folder;
  const std::string path = folder.file("text.csv", "x,k,c\n3,u,a\n4,v,b\n3,u,a\n4,w,b\n");
  const Dataset data = read_dataset(path, {});
  const std::vector<std::uint64_t> learned = {0, 1, 2};
  const std::vector<std::uint64_t> tried = {3};
  const Lesson lesson = prepare_lesson(data, learned, tried, ScalingKind::unit);
  // Of length 1 without the category that no row learned from has.
  EXPECT_EQ(grid(lesson.test.matrix)[0], (std::vector<double>{1, 0, 0, 0}));
}

// Labels of noise: whatever is fitted inside the folds, the answer is chance.
TEST(Cross, NoiseIsAnsweredByChance) {
  Random random(3);
  Dataset data = clouds(400, 2, Matrix::Layout::dense);
  for (std::uint32_t& label : data.labels) label = static_cast<std::uint32_t>(random.below(2));
  std::vector<Candidate> candidates;
  for (const auto& [scale, name] : perceptron::Names<ScalingKind>::kAll) {
    for (const char* learner : {"perceptron", "averaged", "logistic"}) {
      candidates.push_back(candidate(learner));
      candidates.back().scale = scale;
    }
  }
  TrialOptions options;
  Listener silent;
  const auto trials = run_trials(data, SplitSettings{}, candidates, options, silent);
  for (const Trial& trial : trials) EXPECT_NEAR(*trial.accuracy, 0.5, 4 * 0.5 / std::sqrt(400));
}

// ---- Parts that lack something ----

TEST(Cross, APartWithoutAClassIsLearnedWithoutIt) {
  // The third class is in the first fold only, so the first model does not know it.
  Dataset data = clouds(30, 3, Matrix::Layout::dense);
  for (std::uint64_t i = 0; i < data.rows(); ++i)
    data.labels[i] = i < 6 ? 2 : static_cast<std::uint32_t>(i % 2);
  SplitSettings settings;
  settings.folds = 5;
  settings.order = "file";
  const Split split = split_rows(data, settings);
  for (const char* scheme : {"one-vs-rest", "one-vs-one", "joint"}) {
    Candidate one = candidate("averaged");
    one.learn.order = VisitOrder::file;
    one.learn.multiclass = by_name(scheme);
    const Crossed crossed = cross(data, split, {one}, 1, true);
    EXPECT_EQ(crossed.models[0][0].size(), 1U);  // two classes are one model
    EXPECT_EQ(crossed.models[0][1].size(), 3U);
    Dataset rest = data.select(split.learned(0));
    rest.classes = Classes({"c0", "c1"});
    expect_same(crossed.models[0][0], train_alone(rest, one.learn), scheme);
    EXPECT_EQ(crossed.outcomes[0].folds[0].correct, 0U);
    for (std::uint64_t i = 0; i < 6; ++i) {
      EXPECT_LT(crossed.outcomes[0].answers.predicted[i], 2U);
      EXPECT_EQ(crossed.outcomes[0].answers.scores[i * 3 + 2],
                -std::numeric_limits<double>::infinity());
    }
  }
}

// Without the class "x" the others are numbers, and 2 comes before 10.
TEST(Cross, ClassesThatAreLeftStandInTheirOwnOrder) {
  const Folder folder;
  const Dataset data = read_dataset(folder.file("d.csv", "1,x\n2,10\n3,2\n4,10\n5,2\n"), {});
  ASSERT_EQ(data.classes.names(), (Names{"10", "2", "x"}));
  const std::vector<std::uint64_t> learned = {1, 2, 3, 4};
  const std::vector<std::uint64_t> tried = {0};
  const Lesson lesson = prepare_lesson(data, learned, tried, ScalingKind::none);
  EXPECT_EQ(lesson.training.classes.names(), (Names{"2", "10"}));
  EXPECT_EQ(lesson.training.labels, (Labels{1, 0, 1, 0}));
  EXPECT_EQ(lesson.classes, (std::vector<std::uint32_t>{1, 0}));
}

TEST(Cross, OneClassLeftIsTheAnswer) {
  Dataset data = clouds(6, 2, Matrix::Layout::dense);
  data.labels = {0, 1, 1, 1, 1, 1};
  SplitSettings settings;
  settings.leave_one_out = true;
  const Crossed crossed =
      cross(data, split_rows(data, settings), {candidate("logistic"), candidate("perceptron")});
  for (const perceptron::Outcome& outcome : crossed.outcomes) {
    EXPECT_EQ(outcome.folds[0].correct, 0U);
    EXPECT_EQ(outcome.folds[0].rows, 1U);
    EXPECT_EQ(outcome.folds.size(), 6U);
  }
}

// ---- Threads, answers, learning curves ----

TEST(Cross, NothingDependsOnThreads) {
  const Dataset data = clouds(90, 3, Matrix::Layout::sparse);
  const Split split = split_rows(data, {});
  const Crossed one = cross(data, split, kMany, 1, true);
  const Crossed four = cross(data, split, kMany, 4, true);
  for (std::size_t c = 0; c < kMany.size(); ++c) {
    EXPECT_EQ(one.outcomes[c].answers.predicted, four.outcomes[c].answers.predicted);
    EXPECT_EQ(one.outcomes[c].answers.scores, four.outcomes[c].answers.scores);
    EXPECT_EQ(one.outcomes[c].answers.probabilities, four.outcomes[c].answers.probabilities);
    EXPECT_EQ(one.outcomes[c].answers.probabilities.empty(),
              kMany[c].learn.learner != Learner::logistic);
    std::uint64_t right = 0;
    for (std::uint64_t i = 0; i < data.rows(); ++i)
      right += one.outcomes[c].answers.predicted[i] == data.labels[i] ? 1U : 0U;
    std::uint64_t counted = 0;
    for (const FoldOutcome& fold : one.outcomes[c].folds) counted += fold.correct;
    EXPECT_EQ(right, counted);
  }
}

TEST(Cross, CalibratedAndEarlyStoppedAndWidestLearnersTrainByThemselves) {
  Dataset data = clouds(60, 2, Matrix::Layout::dense);
  // Separable: the first feature tells.
  data.matrix = Matrix(Matrix::Layout::dense, 2);
  Random random(5);
  for (std::uint64_t i = 0; i < data.labels.size(); ++i) {
    data.matrix.push(0, (data.labels[i] == 1 ? 1 : -1) * (0.5 + random.uniform()));
    data.matrix.push(1, random.normal());
    data.matrix.end_row();
  }
  std::vector<Candidate> candidates = {candidate("max-margin"), candidate("averaged"),
                                       candidate("perceptron")};
  candidates[1].learn.calibrate = CalibrationKind::sigmoid;
  candidates[2].learn.early_stop = 0.2;
  const Split split = split_rows(data, {});
  const Crossed crossed = cross(data, split, candidates, 2, true);
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    for (const FoldOutcome& fold : crossed.outcomes[c].folds) EXPECT_GE(fold.accuracy(), 0.8);
  }
  EXPECT_EQ(crossed.outcomes[1].answers.probabilities.size(), 120U);
  for (const double p : crossed.outcomes[1].answers.probabilities) {
    EXPECT_GT(p, 0);
    EXPECT_LT(p, 1);
  }
  for (std::uint32_t part = 0; part < split.parts; ++part)
    expect_same(crossed.models[2][part],
                train_alone(data.select(split.learned(part)), candidates[2].learn), "early stop");
}

TEST(Cross, EachShareHeldOutForEarlyStoppingIsItsOwn) {
  const Dataset data = clouds(80, 2, Matrix::Layout::dense);
  const Split split = split_rows(data, {});
  std::vector<Candidate> candidates(3, candidate("logistic"));
  candidates[1].learn.early_stop = 0.2;
  candidates[2].learn.early_stop = 0.4;
  const Crossed together = cross(data, split, candidates);
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const Crossed alone = cross(data, split, {candidates[c]});
    for (std::uint32_t part = 0; part < split.parts; ++part)
      expect_same(together.models[c][part], alone.models[0][part], "logistic");
  }
  // Calibration goes with it.
  Candidate both = candidate("averaged");
  both.learn.early_stop = 0.2;
  both.learn.calibrate = CalibrationKind::sigmoid;
  const Crossed calibrated = cross(data, split, {both}, 1, true);
  for (const double p : calibrated.outcomes[0].answers.probabilities) EXPECT_GT(p, 0);
}

TEST(Cross, ALearningCurveEndsAtAllRows) {
  const Dataset data = clouds(100, 2, Matrix::Layout::dense);
  Listener silent;
  const Candidate one = candidate("averaged");
  const auto curve = learning_curve(data, SplitSettings{}, one, 4, 2, silent);
  ASSERT_EQ(curve.size(), 4U);
  EXPECT_EQ(curve[3].learned_from, 80);
  EXPECT_NEAR(curve[0].learned_from, 20, 1e-9);
  TrialOptions options;
  const auto trial = run_trials(data, SplitSettings{}, {&one, 1}, options, silent);
  EXPECT_EQ(curve[3].accuracies.mean, *trial[0].accuracy);
  EXPECT_EQ(curve[3].training_accuracy, *trial[0].training_accuracy);
}

TEST(Cross, RepeatsThatNoSeedChangesAreMadeOnce) {
  const Dataset data = clouds(40, 2, Matrix::Layout::dense);
  std::vector<Candidate> candidates = {candidate("perceptron"), candidate("perceptron")};
  candidates[1].learn.order = VisitOrder::file;
  TrialOptions options;
  options.repeats = 3;
  Listener silent;
  SplitSettings file;
  file.order = "file";
  const auto fixed = run_trials(data, file, candidates, options, silent);
  EXPECT_EQ(fixed[0].folds.size(), 15U);
  EXPECT_EQ(fixed[1].folds.size(), 5U);
  const auto drawn = run_trials(data, SplitSettings{}, candidates, options, silent);
  EXPECT_EQ(drawn[1].folds.size(), 15U);
  EXPECT_EQ(drawn[1].repeats, 3U);
}

}  // namespace
}  // namespace perceptron::test
