#include "calls.h"

#include <csignal>

#include <chrono>

namespace perceptron::core::python {
namespace {

double now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(time).count();
}

}  // namespace

PythonListener::PythonListener(py::object progress) : progress_(std::move(progress)) {}
PythonListener::~PythonListener() = default;

void PythonListener::note(const Message& sentence) { notes_.push_back(sentence.marked()); }

void PythonListener::progress(std::string_view stage, std::uint64_t done, std::uint64_t total,
                              const std::function<std::string()>& /*detail*/) {
  constexpr double kPause = 0.1;
  if (progress_.is_none()) return;
  // The first and the last of a stage are always reported.
  if (stage == stage_ && now() < next_ && !(total > 0 && done == total)) return;
  stage_ = stage;
  next_ = now() + kPause;
  if (_Py_IsFinalizing() != 0) return;  // the interpreter is shutting down
  const py::gil_scoped_acquire gil;
  try {
    progress_(std::string(stage), done, total);
  } catch (py::error_already_set& error) {
    thrown_.emplace(error);
    throw Error(ErrorKind::interrupted, "the progress function ended it");
  }
}

void PythonListener::rethrow() {
  if (!thrown_) return;
  py::error_already_set error = *thrown_;
  thrown_.reset();
  throw error;
}

void PythonListener::warn() const {
  for (const std::string& sentence : notes_) {
    const py::object category = py::module_::import("perceptron._core").attr("Note");
    if (PyErr_WarnEx(category.ptr(), in_python(sentence).c_str(), 3) != 0)
      throw py::error_already_set();
  }
}

bool on_main_thread() {
  const py::object main = py::module_::import("threading").attr("main_thread")().attr("ident");
  return main.cast<unsigned long>() == PyThread_get_thread_ident();
}

void pass_on_interrupt() {
  std::raise(SIGINT);
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw py::error_already_set();
}

}  // namespace perceptron::core::python
