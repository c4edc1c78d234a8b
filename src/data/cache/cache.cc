#include "data/cache/cache.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <cstring>
#include <optional>

#include "base/checksum.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/threads.h"
#include "data/cache/footer.h"
#include "data/cache/loaded_blocks.h"
#include "data/cache/stored_file.h"

namespace perceptron::core {

bool looks_like_cache(std::string_view start) { return start.starts_with(kCacheMagic); }

bool is_cache(const std::string& path) {
  if (path == "-") return false;
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const StoredFile file(path);
  std::array<char, 8> start{};
  if (file.size() < start.size()) return false;
  file.read(0, start);
  return looks_like_cache({start.data(), start.size()});
}

namespace {

[[noreturn]] void fail(const std::string& name, const std::string& sentence) {
  throw Error(Place{name}, sentence);
}

template <class T>
T read_as(const StoredFile& file, std::uint64_t offset) {
  std::array<char, sizeof(T)> bytes{};
  file.read(offset, bytes);
  T value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

// Checks head and end, and parses the footer between them.
CacheFooter read_footer(const StoredFile& file, const std::string& name, const Limits& limits) {
  const std::uint64_t size = file.size();
  if (size < sizeof(CacheHead) + sizeof(CacheEnd))
    damaged_cache(name, fmt::format("expected a cache, found only {} bytes", size));
  const auto head = read_as<CacheHead>(file, 0);
  const auto end = read_as<CacheEnd>(file, size - sizeof(CacheEnd));
  if (std::string_view(head.magic.data(), 8) != kCacheMagic)
    fail(name, "expected a cache that convert has made, found something else");
  if (head.version != kCacheVersion)
    fail(name, fmt::format("expected a cache of format version {}, found version {} (make it again "
                           "with convert)",
                           kCacheVersion, head.version));
  if (std::string_view(end.magic.data(), 8) != kCacheEndMagic || end.footer < sizeof head ||
      end.footer > size - sizeof end || end.size != size - sizeof end - end.footer)
    damaged_cache(name, "its end is missing");
  require_within(Place{name}, kLargestHeaderLimit, "a cache with a footer of at most {} bytes",
                 limits.largest_header, end.size);
  std::string footer(end.size, '\0');
  file.read(end.footer, footer);
  if (!checksums_match(hash_of_frame(head, footer), end.hash))
    damaged_cache(name, "the checksum of its footer does not match");
  try {
    const Json json = parse_json(footer, name, limits.deepest_json);
    require_few_classes(Place{name}, limits, json.at("classes").size());
    CacheFooter all = cache_footer_from(json, file, end.footer);
    require_few_features(Place{name}, limits, all.features());
    return all;
  } catch (const std::exception& error) {
    damaged_cache(name, fmt::format("its footer is not as expected ({})", content_fault(error)));
  }
}

}  // namespace

struct Cache::Contents {
  Contents(const std::string& path, const Limits& limits) : name(path), file(path) {
    footer = read_footer(file, name, limits);
    tally.emplace(name, footer);
  }

  std::string name;
  StoredFile file;
  CacheFooter footer;
  mutable std::optional<CacheTally> tally;  // of blocks that were loaded

  LoadedBlocks load(std::uint64_t first, std::uint64_t last, std::uint64_t threads) const {
    return {name, file, footer, *tally, first, last, threads};
  }
};

Cache::Cache(const std::string& path, const Limits& limits)
    : contents_(std::make_shared<const Contents>(path, limits)) {}

const std::string& Cache::name() const { return contents_->name; }
const Dataset& Cache::shape() const { return contents_->footer.shape; }
std::uint64_t Cache::rows() const { return contents_->footer.rows; }
std::uint64_t Cache::stored() const { return contents_->footer.stored; }
std::uint64_t Cache::nonzeros() const { return contents_->footer.nonzeros; }
std::uint64_t Cache::bytes() const { return contents_->file.size(); }
const char* Cache::id_type() const {
  const std::uint64_t bytes = contents_->footer.id_bytes;
  return bytes == 2 ? "uint16" : bytes == 4 ? "uint32" : "none";
}
const char* Cache::value_type() const {
  const std::uint64_t bytes = contents_->footer.value_bytes;
  return bytes == 8 ? "float64" : bytes == 4 ? "float32" : "ones";
}
const std::string& Cache::fingerprint() const { return contents_->footer.fingerprint; }
const CacheOrigin& Cache::origin() const { return contents_->footer.origin; }
const std::vector<std::string>& Cache::notes() const { return contents_->footer.notes; }
bool Cache::has_missing_values() const { return contents_->footer.missing_values; }
const std::vector<std::uint64_t>& Cache::rows_of_classes() const {
  return contents_->footer.class_rows;
}
std::uint64_t Cache::blocks() const { return contents_->footer.blocks.size(); }
std::uint64_t Cache::first_row(std::uint64_t block) const {
  return contents_->footer.blocks.rows[block];
}

void Cache::check(std::uint64_t threads) const {
  parallel_for(blocks(), threads,
               [&](std::uint64_t block) { contents_->load(block, block + 1, 1); });
}

void Cache::read(std::uint64_t block, Dataset& into) const {
  const LoadedBlocks loaded = contents_->load(block, block + 1, 1);
  into.matrix.append(loaded.view());
  loaded.copy_labels(into);
}

void Cache::require_fingerprint() const {
  Fingerprint found;
  Dataset rows = shape();
  for (std::uint64_t block = 0; block < blocks(); ++block) {
    check_interrupt();
    rows.clear_rows();
    read(block, rows);
    found.add(rows);
  }
  require_stated(name(), fingerprint(), found.hex(shape().features()));
}

Dataset Cache::dataset(std::uint64_t threads) const {
  require_memory(bytes(), 1, "the rows of " + name(),
                 fmt::format("use {} to stream them", setting("memory")));
  // The blocks refer to the footer, so both are kept.
  struct Kept {
    std::shared_ptr<const Contents> contents;
    LoadedBlocks blocks;
  };
  const auto kept =
      std::make_shared<const Kept>(Kept{contents_, contents_->load(0, blocks(), threads)});
  Dataset data = shape();
  data.matrix = Matrix(kept->blocks.view(), kept);
  kept->blocks.copy_labels(data);
  return data;
}

}  // namespace perceptron::core
