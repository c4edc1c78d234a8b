#include "model/origin.h"

#include <set>
#include <string>
#include <utility>

#include "base/options.h"

namespace perceptron::core {

void record_options(const LearnSettings& learn, const ReadSettings& reading, Origin& origin) {
  // Defaults of options that were added later are omitted, so that model files keep their bytes.
  const std::set<std::pair<std::string, std::string>> old = {
      {"weight", ""}, {"multiclass", "one-vs-rest"}, {"calibrate", "none"}, {"patience", "auto"}};
  for (const auto& options : {record(learn, kLearnOptions), record(reading, kDataOptions)}) {
    for (const auto& option : options) {
      if (!old.contains(option)) origin.options.push_back(option);
    }
  }
}

}  // namespace perceptron::core
