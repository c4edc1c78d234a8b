// The one table of the settings of learning: names, ranges and meanings. Command line, help,
// manual, Python and the record of a run are derived from it.
#pragma once

#include <array>

#include "base/options.h"
#include "learn/learners.h"
#include "learn/settings.h"

namespace perceptron::core {

struct LearnOption : Option<LearnSettings> {
  // How complex a model the setting allows, to choose the simplest of several: less is simpler.
  using Complexity = double (*)(const LearnSettings& settings);

  // Most settings have no such order, and convert.
  constexpr LearnOption(const Option<LearnSettings>& option) : Option(option) {}  // NOLINT
  constexpr LearnOption(const Option<LearnSettings>& option, Complexity how_complex)
      : Option(option), complexity(how_complex) {}

  Complexity complexity = nullptr;
};

inline constexpr auto kLearnOptions = std::to_array<LearnOption>({
    option<&LearnSettings::learner>(
        "learner", "", "",
        "learning algorithm: perceptron (last weights), averaged, pocket (best weights seen), "
        "voted (all planes vote), kernel (kernel perceptron), passive-aggressive, "
        "averaged-passive-aggressive; hinge (linear SVM, support vector machine), squared-hinge, "
        "logistic (logistic regression), softmax (multinomial logistic regression), crammer-singer "
        "(multiclass SVM): regularised losses, solved to a proved optimum; pegasos (the hinge "
        "loss by single steps of length 1/(L2·t), with a proved gap); margin (margin "
        "perceptron), max-margin (hard-margin SVM)"),
    option<&LearnSettings::offset>("offset", "", "",
                                   "train an offset (bias, intercept) besides the weights, or keep "
                                   "the plane through the origin"),
    option<&LearnSettings::penalise_offset>(
        "penalise-offset", "", "", "for a loss: apply the L1 and L2 penalties to the offset too"),
    option<&LearnSettings::solver>(
        "solver", "", "",
        "optimisation method for the losses; auto picks one from the size of the data and the "
        "penalties"),
    option<&LearnSettings::tolerance>(
        "tolerance", "G", "",
        "stop when the objective is proved to be within this fraction of the optimum (relative "
        "duality gap)",
        0, 1),
    {option<&LearnSettings::l1>(
         "l1", "L", "",
         "L1 regularisation (lasso): adds L·‖w‖₁ to the objective, which makes many weights 0", 0,
         1e300),
     [](const LearnSettings& settings) { return -settings.l1; }},
    {option<&LearnSettings::l2>(
         "l2", "L", "",
         "L2 regularisation (ridge, weight decay): adds L/2·‖w‖² to the objective; auto: 1e-4 for "
         "the losses, 0 elsewhere",
         0, 1e300, "auto"),
     [](const LearnSettings& settings) { return -l2_of(settings); }},
    {option<&LearnSettings::rate>(
         "rate", "R", "",
         "learning rate (step size) of online and batch; 0: the solver's own choice", 0, 1e300,
         "0"),
     [](const LearnSettings& settings) { return settings.rate.value_or(0); }},
    option<&LearnSettings::schedule>("schedule", "", "",
                                     "how the learning rate decreases with the step or pass k: not "
                                     "at all, as 1/k, as 1/sqrt(k)"),
    option<&LearnSettings::average>(
        "average", "", "",
        "for online: return the mean of the weights over all steps, or the last ones"),
    option<&LearnSettings::variant>(
        "variant", "", "",
        "for passive-aggressive: steps without bound, at most C, or softened by C"),
    {option<&LearnSettings::aggressiveness>(
         "aggressiveness", "C", "", "for PA-I and PA-II: how large steps may be", 1e-300, 1e300),
     [](const LearnSettings& settings) { return settings.aggressiveness; }},
    option<&LearnSettings::projection>(
        "projection", "", "",
        "for pegasos: after each step project the weights onto the ball that contains the "
        "optimum")
        .added_later(),
    option<&LearnSettings::kernel>(
        "kernel", "", "",
        "for kernel: x·z, (kernel-gamma·x·z + coef0)^degree, or the radial "
        "basis function (Gaussian) exp(−kernel-gamma·‖x − z‖²)")
        .added_later(),
    option<&LearnSettings::degree>("degree", "D", "", "of the polynomial kernel", 1, 100)
        .added_later(),
    option<&LearnSettings::coef0>("coef0", "C", "", "constant of the polynomial kernel", 0, 1e300)
        .added_later(),
    option<&LearnSettings::kernel_gamma>(
        "kernel-gamma", "G", "",
        "factor in the polynomial and rbf kernels; auto: 1, for rbf 1/features", 1e-300, 1e300,
        "auto")
        .added_later(),
    option<&LearnSettings::beta>(
        "beta", "B", "",
        "for kernel: also update where the margin is below B (kernel margin perceptron)", 0, 1e300)
        .added_later(),
    option<&LearnSettings::multiclass>(
        "multiclass", "", "",
        "scheme for three or more classes: one model per class, one per pair of classes, or "
        "one per class, all updated together")
        .added_later(),
    option<&LearnSettings::calibrate>(
        "calibrate", "", "",
        "calibrate probabilities by 5-fold cross-validation (Platt sigmoid, isotonic, "
        "temperature)")
        .added_later(),
    option<&LearnSettings::class_weight>(
        "class-weight", "NAME=W,…|balanced|none", "",
        "weight of the examples of a class; balanced: all classes count the same"),
    option<&LearnSettings::early_stop>(
        "early-stop", "F", "",
        "early stopping: hold out this fraction of the rows and keep the weights that do best on "
        "them",
        0, 0.9),
    {option<&LearnSettings::epochs>("epochs", "T", "",
                                    "passes over the data at most (default: 100; losses 1000, "
                                    "online 5); training also ends at "
                                    "a pass without mistakes",
                                    1, 1e9, "0"),
     [](const LearnSettings& settings) { return static_cast<double>(epochs_of(settings)); }},
    option<&LearnSettings::patience>(
        "patience", "N", "",
        "stop after N passes in a row that did not improve: the fewest mistakes in a pass, or with "
        "early-stop the held-out accuracy; 0: no limit; auto: 5, and for perceptrons no limit if "
        "epochs or updates is set",
        0, 1e9, "auto")
        .added_later(),
    {option<&LearnSettings::updates>("updates", "K", "",
                                     "stop after the pass that reaches K updates; 0: no limit"),
     [](const LearnSettings& settings) { return static_cast<double>(settings.updates); }},
    option<&LearnSettings::lambda>(
        "lambda", "L", "",
        "the learner margin reaches 1/L² of the widest margin (with an offset: of the rows [x, 1])",
        kSmallestLambda, kLargestLambda),
    option<&LearnSettings::gap>(
        "gap", "G", "",
        "how close max-margin comes to the widest margin; 0: 1e-9, or 0.01 with many rows and "
        "features",
        0, 1, "0"),
    option<&LearnSettings::order>(
        "order", "", "",
        "order of the examples: a new seeded shuffle each pass, or as in the file"),
    option<&LearnSettings::initial_weights>("initial-weights", "W1,W2,…", "",
                                            "weights to start from, one per feature (default: "
                                            "zeros)"),
    option<&LearnSettings::initial_offset>("initial-offset", "B", "",
                                           "offset (bias) to start from"),
    option<&LearnSettings::seed>("seed", "N", "",
                                 "seed of the random numbers; the same seed gives the same result"),
});

}  // namespace perceptron::core
