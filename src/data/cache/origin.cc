#include "data/cache/origin.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "base/error.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "data/cache/stored_file.h"

namespace perceptron::core {
namespace {

struct FileState {
  std::uint64_t size = 0;
  std::int64_t changed = 0;
  std::int64_t touched = 0;
};

// The state of a regular file; zeros for anything else.
FileState state_of(const std::string& path) {
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  const auto time = [](const struct timespec& at) { return at.tv_sec * kNanoseconds + at.tv_nsec; };
  struct stat status = {};
  if (path == "-" || stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  return {static_cast<std::uint64_t>(status.st_size), time(status.st_mtim), time(status.st_ctim)};
}

}  // namespace

CacheOrigin CacheOrigin::of(const std::string& path, const ReadSettings& options) {
  CacheOrigin origin;
  origin.path = path;
  origin.reading = unusual(options);
  if (options.group) origin.reading.emplace_back("group", options.group->text());
  const FileState state = state_of(path);
  origin.size = state.size;
  origin.changed = state.changed;
  origin.touched = state.touched;
  const auto add_state = [&](const char* of, const std::string& file) {
    if (file.empty()) return;
    const FileState now = state_of(file);
    origin.reading.emplace_back(of, fmt::format("{} {}", now.size, now.changed));
  };
  add_state("labels as of", options.labels);
  add_state("row-weights as of", options.row_weights);
  return origin;
}

std::string CacheOrigin::hash_of(const std::string& path) {
  constexpr std::uint64_t kChunk = std::uint64_t{1} << 18U;
  const StoredFile file(path);
  Hash hash;
  std::string chunk;
  for (std::uint64_t at = 0; at < file.size(); at += chunk.size()) {
    check_interrupt();
    chunk.resize(std::min(kChunk, file.size() - at));
    file.read(at, chunk);
    hash.add(chunk);
  }
  return hash.hex();
}

}  // namespace perceptron::core
