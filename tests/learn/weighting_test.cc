// How much rows and classes count: --class-weight and --weight of train.

#include <fmt/format.h>

#include <algorithm>

#include "losses.h"

namespace perceptron::core::test {
namespace {

// 30 rows of class no, 10 of class yes.
std::string uneven(const Folder& folder) {
  std::string text = "x,z,w,class\n";
  for (int i = 0; i < 40; ++i) {
    const bool yes = i % 4 == 0;
    text += std::to_string(i % 7 + (yes ? 2 : 0)) + "," + std::to_string(i * i % 5) + "," +
            std::to_string(i % 3) + (yes ? ",yes\n" : ",no\n");
  }
  return folder.file("uneven.csv", text);
}

const Words kColumns = {"--columns", "x,z"};

const std::vector<Words> kWeightedLearners = {{"--learner", "perceptron", "--epochs", "5"},
                                              {"--learner", "averaged", "--epochs", "5"},
                                              {"--learner", "pocket", "--epochs", "5"},
                                              {"--learner", "passive-aggressive", "--epochs", "5"},
                                              {"--learner", "hinge"},
                                              {"--learner", "hinge", "--solver", "online"},
                                              {"--learner", "squared-hinge"},
                                              {"--learner", "logistic", "--solver", "batch"},
                                              {"--learner", "logistic"}};

TEST(ClassWeight, BalancedIsTotalOverTwiceTheClass) {
  const Folder folder;
  const std::string data = uneven(folder);
  for (const Words& learner : kWeightedLearners) {
    SCOPED_TRACE(testing::PrintToString(learner));
    // 40/(2·30) and 40/(2·10)
    const auto balanced = trained(data, learner + kColumns + Words{"--class-weight", "balanced"});
    const auto stated =
        trained(data, learner + kColumns + Words{"--class-weight", "no=0.6666666666666666,yes=2"});
    EXPECT_EQ(balanced["models"], stated["models"]);
  }
}

TEST(ClassWeight, BalancedCountsTheWeightsOfRows) {
  const Folder folder;
  const std::string data = uneven(folder);
  double no = 0;
  double yes = 0;
  for (int i = 0; i < 40; ++i) (i % 4 == 0 ? yes : no) += i % 3;
  const Words words = {"--learner", "logistic", "--weight", "w", "--columns", "x,z"};
  const auto balanced = trained(data, words + Words{"--class-weight", "balanced"});
  const auto stated = trained(
      data, words + Words{"--class-weight", fmt::format("no={},yes={}", (no + yes) / (2 * no),
                                                        (no + yes) / (2 * yes))});
  EXPECT_EQ(balanced["models"], stated["models"]);
}

TEST(ClassWeight, OfOneChangesNothing) {
  const Folder folder;
  const std::string data = uneven(folder);
  for (const Words& learner : kWeightedLearners) {
    EXPECT_EQ(trained(data, learner)["models"],
              trained(data, learner + Words{"--class-weight", "yes=1,no=1"})["models"]);
  }
}

TEST(ClassWeight, IsPartOfTheObjective) {
  const Folder folder;
  const std::string file = uneven(folder);
  Reading reading;
  reading.options.weight = "w";
  const Dataset data = read_dataset(file, reading);
  for (const std::string& loss : kLossNames) {
    const auto json = trained(
        file, {"--learner", loss, "--l2", "0.1", "--weight", "w", "--class-weight", "yes=5"});
    const double objective = objective_of(data, plane_of(json), loss, {0, 0.1, false}, {1, 5});
    EXPECT_NEAR(json["objective"], objective, 1e-12 * objective);
  }
}

TEST(ClassWeight, MovesThePlaneTowardsTheOtherClass) {
  const Folder folder;
  const std::string data = uneven(folder);
  for (const std::string& loss : kLossNames) {
    const std::string model = folder.path("m");
    const auto recall = [&](const std::string& weight) {
      EXPECT_EQ(run_program({"train", data, "--learner", loss, "--columns", "x,z", "--class-weight",
                             "yes=" + weight, "-o", model})
                    .status,
                0);
      return run_json({"evaluate", model, data})["per_class"]["yes"]["recall"].get<double>();
    };
    EXPECT_GT(recall("100"), recall("0.01")) << loss;
  }
}

// The pocket keeps the weights of fewest errors, of which each counts as its class.
TEST(ClassWeight, CountsInThePocket) {
  const Folder folder;
  const std::string data = folder.file("one.csv", "1,no\n1,no\n1,no\n1,yes\n-1,no\n-1,no\n2,yes\n");
  const auto at_one = [](const nlohmann::json& json) {
    return plane_of(json).weights[0] + plane_of(json).offset;
  };
  const Words words = {"--learner", "pocket", "--epochs", "200"};
  EXPECT_LT(at_one(trained(data, words)), 0);
  EXPECT_GT(at_one(trained(data, words + Words{"--class-weight", "yes=10"})), 0);
}

TEST(ClassWeight, NamesTheClassThatIsNotThere) {
  const Folder folder;
  expect_error(run_program({"train", uneven(folder), "--class-weight", "maybe=2"}), 2,
               {"no class \"maybe\"", "\"no\", \"yes\""});
}

TEST(ClassWeight, RefusesWhatIsNoWeight) {
  const Folder folder;
  const std::string data = uneven(folder);
  for (const std::string weight : {"yes=0", "yes=-1", "yes=nan", "yes=inf", "yes=2x", "yes=", "yes",
                                   "yes=1e999", "balanced,yes=2", ""})
    expect_error(run_program({"train", data, "--class-weight", weight}), 2,
                 {"--class-weight", "balanced or NAME=W"});
}

TEST(ClassWeight, NamesAClassOnce) {
  const Folder folder;
  expect_error(run_program({"train", uneven(folder), "--class-weight", "yes=2,yes=3"}), 2,
               {"--class-weight", "twice"});
}

// PA's step ends at margin 1 whatever the weight, which is for C.
TEST(ClassWeight, OfPassiveAggressiveIsForItsC) {
  const Folder folder;
  const std::string data = folder.file("a.csv", "1,b\n-1,a\n");
  const Words words = {"--learner", "passive-aggressive", "--no-offset", "--order", "file"};
  const auto once = words + Words{"--epochs", "1", "--aggressiveness", "0.25"};
  EXPECT_EQ(plane_of(trained(data, once)).weights[0], 0.5);
  EXPECT_EQ(plane_of(trained(data, once + Words{"--class-weight", "a=2,b=2"})).weights[0], 1);
  EXPECT_EQ(plane_of(trained(data, once + Words{"--class-weight", "a=1e6"})).weights[0], 1);
  expect_error(
      run_program(Words{"train", data, "--variant", "PA", "--class-weight", "a=2"} + words), 2,
      {"PA-I"});
}

TEST(ClassWeight, TakesNamesWithEqualsSigns) {
  const Folder folder;
  const std::string data = folder.file("a.csv", "1,a=1\n2,a=1\n5,b\n3,b\n");
  EXPECT_EQ(run_program({"train", data, "--header", "no", "--class-weight", "a=1=3"}).status, 0);
}

// A row of weight 2 is two rows.
TEST(RowWeight, IsTheSameAsRepeatedRowsForALoss) {
  const Folder folder;
  const std::string weighted =
      folder.file("a.csv", "x,z,w,class\n1,2,1,a\n2,3,3,a\n6,5,2,b\n1,1,1,b\n4,7,0,a\n");
  const std::string repeated =
      folder.file("b.csv", "x,z,class\n1,2,a\n2,3,a\n2,3,a\n2,3,a\n6,5,b\n6,5,b\n1,1,b\n");
  for (const std::string& loss : kLossNames) {
    const Words words = {"--learner", loss, "--l2", "0.1", "--tolerance", "1e-10"};
    const auto a = trained(weighted, words + Words{"--weight", "w"});
    const auto b = trained(repeated, words);
    EXPECT_NEAR(a["objective"], b["objective"], 1e-9) << loss;
    expect_near(plane_of(a), plane_of(b), 1e-4);
  }
}

TEST(RowWeight, OfZeroTakesARowOutOfTraining) {
  const Folder folder;
  const std::string with = folder.file("a.csv", "x,w,class\n1,1,a\n-5,0,b\n2,1,b\n4,1,b\n9,0,a\n");
  const std::string without = folder.file("b.csv", "x,class\n1,a\n2,b\n4,b\n");
  for (const Words& learner : kWeightedLearners) {
    SCOPED_TRACE(testing::PrintToString(learner));
    const auto a = trained(with, learner + Words{"--weight", "w", "--order", "file"});
    const auto b = trained(without, learner + Words{"--order", "file"});
    expect_near(plane_of(a), plane_of(b), 1e-9);
  }
}

TEST(RowWeight, IsNotZeroForAWholeClass) {
  const Folder folder;
  const std::string data = folder.file("a.csv", "x,w,class\n1,0,a\n2,1,b\n3,1,b\n");
  for (const Words& learner : kWeightedLearners) {
    for (const Words& balanced : std::vector<Words>{{}, {"--class-weight", "balanced"}})
      expect_error(run_program(Words{"train", data, "--weight", "w"} + learner + balanced), 3,
                   {"class \"a\"", "weight above 0"});
  }
}

TEST(RowWeight, OfAllRowsTogetherDoesNotMatterToALoss) {
  const Folder folder;
  const std::string one = folder.file("a.csv", "x,w,class\n1,1,a\n2,2,b\n4,1,b\n3,1,a\n");
  const std::string ten = folder.file("b.csv", "x,w,class\n1,10,a\n2,20,b\n4,10,b\n3,10,a\n");
  for (const std::string& loss : kLossNames) {
    const Words words = {"--learner", loss, "--weight", "w", "--l2", "0.1", "--tolerance", "1e-10"};
    EXPECT_NEAR(trained(one, words)["objective"], trained(ten, words)["objective"], 1e-9);
  }
}

TEST(RowWeight, IsRefusedByTheMarginLearners) {
  const Folder folder;
  const std::string data = folder.file("a.csv", "x,w,class\n1,1,a\n2,2,b\n4,1,b\n");
  for (const char* learner : {"margin", "max-margin"})
    expect_error(run_program({"train", data, "--weight", "w", "--learner", learner}), 2,
                 {"takes no --weight"});
}

}  // namespace
}  // namespace perceptron::core::test
