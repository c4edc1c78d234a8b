// Vowpal Wabbit text: "label [importance [base]] ['tag]|namespace[:scale] feature[:value] … |…".
// A feature is called namespace^feature, or by its own name alone where there is no namespace.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/number.h"
#include "base/text.h"
#include "data/read/formats.h"
#include "data/read/libsvm_text.h"
#include "data/read/named_reader.h"
#include "data/read/row_weights.h"

namespace perceptron::core {
namespace {

constexpr const char* kRowOfVw = "a line is: label |namespace feature:value …";

// What stands before the first bar.
struct VwHead {
  std::vector<std::string_view> words;  // label, importance and base, as far as they are given
  std::string_view tag;
};

// The last word is a tag if it touches the bar or begins with an apostrophe.
VwHead split_head(std::string_view text, std::vector<std::string_view> words) {
  VwHead head{std::move(words), {}};
  const bool touches = !text.empty() && !is_blank(text.back());
  if (!head.words.empty() && (touches || head.words.back().starts_with('\''))) {
    head.tag = head.words.back();
    head.words.pop_back();
  }
  return head;
}

// "name:value", or a name alone.
struct NamedValue {
  std::string_view name;
  std::optional<std::string_view> value;
};

NamedValue split_value(std::string_view word) {
  const auto colon = word.find(':');
  if (colon == std::string_view::npos) return {word, std::nullopt};
  return {word.substr(0, colon), word.substr(colon + 1)};
}

class VwReader : public NamedReader {
 public:
  using NamedReader::NamedReader;

  bool next(Dataset& into) override {
    if (!next_line()) return false;
    const std::size_t bar = line().find('|');
    if (bar == std::string_view::npos) {
      throw Error(lines().place(1), fmt::format("expected a bar (|) before the features, found "
                                                "none ({})",
                                                kRowOfVw));
    }
    read_head(line().substr(0, bar), into);
    for (std::size_t at = bar; at < line().size();) {
      const std::size_t next = std::min(line().find('|', at + 1), line().size());
      read_namespace(line().substr(at + 1, next - at - 1));
      at = next;
    }
    end_row(into);
    return true;
  }

  void finish(Dataset& into) override {
    NamedReader::finish(into);
    if (ignored_weights_ && reading().labels == LabelUse::match)
      note("importance weights were ignored: a model takes rows without weights");
    if (learning()) weights_.check_total(name());
  }

 private:
  void read_head(std::string_view text, Dataset& into) {
    if (reading().labels == LabelUse::ignore) return;
    const std::string_view whole = text;
    std::vector<std::string_view> words;
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text))
      words.push_back(word);
    const VwHead head = split_head(whole, std::move(words));
    if (head.words.size() > 3) {
      throw Error(place_of(head.words[3]),
                  fmt::format("expected label, importance, base and tag before the bar, found {} "
                              "({})",
                              in_quotes(head.words[3]), kRowOfVw));
    }
    read_label(head, into);
    read_weight(head, into);
    if (head.words.size() == 3) read_base(head.words[2]);
  }

  void read_label(const VwHead& head, Dataset& into) const {
    if (head.words.empty() && !head.tag.empty()) {
      throw Error(place_of(head.tag),
                  fmt::format("expected a class label, found the tag {} (a label stands before the "
                              "tag, with a space between it and the bar)",
                              in_quotes(head.tag)));
    }
    const std::string_view label = head.words.empty() ? std::string_view() : head.words[0];
    if (label.find(':') != std::string_view::npos) {
      throw Error(place_of(label),
                  fmt::format("expected a class label, found {} (labels with costs or actions are "
                              "not of classification; write the class alone)",
                              in_quotes(label)));
    }
    add_label(into, label, [&] { return label.empty() ? lines().place(1) : place_of(label); });
  }

  // Rows without importance have weight 1, which is stored only if others have another one.
  void read_weight(const VwHead& head, Dataset& into) {
    double weight = 1;
    if (head.words.size() < 2) {
      weights_.count_one();
    } else {
      weight = weights_.read(head.words[1], place_of(head.words[1]));
    }
    ignored_weights_ = ignored_weights_ || (weight != 1 && !keeps_weights());
    if (!keeps_weights() || (weight == 1 && into.weights.empty())) return;
    into.weights.resize(into.rows(), 1);
    into.weights.push_back(weight);
  }

  void read_base(std::string_view text) {
    const double base = read_number(text, text, "as the base (initial prediction)");
    if (base != 0 && !std::exchange(saw_base_, true))
      note(fmt::format("line {}: bases (initial predictions) were ignored", lines().number()));
  }

