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
  if (const auto feature = learned.table.find(text, hash); feature != TermTable::kNone)
    return feature;
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
  learned.table.add(known->first, hash, static_cast<std::uint32_t>(known->second));
  return known->second;
}

std::optional<std::vector<std::uint32_t>> RowEncoder::number_texts(const TextNumbers& texts) {
  std::vector<std::uint32_t> features;
  features.reserve(texts.entries().size());
  for (const TextNumbers::Entry& entry : texts.entries()) {
    std::optional<std::uint64_t> feature;
    if (schema_.columns[entry.column].is_text()) {
      feature = number_term(entry.column, entry.text, entry.hash);
    } else {
      feature = find_feature(entry.column, entry.text, entry.hash);
    }
    if (!feature) return std::nullopt;
    features.push_back(static_cast<std::uint32_t>(*feature));
  }
  return features;
}

// Appends rows without terms that the model does not know. Rows for a model are sorted; those of
// training data will be, when all features are known.
void RowEncoder::append_known(const ParsedRows& rows, const std::vector<std::uint32_t>& ids,
                              Matrix& matrix) {
  const bool sorted = !learning() && !adding();
  std::uint64_t k = 0;
  for (const std::uint64_t end : rows.ends) {
    terms_.clear();
    for (; k < end; ++k) {
      if (ids[k] != Matrix::kDropped) terms_.emplace_back(ids[k], rows.values[k]);
    }
    if (sorted) std::sort(terms_.begin(), terms_.end());
    for (const auto& [feature, value] : terms_) matrix.push(feature, value);
    matrix.end_row();
  }
}

void RowEncoder::add_rows(const ParsedRows& rows, const std::vector<std::uint32_t>& features,
                          Matrix& matrix) {
  std::vector<std::uint32_t> ids;
  if (sparse_) {
    ids.assign(rows.ids.begin(), rows.ids.begin() + static_cast<std::ptrdiff_t>(rows.size));
    for (std::uint32_t& id : ids) {
      if (id >= rows.first_text) id = features[id - rows.first_text];
    }
  }
  if (schema_.has_text()) {
    append_known(rows, ids, matrix);
  } else {
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
