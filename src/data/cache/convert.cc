#include "data/cache/convert.h"

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "data/cache/cache_writer.h"
#include "data/cache/origin.h"
#include "data/maps/mapped_reader.h"

namespace perceptron::core {
namespace {

// Collects notes for the cache, and passes them on.
class NoteCollector : public Listener {
 public:
  explicit NoteCollector(Listener* to) : to_(to) {}
  void note(const Message& sentence) override {
    notes.push_back(sentence.marked());
    if (to_ != nullptr) to_->note(sentence);
  }
  void progress(std::string_view stage, std::uint64_t done, std::uint64_t total,
                const std::function<std::string()>& detail) override {
    if (to_ != nullptr) to_->progress(stage, done, total, detail);
  }
  std::vector<std::string> notes;

 private:
  Listener* to_;
};

// Copies all blocks; leaves in `block` what the reader finished, with the last rows.
void copy_blocks(Reader& reader, CacheWriter& writer, Dataset& block, Listener* listener) {
  std::uint64_t rows = 0;
  while (read_block(reader, block)) {
    writer.add(block);
    rows += block.rows();
    if (listener != nullptr) listener->progress("converting", reader.position(), reader.total());
  }
  if (rows == 0) throw Error(Place{block.name, 1, 1}, "expected rows of data, found none");
  reader.finish(block);
  note_odd_classes(block, reader.reading());
}

// Adds the hash of the file to the origin; the file must not have changed meanwhile.
void add_hash(CacheOrigin& origin, const ReadSettings& options) {
  if (origin.size == 0) return;
  origin.hash = CacheOrigin::hash_of(origin.path);
  const CacheOrigin after = CacheOrigin::of(origin.path, options);
  if (after.size != origin.size || after.changed != origin.changed ||
      after.touched != origin.touched)
    throw Error(ErrorKind::input, origin.path + " changed while it was read; convert it again");
}

}  // namespace

void convert(const std::string& path, const Reading& given, const std::string& to) {
  if (map_settings(given).any())
    throw Error(ErrorKind::usage,
                "a cache has the columns of its file; give the settings of a feature map where the "
                "cache is read");
  NoteCollector notes(given.listener);
  Reading reading = given;
  reading.listener = &notes;
  reading.keep_missing = true;
  CacheOrigin origin = CacheOrigin::of(path, reading.options);
  CacheWriter writer(to);
  const auto reader = open_reader(path, reading);
  Dataset block = reader->start();
  block.name = reader->name();
  std::uint32_t shift = 0;
  if (reader->rows_are_final()) {
    copy_blocks(*reader, writer, block, given.listener);
    shift = reader->late_shift();
  } else {
    block = read_dataset(*reader);
    writer.add(block);
  }
  add_hash(origin, reading.options);
  block.matrix.clear();
  writer.finish(std::move(block), shift, origin, notes.notes);
}

}  // namespace perceptron::core
