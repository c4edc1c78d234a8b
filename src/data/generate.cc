#include "data/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/elementary.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"

namespace perceptron::core {
namespace {

void require(bool holds, const std::string& sentence) {
  if (!holds) throw Error(ErrorKind::usage, sentence);
}

std::vector<double> random_direction(std::uint64_t dimensions, Random& random) {
  std::vector<double> v(dimensions);
  double square = 0;
  while (square == 0) {
    for (double& x : v) {
      x = random.normal();
      square += x * x;
    }
  }
  for (double& x : v) x /= std::sqrt(square);
  return v;
}

void set_dense(TextRow& row, const std::vector<double>& values) {
  row.values.clear();
  for (std::uint32_t j = 0; j < values.size(); ++j) row.values.emplace_back(j, values[j]);
}

// Points uniform in the part of a ball that is at least a given distance from a plane. Along the
// plane's normal the density is ∝ (1 − t²)^((d−1)/2), log-concave and decreasing, so an
// exponential through its start serves as envelope for rejection sampling; across it the points
// are uniform in a smaller ball.
class Ball : public Generator {
 public:
  explicit Ball(const GenerateSettings& s)
      : radius_(s.radius), margin_(s.margin / s.radius), random_(s.seed) {
    require(s.radius > 0, setting("radius") + " must be above 0");
    require(s.margin >= 0 && s.margin < s.radius,
            fmt::format("{} must be from 0 to below the radius {}", setting("margin"), s.radius));
    normal_ = random_direction(s.dimensions, random_);
  }
  void next(TextRow& row) override {
    const auto d = static_cast<double>(normal_.size());
    const double t = distance(d);
    std::vector<double> x(normal_.size());
    if (normal_.size() > 1) {
      x = random_direction(normal_.size(), random_);
      double along = 0;
      for (std::size_t j = 0; j < x.size(); ++j) along += x[j] * normal_[j];
      double square = 0;
      for (std::size_t j = 0; j < x.size(); ++j) {
        x[j] -= along * normal_[j];
        square += x[j] * x[j];
      }
      const double room = std::sqrt((1 - t) * (1 + t));
      const double share = series_pow(1 - random_.uniform(), 1 / (d - 1));
      for (double& value : x) value *= square > 0 ? room * share / std::sqrt(square) : 0;
    }
    const double side = random_.below(2) == 0 ? -1 : 1;
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = radius_ * (x[j] + side * t * normal_[j]);
    set_dense(row, x);
    row.label = side < 0 ? "-1" : "1";
  }
  std::uint64_t features() const override { return normal_.size(); }
  double radius() const override { return radius_; }
  std::vector<double> plane() const override { return normal_; }

 private:
  double distance(double d) {
    const double rate = (d - 1) * margin_ / ((1 - margin_) * (1 + margin_));
    const bool tilted = rate * (1 - margin_) > 1;  // otherwise a flat envelope fits better
    for (;;) {
      const double u = 1 - random_.uniform();
      const double t = tilted ? margin_ - series_log(u) / rate : margin_ + (1 - margin_) * u;
      if (t >= 1) continue;
      const double log_density =
          (d - 1) / 2 * series_log((1 - t) * (1 + t) / ((1 - margin_) * (1 + margin_)));
      const double slack = tilted ? rate * (t - margin_) : 0;
      if (series_log(1 - random_.uniform()) <= log_density + slack) return t;
    }
  }

  double radius_;
  double margin_;  // as a fraction of the radius
  Random random_;
  std::vector<double> normal_;
};

// Uniform in [−5, 5]², labelled by 3x₁ + 4x₂ > 0, some labels flipped.
class Flipped : public Generator {
 public:
  explicit Flipped(const GenerateSettings& s) : flip_(s.flip), random_(s.seed) {}
  void next(TextRow& row) override {
    const std::vector<double> x = {random_.uniform(-5, 5), random_.uniform(-5, 5)};
    const bool positive = (3 * x[0] + 4 * x[1] > 0) != (random_.uniform() < flip_);
    set_dense(row, x);
    row.label = positive ? "1" : "-1";
  }
  std::uint64_t features() const override { return 2; }

