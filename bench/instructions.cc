#include <fmt/format.h>
#include <hwy/targets.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <stdexcept>

#include "base/temporary.h"
#include "classes.h"
#include "library.h"
#include "process.h"
#include "report.h"
#include "tables.h"

namespace perceptron::core {
namespace {

// The widest instruction set that the processor says it has; valgrind's says AVX2 at
// most.
const char* instruction_set() {
  const auto targets = hwy::SupportedTargets();
  return hwy::TargetName(targets & -targets);
}

class Silent : public UpdateObserver {
 public:
  bool on_update(const UpdateEvent& /*update*/) override { return true; }
};

struct Counted {
  std::uint64_t instructions = 0;
  std::string instruction_set;
};

// Of what `--work` does within count_this().
Counted count_instructions(const std::vector<std::string>& work, const std::string& out) {
  std::vector<std::string> words = {"valgrind",
                                    "--tool=callgrind",
                                    "--collect-atstart=no",
                                    "--toggle-collect=perceptron::core::count_this*",
                                    "--callgrind-out-file=" + out,
                                    std::filesystem::read_symlink("/proc/self/exe").string(),
                                    "--work"};
  words.insert(words.end(), work.begin(), work.end());
  const ProcessRun run = run_process(words);
  if (run.status != 0)
    throw std::runtime_error(fmt::format("valgrind ended with status {}", run.status));
  Counted counted;
  counted.instruction_set = run.out.substr(0, run.out.find('\n'));
  std::ifstream file(out);
  for (std::string line; std::getline(file, line);) {
    const std::string start = "totals: ";
    if (line.starts_with(start)) counted.instructions = std::stoull(line.substr(start.size()));
  }
  if (counted.instructions == 0) throw std::runtime_error("valgrind counted nothing");
  return counted;
}

}  // namespace

// Known to valgrind by its name, so it is neither inlined nor left by a jump.
[[gnu::noinline]] void count_this(const std::function<void()>& work) {
  work();
  asm volatile("");
}

int do_work(const std::vector<std::string>& words) {
  if (words.size() != 3) return 2;
  const std::string& name = words[0];
  const std::uint64_t models = std::stoull(words[1]);
  const std::string& path = words[2];
  fmt::print("{}\n", instruction_set());
  const Dataset data = read_dataset(path, {});
  const RowsView rows = data.matrix.view();
  const Targets targets = one_against_rest(data.classes.size(), models);
  std::vector<std::uint64_t> order(data.rows());
  std::iota(order.begin(), order.end(), 0U);
  Bank bank(data.features(), models);
  std::vector<double> scores(data.rows() * models);
  Silent silent;
  if (name == "parse") {
    count_this([&] { read_dataset(path, {}); });
  } else if (name == "pass") {
    const Pass pass{rows, data.labels, order, targets, Offset::constant, 0, bank, silent};
    count_this([&] { run_pass(Perceptron(), pass); });
  } else {
    count_this([&] { score(rows, 0, data.rows(), bank, scores); });
  }
  return 0;
}

void bench_instructions() {
  if (run_process({"valgrind", "--version"}).status != 0) {
    fmt::print("(no valgrind: instructions are left out)\n");
    return;
  }
  const TemporaryFolder folder("perceptron-bench");
  const std::string path = folder.path("text");
  GenerateSettings settings;
  settings.rows = 4000;
  settings.classes = 10;
  const Dataset data = generate_dataset(GeneratorKind::text, settings);
  write_libsvm(data, path);
  const auto nonzeros = static_cast<double>(data.matrix.nonzeros());

  struct Work {
    const char* title;
    const char* name;
    std::uint64_t models;
  };
  std::string set;
  std::vector<std::vector<Cell>> lines;
  for (const Work& each : std::vector<Work>{{"parsing LIBSVM text", "parse", 1},
                                            {"one pass of one model", "pass", 1},
                                            {"one pass of a bank of 10", "pass", 10},
                                            {"one pass of a bank of 40", "pass", 40},
                                            {"scores of one model", "score", 1},
                                            {"scores of a bank of 10", "score", 10}}) {
    const Counted counted =
        count_instructions({each.name, std::to_string(each.models), path}, folder.path("counts"));
    set = counted.instruction_set;
    const double all = static_cast<double>(counted.instructions) / nonzeros;
    const double of_model = all / static_cast<double>(each.models);
    lines.push_back(
        {each.title, figure(all, fmt::format("{:.2f}", all)),
         each.models == 1 ? none() : figure(of_model, fmt::format("{:.2f}", of_model))});
  }
  ResultTable table("<>>", {"instructions, " + set, "a nonzero", "a nonzero and model"});
  for (auto& cells : lines) table.add(std::move(cells));
  table.print();
}

}  // namespace perceptron::core
