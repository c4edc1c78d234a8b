// Formats messages of the library for C++: settings by the names of fields and arguments.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "base/message.h"

namespace perceptron::api {

// "early_stop = 0.1"
std::string in_fields(const core::Message& message);
// The name in the tables of settings: "early-stop" for early_stop.
std::string table_name(std::string_view field);

// Calls the library. Its errors are thrown with the names of fields.
template <class Work>
auto call(const Work& work) {
  try {
    return work();
  } catch (const core::Error& error) {
    throw Error(error.kind(), in_fields(error.message()), error.place());
  }
}

}  // namespace perceptron::api
