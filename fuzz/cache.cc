// Caches. All rows at once and block by block are the same rows, or both are refused.

#include "data/cache/cache.h"

#include <optional>

#include "base/error.h"
#include "data/read/reader.h"
#include "finding.h"
#include "memory_file.h"
#include "targets.h"
#include "text.h"

namespace perceptron::core::fuzz {
namespace {

template <class Read>
std::optional<Dataset> unless_damaged(const Read& read) {
  try {
    return read();
  } catch (const perceptron::Error&) {
    return std::nullopt;
  }
}

Dataset read_blocks(const Cache& cache) {
  Dataset rows = cache.shape();
  for (std::uint64_t block = 0; block < cache.blocks(); ++block) {
    cache.read(block, rows);
    if (rows.rows() != cache.first_row(block + 1)) finding("a block has other rows than it says");
  }
  return rows;
}

// The reader that training and prediction use.
void read_as_for_model(const Cache& cache, const Schema* schema) {
  Reading reading;
  reading.threads = 1;
  reading.schema = schema;
  reading.classes = &cache.shape().classes;
  reading.labels = schema == nullptr ? LabelUse::collect : LabelUse::match;
  reading.options.features.ignore_new = true;
  const auto read = [&] { return read_dataset(*cache_reader(cache, "data", reading)); };
  const auto data = unless_damaged(read);
  if (data && data->labels.size() != data->rows()) finding("a row has no label");
}

}  // namespace

void fuzz_cache(std::string_view bytes) {
  static MemoryFile file;
  const Cache cache(file.with(bytes));
  const auto all = unless_damaged([&] { return cache.dataset(1); });
  const auto blocks = unless_damaged([&] { return read_blocks(cache); });
  if (all.has_value() != blocks.has_value()) finding("blocks are judged differently");
  if (!all) return;
  cache.check(1);
  require_same("block by block", describe(*all), describe(*blocks));
  read_as_for_model(cache, nullptr);
  read_as_for_model(cache, &cache.shape().schema);
  const Schema numbered = Schema::numbered_table(2);
  read_as_for_model(cache, &numbered);
}

}  // namespace perceptron::core::fuzz
