// train with a loss: what users and scripts can rely on.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "losses.h"

namespace perceptron::core::test {
namespace {

const std::vector<Words> kPenalties = {{},
                                       {"--l2", "0.1"},
                                       {"--l1", "0.01"},
                                       {"--l1", "0.02", "--l2", "0.5"},
                                       {"--no-offset"},
                                       {"--penalise-offset", "--l2", "0.01"}};

Penalties penalties_of(const nlohmann::json& json, const Words& options) {
  return {json["l1"], json["l2"],
          std::find(options.begin(), options.end(), "--penalise-offset") != options.end()};
}

// ---- JSON ----

TEST(LossCommand, ReportsWhatTheContractNames) {
  const Folder folder;
  const auto json = trained(clouds(folder), {"--learner", "logistic"});
  for (const char* field :
       {"rows", "features", "learner", "epochs", "converged", "accuracy", "models", "objective",
        "objective_bound", "gap", "solver", "passes", "zeros", "l1", "l2"})
    EXPECT_TRUE(json.contains(field)) << field;
  EXPECT_EQ(json["learner"], "logistic");
  EXPECT_EQ(json["l1"], 0);
  EXPECT_EQ(json["l2"], 1e-4) << "the default";
  EXPECT_FALSE(json.contains("held_out_accuracy"));
}

TEST(LossCommand, PerceptronHasNoObjectiveWithoutAPenalty) {
  const Folder folder;
  const auto json = trained(clouds(folder), {"--learner", "averaged"});
  for (const char* field : {"objective", "gap", "solver", "l1", "l2"})
    EXPECT_FALSE(json.contains(field)) << field;
}

TEST(LossCommand, ObjectiveIsTheOneOfItsWeights) {
  const Folder folder;
  const std::string file = clouds(folder);
  const Dataset data = read_dataset(file, {});
  for (const std::string& loss : kLossNames) {
    for (const Words& options : kPenalties) {
      SCOPED_TRACE(loss + " " + testing::PrintToString(options));
      const auto json = trained(file, Words{"--learner", loss} + options);
      const double objective =
          objective_of(data, plane_of(json), loss, penalties_of(json, options));
      EXPECT_NEAR(json["objective"], objective, 1e-12 * objective);
      EXPECT_LE(json["objective_bound"], json["objective"]);
    }
  }
}

TEST(LossCommand, PerceptronWithAPenaltyHasTheObjectiveOfItsWeights) {
  const Folder folder;
  const std::string file = clouds(folder);
  const Dataset data = read_dataset(file, {});
  for (const Words& options : std::vector<Words>{{"--learner", "perceptron", "--l2", "0.01"},
                                                 {"--learner", "perceptron", "--l1", "0.01"},
                                                 {"--learner", "averaged", "--l2", "1"}}) {
    SCOPED_TRACE(testing::PrintToString(options));
    const auto json = trained(file, options);
    const double objective =
        objective_of(data, plane_of(json), "perceptron", penalties_of(json, options));
    EXPECT_NEAR(json["objective"], objective, 1e-12 * objective);
    EXPECT_EQ(json["solver"], "online");
  }
}

TEST(LossCommand, GapIsThatOfObjectiveAndBound) {
  const Folder folder;
  const auto json = trained(clouds(folder), {"--learner", "hinge", "--solver", "online"});
  const double objective = json["objective"];
  const double bound = json["objective_bound"];
  EXPECT_EQ(json["gap"], (objective - bound) / objective);
}

TEST(LossCommand, ConvergesToTheToleranceAskedFor) {
  const Folder folder;
  const std::string file = clouds(folder);
  for (const std::string& loss : kLossNames) {
    for (const char* tolerance : {"0.1", "1e-3", "1e-7"}) {
      SCOPED_TRACE(loss + " " + tolerance);
      const auto json =
          trained(file, {"--learner", loss, "--l2", "0.01", "--tolerance", tolerance});
      EXPECT_EQ(json["converged"], true);
      EXPECT_LE(json["gap"], std::stod(tolerance));
    }
  }
}

// Two solvers that agree within their proofs found the same least.
TEST(LossCommand, LeastDoesNotDependOnTheSolver) {
  const Folder folder;
  const std::string file = clouds(folder);
  for (const std::string& loss : kLossNames) {
    double lowest = INFINITY;
    double highest_bound = 0;
    for (const std::string& solver : kSolvers) {
      const auto json = trained(file, {"--learner", loss, "--solver", solver, "--l2", "0.1"});
      lowest = std::min<double>(lowest, json["objective"]);
      highest_bound = std::max<double>(highest_bound, json["objective_bound"]);
    }
    EXPECT_LE(highest_bound, lowest) << loss;
    EXPECT_GE(highest_bound, (1 - 1e-3) * lowest) << loss;
  }
}

TEST(LossCommand, HasAtTheLeastNoSlopeForAnyWeight) {
  const Folder folder;
  const std::string file = clouds(folder);
  const Dataset data = read_dataset(file, {});
  const auto json = trained(file, {"--learner", "logistic", "--l2", "0.1", "--tolerance", "1e-12"});
  const WeightsAndOffset best = plane_of(json);
  const double least = objective_of(data, best, "logistic", {0, 0.1, false});
  for (std::size_t j = 0; j <= best.weights.size(); ++j) {
    for (const double step : {-1e-3, 1e-3}) {
      WeightsAndOffset other = best;
      (j < best.weights.size() ? other.weights[j] : other.offset) += step;
      EXPECT_GT(objective_of(data, other, "logistic", {0, 0.1, false}), least) << j;
    }
  }
}

TEST(LossCommand, L1MakesWeightsZeroAndCountsThem) {
  const Folder folder;
  const std::string file = clouds(folder);
  for (const std::string loss : {"squared-hinge", "logistic"}) {
    const auto json = trained(file, {"--learner", loss, "--l1", "0.2", "--l2", "0"});
    const auto weights = plane_of(json).weights;
    EXPECT_EQ(json["zeros"], std::count(weights.begin(), weights.end(), 0.0));
    EXPECT_GT(json["zeros"], 0) << loss;
    EXPECT_LT(json["zeros"], 3) << loss;
    EXPECT_EQ(json["converged"], true);
  }
}

TEST(LossCommand, IsTheSameWithAnyNumberOfThreads) {
  const Folder folder;
  const std::string file = clouds(folder);
  for (const std::string& loss : kLossNames) {
    auto one = trained(file, {"--learner", loss, "--threads", "1"});
    auto four = trained(file, {"--learner", loss, "--threads", "4"});
    one.erase("seconds");
    four.erase("seconds");
    EXPECT_EQ(one, four);
  }
}

// ---- Every learner with every solver ----

// Whether a solver can find the least of a loss with these penalties.
bool suits(const std::string& solver, const std::string& loss, bool l1, bool l2) {
  if (solver == "dual") return l2;
  if (solver == "newton" && loss == "hinge") return l2 && !l1;
  return true;
}

TEST(LossCommand, EveryLearnerWithEverySolverEndsWithAResultOrWrongUsage) {
  const Folder folder;
  const std::string data = clouds(folder, "40");
  for (const std::string learner : {"perceptron", "averaged", "pocket", "passive-aggressive",
                                    "margin", "max-margin", "hinge", "squared-hinge", "logistic"}) {
    const bool loss = std::find(kLossNames.begin(), kLossNames.end(), learner) != kLossNames.end();
    for (const std::string& solver : kSolvers) {
      for (const bool l1 : {false, true}) {
        for (const bool l2 : {false, true}) {
          SCOPED_TRACE(fmt::format("{} {} L1 {} L2 {}", learner, solver, l1, l2));
          const Outcome outcome =
              run_program({"train", data, "--learner", learner, "--solver", solver, "--l1",
                           l1 ? "0.1" : "0", "--l2", l2 ? "0.1" : "0", "--json"});
          if (!loss || !suits(solver, learner, l1, l2)) {
            expect_error(outcome, 2, {"--solver"});
            continue;
          }
          EXPECT_EQ(outcome.status, 0) << outcome.err;
          EXPECT_TRUE(outcome.json()["objective"].is_number());
          EXPECT_EQ(contains(outcome.err, "not converged"), outcome.json()["converged"] == false);
        }
      }
    }
  }
}

TEST(LossCommand, RefusesOptionsThatDoNotMatter) {
  const Folder folder;
  const std::string data = clouds(folder, "40");
  for (const Words& options : std::vector<Words>{
           {"--solver", "dual"},
           {"--tolerance", "0.1"},
           {"--certificate", folder.path("proof")},
           {"--penalise-offset"},
           {"--rate", "0.1"},
           {"--schedule", "sqrt"},
           {"--average"},
           {"--no-average"},
           {"--variant", "PA"},
           {"--aggressiveness", "2"},
           {"--learner", "hinge", "--rate", "0.1"},
           {"--learner", "hinge", "--solver", "dual", "--rate", "0.1"},
           {"--learner", "hinge", "--solver", "online", "--schedule", "sqrt"},
           {"--learner", "hinge", "--solver", "batch", "--average"},
           {"--learner", "hinge", "--variant", "PA"},
           {"--learner", "hinge", "--lambda", "2"},
           {"--learner", "hinge", "--gap", "0.1"},
           {"--learner", "passive-aggressive", "--tolerance", "0.1"},
           {"--learner", "passive-aggressive", "--variant", "PA", "--aggressiveness", "2"}}) {
    SCOPED_TRACE(testing::PrintToString(options));
    expect_error(run_program(Words{"train", data} + options), 2, {"goes with"});
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path("proof")));
}

TEST(LossCommand, RefusesWhatALearnerCannotDo) {
  const Folder folder;
  const std::string data = clouds(folder, "40");
  for (const Words& options : std::vector<Words>{{"--learner", "pocket", "--l2", "1"},
                                                 {"--learner", "pocket", "--l1", "1"},
                                                 {"--learner", "passive-aggressive", "--l2", "1"},
                                                 {"--learner", "averaged", "--l1", "1"},
                                                 {"--learner", "margin", "--l2", "1"},
                                                 {"--learner", "max-margin", "--l1", "1"},
                                                 {"--learner", "max-margin", "--early-stop", "0.5"},
                                                 {"--learner", "margin", "--class-weight", "1=2"}})
    expect_error(run_program(Words{"train", data} + options), 2,
                 {"the learner " + options[1] + " takes no --"});
  expect_error(run_program({"train", data, "--learner", "hinge", "--early-stop", "0.5",
                            "--certificate", folder.path("proof")}),
               2, {"--certificate", "--early-stop"});
}

TEST(LossCommand, RefusesInitialWeightsOfAnotherLength) {
  const Folder folder;
  const std::string data = clouds(folder, "40");
  for (const Words& options : std::vector<Words>{{"--learner", "hinge"},
                                                 {"--learner", "logistic", "--solver", "batch"},
                                                 {"--learner", "logistic", "--solver", "online"},
                                                 {"--l2", "0.1"},
                                                 {}})
    expect_error(run_program(Words{"train", data, "--initial-weights", "1,2"} + options), 2,
                 {"--initial-weights has 2 numbers, the data has 3 features"});
}

TEST(LossCommand, RefusesNumbersOutOfRange) {
  const Folder folder;
  const std::string data = clouds(folder, "40");
  for (const Words& options : std::vector<Words>{{"--l1", "-1"},
                                                 {"--l1", "nan"},
                                                 {"--l2", "-1"},
                                                 {"--l2", "nan"},
                                                 {"--l2", "much"},
                                                 {"--l2", "inf"},
                                                 {"--tolerance", "-0.1"},
                                                 {"--tolerance", "2"},
                                                 {"--early-stop", "1"},
                                                 {"--early-stop", "-1"},
                                                 {"--solver", "simplex"}})
    expect_error(run_program(Words{"train", data, "--learner", "hinge"} + options), 2,
                 {options[0], "\"" + options[1] + "\""});
}

// ---- The summary ----

TEST(LossCommand, SaysHowNearTheOptimumIs) {
  const Folder folder;
  const Outcome outcome = run_program({"train", clouds(folder), "--learner", "logistic"});
  for (const char* words :
       {"learner logistic, solver newton: converged after", "objective", "the optimum is at least"})
    EXPECT_TRUE(contains(outcome.out, words)) << words << " in " << outcome.out;
  EXPECT_FALSE(contains(outcome.err, "learner")) << outcome.err;
}

// Features of very different sizes, and one pass.
TEST(LossCommand, ThatEndsTooEarlySaysByHowMuchAndWhatToTry) {
  std::string text = "x,y,z,class\n";
  for (int i = 0; i < 60; ++i) {
    const double t = i * 0.7;
    text += fmt::format("{},{},{},{}\n", 1e4 * std::sin(t), 1e-3 * std::cos(3 * t), t,
                        std::sin(t) + std::cos(3 * t) > 0 ? "a" : "b");
  }
  const Folder folder;
  const std::string data = folder.file("wild.csv", text);
  for (const std::string& loss : kLossNames) {
    for (const std::string solver : {"online", "batch", "dual", "auto"}) {
      SCOPED_TRACE(loss + " " + solver);
      const Words words = {"train", data, "--learner", loss, "--solver", solver, "--epochs", "1"};
      const Outcome outcome = run_program(words);
      EXPECT_EQ(outcome.status, 0) << outcome.err;
      const auto at = outcome.out.find("  The duality gap is ");
      ASSERT_NE(at, std::string::npos) << outcome.out;
      const std::string advice = outcome.out.substr(at, outcome.out.find('\n', at) - at);
      for (const char* word : {", the tolerance 0.001; what may help: ", "--scale standard",
                               "--epochs 10", "--l2 0.001"})
        EXPECT_TRUE(contains(advice, word)) << word << " in " << advice;
      EXPECT_EQ(contains(advice, "--solver auto"), solver != "auto");
      const auto json = run_json(words);
      EXPECT_EQ(json["converged"], false);
      EXPECT_GT(json["gap"], 1e-3);
    }
  }
}

TEST(LossCommand, DoesNotAdviseWhatWasDone) {
  const Folder folder;
  const Outcome outcome = run_program({"train", clouds(folder), "--learner", "hinge", "--epochs",
                                       "1", "--scale", "standard", "--tolerance", "1e-9"});
  EXPECT_TRUE(contains(outcome.out, "what may help: ")) << outcome.out;
  EXPECT_FALSE(contains(outcome.out, "what may help: --scale")) << outcome.out;
}

// The share that is shown is of the optimum, not of the objective.
TEST(LossCommand, FarFromTheOptimumSaysHowManyTimesIt) {
  const Folder folder;
  const Words words = {"train", clouds(folder), "--learner", "hinge", "--solver",
                       "dual",  "--epochs",     "1",         "--l2",  "1e-3"};
  const auto json = run_json(words);
  const double objective = json["objective"];
  const double bound = json["objective_bound"];
  ASSERT_GT(bound, 0);
  const std::string said = run_program(words).out;
  const std::string before = objective > 2 * bound ? "this may be up to " : "this is at most ";
  const auto at = said.find(before);
  ASSERT_NE(at, std::string::npos) << said;
  const double share = std::stod(said.substr(at + before.size()));
  if (objective > 2 * bound) {
    EXPECT_TRUE(contains(said, " times too high")) << said;
    EXPECT_GE(share, objective / bound);
  } else {
    EXPECT_TRUE(contains(said, " % above it")) << said;
    EXPECT_GE(share, 100 * (objective - bound) / bound);
  }
}

TEST(LossCommand, WithoutPenaltiesClaimsNoProof) {
  const Folder folder;
  const std::string data = clouds(folder);
  for (const std::string& loss : kLossNames) {
    const Outcome outcome = run_program({"train", data, "--learner", loss, "--l2", "0"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_TRUE(contains(outcome.out, "nothing is proved")) << outcome.out;
    EXPECT_EQ(trained(data, {"--learner", loss, "--l2", "0"})["objective_bound"], 0);
  }
}

// Found: it ended at 3e-323, of which nothing was proved.
TEST(LossCommand, AnObjectiveOfZeroIsTheOptimum) {
  const Folder folder;
  const std::string data = folder.path("apart.csv");
  const std::string proof = folder.path("proof.json");
  write_text(data, "x,y,label\n1,2,a\n2,3,a\n-1,-2,b\n-3,-1,b\n");
  const Words words = {"--learner", "hinge", "--solver", "batch", "--rate", "0.01", "--l2", "0"};
  const auto json = trained(data, words + Words{"--certificate", proof});
  EXPECT_TRUE(json["converged"].get<bool>());
  EXPECT_EQ(json["objective"], 0);
  EXPECT_EQ(json["objective_bound"], 0);
  EXPECT_EQ(json["gap"], 0);
  EXPECT_EQ(run_program({"verify", proof, data}).status, 0);
  const Outcome outcome = run_program(Words{"train", data} + words);
  EXPECT_TRUE(contains(outcome.out, "the optimum is 0")) << outcome.out;
}

}  // namespace
}  // namespace perceptron::core::test
