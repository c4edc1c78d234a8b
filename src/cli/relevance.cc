#include "cli/relevance.h"

#include "solve/learners.h"

namespace perceptron {

std::string missing_company(std::string_view option, const LearnSettings& settings) {
  const std::string& learner = settings.learner;
  const bool loss = find_learner(learner).loss.has_value();
  const bool penalised = settings.l1 > 0 || l2_of(settings) > 0;
  const bool stepwise =
      loss ? settings.solver == "online" || settings.solver == "batch" : penalised;
  const char* const losses = "--learner hinge, squared-hinge or logistic";
  struct Case {
    std::string_view option;
    bool matters;
    const char* company;
  };
  const Case cases[] = {
      {"lambda", learner == "margin", "--learner margin"},
      {"gap", learner == "max-margin", "--learner max-margin"},
      {"solver", loss, losses},
      {"updates", !loss || settings.solver == "online", "the perceptrons and --solver online"},
      {"tolerance", loss, losses},
      {"penalise-offset", loss || penalised, losses},
      {"certificate", loss, losses},
      {"rate", stepwise, "--solver online or batch, or a perceptron with --l1 or --l2"},
      {"schedule", stepwise && settings.rate > 0, "--rate, with --solver online or batch"},
      {"average", loss && settings.solver == "online", "--solver online"},
      {"variant", learner == "passive-aggressive", "--learner passive-aggressive"},
      {"aggressiveness", learner == "passive-aggressive" && settings.variant != "PA",
       "--learner passive-aggressive and --variant PA-I or PA-II"},
  };
  for (const Case& one : cases) {
    if (one.option == option && !one.matters) return one.company;
  }
  return "";
}

}  // namespace perceptron
