// Points: a first line "d,n,r", then n lines "x1,…,xd,label" with ‖x‖ ≤ r.

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <utility>

#include "base/elementary.h"
#include "base/limits.h"
#include "base/number.h"
#include "data/read/formats.h"
#include "data/read/records.h"
#include "data/read/row_text.h"

namespace perceptron::core {
namespace {

// More columns than this come from a wrong header, not from data.
constexpr std::uint64_t kMostDimensions = 1'000'000;

ReadSettings comma_separated() {
  ReadSettings settings;
  settings.delimiter.character = ',';
  settings.quote = QuoteUse::paired;
  return settings;
}

class PointsReader : public RowReader {
 public:
  PointsReader(const std::string& name, std::unique_ptr<Source> source, const Reading& reading)
      : RowReader(name, reading),
        lines_(name, std::move(source), reading.options.limits.longest_line),
        records_(lines_, comma_separated()) {
    if (keeps_text()) records_.keep_written();
    if (!records_.next(fields_))
      throw Error(Place{name, 1, 1}, "expected a first line d,n,r, found none");
    const bool three = fields_.size() == 3;
    dimensions_ = three ? parse_count(fields_[0].text).value_or(0) : 0;
    promised_ = three ? parse_count(fields_[1].text).value_or(0) : 0;
    radius_ = three ? parse_number(fields_[2].text).value_or(0) : 0;
    if (dimensions_ == 0 || dimensions_ > kMostDimensions || !parse_count(fields_[1].text) ||
        !(radius_ > 0)) {
      throw Error(records_.place(),
                  fmt::format("expected a first line d,n,r (dimensions, points, radius), found "
                              "something else (use {} for plain rows)",
                              setting("format", "csv")));
    }
    require_few_features(records_.place(), reading.options.limits, dimensions_);
    require_only_numbers();
    if (keeps_text()) describe_text();
    if (!learning() && reading.schema->feature_count() != dimensions_) {
      throw Error(records_.place(), fmt::format("expected points of {} dimensions as the model "
                                                "has, found {} (train a model on such points)",
                                                reading.schema->feature_count(), dimensions_));
    }
  }

  Dataset start() const override {
    Dataset data;
    data.matrix = Matrix(Matrix::Layout::dense, dimensions_);
    return data;
  }

  bool next(Dataset& into) override {
    if (!records_.next(fields_)) {
      if (read_ != promised_) {
        throw Error(
            records_.place(),
            fmt::format(
                "expected {} points as the first line says, found {} (is the file cut off?)",
                promised_, read_));
      }
      return false;
    }
    if (++read_ > promised_) {
      throw Error(
          records_.place(),
          fmt::format(
              "expected {} points as the first line says, found more (correct the first line)",
              promised_));
    }
    if (fields_.size() != dimensions_ + 1) {
      throw Error(records_.place(), fmt::format("expected {} numbers and a label, found {} fields "
                                                "(correct the line or the first one)",
                                                dimensions_, fields_.size()));
    }
    double length = 0;
    for (std::uint64_t j = 0; j < dimensions_; ++j) {
      const auto value = parse_number(fields_[j].text);
      if (!value || !std::isfinite(*value)) {
        bad_number(fields_[j].text, records_.place(fields_[j]),
                   fmt::format("as coordinate {}", j + 1), "correct it or leave the point out");
      }
      length = portable_hypot(length, *value);
      into.matrix.push(j, *value);
    }
    if (length > radius_ * (1 + 1e-9)) {
      throw Error(records_.place(), fmt::format("expected a point within radius {}, found one at "
                                                "distance {} (correct the first line)",
                                                radius_, length));
    }
    add_label(into, fields_[dimensions_].text,
              [&] { return records_.place(fields_[dimensions_]); });
    into.matrix.end_row();
    if (keeps_text()) keep_text({records_.written(), fields_}, into);
    return true;
  }

  void finish(Dataset& into) override {
    if (learning()) into.schema = Schema::numbered_table(dimensions_);
    into.radius = radius_;
  }
  const Source& source() const override { return lines_.source(); }

 private:
  void describe_text() const {
    const std::string_view first = records_.written();
    const std::size_t at = lines_.mark().size() + fields_[1].offset;
    TextShape shape{name(), RowNotation::fields};
    shape.header = fmt::format("{}{}", lines_.mark(), first);
    shape.columns = dimensions_ + 1;
    shape.delimiter = records_.dialect().delimiter;
    shape.count = {at, shape.header.find(',', at) - at};
    reading().text->start(shape);
  }

  Lines lines_;
  Records records_;
  std::vector<Field> fields_;
  std::uint64_t dimensions_ = 0;
  std::uint64_t promised_ = 0;
  std::uint64_t read_ = 0;
  double radius_ = 0;
};

}  // namespace

// Unless d is 2, the first line differs in width from the others, which is enough. If d is 2, it
// is a first line d,n,r if both count and radius hold, or if one of them holds and its r is not
// one of the labels.
bool looks_like_points(const FileStart& start) {
  const auto& lines = start.lines;
  if (lines.size() < 2) return false;
  const auto header = split_at(lines[0], ",");
  if (header.size() != 3) return false;
  const auto d = parse_count(trim(header[0]));
  const auto n = parse_count(trim(header[1]));
  const auto r = parse_number(trim(header[2]));
  if (!d || !n || !r || !(*r > 0)) return false;
  if (*d != 2) return split_at(lines[1], ",").size() == *d + 1;
  bool within = true;
  std::set<std::string_view> labels;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto fields = split_at(lines[i], ",");
    if (fields.size() != 3) return false;
    const auto x = parse_number(trim(fields[0]));
    const auto y = parse_number(trim(fields[1]));
    if (!x || !y) return false;
    within = within && std::hypot(*x, *y) <= *r * (1 + 1e-9);
    labels.insert(trim(fields[2]));
  }
  const bool counted = start.is_all ? lines.size() == *n + 1 : lines.size() <= *n + 1;
  const bool no_label = labels.size() == 2 && !labels.contains(trim(header[2]));
  return (counted && within) || (no_label && (counted || within));
}

std::unique_ptr<Reader> points_reader(const std::string& name, std::unique_ptr<Source> source,
                                      const Reading& reading) {
  return std::make_unique<PointsReader>(name, std::move(source), reading);
}

}  // namespace perceptron::core
