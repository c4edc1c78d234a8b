// A reader of text that has two parsers: a fast one, which threads apply to whole chunks and which
// gives up on anything unusual, and the plain one, next(), which reads every valid row and reports
// errors. Both give the same rows.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "data/read/chunk_parser.h"
#include "data/read/reader.h"

namespace perceptron::core {

class ChunkReader : public RowReader {
 public:
  ChunkReader(const std::string& name, std::unique_ptr<Source> source, const Reading& reading);

  bool next_rows(Dataset& into) override;
  std::uint64_t position() const override;

 protected:
  Lines& lines() { return lines_; }
  const Lines& lines() const { return lines_; }
  const Source& source() const override { return lines_.source(); }
  // Whether the lines that follow are for the fast parser; asked until they are.
  virtual bool has_plain_lines() const { return true; }
  // The fast parser; empty where there is none for this file.
  virtual ChunkParser::Parse parser() const = 0;
  // Appends rows of the fast parser. Returns false and appends nothing if one of them needs the
  // plain parser, which reports errors.
  virtual bool add(const ParsedRows& rows, Dataset& into) = 0;
  // Adds the classes of such rows. Returns false and adds nothing if one is invalid.
  bool add_labels(const ParsedRows& rows, Dataset& into) const;

 private:
  bool next_plain(Dataset& into, std::uint64_t lines);

  Lines lines_;
  std::unique_ptr<ChunkParser> chunks_;  // after the lines: its threads read them until it ends
  std::uint64_t position_ = 0;
  std::uint64_t plain_ = 1;  // chunks to leave to the plain parser when the fast one gives up
};

}  // namespace perceptron::core
