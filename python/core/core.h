// The parts of the extension module; each adds its functions to it.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/certificate.h>
#include "data/dataset.h"
#include "learn/settings.h"

namespace perceptron::core::python {

namespace py = pybind11;

void add_options(py::module_& module);
void add_rows(py::module_& module);
void add_models(py::module_& module);
void add_training(py::module_& module);  // after the models, which it returns
void add_validation(py::module_& module);
void add_margins(py::module_& module);
void add_data(py::module_& module);

// ---- options.cc ----

// Values as text, by the names of the options on the command line.
using OptionTexts = std::map<std::string, std::string>;

// The default settings with these options changed. Class weights are passed as separate
// entries, because class names may contain commas.
LearnSettings learn_settings(const OptionTexts& values,
                             const std::vector<std::string>& class_weight);
// The default limits with these changed.
Limits limits_from(const OptionTexts& values);

// The text of a message of the library with the names of Python: tolerance is `tol`.
std::string in_python(const Message& message);

// ---- rows.cc ----

using Labels = py::array_t<std::uint32_t, py::array::c_style>;
using Weights = py::array_t<double, py::array::c_style>;

// A view of the rows of a NumPy array (two axes, C order, float32 or float64) or a SciPy CSR
// matrix (the same values; indices of 32 or 64 bits). Values are not copied; indices and row
// boundaries are, because another thread could change them after they were checked.
Matrix borrow(const py::object& rows);

// Rows with their labels, which are indices into `classes`.
struct LabelledRows {
  py::object rows;
  Labels labels;
  std::vector<std::string> classes;
  std::optional<Weights> weights;
  std::vector<std::string> names;  // of the features; empty: they are numbered
  std::string label;               // the name of the label column
};
Dataset dataset_of(const LabelledRows& given);

// ---- margins.cc ----

// (lower, upper), or None.
py::object tuple_of(const std::optional<Interval>& interval);

// An array that takes over the memory of the vector.
template <class T>
py::array_t<T> take(std::vector<T>&& values) {
  auto* owner = new std::vector<T>(std::move(values));
  const py::capsule capsule(owner, [](void* p) { delete static_cast<std::vector<T>*>(p); });
  return py::array_t<T>(static_cast<py::ssize_t>(owner->size()), owner->data(), capsule);
}

}  // namespace perceptron::core::python
