// A library to preload (LD_PRELOAD) that makes one call of the C library fail, as it does when the
// system has no more memory, disk, files or threads.
//
//   FAULT_KIND   malloc, read, write, open, fsync, rename, mmap or thread
//   FAULT_AT     which call of that kind fails, from 1 on; 0: none
//   FAULT_FROM   "start" also counts calls before main(), which static objects make
//   FAULT_LAST   "yes": all later calls fail too
//   FAULT_LOG    a file descriptor: "!" is written to it when a call fails, and at the normal end
//                of the process the number of calls
//   FAULT_PATIENCE  seconds after which the process is ended by SIGALRM
//
// Messages (standard error) are exempt: the test that reads them needs them.

#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

enum class Kind { none, malloc, read, write, open, fsync, rename, mmap, thread };

constexpr const char* kNames[] = {"",      "malloc", "read", "write", "open",
                                  "fsync", "rename", "mmap", "thread"};
constexpr int kErrors[] = {0, ENOMEM, EIO, ENOSPC, EMFILE, EIO, EIO, ENOMEM, EAGAIN};

// Set once, before main(); until `counting` no call is counted.
Kind chosen = Kind::none;
long fail_at = 0;
bool lasting = false;
int log_file = -1;
std::atomic<bool> counting = false;
std::atomic<long> calls = 0;

void log_text(const char* text) {
  if (log_file >= 0) syscall(SYS_write, log_file, text, std::strlen(text));
}

// Whether this call is to fail; errno is then set.
bool fails(Kind kind) {
  if (kind != chosen || !counting.load(std::memory_order_relaxed)) return false;
  const long call = ++calls;
  if (fail_at == 0 || call < fail_at || (call > fail_at && !lasting)) return false;
  if (call == fail_at) log_text("!");
  errno = kErrors[static_cast<int>(kind)];
  return true;
}

[[gnu::constructor]] void configure() {
  const auto text = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
  };
  for (int kind = 1; kind <= static_cast<int>(Kind::thread); ++kind) {
    if (std::strcmp(text("FAULT_KIND"), kNames[kind]) == 0) chosen = static_cast<Kind>(kind);
  }
  fail_at = std::atol(text("FAULT_AT"));
  lasting = std::strcmp(text("FAULT_LAST"), "yes") == 0;
  if (*text("FAULT_LOG") != '\0') log_file = std::atoi(text("FAULT_LOG"));
  alarm(static_cast<unsigned>(std::atoi(text("FAULT_PATIENCE"))));
  counting = std::strcmp(text("FAULT_FROM"), "start") == 0;
}

[[gnu::destructor]] void report() {
  counting = false;
  char text[32];
  std::snprintf(text, sizeof text, "%ld\n", calls.load());
  log_text(text);
}

// The function of this name that the preloaded one hides.
template <class Function>
Function* next(Function* /*same*/, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
#define NEXT(name) static auto* const real = next(&::name, #name)

}  // namespace

extern "C" {

// The C library's own names: dlsym() itself allocates.
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

using Main = int(int, char**, char**);
Main* real_main = nullptr;

int counted_main(int argc, char** argv, char** environment) {
  counting = true;
  return real_main(argc, argv, environment);
}

int __libc_start_main(Main* main, int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*linker_fini)(), void* stack_end) {
  using Start = int(Main*, int, char**, void (*)(), void (*)(), void (*)(), void*);
  real_main = main;
  return next(static_cast<Start*>(nullptr), "__libc_start_main")(counted_main, argc, argv, init,
                                                                 fini, linker_fini, stack_end);
}

// ---- Memory ----

void* malloc(std::size_t bytes) noexcept {
  return fails(Kind::malloc) ? nullptr : __libc_malloc(bytes);
}
void* calloc(std::size_t count, std::size_t bytes) noexcept {
  return fails(Kind::malloc) ? nullptr : __libc_calloc(count, bytes);
}
void* realloc(void* memory, std::size_t bytes) noexcept {
  return fails(Kind::malloc) ? nullptr : __libc_realloc(memory, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return fails(Kind::malloc) ? nullptr : __libc_memalign(alignment, bytes);
}
void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  return fails(Kind::malloc) ? nullptr : __libc_memalign(alignment, bytes);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) noexcept {
  void* const made = fails(Kind::malloc) ? nullptr : __libc_memalign(alignment, bytes);
  if (made == nullptr) return ENOMEM;
  *memory = made;
  return 0;
}
void* mmap(void* at, std::size_t bytes, int protection, int flags, int file,
           off_t offset) noexcept {
  NEXT(mmap);
  return fails(Kind::mmap) ? MAP_FAILED : real(at, bytes, protection, flags, file, offset);
}

// ---- Files ----

ssize_t read(int file, void* into, std::size_t bytes) {
  NEXT(read);
  return fails(Kind::read) ? -1 : real(file, into, bytes);
}
ssize_t pread(int file, void* into, std::size_t bytes, off_t at) {
  NEXT(pread);
  return fails(Kind::read) ? -1 : real(file, into, bytes, at);
}
ssize_t write(int file, const void* bytes, std::size_t count) {
  NEXT(write);
  return file != STDERR_FILENO && fails(Kind::write) ? -1 : real(file, bytes, count);
}

namespace {

// The mode that follows the flags, if they need one.
mode_t mode_after(int flags, va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

}  // namespace

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_after(flags, arguments);
  va_end(arguments);
  NEXT(open);
  return fails(Kind::open) ? -1 : real(path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_after(flags, arguments);
  va_end(arguments);
  NEXT(openat);
  return fails(Kind::open) ? -1 : real(folder, path, flags, mode);
}
int creat(const char* path, mode_t mode) {
  NEXT(creat);
  return fails(Kind::open) ? -1 : real(path, mode);
}
FILE* fopen(const char* path, const char* mode) {
  NEXT(fopen);
  return fails(Kind::open) ? nullptr : real(path, mode);
}
int mkostemp(char* pattern, int flags) {
  NEXT(mkostemp);
  return fails(Kind::open) ? -1 : real(pattern, flags);
}
char* mkdtemp(char* pattern) noexcept {
  NEXT(mkdtemp);
  return fails(Kind::open) ? nullptr : real(pattern);
}

int fsync(int file) {
  NEXT(fsync);
  return fails(Kind::fsync) ? -1 : real(file);
}
int rename(const char* from, const char* to) noexcept {
  NEXT(rename);
  return fails(Kind::rename) ? -1 : real(from, to);
}
int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
  NEXT(linkat);
  return fails(Kind::rename) ? -1 : real(from_folder, from, to_folder, to, flags);
}

// ---- Threads ----

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) noexcept {
  NEXT(pthread_create);
  return fails(Kind::thread) ? EAGAIN : real(thread, attributes, work, argument);
}

}  // extern "C"
