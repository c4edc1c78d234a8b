#include <perceptron/dataset.h>

#include <fmt/format.h>

#include <perceptron/generate.h>
#include <perceptron/read.h>
#include "api/contents.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/text.h"
#include "data/generate.h"
#include "data/read/reader.h"

namespace perceptron {
namespace {

core::Dataset from_memory(std::span<const double> values, std::uint64_t features,
                          const std::vector<std::string>& labels) {
  if (features == 0)
    throw core::Error(ErrorKind::usage, "expected at least one feature per row, found 0");
  if (values.size() / features != labels.size() || values.size() % features != 0)
    throw core::Error(
        ErrorKind::usage,
        fmt::format("{} of {} do not match {} values", core::plural(labels.size(), "row"),
                    core::plural(features, "feature"), values.size()));
  core::Dataset data;
  data.name = "memory";
  data.matrix = core::Matrix(core::Matrix::Layout::dense, features);
  data.matrix.reserve(labels.size(), values.size());
  for (std::uint64_t i = 0; i < labels.size(); ++i) {
    for (std::uint64_t j = 0; j < features; ++j) {
      const double value = values[i * features + j];
      if (!std::isfinite(value))
        throw core::Error(
            ErrorKind::input,
            fmt::format("row {}, feature {} (both counted from 0): {} is not a finite "
                        "number; replace it or leave the row out",
                        i, j, value));
      data.matrix.push(j, value);
    }
    data.matrix.end_row();
    data.labels.push_back(data.classes.intern(labels[i]));
  }
  data.schema = core::Schema::numbered_table(features);
  data.sort_classes();
  return data;
}

}  // namespace

const core::Dataset& api::rows_of(const Dataset& data) {
  const core::Dataset& rows = data.contents().rows;
  if (rows.rows() == 0) throw core::Error(ErrorKind::usage, "the dataset has no rows");
  return rows;
}

Dataset::Dataset(std::span<const double> values, std::uint64_t features,
                 const std::vector<std::string>& labels)
    : Dataset(api::dataset(from_memory(values, features, labels))) {}

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
  api::NoteTaker listener;
  reading.listener = &listener;
  core::Dataset rows = core::read_dataset(path, reading);
  return api::dataset(std::move(rows), core::unusual(settings), std::move(listener.notes));
}

Dataset generate_rows(const std::string& kind, const GenerateSettings& settings) {
  const auto changed = core::find_changed(settings, core::generate_options());
  for (const core::GeneratorKind& each : core::generator_kinds()) {
    if (each.name != kind) continue;
    for (const auto& option : changed) {
      if (!each.uses(option.name))
        throw core::Error(ErrorKind::usage,
                          fmt::format("{} is not a setting of the generator {}; leave it out",
                                      core::setting_name(option.name), kind));
    }
  }
  return api::dataset(core::generate_dataset(kind, settings));
}

}  // namespace

Dataset read(const std::string& path, const ReadSettings& settings) {
  return api::call([&] { return read_file(path, settings); });
}

Dataset generate(const std::string& kind, const GenerateSettings& settings) {
  return api::call([&] { return generate_rows(kind, settings); });
}

}  // namespace perceptron
