// Model files. One that loads is written and loaded again without a change, scores a row of its
// features, and reads and scores text.

#include "model/file.h"

#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "finding.h"
#include "model/scorer.h"
#include "targets.h"

namespace perceptron::core::fuzz {
namespace {

// Probabilities are numbers from 0 to 1 with the sum 1, whatever the scores.
void require_probabilities(const Model& model, std::span<const double> scores) {
  const auto calibration = model.to_probabilities();
  if (!calibration) return;
  Probabilities probabilities(model.scheme(), *calibration);
  std::vector<double> each(model.classes.size());
  probabilities.make(scores, each);
  double sum = 0;
  for (const double p : each) {
    if (!(p >= 0 && p <= 1)) finding("a probability is not between 0 and 1");
    sum += p;
  }
  if (!(std::abs(sum - 1) < 1e-9)) finding("the sum of probabilities is not 1");
}

void score_one_row(const Model& model) {
  Matrix rows(Matrix::Layout::dense, model.features());
  for (std::uint64_t j = 0; j < model.features(); ++j) rows.push(j, j % 2 == 0 ? 1 : -0.5);
  rows.end_row();
  score_rows(model, rows, 1, [&](std::uint64_t, const ScoredBlock& block) {
    if (block.size() != 1 || model.scheme().decide(block[0]) >= model.classes.size())
      finding("a row has no class");
    require_probabilities(model, block[0]);
  });
}

// The schema of a model decides how a file is read.
void score_text(const Model& model, std::string_view text) {
  const Classes classes(model.classes);
  Reading reading;
  reading.schema = &model.schema;
  reading.classes = &classes;
  reading.labels = LabelUse::ignore;
  reading.options.features.ignore_new = true;
  reading.threads = 1;
  reading.chunk_bytes = 16;
  try {
    const auto reader = open_reader("data", open_bytes(text, "data"), reading);
    Scorer scorer(model);
    Dataset block = reader->start();
    while (read_block(*reader, block)) {
      if (scorer.score(block.matrix).size() != block.rows() * model.planes.size())
        finding("a row has no score");
    }
    reader->finish(block);
  } catch (const perceptron::Error&) {  // NOLINT(bugprone-empty-catch): it does not fit the model
  }
}

}  // namespace

void fuzz_model(std::string_view bytes) {
  const Model model = decode_model(bytes, "model");
  const std::string written = encode_model(model);
  require_same("written again", written, encode_model(decode_model(written, "model")));
  // The fast parser of tables starts after 100 rows.
  static const std::string kRows = [] {
    std::string rows;
    for (int i = 0; i < 110; ++i) rows += i % 3 == 0 ? "1,no\n" : "-2.5,yes\n";
    return rows;
  }();
  score_text(model, kRows);
  score_text(model, "x,class\n" + kRows);
  score_text(model, "| a:1 n^b:2\n|n b:0.5 |m z\n");
  score_text(model, "x,z,class\n1,2,no\n,3,no\nred,5,yes\n");
  score_text(model, "1,2,no\n2,3,no\n6,5,yes\n");
  score_text(model, "1 1:2 3:4\n-1 0:1\n");
  score_one_row(model);
}

}  // namespace perceptron::core::fuzz
