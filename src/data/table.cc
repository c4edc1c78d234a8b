// CSV and TSV: a column a feature, text columns one feature a category.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "base/number.h"
#include "data/reader.h"
#include "data/records.h"

namespace perceptron {
namespace {

constexpr std::size_t kSampleRecords = 100;

using Sample = std::vector<std::vector<std::string>>;

bool is_missing(std::string_view text) {
  constexpr std::string_view kTokens[] = {"",    "NA",   "N/A",  "n/a",  "na", "NaN",
                                          "nan", "null", "NULL", "None", "?"};
  return std::find(std::begin(kTokens), std::end(kTokens), text) != std::end(kTokens);
}

bool is_number(std::string_view text) {
  return !is_missing(text) && parse_number(text).has_value();
}

// A first line is a header if it has no number in it and either a later line
// has, or all is text and none of its words comes back in its column.
bool find_header(const Sample& sample) {
  const auto& first = sample[0];
  if (std::any_of(first.begin(), first.end(), is_number) || sample.size() < 2) return false;
  bool repeated = false;
  for (std::size_t i = 1; i < sample.size(); ++i) {
    if (std::any_of(sample[i].begin(), sample[i].end(), is_number)) return true;
    for (std::size_t j = 0; j < std::min(first.size(), sample[i].size()); ++j) {
      repeated = repeated || sample[i][j] == first[j];
    }
  }
  return !repeated;
}

class TableReader : public Reader {
 public:
  TableReader(Lines lines, const Reading& reading)
      : Reader(lines.name(), reading),
        records_(std::move(lines), reading.options.format == "tsv" ? '\t' : '\0') {
    const Sample sample = records_.sample(kSampleRecords);
    if (sample.empty()) throw Error(Place{name(), 1, 1}, "expected rows of data, found none");
    width_ = sample[0].size();
    read_header(sample);
    if (learning()) {
      learn_columns(sample);
    } else {
      match_columns();
    }
    prepare_features();
  }

  Dataset start() const override {
    Dataset data;
    data.matrix =
        Matrix(sparse_ ? Matrix::Layout::sparse : Matrix::Layout::dense, schema_.feature_count());
    return data;
  }

  bool next(Dataset& into) override {
    if (!records_.next(fields_)) return false;
    if (fields_.size() != width_) {
      throw Error(records_.place(), fmt::format("expected {} columns as in the first line, found "
                                                "{} (quote fields that hold the delimiter)",
                                                width_, fields_.size()));
    }
    if (label_) add_label(into, fields_[*label_].text, records_.place(fields_[*label_]));
    for (std::size_t c = 0; c < schema_.columns.size(); ++c) {
      const Field& field = fields_[schema_.columns[c].position];
      if (schema_.columns[c].text) {
        push_category(c, field, into.matrix);
      } else {
        push_number(c, field, into.matrix);
      }
    }
    into.matrix.end_row();
    return true;
  }

  void finish(Dataset& into) override {
    if (unknown_ > 0)
      note(fmt::format(
          "{} values of text columns are new to the model and count as none of those it knows",
          unknown_));
    if (missing_ > 0)
      note(fmt::format("{} missing values were set to {}", missing_,
                       missing_rule_ == "mean" ? "their column's mean" : "zero"));
    if (!learning()) return;
    for (std::size_t c = 0; c < schema_.columns.size(); ++c) {
      Learned& learned = learned_[c];
      Column& column = schema_.columns[c];
      column.fill = learned.numbers > 0 ? learned.sum / static_cast<double>(learned.numbers) : 0;
      for (const auto& [category, feature] : learned.categories)
        column.categories.push_back(category);
    }
    if (sparse_) number_features(into.matrix);
    if (missing_ > 0 && missing_rule_ == "mean") fill_with_means(into.matrix);
    const auto cells =
        static_cast<double>(into.rows()) * static_cast<double>(schema_.feature_count());
    if (sparse_ && static_cast<double>(into.matrix.nonzeros()) >= 0.25 * cells) {
      into.matrix = into.matrix.as(Matrix::Layout::dense);
    }
    into.schema = schema_;
  }

  const Source& source() const override { return records_.lines().source(); }

 private:
  // What training data tells of a column as its rows go by.
  struct Learned {
    double sum = 0;
    std::uint64_t numbers = 0;
    std::uint64_t feature = 0;  // of a number, in order of appearance
    std::map<std::string, std::uint64_t, std::less<>> categories;  // likewise
  };

  void read_header(const Sample& sample) {
    const std::string& option = reading().options.header;
    bool header = option == "yes" || (option == "auto" && find_header(sample));
    if (option == "auto" && !learning() && reading().schema->named) {
      // A model knows its columns by name.
      const auto& columns = reading().schema->columns;
      header = std::any_of(columns.begin(), columns.end(), [&](const Column& column) {
        return std::find(sample[0].begin(), sample[0].end(), column.name) != sample[0].end();
      });
    }
    if (!header) return;
    records_.next(fields_);
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      require_text(fields_[i].text, records_.place(fields_[i]));
      std::string column =
          fields_[i].text.empty() ? fmt::format("column{}", i + 1) : std::string(fields_[i].text);
      if (const auto twin = std::find(names_.begin(), names_.end(), column); twin != names_.end()) {
        throw Error(
            records_.place(fields_[i]),
            fmt::format(
                "expected a new column name, found {} again after column {} (rename one of them)",
                in_quotes(column), twin - names_.begin() + 1));
      }
      names_.push_back(std::move(column));
    }
    first_data_ = 1;
  }

