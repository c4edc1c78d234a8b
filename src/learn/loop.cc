// The loop, compiled once for every instruction set; the best that the machine
// has is chosen when it runs.

#include "learn/loop.h"

#include <algorithm>
#include <span>
#include <variant>
#include <vector>

#include "kernel/simd_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/loop.cc"  // NOLINT
#include <hwy/foreach_target.h>             // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace perceptron::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// At most a cache line: the stride of a bank is a multiple of it.
using Lanes = hn::CappedTag<double, 8>;
using Vec = hn::Vec<Lanes>;

// ---- Rows that come next ----

// Rows are visited in any order, and the machine cannot guess the next: its
// values are asked for some rows ahead, and where they stand before that. All
// inline, because GCC takes a call that only asks for one without effect.
constexpr std::uint64_t kFetched = 8;

template <class T>
HWY_INLINE void fetch(const T* first, std::uint64_t count) {
  constexpr std::uint64_t kLine = 64 / sizeof(T);
  for (std::uint64_t k = 0; k < count; k += kLine) __builtin_prefetch(first + k);
}
template <class Value>
HWY_INLINE void fetch(const DenseRows<Value>& rows, std::uint64_t row, std::uint64_t /*later*/) {
  fetch(rows[row].values, rows.features);
}
template <class Value, class Id>
HWY_INLINE void fetch(const SparseRows<Value, Id>& rows, std::uint64_t row, std::uint64_t later) {
  fetch(rows.starts + later, 1);
  fetch(rows[row].features, rows[row].size);
  if constexpr (!std::is_same_v<Value, One>) fetch(rows[row].values, rows[row].size);
}

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

constexpr std::uint64_t kFirst[] = {0};

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
      if (t != 0 && !pass.weights.empty()) t *= pass.weights[at];
      if (t == 0) {
        if (pass.tally) pass.tally->count(pass.labels[at]);
        continue;
      }
      const bool go_on = pass.watcher.on_move(
          {pass.first_step + i, at, {&sum, 1}, {&t, 1}, pass.bank, kFirst, pass.tally});
      if (pass.tally) pass.tally->count(pass.labels[at]);
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

// The models of one vector, by the first of them.
using Places = std::span<const std::uint64_t>;

// Which vectors of models see a class at all: the others are not scored. A list
// for each class, made when the class is first met.
class PlacesOfClasses {
 public:
  PlacesOfClasses(const Targets& targets, const double* active)
      : targets_(targets), active_(active), places_(targets.classes()), made_(targets.classes()) {}

  const std::vector<std::uint64_t>& operator[](std::uint32_t label) {
    if (made_[label] == 0) make(label);
    return places_[label];
  }

 private:
  void make(std::uint32_t label) {
    const std::uint64_t step = hn::Lanes(Lanes());
    const double* const y = targets_.signs(label);
    for (std::uint64_t m = 0; m < targets_.models(); m += step) {
      bool seen = false;
      for (std::uint64_t k = m; k < m + step; ++k) seen = seen || y[k] * active_[k] != 0;
      if (seen) places_[label].push_back(m);
    }
    made_[label] = 1;
  }

  const Targets& targets_;
  const double* active_;
  std::vector<std::vector<std::uint64_t>> places_;
  std::vector<char> made_;
};

// Scores of kRows rows by kVectors vectors of models, their sums in registers.
// All chains of additions overlap.
template <std::uint64_t kRows, std::uint64_t kVectors, class Row>
void score_block(const Row* row, const Bank& bank, const std::uint64_t* at, double* const* s) {
  const Lanes lanes;
  Vec sum[kRows][kVectors];
  const double* w[kVectors];
  for (std::uint64_t v = 0; v < kVectors; ++v) w[v] = bank.row(0) + at[v];
  const std::uint64_t stride = bank.stride();
  const auto add = [&](std::uint64_t r, std::uint64_t k) {
    const Vec x = hn::Set(lanes, row[r].value(k));
    const std::uint64_t f = row[r].feature(k) * stride;
    for (std::uint64_t v = 0; v < kVectors; ++v)
      sum[r][v] = hn::Add(sum[r][v], hn::Mul(x, hn::Load(lanes, w[v] + f)));
  };
  std::uint64_t shared = row[0].size;
  for (std::uint64_t r = 0; r < kRows; ++r) {
    shared = std::min(shared, row[r].size);
    for (Vec& v : sum[r]) v = hn::Zero(lanes);
  }
  for (std::uint64_t k = 0; k < shared; ++k) {
    for (std::uint64_t r = 0; r < kRows; ++r) add(r, k);
  }
  for (std::uint64_t r = 0; r < kRows; ++r) {
    for (std::uint64_t k = shared; k < row[r].size; ++k) add(r, k);
    for (std::uint64_t v = 0; v < kVectors; ++v) {
      const Vec offset = hn::Load(lanes, bank.offsets() + at[v]);
      hn::Store(hn::Add(sum[r][v], offset), lanes, s[r] + at[v]);
    }
  }
}

