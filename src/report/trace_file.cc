#include "report/trace_file.h"

#include "base/json.h"

namespace perceptron::core {

namespace {

// The weights and the offset of one model after an update, as the loop will compute them.
std::vector<double> weights_after(const UpdateEvent& update, std::uint64_t model,
                                  const RowsView& rows, bool offset) {
  std::vector<double> weights(update.bank.features() + 1);
  update.bank.take(model, {weights.data(), update.bank.features()}, weights.back());
  const double step = update.steps[model];
  std::visit(
      [&](const auto& view) {
        const auto row = view[update.row];
        for (std::uint64_t k = 0; k < row.size; ++k) weights[row.feature(k)] += row.value(k) * step;
      },
      rows);
  if (offset) weights.back() += step;
  return weights;
}

}  // namespace

TraceFile::TraceFile(Output& output, const Dataset& data, Multiclass multiclass, bool offset)
    : output_(output),
      data_(data),
      scheme_(multiclass, data.classes.size()),
      offset_(offset),
      updates_(scheme_.models()),
      guesses_(scheme_.models()) {}

void TraceFile::on_guess(std::uint64_t model, double guess) { guesses_[model] = guess; }

void TraceFile::on_update(const UpdateEvent& update, std::uint64_t pass, std::uint64_t first) {
  const auto& names = data_.classes.names();
  for (const std::uint64_t m : update.models) {
    const std::uint64_t model = first + m;
    Json line = {{"update", ++updates_[model]}, {"pass", pass}, {"row", update.row + 1}};
    line["class"] = names[data_.labels[update.row]];
    if (scheme_.models() > 1) {
      const auto [positive, negative] = scheme_.sides(model);
      line["positive"] = names[positive];
      line["negative"] = negative ? names[*negative] : "rest";
    }
    if (guesses_[model] > 0) line["guess"] = guesses_[model];
    line["score"] = update.scores[m];
    line["step"] = update.steps[m];
    // A kernel knows no weights.
    if (update.bank.features() > 0 && update.bank.features() <= kMostWeights) {
      auto weights = weights_after(update, m, data_.matrix.view(), offset_);
      if (offset_) line["offset"] = weights.back();
      weights.pop_back();
      line["weights"] = std::move(weights);
    }
    output_.write(json_text(line) + '\n');
  }
}

}  // namespace perceptron::core
