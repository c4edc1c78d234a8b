#include "data/cache/cache_writer.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "data/cache/footer.h"
#include "data/cache/layout.h"
#include "data/cache/row_spools.h"

namespace perceptron::core {
namespace {

// A cache written to a pipe or a device could never be read again.
const std::string& require_file(const std::string& path) {
  struct stat status = {};
  const bool special = path == "-" || (stat(path.c_str(), &status) == 0 &&
                                       !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode));
  if (special)
    throw Error(
        ErrorKind::usage,
        fmt::format("a cache is read at any place, so it has to be a regular file, not {}", path));
  return path;
}

// Writes head, arrays, footer and end, in this order.
class FileWriter {
 public:
  FileWriter(Output& output, const RowSpools& rows) : output_(output), rows_(rows) {
    std::copy(kCacheMagic.begin(), kCacheMagic.end(), head_.magic.begin());
    head_.version = kCacheVersion;
    write(bytes_of(std::span<const CacheHead>(&head_, 1)));
  }

  void write_arrays(std::uint32_t late_shift, const std::vector<std::uint32_t>& class_numbers,
                    CacheFooter& footer) {
    if (footer.sparse) {
      write_array(CacheArray::starts, footer, [&](std::uint64_t block) {
        auto starts = rows_.ends(block);
        starts.insert(starts.begin(), footer.blocks.values[block]);
        return starts;
      });
      footer.id_bytes == 2 ? write_ids<std::uint16_t>(late_shift, footer)
                           : write_ids<std::uint32_t>(late_shift, footer);
    }
    if (footer.value_bytes == 4)
      write_array(CacheArray::values, footer,
                  [&](std::uint64_t block) { return rows_.narrow_values(block); });
    if (footer.value_bytes == 8)
      write_array(CacheArray::values, footer,
                  [&](std::uint64_t block) { return rows_.wide_values(block); });
    write_array(CacheArray::labels, footer, [&](std::uint64_t block) {
      auto labels = rows_.labels(block);
      for (std::uint32_t& label : labels) label = class_numbers[label];
      return labels;
    });
    if (rows_.summary().weighted)
      write_array(CacheArray::weights, footer,
                  [&](std::uint64_t block) { return rows_.weights(block); });
    if (rows_.summary().grouped)
      write_array(CacheArray::groups, footer,
                  [&](std::uint64_t block) { return rows_.groups(block); });
  }

  void write_footer(const CacheFooter& footer) {
    const std::string text = json_text(to_json(footer));
    CacheEnd end{};
    end.footer = at_;
    end.size = text.size();
    end.hash = hash_of_frame(head_, text);
    std::copy(kCacheEndMagic.begin(), kCacheEndMagic.end(), end.magic.begin());
    write(text);
    write(bytes_of(std::span<const CacheEnd>(&end, 1)));
  }

 private:
  void write(std::string_view bytes) {
    output_.write(bytes);
    at_ += bytes.size();
  }

  template <class Id>
  void write_ids(std::uint32_t late_shift, CacheFooter& footer) {
    write_array(CacheArray::ids, footer, [&](std::uint64_t block) {
      std::vector<Id> ids;
      for (const std::uint32_t id : rows_.ids(block))
        ids.push_back(static_cast<Id>(id - late_shift));
      return ids;
    });
  }

  // Writes an array, items_of(block) for each block, and records it in the footer.
  template <class ItemsOf>
  void write_array(CacheArray array, CacheFooter& footer, const ItemsOf& items_of) {
    write(std::string(cache_padding(at_), '\0'));
    CacheArrayEntry& entry = footer.arrays[array].emplace();
    entry.offset = at_;
    entry.width = sizeof(typename std::invoke_result_t<ItemsOf, std::uint64_t>::value_type);
    const std::uint64_t blocks = footer.blocks.size();
    for (std::uint64_t block = 0; block < blocks; ++block) {
      check_interrupt();
      const auto items = items_of(block);
      std::string_view bytes = bytes_of(std::span(items));
      entry.checks.push_back(hash_of_bytes(bytes));
      // The last row start of a block is the first of the next one, which writes it.
      if (array == CacheArray::starts && block + 1 < blocks) bytes.remove_suffix(entry.width);
      write(bytes);
    }
  }

  Output& output_;
  const RowSpools& rows_;
  CacheHead head_{};
  std::uint64_t at_ = 0;
};

}  // namespace

CacheWriter::CacheWriter(const std::string& path)
    : output_(require_file(path)), spools_(std::make_unique<RowSpools>(output_.folder())) {}

CacheWriter::~CacheWriter() = default;

void CacheWriter::add(const Dataset& rows) {
  check_interrupt();
  spools_->add(rows);
}

void CacheWriter::finish(Dataset shape, std::uint32_t late_shift, const CacheOrigin& origin,
                         const std::vector<std::string>& notes) {
  spools_->flush();
  const RowSpools::Summary& summary = spools_->summary();
  const std::vector<std::uint32_t> class_numbers = shape.classes.sort();
  CacheFooter footer;
  footer.shape = std::move(shape);
  footer.origin = origin;
  footer.notes = notes;
  footer.rows = summary.rows;
  footer.stored = summary.stored;
  footer.nonzeros = summary.nonzeros;
  footer.sparse = summary.sparse;
  footer.missing_values = summary.missing_values;
  footer.blocks = summary.blocks;
  footer.id_bytes = !summary.sparse ? 0 : footer.features() <= 1U << 16U ? 2 : 4;
  footer.value_bytes = summary.sparse && summary.ones ? 0 : summary.narrow ? 4 : 8;
  footer.class_rows.resize(class_numbers.size());
  for (std::size_t c = 0; c < class_numbers.size(); ++c)
    footer.class_rows[class_numbers[c]] = summary.class_rows[c];

  FileWriter writer(output_, *spools_);
  writer.write_arrays(late_shift, class_numbers, footer);
  footer.fingerprint = fingerprint(footer, late_shift, class_numbers);
  writer.write_footer(footer);
  output_.finish();
}

// Shifted ids change the fingerprint, which was computed while the rows were read.
std::string CacheWriter::fingerprint(const CacheFooter& footer, std::uint32_t late_shift,
                                     const std::vector<std::uint32_t>& class_numbers) {
  if (late_shift == 0) return spools_->fingerprint().hex(footer.features());
  Fingerprint shifted;
  for (std::uint64_t block = 0; block < footer.blocks.size(); ++block) {
    check_interrupt();
    Dataset rows = spools_->rows(block, footer.shape, late_shift);
    for (std::uint32_t& label : rows.labels) label = class_numbers[label];
    shifted.add(rows);
  }
  return shifted.hex(footer.features());
}

}  // namespace perceptron::core
