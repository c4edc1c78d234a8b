// Run records, traces and the page made of them.

#include <fmt/format.h>

#include <cmath>
#include <random>
#include <set>

#include "base/json.h"
#include "certify/widest_margin.h"
#include "data/generate.h"
#include "model/fit.h"
#include "report/charts.h"
#include "report/history.h"
#include "report/story.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

const char* const kSquare =
    "x,y,class\n1,1,up\n-1,-1,down\n2,1,up\n-2,-1,down\n1,2,up\n-1,-2,down\n";

Json record_of(const Folder& folder, const Words& words, int status = 0) {
  const std::string path = folder.path("record.json");
  const Outcome outcome = run_program(words + Words{"--record", path, "-q"});
  EXPECT_EQ(outcome.status, status) << outcome.err;
  return Json::parse(read_text(path));
}

// The same, as types.
RunRecord typed(const Json& record) { return read_record(record, "record.json"); }
std::string verdict(const Json& record) { return perceptron::core::verdict(typed(record)); }

// A piece of a record as JSON has it.
template <class T>
T piece(const char* text) {
  T value;
  FieldReader::read(Json::parse(text), "", value);
  return value;
}

std::vector<Json> lines_of(const std::string& path) {
  std::vector<Json> lines;
  std::istringstream text(read_text(path));
  for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
  return lines;
}

std::string generated(const Folder& folder, const Words& words, const std::string& name) {
  std::string path = folder.path(name);
  EXPECT_EQ(run_program(Words{"generate"} + words + Words{"-o", path, "-q"}).status, 0);
  return path;
}

// ---- Records ----

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
      {"validate", flipped, "--against", "learner=averaged", "--learning-curve", "2"},
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
  EXPECT_EQ(record.at("settings").at("learner"), "perceptron");
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

// ---- Traces ----

// The loop as the textbook has it, beside the file.
TEST(Trace, IsThePerceptronOfTheTextbook) {
  const Folder folder;
  const std::string data = generated(folder, {"flipped", "--rows", "200"}, "flipped.csv");
  const std::string trace = folder.path("trace.jsonl");
  const Outcome outcome = run_program(
      {"train", data, "--order", "file", "--epochs", "3", "--trace", trace, "--json", "-q"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Dataset rows = read_string(read_text(data), {}, "flipped.csv");
  const Grid x = grid(rows.matrix);
  double w[2] = {0, 0};
  double b = 0;
  const auto lines = lines_of(trace);
  std::size_t k = 0;
  for (int pass = 1; pass <= 3; ++pass) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double y = rows.labels[i] == 1 ? 1 : -1;
      const double score = x[i][0] * w[0] + x[i][1] * w[1] + b;
      if (y * score > 0) continue;
      w[0] += y * x[i][0];
      w[1] += y * x[i][1];
      b += y;
      ASSERT_LT(k, lines.size());
      const Json& line = lines[k++];
      EXPECT_EQ(line.at("update"), k);
      EXPECT_EQ(line.at("pass"), pass);
      EXPECT_EQ(line.at("row"), i + 1);
      EXPECT_EQ(line.at("class"), y > 0 ? "1" : "-1");
      EXPECT_EQ(line.at("score"), score);
      EXPECT_EQ(line.at("step"), y);
      EXPECT_EQ(line.at("weights"), Json({w[0], w[1]}));
      EXPECT_EQ(line.at("offset"), b);
    }
  }
  EXPECT_EQ(k, lines.size());
  EXPECT_EQ(outcome.json()["models"][0]["updates"], k);
}

