// Synthetic datasets from a seed, the same bytes on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include <perceptron/dataset.h>
#include <perceptron/names.h>

namespace perceptron {

enum class GeneratorKind {
  ball,          // points in a ball, separable: dimensions, radius, margin
  flipped,       // points on both sides of a line, some with the other class: flip
  gaussians,     // a spherical cloud per class: dimensions, classes, distance
  exclusive_or,  // four clouds that no line separates: noise
  text,          // sparse counts of words: features, classes, words, exponent, topic
};

constexpr auto enum_names(GeneratorKind) {
  return std::array{
      std::pair{GeneratorKind::ball, "ball"}, std::pair{GeneratorKind::flipped, "flipped"},
      std::pair{GeneratorKind::gaussians, "gaussians"},
      std::pair{GeneratorKind::exclusive_or, "xor"}, std::pair{GeneratorKind::text, "text"}};
}

// All kinds use rows and seed; those that use another setting are listed with the kinds.
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

// Throws Error if a setting is out of range, or is changed and not used by this kind.
PERCEPTRON_API Dataset generate(GeneratorKind kind, const GenerateSettings& settings = {});

}  // namespace perceptron
