#include "data/cache/feature_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "base/text.h"

namespace perceptron::core {
namespace {

// Where the features of each column begin.
std::vector<std::uint64_t> first_features(const Schema& schema) {
  std::vector<std::uint64_t> first;
  std::uint64_t next = 0;
  for (const Column& column : schema.columns) {
    first.push_back(next);
    next += column.features();
  }
  return first;
}

// Whether columns were excluded in training; a file may have them without their being new.
bool left_out(const Schema& schema) {
  return schema.columns.size() + (schema.weight_position ? 2 : 1) < schema.file_columns;
}

// The label column that was chosen when the cache was made; empty: the last.
std::string chosen_label(const Cache& cache) {
  for (const auto& [option, value] : cache.origin().reading) {
    if (option == "label") return value;
  }
  return {};
}

MissingPolicy missing_policy(const Reading& reading) {
  if (reading.options.missing != MissingPolicy::automatic || !reading.schema->table)
    return reading.options.missing;
  return reading.schema->missing;
}

const char* kind_of(const Schema& schema) {
  return schema.dictionary ? "named features" : schema.table ? "columns" : "numbered features";
}

// Matches the columns, then their features.
class Mapper {
 public:
  Mapper(const Cache& cache, const std::string& name, const Reading& reading)
      : cache_(cache),
        name_(name),
        reading_(reading),
        mine_(cache.shape().schema),
        model_(reading.schema->table || !mine_.table
                   ? *reading.schema
                   : Schema::numbered_table(reading.schema->features)) {}

  FeatureMap map() {
    if (mine_.dictionary.has_value() != reading_.schema->dictionary.has_value()) {
      throw Error(Place{name_},
                  fmt::format("expected {} as in the model's training data, found {} (train a "
                              "model on such data)",
                              kind_of(*reading_.schema), kind_of(mine_)));
    }
    if (mine_.dictionary) {
      map_dictionary();
    } else if (!mine_.table) {
      map_numbers();
    } else {
      mine_.named&& model_.named ? match_names() : match_positions();
      require_label();
      map_categories();
    }
    return std::move(map_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    const std::string& from = cache_.origin().path;
    throw Error(Place{name_},
                fmt::format("expected the columns of the model's training data{} (give the file "
                            "that the cache was made from{}, or make another cache)",
                            what, from.empty() || from == "-" ? "" : ", " + printable(from)));
  }

  void map_numbers() {
    if (!model_.only_numbers()) refuse(", found numbered features without text");
    map_.numbered = true;
    map_.cache_base = mine_.index_base;
    map_.model_base = model_.table ? 1 : model_.index_base;
    // A given index base is the number of the model's first feature in the file.
    if (reading_.options.index_base) map_.model_base = map_.cache_base;
    map_.model_features = model_.feature_count();
  }

  void map_dictionary() {
    for (const std::string& name : mine_.dictionary->names()) {
      const auto known = model_.dictionary->find(name);
      map_.new_categories = map_.new_categories || !known;
      map_.features.push_back(known.value_or(FeatureMap::kNew));
    }
  }

  void match_names() {
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t c = 0; c < mine_.columns.size(); ++c) places.emplace(mine_.columns[c].name, c);
    std::vector<bool> used(mine_.columns.size());
    std::vector<std::string> missing;
    for (const Column& column : model_.columns) {
      const auto at = places.find(column.name);
      if (at == places.end()) {
        missing.push_back(column.name);
      } else {
        columns_.push_back(at->second);
        used[at->second] = true;
      }
    }
    if (!missing.empty()) refuse(", missing: " + in_list(missing));
    for (std::size_t c = 0; c < mine_.columns.size(); ++c) {
      const std::string& name = mine_.columns[c].name;
      const bool known = used[c] || left_out(model_) || name == model_.label_name ||
                         (model_.weight_position && name == model_.weight_name);
      if (!known) map_.new_columns.push_back(name);
    }
    if (!map_.new_columns.empty() && !reading_.ignore_new_features())
      throw Error(Place{name_},
                  fmt::format("expected the columns of the model's training data, "
                              "new: {} (use {} to ignore new columns)",
                              in_list(map_.new_columns), setting("features", "ignore-new")));
  }

