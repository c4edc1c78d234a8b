#include "data/cache/footer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <stdexcept>

#include "base/text.h"
#include "data/schema_json.h"

namespace perceptron::core {
namespace {

// Up to this many rows or values, their bytes can be counted in 64 bits.
constexpr std::uint64_t kMost = std::uint64_t{1} << 56U;

std::string hex_of(const std::vector<std::uint64_t>& words) {
  std::string text;
  for (const std::uint64_t word : words) fmt::format_to(std::back_inserter(text), "{:016x}", word);
  return text;
}

std::vector<std::uint64_t> words_of(const std::string& hex) {
  if (hex.size() % 16 != 0) throw std::out_of_range("a list of checksums is truncated");
  std::vector<std::uint64_t> words;
  for (std::size_t at = 0; at < hex.size(); at += 16)
    words.push_back(std::stoull(hex.substr(at, 16), nullptr, 16));
  return words;
}

Json to_json(const CacheOrigin& origin) {
  Json reading = Json::object();
  for (const auto& [option, value] : origin.reading) reading[option] = value;
  return {{"path", origin.path},
          {"size", origin.size},
          {"changed", origin.changed},
          {"hash", origin.hash},
          {"reading", reading}};
}

CacheOrigin origin_from(const Json& json) {
  CacheOrigin origin;
  json.at("path").get_to(origin.path);
  origin.size = count_from(json.at("size"));
  json.at("changed").get_to(origin.changed);
  json.at("hash").get_to(origin.hash);
  for (const auto& [option, value] : json.at("reading").items())
    origin.reading.emplace_back(option, value.get<std::string>());
  return origin;
}

bool rises_to(const std::vector<std::uint64_t>& bounds, std::uint64_t end) {
  return !bounds.empty() && bounds.front() == 0 && bounds.back() == end &&
         std::is_sorted(bounds.begin(), bounds.end());
}

CacheBlocks blocks_from(const Json& json, std::uint64_t rows, std::uint64_t stored) {
  CacheBlocks blocks;
  blocks.rows = words_of(json.at("rows").get<std::string>());
  blocks.values = words_of(json.at("values").get<std::string>());
  if (!rises_to(blocks.rows, rows) || !rises_to(blocks.values, stored) ||
      blocks.rows.size() != blocks.values.size())
    throw std::out_of_range("the list of blocks is not in order");
  return blocks;
}

std::uint64_t width_from(const Json& json, CacheArray array,
                         std::initializer_list<std::uint64_t> allowed) {
  const std::uint64_t bytes = count_from(json.at(name_of(array)).at("width"));
  if (std::find(allowed.begin(), allowed.end(), bytes) == allowed.end())
    throw std::out_of_range("an array is of no known type");
  return bytes;
}

CacheArrayEntry entry_from(const Json& json, std::uint64_t width, std::uint64_t blocks) {
  CacheArrayEntry entry;
  entry.offset = count_from(json.at("offset"));
  entry.width = count_from(json.at("width"));
  if (entry.width != width) throw std::out_of_range("an array has another type");
  entry.checks = words_of(json.at("checks").get<std::string>());
  if (entry.checks.size() != blocks) throw std::out_of_range("checksums are missing");
  return entry;
}

void require_sound_classes(const Classes& classes, std::uint64_t listed) {
  for (const std::string& name : classes.names()) {
    if (!is_text(name)) throw std::out_of_range("a class has no proper name");
  }
  if (classes.size() != listed) throw std::out_of_range("a class comes twice");
  Classes sorted = classes;
  sorted.sort();
  if (sorted.names() != classes.names()) throw std::out_of_range("the classes are not sorted");
}

void read_arrays(const Json& json, const StoredFile& file, std::uint64_t before,
                 CacheFooter& footer) {
  footer.id_bytes = footer.sparse ? width_from(json, CacheArray::ids, {2, 4}) : 0;
  footer.value_bytes = json.contains("values") ? width_from(json, CacheArray::values, {4, 8}) : 0;
  if (!footer.sparse && footer.value_bytes == 0)
    throw std::out_of_range("dense rows have no values");
  struct Expected {
    std::uint64_t items;
    std::uint64_t width;
  };
  PerArray<Expected> expected;
  expected[CacheArray::starts] = {footer.sparse ? footer.rows + 1 : 0, 8};
  expected[CacheArray::ids] = {footer.sparse ? footer.stored : 0, footer.id_bytes};
  expected[CacheArray::values] = {footer.value_bytes > 0 ? footer.stored : 0, footer.value_bytes};
  expected[CacheArray::labels] = {footer.rows, 4};
  expected[CacheArray::weights] = {json.contains("weights") ? footer.rows : 0, 8};
  expected[CacheArray::groups] = {json.contains("groups") ? footer.rows : 0, 4};
  std::uint64_t last = sizeof(CacheHead);
  for (const CacheArray array : kCacheArrays) {
    const auto [items, width] = expected[array];
    if (items == 0) continue;
    const auto& entry = footer.arrays[array].emplace(
        entry_from(json.at(name_of(array)), width, footer.blocks.size()));
    if (entry.offset != last + cache_padding(last) || entry.offset >= before ||
        (before - entry.offset) / width < items)
      throw std::out_of_range("an array lies outside the file");
    std::string padding(entry.offset - last, '\0');
    file.read(last, padding);
    if (std::any_of(padding.begin(), padding.end(), [](char byte) { return byte != 0; }))
      throw std::out_of_range("there is something between two arrays");
    last = entry.offset + items * width;
  }
  if (last != before) throw std::out_of_range("there is something after the arrays");
}

}  // namespace

Json to_json(const CacheFooter& footer) {
  Json arrays = Json::object();
  for (const CacheArray array : kCacheArrays) {
    if (const auto& entry = footer.arrays[array])
      arrays[name_of(array)] = {
          {"offset", entry->offset}, {"width", entry->width}, {"checks", hex_of(entry->checks)}};
  }
  const Dataset& shape = footer.shape;
  return {
      {"name", shape.name},
      {"rows", footer.rows},
      {"stored", footer.stored},
      {"nonzeros", footer.nonzeros},
      {"layout", footer.sparse ? "sparse" : "dense"},
      {"gaps", footer.missing_values},
      {"fingerprint", footer.fingerprint},
      {"notes", footer.notes},
      {"radius", shape.radius},
      {"classes", shape.classes.names()},
      {"class_rows", footer.class_rows},
      {"schema", to_json(shape.schema)},
      {"origin", to_json(footer.origin)},
      {"arrays", arrays},
      {"blocks", {{"rows", hex_of(footer.blocks.rows)}, {"values", hex_of(footer.blocks.values)}}}};
}

CacheFooter cache_footer_from(const Json& json, const StoredFile& file, std::uint64_t before) {
  CacheFooter footer;
  Dataset& shape = footer.shape;
  footer.rows = count_from(json.at("rows"), kMost);
  footer.stored = count_from(json.at("stored"), kMost);
  footer.nonzeros = count_from(json.at("nonzeros"), kMost);
  footer.sparse = one_of(json.at("layout"), {"dense", "sparse"}) == "sparse";
  json.at("gaps").get_to(footer.missing_values);
  json.at("fingerprint").get_to(footer.fingerprint);
  if (footer.fingerprint.empty()) throw std::out_of_range("the data hash is missing");
  json.at("notes").get_to(footer.notes);
  json.at("radius").get_to(shape.radius);
  shape.name = json.at("name").get<std::string>();
  shape.schema = schema_from(json.at("schema"));
  if (shape.schema.map) throw std::out_of_range("its rows have a feature map");
  shape.classes = Classes(json.at("classes").get<std::vector<std::string>>());
  // The values that replace missing ones are kept by columns: numbered features, of which a few
  // bytes can claim billions, have none.
  if (footer.missing_values && !shape.schema.table)
    throw std::out_of_range("only a table has missing values");
  const std::uint64_t features = footer.features();
  // A feature beyond this has no id.
  if (features > std::uint64_t{1} << 32U) throw std::out_of_range("too many features");
  shape.matrix = Matrix(footer.sparse ? Matrix::Layout::sparse : Matrix::Layout::dense, features);
  if (!footer.sparse &&
      (features == 0 || footer.stored / features != footer.rows || footer.stored % features != 0))
    throw std::out_of_range("rows and values do not fit");
  require_sound_classes(shape.classes, json.at("classes").size());
  if (!std::isfinite(shape.radius) || shape.radius < 0)
    throw std::out_of_range("the radius is no length");
  for (const Json& count : json.at("class_rows"))
    footer.class_rows.push_back(count_from(count, kMost));
  if (footer.class_rows.size() != shape.classes.size())
    throw std::out_of_range("classes and their rows do not fit");
  footer.origin = origin_from(json.at("origin"));
  footer.blocks = blocks_from(json.at("blocks"), footer.rows, footer.stored);
  read_arrays(json.at("arrays"), file, before, footer);
  return footer;
}

}  // namespace perceptron::core