template <class Row>
void score_bank(const Row& row, const Bank& bank, Places at, double* s) {
  std::uint64_t v = 0;
  for (; v + 8 <= at.size(); v += 8) score_block<1, 8>(&row, bank, &at[v], &s);
  for (; v + 4 <= at.size(); v += 4) score_block<1, 4>(&row, bank, &at[v], &s);
  for (; v + 2 <= at.size(); v += 2) score_block<1, 2>(&row, bank, &at[v], &s);
  for (; v < at.size(); ++v) score_block<1, 1>(&row, bank, &at[v], &s);
}

// Adds to those vectors of models that move; mostly few do.
template <class Row>
void add_bank(const Row& row, Offset offset, const double* t, Bank& bank) {
  const Lanes lanes;
  const std::uint64_t stride = bank.stride();
  for (std::uint64_t m = 0; m < stride; m += hn::Lanes(lanes)) {
    const Vec step = hn::Load(lanes, t + m);
    if (hn::AllTrue(lanes, hn::Eq(step, hn::Zero(lanes)))) continue;
    double* const w = bank.row(0) + m;
    for (std::uint64_t k = 0; k < row.size; ++k) {
      double* const wk = w + row.feature(k) * stride;
      const Vec x = hn::Set(lanes, row.value(k));
      hn::Store(hn::Add(hn::Load(lanes, wk), hn::Mul(x, step)), lanes, wk);
    }
    if (offset == Offset::none) continue;
    double* const b = bank.offsets() + m;
    hn::Store(hn::Add(hn::Load(lanes, b), step), lanes, b);
  }
}

// Steps of the models that see row `row`, and which of them move.
template <class Rule>
void step_models(const Rule& rule, const Pass& pass, std::uint64_t row, Places at,
                 const double* active, const double* s, double* __restrict t,
                 std::vector<std::uint64_t>& moved) {
  const double* const y = pass.targets.signs(pass.labels[row]);
  const double weight = pass.weights.empty() ? 1 : pass.weights[row];
  const Lanes lanes;
  for (const std::uint64_t first : at) {
    const std::uint64_t end = first + hn::Lanes(lanes);
    for (std::uint64_t m = first; m < end; ++m)
      t[m] = weight * rule.step(s[m], y[m] * active[m], m, row);
    if (hn::AllTrue(lanes, hn::Eq(hn::Load(lanes, t + first), hn::Zero(lanes)))) continue;
    for (std::uint64_t m = first; m < end; ++m) {
      if (t[m] != 0) moved.push_back(m);
    }
  }
}

// All of them together.
template <class OfTwo>
void step_models(const Joint<OfTwo>& rule, const Pass& pass, std::uint64_t row, Places /*at*/,
                 const double* /*active*/, const double* s, double* t,
                 std::vector<std::uint64_t>& moved) {
  const double weight = pass.weights.empty() ? 1 : pass.weights[row];
  const std::uint64_t models = pass.bank.models();
  if (weight == 0 || !rule.steps(s, pass.targets.signs(pass.labels[row]), models, row, t)) return;
  for (std::uint64_t m = 0; m < models; ++m) {
    t[m] *= weight;
    if (t[m] != 0) moved.push_back(m);
  }
}

