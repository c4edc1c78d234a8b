// Reading data files: LIBSVM, CSV, TSV, points, NumPy, Vowpal Wabbit, fastText, JSON lines and
// ARFF, plain or compressed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <perceptron/dataset.h>
#include <perceptron/limits.h>
#include <perceptron/names.h>
#include <perceptron/settings.h>

namespace perceptron {

enum class Format { automatic, libsvm, csv, tsv, points, npy, vw, fasttext, jsonl, arff };

constexpr auto enum_names(Format) {
  return std::array{std::pair{Format::automatic, "auto"}, std::pair{Format::libsvm, "libsvm"},
                    std::pair{Format::csv, "csv"},        std::pair{Format::tsv, "tsv"},
                    std::pair{Format::points, "points"},  std::pair{Format::npy, "npy"},
                    std::pair{Format::vw, "vw"},          std::pair{Format::fasttext, "fasttext"},
                    std::pair{Format::jsonl, "jsonl"},    std::pair{Format::arff, "arff"}};
}

// Whether the first line of a table names its columns.
enum class HeaderUse { automatic, yes, no };

constexpr auto enum_names(HeaderUse) {
  return std::array{std::pair{HeaderUse::automatic, "auto"}, std::pair{HeaderUse::yes, "yes"},
                    std::pair{HeaderUse::no, "no"}};
}

// What replaces a missing value: nothing (it is an error), zero, or the mean of its column in the
// training data. In columns of text, zero and mean make it none of the categories. automatic: the
// mean, with a further feature that is 1 in those rows where at least one row in twenty lacks the
// value; in columns of text a feature of its own.
enum class MissingPolicy { automatic, error, zero, mean };

constexpr auto enum_names(MissingPolicy) {
  return std::array{std::pair{MissingPolicy::automatic, "auto"},
                    std::pair{MissingPolicy::error, "error"},
                    std::pair{MissingPolicy::zero, "zero"}, std::pair{MissingPolicy::mean, "mean"}};
}

// What separates the fields of a table.
struct Delimiter {
  char character = '\0';  // ' ': one or more spaces or tabs; '\0': found from the first lines

  bool operator==(const Delimiter&) const = default;
};

// Whether a field may stand in double quotes, which are then not part of it.
enum class QuoteUse { automatic, paired, none };

constexpr auto enum_names(QuoteUse) {
  return std::array{std::pair{QuoteUse::automatic, "auto"}, std::pair{QuoteUse::paired, "double"},
                    std::pair{QuoteUse::none, "none"}};
}

// The decimal mark of numbers; the other one of the two may then separate thousands. automatic: a
// comma if the first lines have numbers with commas, and the delimiter is another character.
enum class DecimalMark { automatic, point, comma };

constexpr auto enum_names(DecimalMark) {
  return std::array{std::pair{DecimalMark::automatic, "auto"},
                    std::pair{DecimalMark::point, "point"}, std::pair{DecimalMark::comma, "comma"}};
}

// What a column of a table is. Those up to chars make features of it.
enum class ColumnType {
  automatic,  // number, category, date or words, by its first values
  number,
  category,  // a feature for each text that it takes
  ordinal,   // texts in a given order, as 1, 2, 3 and so on
  date,      // year, month, weekday, day of the year, days since 1970
  flag,      // yes or no, true or false, 1 or 0
  words,     // of free text: a feature for each word
  chars,     // likewise, a feature for each short run of characters
  label,
  weight,
  group,
  id,      // names the row; no feature
  ignore,  // not used
};

constexpr auto enum_names(ColumnType) {
  return std::array{
      std::pair{ColumnType::automatic, "auto"},    std::pair{ColumnType::number, "number"},
      std::pair{ColumnType::category, "category"}, std::pair{ColumnType::ordinal, "ordinal"},
      std::pair{ColumnType::date, "date"},         std::pair{ColumnType::flag, "flag"},
      std::pair{ColumnType::words, "words"},       std::pair{ColumnType::chars, "chars"},
      std::pair{ColumnType::label, "label"},       std::pair{ColumnType::weight, "weight"},
      std::pair{ColumnType::group, "group"},       std::pair{ColumnType::id, "id"},
      std::pair{ColumnType::ignore, "ignore"}};
}

// In which order the parts of a date are written. automatic: as the first values allow.
enum class DateOrder { automatic, ymd, dmy, mdy };

constexpr auto enum_names(DateOrder) {
  return std::array{std::pair{DateOrder::automatic, "auto"}, std::pair{DateOrder::ymd, "ymd"},
                    std::pair{DateOrder::dmy, "dmy"}, std::pair{DateOrder::mdy, "mdy"}};
}

// The type of a column, or of all columns whose name matches a pattern with * and ?, and how its
// features are scaled.
struct ColumnSetting {
  std::string name = {};
  ColumnType type = ColumnType::automatic;
  std::vector<std::string> order = {};  // of an ordinal: its texts, the lowest first
  DateOrder date = DateOrder::automatic;
  // How its features are scaled: none, standard or maxabs; nothing: like all others.
  std::optional<ScalingKind> scale = {};
  bool within_words = false;  // of chars: no run goes beyond a word and the blanks around it