  // The column that `name`, from the option --`option`, means: a name, or a
  // number from 1.
  std::size_t find_column(const std::string& name, const char* option) const {
    if (const auto at = std::find(names_.begin(), names_.end(), name); at != names_.end()) {
      return static_cast<std::size_t>(at - names_.begin());
    }
    if (name == "last") return width_ - 1;
    if (name == "first") return 0;
    const auto number = parse_count(name);
    if (number && *number >= 1 && *number <= width_) return *number - 1;
    if (names_.empty()) {
      throw Error(Exit::usage,
                  fmt::format("--{}: {} has no header, name one of its columns 1 to {}, not {}",
                              option, this->name(), width_, in_quotes(name)));
    }
    throw Error(Exit::usage, fmt::format("--{}: {} has no column {}; it has {}", option,
                                         this->name(), in_quotes(name), fmt::join(names_, ", ")));
  }

  std::string column_name(std::size_t position) const {
    return names_.empty() ? fmt::format("x{}", position + 1) : names_[position];
  }

  void learn_columns(const Sample& sample) {
    const DataOptions& options = reading().options;
    missing_rule_ = options.missing;
    schema_.table = true;
    schema_.named = !names_.empty();
    schema_.file_columns = width_;
    schema_.missing = missing_rule_;
    schema_.label_position = find_column(options.label, "label");
    schema_.label_name = names_.empty() ? "" : names_[schema_.label_position];
    label_ = schema_.label_position;
    std::vector<std::size_t> positions;
    for (const std::string& name : options.columns)
      positions.push_back(find_column(name, "columns"));
    for (std::size_t i = 0; options.columns.empty() && i < width_; ++i) {
      if (i != *label_) positions.push_back(i);
    }
    if (positions.empty()) {
      throw Error(records_.place(),
                  "expected at least one column besides the label, found none (is the delimiter a "
                  "comma, a semicolon or a tab?)");
    }
    for (const std::size_t position : positions) {
      if (position == *label_ && reading().labels != LabelUse::ignore) {
        throw Error(Exit::usage,
                    fmt::format("--columns: {} is the label; choose another label with --label",
                                in_quotes(column_name(position))));
      }
      Column column;
      column.name = column_name(position);
      column.position = position;
      // The first value that is there tells what the column holds.
      for (std::size_t i = first_data_; i < sample.size(); ++i) {
        if (position >= sample[i].size() || is_missing(sample[i][position])) continue;
        column.text = !parse_number(sample[i][position]);
        if (column.text) {
          note(fmt::format("column {} is text (its first value is {}): one feature a category",
                           in_quotes(column.name), in_quotes(sample[i][position])));
        }
        break;
      }
      schema_.columns.push_back(std::move(column));
    }
  }

  // Finds the model's columns in this file.
  void match_columns() {
    schema_ = *reading().schema;
    if (!schema_.table) schema_ = Schema::numbered_table(schema_.features);
    missing_rule_ =
        reading().options.missing != "error" ? reading().options.missing : schema_.missing;
    const std::string& label_option = reading().options.label;
    if (!names_.empty() && schema_.named) {
      match_names(label_option == "last" ? schema_.label_name
                                         : names_[find_column(label_option, "label")]);
      return;
    }
    const std::uint64_t features = schema_.columns.size();
    if (width_ == schema_.file_columns) {
      label_ = label_option == "last" ? schema_.label_position : find_column(label_option, "label");
    } else if (width_ == features && reading().labels == LabelUse::ignore) {
      for (std::uint64_t c = 0; c < features; ++c) schema_.columns[c].position = c;
    } else if (width_ == features + 1) {
      label_ = find_column(label_option, "label");
      for (std::uint64_t c = 0; c < features; ++c)
        schema_.columns[c].position = c < *label_ ? c : c + 1;
    } else {
      throw Error(Place{name(), 1, 1},
                  fmt::format("expected {} columns of features and one of labels as in the model's "
                              "training data, found {} columns in all",
                              features, width_));
    }
  }

