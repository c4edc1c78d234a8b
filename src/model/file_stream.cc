#include "model/file_stream.h"

#include <fmt/format.h>

#include "base/message.h"
#include "data/cache/convert.h"
#include "data/cache/sidecar.h"
#include "data/maps/mapped_reader.h"

namespace perceptron::core {

FileStream::FileStream(const std::string& path, const Reading& reading,
                       const LearnSettings& learn) {
  const bool shuffled = learn.order == VisitOrder::shuffle;
  if (!is_cache(path) && !shuffled && !reading.options.cache) stream_ = stream_text(path, reading);
  if (stream_) return;
  // A cache has the rows before the map.
  cache_.emplace(find_cache(path, PlainReading(reading).reading), reading.options.limits);
  if (!temporary_) cache_->require_fingerprint();  // the model will contain it
  stream_ = stream_cache(*cache_, path, {shuffled, learn.seed, map_settings(reading)},
                         reading.options.limits);
}

std::optional<std::uint64_t> FileStream::nonzeros() const {
  return cache_ ? std::optional(cache_->nonzeros()) : std::nullopt;
}

std::string FileStream::find_cache(const std::string& path, const Reading& reading) {
  if (is_cache(path)) {
    require_options(Cache(path, reading.options.limits), path, reading);
    return path;
  }
  if (reading.options.cache && update_sidecar(path, reading)) return sidecar_path(path);
  temporary_.emplace("perceptron-cache");
  convert(path, reading, temporary_->path());
  if (!reading.options.cache && reading.listener != nullptr)
    reading.listener->note(
        fmt::format("the rows went through a temporary cache in {}{}", temporary_->folder(),
                    path == "-" ? "" : "; " + setting("cache") + " keeps one next to the file"));
  return temporary_->path();
}

}  // namespace perceptron::core
