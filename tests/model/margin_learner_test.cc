// The learners that prove what they found, and margins of the planes they found.

#include <sstream>

#include "certificates.h"

namespace perceptron::core::test {
namespace {

// ---- Learners that prove what they found ----

TEST(MarginCommand, ModelsOfMarginLearnersPredictAndCarryACertificate) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string model = folder.path("model");
  for (const Words& learner :
       {Words{"margin", "--epochs", "100000"},
        Words{"margin", "--epochs", "100000", "--order", "file"}, Words{"max-margin"}}) {
    for (const Words& more :
         {Words{}, Words{"--no-offset"}, Words{"--precision", "float32"},
          Words{"--scale", "standard"}, Words{"--scale", "unit", "--precision", "float32"},
          Words{"--columns", "z"}, Words{"--seed", "7"}}) {
      SCOPED_TRACE(testing::PrintToString(learner + more));
      const Words arguments = {"train", data, "-o", model, "--learner"};
      const Outcome trained = run_program(arguments + learner + more);
      ASSERT_EQ(trained.status, 0) << trained.err;
      EXPECT_EQ(run_program({"predict", model, data}).out, "no\nno\nyes\nyes\n");
      const auto json = run_json({"verify", model, data});
      EXPECT_EQ(json["valid"], true) << json["reason"];
      EXPECT_EQ(json["kind"], "margin");
      EXPECT_EQ(run_json({"inspect", model})["certificate"], true);
      const std::string other =
          folder.file("o.csv", "x,z,class\n1,2,no\n2,3,no\n6,5,yes\n7,8,yes\n");
      EXPECT_EQ(run_program({"verify", model, other}).status, 1);
    }
  }
}

TEST(MarginCommand, MaxMarginTrainsTheWidestPlane) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const auto json = run_json({"train", data, "--learner", "max-margin"});
  EXPECT_EQ(json["converged"], true);
  EXPECT_NEAR(json["margin"]["lower"], kRoot5, 1e-9 * kRoot5);
  EXPECT_NEAR(json["margin"]["upper"], kRoot5, 1e-9 * kRoot5);
  const auto plane = json["models"][0];
  EXPECT_NEAR(plane["weights"][0].get<double>() / plane["weights"][1].get<double>(), 2, 1e-9);
  EXPECT_NEAR(plane["offset"].get<double>() / plane["weights"][1].get<double>(), -12, 1e-9);
  const auto margin =
      run_json({"train", data, "--learner", "margin", "--lambda", "1.01", "--epochs", "100000"});
  EXPECT_EQ(margin["converged"], true);
  EXPECT_GT(margin["margin"]["lower"], 0);
  EXPECT_LE(margin["margin"]["lower"], kRoot5);
  EXPECT_GE(margin["margin"]["upper"], kRoot5);
}

TEST(MarginCommand, ModelWithoutACertificateIsToldSo) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string model = folder.path("model");
  run_program({"train", data, "-o", model});
  expect_error(run_program({"verify", model, data}), 3, {"model", "no certificate", "max-margin"});
}

TEST(MarginCommand, MaxMarginOfInseparableDataLeavesNoModel) {
  const Folder folder;
  const std::string old = folder.file("old.model", "old");
  for (const char* content : {kTouching, kCrossing, "0,a\n0,b\n"}) {
    const std::string data = folder.file("a.csv", content);
    expect_error(run_program({"train", data, "-o", old, "--learner", "max-margin"}), 1,
                 {"no plane separates the classes"});
    expect_error(
        run_program({"train", data, "-o", folder.path("new.model"), "--learner", "max-margin"}), 1,
        {"no plane separates the classes"});
  }
  EXPECT_EQ(read_text(old), "old");
  EXPECT_EQ(folder.names(), (Words{"a.csv", "old.model"}));
}

// It says what it could not reach, and its certificate is valid all the same.
TEST(MarginCommand, MarginLearnerOnInseparableDataEndsWithTheVerdict) {
  const Folder folder;
  const std::string model = folder.path("model");
  for (const char* content : {kTouching, kCrossing, "1,1,a\n1,1,b\n", "1,2,a\n3,1,a\n2,1.5,b\n"}) {
    SCOPED_TRACE(content);
    const std::string data = folder.file("a.csv", content);
    for (const Words& more : {Words{}, Words{"--no-offset"}}) {
      const Outcome trained =
          run_program(Words{"train", data, "-o", model, "--learner", "margin"} + more);
      EXPECT_EQ(trained.status, 1) << trained.err;
      EXPECT_TRUE(contains(trained.err, "no plane separates")) << trained.err;
      EXPECT_FALSE(std::filesystem::exists(model));
    }
  }
}

