#include "model/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"
#include "data/cache/cache.h"
#include "data/read/source.h"
#include "model/header.h"

namespace perceptron::core {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are little-endian in the file");

// Binary models without calibration use the first version of the format.
constexpr int kVersion = 2;
constexpr std::string_view kNoChecksum = "00000000000000000000000000000000";

// ---- Tensors ----

template <class T>
void append_as(std::string& bytes, std::span<const double> values) {
  std::vector<T> numbers(values.begin(), values.end());
  bytes.append(reinterpret_cast<const char*>(numbers.data()),  // NOLINT: raw tensor bytes
               numbers.size() * sizeof(T));
}

template <class T>
std::vector<double> numbers(std::string_view bytes) {
  std::vector<double> values(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < values.size(); ++i) {
    T number;
    std::memcpy(&number, bytes.data() + i * sizeof number, sizeof number);
    values[i] = static_cast<double>(number);
  }
  return values;
}

// ---- The frame: length, header, tensors ----

// Of a header in which the checksum itself, at `at`, counts as kNoChecksum.
std::string checksum(std::string_view header, std::size_t at, std::string_view tensors) {
  Hash hash;
  hash.add(header.size());
  hash.add(header.substr(0, at));
  hash.add(kNoChecksum);
  hash.add(header.substr(at + kNoChecksum.size()));
  hash.add(tensors);
  return hash.hex();
}

std::uint64_t header_length(std::string_view bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  return length;
}

class Decoder {
 public:
  Decoder(std::string name, const Limits& limits) : name_(std::move(name)), limits_(limits) {}

  // `bytes` are the whole file, or its first ones if there are at least 9.
  std::uint64_t require_frame(std::string_view bytes) const {
    if (bytes.size() < 8) fail("expected a model, found a file of less than 8 bytes");
    if (looks_like_cache(bytes))
      fail("expected a model, found a cache of data, not a model (is the order of files right?)");
    if (!looks_like_model(bytes))
      fail("expected a model, found something else (is the order of files right?)");
    const std::uint64_t length = header_length(bytes);
    require_within(Place{name_}, kLargestHeaderLimit, "a model with a header of at most {} bytes",
                   limits_.largest_header, length);
    return length;
  }

  // `tensors_of` returns all bytes after the header, of which the header claims this many.
  template <class TensorsOf>
  Model decode(std::string_view header, const TensorsOf& tensors_of) {
    header_text_ = header;
    try {
      header_ = parse_json(header_text_, name_, limits_.deepest_json);
      const Json& metadata = header_.at("__metadata__");
      if (!metadata.contains("perceptron"))
        fail("expected a model of this program, found another safetensors file");
      require_version(metadata.at("perceptron").get<std::string>());
      const Json model = parse_json(metadata.at("model").get_ref<const std::string&>(), name_,
                                    limits_.deepest_json);
      Schema schema = schema_from(model.at("schema"));
      require_limits(metadata, model.at("classes").size(), schema.feature_count());
      tensors_ = tensors_of(claimed_tensors());
      require_checksum(metadata.at("checksum").get<std::string>());
      Model decoded = read(model, std::move(schema));
      if (metadata.contains("certificate"))
        metadata.at("certificate").get_to(decoded.origin.certificate);
      return decoded;
    } catch (const std::exception& error) {
      fail(fmt::format("the model's header is not as expected ({}); the file is damaged",
                       content_fault(error)));
    }
  }

  [[noreturn]] void refuse_cut_off(std::uint64_t length, std::uint64_t found) const {
    fail(fmt::format(
        "expected a header of {} bytes, found {} bytes in all (the file is cut off or damaged)",
        length, found));
  }

 private:
  [[noreturn]] void fail(const std::string& sentence) const { throw Error(Place{name_}, sentence); }

