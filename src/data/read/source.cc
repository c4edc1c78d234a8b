#include "data/read/source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"

namespace perceptron::core {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 18U;

class File : public Source {
 public:
  explicit File(const std::string& path) : name_(source_name(path)) {
    if (path == "-") {
      file_ = STDIN_FILENO;
    } else {
      file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
      if (file_ < 0) throw system_error("cannot read " + path);
      owned_ = true;
    }
    struct stat status = {};
    if (fstat(file_, &status) == 0 && S_ISREG(status.st_mode)) {
      total_ = static_cast<std::uint64_t>(status.st_size);
    }
  }
  ~File() override {
    if (owned_) close(file_);
  }

  std::size_t read(std::span<char> into) override {
    std::size_t filled = 0;
    while (filled < into.size()) {
      constexpr std::size_t kMost = std::size_t{1} << 24U;  // for Ctrl-C
      check_interrupt();
      const ssize_t got =
          ::read(file_, into.data() + filled, std::min(into.size() - filled, kMost));
      if (got == 0) break;
      if (got > 0) {
        filled += static_cast<std::size_t>(got);
      } else if (errno == EINTR) {
        check_interrupt();
      } else {
        throw system_error("cannot read " + name_);
      }
    }
    position_ += filled;
    return filled;
  }
  std::uint64_t position() const override { return position_; }
  std::uint64_t total() const override { return total_; }

 private:
  std::string name_;
  int file_ = -1;
  bool owned_ = false;
  std::uint64_t position_ = 0;
  std::uint64_t total_ = 0;
};

class Memory : public Source {
 public:
  explicit Memory(std::string_view bytes) : bytes_(bytes) {}

  std::size_t read(std::span<char> into) override {
    const std::size_t got = std::min(into.size(), bytes_.size() - position_);
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(position_), got, into.begin());
    position_ += got;
    return got;
  }
  std::uint64_t position() const override { return position_; }
  std::uint64_t total() const override { return bytes_.size(); }

 private:
  std::string_view bytes_;
  std::size_t position_ = 0;
};

// A source that returns some bytes again that were read ahead.
class Replay : public Source {
 public:
  Replay(std::string bytes, std::unique_ptr<Source> rest)
      : bytes_(std::move(bytes)), rest_(std::move(rest)) {}

  std::size_t read(std::span<char> into) override {
    const std::size_t replayed = std::min(into.size(), bytes_.size() - used_);
    std::memcpy(into.data(), bytes_.data() + used_, replayed);
    used_ += replayed;
    return replayed + rest_->read(into.subspan(replayed));
  }
  std::uint64_t position() const override { return rest_->position(); }
  std::uint64_t total() const override { return rest_->total(); }

 private:
  std::string bytes_;
  std::size_t used_ = 0;
  std::unique_ptr<Source> rest_;
};

// Decompression of any kind: compressed bytes are read in chunks, and step() decompresses some of
// them.
class Decompressor : public Source {
 public:
  Decompressor(std::string name, std::unique_ptr<Source> packed)
      : name_(std::move(name)), packed_(std::move(packed)), chunk_(kChunk) {}

  std::size_t read(std::span<char> into) override {
    std::size_t filled = 0;
    while (filled < into.size()) {
      check_interrupt();  // a few compressed bytes may stand for gigabytes
      if (input_.empty() && !at_end_) {
        const std::size_t got = packed_->read(chunk_);
        input_ = {chunk_.data(), got};
        at_end_ = got < chunk_.size();
      }
      const std::size_t made = step(input_, into.subspan(filled));
      filled += made;
      if (made == 0 && input_.empty() && at_end_) {
        if (!between_streams())
          throw Error(
              ErrorKind::input,
              name_ + ": the compressed data ends too early; the file was cut off, get it again");
        break;
      }
    }
    return filled;
  }
  std::uint64_t position() const override { return packed_->position(); }
  std::uint64_t total() const override { return packed_->total(); }

 protected:
  // Consumes bytes from the front of `input` and returns how many were written to `into`.
  virtual std::size_t step(std::string_view& input, std::span<char> into) = 0;
  virtual bool between_streams() const = 0;
  const std::string& name() const { return name_; }
  [[noreturn]] void damaged(const char* reason) const {
    throw Error(ErrorKind::input,
                name_ + ": the compressed data is damaged (" + reason + "); get the file again");
  }

 private:
  std::string name_;
  std::unique_ptr<Source> packed_;
  std::vector<char> chunk_;
  std::string_view input_;
  bool at_end_ = false;
};

class Gzip : public Decompressor {
 public:
  Gzip(std::string name, std::unique_ptr<Source> packed)
      : Decompressor(std::move(name), std::move(packed)) {
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw std::bad_alloc();
  }
  ~Gzip() override { inflateEnd(&stream_); }

