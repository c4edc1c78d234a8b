// Problem    on data that no plane separates the weights never converge
// Update     whenever a run of correct predictions is longer than any before, and
//            after each pass, count the training errors of the current weights,
//            weighted by row and class; keep them if they have fewer than those
//            in the pocket
// Theorem    the pocket's errors never increase, and reach the minimum with
//            probability tending to 1 with the number of passes
// Stop       as the rule it observes
// Reference  Gallant 1990, "Perceptron-based learning algorithms" (with ratchet)

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "learn/keepers/keeper.h"

namespace perceptron::core {
namespace {

class Pocket : public Keeper {
 public:
  Pocket(const Examples& examples, Targets targets, const Bank& bank)
      : examples_(examples),
        targets_(std::move(targets)),
        best_(bank),
        models_(bank.models()),
        trial_(bank.features(), 1),
        weights_(bank.features()) {}

  void on_update(const UpdateEvent& update) override {
    for (const std::uint64_t m : update.models) {
      Run& run = models_[m];
      const std::uint64_t seen = update.seen(m);
      const std::uint64_t length = seen - run.start;
      run.start = seen + 1;
      if (length <= run.longest) continue;
      run.longest = length;
      consider(update.bank, m);
    }
  }

  void on_pass_end(const Bank& bank, std::span<const double> active) override {
    for (std::uint64_t m = 0; m < models_.size(); ++m) {
      if (active[m] != 0) consider(bank, m);
    }
  }

  void result(const Bank& /*bank*/, std::uint64_t model, std::uint64_t /*steps*/,
              std::span<double> weights, double& offset) const override {
    best_.take(model, weights, offset);
  }

  void save(std::uint64_t model, WarmStart& to) const override {
    const Run& run = models_[model];
    to.vectors["run"] = {static_cast<double>(run.start), static_cast<double>(run.longest)};
  }
  // The pocket itself is the result so far.
  void load(std::uint64_t model, const WarmStart& from) override {
    if (!from.has("run", 2)) return;
    models_[model].start = static_cast<std::uint64_t>(from.vectors.at("run")[0]);
    models_[model].longest = static_cast<std::uint64_t>(from.vectors.at("run")[1]);
    best_.put(model, from.weights, from.offset);
    trial_.put(0, from.weights, from.offset);
    models_[model].errors = count_errors(model, kNone);
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  struct Run {
    std::uint64_t start = 0;    // the step of its first example
    std::uint64_t longest = 0;  // of all runs so far
    double errors = kNone;      // of the pocket
  };

  void consider(const Bank& bank, std::uint64_t model) {
    double offset = 0;
    bank.take(model, weights_, offset);
    trial_.put(0, weights_, offset);
    const double errors = count_errors(model, models_[model].errors);
    if (errors >= models_[model].errors) return;
    models_[model].errors = errors;
    best_.put(model, weights_, offset);
  }

  // Training errors of the trial weights; stops counting at `enough`.
  double count_errors(std::uint64_t model, double enough) const {
    constexpr std::uint64_t kBlock = 256;
    std::array<double, kBlock> scores{};
    double errors = 0;
    for (std::uint64_t i = 0; i < examples_.size() && errors < enough; i += kBlock) {
      const std::uint64_t end = std::min(i + kBlock, examples_.size());
      score(examples_.rows, i, end, trial_, scores);
      for (std::uint64_t k = i; k < end; ++k) {
        const double y = targets_.sign(examples_.labels[k], model);
        if (!(y * scores[k - i] > 0)) errors += std::abs(y) * examples_.weight(k);
      }
    }
    return errors;
  }

  Examples examples_;
  Targets targets_;
  Bank best_;
  std::vector<Run> models_;
  Bank trial_;
  std::vector<double> weights_;
};

}  // namespace

std::unique_ptr<Keeper> keep_pocket(const Examples& examples, const Targets& targets,
                                    const Bank& bank) {
  return std::make_unique<Pocket>(examples, targets, bank);
}

}  // namespace perceptron::core
