#include "base/json.h"

#include <utility>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/text.h"

namespace perceptron::core {
namespace {

// Receives the values of a document in their order and builds the tree. The library's own builder
// can check the depth too, by a callback, but then takes quadratic time on long arrays.
class TreeBuilder {
 public:
  TreeBuilder(std::string name, std::uint64_t deepest)
      : name_(std::move(name)), deepest_(deepest) {}

  Json take() { return std::move(root_); }

  // What the JSON library calls.
  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string& /*text*/) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(Json::binary_t& value) { return add(std::move(value)); }
  bool start_object(std::size_t /*size*/) { return open(Json::object()); }
  bool start_array(std::size_t /*size*/) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    Json& parent = *open_.back();
    if (parent.contains(name))
      throw Error(Place{name_},
                  "its JSON has the field " + in_quotes(name) + " twice in one object");
    member_ = &parent[name];
    return true;
  }
  template <class Exception>
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/, const Exception& error) {
    throw Exception(error);
  }

 private:
  bool add(Json value) {
    place(std::move(value));
    return true;
  }

  Json* place(Json value) {
    count_value();
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& parent = *open_.back();
    if (!parent.is_array()) {
      *member_ = std::move(value);
      return member_;
    }
    parent.push_back(std::move(value));
    return &parent.back();
  }

  // An open array or object does not move: what contains it does not grow until it is closed.
  bool open(Json value) {
    if (open_.size() == deepest_)
      refuse_excess(Place{name_}, kDeepestJsonLimit, "JSON nested at most {} levels deep",
                    deepest_);
    open_.push_back(place(std::move(value)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  void count_value() {
    constexpr std::uint64_t kOften = std::uint64_t{1} << 16U;
    constexpr std::uint64_t kBytes = 48;  // a value, and what it holds in memory of its own
    if (++values_ % kOften != 0) return;
    check_interrupt();
    require_memory(values_, kBytes, name_ + ": the values of its JSON");
  }

  std::string name_;
  std::uint64_t deepest_;
  std::uint64_t values_ = 0;
  Json root_;
  std::vector<Json*> open_;  // the arrays and objects that contain the next value
  Json* member_ = nullptr;   // of the innermost object, whose key was read last
};

}  // namespace

Json parse_json(std::string_view text, const std::string& name, std::uint64_t deepest) {
  // The JSON library takes the first one for the end of the text, whatever follows.
  if (text.find('\0') != std::string_view::npos)
    throw Error(Place{name}, "expected JSON, found a NUL byte in it (is the file damaged?)");
  TreeBuilder builder(name, deepest);
  Json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace perceptron::core
