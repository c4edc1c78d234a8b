// What columns are, by the settings or by their values, and what is made of missing ones.

#include <string>
#include <vector>

#include "data/dates.h"
#include "data/options.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

ReadSettings typed(const std::string& columns) {
  ReadSettings settings;
  parse_setting("column", columns, settings.column);
  return settings;
}

// `rows` rows of i, and of what `field` makes of it.
template <class MakeField>
std::string table(int rows, const MakeField& field) {
  std::string text = "x,w,y\n";
  for (int i = 0; i < rows; ++i)
    text += std::to_string(i % 5) + ',' + field(i) + (i % 2 == 0 ? ",u\n" : ",v\n");
  return text;
}

TEST(ColumnTypes, LeaveOutWhatIsIgnored) {
  const std::string text = "id,a,b,c,y\n1,2,3,4,u\n2,5,6,7,v\n";
  ReadSettings settings;
  settings.ignore = {"id", "b"};
  EXPECT_EQ(names(read_string(text, settings)), (Names{"a", "c"}));
  settings.ignore = {"1", "c"};
  EXPECT_EQ(names(read_string(text, settings)), (Names{"a", "b"}));
  EXPECT_EQ(names(read_string(text, typed("id=id;?=number;a=ignore"))), (Names{"b", "c"}));
  settings.ignore = {"nothing*"};
  EXPECT_EQ(read_failure(text, settings).code, ErrorKind::usage);
}

// The label is one of the columns that a pattern matches, but no feature anyway.
TEST(ColumnTypes, NamesPrevailOverPatterns) {
  const std::string text = "x1,x2,x3,xy\n1,2,3,u\n4,5,6,v\n";
  ReadSettings settings = typed("x2=number");
  settings.ignore = {"x*"};
  EXPECT_EQ(names(read_string(text, settings)), (Names{"x2"}));
  settings = typed("*=number");
  settings.ignore = {"x2"};
  EXPECT_EQ(names(read_string(text, settings)), (Names{"x1", "x3"}));
}

TEST(ColumnTypes, MatchPatterns) {
  const std::string text = "x1,x2,z1,y\n1,2,3,u\n4,5,6,v\n";
  ReadSettings settings;
  settings.ignore = {"x*"};
  EXPECT_EQ(names(read_string(text, settings)), (Names{"z1"}));
  settings.ignore = {};
  settings.columns = {"?1"};
  EXPECT_EQ(names(read_string(text, settings)), (Names{"x1", "z1"}));
}

TEST(ColumnTypes, NumbersCanBeCategories) {
  EXPECT_EQ(names(read_string("cylinders,y\n4,u\n8,v\n6,u\n", typed("cylinders=category"))),
            (Names{"cylinders=4", "cylinders=6", "cylinders=8"}));
}

TEST(ColumnTypes, OrdinalsCountInTheirOrder) {
  const std::string text = "size,y\nS,u\nL,v\nM,u\n";
  EXPECT_EQ(grid(read_string(text, typed("size=ordinal:S,M,L")).matrix), (Grid{{1}, {3}, {2}}));
  EXPECT_EQ(read_failure(text, typed("size=ordinal:S,M")).text,
            "data.txt:3:1: expected one of \"S\", \"M\" in column \"size\", found \"L\" (name all "
            "texts of an ordinal in its order)");
}

TEST(ColumnTypes, FlagsAreOneOrZero) {
  EXPECT_EQ(grid(read_string("a,b,y\nyes,T,u\nNo,f,v\n", typed("a=flag;b=flag")).matrix),
            (Grid{{1, 1}, {0, 0}}));
  EXPECT_EQ(read_failure("a,y\nmaybe,u\n", typed("a=flag")).text,
            "data.txt:2:1: expected yes or no, true or false, 1 or 0 in column \"a\", found "
            "\"maybe\" (use --column a=category for other texts)");
}

TEST(ColumnTypes, DatesBecomeTheirParts) {
  const Dataset data = read_string("day,y\n2024-02-29,u\n1970-01-01,v\n");
  EXPECT_EQ(names(data),
            (Names{"day year", "day month", "day weekday", "day day of year", "day days"}));
  // 29 February 2024 was a Thursday, 1 January 1970 as well.
  EXPECT_EQ(grid(data.matrix), (Grid{{2024, 2, 4, 60, 19782}, {1970, 1, 4, 1, 0}}));
}

