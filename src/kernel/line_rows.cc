// Compiled once for every instruction set; the best that the machine has is
// chosen when it runs.

#include "kernel/line_rows.h"

#include <variant>

#include "kernel/simd_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/line_rows.cc"  // NOLINT
#include <hwy/foreach_target.h>                   // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace perceptron::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, kLine>;
using Vec = hn::Vec<Tag>;
constexpr std::size_t kLanes = hn::MaxLanes(Tag());
constexpr std::size_t kVectors = kLine / kLanes;

// The four sums of dot() in arithmetic.h, of eight models each.
template <class Row>
HWY_ATTR void dot_row(const Row& row, const double* w, double* s) {
  const Tag tag;
  Vec a[kVectors];
  Vec b[kVectors];
  Vec c[kVectors];
  Vec d[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) a[v] = b[v] = c[v] = d[v] = hn::Zero(tag);
  const auto take = [&](std::uint64_t k, Vec(&sum)[kVectors]) HWY_ATTR {
    const Vec x = hn::Set(tag, row.value(k));
    const double* const from = w + row.feature(k) * kLine;
    for (std::size_t v = 0; v < kVectors; ++v)
      sum[v] = hn::Add(sum[v], hn::Mul(x, hn::Load(tag, from + v * kLanes)));
  };
  std::uint64_t k = 0;
  for (; k + 4 <= row.size; k += 4) {
    take(k, a);
    take(k + 1, b);
    take(k + 2, c);
    take(k + 3, d);
  }
  for (; k < row.size; ++k) take(k, a);
  for (std::size_t v = 0; v < kVectors; ++v)
    hn::Store(hn::Add(hn::Add(a[v], b[v]), hn::Add(c[v], d[v])), tag, s + v * kLanes);
}

// w += step(t, x) feature by feature.
template <class Row, class Step>
HWY_ATTR void add_row(const Row& row, const double* t, double* w, const Step& step) {
  const Tag tag;
  Vec by[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) by[v] = hn::Load(tag, t + v * kLanes);
  for (std::uint64_t k = 0; k < row.size; ++k) {
    const Vec x = hn::Set(tag, row.value(k));
    double* const to = w + row.feature(k) * kLine;
    for (std::size_t v = 0; v < kVectors; ++v) {
      double* const at = to + v * kLanes;
      hn::Store(hn::Add(hn::Load(tag, at), step(by[v], x)), tag, at);
    }
  }
}

struct Once {
  HWY_ATTR Vec operator()(Vec t, Vec x) const { return hn::Mul(x, t); }
};
struct Squared {
  HWY_ATTR Vec operator()(Vec t, Vec x) const { return hn::Mul(hn::Mul(t, x), x); }
};

void Dot(const RowsView& view, std::span<const std::uint32_t> list, const double* w, double* s) {
  std::visit(
      [&](const auto& rows) {
        for (std::size_t k = 0; k < list.size(); ++k) dot_row(rows[list[k]], w, s + k * kLine);
      },
      view);
}

template <class Step>
void add(const RowsView& view, std::span<const std::uint32_t> list, const double* t, double* w) {
  std::visit(
      [&](const auto& rows) {
        for (std::size_t k = 0; k < list.size(); ++k)
          add_row(rows[list[k]], t + k * kLine, w, Step());
      },
      view);
}

void Add(const RowsView& view, std::span<const std::uint32_t> list, const double* t, double* w) {
  add<Once>(view, list, t, w);
}
void AddSquares(const RowsView& view, std::span<const std::uint32_t> list, const double* t,
                double* w) {
  add<Squared>(view, list, t, w);
}

}  // namespace
}  // namespace perceptron::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace perceptron {

HWY_EXPORT(Dot);
HWY_EXPORT(Add);
HWY_EXPORT(AddSquares);

void dot_line(const RowsView& rows, std::span<const std::uint32_t> list, const double* w,
              double* s) {
  HWY_DYNAMIC_DISPATCH(Dot)(rows, list, w, s);
}

void add_line(const RowsView& rows, std::span<const std::uint32_t> list, const double* t,
              double* w) {
  HWY_DYNAMIC_DISPATCH(Add)(rows, list, t, w);
}

void add_squares_line(const RowsView& rows, std::span<const std::uint32_t> list, const double* t,
                      double* w) {
  HWY_DYNAMIC_DISPATCH(AddSquares)(rows, list, t, w);
}

}  // namespace perceptron
#endif
