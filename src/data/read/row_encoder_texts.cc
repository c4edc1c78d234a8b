// The features of columns of text: their terms.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/limits.h"
#include "base/quick_hash.h"
#include "base/text.h"
#include "data/read/row_encoder.h"

namespace perceptron::core {
namespace {

std::uint32_t word_node(TermTable& table, std::string_view word, std::size_t column) {
  const std::uint64_t hash = quick_hash(word, column);
  const std::uint32_t known = table.find_word(word, hash);
  return known == TermTable::kNone ? table.add_word(word, hash) : known;
}

// Makes a feature of a term: its first word, and the rest, each word after a blank.
void add_term(TermTable& table, std::uint32_t node, std::string_view rest, std::size_t column,
              std::uint32_t feature) {
  if (rest.empty()) return table.set_word_feature(node, feature);
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(word.size());
    const std::uint32_t of = rest.empty() ? feature : TermTable::kNone;
    node = table.find_or_add_run(node, word_node(table, word, column), of).node;
  }
}

}  // namespace

// The terms that the model has, or room for all that can be hashed.
void RowEncoder::start_text(std::size_t c) {
  const TextColumn& text = *schema_.columns[c].text;
  Learned& learned = learned_[c];
  learned.terms = std::make_shared<const Terms>(text.terms);
  if (!text.terms.hash) {
    std::string_view before;  // the latest first word, which many terms share
    std::uint32_t node = TermTable::kNone;
    for (const std::string_view term : text.dictionary.names()) {
      const std::size_t first =
          learned.terms->has_runs() ? std::min(term.find(' '), term.size()) : term.size();
      const auto feature = static_cast<std::uint32_t>(features_++);
      if (node == TermTable::kNone || term.substr(0, first) != before) {
        before = term.substr(0, first);
        node = word_node(learned.table, before, c);
      }
      add_term(learned.table, node, term.substr(first), c, feature);
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

std::optional<std::uint32_t> RowEncoder::number_word(std::size_t c, std::string_view word,
                                                     std::uint64_t hash) {
  TermTable& table = learned_[c].table;
  std::uint32_t node = table.find_word(word, hash);
  const bool is_feature = !has_runs(c) || learned_[c].terms->settings().lengths.shortest == 1;
  const bool done =
      node != TermTable::kNone && (!is_feature || table.feature(node) != TermTable::kNone);
  if (done) return node;
  if (!learning() && !adding()) return node;
  if (features_ >= reading_.options.limits.most_features) return std::nullopt;
  if (node == TermTable::kNone) node = table.add_word(word, hash);
  if (!is_feature) return node;
  if (!is_new(c)) ++new_categories_;
  table.set_word_feature(node, static_cast<std::uint32_t>(features_++));
  return node;
}

TermTable::Run RowEncoder::number_run(std::size_t c, std::uint32_t before, std::uint32_t word,
                                      bool is_feature) {
  constexpr std::uint32_t kNone = TermTable::kNone;
  if (before == kNone || word == kNone) return {};
  TermTable& table = learned_[c].table;
  if (!learning() && !adding()) return table.find_run(before, word);
  const auto next = static_cast<std::uint32_t>(features_);
  const TermTable::Run run = table.find_or_add_run(before, word, is_feature ? next : kNone);
  if (is_feature && run.feature == next) {
    ++features_;
    if (!is_new(c)) ++new_categories_;
  }
  return run;
}

void RowEncoder::add_runs(std::size_t c, const std::vector<std::uint32_t>& words,
                          std::vector<std::uint32_t>& features) {
  constexpr std::size_t kAhead = 12;
  const TermTable& table = learned_[c].table;
  const TermLengths& lengths = learned_[c].terms->settings().lengths;
  if (lengths.shortest == 1) {
    for (const std::uint32_t word : words) {
      if (word != TermTable::kNone && table.feature(word) != TermTable::kNone)
        features.push_back(table.feature(word));
    }
  }
  runs_ = words;
  for (std::size_t n = 2; n <= std::min<std::size_t>(lengths.longest, words.size()); ++n) {
    const std::size_t count = words.size() - n + 1;
    for (std::size_t i = 0; i < count; ++i) {
      if (i + kAhead < count) table.prefetch_run(runs_[i + kAhead], words[i + kAhead + n - 1]);
      const TermTable::Run run = number_run(c, runs_[i], words[i + n - 1], n >= lengths.shortest);
      runs_[i] = run.node;
      if (n >= lengths.shortest && run.feature != TermTable::kNone) features.push_back(run.feature);
    }
  }
  require_few_features(Place{name_}, reading_.options.limits, features_);
}

void RowEncoder::push_text(std::size_t c, const Field& field, const RecordPlaces& places,
                           Matrix& matrix) {
  Learned& learned = learned_[c];
  ++learned.rows;
  space_.texts.clear();
  if (const auto& hash_space = learned.terms->settings().hash) {
    signed_terms_.clear();
    learned.terms->each(field.text, space_, [&](std::string_view term) {
      const HashedTerm hashed = hashed_term(term, *hash_space);
      signed_terms_.push_back(signed_feature(learned.feature + hashed.number, hashed.sign));
    });
    each_signed_count(signed_terms_,
                      [&](std::uint32_t feature, double count) { matrix.push(feature, count); });
    return;
  }
  terms_.clear();
  words_.clear();
  const bool runs = learned.terms->has_runs();
  const auto add = [&](std::string_view term) {
    const auto node = number_word(c, term, quick_hash(term, c));
    if (!node) require_few_features(places.place(field), reading_.options.limits, features_ + 1);
    if (runs) {
      words_.push_back(*node);
    } else if (*node != Matrix::kDropped) {
      terms_.emplace_back(learned.table.feature(*node), 1);
    }
  };
  if (runs) {
    learned.terms->each_word(field.text, space_, add);
    std::vector<std::uint32_t> features;
    add_runs(c, words_, features);
    for (const std::uint32_t feature : features) terms_.emplace_back(feature, 1);
  } else {
    learned.terms->each(field.text, space_, add);
  }
  each_count(terms_, [&](std::uint32_t feature, double count) { matrix.push(feature, count); });
}

namespace {

// In how many rows each feature is; a row may have it several times.
std::vector<std::uint64_t> rows_of_features(const Matrix& matrix, std::uint64_t features) {
  std::vector<std::uint64_t> rows(features);
  std::vector<std::uint64_t> latest(features);
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            if (std::exchange(latest[row.feature(k)], i + 1) != i + 1) ++rows[row.feature(k)];
          }
        }
      },
      matrix.view());
  return rows;
}

}  // namespace

