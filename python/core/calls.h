// Calls of the library from Python: without the global interpreter lock, interruptible by
// Ctrl-C, with progress.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/listener.h"
#include "core.h"

namespace perceptron::core::python {

// Reports progress to a Python function, at most ten times a second, unless it is None. Notes
// are kept until the call returns.
class PythonListener : public Listener {
 public:
  explicit PythonListener(py::object progress);
  PythonListener(const PythonListener&) = delete;
  PythonListener& operator=(const PythonListener&) = delete;
  ~PythonListener() override;

  void note(const Message& sentence) override;
  void progress(std::string_view stage, std::uint64_t done, std::uint64_t total,
                const std::function<std::string()>& detail) override;

  // Both need the interpreter lock. rethrow() throws the exception of the progress function, if
  // there was one; warn() issues the notes as warnings.
  void rethrow();
  void warn() const;

 private:
  py::object progress_;
  std::optional<py::error_already_set> thrown_;
  double next_ = 0;
  std::string stage_;
  std::vector<std::string> notes_;
};

// Python handles signals only in its main thread.
bool on_main_thread();
// Passes a Ctrl-C that arrived during the call on to Python, and throws what its handler raises.
void pass_on_interrupt();

// Runs `work` with a listener, without the interpreter lock, and returns its result.
template <class Work>
auto call(const py::object& progress, const Work& work) {
  PythonListener listener(progress);
  std::optional<InterruptScope> scope;
  if (on_main_thread()) scope.emplace();
  const auto end = [&] {
    const bool interrupted = scope && scope->interrupted();
    scope.reset();
    listener.rethrow();
    if (interrupted) pass_on_interrupt();
  };
  try {
    auto result = [&] {
      const py::gil_scoped_release release;
      return work(static_cast<Listener&>(listener));
    }();
    end();
    listener.warn();
    return result;
  } catch (const Error&) {
    end();
    throw;
  }
}

}  // namespace perceptron::core::python
