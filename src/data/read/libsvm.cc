// LIBSVM / svmlight text: "label index:value index:value … # comment". A label may carry the weight
// of its row, "label:weight".

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/limits.h"
#include "base/number.h"
#include "base/text.h"
#include "data/read/chunk_reader.h"
#include "data/read/formats.h"
#include "data/read/libsvm_text.h"
#include "data/read/row_text.h"
#include "data/read/row_weights.h"

namespace perceptron::core {
namespace {

// Nearly all files count from 1, so features are numbered from 1 until the whole file is read; if
// it turns out to count from 0, all ids are shifted once.
constexpr std::uint32_t kUsualBase = 1;

// "label 3:0.5 …": the second word starts like "3:".
bool starts_like_a_row(std::string_view line) {
  line = line.substr(0, line.find('#'));
  auto words = split_at(line, " \t");
  std::erase(words, std::string_view());
  if (words.size() < 2) return false;
  const auto colon = words[1].find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view index = words[1].substr(0, colon);
  return words[1].starts_with("qid:") || parse_count(index).has_value() ||
         (index.starts_with('-') && parse_count(index.substr(1)).has_value());
}

class LibsvmReader : public ChunkReader {
 public:
  LibsvmReader(const std::string& name, std::unique_ptr<Source> source, const Reading& reading)
      : ChunkReader(name, std::move(source), reading),
        base_(reading.options.index_base),
        limit_(reading.options.features.count),
        label_weights_(find_label_weights({lines().peek(), lines().peeks_all()})) {
    if (keeps_text()) {
      lines().copy_to(written_);
      reading.text->start({name});
    }
    if (label_weights_ == LabelWeights::certain) note_weights();
    if (reading.schema == nullptr) return;
    require_only_numbers();
    if (adding() && reading.schema->table) {
      throw Error(ErrorKind::usage,
                  fmt::format("{}: the features of the model are columns of a table, those of {} "
                              "are numbers; use a table",
                              setting("features", "add-new"), name));
    }
    limit_ = reading.schema->feature_count();
    if (!base_) base_ = reading.schema->table ? 1 : reading.schema->index_base;
  }

  Dataset start() const override {
    Dataset data;
    data.matrix = Matrix(Matrix::Layout::sparse, limit_.value_or(0));
    return data;
  }

  bool next(Dataset& into) override {
    std::string_view line;
    for (;;) {
      written_.clear();
      if (!lines().next(line)) return false;
      text_ = line;
      line = line.substr(0, line.find('#'));
      if (!trim(line).empty()) break;
    }
    const char* at = line.data();
    const char* const end = at + line.size();
    const auto word = [&] {
      while (at < end && is_blank(*at)) ++at;
      const char* begin = at;
      while (at < end && !is_blank(*at)) ++at;
      return std::string_view(begin, static_cast<std::size_t>(at - begin));
    };
    read_label(word(), into);
    std::optional<std::uint64_t> previous;
    for (std::string_view pair = word(); !pair.empty(); pair = word()) {
      if (pair.starts_with("qid:")) {
        if (!std::exchange(saw_qid_, true)) {
          note(fmt::format("line {}: query ids (qid) mean nothing to a classifier and were ignored",
                           lines().number()));
        }
        continue;
      }
      read_pair(pair, previous, into);
    }
    into.matrix.end_row();
    if (keeps_text()) keep_text({written_, {}}, into);
    return true;
  }

  void finish(Dataset& into) override {
    if (ignored_ > 0) {
      note(
          fmt::format("ignored {} values of features the model does not know, the first in line {}",
                      ignored_, first_ignored_));
    }
    if (adding()) return finish_adding(into);
    if (!learning()) return;
    if (label_weights_ == LabelWeights::certain) weights_.check_total(name());
    if (!base_) {
      base_ = saw_zero_ ? 0 : 1;
      if (saw_zero_)
        note(fmt::format("feature numbers start at 0 (use {} to decide)", setting("index-base")));
    }
    const std::uint64_t seen = largest_ ? *largest_ + 1 - *base_ : 0;
    const std::uint64_t features = limit_.value_or(seen);
    if (seen > features) {
      throw Error(Place{name(), largest_line_},
                  fmt::format("expected at most {} features, found feature {} (use {})", features,
                              *largest_, setting("features", std::to_string(seen))));
    }
    require_few_features(Place{name(), largest_line_}, reading().options.limits, features);
    into.matrix.resize_features(features);
    into.schema.features = features;
    into.schema.index_base = *base_;
  }

