// Reading CSV and TSV: records, headers, columns, categories, gaps, and what
// a model expects of the next file.

#include <cmath>
#include <variant>
#include <vector>

#include "support.h"

namespace perceptron::core::test {
namespace {

// ---- Records ----

TEST(Table, ReadsAHeaderNumbersAndAClass) {
  const Dataset data = read_string("length,width,kind\n1.5,2,a\n-3,4e1,b\n");
  EXPECT_EQ(data.matrix.layout(), Matrix::Layout::dense);
  EXPECT_EQ(grid(data.matrix), (Grid{{1.5, 2}, {-3, 40}}));
  EXPECT_EQ(names(data), (Names{"length", "width"}));
  EXPECT_EQ(data.classes.names(), (Names{"a", "b"}));
  EXPECT_EQ(data.labels, (Labels{0, 1}));
  EXPECT_TRUE(data.schema.named);
  EXPECT_EQ(data.schema.label_name, "kind");
  EXPECT_FALSE(data.matrix.values().wide());
}

TEST(Table, FindsTheDelimiter) {
  const std::string plain = read_string("a,b,y\n1,2,u\n3,4,v\n").fingerprint();
  EXPECT_EQ(read_string("a;b;y\n1;2;u\n3;4;v\n").fingerprint(), plain);
  EXPECT_EQ(read_string("a\tb\ty\n1\t2\tu\n3\t4\tv\n").fingerprint(), plain);
  EXPECT_EQ(read_string("\"a,1,2\";b;y\n1;2;u\n3;4;v\n").fingerprint(), plain) << "in quotes";
}

TEST(Table, FindsTheDelimiterAfterBlankLines) {
  EXPECT_EQ(names(read_string("\n\na;b;y\n1;2;u\n3;4;v\n")), (Names{"a", "b"}));
}

TEST(Table, FindsTheDelimiterAfterALineEndInQuotes) {
  EXPECT_EQ(names(read_string("\"a\n(cm)\";b;y\n1;2;u\n3;4;v\n")), (Names{"a\n(cm)", "b"}));
}

TEST(Table, ReadsTsvWithCommasInIt) {
  const Dataset data = read_string("a,b,c,d\ty\n1\tu\n", with(&ReadSettings::format, Format::tsv));
  EXPECT_EQ(names(data), (Names{"a,b,c,d"}));
}

TEST(Table, ReadsTheSameWhateverSurroundsTheFields) {
  const std::string plain = read_string("a,b,y\n1,2,u\n3,4,v\n").fingerprint();
  EXPECT_EQ(read_string("a,b,y\r\n1,2,u\r\n3,4,v\r\n").fingerprint(), plain) << "CRLF";
  EXPECT_EQ(read_string("\xef\xbb\xbf"
                        "a,b,y\n1,2,u\n3,4,v")
                .fingerprint(),
            plain)
      << "byte order mark";
  EXPECT_EQ(read_string("a,b,y\n\n 1 , +2.0,u \n  \n3,\"4\",\"v\"\n\n").fingerprint(), plain)
      << "blanks and quotes";
}

TEST(Table, TakesQuotesOff) {
  const Dataset data = read_string(
      "x,text,y\n1,\"a,b\",u\n2,\"say \"\"so\"\"\",u\n3,\"two\r\nlines\",v\n4,\" kept "
      "\",u\n5,in\"side,v\n6,\"\"\"\",v\n");
  EXPECT_EQ(data.schema.columns[1].categories,
            (Names{" kept ", "\"", "a,b", "in\"side", "say \"so\"", "two\nlines"}));
  EXPECT_EQ(data.classes.names(), (Names{"u", "v"}));
}

TEST(Table, ReadsRecordsBeyondTheSampledOnes) {
  std::string text = "x,color,y\n";
  for (int i = 0; i < 300; ++i)
    text += std::to_string(i) + (i < 250 ? ",\"dark\nred\",p\n" : ",blue,r\n");
  const Dataset data = read_string(text);
  EXPECT_EQ(data.rows(), 300U);
  EXPECT_EQ(grid(data.matrix)[249], (std::vector<double>{249, 0, 1}));
  EXPECT_EQ(grid(data.matrix)[250], (std::vector<double>{250, 1, 0}));
  const auto wrong = read_failure(text + "1,red\n");
  EXPECT_EQ(wrong.text.substr(0, 15), "data.txt:552:1:");  // 1 + 250·2 + 50 lines before
}

TEST(Table, DoesNotPassOverARowOfEmptyFields) {
  EXPECT_EQ(
      read_failure("a\tb\ty\n1\t2\tu\n\t\t\n", with(&ReadSettings::missing, MissingPolicy::zero))
          .text,
      "data.txt:3:3: expected a class label in column \"y\", found none (leave the row out, or "
      "choose the label column with --label)");
}

TEST(Table, KeepsFloat32UntilANumberNeedsMore) {
  EXPECT_FALSE(read_string("1,u\n2.5,v\n").matrix.values().wide());
  EXPECT_TRUE(read_string("1,u\n0.1,v\n").matrix.values().wide());
  EXPECT_EQ(grid(read_string("1,u\n0.1,v\n").matrix), (Grid{{1}, {0.1}}));
}

// ---- The header ----

TEST(Table, FindsWhetherThereIsAHeader) {
  EXPECT_EQ(read_string("1,2,u\n3,4,v\n").rows(), 2U) << "a number in the first line: no";
  EXPECT_EQ(read_string("a,b,y\n1,2,u\n").rows(), 1U) << "only in a later line: yes";
  EXPECT_EQ(read_string("color,y\nred,u\nblue,v\n").rows(), 2U) << "all text, none again: yes";
  EXPECT_EQ(read_string("red,u\nblue,v\nred,v\n").rows(), 3U) << "all text, one again: no";
  EXPECT_EQ(read_failure("color,y\n").text, "data.txt:1:1: expected rows of data, found none");
  EXPECT_EQ(read_string("red,u\n", with(&ReadSettings::header, HeaderUse::no)).rows(), 1U);
  EXPECT_EQ(read_string("a,b,2021\nx,z,u\n").rows(), 2U) << "a number in a name: no";
  EXPECT_EQ(read_string("a,b,2021\n1,2,u\n", with(&ReadSettings::header, HeaderUse::yes)).rows(),
            1U);
  EXPECT_EQ(read_string("color,y\nred,u\n", with(&ReadSettings::header, HeaderUse::no)).rows(), 2U);
}

TEST(Table, NumbersColumnsWithoutNames) {
  const Dataset data = read_string("1,2,u\n3,4,v\n");
  EXPECT_EQ(names(data), (Names{"x1", "x2"}));
  EXPECT_FALSE(data.schema.named);
  EXPECT_EQ(names(read_string("a,,y\n1,2,u\n")), (Names{"a", "column2"}));
}

// ---- Label and columns ----

TEST(Table, TakesTheLabelFromTheColumnItIsTold) {
  const std::string text = "a,kind,b\n1,u,2\n3,v,4\n";
  for (const char* label : {"kind", "2"}) {
    const Dataset data = read_string(text, with(&ReadSettings::label, label));
    EXPECT_EQ(grid(data.matrix), (Grid{{1, 2}, {3, 4}})) << label;
    EXPECT_EQ(data.classes.names(), (Names{"u", "v"})) << label;
  }
  EXPECT_EQ(read_string("u,1\nv,2\n", with(&ReadSettings::label, "first")).classes.names(),
            (Names{"u", "v"}));
  EXPECT_EQ(read_string("last,b\n1,2\n3,4\n", with(&ReadSettings::label, "last")).classes.names(),
            (Names{"1", "3"}))
      << "a column called last";
}

TEST(Table, UsesTheColumnsItIsToldInThatOrder) {
  ReadSettings options;
  options.columns = {"c", "1"};
  const Dataset data = read_string("a,b,c,y\n1,2,3,u\n4,5,6,v\n", options);
  EXPECT_EQ(grid(data.matrix), (Grid{{3, 1}, {6, 4}}));
  EXPECT_EQ(names(data), (Names{"c", "a"}));
  EXPECT_EQ(data.schema.file_columns, 4U);
}

TEST(Table, RefusesTheSameColumnTwice) {
  ReadSettings options;
  options.columns = {"a", "1"};
  EXPECT_EQ(read_failure("a,b,y\n1,2,u\n", options).code, ErrorKind::usage);
}

TEST(Table, DoesNotLookAtColumnsItIsNotTold) {
  ReadSettings options;
  options.columns = {"a"};
  EXPECT_EQ(grid(read_string("a,b,y\n1,?,u\n4,x,v\n", options).matrix), (Grid{{1}, {4}}));
}

// ---- Text columns ----

TEST(Table, MakesAFeatureOfEveryCategorySortedByBytes) {
  const Dataset data = read_string("color,x,y\nred,5,u\nblue,6,v\nRed,7,u\n");
  EXPECT_EQ(names(data), (Names{"color=Red", "color=blue", "color=red", "x"}));
  EXPECT_EQ(grid(data.matrix), (Grid{{0, 0, 1, 5}, {0, 1, 0, 6}, {1, 0, 0, 7}}));
  EXPECT_EQ(data.matrix.layout(), Matrix::Layout::dense) << "half of the cells are not zero";
}

TEST(Table, KeepsManyCategoriesSparse) {
  const Dataset data = read_string("w,x,y\na,0,u\nb,1,v\nc,0,u\nd,0,v\ne,0,u\n");
  EXPECT_EQ(data.matrix.layout(), Matrix::Layout::sparse) << "6 of 30 cells are not zero";
  EXPECT_EQ(grid(data.matrix)[1], (std::vector<double>{0, 1, 0, 0, 0, 1}));
}

TEST(Table, TakesNumbersAmongTextForText) {
  const Dataset data = read_string("w,y\na,u\n7,v\n");
  EXPECT_EQ(names(data), (Names{"w=7", "w=a"}));
}

TEST(Table, TellsAColumnByItsFirstValueThatIsThere) {
  const Dataset data =
      read_string("w,y\n,u\na,v\n", with(&ReadSettings::missing, MissingPolicy::zero));
  EXPECT_EQ(names(data), (Names{"w=a"}));
  EXPECT_EQ(grid(data.matrix), (Grid{{0}, {1}}));
}

// ---- Gaps ----

TEST(Table, FillsGapsWithZeroOrTheMean) {
  const std::string text = "a,b,y\n1,NA,u\n,4,v\n3,?,u\nNaN,8,v\n";
  EXPECT_EQ(grid(read_string(text, with(&ReadSettings::missing, MissingPolicy::zero)).matrix),
            (Grid{{1, 0}, {0, 4}, {3, 0}, {0, 8}}));
  const Dataset data = read_string(text, with(&ReadSettings::missing, MissingPolicy::mean));
  EXPECT_EQ(grid(data.matrix), (Grid{{1, 6}, {2, 4}, {3, 6}, {2, 8}}));
  EXPECT_EQ(data.schema.columns[1].fill[0], 6);
  EXPECT_EQ(data.schema.missing, MissingPolicy::mean);
}

TEST(Table, FillsGapsBesideTextColumns) {
  const Dataset data =
      read_string("w,a,y\np,2,u\nq,,v\n,4,u\n", with(&ReadSettings::missing, MissingPolicy::mean));
  EXPECT_EQ(grid(data.matrix), (Grid{{1, 0, 2}, {0, 1, 3}, {0, 0, 4}}));
}

TEST(Table, KnowsEveryWordForAGap) {
  for (const std::string gap :
       {"", "NA", "N/A", "n/a", "na", "NaN", "nan", "null", "NULL", "None", "?"}) {
    EXPECT_EQ(grid(read_string("a,y\n5,u\n" + gap + ",v\n",
                               with(&ReadSettings::missing, MissingPolicy::zero))
                       .matrix),
              (Grid{{5}, {0}}))
        << gap;
  }
}

TEST(Table, KnowsTheMeanOfHugeNumbers) {
  const Dataset data = read_string("a,y\n1.5e308,u\n1.5e308,v\n");
  EXPECT_TRUE(std::isfinite(data.schema.columns[0].fill[0])) << "a model could not be saved";
}

// ---- For a model ----

// A model trained on a header a, color, b, y with classes u and v.
Dataset training_table() {
  return read_string("a,color,b,y\n1,red,2,u\n3,blue,4,v\n",
                     with(&ReadSettings::missing, MissingPolicy::mean));
}

TEST(TableForAModel, FindsColumnsByName) {
  const Dataset data = ForModel(training_table()).read("y,b,color,a\nv,6,blue,5\nu,8,red,7\n");
  EXPECT_EQ(grid(data.matrix), (Grid{{5, 1, 0, 6}, {7, 0, 1, 8}}));
  EXPECT_EQ(data.labels, (Labels{1, 0}));
}

TEST(TableForAModel, FindsColumnsByPlaceWithoutAHeader) {
  ForModel model(training_table());
  EXPECT_EQ(grid(model.read("5,blue,6,v\n").matrix), (Grid{{5, 1, 0, 6}}));
  EXPECT_NE(model.failure("5,blue,6,7,v\n"), "");
}

TEST(TableForAModel, MovesItsColumnsWhereTheLabelIsElsewhere) {
  ForModel model(training_table());
  model.trained.schema = Schema::numbered_table(2);
  model.options.label = "first";
  EXPECT_EQ(grid(model.read("u,7,8\nv,9,10\n").matrix), (Grid{{7, 8}, {9, 10}}));
}

TEST(TableForAModel, NeedsNoLabelWhereItIsIgnored) {
  ForModel model(training_table());
  model.labels = LabelUse::ignore;
  EXPECT_EQ(grid(model.read("b,a,color\n6,5,blue\n").matrix), (Grid{{5, 1, 0, 6}}));
  EXPECT_EQ(grid(model.read("5,blue,6\n").matrix), (Grid{{5, 1, 0, 6}}));
  EXPECT_EQ(grid(model.read("5,blue,6,anything\n").matrix), (Grid{{5, 1, 0, 6}}));
  EXPECT_TRUE(model.read("5,blue,6,anything\n").labels.empty());
}

TEST(TableForAModel, NamesTheColumnsThatAreMissingOrNew) {
  ForModel model(training_table());
  EXPECT_EQ(model.failure("a,color,y\n1,red,u\n"),
            "data.txt:1:1: expected the columns of the model's training data, missing: \"b\" (add "
            "them, or train a model without them)");
  EXPECT_EQ(
      model.failure("a,color,b\n1,red,2\n"),
      "data.txt:1:1: expected the label in column \"y\", found no such column (choose the label "
      "column with --label)");
  EXPECT_EQ(model.failure("a,color,b,z,y\n1,red,2,3,u\n"),
            "data.txt:1:1: expected the columns of the model's training data, new: \"z\" (use "
            "--features ignore-new to ignore new columns)");
}

TEST(TableForAModel, KnowsAHeaderWithOnlyTheLabelOfTheModel) {
  EXPECT_EQ(
      ForModel(training_table()).failure("A,Color,B,y\n1,red,2,u\n"),
      "data.txt:1:1: expected the columns of the model's training data, missing: \"a\", "
      "\"color\", \"b\", new: \"A\", \"Color\", \"B\" (add them, or train a model without them)");
}

TEST(TableForAModel, PassesOverNewColumnsAndCategoriesWhenTold) {
  ForModel model(training_table());
  EXPECT_EQ(model.failure("a,color,b,y\n1,green,2,u\n"),
            "data.txt:2:3: expected a value of column \"color\" that the model knows, found "
            "\"green\" (use --features ignore-new to treat new ones as none of the "
            "categories)");
  model.options.features.ignore_new = true;
  EXPECT_EQ(grid(model.read("a,color,b,z,y\n1,green,2,3,u\n").matrix), (Grid{{1, 0, 0, 2}}));
  ASSERT_EQ(model.notes.sentences.size(), 2U);
  EXPECT_NE(model.notes.sentences[0].find("were ignored: \"z\""), std::string::npos);
  EXPECT_NE(model.notes.sentences[1].find("1 value of text columns new"), std::string::npos);
}

TEST(TableForAModel, FillsGapsWithTheMeansOfTheTrainingData) {
  ForModel model(training_table());
  EXPECT_EQ(grid(model.read("a,color,b,y\n,red,NA,u\n").matrix), (Grid{{2, 0, 1, 3}}));
  model.options.missing = MissingPolicy::zero;
  EXPECT_EQ(grid(model.read("a,color,b,y\n,red,NA,u\n").matrix), (Grid{{0, 0, 1, 0}}));
}

TEST(TableForAModel, RefusesAClassTheModelDoesNotKnow) {
  EXPECT_EQ(ForModel(training_table()).failure("a,color,b,y\n1,red,2,w\n"),
            "data.txt:2:9: expected one of the model's classes (\"u\", \"v\"), found \"w\" (leave "
            "the row "
            "out, train with its class, or choose the label column with --label)");
}

TEST(TableForAModel, TakesAnotherLabelColumn) {
  ForModel model(training_table());
  model.options.label = "truth";
  EXPECT_EQ(model.read("a,color,b,truth\n1,red,2,v\n").labels, (Labels{1}));
}

TEST(TableForAModel, TakesTheOldLabelColumnForNothingNew) {
  ForModel model(training_table());
  model.options.label = "truth";
  EXPECT_EQ(model.failure("a,color,b,y,truth\n1,red,2,u,v\n"), "");
}

TEST(TableForAModel, FillsNumberedFeaturesByPlace) {
  ForModel model(training_table());
  model.trained.schema = Schema();
  model.trained.schema.features = 2;
  EXPECT_EQ(grid(model.read("p,q,r\n1,2,u\n").matrix), (Grid{{1, 2}}));
  EXPECT_EQ(model.failure("1,2,3,u\n"),
            "data.txt:1:1: expected 2 columns and a label as in the model's training data, found 4 "
            "columns in all (choose the model's columns, or train a model on this file)");
}

}  // namespace
}  // namespace perceptron::core::test
