// Compiled once for every instruction set; the best that the machine supports is chosen at run
// time.

#include "kernel/bank_rows.h"

#include <algorithm>
#include <type_traits>
#include <variant>

#include "kernel/simd_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/bank_rows.cc"  // NOLINT
#include <hwy/foreach_target.h>                   // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace perceptron::core::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// At most a cache line: the stride of a bank is a multiple of it.
using Tag = hn::CappedTag<double, kModelsOfLine>;
using Vec = hn::Vec<Tag>;
constexpr std::size_t kLanes = hn::MaxLanes(Tag());

struct Weights {
  const double* first;
  std::uint64_t stride;
};

// ---- Products ----

// Products of kRows rows with kVectors vectors of models, all sums in registers. With kSums = 4,
// entries k, k + 1, k + 2 and k + 3 go to one sum each, the remaining ones to the first.
template <std::size_t kSums, std::size_t kRows, std::size_t kVectors, class Row>
HWY_INLINE void dot_block(const Row* row, const Weights& w, const std::uint64_t* at,
                          const double* offsets, double* const* s) {
  const Tag tag;
  Vec sum[kSums][kRows][kVectors];
  for (auto& rows : sum) {
    for (auto& vectors : rows) {
      for (Vec& each : vectors) each = hn::Zero(tag);
    }
  }
  const double* from[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) from[v] = w.first + at[v];
  const auto take = [&](Vec(&into)[kRows][kVectors], std::size_t r, std::uint64_t k) HWY_ATTR {
    const Vec x = hn::Set(tag, row[r].value(k));
    const std::uint64_t f = row[r].feature(k) * w.stride;
    for (std::size_t v = 0; v < kVectors; ++v)
      into[r][v] = hn::Add(into[r][v], hn::Mul(x, hn::Load(tag, from[v] + f)));
  };
  std::uint64_t shared = row[0].size;
  for (std::size_t r = 1; r < kRows; ++r) shared = std::min(shared, row[r].size);
  std::uint64_t k = 0;
  for (; k + kSums <= shared; k += kSums) {
    for (std::size_t q = 0; q < kSums; ++q) {
      for (std::size_t r = 0; r < kRows; ++r) take(sum[q], r, k + q);
    }
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::uint64_t rest = k; rest < row[r].size; ++rest) take(sum[0], r, rest);
    for (std::size_t v = 0; v < kVectors; ++v) {
      Vec all = sum[0][r][v];
      if constexpr (kSums == 4)
        all = hn::Add(hn::Add(all, sum[1][r][v]), hn::Add(sum[2][r][v], sum[3][r][v]));
      if (offsets != nullptr) all = hn::Add(all, hn::Load(tag, offsets + at[v]));
      hn::Store(all, tag, s[r] + at[v]);
    }
  }
}

// How many sums of one row fit in registers: instruction sets with wide vectors have twice as many
// registers.
constexpr std::size_t kMostSums = kLanes == kModelsOfLine ? 16 : 8;

template <std::size_t kSums, class Row>
HWY_INLINE void dot_row(const Row& row, const Weights& w, Places at, const double* offsets,
                        double* s) {
  constexpr std::size_t kMost = std::min<std::size_t>(kMostSums / kSums, 8);
  std::size_t v = 0;
  const auto blocks_of = [&](auto vectors) HWY_ATTR {
    constexpr std::size_t kVectors = decltype(vectors)::value;
    if constexpr (kVectors <= kMost) {
      for (; v + kVectors <= at.size(); v += kVectors)
        dot_block<kSums, 1, kVectors>(&row, w, &at[v], offsets, &s);
    }
  };
  blocks_of(std::integral_constant<std::size_t, 8>());
  blocks_of(std::integral_constant<std::size_t, 4>());
  if constexpr (kSums == 4) blocks_of(std::integral_constant<std::size_t, 3>());
  blocks_of(std::integral_constant<std::size_t, 2>());
  blocks_of(std::integral_constant<std::size_t, 1>());
}

template <class Rows>
const Rows& rows_of(const RowsView& view) {
  return *std::get_if<Rows>(&view);
}

// Few vectors are few independent chains of additions, so rows are processed two at a time.
template <class Rows>
void Score(const RowsView& view, const RowList& list, const Bank& bank, Places at, double* s) {
  const Rows& rows = rows_of<Rows>(view);
  const Weights w{bank.row(0), bank.stride()};
  std::uint64_t i = 0;
  if (at.size() == 1 || at.size() == 2) {
    for (; i + 2 <= list.size(); i += 2) {
      const decltype(rows[0]) pair[2] = {rows[list[i]], rows[list[i + 1]]};
      double* const to[2] = {s + i * w.stride, s + (i + 1) * w.stride};
      if (at.size() == 1) {
        dot_block<1, 2, 1>(pair, w, at.data(), bank.offsets(), to);
      } else {
        dot_block<1, 2, 2>(pair, w, at.data(), bank.offsets(), to);
      }
    }
  }
  for (; i < list.size(); ++i) dot_row<1>(rows[list[i]], w, at, bank.offsets(), s + i * w.stride);
}

