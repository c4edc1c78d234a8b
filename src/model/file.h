// The model's file format: safetensors (an 8-byte length, a JSON header, raw tensors), with a
// checksum over every byte. docs/model-format.md describes it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <perceptron/limits.h>
#include "data/read/source.h"
#include "model/model.h"

namespace perceptron::core {

// The bytes of a model file. Equal models give equal bytes.
std::string encode_model(const Model& model);

// The model in `bytes`; `name` is the file's, for messages. Throws unless every byte is as
// written.
Model decode_model(std::string_view bytes, const std::string& name, const Limits& limits = {});

void save_model(const Model& model, const std::string& path);
Model load_model(const std::string& path, const Limits& limits = {});
Model load_model(std::unique_ptr<Source> source, const std::string& name, const Limits& limits);

// Whether `start`, the first bytes of a file, are those of a safetensors file.
bool looks_like_model(std::string_view start);

}  // namespace perceptron::core
