#include <algorithm>
#include <span>

#include "base/json.h"
#include "base/output.h"
#include "data/schema_json.h"
#include "data/text/term_list.h"
#include "model/file.h"
#include "model/file_frame.h"
#include "model/header.h"
#include "model/support_file.h"

namespace perceptron::core {
namespace {

template <class T>
void append_as(std::string& bytes, std::span<const double> values) {
  std::vector<T> numbers(values.begin(), values.end());
  bytes.append(reinterpret_cast<const char*>(numbers.data()),  // NOLINT: raw tensor bytes
               numbers.size() * sizeof(T));
}

// Terms may be many: they are a tensor of bytes. A feature map is made from them, before tensors
// are read.
Schema without_terms(Schema schema) {
  if (schema.map) return schema;
  for (Column& column : schema.columns) {
    if (column.text) column.text->dictionary = Dictionary({});
  }
  return schema;
}

bool has_regions(const Model& model) {
  return std::any_of(model.planes.begin(), model.planes.end(),
                     [](const Plane& plane) { return plane.region.has_value(); });
}

// The earliest version of the format that has everything in this model: earlier programs read it.
int version_of(const Model& model) {
  if (model.support || has_regions(model)) return kModelVersion;
  if (model.threshold != 0) return 3;
  return model.planes.size() == 1 && !model.calibration ? 1 : 2;
}

Json metadata_of(const Model& model) {
  const bool binary = model.planes.size() == 1;
  Json description = {{"classes", model.classes},
                      {"schema", to_json(without_terms(model.schema))},
                      {"scaling", model.scaling.kind},
                      {"offset", model.has_offset},
                      {"origin", to_json(model.origin)}};
  if (model.threshold != 0) description["threshold"] = model.threshold;
  if (!binary) description["multiclass"] = name_of(model.multiclass);
  if (model.calibration) description["calibration"] = to_json(*model.calibration);
  if (model.support) description["support"] = support_json(*model.support);
  if (has_regions(model)) description["regions"] = regions_json(model);
  if (model.planes[0].state.epochs > 0) description["state"] = state_json(model);
  Json metadata = {{"format", "perceptron"},
                   {"perceptron", std::to_string(version_of(model))},
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
    text.replace(at, kNoChecksum.size(), model_checksum(text, at, tensors_));
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
    for (std::size_t t = 0; t < model_.scaling.terms.size(); ++t) {
      const auto& factors = model_.scaling.terms[t].factors;
      if (!factors.empty()) add(term_factors_key(t), factors);
    }
    for (const auto& vector : model_.planes[0].state.vectors) {
      const std::string& name = vector.first;
      const std::uint64_t size = vector.second.size();
      add_planes("state." + name, planes_ == 1 ? Shape{size} : Shape{planes_, size},
                 [&](const Plane& plane) { return Numbers(plane.state.vectors.at(name)); });
    }
    if (model_.support) {
      for (const auto& [key, values] : support_tensors(*model_.support)) add(key, values);
    }
    single_ = model_.single_precision;
    add_planes("weights", {planes_, model_.features()},
               [](const Plane& plane) { return Numbers(plane.weights); });
    add_terms();
  }

  // Last, because their lengths are not those of numbers.
  void add_terms() {
    if (model_.schema.map) return;
    std::size_t t = 0;
    for (const Column& column : model_.schema.columns) {
      if (!column.text) continue;
      const std::size_t begin = tensors_.size();
      tensors_ += encode_terms(column.text->dictionary);
      header_[term_list_key(t++)] = {{"dtype", "U8"},
                                     {"shape", {tensors_.size() - begin}},
                                     {"data_offsets", {begin, tensors_.size()}}};
    }
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
  Json header_ = Json::object();  // a null that becomes one would not survive a failed allocation
};

}  // namespace

std::string encode_model(const Model& model) { return Encoder(model).encode(); }

void save_model(const Model& model, const std::string& path) {
  Output output(path);
  output.write(encode_model(model));
  output.finish();
}

}  // namespace perceptron::core
