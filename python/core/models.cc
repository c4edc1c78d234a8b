#include <fmt/format.h>

#include "base/options.h"
#include "base/threads.h"
#include "base/version.h"
#include "calls.h"
#include "core.h"
#include "learn/learners.h"
#include "model/file.h"
#include "model/origin.h"
#include "model/scorer.h"
#include "model/train.h"
#include "multiclass/probabilities.h"
#include "solve/solver.h"

namespace perceptron::core::python {
namespace {

using Numbers = py::array_t<double>;

Numbers table(std::uint64_t rows, std::uint64_t columns) {
  return Numbers({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)});
}

// ---- What a model knows ----

// Weights of features as they come: the scaling of the model is put into them. Rows
// that are brought to length 1 are another matter; of those the weights are as they are.
Numbers coefficients(const Model& model) {
  Numbers out = table(model.planes.size(), model.features());
  double* to = out.mutable_data();
  const Scaling& scaling = model.scaling;
  for (const Plane& plane : model.planes) {
    for (std::uint64_t j = 0; j < plane.weights.size(); ++j)
      *to++ = plane.weights[j] / (scaling.scale.empty() ? 1 : scaling.scale[j]);
  }
  return out;
}

Numbers intercepts(const Model& model) {
  Numbers out(static_cast<py::ssize_t>(model.planes.size()));
  const Scaling& scaling = model.scaling;
  double* to = out.mutable_data();
  for (const Plane& plane : model.planes) {
    double offset = plane.offset;
    for (std::uint64_t j = 0; j < scaling.shift.size(); ++j)
      offset -= plane.weights[j] * (scaling.shift[j] / scaling.scale[j]);
    *to++ = offset;
  }
  return out;
}

// ---- What it answers ----

// Hands the planes' scores of each row to `use`, from several threads.
template <class Use>
void each_answer(const Model& model, const py::object& rows, std::uint64_t threads,
                 const Use& use) {
  const Matrix matrix = borrow(rows);
  if (matrix.features() != model.features())
    throw py::value_error(fmt::format("X has {} features, the model was trained with {}",
                                      matrix.features(), model.features()));
  call(py::none(), [&](Listener& /*listener*/) {
    score_rows(model, matrix, threads, [&](std::uint64_t first, const ScoredBlock& block) {
      for (std::uint64_t i = 0; i < block.size(); ++i) use(first + i, block[i]);
    });
    return 0;
  });
}

std::uint64_t rows_of(const py::object& rows) {
  return rows.attr("shape").cast<std::pair<std::uint64_t, std::uint64_t>>().first;
}

py::array_t<std::uint32_t> predict(const Model& model, const py::object& rows,
                                   std::uint64_t threads) {
  py::array_t<std::uint32_t> out(static_cast<py::ssize_t>(rows_of(rows)));
  auto* to = out.mutable_data();
  const Scheme scheme = model.scheme();
  each_answer(model, rows, threads, [&](std::uint64_t i, std::span<const double> scores) {
    to[i] = scheme.decide(scores);
  });
  return out;
}

Numbers decision(const Model& model, const py::object& rows, std::uint64_t threads) {
  const Scheme scheme = model.scheme();
  const bool binary = scheme.kind() == Scheme::Kind::binary;
  const std::uint64_t width = binary ? 1 : model.classes.size();
  Numbers out = table(rows_of(rows), width);
  double* to = out.mutable_data();
  each_answer(model, rows, threads, [&](std::uint64_t i, std::span<const double> scores) {
    if (binary) {
      to[i] = scores[0];
    } else {
      scheme.class_scores(scores, {to + i * width, width});
    }
  });
  if (!binary) return out;
  return out.reshape({static_cast<py::ssize_t>(rows_of(rows))});
}

std::optional<Numbers> probabilities(const Model& model, const py::object& rows) {
  const auto calibration = model.to_probabilities();
  if (!calibration) return std::nullopt;
  const std::uint64_t width = model.classes.size();
  Numbers out = table(rows_of(rows), width);
  double* to = out.mutable_data();
  Probabilities maker(model.scheme(), *calibration);  // keeps a workspace: one thread
  each_answer(model, rows, 1, [&](std::uint64_t i, std::span<const double> scores) {
    maker.make(scores, {to + i * width, width});
  });
  return out;
}

// ---- How one comes to be ----

py::object interval(const std::optional<Interval>& found) {
  if (!found) return py::none();
  return py::make_tuple(found->lower, found->upper);
}

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
  out["margin"] = plane.evidence ? interval(plane.evidence->margin) : py::none();
  out["own_margin"] = plane.evidence ? interval(plane.evidence->plane) : py::none();
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
  Words settings;
  std::vector<std::string> class_weight;
  std::string scale;
  std::uint64_t threads = 1;
  std::shared_ptr<Model> start;  // may be null
  bool certify = false;
  bool partial = false;
};