  bool operator==(const ColumnSetting&) const = default;
};

// ---- What is made of free text ----

// The lengths of terms: of so many words (n-grams), or characters.
struct TermLengths {
  std::uint64_t shortest = 1;
  std::uint64_t longest = 1;

  bool operator==(const TermLengths&) const = default;
};

// The value of a term in a text before it is weighted: how often the text has it, 1, or 1 + ln of
// how often.
enum class TermCounts { plain, binary, log };

constexpr auto enum_names(TermCounts) {
  return std::array{std::pair{TermCounts::plain, "plain"}, std::pair{TermCounts::binary, "binary"},
                    std::pair{TermCounts::log, "log"}};
}

// The inverse document frequency of a term that df of n rows have: smooth ln((1+n)/(1+df)) + 1,
// plain ln(n/df) + 1.
enum class Idf { smooth, plain };

constexpr auto enum_names(Idf) {
  return std::array{std::pair{Idf::smooth, "smooth"}, std::pair{Idf::plain, "plain"}};
}

enum class LetterCase { lower, keep };

constexpr auto enum_names(LetterCase) {
  return std::array{std::pair{LetterCase::lower, "lower"}, std::pair{LetterCase::keep, "keep"}};
}

enum class Accents { keep, fold };

constexpr auto enum_names(Accents) {
  return std::array{std::pair{Accents::keep, "keep"}, std::pair{Accents::fold, "fold"}};
}

// Lists of words that are left out.
enum class StopWords { none, english };

constexpr auto enum_names(StopWords) {
  return std::array{std::pair{StopWords::none, "none"}, std::pair{StopWords::english, "english"}};
}

// Terms as numbers of `bits` bits instead of names. Signed: half of the terms count negative, so
// that those with the same number cancel out rather than add up.
struct HashSpace {
  std::uint64_t bits = 22;
  bool with_signs = false;

  bool operator==(const HashSpace&) const = default;
};

// A column of a table, as chosen by the user.
class ColumnChoice {
 public:
  ColumnChoice() : text_("last") {}
  // By name. If the file has no column of this name, "3" means its third column, "first" its first
  // and "last" its last one.
  ColumnChoice(std::string name) : text_(std::move(name)) {}  // NOLINT: a name chooses a column
  ColumnChoice(const char* name) : text_(name) {}             // NOLINT
  // By number, counted from 1, whatever the names of the columns.
  static ColumnChoice number(std::uint64_t number) {
    ColumnChoice choice(std::to_string(number));
    choice.number_ = number;
    return choice;
  }
  static ColumnChoice first() { return "first"; }
  static ColumnChoice last() { return "last"; }

