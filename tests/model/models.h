// Models of every kind, for tests of their files.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/file.h"
#include "support.h"

namespace perceptron::core::test {

inline Model dense_model() {
  Model model;
  model.planes.resize(1);
  model.classes = {"a", "b"};
  model.schema = Schema::numbered_table(2);
  model.planes[0].weights = {0.1, -2e-300};
  model.planes[0].offset = -0.0;
  model.origin.learner = "perceptron";
  return model;
}

inline Model sparse_model() {
  Model model = dense_model();
  model.schema = {};
  model.schema.features = 3;
  model.schema.index_base = 0;
  model.planes[0].weights = {1, 0, 1.0 / 3};
  model.has_offset = false;
  return model;
}

inline Model table_model() {
  Model model = dense_model();
  Schema& schema = model.schema;
  schema.named = true;
  schema.file_columns = 4;
  schema.label_name = "the \"class\", ü";
  schema.label_position = 1;
  schema.weight_position = 2;
  schema.weight_name = "how \"much\"";
  schema.missing = MissingPolicy::mean;
  schema.columns = {{"length", 0, ColumnType::number, {}, {}, {0.1 + 0.2}},
                    {"colour", 3, ColumnType::category, {"blue", "red\\", "\xe2\x82\xac"}, {}, {}}};
  model.planes[0].weights = {1, 2, 3, 4};
  model.classes = {"no", "yes, \"indeed\""};
  model.origin = {"perceptron 9",
                  "averaged",
                  {{"epochs", "7"}, {"columns", "a,b"}},
                  "/data/x.csv",
                  "00ff",
                  10,
                  7,
                  3,
                  true,
                  Interval{-0.5, 1e-310},
                  "{\"certificate\": 1}"};
  return model;
}

inline Model named_model() {
  Model model = sparse_model();
  model.schema = {};
  model.schema.dictionary = Dictionary({"\"red\\", "a^b", "caf\xc3\xa9"});
  return model;
}

inline Model scaled_model() {
  Model model = dense_model();
  model.scaling = {ScalingKind::standard, {0.5, -1}, {2, 1e-9}, {}, {}};
  return model;
}

inline Model single_model() {
  Model model = scaled_model();
  model.single_precision = true;
  model.planes[0].weights = {0.1F, -3};
  return model;
}

// Three pairs of classes with what going on needs, and calibrated.
inline Model pairs_model() {
  Model model = dense_model();
  model.classes = {"a", "b c", "\"ü\""};
  model.multiclass = Multiclass::one_vs_one;
  model.planes.clear();
  for (const double w : {1.0, 2.5, -1.0 / 3}) {
    Plane plane{{w, -w}, w / 7, {}};
    plane.state.epochs = 3;
    plane.state.steps = static_cast<std::uint64_t>(w > 0 ? 12 * w : 5);
    plane.state.vectors["last"] = {w, 1, 2};
    model.planes.push_back(plane);
  }
  model.calibration = Calibration{
      CalibrationKind::isotonic, {}, std::vector<Isotonic>(3, {{-1, 0.1}, {0.25, 0.7}}), 1};
  return model;
}

inline Model classes_model() {
  Model model = pairs_model();
  model.multiclass = Multiclass::one_vs_rest;
  model.calibration =
      Calibration{CalibrationKind::sigmoid, {{-1, 0}, {-2, 0.1}, {-0.3, 1e-300}}, {}, 1};
  model.single_precision = true;
  for (Plane& plane : model.planes) {
    for (double& w : plane.weights) w = static_cast<float>(w);
  }
  return model;
}

// Only the number is scaled, as its column says.
inline Model column_scaled_model() {
  Model model = table_model();
  model.schema.columns[0].scaling = ScalingKind::maxabs;
  model.schema.missing_values = {"-", "-999"};
  model.scaling = {ScalingKind::none, {}, {4, 1, 1, 1}, {}, {}};
  return model;
}

// Rows with a polynomial kernel.
inline Model kernel_model() {
  Model model = dense_model();
  model.planes[0].weights = {0, 0};
  SupportPlanes support;
  support.kernel = {KernelKind::polynomial, 3, 0.5, 2};
  support.rows = Matrix(Matrix::Layout::dense, 2);
  for (const double x : {1.0, 0.1}) {
    support.rows.push(0, x);
    support.rows.push(1, -x / 3);
    support.rows.end_row();
  }
  support.squares = squared_lengths(support.rows.view());
  support.planes = {{{1, -2}, model.planes[0].offset, {}}};
  model.support = std::make_shared<SupportPlanes>(support);
  return model;
}

// Sparse rows, one of them empty, and votes of three models.
inline Model voted_model() {
  Model model = pairs_model();
  model.calibration.reset();
  for (Plane& plane : model.planes) plane.state = {};
  SupportPlanes support;
  support.voted = true;
  support.rows = Matrix(Matrix::Layout::sparse, 2);
  support.rows.push(1, 0.1);
  support.rows.end_row();
  support.rows.end_row();
  support.squares = squared_lengths(support.rows.view());
  support.planes.resize(3);
  support.planes[0].votes = {{0, 1, 3}, {1, -0.5, 7}};
  support.planes[2].votes = {{1, 1, 10}};
  for (std::size_t m = 0; m < 3; ++m) support.planes[m].offset = 0;
  model.support = std::make_shared<SupportPlanes>(support);
  return model;
}

inline std::vector<std::pair<const char*, Model>> all_models() {
  return {{"dense", dense_model()},
          {"sparse", sparse_model()},
          {"table", table_model()},
          {"scaled", scaled_model()},
          {"single", single_model()},
          {"pairs", pairs_model()},
          {"classes", classes_model()},
          {"named", named_model()},
          {"column-scaled", column_scaled_model()},
          {"kernel", kernel_model()},
          {"voted", voted_model()}};
}

// The error that decoding these bytes ends in; empty if it does not.
inline Failure decode_failure(std::string_view bytes) {
  try {
    decode_model(bytes, "file.model");
  } catch (const Error& error) {
    return {error.kind(), in_options(error.message())};
  }
  return {};
}

}  // namespace perceptron::core::test
