// CSV and TSV: one feature per numeric column, one feature per category of a text column.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "base/limits.h"
#include "base/number.h"
#include "base/text.h"
#include "data/read/chunk_reader.h"
#include "data/read/columns.h"
#include "data/read/formats.h"
#include "data/read/missing_values.h"
#include "data/read/records.h"
#include "data/read/row_text.h"

namespace perceptron::core {
namespace {

constexpr std::size_t kSampleRecords = 100;

class TableReader : public ChunkReader {
 public:
  TableReader(const std::string& name, std::unique_ptr<Source> source, const Reading& reading)
      : ChunkReader(name, std::move(source), reading),
        records_(lines(), reading.options.format == Format::tsv ? '\t' : '\0') {
    if (keeps_text()) records_.keep_written();
    TableStart start;
    start.name = name;
    start.sample = records_.sample(kSampleRecords);
    start.first = records_.first_place();
    if (start.sample.empty()) throw Error(Place{name, 1, 1}, "expected rows of data, found none");
    width_ = start.width = start.sample[0].size();
    if (has_header(start.sample, reading)) {
      start.header = read_header();
      start.sample.erase(start.sample.begin());
    }
    if (keeps_text()) describe_text(start.header);
    std::vector<std::string> ignored;
    TableColumns columns =
        learning() ? learn_columns(start, reading.options) : match_columns(start, reading, ignored);
    schema_ = std::move(columns.schema);
    label_ = columns.label;
    weight_ = columns.weight;
    group_ = columns.group;
    old_columns_ = learning() ? 0 : schema_.columns.size() - columns.added;
    missing_policy_ =
        reading.options.missing != MissingPolicy::error ? reading.options.missing : schema_.missing;
    if (!learning() && start.header.empty() == schema_.named) {
      note(fmt::format("columns are matched by position: {} has a header, {} has none",
                       schema_.named ? "the model's training data" : "this file",
                       schema_.named ? "this file" : "the model's training data"));
    }
    if (!ignored.empty()) note("columns the model does not know were ignored: " + in_list(ignored));
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
      throw Error(records_.place(),
                  fmt::format("expected {} columns as in the first line, found {} ({})", width_,
                              fields_.size(), width_advice()));
    }
    if (label_) {
      add_label(into, fields_[*label_].text, [&] { return records_.place(fields_[*label_]); });
    }
    if (weight_) push_weight(fields_[*weight_], into);
    if (group_) push_group(fields_[*group_], into);
    for (std::size_t c = 0; c < schema_.columns.size(); ++c) {
      const Field& field = fields_[schema_.columns[c].position];
      if (schema_.columns[c].text) {
        push_category(c, field, into.matrix);
      } else {
        push_number(c, field, into.matrix);
      }
    }
    into.matrix.end_row();
    if (keeps_text()) keep_text({records_.written(), fields_}, into);
    return true;
  }

  bool next_rows(Dataset& into) override {
    // Records that were sampled are no longer among the lines.
    if (!records_.has_sampled()) return ChunkReader::next_rows(into);
    while (records_.has_sampled()) next(into);
    return true;
  }

  void finish(Dataset& into) override {
    if (unknown_ > 0)
      note(fmt::format("{} of text columns new to the model count as none of those it knows",
                       plural(unknown_, "value")));
    if (missing_ > 0)
      note(fmt::format("{} set to {}", plural(missing_, "missing value"),
                       missing_policy_ == MissingPolicy::mean ? "their column's mean" : "zero"));
    if (!learning() && !adding()) return;
    if (learning() && weight_) check_total_weight();
    const std::size_t categories = take_categories();
    if (sparse_) number_features(into.matrix);
    into.schema = schema_;
    const std::vector<double> means = column_means(into);
    missing_ > 0 && missing_policy_ == MissingPolicy::mean && !reading().keep_missing
        ? fill_missing_values(into, means)
        : store_fill_values(into.schema, means);
    if (adding()) return finish_adding(categories, into);
    if (sparse_ && table_layout(into.matrix.nonzeros(), into.rows(), schema_.feature_count()) ==
                       Matrix::Layout::dense)
      into.matrix = into.matrix.as(Matrix::Layout::dense);
  }

  // Categories are sorted and missing values filled at the end.
  bool rows_are_final() const override { return !learning() && !adding(); }

 protected:
  // Categories and groups are numbered in order of appearance, which only one thread can do.
  ChunkParser::Parse parser() const override {
    if (sparse_ || group_) return nullptr;
    TableShape shape;
    shape.delimiter = records_.delimiter();
    shape.columns.assign(width_, TableShape::kUnused);
    shape.features = schema_.columns.size();
    bool twice = false;
    const auto use = [&](std::uint64_t position, std::uint64_t as) {
      twice = twice || shape.columns[position] != TableShape::kUnused;
      shape.columns[position] = as;
    };
    for (std::uint64_t j = 0; j < shape.features; ++j) {
      use(schema_.columns[j].position, j);
      if (missing_policy_ != MissingPolicy::error) shape.fill.push_back(fill_value(j));
    }
    if (label_) use(*label_, TableShape::kLabel);
    if (weight_) use(*weight_, TableShape::kWeight);
    // A model from a file may use a column twice: the fast parser has a place for each field only.
    if (twice) return nullptr;
    return
        [shape](std::string_view text, ParsedRows& rows) { return parse_table(shape, text, rows); };
  }