TEST(ColumnTypes, DatesSayTheirOrder) {
  EXPECT_EQ(grid(read_string("d,y\n31/12/2023,u\n1/2/2024,v\n").matrix)[1],
            (std::vector<double>{2024, 2, 4, 32, 19754}));
  EXPECT_EQ(grid(read_string("d,y\n12/31/2023,u\n1/2/2024,v\n").matrix)[1],
            (std::vector<double>{2024, 1, 2, 2, 19724}));
  EXPECT_EQ(names(read_string("d,y\n1/2/2024,u\n1/3/2024,v\n")),
            (Names{"d=1/2/2024", "d=1/3/2024"}))
      << "day and month could be either";
  EXPECT_EQ(
      read_failure("d,y\n1/2/2024,u\n1/3/2024,v\n", typed("d=date")).text,
      "data.txt:1:1: cannot tell the day from the month in column \"d\", such as \"1/2/2024\" "
      "(use --column d=date:dmy or --column d=date:mdy)");
  EXPECT_EQ(grid(read_string("d,y\n1/2/2024,u\n", typed("d=date:dmy")).matrix)[0][1], 2);
}

TEST(ColumnTypes, DatesThatDoNotExistAreErrors) {
  EXPECT_EQ(
      read_failure("d,y\n2023-02-29,u\n", typed("d=date:ymd")).text,
      "data.txt:2:1: expected a date such as 2024-12-31 in column \"d\", found \"2023-02-29\" "
      "(correct it, or use --column d=category if the column is text)");
}

TEST(Dates, MayHaveATime) {
  const auto noon = parse_date("2024-01-02T12:00:00Z", DateOrder::ymd);
  ASSERT_TRUE(noon.has_value());
  EXPECT_EQ((*noon)[4], 19724.5);
  EXPECT_TRUE(parse_date("2.1.2024 06:30", DateOrder::dmy).has_value());
  EXPECT_TRUE(parse_date("2024-01-02 06:30:15.25+01:00", DateOrder::ymd).has_value());
  for (const char* wrong : {"", "2024", "2024-1", "2024-13-01", "24-01-02", "2024-01-02x",
                            "2024-01-02T25:00", "2024-01-02T10", "2024/01-02", "2024-01-02T10:61"})
    EXPECT_FALSE(parse_date(wrong, DateOrder::ymd).has_value()) << wrong;
}

TEST(ColumnTypes, ChooseLabelWeightAndGroup) {
  const Dataset data =
      read_string("w,kind,a,g\n2,u,1,p\n3,v,2,q\n", typed("kind=label;w=weight;g=group"));
  EXPECT_EQ(data.classes.names(), (Names{"u", "v"}));
  EXPECT_EQ(data.weights, (std::vector<double>{2, 3}));
  EXPECT_EQ(data.groups, (Labels{0, 1}));
  EXPECT_EQ(names(data), (Names{"a"}));
  ReadSettings settings = typed("kind=label");
  settings.label = "a";
  EXPECT_EQ(read_failure("w,kind,a\n2,u,1\n", settings).code, ErrorKind::usage);
}

TEST(ColumnTypes, AreWrittenAsTheyAreRead) {
  for (const std::string text :
       {"a=number", "a=number;b=ordinal:S,M,L;c=date:dmy", "a\\=b=flag;c\\;d=ordinal:x\\,y,z"}) {
    std::vector<ColumnSetting> columns;
    parse_setting("column", text, columns);
    EXPECT_EQ(value_text(columns), text);
  }
}

TEST(ColumnTypes, RefuseWhatIsNone) {
  std::vector<ColumnSetting> columns;
  for (const std::string text :
       {"a", "=number", "a=numbers", "a=ordinal", "a=ordinal:S", "a=number:S", "a=date:xyz"})
    EXPECT_THROW(parse_setting("column", text, columns), Error) << text;
}

TEST(ColumnTypes, AreKeptByTheModel) {
  ForModel model(
      read_string("size,day,y\nS,2024-02-29,u\nL,2024-03-01,v\n", typed("size=ordinal:S,M,L")));
  EXPECT_EQ(grid(model.read("day,size,y\n2024-01-01,M,u\n").matrix),
            (Grid{{2, 2024, 1, 1, 1, 19723}}));
}

TEST(Identifiers, AreNotUsed) {
  const std::string text = table(60, [](int i) { return "name " + std::to_string(i); });
  Notes notes;
  EXPECT_EQ(names(read_string(text)), (Names{"x"}));
  EXPECT_EQ(read_string(text, typed("w=category")).features(), 61U);
  EXPECT_EQ(read_string(text, with(&ReadSettings::columns, {"x", "w"})).features(), 61U);
}