 protected:
  std::size_t step(std::string_view& input, std::span<char> into) override {
    if (input.empty()) return 0;
    between_ = false;
    stream_.next_in =
        reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));  // NOLINT: zlib's API
    stream_.avail_in = static_cast<uInt>(input.size());
    stream_.next_out = reinterpret_cast<Bytef*>(into.data());  // NOLINT
    const std::size_t room = std::min(into.size(), std::size_t{1} << 30U);
    stream_.avail_out = static_cast<uInt>(room);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
      damaged(stream_.msg != nullptr ? stream_.msg : "gzip");
    }
    input.remove_prefix(input.size() - stream_.avail_in);
    if (status == Z_STREAM_END) {  // files may contain several concatenated streams
      between_ = true;
      inflateReset(&stream_);
    }
    return room - stream_.avail_out;
  }
  bool between_streams() const override { return between_; }

 private:
  z_stream stream_ = {};
  bool between_ = true;
};

// A few bytes can ask for a window, which is memory, of any size. This much is four times what zstd
// takes without options.
constexpr int kLongestWindow = 29;

class Zstd : public Decompressor {
 public:
  Zstd(std::string name, std::unique_ptr<Source> packed)
      : Decompressor(std::move(name), std::move(packed)), stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, kLongestWindow);
  }
  ~Zstd() override { ZSTD_freeDStream(stream_); }

 protected:
  std::size_t step(std::string_view& input, std::span<char> into) override {
    if (input.empty() && left_ == 0) return 0;
    ZSTD_inBuffer in = {input.data(), input.size(), 0};
    ZSTD_outBuffer out = {into.data(), into.size(), 0};
    left_ = ZSTD_decompressStream(stream_, &out, &in);
    if (ZSTD_getErrorCode(left_) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    if (ZSTD_getErrorCode(left_) == ZSTD_error_frameParameter_windowTooLarge)
      throw Error(
          ErrorKind::input,
          fmt::format("{}: it is compressed with a window of more than 2^{} bytes; compress "
                      "it again with a smaller one",
                      name(), kLongestWindow));
    if (ZSTD_isError(left_) != 0) damaged(ZSTD_getErrorName(left_));
    start_ += input.substr(0, std::min(in.pos, kLongestHeader - start_.size()));
    input.remove_prefix(in.pos);
    made_ += out.pos;
    if (left_ == 0) end_frame();
    return out.pos;
  }
  bool between_streams() const override { return left_ == 0; }

 private:
  static constexpr std::size_t kLongestHeader = 18;  // bytes of a frame

  // zstd compares the size that a frame states with its content only if the output has room for all
  // of it or the last block is not empty.
  void end_frame() {
    const auto stated = ZSTD_getFrameContentSize(start_.data(), start_.size());
    if (stated < ZSTD_CONTENTSIZE_ERROR && stated != made_)
      damaged("its content is not as long as it states");
    start_.clear();
    made_ = 0;
  }

  ZSTD_DStream* stream_;
  std::size_t left_ = 0;
  std::string start_;       // of the frame
  std::uint64_t made_ = 0;  // of its content
};

std::unique_ptr<Source> decompressed(std::unique_ptr<Source> raw, const std::string& name) {
  const std::string start = peek(raw, 4);
  if (start.starts_with("\x1f\x8b")) return std::make_unique<Gzip>(name, std::move(raw));
  // A frame, or a skippable frame before it.
  const bool skippable =
      start.size() == 4 && (start[0] & 0xf0) == 0x50 && start.ends_with("\x2a\x4d\x18");
  if (start == "\x28\xb5\x2f\xfd" || skippable) return std::make_unique<Zstd>(name, std::move(raw));
  return raw;
}

}  // namespace

std::string read_up_to(Source& source, std::uint64_t most) {
  constexpr std::uint64_t kPiece = std::uint64_t{1} << 20U;
  std::string bytes;
  while (bytes.size() < most) {
    check_interrupt();
    const std::size_t had = bytes.size();
    const std::size_t wanted = std::min(kPiece, most - had);
    bytes.resize(had + wanted);
    const std::size_t got = source.read({bytes.data() + had, wanted});
    bytes.resize(had + got);
    if (got < wanted) break;
  }
  return bytes;
}

std::string source_name(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string peek(std::unique_ptr<Source>& source, std::size_t count) {
  constexpr std::size_t kFirst = std::size_t{1} << 12U;  // most of what is read here is short
  std::string start;
  for (std::size_t want = std::min(count, kFirst); start.size() < want;
       want = std::min(count, 8 * want)) {
    const std::size_t had = start.size();
    start.resize(want);
    start.resize(had + source->read({start.data() + had, want - had}));
    if (start.size() < want) break;
  }
  source = std::make_unique<Replay>(start, std::move(source));
  return start;
}

std::unique_ptr<Source> open_source(const std::string& path) {
  if (path.empty()) throw Error(ErrorKind::usage, "expected a file to read, found an empty name");
  return decompressed(std::make_unique<File>(path), source_name(path));
}

std::unique_ptr<Source> open_bytes(std::string_view bytes, const std::string& name) {
  return decompressed(std::make_unique<Memory>(bytes), name);
}

}  // namespace perceptron::core
