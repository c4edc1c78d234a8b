// A reader of text: in pieces, the ordinary ones parsed the fast way by threads,
// the others row by row.
#pragma once

#include <cstdint>
#include <memory>

#include "data/read/pieces.h"
#include "data/read/reader.h"

namespace perceptron {

class PieceReader : public RowReader {
 public:
  using RowReader::RowReader;

  bool next_rows(Dataset& into) override;
  std::uint64_t position() const override;

 protected:
  virtual Lines& lines() = 0;
  // How to parse a piece the fast way; nothing where there is none for this file.
  virtual Pieces::Parse parser() const = 0;
  // Adds rows that were parsed that way. False, with no row added: something in
  // them needs a word that next() has.
  virtual bool add(const Parsed& rows, Dataset& into) = 0;
  // Adds the classes of rows; false, with no row added, where one is not right.
  bool add_labels(const Parsed& rows, Dataset& into) const;

 private:
  bool next_plain(Dataset& into, std::uint64_t lines);

  std::unique_ptr<Pieces> pieces_;
  std::uint64_t position_ = 0;
  std::uint64_t plain_ = 1;  // pieces to read row by row after the next odd one
};

}  // namespace perceptron
