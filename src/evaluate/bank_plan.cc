#include "evaluate/bank_plan.h"

#include <algorithm>

#include "base/memory.h"
#include "learn/learners.h"
#include "model/fit.h"
#include "solve/losses/losses.h"

namespace perceptron::core {
namespace {

// A model of the bank: its training, its candidate in the group, and its plane.
struct PlannedModel {
  std::size_t training;
  std::size_t member;
  std::uint64_t plane;
};

class PlannedBank {
 public:
  PlannedBank(const BankPlan& plan, std::span<const Candidate> candidates, const Group& group)
      : plan_(plan), candidates_(candidates), group_(group) {
    for (std::size_t t = 0; t < plan.trainings; ++t) {
      for (std::size_t k = 0; k < group.size(); ++k) {
        for (std::uint64_t p = 0; p < scheme_of(k).models(); ++p) models_.push_back({t, k, p});
      }
    }
    // Models of the same class are trained on nearly the same rows, so a bank is faster if
    // they are neighbours.
    if (joint() == 0)
      std::stable_sort(
          models_.begin(), models_.end(),
          [](const PlannedModel& a, const PlannedModel& b) { return a.plane < b.plane; });
  }

  TrainedModels train(std::uint64_t threads, Keep keep, Listener& listener) const {
    const Examples examples{plan_.rows, plan_.labels, plan_.weights};
    require_memory(models_.size(), 3 * sizeof(double) * examples.features(),
                   "the weights of all models", "use fewer settings");
    const Targets targets = this->targets();
    const auto settings = this->settings();
    const auto starts = this->starts();
    auto fits = fit({examples, targets, settings, threads, starts, joint(), keep == Keep::weights},
                    listener);
    TrainedModels trained = untrained();
    for (std::size_t at = 0; at < models_.size(); ++at) {
      const auto [training, member, plane] = models_[at];
      trained[training][member].fits[plane] = std::move(fits[at]);
    }
    return trained;
  }

 private:
  const Candidate& candidate(std::size_t member) const { return candidates_[group_[member]]; }
  Scheme scheme_of(std::size_t member) const {
    return {multiclass_of(candidate(member).learn), plan_.classes};
  }
  std::uint64_t joint() const { return scheme_of(0).joint(); }

  // Which model is trained on which rows, with which sign.
  Targets targets() const {
    Targets all(plan_.kinds * plan_.classes, models_.size());
    std::vector<std::vector<Targets>> own(plan_.trainings);
    for (std::size_t t = 0; t < plan_.trainings; ++t) {
      for (std::size_t k = 0; k < group_.size(); ++k)
        own[t].push_back(scheme_of(k).targets(plan_.class_weights(t, group_[k])));
    }
    for (std::size_t at = 0; at < models_.size(); ++at) {
      const auto [training, member, plane] = models_[at];
      for (std::uint32_t kind = 0; kind < plan_.kinds; ++kind) {
        if (plan_.includes && !plan_.includes(training, kind)) continue;
        for (std::uint64_t c = 0; c < plan_.classes; ++c)
          all.sign(kind * plan_.classes + c, at) = own[training][member].sign(c, plane);
      }
    }
    return all;
  }

  // One for all models, or one per model.
  std::vector<LearnSettings> settings() const {
    if (group_.size() == 1) return {settings_of(0)};
    std::vector<LearnSettings> each;
    for (const PlannedModel& model : models_) each.push_back(settings_of(model.member));
    return each;
  }
  // A warm start helps Newton's method more than dual ascent, which gets the weights without the
  // corresponding dual variables.
  LearnSettings settings_of(std::size_t member) const {
    LearnSettings settings = candidate(member).learn;
    const auto loss = traits_of(settings).loss;
    if (plan_.start && settings.solver == Solver::automatic && settings.l1 == 0 && loss &&
        traits_of(*loss).smooth)
      settings.solver = Solver::newton;
    return settings;
  }

  std::vector<WarmStart> starts() const {
    std::vector<WarmStart> starts;
    if (!plan_.start) return starts;
    bool any = false;
    for (const PlannedModel& model : models_) {
      WarmStart& start = starts.emplace_back();
      const Fit* const from = plan_.start(model.training, group_[model.member], model.plane);
      if (from == nullptr) continue;
      start.weights = from->weights;
      start.offset = from->offset;
      any = true;
    }
    return any ? starts : std::vector<WarmStart>();
  }

  TrainedModels untrained() const {
    TrainedModels all(plan_.trainings);
    for (auto& of_training : all) {
      for (std::size_t k = 0; k < group_.size(); ++k) {
        const Scheme scheme = scheme_of(k);
        FoldModel& model = of_training.emplace_back(
            FoldModel{group_[k], scheme, std::vector<Fit>(scheme.models())});
        if (traits_of(candidate(k).learn).gives_probabilities)
          model.calibration = calibration_of_logits(scheme);
      }
    }
    return all;
  }

  const BankPlan& plan_;
  std::span<const Candidate> candidates_;
  const Group& group_;
  std::vector<PlannedModel> models_;
};

}  // namespace

TrainedModels train_plan(const BankPlan& plan, std::span<const Candidate> candidates,
                         const Group& group, std::uint64_t threads, Keep keep, Listener& listener) {
  return PlannedBank(plan, candidates, group).train(threads, keep, listener);
}

}  // namespace perceptron::core
