#include "data/cache/beside.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "data/cache/cache.h"
#include "data/cache/cache_columns.h"

namespace perceptron {
namespace {

void note(const Reading& reading, const std::string& sentence) {
  if (reading.listener != nullptr) reading.listener->note(sentence);
}

void note_remade(const std::string& path, const std::string& reason, const Reading& reading) {
  note(reading, fmt::format("{} {} and is made again", cache_beside(path), reason));
}

void note_used(const std::string& path, const Reading& reading) {
  note(reading, fmt::format("{} was used", cache_beside(path)));
}

// The cache beside a file, if it is that of the file as it is now.
std::optional<Cache> open_beside(const std::string& path, const CacheOrigin& now,
                                 const Reading& reading) {
  if (!is_cache(cache_beside(path))) return std::nullopt;
  try {
    Cache cache(cache_beside(path));
    const CacheOrigin& then = cache.origin();
    if (then.size == now.size &&
        (then.changed == now.changed || then.hash == CacheOrigin::hash_of(path)))
      return cache;
    note_remade(path, "is of an older file", reading);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    note_remade(path, "is damaged or of another version", reading);
  }
  return std::nullopt;
}

// The same, if it was read with the options of now.
std::optional<Cache> open_as_read(const std::string& path, const CacheOrigin& now,
                                  const Reading& reading) {
  auto cache = open_beside(path, now, reading);
  if (!cache || cache->origin().reading == now.reading) return cache;
  note_remade(path, "was read with other options", reading);
  return std::nullopt;
}

// The cache if all of it is whole.
std::optional<Cache> checked(std::optional<Cache> cache, const std::string& path,
                             const Reading& reading) {
  if (!cache) return std::nullopt;
  try {
    cache->check(reading.threads);
    return cache;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    note_remade(path, "is damaged", reading);
    return std::nullopt;
  }
}

CacheOrigin origin_of(const std::string& path, const Reading& reading) {
  if (path == "-")
    throw Error(ErrorKind::usage,
                "--cache keeps a file beside the data; standard input has no place");
  return CacheOrigin::of(path, reading.options);
}

// Keeps what is noted of a reading that nobody asked for to itself.
class ProgressOnly : public Listener {
 public:
  explicit ProgressOnly(Listener* to) : to_(to) {}
  void progress(std::string_view stage, std::uint64_t done, std::uint64_t total,
                const std::function<std::string()>& detail) override {
    if (to_ != nullptr) to_->progress(stage, done, total, detail);
  }

 private:
  Listener* to_;
};

void convert_beside(const std::string& path, const Reading& reading) {
  const std::string beside = cache_beside(path);
  if (std::filesystem::exists(beside) && !is_cache(beside))
    throw Error(ErrorKind::io, beside + " is there already and is no cache");
  convert(path, reading, beside);
}

// Makes the cache beside a file; false, with a note, where it cannot be had. What is wrong
// with a file need not be wrong with it `for_model`.
bool make_beside(const std::string& path, const Reading& reading, bool for_model) {
  ProgressOnly progress(reading.listener);
  Reading own = reading;
  if (for_model) own.listener = &progress;
  try {
    convert_beside(path, own);
  } catch (const Error& error) {
    const bool grave =
        for_model ? error.kind() == ErrorKind::interrupted : error.kind() != ErrorKind::io;
    if (grave) throw;
    note(reading, fmt::format("no cache was kept: {}", error.message().marked()));
    return false;
  }
  note(reading, fmt::format("{} was written", cache_beside(path)));
  return true;
}

}  // namespace

Dataset read_through_cache(const std::string& path, const Reading& reading) {
  if (const auto cache = open_as_read(path, origin_of(path, reading), reading)) {
    try {
      Dataset data = map_cache(*cache, path, reading);
      note_used(path, reading);
      return data;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::input) throw;
      note_remade(path, "is damaged", reading);
    }
  }
  if (!make_beside(path, reading, false)) return read_dataset(*open_reader(path, reading));
  Reading quietly = reading;  // what there is to note was noted
  quietly.listener = nullptr;
  return map_cache(Cache(cache_beside(path)), path, quietly);
}

std::unique_ptr<Reader> reader_through_cache(const std::string& path, const Reading& reading) {
  const Reading own = reading_without_model(reading);
  const CacheOrigin now = origin_of(path, own);
  Reading file = reading;
  file.options.cache = false;
  auto cache = checked(open_beside(path, now, reading), path, reading);
  if (cache && stands_for_file(*cache, now, reading)) {
    note_used(path, reading);
    return cache_reader(*cache, path, file);
  }
  if (!cache || cache->origin().reading != now.reading) {
    if (cache) note_remade(path, "was read with other options", reading);
    if (!make_beside(path, own, true)) return open_reader(path, file);
    cache.emplace(cache_beside(path));
    if (stands_for_file(*cache, now, reading)) return cache_reader(*cache, path, file);
  }
  note(reading, fmt::format("{} cannot stand for the file with this model; the file itself was "
                            "read",
                            cache_beside(path)));
  return open_reader(path, file);
}

bool keep_cache(const std::string& path, const Reading& reading) {
  if (checked(open_as_read(path, origin_of(path, reading), reading), path, reading)) {
    note_used(path, reading);
    return true;
  }
  return make_beside(path, reading, false);
}

}  // namespace perceptron