// Few vectors have few chains of additions, so two rows are scored at a time; a
// step makes the second score void.
template <class Rule, class Rows>
void pass_bank(const Rule& rule, const Pass& pass, const Rows& rows) {
  using Row = decltype(rows[0]);
  const std::uint64_t stride = pass.bank.stride();
  const std::uint64_t models = pass.bank.models();
  const std::uint64_t n = pass.order.size();
  AlignedVector<double> active(stride);  // 0 behind the last model
  std::fill_n(active.begin(), models, 1.0);
  std::copy(pass.active.begin(), pass.active.end(), active.begin());
  PlacesOfClasses places(pass.targets, active.data());
  AlignedVector<double> scores(2 * stride);
  AlignedVector<double> t(stride);
  std::vector<std::uint64_t> moved;
  double* const s[2] = {scores.data(), scores.data() + stride};
  std::uint64_t fetched = 0;
  for (std::uint64_t i = 0; i < n;) {
    for (; fetched < std::min(i + kFetched, n); ++fetched)
      fetch(rows, pass.order[fetched], pass.order[std::min(fetched + kFetched, n - 1)]);
    const auto& at = places[pass.labels[pass.order[i]]];
    const bool two = at.size() <= 2 && i + 1 < n && at == places[pass.labels[pass.order[i + 1]]];
    if (two) {
      const Row row[2] = {rows[pass.order[i]], rows[pass.order[i + 1]]};
      if (at.size() == 2) score_block<2, 2>(row, pass.bank, at.data(), s);
      if (at.size() == 1) score_block<2, 1>(row, pass.bank, at.data(), s);
    } else {
      score_bank(rows[pass.order[i]], pass.bank, at, s[0]);
    }
    for (std::uint64_t r = 0; r < (two ? 2U : 1U); ++r) {
      const std::uint64_t step = pass.first_step + i;
      const std::uint64_t row = pass.order[i++];
      moved.clear();
      step_models(rule, pass, row, at, active.data(), s[r], t.data(), moved);
      const bool go_on =
          moved.empty() ||
          pass.watcher.on_move(
              {step, row, {s[r], models}, {t.data(), models}, pass.bank, moved, pass.tally});
      if (pass.tally) pass.tally->count(pass.labels[row]);
      if (moved.empty()) continue;
      add_bank(rows[row], pass.offset, t.data(), pass.bank);
      if (!go_on) return;
      for (const std::uint64_t m : moved) t[m] = 0;
      break;
    }
  }
}

// ---- What is called from outside ----

void RunPass(const Rule& any_rule, const Pass& pass) {
  std::visit(
      [&](const auto& rule, const auto& rows) {
        if constexpr (requires { rule.rule; }) {
          pass_bank(rule, pass, rows);
        } else if (pass.bank.models() == 1) {
          pass_one(rule, pass, rows);
        } else {
          pass_bank(rule, pass, rows);
        }
      },
      any_rule, pass.rows);
}

// Row i of `count` is which[i], or begin + i where there is no list.
void Score(const RowsView& any_rows, std::uint64_t begin, const std::uint64_t* which,
           std::uint64_t count, const Bank& bank, double* scores) {
  const std::uint64_t models = bank.models();
  AlignedVector<double> s(bank.stride());
  std::vector<std::uint64_t> at;
  for (std::uint64_t m = 0; m < models; m += hn::Lanes(Lanes())) at.push_back(m);
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < count; ++i) {
          const auto row = rows[which != nullptr ? which[i] : begin + i];
          if (models == 1) {
            *scores = score_one(row, bank.row(0)) + *bank.offsets();
          } else {
            score_bank(row, bank, at, s.data());
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
  HWY_DYNAMIC_DISPATCH(Score)(rows, begin, nullptr, end - begin, bank, scores.data());
}

void score(const RowsView& rows, std::span<const std::uint64_t> which, const Bank& bank,
           std::span<double> scores) {
  HWY_DYNAMIC_DISPATCH(Score)(rows, 0, which.data(), which.size(), bank, scores.data());
}

void add_row(const RowsView& rows, std::uint64_t row, Offset offset, std::span<const double> steps,
             Bank& bank) {
  HWY_DYNAMIC_DISPATCH(AddRow)(rows, row, offset, steps.data(), bank);
}

}  // namespace perceptron
#endif
