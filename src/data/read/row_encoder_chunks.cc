// The features of rows that the fast parser of tables has read.

#include <algorithm>

#include "base/text.h"
#include "data/read/columns.h"
#include "data/read/row_encoder.h"

namespace perceptron::core {

bool RowEncoder::describe(TableShape& shape) const {
  shape.sparse = sparse_;
  shape.fills = fills();
  shape.marks = marks_;
  shape.decimal = schema_.decimal;
  shape.columns = schema_.columns.size();
  shape.features = features_;
  for (std::size_t c = 0; c < schema_.columns.size(); ++c) {
    const Column& column = schema_.columns[c];
    TableShape::FieldShape field;
    field.column = static_cast<std::uint32_t>(c);
    if (column.is_category()) {
      field.holds = TableShape::Holds::category;
    } else if (column.is_text()) {
      field.holds = TableShape::Holds::text;
      field.feature = learned_[c].feature;
      field.terms = learned_[c].terms;
    } else if (column.type == ColumnType::number) {
      field.holds = TableShape::Holds::number;
      field.feature = learned_[c].feature;
      field.fill = fills() ? fill_value(c, 0) : 0;
      field.indicator = learned_[c].indicator;
    } else {
      return false;
    }
    shape.fields.push_back(field);
  }
  return true;
}

std::optional<std::uint64_t> RowEncoder::find_feature(std::size_t c, std::string_view text,
                                                      std::uint64_t hash) {
  Learned& learned = learned_[c];
  if (const auto node = learned.table.find_word(text, hash); node != TermTable::kNone)
    return learned.table.feature(node);
  const bool full = features_ >= reading_.options.limits.most_features;
  if (marks_.has(text)) {
    const bool marks = is_new(c) && policy_ == MissingPolicy::automatic;
    if (fills() && marks && !learned.indicator && !full) learned.indicator = features_++;
    return fills() ? learned.indicator : std::nullopt;
  }
  auto known = learned.categories.find(text);
  if (known == learned.categories.end()) {
    if ((!learning() && !adding()) || full || !is_text(text)) return std::nullopt;
    if (!is_new(c)) ++new_categories_;
    known = learned.categories.emplace(text, features_++).first;
  }
  learned.table.set_word_feature(learned.table.add_word(known->first, hash),
                                 static_cast<std::uint32_t>(known->second));
  return known->second;
}

std::optional<std::vector<std::uint32_t>> RowEncoder::number_texts(const TextNumbers& texts) {
  std::vector<std::uint32_t> features;
  features.reserve(texts.entries().size());
  for (const TextNumbers::Entry& entry : texts.entries()) {
    std::optional<std::uint64_t> feature;
    if (schema_.columns[entry.column].is_text()) {
      const auto node = number_word(entry.column, entry.text, entry.hash);
      const bool as_feature = node && *node != Matrix::kDropped && !has_runs(entry.column);
      feature = as_feature ? learned_[entry.column].table.feature(*node) : node;
    } else {
      feature = find_feature(entry.column, entry.text, entry.hash);
    }
    if (!feature) return std::nullopt;
    features.push_back(static_cast<std::uint32_t>(*feature));
  }
  return features;
}

// Appends rows without terms that the model does not know. Rows for a model are sorted; those of
// training data will be, when all features are known, and have a term as often as the text.
void RowEncoder::append_known(const ParsedRows& rows, const std::vector<std::uint32_t>& numbers,
                              Matrix& matrix) {
  constexpr std::size_t kLongText = 1 << 20;  // whose terms may be more than float32 counts
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < learned_.size(); ++c) {
    if (has_runs(c)) columns.push_back(c);
  }
  std::vector<std::uint32_t> ids;
  std::vector<double> values;
  std::vector<std::uint64_t> ends;
  bool narrow = rows.narrow;
  std::uint64_t k = 0;
  std::uint64_t word = 0;
  std::size_t text = 0;
  for (const std::uint64_t end : rows.ends) {
    const std::size_t begin = ids.size();
    for (; k < end; ++k) {
      const std::uint32_t id = rows.ids[k];
      const std::uint32_t feature = id < rows.first_text ? id : numbers[id - rows.first_text];
      if (feature == Matrix::kDropped) continue;
      ids.push_back(feature);
      values.push_back(rows.values[k]);
    }
    for (const std::size_t c : columns) {
      words_.clear();
      for (const std::uint64_t last = rows.word_ends[text++]; word < last; ++word)
        words_.push_back(numbers[rows.words[word]]);
      add_runs(c, words_, ids);
    }
    values.resize(ids.size(), 1);
    if ((!learning() && !adding()) || ids.size() - begin > kLongText) {
      terms_.clear();
      for (std::size_t at = begin; at < ids.size(); ++at) terms_.emplace_back(ids[at], values[at]);
      ids.resize(begin);
      values.resize(begin);
      each_count(terms_, [&](std::uint32_t feature, double count) {
        ids.push_back(feature);
        values.push_back(count);
        narrow = narrow && static_cast<double>(static_cast<float>(count)) == count;
      });
    }
    ends.push_back(ids.size());
  }
  matrix.append(ends, ids, 0, values, narrow);
}

void RowEncoder::add_rows(const ParsedRows& rows, const std::vector<std::uint32_t>& features,
                          Matrix& matrix) {
  if (schema_.has_text() && !rows_are_final()) {
    append_known(rows, features, matrix);
  } else {
    std::vector<std::uint32_t> ids;
    if (sparse_) {
      ids.assign(rows.ids.begin(), rows.ids.begin() + static_cast<std::ptrdiff_t>(rows.size));
      for (std::uint32_t& id : ids) {
        if (id >= rows.first_text) id = features[id - rows.first_text];
      }
    }
    matrix.append(rows.ends, ids, 0, {rows.values.data(), rows.size}, rows.narrow);
  }
  for (std::size_t c = 0; c < rows.missing.size(); ++c) count_missing(c, rows.missing[c]);
  for (const TextNumbers::Entry& entry : rows.texts.entries()) {
    if (schema_.columns[entry.column].is_text()) continue;
    if (marks_.has(entry.text)) {
      count_missing(entry.column, entry.rows);
    } else {
      learned_[entry.column].rows += entry.rows;
    }
  }
}

}  // namespace perceptron::core