TEST(Identifiers, AreUsedWhereThereIsNothingElse) {
  std::string text = "y,w\n";
  for (int i = 0; i < 60; ++i) text += (i % 2 == 0 ? "u," : "v,") + std::to_string(i) + " words\n";
  EXPECT_EQ(read_string(text, with(&ReadSettings::label, "first")).features(), 60U);
}

TEST(ColumnTypes, FewTextsAmongManyNumbersAreMistakes) {
  const auto field = [](int i) { return i == 0 ? std::string("unknown") : std::to_string(i % 7); };
  EXPECT_EQ(
      read_failure(table(60, field)).text,
      "data.txt:2:3: expected a number in column \"w\", found \"unknown\" (correct it, or use "
      "--column w=category if the column is text, or --missing-values unknown if it means a "
      "missing "
      "value)");
  const auto mixed = [](int i) { return (i % 3 == 1 ? "A" : "") + std::to_string(i % 6); };
  EXPECT_EQ(read_string(table(60, mixed)).features(), 7U) << "numbers are among its categories";
}

TEST(MissingValues, OfNumbersAreTheirMean) {
  EXPECT_EQ(grid(read_string(table(60, [](int i) { return i == 3   ? "NA"
                                                          : i < 30 ? "1"
                                                                   : "3"; }))
                     .matrix)[3],
            (std::vector<double>{3, (29.0 + 90) / 59}));
}

TEST(MissingValues, ThatAreFrequentAreMarked) {
  const Dataset data = read_string("a,b,y\n1,5,u\n?,6,v\n3,7,u\n");
  EXPECT_EQ(names(data), (Names{"a", "a missing", "b"}));
  EXPECT_EQ(grid(data.matrix), (Grid{{1, 0, 5}, {2, 1, 6}, {3, 0, 7}}));
  ForModel model(data);
  EXPECT_EQ(grid(model.read("a,b,y\nNA,1,u\n4,2,v\n").matrix), (Grid{{2, 1, 1}, {4, 0, 2}}));
}

TEST(MissingValues, OfTextAreACategory) {
  const Dataset data = read_string("w,x,y\np,1,u\nNA,2,v\n,3,u\n");
  EXPECT_EQ(names(data), (Names{"w=p", "w missing", "x"}));
  EXPECT_EQ(grid(data.matrix), (Grid{{1, 0, 1}, {0, 1, 2}, {0, 1, 3}}));
  ForModel model(data);
  EXPECT_EQ(grid(model.read("w,x,y\n?,1,u\np,2,v\n").matrix), (Grid{{0, 1, 1}, {1, 0, 2}}));
}

TEST(MissingValues, OfDatesAreTheMeansOfTheirParts) {
  const Dataset data = read_string("d,y\n2024-01-01,u\n,v\n2024-01-03,u\n");
  EXPECT_EQ(grid(data.matrix)[1], (std::vector<double>{2024, 1, 2, 2, 19724, 1}));
}

TEST(MissingValues, AreErrorsWhereAskedFor) {
  const auto errors = with(&ReadSettings::missing, MissingPolicy::error);
  EXPECT_EQ(read_failure("a,y\n1,u\nNA,v\n", errors).text,
            "data.txt:3:1: expected a number in column \"a\", found \"NA\" (use --missing zero or "
            "--missing mean to fill missing values)");
  EXPECT_EQ(read_failure("w,y\np,u\nNA,v\n", errors).text,
            "data.txt:3:1: expected a number or text in column \"w\", found \"NA\" (use --missing "
            "auto to make a category of missing values)");
}

TEST(MissingValues, AreCountedByColumn) {
  ForModel unused(read_string("1,u\n2,v\n"));
  const Folder folder;
  Reading reading;
  Notes notes;
  reading.listener = &notes;
  read_dataset(folder.file("data.csv", "a,w,y\n1,p,u\nNA,,v\n3,q,u\n"), reading);
  ASSERT_EQ(notes.sentences.size(), 2U);
  EXPECT_NE(notes.sentences[1].find("2 missing values: 1 in \"a\": the mean, and a feature that "
                                    "marks them; 1 in \"w\": a category of its own"),
            std::string::npos)
      << notes.sentences[1];
}

}  // namespace
}  // namespace perceptron::core::test
