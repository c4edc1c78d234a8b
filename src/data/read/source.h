// Bytes from a file, standard input or memory, decompressed if they are compressed, which is
// detected from the content, not the name.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace perceptron::core {

class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  // Fills `into` as far as there is data; fewer bytes than asked for, including 0, mean the end.
  virtual std::size_t read(std::span<char> into) = 0;
  // Bytes of the file read so far, before decompression, and in all (0: not known).
  virtual std::uint64_t position() const = 0;
  virtual std::uint64_t total() const = 0;
};

// The first `count` bytes of `source`, fewer if it is shorter; read() will return them again.
std::string peek(std::unique_ptr<Source>& source, std::size_t count);

// The rest of `source`, but at most this many bytes.
std::string read_up_to(Source& source, std::uint64_t most);

// The name of `path` in messages: "-" is standard input.
std::string source_name(const std::string& path);

// Opens `path` ("-" is standard input), gzip and zstd included.
std::unique_ptr<Source> open_source(const std::string& path);
// The same for the bytes of a file in memory, which must outlive the source; `name` is for
// messages.
std::unique_ptr<Source> open_bytes(std::string_view bytes, const std::string& name);

}  // namespace perceptron::core
