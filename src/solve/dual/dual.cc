// Problem    max D(β) of problem.h, L2 > 0, in units of L2:
//            α = β/(n·L2), C = v/(n·L2), v = Σαyx, w = soft(v, L1/L2), so that
//            D/L2 = Σ C·gain(α/C) − ½‖w‖²
// Update     maximise D over one α at a time (DualTerm::update of the loss):
//            α ← clip(α − G/Q),  G = y·w·x − gain′(α),  Q = ‖x‖² − gain″(α)
// Theorem    D never decreases; P(w) − D(β) ≥ P(w) − min P, so the gap is a proof
// Stop       (P − D)/P ≤ tolerance, measured when a running estimate says that it may
//            be reached, and now and then in any case
// Reference  Hsieh et al. 2008 (the updates, skipping rows at a bound), Yu,
//            Huang and Lin 2011 (logistic), Shalev-Shwartz and Zhang 2014 (L1)
//
// Special cases:
//   free offset       Σαy = 0 is enforced by an augmented Lagrangian: the offset is its
//                     multiplier, sigma the weight of ½(Σαy)²; rows are centred
//                     (centred_rows.h)
//   penalised offset  one more feature that is always 1: sigma = 1
//   rows at a bound   are skipped for 1, 3, 7 … passes while they stay there (shrinking)
//   slow progress     if second-order steps are cheap, or after 200 passes, another solver takes
//                     over (choice.cc)
//
// dual_model.h has one model; here is the loop. Many models form a bank: they visit the rows in
// the same order, each row is read once for all, and every model is bit-identical to one solved
// alone.

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/interrupt.h"
#include "base/memory.h"
#include "kernel/arithmetic.h"
#include "kernel/bank_rows.h"
#include "learn/order.h"
#include "solve/dual/dual_model.h"
#include "solve/solver.h"

namespace perceptron::core {
namespace {

template <class L, class Rows>
class DualAscent {
 public:
  DualAscent(std::span<const Problem> problems, const Rows& rows,
             std::span<const SolverSettings> settings, Listener& listener)
      : rows_(rows),
        view_(rows),
        kernel_(bank_kernel(view_)),
        listener_(listener),
        bank_(rows.rows, rows.features, problems.size(), L::DualTerm::kStoresGain),
        order_(settings[0].shuffled, settings[0].seed, all(rows.rows), Order::kBlock),
        products_(bank_.v.stride()),
        steps_(bank_.v.stride()),
        solutions_(problems.size()) {
    models_.reserve(problems.size());
    for (std::size_t m = 0; m < problems.size(); ++m) {
      models_.emplace_back(problems[m], rows, settings[m], centred_rows(problems.first(m + 1)),
                           bank_, m);
      unfinished_.push_back(m);
    }
  }

  std::vector<Solution> run() {
    for (std::uint64_t pass = 1; !unfinished_.empty(); ++pass) {
      for (const std::size_t m : unfinished_) models_[m].begin_pass();
      visit(order_.of_pass(pass));
      for (const std::size_t m : unfinished_) models_[m].end_pass();
      measure_models();
    }
    return std::move(solutions_);
  }

 private:
  using Model = DualModel<L, Rows>;

  static std::vector<std::uint64_t> all(std::uint64_t rows) {
    std::vector<std::uint64_t> list(rows);
    std::iota(list.begin(), list.end(), std::uint64_t{0});
    return list;
  }

  // The centred rows of the last problem, shared with an earlier one if possible.
  std::shared_ptr<CentredRows> centred_rows(std::span<const Problem> problems) {
    const Problem& problem = problems.back();
    const bool free = problem.offset == OffsetKind::free;
    for (std::size_t m = 0; m + 1 < problems.size(); ++m) {
      if ((problems[m].offset == OffsetKind::free) == free &&
          (!free || CentredRows::shared(problems[m], problem)))
        return models_[m].centred_rows();
    }
    if (!free) return std::make_shared<CentredRows>(rows_.rows);
    return std::make_shared<CentredRows>(
        problem.signed_weight, rows_,
        problem.l1 == 0 ? CentredRows::Centring::yes : CentredRows::Centring::no);
  }

