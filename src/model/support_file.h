// The rows that a model keeps, in its file: what they are for is JSON, the numbers are tensors.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "learn/support_planes.h"
#include "model/model.h"

namespace perceptron::core {

Json support_json(const SupportPlanes& support);
std::map<std::string, std::vector<double>> support_tensors(const SupportPlanes& support);

// What they describe, for a model that has its planes already. `tensor` returns a tensor of so many
// numbers, all finite, or throws; so do numbers here that contradict each other.
std::shared_ptr<const SupportPlanes> support_from(
    const Json& json, const Model& model,
    const std::function<std::vector<double>(const std::string& key, std::uint64_t count)>& tensor);

}  // namespace perceptron::core