  std::uint32_t late_shift() const override {
    return learning() ? static_cast<std::uint32_t>(*base_) - kUsualBase : 0;
  }

 protected:
  // Weights are rare, and only the plain parser knows them.
  ChunkParser::Parse parser() const override {
    if (label_weights_ == LabelWeights::certain) return nullptr;
    return reading().survey ? survey_libsvm : parse_libsvm;
  }

  bool add(const ParsedRows& rows, Dataset& into) override {
    if (rows.saw_zero && base_ == 1U) return false;
    const auto base = static_cast<std::uint32_t>(learning() ? kUsualBase : *base_);
    if (!grows() && rows.has_ids && rows.largest - base >= *limit_) return false;
    if (grows() && rows.largest > most_features()) return false;
    if (!add_labels(rows, into)) return false;
    into.matrix.append(rows.ends, {rows.ids.data(), rows.size}, base,
                       {rows.values.data(), rows.size}, rows.narrow);
    saw_zero_ = saw_zero_ || rows.saw_zero;
    if (grows() && rows.has_ids && (!largest_ || rows.largest > *largest_)) {
      largest_ = rows.largest;
      largest_line_ = lines().number() + rows.largest_line + 1;
    }
    return true;
  }

 private:
  // Whether the rows determine the number of features.
  bool grows() const { return learning() || adding(); }

  void finish_adding(Dataset& into) const {
    const std::uint64_t seen = largest_ ? *largest_ + 1 - *base_ : 0;
    into.schema = *reading().schema;
    into.schema.features = std::max(*limit_, seen);
    into.matrix.resize_features(into.schema.features);
    if (seen > *limit_) note(fmt::format("{} new to the model", plural(seen - *limit_, "feature")));
  }

  std::uint64_t most_features() const { return reading().options.limits.most_features; }

  Place place_of(std::string_view word) const {
    return lines().place(static_cast<std::uint64_t>(word.data() - text_.data()) + 1);
  }

  void note_weights() const {
    if (learning()) {
      note("the number after each label and its colon is the weight of the row");
    } else if (!keeps_weights() && reading().labels == LabelUse::match) {
      note("the weights of the rows were ignored: a model takes rows without weights");
    }
  }

  void read_label(std::string_view word, Dataset& into) {
    std::string_view label = word;
    if (label_weights_ == LabelWeights::certain) {
      const auto parts = split_weight(word);
      if (!parts) {
        throw Error(place_of(word),
                    fmt::format("expected a label with its weight, as other rows have it, found {} "
                                "(a line is: label:weight index:value …)",
                                in_quotes(word)));
      }
      label = parts->name;
      const double weight = weights_.read(parts->weight, place_of(parts->weight));
      if (keeps_weights()) into.weights.push_back(weight);
    } else if (const auto colon = word.find(':');
               colon != std::string_view::npos && parse_count(word.substr(0, colon))) {
      throw Error(place_of(word),
                  fmt::format("expected a class label, found the feature {} (a line is: label "
                              "index:value …{})",
                              in_quotes(word),
                              label_weights_ == LabelWeights::none
                                  ? ""
                                  : "; with a weight, 1:0.5, a label needs a sign, +1:0.5"));
    }
    add_label(into, label, [&] { return place_of(label); });
  }

