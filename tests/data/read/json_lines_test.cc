// Reading JSON lines: members are columns.

#include <gtest/gtest.h>

#include <string>

#include "data/read/file_start.h"
#include "data/read/formats.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

const std::string kPeople =
    "{\"age\": 22.5, \"town\": \"M\\u00fcnchen\", \"class\": \"yes\"}\n"
    "{\"town\": \"Oslo\", \"age\": null, \"class\": \"no\"}\n"
    "\n"
    "  {\"age\":-3e1,\"town\":\"Oslo\",\"class\":\"yes\"}  \r\n";

TEST(JsonLines, MakesAColumnOfEachMemberInAnyOrder) {
  ReadSettings zero;
  zero.missing = MissingPolicy::zero;
  const Dataset data = read_string(kPeople, zero);
  EXPECT_EQ(names(data), (Names{"age", "town=M\xc3\xbcnchen", "town=Oslo"}));
  EXPECT_EQ(grid(data.matrix), (Grid{{22.5, 1, 0}, {0, 0, 1}, {-30, 0, 1}}));
  EXPECT_EQ(data.classes.names(), (Names{"no", "yes"}));
  EXPECT_EQ(data.labels, (Labels{1, 0, 1}));
  EXPECT_EQ(data.schema.label_name, "class");
}

TEST(JsonLines, ReadsWhatTheSameTableHoldsAsCsv) {
  const Dataset objects = read_string(
      "{\"a\":1,\"b\":\"x, y\",\"c\":true,\"y\":1}\n{\"a\":2.50,\"b\":\"say "
      "\\\"hi\\\"\",\"c\":false,"
      "\"y\":2}\n{\"a\":1e3,\"b\":\"NA\",\"c\":true,\"y\":1}\n");
  const Dataset fields =
      read_string("a,b,c,y\n1,\"x, y\",true,1\n2.50,\"say \"\"hi\"\"\",false,2\n1e3,NA,true,1\n");
  EXPECT_EQ(names(objects), names(fields));
  EXPECT_EQ(grid(objects.matrix), grid(fields.matrix));
  EXPECT_EQ(objects.labels, fields.labels);
  EXPECT_EQ(objects.classes.names(), fields.classes.names());
}

TEST(JsonLines, ReadsAMemberThatIsNotThereAsAMissingValue) {
  ReadSettings zero;
  zero.missing = MissingPolicy::zero;
  const Dataset data = read_string("{\"a\":1,\"y\":\"u\"}\n{\"b\":2,\"y\":\"v\"}\n", zero);
  EXPECT_EQ(names(data), (Names{"a", "b"}));
  EXPECT_EQ(grid(data.matrix), (Grid{{1, 0}, {0, 2}}));
  EXPECT_EQ(data.schema.label_name, "y");  // the last one of the first row
}

TEST(JsonLines, TakesNanForMissingAndRefusesInfinity) {
  ReadSettings zero;
  zero.missing = MissingPolicy::zero;
  EXPECT_EQ(grid(read_string("{\"a\":NaN,\"y\":1}\n{\"a\":2,\"y\":2}\n", zero).matrix),
            (Grid{{0}, {2}}));
  EXPECT_NE(read_failure("{\"a\":1,\"y\":1}\n{\"a\":Infinity,\"y\":2}\n").text.find(":2:6:"),
            std::string::npos);
}

TEST(JsonLines, HasADecimalPointWhateverTheSettingsSay) {
  ReadSettings comma;
  comma.decimal = DecimalMark::comma;
  EXPECT_EQ(grid(read_string("{\"a\":1.5,\"y\":1}\n{\"a\":2,\"y\":2}\n", comma).matrix),
            (Grid{{1.5}, {2}}));
}

TEST(JsonLines, AreReadBeyondTheRowsThatDecideAboutTheColumns) {
  std::string text;
  for (int i = 0; i < 2500; ++i)
    text += "{\"x\":" + std::to_string(i) + ",\"y\":\"" + (i % 2 == 0 ? "u" : "v") + "\"}\n";
  const Dataset data = read_string(text);
  EXPECT_EQ(data.rows(), 2500U);
  EXPECT_EQ(grid(data.matrix).back(), (std::vector<double>{2499}));
  const Failure failure = read_failure(text + "{\"x\":1,\"z\":2,\"y\":\"u\"}\n");
  EXPECT_NE(failure.text.find(":2501:"), std::string::npos) << failure.text;
  EXPECT_NE(failure.text.find("found a new one, \"z\""), std::string::npos) << failure.text;
}

TEST(JsonLines, ForAModelMayLackTheLabelAndIgnoreNewMembers) {
  ForModel model(read_string(kPeople));
  model.labels = LabelUse::ignore;
  EXPECT_EQ(model.failure("{\"town\":\"Oslo\",\"age\":1}\n"), "");
  EXPECT_NE(model.failure("{\"town\":\"Oslo\",\"age\":1,\"size\":3}\n").find("new: \"size\""),
            std::string::npos);
  model.options.features.ignore_new = true;
  EXPECT_EQ(grid(model.read("{\"town\":\"Oslo\",\"age\":1,\"size\":3}\n").matrix).front().front(),
            1);
}

TEST(JsonLines, ForAModelMayLackItsColumnsInAllRows) {
  ForModel model(read_string(kPeople));
  const Dataset data = model.read("{\"town\":\"Oslo\",\"class\":\"no\"}\n");
  const Dataset null = model.read("{\"town\":\"Oslo\",\"age\":null,\"class\":\"no\"}\n");
  EXPECT_EQ(grid(data.matrix), grid(null.matrix));
  EXPECT_NE(
      model.failure("{\"city\":\"Oslo\",\"class\":\"no\"}\n").find("missing: \"age\", \"town\""),
      std::string::npos);
}

