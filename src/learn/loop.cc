#include "learn/loop.h"

#include <algorithm>
#include <array>
#include <span>
#include <variant>
#include <vector>

#include "kernel/bank_rows.h"
#include "learn/loop_bank.h"

namespace perceptron::core {
namespace {

// ---- The plain loop ----

template <class Row>
double score_plainly(const Row& x, const Bank& bank, std::uint64_t model) {
  double s = 0;
  for (std::uint64_t k = 0; k < x.size; ++k) s += x.value(k) * bank.row(x.feature(k))[model];
  return s + bank.offsets()[model];
}

template <class Row>
void add_plainly(const Row& x, double t, Offset offset, std::uint64_t model, Bank& bank) {
  for (std::uint64_t k = 0; k < x.size; ++k) bank.row(x.feature(k))[model] += x.value(k) * t;
  if (offset == Offset::constant) bank.offsets()[model] += t;
}

// t of all models, and which of them are not 0.
template <class Rule>
std::vector<std::uint64_t> step_plainly(const Rule& rule, const Pass& pass, std::uint64_t row,
                                        const std::vector<double>& s, std::vector<double>& t) {
  const double* const y = pass.targets.signs(pass.labels[row]);
  const double weight = pass.weights.empty() ? 1 : pass.weights[row];
  std::fill(t.begin(), t.end(), 0.0);
  if constexpr (requires { rule.rule; }) {  // all models together
    if (weight != 0) rule.steps(s.data(), y, s.size(), row, t.data());
    for (double& each : t) each *= weight;
  } else {
    for (std::uint64_t m = 0; m < s.size(); ++m) {
      const double active = pass.active.empty() ? 1 : pass.active[m];
      t[m] = weight * rule.step(s[m], y[m] * active, m, row);
    }
  }
  std::vector<std::uint64_t> updated;
  for (std::uint64_t m = 0; m < t.size(); ++m) {
    if (t[m] != 0) updated.push_back(m);
  }
  return updated;
}

// The reference for the faster loops below and in loop_bank.cc, which are bit-identical to it.
template <class Rule, class Rows>
void pass_plainly(const Rule& rule, const Pass& pass, const Rows& rows) {
  std::vector<double> s(pass.bank.models());
  std::vector<double> t(pass.bank.models());
  for (std::uint64_t i = 0; i < pass.order.size(); ++i) {
    const std::uint64_t row = pass.order[i];
    const auto x = rows[row];
    for (std::uint64_t m = 0; m < s.size(); ++m) s[m] = score_plainly(x, pass.bank, m);
    const auto updated = step_plainly(rule, pass, row, s, t);
    const bool proceed =
        updated.empty() ||
        pass.observer.on_update({pass.first_step + i, row, s, t, pass.bank, updated, pass.tally});
    if (pass.tally) pass.tally->count(pass.labels[row]);
    for (const std::uint64_t m : updated) add_plainly(x, t[m], pass.offset, m, pass.bank);
    if (!proceed) return;
  }
}

// ---- One model: several rows at once ----

template <class Row>
double score_one(const Row& row, const double* w) {
  double s = 0;
  for (std::uint64_t k = 0; k < row.size; ++k) s += row.value(k) * w[row.feature(k)];
  return s;
}

// Rows scored together, so that their chains of additions overlap.
constexpr std::uint64_t kAhead = 4;

template <class Row>
void score_ahead(const Row (&row)[kAhead], const double* w, double (&s)[kAhead]) {
  std::uint64_t shared = row[0].size;
  for (const Row& r : row) shared = std::min(shared, r.size);
  double a = 0;
  double b = 0;
  double c = 0;
  double d = 0;
  for (std::uint64_t k = 0; k < shared; ++k) {
    a += row[0].value(k) * w[row[0].feature(k)];
    b += row[1].value(k) * w[row[1].feature(k)];
    c += row[2].value(k) * w[row[2].feature(k)];
    d += row[3].value(k) * w[row[3].feature(k)];
  }
  s[0] = a;
  s[1] = b;
  s[2] = c;
  s[3] = d;
  for (std::uint64_t i = 0; i < kAhead; ++i) {
    double rest = s[i];
    for (std::uint64_t k = shared; k < row[i].size; ++k) {
      rest += row[i].value(k) * w[row[i].feature(k)];
    }
    s[i] = rest;
  }
}

constexpr std::uint64_t kFirst[] = {0};

// Scores are computed ahead of the steps; a step invalidates those after it.
template <class Rule, class Rows>
void pass_one(const Rule& rule, const Pass& pass, const Rows& rows) {
  using Row = decltype(rows[0]);
  double* const w = pass.bank.row(0);
  double* const b = pass.bank.offsets();
  const BankKernel& kernel = bank_kernel(pass.rows);
  const double active = pass.active.empty() ? 1 : pass.active[0];
  const std::uint64_t n = pass.order.size();
  std::uint64_t ahead = 1;
  for (std::uint64_t i = 0; i < n;) {
    double s[kAhead];
    std::uint64_t scored = std::min(ahead, n - i);
    if (scored == kAhead) {
      const Row row[kAhead] = {rows[pass.order[i]], rows[pass.order[i + 1]],
                               rows[pass.order[i + 2]], rows[pass.order[i + 3]]};
      score_ahead(row, w, s);
    } else {
      scored = 1;
      s[0] = score_one(rows[pass.order[i]], w);
    }
    ahead = std::min(ahead + 1, kAhead);
    for (std::uint64_t r = 0; r < scored; ++r, ++i) {
      const std::uint64_t at = pass.order[i];
      const double sum = s[r] + *b;
      double t = rule.step(sum, *pass.targets.signs(pass.labels[at]) * active, 0, at);
      if (t != 0 && !pass.weights.empty()) t *= pass.weights[at];
      if (t == 0) {
        if (pass.tally) pass.tally->count(pass.labels[at]);
        continue;
      }
      const bool proceed = pass.observer.on_update(
          {pass.first_step + i, at, {&sum, 1}, {&t, 1}, pass.bank, kFirst, pass.tally});
      if (pass.tally) pass.tally->count(pass.labels[at]);
      kernel.add_one(pass.rows, at, t, w);
      if (pass.offset == Offset::constant) *b += t;
      if (!proceed) return;
      ahead = 1;
      ++i;
      break;
    }
  }
}

}  // namespace

// ---- The public functions ----

void run_plain_pass(const Rule& any_rule, const Pass& pass) {
  std::visit([&](const auto& rule, const auto& rows) { pass_plainly(rule, pass, rows); }, any_rule,
             pass.rows);
}

void run_pass(const Rule& any_rule, const Pass& pass) {
  std::visit(
      [&](const auto& rule) {
        if constexpr (!requires { rule.rule; }) {
          if (pass.bank.models() == 1)
            return std::visit([&](const auto& rows) { pass_one(rule, pass, rows); }, pass.rows);
        }
        run_bank_pass(any_rule, pass);
      },
      any_rule);
}

namespace {

void score(const RowsView& view, const RowList& list, const Bank& bank, std::span<double> scores) {
  const std::uint64_t models = bank.models();
  if (models == 1) {
    std::visit(
        [&](const auto& rows) {
          for (std::uint64_t i = 0; i < list.size(); ++i)
            scores[i] = score_one(rows[list[i]], bank.row(0)) + *bank.offsets();
        },
        view);
    return;
  }
  const BankKernel& kernel = bank_kernel(view);
  const auto at = all_places(kernel, models);
  AlignedVector<double> s(bank.stride());
  for (std::uint64_t i = 0; i < list.size(); ++i) {
    kernel.score(view, RowList::one(list[i]), bank, at, s.data());
    std::copy_n(s.begin(), models, scores.begin() + static_cast<std::ptrdiff_t>(i * models));
  }
}

}  // namespace

void score(const RowsView& rows, std::uint64_t begin, std::uint64_t end, const Bank& bank,
           std::span<double> scores) {
  score(rows, RowList::range(begin, end), bank, scores);
}

void score(const RowsView& rows, std::span<const std::uint64_t> which, const Bank& bank,
           std::span<double> scores) {
  score(rows, RowList(which), bank, scores);
}

void add_row(const RowsView& view, std::uint64_t row, Offset offset, std::span<const double> steps,
             Bank& bank) {
  const BankKernel& kernel = bank_kernel(view);
  if (bank.models() == 1) {
    kernel.add_one(view, row, steps[0], bank.row(0));
    if (offset == Offset::constant) *bank.offsets() += steps[0];
    return;
  }
  std::array<std::uint64_t, 32> at = {};  // vectors of models with an update
  std::size_t count = 0;
  const auto add = [&] {
    kernel.add(view, RowList::one(row), steps.data(), bank.stride(), {at.data(), count},
               bank.row(0));
    count = 0;
  };
  for (std::uint64_t m = 0; m < bank.stride(); m += kernel.lanes) {
    const auto vector = steps.subspan(m, kernel.lanes);
    if (std::all_of(vector.begin(), vector.end(), [](double t) { return t == 0; })) continue;
    at[count++] = m;
    if (count == at.size()) add();
  }
  if (count > 0) add();
  if (offset == Offset::none) return;
  for (std::uint64_t m = 0; m < bank.models(); ++m) {
    if (steps[m] != 0) bank.offsets()[m] += steps[m];
  }
}

}  // namespace perceptron::core
