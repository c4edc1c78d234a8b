#include "data/text/term_table.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace perceptron::core {
namespace {

// The first bytes of a word as a number that compares like them.
std::uint64_t first_bytes(std::string_view word) {
  std::uint64_t number = 0;
  for (std::size_t k = 0; k < 8; ++k)
    number = (number << 8U) | (k < word.size() ? static_cast<unsigned char>(word[k]) : 0U);
  return number;
}

// `order` sorted by a number of each, from 0 to `numbers` − 1; those of one number stay in their
// order. Returns where each number begins, and the end.
template <class Number>
std::vector<std::uint32_t> sort_by(const Number& number_of, std::size_t numbers,
                                   std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> begins(numbers + 1);
  for (const std::uint32_t each : order) ++begins[number_of(each) + 1];
  for (std::size_t k = 0; k < numbers; ++k) begins[k + 1] += begins[k];
  std::vector<std::uint32_t> next = begins;
  std::vector<std::uint32_t> sorted(order.size());
  for (const std::uint32_t each : order) sorted[next[number_of(each)]++] = each;
  order = std::move(sorted);
  return begins;
}

}  // namespace

std::uint32_t TermTable::add_node(const Node& node) {
  if (nodes_.size() >= kNone) throw std::length_error("too many terms");
  nodes_.push_back(node);
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::uint32_t TermTable::add_word(std::string_view word, std::uint64_t hash) {
  const std::uint32_t node = add_node({kNone, static_cast<std::uint32_t>(words_.size())});
  words_.push_back({space_.keep(word), hash, node});
  if (2 * words_.size() > word_slots_.size()) {
    grow_words();
    return node;
  }
  std::size_t at = hash & word_mask_;
  while (word_slots_[at].word != kNone) at = (at + 1) & word_mask_;
  word_slots_[at] = {tag_of(hash), static_cast<std::uint32_t>(words_.size() - 1)};
  return node;
}

void TermTable::grow_words() {
  word_slots_.assign(2 * word_slots_.size(), {});
  word_mask_ = word_slots_.size() - 1;
  for (std::uint32_t k = 0; k < words_.size(); ++k) {
    std::size_t at = words_[k].hash & word_mask_;
    while (word_slots_[at].word != kNone) at = (at + 1) & word_mask_;
    word_slots_[at] = {tag_of(words_[k].hash), k};
  }
}

TermTable::Run TermTable::add_run(RunSlot& slot, std::uint64_t key, std::uint32_t feature) {
  const std::uint32_t last = nodes_[key & 0xffffffffU].word;
  const Run run = {add_node({static_cast<std::uint32_t>(key >> 32U), last, feature}), feature};
  slot = {key, run};
  if (2 * ++runs_ > run_slots_.size()) grow_runs();
  return run;
}

void TermTable::grow_runs() {
  const LargeVector<RunSlot> before = std::exchange(run_slots_, LargeVector<RunSlot>());
  run_slots_.resize(2 * before.size());
  run_mask_ = run_slots_.size() - 1;
  for (const RunSlot& slot : before) {
    if (slot.key != kNoKey) run_slots_[find_slot(slot.key)] = slot;
  }
}

// No byte of a word is a blank or less, so that runs compare by their words one after the other.
std::vector<std::uint32_t> TermTable::sorted_features() const {
  struct Key {
    std::uint64_t first;
    std::uint32_t word;
  };
  std::vector<Key> keys;
  keys.reserve(words_.size());
  for (const Word& word : words_)
    keys.push_back({first_bytes(word.text), static_cast<std::uint32_t>(keys.size())});
  std::sort(keys.begin(), keys.end(), [&](const Key& a, const Key& b) {
    return a.first != b.first ? a.first < b.first : words_[a.word].text < words_[b.word].text;
  });
  // Of each word its rank, and all runs by their last word and then by what is before it.
  std::vector<std::uint32_t> rank(words_.size());
  for (std::size_t k = 0; k < keys.size(); ++k) rank[keys[k].word] = static_cast<std::uint32_t>(k);
  std::vector<std::uint32_t> runs;
  runs.reserve(runs_);
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
    if (nodes_[node].before != kNone) runs.push_back(node);
  }
  sort_by([&](std::uint32_t node) { return rank[nodes_[node].word]; }, words_.size(), runs);
  const auto begins =
      sort_by([&](std::uint32_t node) { return nodes_[node].before; }, nodes_.size(), runs);
  std::vector<std::uint32_t> order;
  order.reserve(nodes_.size());
  std::vector<std::uint32_t> open;  // the next ones, the last first
  for (const Key& key : keys) {
    open.push_back(words_[key.word].node);
    while (!open.empty()) {
      const std::uint32_t node = open.back();
      open.pop_back();
      if (nodes_[node].feature != kNone) order.push_back(node);
      for (std::uint32_t k = begins[node + 1]; k > begins[node]; --k) open.push_back(runs[k - 1]);
    }
  }
  return order;
}

std::string TermTable::text(std::uint32_t node) const {
  std::size_t size = 0;
  for (std::uint32_t at = node; at != kNone; at = nodes_[at].before)
    size += words_[nodes_[at].word].text.size() + 1;
  std::string text(size - 1, ' ');
  for (std::uint32_t at = node; at != kNone; at = nodes_[at].before) {
    const std::string_view word = words_[nodes_[at].word].text;
    word.copy(text.data() + (size -= word.size() + 1), word.size());
  }
  return text;
}

}  // namespace perceptron::core
