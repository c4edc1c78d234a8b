// Tables in any notation. A row_encoder makes features of the columns.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "base/number.h"
#include "base/text.h"
#include "data/classes.h"
#include "data/missing_marks.h"
#include "data/read/chunk_reader.h"
#include "data/read/column_advice.h"
#include "data/read/column_types.h"
#include "data/read/columns.h"
#include "data/read/foreign_files.h"
#include "data/read/formats.h"
#include "data/read/row_encoder.h"
#include "data/read/table_text.h"

namespace perceptron::core {
namespace {

class TableReader : public ChunkReader {
 public:
  TableReader(const std::string& name, std::unique_ptr<Source> source, const Reading& reading,
              TableTextFactory* open_text)
      : ChunkReader(name, std::move(source), reading), text_(open_text(lines(), this->reading())) {
    const TableStart& start = text_->start();
    for (const Message& sentence : text_->notes()) note(sentence);
    if (keeps_text()) this->reading().text->start(text_->shape());
    std::vector<std::string> ignored;
    TableColumns columns = learning() ? learn_columns(start, this->reading().options)
                                      : match_columns(start, this->reading(), ignored);
    label_ = columns.label;
    if (learning() && this->reading().options.label == ColumnChoice::last() &&
        *label_ + 1 < start.width)
      note(fmt::format("column {} is taken for the label, because the last one holds free text",
                       label_column()));
    if (learning() && ends_with_delimiter(start))
      note("each line ends with a delimiter: the empty column after it is not used");
    weight_ = columns.weight;
    group_ = columns.group;
    if (!learning()) {
      columns.schema.decimal = decimal_mark(start, columns.schema);
      if (start.header.empty() == columns.schema.named) {
        note(fmt::format("columns are matched by position: {} has a header, {} has none",
                         columns.schema.named ? "the model's training data" : "this file",
                         columns.schema.named ? "this file" : "the model's training data"));
      }
    }
    if (!ignored.empty()) note("columns the model does not know were ignored: " + in_list(ignored));
    encoder_.emplace(std::move(columns), name, this->reading());
  }

  Dataset start() const override {
    Dataset data;
    data.matrix = Matrix(encoder_->layout(), encoder_->features());
    return data;
  }

  bool next(Dataset& into) override {
    if (!text_->next(fields_)) return false;
    try {
      push_row(into);
    } catch (const Error&) {
      refuse_repeated_header();
      throw;
    }
    if (keeps_text()) keep_text({text_->written(), fields_}, into);
    ++rows_;
    return true;
  }

  void finish(Dataset& into) override {
    if (const auto stated = text_->stated_rows(); stated && *stated != rows_) {
      throw Error(
          Place{name(), 1, 1},
          fmt::format("expected {}, as the first line states, found {} (correct the line, or "
                      "remove it)",
                      plural(*stated, "row"), plural(rows_, "row")));
    }
    if (learning() && weight_) check_total_weight();
    encoder_->finish(into);
    for (const Message& sentence : encoder_->notes()) note(sentence);
  }

  // Categories are sorted and missing values filled at the end.
  bool rows_are_final() const override {
    return (!learning() && !adding()) || (!adding() && encoder_->rows_are_final());
  }

 protected:
  bool has_plain_lines() const override { return text_->has_plain_lines(); }

  // Groups are numbered in order of appearance, which only one thread can do.
  ChunkParser::Parse parser() const override {
    TableShape shape;
    if (group_ || !encoder_->describe(shape)) return nullptr;
    const auto columns = std::move(shape.fields);
    shape.delimiter = text_->start().dialect.delimiter;
    shape.quotes = text_->start().dialect.quotes;
    shape.blank_lines = shape.delimiter == '\n';
    // Such numbers stand in quotes, which the fast parser leaves to the plain one.
    if (shape.decimal == DecimalMark::comma && shape.delimiter == ',') return nullptr;
    shape.fields.assign(text_->start().width, {});
    bool twice = false;
    const auto use = [&](std::uint64_t position, const TableShape::FieldShape& field) {
      twice = twice || shape.fields[position].holds != TableShape::Holds::nothing;
      shape.fields[position] = field;
    };
    std::uint64_t last = 0;
    for (const TableShape::FieldShape& each : columns) {
      const std::uint64_t position = encoder_->schema().columns[each.column].position;
      // Sparse rows are written in the order of the file.
      if (shape.sparse && position < last) return nullptr;
      use(last = position, each);
    }
    if (label_) use(*label_, {TableShape::Holds::label});
    if (weight_) use(*weight_, {TableShape::Holds::weight});
    // A model from a file may use a column twice: the fast parser has a place for each field only.
    if (twice) return nullptr;
    return
        [shape](std::string_view text, ParsedRows& rows) { return parse_table(shape, text, rows); };
  }

