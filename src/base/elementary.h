// Logarithm, exponential and power from +, −, ×, ÷ alone. The C library's may
// differ in the last bit between machines; data that must be the same bytes
// everywhere is made with these. Accurate to a few units in the last place.
#pragma once

namespace perceptron {

double portable_log(double x);            // x > 0, finite
double portable_exp(double x);            // |x| < 700
double portable_pow(double x, double y);  // x > 0

}  // namespace perceptron