TEST(MarginCommand, AFlippedBitOfACertifiedModelIsRefused) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string model = folder.path("model");
  run_program({"train", data, "-o", model, "--learner", "max-margin"});
  const std::string bytes = read_text(model);
  const std::size_t certificate = bytes.find("\"certificate\"");
  ASSERT_NE(certificate, std::string::npos);
  for (const std::size_t at : {std::size_t{9}, certificate + 2, certificate + 40, certificate + 300,
                               bytes.size() / 2, bytes.size() - 3}) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 4);
    const std::string path = folder.file("flipped", flipped);
    expect_error(run_program({"verify", path, data}), 3, {"flipped"});
    expect_error(run_program({"predict", path, data}), 3, {"flipped"});
  }
}

// ---- A model's plane ----

TEST(MarginCommand, MeasuresThePlaneOfAModel) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string model = folder.path("model");
  run_program({"train", data, "-o", model, "--learner", "max-margin"});
  const Outcome outcome = run_program({"margin", data, "--model", model});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "this plane")) << outcome.out;
  const auto json = run_json({"margin", data, "--model", model, "--points"});
  EXPECT_NEAR(json["margin"]["lower"], kRoot5, 1e-9);
  // (2x + z − 12)/√5, negated for the class no.
  const std::vector<double> margins = {8 / kRoot5, 5 / kRoot5, 5 / kRoot5, 9 / kRoot5};
  ASSERT_EQ(json["points"].size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(json["points"][i]["row"], i + 1);
    EXPECT_EQ(json["points"][i]["class"], i < 2 ? "no" : "yes");
    EXPECT_NEAR(json["points"][i]["margin"], margins[i], 1e-9);
  }
  std::istringstream text(run_program({"margin", data, "--model", model, "--points"}).out);
  std::string line;
  std::getline(text, line);
  EXPECT_EQ(line, "row\tclass\tmargin");
  int lines = 0;
  while (std::getline(text, line)) ++lines;
  EXPECT_EQ(lines, 4);
}

TEST(MarginCommand, OfAPlaneOnTheWrongSideIsNegativeAndNo) {
  const Folder folder;
  const std::string model = folder.path("model");
  run_program({"train", folder.file("a.csv", kApart), "-o", model, "--learner", "max-margin"});
  const std::string data = folder.file("b.csv", "x,z,class\n1,2,yes\n2,3,yes\n6,5,no\n7,7,no\n");
  const auto json = run_json({"margin", data, "--model", model, "--points"}, 1);
  EXPECT_NEAR(json["margin"]["lower"], -9 / kRoot5, 1e-9);
  EXPECT_NEAR(json["points"][1]["margin"], -5 / kRoot5, 1e-9);
  EXPECT_EQ(json["separable"], true);
  const Outcome outcome = run_program({"margin", data, "--model", model});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.out, "does not separate")) << outcome.out;
}

TEST(MarginCommand, OfAModelThroughTheOriginMeasuresItSo) {
  const Folder folder;
  const std::string data = folder.file("a.csv", "3,4,b\n-3,-4,a\n");
  const std::string model = folder.path("model");
  run_program({"train", data, "-o", model, "--no-offset"});
  EXPECT_NEAR(run_json({"margin", data, "--model", model})["margin"]["lower"], 5, 1e-9);
}

// A model may know a class that this file has no row of.
TEST(MarginCommand, OfAModelOnRowsOfOneClassDoesNotCrash) {
  const Folder folder;
  const std::string model = folder.path("model");
  run_program({"train", folder.file("a.csv", kApart), "-o", model});
  for (const char* content : {"x,z,class\n6,5,yes\n7,7,yes\n", "x,z,class\n1,2,no\n"}) {
    const Outcome outcome =
        run_program({"margin", folder.file("one.csv", content), "--model", model});
    expect_no_crash(outcome);
  }
}

// Where rows are taken as the model takes them, so they are for the certificate.
TEST(MarginCommand, WithAModelCertifiesWhatVerifyAccepts) {
  const Folder folder;
  const std::string data = folder.file("a.csv", "class,x,z\nno,1,2\nno,2,3\nyes,6,5\nyes,7,7\n");
  for (const Words& more : {Words{}, Words{"--no-offset"}, Words{"--scale", "maxabs"},
                            Words{"--scale", "standard"}, Words{"--columns", "z"}}) {
    SCOPED_TRACE(testing::PrintToString(more));
    const std::string model = folder.path("model");
    const std::string proof = folder.path("proof.json");
    ASSERT_EQ(run_program(Words{"train", data, "-o", model, "--label", "class"} + more).status, 0);
    const Outcome outcome = run_program({"margin", data, "--model", model, "-o", proof});
    if (outcome.status == 2) continue;  // to refuse is honest too
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const Outcome verified = run_program({"verify", proof, data});
    EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
  }
}

}  // namespace
}  // namespace perceptron::core::test
