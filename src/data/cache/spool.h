// An array that grows on disk, in an unnamed temporary file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace perceptron::core {

class Spool {
 public:
  explicit Spool(const std::string& folder);
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;
  ~Spool();

  void add(std::string_view bytes);
  void flush();

  // Items [first, last), once they are flushed.
  template <class T>
  std::vector<T> read(std::uint64_t first, std::uint64_t last) const {
    std::vector<T> items(last - first);
    read_bytes(first * sizeof(T), items.size() * sizeof(T),
               reinterpret_cast<char*>(items.data()));  // NOLINT: raw arrays
    return items;
  }

 private:
  void read_bytes(std::uint64_t from, std::size_t count, char* into) const;

  std::string folder_;
  int file_ = -1;
  std::string buffer_;
};

}  // namespace perceptron::core
