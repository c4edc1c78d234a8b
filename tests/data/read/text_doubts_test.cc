// Columns of texts that are probably something else, and files of a single column.

#include "data/read/text_doubts.h"

#include <gtest/gtest.h>

#include <string>

#include "support.h"

namespace perceptron::core::test {
namespace {

using Texts = std::vector<std::string_view>;

// What is noted while this text is read.
std::string noted(const std::string& content, const ReadSettings& settings = {}) {
  const Folder folder;
  Notes notes;
  Reading reading;
  reading.options = settings;
  reading.listener = &notes;
  read_dataset(folder.file("data.txt", content), reading);
  std::string all;
  for (const std::string& sentence : notes.sentences) all += sentence + "\n";
  return all;
}

std::string doubt(const Texts& texts) { return in_options(doubt_about("a b", texts)); }

TEST(TextDoubts, NameUnits) {
  constexpr const char* kAdvice = ": remove it, and the column is one of numbers";
  EXPECT_EQ(doubt({"$1.50", "$1,200", "$3"}), std::string("they are numbers with \"$\"") + kAdvice);
  EXPECT_EQ(doubt({"1%", "20 %", "3%"}), "");  // not all alike
  EXPECT_EQ(doubt({"1 kg", "20 kg", "0.5 kg"}),
            std::string("they are numbers with \" kg\"") + kAdvice);
  EXPECT_EQ(doubt({"-0.5cm", "2cm", "+3cm"}),
            std::string("they are numbers with \"cm\"") + kAdvice);
  EXPECT_EQ(doubt({"\u20ac1", "\u20ac2", "\u20ac3"}),
            std::string("they are numbers with \"\u20ac\"") + kAdvice);
  EXPECT_EQ(doubt({"a1b", "a2b", "a3b"}), "");
  EXPECT_EQ(doubt({"x", "y", "z"}), "");
  EXPECT_EQ(doubt({"A1", "A2"}), "");  // too few to tell
}

TEST(TextDoubts, NameDatesOfUnknownOrder) {
  EXPECT_EQ(doubt({"01/02/2024", "3/4/2024", "05/06/2024"}),
            "they are dates, whose day cannot be told from the month: use --column 'a b=date:dmy' "
            "or --column 'a b=date:mdy'");
  EXPECT_EQ(doubt({"01/02/2024", "3/4/2024", "soon"}), "");
}

TEST(TextDoubts, NameTheTextsAmongNumbers) {
  EXPECT_EQ(doubt({"-", "1", "2", "3"}),
            "all but \"-\" are numbers: correct it, or use --missing-values=- if that means a "
            "missing value");
  EXPECT_EQ(doubt({"-", "x", "1", "2"}), "");
}

TEST(TextDoubts, NameAQuantityAsLabelWhereItIsMissing) {
  std::string rows = "a,price\n";
  for (int i = 0; i < 30; ++i) rows += std::to_string(i) + "," + std::to_string(i) + ".25\n";
  EXPECT_EQ(read_failure(rows + "31,\n").text,
            "data.txt:32:4: expected a class label in column \"price\", found none; its 30 "
            "different numbers look like a quantity, and there is no regression here (make classes "
            "of it, such as low and high, or choose the label column with --label)");
  EXPECT_EQ(read_failure("a,y\n1,2\n2,\n").text,
            "data.txt:3:3: expected a class label in column \"y\", found none (leave the row out, "
            "or choose the label column with --label)");
}

TEST(TextDoubts, AreTakenBackByATypeOfOnesOwn) {
  const std::string text = "a,b,y\n$1,1,u\n$2,2,v\n$3,3,v\n";
  EXPECT_NE(noted(text).find("they are numbers with \"$\""), std::string::npos);
  const auto typed = with(&ReadSettings::column, {{"a", ColumnType::category}});
  EXPECT_EQ(noted(text, typed).find("numbers"), std::string::npos);
}

TEST(Counting, IsTakenForAnIdentifier) {
  const auto table = [](const std::string& town) {
    std::string text = "id,size,town,y\n";
    for (int i = 0; i < 60; ++i)
      text += std::to_string(i + 7) + "," + std::to_string(i % 7) + "," +
              (i % 2 == 0 ? town : "2") + (i % 3 == 0 ? ",u\n" : ",v\n");
    return text;
  };
  const std::string note =
      "column \"id\" counts the rows: is it an identifier? Leave it out with --ignore id, or use "
      "--column id=number to keep it\n";
  EXPECT_NE(noted(table("1")).find(note), std::string::npos) << noted(table("1"));
  EXPECT_EQ(noted(table("1")).find("\"size\""), std::string::npos);
  EXPECT_NE(noted(table("Rome")).find(note), std::string::npos);  // beside categories
  EXPECT_EQ(noted(table("1"), with(&ReadSettings::column, {{"id", ColumnType::number}})), "");
  EXPECT_EQ(noted("id,y\n1,u\n2,v\n3,u\n"), "");  // too few rows to tell
}

// Whole numbers, none of them twice.
TEST(RandomNumbers, AreTakenForIdentifiers) {
  const auto note_of = [](const std::string& name, const auto& number) {
    std::string text = name + ",size,y\n";
    for (int i = 0; i < 200; ++i)
      text +=
          std::to_string(number(i)) + "," + std::to_string(i % 7) + (i % 3 == 0 ? ",u\n" : ",v\n");
    return noted(text);
  };
  const auto expected = [](const std::string& name) {
    return "column \"" + name + "\" has another whole number in each row: is it an identifier?";
  };
  const auto spread = [](int i) { return 100'000 + (i * 7'919) % 200 * 4'321 + i; };
  EXPECT_NE(note_of("customer", spread).find(expected("customer")), std::string::npos);
  const auto shuffled = [](int i) { return 1 + (i * 73) % 200; };
  EXPECT_NE(note_of("number", shuffled).find(expected("number")), std::string::npos);
  const auto squares = [](int i) { return i * i + (i % 2 == 0 ? 3 : 0); };
  EXPECT_NE(note_of("userId", squares).find(expected("userId")), std::string::npos);
  EXPECT_EQ(note_of("income", squares), "");
  const auto twice = [&](int i) { return spread(i == 199 ? 0 : i); };
  EXPECT_EQ(note_of("customer", twice), "");
}

TEST(SingleColumns, AreAnsweredByWhatTheLinesHold) {
  const auto text = [](const std::string& content) { return read_failure(content).text; };
  const std::string expected =
      "data.txt:1:1: expected at least one column besides the label, found none ";
  EXPECT_EQ(text("My table\na,b,c\n1,2,u\n"),
            expected + "(lines below have 3 fields: remove the title above them)");
  EXPECT_EQ(text("a:b:c\n1:2:u\n3:4:v\n"),
            expected + "(use --delimiter : if that separates the fields)");
  EXPECT_EQ(text("a~b~c\n-0,5~1,5~u\n3,2~4,1~v\n"),
            expected + "(use --delimiter '~' if that separates the fields)");
  EXPECT_EQ(text("a^b\n1^u\n3^v\n"),
            expected + "(use --delimiter '^' if that separates the fields)");
  EXPECT_EQ(text("a\n1\n2\n"), expected +
                                   "(fields are separated by commas; choose another delimiter "
                                   "with --delimiter)");
  const std::string mac =
      "data.txt:1:1: expected lines, found a single one with carriage returns, the line ends of "
      "old "
      "Macs (convert it: tr '\\r' '\\n' < ";
  EXPECT_EQ(text("a,y\r1,u\r2,v\r").substr(0, mac.size()), mac);
}

TEST(Labels, ThatAreProbablyMistakesAreNoted) {
  std::string names = "x,y\n";
  std::string cut = "x,y\n";
  for (int i = 0; i < 60; ++i) {
    names += std::to_string(i) + ",n" + std::to_string(i) + "\n";
    cut += std::to_string(i) + (i % 2 == 0 ? ",alpha\n" : ",beta\n");
  }
  EXPECT_NE(
      noted(names).find("the label \"y\" has 60 different values in 60 rows and looks like an "
                        "identifier"),
      std::string::npos)
      << noted(names);
  EXPECT_NE(noted(cut + "7,al").find("a class has a single row: \"al\" (misspelt, or cut off?)"),
            std::string::npos);
  EXPECT_EQ(noted(cut).find("single row"), std::string::npos);
}

}  // namespace
}  // namespace perceptron::core::test
