#include "data/profile/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "data/classes.h"
#include "data/profile/column_statistics.h"
#include "data/read/formats.h"
#include "data/read/table_text.h"
#include "data/read/text_doubts.h"

namespace perceptron::core {
namespace {

// More different rows than this are not compared.
constexpr std::size_t kMostRows = 2'000'000;

class Profiler {
 public:
  Profiler(const std::string& name, std::unique_ptr<Source> source, const Reading& reading,
           TableTextFactory* open_text)
      : lines_(name, std::move(source), reading.options.limits.longest_line),
        text_(open_text(lines_, reading)),
        columns_(learn_columns(text_->start(), reading.options)),
        listener_(reading.listener) {
    const TableStart& start = text_->start();
    profile_.name = name;
    profile_.header = !start.header.empty();
    profile_.label = name_of_column(*columns_.label);
    for (std::size_t i = 0; i < start.width; ++i) {
      statistics_.emplace_back(name_of_column(i), i, type_of(i), columns_.schema);
    }
  }

  TableProfile profile() {
    std::vector<Field> fields;
    while (text_->next(fields)) {
      if ((profile_.rows & 1023U) == 0) report_progress();
      see(fields);
    }
    const auto places = classes_.sort();
    profile_.classes.resize(classes_.size());
    for (std::size_t c = 0; c < places.size(); ++c)
      profile_.classes[places[c]] = {classes_.names()[places[c]], class_rows_[c]};
    for (const ColumnStatistics& each : statistics_)
      profile_.columns.push_back(each.profile(classes_.size()));
    for (const Column& column : columns_.schema.columns)
      profile_.columns[column.position].setting = setting_of(column);
    suspect_label();
    suspect_rows();
    for (std::size_t i = 0; i < statistics_.size(); ++i) suspect_column(i);
    suspect_duplicates();
    std::stable_sort(profile_.warnings.begin(), profile_.warnings.end(),
                     [](const auto& a, const auto& b) { return a.what < b.what; });
    return std::move(profile_);
  }

 private:
  std::string name_of_column(std::size_t i) const {
    const auto& header = text_->start().header;
    return header.empty() ? "x" + std::to_string(i + 1) : header[i];
  }

  // What training would make of the column; ignore if it is not used.
  ColumnType type_of(std::size_t i) const {
    if (i == columns_.label) return ColumnType::label;
    if (i == columns_.weight) return ColumnType::weight;
    if (i == columns_.group) return ColumnType::group;
    for (const Column& column : columns_.schema.columns) {
      if (column.position == i) return column.type;
    }
    return ColumnType::ignore;
  }

  static ColumnSetting setting_of(const Column& column) {
    ColumnSetting setting{column.name, column.type};
    if (column.type == ColumnType::ordinal) setting.order = column.categories;
    if (column.type == ColumnType::date) setting.date = column.date;
    setting.scale = column.scaling;
    if (column.text) setting.within_words = column.text->terms.within_words;
    return setting;
  }

  bool is_feature(std::size_t i) const {
    const ColumnType type = statistics_[i].type();
    return type == ColumnType::number || type == ColumnType::category ||
           type == ColumnType::ordinal || type == ColumnType::date || type == ColumnType::flag ||
           is_text_type(type);
  }

  void report_progress() {
    check_interrupt();
    if (listener_ != nullptr)
      listener_->progress("reading", lines_.position(), lines_.source().total());
  }

  void see(const std::vector<Field>& fields) {
    ++profile_.rows;
    const std::uint32_t number = classes_.intern(fields[*columns_.label].text);
    class_rows_.resize(classes_.size());
    ++class_rows_[number];
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::uint64_t value = hash_of(fields[i].text);
      statistics_[i].see(fields[i].text, value, number);
      if (is_feature(i)) hash = combined_hash(hash, value);
    }
    see_row(hash, number);
  }

  void see_row(std::uint64_t hash, std::uint32_t label) {
    if (rows_.size() >= kMostRows && rows_.find(hash) == nullptr) return;
    const auto [first, is_new] = rows_.emplace(hash, label);
    if (is_new) return;
    ++repeated_;
    if (first != label) ++contradicted_;
  }

  void warn(Suspicion what, const std::string& column, const std::string& message) {
    profile_.warnings.push_back({what, column, message});
  }

  void suspect_label() {
    const std::string label = in_quotes(profile_.label);
    if (are_quantities(classes_, profile_.rows)) {
      warn(Suspicion::quantity, profile_.label,
           fmt::format("the label {} holds {} different numbers: a quantity, not a class? There is "
                       "no regression here: {}, or choose another column with {}",
                       label, with_commas(classes_.size()),
                       advice_on_quantities(classes_.names(), rows_by_class()), setting("label")));
    } else if (are_identifiers(classes_.size(), profile_.rows)) {
      warn(Suspicion::identifier, profile_.label,
           fmt::format("the label {} has {} different values in {}: an identifier? Choose another "
                       "column with {}",
                       label, with_commas(classes_.size()), plural(profile_.rows, "row"),
                       setting("label")));
    }
    std::vector<std::string> single;
    for (const auto& [name, rows] : profile_.classes) {
      if (rows == 1) single.push_back(name);
    }
    if (!single.empty() && single.size() < classes_.size()) {
      warn(
          Suspicion::rare_class, profile_.label,
          fmt::format("{} with a single row: {}", plural(single.size(), "class"), in_list(single)));
    }
  }

