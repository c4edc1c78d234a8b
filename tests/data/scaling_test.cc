// Scaling: what is fitted, and what becomes of rows, dense and sparse.

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "data/dataset.h"
#include "data/scaling.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

using Numbers = std::vector<double>;
using enum Matrix::Layout;

Matrix matrix_of(const Grid& rows, Matrix::Layout layout = dense) {
  Matrix matrix(dense, rows.at(0).size());
  for (const auto& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) matrix.push(j, row[j]);
    matrix.end_row();
  }
  return matrix.as(layout);
}

Grid scaled(ScalingKind kind, const Grid& rows, Matrix::Layout layout = dense) {
  Matrix matrix = matrix_of(rows, layout);
  Scaling::fit(kind, matrix).apply(matrix);
  return grid(matrix);
}

TEST(Scaling, NoneChangesNothing) {
  Matrix matrix = matrix_of({{1, 2}, {3, 4}});
  const Scaling scaling = Scaling::fit(ScalingKind::none, matrix);
  scaling.apply(matrix);
  EXPECT_EQ(grid(matrix), (Grid{{1, 2}, {3, 4}}));
  EXPECT_TRUE(scaling.scale.empty());
  EXPECT_FALSE(matrix.values().wide());
}

TEST(Scaling, StandardSubtractsTheMeanAndDividesByThePopulationDeviation) {
  // Column 1: mean 3, squares 4+4+0+0 over 4 = 2. Column 2: mean 2, deviation 2.
  const Matrix matrix = matrix_of({{1, 0}, {5, 4}, {3, 0}, {3, 4}});
  const Scaling scaling = Scaling::fit(ScalingKind::standard, matrix);
  EXPECT_EQ(scaling.shift, (Numbers{3, 2}));
  EXPECT_EQ(scaling.scale, (Numbers{std::sqrt(2.0), 2}));
  const double a = 2 / std::sqrt(2.0);
  EXPECT_EQ(scaled(ScalingKind::standard, grid(matrix)), (Grid{{-a, -1}, {a, 1}, {0, -1}, {0, 1}}));
}

