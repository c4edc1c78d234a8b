#include "data/cache/sidecar.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "data/cache/cache.h"
#include "data/cache/convert.h"
#include "data/cache/feature_map.h"

namespace perceptron::core {
namespace {

void note(const Reading& reading, const std::string& sentence) {
  if (reading.listener != nullptr) reading.listener->note(sentence);
}

void note_remade(const std::string& path, const std::string& reason, const Reading& reading) {
  note(reading, fmt::format("{} {} and is made again", sidecar_path(path), reason));
}

void note_used(const std::string& path, const Reading& reading) {
  note(reading, fmt::format("{} was used", sidecar_path(path)));
}

// Whether there is a sidecar to load. One that cannot be read is as good as none; making it again
// says why.
bool has_sidecar(const std::string& path) {
  try {
    return is_cache(sidecar_path(path));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::io) throw;
    return false;
  }
}

// The sidecar, if it was made from the present file.
std::optional<Cache> open_fresh(const std::string& path, const CacheOrigin& now,
                                const Reading& reading) {
  if (!has_sidecar(path)) return std::nullopt;
  try {
    Cache cache(sidecar_path(path), reading.options.limits);
    const CacheOrigin& then = cache.origin();
    // Tools may set the modification time back, but not the time of the last change.
    const bool untouched = now.touched < CacheOrigin::of(sidecar_path(path), {}).touched;
    if (then.size == now.size &&
        ((then.changed == now.changed && untouched) || then.hash == CacheOrigin::hash_of(path)))
      return cache;
    note_remade(path, "is of an older file", reading);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    note_remade(path, "is damaged or of another version", reading);
  }
  return std::nullopt;
}

// The same, if the file was also read with the same options.
std::optional<Cache> open_same_reading(const std::string& path, const CacheOrigin& now,
                                       const Reading& reading) {
  auto cache = open_fresh(path, now, reading);
  if (!cache || cache->origin().reading == now.reading) return cache;
  note_remade(path, "was read with other options", reading);
  return std::nullopt;
}

// The cache, if every block of it is intact.
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
    throw Error(
        ErrorKind::usage,
        fmt::format("{} keeps a file next to the data, which is not possible for standard input",
                    setting("cache")));
  return CacheOrigin::of(path, reading.options);
}

// Passes on progress, but no notes.
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

void convert_to_sidecar(const std::string& path, const Reading& reading) {
  const std::string sidecar = sidecar_path(path);
  if (std::filesystem::exists(sidecar) && !is_cache(sidecar))
    throw Error(ErrorKind::io, sidecar + " exists already and is not a cache");
  convert(path, reading, sidecar);
}

// What the rows are for: reading without a model, where an error is an error of the file; or for a
// model, which may be able to read what cannot be read without it.
enum class For { file, model };

// Makes the sidecar of a file; returns false, with a note, if that is not possible.
bool make_sidecar(const std::string& path, const Reading& reading, For purpose) {
  ProgressOnly progress(reading.listener);
  Reading own = reading;
  if (purpose == For::model) own.listener = &progress;
  try {
    convert_to_sidecar(path, own);
  } catch (const Error& error) {
    const bool fatal = purpose == For::model ? error.kind() == ErrorKind::interrupted
                                             : error.kind() != ErrorKind::io;
    if (fatal) throw;
    note(reading, fmt::format("no cache was kept: {}", error.message().marked()));
    return false;
  }
  note(reading, fmt::format("{} was written", sidecar_path(path)));
  return true;
}

}  // namespace

Dataset read_with_sidecar(const std::string& path, const Reading& reading) {
  if (const auto cache = open_same_reading(path, origin_of(path, reading), reading)) {
    try {
      Dataset data = load_cache(*cache, path, reading);
      note_used(path, reading);
      return data;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::input) throw;
      note_remade(path, "is damaged", reading);
    }
  }
  if (!make_sidecar(path, reading, For::file)) return read_dataset(*open_reader(path, reading));
  Reading quiet = reading;  // its notes were made while the file was converted
  quiet.listener = nullptr;
  return load_cache(Cache(sidecar_path(path), reading.options.limits), path, quiet);
}

std::unique_ptr<Reader> open_with_sidecar(const std::string& path, const Reading& reading) {
  const Reading own = reading_without_model(reading);
  const CacheOrigin now = origin_of(path, own);
  Reading file = reading;
  file.options.cache = false;
  auto cache = checked(open_fresh(path, now, reading), path, reading);
  if (cache && can_replace_file(*cache, now, reading)) {
    note_used(path, reading);
    return cache_reader(*cache, path, file);
  }
  if (!cache || cache->origin().reading != now.reading) {
    if (cache) note_remade(path, "was read with other options", reading);
    if (!make_sidecar(path, own, For::model)) return open_reader(path, file);
    cache.emplace(sidecar_path(path));
    if (can_replace_file(*cache, now, reading)) return cache_reader(*cache, path, file);
  }
  note(reading, fmt::format("{} cannot replace the file for this model; the file itself was read",
                            sidecar_path(path)));
  return open_reader(path, file);
}

bool update_sidecar(const std::string& path, const Reading& reading) {
  if (checked(open_same_reading(path, origin_of(path, reading), reading), path, reading)) {
    note_used(path, reading);
    return true;
  }
  return make_sidecar(path, reading, For::file);
}

}  // namespace perceptron::core
