// Hears of several trainings at once: says each note once, and how many are done.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "base/listener.h"

namespace perceptron {

class Chorus : public Listener {
 public:
  Chorus(Listener& leader, std::uint64_t total) : leader_(leader), total_(total) {}

  void note(const Message& sentence) override {
    const std::lock_guard lock(mutex_);
    if (noted_.insert(sentence.marked()).second) leader_.note(sentence);
  }
  void progress(std::string_view /*stage*/, std::uint64_t done, std::uint64_t total,
                const std::function<std::string()>& /*detail*/) override {
    const std::lock_guard lock(mutex_);
    share_ = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0;
    tell();
  }
  // So many trainings are one bank, whose progress is that of all of them.
  void begin_bank(std::uint64_t trainings) {
    const std::lock_guard lock(mutex_);
    bank_ = trainings;
    share_ = 0;
  }
  void finished_one() {
    const std::lock_guard lock(mutex_);
    ++done_;
    if (bank_ > 0) --bank_;
    if (bank_ == 0) share_ = 0;
    tell();
  }

 private:
  void tell() {
    constexpr double kUnits = 1000;
    const double reached = static_cast<double>(done_) + share_ * static_cast<double>(bank_);
    leader_.progress("validating", static_cast<std::uint64_t>(kUnits * reached),
                     static_cast<std::uint64_t>(kUnits) * total_, [&] {
                       return bank_ > 0 ? fmt::format("{} trainings in one bank", bank_)
                                        : fmt::format("{} of {} trainings", done_, total_);
                     });
  }

  Listener& leader_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  std::uint64_t bank_ = 0;  // trainings under way
  double share_ = 0;        // of their way
  std::set<std::string> noted_;
  std::mutex mutex_;
};

}  // namespace perceptron
