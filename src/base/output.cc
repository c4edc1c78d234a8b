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

namespace perceptron::core {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18U;

// The end of a chain of symbolic links; it need not exist yet.
std::string follow_links(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int kMostLinks = 40;  // as many as the kernel follows
  fs::path at = path;
  std::error_code none;
  for (int link = 0; fs::is_symlink(fs::symlink_status(at, none)); ++link) {
    if (link == kMostLinks) {
      throw Error(ErrorKind::io, "cannot write " + path + ": its symbolic links form a loop");
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

std::string folder_of(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

std::string name_of_open(int file) { return "/proc/self/fd/" + std::to_string(file); }

// An unnamed file, of which nothing remains if the program is killed; −1 if the system has none.
int open_nameless(const std::string& folder) {
  const int file = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0 || access(name_of_open(file).c_str(), F_OK) == 0) return file;
  close(file);  // it could not be named later
  return -1;
}

// A short name of its own: the target's name may already be as long as names can be.
int open_named(const std::string& folder, std::string& name) {
  name = folder + "/.perceptron-XXXXXX";
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) name.clear();
  return file;
}

// A renamed file is safe only once its folder is on disk too.
void sync_folder_of(const std::string& path) {
  const int file = open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;  // a folder that may be written to but not read
  const bool failed = fsync(file) != 0 && errno != EINVAL && errno != ENOTSUP;
  const int why = errno;
  close(file);
  errno = why;
  if (failed) throw system_error("cannot make sure that " + path + " is on the disk");
}

}  // namespace

Output::Output(std::string path) : path_(std::move(path)) { open_target(); }

void Output::open_target() {
  buffer_.reserve(kBufferBytes);
  if (path_ == "-") {
    file_ = STDOUT_FILENO;
    path_ = "standard output";
    return;
  }
  if (path_.empty())
    throw Error(ErrorKind::usage, "expected a file to write to, found an empty name");
  struct stat status = {};
  const bool exists = stat(path_.c_str(), &status) == 0;
  // A pipe behind /dev/stdout has no path to follow.
  target_ = exists && !S_ISREG(status.st_mode) ? path_ : follow_links(path_);
  if (exists && S_ISDIR(status.st_mode)) {
    throw Error(ErrorKind::io, "cannot write " + path_ + ": it is a folder; name a file inside it");
  }
  owned_ = true;
  // A file without a name is found under /proc alone, so no other can take its place.
  const bool nameless = exists && S_ISREG(status.st_mode) && status.st_nlink == 0;
  if (nameless || (exists && !S_ISREG(status.st_mode))) {
    file_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC | (nameless ? O_TRUNC : 0));
    if (file_ < 0) throw system_error("cannot write " + path_);
    if (nameless) path_ = target_;  // says where it is
    return;
  }
  if (exists && access(target_.c_str(), W_OK) != 0) throw system_error("cannot write " + path_);
  through_temporary_ = true;
  file_ = open_nameless(folder_of(target_));
  if (file_ < 0) file_ = open_named(folder_of(target_), temporary_);
  if (file_ < 0) throw system_error("cannot write " + path_);
  fchmod(file_, exists ? status.st_mode & 07777U : mode_for_new_files());
}

bool is_standard_output(const std::string& path) {
  if (path == "-") return true;
  struct stat output = {};
  struct stat named = {};
  if (fstat(STDOUT_FILENO, &output) != 0 || stat(path.c_str(), &named) != 0) return false;
  return !S_ISCHR(output.st_mode) && output.st_dev == named.st_dev && output.st_ino == named.st_ino;
}

std::string Output::folder() const { return folder_of(target_); }

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

// Gives the unnamed file its first name.
bool Output::link_as(const std::string& name) const {
  return linkat(AT_FDCWD, name_of_open(file_).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) ==
         0;
}

// Names the unnamed file next to the target: a link cannot replace an existing file, but a rename
// then can.
void Output::name_temporary() {
  for (unsigned attempt = 0; attempt < 1000; ++attempt) {
    std::string name =
        folder() + "/.perceptron-" + std::to_string(getpid()) + "-" + std::to_string(attempt);
    if (link_as(name)) {
      temporary_ = std::move(name);
      return;
    }
    if (errno != EEXIST) break;
  }
  copy_temporary();
}

// If the system does not allow links, the bytes are copied to a named file.
void Output::copy_temporary() {
  const int nameless = file_;
  struct stat status = {};
  fstat(nameless, &status);
  file_ = open_named(folder_of(target_), temporary_);
  if (file_ < 0) {
    const Error error = system_error("cannot write " + path_);
    file_ = nameless;
    throw Error(error);
  }
  fchmod(file_, status.st_mode & 07777U);
  lseek(nameless, 0, SEEK_SET);
  std::string piece(kBufferBytes, '\0');
  ssize_t got = 0;
  while ((got = read(nameless, piece.data(), piece.size())) > 0)
    write_through({piece.data(), static_cast<std::size_t>(got)});
  close(nameless);
  if (got < 0 || fsync(file_) != 0) throw system_error("cannot write " + path_);
}

void Output::finish() {
  flush();
  if (!owned_) return;
  if (through_temporary_ && fsync(file_) != 0) throw system_error("cannot write " + path_);
  // A new file gets its own name at once, so that a kill leaves no other behind.
  const bool nameless = through_temporary_ && temporary_.empty();
  const bool named = nameless && link_as(target_);
  if (nameless && !named) name_temporary();
  if (close(std::exchange(file_, -1)) != 0) throw system_error("cannot write " + path_);
  if (!through_temporary_) return;
  if (!named && rename(temporary_.c_str(), target_.c_str()) != 0)
    throw system_error("cannot write " + path_);
  temporary_.clear();
  note_changed_file();
  sync_folder_of(target_);
}

}  // namespace perceptron::core
