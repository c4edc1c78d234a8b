// Runs code with each instruction set that was compiled and that this machine has.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "kernel/simd_targets.h"
// After the targets are chosen.
#include <hwy/targets.h>

namespace perceptron::core::test {

// Calls work() once for each of them and returns how many there were.
template <class Work>
int with_each_instruction_set(const Work& work) {
  int tried = 0;
  for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
    work();
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    ++tried;
  }
  return tried;
}

}  // namespace perceptron::core::test
