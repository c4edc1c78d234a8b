// How a data file is to be read.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names.h"
#include "base/options.h"
#include "data/column_choice.h"

namespace perceptron {

enum class Format { automatic, libsvm, csv, tsv, points, npy };

template <>
struct Names<Format> {
  static constexpr std::array kAll = {
      std::pair{Format::automatic, "auto"}, std::pair{Format::libsvm, "libsvm"},
      std::pair{Format::csv, "csv"},        std::pair{Format::tsv, "tsv"},
      std::pair{Format::points, "points"},  std::pair{Format::npy, "npy"}};
};

// Whether the first line of a table names its columns.
enum class HeaderUse { automatic, yes, no };

template <>
struct Names<HeaderUse> {
  static constexpr std::array kAll = {std::pair{HeaderUse::automatic, "auto"},
                                      std::pair{HeaderUse::yes, "yes"},
                                      std::pair{HeaderUse::no, "no"}};
};

// What replaces a missing value: nothing (it is an error), zero, or the mean of its column in the
// training data.
enum class MissingPolicy { error, zero, mean };

template <>
struct Names<MissingPolicy> {
  static constexpr std::array kAll = {std::pair{MissingPolicy::error, "error"},
                                      std::pair{MissingPolicy::zero, "zero"},
                                      std::pair{MissingPolicy::mean, "mean"}};
};

// How features are brought to a common size, see scaling.h.
enum class ScalingKind { none, standard, maxabs, unit };

template <>
struct Names<ScalingKind> {
  static constexpr std::array kAll = {
      std::pair{ScalingKind::none, "none"}, std::pair{ScalingKind::standard, "standard"},
      std::pair{ScalingKind::maxabs, "maxabs"}, std::pair{ScalingKind::unit, "unit"}};
};

// Which features a file may have: so many of them, as many as are found (no count), or, for a
// model, also some that it does not know and that are to be ignored.
struct FeatureLimit {
  std::optional<std::uint64_t> count;
  bool ignore_new = false;

  bool operator==(const FeatureLimit&) const = default;
};

// "7", "ignore-new", or nothing.
std::string value_text(const FeatureLimit& limit);
void parse_setting(std::string_view name, const std::string& text, FeatureLimit& limit);

struct DataOptions {
  Format format = Format::automatic;
  ColumnChoice label = ColumnChoice::last();
  std::optional<ColumnChoice> weight;
  HeaderUse header = HeaderUse::automatic;
  std::vector<std::string> columns;         // names or numbers; empty: all others
  std::optional<std::uint64_t> index_base;  // 0 or 1
  FeatureLimit features;
  MissingPolicy missing = MissingPolicy::error;
  std::string labels;  // file with the classes, for formats that hold none
  ScalingKind scale = ScalingKind::none;
  bool cache = false;  // keep a cache next to the file, and use it the next time
  // Column whose equal values mark rows that belong together; for commands that split rows.
  std::optional<ColumnChoice> group;
};

inline constexpr std::array kDataOptions = {
    option<&DataOptions::format>(
        "format", "", "",
        "format of the data; auto recognises it by content (points: a first line d,n,r)"),
    option<&DataOptions::label>("label", "NAME|NUMBER|last|first", "",
                                "column of a CSV that holds the class"),
    option<&DataOptions::weight>("weight", "NAME|NUMBER|last|first", "",
                                 "column of a CSV that holds the weight of each row"),
    option<&DataOptions::header>("header", "", "",
                                 "whether the first line of a CSV names the columns"),
    option<&DataOptions::columns>(
        "columns", "A,B,C", "",
        "columns of a CSV to use as features, by name or number (default: all but "
        "label and weight)"),
    option<&DataOptions::index_base>(
        "index-base", "", "auto|0|1",
        "number of the first feature in a LIBSVM file; auto: 1 unless a 0 is found", 0, 1, "auto"),
    option<&DataOptions::features>(
        "features", "N|ignore-new", "",
        "number of features of a LIBSVM file; ignore-new: ignore features and columns that a model "
        "does not know"),
    option<&DataOptions::missing>(
        "missing", "", "",
        "what replaces a missing value of a CSV (empty, NA, NaN, null, ?): nothing, which is an "
        "error, zero, or the column's mean"),
    option<&DataOptions::labels>("labels", "FILE", "",
                                 "the classes of an .npy matrix: one a line, or an .npy vector"),
    option<&DataOptions::scale>("scale", "", "",
                                "scale features to a common size (standardise, divide by the "
                                "largest absolute value, or rows to unit length); kept in the "
                                "model and applied again at prediction"),
};

// Names and values of the options that differ from their defaults, scaling left out: how data was
// read.
std::vector<std::pair<std::string, std::string>> unusual(const DataOptions& options);

}  // namespace perceptron
