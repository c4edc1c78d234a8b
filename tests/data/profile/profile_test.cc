// Profiles of tables: what columns hold, and what looks like a mistake.

#include "data/profile/profile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "data/read/source.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

TableProfile profile_of(const std::string& content, const ReadSettings& settings = {}) {
  const Folder folder;
  Reading reading;
  reading.options = settings;
  return profile_table("data.csv", open_source(folder.file("data.csv", content)), reading,
                       delimited_text);
}

const ColumnProfile& column(const TableProfile& profile, const std::string& name) {
  const auto at = std::find_if(profile.columns.begin(), profile.columns.end(),
                               [&](const ColumnProfile& each) { return each.name == name; });
  if (at == profile.columns.end()) throw std::runtime_error("no column " + name);
  return *at;
}

// The columns that are suspected of this, in order.
std::vector<std::string> suspects(const TableProfile& profile, Suspicion what) {
  std::vector<std::string> names;
  for (const ProfileWarning& warning : profile.warnings) {
    if (warning.what == what) names.push_back(warning.column);
  }
  return names;
}

// A row for each number below `rows`, of the fields that `make` returns.
template <class Make>
std::string rows_of(int rows, const Make& make) {
  std::string text;
  for (int i = 0; i < rows; ++i) text += make(i) + "\n";
  return text;
}

TEST(Profile, DescribesNumbers) {
  const TableProfile profile = profile_of("x,y\n1,u\n2,u\nNA,v\n3,v\n6,v\n");
  EXPECT_EQ(profile.rows, 5U);
  EXPECT_TRUE(profile.header);
  const ColumnProfile& x = column(profile, "x");
  EXPECT_EQ(x.type, ColumnType::number);
  EXPECT_EQ(x.missing, 1U);
  EXPECT_EQ(x.distinct, 4U);
  ASSERT_TRUE(x.numbers.has_value());
  EXPECT_EQ(x.numbers->minimum, 1);
  EXPECT_EQ(x.numbers->maximum, 6);
  EXPECT_EQ(x.numbers->mean, 3);
  EXPECT_NEAR(x.numbers->deviation, std::sqrt(14.0 / 4), 1e-15);
  EXPECT_EQ(x.numbers->histogram, (std::vector<std::uint64_t>{1, 0, 1, 0, 1, 0, 0, 0, 0, 1}));
}

TEST(Profile, MeasuresHowWellNumbersTellTheClassesApart) {
  // Means 1.5 and 4.5 around 3: between the classes 4 · 1.5², in all 4 · 1.5² + 1 + 2 · 1.5².
  const TableProfile profile = profile_of("x,y\n1,u\n2,u\n3,v\n6,v\n");
  EXPECT_NEAR(column(profile, "x").association.value(), std::sqrt(9.0 / 14), 1e-15);
  EXPECT_FALSE(column(profile, "y").association.has_value());
}

TEST(Profile, MeasuresHowWellTextsTellTheClassesApart) {
  // Chi square is 4 · (1 / 4) for p and q, 0 for r.
  const TableProfile profile = profile_of("w,y\np,u\np,u\nr,u\nr,v\nq,v\nq,v\n");
  EXPECT_NEAR(column(profile, "w").association.value(), std::sqrt(4.0 / 6), 1e-15);
}

TEST(Profile, ListsTheMostFrequentValues) {
  const TableProfile profile = profile_of("w,x,y\np,1,u\nq,2,v\np,3,u\n?,4,v\n");
  const ColumnProfile& w = column(profile, "w");
  EXPECT_EQ(w.type, ColumnType::category);
  using Counts = std::vector<std::pair<std::string, std::uint64_t>>;
  EXPECT_EQ(w.frequent, (Counts{{"p", 2}, {"q", 1}}));
  EXPECT_EQ(profile.classes, (Counts{{"u", 2}, {"v", 2}}));
}

TEST(Profile, DoesNotStopAtTextsAmongNumbers) {
  const auto number = [](int i) { return i == 40 ? "oops,u" : std::to_string(i % 9) + ",v"; };
  const TableProfile profile = profile_of("x,y\n" + rows_of(60, number));
  EXPECT_EQ(column(profile, "x").others, 1U);
  EXPECT_EQ(suspects(profile, Suspicion::mixed), (std::vector<std::string>{"x"}));
}

