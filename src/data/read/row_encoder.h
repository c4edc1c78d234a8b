// The features of a row of a table, from its fields.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "data/dataset.h"
#include "data/missing_marks.h"
#include "data/read/columns.h"
#include "data/read/parsed_rows.h"
#include "data/read/reader.h"
#include "data/read/record_places.h"
#include "data/schema.h"
#include "data/text/term_table.h"
#include "data/text/terms.h"

namespace perceptron::core {

// Encodes the rows of one file. Where the schema is still to be learned, or to take new columns and
// categories, it completes it: the categories, the replacements of missing values, and which
// columns get an indicator of them.
class RowEncoder {
 public:
  RowEncoder(TableColumns columns, std::string name, const Reading& reading);

  const Schema& schema() const { return schema_; }
  Matrix::Layout layout() const { return sparse_ ? Matrix::Layout::sparse : Matrix::Layout::dense; }
  std::uint64_t features() const { return features_; }

  // Adds the features of the field of column `c`; columns come in their order.
  void push(std::size_t c, const Field& field, const RecordPlaces& places, Matrix& matrix);

  // Sets what the fast parser has to know, if it can be used: each column is a number or a
  // category. The fields are those of the schema's columns.
  bool describe(TableShape& shape) const;
  // The features of these texts; none if one of them needs push(), which reports errors.
  std::optional<std::vector<std::uint32_t>> number_texts(const TextNumbers& texts);
  // Adds rows of the fast parser, whose texts have these features.
  void add_rows(const ParsedRows& rows, const std::vector<std::uint32_t>& features, Matrix& matrix);

  // Whether finish() leaves the rows as they are although the schema is still to be learned.
  bool rows_are_final() const;

  // After the last row.
  void finish(Dataset& data);
  // What was decided for the user, as sentences.
  const std::vector<Message>& notes() const { return notes_; }

 private:
  // What the rows of training data determine about a column.
  struct Learned {
    std::uint64_t feature = 0;  // the first one of a number, in order of appearance
    std::map<std::string, std::uint64_t, std::less<>> categories;  // likewise
    std::optional<std::uint64_t> indicator = {};                   // likewise
    std::shared_ptr<const Terms> terms = {};                       // of a column of text
    TermTable table;  // the features of its terms, or of the categories that chunks have had
    std::vector<std::uint32_t> order = {};  // nodes of those kept, in its dictionary
    std::uint64_t missing = 0;              // fields
    std::uint64_t rows = 0;                 // fields that are not missing
  };

  bool learning() const { return reading_.schema == nullptr; }
  bool adding() const { return reading_.add_new_features(); }
  // Whether the values of this column determine what is made of it.
  bool is_new(std::size_t c) const { return c >= old_columns_; }
  // Whether a field, with the number that it holds, is missing.
  bool is_absent(std::string_view text, const std::optional<double>& number) const;
  bool fills() const { return policy_ != MissingPolicy::error; }
  double fill_value(std::size_t c, std::size_t k) const;
  void push_missing(std::size_t c, const Field& field, const RecordPlaces& places, Matrix& matrix);
  void push_category(std::size_t c, const Field& field, const RecordPlaces& places, Matrix& matrix);
  void push_text(std::size_t c, const Field& field, const RecordPlaces& places, Matrix& matrix);
  bool has_runs(std::size_t c) const { return learned_[c].terms && learned_[c].terms->has_runs(); }
  // The node of a word, or of a term that is no run of words, which is added in training;
  // kDropped: the model does not know it. None if there are too many features.
  std::optional<std::uint32_t> number_word(std::size_t c, std::string_view word,
                                           std::uint64_t hash);
  // Adds the features of the runs of these words, each as often as the text has it, without those
  // that the model does not know.
  void add_runs(std::size_t c, const std::vector<std::uint32_t>& words,
                std::vector<std::uint32_t>& features);
  // Makes the run of the words before and one more a feature.
  TermTable::Run number_run(std::size_t c, std::uint32_t before, std::uint32_t word,
                            bool is_feature);
  void append_known(const ParsedRows& rows, const std::vector<std::uint32_t>& numbers,
                    Matrix& matrix);
  void start_text(std::size_t c);
  void learn_terms(std::size_t c, const Matrix& matrix);
  void push_number(std::uint64_t feature, double value, Matrix& matrix) const;
  void count_missing(std::size_t c, std::uint64_t values) {
    missing_ += values;
    learned_[c].missing += values;
  }
  // The feature of a text, or of missing ones; none if push() is to decide.
  std::optional<std::uint64_t> find_feature(std::size_t c, std::string_view text,
                                            std::uint64_t hash);
  void push_date(std::size_t c, const Field& field, const RecordPlaces& places, Matrix& matrix);
  double number_of(const Column& column, const Field& field, const RecordPlaces& places) const;
  [[noreturn]] void refuse_missing(const Column& column, std::string_view text,
                                   const Place& place) const;
  [[noreturn]] void refuse_number(const Column& column, const Field& field,
                                  const RecordPlaces& places) const;

  bool is_identifier(std::size_t c) const;
  void learn_columns(Matrix& matrix);
  void finish_adding(Dataset& data);
  void number_features(Matrix& matrix);
  std::vector<bool> choose_indicators(std::uint64_t rows);
  void fill_columns(Dataset& data);
  void note_missing();
  // What its texts look like, if it was not typed.
  std::string doubt_about_texts(std::size_t c) const;
  void note_category(std::size_t c);
  void note_text(std::size_t c);
  void note_identifier(std::size_t c);
  void note_number_identifiers(const Dataset& data);

  Schema schema_;
  std::vector<bool> kept_;            // columns that the settings name, used whatever they hold
  std::size_t old_columns_ = 0;       // of the model
  std::uint64_t new_categories_ = 0;  // of these
  std::string name_;
  const Reading& reading_;
  MissingPolicy policy_;
  MissingMarks marks_;
  bool sparse_ = false;
  std::vector<Learned> learned_;  // one per column
  TermSpace space_;
  std::vector<std::pair<std::uint32_t, double>> terms_;  // of a text
  std::vector<std::uint64_t> signed_terms_;              // of a text whose terms are hashed
  std::vector<std::uint32_t> words_;                     // of a text whose terms are runs
  std::vector<std::uint32_t> runs_;                      // those that begin with each of them
  std::uint64_t features_ = 0;
  std::uint64_t missing_ = 0;
  std::uint64_t unknown_ = 0;
  std::vector<Message> notes_;
};

}  // namespace perceptron::core