  void match_names(const std::string& label_name) {
    std::vector<std::string> missing;
    std::vector<std::string> added;
    const auto find = [&](const std::string& name) {
      return std::find(names_.begin(), names_.end(), name);
    };
    for (Column& column : schema_.columns) {
      const auto at = find(column.name);
      if (at == names_.end()) missing.push_back(column.name);
      column.position = static_cast<std::uint64_t>(at - names_.begin());
    }
    if (const auto at = find(label_name); at != names_.end())
      label_ = static_cast<std::size_t>(at - names_.begin());
    if (!label_ && reading().labels == LabelUse::match)
      missing.push_back(label_name + " (the label)");
    for (const std::string& name : names_) {
      const bool known = std::any_of(schema_.columns.begin(), schema_.columns.end(),
                                     [&](const Column& column) { return column.name == name; });
      // Columns that training left out by --columns may still be there.
      const bool left_out = schema_.columns.size() + 1 < schema_.file_columns;
      if (!known && name != label_name && !left_out) added.push_back(name);
    }
    if (missing.empty() && (added.empty() || reading().ignore_new_features())) {
      if (!added.empty())
        note(fmt::format("columns the model does not know were ignored: {}",
                         fmt::join(added, ", ")));
      return;
    }
    std::string sentence = "expected the columns of the model's training data";
    if (!missing.empty()) sentence += fmt::format(", missing: {}", fmt::join(missing, ", "));
    if (!added.empty()) sentence += fmt::format(", new: {}", fmt::join(added, ", "));
    if (missing.empty()) sentence += " (say --features ignore-new to pass over new columns)";
    throw Error(Place{name(), 1, 1}, sentence);
  }

  void prepare_features() {
    for (const Column& column : schema_.columns) sparse_ = sparse_ || column.text;
    learned_.resize(schema_.columns.size());
    for (std::size_t c = 0; c < schema_.columns.size(); ++c) {
      if (!schema_.columns[c].text) learned_[c].feature = features_++;
      for (const std::string& category : schema_.columns[c].categories)
        learned_[c].categories[category] = features_++;
    }
  }

  void push_number(std::size_t c, const Field& field, Matrix& matrix) {
    Learned& learned = learned_[c];
    auto value = parse_number(field.text);
    if ((!value || std::isnan(*value)) && missing_rule_ != "error" && is_missing(field.text)) {
      ++missing_;
      // While the mean is not known yet, NaN keeps its place.
      value = missing_rule_ == "zero" ? 0
              : learning()            ? std::numeric_limits<double>::quiet_NaN()
                                      : schema_.columns[c].fill;
    } else if (!value || !std::isfinite(*value)) {
      bad_number(field.text, records_.place(field),
                 fmt::format("in column {}", in_quotes(schema_.columns[c].name)),
                 is_missing(field.text) ? "say --missing zero or --missing mean to fill gaps"
                                        : "correct it, or choose other columns with --columns");
    } else {
      learned.sum += *value;
      ++learned.numbers;
    }
    if (!sparse_ || *value != 0) matrix.push(learned.feature, *value);
  }

  void push_category(std::size_t c, const Field& field, Matrix& matrix) {
    Learned& learned = learned_[c];
    if (field.text.empty()) {
      if (missing_rule_ == "error") {
        bad_number(field.text, records_.place(field),
                   fmt::format("or text in column {}", in_quotes(schema_.columns[c].name)),
                   "say --missing zero to let gaps be none of the categories");
      }
      ++missing_;
      return;
    }
    auto known = learned.categories.find(field.text);
    if (known == learned.categories.end()) {
      if (!learning()) {
        if (!reading().ignore_new_features()) {
          throw Error(records_.place(field),
                      fmt::format("expected a value of column {} that the model knows, found {} "
                                  "(say --features ignore-new to count new ones as none)",
                                  in_quotes(schema_.columns[c].name), in_quotes(field.text)));
        }
        ++unknown_;
        return;
      }
      require_text(field.text, records_.place(field));
      known = learned.categories.emplace(field.text, features_++).first;
    }
    matrix.push(known->second, 1);
  }

  // From the order of appearance to the order of columns and categories.
  void number_features(Matrix& matrix) const {
    std::vector<std::uint32_t> number(features_);
    std::uint32_t next = 0;
    for (std::size_t c = 0; c < learned_.size(); ++c) {
      if (!schema_.columns[c].text) number[learned_[c].feature] = next++;
      for (const auto& [category, feature] : learned_[c].categories) number[feature] = next++;
    }
    matrix.renumber(number, next);
  }

  void fill_with_means(Matrix& matrix) const {
    std::vector<double> fill;
    for (const Column& column : schema_.columns) {
      if (column.text) {
        fill.insert(fill.end(), column.categories.size(), 0);
      } else {
        fill.push_back(column.fill);
      }
    }
    matrix.transform([&](std::uint64_t /*row*/, std::uint64_t j, double x) {
      return std::isnan(x) ? fill[j] : x;
    });
  }

  Records records_;
  std::size_t width_ = 0;
  std::size_t first_data_ = 0;      // of the sample
  std::vector<std::string> names_;  // empty where there is no header
  Schema schema_;
  std::optional<std::size_t> label_;
  std::string missing_rule_;
  bool sparse_ = false;
  std::vector<Learned> learned_;  // a column each
  std::uint64_t features_ = 0;
  std::vector<Field> fields_;
  std::uint64_t missing_ = 0;
  std::uint64_t unknown_ = 0;
};

}  // namespace

std::unique_ptr<Reader> table_reader(Lines lines, const Reading& reading) {
  return std::make_unique<TableReader>(std::move(lines), reading);
}

}  // namespace perceptron