py::tuple train_model(const Task& task, const TrainRequest& request, const py::object& progress) {
  Dataset data = dataset_of(task);
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
  record_options(options.learn, reading, training.model.origin);
  py::dict told;
  py::list planes;
  for (PlaneTraining& plane : training.planes) planes.append(describe(std::move(plane)));
  told["planes"] = planes;
  told["converged"] = training.converged;
  told["accuracy"] = static_cast<double>(training.correct) / static_cast<double>(rows);
  told["training_error"] = static_cast<double>(training.wrong) / static_cast<double>(rows);
  told["certificate"] =
      training.certificate.empty() ? training.model.origin.certificate : training.certificate;
  return py::make_tuple(std::make_shared<Model>(std::move(training.model)), told);
}

}  // namespace

void add_models(py::module_& module) {
  py::class_<Model, std::shared_ptr<Model>>(module, "Model",
                                            "A trained classifier: what a model file holds.")
      .def_static(
          "load",
          [](const std::string& path) {
            return call(py::none(), [&](Listener& /*listener*/) {
              return std::make_shared<Model>(load_model(path));
            });
          },
          py::arg("path"))
      .def_static(
          "decode",
          [](const py::bytes& bytes) {
            return std::make_shared<Model>(decode_model(std::string_view(bytes), "the model"));
          },
          py::arg("bytes"))
      .def("encode", [](const Model& model) { return py::bytes(encode_model(model)); })
      .def(
          "save",
          [](const Model& model, const std::string& path) {
            call(py::none(), [&](Listener& /*listener*/) {
              save_model(model, path);
              return 0;
            });
          },
          py::arg("path"))
      .def(py::pickle([](const Model& model) { return py::bytes(encode_model(model)); },
                      [](const py::bytes& bytes) {
                        return std::make_shared<Model>(
                            decode_model(std::string_view(bytes), "the pickled model"));
                      }))
      .def_readonly("classes", &Model::classes)
      .def_property_readonly(
          "multiclass", [](const Model& model) { return std::string(name_of(model.multiclass)); })
      .def_readonly("has_offset", &Model::has_offset)
      .def_property_readonly("features", &Model::features)
      .def_property_readonly("feature_names",
                             [](const Model& model) -> py::object {
                               if (!model.schema.table) return py::none();
                               return py::cast(model.schema.feature_names());
                             })
      .def_property_readonly(
          "named", [](const Model& model) { return model.schema.table && model.schema.named; })
      .def_property_readonly(
          "scale", [](const Model& model) { return std::string(name_of(model.scaling.kind)); })
      .def_property_readonly("learner", [](const Model& model) { return model.origin.learner; })
      .def_property_readonly("certificate",
                             [](const Model& model) { return model.origin.certificate; })
      .def_property_readonly("options",
                             [](const Model& model) {
                               py::dict options;
                               for (const auto& [name, value] : model.origin.options)
                                 options[py::str(name)] = value;
                               return options;
                             })
      .def_property_readonly("origin",
                             [](const Model& model) {
                               const Origin& origin = model.origin;
                               py::dict told;
                               told["program"] = origin.program;
                               told["data"] = origin.data;
                               told["rows"] = origin.rows;
                               told["epochs"] = origin.epochs;
                               told["updates"] = origin.updates;
                               told["converged"] = origin.converged;
                               told["margin"] = interval(origin.margin);
                               return told;
                             })
      .def_property_readonly(
          "has_probabilities",
          [](const Model& model) { return model.to_probabilities().has_value(); })
      .def_property_readonly("sides",
                             [](const Model& model) {
                               py::list sides;
                               const Scheme scheme = model.scheme();
                               for (std::uint64_t m = 0; m < scheme.models(); ++m) {
                                 const auto [positive, negative] = scheme.sides(m);
                                 sides.append(py::make_tuple(positive, negative));
                               }
                               return sides;
                             })
      .def_property_readonly("coefficients", &coefficients)
      .def_property_readonly("intercepts", &intercepts)
      .def("predict", &predict, py::arg("rows"), py::arg("threads") = 1)
      .def("decision", &decision, py::arg("rows"), py::arg("threads") = 1)
      .def("probabilities", &probabilities, py::arg("rows"));

  module.def(
      "train",
      [](const py::object& rows, const Labels& labels, const std::vector<std::string>& classes,
         const std::optional<Weights>& weights, const std::vector<std::string>& names,
         const std::string& label, const Words& settings,
         const std::vector<std::string>& class_weight, const std::string& scale,
         std::uint64_t threads, const std::shared_ptr<Model>& start, bool certify, bool partial,
         const py::object& progress) {
        return train_model({rows, labels, classes, weights, names, label},
                           {settings, class_weight, scale, threads, start, certify, partial},
                           progress);
      },
      py::kw_only(), py::arg("rows"), py::arg("labels"), py::arg("classes"),
      py::arg("weights") = py::none(), py::arg("names") = std::vector<std::string>(),
      py::arg("label") = "", py::arg("settings") = Words(),
      py::arg("class_weight") = std::vector<std::string>(), py::arg("scale") = "none",
      py::arg("threads") = 1, py::arg("start") = std::shared_ptr<Model>(),
      py::arg("certify") = false, py::arg("partial") = false, py::arg("progress") = py::none(),
      "Trains a model. Returns it and what happened on the way.");
}

}  // namespace perceptron::core::python
