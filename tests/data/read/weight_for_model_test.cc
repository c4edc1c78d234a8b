// Row weights in the files that a model reads: the column may be there or not.

#include <string>

#include "model/file.h"
#include "weighted_tables.h"

namespace perceptron::core::test {
namespace {

// A model trained on a header a, w, b, y.
struct NamedModel : ForModel {
  explicit NamedModel(LabelUse use = LabelUse::match)
      : ForModel(read_string(kNamed, weighed_by("w"))) {
    labels = use;
  }
};

// A model trained on columns without names.
struct NamelessModel : ForModel {
  NamelessModel(const std::string& text, const std::string& weight, const std::string& label,
                LabelUse use)
      : ForModel(read_string(text, weighed_by(weight, label))) {
    labels = use;
  }
};

TEST(WeightForAModel, MayBeThereOrNotWhereColumnsHaveNames) {
  NamedModel model;
  for (const char* text :
       {"a,w,b,y\n5,1,6,v\n", "w,y,b,a\nany,v,6,5\n", "a,w,b,y\n5,,6,v\n", "a,b,y\n5,6,v\n"}) {
    const Dataset data = model.read(text);
    EXPECT_EQ(grid(data.matrix), (Grid{{5, 6}})) << text;
    EXPECT_EQ(data.labels, (Labels{1})) << text;
    EXPECT_TRUE(data.weights.empty()) << text;
  }
  EXPECT_EQ(model.notes.sentences, Names{});
  model.labels = LabelUse::ignore;
  EXPECT_EQ(grid(model.read("a,w,b\n5,1,6\n").matrix), (Grid{{5, 6}}));
  EXPECT_EQ(grid(model.read("b,a\n6,5\n").matrix), (Grid{{5, 6}}));
}

TEST(WeightForAModel, DoesNotHideANewColumn) {
  EXPECT_EQ(NamedModel().failure("a,w,b,z,y\n5,1,6,7,v\n"),
            "data.txt:1:1: expected the columns of the model's training data, new: \"z\" (use "
            "--features ignore-new to ignore new columns)");
}

TEST(WeightForAModel, IsNotTheLabel) {
  NamedModel model;
  model.options.label = "w";
  EXPECT_THROW(model.read("a,w,b,y\n5,1,6,v\n"), Error);
}

TEST(WeightForAModel, TellsAHeader) {
  EXPECT_NE(
      NamedModel(LabelUse::ignore).failure("A,w,B,Y\n5,1,6,v\n").find("missing: \"a\", \"b\""),
      std::string::npos);
}

TEST(WeightForAModel, IsPassedOverInTheSameLayout) {
  for (const LabelUse labels : {LabelUse::match, LabelUse::ignore}) {
    EXPECT_EQ(grid(NamelessModel(kNameless, "2", "last", labels).read("5,?,6,v\n").matrix),
              (Grid{{5, 6}}));
    EXPECT_EQ(grid(NamedModel(labels).read("5,1,6,v\n").matrix), (Grid{{5, 6}}));
  }
}

TEST(WeightForAModel, MayBeMissingWhereTheLabelIsNot) {
  NamelessModel behind(kNameless, "2", "last", LabelUse::match);
  EXPECT_EQ(grid(behind.read("5,6,v\n").matrix), (Grid{{5, 6}}));
  EXPECT_EQ(behind.read("5,6,v\n").labels, (Labels{1}));
  NamelessModel before("0.5,u,1,2\n2,v,3,4\n", "1", "2", LabelUse::match);
  EXPECT_EQ(grid(before.read("v,5,6\n").matrix), (Grid{{5, 6}}));
  EXPECT_EQ(before.read("v,5,6\n").labels, (Labels{1}));
  before.options.label = "3";
  EXPECT_EQ(grid(before.read("5,6,v\n").matrix), (Grid{{5, 6}})) << "told where the label is";
}

TEST(WeightForAModel, MayBeMissingTogetherWithTheLabel) {
  NamelessModel model(kNameless, "2", "last", LabelUse::ignore);
  EXPECT_EQ(grid(model.read("5,6\n").matrix), (Grid{{5, 6}}));
}

TEST(WeightForAModel, OrTheLabelMayBeMissingWhereBothStandSideBySide) {
  NamelessModel last("1,2,0.5,u\n3,4,2,v\n", "3", "last", LabelUse::ignore);
  EXPECT_EQ(grid(last.read("5,6,0.5\n").matrix), (Grid{{5, 6}}));
  NamelessModel first("0.5,u,1,2\n2,v,3,4\n", "1", "2", LabelUse::ignore);
  EXPECT_EQ(grid(first.read("v,5,6\n").matrix), (Grid{{5, 6}}));
}

TEST(WeightForAModel, IsNotGuessedWhereItMayAsWellBeTheLabel) {
  NamelessModel model(kNameless, "2", "last", LabelUse::ignore);
  EXPECT_EQ(model.failure("5,6,7\n"),
            "data.txt:1:1: expected the 4 columns of the model's training data, found 3, and "
            "cannot tell which (give it all of them, or choose the label with --label)");
  model.options.label = "3";
  EXPECT_EQ(grid(model.read("5,6,7\n").matrix), (Grid{{5, 6}}));
}

TEST(WeightForAModel, IsNotMissedWhereTheModelHasItsOwnOrder) {
  ReadSettings options = weighed_by("2");
  options.columns = {"3", "1"};
  ForModel model(read_string(kNameless, options));
  EXPECT_EQ(grid(model.read("5,1,6,v\n").matrix), (Grid{{6, 5}}));
  EXPECT_EQ(model.failure("5,6,v\n"),
            "data.txt:1:1: expected the 4 columns of the model's training data, found 3, and "
            "cannot tell which (give it all of them)");
}

TEST(WeightForAModel, IsNamedAmongWhatWasExpected) {
  EXPECT_EQ(NamelessModel(kNameless, "2", "last", LabelUse::match).failure("5,6,7,8,v\n"),
            "data.txt:1:1: expected 2 columns, a label and perhaps a weight as in the model's "
            "training data, found 5 columns in all (choose the model's columns, or train a model "
            "on this file)");
}

TEST(WeightForAModel, IsNoOption) {
  NamedModel model;
  model.options.weight = "w";
  try {
    model.read(kNamed);
    FAIL() << "the weights would count for nothing";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
  }
}

// ---- On the command line ----

TEST(WeightCommand, ModelKnowsTheColumnAgain) {
  const Folder folder;
  const std::string text = "a,w,b,y\n1,0.5,2,u\n-3,2,-4,v\n2,1,1,u\n";
  const std::string data = folder.file("a.csv", text);
  const std::string without = folder.file("b.csv", "a,b,y\n1,2,u\n-3,-4,v\n2,1,u\n");
  const std::string model = folder.path("m");
  ASSERT_EQ(run_program({"train", data, "--weight", "w", "-o", model}).status, 0);
  EXPECT_EQ(load_model(model).schema.weight_position, 1U);
  EXPECT_EQ(load_model(model).schema.weight_name, "w");
  EXPECT_EQ(encode_model(load_model(model)), read_text(model));
  for (const std::string& file : {data, without}) {
    EXPECT_EQ(run_program({"predict", model, file}).out, "u\nv\nu\n") << file;
    EXPECT_EQ(run_program({"evaluate", model, file, "--json"}).json()["accuracy"], 1.0) << file;
  }
  const Outcome both = run_program({"margin", data, "--weight", "w", "--model", model});
  EXPECT_EQ(both.status, 2);
  EXPECT_NE(both.err.find("--weight and --model exclude each other"), std::string::npos);
  EXPECT_EQ(run_program({"predict", model, data, "--weight", "w"}).status, 2);
}

TEST(WeightCommand, ModelWithoutWeightsSaysNothingOfThem) {
  const Folder folder;
  const std::string model = folder.path("m");
  ASSERT_EQ(run_program({"train", folder.file("a.csv", kNamed), "-o", model}).status, 0);
  EXPECT_EQ(read_text(model).find("weight_"), std::string::npos);
  EXPECT_EQ(read_text(model).find("\\\"weight\\\""), std::string::npos);
}

TEST(WeightCommand, InspectShowsTheTotal) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kNamed);
  EXPECT_EQ(run_program({"inspect", data, "--weight", "w", "--json"}).json()["total_weight"], 2.5);
  const std::string shown = run_program({"inspect", data, "--weight", "w"}).out;
  EXPECT_NE(shown.find("column 2, \"w\""), std::string::npos) << shown;
  EXPECT_NE(shown.find("total weight  2.5\n"), std::string::npos) << shown;
  EXPECT_FALSE(run_program({"inspect", data, "--json"}).json().contains("total_weight"));
  EXPECT_EQ(run_program({"inspect", data}).out.find("total weight"), std::string::npos);
}