  std::vector<std::uint64_t> rows_by_class() const {
    std::vector<std::uint64_t> rows;
    for (const auto& [name, count] : profile_.classes) rows.push_back(count);
    return rows;
  }

  void suspect_rows() {
    if (contradicted_ > 0) {
      warn(Suspicion::contradiction, "",
           fmt::format("{} with the features of an earlier row, but another class",
                       plural(contradicted_, "row")));
    }
    if (repeated_ > contradicted_) {
      warn(
          Suspicion::repetition, "",
          fmt::format("{} repeated exactly; in cross-validation copies can be in training and test "
                      "rows alike",
                      plural(repeated_ - contradicted_, "row")));
    }
  }

  void suspect_column(std::size_t i) {
    // A single row says nothing about a column.
    if (!is_feature(i) || profile_.rows < 2) return;
    ColumnProfile& column = profile_.columns[i];
    const std::string name = in_quotes(column.name);
    const std::string advice = fmt::format("leave it out with {}", setting("ignore", column.name));
    const std::uint64_t present = profile_.rows - column.missing;
    constexpr double kCertain = 0.999;
    if (10 * column.missing >= 9 * profile_.rows) {
      warn(Suspicion::empty, column.name,
           fmt::format("{} is missing in {} of {} rows", name, with_commas(column.missing),
                       with_commas(profile_.rows)));
    }
    if (column.others > 0) {
      warn(
          Suspicion::mixed, column.name,
          fmt::format("{} holds {} among numbers; {} makes categories of all", name,
                      plural(column.others, "text"), setting("column", column.name + "=category")));
    }
    if (column.distinct == 1) {
      warn(Suspicion::constant, column.name,
           fmt::format("{} has the same value in every row", name));
      return;
    }
    if (is_identifier(i, present)) {
      // Names that occur once tell the classes apart perfectly, and of no other row.
      column.association.reset();
      const std::string why =
          column.type == ColumnType::number
              ? std::string(evidence_text(statistics_[i].identifier_evidence()))
              : fmt::format("has {}{} different values in {}", column.many ? "at least " : "",
                            with_commas(column.distinct), plural(present, "row"));
      warn(Suspicion::identifier, column.name,
           fmt::format("{} {}: {}", name, why,
                       column.doubt.empty() ? "an identifier? " + advice : column.doubt));
      return;
    }
    if (!column.doubt.empty())
      warn(Suspicion::mixed, column.name, fmt::format("{} holds texts; {}", name, column.doubt));
    if (column.association && *column.association >= kCertain &&
        !are_identifiers(classes_.size(), profile_.rows)) {
      warn(Suspicion::leak, column.name,
           fmt::format("{} tells the classes apart by itself: is it known before the class is? If "
                       "not, {}",
                       name, advice));
    }
  }

  // Whether the settings name this column, which is then what they say.
  bool is_kept(std::size_t i) const {
    const auto& columns = columns_.schema.columns;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c].position == i) return columns_.kept[c];
    }
    return false;
  }

  bool is_identifier(std::size_t i, std::uint64_t present) const {
    const ColumnProfile& column = profile_.columns[i];
    if (is_kept(i)) return false;
    if (column.type == ColumnType::number)
      return statistics_[i].identifier_evidence() != IdentifierEvidence::none;
    return column.type == ColumnType::category &&
           are_identifiers(column.many ? present : column.distinct, present);
  }

  void suspect_duplicates() {
    std::unordered_map<std::uint64_t, std::size_t> first;
    for (std::size_t i = 0; i < statistics_.size(); ++i) {
      if (!is_feature(i) || profile_.columns[i].distinct < 2) continue;
      const auto [twin, is_new] = first.emplace(statistics_[i].fingerprint(), i);
      if (is_new) continue;
      const std::string& name = profile_.columns[i].name;
      warn(Suspicion::duplicate, name,
           fmt::format("{} has the same values as {}", in_quotes(name),
                       in_quotes(profile_.columns[twin->second].name)));
    }
  }

  Lines lines_;
  std::unique_ptr<TableText> text_;
  TableColumns columns_;
  Listener* listener_;
  TableProfile profile_;
  std::vector<ColumnStatistics> statistics_;
  Classes classes_;
  std::vector<std::uint64_t> class_rows_;
  HashNumbers rows_;  // the class of each different row
  std::uint64_t repeated_ = 0;
  std::uint64_t contradicted_ = 0;
};

}  // namespace

TableProfile profile_table(const std::string& name, std::unique_ptr<Source> source,
                           const Reading& reading, TableTextFactory* open_text) {
  Reading own = reading;
  own.options = with_roles(reading.options);
  return Profiler(name, std::move(source), own, open_text).profile();
}

}  // namespace perceptron::core
