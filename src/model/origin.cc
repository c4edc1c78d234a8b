#include "model/origin.h"

#include "base/options.h"
#include "learn/learn_options.h"

namespace perceptron::core {

namespace {

template <class Settings, class Table>
void add_options(const Settings& settings, const Table& table, Origin& origin) {
  const Settings usual;
  for (const Option<Settings>& option : table) {
    const std::string text = text_of(settings, option);
    if (!option.is_late || text != text_of(usual, option))
      origin.options.emplace_back(option.name, text);
  }
}

}  // namespace

void record_options(const LearnSettings& learn, ReadSettings reading, Model& model) {
  if (reading.scale == ScalingKind::automatic) reading.scale = model.scaling.kind;
  add_options(learn, kLearnOptions, model.origin);
  add_options(reading, kDataOptions, model.origin);
}

}  // namespace perceptron::core
