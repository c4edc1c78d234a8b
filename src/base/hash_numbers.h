// Numbers by 64-bit hash, for very many lookups: one array, with linear probing.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace perceptron::core {

class HashNumbers {
 public:
  // The number of this hash; null if there is none.
  const std::uint32_t* find(std::uint64_t hash) const {
    const Slot& slot = slots_[place_of(hash)];
    return slot.used ? &slot.number : nullptr;
  }

  // The same; a hash without one gets `number`, and then the second is true.
  std::pair<std::uint32_t, bool> emplace(std::uint64_t hash, std::uint32_t number) {
    Slot& slot = slots_[place_of(hash)];
    if (slot.used) return {slot.number, false};
    slot = {hash, number, true};
    if (2 * ++size_ > slots_.size()) grow();
    return {number, true};
  }

  std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t number = 0;
    bool used = false;
  };

  // Where the hash is, or would be. Its upper bits are the better ones.
  std::size_t place_of(std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash >> (64U - static_cast<unsigned>(std::countr_zero(slots_.size())));
    while (slots_[at].used && slots_[at].hash != hash) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.used) slots_[place_of(slot.hash)] = slot;
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(16);  // a power of two, at most half of them used
  std::size_t size_ = 0;
};

}  // namespace perceptron::core
