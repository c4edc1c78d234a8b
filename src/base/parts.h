// Progress of work that is done in parts: each part reports its own, and the listener gets that of
// the whole.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "base/listener.h"

namespace perceptron::core {

class Parts {
 public:
  Parts(Listener& leader, std::uint64_t count) : leader_(leader) {
    for (std::uint64_t k = 0; k < count; ++k) parts_.emplace_back(*this);
  }

  Listener& operator[](std::uint64_t part) { return parts_[part]; }
  void finished(std::uint64_t part) {
    const std::lock_guard lock(mutex_);
    parts_[part].share = 1;
  }

 private:
  struct Part : Listener {
    explicit Part(Parts& all) : whole(all) {}
    void note(const Message& sentence) override {
      const std::lock_guard lock(whole.mutex_);
      whole.leader_.note(sentence);
    }
    void progress(std::string_view stage, std::uint64_t done, std::uint64_t total,
                  const std::function<std::string()>& detail) override {
      const std::lock_guard lock(whole.mutex_);
      // The progress of a part never decreases, even if its solver revises the estimate.
      if (total > 0)
        share = std::max(share, static_cast<double>(done) / static_cast<double>(total));
      whole.report(stage, total > 0, detail);
    }
    Parts& whole;
    double share = 0;
  };

  void report(std::string_view stage, bool known, const std::function<std::string()>& detail) {
    constexpr double kUnits = 1000;
    double sum = 0;
    for (const Part& part : parts_) sum += part.share;
    leader_.progress(stage, known ? static_cast<std::uint64_t>(kUnits * sum) : 0,
                     known ? static_cast<std::uint64_t>(kUnits) * parts_.size() : 0, detail);
  }

  Listener& leader_;
  std::mutex mutex_;
  std::deque<Part> parts_;
};

}  // namespace perceptron::core
