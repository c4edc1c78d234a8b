#include "learn/learners.h"

namespace perceptron::core {

double l2_of(const LearnSettings& settings) {
  constexpr double kOfLosses = 1e-4;
  if (settings.l2) return *settings.l2;
  return traits_of(settings).loss ? kOfLosses : 0;
}

std::uint64_t epochs_of(const LearnSettings& settings) {
  constexpr std::uint64_t kPerceptrons = 100;
  constexpr std::uint64_t kOnline = 5;
  constexpr std::uint64_t kCertified = 1000;
  if (settings.epochs) return *settings.epochs;
  if (!traits_of(settings).loss) return kPerceptrons;
  return settings.solver == Solver::online ? kOnline : kCertified;
}

std::uint64_t patience_of(const LearnSettings& settings) {
  constexpr std::uint64_t kUsual = 5;
  if (settings.patience) return *settings.patience;
  const bool limited = settings.epochs || settings.updates > 0;
  return settings.early_stop > 0 || !limited ? kUsual : 0;
}

bool is_penalised(const LearnSettings& settings) { return settings.l1 > 0 || l2_of(settings) > 0; }

Multiclass multiclass_of(const LearnSettings& settings) {
  return traits_of(settings).joint_loss ? Multiclass::joint : settings.multiclass;
}

bool has_planes(const LearnSettings& settings) {
  const LearnerTraits& learner = traits_of(settings);
  return !learner.keeps_rows || learner.votes || settings.kernel == KernelKind::linear;
}

bool minimises_loss(const LearnSettings& settings) {
  return traits_of(settings).loss.has_value() || is_penalised(settings);
}

}  // namespace perceptron::core
