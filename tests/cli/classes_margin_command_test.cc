// margin with three and more classes, and verify: what users and scripts can rely on.

#include <gtest/gtest.h>

#include "certificates.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// On a line, a and c can be separated from the rest, b cannot; each pair can, and so can all of
// them together.
constexpr const char* kLine = "x,class\n0,a\n1,b\n2,c\n3,c\n";
// A row of class b lies between two of class a.
constexpr const char* kBetween = "x,class\n0,a\n2,a\n1,b\n9,c\n";
constexpr const char* kSame = "x,z,class\n1,2,a\n1,2,b\n9,9,c\n";

TEST(ClassesMarginCommand, IsThatOfAllClassesTogetherByDefault) {
  const Checked checked = check(kLine, {});
  EXPECT_EQ(checked.margin.status, 0);
  EXPECT_TRUE(contains(checked.margin.out, "separable    yes: planes, one for each class"));
  EXPECT_TRUE(contains(checked.margin.out, "best margin"));
  EXPECT_TRUE(contains(checked.margin.out, "support"));
  expect_valid(checked, "joint-margin");
  EXPECT_EQ(checked.certificate["planes"].size(), 3U);
  EXPECT_EQ(check(kLine, {"--multiclass", "joint"}).margin.out, checked.margin.out);
}

TEST(ClassesMarginCommand, ProvesThatNoPlanesSeparateTheClasses) {
  const Checked checked = check(kBetween, {});
  EXPECT_EQ(checked.margin.status, 1);
  EXPECT_TRUE(contains(checked.margin.out, "no: no planes, one for each class"));
  EXPECT_TRUE(contains(checked.margin.out, "row 1 (a over b)"));
  expect_valid(checked, "joint-inseparable");
  const Checked same = check(kSame, {"--no-offset"});
  EXPECT_EQ(same.margin.status, 1);
  EXPECT_TRUE(contains(same.margin.out, "rows 1 and 2 are the same point, of class a"));
  expect_valid(same, "joint-inseparable");
}

TEST(ClassesMarginCommand, ClaimsScalesAndLiftsAreChecked) {
  expect_valid(check(kLine, {"--claim", "separator"}), "joint-separator");
  expect_valid(check(kLine, {"--scale", "standard"}), "joint-margin");
  expect_valid(check(kLine, {"--lift", "2"}), "joint-margin");
  expect_valid(check("x,z,class\n5,1,a\n-1,6,b\n-4,-4,c\n", {"--no-offset"}), "joint-margin");
  expect_valid(check(kLine, {"--multiclass", "one-vs-one", "--claim", "mistake-bound"}), "list");
  const Folder folder;
  const std::string data = folder.file("a.csv", kLine);
  expect_error(run_program({"margin", data, "--claim", "mistake-bound", "-o", folder.path("p")}), 2,
               {"--claim", "mistake-bound"});
}

TEST(ClassesMarginCommand, TablesHaveALineForEachClassOrPair) {
  const Checked rest = check(kLine, {"--multiclass", "one-vs-rest"});
  EXPECT_EQ(rest.margin.status, 1);
  EXPECT_TRUE(contains(rest.margin.out, "no: 2 of 3 classes can be separated from the rest"));
  expect_valid(rest, "list");
  EXPECT_TRUE(contains(rest.verify.out, "b against the rest"));
  EXPECT_TRUE(contains(rest.verify.out, "inseparable"));
  const Checked pairs = check(kLine, {"--multiclass", "one-vs-one"});
  EXPECT_EQ(pairs.margin.status, 0);
  EXPECT_TRUE(contains(pairs.margin.out, "yes: 3 of 3 pairs of classes can be separated"));
  EXPECT_TRUE(contains(pairs.margin.out, "a and b"));
  expect_valid(pairs, "list");
  EXPECT_EQ(pairs.certificate["parts"].size(), 3U);
}

