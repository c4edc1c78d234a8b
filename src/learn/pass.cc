// The loop, compiled once for every instruction set; the best that the machine
// has is chosen when it runs.

#include "learn/pass.h"

#include <algorithm>
#include <variant>

#include "base/vectors.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/pass.cc"  // NOLINT
#include <hwy/foreach_target.h>             // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace perceptron::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// At most a cache line: the stride of a bank is a multiple of it.
using Lanes = hn::CappedTag<double, 8>;
using Vec = hn::Vec<Lanes>;

// ---- One model: plain arithmetic, several rows at once ----

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

// Scores are taken ahead of the steps; a step makes those behind it void.
template <class Rule, class Rows>
void pass_one(const Rule& rule, const Pass& pass, const Rows& rows) {
  using Row = decltype(rows[0]);
  double* const w = pass.bank.row(0);
  double* const b = pass.bank.offsets();
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
      double t = rule.step(sum, *pass.targets.signs(pass.labels[at]), 0, at);
      if (t == 0) continue;
      if (!pass.weights.empty()) {
        t *= pass.weights[at];
        if (t == 0) continue;
      }
      const bool go_on =
          pass.watcher.on_move({pass.first_step + i, at, {&sum, 1}, {&t, 1}, pass.bank});
      const Row row = rows[at];
      for (std::uint64_t k = 0; k < row.size; ++k) w[row.feature(k)] += row.value(k) * t;
      if (pass.offset == Offset::constant) *b += t;
      if (!go_on) return;
      ahead = 1;
      ++i;
      break;
    }
  }
}

// ---- A bank: SIMD over models ----

// Scores of the models m … m + kVectors · lanes − 1, their sums in registers.
template <std::uint64_t kVectors, class Row>
void score_models(const Row& row, const Bank& bank, std::uint64_t m, double* s) {
  const Lanes lanes;
  const std::uint64_t step = hn::Lanes(lanes);
  Vec sum[kVectors];
  for (Vec& v : sum) v = hn::Zero(lanes);
  const double* const w = bank.row(0) + m;
  const std::uint64_t stride = bank.stride();
  for (std::uint64_t k = 0; k < row.size; ++k) {
    const Vec x = hn::Set(lanes, row.value(k));
    const double* const wk = w + row.feature(k) * stride;
    for (std::uint64_t v = 0; v < kVectors; ++v) {
      sum[v] = hn::Add(sum[v], hn::Mul(x, hn::Load(lanes, wk + v * step)));
    }
  }
  const double* const b = bank.offsets() + m;
  for (std::uint64_t v = 0; v < kVectors; ++v) {
    const std::uint64_t at = v * step;
    hn::Store(hn::Add(sum[v], hn::Load(lanes, b + at)), lanes, s + m + at);
  }
}

template <class Row>
void score_bank(const Row& row, const Bank& bank, double* s) {
  const std::uint64_t step = hn::Lanes(Lanes());
  std::uint64_t m = 0;
  for (; m + 8 * step <= bank.stride(); m += 8 * step) score_models<8>(row, bank, m, s);
  for (; m + 4 * step <= bank.stride(); m += 4 * step) score_models<4>(row, bank, m, s);
  for (; m + 2 * step <= bank.stride(); m += 2 * step) score_models<2>(row, bank, m, s);
  for (; m < bank.stride(); m += step) score_models<1>(row, bank, m, s);
}

template <class Row>
void add_bank(const Row& row, Offset offset, const double* t, Bank& bank) {
  const Lanes lanes;
  const std::uint64_t stride = bank.stride();
  for (std::uint64_t k = 0; k < row.size; ++k) {
    const Vec x = hn::Set(lanes, row.value(k));
    double* const w = bank.row(row.feature(k));
    for (std::uint64_t m = 0; m < stride; m += hn::Lanes(lanes)) {
      hn::Store(hn::Add(hn::Load(lanes, w + m), hn::Mul(x, hn::Load(lanes, t + m))), lanes, w + m);
    }
  }
  if (offset == Offset::none) return;
  for (std::uint64_t m = 0; m < stride; ++m) bank.offsets()[m] += t[m];
}

