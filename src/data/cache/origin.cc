#include "data/cache/origin.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tuple>

#include "base/error.h"
#include "base/hash.h"

namespace perceptron::core {
namespace {

// Size and modification time of a regular file; zeros for anything else.
std::pair<std::uint64_t, std::int64_t> size_and_time(const std::string& path) {
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  struct stat status = {};
  if (path == "-" || stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  return {static_cast<std::uint64_t>(status.st_size),
          status.st_mtim.tv_sec * kNanoseconds + status.st_mtim.tv_nsec};
}

}  // namespace

CacheOrigin CacheOrigin::of(const std::string& path, const ReadSettings& options) {
  CacheOrigin origin;
  origin.path = path;
  origin.reading = unusual(options);
  if (options.group) origin.reading.emplace_back("group", options.group->text());
  std::tie(origin.size, origin.changed) = size_and_time(path);
  if (!options.labels.empty()) {
    const auto [size, changed] = size_and_time(options.labels);
    origin.reading.emplace_back("labels as of", fmt::format("{} {}", size, changed));
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
