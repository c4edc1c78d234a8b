#include "model/conflicts.h"

#include <fmt/format.h>

#include "base/error.h"
#include "model/fit.h"
#include "multiclass/scheme.h"
#include "solve/joint/joint_solver.h"
#include "solve/solver.h"

namespace perceptron::core {
namespace {

using Found = std::optional<Conflict>;

std::string name(const LearnSettings& settings) { return std::string(name_of(settings.learner)); }

// "a, b and c": the learners of which this holds.
template <class Holds>
std::string learners_with(const Holds& holds, const char* last = "and") {
  std::string list;
  std::string before;  // the learner found last, not yet in the list
  for (const LearnerTraits& each : kLearners) {
    if (!holds(each)) continue;
    if (!before.empty()) list += (list.empty() ? "" : ", ") + before;
    before = name_of(each.learner);
  }
  return list.empty() ? before : fmt::format("{} {} {}", list, last, before);
}

// Only a penalty that was requested conflicts, not a learner's default.
bool asks_for_penalty(const LearnSettings& settings) {
  return settings.l1 > 0 || (settings.l2 && *settings.l2 > 0);
}

Conflict takes_no(const LearnSettings& settings, const std::string& which, const std::string& what,
                  const std::string& advice) {
  return {which, fmt::format("the learner {} takes no {}", name(settings), what), advice};
}

std::string penalties() { return setting("l1") + " or " + setting("l2"); }

Found penalty_conflict(const LearnSettings& settings) {
  const LearnerTraits& learner = traits_of(settings);
  if (learner.pegasos && l2_of(settings) == 0)
    return Conflict{"l2",
                    fmt::format("the learner {} needs {} above 0, by which it divides its steps",
                                name(settings), setting("l2")),
                    "use " + setting("learner", Learner::hinge)};
  if (!asks_for_penalty(settings)) return {};
  if (!learner.l1 && !learner.l2)
    return takes_no(settings, settings.l1 > 0 ? "l1" : "l2", penalties(),
                    learners_with([&](const LearnerTraits& each) {
                      return settings.l1 > 0 ? each.l1 : each.l2;
                    }) + " do");
  if (settings.l1 > 0 && !learner.l1)
    return takes_no(settings, "l1",
                    setting("l1") + (learner.keep == KeptWeights::average
                                         ? ", because a mean of weights has no zeros"
                                         : ""),
                    learners_with([](const LearnerTraits& each) { return each.l1; }) + " do");
  return {};
}

Found weight_conflict(const LearnSettings& settings, const TrainingDemands& demands) {
  const bool weighted = demands.row_weights || !settings.class_weight.empty();
  if (traits_of(settings).takes("variant") && settings.variant == PassiveVariant::pa && weighted)
    return Conflict{"variant", "weights scale C, which PA does not have",
                    "use " + setting("variant", PassiveVariant::pa1)};
  if (!weighted || traits_of(settings).weights) return {};
  const char* const which = demands.row_weights ? "weight" : "class-weight";
  return takes_no(settings, which, setting(which), "its margin is that of all rows");
}

Found joint_conflict(const LearnSettings& settings, const TrainingDemands& demands) {
  const bool takes = takes_scheme(traits_of(settings), settings.multiclass);
  if (traits_of(settings).joint_loss) {
    if (!takes)
      return Conflict{"multiclass",
                      fmt::format("the learner {} trains all classes together", name(settings)),
                      "leave out " + setting("multiclass")};
    return {};
  }
  if (!traits_of(settings.multiclass).joint || demands.classes == 2) return {};
  const std::string joint = setting("multiclass", Multiclass::joint);
  if (!takes)
    return Conflict{"multiclass",
                    joint + " takes the learners " + learners_with([](const LearnerTraits& each) {
                      return each.joint_rule != nullptr;
                    }),
                    fmt::format("for {} use one-vs-rest or one-vs-one", name(settings))};
  if (is_penalised(settings))
    return Conflict{"multiclass", joint + " takes no " + penalties(), "one-vs-rest does"};
  if (settings.early_stop > 0)
    return Conflict{"multiclass", joint + " takes no " + setting("early-stop"), "one-vs-rest does"};
  return {};
}

Found solver_conflict(const LearnSettings& settings, const TrainingDemands& demands) {
  const LearnerTraits& learner = traits_of(settings);
  if (!learner.loss) return {};
  // The loss of all classes together has fewer solvers.
  const bool joint = learner.joint_loss && demands.classes > 2;
  std::string why = joint ? joint_solver_objection(*learner.joint_loss, settings.l1,
                                                   l2_of(settings), settings.solver)
                          : solver_objection(*learner.loss, settings.l1, l2_of(settings),
                                             demands.features, settings.solver);
  if (why.empty()) return {};
  if (joint) why += fmt::format(" for the learner {} with three or more classes", name(settings));
  return Conflict{
      "solver", fmt::format("{} {}", setting("solver", std::string(name_of(settings.solver))), why),
      fmt::format("{} chooses a suitable one", setting("solver", Solver::automatic))};
}

// Only the loop visits rows one by one in an order that can be chosen.
Found order_conflict(const LearnSettings& settings, const TrainingDemands& demands) {
  if (settings.order != VisitOrder::given) return {};
  const std::string order = setting("order", VisitOrder::given);
  if (demands.folds)
    return Conflict{"order",
                    order + " is an order of all rows, and each of these trainings has only some",
                    "leave it out, or train once"};
  if (demands.streams)
    return Conflict{"order", order + " needs all rows in memory",
                    "leave it out, or " + setting("memory")};
  if (traits_of(settings).rule != nullptr && !is_penalised(settings)) return {};
  return Conflict{
      "order",
      fmt::format("{} is for learners that visit the rows one by one: {}, without {} and {}", order,
                  learners_with([](const LearnerTraits& each) { return each.rule != nullptr; }),
                  setting("l1"), setting("l2")),
      "choose one of them, or another " + setting_name("order")};
}

Found stream_conflict(const LearnSettings& settings, const TrainingDemands& demands) {
  const auto whole = [](const std::string& which) {
    return Conflict{which, setting(which) + " needs all rows at once",
                    "leave it out, or " + setting("memory")};
  };
  if (settings.calibrate != CalibrationKind::none) return whole("calibrate");
  if (demands.certificate) return whole("certificate");
  if (demands.answers) return whole("certify");
  if (demands.warm_start) return whole("start");
  if (demands.trace)
    return Conflict{
        "trace", fmt::format("{} and {} exclude each other", setting("trace"), setting("memory")),
        "leave one out"};
  if (settings.early_stop > 0)
    return Conflict{"early-stop", setting("early-stop") + " holds rows out",
                    "leave it out, or " + setting("memory")};
  const LearnerTraits& learner = traits_of(settings);
  if (!learner.streams)
    return Conflict{"learner",
                    fmt::format("the learner {} needs all rows in memory, so they cannot "
                                "be streamed",
                                name(settings)),
                    fmt::format("choose {}, or leave out {}",
                                setting("learner", name_of(Learner::averaged)), setting("memory"))};
  if (learner.loss && settings.solver != Solver::automatic && settings.solver != Solver::online)
    return Conflict{"solver",
                    fmt::format("{} needs all rows at once",
                                setting("solver", std::string(name_of(settings.solver)))),
                    fmt::format("for streamed rows use {}", setting("solver", Solver::online))};
  return {};
}

// Proofs about answers need one plane per model whose objective has a unique minimum.
Found answers_conflict(const LearnSettings& settings, const TrainingDemands& demands) {
  if (!demands.answers) return {};
  if (auto unused = find_unused("certify", settings)) return unused;
  const LearnerTraits& learner = traits_of(settings);
  const auto refuse = [](std::string reason, std::string advice) {
    return Conflict{"certify", setting("certify") + " " + std::move(reason), std::move(advice)};
  };
  if (learner.joint_loss && demands.classes > 2)
    return refuse(fmt::format("takes two classes with the learner {}, and there are {}",
                              name(settings), demands.classes),
                  "choose " + setting("learner", name_of(Learner::logistic)) +
                      ", which trains a model for each class");
  if (l2_of(settings) == 0 && !(settings.l1 > 0 && traits_of(*learner.loss).smooth))
    return refuse("needs an L2 penalty, without which the best plane need not be unique",
                  "use " + setting("l2") + " above 0");
  if (settings.early_stop > 0)
    return refuse("is about all rows", "leave out " + setting("early-stop"));
  return {};
}

Found demand_conflict(const LearnSettings& settings, const TrainingDemands& demands) {
  const LearnerTraits& learner = traits_of(settings);
  if (!settings.offset && settings.initial_offset != 0)
    return Conflict{"initial-offset", setting("initial-offset") + " needs an offset",
                    "leave it out, or train with an offset"};
  if (demands.warm_start && !learner.warm_start)
    return takes_no(settings, "start", setting("start"), "it starts from zero");
  if (demands.trace && !has_updates(settings))
    return Conflict{
        "trace",
        fmt::format("{} follows learners that work update by update: {}, without {} and {}",
                    setting("trace"),
                    learners_with([](const LearnerTraits& each) { return each.follows_updates; }),
                    setting("l1"), setting("l2")),
        "choose one of them"};
  if (settings.calibrate != CalibrationKind::none && learner.keeps_rows)
    return takes_no(settings, "calibrate", setting("calibrate"),
                    "it keeps rows, and calibration knows planes only");
  if (settings.early_stop > 0 && learner.keeps_rows)
    return takes_no(settings, "early-stop", setting("early-stop"),
                    "it keeps rows, and held-out rows are scored by planes only");
  if (settings.early_stop > 0 && !learner.early_stop)
    return takes_no(settings, "early-stop", setting("early-stop"), "it ends with a proof");
  if (demands.certificate) {
    if (auto unused = find_unused("certificate", settings)) return unused;
  }
  if (demands.certificate && demands.classes > 2 && !learner.joint_loss)
    return Conflict{"certificate",
                    fmt::format("{} needs two classes, and there are {}", setting("certificate"),
                                demands.classes),
                    "leave it out, the gap of each model is shown anyway"};
  if (demands.certificate && settings.early_stop > 0)
    return Conflict{"certificate", setting("certificate") + " is about all rows",
                    "leave out " + setting("early-stop")};
  return answers_conflict(settings, demands);
}

}  // namespace

TrainingDemands demands_of(const Dataset& data) {
  TrainingDemands demands;
  demands.classes = data.classes.size();
  demands.features = data.features();
  demands.row_weights = !data.weights.empty();
  return demands;
}

std::optional<Conflict> find_conflict(const LearnSettings& settings,
                                      const TrainingDemands& demands) {
  if (Found found = order_conflict(settings, demands)) return found;
  if (demands.streams) {
    if (Found found = stream_conflict(settings, demands)) return found;
  }
  if (Found found = penalty_conflict(settings)) return found;
  if (Found found = weight_conflict(settings, demands)) return found;
  if (Found found = joint_conflict(settings, demands)) return found;
  if (Found found = solver_conflict(settings, demands)) return found;
  return demand_conflict(settings, demands);
}

std::optional<Conflict> find_conflict(const LearnSettings& settings, const Model& start,
                                      const std::function<bool(std::string_view)>& chosen) {
  for (const char* own : {"scale", "initial-weights", "initial-offset"}) {
    if (chosen(own))
      return Conflict{
          own,
          fmt::format("{} does not go with {}, which has its own", setting(own), setting("start")),
          "leave it out"};
  }
  if (start.support)
    return Conflict{"start",
                    fmt::format("{}: the model of the learner {} keeps rows, which training cannot "
                                "start from",
                                setting("start"), start.origin.learner),
                    "train from the beginning"};
  if (chosen("offset") && settings.offset != start.has_offset)
    return Conflict{"offset",
                    fmt::format("{}: that model has {} offset, which resuming keeps",
                                setting("start"), start.has_offset ? "an" : "no"),
                    "leave it out"};
  if (start.schema.weight_position)
    return Conflict{"start",
                    fmt::format("{}: that model was trained with {}; resuming with weights is not "
                                "supported yet",
                                setting("start"), setting("weight")),
                    "train from the beginning"};
  return {};
}

namespace {

void refuse(const Found& conflict) {
  if (conflict) throw Error(ErrorKind::usage, conflict->reason, conflict->advice);
}

}  // namespace

void require_agreement(const LearnSettings& settings, const TrainingDemands& demands) {
  refuse(find_conflict(settings, demands));
}

void require_agreement(const LearnSettings& settings, const Model& start,
                       const std::function<bool(std::string_view)>& chosen) {
  refuse(find_conflict(settings, start, chosen));
}

bool takes_scheme(const LearnerTraits& learner, Multiclass scheme) {
  if (learner.joint_loss) return scheme != Multiclass::one_vs_one;
  return !traits_of(scheme).joint || learner.joint_rule != nullptr;
}

std::optional<Conflict> find_tuning_conflict(const LearnSettings& settings) {
  if (settings.calibrate != CalibrationKind::none)
    return Conflict{"calibrate",
                    setting("calibrate") + " changes no prediction, so there is nothing to tune",
                    "give it to train"};
  if (traits_of(settings).search == SearchKind::widest_margin)
    return Conflict{"learner",
                    fmt::format("the learner {} finds the widest margin or none and has nothing "
                                "to tune",
                                name(settings)),
                    "use train"};
  return {};
}

namespace {

Conflict goes_with(std::string_view name, const std::string& company) {
  return {std::string(name), fmt::format("{} goes with {}", setting(name), company), ""};
}

}  // namespace

std::optional<Conflict> find_unused(std::string_view name, const LearnSettings& settings) {
  for (const LearnerTraits& traits : kLearners) {
    if (!name.empty() && !traits_of(settings).takes(name) && traits.takes(name))
      return goes_with(name, setting("learner", name_of(traits.learner)));
  }
  const bool loss = traits_of(settings).loss.has_value();
  const bool solved = loss && !traits_of(settings).pegasos;
  const bool penalised = is_penalised(settings);
  const bool online = settings.solver == Solver::online;
  const bool stepwise = loss ? solved && (online || settings.solver == Solver::batch) : penalised;
  const std::string losses =
      setting("learner",
              learners_with([](const LearnerTraits& each) { return each.loss.has_value(); }, "or"));
  const std::string with_solvers = setting(
      "learner",
      learners_with([](const LearnerTraits& each) { return each.loss && !each.pegasos; }, "or"));
  const auto finds_widest = [](const LearnerTraits& each) {
    return each.search == SearchKind::widest_margin;
  };
  const bool passes = !finds_widest(traits_of(settings));
  const std::string others = "all learners but " + learners_with(finds_widest);
  const std::string starting = setting(
      "learner", learners_with([](const LearnerTraits& each) { return each.warm_start; }, "or"));
  struct Case {
    std::string_view name;
    bool matters;
    std::string company;
  };
  const Case cases[] = {
      {"solver", solved, with_solvers},
      {"updates", solved ? online : passes,
       "the perceptrons and " + setting("solver", Solver::online)},
      {"epochs", passes, others},
      {"patience", settings.early_stop > 0 || (traits_of(settings).rule != nullptr && !penalised),
       fmt::format("the perceptrons, and with {}", setting("early-stop"))},
      {"order", passes, others},
      {"tolerance", loss, losses},
      {"penalise-offset", settings.offset && (solved || (!loss && penalised)),
       fmt::format("an offset, and {}, or a perceptron with {} or {}", with_solvers, setting("l1"),
                   setting("l2"))},
      {"initial-weights", traits_of(settings).warm_start, starting},
      {"initial-offset", traits_of(settings).warm_start, starting},
      {"certificate", loss, losses},
      {"certify", loss, losses},
      {"rate", stepwise,
       fmt::format("{} or batch, or a perceptron with {} or {}", setting("solver", Solver::online),
                   setting("l1"), setting("l2"))},
      {"schedule", stepwise && settings.rate.has_value(),
       fmt::format("{}, with {} or batch", setting("rate"), setting("solver", Solver::online))},
      {"average", solved && online, setting("solver", Solver::online)},
      {"degree", settings.kernel == KernelKind::polynomial,
       setting("kernel", KernelKind::polynomial)},
      {"coef0", settings.kernel == KernelKind::polynomial,
       setting("kernel", KernelKind::polynomial)},
      {"kernel-gamma", settings.kernel != KernelKind::linear,
       setting("kernel", KernelKind::polynomial) + " or rbf"},
      {"aggressiveness",
       traits_of(settings).takes("variant") && settings.variant != PassiveVariant::pa,
       fmt::format("{} and {} or PA-II", setting("learner", Learner::passive_aggressive),
                   setting("variant", PassiveVariant::pa1))},
  };
  for (const Case& each : cases) {
    if (each.name == name && !each.matters) return goes_with(name, each.company);
  }
  return {};
}

}  // namespace perceptron::core
