#include <fmt/format.h>

#include <stdexcept>

#include "process.h"
#include "report.h"
#include "tables.h"
#include "text_files.h"

namespace perceptron::core {
namespace {

struct Program {
  std::string name;
  std::vector<std::string> words;
  int status = 0;  // that it ends with
  std::vector<double> times = {};
  double peak = 0;

  void take_turn() {
    constexpr double kLong = 30;  // seconds, after which one turn has to do
    if (!times.empty() && times.front() > kLong) return;
    const ProcessRun run = run_apart(words);
    if (run.status != status)
      throw std::runtime_error(fmt::format("{} ended with status {}", words[0], run.status));
    times.push_back(run.seconds);
    peak = std::max(peak, run.peak);
  }
};

std::vector<Program> programs(const TextFile& file, const std::string& model) {
  std::vector<Program> found;
  const auto ours = [&](const std::string& threads, bool streaming) {
    std::vector<std::string> words = {
        PERCEPTRON_PROGRAM, "train", file.path, "--learner", "perceptron", "--epochs",  "1",
        "--order",          "file",  "-o",      model,       "--quiet",    "--threads", threads};
    if (streaming) words.insert(words.end(), {"--memory", "1G"});
    return words;
  };
  // The first one is what the others are measured by.
  found.push_back({"ours, streaming, one thread", ours("1", true)});
  found.push_back({"ours, streaming, two threads", ours("2", true)});
  found.push_back({"ours, one thread", ours("1", false)});
  found.push_back({"ours, two threads", ours("2", false)});
  if (liblinear_train()) {
    found.push_back({"LIBLINEAR, load only", liblinear_load(file), 1});
    found.push_back({"LIBLINEAR -s 1", {"liblinear-train", "-s", "1", "-q", file.path, model}});
  } else {
    fmt::print("(no liblinear-train: left out)\n");
  }
  return found;
}

}  // namespace

void bench_end_to_end() {
  const TemporaryFolder folder("perceptron-bench");
  ResultTable table("<<>>>",
                    {"from text to model", "program", "time", "peak memory", "times ours"});
  for (const TextFile& file : text_files(folder)) {
    std::vector<Program> all = programs(file, folder.path("model"));
    for (int turn = 0; turn < 9; ++turn) {
      for (Program& each : all) each.take_turn();
    }
    for (const Program& each : all) {
      table.add({file.name, each.name, duration(spread(each.times).middle), memory(each.peak),
                 ratio(Duel(each.times, all[0].times).ratio())});
    }
  }
  table.print();
}

}  // namespace perceptron::core
