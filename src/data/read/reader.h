// Readers turn files into rows; formats.h lists them. A reader is a stream: it adds rows to a
// Dataset, which may hold all rows or a block of them.
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
#include "data/read/source.h"

namespace perceptron::core {

class Cache;
class RowText;
struct WrittenRow;

// What is done with labels: their names are collected, or must be classes of the model, or are
// ignored (and may be missing where the format allows that).
enum class LabelUse { collect, match, ignore };

// How a file is to be read.
struct Reading {
  ReadSettings options;
  LabelUse labels = LabelUse::collect;
  const Schema* schema = nullptr;    // of the model; null: find it in the file
  const Classes* classes = nullptr;  // of the model, for `match`
  Listener* listener = nullptr;
  bool survey = false;        // only what finish() finds out is wanted, rows may be left out
  bool keep_missing = false;  // leave NaN for missing values instead of the mean of all rows
  bool resuming = false;      // training resumes from the model, so that features may be added
  // Is given the text of the rows, which not every source has. They are then read one by one.
  RowText* text = nullptr;
  bool keep_weights = false;  // of rows for a model, which otherwise come without weights
  std::uint64_t threads = available_threads();
  // Text is parsed in chunks of about this many bytes, by a fast parser if possible; 0: row by row
  // with the plain one. The rows are the same.
  std::size_t chunk_bytes = kChunkBytes;

  // Small enough to stay in a core's cache together with the rows parsed from it.
  static constexpr std::size_t kChunkBytes = std::size_t{1} << 17U;

  bool ignore_new_features() const { return options.features.ignore_new; }
  bool add_new_features() const { return resuming && options.features.add_new; }
};

class Reader {
 public:
  Reader(std::string name, Reading reading);
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  virtual ~Reader() = default;

  // A Dataset without rows, in the layout that this reader fills.
  virtual Dataset start() const = 0;
  // Appends some of the next rows, perhaps none; returns false at the end of the file.
  virtual bool next_rows(Dataset& into) = 0;
  // After the last row: sets what only the whole file determines (features, schema).
  virtual void finish(Dataset& into) = 0;
  // The number then to be subtracted from the ids of all rows.
  virtual std::uint32_t late_shift() const { return 0; }
  // Whether finish() leaves the rows unchanged, so that they can be used block by block.
  virtual bool rows_are_final() const { return true; }
  // Bytes read so far, and in all (0: not known).
  virtual std::uint64_t position() const = 0;
  virtual std::uint64_t total() const = 0;

  const std::string& name() const { return name_; }
  const Reading& reading() const { return reading_; }

  // Reports what is wrong with `text` where a finite number was expected; `what` describes the
  // number ("for feature 3").
  [[noreturn]] static void bad_number(std::string_view text, const Place& place,
                                      const std::string& what, const std::string& advice);

 protected:
  bool learning() const { return reading_.schema == nullptr; }
  // Whether features that the schema does not have yet are added to it.
  bool adding() const { return reading_.add_new_features(); }
  bool keeps_weights() const { return learning() || reading_.keep_weights; }
  void note(const Message& sentence) const;
  // Throws if the model has columns that are not just numbers, which this format cannot hold.
  void require_only_numbers() const;
  bool keeps_text() const { return reading_.text != nullptr; }
  // Keeps what is wanted of a row's text.
  void keep_text(const WrittenRow& row, Dataset& into);
  // Bytes of the rows whose text was kept.
  std::uint64_t text_bytes() const { return text_bytes_; }
  // The column of the labels, for messages; empty where there are no columns.
  virtual std::string label_column() const { return ""; }
  // Advice about a class that the model does not know.
  virtual std::string label_advice() const { return "leave the row out, or train with its class"; }
  // Adds the class of a row. `place` is a function, called only if something is wrong.
  template <class FindPlace>
  void add_label(Dataset& into, std::string_view label, const FindPlace& place) const {
    if (!try_label(into, label)) bad_label(label, place());
  }
  // The number of a class; none if the model has no such class, or the text cannot be a class
  // name.
  std::optional<std::uint32_t> number_of_label(Dataset& into, std::string_view label) const;

 private:
  bool try_label(Dataset& into, std::string_view label) const;
  [[noreturn]] void bad_label(std::string_view label, const Place& place) const;

  std::string name_;
  Reading reading_;
  std::uint64_t text_bytes_ = 0;
};

// A reader of one row at a time.
class RowReader : public Reader {
 public:
  using Reader::Reader;

  // Appends the next row; false at the end of the file.
  virtual bool next(Dataset& into) = 0;
  bool next_rows(Dataset& into) override;
  std::uint64_t position() const override { return source().position(); }
  std::uint64_t total() const override { return source().total(); }

 protected:
  virtual const Source& source() const = 0;
};

// Advice about features that the model does not know: to ignore them, by what `ignored` says, or
// where training resumes to add them.
std::string new_feature_advice(const Reading& reading, std::string_view ignored);

// Throws unless features are added only where training resumes, and from text.
void require_known_features(const Reading& reading);

// The reader for `path`, chosen by content unless the options name a format. For a model, a cache
// next to the file is made or used if the options ask for it.
std::unique_ptr<Reader> open_reader(const std::string& path, const Reading& reading);
// The same for a source that is not a cache.
std::unique_ptr<Reader> open_reader(const std::string& name, std::unique_ptr<Source> source,
                                    const Reading& reading);

// Reads a whole file and sorts its classes. A cache is loaded instead of parsed, and made or used
// next to the file if the options ask for it.
Dataset read_dataset(const std::string& path, const Reading& reading);
Dataset read_dataset(Reader& reader);

// Notes class names that were probably not intended.
void note_odd_classes(const Dataset& data, const Reading& reading);

// Replaces the rows of `block` by the next ones; returns false at the end of the file.
bool read_block(Reader& reader, Dataset& block);

// Rows from a cache, block by block, with the features of the model if there is one.
std::unique_ptr<Reader> cache_reader(const Cache& cache, const std::string& name,
                                     const Reading& reading);

}  // namespace perceptron::core
