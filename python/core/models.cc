#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <perceptron/names.h>
#include "calls.h"
#include "core.h"
#include "evaluate/explained_rows.h"
#include "model/file.h"
#include "model/model.h"
#include "model/scorer.h"
#include "multiclass/probabilities.h"
#include "report/summaries.h"

namespace perceptron::core::python {
namespace {

using Numbers = py::array_t<double>;
using Given = py::array_t<double, py::array::c_style | py::array::forcecast>;

Numbers table(std::uint64_t rows, std::uint64_t columns) {
  return Numbers({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)});
}

// ---- What a model has ----

py::object feature_names(const Model& model) {
  if (!model.schema.has_names()) return py::none();
  return py::cast(model.schema.feature_names());
}

py::dict options_of(const Model& model) {
  py::dict options;
  for (const auto& [name, value] : model.origin.options) options[py::str(name)] = value;
  return options;
}

py::dict origin_of(const Model& model) {
  const Origin& origin = model.origin;
  py::dict out;
  out["program"] = origin.program;
  out["data"] = origin.data;
  out["rows"] = origin.rows;
  out["epochs"] = origin.epochs;
  out["updates"] = origin.updates;
  out["converged"] = origin.converged;
  out["margin"] = tuple_of(origin.margin);
  return out;
}

// The classes on either side of each plane.
py::list sides_of(const Model& model) {
  py::list sides;
  const Scheme scheme = model.scheme();
  for (std::uint64_t m = 0; m < scheme.models(); ++m) {
    const auto [positive, negative] = scheme.sides(m);
    sides.append(py::make_tuple(positive, negative));
  }
  return sides;
}

// Weights for unscaled features: the model's scaling is folded into them. Scaling rows to
// length 1 is not linear, so there the weights are those for the scaled rows.
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

// The model with other weights, for unscaled features: the inverse of coefficients() and
// intercepts(). What is known of the old weights, their margin, certificate and probabilities by
// calibration, is not known of these.
std::shared_ptr<Model> with_planes(const Model& model, const Given& weights, const Given& offsets) {
  if (!model.has_planes())
    throw py::value_error("coef_: a kernel that is not linear has no weights of the features");
  const std::uint64_t planes = model.planes.size();
  const std::uint64_t features = model.features();
  const auto size = [](const Given& array, py::ssize_t axis) {
    return static_cast<std::uint64_t>(array.shape(axis));
  };
  if (weights.ndim() != 2 || size(weights, 0) != planes || size(weights, 1) != features)
    throw py::value_error(
        fmt::format("coef_: expected an array of shape ({}, {})", planes, features));
  if (offsets.ndim() != 1 || size(offsets, 0) != planes)
    throw py::value_error(fmt::format("intercept_: expected an array of shape ({},)", planes));
  auto changed = std::make_shared<Model>(model);
  const Scaling& scaling = changed->scaling;
  for (std::uint64_t m = 0; m < planes; ++m) {
    Plane& plane = changed->planes[m];
    const double* given = weights.data() + m * features;
    plane.offset = offsets.data()[m];
    for (std::uint64_t j = 0; j < features; ++j) {
      plane.weights[j] = given[j] * (scaling.scale.empty() ? 1 : scaling.scale[j]);
      if (!scaling.shift.empty()) plane.offset += given[j] * scaling.shift[j];
    }
    const auto finite = [](double value) { return std::isfinite(value); };
    if (!finite(plane.offset) || !std::all_of(plane.weights.begin(), plane.weights.end(), finite))
      throw py::value_error("coef_ and intercept_: expected finite numbers");
    plane.state = {};
  }
  changed->calibration.reset();
  changed->support.reset();  // the planes score from now on
  changed->origin.margin.reset();
  changed->origin.certificate.clear();
  return changed;
}

// ---- Scores and predictions ----

// Calls `use` with the planes' scores of blocks of rows, from several threads.
template <class Use>
void for_each_block(const Model& model, const py::object& rows, std::uint64_t threads,
                    const Use& use) {
  // So little work is done sooner than the interpreter lock is released and taken back.
  constexpr std::uint64_t kLittle = 1U << 14U;
  const Matrix matrix = borrow(rows);
  if (matrix.features() != model.features())
    throw py::value_error(fmt::format("X has {} features, the model was trained with {}",
                                      matrix.features(), model.features()));
  const auto score = [&] { score_rows(model, matrix, threads, use); };
  if ((matrix.rows() + 1) * model.planes.size() * model.features() <= kLittle) return score();
  call(py::none(), [&](Listener& /*listener*/) {
    score();
    return 0;
  });
}

// The same for the scores of each row.
template <class Use>
void for_each_score(const Model& model, const py::object& rows, std::uint64_t threads,
                    const Use& use) {
  for_each_block(model, rows, threads, [&](std::uint64_t first, const ScoredBlock& block) {
    for (std::uint64_t i = 0; i < block.size(); ++i) use(first + i, block[i]);
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
  for_each_score(model, rows, threads, [&](std::uint64_t i, std::span<const double> scores) {
    to[i] = scheme.decide(scores);
  });
  return out;
}

Numbers decision(const Model& model, const py::object& rows, std::uint64_t threads) {
  const Scheme scheme = model.scheme();
  const bool binary = scheme.layout() == ModelLayout::two_classes;
  const std::uint64_t width = binary ? 1 : model.classes.size();
  Numbers out = table(rows_of(rows), width);
  double* to = out.mutable_data();
  for_each_score(model, rows, threads, [&](std::uint64_t i, std::span<const double> scores) {
    if (binary) {
      to[i] = scores[0];
    } else {
      scheme.class_scores(scores, {to + i * width, width});
    }
  });
  if (!binary) return out;
  return out.reshape({static_cast<py::ssize_t>(rows_of(rows))});
}

std::optional<Numbers> probabilities(const Model& model, const py::object& rows,
                                     std::uint64_t threads) {
  const auto calibration = model.to_probabilities();
  if (!calibration) return std::nullopt;
  const std::uint64_t width = model.classes.size();
  Numbers out = table(rows_of(rows), width);
  double* to = out.mutable_data();
  const Scheme scheme = model.scheme();
  for_each_block(model, rows, threads, [&](std::uint64_t first, const ScoredBlock& block) {
    Probabilities maker(scheme, *calibration);  // keeps a workspace: one of each thread
    for (std::uint64_t i = 0; i < block.size(); ++i)
      maker.make(block[i], {to + (first + i) * width, width});
  });
  return out;
}

// A JSON list of the explanations of the rows, as explain prints them.
std::string explanations(const Model& model, const py::object& rows, std::uint64_t most) {
  Dataset data;
  data.matrix = borrow(rows);
  data.name = "X";
  ExplainSettings settings;
  settings.most = most;
  return call(py::none(), [&](Listener& /*listener*/) {
    Json list = Json::array();
    for (const RowExplanation& row : explain(model, data, settings).rows)
      list.push_back(json_of(explained_row_record(row)));
    return list.dump();
  });
}

// ---- The class in Python ----

using ModelClass = py::class_<Model, std::shared_ptr<Model>>;

void add_files(ModelClass& type) {
  type.def_static(
          "load",
          [](const std::string& path, const OptionTexts& limits) {
            return call(py::none(), [&](Listener& /*listener*/) {
              return std::make_shared<Model>(load_model(path, limits_from(limits)));
            });
          },
          py::arg("path"), py::arg("limits") = OptionTexts())
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
                      }));
}