  void visit(std::span<const std::uint64_t> order) {
    constexpr std::size_t kRowsBetweenChecks = 16384;  // for Ctrl-C
    do {
      check_interrupt();
      const auto part = order.first(std::min(order.size(), kRowsBetweenChecks));
      models_.size() == 1 ? visit_alone(part) : visit_together(part);
      order = order.subspan(part.size());
    } while (!order.empty());
  }

  void visit_alone(std::span<const std::uint64_t> order) {
    Model& model = models_[0];
    double* const v = bank_.v.row(0);
    for (const std::uint64_t i : order) {
      if (model.is_skipped(i)) continue;
      const double by = model.visit(i, model.product(i));
      if (by != 0) add(rows_[i], by, v);
    }
  }

  void visit_together(std::span<const std::uint64_t> order) {
    for (const std::uint64_t i : order) {
      visitors_.clear();
      places_.clear();
      for (const std::size_t m : unfinished_) {
        if (models_[m].is_skipped(i)) continue;
        visitors_.push_back(m);
        note_place(models_[m].column());
      }
      if (visitors_.empty()) continue;
      kernel_.dot(view_, RowList::one(i), bank_.v.row(0), bank_.v.stride(), places_,
                  products_.data());
      places_.clear();
      for (const std::size_t m : visitors_) {
        const std::uint64_t column = models_[m].column();
        steps_[column] = models_[m].visit(i, products_[column]);
        if (steps_[column] != 0) note_place(column);
      }
      kernel_.add(view_, RowList::one(i), steps_.data(), bank_.v.stride(), places_, bank_.v.row(0));
      for (const std::size_t m : visitors_) steps_[models_[m].column()] = 0;
    }
  }

  // Columns come in ascending order.
  void note_place(std::uint64_t column) {
    const std::uint64_t first = column / kernel_.lanes * kernel_.lanes;
    if (places_.empty() || places_.back() != first) places_.push_back(first);
  }

  // What each model does between passes; models that are done leave the bank.
  void measure_models() {
    std::vector<std::size_t> due;
    for (const std::size_t m : unfinished_) {
      if (models_[m].measures()) due.push_back(m);
    }
    std::vector<std::vector<double>> w = columns(due);
    for (std::size_t k = 0; k < due.size(); ++k) models_[due[k]].make_weights(w[k]);
    std::vector<std::vector<double>> s = products_of(due, w);
    std::vector<std::size_t> going_on;
    std::vector<std::size_t> slow;
    for (std::size_t k = 0; const std::size_t m : unfinished_) {
      Model& model = models_[m];
      if (k < due.size() && due[k] == m) {
        const bool done = model.finished(std::move(w[k]), std::move(s[k]));
        ++k;
        if (done) {
          solutions_[m] = model.solution();
          continue;
        }
      } else if (m == unfinished_.front()) {
        model.report(listener_);
      }
      (model.slow() ? slow : going_on).push_back(m);
    }
    if (!slow.empty()) hand_over(slow);
    unfinished_ = std::move(going_on);
  }

  void hand_over(const std::vector<std::size_t>& models) {
    std::vector<Problem> problems;
    std::vector<SolverSettings> settings;
    for (const std::size_t m : models) {
      problems.push_back(models_[m].problem());
      settings.push_back(models_[m].remainder());
    }
    std::vector<Solution> ends =
        solve_further(problems, settings, models[0] == unfinished_.front() ? listener_ : silent_);
    for (std::size_t k = 0; k < models.size(); ++k)
      solutions_[models[k]] = models_[models[k]].ended_by(std::move(ends[k]));
  }

  // Calls work(first, end) over all features, in blocks whose cache lines of a bank are read once
  // for all models.
  template <class Work>
  static void in_blocks(std::uint64_t features, const Work& work) {
    constexpr std::uint64_t kTogether = 64;
    for (std::uint64_t first = 0; first < features; first += kTogether)
      work(first, std::min(first + kTogether, features));
  }

