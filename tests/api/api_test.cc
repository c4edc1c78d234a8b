// The public API: what it answers is what the library answers, and its errors say what to do.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <perceptron/perceptron.h>

namespace perceptron {
namespace {

Dataset two_clouds(double distance = 8) {
  return generate(GeneratorKind::gaussians, {.rows = 120, .distance = distance});
}

Dataset separable(double margin = 1) {
  return generate(GeneratorKind::ball, {.rows = 120, .margin = margin});
}

std::string error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Api, TrainsSavesCertifiesAndVerifies) {
  const Dataset data = two_clouds();
  const Training run =
      train(data, {.learn = {.learner = Learner::hinge, .l2 = 1e-2}, .certify = true});
  ASSERT_TRUE(run.converged);
  ASSERT_TRUE(run.objective);
  EXPECT_LE(run.objective->lower, run.objective->upper);
  const Verdict verdict = verify(run.certificate, data);
  EXPECT_TRUE(verdict.valid) << verdict.reason;
  EXPECT_EQ(verdict.kind, CertificateKind::optimality);

  const std::string path = testing::TempDir() + "api.model";
  save(run.model, path);
  const Model again = load(path);
  std::filesystem::remove(path);
  EXPECT_EQ(std::vector(again.weights().begin(), again.weights().end()),
            std::vector(run.model.weights().begin(), run.model.weights().end()));
  EXPECT_EQ(again.offset(), run.model.offset());
  EXPECT_EQ(evaluate(again, data).accuracy,
            static_cast<double>(run.correct) / static_cast<double>(data.rows()));
}

TEST(Api, MovedObjectsKeepTheirContents) {
  Dataset data = two_clouds();
  const Dataset other = std::move(data);
  EXPECT_EQ(data.rows(), other.rows());  // NOLINT: moving is promised to copy
  Model model = train(other).model;
  const Model moved = std::move(model);
  EXPECT_EQ(model.features(), moved.features());  // NOLINT
}

TEST(Api, ReadsRecipes) {
  const std::string path = testing::TempDir() + "api-recipe.json";
  std::ofstream(path) << R"({"label": "y", "ignore": ["id"], "missing": "zero"})";
  const ReadSettings settings = read_recipe(path);
  EXPECT_EQ(settings.label.text(), "y");
  EXPECT_EQ(settings.ignore, std::vector<std::string>{"id"});
  EXPECT_EQ(settings.missing, MissingPolicy::zero);
  std::ofstream(path) << R"({"lable": "y"})";
  EXPECT_NE(error_of([&] { read_recipe(path); }).find("found \"lable\""), std::string::npos);
  std::filesystem::remove(path);
}

TEST(Api, ReturnsNotes) {
  const std::string path = testing::TempDir() + "api-notes.csv";
  std::ofstream(path) << "x,y\n1,a\n,a\n3,b\n";
  const Dataset data = read(path, {.missing = MissingPolicy::mean});
  std::filesystem::remove(path);
  ASSERT_FALSE(data.notes().empty());
  EXPECT_NE(data.notes()[0].find("missing"), std::string::npos) << data.notes()[0];
  // Sparse rows are scaled without being centred, which is noted.
  const Training run =
      train(generate(GeneratorKind::text, {.rows = 60}), {.scale = ScalingKind::standard});
  ASSERT_FALSE(run.notes.empty());
  EXPECT_NE(run.notes[0].find("centred"), std::string::npos) << run.notes[0];
}

TEST(Api, GridValuesAreNumbersOrNames) {
  const GridAxis axis{"learner", {Learner::hinge, "logistic"}};
  EXPECT_EQ(axis.values[0].text(), "hinge");
  const auto spread = logspace(0.01, 100, 5);
  ASSERT_EQ(spread.size(), 5U);
  EXPECT_EQ(spread[1].text(), "0.1");
  EXPECT_EQ(GridValue(7).text(), "7");
  const Tuning tuning = tune(two_clouds(1), {}, {axis, {"l2", spread}});
  EXPECT_EQ(tuning.points.size(), 10U);
  EXPECT_EQ(*tuning.points.at(1).settings.learn.l2, WrittenNumber(0.1));
  for (const double end : {0.0, -1.0, std::numeric_limits<double>::infinity()})
    EXPECT_THROW(logspace(end, 1, 3), Error);
  EXPECT_THROW(logspace(1, 2, 1), Error);
}

TEST(Api, TuningLeavesOutWhatCannotBeTrained) {
  // Without scaling, products of such features are infinite.
  std::vector<double> values;
  std::vector<std::string> labels;
  for (int i = 0; i < 40; ++i) {
    values.push_back(((i * 7) % 11 - 5 + (i % 2 == 0 ? 6 : 0)) * 1e200);
    labels.emplace_back(i % 2 == 0 ? "a" : "b");
  }
  const Dataset large(values, 1, labels);
  const Tuning tuning =
      tune(large, {}, {{"scale", {ScalingKind::none, ScalingKind::standard}}}, {.folds = 4});
  ASSERT_EQ(tuning.points.size(), 1U);
  EXPECT_EQ(tuning.points[tuning.best].settings.scale, ScalingKind::standard);
  ASSERT_FALSE(tuning.notes.empty());
  EXPECT_NE(tuning.notes.back().find("left out none"), std::string::npos) << tuning.notes.back();

  const Tuning learners =
      tune(two_clouds(1), {}, {{"learner", {Learner::averaged, Learner::max_margin}}});
  EXPECT_EQ(learners.points.size(), 1U);
  ASSERT_EQ(learners.notes.size(), 1U);
  EXPECT_NE(learners.notes[0].find("max-margin"), std::string::npos) << learners.notes[0];
}

TEST(Api, RefusesAbsurdCounts) {
  const std::vector<GridValue> many(200'000, 1.0);
  EXPECT_THROW(tune(two_clouds(), {}, {{"l2", many}}), Error);
  EXPECT_THROW(logspace(1, 2, std::uint64_t{1} << 60U), Error);
  EXPECT_THROW(cross_validate(two_clouds(), {}, {}, std::uint64_t{1} << 40U), Error);
  EXPECT_THROW(evaluate(train(two_clouds()).model, two_clouds().select({})), Error);
}

TEST(Api, ResumesWithTheScalingOfTheModel) {
  const TrainSettings settings{.scale = ScalingKind::standard};
  const Model start = train(two_clouds(), settings).model;
  EXPECT_EQ(train(two_clouds(), settings, start).model.features(), start.features());
  EXPECT_THROW(train(two_clouds(), {.scale = ScalingKind::unit}, start), Error);
  EXPECT_THROW(train(two_clouds(), {.learn = {.offset = false, .initial_offset = 5}}), Error);
}

TEST(Api, VerifyRefusesOtherData) {
  const Margin widest = find_margin(separable());
  ASSERT_EQ(widest.separable, true);
  EXPECT_GT(widest.margin.lower, 0);
  EXPECT_TRUE(verify(widest.certificate, separable()).valid);
  EXPECT_FALSE(verify(widest.certificate, separable(2)).valid);
}

TEST(Api, VerifyRefusesDamagedCertificates) {
  for (const char* text : {"", "{}", "[", "{\"certificate\": 1}"}) {
    const Verdict verdict = verify(Certificate(text), separable());
    EXPECT_FALSE(verdict.valid) << text;
    EXPECT_FALSE(verdict.reason.empty()) << text;
  }
}

TEST(Api, DiagnosesSeparation) {
  const SeparationDiagnosis complete = diagnose_separation(separable());
  EXPECT_EQ(complete.separation, Separation::complete);
  EXPECT_TRUE(complete.on_plane.empty());
  EXPECT_TRUE(verify(complete.certificate, separable()).valid);
  const Dataset overlap = generate(GeneratorKind::exclusive_or);
  const SeparationDiagnosis none = diagnose_separation(overlap);
  EXPECT_EQ(none.separation, Separation::none);
  ASSERT_TRUE(none.infinite);
  EXPECT_TRUE(none.infinite->empty());
  EXPECT_TRUE(verify(none.certificate, overlap).valid);
}

TEST(Api, FindsAndSearchesMargins) {
  const Dataset data = separable();
  const Margin widest = find_margin(data, {.lift = 1});
  const MarginSearch search = search_margin(data, 1.1);
  ASSERT_TRUE(search.found);
  ASSERT_TRUE(search.margin);
  ASSERT_EQ(search.weights.size(), data.features());
  EXPECT_GE(search.margin->upper, widest.margin.lower / (1.1 * 1.1));
  EXPECT_LE(search.margin->lower, widest.margin.upper);
  EXPECT_EQ(find_margin(generate(GeneratorKind::exclusive_or)).separable, false);
  EXPECT_FALSE(search_margin(generate(GeneratorKind::exclusive_or), 1.1).found);
}

TEST(Api, FindsMarginsOfManyClasses) {
  const std::vector<double> line = {0, 1, 2, 3};
  const Dataset data(line, 1, {"a", "b", "c", "c"});
  const Margin together = find_margin(data);
  ASSERT_EQ(together.separable, true);
  ASSERT_EQ(together.planes.size(), 3U);
  EXPECT_EQ(together.planes[2].name, "c");
  EXPECT_GT(together.margin.lower, 0);
  EXPECT_TRUE(verify(together.certificate, data).valid);
  const Margin rest = find_margin(data, {.multiclass = Multiclass::one_vs_rest});
  EXPECT_EQ(rest.separable, false);
  ASSERT_EQ(rest.parts.size(), 3U);
  EXPECT_EQ(rest.parts[0].separable, true);
  EXPECT_EQ(rest.parts[1].separable, false);
  EXPECT_FALSE(rest.parts[1].negative);
  const Verdict verdict = verify(rest.certificate, data);
  EXPECT_TRUE(verdict.valid);
  ASSERT_EQ(verdict.parts.size(), 3U);
  EXPECT_EQ(verdict.parts[1].kind, CertificateKind::inseparable);
  const Margin pairs = find_margin(data, {.multiclass = Multiclass::one_vs_one});
  EXPECT_EQ(pairs.separable, true);
  EXPECT_EQ(pairs.parts.at(2).negative, "b");
  EXPECT_LE(pairs.margin.lower, 0.5);
  EXPECT_GE(pairs.margin.upper, 0.5);
  EXPECT_THROW(search_margin(data, 1.1), Error);
  EXPECT_THROW(find_margin(data, {.multiclass = static_cast<Multiclass>(9)}), Error);
}

TEST(Api, SettingsWithoutEffectOnMarginsAreRefused) {
  const Dataset data = separable();
  const auto widest = [&](LearnSettings learn) {
    learn.learner = Learner::max_margin;
    return error_of([&] { train(data, {.learn = learn}); });
  };
  EXPECT_EQ(widest({}), "no error");
  EXPECT_EQ(widest({.epochs = 100}), "epochs goes with all learners but max-margin");
  EXPECT_EQ(widest({.order = VisitOrder::file}), "order goes with all learners but max-margin");
  const TrainSettings search{
      .learn = {.learner = Learner::margin, .epochs = 100, .order = VisitOrder::file}};
  EXPECT_EQ(error_of([&] { train(data, search); }), "no error");

  const auto claimed = [&](std::optional<CertificateKind> claim) {
    return error_of([&] { search_margin(data, 1.1, {.claim = claim}); });
  };
  EXPECT_EQ(claimed(std::nullopt), "no error");
  EXPECT_EQ(claimed(CertificateKind::margin), "no error");
  EXPECT_EQ(claimed(CertificateKind::separator).rfind("claim: the margin perceptron", 0), 0U);
}

TEST(Api, MarginSettingsOutOfRangeAreRefused) {
  const Dataset data = separable();
  EXPECT_THROW(find_margin(data, {.lift = 0}), Error);
  EXPECT_THROW(find_margin(data, {.gap = 2}), Error);
  EXPECT_THROW(find_margin(data, {.passes = 0}), Error);
  EXPECT_THROW(search_margin(data, 1), Error);
  EXPECT_THROW(search_margin(data, std::numeric_limits<double>::quiet_NaN()), Error);
}

TEST(Api, EmptyDataIsRefused) {
  const Dataset none({}, 2, {});
  EXPECT_THROW(train(none), Error);
  EXPECT_THROW(find_margin(none), Error);
  EXPECT_THROW(cross_validate(none, {}), Error);
  EXPECT_THROW(train(separable().select({})), Error);
}

TEST(Api, WarmStartNeedsTheSameFeaturesAndClasses) {
  const Dataset data = two_clouds();
  const Model start = train(data).model;
  const std::vector<double> values = {0, 0, 0, 4, 4, 4};
  EXPECT_THROW(train(Dataset(values, 3, data.classes()), {}, start), Error);
  const std::vector<double> pairs = {0, 0, 4, 4};
  EXPECT_THROW(train(Dataset(pairs, 2, {"near", "far"}), {}, start), Error);
  EXPECT_THROW(train(data, {.scale = ScalingKind::standard}, start), Error);
  EXPECT_THROW(train(data, {.learn = {.offset = false}}, start), Error);
  EXPECT_THROW(train(data, {.learn = {.initial_offset = 1}}, start), Error);
  const Model through_origin = train(data, {.learn = {.offset = false}}).model;
  EXPECT_EQ(train(data, {}, through_origin).model.offset(), 0);
}

TEST(Api, SplitsOutOfRangeAreRefused) {
  const Dataset data = two_clouds();
  EXPECT_THROW(cross_validate(data, {}, {.folds = 0}), Error);
  EXPECT_THROW(cross_validate(data, {}, {.folds = 1}), Error);
  EXPECT_THROW(cross_validate(data, {}, {.holdout = -1}), Error);
  EXPECT_THROW(cross_validate(data, {}, {.holdout = std::numeric_limits<double>::quiet_NaN()}),
               Error);
  EXPECT_THROW(cross_validate(data, {}, {.leave_one_out = true, .holdout = 0.3}), Error);
  EXPECT_THROW(cross_validate(data, {}, {}, 0), Error);
  EXPECT_THROW(tune(data, {}, {}), Error);
  EXPECT_THROW(tune(data, {}, {{"epochs", {}}}), Error);
}

TEST(Api, CertificatesThatNothingCouldProveAreRefused) {
  EXPECT_THROW(find_margin(separable(), {.claim = CertificateKind::optimality}), Error);
  EXPECT_THROW(train(two_clouds(), {.certify = true}), Error);
  const std::vector<double> values = {0, 0, 4, 4, 8, 0};
  const Dataset three(values, 2, {"a", "b", "c"});
  EXPECT_THROW(train(three, {.learn = {.learner = Learner::hinge}, .certify = true}), Error);
}

TEST(Api, RowsInMemoryArePredictedAsTrained) {
  const std::vector<double> values = {0, 0, 1, 0, 4, 4, 5, 4};
  const Dataset data(values, 2, {"near", "near", "far", "far"});
  EXPECT_EQ(data.classes(), (std::vector<std::string>{"far", "near"}));
  const Training run = train(data, {.learn = {.learner = Learner::logistic}});
  const Predictions predictions = predict(run.model, data);
  EXPECT_EQ(predictions.classes, (std::vector<std::string>{"near", "near", "far", "far"}));
  for (const auto& each : predictions.probabilities) EXPECT_NEAR(each[0] + each[1], 1, 1e-12);
  const std::vector<std::uint64_t> rows = {3, 0};
  EXPECT_EQ(predict(run.model, data.select(rows)).classes,
            (std::vector<std::string>{"far", "near"}));
}

TEST(Api, ResumesFromAModel) {
  const Dataset data = two_clouds(1);
  const TrainSettings once{.learn = {.learner = Learner::averaged, .epochs = 1}};
  const Training first = train(data, once);
  const Training second = train(data, once, first.model);
  EXPECT_NE(first.model.weights()[0], second.model.weights()[0]);
}

TEST(Api, CrossValidatesAndTunes) {
  const Dataset data = two_clouds(2);
  const TrainSettings settings{.learn = {.learner = Learner::logistic, .l2 = 1e-2}};
  const Validation validation = cross_validate(data, settings, {.folds = 4});
  ASSERT_EQ(validation.folds.size(), 4U);
  EXPECT_EQ(validation.metrics.rows, data.rows());
  const Tuning tuning = tune(data, settings, {{"l2", {1e-2, 1}}}, {.folds = 4});
  ASSERT_EQ(tuning.points.size(), 2U);
  EXPECT_EQ(tuning.points[0].validation.folds, validation.folds);
  EXPECT_EQ(tuning.points[1].settings.learn.l2->text(), "1");
}

TEST(Api, RefusesWhatItWouldNotUse) {
  const Dataset data = two_clouds();
  EXPECT_EQ(error_of([&] { train(data, {.learn = {.epochs = 0}}); }),
            "epochs: expected a whole number from 1 to 1000000000, found \"0\"");
  EXPECT_EQ(error_of([&] { train(data, {.learn = {.solver = Solver::newton}}); }),
            "solver goes with learner = hinge, squared-hinge, logistic, softmax or crammer-singer");
  EXPECT_EQ(error_of([&] { train(data, {.learn = {.learner = Learner::hinge, .l2 = -1.0}}); }),
            "l2: expected auto or a number from 0 to 1e+300, found \"-1\"");
  EXPECT_EQ(error_of([&] {
              Dataset(std::vector<double>(3), 2, {"a", "b"});
            }),
            "3 values are not whole rows of 2 features");
  EXPECT_EQ(error_of([&] { read("/none.csv"); }),
            "cannot read /none.csv: No such file or directory");
  EXPECT_EQ(error_of([&] { generate(by_name("spiral")); }),
            "expected one of ball, flipped, gaussians, xor, text, found spiral");
  EXPECT_TRUE(error_of([&] {
                tune(data, {}, {{"colour", {"red"}}});
              }).ends_with(", found \"colour\""));
}

TEST(Api, RefusesWhatContradictsItself) {
  const Dataset data = two_clouds();
  const auto refused = [](const auto& work, const std::string& words) {
    EXPECT_NE(error_of(work).find(words), std::string::npos) << error_of(work);
  };
  refused([&] { tune(data, {}, {{"l2", {"1", "3"}}, {"l2", {"2"}}}); }, "l2 is given twice");
  refused([&] { tune(data, {.learn = {.lambda = 3}}, {{"l2", {"1", "3"}}}); }, "lambda goes with");
  refused([&] { cross_validate(data, {}, {.folds = 3, .holdout = 0.5}); }, "two ways");
  refused([&] { cross_validate(data, {}, {.folds = 3, .leave_one_out = true}); }, "two ways");
  refused([&] { generate(GeneratorKind::ball, {.flip = 0.9}); },
          "flip is not a setting of the generator ball");
  refused([&] { search_margin(data, 1.0000001); }, "1.000001");
  refused([&] { train(data, {.threads = 0}); }, "threads: expected 1 to 1024, found 0");
  refused([&] { train(data, {.scale = static_cast<ScalingKind>(77)}); }, "scale: expected one of");
  refused([&] { find_margin(data, {.scale = static_cast<ScalingKind>(77)}); }, "scale");
  refused([&] { train(data, {.learn = {.learner = Learner::max_margin, .initial_offset = 3}}); },
          "initial_offset goes with");
  refused([&] { save(Certificate(), "none"); }, "nothing was proved");
  const Training first = train(data);
  refused([&] { train(data, {.learn = {.offset = false}}, first.model); }, "has an offset");
  refused([&] { train(data, {.learn = {.initial_offset = 1}}, first.model); }, "its own");
  refused([] { [[maybe_unused]] const Learner learner = by_name("zz"); }, "expected one of");
}

TEST(Api, TrainingForTheWidestMarginProvesIt) {
  const Dataset data = generate(GeneratorKind::ball, {.rows = 50});
  const Training run = train(data, {.learn = {.learner = Learner::max_margin}});
  EXPECT_TRUE(verify(run.certificate, data).valid) << verify(run.certificate, data).reason;
}

TEST(Api, PlacesInFilesAreKnown) {
  const std::string path = testing::TempDir() + "api.libsvm";
  std::ofstream(path) << "1 1:2\n-1 1:x\n";
  try {
    read(path);
    FAIL() << "expected an error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_EQ(error.place().line, 2U);
  }
  std::filesystem::remove(path);
}

TEST(Api, NamesReadBack) {
  EXPECT_EQ(name_of(Learner::passive_aggressive), "passive-aggressive");
  EXPECT_EQ(find_named<Learner>("max-margin"), Learner::max_margin);
  EXPECT_FALSE(find_named<Solver>("simplex"));
}

}  // namespace
}  // namespace perceptron
