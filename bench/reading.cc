#include <fmt/format.h>

#include <stdexcept>

#include "data/read/reader.h"
#include "process.h"
#include "report.h"
#include "scikit.h"
#include "tables.h"
#include "text_files.h"

namespace perceptron::core {
namespace {

double read_seconds(const TextFile& file, std::uint64_t threads) {
  Reading reading;
  reading.threads = threads;
  return seconds([&] { read_dataset(file.path, reading); });
}

double liblinear_seconds(const TextFile& file) {
  const ProcessRun run = run_process(liblinear_load(file));
  if (run.status != 1) throw std::runtime_error("liblinear-train took a malformed line");
  return run.seconds;
}

}  // namespace

void bench_reading() {
  const TemporaryFolder folder("perceptron-bench");
  const ReadingPeer scikit = scikit_reading();
  if (!scikit) fmt::print("(no scikit-learn: left out)\n");
  const bool liblinear = static_cast<bool>(liblinear_train());
  if (!liblinear) fmt::print("(no liblinear-train: left out)\n");
  ResultTable table(
      "<>>>>>>>>", {"reading LIBSVM text", "size", "LIBLINEAR", "scikit-learn", "ours",
                    "two threads", "LIBLINEAR / ours", "scikit-learn / ours", "one / two threads"});
  for (const TextFile& file : text_files(folder)) {
    std::vector<double> theirs;
    std::vector<double> python;
    std::vector<double> ours;
    std::vector<double> two;
    for (int turn = 0; turn < 7; ++turn) {
      if (liblinear) theirs.push_back(liblinear_seconds(file));
      if (scikit) python.push_back(scikit(file.path));
      ours.push_back(read_seconds(file, 1));
      two.push_back(read_seconds(file, 2));
    }
    const auto speed = [&](const std::vector<double>& times) {
      return times.empty() ? none() : rate(file.bytes / spread(times).middle);
    };
    table.add({file.name, memory(file.bytes), speed(theirs), speed(python), speed(ours), speed(two),
               ratio(Duel(theirs, ours).ratio()), ratio(Duel(python, ours).ratio()),
               ratio(Duel(ours, two).ratio())});
  }
  table.print();
}

}  // namespace perceptron::core
