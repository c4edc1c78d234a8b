// Scaling: what is fitted, and what becomes of rows, dense and sparse.

#include <cmath>
#include <variant>
#include <vector>

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

}  // namespace
}  // namespace perceptron::core::test
