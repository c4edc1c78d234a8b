// Work of the library on behalf of Python: without the interpreter's lock, ended by
// Ctrl-C, telling how far it is.
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

// Hands progress to a function of Python, ten times a second at most; None: to nobody.
// Notes are kept until the work is done.
class PythonListener : public Listener {
 public:
  explicit PythonListener(py::object progress);
  PythonListener(const PythonListener&) = delete;
  PythonListener& operator=(const PythonListener&) = delete;
  ~PythonListener() override;

  void note(const Message& sentence) override;
  void progress(std::string_view stage, std::uint64_t done, std::uint64_t total,
                const std::function<std::string()>& detail) override;

  // Needs the lock. What the function of Python threw, if it did; and the notes as
  // warnings.
  void rethrow();
  void warn() const;

 private:
  py::object progress_;
  std::optional<py::error_already_set> thrown_;
  double next_ = 0;
  std::string stage_;
  std::vector<std::string> notes_;
};

// Signals to this process reach Python in its main thread only.
bool on_main_thread();
// Python hears of a Ctrl-C that came while it could not listen; throws what it makes of it.
void pass_on_interrupt();

// What `work` returns, given a listener.
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
