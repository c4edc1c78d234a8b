// The formats that can be read, one table row each. To add one: write its file with the two
// functions that the row names, add the row, and name it in perceptron/read.h.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "data/options.h"
#include "data/read/file_start.h"
#include "data/read/reader.h"
#include "data/read/source.h"
#include "data/read/table_text.h"

namespace perceptron::core {

// What the beginning of a file looks like in this format.
bool looks_like_npy(const FileStart& start);
bool looks_like_json_lines(const FileStart& start);
bool looks_like_arff(const FileStart& start);
bool looks_like_points(const FileStart& start);
bool looks_like_fasttext(const FileStart& start);
bool looks_like_vw(const FileStart& start);
bool looks_like_libsvm(const FileStart& start);

using ReaderFactory = std::unique_ptr<Reader>(const std::string& name,
                                              std::unique_ptr<Source> source,
                                              const Reading& reading);
ReaderFactory npy_reader;
ReaderFactory points_reader;
ReaderFactory fasttext_reader;
ReaderFactory vw_reader;
ReaderFactory libsvm_reader;
std::unique_ptr<Reader> table_reader(const std::string& name, std::unique_ptr<Source> source,
                                     const Reading& reading, TableTextFactory* open_text);

using SettingNames = std::array<std::string_view, 12>;

struct FormatRow {
  Format format;
  // Null: not recognised by content.
  bool (*looks_like)(const FileStart& start);
  ReaderFactory* open;  // null: a table, which `table` reads
  // Names of the settings that the reader uses, besides format and scale.
  SettingNames settings;
  bool names_features = false;  // rows name their features, so a schema has a dictionary of them
  TableTextFactory* table = nullptr;

  bool uses(std::string_view setting) const {
    return std::find(settings.begin(), settings.end(), setting) != settings.end() ||
           (table != nullptr && is_text_option(setting));
  }
};

inline constexpr SettingNames kTableSettings = {"label",     "weight", "group",   "header",
                                                "columns",   "ignore", "column",  "missing",
                                                "delimiter", "quote",  "decimal", "missing-values"};

// Those that say themselves how they are written.
inline constexpr SettingNames kDeclaredSettings = {"label",  "weight", "group",   "columns",
                                                   "ignore", "column", "missing", "missing-values"};

// In the order in which they are tried. What matches none of them is read as CSV, whose reader
// detects the delimiter.
inline constexpr std::array kFormats = {
    FormatRow{Format::npy, looks_like_npy, npy_reader, {"labels", "row-weights"}},
    FormatRow{Format::jsonl, looks_like_json_lines, nullptr, kDeclaredSettings, false,
              json_lines_text},
    FormatRow{Format::arff, looks_like_arff, nullptr, kDeclaredSettings, false, arff_text},
    FormatRow{Format::points, looks_like_points, points_reader, {"row-weights"}},
    FormatRow{Format::fasttext, looks_like_fasttext, fasttext_reader, {"row-weights"}, true},
    FormatRow{Format::vw, looks_like_vw, vw_reader, {}, true},
    FormatRow{Format::libsvm,
              looks_like_libsvm,
              libsvm_reader,
              {"index-base", "features", "row-weights"}},
    FormatRow{Format::csv, nullptr, nullptr, kTableSettings, false, delimited_text},
    FormatRow{Format::tsv, nullptr, nullptr, kTableSettings, false, delimited_text},
};
static_assert(kFormats.size() + 1 == enum_names(Format{}).size(), "every format has a row");

const FormatRow& row_of(Format format);

// The table row of the format that the beginning of a file matches.
const FormatRow& recognise(const FileStart& start);

// That of the file, by its content unless the settings name it. Throws where it is no data.
const FormatRow& find_format(const std::string& name, std::unique_ptr<Source>& source,
                             const ReadSettings& settings);

}  // namespace perceptron::core