  // The v of these models.
  std::vector<std::vector<double>> columns(const std::vector<std::size_t>& models) const {
    const std::uint64_t features = bank_.v.features();
    std::vector<std::vector<double>> v(models.size(), std::vector<double>(features));
    in_blocks(features, [&](std::uint64_t first, std::uint64_t end) {
      for (std::size_t k = 0; k < models.size(); ++k) {
        const std::uint64_t column = models_[models[k]].column();
        for (std::uint64_t j = first; j < end; ++j) v[k][j] = bank_.v.row(j)[column];
      }
    });
    return v;
  }

  static Bank bank_of(const std::vector<std::vector<double>>& w) {
    Bank bank(w[0].size(), w.size());
    in_blocks(bank.features(), [&](std::uint64_t first, std::uint64_t end) {
      for (std::size_t k = 0; k < w.size(); ++k) {
        for (std::uint64_t j = first; j < end; ++j) bank.row(j)[k] = w[k][j];
      }
    });
    return bank;
  }

  // Products of the weights of these models with their examples.
  std::vector<std::vector<double>> products_of(const std::vector<std::size_t>& models,
                                               const std::vector<std::vector<double>>& w) {
    constexpr std::size_t kFew = 2;  // models, for which contiguous weights are faster than a bank
    std::vector<std::vector<double>> s(models.size());
    if (models.size() <= kFew) {
      for (std::size_t k = 0; k < models.size(); ++k)
        s[k] = products(models_[models[k]].problem(), w[k]);
      return s;
    }
    // If no rows are centred, v already holds the weights.
    const bool same = std::none_of(models.begin(), models.end(),
                                   [&](std::size_t m) { return models_[m].centred(); });
    const Bank other = same ? Bank(0, 1) : bank_of(w);
    const Bank& bank = same ? bank_.v : other;
    std::vector<std::uint64_t> columns(models.size());
    places_.clear();
    for (std::size_t k = 0; k < models.size(); ++k) {
      s[k].resize(rows_.rows);
      columns[k] = same ? models_[models[k]].column() : k;
      note_place(columns[k]);
    }
    for (std::uint64_t i = 0; i < rows_.rows; ++i) {
      kernel_.dot(view_, RowList::one(i), bank.row(0), bank.stride(), places_, products_.data());
      for (std::size_t k = 0; k < models.size(); ++k) {
        if (models_[models[k]].problem().signed_weight[i] != 0) s[k][i] = products_[columns[k]];
      }
    }
    return s;
  }

  const Rows& rows_;
  RowsView view_;
  const BankKernel& kernel_;
  Listener& listener_;
  Listener silent_;
  DualBank bank_;
  Order order_;
  std::vector<Model> models_;
  std::vector<std::size_t> unfinished_;
  // For the current row:
  std::vector<std::size_t> visitors_;
  std::vector<std::uint64_t> places_;  // of models
  AlignedVector<double> products_;
  AlignedVector<double> steps_;
  std::vector<Solution> solutions_;
};

}  // namespace

std::vector<Solution> solve_dual(std::span<const Problem> problems,
                                 std::span<const SolverSettings> settings, Listener& listener) {
  return std::visit(
      [&](const auto& rows) {
        using Rows = std::decay_t<decltype(rows)>;
        auto solutions = with_loss(problems[0].loss, [&](auto definition) -> std::vector<Solution> {
          using L = decltype(definition);
          if constexpr (kHasDualTerm<L>)
            return DualAscent<L, Rows>(problems, rows, settings, listener).run();
          throw std::logic_error("there is no dual solver for this loss");
        });
        for (Solution& solution : solutions) solution.solver = SolvedBy::dual;
        return solutions;
      },
      problems[0].rows);
}

Solution solve_dual(const Problem& problem, const SolverSettings& settings, Listener& listener) {
  return std::move(solve_dual({&problem, 1}, {&settings, 1}, listener)[0]);
}

}  // namespace perceptron::core
