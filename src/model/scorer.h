// Applies a model: scores for rows read from a file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "data/read/reader.h"
#include "kernel/bank.h"
#include "model/model.h"

namespace perceptron::core {

// The planes of a model as a bank, without the rows that it may keep.
Bank bank_of(const Model& model);

// Scores of rows that are scaled as for training, one per plane of a model.
class PlaneScores {
 public:
  explicit PlaneScores(const Model& model) : bank_(bank_of(model)), support_(model.support) {}

  std::uint64_t planes() const { return bank_.models(); }
  void of(const RowsView& rows, std::uint64_t begin, std::uint64_t end,
          std::span<double> scores) const;
  void of(const RowsView& rows, std::span<const std::uint64_t> which,
          std::span<double> scores) const;

 private:
  Bank bank_;
  std::shared_ptr<const SupportPlanes> support_;
};

class Scorer {
 public:
  explicit Scorer(const Model& model);

  // Scores of the rows of `block`, one per plane. The values are scaled in place, as the training
  // data was.
  std::span<const double> score(Matrix& block);
  // The same in two steps: scales the rows, then scores some of them.
  const Matrix& scale(Matrix& block);
  std::span<const double> score(const Matrix& scaled, std::uint64_t begin, std::uint64_t end);

 private:
  Scaling scaling_;
  Matrix dense_;  // rows that scaling makes dense
  PlaneScores planes_;
  std::vector<double> scores_;
};

// Some rows of a file and their scores.
struct ScoredBlock {
  std::uint64_t planes;
  std::span<const double> scores;         // of all planes, row by row
  std::span<const std::uint32_t> labels;  // none with LabelUse::ignore
  std::span<const std::string> texts;     // what was kept of the rows' text, if anything
  RowsView rows = {};                     // the rows themselves, scaled

  std::uint64_t size() const { return scores.size() / planes; }
  std::span<const double> operator[](std::uint64_t row) const {
    return scores.subspan(row * planes, planes);
  }
};

// Throws Error if the model scores with rows that it keeps, not with its planes; `so` says what
// cannot be done then.
void require_planes(const Model& model, const std::string& so);

// Throws Error unless the rows have as many features as the model.
void require_features(const Model& model, const Dataset& data);

// Passes on the scores of rows in memory, block by block and in any order, from several threads.
// `first` is the index of the block's first row. The rows are not changed.
void score_rows(const Model& model, const Matrix& rows, std::uint64_t threads,
                const std::function<void(std::uint64_t first, const ScoredBlock&)>& use);

// Who else is shown the rows of a file.
struct RowWatchers {
  RowText* text = nullptr;                        // is given their text
  std::function<void(const Dataset&)> rows = {};  // each block, before it is scaled
};

// Reads `path` as the model's training data was read and passes on the scores, block by block, in
// constant memory. Returns the number of rows.
std::uint64_t score_file(const Model& model, const std::string& path, const ReadSettings& options,
                         LabelUse labels, std::uint64_t threads, Listener& listener,
                         const std::function<void(const ScoredBlock&)>& use,
                         const RowWatchers& watchers = {});

}  // namespace perceptron::core