TEST(Trace, OfManyClassesNamesTheModel) {
  const Folder folder;
  const std::string data =
      generated(folder, {"gaussians", "--rows", "90", "--classes", "3"}, "clouds.csv");
  const std::string trace = folder.path("trace.jsonl");
  for (const char* scheme : {"one-vs-rest", "one-vs-one", "joint"}) {
    const Outcome outcome = run_program(
        {"train", data, "--multiclass", scheme, "--epochs", "3", "--trace", trace, "--json", "-q"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    std::map<std::string, std::uint64_t> counts;
    std::map<std::string, Json> last;
    for (const Json& line : lines_of(trace)) {
      const std::string name =
          line.at("positive").get<std::string>() + "/" + line.at("negative").get<std::string>();
      EXPECT_EQ(line.at("update"), ++counts[name]);
      last[name] = line.at("weights");
    }
    const auto result = outcome.json();
    ASSERT_EQ(result["models"].size(), 3U);
    for (const auto& model : result["models"]) {
      const std::string name =
          model["positive"].get<std::string>() + "/" + model["negative"].get<std::string>();
      EXPECT_EQ(model["updates"], counts[name]);
      EXPECT_EQ(Json::parse(model["weights"].dump()), last[name]);
    }
  }
}

TEST(Trace, OfTheMarginPerceptronNamesItsGuesses) {
  const Folder folder;
  const std::string data =
      generated(folder, {"ball", "--rows", "500", "--margin", "1"}, "ball.csv");
  const std::string trace = folder.path("trace.jsonl");
  ASSERT_EQ(
      run_program({"train", data, "--learner", "margin", "--lambda", "1.5", "--trace", trace, "-q"})
          .status,
      0);
  double guess = INFINITY;
  std::set<double> guesses;
  for (const Json& line : lines_of(trace)) {
    EXPECT_LE(line.at("guess").get<double>(), guess);
    guess = line.at("guess");
    guesses.insert(guess);
  }
  EXPECT_GT(guesses.size(), 1U);
}

TEST(Trace, IsForLearnersThatGoUpdateByUpdate) {
  const Folder folder;
  const std::string data = folder.file("square.csv", kSquare);
  for (const Words& learner : {Words{"--learner", "hinge"}, Words{"--learner", "max-margin"},
                               Words{"--l2", "0.1"}, Words{"--memory", "1G"}}) {
    const Outcome outcome =
        run_program(Words{"train", data, "--trace", folder.path("trace.jsonl")} + learner);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("--trace"), std::string::npos) << outcome.err;
  }
}

// ---- The interval ----

TEST(ClosingInterval, HoldsTheWidestMarginAndOnlyTightens) {
  for (const std::uint64_t dimensions : {2U, 3U, 6U}) {
    for (const bool with_offset : {false, true}) {
      GenerateSettings settings;
      settings.rows = 400;
      settings.dimensions = dimensions;
      settings.margin = 0.6;
      settings.seed = dimensions;
      const Dataset data = generate_dataset("ball", settings);
      const Examples examples{data.matrix.view(), data.labels};
      const SignedRows points(examples, Targets::binary(), 0,
                              with_offset ? Offset::constant : Offset::none);
      LearnSettings learn;
      learn.offset = with_offset;
      History history;
      const Targets targets = Targets::binary();
      FitRequest request{examples, targets, {&learn, 1}, 2};
      request.tracer = &history;
      Notes notes;
      const auto fits = fit(request, notes);
      EXPECT_EQ(history.count(), fits[0].updates);
      const WidestMargin best = find_widest_margin(points, {}, notes);
      ASSERT_EQ(best.separable, true);
      const auto closing = closing_interval(history, points, 50, 2, notes);
      ASSERT_FALSE(closing.empty());
      EXPECT_LE(closing.size(), 60U);
      for (std::size_t k = 0; k < closing.size(); ++k) {
        EXPECT_LE(closing[k].lower, best.margin.upper);
        EXPECT_GE(closing[k].upper, best.margin.lower);
        EXPECT_LE(closing[k].plane, closing[k].lower);
        if (k == 0) continue;
        EXPECT_LT(closing[k - 1].update, closing[k].update);
        EXPECT_LE(closing[k - 1].lower, closing[k].lower);
        EXPECT_GE(closing[k - 1].upper, closing[k].upper);
      }
      EXPECT_EQ(closing.back().update, history.count());
      EXPECT_EQ(closing.back().plane > 0, fits[0].converged);
    }
  }
}

// ---- Pictures ----

// Rows that are right are on their side of the band, as far away as the record says.
TEST(Picture, NoRowLiesInsideTheBand) {
  const Folder folder;
  for (const std::string dimensions : {"1", "2", "3", "7"}) {
    for (const char* offset : {"--offset", "--no-offset"}) {
      const std::string data =
          generated(folder, {"ball", "--rows", "3000", "--dimensions", dimensions}, "ball.csv");
      const Json picture = record_of(folder, {"margin", data, offset}).at("picture");
      const Json& points = picture.at("points");
      EXPECT_EQ(picture.at("rows"), 3000);
      EXPECT_LE(points.at("x").size(), 1200U);
      EXPECT_GT(points.at("x").size(), 1100U);
      ASSERT_EQ(picture.at("planes").size(), 1U);
      const Json& plane = picture.at("planes").at(0);
      const double margin = plane.at("margin");
      EXPECT_GT(margin, 0.9);
      double nearest = INFINITY;
      for (std::size_t i = 0; i < points.at("x").size(); ++i) {
        const double side = points.at("class").at(i) == 1 ? 1 : -1;
        const double distance =
            side * (plane.at("a").get<double>() * points.at("x").at(i).get<double>() +
                    plane.at("b").get<double>() * points.at("y").at(i).get<double>() +
                    plane.at("c").get<double>());
        nearest = std::min(nearest, distance);
      }
      // The support points are among those drawn; places have five digits.
      EXPECT_NEAR(nearest, margin, 2e-3) << dimensions << " " << offset;
    }
  }
}

TEST(Picture, OfThreeClassesColoursTheGroundByTheAnswer) {
  const Folder folder;
  const std::string data =
      generated(folder, {"gaussians", "--rows", "150", "--classes", "3"}, "clouds.csv");
  const Json record = record_of(folder, {"train", data});
  const Json& regions = record.at("picture").at("regions");
  const auto side = regions.at("side").get<std::size_t>();
  ASSERT_EQ(regions.at("class").size(), side * side);
  const Json& models = record.at("result").at("models");
  for (std::size_t cell = 0; cell < side * side; cell += 97) {
    const auto at = [&](const char* axis, std::size_t k) {
      const double low = regions.at(axis).at(0);
      const double high = regions.at(axis).at(1);
      return low + (static_cast<double>(k) + 0.5) / static_cast<double>(side) * (high - low);
    };
    const double x = at("x", cell % side);
    const double y = at("y", cell / side);
    std::size_t best = 0;
    double highest = -INFINITY;
    for (std::size_t m = 0; m < models.size(); ++m) {
      const double score = models.at(m).at("weights").at(0).get<double>() * x +
                           models.at(m).at("weights").at(1).get<double>() * y +
                           models.at(m).at("offset").get<double>();
      if (score > highest) {
        highest = score;
        best = m;
      }
    }
    EXPECT_EQ(regions.at("class").at(cell), best);
  }
}

// Places stay apart however far from zero they are.
TEST(Picture, OfDataFarFromZeroKeepsRowsApart) {
  const Folder folder;
  std::string text = "time,temp,class\n";
  for (int i = 0; i < 60; ++i)
    text += fmt::format("{},{},{}\n", 1700000000 + 37 * i, 20 + i % 3, i % 2 == 0 ? "a" : "b");
  const Json record = record_of(folder, {"train", folder.file("far.csv", text), "--epochs", "3"});
  std::set<double> places;
  for (const Json& x : record.at("picture").at("points").at("x")) places.insert(x.get<double>());
  EXPECT_EQ(places.size(), 60U);
  std::set<double> times;
  for (const Json& row : record.at("worst"))
    times.insert(row.at("values").at(0).at("value").get<double>());
  EXPECT_EQ(times.size(), record.at("worst").size());
}

// Where classes overlap, those drawn look like those that there are.
TEST(Picture, OfAPartIsLikeTheWhole) {
  const Folder folder;
  const std::string data = generated(folder, {"flipped", "--rows", "6000"}, "flipped.csv");
  const Json record = record_of(folder, {"train", data, "--learner", "averaged", "--epochs", "2"});
  const Json& points = record.at("picture").at("points");
  double wrong = 0;
  for (std::size_t i = 0; i < points.at("x").size(); ++i) {
    const double side =
        3 * points.at("x").at(i).get<double>() + 4 * points.at("y").at(i).get<double>();
    wrong += (side > 0) != (points.at("class").at(i) == 1);
  }
  EXPECT_LT(wrong / static_cast<double>(points.at("x").size()), 0.35);
}

// ---- Sentences and specs ----

TEST(Story, TellsUpdatesFromMistakes) {
  const Folder folder;
  const std::string data = generated(folder, {"ball", "--rows", "500"}, "ball.csv");
  const Json record =
      record_of(folder, {"train", data, "--no-offset", "--learner", "margin", "--lambda", "1.05"});
  const Json& model = record.at("result").at("models").at(0);
  EXPECT_LT(model.at("mistakes"), model.at("updates"));
  const std::string sentence = verdict(record);
  EXPECT_NE(sentence.find("updates"), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find("100 %"), std::string::npos) << sentence;
}

TEST(Story, SaysThatRowsAreLengthened) {
  const Folder folder;
  const std::string data = folder.file("two.csv", "1,2,a\n5,6,b\n");
  EXPECT_NE(verdict(record_of(folder, {"margin", data})).find("margin is 2.8284"),
            std::string::npos);
  EXPECT_NE(verdict(record_of(folder, {"margin", data, "--lambda", "1.5"}))
                .find("of the rows lifted by 1 is 0.67937"),
            std::string::npos);
}

TEST(Story, BeginsWithTheVerdict) {
  const Folder folder;
  // (1, 1) and (−1, −1) hold the widest margin, √2; R = √5, so (R/γ)² = 2.5.
  const std::string data = folder.file("square.csv", kSquare);
  const Json record = record_of(folder, {"train", data, "--no-offset", "--order", "file"});
  EXPECT_EQ(verdict(record),
            "Separable. The widest possible margin is 1.4142; this perceptron reached 1.4142, "
            "100 % of it, after 1 mistake; at most 2 were possible.");
  const Json sweep = record_of(folder, {"margin", data, "--no-offset", "--sweep", "1.1:2:0.3"});
  EXPECT_EQ(
      verdict(sweep),
      "Separable. The widest possible margin is 1.4142; over 4 values of λ the margin "
      "perceptron reached 100 % to 100 % of it. No perceptron makes more than 2 mistakes here, "
      "in any order.");
}

TEST(Story, SpecsSayWhatIsDrawn) {
  const std::vector<std::uint64_t> counts = {5, 3, 0};
  const Json passes = passes_chart(counts, "mistakes");
  EXPECT_EQ(passes.at("mark").at("type"), "bar");
  EXPECT_EQ(passes.at("data").at("values"),
            Json::parse(R"([{"pass": 1, "n": 5}, {"pass": 2, "n": 3}, {"pass": 3, "n": 0}])"));
  EXPECT_EQ(passes.at("encoding").at("y").at("title"), "mistakes in the pass");

  const Json total = total_chart(counts, "mistakes", 25);
  EXPECT_EQ(total.at("layer").at(0).at("data").at("values").back().at("n"), 8.0);
  EXPECT_EQ(total.at("layer").at(1).at("encoding").at("y").at("datum"), 25.0);

  const auto interval = piece<std::vector<ClosingRecord>>(
      R"([{"update": 1, "plane": -2, "lower": -2, "upper": 5}, {"update": 2, "plane": 1, "lower": 1, "upper": 3}])");
  OptimumRecord optimum;
  optimum.separable = true;
  optimum.lower = optimum.upper = 2;
  const Json closing = interval_chart(interval, optimum);
  EXPECT_EQ(closing.at("data").at("values").at(0).at("lower"), 0.0);
  EXPECT_EQ(closing.at("layer").at(3).at("encoding").at("y").at("datum"), 2);

  const auto sweep = piece<std::vector<SweepRecord>>(
      R"([{"lambda": 2, "guess": 4, "updates": 3, "total_updates": 7, "margin": {"lower": 3, "upper": 3},
           "rounds": 1, "seconds": 0},
          {"lambda": 4, "guess": 4, "updates": 1, "total_updates": 2, "margin": null, "rounds": 1, "seconds": 0}])");
  const Json margins = sweep_chart(sweep, 4);
  ASSERT_EQ(margins.at("data").at("values").size(), 1U);
  EXPECT_EQ(margins.at("data").at("values").at(0).at("promise"), 1.0);
  EXPECT_EQ(margins.at("data").at("values").at(0).at("guess"), 2.0);
  EXPECT_EQ(margins.at("layer").at(4).at("encoding").at("y").at("datum"), 4.0);
  EXPECT_EQ(effort_chart(sweep).at("data").at("values").at(0).at("updates"), 7);

  const auto objective = piece<std::vector<ObjectiveRecord>>(
      R"([{"model": "m", "passes": 1, "objective": 2, "bound": 1}, {"model": "m", "passes": 2, "objective": 1.5, "bound": 1.5}])");
  const Json gap = gap_chart(objective);
  ASSERT_EQ(gap.at("data").at("values").size(), 1U);  // a gap of 0 has no place on a log scale
  EXPECT_EQ(gap.at("data").at("values").at(0).at("gap"), 0.5);
  EXPECT_EQ(gap.at("encoding").at("y").at("scale").at("type"), "log");
  EXPECT_EQ(objective_chart(objective).at("data").at("values").size(), 4U);

  const Json confusion = confusion_chart({{3, 1}, {0, 4}}, {"a", "b"});
  EXPECT_EQ(confusion.at("data").at("values").at(0),
            Json::parse(R"({"truth": "a", "called": "a", "rows": 3, "share": 0.75})"));

  const auto point = [](double l2, std::uint64_t l1, std::optional<double> accuracy) {
    GridRecord row;
    row.values = {{"l2", l2}, {"l1", l1}};
    row.accuracy = accuracy;
    row.deviation = accuracy ? 0.1 : 0;
    return row;
  };
  const std::vector<GridRecord> grid = {point(0.1, 1, 0.8), point(0.1, 2, 0.9),
                                        point(10, 1, std::nullopt)};
  const Json heat = heat_chart(grid, "l2", "l1");
  ASSERT_EQ(heat.at("data").at("values").size(), 2U);
  EXPECT_EQ(heat.at("data").at("values").at(1).at("label"), "★ 90.0 %");
  std::vector<CurvePoint> points;
  for (const GridRecord& row : grid)
    points.push_back({row.values[0].second, row.accuracy, row.deviation, row.training_accuracy});
  const Json curve = curve_chart(points, "l2");
  EXPECT_EQ(curve.at("encoding").at("x").at("scale").at("type"), "log");
  EXPECT_EQ(curve.at("data").at("values").at(0).at("high"), 0.9);
}

