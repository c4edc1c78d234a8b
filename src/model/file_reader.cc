#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "data/cache/cache.h"
#include "data/read/source.h"
#include "data/text/term_list.h"
#include "model/file.h"
#include "model/file_frame.h"
#include "model/header.h"
#include "model/support_file.h"

namespace perceptron::core {
namespace {

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

class Decoder {
 public:
  Decoder(std::string name, const Limits& limits) : name_(std::move(name)), limits_(limits) {}

  // `bytes` are the whole file, or its first ones if there are at least 9.
  std::uint64_t require_frame(std::string_view bytes) const {
    if (bytes.size() < 8) fail("expected a model, found a file of less than 8 bytes");
    if (looks_like_cache(bytes)) fail("expected a model, found a cache of data, not a model");
    if (!looks_like_model(bytes)) fail("expected a model, found something else");
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
    const auto number = parse_count(version);
    if (!number || *number < 1 || *number > kModelVersion) {
      fail(
          fmt::format("expected a model of format version 1 to {}, found version {} (get a newer "
                      "perceptron, or train the model again)",
                      kModelVersion, in_quotes(version)));
    }
  }

  void require_checksum(const std::string& claimed) const {
    const auto at = header_text_.find(claimed);
    if (claimed.size() != kNoChecksum.size() || at == std::string_view::npos)
      fail("the checksum is missing; the file is damaged");
    if (!checksums_match(model_checksum(header_text_, at, tensors_), claimed))
      fail(
          "the checksum does not match; the file is damaged, train the model again or get another "
          "copy");
  }

  void read_terms(Schema& schema) const {
    std::size_t t = 0;
    for (Column& column : schema.columns) {
      if (!column.text) continue;
      const std::string key = term_list_key(t++);
      if (!header_.contains(key)) continue;
      const Json& entry = header_.at(key);
      const std::uint64_t begin = count_from(entry.at("data_offsets").at(0));
      const std::uint64_t end = count_from(entry.at("data_offsets").at(1));
      if (begin > end || end > tensors_.size() || entry.at("dtype") != "U8")
        fail(fmt::format("tensor {} does not fit the file; the file is cut off or damaged", key));
      const std::string_view bytes = tensors_.substr(begin, end - begin);
      // Each term takes two bytes at least.
      require_memory(bytes.size() / 2, sizeof(std::string), name_ + ": the terms of the model");
      column.text->dictionary = decode_terms(bytes);
      if (column.text->terms.hash && column.text->dictionary.size() > 0)
        fail("hashed terms have no dictionary; the file is damaged");
    }
    require_few_features(Place{name_}, limits_, schema.feature_count());
  }

  void read_term_factors(Model& model) const {
    model.scaling.terms = term_scalings(model.schema);
    for (std::size_t t = 0; t < model.scaling.terms.size(); ++t) {
      TermScaling& terms = model.scaling.terms[t];
      const std::string key = term_factors_key(t);
      if (header_.contains(key)) terms.factors = tensor(key, {terms.count});
      if (std::any_of(terms.factors.begin(), terms.factors.end(), [](double x) { return x < 0; }))
        fail("the factor of a term is negative; the file is damaged");
    }
  }

  Model read(const Json& json, Schema schema) const {
    Model model;
    json.at("classes").get_to(model.classes);
    model.schema = std::move(schema);
    read_terms(model.schema);
    json.at("scaling").get_to(model.scaling.kind);
    json.at("offset").get_to(model.has_offset);
    model.origin = origin_from(json.at("origin"));
    model.single_precision = header_.at("weights").at("dtype") == "F32";
    require_classes(model.classes);
    if (json.contains("threshold")) json.at("threshold").get_to(model.threshold);
    if (!std::isfinite(model.threshold) || (model.threshold != 0 && model.classes.size() != 2))
      fail("expected a threshold for two classes; the file is damaged");
    if (json.contains("multiclass")) json.at("multiclass").get_to(model.multiclass);
    read_planes(model);
    if (json.contains("support")) {
      model.support = support_from(
          json.at("support"), model,
          [this](const std::string& key, std::uint64_t count) { return tensor(key, {count}); });
    }
    if (json.contains("regions")) read_regions(json.at("regions"), model);
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
    read_term_factors(model);
    read_state(json, model);
    const ScalingKind kind = model.scaling.kind;
    if (kind == ScalingKind::automatic)
      fail("expected the scaling that was chosen, found auto; the file is damaged");
    const FeatureScaling kinds(kind, model.schema);
    const bool scaled = kinds.has(ScalingKind::standard) || kinds.has(ScalingKind::maxabs);
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

}  // namespace

Model decode_model(std::string_view bytes, const std::string& name, const Limits& limits) {
  Decoder decoder(name, limits);
  const std::uint64_t length = decoder.require_frame(bytes);
  if (length > bytes.size() - 8) decoder.refuse_cut_off(length, bytes.size());
  return decoder.decode(bytes.substr(8, length),
                        [&](std::uint64_t /*claimed*/) { return bytes.substr(8 + length); });
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

}  // namespace perceptron::core
