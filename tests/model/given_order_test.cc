// Training visits the rows in a given order.

#include <algorithm>

#include "base/random.h"
#include "evaluate/cross_validation.h"
#include "model/conflicts.h"
#include "model/train.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

std::string random_rows(Random& random, int count, bool weights) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < 3; ++j) text += std::to_string(random.below(11)) + ",";
    if (weights) text += std::to_string(random.below(3)) + ",";
    text += i < 2 ? "ab"[i] : "ab"[random.below(2)];
    text += '\n';
  }
  return text;
}

TEST(GivenOrder, IsTheOrderOfAFileWithItsRowsSoArranged) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    ReadSettings reading;
    const bool weights = seed % 2 == 0;
    if (weights) reading.weight = ColumnChoice::number(4);
    const Dataset data = read_string(random_rows(random, 40, weights), reading);
    TrainOptions options;
    options.learn.epochs = 5;
    options.learn.given_order.resize(data.rows());
    std::iota(options.learn.given_order.begin(), options.learn.given_order.end(), 0U);
    shuffle(options.learn.given_order, random);
    for (const Learner learner :
         {Learner::perceptron, Learner::averaged, Learner::pocket, Learner::passive_aggressive}) {
      options.learn.learner = learner;
      Listener silent;
      Dataset arranged = data.select(options.learn.given_order);
      TrainOptions by_file = options;
      by_file.learn.given_order.clear();
      by_file.learn.order = VisitOrder::file;
      options.learn.order = VisitOrder::given;
      Dataset as_it_is = data;
      const Training given = train(as_it_is, options, silent);
      const Training file = train(arranged, by_file, silent);
      EXPECT_EQ(given.model.planes[0].weights, file.model.planes[0].weights) << name_of(learner);
      EXPECT_EQ(given.model.planes[0].offset, file.model.planes[0].offset);
      EXPECT_EQ(given.planes[0].fit.mistakes, file.planes[0].fit.mistakes);
    }
  }
}

std::string refusal(LearnSettings settings) {
  settings.order = VisitOrder::given;
  Dataset data = read_string("1,a\n2,b\n3,a\n");
  TrainOptions options;
  options.learn = std::move(settings);
  Listener silent;
  try {
    train(data, options, silent);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return in_options(error.message());
  }
  return "";
}

TEST(GivenOrder, HasEveryRowOnce) {
  LearnSettings settings;
  EXPECT_NE(refusal(settings).find("each of 3 rows once, found 0"), std::string::npos);
  settings.given_order = {0, 2};
  EXPECT_NE(refusal(settings).find("each of 3 rows once, found 2"), std::string::npos);
  settings.given_order = {0, 1, 3};
  EXPECT_NE(refusal(settings).find("0 to 2, found 3"), std::string::npos);
  settings.given_order = {0, 1, 1};
  EXPECT_NE(refusal(settings).find("found 1 again"), std::string::npos);
  settings.given_order = {2, 1, 0};
  EXPECT_EQ(refusal(settings), "");
}

TEST(GivenOrder, IsRefusedWhereNoOrderIsFollowed) {
  LearnSettings settings;
  settings.given_order = {2, 1, 0};
  for (const Learner learner :
       {Learner::hinge, Learner::logistic, Learner::softmax, Learner::margin}) {
    settings.learner = learner;
    EXPECT_NE(refusal(settings).find("visit the rows one by one: perceptron, averaged"),
              std::string::npos)
        << name_of(learner) << refusal(settings);
  }
  settings.learner = Learner::perceptron;
  settings.l2 = 0.1;
  EXPECT_NE(refusal(settings).find("without --l1 and --l2"), std::string::npos);
  settings.l2.reset();
  settings.order = VisitOrder::given;
  TrainingDemands demands;
  demands.streams = true;
  EXPECT_TRUE(find_conflict(settings, demands));
  demands.streams = false;
  demands.folds = true;
  EXPECT_TRUE(find_conflict(settings, demands));
}

// ---- The command line ----

TEST(GivenOrderCommand, FollowsTheFileAndSaysSo) {
  const Folder folder;
  const std::string data = folder.file("data.csv", "x,y,c\n1,2,a\n3,1,b\n2,2,a\n5,1,b\n");
  const std::string arranged = folder.file("arranged.csv", "x,y,c\n5,1,b\n1,2,a\n2,2,a\n3,1,b\n");
  const std::string order = folder.file("order.txt", "4\n1\n3\n2\n");
  const Words train = {"train", "--learner", "averaged", "--epochs", "3", "--json"};
  const Outcome given =
      run_program(train + Words{data, "--order", order, "-o", folder.path("a.model")});
  const Outcome file = run_program(train + Words{arranged, "--order", "file"});
  ASSERT_EQ(given.status, 0) << given.err;
  EXPECT_EQ(given.json()["models"][0]["weights"], file.json()["models"][0]["weights"]);
  EXPECT_EQ(given.json()["models"][0]["offset"], file.json()["models"][0]["offset"]);
  EXPECT_NE(read_text(folder.path("a.model")).find("\\\"order\\\":\\\"given\\\""),
            std::string::npos);
  const Outcome record =
      run_program(train + Words{data, "--order", order, "--record", folder.path("record.json")});
  ASSERT_EQ(record.status, 0) << record.err;
  const auto json = nlohmann::json::parse(read_text(folder.path("record.json")));
  EXPECT_EQ(json["settings"]["order"], "given") << json.dump(1);
}

TEST(GivenOrderCommand, RefusesWhatHasNoUseForIt) {
  const Folder folder;
  const std::string data = folder.file("data.csv", "x,c\n1,a\n3,b\n2,a\n5,b\n");
  const std::string order = folder.file("order.txt", "4\n1\n3\n2\n");
  const auto refused = [&](const Words& command, const char* why) {
    const Outcome outcome = run_program(command + Words{data, "--order", order});
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_NE(outcome.err.find(why), std::string::npos) << outcome.err;
  };
  refused({"train", "--learner", "logistic"}, "--order FILE is for learners");
  refused({"train", "--memory", "100M"}, "--order FILE needs all rows in memory");
  refused({"validate"}, "only train takes a file of row numbers");
  refused({"tune", "--grid", "epochs=1,2"}, "only train takes a file of row numbers");
  const Outcome unwritten = run_program({"train", data, "--order", folder.path("none")});
  EXPECT_EQ(unwritten.status, 4) << unwritten.err;
}

}  // namespace
}  // namespace perceptron::core::test
