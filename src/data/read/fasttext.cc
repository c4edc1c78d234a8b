// fastText: "__label__NAME word word …", a bag of words.

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "data/read/formats.h"
#include "data/read/libsvm_text.h"
#include "data/read/named_reader.h"

namespace perceptron::core {
namespace {

constexpr std::string_view kLabelPrefix = "__label__";

// The class may stand anywhere in the line.
class FasttextReader : public NamedReader {
 public:
  using NamedReader::NamedReader;

  bool next(Dataset& into) override {
    if (!next_line()) return false;
    std::string_view label;
    std::string_view rest = line();
    for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
      if (!word.starts_with(kLabelPrefix)) {
        add_feature(word, 1, word);
        continue;
      }
      if (!label.empty()) refuse_second(word);
      label = word;
    }
    const std::string_view name = label.substr(label.empty() ? 0 : kLabelPrefix.size());
    add_label(into, name, [&] { return label.empty() ? lines().place(1) : place_of(name); });
    end_row(into);
    return true;
  }

 private:
  void refuse_second(std::string_view word) const {
    if (reading().labels == LabelUse::ignore) return;
    throw Error(place_of(word),
                fmt::format("expected one label in each row, found the second one {} (keep one of "
                            "them, or write a row for each)",
                            in_quotes(word)));
  }
};

}  // namespace

bool looks_like_fasttext(const FileStart& start) {
  return !start.lines.empty() && trim(start.lines[0]).starts_with(kLabelPrefix);
}

std::unique_ptr<Reader> fasttext_reader(const std::string& name, std::unique_ptr<Source> source,
                                        const Reading& reading) {
  return std::make_unique<FasttextReader>(name, std::move(source), reading);
}

}  // namespace perceptron::core