  void match_positions() {
    const bool as_trained =
        mine_.file_columns == model_.file_columns && mine_.label_position == model_.label_position;
    std::vector<std::pair<std::uint64_t, std::size_t>> by_position;
    for (std::size_t c = 0; c < mine_.columns.size(); ++c)
      by_position.emplace_back(mine_.columns[c].position, c);
    std::sort(by_position.begin(), by_position.end());
    if (!as_trained && mine_.columns.size() != model_.columns.size())
      refuse(fmt::format(", {}, found {}", plural(model_.columns.size(), "column"),
                         mine_.columns.size()));
    for (std::size_t c = 0; c < model_.columns.size(); ++c) {
      if (!as_trained) {
        columns_.push_back(by_position[c].second);
        continue;
      }
      const std::uint64_t position = model_.columns[c].position;
      const auto at = std::lower_bound(by_position.begin(), by_position.end(),
                                       std::pair<std::uint64_t, std::size_t>(position, 0));
      if (at == by_position.end() || at->first != position)
        refuse(fmt::format(", missing: column {}", position + 1));
      columns_.push_back(at->second);
    }
  }

  // A label column that was not chosen by the user must be that of the training data.
  void require_label() const {
    if (!chosen_label(cache_).empty()) return;
    const bool by_name = mine_.named && model_.named;
    const bool same = by_name ? mine_.label_name == model_.label_name
                              : mine_.file_columns != model_.file_columns ||
                                    mine_.label_position == model_.label_position;
    if (same) return;
    refuse(by_name ? fmt::format(" with the label in {}, found it in {}",
                                 in_quotes(model_.label_name), in_quotes(mine_.label_name))
                   : fmt::format(" with the label in column {}, found it in column {}",
                                 model_.label_position + 1, mine_.label_position + 1));
  }

  void require_same_type(const Column& mine, const Column& model) const {
    const bool same_order =
        model.type != ColumnType::ordinal || mine.categories == model.categories;
    if (mine.type == model.type && same_order) return;
    const auto what = [](const Column& column) -> std::string {
      if (column.is_category()) return "text";
      return column.type == ColumnType::number ? "numbers" : std::string(name_of(column.type));
    };
    refuse(fmt::format(" with {} in {}, found {}", what(model), in_quotes(model.name),
                       same_order ? what(mine) : "another order"));
  }

  // In which rows a value was missing is known only if the cache marks them, or has none.
  void map_indicator(const Column& mine, const Column& model, std::uint64_t from,
                     std::uint64_t to) {
    if (mine.indicator && model.indicator)
      map_.features[from + mine.features() - 1] = to + model.features() - 1;
    const bool marked = mine.indicator || !cache_.has_missing_values() || mine.is_category();
    if (model.indicator && !marked)
      refuse(
          fmt::format(" with a mark of missing values in {}, found none", in_quotes(model.name)));
  }

  // Terms that the model does not know are left out, as from text.
  void map_terms(const Column& mine, const Column& model, std::uint64_t from, std::uint64_t to) {
    if (mine.text->terms != model.text->terms)
      refuse(fmt::format(" with the same settings for the text in {}, found others",
                         in_quotes(model.name)));
    const auto& known = model.text->dictionary;
    for (std::uint64_t k = 0; k < mine.text->features(); ++k) {
      const auto at =
          model.text->terms.hash ? std::optional(k) : known.find(mine.text->dictionary.names()[k]);
      map_.features[from + k] = at ? to + *at : FeatureMap::kUnused;
    }
  }

  void map_categories() {
    map_.features.assign(mine_.feature_count(), FeatureMap::kUnused);
    const auto my_first = first_features(mine_);
    const auto model_first = first_features(model_);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const Column& mine = mine_.columns[columns_[c]];
      const Column& model = model_.columns[c];
      const std::uint64_t from = my_first[columns_[c]];
      require_same_type(mine, model);
      for (std::uint64_t k = 0; k < mine.numbers(); ++k)
        map_.features[from + k] = model_first[c] + k;
      map_indicator(mine, model, from, model_first[c]);
      if (model.is_text()) map_terms(mine, model, from, model_first[c]);
      if (!mine.is_category()) continue;
      for (std::size_t k = 0; k < mine.categories.size(); ++k) {
        const auto& known = model.categories;
        const auto at = std::lower_bound(known.begin(), known.end(), mine.categories[k]);
        const bool is_known = at != known.end() && *at == mine.categories[k];
        map_.new_categories = map_.new_categories || !is_known;
        map_.features[from + k] =
            is_known ? model_first[c] + static_cast<std::uint64_t>(at - known.begin())
                     : FeatureMap::kNew;
      }
    }
  }

