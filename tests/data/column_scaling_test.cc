// Scaling by column: what the settings say of one column prevails over the scaling of the others.

#include <algorithm>
#include <string>
#include <vector>

#include "data/options.h"
#include "data/scaling.h"
#include "data/schema_json.h"
#include "evaluate/fold_data.h"
#include "evaluate/fold_scaling.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// What the layouts have in common: the numbers are the same in a table of three columns, and in one
// that is sparse because of its categories.
constexpr int kRows = 60;

std::string table(bool with_names) {
  std::string text = with_names ? "a,b,c,name,class\n" : "a,b,c,class\n";
  for (int i = 0; i < kRows; ++i) {
    text += std::to_string(100 + i) + ',' + std::to_string((i * 7) % 13) + ',' +
            std::to_string(-i % 5) + (with_names ? ",n" + std::to_string(i / 3) : "") +
            (i % 3 == 0 ? ",u\n" : ",v\n");
  }
  return text;
}

ReadSettings typed(const std::string& columns) {
  ReadSettings settings;
  parse_setting("column", columns, settings.column);
  return settings;
}

Dataset read_table(bool with_names, const std::string& columns) {
  return read_string(table(with_names), typed(columns));
}

double shift_of(const Scaling& scaling, std::uint64_t j) {
  return scaling.shift.empty() ? 0 : scaling.shift[j];
}
double scale_of(const Scaling& scaling, std::uint64_t j) {
  return scaling.scale.empty() ? 1 : scaling.scale[j];
}

constexpr std::array kOfColumns = {ScalingKind::none, ScalingKind::standard, ScalingKind::maxabs};

TEST(ColumnScaling, IsThatOfAllFeaturesWhereAllHaveIt) {
  for (const bool with_names : {false, true}) {
    const Dataset plain = read_table(with_names, "");
    for (const ScalingKind own : kOfColumns) {
      const Scaling expected = Scaling::fit(own, plain);
      const Dataset data = read_table(with_names, "*=auto:" + std::string(name_of(own)));
      for (const ScalingKind others : kOfColumns) {
        const Scaling scaling = Scaling::fit(others, data);
        EXPECT_EQ(scaling.kind, others);
        for (std::uint64_t j = 0; j < data.features(); ++j) {
          EXPECT_EQ(shift_of(scaling, j), shift_of(expected, j)) << j;
          EXPECT_EQ(scale_of(scaling, j), scale_of(expected, j)) << j;
        }
      }
    }
  }
}

TEST(ColumnScaling, PrevailsOverThatOfTheOthers) {
  for (const bool with_names : {false, true}) {
    const Dataset plain = read_table(with_names, "");
    const Dataset data = read_table(with_names, "a=number:standard;b=number:none");
    for (const ScalingKind others : kOfColumns) {
      const Scaling scaling = Scaling::fit(others, data);
      for (std::uint64_t j = 0; j < data.features(); ++j) {
        const ScalingKind kind = j == 0   ? ScalingKind::standard
                                 : j == 1 ? ScalingKind::none
                                          : others;
        const Scaling expected = Scaling::fit(kind, plain);
        EXPECT_EQ(shift_of(scaling, j), shift_of(expected, j)) << name_of(others) << j;
        EXPECT_EQ(scale_of(scaling, j), scale_of(expected, j)) << name_of(others) << j;
      }
      EXPECT_FALSE(scaling.is_none());
    }
  }
}

TEST(ColumnScaling, HoldsForAllFeaturesOfAColumn) {
  std::string text = "day,grade,ok,y\n";
  for (int i = 1; i <= 9; ++i) {
    text += "2024-0" + std::to_string(i) + "-0" + std::to_string(i) +
            (i % 3 == 0 ? ",low" : ",high") + (i % 2 == 0 ? ",yes,u\n" : ",no,v\n");
  }
  const Dataset data =
      read_string(text, typed("day=date:ymd:maxabs;grade=ordinal:low,high:standard;ok=flag:none"));
  const Scaling scaling = Scaling::fit(ScalingKind::none, data);
  ASSERT_EQ(scaling.scale.size(), 7U);
  // Year, month, weekday, day of the year and days since 1970 of 9 September 2024, a Monday.
  EXPECT_EQ(scaling.scale[0], 2024);
  EXPECT_EQ(scaling.scale[1], 9);
  EXPECT_EQ(scaling.scale[3], 253);
  EXPECT_EQ(scaling.scale[4], 19975);
  EXPECT_NEAR(scaling.shift[5], 5.0 / 3, 1e-12);  // three of 1, six of 2
  EXPECT_EQ(scaling.scale[6], 1);
}

