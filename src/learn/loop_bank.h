// The loop for a bank of models; see loop.h.
#pragma once

#include "learn/loop.h"

namespace perceptron::core {

void run_bank_pass(const Rule& rule, const Pass& pass);

}  // namespace perceptron::core
