// Numbers terms in order of appearance, and keeps them. A run of words is a run of one word less
// and one more word, so that it is found by two numbers and never written as text.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory.h"
#include "base/quick_hash.h"
#include "data/text/terms.h"

namespace perceptron::core {

class TermTable {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // A word or a run is a node. One that is no feature may be the beginning of one.
  struct Run {
    std::uint32_t node = kNone;
    std::uint32_t feature = kNone;
  };
  std::uint32_t feature(std::uint32_t node) const { return nodes_[node].feature; }

  // The node of a word with this hash (quick_hash.h); kNone: it is not there.
  std::uint32_t find_word(std::string_view word, std::uint64_t hash) const {
    for (std::size_t at = hash & word_mask_;; at = (at + 1) & word_mask_) {
      const WordSlot& slot = word_slots_[at];
      if (slot.word == kNone) return kNone;
      if (slot.tag == tag_of(hash) && words_[slot.word].text == word) return words_[slot.word].node;
    }
  }
  // Adds a word that is not there; its text is copied.
  std::uint32_t add_word(std::string_view word, std::uint64_t hash);
  void set_word_feature(std::uint32_t node, std::uint32_t feature) {
    nodes_[node].feature = feature;
  }

  // A run and one more word; kNone: it is not there.
  Run find_run(std::uint32_t before, std::uint32_t word) const {
    const RunSlot& slot = run_slots_[find_slot(key_of(before, word))];
    return slot.key == kNoKey ? Run{} : slot.run;
  }
  // Adds it if it is not there, and makes it this feature if it is none.
  Run find_or_add_run(std::uint32_t before, std::uint32_t word, std::uint32_t feature) {
    const std::uint64_t key = key_of(before, word);
    RunSlot& slot = run_slots_[find_slot(key)];
    if (slot.key == kNoKey) return add_run(slot, key, feature);
    if (slot.run.feature == kNone && feature != kNone)
      slot.run.feature = nodes_[slot.run.node].feature = feature;
    return slot.run;
  }
  // Fetches what finding a run will read.
  void prefetch_run(std::uint32_t before, std::uint32_t word) const {
    __builtin_prefetch(&run_slots_[hash_of_key(key_of(before, word)) & run_mask_]);
  }

  // The nodes that are features, in the order of their texts by bytes.
  std::vector<std::uint32_t> sorted_features() const;
  // The text of a node.
  std::string text(std::uint32_t node) const;

 private:
  struct Node {
    std::uint32_t before = kNone;  // the run without its last word; kNone: a word
    std::uint32_t word = 0;        // the number of the last word, in words_
    std::uint32_t feature = kNone;
  };
  struct Word {
    std::string_view text;
    std::uint64_t hash = 0;
    std::uint32_t node = 0;
  };
  struct WordSlot {
    std::uint32_t tag = 0;
    std::uint32_t word = kNone;
  };
  static constexpr std::uint64_t kNoKey = std::numeric_limits<std::uint64_t>::max();
  struct RunSlot {
    std::uint64_t key = kNoKey;
    Run run = {};
  };

  static std::uint32_t tag_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32U);
  }
  static std::uint64_t key_of(std::uint32_t before, std::uint32_t word) {
    return (std::uint64_t{before} << 32U) | word;
  }
  static std::uint64_t hash_of_key(std::uint64_t key) {
    return folded_product(key ^ 0xa0761d6478bd642fU, 0xe7037ed1a0b428dbU);
  }
  // Where the key is, or would be.
  std::size_t find_slot(std::uint64_t key) const {
    std::size_t at = hash_of_key(key) & run_mask_;
    while (run_slots_[at].key != key && run_slots_[at].key != kNoKey) at = (at + 1) & run_mask_;
    return at;
  }
  Run add_run(RunSlot& slot, std::uint64_t key, std::uint32_t feature);
  void grow_words();
  void grow_runs();
  std::uint32_t add_node(const Node& node);

  TextSpace space_;
  std::vector<Node> nodes_;
  std::vector<Word> words_;
  std::vector<WordSlot> word_slots_ = std::vector<WordSlot>(1024);  // a power of two
  std::size_t word_mask_ = 1023;
  LargeVector<RunSlot> run_slots_ = LargeVector<RunSlot>(16);  // likewise
  std::size_t run_mask_ = 15;
  std::size_t runs_ = 0;
};

}  // namespace perceptron::core
