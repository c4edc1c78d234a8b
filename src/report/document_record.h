// Any JSON as a result. A page says only that the command ran; it may be from a later version.
#pragma once

#include <string>

#include "report/fields.h"

namespace perceptron::core {

struct DocumentRecord {
  struct Document {
    Json json = Json::object();

    Json to_json() const { return json; }
    void from_json(const Json& document, const std::string& where);
  };

  Document result;

  template <class Self, class Fields>
  static void describe(Self& /*self*/, Fields& /*fields*/) {}
};

}  // namespace perceptron::core