TEST(JsonLines, ForAModelMayHaveNewMembersInLateRows) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "{\"town\":\"Oslo\",\"age\":1,\"class\":\"no\"}\n";
  text += "{\"town\":\"Oslo\",\"age\":1,\"class\":\"no\",\"size\":3}\n";
  ForModel model(read_string(kPeople));
  EXPECT_NE(model.failure(text).find("new one, \"size\" (use --features ignore-new"),
            std::string::npos)
      << model.failure(text);
  model.options.features.ignore_new = true;
  EXPECT_EQ(model.read(text).rows(), 1001U);
  ReadSettings without_age;
  without_age.ignore = {"age"};
  EXPECT_EQ(ForModel(read_string(kPeople, without_age)).read(text).rows(), 1001U);
}

TEST(JsonLines, MayHaveLateMembersThatAreLeftOut) {
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += std::string("{\"x\":1,\"class\":\"") + (i % 2 == 0 ? "no" : "yes") + "\"}\n";
  text += "{\"x\":1,\"size\":3,\"class\":\"no\"}\n{\"x\":1,\"class\":\"no\",\"size\":3}\n";
  EXPECT_NE(read_failure(text).text.find("or leave it out with --ignore size)"), std::string::npos)
      << read_failure(text).text;
  ReadSettings settings;
  settings.ignore = {"size"};
  const Dataset data = read_string(text, settings);
  EXPECT_EQ(names(data), (Names{"x"}));
  EXPECT_EQ(data.rows(), 1002U);
  EXPECT_EQ(data.classes.names(), (Names{"no", "yes"}));
  settings.ignore = {};
  settings.column = {{"size", ColumnType::ignore}};
  EXPECT_EQ(names(read_string(text, settings)), (Names{"x"}));
  settings = {};
  settings.columns = {"x"};
  EXPECT_EQ(names(read_string(text, settings)), (Names{"x"}));
  settings = {};
  settings.ignore = {"sizes"};
  EXPECT_EQ(read_failure("{\"x\":1,\"c\":\"u\"}\n{\"x\":2,\"c\":\"v\"}\n", settings).text,
            "--ignore: data.txt has no column \"sizes\"; it has \"x\", \"c\"");
}

TEST(JsonLines, OfAnotherShapeAreAnsweredWithTheLineThatConvertsThem) {
  const auto text = [](const std::string& content) { return read_failure(content).text; };
  for (const char* content : {"{\"a\":{\"0\":1,\"1\":2}}", "{\n  \"a\": 1\n}\n"})
    EXPECT_NE(text(content).find("to_json('rows.jsonl', orient='records', lines=True)"),
              std::string::npos)
        << text(content);
  EXPECT_NE(text("[\n {\"a\": 1}\n]\n").find("jq -c '.[]' "), std::string::npos);
}

TEST(JsonLines, AreRecognisedByAnObjectInTheFirstLine) {
  EXPECT_TRUE(looks_like_json_lines({kPeople, true}));
  EXPECT_TRUE(looks_like_json_lines({"{\"a\":1}\n", true}));
  EXPECT_TRUE(looks_like_json_lines({"\xef\xbb\xbf{\"a\":1}\n{\"a\":2}", true}));
  EXPECT_FALSE(looks_like_json_lines({"{\n\"a\":1}\n", true}));
  EXPECT_FALSE(looks_like_json_lines({"{\"kind\":\"margin\",\"data\":{\"rows\":3}}", true}));
  EXPECT_FALSE(looks_like_json_lines({"[1,2]\n", true}));
  EXPECT_FALSE(looks_like_json_lines({"", true}));
}

TEST(JsonLines, WithPredictionsAreStillObjects) {
  const Folder folder;
  const std::string data = folder.file("people.jsonl", kPeople);
  const std::string model = folder.path("people.model");
  ASSERT_EQ(run_program({"train", data, "-q", "-o", model}).status, 0);
  const Outcome joined = run_program({"predict", model, data, "--join", "-q"});
  EXPECT_EQ(
      joined.out,
      "{\"age\": 22.5, \"town\": \"M\\u00fcnchen\", \"class\": \"yes\",\"prediction\":\"yes\"}\n"
      "{\"town\": \"Oslo\", \"age\": null, \"class\": \"no\",\"prediction\":\"no\"}\n"
      "{\"age\":-3e1,\"town\":\"Oslo\",\"class\":\"yes\",\"prediction\":\"yes\"}\r\n");
  const Outcome table = run_program({"predict", model, data, "--join", "--output", "csv", "-q"});
  EXPECT_EQ(table.out.substr(0, table.out.find('\n', table.out.find('\n') + 1)),
            "age,town,class,prediction\n22.5,M\xc3\xbcnchen,yes,yes");
}

TEST(JsonLines, AreSplitAsTheyAreWritten) {
  const Folder folder;
  const std::string data = folder.file("people.jsonl", kPeople);
  ASSERT_EQ(run_program({"split", data, "--test", "0.4", "-o", folder.path("a"), folder.path("b")})
                .status,
            0);
  const std::string both = read_text(folder.path("a")) + read_text(folder.path("b"));
  for (const std::string row : {"{\"age\": 22.5, ", "{\"town\": \"Oslo\"", "  {\"age\":-3e1"})
    EXPECT_NE(both.find(row), std::string::npos) << row;
}

}  // namespace
}  // namespace perceptron::core::test