 private:
  double flip_;
  Random random_;
};

// One spherical Gaussian cloud per class, its centre at a given distance from the origin.
class Gaussians : public Generator {
 public:
  explicit Gaussians(const GenerateSettings& s) : dimensions_(s.dimensions), random_(s.seed) {
    require_memory(saturating_product(s.classes, s.dimensions), sizeof(double),
                   "the centres of the clouds");
    for (std::uint64_t k = 0; k < s.classes; ++k) {
      centres_.push_back(random_direction(s.dimensions, random_));
      for (double& x : centres_.back()) x *= s.distance;
    }
  }
  void next(TextRow& row) override {
    const std::uint64_t k = random_.below(centres_.size());
    std::vector<double> x = centres_[k];
    for (double& value : x) value += random_.normal();
    set_dense(row, x);
    row.label = std::to_string(k + 1);
  }
  std::uint64_t features() const override { return dimensions_; }

 private:
  std::uint64_t dimensions_;
  Random random_;
  std::vector<std::vector<double>> centres_;
};

// Four clouds around (±1, ±1); equal signs are one class, opposite signs the other.
class Xor : public Generator {
 public:
  explicit Xor(const GenerateSettings& s) : noise_(s.noise), random_(s.seed) {}
  void next(TextRow& row) override {
    const std::uint64_t corner = random_.below(4);
    const double a = corner < 2 ? -1 : 1;
    const double b = corner % 2 == 0 ? -1 : 1;
    const double x = a + noise_ * random_.normal();
    const double y = b + noise_ * random_.normal();
    set_dense(row, {x, y});
    row.label = a == b ? "1" : "-1";
  }
  std::uint64_t features() const override { return 2; }

 private:
  double noise_;
  Random random_;
};

// Documents as bags of words: the word of rank k has probability ∝ 1/k^a, and for a fraction of
// the words each class has its own ranking.
class Text : public Generator {
 public:
  explicit Text(const GenerateSettings& s)
      : words_(s.words), classes_(s.classes), topic_(s.topic), seed_(s.seed), random_(s.seed) {
    require_memory(s.features, sizeof(double), "the table of word frequencies");
    cumulative_.reserve(s.features);
    double sum = 0;
    for (std::uint64_t k = 1; k <= s.features; ++k) {
      sum += series_pow(static_cast<double>(k), -s.exponent);
      cumulative_.push_back(sum);
    }
    guide_.reserve(s.features);
    std::uint64_t rank = 0;
    for (std::uint64_t k = 0; k < s.features; ++k) {
      while (cumulative_[rank] <= guide_step() * static_cast<double>(k)) ++rank;
      guide_.push_back(rank);
    }
  }
  void next(TextRow& row) override {
    const std::uint64_t k = random_.below(classes_);
    drawn_.clear();
    for (std::uint64_t left = 1 + random_.below(2 * words_); left > 0; --left) {
      const std::uint64_t rank = draw_rank();
      const bool own = random_.uniform() < topic_;
      drawn_.push_back(static_cast<std::uint32_t>(own ? own_word(k, rank) : rank));
    }
    std::sort(drawn_.begin(), drawn_.end());
    row.values.clear();
    for (const std::uint32_t word : drawn_) {
      if (row.values.empty() || row.values.back().first != word) row.values.emplace_back(word, 0);
      ++row.values.back().second;
    }
    row.label = std::to_string(k + 1);
  }
  bool sparse() const override { return true; }
  std::uint64_t features() const override { return cumulative_.size(); }

 private:
  // The first rank whose cumulative frequency is above a uniform draw. A lookup table gives a rank
  // close to it to start from, so that a step or two suffice.
  std::uint64_t draw_rank() {
    const double u = random_.uniform() * cumulative_.back();
    const auto cell = static_cast<std::uint64_t>(u / guide_step());
    std::uint64_t rank = guide_[std::min<std::uint64_t>(cell, guide_.size() - 1)];
    while (rank > 0 && cumulative_[rank - 1] > u) --rank;  // where rounding chose the next cell
    while (rank + 1 < cumulative_.size() && cumulative_[rank] <= u) ++rank;
    return rank;
  }
  double guide_step() const { return cumulative_.back() / static_cast<double>(cumulative_.size()); }

  std::uint64_t own_word(std::uint64_t k, std::uint64_t rank) const {
    return Random(seed_, (k + 1) * 0x100000000ULL + rank).below(cumulative_.size());
  }