  void require_limits(const Json& metadata, std::uint64_t classes, std::uint64_t features) const {
    const Place place{name_};
    require_few_classes(place, limits_, classes);
    require_few_features(place, limits_, features);
    if (metadata.contains("certificate"))
      require_within(place, kLargestCertificateLimit, "a certificate of at most {} bytes inside",
                     limits_.largest_certificate,
                     metadata.at("certificate").get_ref<const std::string&>().size());
  }

  // The bytes up to the end of the last tensor.
  std::uint64_t claimed_tensors() const {
    std::uint64_t last = 0;
    for (const auto& [key, entry] : header_.items()) {
      if (key != "__metadata__") last = std::max(last, count_from(entry.at("data_offsets").at(1)));
    }
    require_memory(last, 1, name_ + ": the weights of the model");
    return last;
  }

  void require_version(const std::string& version) const {
    if (version != "1" && version != std::to_string(kVersion)) {
      fail(
          fmt::format("expected a model of format version 1 to {}, found version {} (get a newer "
                      "perceptron, or train the model again)",
                      kVersion, in_quotes(version)));
    }
  }

  void require_checksum(const std::string& claimed) const {
    const auto at = header_text_.find(claimed);
    if (claimed.size() != kNoChecksum.size() || at == std::string_view::npos)
      fail("the checksum is missing; the file is damaged");
    if (!checksums_match(checksum(header_text_, at, tensors_), claimed))
      fail(
          "the checksum does not match; the file is damaged, train the model again or get another "
          "copy");
  }

  Model read(const Json& json, Schema schema) const {
    Model model;
    json.at("classes").get_to(model.classes);
    model.schema = std::move(schema);
    json.at("scaling").get_to(model.scaling.kind);
    json.at("offset").get_to(model.has_offset);
    model.origin = origin_from(json.at("origin"));
    model.single_precision = header_.at("weights").at("dtype") == "F32";
    require_classes(model.classes);
    if (json.contains("multiclass")) json.at("multiclass").get_to(model.multiclass);
    read_planes(model);
    if (json.contains("calibration")) {
      model.calibration = calibration_from(json.at("calibration"));
      try {
        require_sound(*model.calibration, model.planes.size());
      } catch (const Error& error) {
        fail(error.what());
      }
    }
    if (header_.contains("shift")) model.scaling.shift = tensor("shift", {model.features()});
    if (header_.contains("scale")) model.scaling.scale = tensor("scale", {model.features()});
    read_state(json, model);
    const ScalingKind kind = model.scaling.kind;
    const bool scaled = kind == ScalingKind::standard || kind == ScalingKind::maxabs;
    if (scaled != !model.scaling.scale.empty() && model.features() > 0)
      fail("the model's scaling is incomplete; the file is damaged");
    const auto& scale = model.scaling.scale;
    if (std::any_of(scale.begin(), scale.end(), [](double x) { return !(x > 0); })) {
      fail("the model's scaling divides by zero; train the model again");
    }
    return model;
  }

  void require_classes(const std::vector<std::string>& classes) const {
    for (const std::string& name : classes) {
      if (!is_text(name)) fail(fmt::format("expected names of classes, found {}", in_quotes(name)));
    }
    const std::set<std::string> different(classes.begin(), classes.end());
    if (classes.size() < 2 || different.size() < classes.size())
      fail(fmt::format("expected a model of two or more different classes, found {}",
                       different.size()));
  }

  void read_planes(Model& model) const {
    const std::uint64_t planes = model.scheme().models();
    const std::uint64_t features = model.schema.feature_count();
    const auto weights = tensor("weights", {planes, features});
    const auto offsets = tensor("offsets", {planes});
    model.planes.resize(planes);
    for (std::uint64_t m = 0; m < planes; ++m) {
      model.planes[m].weights = part(weights, m, features);
      model.planes[m].offset = offsets[m];
    }
  }