TEST(Story, SaysThatOnlyAPartIsDrawn) {
  const Folder folder;
  const std::string data = generated(folder, {"flipped", "--rows", "20000"}, "flipped.csv");
  const std::string page = folder.path("page.html");
  ASSERT_EQ(run_program({"train", data, "--epochs", "3", "--report", page, "-q"}).status, 0);
  const std::string html = read_text(page);
  EXPECT_NE(html.find("of 20,000 rows are drawn"), std::string::npos);
  EXPECT_LT(html.size(), 1'500'000U);
}

TEST(Story, ShowsNamesAndObeysNone) {
  const Folder folder;
  const std::string data = folder.file("names.csv",
                                       "\"<b>x</b>\",\"@ink\",\"</script><script>alert(1)</"
                                       "script>\"\n1,2,\"<img src=x>\"\n2,1,\"<img "
                                       "src=x>\"\n-1,-2,\"\"\"'&\"\n-3,-1,\"\"\"'&\"\n");
  const std::string page = folder.path("page.html");
  const Outcome outcome = run_program({"train", data, "--report", page, "-q"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::string html = read_text(page);
  for (const char* harm : {"<img src=x>", "<script>alert", "<b>x</b>"})
    EXPECT_EQ(html.find(harm), std::string::npos) << harm;
  EXPECT_NE(html.find("&lt;img src=x&gt;"), std::string::npos);
}

// ---- What is no record ----

TEST(Report, RefusesWhatIsNoRecord) {
  const Folder folder;
  const std::string page = folder.path("page.html");
  const std::vector<std::pair<std::string, std::string>> files = {
      {"", "no JSON"},
      {"hello", "no JSON"},
      {"[1, 2]", "not a record of a run"},
      {"{\"command\": \"train\"}", "not a record of a run"},
      {"{\"record\": 99, \"command\": \"train\"}", "version 99"},
      {"{\"record\": 1, \"command\": \"train\"}", "damaged"},
      {"{\"record\": 1, \"command\": \"train\", \"result\": {\"models\": 7}}", "damaged"},
      {"{\"record\": 1, \"command\": 5, \"result\": 1}", "damaged"},
  };
  for (const auto& [text, word] : files) {
    const std::string path = folder.file("record.json", text);
    const Outcome outcome = run_program({"report", path, "-o", page});
    EXPECT_EQ(outcome.status, 3) << text << outcome.err;
    EXPECT_NE(outcome.err.find(word), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(page));
  }
  EXPECT_EQ(run_program({"report", folder.path("none.json"), "-o", page}).status, 4);
}

// Any value of any record may be missing or of another kind.
void damage(Json& json, std::mt19937& random) {
  if (!json.is_structured() || json.empty()) {
    const Json others[] = {Json(), -1, "x", Json::array(), Json::object(), 1e308};
    json = others[random() % 6];
    return;
  }
  auto at = json.begin();
  std::advance(at, static_cast<std::ptrdiff_t>(random() % json.size()));
  if (random() % 6 == 0) {
    json.erase(at);
  } else {
    damage(*at, random);
  }
}

TEST(Report, OfDamagedRecordsIsAPageOrAnError) {
  const Folder folder;
  const std::string flipped = generated(folder, {"flipped", "--rows", "60"}, "flipped.csv");
  const std::string ball = generated(folder, {"ball", "--rows", "60"}, "ball.csv");
  const std::vector<Json> records = {
      record_of(folder, {"train", ball, "--no-offset"}),
      record_of(folder, {"train", flipped, "--learner", "logistic"}),
      record_of(folder, {"margin", ball, "--no-offset", "--sweep", "1.5:3:0.5"}),
      record_of(folder, {"margin", ball, "--no-offset", "--lambda", "2"}),
      record_of(folder, {"validate", flipped, "--folds", "3", "--learning-curve", "2"}),
      record_of(folder, {"tune", flipped, "--grid", "epochs=1,2", "--grid", "scale=none,unit"}),
  };
  std::mt19937 random(7);
  int pages = 0;
  int refusals = 0;
  for (int turn = 0; turn < 1500; ++turn) {
    Json record = records[random() % records.size()];
    for (std::uint32_t k = 0; k <= random() % 3; ++k) damage(record, random);
    try {
      pages += report_html({typed(record)}).empty() ? 0 : 1;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      ++refusals;
    }
  }
  EXPECT_GT(pages, 100);
  EXPECT_GT(refusals, 100);
}

TEST(Report, OfSeveralRecordsHasThemInOrder) {
  const Folder folder;
  const std::string data = folder.file("square.csv", kSquare);
  const std::string page = folder.path("page.html");
  ASSERT_EQ(run_program({"train", data, "--record", folder.path("1.json"), "-q"}).status, 0);
  ASSERT_EQ(run_program({"margin", data, "--record", folder.path("2.json"), "-q"}).status, 0);
  ASSERT_EQ(run_program({"report", folder.path("2.json"), folder.path("1.json"), "--title",
                         "Two < three", "-o", page})
                .status,
            0);
  const std::string html = read_text(page);
  EXPECT_NE(html.find("Two &lt; three"), std::string::npos);
  const auto margin = html.find("margin · ");
  const auto train = html.find("train · ");
  ASSERT_NE(margin, std::string::npos);
  EXPECT_LT(margin, train);
}

}  // namespace
}  // namespace perceptron::core::test
