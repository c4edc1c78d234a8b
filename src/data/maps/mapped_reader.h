// A reader whose rows have a feature map.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "data/maps/row_map.h"
#include "data/read/reader.h"

namespace perceptron::core {

// The settings of the feature map of the rows that this reading gives: those of the model's schema,
// otherwise of the options. Throws a usage error if the options ask for another map than the
// model's.
MapSettings map_settings(const Reading& reading);

// The same reading for rows before the map.
struct PlainReading {
  explicit PlainReading(const Reading& mapped);

  std::shared_ptr<const Schema> schema;  // of the model without its map; the reading refers to it
  Reading reading;
};

// A reader of the rows that `open` reads without the map.
std::unique_ptr<Reader> mapped_reader(
    const Reading& reading, const std::function<std::unique_ptr<Reader>(const Reading&)>& open);

// The rows of a file with their map, as read_dataset() reads them. If there is a map, `before` is
// set to the rows before it.
Dataset read_mapped(const std::string& path, const Reading& reading,
                    std::optional<Matrix>* before = nullptr);

}  // namespace perceptron::core
