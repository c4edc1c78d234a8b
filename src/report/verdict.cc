// The sentence at the top of a report.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
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

// "35 %", never more than it is, and 100 only where it is all.
std::string share_text(double share) {
  constexpr double kAll = 1 - 1e-9;
  if (share >= kAll) return "100 %";
  const double percents = 100 * share;
  if (percents < 99) return fmt::format("{:.0f} %", std::floor(percents));
  for (int digits = 1; digits < 9; ++digits) {
    const double unit = std::pow(10, digits);
    const double shown = std::floor(percents * unit) / unit;
    if (shown > 99) return fmt::format("{:.{}f} %", shown, digits);
  }
  return "99 %";
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

// `lift`: rows are lengthened by that, and so is what is said of them.
std::string separability(const Json& optimum, const Json& lift = Json()) {
  const Json& separable = optimum.at("separable");
  if (separable == true)
    return fmt::format(
        "Separable. The widest possible margin{} is {}",
        lift.is_number() ? fmt::format(" of the rows lengthened by {}", brief(number(lift))) : "",
        margin_text(optimum));
  if (separable == false)
    return optimum.value("touching", false)
               ? "Not separable, and proved so: the classes touch"
               : "Not separable, and proved so: no plane has every row on its side";
  return "Whether a plane separates the classes was not decided";
}

std::string mistakes_text(const Json& result, const Json& optimum) {
  const Json& model = result.at("models").at(0);
  const std::string learner = result.at("learner");
  const bool mistakes = model.at("mistakes") == model.at("updates") && learner != "margin";
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
    return fmt::format("{} passes over the rows with the learner {}{}.{}",
                       with_commas(result.at("epochs").get<std::uint64_t>()), learner,
                       result.at("converged") == true
                           ? ", the last without a mistake"
                           : ", and the last one still changed the weights",
                       answers);
  }
  std::string text = separability(optimum);
  if (optimum.at("separable") != true) return text + "." + answers;
  const Json margin = result.value("margin", Json());
  const double lower = margin.is_object() ? number(margin.at("lower")) : NAN;
  if (learner == "max-margin") return text + ", and this plane has it.";
  if (!(lower > 0) && result.at("training_error") == 0)
    return text + "; " + learner_name(result) +
           " has every row on its side, but one so near the plane that rounding decides." + answers;
  if (!(lower > 0))
    return text + "; " + learner_name(result) + " does not separate the classes." + answers;
  return fmt::format("{}; {} reached {}, {} of it,{}.", text, learner_name(result),
                     brief(lower, Round::down, 5), share_text(lower / number(optimum.at("upper"))),
                     mistakes_text(result, optimum));
}

std::string of_margin(const Json& record) {
  const Json& result = record.at("result");
  const Json& optimum = record.at("optimum");
  std::string text = separability(optimum, result.value("lift", Json()));
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
      text += fmt::format("; over {} of λ the margin perceptron reached {} to {} of it",
                          plural(result.at("sweep").size(), "value"), share_text(least),
                          share_text(most));
  } else if (result.contains("lambda") && result.at("margin").is_object()) {
    const double reached = number(result.at("margin").at("lower"));
    const double lambda = number(result.at("lambda"));
    text += fmt::format(
        "; the margin perceptron with λ = {} reached {}, {} of it, where {} were promised",
        brief(lambda), brief(reached, Round::down, 5), share_text(reached / best),
        share_text(1 / (lambda * lambda)));
  } else if (result.contains("optimum") && result.at("margin").is_object()) {
    const double reached = number(result.at("margin").at("lower"));
    text += reached > 0 ? fmt::format("; the plane of the model has {}, {} of it",
                                      brief(reached, Round::down, 5), share_text(reached / best))
                        : "; the plane of the model does not separate the classes";
  }
  text += ".";
  if (optimum.at("mistake_bound").is_number())
    text += fmt::format(
        " No perceptron makes more than {} mistakes here, in any order.",
        with_commas(static_cast<std::uint64_t>(std::floor(number(optimum.at("mistake_bound"))))));
  return text;
}

std::string capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string of_validation(const Json& result) {
  const Json& interval = result.at("interval");
  std::string text =
      fmt::format("Of rows it has not learned from, {} answers {} right (95 % interval {} to {}).",
                  result.at("learner").get<std::string>(), percent(number(result.at("accuracy"))),
                  percent(number(interval.at("lower"))), percent(number(interval.at("upper"))));
  for (const Json& other : result.value("comparisons", Json::array()))
    text += " " + capital(other.at("sentence").get<std::string>());
  return text;
}

std::string of_tuning(const Json& result) {
  std::string settings;
  for (const auto& [name, value] : result.at("best").items()) {
    if (value.is_null()) continue;
    settings += fmt::format("{}{} = {}", settings.empty() ? "" : ", ", name,
                            value.is_string() ? value.get<std::string>() : brief(number(value)));
  }
  std::uint64_t as_good = 0;
  for (const Json& row : result.at("grid")) as_good += row.at("accuracy") == result.at("accuracy");
  return fmt::format("Best of {}: {}{}. It answers {} of rows right that it has not learned from.",
                     plural(result.at("grid").size(), "setting"), settings,
                     as_good > 1 ? fmt::format(" (the first of {} as good)", as_good) : "",
                     percent(number(result.at("accuracy"))));
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
    return fmt::format("The certificate is {}: {}.",
                       result.at("valid") == true ? "valid" : "refused",
                       record.value("sentence", result.at("reason").get<std::string>()));
  if (command == "predict")
    return fmt::format("{} rows were given a class.", count_text(result.at("rows")));
  if (command == "generate")
    return fmt::format("{} rows of {} features were made: {}.", count_text(result.at("rows")),
                       count_text(result.at("features")), result.at("kind").get<std::string>());
  if (command == "convert")
    return fmt::format("{} rows of {} features stand in a cache of {} bytes.",
                       count_text(result.at("rows")), count_text(result.at("features")),
                       count_text(result.at("bytes")));
  if (command == "inspect") return fmt::format("What is in a {}.", result.value("kind", "file"));
  if (command == "demo") return "Built-in data, trained on and measured; demo --report draws it.";
  return fmt::format("The command {} ended with status {}.", command, record.at("exit").dump());
}

}  // namespace perceptron