TEST(WeightCommand, MarginsTakeNoWeights) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kNamed);
  const Outcome refused = run_program({"margin", data, "--weight", "w"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("margins take no --weight"), std::string::npos) << refused.err;
  EXPECT_EQ(run_program({"margin", data, "--columns", "a,b"}).status, 0);
  // The plane of a model is measured on all rows, whatever weights it was trained with.
  const std::string model = folder.path("m");
  ASSERT_EQ(run_program({"train", data, "--weight", "w", "--epochs", "100", "-o", model}).status,
            0);
  EXPECT_EQ(run_program({"margin", data, "--model", model}).status, 0);
}

TEST(WeightCommand, VerifyReadsTheWeightsThatTheCertificateIsAbout) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kNamed);
  const std::string proof = folder.path("proof.json");
  ASSERT_EQ(run_program({"train", data, "--weight", "w", "--learner", "hinge", "--certificate",
                         proof, "-o", folder.path("m")})
                .status,
            0);
  EXPECT_EQ(run_program({"verify", proof, data}).status, 0);
  const std::string other = folder.file("b.csv", "a,w,b,y\n1,0.5,2,u\n3,1,4,v\n");
  const Outcome refused = run_program({"verify", proof, other});
  EXPECT_EQ(refused.status, 1);
  EXPECT_NE(refused.out.find("hashes differ"), std::string::npos) << refused.out;
}

}  // namespace
}  // namespace perceptron::core::test
