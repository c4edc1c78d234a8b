#include "calls.h"
#include "core.h"
#include "evaluate/cross.h"
#include "evaluate/split.h"
#include "model/checks.h"
#include "model/conflicts.h"

namespace perceptron::python {
namespace {

py::list folds_of(const Outcome& outcome) {
  py::list folds;
  for (const FoldOutcome& fold : outcome.folds) {
    py::dict each;
    const bool finite = fold.finite && fold.finite_weights;
    each["accuracy"] = finite ? py::cast(fold.accuracy()) : py::none();
    each["training_accuracy"] =
        fold.finite_training && finite ? py::cast(fold.training_accuracy()) : py::none();
    each["rows"] = fold.rows;
    each["learned_from"] = fold.learned_from;
    each["models"] = fold.models;
    each["converged"] = fold.converged;
    folds.append(each);
  }
  return folds;
}

}  // namespace

void add_trials(py::module_& module) {
  module.def(
      "cross_validate",
      [](const py::object& rows, const Labels& labels, const std::vector<std::string>& classes,
         const std::optional<Weights>& weights, const Labels& part_of_row, std::uint32_t parts,
         const std::vector<std::tuple<Words, std::vector<std::string>, std::string>>& settings,
         std::uint64_t threads, bool keep_answers, bool measure_training, bool path,
         const py::object& progress) {
        const Dataset data = dataset_of({rows, labels, classes, weights, {}, ""});
        require_features(data);
        require_classes(data);
        require_all_present(data);
        std::vector<Candidate> candidates;
        for (const auto& [words, class_weight, scale] : settings) {
          candidates.push_back(
              {learn_settings(words, class_weight), parse_named<ScalingKind>("scale", scale)});
          require_agreement(candidates.back().learn, demands_of(data));
          require_room(data, {candidates.back().learn.multiclass, data.classes.size()},
                       candidates.back().learn);
        }
        Split split;
        split.part_of_row.assign(part_of_row.data(), part_of_row.data() + part_of_row.size());
        split.parts = parts;
        if (split.rows() != data.rows()) throw py::value_error("expected the part of every row");
        for (const std::uint32_t part : split.part_of_row) {
          if (part >= parts && part != Split::kNever)
            throw py::value_error("a row is in a part that there is not");
        }
        CrossOptions options;
        options.threads = threads;
        options.keep_answers = keep_answers;
        options.measure_training = measure_training;
        options.path = path;
        auto outcomes = call(progress, [&](Listener& listener) {
          return cross_validate(data, split, candidates, options, listener);
        });
        py::list results;
        for (Outcome& outcome : outcomes) {
          py::dict each;
          each["folds"] = folds_of(outcome);
          if (keep_answers) {
            each["predicted"] = take(std::move(outcome.answers.predicted));
            each["scores"] = take(std::move(outcome.answers.scores));
            each["probabilities"] = take(std::move(outcome.answers.probabilities));
          }
          results.append(each);
        }
        return results;
      },
      py::kw_only(), py::arg("rows"), py::arg("labels"), py::arg("classes"),
      py::arg("weights") = py::none(), py::arg("part_of_row"), py::arg("parts"),
      py::arg("settings"), py::arg("threads") = 1, py::arg("keep_answers") = false,
      py::arg("measure_training") = false, py::arg("path") = false,
      py::arg("progress") = py::none(),
      "Trains every setting once for each part of the rows, without it, and tries it there. "
      "A row of part 4294967295 is learned from always.");
}

}  // namespace perceptron::python
