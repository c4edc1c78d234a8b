#include "base/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"

namespace perceptron {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18U;

// Where a chain of symbolic links ends; nothing need be there yet.
std::string follow_links(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int kMostLinks = 40;  // as many as the kernel follows
  fs::path at = path;
  std::error_code none;
  for (int link = 0; fs::is_symlink(fs::symlink_status(at, none)); ++link) {
    if (link == kMostLinks) {
      throw Error(Exit::io, "cannot write " + path + ": its symbolic links lead in a circle");
    }
    const fs::path next = fs::read_symlink(at, none);
    at = next.is_absolute() ? next : at.parent_path() / next;
  }
  return at.string();
}

mode_t mode_for_new_files() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666U & ~mask;
}

// A renamed file is safe only once its folder is on disk too.
void sync_folder_of(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  const int file = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  fsync(file);
  close(file);
}

}  // namespace

Output::Output(std::string path) : path_(std::move(path)) {
  buffer_.reserve(kBufferBytes);
  if (path_ == "-") {
    file_ = STDOUT_FILENO;
    path_ = "standard output";
    return;
  }
  if (path_.empty()) throw Error(Exit::usage, "expected a file to write to, found an empty name");
  struct stat status = {};
  const bool exists = stat(path_.c_str(), &status) == 0;
  // A pipe behind /dev/stdout has no name of its own to follow.
  target_ = exists && !S_ISREG(status.st_mode) ? path_ : follow_links(path_);
  if (exists && S_ISDIR(status.st_mode)) {
    throw Error(Exit::io, "cannot write " + path_ + ": it is a folder; name a file inside it");
  }
  owned_ = true;
  if (exists && !S_ISREG(status.st_mode)) {
    file_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (file_ < 0) throw system_error("cannot write " + path_);
    return;
  }
  if (exists && access(target_.c_str(), W_OK) != 0) throw system_error("cannot write " + path_);
  // A short name of its own: the target's may be as long as names can be.
  temporary_ = (std::filesystem::path(target_).parent_path() / ".perceptron-XXXXXX").string();
  file_ = mkostemp(temporary_.data(), O_CLOEXEC);
  if (file_ < 0) {
    temporary_.clear();
    throw system_error("cannot write " + path_);
  }
  fchmod(file_, exists ? status.st_mode & 07777U : mode_for_new_files());
}

Output::~Output() {
  if (owned_ && file_ >= 0) close(file_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void Output::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > kBufferBytes) flush();
  if (bytes.size() > kBufferBytes) {
    write_through(bytes);
  } else {
    buffer_ += bytes;
  }
}

void Output::flush() {
  write_through(buffer_);
  buffer_.clear();
}

void Output::write_through(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EINTR) {
      check_interrupt();
    } else {
      throw system_error("cannot write " + path_);
    }
  }
}

void Output::finish() {
  flush();
  if (!owned_) return;
  if (!temporary_.empty() && fsync(file_) != 0) throw system_error("cannot write " + path_);
  if (close(std::exchange(file_, -1)) != 0) throw system_error("cannot write " + path_);
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), target_.c_str()) != 0) throw system_error("cannot write " + path_);
  temporary_.clear();
  sync_folder_of(target_);
}

}  // namespace perceptron
