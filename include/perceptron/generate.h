// Synthetic datasets from a seed, the same bytes on every machine.
#pragma once

#include <cstdint>
#include <string>

#include <perceptron/dataset.h>

namespace perceptron {

// Each kind of data uses some of them.
struct GenerateSettings {
  std::uint64_t rows = 1000;
  std::uint64_t dimensions = 2;
  double radius = 10;  // of the ball that contains the rows
  double margin = 1;   // of the hidden plane
  double flip = 0.25;  // fraction of rows whose class is flipped
  std::uint64_t classes = 2;
  double distance = 3;  // of the centre of each class from the origin
  double noise = 0.3;   // standard deviation
  std::uint64_t features = 10000;
  std::uint64_t words = 50;  // of a row
  double exponent = 1.1;     // of the word frequencies (Zipf)
  double topic = 0.5;        // fraction of words that depend on the class
  std::uint64_t seed = 1;
};

// `kind`: ball (separable; dimensions, radius, margin), flipped (a line and flipped classes; flip),
// gaussians (dimensions, classes, distance), xor (noise) or text (features, classes, words,
// exponent, topic); all use rows and seed.
// Throws Error if there is no such kind.
PERCEPTRON_API Dataset generate(const std::string& kind, const GenerateSettings& settings = {});

}  // namespace perceptron
