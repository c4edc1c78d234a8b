// Learning one example after the other, against plain loops that hold every
// weight at every step.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cmath>

#include "model/fit.h"
#include "solve/online/adaptive_rate.h"
#include "task.h"

namespace perceptron::core::test {
namespace {

// Weights with the offset's behind them, as one more feature that is 1.
using Weights = std::vector<double>;

Weights joined(const Solution& solution) {
  Weights w = solution.w;
  w.push_back(solution.b);
  return w;
}

// Signs, weights and [x, 1] of the rows that count, in the order of the file.
struct Example {
  Weights x;
  double y;
  double v;
};

std::vector<Example> examples_in(const Task& task) {
  std::vector<Example> examples;
  for (std::size_t i = 0; i < task.size(); ++i) {
    if (task.v(i) == 0) continue;
    Example example{task.points[i], task.sign(i), task.v(i)};
    example.x.push_back(task.problem.offset == Offsets::none ? 0 : 1);
    examples.push_back(std::move(example));
  }
  return examples;
}

double inner(const Weights& a, const Weights& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

bool is_penalised(const Task& task, std::size_t j) {
  return j < task.points[0].size() || task.problem.offset == Offsets::penalised;
}

double distance(const Weights& a, const Weights& b) {
  double largest = 0;
  for (std::size_t j = 0; j < a.size(); ++j) largest = std::max(largest, std::abs(a[j] - b[j]));
  return largest;
}

double size_of(const Weights& w) {
  double largest = 1;
  for (const double x : w) largest = std::max(largest, std::abs(x));
  return largest;
}

SolverSettings in_file_order(std::uint64_t passes) {
  SolverSettings settings;
  settings.shuffled = false;
  settings.epochs = passes;
  settings.tolerance = 0;
  return settings;
}

// ---- With a rate ----

struct Steadily {
  Weights last;
  Weights mean;
  double closest = 1;  // any margin came to a kink
};

// w ← soft(w − η·v·loss′·y·x, ηL1)/(1 + ηL2), all weights at every example.
Steadily follow_steadily(const Task& task, const SolverSettings& settings) {
  const perceptron::core::Problem& p = task.problem;
  const auto examples = examples_in(task);
  Weights w(task.points[0].size() + 1);
  Weights sum(w.size());
  Steadily result;
  double t = 0;
  for (std::uint64_t pass = 0; pass < settings.epochs; ++pass) {
    for (const Example& e : examples) {
      ++t;
      const double eta = settings.schedule == Schedule::inverse ? settings.rate / t
                         : settings.schedule == Schedule::sqrt  ? settings.rate / std::sqrt(t)
                                                                : settings.rate;
      const double m = e.y * inner(w, e.x);
      if (t > 1) result.closest = std::min(result.closest, std::abs(m - (p.loss == Loss::hinge)));
      const double slope = slope_at(p.loss, m);
      for (std::size_t j = 0; j < w.size(); ++j) {
        w[j] -= eta * e.v * slope * e.y * e.x[j];
        if (is_penalised(task, j) && (slope != 0 || !settings.shrink_on_steps_only))
          w[j] = soft(w[j], eta * p.l1) / (1 + eta * p.l2);
        sum[j] += w[j];
      }
    }
  }
  result.last = w;
  for (double& x : sum) x /= t;
  result.mean = p.l1 > 0 ? w : sum;  // a mean has no zeros, which is what L1 is for
  return result;
}

RC_GTEST_PROP(OnlineWithARate, FollowsTheTextbook, (std::uint64_t seed)) {
  Random random(seed);
  const Task task = any_task(random);
  SolverSettings settings = in_file_order(1 + random.below(10));
  settings.rate = std::pow(10, random.uniform(-2, -0.8));
  settings.schedule = enum_names(Schedule{}).at(random.below(3)).first;
  settings.shrink_on_steps_only = random.below(2) == 0;
  settings.average = random.below(2) == 0;
  const Steadily textbook = follow_steadily(task, settings);
  // Rounding may put a margin that is nearly at a kink on its other side.
  const bool kinks = task.problem.loss == Loss::hinge || task.problem.loss == Loss::perceptron;
  if (kinks && textbook.closest < 1e-9) return;
  const Solution solution = run(task, "online", settings);
  const Weights& expected = settings.average ? textbook.mean : textbook.last;
  RC_LOG() << name_of(task) << ", rate " << settings.rate << " " << name_of(settings.schedule)
           << ", average " << settings.average << "\n"
           << "steps only " << settings.shrink_on_steps_only;
  RC_ASSERT(distance(joined(solution), expected) <= 1e-9 * size_of(textbook.last));
}

TEST(OnlineWithARate, MeanIsRightUnderEveryL2) {
  // Of one row x = 1, y = 1 with the hinge loss, rate 1: w ← (w + [w < 1])/(1 + L2).
  for (const double l2 : {1e-3, 0.1, 1.0, 10.0, 100.0, 1e4, 1e6}) {
    Task task({{1}}, {1});
    task.problem.loss = Loss::hinge;
    task.problem.l2 = l2;
    task.problem.offset = Offsets::none;
    SolverSettings settings = in_file_order(200);
    settings.rate = 1;
    double w = 0;
    double sum = 0;
    for (int t = 0; t < 200; ++t) {
      w = (w + (w < 1 ? 1 : 0)) / (1 + l2);
      sum += w;
    }
    EXPECT_NEAR(run(task, "online", settings).w[0], sum / 200, 1e-12 * (1 + sum)) << l2;
  }
}

// ---- Without one ----

// Where α(h) with dα/dh = −loss′(m + αv), α(0) = 0 ends, by small steps.
double flow(Loss loss, double m, double v, double h) {
  constexpr int kSteps = 4000;
  const double by = h / kSteps;
  double alpha = 0;
  for (int k = 0; k < kSteps; ++k) {
    const auto f = [&](double at) { return -slope_at(loss, m + at * v); };
    const double k1 = f(alpha);
    const double k2 = f(alpha + by / 2 * k1);
    const double k3 = f(alpha + by / 2 * k2);
    const double k4 = f(alpha + by * k3);
    alpha += by / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return alpha;
}

TEST(OnlineStep, IsWhereInfinitelySmallStepsLead) {
  for (const double m : {-20.0, -2.0, -0.5, 0.0, 0.3, 0.99}) {
    for (const double v : {1e-3, 0.1, 1.0, 5.0}) {
      for (const double h : {0.01, 1.0, 3.0}) {
        const double near = 1e-3 * h;  // the small steps themselves pass a kink by one
        EXPECT_NEAR(Hinge::online_step(m, v, h), flow(Loss::hinge, m, v, h), near);
        EXPECT_NEAR(SquaredHinge::online_step(m, v, h), flow(Loss::squared_hinge, m, v, h),
                    1e-6 * h * (1 - m));
        EXPECT_NEAR(Logistic::online_step(m, v, h), flow(Loss::logistic, m, v, h), 1e-6 * h);
        if (m < 0) {
          EXPECT_NEAR(PerceptronLoss::online_step(m, v, h), flow(Loss::perceptron, m, v, h), near);
        }
      }
    }
  }
}

double step_of(Loss loss, double m, double v, double h) {
  return with_loss(loss, [&](auto definition) { return definition.online_step(m, v, h); });
}

// The formulas of adaptive_rate.h with all features up to date at every step.
class Adaptively {
 public:
  explicit Adaptively(const Task& task)
      : task_(task),
        p_(task.problem),
        theta_(task.points[0].size() + 1),
        g_(theta_.size()),
        s_(theta_.size()),
        sum_(theta_.size()) {}

  void run(std::uint64_t passes) {
    const auto examples = examples_in(task_);
    for (std::uint64_t pass = 0; pass < passes; ++pass) {
      for (const Example& e : examples) learn(e);
    }
  }

  Weights last() const {
    Weights w(theta_.size());
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = weight(j, t_);
    return w;
  }
  Weights mean() const {
    Weights w = last();
    for (std::size_t j = 0; j < w.size(); ++j) {
      if (w[j] != 0 || (p_.l1 == 0 && p_.l2 == 0)) w[j] = sum_[j] / std::pow(t_, 5);
    }
    return w;
  }
  double closest() const { return closest_; }

 private:
  static constexpr double kRate = 0.5;

  double l1(std::size_t j) const { return is_penalised(task_, j) ? p_.l1 : 0; }
  double l2(std::size_t j) const { return is_penalised(task_, j) ? p_.l2 : 0; }
  double a(std::size_t j) const { return s_[j] * std::sqrt(g_[j]) / kRate; }
  double weight(std::size_t j, double t) const {
    return a(j) > 0 ? soft(theta_[j], l1(j) * t) / (a(j) + l2(j) * t) : 0;
  }

  void learn(const Example& e) {
    ++t_;
    const Weights before = last_w_.empty() ? Weights(theta_.size()) : last_w_;
    for (std::size_t j = 0; j < e.x.size(); ++j) s_[j] = std::max(s_[j], std::abs(e.x[j]));
    Weights w(theta_.size());
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = weight(j, t_);
    const double m = e.y * inner(w, e.x);
    if (t_ > 1) closest_ = std::min(closest_, std::abs(m - (p_.loss == Loss::hinge)));
    const double slope = slope_at(p_.loss, m);
    if (slope < 0) {
      double q = 0;
      for (std::size_t j = 0; j < w.size(); ++j) q += s_[j] > 0 ? std::pow(e.x[j] / s_[j], 2) : 0;
      double v = 0;
      for (std::size_t j = 0; j < w.size(); ++j) {
        const double old = a(j);
        g_[j] += e.v * q * std::pow(slope * e.x[j], 2);
        theta_[j] += (a(j) - old) * w[j];
        if (a(j) > 0) v += e.x[j] * e.x[j] / (a(j) + l2(j) * t_);
      }
      const double alpha = step_of(p_.loss, m, v, e.v);
      for (std::size_t j = 0; j < w.size(); ++j) theta_[j] += e.y * alpha * e.x[j];
    }
    last_w_ = last();
    for (std::size_t j = 0; j < w.size(); ++j) sum_[j] += share(j);
  }

  // The weights from step t to t + 1, by the growth of (t − 1)⁵ meanwhile.
  double share(std::size_t j) const {
    constexpr int kParts = 64;
    double total = 0;
    for (int k = 0; k < kParts; ++k) {
      const double z = t_ + (k + 0.5) / kParts;
      total += 5 * std::pow(z - 1, 4) * weight(j, z) / kParts;
    }
    return p_.l1 == 0 && p_.l2 == 0 ? (std::pow(t_, 5) - std::pow(t_ - 1, 5)) * weight(j, t_)
                                    : total;
  }

  const Task& task_;
  const perceptron::core::Problem& p_;
  Weights theta_;
  Weights g_;  // Σ v·q·(loss′·x)²
  Weights s_;  // the largest |x|
  Weights sum_;
  Weights last_w_;
  double t_ = 0;
  double closest_ = 1;
};

RC_GTEST_PROP(OnlineWithoutARate, FollowsItsFormulas, (std::uint64_t seed)) {
  Random random(seed);
  Task task = any_task(random);
  if (random.below(3) == 0) task.problem.l1 = task.problem.l2 = 0;
  SolverSettings settings = in_file_order(1 + random.below(4));
  Adaptively formulas(task);
  formulas.run(settings.epochs);
  const bool kinks = task.problem.loss == Loss::hinge || task.problem.loss == Loss::perceptron;
  if (kinks && formulas.closest() < 1e-7) return;
  RC_LOG() << name_of(task);
  const bool plain = task.problem.l1 == 0 && task.problem.l2 == 0;
  settings.average = false;
  const Weights last = joined(run(task, "online", settings));
  RC_ASSERT(distance(last, formulas.last()) <= 1e-5 * size_of(last));
  settings.average = true;
  const Weights mean = joined(run(task, "online", settings));
  RC_ASSERT(distance(mean, formulas.mean()) <= (plain ? 1e-5 : 2e-3) * size_of(last));
}

// Powers of two change no digit of any number on the way.
RC_GTEST_PROP(OnlineWithoutARate, ScoresDoNotDependOnTheUnitsOfFeatures, (std::uint64_t seed)) {
  Random random(seed);
  Task task = any_task(random);
  task.problem.l1 = task.problem.l2 = 0;
  std::vector<double> unit;
  for (std::size_t j = 0; j < task.points[0].size(); ++j)
    unit.push_back(std::ldexp(1, static_cast<int>(random.below(61)) - 30));
  Grid rows = task.points;
  for (auto& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) row[j] *= unit[j];
  }
  const Task other = task.with_rows(rows, task.problem.signed_weight);
  SolverSettings settings;
  settings.epochs = 1 + random.below(5);
  settings.average = random.below(2) == 0;
  const Solution a = run(task, "online", settings);
  const Solution b = run(other, "online", settings);
  for (std::size_t j = 0; j < unit.size(); ++j) RC_ASSERT(a.w[j] == b.w[j] * unit[j]);
  RC_ASSERT(a.b == b.b);
}

RC_GTEST_PROP(OnlineWithoutARate, StaysFiniteForFeaturesOfAnySize, (std::uint64_t seed)) {
  Random random(seed);
  Task task = any_task(random);
  Grid rows = task.points;
  for (auto& row : rows) {
    for (double& x : row) x *= std::pow(10, random.uniform(-30, 30));
  }
  std::vector<double> weights = task.problem.signed_weight;
  for (double& v : weights) v *= random.below(2) == 0 ? 1 : 1e6;
  const Task wild = task.with_rows(rows, weights);
  SolverSettings settings;
  settings.epochs = 3;
  for (const bool average : {false, true}) {
    settings.average = average;
    const Solution solution = run(wild, "online", settings);
    RC_LOG() << name_of(wild) << ", average " << average;
    RC_ASSERT(std::isfinite(solution.b));
    for (const double x : solution.w) RC_ASSERT(std::isfinite(x));
  }
}

TEST(OnlineWithoutARate, OnePassOverA9aIsEnoughForATestAccuracyOf849) {
  REQUIRE_DATA(train_path, "a9a.train.libsvm.gz");
  REQUIRE_DATA(test_path, "a9a.test.libsvm.gz");
  const Dataset train = read_dataset(train_path, {});
  Reading reading;
  reading.labels = LabelUse::match;
  reading.schema = &train.schema;
  reading.classes = &train.classes;
  const Dataset test = read_dataset(test_path, reading);
  LearnSettings settings;
  settings.learner = Learner::hinge;
  settings.solver = Solver::online;
  settings.epochs = 1;
  Listener silent;
  const Examples examples{train.matrix.view(), train.labels};
  const Fit fitted = fit(examples, Targets::binary(), settings, 1, silent)[0];
  Bank bank(fitted.weights.size(), 1);
  bank.put(0, fitted.weights, fitted.offset);
  std::vector<double> scores(test.rows());
  score(test.matrix.view(), 0, scores.size(), bank, scores);
  double right = 0;
  for (std::size_t i = 0; i < scores.size(); ++i)
    right += (scores[i] >= 0) == (test.labels[i] == 1);
  EXPECT_GE(right / static_cast<double>(scores.size()), 0.849);
}

}  // namespace
}  // namespace perceptron::core::test