TEST(ClassesMarginCommand, JsonHasTheVerdictThePlanesAndTheTable) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kLine);
  const auto joint = run_json({"margin", data});
  EXPECT_EQ(joint["multiclass"], "joint");
  EXPECT_EQ(joint["classes"], (Words{"a", "b", "c"}));
  EXPECT_EQ(joint["separable"], true);
  EXPECT_GT(joint["margin"]["lower"].get<double>(), 0);
  EXPECT_EQ(joint["planes"].size(), 3U);
  EXPECT_EQ(joint["planes"][1]["class"], "b");
  EXPECT_TRUE(joint["support"][0].contains("against"));
  const auto rest = run_json({"margin", data, "--multiclass", "one-vs-rest"}, 1);
  EXPECT_EQ(rest["separable"], false);
  EXPECT_EQ(rest["parts"].size(), 3U);
  EXPECT_EQ(rest["parts"][1]["positive"], "b");
  EXPECT_EQ(rest["parts"][1]["separable"], false);
  EXPECT_FALSE(rest["parts"][1].contains("negative"));
  EXPECT_EQ(rest["parts"][0]["margin"]["upper"].get<double>() >= 0.5, true);
  const auto pairs = run_json({"margin", data, "--multiclass", "one-vs-one"});
  EXPECT_EQ(pairs["parts"][2]["negative"], "b");
  EXPECT_EQ(pairs["parts"][2]["positive"], "c");
}

TEST(ClassesMarginCommand, TwoClassesAreNotChangedByTheScheme) {
  const std::string usual = check(kApart, {}).margin.out;
  for (const char* scheme : {"joint", "one-vs-rest", "one-vs-one"})
    EXPECT_EQ(check(kApart, {"--multiclass", scheme}).margin.out, usual) << scheme;
}

TEST(ClassesMarginCommand, WhatNeedsTwoClassesIsRefused) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kLine);
  for (const Words& options :
       {Words{"--lambda", "2"}, Words{"--sweep", "1.5:2:0.5"}, Words{"--points"}})
    expect_error(run_program(Words{"margin", data} + options), 3, {"a.csv", "two classes", "3"});
  expect_error(run_program({"margin", data, "--multiclass", "all"}), 2, {"--multiclass", "all"});
}

TEST(ClassesMarginCommand, ChangedListsAreRefusedClaimByClaim) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kLine);
  OrderedJson list = check(kLine, {"--multiclass", "one-vs-one"}).certificate;
  list["data"]["name"] = "a.csv";
  list["parts"][0]["claim"]["lower"] = "7";
  const std::string forged = folder.file("forged.json", sealed(list));
  const Outcome outcome = run_program({"verify", forged, data});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.out, "refused: 1 of 3 claims"));
  EXPECT_TRUE(contains(outcome.out, "valid: some plane"));
  const auto json = run_json({"verify", forged, data}, 1);
  EXPECT_EQ(json["parts"][0]["valid"], false);
  EXPECT_EQ(json["parts"][1]["valid"], true);
  EXPECT_EQ(run_program({"inspect", forged}).status, 0);
}

TEST(ClassesMarginCommand, IrisIsNotSeparableBecauseOfTwoOfItsClasses) {
  REQUIRE_DATA(iris, "iris-train.csv");
  const Folder folder;
  const std::string proof = folder.path("proof.json");
  EXPECT_EQ(run_json({"margin", iris, "-o", proof}, 1)["separable"], false);
  EXPECT_EQ(run_program({"verify", proof, iris}).status, 0);
  const auto pairs = run_json({"margin", iris, "--multiclass", "one-vs-one"}, 1);
  EXPECT_EQ(pairs["parts"][0]["separable"], true);
  EXPECT_EQ(pairs["parts"][1]["separable"], true);
  EXPECT_EQ(pairs["parts"][2]["separable"], false);
}

TEST(ClassesMarginCommand, LettersAreDecidedExactly) {
  REQUIRE_DATA(letters, "letter.csv");
  const Folder folder;
  const std::string proof = folder.path("proof.json");
  const auto found =
      run_json({"margin", letters, "--label", "Letter", "--header", "yes", "-o", proof}, 1);
  EXPECT_EQ(found["separable"], false);
  EXPECT_EQ(run_program({"verify", proof, letters}).status, 0);
}

}  // namespace
}  // namespace perceptron::core::test
