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

  void note(const std::string& sentence) override {
    const std::lock_guard lock(mutex_);
    if (noted_.insert(sentence).second) leader_.note(sentence);
  }
  void progress(std::string_view /*stage*/, std::uint64_t /*done*/, std::uint64_t /*total*/,
                const std::function<std::string()>& /*detail*/) override {
    const std::lock_guard lock(mutex_);
    tell();
  }
  void finished_one() {
    const std::lock_guard lock(mutex_);
    ++done_;
    tell();
  }

 private:
  void tell() {
    leader_.progress("validating", done_, total_,
                     [&] { return fmt::format("{} of {} trainings", done_, total_); });
  }

  Listener& leader_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  std::set<std::string> noted_;
  std::mutex mutex_;
};

}  // namespace perceptron
