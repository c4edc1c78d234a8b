#include "cases.h"

#include <fmt/format.h>

#include <filesystem>

#include "library.h"

namespace perceptron::core {

std::string data_path(const std::string& name) { return std::string(PERCEPTRON_DATA) + "/" + name; }

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const char* name : {"a9a.train.libsvm.gz", "mnist.train.libsvm.gz", "news20.train.libsvm.gz",
                           "margin-8d.csv"}) {
    const std::string path = data_path(name);
    if (std::filesystem::exists(path)) {
      list.push_back({name, read_dataset(path, {})});
    } else {
      fmt::print("(no {}: left out)\n", name);
    }
  }
  GenerateSettings settings;
  settings.rows = 20000;
  settings.dimensions = 300;
  list.push_back({"gaussians, dense, 300-d", generate_dataset(GeneratorKind::gaussians, settings)});
  list.push_back({"text, sparse", generate_dataset(GeneratorKind::text, settings)});
  return list;
}

std::optional<Dataset> test_set(const std::string& name, const Dataset& train) {
  const std::string path = data_path(name + ".test.libsvm.gz");
  if (!std::filesystem::exists(path)) {
    fmt::print("(no {}.test.libsvm.gz: left out)\n", name);
    return std::nullopt;
  }
  Reading reading;
  reading.options.features.ignore_new = true;
  reading.labels = LabelUse::match;
  reading.schema = &train.schema;
  reading.classes = &train.classes;
  return read_dataset(path, reading);
}

std::vector<BinaryProblem> binary_problems(const std::vector<Case>& list,
                                           const std::vector<int>& solvers) {
  std::vector<BinaryProblem> found;
  const auto add = [&](const std::string& name, std::uint32_t positive) {
    for (const Case& each : list) {
      if (!each.name.starts_with(name + ".train")) continue;
      for (const int solver : solvers) found.push_back({name, &each.data, positive, solver});
    }
  };
  add("a9a", 1);
  add("mnist", 0);
  add("mnist", 8);  // the digit that is hardest to tell from the rest
  add("news20", 0);
  return found;
}

std::vector<Fit> fit_quietly(const Dataset& data, const Targets& targets,
                             const LearnSettings& settings) {
  Listener silent;
  return fit({data.matrix.view(), data.labels}, targets, settings, 1, silent);
}

}  // namespace perceptron::core