// Sorts the terms, without those that too few rows have.
void RowEncoder::learn_terms(std::size_t c, const Matrix& matrix) {
  Learned& learned = learned_[c];
  TextColumn& text = *schema_.columns[c].text;
  if (text.terms.hash) return;
  const TermTable& table = learned.table;
  learned.order = table.sorted_features();
  if (is_new(c) && text.weighting.min_count > 1) {
    const std::vector<std::uint64_t> rows = rows_of_features(matrix, features_);
    const bool any = !learned.order.empty();
    std::erase_if(learned.order, [&](std::uint32_t node) {
      return rows[table.feature(node)] < text.weighting.min_count;
    });
    if (learned.order.empty() && any) {
      const auto most = *std::max_element(rows.begin(), rows.end());
      throw Error(
          Place{name_},
          fmt::format("no term of column {} is in {} rows or more, as {} asks; the most "
                      "frequent one is in {}",
                      in_quotes(schema_.columns[c].name), with_commas(text.weighting.min_count),
                      setting("min-count"), plural(most, "row")));
    }
  }
  std::vector<std::string> names;
  names.reserve(learned.order.size());
  for (const std::uint32_t node : learned.order) names.push_back(table.text(node));
  text.dictionary = Dictionary(std::move(names));
}

}  // namespace perceptron::core
