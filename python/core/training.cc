#include "base/options.h"
#include "base/version.h"
#include "calls.h"
#include "core.h"
#include "model/origin.h"
#include "model/train.h"
#include "solve/solver.h"

namespace perceptron::core::python {
namespace {

template <class T>
py::object maybe(const std::optional<T>& value) {
  if (!value) return py::none();
  return py::cast(*value);
}

py::dict describe(PlaneTraining&& plane) {
  py::dict out;
  Fit& fit = plane.fit;
  out["converged"] = fit.converged;
  out["epochs"] = fit.epochs;
  out["updates"] = fit.updates;
  out["mistakes"] = take(std::move(fit.mistakes));
  out["alpha"] = take(std::move(fit.alpha));
  out["solver"] = fit.optimisation ? py::cast(name_of(fit.optimisation->solver)) : py::none();
  out["passes"] = fit.optimisation ? py::cast(fit.optimisation->passes) : py::none();
  out["held_out"] = maybe(fit.held_out);
  py::list history;
  for (const ConvergencePoint& at : fit.history)
    history.append(py::make_tuple(at.passes, at.primal, at.dual));
  out["history"] = history;
  out["margin"] = plane.evidence ? tuple_of(plane.evidence->margin) : py::none();
  out["own_margin"] = plane.evidence ? tuple_of(plane.evidence->plane) : py::none();
  out["radius"] = plane.evidence ? py::cast(plane.evidence->radius) : py::none();
  out["mistake_bound"] = plane.evidence ? maybe(plane.evidence->mistake_bound) : py::none();
  if (plane.optimality) {
    const auto& [upper, lower, beta] = *plane.optimality;
    out["objective"] = py::make_tuple(lower, upper);
    out["gap"] = relative_gap(upper, lower);
  } else {
    out["objective"] = py::none();
    out["gap"] = py::none();
  }
  return out;
}

struct TrainRequest {
  OptionTexts settings;
  std::vector<std::string> class_weight;
  std::string scale;
  std::uint64_t threads = 1;
  std::shared_ptr<Model> start;  // may be null
  bool certify = false;
  bool partial = false;
};

py::tuple train_model(const LabelledRows& given, const TrainRequest& request,
                      const py::object& progress) {
  Dataset data = dataset_of(given);
  TrainOptions options;
  options.learn = learn_settings(request.settings, request.class_weight);
  options.scale = parse_named<ScalingKind>("scale", request.scale);
  options.program = program_name();
  options.threads = request.threads;
  options.start = request.start.get();
  options.certify = request.certify;
  options.partial = request.partial;
  options.history = true;
  const std::uint64_t rows = data.rows();
  Training training =
      call(progress, [&](Listener& listener) { return train(data, options, listener); });
  ReadSettings reading;
  reading.scale = options.scale;
  record_options(options.learn, reading, training.model);
  py::dict report;
  py::list planes;
  for (PlaneTraining& plane : training.planes) planes.append(describe(std::move(plane)));
  report["planes"] = planes;
  report["joint"] = py::none();
  if (training.joint_optimality) {
    const auto& [upper, lower, beta] = *training.joint_optimality;
    report["joint"] = py::make_tuple(lower, upper, relative_gap(upper, lower));
  }
  report["converged"] = training.converged;
  report["accuracy"] = static_cast<double>(training.correct) / static_cast<double>(rows);
  report["training_error"] = static_cast<double>(training.wrong) / static_cast<double>(rows);
  report["certificate"] =
      training.certificate.empty() ? training.model.origin.certificate : training.certificate;
  return py::make_tuple(std::make_shared<Model>(std::move(training.model)), report);
}

}  // namespace

void add_training(py::module_& module) {
  module.def(
      "train",
      [](const py::object& rows, const Labels& labels, const std::vector<std::string>& classes,
         const std::optional<Weights>& weights, const std::vector<std::string>& names,
         const std::string& label, const OptionTexts& settings,
         const std::vector<std::string>& class_weight, const std::string& scale,
         std::uint64_t threads, const std::shared_ptr<Model>& start, bool certify, bool partial,
         const py::object& progress) {
        return train_model({rows, labels, classes, weights, names, label},
                           {settings, class_weight, scale, threads, start, certify, partial},
                           progress);
      },
      py::kw_only(), py::arg("rows"), py::arg("labels"), py::arg("classes"),
      py::arg("weights") = py::none(), py::arg("names") = std::vector<std::string>(),
      py::arg("label") = "", py::arg("settings") = OptionTexts(),
      py::arg("class_weight") = std::vector<std::string>(), py::arg("scale") = "none",
      py::arg("threads") = 1, py::arg("start") = std::shared_ptr<Model>(),
      py::arg("certify") = false, py::arg("partial") = false, py::arg("progress") = py::none(),
      "Trains a model. Returns it and a report of its training.");
}

}  // namespace perceptron::core::python
