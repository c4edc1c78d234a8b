// How a data file is to be read.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/options.h"

namespace perceptron {

struct DataOptions {
  std::string format = "auto";
  std::string label = "last";
  std::string weight;
  std::string header = "auto";
  std::vector<std::string> columns;
  std::string index_base = "auto";
  std::string features;
  std::string missing = "error";
  std::string labels;
  std::string scale = "none";
  bool cache = false;  // keep a cache beside the file, and use it the next time
  std::string group;   // column whose equal values belong together; for commands that part rows
};

// What features may be brought to, see scaling.h.
inline constexpr std::string_view kScalings = "none|standard|maxabs|unit";

inline constexpr std::array kDataOptions = {
    option<&DataOptions::format>(
        "format", "", "auto|libsvm|csv|tsv|points|npy",
        "format of the data; auto tells by content (points: a first line d,n,r)"),
    option<&DataOptions::label>("label", "NAME|NUMBER|last|first", "",
                                "column of a CSV that holds the class"),
    option<&DataOptions::weight>("weight", "NAME|NUMBER|last|first", "",
                                 "column of a CSV that holds the weight of each row"),
    option<&DataOptions::header>("header", "", "auto|yes|no",
                                 "whether the first line of a CSV names the columns"),
    option<&DataOptions::columns>(
        "columns", "A,B,C", "",
        "columns of a CSV to use as features, by name or number (default: all but "
        "label and weight)"),
    option<&DataOptions::index_base>(
        "index-base", "", "auto|0|1",
        "number of the first feature in a LIBSVM file; auto: 1 unless a 0 is found"),
    option<&DataOptions::features>(
        "features", "N|ignore-new", "",
        "number of features of a LIBSVM file; ignore-new: pass over features and "
        "columns that a model does not know"),
    option<&DataOptions::missing>(
        "missing", "", "error|zero|mean",
        "what to put where a CSV has no number (empty, NA, NaN, null, ?)"),
    option<&DataOptions::labels>("labels", "FILE", "",
                                 "the classes of an .npy matrix: one a line, or an .npy vector"),
    option<&DataOptions::scale>(
        "scale", "", kScalings,
        "bring features to a common size; kept in the model and applied again at prediction"),
};

// The options that are not as usual, but for scaling: how data was read.
std::vector<std::pair<std::string, std::string>> unusual(const DataOptions& options);

}  // namespace perceptron
