// The training loop for a bank, compiled once for every instruction set; the best that the machine
// supports is chosen at run time.

#include "learn/loop_bank.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "kernel/bank_rows.h"
#include "kernel/simd_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/loop_bank.cc"  // NOLINT
#include <hwy/foreach_target.h>                  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace perceptron::core::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Lanes = hn::CappedTag<double, kModelsOfLine>;
constexpr std::uint64_t kLanes = hn::MaxLanes(Lanes());

// The vectors of models that are trained on a class; the others are not scored. A list for each
// class, made when its first row comes.
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
    const double* const y = targets_.signs(label);
    for (std::uint64_t m = 0; m < targets_.models(); m += kLanes) {
      bool seen = false;
      for (std::uint64_t k = m; k < m + kLanes; ++k) seen = seen || y[k] * active_[k] != 0;
      if (seen) places_[label].push_back(m);
    }
    made_[label] = 1;
  }

  const Targets& targets_;
  const double* active_;
  std::vector<std::vector<std::uint64_t>> places_;
  std::vector<char> made_;
};

// The models with an update, and the vectors that hold them.
struct UpdatedModels {
  std::vector<std::uint64_t> models;
  std::vector<std::uint64_t> at;

  void clear() {
    models.clear();
    at.clear();
  }
  void add(std::uint64_t model) {
    models.push_back(model);
    const std::uint64_t first = model / kLanes * kLanes;
    if (at.empty() || at.back() != first) at.push_back(first);
  }
};

// The steps of the models that are trained on row `row`, and which of them are not 0.
template <class Rule>
void step_models(const Rule& rule, const Pass& pass, std::uint64_t row, Places at,
                 const double* active, const double* s, double* __restrict t,
                 UpdatedModels& updated) {
  const double* const y = pass.targets.signs(pass.labels[row]);
  const double weight = pass.weights.empty() ? 1 : pass.weights[row];
  for (const std::uint64_t first : at) {
    const std::uint64_t end = first + kLanes;
    std::uint64_t nonzero = 0;
    HWY_UNROLL(1)  // a loop that is unrolled is not vectorised
    for (std::uint64_t m = first; m < end; ++m) {
      t[m] = weight * rule.step(s[m], y[m] * active[m], m, row);
      nonzero += t[m] != 0 ? 1 : 0;
    }
    if (nonzero == 0) continue;
    updated.at.push_back(first);
    for (std::uint64_t m = first; m < end; ++m) {
      if (t[m] != 0) updated.models.push_back(m);
    }
  }
}

// The same for joint models.
template <class OfTwo>
void step_models(const Joint<OfTwo>& rule, const Pass& pass, std::uint64_t row, Places /*at*/,
                 const double* /*active*/, const double* s, double* t, UpdatedModels& updated) {
  const double weight = pass.weights.empty() ? 1 : pass.weights[row];
  const std::uint64_t models = pass.bank.models();
  if (weight == 0 || !rule.steps(s, pass.targets.signs(pass.labels[row]), models, row, t)) return;
  for (std::uint64_t m = 0; m < models; ++m) {
    t[m] *= weight;
    if (t[m] != 0) updated.add(m);
  }
}

// Rows are visited in random order, which the hardware cannot predict: their values are prefetched
// some rows ahead, and their positions before that.
constexpr std::uint64_t kFetched = 8;

// Few vectors are few independent chains of additions, so two rows are scored at a time; a step
// invalidates the second score.
template <class Rule>
void pass_bank(const Rule& rule, const Pass& pass) {
  const BankKernel& kernel = bank_kernel(pass.rows);
  Bank& bank = pass.bank;
  const std::uint64_t stride = bank.stride();
  const std::uint64_t models = bank.models();
  const std::uint64_t n = pass.order.size();
  AlignedVector<double> active(stride);  // 0 after the last model
  std::fill_n(active.begin(), models, 1.0);
  std::copy(pass.active.begin(), pass.active.end(), active.begin());
  PlacesOfClasses places(pass.targets, active.data());
  AlignedVector<double> scores(2 * stride);
  AlignedVector<double> t(stride);
  UpdatedModels updated;
  std::uint64_t fetched = 0;
  for (std::uint64_t i = 0; i < n;) {
    for (; fetched < std::min(i + kFetched, n); ++fetched)
      kernel.fetch(pass.rows, pass.order[fetched], pass.order[std::min(fetched + kFetched, n - 1)]);
    const auto& at = places[pass.labels[pass.order[i]]];
    const bool two = at.size() <= 2 && i + 1 < n && at == places[pass.labels[pass.order[i + 1]]];
    const std::uint64_t scored = two ? 2 : 1;
    kernel.score(pass.rows, pass.order.subspan(i, scored), bank, at, scores.data());
    for (std::uint64_t r = 0; r < scored; ++r) {
      const double* const s = scores.data() + r * stride;
      const std::uint64_t step = pass.first_step + i;
      const std::uint64_t row = pass.order[i++];
      updated.clear();
      step_models(rule, pass, row, at, active.data(), s, t.data(), updated);
      const bool proceed =
          updated.models.empty() ||
          pass.observer.on_update(
              {step, row, {s, models}, {t.data(), models}, bank, updated.models, pass.tally});
      if (pass.tally) pass.tally->count(pass.labels[row]);
      if (updated.models.empty()) continue;
      kernel.add(pass.rows, RowList::one(row), t.data(), stride, updated.at, bank.row(0));
      if (pass.offset == Offset::constant) {
        for (const std::uint64_t m : updated.models) bank.offsets()[m] += t[m];
      }
      if (!proceed) return;
      for (const std::uint64_t m : updated.models) t[m] = 0;
      break;
    }
  }
}

void RunBankPass(const Rule& any_rule, const Pass& pass) {
  std::visit([&](const auto& rule) { pass_bank(rule, pass); }, any_rule);
}

}  // namespace
}  // namespace perceptron::core::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace perceptron::core {

HWY_EXPORT(RunBankPass);

void run_bank_pass(const Rule& rule, const Pass& pass) {
  HWY_DYNAMIC_DISPATCH(RunBankPass)(rule, pass);
}

}  // namespace perceptron::core
#endif