template <class Rule, class Rows>
void pass_bank(const Rule& rule, const Pass& pass, const Rows& rows) {
  const std::uint64_t stride = pass.bank.stride();
  AlignedVector<double> s(stride);
  AlignedVector<double> t(stride);
  for (std::uint64_t i = 0; i < pass.order.size(); ++i) {
    const std::uint64_t at = pass.order[i];
    const auto row = rows[at];
    score_bank(row, pass.bank, s.data());
    const double* const y = pass.targets.signs(pass.labels[at]);
    const double weight = pass.weights.empty() ? 1 : pass.weights[at];
    std::uint64_t moved = 0;
    for (std::uint64_t m = 0; m < stride; ++m) {
      t[m] = weight * rule.step(s[m], y[m], m, at);
      moved += t[m] != 0 ? 1U : 0U;
    }
    if (moved == 0) continue;
    const std::uint64_t models = pass.bank.models();
    const bool go_on = pass.watcher.on_move(
        {pass.first_step + i, at, {s.data(), models}, {t.data(), models}, pass.bank});
    add_bank(row, pass.offset, t.data(), pass.bank);
    if (!go_on) return;
  }
}

// ---- What is called from outside ----

void RunPass(const Rule& any_rule, const Pass& pass) {
  std::visit(
      [&](const auto& rule, const auto& rows) {
        if (pass.bank.models() == 1) {
          pass_one(rule, pass, rows);
        } else {
          pass_bank(rule, pass, rows);
        }
      },
      any_rule, pass.rows);
}

void Score(const RowsView& any_rows, std::uint64_t begin, std::uint64_t end, const Bank& bank,
           double* scores) {
  const std::uint64_t models = bank.models();
  AlignedVector<double> s(bank.stride());
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = begin; i < end; ++i) {
          if (models == 1) {
            *scores = score_one(rows[i], bank.row(0)) + *bank.offsets();
          } else {
            score_bank(rows[i], bank, s.data());
            std::copy_n(s.begin(), models, scores);
          }
          scores += models;
        }
      },
      any_rows);
}

void AddRow(const RowsView& any_rows, std::uint64_t row, Offset offset, const double* steps,
            Bank& bank) {
  std::visit(
      [&](const auto& rows) {
        if (bank.models() > 1) return add_bank(rows[row], offset, steps, bank);
        const auto x = rows[row];
        for (std::uint64_t k = 0; k < x.size; ++k) *bank.row(x.feature(k)) += x.value(k) * *steps;
        if (offset == Offset::constant) *bank.offsets() += *steps;
      },
      any_rows);
}

}  // namespace
}  // namespace perceptron::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace perceptron {

HWY_EXPORT(RunPass);
HWY_EXPORT(Score);
HWY_EXPORT(AddRow);

void run_pass(const Rule& rule, const Pass& pass) { HWY_DYNAMIC_DISPATCH(RunPass)(rule, pass); }

void score(const RowsView& rows, std::uint64_t begin, std::uint64_t end, const Bank& bank,
           std::span<double> scores) {
  HWY_DYNAMIC_DISPATCH(Score)(rows, begin, end, bank, scores.data());
}

void add_row(const RowsView& rows, std::uint64_t row, Offset offset, std::span<const double> steps,
             Bank& bank) {
  if (bank.models() == 1)
    return HWY_DYNAMIC_DISPATCH(AddRow)(rows, row, offset, steps.data(), bank);
  AlignedVector<double> padded(bank.stride());
  std::copy(steps.begin(), steps.end(), padded.begin());
  HWY_DYNAMIC_DISPATCH(AddRow)(rows, row, offset, padded.data(), bank);
}

}  // namespace perceptron
#endif
