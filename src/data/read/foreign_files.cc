#include "data/read/foreign_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "base/error.h"
#include "base/text.h"

namespace perceptron::core {
namespace {

using namespace std::string_view_literals;  // some of them contain zeros

constexpr std::string_view kPandas =
    "convert it: python3 -c \"import pandas; pandas.{read}('{file}').to_csv('{csv}', "
    "index=False)\"";

constexpr std::string_view kPickle =
    "it can run any code; if you trust it, convert it: python3 -c \"import pandas; "
    "pandas.read_pickle('{file}').to_csv('{csv}', index=False)\"";

// In the advice, {file} is the name of the file, {csv} the same with the ending .csv, {utf8} and
// {lines} with .utf8 and .lines before its ending, and {rest} without its ending.
struct ForeignFormat {
  std::string_view what;
  std::string_view magic;        // bytes at the start
  std::string_view advice;       // or kPandas, with the name of a function of pandas:
  std::string_view read = {};    // likewise
  std::string_view inside = {};  // somewhere after the magic bytes
  std::size_t offset = 0;        // of the magic bytes, from the start
};

// The first row that matches decides.
constexpr auto kForeignFormats = std::to_array<ForeignFormat>({
    {"a Parquet file", "PAR1", kPandas, "read_parquet"},
    {"an Arrow file (Feather)", "ARROW1", kPandas, "read_feather"},
    {"a Feather file", "FEA1", kPandas, "read_feather"},
    {"an Excel workbook", "PK\3\4", kPandas, "read_excel", "xl/work"},
    {"an OpenDocument spreadsheet", "PK\3\4", kPandas, "read_excel", "opendocument.spreadsheet"},
    {"an Office file", "PK\3\4", kPandas, "read_excel", "[Content_Types].xml"},
    {"an .npz archive", "PK\3\4",
     "save each of its arrays: python3 -c \"import numpy; a = numpy.load('{file}'); "
     "[numpy.save(k, a[k]) for k in a.files]\"",
     "", ".npy"},
    {"a zip archive", "PK\3\4", "unpack it: unzip {file}"},
    {"an old Excel workbook or Office file", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", kPandas,
     "read_excel"},
    {"an HDF5 file", "\x89HDF\r\n\x1a\n", kPandas, "read_hdf"},
    {"a MATLAB file", "MATLAB 5.0 MAT-file",
     "save its matrix, here X: python3 -c \"import numpy, scipy.io; numpy.save('{rest}.npy', "
     "scipy.io.loadmat('{file}')['X'])\""},
    {"a MATLAB file (HDF5)", "MATLAB 7.3 MAT-file",
     "save its matrix, here X: python3 -c \"import numpy, h5py; numpy.save('{rest}.npy', "
     "h5py.File('{file}')['X'][()].T)\""},
    {"an SQLite database", "SQLite format 3\0"sv,
     "export a table, here T: sqlite3 -header -csv {file} 'SELECT * FROM T' > {csv}"},
    {"an R data frame (.rds)", "X\n\0\0\0"sv,
     R"(convert it: Rscript -e 'write.csv(readRDS("{file}"), "{csv}", row.names=FALSE)')"},
    {"an R workspace", "RDX3\n",
     "export a data frame, here D: Rscript -e 'load(\"{file}\"); write.csv(D, \"{csv}\", "
     "row.names=FALSE)'"},
    {"a Python pickle", "\x80\2", kPickle},
    {"a Python pickle", "\x80\3", kPickle},
    {"a Python pickle", "\x80\4", kPickle},
    {"a Python pickle", "\x80\5", kPickle},
    {"a PDF document", "%PDF-",
     "export its table as CSV, or look for it in the text: pdftotext -layout {file} -"},
    {"a PNG image", "\x89PNG\r\n\x1a\n", "turn images into numbers first, a row for each"},
    {"a JPEG image", "\xff\xd8\xff", "turn images into numbers first, a row for each"},
    {"xz data",
     "\xfd"
     "7zXZ\0"sv,
     "decompress it: xz -dc {file} > {rest}"},
    {"bzip2 data", "BZh", "decompress it: bzip2 -dc {file} > {rest}"},
    {"lz4 data", "\x04\x22\x4d\x18", "decompress it: lz4 -dc {file} > {rest}"},
    {"a 7z archive", "7z\xbc\xaf\x27\x1c", "unpack it: 7z x {file}"},
    {"a tar archive", "ustar", "unpack it: tar -xf {file}", "", "", 257},
});

// Text may begin with the letters of some magic bytes, but such a file is none.
bool is_binary(std::string_view start) {
  constexpr std::size_t kLooked = 512;
  constexpr std::size_t kLongestCharacter = 4;  // one may be cut at the end
  const std::string_view head = start.substr(0, kLooked);
  const std::size_t at = first_not_text(head);
  return at < head.size() && (head.size() == start.size() || at + kLongestCharacter <= head.size());
}

bool matches(const ForeignFormat& format, std::string_view start) {
  if (start.size() < format.offset || !start.substr(format.offset).starts_with(format.magic))
    return false;
  return start.find(format.inside, format.offset) != std::string_view::npos;
}

// The encoding of text with a byte order mark, or with zeros in every second byte, as Latin letters
// have them; empty: UTF-8 or none of these.
std::string_view wide_encoding(std::string_view start) {
  if (start.starts_with("\xff\xfe\0\0"sv) || start.starts_with("\0\0\xfe\xff"sv)) return "UTF-32";
  if (start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff")) return "UTF-16";
  constexpr std::size_t kLooked = 256;  // a multiple of 4
  const std::size_t units = std::min(start.size(), kLooked) / 4;
  std::array<std::size_t, 4> zeros{};  // of the bytes that are the first of four, the second, …
  for (std::size_t i = 0; i < 4 * units; ++i) zeros[i % 4] += start[i] == '\0' ? 1U : 0U;
  const auto [a, b, c, d] = zeros;
  if (units == 0) return {};
  if (b == units && c == units && d == units && a == 0) return "UTF-32LE";
  if (a == units && b == units && c == units && d == 0) return "UTF-32BE";
  if (b + d >= units && a + c == 0) return "UTF-16LE";
  if (a + c >= units && b + d == 0) return "UTF-16BE";
  return {};
}

bool has_old_line_ends(std::string_view start) {
  if (start.find('\n') != std::string_view::npos ||
      std::count(start.begin(), start.end(), '\r') < 2)
    return false;
  std::string text(start);
  std::erase(text, '\r');
  return !is_binary(text);
}

// The name as a shell and a Python string take it without quotes; otherwise a word for it.
std::string plain_name(const std::string& name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           "/._-+"sv.find(c) != std::string_view::npos;
  });
  const bool compressed = name.ends_with(".gz") || name.ends_with(".zst");
  return plain && !compressed && !name.starts_with('-') ? name : "FILE";
}

void replace(std::string& text, std::string_view field, const std::string& value) {
  for (auto at = text.find(field); at != std::string::npos; at = text.find(field, at))
    text.replace(at, field.size(), value);
}

std::string advice_for(std::string_view advice, std::string_view read, const std::string& name) {
  const std::filesystem::path path = plain_name(name);
  const std::string stem = (path.parent_path() / path.stem()).string();
  const std::string rest = path.has_extension() ? stem : stem + ".out";
  // Never the file itself, which the command would overwrite.
  const std::string csv = (path.extension() == ".csv" ? path.string() : stem) + ".csv";
  std::string text(advice);
  replace(text, "{read}", std::string(read));
  replace(text, "{file}", path.string());
  replace(text, "{csv}", csv);
  replace(text, "{utf8}", stem + ".utf8" + path.extension().string());
  replace(text, "{lines}", stem + ".lines" + path.extension().string());
  replace(text, "{rows}", stem + ".rows" + path.extension().string());
  replace(text, "{rest}", rest);
  return text;
}

}  // namespace

std::string command_for(std::string_view pattern, const std::string& name) {
  return advice_for(pattern, "", name);
}

void refuse_foreign_file(std::string_view start, const std::string& name) {
  if (const std::string_view encoding = wide_encoding(start); !encoding.empty()) {
    throw Error(
        Place{name, 1, 1},
        fmt::format(
            "expected text in UTF-8, found {} (convert it: {})", encoding,
            command_for(fmt::format("iconv -f {} -t UTF-8 {{file}} > {{utf8}}", encoding), name)));
  }
  if (has_old_line_ends(start)) {
    throw Error(Place{name, 1, 1},
                fmt::format("expected lines, found a single one with carriage returns, the line "
                            "ends of old Macs (convert it: {})",
                            command_for("tr '\\r' '\\n' < {file} > {lines}", name)));
  }
  if (!is_binary(start)) return;
  for (const ForeignFormat& format : kForeignFormats) {
    if (!matches(format, start)) continue;
    throw Error(Place{name, 1, 1}, fmt::format("expected rows of data, found {} ({})", format.what,
                                               advice_for(format.advice, format.read, name)));
  }
}

}  // namespace perceptron::core
