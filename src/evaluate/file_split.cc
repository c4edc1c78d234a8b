#include "evaluate/file_split.h"

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <system_error>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/temporary.h"
#include "data/read/row_text.h"

namespace perceptron::core {
namespace {

// A file that can be read twice: itself, or a copy of what can be read only once.
class TwiceReadable {
 public:
  // `path` must outlive it.
  explicit TwiceReadable(const std::string& path) : path_(path) {
    std::error_code trouble;  // reading reports it
    if (path_ != "-" && std::filesystem::is_regular_file(path_, trouble)) return;
    copy_.emplace("perceptron-rows");
    Output copy(copy_->path());
    const auto source = open_source(path_);
    std::string piece(std::size_t{1} << 16U, '\0');
    for (std::size_t got = piece.size(); got == piece.size();) {
      check_interrupt();
      got = source->read(piece);
      copy.write({piece.data(), got});
    }
    copy.finish();
  }

  std::unique_ptr<Reader> open(const Reading& reading) const {
    if (!copy_) return open_reader(path_, reading);
    return open_reader(source_name(path_), open_source(copy_->path()), reading);
  }

 private:
  const std::string& path_;
  std::optional<TemporaryFile> copy_;
};

// Passes on progress. Notes are about values, which are only copied.
class QuietListener : public Listener {
 public:
  explicit QuietListener(Listener* to) : to_(to) {}
  void progress(std::string_view stage, std::uint64_t done, std::uint64_t total,
                const std::function<std::string()>& detail) override {
    if (to_ != nullptr) to_->progress(stage, done, total, detail);
  }

 private:
  Listener* to_;
};

// Keeps rows as they are.
class WholeText : public RowText {
 public:
  void start(const TextShape& shape) override { shape_ = shape; }
  std::string keep(const WrittenRow& row) override { return std::string(row.text); }

  // What stands before so many rows.
  std::string header(std::uint64_t rows) const {
    std::string header = shape_.header;
    if (shape_.count)
      header.replace(shape_.count->first, shape_.count->second, std::to_string(rows));
    return header;
  }
  std::string line_end() const { return shape_.header.ends_with("\r\n") ? "\r\n" : "\n"; }

 private:
  TextShape shape_;
};

// Labels and groups of all rows, which themselves are left without values.
Dataset read_labels(Reader& reader) {
  Dataset data = reader.start();
  data.name = reader.name();
  while (reader.next_rows(data)) {
    check_interrupt();
    data.matrix.clear();
    data.weights.clear();
    reader.reading().listener->progress("reading", reader.position(), reader.total());
  }
  if (data.labels.empty()) throw Error(Place{data.name, 1, 1}, "expected rows of data, found none");
  data.matrix = Matrix(Matrix::Layout::sparse, 0);
  for (std::size_t i = 0; i < data.labels.size(); ++i) data.matrix.end_row();
  data.sort_classes();
  return data;
}

// Writes each row to the output of its part.
void copy_rows(Reader& reader, const WholeText& text, const Split& split, Output& training,
               Output& test) {
  std::uint64_t row = 0;
  Dataset block = reader.start();
  const auto changed = [&] {
    return Error(ErrorKind::input, reader.name() + " changed while it was read; split it again");
  };
  while (read_block(reader, block)) {
    for (const std::string& written : block.texts) {
      if (row == split.rows()) throw changed();
      Output& output = split.fold_of_row[row++] == 0 ? test : training;
      output.write(written);
      if (!written.ends_with('\n')) output.write(text.line_end());
    }
    reader.reading().listener->progress("writing", reader.position(), reader.total());
  }
  if (row < split.rows()) throw changed();
}

}  // namespace

FileSplit split_file(const std::string& path, const Reading& reading, const SplitSettings& settings,
                     Output& training, Output& test) {
  const TwiceReadable file(path);
  WholeText text;
  QuietListener quiet(reading.listener);
  Reading copy = reading;
  copy.listener = &quiet;
  // Values are copied, whatever they are.
  if (copy.options.missing == MissingPolicy::error) copy.options.missing = MissingPolicy::zero;
  const Reading look = copy;
  copy.labels = LabelUse::ignore;
  copy.text = &text;
  // First, as it reports what has no text.
  const auto rows = file.open(copy);
  const Dataset data = read_labels(*file.open(look));
  note_odd_classes(data, reading);
  const Split split = split_rows(data, settings);
  FileSplit parts;
  parts.classes = data.classes.names();
  parts.training.resize(parts.classes.size());
  parts.test.resize(parts.classes.size());
  std::uint64_t tested = 0;
  for (std::uint64_t i = 0; i < split.rows(); ++i) {
    const bool held_out = split.fold_of_row[i] == 0;
    ++(held_out ? parts.test : parts.training)[data.labels[i]];
    tested += held_out ? 1 : 0;
  }
  training.write(text.header(split.rows() - tested));
  test.write(text.header(tested));
  copy_rows(*rows, text, split, training, test);
  return parts;
}

}  // namespace perceptron::core
