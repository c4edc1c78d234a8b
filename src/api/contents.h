// The private members of the classes of the public API.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <perceptron/dataset.h>
#include <perceptron/model.h>
#include <perceptron/progress.h>
#include "api/spelling.h"
#include "base/listener.h"
#include "data/dataset.h"
#include "model/model.h"
#include "model/train.h"

namespace perceptron {

struct Dataset::Contents {
  core::Dataset rows;
  ReadSettings reading = {};  // of the file, for models and certificates
  std::vector<std::string> notes = {};
};

struct Model::Contents {
  core::Model model;
};

namespace api {

// Keeps the notes of a call for its result, and reports its progress.
class CallListener : public core::Listener {
 public:
  explicit CallListener(ProgressCallback progress = {}) : progress_(std::move(progress)) {}

  void note(const core::Message& sentence) override { notes.push_back(in_fields(sentence)); }
  void progress(std::string_view stage, std::uint64_t done, std::uint64_t total,
                const std::function<std::string()>& /*detail*/) override {
    if (!progress_) return;
    const std::lock_guard lock(mutex_);
    // Other threads may not have noticed yet.
    stopped_ = stopped_ || !progress_({stage, done, total});
    if (stopped_) throw core::Error(ErrorKind::interrupted, "stopped by the progress callback");
  }

  std::vector<std::string> notes = {};

 private:
  ProgressCallback progress_;
  std::mutex mutex_;
  bool stopped_ = false;
};

// The rows, of which there must be some.
const core::Dataset& rows_of(const Dataset& data);

void require_threads(std::uint64_t threads);

// The settings in the library's own types. Throws Error if a number is out of range.
core::TrainOptions checked(const TrainSettings& settings);

inline Dataset dataset(core::Dataset rows, ReadSettings reading = {},
                       std::vector<std::string> notes = {}) {
  return Dataset(std::make_shared<const Dataset::Contents>(
      Dataset::Contents{std::move(rows), std::move(reading), std::move(notes)}));
}
inline Model model(core::Model model) {
  return Model(std::make_shared<const Model::Contents>(Model::Contents{std::move(model)}));
}

}  // namespace api
}  // namespace perceptron
