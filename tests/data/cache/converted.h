// Texts that are read, and read through a cache.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "data/cache/cache.h"
#include "data/cache/convert.h"
#include "support.h"

namespace perceptron::core::test {

inline void expect_same(const Dataset& a, const Dataset& b) {
  EXPECT_EQ(a.fingerprint(), b.fingerprint());
  EXPECT_EQ(grid(a.matrix), grid(b.matrix));
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.weights, b.weights);
  EXPECT_EQ(a.groups, b.groups);
  EXPECT_EQ(a.classes.names(), b.classes.names());
  EXPECT_EQ(a.radius, b.radius);
  EXPECT_EQ(a.schema.feature_names(), b.schema.feature_names());
  EXPECT_EQ(a.matrix.layout(), b.matrix.layout());
}

// A text, read, and read through a cache.
struct Converted {
  explicit Converted(const std::string& text, const ReadSettings& options = {}) {
    reading.options = options;
    data = folder.file("data.txt", text);
    cache = folder.path("data.cache");
    convert(data, reading, cache);
  }
  Dataset plain() const { return read_dataset(data, reading); }
  Dataset loaded() const { return read_dataset(cache, {}); }
  Dataset in_blocks() const { return read_dataset(*open_reader(cache, {})); }

  Folder folder;
  Reading reading;
  std::string data;
  std::string cache;
};

// What opening and loading a cache ends in: "opened", or the message.
inline std::string opens(const std::string& path) {
  try {
    const Cache cache(path);
    cache.dataset(1);
    return "opened";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return in_options(error.message());
  }
}

}  // namespace perceptron::core::test
