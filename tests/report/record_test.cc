// What a record of a run holds, and that it is read as it was written.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "records.h"

namespace perceptron::core::test {
namespace {

TEST(Record, EveryCommandKeepsOne) {
  const Folder folder;
  const std::string data = folder.file("square.csv", kSquare);
  const std::string model = folder.path("square.model");
  const std::string proof = folder.path("proof.json");
  const std::vector<std::pair<std::string, Words>> runs = {
      {"train", {data, "-o", model}},
      {"predict", {model, data}},
      {"evaluate", {model, data}},
      {"validate", {data, "--folds", "2"}},
      {"tune", {data, "--grid", "epochs=1,2", "--folds", "2"}},
      {"margin", {data, "-o", proof}},
      {"verify", {proof, data}},
      {"inspect", {model}},
      {"inspect", {data}},
      {"inspect", {proof}},
      {"generate", {"ball", "-o", folder.path("ball.csv")}},
      {"convert", {data, "-o", folder.path("square.cache")}},
      {"demo", {}},
  };
  for (const auto& [command, words] : runs) {
    SCOPED_TRACE(command);
    const Json record = record_of(folder, Words{command} + words);
    EXPECT_EQ(record.at("record"), 1);
    EXPECT_EQ(record.at("command"), command);
    EXPECT_EQ(record.at("exit"), 0);
    EXPECT_TRUE(record.at("program").get<std::string>().starts_with("perceptron "));
    EXPECT_TRUE(record.at("repeat").get<std::string>().starts_with("perceptron " + command));
    EXPECT_TRUE(record.at("result").is_object());
    EXPECT_GE(record.at("seconds").get<double>(), 0);
    // What is read is what was written.
    EXPECT_EQ(json_text(to_json(typed(record))), json_text(record));
    // And a page can be made of any.
    const std::string page = folder.path("page.html");
    const Outcome made = run_program({"report", folder.path("record.json"), "-o", page});
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_TRUE(read_text(page).starts_with("<!doctype html>"));
  }
}

// Fields that only some runs have survive the way to types and back, in their order.
TEST(Record, IsReadAsItWasWritten) {
  const Folder folder;
  const std::string flipped = generated(folder, {"flipped", "--rows", "80"}, "flipped.csv");
  const std::string ball = generated(folder, {"ball", "--rows", "80"}, "ball.csv");
  const std::string clouds =
      generated(folder, {"gaussians", "--rows", "90", "--classes", "3"}, "clouds.csv");
  const std::string model = folder.path("ball.model");
  const std::string of_three = folder.path("clouds.model");
  const std::string proof = folder.path("proof.json");
  const std::string cache = folder.path("ball.cache");
  ASSERT_EQ(run_program({"train", ball, "-o", model, "-q"}).status, 0);
  ASSERT_EQ(run_program({"train", clouds, "--calibrate", "sigmoid", "-o", of_three, "-q"}).status,
            0);
  ASSERT_EQ(
      run_program({"train", flipped, "--learner", "logistic", "--certificate", proof, "-q"}).status,
      0);
  ASSERT_EQ(run_program({"convert", ball, "-o", cache, "-q"}).status, 0);
  const std::vector<Words> runs = {
      {"train", ball, "--no-offset", "--learner", "margin"},
      {"train", flipped, "--learner", "logistic", "--calibrate", "sigmoid"},
      {"train", flipped, "--learner", "averaged", "--early-stop", "0.2"},
      {"train", flipped, "--memory", "1G"},
      {"train", clouds, "--learner", "hinge"},
      {"train", clouds, "--multiclass", "joint"},
      {"margin", ball, "--sweep", "1.5:3:0.5"},
      {"margin", ball, "--lambda", "2", "--points"},
      {"margin", ball, "--model", model},
      {"validate", flipped, "--against", "learner=pocket", "--learning-curve", "2"},
      {"validate", clouds, "--folds", "3", "--repeats", "2", "--stratify"},
      {"validate", "--generator", "ball", "--repeats", "2"},
      {"tune", flipped, "--grid", "learner=perceptron,logistic", "--grid", "l2=0.1,1", "--outer",
       "2"},
      {"tune", ball, "--test", flipped, "--grid", "epochs=1,2"},
      {"inspect", of_three},
      {"inspect", cache},
      {"inspect", proof},
      {"verify", proof, flipped},
      {"generate", "gaussians", "-o", folder.path("other.csv")},
  };
  for (const Words& words : runs) {
    SCOPED_TRACE(fmt::format("{}", fmt::join(words, " ")));
    const Json record = record_of(folder, words);
    EXPECT_EQ(json_text(to_json(typed(record))), json_text(record));
  }
}

TEST(Record, SaysWhereItIsDamaged) {
  const Folder folder;
  Json record = record_of(folder, {"train", folder.file("square.csv", kSquare)});
  record["result"]["models"][0]["updates"] = -1;
  try {
    typed(record);
    FAIL() << "a number of updates below 0 was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(in_options(error.message()),
              "record.json: this record is damaged: result.models[0].updates: expected a whole "
              "number; make it again with --record FILE");
  }
}

TEST(Record, WithAnUnknownNameSaysWhichThereAre) {
  const Folder folder;
  Json record = record_of(folder, {"train", folder.file("square.csv", kSquare)});
  record["result"]["multiclass"] = "all-at-once";
  try {
    typed(record);
    FAIL() << "an unknown scheme was accepted";
  } catch (const Error& error) {
    EXPECT_NE(in_options(error.message())
                  .find("result.multiclass: expected one of one-vs-rest|one-vs-one|joint"),
              std::string::npos)
        << in_options(error.message());
  }
}

// Of a command that this program does not know, a page says that it ran.
TEST(Record, OfAnUnknownCommandIsKeptAsItIs) {
  const Folder folder;
  Json record = record_of(
      folder, {"convert", folder.file("square.csv", kSquare), "-o", folder.path("square.cache")});
  record["command"] = "reshape";
  record["result"] = {{"anything", {1, 2, 3}}};
  EXPECT_EQ(json_text(to_json(typed(record))), json_text(record));
  EXPECT_EQ(verdict(record), "The command reshape ended with status 0.");
  EXPECT_NE(report_html({typed(record)}).find("reshape · square.csv"), std::string::npos);
}

TEST(Record, HasTheDocumentOfJson) {
  const Folder folder;
  const std::string data = folder.file("square.csv", kSquare);
  const Json record = record_of(folder, {"train", data});
  Json printed = Json::parse(run_program({"train", data, "--json", "-q"}).out);
  Json kept = record.at("result");
  printed.erase("seconds");
  kept.erase("seconds");
  EXPECT_EQ(kept, printed);
  EXPECT_EQ(record.at("data").at("rows"), 6);
  EXPECT_EQ(record.at("data").at("classes").at(1).at("name"), "up");
  EXPECT_EQ(record.at("settings").at("learner"), "averaged");
}

TEST(Record, OfAnAnswerOfNoHasItsStatus) {
  const Folder folder;
  const std::string data = folder.file("same.csv", "1,a\n1,b\n");
  const Json record = record_of(folder, {"margin", data}, 1);
  EXPECT_EQ(record.at("exit"), 1);
  EXPECT_EQ(record.at("optimum").at("separable"), false);
  EXPECT_NE(verdict(record).find("Not separable, and proved so"), std::string::npos);
}

// Whoever watches must not change what is watched.
TEST(Record, ChangesNothingOfTheModel) {
  const Folder folder;
  const std::string flipped = generated(folder, {"flipped", "--rows", "300"}, "flipped.csv");
  const std::string clouds =
      generated(folder, {"gaussians", "--rows", "300", "--classes", "3"}, "clouds.csv");
  const std::vector<Words> learners = {
      {"--learner", "perceptron"},
      {"--learner", "averaged"},
      {"--learner", "pocket"},
      {"--learner", "passive-aggressive"},
      {"--learner", "hinge"},
      {"--learner", "hinge", "--solver", "dual"},
      {"--learner", "logistic"},
      {"--learner", "logistic", "--solver", "online"},
      {"--learner", "squared-hinge", "--l1", "0.01"},
      {"--learner", "logistic", "--solver", "batch", "--epochs", "20"},
  };
  for (const std::string& data : {flipped, clouds}) {
    for (const Words& learner : learners) {
      SCOPED_TRACE(data + " " + learner[1]);
      Words words = {"train", data, "-q", "--epochs", "15", "-o"};
      if (learner.back() == "20") words.erase(words.begin() + 3, words.begin() + 5);
      words.push_back(folder.path("plain.model"));
      words.insert(words.end(), learner.begin(), learner.end());
      ASSERT_EQ(run_program(words).status, 0);
      *std::find(words.begin(), words.end(), folder.path("plain.model")) =
          folder.path("watched.model");
      words.insert(words.end(), {"--record", folder.path("record.json")});
      ASSERT_EQ(run_program(words).status, 0);
      EXPECT_EQ(read_text(folder.path("plain.model")), read_text(folder.path("watched.model")));
    }
  }
}

TEST(Record, OnStandardOutputIsAlone) {
  const Folder folder;
  const std::string data = folder.file("square.csv", kSquare);
  const std::string model = folder.path("square.model");
  ASSERT_EQ(run_program({"train", data, "-o", model, "-q"}).status, 0);
  for (const Words& words : {Words{"train", data}, Words{"validate", data, "--folds", "2"},
                             Words{"tune", data, "--grid", "epochs=1,2", "--folds", "2"},
                             Words{"margin", data}, Words{"evaluate", model, data},
                             Words{"inspect", model}, Words{"inspect", data}, Words{"demo"}}) {
    const Outcome outcome = run_program(words + Words{"--record", "-", "-q"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(Json::parse(outcome.out).at("command"), words[0]);
  }
  for (const Words& words :
       {Words{"predict", model, data, "--record", "-"}, Words{"generate", "ball", "--record", "-"},
        Words{"train", data, "--json", "--trace", "-"},
        Words{"train", data, "-o", "-", "--record", "-"}})
    EXPECT_EQ(run_program(words).status, 2);
}

TEST(Record, RefusesToReplaceItsInputs) {
  const Folder folder;
  const std::string data = folder.file("square.csv", kSquare);
  for (const Words& words :
       {Words{"train", data, "--record", data}, Words{"train", data, "--report", data},
        Words{"train", data, "-o", "m", "--record", "m"},
        Words{"train", data, "--record", "r", "--report", "r"},
        Words{"train", data, "--json", "--record", "-"}, Words{"train", data, "--trace", data}}) {
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
  EXPECT_EQ(read_text(data), kSquare);
}

}  // namespace
}  // namespace perceptron::core::test
