// Numbers terms in order of appearance, and keeps them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "data/text/terms.h"

namespace perceptron::core {

class TermTable {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // The feature of the term with this hash (base/hash.h); kNone: it is not there.
  std::uint32_t find(std::string_view term, std::uint64_t hash) const {
    for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.entry == kNone) return kNone;
      if (slot.tag == tag_of(hash) && entries_[slot.entry].term == term)
        return entries_[slot.entry].feature;
    }
  }
  // Adds a term that is not there. Its text has to stay where it is unless it is copied.
  void add(std::string_view term, std::uint64_t hash, std::uint32_t feature) {
    if (2 * (entries_.size() + 1) > slots_.size()) grow();
    place(hash, static_cast<std::uint32_t>(entries_.size()));
    entries_.push_back({term, hash, feature});
  }
  void add_copy(std::string_view term, std::uint64_t hash, std::uint32_t feature) {
    add(space_.keep(term), hash, feature);
  }

  struct Entry {
    std::string_view term;
    std::uint64_t hash = 0;
    std::uint32_t feature = 0;
  };
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t entry = kNone;
  };

  static std::uint32_t tag_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32U);
  }
  void place(std::uint64_t hash, std::uint32_t entry) {
    std::size_t at = hash & mask_;
    while (slots_[at].entry != kNone) at = (at + 1) & mask_;
    slots_[at] = {tag_of(hash), entry};
  }
  void grow() {
    slots_.assign(2 * slots_.size(), {});
    mask_ = slots_.size() - 1;
    for (std::uint32_t k = 0; k < entries_.size(); ++k) place(entries_[k].hash, k);
  }

  TextSpace space_;
  std::vector<Entry> entries_;
  std::vector<Slot> slots_ = std::vector<Slot>(1024);  // a power of two
  std::size_t mask_ = 1023;
};

}  // namespace perceptron::core
