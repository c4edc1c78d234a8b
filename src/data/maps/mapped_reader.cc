#include "data/maps/mapped_reader.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/text.h"
#include "data/maps/row_mapper.h"
#include "data/scaling.h"

namespace perceptron::core {
namespace {

// Cosines are functions of distances, in which columns of larger numbers outweigh the others.
void note_unlike_columns(const Dataset& data, const Reading& reading) {
  if (reading.options.fourier == 0 || reading.listener == nullptr || data.rows() == 0) return;
  const ScalingChoice choice = choose_scaling(data);
  if (choice.sizes != ColumnSizes::unlike) return;
  reading.listener->note(fmt::format(
      "{}: {} is about distances between rows, and some columns have numbers {} times as large as "
      "others, which then hardly count: bring them to a like size first (scaling comes after the "
      "map)",
      data.name, setting("fourier"), brief(choice.factor, Round::nearest, 2)));
}

// Without a model, the features are known at the end of the file, and rows are mapped then. The
// rows for a model are mapped as they are read.
class MappedReader : public Reader {
 public:
  MappedReader(const Reading& reading, std::shared_ptr<const Schema> schema,
               std::unique_ptr<Reader> rows)
      : Reader(rows->name(), reading), schema_(std::move(schema)), rows_(std::move(rows)) {
    if (learning()) return;
    mapper_.emplace(name(), *reading.schema);
    raw_ = rows_->start().matrix;
  }

  Dataset start() const override {
    Dataset data = rows_->start();
    if (mapper_) data.matrix = Matrix(mapper_->layout(data.matrix.layout()), mapper_->features());
    return data;
  }

  bool next_rows(Dataset& into) override {
    if (!mapper_) return rows_->next_rows(into);
    return mapper_->map_added(into, raw_, [&](Dataset& rows) { return rows_->next_rows(rows); });
  }

  void finish(Dataset& into) override {
    if (mapper_) std::swap(into.matrix, raw_);
    rows_->finish(into);
    if (mapper_) {
      std::swap(into.matrix, raw_);
      into.radius = 0;
      return;
    }
    into.matrix.shift_ids(rows_->late_shift());
    note_unlike_columns(into, reading());
    map_rows(into, map_settings(reading()), reading().options.limits);
  }

  bool rows_are_final() const override {
    return rows_->rows_are_final() && (mapper_ || reading().survey);
  }
  std::uint64_t position() const override { return rows_->position(); }
  std::uint64_t total() const override { return rows_->total(); }

 private:
  std::shared_ptr<const Schema> schema_;  // of the model, before the map; the reader refers to it
  std::unique_ptr<Reader> rows_;
  std::optional<RowMapper> mapper_;
  Matrix raw_;  // rows before the map
};

}  // namespace

MapSettings map_settings(const Reading& reading) {
  MapSettings asked = MapSettings::of(reading.options);
  if (reading.schema == nullptr) return asked;
  MapSettings own = reading.schema->map ? reading.schema->map->settings() : MapSettings{};
  if (asked.any() && asked != own) {
    const char* const option = asked.fourier > 0             ? "fourier"
                               : asked.polynomial.degree > 1 ? "polynomial"
                                                             : "interact";
    throw Error(ErrorKind::usage,
                fmt::format("the model has {} feature map; leave out {}, or train a model with it",
                            own.any() ? "its own" : "no", setting(option)));
  }
  if (own.any() && reading.add_new_features())
    throw Error(ErrorKind::usage,
                fmt::format("{} is not for a model with a feature map; train a new one",
                            setting("features", "add-new")));
  return own;
}

PlainReading::PlainReading(const Reading& mapped) : reading(mapped) {
  reading.options = without_maps(mapped.options);
  // Products are made again when the values are known, but not cosines.
  if (mapped.options.fourier > 0 || (mapped.schema != nullptr && !mapped.schema->keeps_features()))
    reading.keep_missing = false;
  if (mapped.schema == nullptr) return;
  schema = std::make_shared<const Schema>(without_map(*mapped.schema));
  reading.schema = schema.get();
}

std::unique_ptr<Reader> mapped_reader(
    const Reading& reading, const std::function<std::unique_ptr<Reader>(const Reading&)>& open) {
  PlainReading plain(reading);
  return std::make_unique<MappedReader>(reading, plain.schema, open(plain.reading));
}

Dataset read_mapped(const std::string& path, const Reading& reading,
                    std::optional<Matrix>* before) {
  const MapSettings settings = map_settings(reading);
  if (!settings.any()) return read_dataset(path, reading);
  const PlainReading plain(reading);
  Dataset data = read_dataset(path, plain.reading);
  if (before != nullptr) *before = data.matrix;
  if (reading.schema == nullptr) {
    note_unlike_columns(data, reading);
    map_rows(data, settings, reading.options.limits);
  } else {
    data.schema = *reading.schema;
    map_rows(data);
  }
  return data;
}

}  // namespace perceptron::core
