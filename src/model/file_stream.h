// A file whose rows are streamed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/temporary.h"
#include "data/cache/cache.h"
#include "data/read/reader.h"
#include "learn/settings.h"
#include "model/streams.h"

namespace perceptron::core {

class FileStream {
 public:
  // Text in the order of the file is read directly, anything else through a cache: the file itself,
  // its sidecar, or a temporary one, with a note.
  FileStream(const std::string& path, const Reading& reading, const LearnSettings& learn);

  DataStream& stream() { return *stream_; }
  // Further passes over a cache cost little: nothing is parsed again.
  bool cached() const { return cache_.has_value(); }
  // Approximately the most memory that the rows of a cache take; text takes next to none.
  std::uint64_t bytes() const { return cache_ ? stream_bytes(*cache_, stream_->shape()) : 0; }
  std::optional<std::uint64_t> nonzeros() const;  // if they were counted

 private:
  std::string find_cache(const std::string& path, const Reading& reading);

  std::optional<TemporaryFile> temporary_;
  std::optional<Cache> cache_;
  std::unique_ptr<DataStream> stream_;
};

}  // namespace perceptron::core