  bool add(const ParsedRows& rows, Dataset& into) override {
    if (label_ && !add_labels(rows, into)) return false;
    into.matrix.append(rows.ends, {}, 0, {rows.values.data(), rows.size}, rows.narrow);
    into.weights.insert(into.weights.end(), rows.weights.begin(), rows.weights.end());
    for (const double weight : rows.weights) total_weight_ += weight;
    missing_ += rows.missing;
    return true;
  }

 private:
  // What the rows of training data determine about a column.
  struct Learned {
    std::uint64_t feature = 0;  // of a number, in order of appearance
    std::map<std::string, std::uint64_t, std::less<>> categories;  // likewise
  };

  std::vector<std::string> read_header() {
    std::vector<std::string> names;
    std::map<std::string, std::size_t> seen;
    records_.next(fields_);
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      if (!is_text(fields_[i].text)) require_text(fields_[i].text, records_.place(fields_[i]));
      std::string column =
          fields_[i].text.empty() ? fmt::format("column{}", i + 1) : std::string(fields_[i].text);
      if (const auto [twin, is_new] = seen.emplace(column, i + 1); !is_new) {
        throw Error(records_.place(fields_[i]),
                    fmt::format("expected a new column name, found {} again after column {} "
                                "(rename one of them)",
                                in_quotes(column), twin->second));
      }
      names.push_back(std::move(column));
    }
    return names;
  }

  // The categories found, sorted; returns how many of them the model does not have.
  std::size_t take_categories() {
    std::size_t added = 0;
    for (std::size_t c = 0; c < schema_.columns.size(); ++c) {
      Column& column = schema_.columns[c];
      added += learned_[c].categories.size() - column.categories.size();
      column.categories.clear();
      for (const auto& [category, feature] : learned_[c].categories)
        column.categories.push_back(category);
      if (column.text && c >= old_columns_) note_text_column(column);
    }
    return added;
  }

  // The columns of the model keep what replaces their missing values and, unless there are new
  // columns, their places.
  void finish_adding(std::size_t categories, Dataset& into) const {
    const Schema& model = *reading().schema;
    const std::size_t columns = schema_.columns.size() - old_columns_;
    if (columns + categories == 0) {
      into.schema = model;
      return;
    }
    for (std::size_t c = 0; c < old_columns_; ++c) {
      into.schema.columns[c].fill = model.columns[c].fill;
      if (columns == 0) into.schema.columns[c].position = model.columns[c].position;
    }
    note(fmt::format("new to the model: {} and {}", plural(columns, "column"),
                     categories == 1 ? "1 category" : with_commas(categories) + " categories"));
  }

  void describe_text(const std::vector<std::string>& names) const {
    TextShape shape{name()};
    if (!names.empty()) shape.header = fmt::format("{}{}", lines().mark(), records_.written());
    shape.names = names;
    shape.columns = width_;
    shape.delimiter = records_.delimiter();
    reading().text->start(shape);
  }

  void note_text_column(const Column& column) const {
    const auto& names = column.categories;
    const auto numbers =
        static_cast<std::uint64_t>(std::count_if(names.begin(), names.end(), [](const auto& name) {
          return parse_number(name).has_value();
        }));
    note(fmt::format(
        "column {} holds text: {}, a feature each{}", in_quotes(column.name),
        names.size() == 1 ? "1 category" : with_commas(names.size()) + " categories",
        2 * numbers > names.size()
            ? fmt::format(
                  " ({} of them are numbers: is its first value one that should not be there?)",
                  with_commas(numbers))
            : ""));
  }

  std::string width_advice() const {
    if (fields_.size() > width_) return "quote fields that hold the delimiter";
    return lines().unfinished() ? "the file ends here without a newline: is it cut off?"
                                : "write every field, empty ones too";
  }

  std::string label_advice() const override {
    return fmt::format(
        "leave the row out, train with its class, or choose the label column with {}",
        setting("label"));
  }

  void prepare_features() {
    for (const Column& column : schema_.columns) sparse_ = sparse_ || column.text;
    learned_.resize(schema_.columns.size());
    for (std::size_t c = 0; c < schema_.columns.size(); ++c) {
      if (!schema_.columns[c].text) learned_[c].feature = features_++;
      for (const std::string& category : schema_.columns[c].categories)
        learned_[c].categories[category] = features_++;
    }
    require_few_features(Place{name()}, reading().options.limits, features_);
  }

