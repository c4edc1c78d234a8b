// The examples of a JointProblem and the vectors of Newton's method over them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.h"
#include "kernel/bank_rows.h"
#include "solve/joint/joint_problem.h"

namespace perceptron::core {

// Over all weights and offsets: laid out as in a bank, the padding 0.
using JointVector = AlignedVector<double>;

class JointRows {
 public:
  explicit JointRows(const JointProblem& problem)
      : problem_(problem),
        kernel_(bank_kernel(problem.rows)),
        places_(all_places(kernel_, problem.classes)),
        classes_(problem.classes),
        features_(problem.features()),
        stride_(stride_of(problem.classes)),
        examples_(problem.examples()) {}

  // ---- Sizes ----

  std::uint64_t classes() const { return classes_; }
  std::uint64_t features() const { return features_; }
  std::uint64_t stride() const { return stride_; }  // of the classes of a feature, or of an example
  std::size_t size() const { return examples_.size(); }
  std::size_t weights() const { return (features_ + 1) * stride_; }
  std::size_t scores() const { return size() * stride_; }

  // ---- Example e ----

  std::uint64_t row(std::size_t e) const { return examples_[e]; }
  std::uint32_t truth(std::size_t e) const { return problem_.truth[examples_[e]]; }
  double v(std::size_t e) const { return problem_.weight[examples_[e]] / problem_.n; }
  std::span<double> of(LargeVector<double>& values, std::size_t e) const {
    return {&values[e * stride_], classes_};
  }

  bool has_offset() const { return problem_.offset != OffsetKind::none; }
  double* offsets(JointVector& at) const { return at.data() + features_ * stride_; }
  const double* offsets(const JointVector& at) const { return at.data() + features_ * stride_; }

  // ---- Products ----

  // to ← the products of the examples with `at`, and its offsets.
  void multiply(const JointVector& at, LargeVector<double>& to) const {
    in_blocks([&](std::size_t first, const RowList& rows) {
      multiply_block(at, rows, &to[first * stride_]);
    });
  }

  // image ← Σ x·tᵀ; steps(e, t) sets the t of example e.
  template <class Steps>
  void combine(JointVector& image, const Steps& steps) const {
    std::fill(image.begin(), image.end(), 0.0);
    AlignedVector<double> t(kBlock * stride_);
    in_blocks([&](std::size_t first, const RowList& rows) {
      for (std::size_t r = 0; r < rows.size(); ++r) steps(first + r, &t[r * stride_]);
      combine_block(rows, t, image);
    });
  }

  // image ← Σ x·tᵀ; steps(e, z, t) sets the t of example e from its products z with `at`.
  template <class Steps>
  void multiply_and_combine(const JointVector& at, JointVector& image, const Steps& steps) const {
    std::fill(image.begin(), image.end(), 0.0);
    AlignedVector<double> z(kBlock * stride_);
    AlignedVector<double> t(kBlock * stride_);
    in_blocks([&](std::size_t first, const RowList& rows) {
      multiply_block(at, rows, z.data());
      for (std::size_t r = 0; r < rows.size(); ++r)
        steps(first + r, &z[r * stride_], &t[r * stride_]);
      combine_block(rows, t, image);
    });
  }

  // The same as combine() with the squares of the values.
  template <class Steps>
  void combine_squares(JointVector& image, const Steps& steps) const {
    std::fill(image.begin(), image.end(), 0.0);
    AlignedVector<double> t(kBlock * stride_);
    in_blocks([&](std::size_t first, const RowList& rows) {
      for (std::size_t r = 0; r < rows.size(); ++r) steps(first + r, &t[r * stride_]);
      add_offsets(rows, t, image);
      kernel_.add_squares(problem_.rows, rows, t.data(), stride_, places_, image.data());
    });
  }

 private:
  static constexpr std::size_t kBlock = 128;  // examples whose scores stay in cache

  template <class Work>
  void in_blocks(const Work& work) const {
    for (std::size_t first = 0; first < examples_.size(); first += kBlock) {
      const std::size_t end = std::min(first + kBlock, examples_.size());
      work(first, RowList(std::span(examples_).subspan(first, end - first)));
    }
  }
  void multiply_block(const JointVector& at, const RowList& rows, double* to) const {
    kernel_.dot(problem_.rows, rows, at.data(), stride_, places_, to);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::uint64_t k = 0; k < classes_; ++k) to[r * stride_ + k] += offsets(at)[k];
    }
  }
  void add_offsets(const RowList& rows, const AlignedVector<double>& t, JointVector& image) const {
    for (std::size_t r = 0; r < rows.size() && has_offset(); ++r) {
      for (std::uint64_t k = 0; k < classes_; ++k) offsets(image)[k] += t[r * stride_ + k];
    }
  }
  void combine_block(const RowList& rows, const AlignedVector<double>& t,
                     JointVector& image) const {
    add_offsets(rows, t, image);
    kernel_.add(problem_.rows, rows, t.data(), stride_, places_, image.data());
  }

  const JointProblem& problem_;
  const BankKernel& kernel_;
  std::vector<std::uint64_t> places_;
  std::uint64_t classes_;
  std::uint64_t features_;
  std::uint64_t stride_;
  std::vector<std::uint64_t> examples_;
};

}  // namespace perceptron::core