  // As it is written in options and records.
  const std::string& text() const { return text_; }
  std::optional<std::uint64_t> number() const { return number_; }

  bool operator==(const ColumnChoice& other) const { return text_ == other.text_; }

 private:
  std::string text_;
  std::optional<std::uint64_t> number_ = {};  // none: by name
};

// Which features a file may have: this many, as many as are found (no count), or, for a model,
// also unknown ones that are to be ignored or, where training resumes, added.
struct FeatureLimit {
  std::optional<std::uint64_t> count = {};
  bool ignore_new = false;
  bool add_new = false;

  bool operator==(const FeatureLimit&) const = default;
};

// A feature map: all products of up to `degree` of the columns of numbers become features too.
struct Polynomial {
  std::uint64_t degree = 1;  // 1: no products
  bool powers = true;        // also of a column with itself

  bool operator==(const Polynomial&) const = default;
};

// A feature map: the products of columns or features, which are given by name or pattern; one
// factor from each of the list.
struct Interaction {
  std::vector<std::string> factors = {};  // at least two

  bool operator==(const Interaction&) const = default;
};

struct ReadSettings {
  Format format = Format::automatic;
  ColumnChoice label = ColumnChoice::last();
  std::optional<ColumnChoice> weight = {};
  HeaderUse header = HeaderUse::automatic;
  std::vector<std::string> columns = {};  // names, patterns or numbers; empty: all others
  std::vector<std::string> ignore = {};   // likewise; these are not features
  std::vector<ColumnSetting> column = {};
  Delimiter delimiter = {};
  QuoteUse quote = QuoteUse::automatic;
  DecimalMark decimal = DecimalMark::automatic;
  std::optional<std::uint64_t> index_base = {};  // 0 or 1
  FeatureLimit features = {};
  MissingPolicy missing = MissingPolicy::automatic;
  // What means a missing value besides an empty field, NA, NaN, null, ?, #N/A and the like.
  std::vector<std::string> missing_values = {};
  Polynomial polynomial = {};
  std::vector<Interaction> interact = {};
  // Random Fourier features: this many cosines replace the features, so that products of rows are
  // near the RBF kernel exp(-gamma ‖x − y‖²); 0: none. No gamma: 1 / the number of features.
  std::uint64_t fourier = 0;
  std::optional<double> gamma = {};
  std::uint64_t fourier_seed = 1;
  // Of columns of words and chars.
  TermLengths ngrams = {};     // of words
  TermLengths chars = {3, 5};  // of chars
  bool tfidf = true;           // terms by inverse document frequency, and texts of length 1
  TermCounts counts = TermCounts::plain;
  Idf idf = Idf::smooth;
  std::uint64_t min_count = 1;                   // rows that a term must be in
  double max_share = 1;                          // of the rows that a term may be in
  std::optional<std::uint64_t> vocabulary = {};  // at most so many terms, the most frequent ones
  std::optional<HashSpace> hash = {};
  StopWords stop_words = StopWords::none;
  std::uint64_t shortest_word = 2;  // in characters
  LetterCase letters = LetterCase::lower;
  Accents accents = Accents::keep;
  std::string labels = {};                // file with the classes, for formats that contain none
  std::string row_weights = {};           // file with the weights of the rows, one per line
  ScalingKind scale = ScalingKind::none;  // refused here: training scales, see TrainSettings
  bool cache = false;                     // keep a cache next to the file, and use it next time
  // Column whose equal values mark rows that must stay in the same fold.
  std::optional<ColumnChoice> group = {};
  Limits limits = {};
};

// The settings of a recipe: a JSON object with the names of the command line's data options, as
// `perceptron inspect --recipe` writes it.
PERCEPTRON_API ReadSettings read_recipe(const std::string& path);

// Reads the whole file. Throws Error with file, line and column if something is wrong.
PERCEPTRON_API Dataset read(const std::string& path, const ReadSettings& settings = {});

}  // namespace perceptron