  bool add(const ParsedRows& rows, Dataset& into) override {
    const auto features = encoder_->number_texts(rows.texts);
    if (!features || (label_ && !add_labels(rows, into))) return false;
    encoder_->add_rows(rows, *features, into.matrix);
    into.weights.insert(into.weights.end(), rows.weights.begin(), rows.weights.end());
    for (const double weight : rows.weights) total_weight_ += weight;
    rows_ += rows.rows();
    return true;
  }

 private:
  void push_row(Dataset& into) {
    if (label_) {
      if (is_learning_labels() && fields_[*label_].text.empty()) require_classes();
      add_label(into, fields_[*label_].text, [&] { return text_->place(fields_[*label_]); });
    }
    if (weight_) push_weight(fields_[*weight_], into);
    if (group_) push_group(fields_[*group_], into);
    const auto& columns = encoder_->schema().columns;
    for (std::size_t c = 0; c < columns.size(); ++c)
      encoder_->push(c, fields_[columns[c].position], *text_, into.matrix);
    into.matrix.end_row();
  }

  // Files that were joined have the header of each.
  void refuse_repeated_header() const {
    const TableStart& start = text_->start();
    const bool repeated =
        start.delimited && fields_.size() == start.header.size() &&
        std::equal(fields_.begin(), fields_.end(), start.header.begin(),
                   [](const Field& field, const std::string& name) { return field.text == name; });
    if (!repeated) return;
    const Place place = text_->place(fields_[0]);
    throw Error(
        place,
        fmt::format("expected a row, found the header again (remove the line: {})",
                    command_for(fmt::format("sed {}d {{file}} > {{rows}}", place.line), name())));
  }

  // Of a file for a model, which may write its numbers in another way than the training data.
  DecimalMark decimal_mark(const TableStart& start, const Schema& schema) const {
    if (!start.delimited) return DecimalMark::automatic;
    const DecimalMark chosen = reading().options.decimal;
    if (chosen != DecimalMark::automatic) return chosen;
    const bool plain = start.dialect.delimiter == ',' && !has_quoted_numbers(start, schema);
    return plain ? DecimalMark::automatic : schema.decimal;
  }

  bool is_learning_labels() const { return learning() && reading().labels != LabelUse::ignore; }

  // A quantity may be missing; that it is no class matters more.
  void require_classes() const {
    Classes classes;
    std::uint64_t rows = 0;
    for (const auto& record : text_->start().sample) {
      if (record.size() <= *label_ || is_missing(record[*label_])) continue;
      classes.intern(record[*label_]);
      ++rows;
    }
    if (!are_quantities(classes, rows)) return;
    throw Error(text_->place(fields_[*label_]),
                fmt::format("expected a class label in column {}, found none; its {} different "
                            "numbers look like a quantity, and there is no regression here (make "
                            "classes of it, such as low and high, or choose the label column with "
                            "{})",
                            label_column(), classes.size(), setting("label")));
  }

  std::string label_column() const override {
    const auto& header = text_->start().header;
    return header.empty() ? std::to_string(*label_ + 1) : in_quotes(header[*label_]);
  }

  std::string label_advice() const override {
    return fmt::format(
        "leave the row out, train with its class, or choose the label column with {}",
        setting("label"));
  }

  std::string weight_column() const {
    const Schema& schema = encoder_->schema();
    return schema.named ? in_quotes(schema.weight_name) : std::to_string(*weight_ + 1);
  }

  // A missing weight is always an error: the policy for missing values is about features.
  void push_weight(const Field& field, Dataset& into) {
    const auto value = parse_number(field.text);
    if (!value || !std::isfinite(*value)) {
      bad_number(
          field.text, text_->place(field), fmt::format("in weight column {}", weight_column()),
          is_missing(field.text)
              ? "every row needs a weight"
              : fmt::format("correct it, or choose another column with {}", setting("weight")));
    }
    if (*value < 0) {
      throw Error(text_->place(field),
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

  std::unique_ptr<TableText> text_;
  std::optional<RowEncoder> encoder_;  // once the columns are known
  std::optional<std::size_t> label_;
  std::optional<std::size_t> weight_;
  std::optional<std::size_t> group_;
  std::map<std::string, std::uint32_t> groups_;
  double total_weight_ = 0;
  std::uint64_t rows_ = 0;
  std::vector<Field> fields_;
};

}  // namespace

std::unique_ptr<Reader> table_reader(const std::string& name, std::unique_ptr<Source> source,
                                     const Reading& reading, TableTextFactory* open_text) {
  return std::make_unique<TableReader>(name, std::move(source), reading, open_text);
}

}  // namespace perceptron::core