TEST(Scaling, StandardKeepsTheZerosOfSparseRows) {
  // The deviation is the same as that of the dense rows: absent zeros count.
  const Grid rows = {{1, 0}, {5, 4}, {3, 0}, {3, 4}};
  const Scaling scaling = Scaling::fit(ScalingKind::standard, matrix_of(rows, sparse));
  EXPECT_TRUE(scaling.shift.empty());
  EXPECT_NEAR(scaling.scale[0], std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(scaling.scale[1], 2, 1e-15);
  EXPECT_NEAR(scaled(ScalingKind::standard, rows, sparse)[1][1], 2, 1e-15);
  EXPECT_EQ(scaled(ScalingKind::standard, rows, sparse)[0][1], 0);
}

TEST(Scaling, StandardCountsAFeatureThatNoSparseRowHas) {
  const Scaling scaling = Scaling::fit(ScalingKind::standard, matrix_of({{1, 0}, {3, 0}}, sparse));
  EXPECT_EQ(scaling.scale, (Numbers{1, 1}));
}

TEST(Scaling, StandardDividesAConstantFeatureByOne) {
  EXPECT_EQ(scaled(ScalingKind::standard, {{7, 1}, {7, 3}}), (Grid{{0, -1}, {0, 1}}));
  EXPECT_EQ(Scaling::fit(ScalingKind::standard, matrix_of({{0}, {0}})).scale, (Numbers{1}));
}

TEST(Scaling, StandardKnowsAConstantFeatureWhateverItsMeanRoundsTo) {
  for (const std::size_t rows : {3U, 10U, 1000U, 100'000U}) {
    for (const double value : {0.1, 1 / 3.0, 1e9 + 0.1, 3e-7}) {
      const Scaling scaling =
          Scaling::fit(ScalingKind::standard, matrix_of(Grid(rows, Numbers{value})));
      EXPECT_EQ(scaling.scale[0], 1) << rows << " rows of " << value;
    }
  }
}

TEST(Scaling, StandardSeesASmallDeviationAroundALargeMean) {
  // 1e6 ± 1e-3 is data, not rounding.
  const Scaling scaling =
      Scaling::fit(ScalingKind::standard, matrix_of({{1e6 - 1e-3}, {1e6 + 1e-3}}));
  EXPECT_NEAR(scaling.scale[0], 1e-3, 1e-9);
}

TEST(Scaling, StandardBearsHugeNumbers) {
  const Grid rows = scaled(ScalingKind::standard, {{-1e200}, {1e200}});
  EXPECT_NEAR(rows[0][0], -1, 1e-12);
  EXPECT_NEAR(rows[1][0], 1, 1e-12);
}

TEST(Scaling, MaxabsBringsEveryFeatureToOne) {
  const Grid rows = {{-4, 0, 1}, {2, 0, 0.5}};
  const Grid expected = {{-1, 0, 1}, {0.5, 0, 0.5}};
  EXPECT_EQ(scaled(ScalingKind::maxabs, rows), expected);
  EXPECT_EQ(scaled(ScalingKind::maxabs, rows, sparse), expected);
  EXPECT_EQ(Scaling::fit(ScalingKind::maxabs, matrix_of(rows)).scale, (Numbers{4, 1, 1}));
}

TEST(Scaling, UnitDividesEachRowByItsLength) {
  const Grid rows = {{3, 4}, {0, 0}, {0, -2}};
  const Grid expected = {{3.0 / 5, 4.0 / 5}, {0, 0}, {0, -1}};
  EXPECT_EQ(scaled(ScalingKind::unit, rows), expected);
  EXPECT_EQ(scaled(ScalingKind::unit, rows, sparse), expected);
  EXPECT_TRUE(Scaling::fit(ScalingKind::unit, matrix_of(rows)).scale.empty());
}

TEST(Scaling, UnitBearsHugeAndTinyNumbers) {
  const Grid rows = scaled(ScalingKind::unit, {{3e200, 4e200}, {3e-200, 4e-200}});
  for (const auto& row : rows) {
    EXPECT_NEAR(row[0], 0.6, 1e-15);
    EXPECT_NEAR(row[1], 0.8, 1e-15);
  }
}

TEST(Scaling, AppliesWhatTrainingFoundToOtherRows) {
  const Scaling scaling = Scaling::fit(ScalingKind::standard, matrix_of({{0}, {4}}));
  Matrix other = matrix_of({{2}, {10}});
  scaling.apply(other);
  EXPECT_EQ(grid(other), (Grid{{0}, {4}}));
}

TEST(Scaling, WidensTheStorage) {
  Matrix matrix = matrix_of({{1}, {3}});
  EXPECT_FALSE(matrix.values().wide());
  Scaling::fit(ScalingKind::maxabs, matrix).apply(matrix);
  EXPECT_TRUE(matrix.values().wide());
  EXPECT_EQ(matrix.values()[0], 1.0 / 3);
}

// ---- auto ----

// Dense rows with two columns: ±1, and ±deviation around a mean.
Grid two_columns(double deviation, double mean) {
  return {
      {1, mean + deviation}, {-1, mean - deviation}, {1, mean - deviation}, {-1, mean + deviation}};
}

ScalingChoice chosen(const Grid& rows, Matrix::Layout layout = dense) {
  return *Scaling::fit(ScalingKind::automatic, matrix_of(rows, layout)).choice;
}

TEST(AutomaticScaling, StandardisesDenseColumnsWhoseDeviationsDiffer) {
  for (const double deviation : {3.01, 700.0, 1e-9, 0.33, 1e200}) {
    const ScalingChoice choice = chosen(two_columns(deviation, 0));
    EXPECT_EQ(choice.kind, ScalingKind::standard) << deviation;
    EXPECT_EQ(choice.sizes, ColumnSizes::unlike) << deviation;
    const double ratio = deviation > 1 ? deviation : 1 / deviation;
    EXPECT_NEAR(choice.factor / ratio, 1, 1e-9) << deviation;
  }
}

TEST(AutomaticScaling, StandardisesDenseColumnsWithAMeanFarFromZero) {
  for (const double mean : {2.01, -2.5, 1990.0}) {
    const ScalingChoice choice = chosen(two_columns(1, mean));
    EXPECT_EQ(choice.kind, ScalingKind::standard) << mean;
    EXPECT_EQ(choice.sizes, ColumnSizes::off_centre) << mean;
    EXPECT_NEAR(choice.factor, std::abs(mean), 1e-9 * std::abs(mean)) << mean;
  }
}

TEST(AutomaticScaling, LeavesDenseColumnsOfLikeSizeAsTheyAre) {
  for (const double deviation : {0.34, 1.0, 2.99}) {
    for (const double mean : {-0.5, 0.0, 0.6}) {
      const Scaling scaling =
          Scaling::fit(ScalingKind::automatic, matrix_of(two_columns(deviation, mean)));
      EXPECT_EQ(scaling.kind, ScalingKind::none) << deviation << ' ' << mean;
      EXPECT_TRUE(scaling.shift.empty());
      EXPECT_TRUE(scaling.scale.empty());
      EXPECT_EQ(scaling.choice->sizes, ColumnSizes::alike);
    }
  }
}

TEST(AutomaticScaling, DoesNotCountColumnsWithOneValue) {
  EXPECT_EQ(chosen({{1, 1e9}, {-1, 1e9}}).kind, ScalingKind::none);
  EXPECT_EQ(chosen({{7, 0}, {7, 0}}).sizes, ColumnSizes::alike);
}

TEST(AutomaticScaling, IsWhatTheKindThatItChoosesIs) {
  const Matrix matrix = matrix_of(two_columns(40, 3));
  const Scaling open = Scaling::fit(ScalingKind::automatic, matrix);
  const Scaling standard = Scaling::fit(ScalingKind::standard, matrix);
  EXPECT_EQ(open.kind, ScalingKind::standard);
  EXPECT_EQ(open.shift, standard.shift);
  EXPECT_EQ(open.scale, standard.scale);
  EXPECT_FALSE(standard.choice);
}

TEST(AutomaticScaling, LeavesSparseRowsAsTheyAre) {
  const ScalingChoice choice = chosen({{1, 0}, {0, 5000}, {0, 1e9}}, sparse);
  EXPECT_EQ(choice.kind, ScalingKind::none);
  EXPECT_EQ(choice.sizes, ColumnSizes::sparse);
}

// A table with so many categories that it is stored sparse, and a column of numbers.
Dataset table_with(double largest) {
  std::string text = "name,x,class\n";
  for (int i = 0; i < 40; ++i)
    text += "n" + std::to_string(i) + "," + std::to_string(i % 2 == 0 ? largest : 1) + "," +
            (i % 3 == 0 ? "a" : "b") + "\n";
  return read_string(text);
}

TEST(AutomaticScaling, DividesLargeNumbersBesideManyCategories) {
  const Dataset large = table_with(80);
  ASSERT_EQ(large.matrix.layout(), sparse);
  const Scaling scaling = Scaling::fit(ScalingKind::automatic, large);
  EXPECT_EQ(scaling.kind, ScalingKind::maxabs);
  EXPECT_EQ(scaling.choice->factor, 80);
  EXPECT_EQ(*std::max_element(scaling.scale.begin(), scaling.scale.end()), 80);
  EXPECT_EQ(choose_scaling(table_with(20)).kind, ScalingKind::none);
}

// Subnormal and nearly infinite numbers are scaled in units that ldexp alone can make.
TEST(Scaling, StandardBearsNumbersAtTheEndsOfTheRange) {
  for (const double unit : {5e-324, 1e-310, 1e-305, 1e-290, 1e290, 1e305}) {
    const Scaling scaling =
        Scaling::fit(ScalingKind::standard, matrix_of({{unit}, {-unit}, {unit}, {-unit}}));
    EXPECT_EQ(scaling.scale[0], unit);
    EXPECT_EQ(scaling.shift[0], 0);
  }
}

}  // namespace
}  // namespace perceptron::core::test
