// Combines the notes and the progress of trainings that run in parallel: passes each note on once,
// and reports how many trainings of a cross-validation are finished.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "base/listener.h"

namespace perceptron::core {

class FoldProgress : public Listener {
 public:
  FoldProgress(Listener& listener, std::uint64_t total) : listener_(listener), total_(total) {}

  void note(const Message& sentence) override {
    const std::lock_guard lock(mutex_);
    if (noted_.insert(sentence.marked()).second) listener_.note(sentence);
  }
  void progress(std::string_view /*stage*/, std::uint64_t done, std::uint64_t total,
                const std::function<std::string()>& /*detail*/) override {
    const std::lock_guard lock(mutex_);
    fraction_ = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0;
    report();
  }
  // The next `trainings` are one bank: its progress is the progress of each of them.
  void begin_bank(std::uint64_t trainings) {
    const std::lock_guard lock(mutex_);
    bank_ = trainings;
    fraction_ = 0;
  }
  void finished_one() {
    const std::lock_guard lock(mutex_);
    ++done_;
    if (bank_ > 0) --bank_;
    if (bank_ == 0) fraction_ = 0;
    report();
  }

 private:
  void report() {
    constexpr double kUnits = 1000;
    const double reached = static_cast<double>(done_) + fraction_ * static_cast<double>(bank_);
    listener_.progress("validating", static_cast<std::uint64_t>(kUnits * reached),
                       static_cast<std::uint64_t>(kUnits) * total_, [&] {
                         return bank_ > 0 ? fmt::format("{} trainings in one bank", bank_)
                                          : fmt::format("{} of {} trainings", done_, total_);
                       });
  }

  Listener& listener_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  std::uint64_t bank_ = 0;  // trainings of the bank that is running
  double fraction_ = 0;     // fraction of it that is done
  std::set<std::string> noted_;
  std::mutex mutex_;
};

}  // namespace perceptron::core