  std::string weight_column() const {
    return schema_.named ? in_quotes(schema_.weight_name) : std::to_string(*weight_ + 1);
  }

  // A missing weight is always an error: the policy for missing values is about features.
  void push_weight(const Field& field, Dataset& into) {
    const auto value = parse_number(field.text);
    if (!value || !std::isfinite(*value)) {
      bad_number(
          field.text, records_.place(field), fmt::format("in weight column {}", weight_column()),
          is_missing(field.text)
              ? "every row needs a weight"
              : fmt::format("correct it, or choose another column with {}", setting("weight")));
    }
    if (*value < 0) {
      throw Error(records_.place(field),
                  fmt::format("expected a weight of 0 or more in column {}, found {} (correct it, "
                              "or give a row that is not to count the weight 0)",
                              weight_column(), in_quotes(field.text)));
    }
    into.weights.push_back(std::abs(*value));  // −0 and 0 have the same fingerprint
    total_weight_ += *value;
  }

  // Any text is a group, including an empty one.
  void push_group(const Field& field, Dataset& into) {
    const auto next = static_cast<std::uint32_t>(groups_.size());
    into.groups.push_back(groups_.emplace(std::string(field.text), next).first->second);
  }

  void check_total_weight() const {
    if (!(total_weight_ > 0)) {
      throw Error(Place{name()},
                  fmt::format("expected a weight above 0 in column {}, found none in "
                              "any row (give weights to the rows that count)",
                              weight_column()));
    }
    if (!std::isfinite(total_weight_)) {
      throw Error(Place{name()}, fmt::format("expected weights whose sum is a finite number in "
                                             "column {}, found larger ones (divide all of them by "
                                             "the same number)",
                                             weight_column()));
    }
  }

  // The replacement for a missing value of column `c`; NaN until its mean is known.
  double fill_value(std::size_t c) const {
    if (missing_policy_ == MissingPolicy::zero) return 0;
    return c >= old_columns_ ? std::numeric_limits<double>::quiet_NaN() : schema_.columns[c].fill;
  }

  void push_number(std::size_t c, const Field& field, Matrix& matrix) {
    auto value = parse_number(field.text);
    if ((!value || std::isnan(*value)) && missing_policy_ != MissingPolicy::error &&
        is_missing(field.text)) {
      ++missing_;
      value = fill_value(c);
    } else if (!value || !std::isfinite(*value)) {
      bad_number(
          field.text, records_.place(field),
          fmt::format("in column {}", in_quotes(schema_.columns[c].name)),
          is_missing(field.text)
              ? fmt::format("use {} or {} to fill missing values", setting("missing", "zero"),
                            setting("missing", "mean"))
              : fmt::format("correct it, or choose other columns with {}", setting("columns")));
    }
    if (!sparse_ || *value != 0) matrix.push(learned_[c].feature, *value);
  }

  void push_category(std::size_t c, const Field& field, Matrix& matrix) {
    Learned& learned = learned_[c];
    if (field.text.empty()) {
      if (missing_policy_ == MissingPolicy::error) {
        bad_number(field.text, records_.place(field),
                   fmt::format("or text in column {}", in_quotes(schema_.columns[c].name)),
                   fmt::format("use {} to treat missing values as none of the categories",
                               setting("missing", "zero")));
      }
      ++missing_;
      return;
    }
    auto known = learned.categories.find(field.text);
    if (known == learned.categories.end()) {
      if (!learning() && !adding()) {
        if (!reading().ignore_new_features()) {
          throw Error(records_.place(field),
                      fmt::format("expected a value of column {} that the model knows, found {} "
                                  "({})",
                                  in_quotes(schema_.columns[c].name), in_quotes(field.text),
                                  new_feature_advice(reading(),
                                                     "treat new ones as none of the categories")));
        }
        ++unknown_;
        return;
      }
      require_text(field.text, records_.place(field));
      known = learned.categories.emplace(field.text, features_++).first;
      require_few_features(records_.place(field), reading().options.limits, features_);
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

  Records records_;
  std::size_t width_ = 0;
  Schema schema_;
  std::optional<std::size_t> label_;
  std::optional<std::size_t> weight_;
  std::optional<std::size_t> group_;
  std::size_t old_columns_ = 0;  // of the model
  std::map<std::string, std::uint32_t> groups_;
  double total_weight_ = 0;
  MissingPolicy missing_policy_ = MissingPolicy::error;
  bool sparse_ = false;
  std::vector<Learned> learned_;  // one per column
  std::uint64_t features_ = 0;
  std::vector<Field> fields_;
  std::uint64_t missing_ = 0;
  std::uint64_t unknown_ = 0;
};

}  // namespace

std::unique_ptr<Reader> table_reader(const std::string& name, std::unique_ptr<Source> source,
                                     const Reading& reading) {
  return std::make_unique<TableReader>(name, std::move(source), reading);
}

}  // namespace perceptron::core
