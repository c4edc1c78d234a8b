// How a record is converted to and from JSON. A record type lists its fields once:
//
//     template <class Self, class Fields>
//     static void describe(Self& self, Fields& fields) {
//       fields.required("rows", self.rows);       // always present
//       fields.nullable("auc", self.auc);         // null if there is none
//       fields.optional("lift", self.lift);       // omitted if there is none
//       fields.inlined(self.interval);            // the fields of another type, among these
//       fields.group("radius", self.evidence);    // those of an optional, present if the first is
//     }
//
// Records come from files that anyone may have written, so the reader assumes nothing: whatever is
// missing or of another type throws a RecordError that says where.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <perceptron/names.h>
#include "base/json.h"
#include "base/options.h"

namespace perceptron::core {

class RecordError : public std::runtime_error {
 public:
  // "result.models[0].updates: expected a whole number"
  RecordError(const std::string& where, const std::string& what)
      : std::runtime_error(where.empty() ? what : where + ": " + what) {}
};

// A value of a setting: a name, a number, a boolean, or nothing.
using RecordValue = std::variant<std::monostate, bool, std::uint64_t, double, std::string>;
// Values by their names, in order: a JSON object.
template <class T>
using NamedValues = std::vector<std::pair<std::string, T>>;

class FieldWriter;
class FieldReader;

template <class T>
concept Described = requires(T& value, FieldReader& fields) {
  T::describe(value, fields);
};
// A type that is not an object of fields defines its own conversion.
template <class T>
concept WritesItself = requires(const T& value) {
  { value.to_json() } -> std::same_as<Json>;
};

// ---- Writing ----

inline Json json_of(const RecordValue& value) {
  return std::visit(
      [](const auto& each) {
        if constexpr (std::is_same_v<std::decay_t<decltype(each)>, std::monostate>) {
          return Json();
        } else {
          return Json(each);
        }
      },
      value);
}
template <class T>
Json json_of(const T& value);
template <class T>
Json json_of(const std::vector<T>& list);
template <class T>
Json json_of(const NamedValues<T>& values);

class FieldWriter {
 public:
  explicit FieldWriter(Json& json) : json_(json) {}

  template <class T>
  void required(const char* name, const T& value) {
    json_[name] = json_of(value);
  }
  template <class T>
  void nullable(const char* name, const std::optional<T>& value) {
    json_[name] = value ? json_of(*value) : Json();
  }
  template <class T>
  void optional(const char* name, const std::optional<T>& value) {
    if (value) json_[name] = json_of(*value);
  }
  template <class T>
  void inlined(const T& value) {
    T::describe(value, *this);
  }
  template <class T>
  void group(const char* /*first*/, const std::optional<T>& value) {
    if (value) inlined(*value);
  }
  // The named values themselves, before the field `next`.
  template <class T>
  void values(const NamedValues<T>& values, const char* /*next*/) {
    for (const auto& [name, value] : values) json_[name] = json_of(value);
  }

 private:
  Json& json_;
};

template <class T>
Json json_of(const T& value) {
  if constexpr (Described<T>) {
    Json json = Json::object();
    FieldWriter fields(json);
    T::describe(value, fields);
    return json;
  } else if constexpr (WritesItself<T>) {
    return value.to_json();
  } else {
    return Json(value);
  }
}
template <class T>
Json json_of(const std::vector<T>& list) {
  if constexpr (Described<T>) {
    Json json = Json::array();
    for (const T& each : list) json.push_back(json_of(each));
    return json;
  } else {
    return Json(list);
  }
}
template <class T>
Json json_of(const NamedValues<T>& values) {
  Json json = Json::object();
  for (const auto& [name, value] : values) json[name] = json_of(value);
  return json;
}

// ---- Reading ----

class FieldReader {
 public:
  FieldReader(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
    if (!json_.is_object()) throw RecordError(where_, "expected an object");
  }

  template <class T>
  void required(const char* name, T& value) {
    const Json* found = find(name);
    if (found == nullptr) throw RecordError(place(name), "is missing");
    read(*found, place(name), value);
  }
  template <class T>
  void nullable(const char* name, std::optional<T>& value) {
    optional(name, value);
  }
  template <class T>
  void optional(const char* name, std::optional<T>& value) {
    const Json* found = find(name);
    if (found == nullptr || found->is_null()) return;
    read(*found, place(name), value.emplace());
  }
  template <class T>
  void inlined(T& value) {
    T::describe(value, *this);
  }
  template <class T>
  void group(const char* first, std::optional<T>& value) {
    if (find(first) != nullptr) inlined(value.emplace());
  }
  template <class T>
  void values(NamedValues<T>& values, const char* next) {
    for (const auto& [name, item] : json_.items()) {
      if (name == next) return;
      read(item, place(name), values.emplace_back(name, T()).second);
    }
  }

  // Types are not converted: a value of another type is an error.
  static void read(const Json& json, const std::string& where, bool& value);
  static void read(const Json& json, const std::string& where, double& value);
  static void read(const Json& json, const std::string& where, std::uint64_t& value);
  static void read(const Json& json, const std::string& where, std::uint32_t& value);
  static void read(const Json& json, const std::string& where, std::string& value);
  static void read(const Json& json, const std::string& where, RecordValue& value);
  // Enumerations are read by name.
  template <Named E>
  static void read(const Json& json, const std::string& where, E& value) {
    std::string name;
    read(json, where, name);
    const auto named = find_named<E>(name);
    if (!named) throw RecordError(where, "expected one of " + std::string(choices_of<E>()));
    value = *named;
  }
  template <class T>
  static void read(const Json& json, const std::string& where, std::vector<T>& list) {
    if (!json.is_array()) throw RecordError(where, "expected a list");
    list.clear();
    list.reserve(json.size());
    for (const Json& each : json) {
      T item{};
      read(each, item_place(where, list.size()), item);
      list.push_back(std::move(item));
    }
  }
  template <class T, std::size_t N>
  static void read(const Json& json, const std::string& where, std::array<T, N>& list) {
    if (!json.is_array() || json.size() != N)
      throw RecordError(where, "expected a list of " + std::to_string(N));
    for (std::size_t i = 0; i < N; ++i) read(json[i], item_place(where, i), list[i]);
  }
  template <class T>
  static void read(const Json& json, const std::string& where, NamedValues<T>& values) {
    FieldReader(json, where).values(values, "");
  }
  template <WritesItself T>
  static void read(const Json& json, const std::string& where, T& value) {
    value.from_json(json, where);
  }
  template <Described T>
  static void read(const Json& json, const std::string& where, T& value) {
    FieldReader fields(json, where);
    T::describe(value, fields);
    if constexpr (requires { value.check(where); }) value.check(where);
  }

 private:
  const Json* find(const std::string& name) const {
    const auto at = json_.find(name);
    return at == json_.end() ? nullptr : &*at;
  }
  std::string place(const std::string& name) const {
    return where_.empty() ? name : where_ + "." + name;
  }
  static std::string item_place(const std::string& where, std::size_t i) {
    return where + "[" + std::to_string(i) + "]";
  }

  const Json& json_;
  std::string where_;
};

}  // namespace perceptron::core