void add_properties(ModelClass& type) {
  const auto property = [&](const char* name, const auto& value) {
    type.def_property_readonly(name, value);
  };
  property("classes", [](const Model& model) { return model.classes; });
  property("multiclass", [](const Model& model) { return std::string(name_of(model.multiclass)); });
  property("has_offset", [](const Model& model) { return model.has_offset; });
  property("features", &Model::features);
  property("feature_names", &feature_names);
  property("named", [](const Model& model) {
    return model.schema.dictionary || (model.schema.table && model.schema.named);
  });
  property("scale", [](const Model& model) { return std::string(name_of(model.scaling.kind)); });
  property("has_planes", [](const Model& model) { return model.has_planes(); });
  property("support_rows",
           [](const Model& model) { return model.support ? model.support->rows.rows() : 0; });
  property("learner", [](const Model& model) { return model.origin.learner; });
  property("certificate", [](const Model& model) { return model.origin.certificate; });
  property("options", &options_of);
  property("origin", &origin_of);
  property("has_probabilities",
           [](const Model& model) { return model.to_probabilities().has_value(); });
  property("sides", &sides_of);
  property("coefficients", &coefficients);
  property("intercepts", &intercepts);
  type.def("with_planes", &with_planes, py::arg("coefficients"), py::arg("intercepts"));
}

void add_predictions(ModelClass& type) {
  type.def("predict", &predict, py::arg("rows"), py::arg("threads") = 1)
      .def("decision", &decision, py::arg("rows"), py::arg("threads") = 1)
      .def("probabilities", &probabilities, py::arg("rows"), py::arg("threads") = 1)
      .def("explanations", &explanations, py::arg("rows"), py::arg("most") = 10);
}

}  // namespace

void add_models(py::module_& module) {
  ModelClass type(module, "Model", "A trained classifier: what a model file holds.");
  add_files(type);
  add_properties(type);
  add_predictions(type);
}

}  // namespace perceptron::core::python
