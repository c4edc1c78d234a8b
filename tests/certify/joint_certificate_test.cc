// Certificates of the objective of all classes together: honest ones are accepted, and no forger
// gets a false claim past the check.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/number.h"
#include "certificates.h"
#include "certify/claims.h"
#include "certify/joint_optimality.h"
#include "solve/joint/joint_solver.h"

namespace perceptron::core::test {
namespace {

// Three or more classes, each with a row at least.
struct ClassesTask {
  Dataset data;
  JointProblem problem;
  std::vector<double> class_weights;

  explicit ClassesTask(Random& random) {
    const std::uint64_t classes = 3 + random.below(2);
    const std::uint64_t rows = classes + random.below(8);
    const std::uint64_t features = 1 + random.below(3);
    Grid points;
    Labels labels;
    for (std::uint64_t i = 0; i < rows; ++i) {
      std::vector<double> row;
      for (std::uint64_t j = 0; j < features; ++j) row.push_back(small_integer(random, 4));
      points.push_back(row);
      labels.push_back(static_cast<std::uint32_t>(i < classes ? i : random.below(classes)));
    }
    data = dataset(points, labels);
    data.classes = Classes(classes == 3 ? std::vector<std::string>{"a", "b", "c"}
                                        : std::vector<std::string>{"a", "b", "c", "d"});
    const bool weighted = random.below(2) == 0;
    for (std::uint64_t i = 0; weighted && i < rows; ++i)
      data.weights.push_back(i == 0 ? 1 : static_cast<double>(random.below(4)) / 2);
    problem.rows = data.matrix.view();
    problem.classes = classes;
    problem.truth = data.labels;
    problem.loss = random.below(2) == 0 ? JointLoss::softmax : JointLoss::crammer_singer;
    problem.l2 = std::vector<double>{0.01, 0.125, 1}[random.below(3)];
    problem.offset = static_cast<OffsetKind>(random.below(3));
    for (std::uint64_t k = 0; k < classes; ++k)
      class_weights.push_back(random.below(3) == 0 ? 0.3 + static_cast<double>(random.below(3))
                                                   : 1);
    for (std::uint64_t i = 0; i < rows; ++i) {
      const double weight = data.weights.empty() ? 1 : data.weights[i];
      problem.weight.push_back(weight * class_weights[problem.truth[i]]);
      problem.n += weight;
    }
  }

