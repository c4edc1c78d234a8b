#include "certify/zero_combination.h"

#include <map>
#include <utility>

#include "certify/exact.h"
#include "certify/exact_linear_system.h"

namespace perceptron::core {
namespace {

// The equations: one for each feature that occurs, then one for each group. Each point is a column.
struct Equations {
  std::vector<SparseIntegers> columns;
  std::size_t count = 0;
  std::size_t groups = 0;  // the last of them

  Equations(const SignedRows& points, const std::vector<std::uint64_t>& rows) {
    const IntegerRows grid(points.rows);
    std::map<std::uint64_t, std::uint64_t> number;
    for (const std::uint64_t i : rows) {
      columns.push_back(grid.row(i, points.sign[i]));
      for (const auto& [feature, value] : columns.back()) number.emplace(feature, 0);
    }
    for (auto& [feature, own] : number) own = count++;
    groups = points.groups();
    for (std::size_t k = 0; k < rows.size(); ++k) {
      for (auto& [feature, value] : columns[k]) feature = number[feature];
      columns[k].emplace_back(count + points.group(rows[k]), 1);
    }
    count += groups;
  }

  // The right-hand side of equation e.
  int right(std::size_t e) const { return e + groups >= count ? 1 : 0; }
};

// As many equations as there are columns, independent modulo a prime; fewer if there are not
// enough. Those of the groups come first, because only their right-hand sides are not zero.
std::vector<std::size_t> independent(const Equations& equations) {
  std::vector<std::vector<std::uint64_t>> rows(equations.columns.size(),
                                               std::vector<std::uint64_t>(equations.count));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& [e, value] : equations.columns[i])
      rows[i][equations.count - 1 - e] = residue(value);
  }
  auto chosen = independent_columns(std::move(rows));
  for (std::size_t& e : chosen) e = equations.count - 1 - e;
  return chosen;
}

}  // namespace

std::optional<ZeroCombination> find_zero_combination(const SignedRows& points,
                                                     const std::vector<std::uint64_t>& rows) {
  const Equations equations(points, rows);
  const auto chosen = independent(equations);
  if (chosen.size() < rows.size()) return std::nullopt;
  std::vector<std::vector<Integer>> matrix(chosen.size(), std::vector<Integer>(rows.size()));
  std::vector<Integer> right(chosen.size());
  std::map<std::size_t, std::size_t> position;
  for (std::size_t e = 0; e < chosen.size(); ++e) {
    position[chosen[e]] = e;
    right[e] = equations.right(chosen[e]);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& [e, value] : equations.columns[i]) {
      const auto at = position.find(e);
      if (at != position.end()) matrix[at->second][i] = value;
    }
  }
  const auto solution = solve_exactly(matrix, {right});
  if (!solution) return std::nullopt;
  // The remaining equations must hold too.
  const auto& weights = solution->numerators[0];
  std::vector<Integer> sums(equations.count);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (weights[i] < 0) return std::nullopt;
    for (const auto& [e, value] : equations.columns[i]) sums[e] += value * weights[i];
  }
  Integer common;
  for (const Integer& weight : weights) common = gcd(common, weight);
  for (std::size_t e = 0; e < equations.count; ++e) {
    if (sums[e] != equations.right(e) * solution->denominator) return std::nullopt;
  }
  ZeroCombination found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (weights[i] == 0) continue;
    found.rows.push_back(rows[i]);
    found.weights.push_back(Integer(weights[i] / common).get_str());
  }
  return found;
}

}  // namespace perceptron::core