  void read_pair(std::string_view pair, std::optional<std::uint64_t>& previous, Dataset& into) {
    const auto colon = pair.find(':');
    if (colon == std::string_view::npos) {
      throw Error(place_of(pair),
                  fmt::format("expected index:value, found {} ({})", in_quotes(pair),
                              advice(pair, "a line is: label index:value …")));
    }
    const std::string_view value_text = pair.substr(colon + 1);
    const auto index = parse_count(pair.substr(0, colon));
    if (!index || *index > kLargestIndex) bad_index(pair.substr(0, colon));
    if (*index == 0 && base_ == 1U) {
      throw Error(place_of(pair),
                  fmt::format("expected feature numbers from 1 on, found 0 (use {} if the file "
                              "counts from 0)",
                              setting("index-base", "0")));
    }
    if (previous && *index <= *previous) {
      throw Error(place_of(pair),
                  fmt::format("expected a feature number above {}, found {} (sort each row by "
                              "feature number, each feature once)",
                              *previous, *index));
    }
    previous = index;
    const auto value = parse_number(value_text);
    if (!value || !std::isfinite(*value)) {
      bad_number(value_text, place_of(value_text), fmt::format("for feature {}", *index),
                 advice(pair, "replace it or leave it out"));
    }
    saw_zero_ = saw_zero_ || *index == 0;
    if (grows()) note_largest(*index, pair);
    if (learning()) {
      if (*value != 0) into.matrix.push(static_cast<std::uint32_t>(*index) - kUsualBase, *value);
      return;
    }
    const std::uint64_t feature = *index - *base_;
    if (*value == 0) return;
    if (feature < *limit_ || adding()) {
      into.matrix.push(feature, *value);
    } else if (reading().ignore_new_features()) {
      if (ignored_++ == 0) first_ignored_ = lines().number();
    } else {
      throw Error(place_of(pair),
                  fmt::format("expected one of the model's {} features, found feature {} "
                              "({})",
                              *limit_, *index, new_feature_advice(reading(), "ignore new ones")));
    }
  }

  void note_largest(std::uint64_t index, std::string_view pair) {
    if (index > most_features())
      require_few_features(place_of(pair), reading().options.limits, index);
    if (largest_ && index <= *largest_) return;
    largest_ = index;
    largest_line_ = lines().number();
  }

  [[noreturn]] void bad_index(std::string_view text) const {
    if (!text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos) {
      throw Error(
          place_of(text),
          fmt::format("expected a feature number up to {}, found {} (renumber the features)",
                      kLargestIndex, text));
    }
    throw Error(place_of(text),
                fmt::format("expected a feature number, found {} (they are whole and not negative)",
                            in_quotes(text)));
  }

  // A file that ends with this word was probably truncated.
  std::string advice(std::string_view word, const char* usual) const {
    const bool last = word.data() + word.size() == text_.data() + text_.size();
    return lines().unfinished() && last ? "the file ends here without a newline: is it cut off?"
                                        : usual;
  }

  std::string_view text_;              // the current line
  std::string written_;                // the same with its end, if the text is kept
  std::optional<std::uint64_t> base_;  // not known yet in training with auto
  std::optional<std::uint64_t> limit_;
  LabelWeights label_weights_;
  RowWeights weights_;
  std::optional<std::uint64_t> largest_;
  std::uint64_t largest_line_ = 0;
  std::uint64_t ignored_ = 0;
  std::uint64_t first_ignored_ = 0;
  bool saw_zero_ = false;
  bool saw_qid_ = false;
};

}  // namespace

// Comment lines and rows without features are skipped; the first line with more than one word
// decides.
bool looks_like_libsvm(const FileStart& start) {
  bool comments = false;
  for (const std::string_view line : start.lines) {
    const bool comment = line.starts_with('#');
    comments = comments || comment;
    if (comment) continue;
    if (starts_like_a_row(line)) return true;
    if (trim(line.substr(0, line.find('#'))).find_first_of(" \t,;") != std::string_view::npos)
      return false;
  }
  return comments;
}

std::unique_ptr<Reader> libsvm_reader(const std::string& name, std::unique_ptr<Source> source,
                                      const Reading& reading) {
  return std::make_unique<LibsvmReader>(name, std::move(source), reading);
}

}  // namespace perceptron::core