  const Cache& cache_;
  const std::string& name_;
  const Reading& reading_;
  const Schema& mine_;
  const Schema model_;
  std::vector<std::size_t> columns_;  // features of the cache, one for each of the model
  FeatureMap map_;
};

// The options that decide how text is parsed, with or without a model.
std::vector<std::pair<std::string, std::string>> parsing_options(const CacheOrigin& origin) {
  constexpr std::array kOptions = {"format", "header", "index-base", "labels", "labels as of"};
  std::vector<std::pair<std::string, std::string>> kept;
  for (const auto& option : origin.reading) {
    if (std::find(kOptions.begin(), kOptions.end(), option.first) != kOptions.end())
      kept.push_back(option);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

bool same_positions(const Schema& mine, const Schema& model) {
  return mine.file_columns == model.file_columns && mine.label_position == model.label_position &&
         std::equal(mine.columns.begin(), mine.columns.end(), model.columns.begin(),
                    model.columns.end(), [](const Column& a, const Column& b) {
                      return a.position == b.position && a.type == b.type;
                    });
}

// Whether the table was read as the model would have read it.
bool same_table(const Cache& cache, const Reading& reading) {
  const Schema& mine = cache.shape().schema;
  const Schema model =
      reading.schema->table ? *reading.schema : Schema::numbered_table(reading.schema->features);
  const ColumnChoice& label = reading.options.label;
  if (mine.missing != MissingPolicy::error && mine.missing != missing_policy(reading)) return false;
  if (label != ColumnChoice::last() && label.text() != chosen_label(cache)) return false;
  if (!mine.named || !model.named) return !model.named && same_positions(mine, model);
  if (model.weight_position && mine.label_name == model.weight_name) return false;
  if (left_out(mine) && !left_out(model)) return false;
  return label != ColumnChoice::last() || mine.label_name == model.label_name;
}

}  // namespace

std::optional<std::uint64_t> FeatureMap::operator[](std::uint64_t feature) const {
  if (!numbered) return features[feature];
  const std::uint64_t number = feature + cache_base;
  if (number < model_base) return std::nullopt;
  return number - model_base < model_features ? number - model_base : kNew;
}

bool FeatureMap::is_identity(std::uint64_t cache_features) const {
  return numbered && cache_base == model_base && cache_features <= model_features;
}

FeatureMap map_features(const Cache& cache, const std::string& name, const Reading& reading) {
  return Mapper(cache, name, reading).map();
}

bool can_replace_file(const Cache& cache, const CacheOrigin& now, const Reading& reading) {
  const Dataset& shape = cache.shape();
  if (parsing_options(cache.origin()) != parsing_options(now)) return false;
  if (shape.schema.table && !same_table(cache, reading)) return false;
  if (reading.labels == LabelUse::match) {
    for (const std::string& name : shape.classes.names()) {
      if (!reading.classes->find(name)) return false;
    }
  }
  try {
    const FeatureMap map = map_features(cache, cache.name(), reading);
    if (map.numbered && map.cache_base < map.model_base) return false;
    // New features are an error; only the original file knows the line.
    const bool beyond =
        map.numbered && shape.features() > 0 && map[shape.features() - 1] == FeatureMap::kNew;
    return reading.ignore_new_features() || (!map.new_categories && !beyond);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    return false;
  }
}

Reading reading_without_model(const Reading& reading) {
  Reading own = reading;
  const Schema& model = *reading.schema;
  own.schema = nullptr;
  own.classes = nullptr;
  own.labels = LabelUse::collect;
  own.options.columns.clear();
  own.options.features = {};
  own.options.missing = missing_policy(reading);
  const bool at_end = model.label_position + 1 == model.file_columns;
  if (model.table && own.options.label == ColumnChoice::last() && (model.named || !at_end))
    own.options.label = model.named ? model.label_name : std::to_string(model.label_position + 1);
  return own;
}

}  // namespace perceptron::core
