#include "data/cache/origin.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/hash.h"

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
  if (!options.labels.empty()) {
    const FileState labels = state_of(options.labels);
    origin.reading.emplace_back("labels as of", fmt::format("{} {}", labels.size, labels.changed));
  }
  return origin;
}

std::string CacheOrigin::hash_of(const std::string& path) {
  constexpr std::size_t kChunk = std::size_t{1} << 18U;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw system_error("cannot read " + path);
  Hash hash;
  std::string chunk(kChunk, '\0');
  ssize_t got = 0;
  while ((got = ::read(file, chunk.data(), chunk.size())) > 0)
    hash.add({chunk.data(), static_cast<std::size_t>(got)});
  close(file);
  if (got < 0) throw system_error("cannot read " + path);
  return hash.hex();
}

}  // namespace perceptron::core
