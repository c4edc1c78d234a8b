#include "learn/support_planes.h"

#include "base/interrupt.h"
#include "learn/learners.h"

namespace perceptron::core {

void SupportPlanes::score(const RowsView& view, std::span<const std::uint64_t> which,
                          std::span<double> scores) const {
  KernelRow kernel_row(rows.features());
  std::vector<double> values(rows.rows());
  const RowsView support = rows.view();
  std::visit(
      [&](const auto& all) {
        for (std::uint64_t i = 0; i < which.size(); ++i) {
          check_interrupt();
          const auto x = all[which[i]];
          double square = 0;
          for (std::uint64_t k = 0; k < x.size; ++k) square += x.value(k) * x.value(k);
          kernel_row.against(x, square, kernel, support, squares, values);
          for (std::uint64_t m = 0; m < planes.size(); ++m)
            scores[i * planes.size() + m] = score(planes[m], values);
        }
      },
      view);
}

double SupportPlanes::score(const SupportPlane& plane, std::span<const double> values) const {
  double s = 0;
  if (!voted) {
    for (std::uint64_t i = 0; i < plane.coefficients.size(); ++i)
      s += plane.coefficients[i] * values[i];
    return s + plane.offset;
  }
  double sum = 0;
  double all = 0;
  for (const Vote& vote : plane.votes) {
    s += vote.step * (values[vote.row] + (has_offset ? 1 : 0));
    sum += s >= 0 ? vote.votes : -vote.votes;
    all += vote.votes;
  }
  return all > 0 ? sum / all : 0;
}

std::shared_ptr<const SupportPlanes> support_planes(const Matrix& data,
                                                    const LearnSettings& settings,
                                                    std::span<const Fit* const> fits) {
  if (!traits_of(settings).keeps_rows) return nullptr;
  const bool voted = traits_of(settings).votes;
  std::vector<std::uint64_t> kept;
  std::vector<std::uint64_t> place(data.rows());
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    bool stepped = false;
    for (const Fit* fit : fits) stepped = stepped || fit->coefficients[i] != 0;
    if (!stepped) continue;
    place[i] = kept.size();
    kept.push_back(i);
  }
  auto support = std::make_shared<SupportPlanes>();
  if (!voted) support->kernel = kernel_of(settings, data.features());
  support->has_offset = settings.offset;
  support->voted = voted;
  support->rows = Matrix(data.layout(), data.features());
  support->rows.append(data, kept);
  support->squares = squared_lengths(support->rows.view());
  for (const Fit* fit : fits) {
    SupportPlane& plane = support->planes.emplace_back();
    plane.offset = fit->offset;
    plane.votes = fit->votes;
    for (Vote& vote : plane.votes) vote.row = place[vote.row];
    if (voted) continue;
    for (const std::uint64_t i : kept) plane.coefficients.push_back(fit->coefficients[i]);
  }
  return support;
}

}  // namespace perceptron::core