  // Numbers are one for all planes, or a list with one per plane.
  void read_state(const Json& json, Model& model) const {
    if (!json.contains("state")) return;
    const Json& state = json.at("state");
    const std::uint64_t planes = model.planes.size();
    const auto count = [&](const char* key, std::uint64_t m) {
      return count_from(planes == 1 ? state.at(key) : state.at(key).at(m));
    };
    for (std::uint64_t m = 0; m < planes; ++m) {
      model.planes[m].state.epochs = count("epochs", m);
      model.planes[m].state.steps = count("steps", m);
    }
    for (const auto& [name, json_size] : state.at("vectors").items()) {
      const std::uint64_t size = count_from(json_size);
      using Shape = std::vector<std::uint64_t>;
      const auto all = tensor("state." + name, planes == 1 ? Shape{size} : Shape{planes, size});
      for (std::uint64_t m = 0; m < planes; ++m)
        model.planes[m].state.vectors[name] = part(all, m, size);
    }
  }

  static std::vector<double> part(const std::vector<double>& all, std::uint64_t m,
                                  std::uint64_t size) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(m * size);
    return {begin, begin + static_cast<std::ptrdiff_t>(size)};
  }

  std::vector<double> tensor(const std::string& key,
                             const std::vector<std::uint64_t>& shape) const {
    const Json& entry = header_.at(key);
    const bool single = entry.at("dtype") == "F32";
    if (!single && entry.at("dtype") != "F64")
      fail(fmt::format("tensor {} has an unknown type; the file is damaged", key));
    if (entry.at("shape") != Json(shape))
      fail(fmt::format("tensor {} has the wrong shape; the file is damaged", key));
    const std::uint64_t begin = count_from(entry.at("data_offsets").at(0));
    const std::uint64_t end = count_from(entry.at("data_offsets").at(1));
    std::uint64_t count = 1;
    for (const std::uint64_t side : shape) count = saturating_product(count, side);
    const std::uint64_t size = single ? 4 : 8;
    if (begin > end || end > tensors_.size() || (end - begin) % size != 0 ||
        (end - begin) / size != count) {
      fail(fmt::format("tensor {} does not fit the file; the file is cut off or damaged", key));
    }
    const std::string_view bytes = tensors_.substr(begin, end - begin);
    auto values = single ? numbers<float>(bytes) : numbers<double>(bytes);
    for (const double value : values) {
      if (!std::isfinite(value))
        fail(
            fmt::format("tensor {} holds a number that is not finite; train the model again", key));
    }
    return values;
  }

  std::string name_;
  Limits limits_;
  std::string_view header_text_;
  std::string_view tensors_;
  Json header_;
};

// ---- Encoding ----

Json metadata_of(const Model& model) {
  const bool binary = model.planes.size() == 1;
  Json description = {{"classes", model.classes},
                      {"schema", to_json(model.schema)},
                      {"scaling", model.scaling.kind},
                      {"offset", model.has_offset},
                      {"origin", to_json(model.origin)}};
  if (!binary) description["multiclass"] = name_of(model.multiclass);
  if (model.calibration) description["calibration"] = to_json(*model.calibration);
  if (model.planes[0].state.epochs > 0) description["state"] = state_json(model);
  Json metadata = {{"format", "perceptron"},
                   {"perceptron", std::to_string(binary && !model.calibration ? 1 : kVersion)},
                   {"checksum", kNoChecksum},
                   {"model", json_text(description)}};
  if (!model.origin.certificate.empty()) metadata["certificate"] = model.origin.certificate;
  return metadata;
}

class Encoder {
 public:
  explicit Encoder(const Model& model) : model_(model), planes_(model.planes.size()) {
    constexpr std::uint64_t kSpare = 4096;
    tensors_.reserve(planes_ * (model.features() + 1) * (model.single_precision ? 4 : 8) + kSpare);
  }

  std::string encode() {
    header_["__metadata__"] = metadata_of(model_);
    add_tensors();
    std::string text = json_text(header_);
    text.append((8 - text.size() % 8) % 8, ' ');
    const auto at = text.find(kNoChecksum);
    text.replace(at, kNoChecksum.size(), checksum(text, at, tensors_));
    const std::uint64_t length = text.size();
    std::string bytes(reinterpret_cast<const char*>(&length),
                      sizeof length);  // NOLINT: as the format has it
    return bytes + text + tensors_;
  }