template <class Rows>
void Dot(const RowsView& view, const RowList& list, const double* weights, std::uint64_t stride,
         Places at, double* s) {
  const Rows& rows = rows_of<Rows>(view);
  for (std::uint64_t i = 0; i < list.size(); ++i)
    dot_row<4>(rows[list[i]], {weights, stride}, at, nullptr, s + i * stride);
}

// ---- Steps ----

struct Once {
  HWY_INLINE Vec operator()(Vec t, Vec x) const { return hn::Mul(x, t); }
};
struct Squared {
  HWY_INLINE Vec operator()(Vec t, Vec x) const { return hn::Mul(hn::Mul(t, x), x); }
};

template <class Step, std::size_t kVectors, class Row>
HWY_INLINE void add_block(const Row& row, const double* t, std::uint64_t stride,
                          const std::uint64_t* at, double* w) {
  const Tag tag;
  Vec by[kVectors];
  double* to[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) {
    by[v] = hn::Load(tag, t + at[v]);
    to[v] = w + at[v];
  }
  for (std::uint64_t k = 0; k < row.size; ++k) {
    const Vec x = hn::Set(tag, row.value(k));
    const std::uint64_t f = row.feature(k) * stride;
    for (std::size_t v = 0; v < kVectors; ++v)
      hn::Store(hn::Add(hn::Load(tag, to[v] + f), Step()(by[v], x)), tag, to[v] + f);
  }
}

template <class Step, class Rows>
void add_rows(const RowsView& view, const RowList& list, const double* t, std::uint64_t stride,
              Places at, double* w) {
  const Rows& rows = rows_of<Rows>(view);
  for (std::uint64_t i = 0; i < list.size(); ++i, t += stride) {
    const auto row = rows[list[i]];
    std::size_t v = 0;
    for (; v + 4 <= at.size(); v += 4) add_block<Step, 4>(row, t, stride, &at[v], w);
    for (; v + 2 <= at.size(); v += 2) add_block<Step, 2>(row, t, stride, &at[v], w);
    for (; v < at.size(); ++v) add_block<Step, 1>(row, t, stride, &at[v], w);
  }
}

template <class Rows>
void AddOne(const RowsView& view, std::uint64_t row, double t, double* __restrict w) {
  const auto x = rows_of<Rows>(view)[row];
  for (std::uint64_t k = 0; k < x.size; ++k) w[x.feature(k)] += x.value(k) * t;
}

// ---- Prefetching ----

template <class T>
HWY_INLINE void fetch_line(const T* first, std::uint64_t count) {
  constexpr std::uint64_t kLine = 64 / sizeof(T);
  for (std::uint64_t k = 0; k < count; k += kLine) __builtin_prefetch(first + k);
}

template <class Rows>
void Fetch(const RowsView& view, std::uint64_t row, std::uint64_t later) {
  const Rows& rows = rows_of<Rows>(view);
  if constexpr (requires { rows.ids; }) {
    fetch_line(rows.starts + later, 1);
    fetch_line(rows[row].features, rows[row].size);
    if constexpr (!std::is_same_v<std::decay_t<decltype(*rows.values)>, One>)
      fetch_line(rows[row].values, rows[row].size);
  } else {
    fetch_line(rows[row].values, rows.features);
  }
}

template <class Rows>
constexpr BankKernel kKernel = {
    kLanes,       Score<Rows>, Dot<Rows>, add_rows<Once, Rows>, add_rows<Squared, Rows>,
    AddOne<Rows>, Fetch<Rows>};

const BankKernel* Choose(const RowsView& view) {
  return std::visit([](const auto& rows) { return &kKernel<std::decay_t<decltype(rows)>>; }, view);
}

}  // namespace
}  // namespace perceptron::core::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace perceptron::core {

HWY_EXPORT(Choose);

const BankKernel& bank_kernel(const RowsView& view) { return *HWY_DYNAMIC_DISPATCH(Choose)(view); }

std::vector<std::uint64_t> all_places(const BankKernel& kernel, std::uint64_t models) {
  std::vector<std::uint64_t> places;
  for (std::uint64_t m = 0; m < models; m += kernel.lanes) places.push_back(m);
  return places;
}

}  // namespace perceptron::core
#endif
