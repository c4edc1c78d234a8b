#include "calls.h"
#include "core.h"
#include "evaluate/cross_validation.h"
#include "evaluate/folds.h"
#include "evaluate/split.h"

namespace perceptron::core::python {
namespace {

py::list folds_of(const FoldResults& results) {
  py::list folds;
  for (const FoldResult& fold : results.folds) {
    py::dict each;
    const bool finite = fold.finite && fold.finite_weights;
    each["accuracy"] = finite ? py::cast(fold.accuracy()) : py::none();
    each["training_accuracy"] =
        fold.finite_training && finite ? py::cast(fold.training_accuracy()) : py::none();
    each["test_rows"] = fold.test_rows;
    each["training_rows"] = fold.training_rows;
    each["models"] = fold.models;
    each["converged"] = fold.converged;
    folds.append(each);
  }
  return folds;
}

}  // namespace

void add_validation(py::module_& module) {
  module.def(
      "cross_validate",
      [](const py::object& rows, const Labels& labels, const std::vector<std::string>& classes,
         const std::optional<Weights>& weights, const Labels& fold_of_row, std::uint32_t folds,
         const std::vector<std::tuple<OptionTexts, std::vector<std::string>, std::string>>&
             settings,
         std::uint64_t threads, bool keep_predictions, bool measure_training, bool path,
         const py::object& progress) {
        const Dataset data = dataset_of({rows, labels, classes, weights, {}, ""});
        std::vector<Candidate> candidates;
        for (const auto& [options, class_weight, scale] : settings) {
          candidates.push_back(
              {learn_settings(options, class_weight), parse_named<ScalingKind>("scale", scale)});
        }
        require_trainable(data, candidates);
        Split split;
        split.fold_of_row.assign(fold_of_row.data(), fold_of_row.data() + fold_of_row.size());
        split.folds = folds;
        if (split.rows() != data.rows()) throw py::value_error("expected the fold of every row");
        for (const std::uint32_t fold : split.fold_of_row) {
          if (fold >= folds && fold != Split::kNoFold)
            throw py::value_error("a row is in a fold that does not exist");
        }
        FoldOptions fold_options;
        fold_options.threads = threads;
        fold_options.keep_predictions = keep_predictions;
        fold_options.measure_training = measure_training;
        fold_options.path = path;
        auto all = call(progress, [&](Listener& listener) {
          return run_folds(data, split, candidates, fold_options, listener);
        });
        py::list list;
        for (FoldResults& results : all) {
          py::dict each;
          each["folds"] = folds_of(results);
          if (keep_predictions) {
            each["predicted"] = take(std::move(results.predictions.classes));
            each["scores"] = take(std::move(results.predictions.scores));
            each["probabilities"] = take(std::move(results.predictions.probabilities));
          }
          list.append(each);
        }
        return list;
      },
      py::kw_only(), py::arg("rows"), py::arg("labels"), py::arg("classes"),
      py::arg("weights") = py::none(), py::arg("fold_of_row"), py::arg("folds"),
      py::arg("settings"), py::arg("threads") = 1, py::arg("keep_predictions") = false,
      py::arg("measure_training") = false, py::arg("path") = false,
      py::arg("progress") = py::none(),
      "Cross-validation: trains every setting on all rows except those of a fold and tests it on "
      "these, for each fold. Rows of fold 4294967295 are in every training set.");
}

}  // namespace perceptron::core::python
