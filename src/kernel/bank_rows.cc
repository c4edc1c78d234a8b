// Compiled once for every instruction set; the best that the machine has is
// chosen when it runs.

#include "kernel/bank_rows.h"

#include <algorithm>
#include <array>
#include <variant>

#include "kernel/simd_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/bank_rows.cc"  // NOLINT
#include <hwy/foreach_target.h>                   // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace perceptron::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// At most a cache line: the stride of a bank is a multiple of it.
using Tag = hn::CappedTag<double, kModelsOfLine>;
using Vec = hn::Vec<Tag>;

// Where the vectors of one sweep over a row are: so many doubles behind the
// first weight of a feature.
template <std::size_t kVectors>
using Places = std::array<std::uint64_t, kVectors>;

// The four sums of dot() in arithmetic.h, a vector each.
template <std::size_t kVectors, class Row>
void dot_vectors(const Row& row, const Bank& bank, const Places<kVectors>& at, double* s) {
  const Tag tag;
  Vec a[kVectors];
  Vec b[kVectors];
  Vec c[kVectors];
  Vec d[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) a[v] = b[v] = c[v] = d[v] = hn::Zero(tag);
  const double* const w = bank.row(0);
  const std::uint64_t stride = bank.stride();
  const auto take = [&](std::uint64_t k, Vec(&sum)[kVectors]) HWY_ATTR {
    const Vec x = hn::Set(tag, row.value(k));
    const double* const from = w + row.feature(k) * stride;
    for (std::size_t v = 0; v < kVectors; ++v)
      sum[v] = hn::Add(sum[v], hn::Mul(x, hn::Load(tag, from + at[v])));
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
    hn::Store(hn::Add(hn::Add(a[v], b[v]), hn::Add(c[v], d[v])), tag, s + at[v]);
}

template <std::size_t kVectors, class Row>
void add_vectors(const Row& row, const double* t, const Places<kVectors>& at, Bank& bank) {
  const Tag tag;
  Vec step[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) step[v] = hn::Load(tag, t + at[v]);
  double* const w = bank.row(0);
  const std::uint64_t stride = bank.stride();
  for (std::uint64_t k = 0; k < row.size; ++k) {
    const Vec x = hn::Set(tag, row.value(k));
    double* const to = w + row.feature(k) * stride;
    for (std::size_t v = 0; v < kVectors; ++v)
      hn::Store(hn::Add(hn::Load(tag, to + at[v]), hn::Mul(x, step[v])), tag, to + at[v]);
  }
}

// Calls work(places) with as many vectors at a time as have their sums in
// registers.
template <class Work>
void sweep(Lines lines, const Work& work) {
  const std::size_t step = hn::Lanes(Tag());
  if (step == kModelsOfLine) {
    std::size_t l = 0;
    const auto first = [&](std::size_t k) { return lines[l + k] * kModelsOfLine; };
    for (; l + 4 <= lines.size(); l += 4) work(Places<4>{first(0), first(1), first(2), first(3)});
    switch (lines.size() - l) {
      case 3:
        return work(Places<3>{first(0), first(1), first(2)});
      case 2:
        return work(Places<2>{first(0), first(1)});
      case 1:
        return work(Places<1>{first(0)});
      default:
        return;
    }
  }
  for (const std::uint64_t line : lines) {
    const std::uint64_t end = (line + 1) * kModelsOfLine;
    for (std::uint64_t m = line * kModelsOfLine; m < end; m += 2 * step)
      work(Places<2>{m, m + step});
  }
}

void Dot(const RowsView& any_rows, std::uint64_t i, const Bank& bank, Lines lines, double* s) {
  std::visit(
      [&](const auto& rows) {
        const auto row = rows[i];
        sweep(lines, [&](const auto& at) { dot_vectors(row, bank, at, s); });
      },
      any_rows);
}

void Add(const RowsView& any_rows, std::uint64_t i, const double* t, Lines lines, Bank& bank) {
  std::visit(
      [&](const auto& rows) {
        const auto row = rows[i];
        sweep(lines, [&](const auto& at) { add_vectors(row, t, at, bank); });
      },
      any_rows);
}

}  // namespace
}  // namespace perceptron::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace perceptron {

HWY_EXPORT(Dot);
HWY_EXPORT(Add);

void dot_bank(const RowsView& rows, std::uint64_t row, const Bank& bank, Lines lines, double* s) {
  HWY_DYNAMIC_DISPATCH(Dot)(rows, row, bank, lines, s);
}

void add_bank(const RowsView& rows, std::uint64_t row, const double* t, Lines lines, Bank& bank) {
  HWY_DYNAMIC_DISPATCH(Add)(rows, row, t, lines, bank);
}

}  // namespace perceptron
#endif
