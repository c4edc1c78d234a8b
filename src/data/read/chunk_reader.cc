#include "data/read/chunk_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace perceptron::core {

ChunkReader::ChunkReader(const std::string& name, std::unique_ptr<Source> source,
                         const Reading& reading)
    : RowReader(name, reading),
      lines_(name, std::move(source), reading.options.limits.longest_line) {}

bool ChunkReader::next_rows(Dataset& into) {
  if (!chunks_) {
    // The fast parser drops the text of the rows.
    const bool fast = reading().chunk_bytes > 0 && !keeps_text() && has_plain_lines();
    const ChunkParser::Parse parse = fast ? parser() : nullptr;
    if (!parse) return RowReader::next_rows(into);
    chunks_ =
        std::make_unique<ChunkParser>(lines_, parse, reading().threads, reading().chunk_bytes);
  }
  const TextChunk* chunk = chunks_->next();
  if (chunk == nullptr) return false;
  position_ = chunk->position;
  if (chunk->parsed && add(chunk->rows, into)) {
    lines_.count(chunk->rows.lines);
    plain_ = 1;
    return true;
  }
  // Unusual chunks come in runs: the next ones go to the plain parser directly.
  constexpr std::uint64_t kMost = 64;
  const std::string_view text = chunk->text.view();
  const auto ends = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  const std::uint64_t lines = (ends + 1) * plain_;
  plain_ = std::min(2 * plain_, kMost);
  chunks_->give_back();
  return next_plain(into, lines);
}

bool ChunkReader::next_plain(Dataset& into, std::uint64_t lines) {
  const std::uint64_t until = lines_.number() + lines;
  for (std::uint64_t rows = 0; lines_.number() < until; ++rows) {
    if (!next(into)) return rows > 0;
  }
  return true;
}

std::uint64_t ChunkReader::position() const { return chunks_ ? position_ : lines_.position(); }

bool ChunkReader::add_labels(const ParsedRows& rows, Dataset& into) const {
  if (reading().labels == LabelUse::ignore) return true;
  std::vector<std::uint32_t> numbers;
  for (const TextNumbers::Entry& name : rows.classes.entries()) {
    const auto number = number_of_label(into, name.text);
    if (!number) return false;
    numbers.push_back(*number);
  }
  into.labels.reserve(into.labels.size() + rows.labels.size());
  for (const std::uint32_t label : rows.labels) into.labels.push_back(numbers[label]);
  return true;
}

}  // namespace perceptron::core
