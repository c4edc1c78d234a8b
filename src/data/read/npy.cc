// NumPy's .npy: a matrix of numbers, its labels in a second file.

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <type_traits>
#include <utility>

#include "base/limits.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "data/read/formats.h"
#include "data/read/lines.h"

namespace perceptron::core {
namespace {

static_assert(std::endian::native == std::endian::little,
              "numbers are read as they lie in the file");

constexpr std::string_view kMagic = "\x93NUMPY";

template <class T>
double read_as(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

// Integers are written as such: as a double, 2⁵³ + 1 would be 2⁵³.
template <class T>
std::string text_as(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  if constexpr (std::is_floating_point_v<T>) return format_number(static_cast<double>(value));
  return std::to_string(value);
}

struct NumberType {
  std::size_t bytes;
  double (*read)(const char*);
  std::string (*text)(const char*);
};

template <class T>
constexpr NumberType type_of() {
  return {sizeof(T), read_as<T>, text_as<T>};
}

const std::map<std::string, NumberType, std::less<>> kTypes = {
    {"<f4", type_of<float>()},         {"<f8", type_of<double>()},
    {"|i1", type_of<std::int8_t>()},   {"|u1", type_of<std::uint8_t>()},
    {"|b1", type_of<std::uint8_t>()},  {"<i2", type_of<std::int16_t>()},
    {"<u2", type_of<std::uint16_t>()}, {"<i4", type_of<std::int32_t>()},
    {"<u4", type_of<std::uint32_t>()}, {"<i8", type_of<std::int64_t>()},
    {"<u8", type_of<std::uint64_t>()},
};

// An array in a file, read sequentially.
class NpyArray {
 public:
  NpyArray(std::string name, std::unique_ptr<Source> source)
      : name_(std::move(name)), source_(std::move(source)) {
    const std::string start = take(8);
    if (!start.starts_with(kMagic))
      fail(fmt::format("expected an .npy file, found something else (use {})",
                       setting("format", "auto")));
    const auto version = static_cast<unsigned char>(start[6]);
    if (version < 1 || version > 3)
      fail(fmt::format("expected .npy version 1 to 3, found {}", version));
    const std::string size = take(version == 1 ? 2 : 4);
    std::size_t header_bytes = 0;
    for (std::size_t i = size.size(); i-- > 0;)
      header_bytes = header_bytes * 256 + static_cast<unsigned char>(size[i]);
    if (header_bytes > (std::size_t{1} << 20U))
      fail("expected a header of less than a megabyte, found a longer one (the file is damaged)");
    const std::string header = take(header_bytes);
    const std::string descr = text_after(header, "'descr':", "'", "'");
    const auto type = kTypes.find(descr);
    if (type == kTypes.end()) {
      const bool names = descr.find_first_of("USO") != std::string::npos;
      fail(fmt::format(
          "expected numbers, found elements of type {} ({})", in_quotes(descr),
          names ? "write names as text, one per line" : "save the array with astype(float)"));
    }
    type_ = type->second;
    const std::string order = text_after(header, "'fortran_order'", ":", ",");
    if (trim(order) != "True" && trim(order) != "False") {
      fail(fmt::format(
          "expected True or False for fortran_order in the header, found {} (the file is damaged)",
          in_quotes(order)));
    }
    column_major_ = trim(order) == "True";
    read_shape(text_after(header, "'shape':", "(", ")"));
  }

  const std::vector<std::uint64_t>& shape() const { return shape_; }
  bool column_major() const { return column_major_; }
  const Source& source() const { return *source_; }

  // The next `count` numbers.
  std::vector<double> numbers(std::uint64_t count) {
    const std::string bytes = take(saturating_product(count, type_.bytes));
    std::vector<double> out(count);
    for (std::uint64_t i = 0; i < count; ++i) out[i] = type_.read(bytes.data() + i * type_.bytes);
    return out;
  }

  // The next number as text, for a label.
  std::string label(std::uint64_t row) {
    const std::string bytes = take(type_.bytes);
    if (!std::isfinite(type_.read(bytes.data()))) {
      throw Error(Place{name_, row, 1}, fmt::format("expected a class label, found {} (replace it)",
                                                    type_.read(bytes.data())));
    }
    return type_.text(bytes.data());
  }

  void require_end() {
    char extra = 0;
    if (source_->read({&extra, 1}) != 0)
      fail("expected the end of the file after the array, found more bytes (save the array again)");
  }

  [[noreturn]] void fail(const std::string& sentence) const { throw Error(Place{name_}, sentence); }

 private:
  std::string take(std::size_t count) {
    // The count may be wrong: never more memory than twice what is actually there.
    constexpr std::size_t kFirst = std::size_t{1} << 16U;
    std::string bytes;
    while (bytes.size() < count) {
      const std::size_t had = bytes.size();
      const std::size_t want = std::min(count - had, std::max(had, kFirst));
      bytes.resize(had + want);
      if (source_->read({bytes.data() + had, want}) < want)
        fail("expected more bytes, found the end of the file (is it cut off?)");
    }
    return bytes;
  }

  std::string text_after(const std::string& header, const char* key, const char* open,
                         const char* close) const {
    const auto at = header.find(key);
    const auto begin = at == std::string::npos ? at : header.find(open, at + std::strlen(key));
    const auto end = begin == std::string::npos ? begin : header.find(close, begin + 1);
    if (end == std::string::npos)
      fail(fmt::format("expected {} in the header, found none (the file is damaged)", key));
    return header.substr(begin + 1, end - begin - 1);
  }

  void read_shape(std::string_view text) {
    while (!text.empty()) {
      const auto comma = text.find(',');
      const std::string_view part = trim(text.substr(0, comma));
      if (!part.empty()) {
        const auto size = parse_count(part);
        if (!size)
          fail(fmt::format("expected sizes in the header's shape, found {}", in_quotes(part)));
        shape_.push_back(*size);
      }
      text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    }
  }

  std::string name_;
  std::unique_ptr<Source> source_;
  NumberType type_{};
  bool column_major_ = false;
  std::vector<std::uint64_t> shape_;
};

class NpyReader : public RowReader {
 public:
  NpyReader(const std::string& name, std::unique_ptr<Source> source, const Reading& reading)
      : RowReader(name, reading), array_(name, std::move(source)) {
    if (keeps_text()) {
      throw Error(
          ErrorKind::usage,
          fmt::format("{} is an .npy matrix, whose rows are not text; use a file of text", name));
    }
    if (array_.shape().size() != 2)
      array_.fail(fmt::format("expected a matrix, found an array of {} dimensions (reshape it)",
                              array_.shape().size()));
    require_only_numbers();
    rows_ = array_.shape()[0];
    features_ = array_.shape()[1];
    if (rows_ == 0 || features_ == 0) array_.fail("expected rows of data, found an empty matrix");
    require_few_features(Place{name}, reading.options.limits, features_);
    if (!learning() && reading.schema->feature_count() != features_) {
      array_.fail(
          fmt::format("expected {} columns as the model has, found {} (train a model on such data)",
                      reading.schema->feature_count(), features_));
    }
    if (array_.column_major()) {
      require_memory(saturating_product(rows_, features_), sizeof(double),
                     name + ": the matrix, stored by columns,");
      columns_ = array_.numbers(rows_ * features_);
    }
    if (reading.labels != LabelUse::ignore) open_labels();
  }

  Dataset start() const override {
    Dataset data;
    data.matrix = Matrix(Matrix::Layout::dense, features_);
    return data;
  }

  bool next(Dataset& into) override {
    if (row_ == rows_) return false;
    std::vector<double> values;
    if (columns_.empty()) {
      values = array_.numbers(features_);
    } else {
      for (std::uint64_t j = 0; j < features_; ++j) values.push_back(columns_[j * rows_ + row_]);
    }
    ++row_;
    for (std::uint64_t j = 0; j < features_; ++j) {
      if (!std::isfinite(values[j])) {
        throw Error(
            Place{name(), row_, j + 1},
            fmt::format("expected a finite number in row {}, column {}, found {} (replace it)",
                        row_, j + 1, values[j]));
      }
      into.matrix.push(j, values[j]);
    }
    if (label_lines_) {
      std::string_view line;
      if (!label_lines_->next(line)) missing_label();
      add_label(into, trim(line), [&] { return label_lines_->place(1); });
    } else if (label_array_) {
      add_label(into, label_array_->label(row_), [&] {
        return Place{reading().options.labels, row_, 1};
      });
    }
    into.matrix.end_row();
    return true;
  }

  void finish(Dataset& into) override {
    array_.require_end();
    if (label_array_) label_array_->require_end();
    std::string_view line;
    while (label_lines_ && label_lines_->next(line)) {
      if (trim(line).empty()) continue;
      throw Error(label_lines_->place(1),
                  fmt::format("expected {} labels for {}, found more (is it the right file?)",
                              rows_, name()));
    }
    if (learning()) into.schema = Schema::numbered_table(features_);
  }

  const Source& source() const override { return array_.source(); }

 private:
  void open_labels() {
    const std::string& path = reading().options.labels;
    if (path.empty()) {
      throw Error(ErrorKind::usage,
                  fmt::format("{} holds no labels; name the file that does with {}", name(),
                              setting("labels", "FILE")));
    }
    auto source = open_source(path);
    if (peek(source, kMagic.size()) != kMagic) {
      label_lines_ = std::make_unique<Lines>(path, std::move(source));
      return;
    }
    label_array_ = std::make_unique<NpyArray>(path, std::move(source));
    std::uint64_t labels = 1;
    for (const std::uint64_t size : label_array_->shape())
      labels = saturating_product(labels, size);
    if (labels != rows_)
      label_array_->fail(fmt::format("expected {} labels for {}, found {} (is it the right file?)",
                                     rows_, name(), labels));
  }

  [[noreturn]] void missing_label() const {
    throw Error(Place{reading().options.labels, row_, 1},
                fmt::format("expected {} labels for {}, found {} (is it the right file?)", rows_,
                            name(), row_ - 1));
  }

  NpyArray array_;
  std::uint64_t rows_ = 0;
  std::uint64_t features_ = 0;
  std::uint64_t row_ = 0;
  std::vector<double> columns_;  // the whole matrix if it is stored by columns
  std::unique_ptr<Lines> label_lines_;
  std::unique_ptr<NpyArray> label_array_;
};

}  // namespace

bool looks_like_npy(const FileStart& start) { return start.bytes.starts_with(kMagic); }

std::unique_ptr<Reader> npy_reader(const std::string& name, std::unique_ptr<Source> source,
                                   const Reading& reading) {
  return std::make_unique<NpyReader>(name, std::move(source), reading);
}

}  // namespace perceptron::core
