// Points: a first line "d,n,r", then n lines "x1,…,xd,label" with ‖x‖ ≤ r.

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/elementary.h"
#include "base/number.h"
#include "data/read/reader.h"
#include "data/read/records.h"

namespace perceptron {
namespace {

// More columns than this come from a wrong header, not from data.
constexpr std::uint64_t kMostDimensions = 1'000'000;

class PointsReader : public RowReader {
 public:
  PointsReader(Lines lines, const Reading& reading)
      : RowReader(lines.name(), reading), records_(std::move(lines), ',') {
    if (!records_.next(fields_))
      throw Error(Place{name(), 1, 1}, "expected a first line d,n,r, found none");
    const bool three = fields_.size() == 3;
    dimensions_ = three ? parse_count(fields_[0].text).value_or(0) : 0;
    promised_ = three ? parse_count(fields_[1].text).value_or(0) : 0;
    radius_ = three ? parse_number(fields_[2].text).value_or(0) : 0;
    if (dimensions_ == 0 || dimensions_ > kMostDimensions || !parse_count(fields_[1].text) ||
        !(radius_ > 0)) {
      throw Error(records_.place(),
                  "expected a first line d,n,r (dimensions, points, radius), found something else "
                  "(use --format csv for plain rows)");
    }
    require_no_text_columns();
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
    return true;
  }

  void finish(Dataset& into) override {
    if (learning()) into.schema = Schema::numbered_table(dimensions_);
    into.radius = radius_;
  }
  const Source& source() const override { return records_.lines().source(); }

 private:
  Records records_;
  std::vector<Field> fields_;
  std::uint64_t dimensions_ = 0;
  std::uint64_t promised_ = 0;
  std::uint64_t read_ = 0;
  double radius_ = 0;
};

}  // namespace

std::unique_ptr<Reader> points_reader(Lines lines, const Reading& reading) {
  return std::make_unique<PointsReader>(std::move(lines), reading);
}

}  // namespace perceptron
