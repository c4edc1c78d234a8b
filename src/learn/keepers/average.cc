// Problem    the last weights depend too much on the last examples
// Update     w̄ = (1/N) Σ w(c) over all N = T·n steps c, mistakes or not
// Theorem    an update t·x at step c is part of N − c of the N weights, so
//            w̄ = w − (1/N) Σ c·t·x: one more addition per mistake, none otherwise, and
//            passes without a mistake cost nothing: they only raise N
// Stop       as the rule it averages
// Reference  Freund and Schapire 1999; Daumé, "A Course in Machine Learning", ch. 4

#include <vector>

#include "learn/keepers/keeper.h"

namespace perceptron::core {
namespace {

class Average : public Keeper {
 public:
  Average(const Examples& examples, Offset offset, const Bank& bank)
      : examples_(examples),
        offset_(offset),
        sum_(bank.features(), bank.models()),
        late_(bank.stride()) {}

  void on_rows(const Examples& examples) override { examples_ = examples; }

  void on_update(const UpdateEvent& update) override {
    for (const std::uint64_t m : update.models)
      late_[m] = static_cast<double>(update.seen(m)) * update.steps[m];
    add_row(examples_.rows, update.row, offset_, late_, sum_);
    for (const std::uint64_t m : update.models) late_[m] = 0;
  }

  void result(const Bank& bank, std::uint64_t model, std::uint64_t steps, std::span<double> weights,
              double& offset) const override {
    bank.take(model, weights, offset);
    const auto n = static_cast<double>(steps);
    for (std::uint64_t j = 0; j < weights.size(); ++j) weights[j] -= sum_.row(j)[model] / n;
    offset -= sum_.offsets()[model] / n;
  }

  void save(std::uint64_t model, WarmStart& to) const override {
    std::vector<double>& sum = to.vectors["sum"];
    sum.resize(sum_.features() + 1);
    sum_.take(model, {sum.data(), sum_.features()}, sum.back());
  }
  void load(std::uint64_t model, const WarmStart& from) override {
    if (!from.has("sum", sum_.features() + 1)) return;
    const std::vector<double>& sum = from.vectors.at("sum");
    sum_.put(model, {sum.data(), sum_.features()}, sum.back());
  }

 private:
  Examples examples_;
  Offset offset_;
  Bank sum_;                    // Σ c·t·x
  AlignedVector<double> late_;  // c·t, 0 for models without an update
};

}  // namespace

std::unique_ptr<Keeper> keep_average(const Examples& examples, Offset offset, const Bank& bank) {
  return std::make_unique<Average>(examples, offset, bank);
}

}  // namespace perceptron::core
