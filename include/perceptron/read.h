// Reading data files: LIBSVM, CSV, TSV, points, NumPy, Vowpal Wabbit and fastText, plain or
// compressed.
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

enum class Format { automatic, libsvm, csv, tsv, points, npy, vw, fasttext };

constexpr auto enum_names(Format) {
  return std::array{std::pair{Format::automatic, "auto"}, std::pair{Format::libsvm, "libsvm"},
                    std::pair{Format::csv, "csv"},        std::pair{Format::tsv, "tsv"},
                    std::pair{Format::points, "points"},  std::pair{Format::npy, "npy"},
                    std::pair{Format::vw, "vw"},          std::pair{Format::fasttext, "fasttext"}};
}

// Whether the first line of a table names its columns.
enum class HeaderUse { automatic, yes, no };

constexpr auto enum_names(HeaderUse) {
  return std::array{std::pair{HeaderUse::automatic, "auto"}, std::pair{HeaderUse::yes, "yes"},
                    std::pair{HeaderUse::no, "no"}};
}

// What replaces a missing value: nothing (it is an error), zero, or the mean of its column in the
// training data.
enum class MissingPolicy { error, zero, mean };

constexpr auto enum_names(MissingPolicy) {
  return std::array{std::pair{MissingPolicy::error, "error"},
                    std::pair{MissingPolicy::zero, "zero"}, std::pair{MissingPolicy::mean, "mean"}};
}

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
// also unknown ones that are to be ignored.
struct FeatureLimit {
  std::optional<std::uint64_t> count = {};
  bool ignore_new = false;

  bool operator==(const FeatureLimit&) const = default;
};

struct ReadSettings {
  Format format = Format::automatic;
  ColumnChoice label = ColumnChoice::last();
  std::optional<ColumnChoice> weight = {};
  HeaderUse header = HeaderUse::automatic;
  std::vector<std::string> columns = {};         // names or numbers; empty: all others
  std::optional<std::uint64_t> index_base = {};  // 0 or 1
  FeatureLimit features = {};
  MissingPolicy missing = MissingPolicy::error;
  std::string labels = {};                // file with the classes, for formats that contain none
  std::string row_weights = {};           // file with the weights of the rows, one per line
  ScalingKind scale = ScalingKind::none;  // refused here: training scales, see TrainSettings
  bool cache = false;                     // keep a cache next to the file, and use it next time
  // Column whose equal values mark rows that must stay in the same fold.
  std::optional<ColumnChoice> group = {};
  Limits limits = {};
};

// Reads the whole file. Throws Error with file, line and column if something is wrong.
PERCEPTRON_API Dataset read(const std::string& path, const ReadSettings& settings = {});

}  // namespace perceptron
