// The extension module: a thin binding of the library. Convenience functions are in the
// package around it.

#include "base/error.h"
#include "base/threads.h"
#include "base/version.h"
#include "core.h"

PYBIND11_MODULE(_core, module) {
  namespace py = pybind11;
  using perceptron::ErrorKind;
  using namespace perceptron::core;  // NOLINT: the module is all of it
  module.doc() = "The C++ library of the package perceptron.";
  module.attr("__version__") = std::string(kVersionText);
  // Before 2.12 pybind11 does not know NumPy 2.
  module.attr("takes_numpy_2") = PYBIND11_VERSION_HEX >= 0x020C0000;
  module.def("available_threads", &available_threads,
             "The number of processors that this process may use.");

  static PyObject* const inseparable = PyErr_NewExceptionWithDoc(
      "perceptron.Inseparable",
      "No plane separates the classes. `fact` is the message without advice.", PyExc_ValueError,
      nullptr);
  static PyObject* const note = PyErr_NewExceptionWithDoc(
      "perceptron.Note",
      "A note about a choice that the library made, or something that it skipped.",
      PyExc_UserWarning, nullptr);
  module.attr("Inseparable") = py::handle(inseparable);
  module.attr("Note") = py::handle(note);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      PyObject* const kind = error.kind() == ErrorKind::negative      ? inseparable
                             : error.kind() == ErrorKind::io          ? PyExc_OSError
                             : error.kind() == ErrorKind::interrupted ? PyExc_KeyboardInterrupt
                                                                      : PyExc_ValueError;
      const py::object exception = py::handle(kind)(python::in_python(error.message()));
      if (kind == inseparable) exception.attr("fact") = python::in_python(error.fact());
      PyErr_SetObject(kind, exception.ptr());
    }
  });

  python::add_options(module);
  python::add_rows(module);
  python::add_models(module);
  python::add_training(module);
  python::add_validation(module);
  python::add_margins(module);
  python::add_data(module);
}
