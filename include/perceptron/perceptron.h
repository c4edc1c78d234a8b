// The whole library: read data, train, predict, evaluate, and prove the results.
#pragma once

#include <string_view>

#include <perceptron/certificate.h>
#include <perceptron/curves.h>
#include <perceptron/dataset.h>
#include <perceptron/error.h>
#include <perceptron/evaluate.h>
#include <perceptron/explain.h>
#include <perceptron/generate.h>
#include <perceptron/limits.h>
#include <perceptron/margin.h>
#include <perceptron/model.h>
#include <perceptron/names.h>
#include <perceptron/progress.h>
#include <perceptron/read.h>
#include <perceptron/settings.h>
#include <perceptron/train.h>
#include <perceptron/validate.h>

namespace perceptron {

// The version of the linked library, which may be newer than these headers: "0.1.0".
PERCEPTRON_API std::string_view version();

}  // namespace perceptron