TEST(ColumnScaling, LeavesTheChoiceOfAutoToTheOtherColumns) {
  // The column a is far from 0: with it auto standardises, without it does not.
  EXPECT_EQ(choose_scaling(read_table(false, "")).kind, ScalingKind::standard);
  const Scaling scaling = Scaling::fit(ScalingKind::automatic,
                                       read_table(false, "a=number:maxabs;c=number:none;b=number"));
  EXPECT_EQ(scaling.choice->sizes, ColumnSizes::alike);
  EXPECT_EQ(scaling.kind, ScalingKind::none);
  EXPECT_EQ(scaling.scale, (std::vector<double>{159, 1, 1}));
}

TEST(ColumnScaling, IsRefusedWhereRowsAreScaled) {
  const Dataset data = read_table(false, "a=number:standard");
  try {
    Scaling::fit(ScalingKind::unit, data);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_NE(in_options(error.message()).find("--scale unit divides whole rows"),
              std::string::npos);
  }
}

// Numbers that are scaled already would be scaled by other training rows than those of the model.
TEST(ColumnScaling, IsAppliedOnce) {
  Dataset data = read_table(false, "a=number:standard");
  const Scaling scaling = Scaling::fit(ScalingKind::none, data);
  scaling.apply(data);
  const Grid once = grid(data.matrix);
  const Scaling again = Scaling::fit(ScalingKind::none, data);
  EXPECT_TRUE(again.is_none());
  again.apply(data);
  EXPECT_EQ(grid(data.matrix), once);
}

TEST(ColumnScaling, IsFittedToTheTrainingRowsOfEachFold) {
  const Dataset data = read_table(false, "a=number:standard");
  EXPECT_FALSE(folds_share_rows(data, ScalingKind::none));
  EXPECT_TRUE(folds_share_rows(read_table(false, "a=number:none"), ScalingKind::none));
  const std::vector<std::uint64_t> training = {0, 1, 2, 3};
  const std::vector<std::uint64_t> test = {4, 5};
  const FoldData fold = prepare_fold(data, training, test, ScalingKind::none);
  const double deviation = std::sqrt(1.25);  // of 100, 101, 102, 103
  EXPECT_NEAR(grid(fold.training.matrix)[0][0], -1.5 / deviation, 1e-12);
  EXPECT_NEAR(grid(fold.test.matrix)[0][0], 2.5 / deviation, 1e-12);
  EXPECT_EQ(grid(fold.test.matrix)[0][1], 28 % 13);
}

TEST(ColumnScaling, IsWrittenAsItIsRead) {
  for (const char* text : {"a=number:standard", "a=auto:none", "a=date:dmy:maxabs", "a=flag:none",
                           "a=ordinal:low,high:standard", "a=ordinal:x\\:standard,none",
                           "a=ordinal:1\\:2,3\\,4", "a=category:none"}) {
    const auto columns = typed(text).column;
    ASSERT_EQ(columns.size(), 1U);
    EXPECT_EQ(value_text(columns), text);
    EXPECT_EQ(typed(value_text(columns)).column, columns);
  }
  EXPECT_EQ(typed("a=ordinal:x\\:standard,none").column[0].order, (Names{"x:standard", "none"}));
  EXPECT_EQ(typed("a=ordinal:low,high:standard").column[0].order, (Names{"low", "high"}));
  const auto failure = [](const std::string& text) -> std::string {
    try {
      typed(text);
    } catch (const Error& error) {
      return in_options(error.message());
    }
    return "";
  };
  EXPECT_EQ(failure("a=number:unit"),
            "--column: number takes a scaling (none, standard, maxabs) after a colon, found "
            "\"unit\"");
  EXPECT_EQ(failure("a=label:standard"),
            "--column: label takes nothing after a colon, found \"standard\"");
}

TEST(ColumnScaling, OfAProgramIsChecked) {
  ReadSettings settings;
  settings.column = {{.name = "a", .scale = ScalingKind::unit}};
  EXPECT_EQ(read_failure(table(false), settings).code, ErrorKind::usage);
}

TEST(ColumnScaling, IsKeptInTheSchema) {
  const Schema schema = read_table(false, "a=number:standard;b=number:none").schema;
  const Schema again = schema_from(Json::parse(to_json(schema).dump()));
  ASSERT_EQ(again.columns.size(), 3U);
  EXPECT_EQ(again.columns[0].scaling, ScalingKind::standard);
  EXPECT_EQ(again.columns[1].scaling, ScalingKind::none);
  EXPECT_EQ(again.columns[2].scaling, std::nullopt);
  Json forged = to_json(schema);
  forged["columns"][0]["scaling"] = "unit";
  EXPECT_THROW(schema_from(forged), std::out_of_range);
}

}  // namespace
}  // namespace perceptron::core::test