 private:
  using Numbers = std::span<const double>;
  using Shape = std::vector<std::uint64_t>;

  // Eight-byte numbers first, so that all of them are aligned.
  void add_tensors() {
    add_planes("offsets", {planes_}, [](const Plane& plane) { return Numbers(&plane.offset, 1); });
    if (!model_.scaling.shift.empty()) add("shift", model_.scaling.shift);
    if (!model_.scaling.scale.empty()) add("scale", model_.scaling.scale);
    for (const auto& vector : model_.planes[0].state.vectors) {
      const std::string& name = vector.first;
      const std::uint64_t size = vector.second.size();
      add_planes("state." + name, planes_ == 1 ? Shape{size} : Shape{planes_, size},
                 [&](const Plane& plane) { return Numbers(plane.state.vectors.at(name)); });
    }
    single_ = model_.single_precision;
    add_planes("weights", {planes_, model_.features()},
               [](const Plane& plane) { return Numbers(plane.weights); });
  }

  // `numbers_of` returns the part of each plane.
  template <class NumbersOf>
  void add_planes(const std::string& key, const Shape& shape, const NumbersOf& numbers_of) {
    const std::size_t begin = tensors_.size();
    for (const Plane& plane : model_.planes) append(numbers_of(plane));
    describe(key, shape, begin);
  }
  void add(const std::string& key, Numbers values) {
    const std::size_t begin = tensors_.size();
    append(values);
    describe(key, {values.size()}, begin);
  }
  void append(Numbers values) {
    single_ ? append_as<float>(tensors_, values) : append_as<double>(tensors_, values);
  }
  void describe(const std::string& key, const Shape& shape, std::size_t begin) {
    header_[key] = {{"dtype", single_ ? "F32" : "F64"},
                    {"shape", shape},
                    {"data_offsets", {begin, tensors_.size()}}};
  }

  const Model& model_;
  std::uint64_t planes_;
  bool single_ = false;  // the next tensor is of float32
  std::string tensors_;
  Json header_;
};

}  // namespace

std::string encode_model(const Model& model) { return Encoder(model).encode(); }

Model decode_model(std::string_view bytes, const std::string& name, const Limits& limits) {
  Decoder decoder(name, limits);
  const std::uint64_t length = decoder.require_frame(bytes);
  if (length > bytes.size() - 8) decoder.refuse_cut_off(length, bytes.size());
  return decoder.decode(bytes.substr(8, length),
                        [&](std::uint64_t /*claimed*/) { return bytes.substr(8 + length); });
}

void save_model(const Model& model, const std::string& path) {
  Output output(path);
  output.write(encode_model(model));
  output.finish();
}

Model load_model(const std::string& path, const Limits& limits) {
  return load_model(open_source(path), source_name(path), limits);
}

// A file that is not a model may be of any size: no more is read than its header says.
Model load_model(std::unique_ptr<Source> source, const std::string& name, const Limits& limits) {
  Decoder decoder(name, limits);
  const std::uint64_t length = decoder.require_frame(peek(source, 9));
  const std::string header = read_up_to(*source, 8 + length);
  if (header.size() < 8 + length) decoder.refuse_cut_off(length, header.size());
  std::string tensors;
  return decoder.decode(std::string_view(header).substr(8), [&](std::uint64_t claimed) {
    tensors = read_up_to(*source, claimed + 1);  // anything more is damage
    return std::string_view(tensors);
  });
}

bool looks_like_model(std::string_view start) {
  if (start.size() < 9 || start[8] != '{') return false;
  // In a text file the first eight bytes are a much larger number.
  constexpr std::uint64_t kLongest = 1'000'000'000'000;
  const std::uint64_t length = header_length(start);
  return length >= 2 && length <= kLongest;
}

}  // namespace perceptron::core
