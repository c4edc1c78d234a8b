// The features of columns of text: their terms.

#include <algorithm>
#include <bit>
#include <memory>
#include <numeric>

#include "base/hash.h"
#include "base/limits.h"
#include "data/read/row_encoder.h"

namespace perceptron::core {
namespace {

// The first bytes of a term as a number that compares like them.
std::uint64_t first_bytes(std::string_view term) {
  std::uint64_t number = 0;
  for (std::size_t k = 0; k < 8; ++k)
    number = (number << 8U) | (k < term.size() ? static_cast<unsigned char>(term[k]) : 0U);
  return number;
}

// The terms in the order of their bytes.
std::vector<std::uint32_t> sorted_terms(const std::vector<TermTable::Entry>& entries) {
  struct Key {
    std::uint64_t first;
    std::uint32_t entry;
  };
  std::vector<Key> keys;
  keys.reserve(entries.size());
  for (const TermTable::Entry& entry : entries)
    keys.push_back({first_bytes(entry.term), static_cast<std::uint32_t>(keys.size())});
  std::sort(keys.begin(), keys.end(), [&](const Key& a, const Key& b) {
    return a.first != b.first ? a.first < b.first : entries[a.entry].term < entries[b.entry].term;
  });
  std::vector<std::uint32_t> order;
  order.reserve(keys.size());
  for (const Key& key : keys) order.push_back(key.entry);
  return order;
}

}  // namespace

// The terms that the model has, or room for all that can be hashed.
void RowEncoder::start_text(std::size_t c) {
  const TextColumn& text = *schema_.columns[c].text;
  Learned& learned = learned_[c];
  learned.terms = std::make_shared<const Terms>(text.terms);
  if (!text.terms.hash) {
    const auto column = static_cast<std::uint64_t>(c);
    for (const std::string& term : text.dictionary.names()) {
      learned.table.add(term, hash_of(term, column), static_cast<std::uint32_t>(features_++));
    }
    return;
  }
  features_ += text.features();
}

bool RowEncoder::rows_are_final() const {
  const auto& columns = schema_.columns;
  return std::all_of(columns.begin(), columns.end(), [](const Column& column) {
    return column.is_text() && column.text->terms.hash;
  });
}

std::optional<std::uint32_t> RowEncoder::number_term(std::size_t c, std::string_view term,
                                                     std::uint64_t hash) {
  TermTable& table = learned_[c].table;
  if (const std::uint32_t known = table.find(term, hash); known != TermTable::kNone) return known;
  if (!learning() && !adding()) return Matrix::kDropped;
  if (features_ >= reading_.options.limits.most_features) return std::nullopt;
  if (!is_new(c)) ++new_categories_;
  const auto feature = static_cast<std::uint32_t>(features_++);
  table.add_copy(term, hash, feature);
  return feature;
}

void RowEncoder::push_text(std::size_t c, const Field& field, const RecordPlaces& places,
                           Matrix& matrix) {
  Learned& learned = learned_[c];
  ++learned.rows;
  terms_.clear();
  space_.texts.clear();
  const auto& hash_space = learned.terms->settings().hash;
  learned.terms->each(field.text, space_, [&](std::string_view term) {
    if (hash_space) {
      const HashedTerm hashed = hashed_term(term, *hash_space);
      terms_.emplace_back(static_cast<std::uint32_t>(learned.feature + hashed.number), hashed.sign);
      return;
    }
    const auto feature = number_term(c, term, hash_of(term, c));
    if (!feature) require_few_features(places.place(field), reading_.options.limits, features_ + 1);
    if (*feature != Matrix::kDropped) terms_.emplace_back(*feature, 1);
  });
  each_count(terms_, [&](std::uint32_t feature, double count) { matrix.push(feature, count); });
}

// Sorts the terms, without those that too few rows have.
void RowEncoder::learn_terms(std::size_t c, const Matrix& matrix) {
  Learned& learned = learned_[c];
  TextColumn& text = *schema_.columns[c].text;
  if (text.terms.hash) return;
  const auto& entries = learned.table.entries();
  learned.order = sorted_terms(entries);
  if (is_new(c) && text.weighting.min_count > 1) {
    std::vector<std::uint64_t> rows(features_);
    each_value(matrix, [&](std::uint64_t j, double /*count*/) { ++rows[j]; });
    std::erase_if(learned.order, [&](std::uint32_t k) {
      return rows[entries[k].feature] < text.weighting.min_count;
    });
  }
  std::vector<std::string> names;
  names.reserve(learned.order.size());
  for (const std::uint32_t k : learned.order) names.emplace_back(entries[k].term);
  text.dictionary = Dictionary(std::move(names));
}

}  // namespace perceptron::core
