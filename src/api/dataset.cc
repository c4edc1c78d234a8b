#include <perceptron/dataset.h>

#include <fmt/format.h>

#include <perceptron/generate.h>
#include <perceptron/read.h>
#include "api/contents.h"
#include "api/memory_rows.h"
#include "base/error.h"
#include "base/limits.h"
#include "data/generate.h"
#include "data/read/reader.h"
#include "data/recipe.h"

namespace perceptron {

const core::Dataset& api::rows_of(const Dataset& data) {
  const core::Dataset& rows = data.contents().rows;
  if (rows.rows() == 0) throw core::Error(ErrorKind::usage, "the dataset has no rows");
  return rows;
}

Dataset::Dataset(std::span<const double> values, std::uint64_t features,
                 const std::vector<std::string>& labels)
    : Dataset(DenseRows{values, features}, labels) {}

Dataset::Dataset(const DenseRows& rows, const std::vector<std::string>& labels,
                 const RowDetails& details)
    : Dataset(api::dataset(api::label(api::rows_from(rows), labels, details))) {}

Dataset::Dataset(const SparseRows& rows, const std::vector<std::string>& labels,
                 const RowDetails& details)
    : Dataset(api::dataset(api::label(api::rows_from(rows), labels, details))) {}

Dataset::Dataset(std::shared_ptr<const Contents> contents) : contents_(std::move(contents)) {}

std::uint64_t Dataset::rows() const { return contents_->rows.rows(); }
std::uint64_t Dataset::features() const { return contents_->rows.features(); }
const std::vector<std::string>& Dataset::classes() const { return contents_->rows.classes.names(); }
std::vector<std::string> Dataset::feature_names() const {
  return contents_->rows.schema.feature_names();
}
std::span<const std::uint32_t> Dataset::labels() const { return contents_->rows.labels; }
std::string Dataset::fingerprint() const { return contents_->rows.fingerprint(); }
const std::vector<std::string>& Dataset::notes() const { return contents_->notes; }

Dataset Dataset::select(std::span<const std::uint64_t> rows) const {
  for (const std::uint64_t row : rows) {
    if (row >= this->rows())
      throw core::Error(ErrorKind::usage, fmt::format("there is no row {}: the last of {} is {}",
                                                      row, this->rows(), this->rows() - 1));
  }
  return api::dataset(contents_->rows.select(rows));
}

namespace {

Dataset read_file(const std::string& path, const ReadSettings& settings) {
  if (settings.scale != ScalingKind::none)
    throw core::Error(ErrorKind::usage,
                      "rows are read as they are; scale belongs to the settings "
                      "of training or of margins");
  core::require_ranges(settings.limits);
  core::Reading reading;
  reading.options = settings;
  api::CallListener listener;
  reading.listener = &listener;
  core::Dataset rows = core::read_dataset(path, reading);
  return api::dataset(std::move(rows), settings, std::move(listener.notes));
}

Dataset generate_rows(GeneratorKind kind, const GenerateSettings& settings) {
  const core::GeneratorTraits& traits = core::traits_of(kind);
  for (const auto& option : core::find_changed(settings, core::generate_options())) {
    if (!traits.uses(option.name))
      throw core::Error(ErrorKind::usage,
                        fmt::format("{} is not a setting of the generator {}; leave it out",
                                    core::setting_name(option.name), name_of(kind)));
  }
  return api::dataset(core::generate_dataset(kind, settings));
}

}  // namespace

Dataset read(const std::string& path, const ReadSettings& settings) {
  return api::call([&] { return read_file(path, settings); });
}

ReadSettings read_recipe(const std::string& path) {
  return api::call([&] { return core::settings_of(core::load_recipe(path)); });
}

Dataset generate(GeneratorKind kind, const GenerateSettings& settings) {
  return api::call([&] { return generate_rows(kind, settings); });
}

}  // namespace perceptron