  // What stands between two bars, or after the last one.
  void read_namespace(std::string_view text) {
    double scale = 1;
    space_.clear();
    if (!text.empty() && !is_blank(text.front())) {
      const NamedValue space = split_value(take_word(text));
      if (space.name.empty()) bad_name(space, "namespace");
      require_text(space.name, place_of(space.name));
      if (space.value)
        scale = read_number(*space.value, space.name,
                            fmt::format("as the scale of the namespace {}", in_quotes(space.name)));
      space_.assign(space.name).append("^");
    }
    const std::size_t length = space_.size();
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
      const NamedValue feature = split_value(word);
      if (feature.name.empty()) bad_name(feature, "feature");
      const double value = feature.value ? read_value(feature, word) : 1;
      space_.resize(length);
      space_.append(feature.name);
      add_feature(space_, require_finite_value(value * scale, word), word);
    }
  }

  double read_value(const NamedValue& feature, std::string_view word) const {
    const std::string_view text = *feature.value;
    const bool cut_off =
        lines().unfinished() && word.data() + word.size() == line().data() + line().size();
    const auto value = parse_number(text);
    if (!value || !std::isfinite(*value)) {
      bad_number(text, place_of(text), fmt::format("for the feature {}", in_quotes(feature.name)),
                 cut_off ? "the file ends here without a newline: is it cut off?"
                         : fmt::format("a category is a feature of its own: {}={}",
                                       printable(feature.name), printable(text)));
    }
    return *value;
  }

  double read_number(std::string_view text, std::string_view word, const std::string& what) const {
    const auto value = parse_number(text);
    if (!value || !std::isfinite(*value))
      bad_number(text, place_of(text.empty() ? word : text), what, "correct it or leave it out");
    return *value;
  }

  double require_finite_value(double value, std::string_view word) const {
    if (std::isfinite(value)) return value;
    throw Error(place_of(word), fmt::format("expected a value of {} times the scale of its "
                                            "namespace that is finite, found a larger one (divide "
                                            "one of them)",
                                            in_quotes(word)));
  }

  [[noreturn]] void bad_name(const NamedValue& named, const char* what) const {
    throw Error(
        place_of(named.name),
        fmt::format("expected the name of a {} before the colon, found none ({})", what, kRowOfVw));
  }

  RowWeights weights_;
  std::string space_;  // the namespace with its ^, and then each of its features
  bool ignored_weights_ = false;
  bool saw_base_ = false;
};

// What recognises a row: a table with bars between its columns looks much alike.
struct VwLook {
  bool possible = false;
  bool empty = true;                         // no features
  bool valued = false;                       // a feature is followed by a colon and a number
  std::vector<std::string_view> namespaces;  // those followed by features
};

std::vector<std::string_view> words_of_vw(std::string_view text) {
  auto words = split_at(text, " \t");
  std::erase(words, std::string_view());
  return words;
}

// Before the bar: a label and numbers, which do not touch the bar unless they are a marked tag.
bool can_be_head(std::string_view text) {
  const VwHead head = split_head(text, words_of_vw(text));
  const bool touches = !text.empty() && !is_blank(text.back());
  return head.words.size() <= 3 && (!touches || head.tag.starts_with('\'')) &&
         std::all_of(head.words.begin() + (head.words.empty() ? 0 : 1), head.words.end(),
                     [](std::string_view word) { return parse_number(word).has_value(); });
}

VwLook look_at(std::string_view line) {
  VwLook look;
  const std::size_t bar = line.find('|');
  if (bar == std::string_view::npos || !can_be_head(line.substr(0, bar))) return look;
  for (const std::string_view space : split_at(line.substr(bar + 1), "|")) {
    const auto words = words_of_vw(space);
    look.empty = look.empty && words.empty();
    if (words.size() > 1 && !is_blank(space[0])) look.namespaces.push_back(words[0]);
    for (const std::string_view word : words) {
      const NamedValue feature = split_value(word);
      if (feature.name.empty() || (feature.value && !parse_number(*feature.value))) return look;
      look.valued = look.valued || feature.value;
    }
  }
  look.possible = true;
  return look;
}

}  // namespace

// A table has neither numbers after names in each row, nor columns that begin with the same word,
// touching the bar, in each row.
bool looks_like_vw(const FileStart& start) {
  std::vector<std::string_view> usual;
  for (const std::string_view line : start.lines) {
    const VwLook look = look_at(line);
    if (!look.possible) return false;
    const bool one_space = line.find('|') == line.rfind('|');
    const bool numbers = look.valued && (one_space || !look.namespaces.empty());
    if (usual.empty()) usual = look.namespaces;
    const bool repeated = std::find_first_of(look.namespaces.begin(), look.namespaces.end(),
                                             usual.begin(), usual.end()) != look.namespaces.end();
    if (!numbers && !repeated && !(look.empty && one_space)) return false;
  }
  return !start.lines.empty();
}

std::unique_ptr<Reader> vw_reader(const std::string& name, std::unique_ptr<Source> source,
                                  const Reading& reading) {
  return std::make_unique<VwReader>(name, std::move(source), reading);
}

}  // namespace perceptron::core
