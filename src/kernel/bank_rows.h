// dot and add of arithmetic.h for the models of a bank at once, SIMD over models.
// Every model gets the roundings that it would get alone.
#pragma once

#include <cstdint>
#include <span>

#include "data/rows.h"
#include "kernel/bank.h"

namespace perceptron {

// Some of the cache lines that the weights of one feature fill, eight models
// each, by number; the work leaves out the others.
using Lines = std::span<const std::uint64_t>;
constexpr std::uint64_t kModelsOfLine = 8;

// s ← w·x for the models of `lines`, s being as long as the bank's stride. The
// bank has more than one model.
void dot_bank(const RowsView& rows, std::uint64_t row, const Bank& bank, Lines lines, double* s);

// w ← w + t·x for the models of `lines`.
void add_bank(const RowsView& rows, std::uint64_t row, const double* t, Lines lines, Bank& bank);

}  // namespace perceptron