TEST(Profile, SuspectsAQuantityAsLabel) {
  const auto price = [](int i) { return std::to_string(i % 7) + ',' + std::to_string(i) + ".5"; };
  EXPECT_EQ(suspects(profile_of("x,price\n" + rows_of(30, price)), Suspicion::quantity),
            (std::vector<std::string>{"price"}));
  const auto digit = [](int i) { return std::to_string(i % 7) + ',' + std::to_string(i % 10); };
  EXPECT_EQ(suspects(profile_of("x,digit\n" + rows_of(300, digit)), Suspicion::quantity),
            (std::vector<std::string>{}));
}

TEST(Profile, MeasuresNoAssociationOfIdentifiers) {
  const auto row = [](int i) {
    return "name " + std::to_string(i) + ',' + std::to_string(i % 3) + (i % 2 == 0 ? ",u" : ",v");
  };
  const TableProfile profile = profile_of("who,x,y\n" + rows_of(60, row));
  EXPECT_FALSE(column(profile, "who").association.has_value());
  EXPECT_TRUE(column(profile, "x").association.has_value());
}

TEST(Profile, SuspectsIdentifiers) {
  const auto row = [](int i) {
    return std::to_string(i + 1) + ",name " + std::to_string(i) + ',' + std::to_string(i * i % 97) +
           (i % 2 == 0 ? ",u" : ",v");
  };
  EXPECT_EQ(suspects(profile_of("id,who,x,y\n" + rows_of(60, row)), Suspicion::identifier),
            (std::vector<std::string>{"id", "who"}));
}

TEST(Profile, SuspectsConstantDuplicateAndEmptyColumns) {
  const auto row = [](int i) {
    const std::string value = std::to_string(i % 3);
    return "7," + value + ',' + value + ',' + (i == 5 ? "1" : "") + (i % 2 == 0 ? ",u" : ",v");
  };
  const TableProfile profile = profile_of("c,a,b,e,y\n" + rows_of(40, row));
  EXPECT_EQ(suspects(profile, Suspicion::constant), (std::vector<std::string>{"c", "e"}));
  EXPECT_EQ(suspects(profile, Suspicion::duplicate), (std::vector<std::string>{"b"}));
  EXPECT_EQ(suspects(profile, Suspicion::empty), (std::vector<std::string>{"e"}));
}

TEST(Profile, SuspectsWhatGivesTheClassAway) {
  const auto row = [](int i) {
    const bool yes = i % 3 == 0;
    return std::string(yes ? "paid" : "open") + ',' + std::to_string(yes ? 1 : 0) + ',' +
           std::to_string(i % 5) + (yes ? ",yes" : ",no");
  };
  EXPECT_EQ(suspects(profile_of("state,flag,x,y\n" + rows_of(40, row)), Suspicion::leak),
            (std::vector<std::string>{"state", "flag"}));
}

TEST(Profile, CountsEqualRows) {
  const TableProfile profile = profile_of("a,b,y\n1,2,u\n1,2,u\n1,2,v\n3,4,u\n");
  ASSERT_EQ(suspects(profile, Suspicion::repetition).size(), 1U);
  ASSERT_EQ(suspects(profile, Suspicion::contradiction).size(), 1U);
  EXPECT_EQ(profile.warnings[1].message.text().substr(0, 37),
            "1 row with the features of an earlier");
}

TEST(Profile, SuspectsClassesOfOneRow) {
  EXPECT_EQ(suspects(profile_of("x,y\n1,u\n2,u\n3,v\n"), Suspicion::rare_class),
            (std::vector<std::string>{"y"}));
}

TEST(Profile, SuspectsNothingInASingleRow) {
  EXPECT_TRUE(profile_of("x,w,y\n1,a,u\n").warnings.empty());
  EXPECT_TRUE(profile_of("x,w,y\n").warnings.empty());
}

TEST(Profile, FindsNothingInOrdinaryData) {
  const auto row = [](int i) {
    return std::to_string(i * 37 % 101) + ',' + std::to_string(i * 53 % 89) +
           (i * i % 7 < 3 ? ",u" : ",v");
  };
  EXPECT_TRUE(profile_of("a,b,y\n" + rows_of(80, row)).warnings.empty());
}

TEST(Profile, WarnsOfALeakAlsoWhereTheTextsAreOdd) {
  const auto row = [](int i) {
    const std::string number = std::to_string(i % 3);
    return number + " kg," + std::to_string(i % 5) + ",class" + number;
  };
  const TableProfile profile = profile_of("weight,x,y\n" + rows_of(40, row));
  EXPECT_EQ(suspects(profile, Suspicion::mixed), (Names{"weight"}));
  EXPECT_EQ(suspects(profile, Suspicion::leak), (Names{"weight"}));
}

}  // namespace
}  // namespace perceptron::core::test
