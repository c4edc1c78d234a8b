// The fields of a row of text, and where they stand in a file.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.h"

namespace perceptron::core {

struct Field {
  std::string_view text;
  std::uint64_t offset = 0;  // in the record's text
};

class RecordPlaces {
 public:
  RecordPlaces() = default;
  RecordPlaces(const RecordPlaces&) = delete;
  RecordPlaces& operator=(const RecordPlaces&) = delete;
  virtual ~RecordPlaces() = default;

  // Of a field of the record last returned.
  virtual Place place(const Field& field) const = 0;
};

}  // namespace perceptron::core
