#include "learn/kernel_loop.h"

#include <algorithm>
#include <cmath>

#include "base/interrupt.h"
#include "learn/rules/margin_perceptron.h"

namespace perceptron::core {

namespace {

constexpr std::uint64_t kBytesOfColumns = std::uint64_t{1} << 28U;

}  // namespace

KernelLoop::KernelLoop(const Examples& examples, const LearnSettings& settings,
                       std::uint64_t models)
    : examples_(examples),
      kernel_(kernel_of(settings, examples.features())),
      beta_(settings.beta),
      squares_(squared_lengths(examples.rows)),
      kernel_row_(examples.features()),
      columns_(examples.size()),
      room_(kBytesOfColumns / (sizeof(double) * std::max<std::uint64_t>(examples.size(), 1))),
      one_column_(examples.size()),
      scores_(examples.size(), models),
      none_(0, models),
      offsets_(models),
      lengths_(models),
      bars_(models),
      s_(models),
      t_(models) {}

void KernelLoop::run_pass(const Pass& pass) {
  const MarginPerceptron rule{bars_};
  std::vector<std::uint64_t> updated;
  for (std::uint64_t i = 0; i < pass.order.size(); ++i) {
    const std::uint64_t row = pass.order[i];
    const std::uint32_t label = pass.labels[row];
    const double* const y = pass.targets.signs(label);
    const double weight = pass.weights.empty() ? 1 : pass.weights[row];
    updated.clear();
    for (std::uint64_t m = 0; m < s_.size(); ++m) {
      const double active = pass.active.empty() ? 1 : pass.active[m];
      s_[m] = scores_.row(row)[m] + offsets_[m];
      t_[m] = weight * rule.step(s_[m], y[m] * active, m, row);
      if (t_[m] != 0) updated.push_back(m);
    }
    const bool proceed =
        updated.empty() ||
        pass.observer.on_update({pass.first_step + i, row, s_, t_, none_, updated, pass.tally});
    if (pass.tally) pass.tally->count(label);
    if (!updated.empty()) add(pass, row, updated);
    if (!proceed) return;
  }
}

std::span<const double> KernelLoop::column(std::uint64_t row) {
  if (!columns_[row].empty()) return columns_[row];
  check_interrupt();
  std::visit(
      [&](const auto& rows) {
        kernel_row_.against(rows[row], squares_[row], kernel_, examples_.rows, squares_,
                            one_column_);
      },
      examples_.rows);
  if (room_ == 0) return one_column_;
  --room_;
  columns_[row] = one_column_;
  return columns_[row];
}

void KernelLoop::add(const Pass& pass, std::uint64_t row, std::span<const std::uint64_t> updated) {
  const std::span<const double> k = column(row);
  const double one = pass.offset == Offset::constant ? 1 : 0;
  for (const std::uint64_t m : updated) {
    lengths_[m] += t_[m] * (2 * s_[m] + t_[m] * (k[row] + one));
    bars_[m] = beta_ * std::sqrt(std::max(0.0, lengths_[m]));
    offsets_[m] += one * t_[m];
  }
  for (std::uint64_t i = 0; i < k.size(); ++i) {
    double* const scores = scores_.row(i);
    for (const std::uint64_t m : updated) scores[m] += t_[m] * k[i];
  }
}

std::unique_ptr<KernelLoop> make_kernel_loop(const Examples& examples,
                                             const LearnSettings& settings, std::uint64_t models) {
  if (!traits_of(settings).takes("kernel")) return nullptr;
  if (settings.kernel == KernelKind::linear && settings.beta == 0) return nullptr;
  return std::make_unique<KernelLoop>(examples, settings, models);
}

}  // namespace perceptron::core