  std::uint64_t words_;
  std::uint64_t classes_;
  double topic_;
  std::uint64_t seed_;
  Random random_;
  std::vector<double> cumulative_;
  std::vector<std::uint64_t> guide_;  // the first rank of each of equal intervals of [0, 1)
  std::vector<std::uint32_t> drawn_;
};

template <class Kind>
std::unique_ptr<Generator> make(const GenerateSettings& settings) {
  return std::make_unique<Kind>(settings);
}

}  // namespace

const std::vector<GeneratorTraits>& generators() {
  static const std::vector<GeneratorTraits> kinds = {
      {GeneratorKind::ball,
       "points in a ball, at a margin from a hidden plane through the origin",
       {"dimensions", "radius", "margin"},
       make<Ball>},
      {GeneratorKind::flipped,
       "points in a square, split by 3x1 + 4x2 = 0, some labels flipped",
       {"flip"},
       make<Flipped>},
      {GeneratorKind::gaussians,
       "one spherical cloud per class",
       {"dimensions", "classes", "distance"},
       make<Gaussians>},
      {GeneratorKind::exclusive_or, "four clouds that no line separates", {"noise"}, make<Xor>},
      {GeneratorKind::text,
       "sparse bags of words with power-law frequencies",
       {"features", "classes", "words", "exponent", "topic"},
       make<Text>},
  };
  return kinds;
}

const std::vector<Option<GenerateSettings>>& generate_options() {
  using S = GenerateSettings;
  static const std::vector<Option<S>> table = {
      option<&S::rows>("rows", "N", "", "number of rows", 1, 1e15),
      option<&S::dimensions>("dimensions", "D", "", "dimensions of the points", 1, 1e6),
      option<&S::radius>("radius", "R", "", "radius of the ball", 1e-100, 1e100),
      option<&S::margin>("margin", "G", "", "distance that all points keep from the hidden plane",
                         0, 1e100),
      option<&S::flip>("flip", "P", "", "probability that a label is flipped", 0, 1),
      option<&S::classes>("classes", "K", "", "number of classes", 2, 1e6),
      option<&S::distance>("distance", "D", "", "distance of each cloud's centre from the origin",
                           0, 1e100),
      option<&S::noise>("noise", "S", "", "standard deviation of each cloud", 0, 1e100),
      option<&S::features>("features", "N", "", "number of words in the vocabulary", 1, 1e9),
      option<&S::words>("words", "N", "", "words per row on average", 1, 1e6),
      option<&S::exponent>("exponent", "A", "",
                           "the word of rank k has probability proportional to 1/k^A", 0, 10),
      option<&S::topic>("topic", "P", "", "fraction of the words that depend on the class", 0, 1),
      option<&S::seed>("seed", "N", "",
                       "seed of the random numbers; the same seed gives the same bytes"),
  };
  return table;
}

const GeneratorTraits& traits_of(GeneratorKind kind) {
  require_named(kind, "kind");
  const auto& all = generators();
  return *std::find_if(all.begin(), all.end(),
                       [&](const GeneratorTraits& each) { return each.kind == kind; });
}

std::unique_ptr<Generator> make_generator(GeneratorKind kind, const GenerateSettings& settings) {
  return traits_of(kind).make(settings);
}

Dataset generate_dataset(GeneratorKind kind, const GenerateSettings& settings) {
  const auto generator = make_generator(kind, settings);
  Dataset data;
  data.name = name_of(kind);
  data.matrix = Matrix(generator->sparse() ? Matrix::Layout::sparse : Matrix::Layout::dense,
                       generator->features());
  TextRow row;
  const std::uint64_t width = generator->sparse() ? settings.words : generator->features();
  require_memory(settings.rows, saturating_product(width + 2, 12), "the rows", "make fewer rows");
  for (std::uint64_t i = 0; i < settings.rows; ++i) {
    if (i % 4096 == 0) check_interrupt();
    generator->next(row);
    for (const auto& [feature, value] : row.values) data.matrix.push(feature, value);
    data.matrix.end_row();
    data.labels.push_back(data.classes.intern(row.label));
  }
  data.sort_classes();
  if (generator->sparse()) {
    data.schema.features = generator->features();
  } else {
    data.schema = Schema::numbered_table(generator->features());
  }
  return data;
}

}  // namespace perceptron::core
