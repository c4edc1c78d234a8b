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

using Words = std::map<std::string, std::string>;

// The settings that these values, by the names of the command line, make of the usual
// ones. Weights of classes are entries of their own: names may have commas.
LearnSettings learn_settings(const Words& values, const std::vector<std::string>& class_weight);

// A message of the library as one would say it in Python: "--tolerance" is `tol` here.
std::string in_python(const Message& message);

// ---- rows.cc ----

using Labels = py::array_t<std::uint32_t, py::array::c_style>;
using Weights = py::array_t<double, py::array::c_style>;

// The rows of a NumPy array (two axes, C order, float32 or float64) or a SciPy CSR
// matrix (the same values; indices of 32 or 64 bits) where they lie. Nothing is copied
// but where rows of a matrix start, if that is in 32 bits.
Matrix borrow(const py::object& rows);

// Rows with the class of each, by number, and what else is known of them.
struct Task {
  py::object rows;
  Labels labels;
  std::vector<std::string> classes;
  std::optional<Weights> weights;
  std::vector<std::string> names;  // of the features; none: numbers
  std::string label;               // the name of what is to be told
};
Dataset dataset_of(const Task& task);

// ---- margins.cc ----

// (lower, upper), or None.
py::object tuple_of(const std::optional<Interval>& interval);

// An array that takes over what the vector holds.
template <class T>
py::array_t<T> take(std::vector<T>&& values) {
  auto* owner = new std::vector<T>(std::move(values));
  const py::capsule keeper(owner, [](void* p) { delete static_cast<std::vector<T>*>(p); });
  return py::array_t<T>(static_cast<py::ssize_t>(owner->size()), owner->data(), keeper);
}

}  // namespace perceptron::core::python
