// The file that a cache was made from, and how it was read.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "data/options.h"

namespace perceptron::core {

struct CacheOrigin {
  std::string path;
  std::uint64_t size = 0;
  std::int64_t changed = 0;  // modification time in nanoseconds
  std::int64_t touched =
      0;             // the same of the last change of any kind, which nobody can set; not stored
  std::string hash;  // of the file's bytes
  // Names and values of the settings that differ from their defaults.
  std::vector<std::pair<std::string, std::string>> reading;

  // The file at `path` as it is now, without the hash.
  static CacheOrigin of(const std::string& path, const ReadSettings& options);
  // A hash of all bytes of a file.
  static std::string hash_of(const std::string& path);
};

}  // namespace perceptron::core
