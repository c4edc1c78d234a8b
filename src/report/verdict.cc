// The sentence at the top of a report.

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "report/story.h"
#include "report/values.h"

namespace perceptron {
namespace {

std::string percent(double share, int digits = 1) {
  return fmt::format("{:.{}f} %", 100 * share, digits);
}

std::string count_text(const Json& json) {
  return json.is_number_unsigned() ? with_commas(json.get<std::uint64_t>()) : brief(number(json));
}

// "3.2011", or "between 3.2 and 3.3" where it is not known to five digits.
std::string margin_text(const Json& optimum) {
  const std::string low = brief(number(optimum.at("lower")), Round::nearest, 5);
  const std::string high = brief(number(optimum.at("upper")), Round::nearest, 5);
  return low == high
             ? low
             : fmt::format("between {} and {}", brief(number(optimum.at("lower")), Round::down, 5),
                           brief(number(optimum.at("upper")), Round::up, 5));
}

std::string separability(const Json& optimum) {
  const Json& separable = optimum.at("separable");
  if (separable == true)
    return fmt::format("Separable. The widest possible margin is {}", margin_text(optimum));
  if (separable == false)
    return optimum.value("touching", false)
               ? "Not separable, and proved so: the classes touch"
               : "Not separable, and proved so: no plane has every row on its side";
  return "Whether a plane separates the classes was not decided";
}

std::string mistakes_text(const Json& result, const Json& optimum) {
  const Json& model = result.at("models").at(0);
  const std::string learner = result.at("learner");
  const bool mistakes = model.at("mistakes") == model.at("updates");
  std::string text = fmt::format(" after {}", plural(model.at("updates").get<std::uint64_t>(),
                                                     mistakes ? "mistake" : "update"));
  const bool bounded = learner == "perceptron" || learner == "averaged" || learner == "pocket";
  if (!bounded || !result.contains("mistake_bound") || result.at("mistake_bound").is_null())
    return text;
  if (optimum.is_object() && optimum.at("mistake_bound").is_number())
    text += fmt::format(
        "; at most {} were possible",
        with_commas(static_cast<std::uint64_t>(std::floor(number(optimum.at("mistake_bound"))))));
  return text;
}

std::string learner_name(const Json& result) {
  const std::string learner = result.at("learner");
  if (learner == "perceptron") return "this perceptron";
  if (learner == "averaged") return "this averaged perceptron";
  if (learner == "pocket") return "this pocket perceptron";
  if (learner == "margin") return "this margin perceptron";
  return "this plane";
}

std::string of_training(const Json& record) {
  const Json& result = record.at("result");
  const std::string learner = result.at("learner");
  const double accuracy = number(result.at("accuracy"));
  const std::string answers =
      std::isnan(accuracy)
          ? ""
          : fmt::format(" It answers {} of its own rows right.", percent(accuracy));
  if (result.at("models").size() > 1) {
    return fmt::format("{} classes, told apart by {} ({}).{}", result.at("classes").size(),
                       plural(result.at("models").size(), "model"), result.value("multiclass", ""),
                       answers);
  }
  if (result.contains("objective") && result.at("objective").is_number()) {
    const double upper = number(result.at("objective"));
    const double gap = number(result.at("gap"));
    return fmt::format(
        "{} of the {} loss is {}, {}.{}", "The objective", learner, brief(upper, Round::up, 5),
        gap < 1 ? fmt::format("proved to be within {} of the least that any plane has",
                              brief(100 * gap, Round::up, 2) + " %")
                : "and nothing is proved of how near that is to the least",
        answers);
  }
  const Json optimum = record.value("optimum", Json());
  if (!optimum.is_object()) {
    return fmt::format("The {} {} after {}.{}", learner,
                       result.at("converged") == true ? "converged" : "did not converge",
                       plural(result.at("epochs").get<std::uint64_t>(), "pass"), answers);
  }
  std::string text = separability(optimum);
  if (optimum.at("separable") != true) return text + "." + answers;
  const Json margin = result.value("margin", Json());
  const double lower = margin.is_object() ? number(margin.at("lower")) : NAN;
  if (learner == "max-margin") return text + ", and this plane has it.";
  if (!(lower > 0))
    return text + "; " + learner_name(result) + " does not separate the classes." + answers;
  return fmt::format("{}; {} reached {}, {:.0f} % of it,{}.", text, learner_name(result),
                     brief(lower, Round::down, 5), 100 * lower / number(optimum.at("upper")),
                     mistakes_text(result, optimum));
}

std::string of_margin(const Json& record) {
  const Json& result = record.at("result");
  const Json& optimum = record.at("optimum");
  std::string text = separability(optimum);
  if (optimum.at("separable") != true) return text + ".";
  const double best = number(optimum.at("upper"));
  if (result.contains("sweep")) {
    double least = INFINITY;
    double most = 0;
    for (const Json& trial : result.at("sweep")) {
      if (!trial.at("margin").is_object()) continue;
      const double margin = number(trial.at("margin").at("lower"));
      least = std::min(least, margin / best);
      most = std::max(most, margin / best);
    }
    if (most > 0)
      text += fmt::format("; over {} of λ the margin perceptron reached {:.0f} to {:.0f} % of it",
                          plural(result.at("sweep").size(), "value"), 100 * least, 100 * most);
  } else if (result.contains("lambda") && result.at("margin").is_object()) {
    const double reached = number(result.at("margin").at("lower"));
    const double lambda = number(result.at("lambda"));
    text += fmt::format(
        "; the margin perceptron with λ = {} reached {}, {:.0f} % of it, where {:.0f} % were "
        "promised",
        brief(lambda), brief(reached, Round::down, 5), 100 * reached / best,
        100 / (lambda * lambda));
  } else if (result.contains("optimum") && result.at("margin").is_object()) {
    const double reached = number(result.at("margin").at("lower"));
    text += fmt::format("; the plane of the model has {}, {:.0f} % of it",
                        brief(reached, Round::down, 5), 100 * reached / best);
  }
  text += ".";
  if (optimum.at("mistake_bound").is_number())
    text += fmt::format(
        " No perceptron makes more than {} mistakes here, in any order.",
        with_commas(static_cast<std::uint64_t>(std::floor(number(optimum.at("mistake_bound"))))));
  return text;
}

std::string of_validation(const Json& result) {
  const std::string learner = result.at("learner");
  std::string text = fmt::format("{} answers {} of rows right that it has not learned from",
                                 learner, percent(number(result.at("accuracy"))));
  const Json& interval = result.at("interval");
  text += fmt::format(" (95 % interval {} to {}).", percent(number(interval.at("lower"))),
                      percent(number(interval.at("upper"))));
  for (const Json& other : result.value("comparisons", Json::array()))
    text += " " + other.at("sentence").get<std::string>();
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string of_tuning(const Json& result) {
  std::string settings;
  for (const auto& [name, value] : result.at("best").items()) {
    if (value.is_null()) continue;
    settings += fmt::format("{}{} = {}", settings.empty() ? "" : ", ", name,
                            value.is_string() ? value.get<std::string>() : brief(number(value)));
  }
  return fmt::format(
      "Best of {}: {}, with {} of rows answered right that it had not learned from. {} were "
      "trained "
      "for it in {} s.",
      plural(result.at("grid").size(), "setting"), settings, percent(number(result.at("accuracy"))),
      plural(result.at("models_trained").get<std::uint64_t>(), "model"),
      brief(number(result.at("seconds")), Round::nearest, 2));
}

}  // namespace

std::string verdict(const Json& record) {
  const std::string command = record.at("command");
  const Json& result = record.at("result");
  if (command == "train") return of_training(record);
  if (command == "margin") return of_margin(record);
  if (command == "validate") return of_validation(result);
  if (command == "tune") return of_tuning(result);
  if (command == "evaluate")
    return fmt::format("The model answers {} of {} rows right.",
                       percent(number(result.at("accuracy"))), count_text(result.at("rows")));
  if (command == "verify")
    return (result.at("valid") == true ? "The certificate is valid: "
                                       : "The certificate is refused: ") +
           result.at("reason").get<std::string>() + ".";
  if (command == "predict")
    return fmt::format("{} rows were given a class.", count_text(result.at("rows")));
  return fmt::format("The command {} ended with status {}.", command, record.at("exit").dump());
}

}  // namespace perceptron
