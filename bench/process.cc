#include "process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "clock.h"
#include "data/writer.h"
#include "report.h"

namespace perceptron::core {

namespace {

// In the child: does not return.
void become(std::vector<std::string> words, const std::string& out) {
  const auto redirect = [](const char* path, int flags, int as) {
    const int file = open(path, flags, 0600);
    if (file < 0 || dup2(file, as) < 0) _exit(127);
    close(file);
  };
  redirect("/dev/null", O_RDONLY, STDIN_FILENO);
  redirect(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect("/dev/null", O_WRONLY, STDERR_FILENO);
  for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"}) setenv(name, "1", 1);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  _exit(127);
}

double in_seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

ProcessRun run_process(const std::vector<std::string>& words) {
  const TemporaryFolder folder("perceptron-bench");
  const std::string out = folder.path("out");
  ProcessRun run;
  int status = 0;
  rusage usage = {};
  run.seconds = seconds([&] {
    const pid_t child = fork();
    if (child == 0) become(words, out);
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
      throw std::runtime_error("cannot run " + words[0]);
  });
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.processor_seconds = in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime);
  run.peak = 1024 * static_cast<double>(usage.ru_maxrss);
  std::ifstream file(out, std::ios::binary);
  run.out.assign(std::istreambuf_iterator<char>(file), {});
  return run;
}

ProcessRun run_apart(const std::vector<std::string>& words) {
  std::vector<std::string> all = {"/proc/self/exe", "--run"};
  all.insert(all.end(), words.begin(), words.end());
  const ProcessRun outer = run_process(all);
  if (outer.status != 0) throw std::runtime_error("cannot run " + words[0]);
  const Json json = Json::parse(outer.out);
  ProcessRun run;
  run.status = json.at("status");
  run.seconds = json.at("seconds");
  run.processor_seconds = json.at("processor_seconds");
  run.peak = json.at("peak");
  return run;
}

int run_and_tell(const std::vector<std::string>& words) {
  const ProcessRun run = run_process(words);
  fmt::print("{}\n", json_text({{"status", run.status},
                                {"seconds", run.seconds},
                                {"processor_seconds", run.processor_seconds},
                                {"peak", run.peak}}));
  return 0;
}

namespace {

void write_libsvm(const Dataset& data, const std::function<std::string(std::uint32_t label)>& name,
                  const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  std::string text;
  TextRow line;
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          const auto row = rows[i];
          line.label = name(data.labels[i]);
          line.values.clear();
          for (std::uint64_t k = 0; k < row.size; ++k)
            line.values.emplace_back(static_cast<std::uint32_t>(row.feature(k)), row.value(k));
          text.clear();
          append_row(line, Format::libsvm, text);
          file << text;
        }
      },
      data.matrix.view());
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace

void write_libsvm(const Dataset& data, const std::string& path) {
  write_libsvm(
      data, [&](std::uint32_t label) { return data.classes.names()[label]; }, path);
}

void write_libsvm(const Dataset& data, std::uint32_t positive, const std::string& path) {
  write_libsvm(
      data, [&](std::uint32_t label) { return label == positive ? "+1" : "-1"; }, path);
}

Command liblinear_train() {
  if (run_process({"liblinear-train"}).status == 127) return {};
  return [](const BinaryProblem& problem, const std::string& data, const std::string& model) {
    return std::vector<std::string>{"liblinear-train",
                                    "-q",
                                    "-s",
                                    std::to_string(problem.solver),
                                    "-c",
                                    fmt::format("{}", problem.c),
                                    "-e",
                                    fmt::format("{}", problem.tolerance()),
                                    data,
                                    model};
  };
}

void print_process_contest(const std::string& title, const std::vector<BinaryProblem>& problems,
                           const Command& peer, const Command& ours) {
  const TemporaryFolder folder("perceptron-bench");
  const std::string model = folder.path("model");
  std::map<std::pair<const Dataset*, std::uint32_t>, std::string> files;
  ResultTable table("<<>>>>", {title, "class", "solver", "peer", "ours", "ratio"});
  for (const BinaryProblem& each : problems) {
    std::string& data = files[{each.data, each.positive}];
    if (data.empty()) {
      data = folder.path(fmt::format("{}", files.size()));
      write_libsvm(*each.data, each.positive, data);
    }
    double spent = 0;
    const auto turn = [&](const Command& command, std::vector<double>& times) {
      if (!command) return;
      std::filesystem::remove(model);
      const std::vector<std::string> words = command(each, data, model);
      const ProcessRun run = run_process(words);
      if (run.status != 0)
        throw std::runtime_error(fmt::format("{} ended with status {}", words[0], run.status));
      spent += run.seconds;
      times.push_back(run.seconds);
    };
    std::vector<double> theirs;
    std::vector<double> mine;
    for (Turns turns; turns.proceed(spent);) {
      turn(peer, theirs);
      turn(ours, mine);
    }
    const Duel duel(theirs, mine);
    table.add({each.name, each.data->classes.names()[each.positive],
               fmt::format("-s {} -c {}", each.solver, each.c),
               peer ? duration(duel.peer()) : none(), ours ? duration(duel.ours()) : none(),
               ratio(duel.ratio())});
  }
  table.print();
}

}  // namespace perceptron::core
