// The whole library: read data, train, predict, evaluate, and prove what was found.
#pragma once

#include <string_view>

#include <perceptron/certificate.h>
#include <perceptron/dataset.h>
#include <perceptron/error.h>
#include <perceptron/evaluate.h>
#include <perceptron/generate.h>
#include <perceptron/margin.h>
#include <perceptron/model.h>
#include <perceptron/names.h>
#include <perceptron/read.h>
#include <perceptron/settings.h>
#include <perceptron/train.h>
#include <perceptron/validate.h>

namespace perceptron {

// Of the library that is linked, which may be newer than these headers: "0.1.0".
PERCEPTRON_API std::string_view version();

}  // namespace perceptron
