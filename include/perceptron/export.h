// Marks what the shared library offers; everything else in it is hidden.
#pragma once

#define PERCEPTRON_API __attribute__((visibility("default")))
