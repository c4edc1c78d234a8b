#include "data/profile/column_statistics.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/hash.h"
#include "data/read/columns.h"
#include "data/read/decimal_mark.h"

namespace perceptron::core {
namespace {

// More different values than this are not told apart, more classes not compared.
constexpr std::size_t kMostValues = 50'000;
constexpr std::size_t kMostCompared = 1'000;
constexpr std::uint32_t kMostClasses = 1'000;
constexpr std::size_t kHistogramValues = 100'000;
constexpr std::size_t kBins = 10;

}  // namespace

ColumnStatistics::ColumnStatistics(std::string name, std::size_t position, ColumnType type,
                                   const Schema& schema)
    : mark_(schema.decimal), marks_(schema.missing_values) {
  profile_.name = std::move(name);
  profile_.position = position + 1;
  profile_.type = type;
}

void ColumnStatistics::see(std::string_view text, std::uint64_t hash, std::uint32_t label) {
  fingerprint_ = combined_hash(fingerprint_, hash);
  const bool number = profile_.type == ColumnType::number;
  const auto value = number ? parse_marked_number(text, mark_) : std::nullopt;
  if (value && !std::isnan(*value) ? marks_.has(*value) : marks_.has(text)) {
    ++profile_.missing;
    return;
  }
  if (value && std::isfinite(*value)) {
    see_number(*value, label);
  } else if (number) {
    ++profile_.others;
  }
  see_value(text, hash, label);
}

void ColumnStatistics::see_number(double value, std::uint32_t label) {
  ++numbers_;
  minimum_ = numbers_ == 1 ? value : std::min(minimum_, value);
  maximum_ = numbers_ == 1 ? value : std::max(maximum_, value);
  const double distance = value - mean_;
  mean_ += distance / static_cast<double>(numbers_);
  square_ += distance * (value - mean_);
  if (first_values_.size() < kHistogramValues) first_values_.push_back(value);
  if (label >= kMostClasses) return;
  if (by_class_.size() <= label) by_class_.resize(label + 1);
  by_class_[label].rows += 1;
  by_class_[label].sum += value;
}

void ColumnStatistics::see_value(std::string_view text, std::uint64_t hash, std::uint32_t label) {
  const bool full = values_.size() >= kMostValues;
  const std::uint32_t* const known = full ? places_.find(hash) : nullptr;
  if (full && known == nullptr) {
    profile_.many = true;
    return;
  }
  const auto next = static_cast<std::uint32_t>(values_.size());
  const auto [place, is_new] = full ? std::pair(*known, false) : places_.emplace(hash, next);
  if (is_new) values_.push_back({std::string(text)});
  Value& value = values_[place];
  ++value.rows;
  if (profile_.type == ColumnType::number || label >= kMostClasses ||
      values_.size() > kMostCompared)
    return;
  if (value.by_class.size() <= label) value.by_class.resize(label + 1);
  ++value.by_class[label];
}

// The share of the variance that lies between the classes, as its square root.
std::optional<double> ColumnStatistics::correlation_ratio() const {
  if (numbers_ < 2 || !(square_ > 0) || !std::isfinite(square_)) return std::nullopt;
  double between = 0;
  for (const PerClass& each : by_class_) {
    if (each.rows == 0) continue;
    const double distance = each.sum / each.rows - mean_;
    between += each.rows * distance * distance;
  }
  return std::sqrt(std::clamp(between / square_, 0.0, 1.0));
}

std::optional<double> ColumnStatistics::cramers_v(std::uint64_t classes) const {
  if (values_.size() > kMostCompared || values_.size() < 2 || classes < 2 || classes > kMostClasses)
    return std::nullopt;
  std::vector<double> of_class(classes);
  for (const Value& value : values_) {
    for (std::size_t c = 0; c < value.by_class.size(); ++c)
      of_class[c] += static_cast<double>(value.by_class[c]);
  }
  const auto present = static_cast<double>(
      std::count_if(of_class.begin(), of_class.end(), [](double rows) { return rows > 0; }));
  if (present < 2) return std::nullopt;
  double square = 0;  // chi square, divided by the rows
  for (const Value& value : values_) {
    for (std::size_t c = 0; c < value.by_class.size(); ++c) {
      const auto count = static_cast<double>(value.by_class[c]);
      if (count > 0) square += count * count / (static_cast<double>(value.rows) * of_class[c]);
    }
  }
  const double most = std::min(static_cast<double>(values_.size()), present) - 1;
  return std::sqrt(std::clamp((square - 1) / most, 0.0, 1.0));
}

// By the first values, if there are more.
IdentifierEvidence ColumnStatistics::identifier_evidence() const {
  return core::identifier_evidence(profile_.name, first_values_);
}

std::vector<std::uint64_t> ColumnStatistics::histogram() const {
  std::vector<std::uint64_t> bins(kBins);
  const double width = maximum_ - minimum_;
  for (const double value : first_values_) {
    const double place = width > 0 ? (value - minimum_) / width * static_cast<double>(kBins) : 0;
    ++bins[std::min(kBins - 1, static_cast<std::size_t>(std::isfinite(place) ? place : 0))];
  }
  return bins;
}

ColumnProfile ColumnStatistics::profile(std::uint64_t classes) const {
  constexpr std::size_t kShown = 5;
  ColumnProfile profile = profile_;
  profile.distinct = values_.size();
  if (numbers_ > 0) {
    profile.numbers = NumberSummary{
        minimum_, maximum_, mean_, std::sqrt(square_ / static_cast<double>(numbers_)), histogram()};
  }
  if (profile_.type == ColumnType::number) profile.association = correlation_ratio();
  if (profile_.type == ColumnType::category) {
    profile.association = cramers_v(classes);
    std::vector<std::string_view> texts;
    for (const Value& value : values_) texts.emplace_back(value.text);
    profile.doubt = doubt_about(profile.name, texts);
  }
  for (const Value& value : values_) profile.frequent.emplace_back(value.text, value.rows);
  const auto more = [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  };
  const std::size_t shown = std::min(kShown, profile.frequent.size());
  std::partial_sort(profile.frequent.begin(),
                    profile.frequent.begin() + static_cast<std::ptrdiff_t>(shown),
                    profile.frequent.end(), more);
  profile.frequent.resize(shown);
  return profile;
}

}  // namespace perceptron::core
