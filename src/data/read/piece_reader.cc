#include "data/read/piece_reader.h"

#include <algorithm>
#include <optional>

namespace perceptron {

bool PieceReader::next_rows(Dataset& into) {
  if (!pieces_) {
    const Pieces::Parse parse = reading().piece > 0 ? parser() : nullptr;
    if (!parse) return RowReader::next_rows(into);
    pieces_ = std::make_unique<Pieces>(lines(), parse, reading().threads, reading().piece);
  }
  const Piece* piece = pieces_->next();
  if (piece == nullptr) return false;
  position_ = piece->position;
  if (piece->parsed && add(piece->rows, into)) {
    lines().count(piece->rows.lines);
    plain_ = 1;
    return true;
  }
  // An odd piece seldom comes alone: the next ones are not tried at once.
  constexpr std::uint64_t kMost = 64;
  const std::string_view text = piece->text.view();
  const auto ends = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  const std::uint64_t lines = (ends + 1) * plain_;
  plain_ = std::min(2 * plain_, kMost);
  pieces_->give_back();
  return next_plain(into, lines);
}

bool PieceReader::next_plain(Dataset& into, std::uint64_t lines) {
  const std::uint64_t until = this->lines().number() + lines;
  for (std::uint64_t rows = 0; this->lines().number() < until; ++rows) {
    if (!next(into)) return rows > 0;
  }
  return true;
}

std::uint64_t PieceReader::position() const { return pieces_ ? position_ : source().position(); }

bool PieceReader::add_labels(const Parsed& rows, Dataset& into) const {
  if (reading().labels == LabelUse::ignore) return true;
  std::vector<std::uint32_t> numbers;
  for (const std::string_view name : rows.names) {
    const auto number = number_of_label(into, name);
    if (!number) return false;
    numbers.push_back(*number);
  }
  into.labels.reserve(into.labels.size() + rows.labels.size());
  for (const std::uint32_t label : rows.labels) into.labels.push_back(numbers[label]);
  return true;
}

}  // namespace perceptron
