// Readers turn files into rows, one file a format. A reader is a stream: it
// adds one row at a time to a Dataset, which may hold all rows or a block.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/listener.h"
#include "base/threads.h"
#include "data/dataset.h"
#include "data/options.h"
#include "data/read/lines.h"
#include "data/read/source.h"

namespace perceptron {

class Cache;

// What becomes of the labels: names are collected, or must be among known
// ones, or are passed over (and may be missing where the format allows it).
enum class LabelUse { collect, match, ignore };

// How a file is to be read.
struct Reading {
  DataOptions options;
  LabelUse labels = LabelUse::collect;
  const Schema* schema = nullptr;    // of the model; null: find it in the file
  const Classes* classes = nullptr;  // of the model, for `match`
  Listener* listener = nullptr;
  bool survey = false;        // rows need not be made; what finish() tells is what counts
  bool keep_missing = false;  // leave NaN for missing values instead of the mean of all rows
  std::uint64_t threads = available_threads();
  // Text is parsed in pieces of so many bytes, in which what is ordinary goes the
  // fast way; 0: all row by row. The rows are the same.
  std::size_t piece = kPieceBytes;

  // Small enough to stay in a core's cache with the rows made of it.
  static constexpr std::size_t kPieceBytes = std::size_t{1} << 17U;

  bool ignore_new_features() const { return options.features == "ignore-new"; }
};

class Reader {
 public:
  Reader(std::string name, Reading reading);
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  virtual ~Reader() = default;

  // An empty Dataset of the shape that this reader fills.
  virtual Dataset start() const = 0;
  // Adds the next rows, as many as come in one go, perhaps none; false once there are
  // no more.
  virtual bool next_rows(Dataset& into) = 0;
  // After the last row: what only the whole file tells (features, schema).
  virtual void finish(Dataset& into) = 0;
  // What the ids of all rows are then to be lowered by.
  virtual std::uint32_t late_shift() const { return 0; }
  // Whether finish() leaves the rows alone, so that they may come and go in blocks.
  virtual bool rows_are_final() const { return true; }
  // Bytes that the rows so far came from, or a little more, and in all (0: not known).
  virtual std::uint64_t position() const = 0;
  virtual std::uint64_t total() const = 0;

  const std::string& name() const { return name_; }
  const Reading& reading() const { return reading_; }

 protected:
  bool learning() const { return reading_.schema == nullptr; }
  void note(const Message& sentence) const;
  // Throws if the model wants text columns, which this format does not have.
  void require_no_text_columns() const;
  // What to do about a class that the model does not know.
  virtual std::string label_advice() const { return "leave the row out, or train with its class"; }
  // Adds the class of a row. `place` is a function: where the label stands is
  // worth finding out only if something is wrong with it.
  template <class FindPlace>
  void add_label(Dataset& into, std::string_view label, const FindPlace& place) const {
    if (!try_label(into, label)) bad_label(label, place());
  }
  // The number of a class; none where the reading has no such class, or the name
  // cannot be one.
  std::optional<std::uint32_t> number_of_label(Dataset& into, std::string_view label) const;
  // Says what is wrong with `text` where a finite number was expected; `what`
  // names the number ("for feature 3"), `advice` says what to do.
  [[noreturn]] static void bad_number(std::string_view text, const Place& place,
                                      const std::string& what, const std::string& advice);

 private:
  bool try_label(Dataset& into, std::string_view label) const;
  [[noreturn]] void bad_label(std::string_view label, const Place& place) const;

  std::string name_;
  Reading reading_;
};

// A reader that takes a row at a time.
class RowReader : public Reader {
 public:
  using Reader::Reader;

  // Adds the next row; false at the end of the file.
  virtual bool next(Dataset& into) = 0;
  bool next_rows(Dataset& into) override;
  std::uint64_t position() const override { return source().position(); }
  std::uint64_t total() const override { return source().total(); }

 protected:
  virtual const Source& source() const = 0;
};

// The reader for `path`, chosen by content unless the options name a format. For a model a
// cache beside the file is made or used where the options ask for it.
std::unique_ptr<Reader> open_reader(const std::string& path, const Reading& reading);
// The same for what is no cache.
std::unique_ptr<Reader> open_reader(const std::string& name, std::unique_ptr<Source> source,
                                    const Reading& reading);

// Reads a whole file and puts its classes in order. A cache is mapped instead, and
// made or used beside the file where the options ask for it.
Dataset read_dataset(const std::string& path, const Reading& reading);
Dataset read_dataset(Reader& reader);

// Notes class names that may not be what they seem.
void note_odd_classes(const Dataset& data, const Reading& reading);

// Empties `block` and fills it with the next rows; false once none are left.
bool read_block(Reader& reader, Dataset& block);

// The readers, one file each. Those of text see to it that rows of a piece that was
// parsed the fast way are those that next() would have added.
std::unique_ptr<Reader> libsvm_reader(Lines lines, const Reading& reading);
std::unique_ptr<Reader> table_reader(Lines lines, const Reading& reading);
std::unique_ptr<Reader> points_reader(Lines lines, const Reading& reading);
std::unique_ptr<Reader> cache_reader(const Cache& cache, const std::string& name,
                                     const Reading& reading);
std::unique_ptr<Reader> npy_reader(const std::string& name, std::unique_ptr<Source> source,
                                   const Reading& reading);

// The format that `text`, the start of a file, looks like: libsvm, points or csv.
std::string sniff_format(std::string_view text, bool is_all);

}  // namespace perceptron
