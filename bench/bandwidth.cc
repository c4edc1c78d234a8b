#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "base/threads.h"
#include "library.h"
#include "report.h"
#include "tables.h"

namespace perceptron::core {
namespace {

constexpr std::uint64_t kArray = 512'000'000;  // bytes, more than any cache at hand
constexpr std::uint64_t kRows = 700'000;       // of some 40 words each, 8 bytes a word

// Sixteen sums side by side, which the compiler makes vectors of: with one, a sum
// would wait for the one before it and not for memory.
std::uint64_t sum(const std::uint64_t* first, const std::uint64_t* last) {
  std::array<std::uint64_t, 16> sums = {};
  for (; first + sums.size() <= last; first += sums.size()) {
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += first[k];
  }
  std::uint64_t all = 0;
  for (const std::uint64_t each : sums) all += each;
  return all;
}

class Array {
 public:
  void read(std::uint64_t threads) const {
    std::vector<std::uint64_t> sums(threads);
    parallel_for(threads, threads, [&](std::uint64_t t) {
      sums[t] = sum(numbers_.data() + numbers_.size() * t / threads,
                    numbers_.data() + numbers_.size() * (t + 1) / threads);
    });
    // Looked at, so that the loop is not dropped.
    if (std::count(sums.begin(), sums.end(), 0U) != 0) throw std::logic_error("a sum of ones is 0");
  }

 private:
  std::vector<std::uint64_t> numbers_ = std::vector<std::uint64_t>(kArray / 8, 1);
};

double row_bytes(const Dataset& data) {
  const double value = data.matrix.values().wide() ? 8 : 4;
  return static_cast<double>(data.matrix.nonzeros()) * (4 + value) +
         static_cast<double>(data.rows()) * (sizeof(std::uint64_t) + sizeof(data.labels[0]));
}

}  // namespace

void bench_bandwidth() {
  GenerateSettings generate;
  generate.rows = kRows;
  const Dataset data = generate_dataset(GeneratorKind::text, generate);
  const Array array;
  const double size = static_cast<double>(kArray);
  const double bytes = row_bytes(data);

  ResultTable table("<>>>>", {"reading memory", "size", "time", "speed", "of one thread's sum"});
  const auto add = [&](const std::string& name, double of, const std::function<void()>& work) {
    Duel duel([&] { array.read(1); }, work);
    duel.stretch_peer(of / size);
    table.add(
        {name, memory(of), duration(duel.ours()), rate(of / duel.ours()), percent(duel.ratio())});
  };
  add("sum of an array", size, [&] { array.read(1); });
  const std::uint64_t threads = available_threads();
  add(fmt::format("sum of an array, {} threads", threads), size, [&] { array.read(threads); });

  const Examples examples{data.matrix.view(), data.labels};
  LearnSettings settings;
  settings.epochs = 1;
  settings.order = VisitOrder::file;
  Listener silent;
  Bank bank(data.features(), 1);
  std::vector<double> scores(data.rows());
  add("one pass of one model, sparse rows", bytes, [&] {
    const Targets targets = Targets::binary();
    const Fit done = fit({examples, targets, {&settings, 1}, 1, {}, 0, true}, silent)[0];
    bank.put(0, done.weights, done.offset);
  });
  add("scores of one model, sparse rows", bytes,
      [&] { score(examples.rows, 0, data.rows(), bank, scores); });
  table.print();
}

}  // namespace perceptron::core