  JointSolution solution(double tolerance) const {
    Listener quiet;
    JointSettings settings;
    settings.tolerance = tolerance;
    settings.epochs = 100'000;
    return solve_joint(problem, Solver::automatic, settings, quiet);
  }
  Certificate certificate(const JointSolution& solution) const {
    const JointEvidence evidence = measure_joint_optimality(problem, solution.w, solution.p, 1);
    return certify_joint_optimality(subject_of(data, problem.offset != OffsetKind::none), problem,
                                    class_weights, evidence, solution.w);
  }
};

// P of the planes of a certificate in extended precision, for the claim's own settings.
long double claimed_objective(const Certificate& certificate, const Dataset& data) {
  const std::uint64_t classes = data.classes.size();
  const std::uint64_t features = data.features();
  const std::uint64_t size = features + (certificate.data.offset ? 1 : 0);
  const Objective& objective = certificate.objective;
  const Grid rows = grid(data.matrix);
  const auto number_at = [&](std::uint64_t k, std::uint64_t j) {
    return static_cast<long double>(number_of(certificate.plane.at(k * size + j)));
  };
  long double sum = 0;
  long double n = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<long double> s(classes);
    for (std::uint64_t k = 0; k < classes; ++k) {
      if (certificate.data.offset) s[k] = number_at(k, features);
      for (std::uint64_t j = 0; j < features; ++j)
        s[k] += static_cast<long double>(rows[i][j]) * number_at(k, j);
    }
    const std::uint32_t c = data.labels[i];
    long double exponentials = 0;
    long double worst = 0;
    for (std::uint64_t k = 0; k < classes; ++k) {
      if (k == c) continue;
      exponentials += std::exp(s[k] - s[c]);
      worst = std::max(worst, 1 + s[k] - s[c]);
    }
    const long double loss = objective.loss == "softmax" ? std::log1p(exponentials) : worst;
    const long double weight = data.weights.empty() ? 1 : data.weights[i];
    n += weight;
    sum += weight * static_cast<long double>(number_of(objective.class_weights.at(c))) * loss;
  }
  long double penalty = 0;
  for (std::uint64_t k = 0; k < classes; ++k) {
    for (std::uint64_t j = 0; j < size; ++j) {
      if (j == features && !objective.penalised_offset) continue;
      penalty += number_at(k, j) * number_at(k, j) * number_of(objective.l2) / 2 +
                 std::abs(number_at(k, j)) * number_of(objective.l1);
    }
  }
  return sum / n + penalty;
}

RC_GTEST_PROP(JointCertificate, HonestOnesAreAcceptedAndTight, (std::uint64_t seed)) {
  Random random(seed);
  const ClassesTask task(random);
  const JointSolution solution = task.solution(1e-6);
  const Certificate certificate = task.certificate(solution);
  const Verdict verdict = verdict_of(task.data, certificate);
  RC_ASSERT(verdict.valid);
  const double lower = number_of(certificate.lower);
  const double upper = number_of(certificate.upper);
  const auto exact = static_cast<double>(claimed_objective(certificate, task.data));
  RC_ASSERT(exact <= upper);
  RC_ASSERT(upper <= exact * (1 + 1e-9) + 1e-12);
  RC_ASSERT(lower <= upper);
  RC_ASSERT(upper < 1e-9 || relative_gap(upper, lower) <= 1e-5);
}

// Changes a number, a class, a row or the loss.
void forge_jointly(Random& random, Certificate& certificate) {
  const auto other = [&](std::string& text) {
    const std::vector<double> factors = {0.5, 0.999, 1.001, 2, -1, 0};
    text = hexadecimal(number_of(text) * factors[random.below(factors.size())]);
  };
  auto& flows = certificate.alpha;
  switch (random.below(9)) {
    case 0:
      return other(certificate.lower);
    case 1:
      return other(certificate.upper);
    case 2:
      return other(certificate.plane[random.below(certificate.plane.size())]);
    case 3:
      if (!flows.empty()) other(flows[random.below(flows.size())]);
      return;
    case 4:
      if (!flows.empty())
        certificate.flow_classes[random.below(flows.size())] =
            static_cast<std::uint32_t>(random.below(6));
      return;
    case 5:
      if (!flows.empty())
        certificate.points[random.below(flows.size())] = random.below(certificate.data.rows + 1);
      return;
    case 6:
      return other(random.below(2) == 0 ? certificate.objective.l2 : certificate.objective.l1);
    case 7:
      certificate.objective.loss =
          certificate.objective.loss == "softmax" ? "crammer-singer" : "softmax";
      return;
    default:
      return other(certificate.objective
                       .class_weights[random.below(certificate.objective.class_weights.size())]);
  }
}

// What an accepted certificate claims is true: its planes' objective is at most `upper`, and the
// optimum, which the solver finds for the settings that it states, is at least `lower`.
RC_GTEST_PROP(JointCertificate, ForgedOnesAreRefusedOrTrue, (std::uint64_t seed)) {
  Random random(seed);
  ClassesTask task(random);
  Certificate certificate = task.certificate(task.solution(1e-3));
  for (std::uint64_t k = 0; k < 1 + random.below(3); ++k) forge_jointly(random, certificate);
  if (!verdict_of(task.data, certificate).valid) return;
  RC_ASSERT(claimed_objective(certificate, task.data) <=
            static_cast<long double>(number_of(certificate.upper)) + 1e-12L);
  if (!(number_of(certificate.lower) > 0) || number_of(certificate.objective.l1) != 0) return;
  const Objective& stated = certificate.objective;
  task.problem.loss = stated.loss == "softmax" ? JointLoss::softmax : JointLoss::crammer_singer;
  task.problem.l2 = number_of(stated.l2);
  if (task.problem.l2 == 0) return;
  for (std::uint64_t i = 0; i < task.problem.size(); ++i) {
    const double weight = task.data.weights.empty() ? 1 : task.data.weights[i];
    task.problem.weight[i] = weight * number_of(stated.class_weights[task.problem.truth[i]]);
  }
  const JointSolution best = task.solution(1e-8);
  RC_ASSERT(number_of(certificate.lower) <= best.primal * (1 + 1e-7) + 1e-12);
}

TEST(JointCertificate, BoundsThatAreTooGoodAreRefused) {
  Random random(1);
  const ClassesTask task(random);
  const Certificate honest = task.certificate(task.solution(1e-9));
  EXPECT_TRUE(verdict_of(task.data, honest).valid);
  Certificate higher = honest;
  higher.lower = hexadecimal(number_of(honest.upper) * 1.01);
  EXPECT_FALSE(verdict_of(task.data, higher).valid);
  Certificate lower = honest;
  lower.upper = hexadecimal(number_of(honest.lower) * 0.99);
  EXPECT_FALSE(verdict_of(task.data, lower).valid);
}

TEST(JointCertificate, PlanesOfUnlikeShapeAreDamage) {
  Random random(1);
  const ClassesTask task(random);
  const auto honest = OrderedJson::parse(encode_certificate(task.certificate(task.solution(1e-3))));
  const auto damage_of = [](const OrderedJson& changed) {
    std::string damage;
    decoded(sealed(changed), damage);
    return damage;
  };
  EXPECT_EQ(damage_of(honest), "");
  OrderedJson fewer = honest;
  fewer["planes"].erase(fewer["planes"].size() - 1);
  EXPECT_NE(damage_of(fewer), "");
  OrderedJson none = honest;
  none["planes"] = OrderedJson::array();
  none["claim"]["class_weights"] = OrderedJson::array();
  EXPECT_NE(damage_of(none), "");
  OrderedJson longer = honest;
  longer["planes"][0]["weights"].push_back("0x0p+0");
  EXPECT_NE(damage_of(longer), "");
}

}  // namespace
}  // namespace perceptron::core::test
