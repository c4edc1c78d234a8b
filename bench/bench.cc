// Speed as ratios: each line times two ways of doing the same work, in turns, and
// gives the median ratio of a turn with its quartiles. Above 1 means that ours is
// faster. All tables also go to a file of JSON.
// usage: perceptron_bench [TABLE…]   (all of them, if none is named)

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "cases.h"
#include "process.h"
#include "report.h"
#include "tables.h"

namespace perceptron::core {
namespace {

struct Table {
  std::string name;
  std::function<void()> print;
};

// Only some tables need the data, which takes seconds to read.
std::function<void()> with_cases(void (*print)(const std::vector<Case>&)) {
  return [print] {
    static const std::vector<Case> list = cases();
    print(list);
  };
}

const std::vector<Table> kTables = {
    {"loop", with_cases(bench_single_loop)},
    {"bank", with_cases(bench_bank)},
    {"margin", bench_exact_margin},
    {"search", bench_margin_search},
    {"sparse-margin", with_cases(bench_sparse_margin)},
    {"reading",
     [] {
       bench_reading();
       bench_table_reading();
     }},
    {"end-to-end", bench_end_to_end},
    {"python", bench_python},
    {"solvers", with_cases(bench_solvers)},
    {"programs", with_cases(bench_programs)},
    {"classes", with_cases(bench_classes)},
    {"perceptrons", with_cases(bench_many_perceptrons)},
    {"predict", with_cases(bench_prediction)},
    {"sgd", with_cases(bench_sgd)},
    {"bandwidth", bench_bandwidth},
    {"growth", bench_growth},
    {"instructions", bench_instructions},
    {"tuning", with_cases(bench_tuning)},
};

int run(const std::vector<std::string>& names) {
  if (!names.empty() && names[0] == "--run") return run_and_tell({names.begin() + 1, names.end()});
  if (!names.empty() && names[0] == "--fit") return fit_once({names.begin() + 1, names.end()});
  if (!names.empty() && names[0] == "--work") return do_work({names.begin() + 1, names.end()});
  for (const std::string& name : names) {
    if (std::ranges::find(kTables, name, &Table::name) != kTables.end()) continue;
    fmt::print(stderr, "perceptron_bench: there is no table '{}'; these there are:", name);
    for (const Table& table : kTables) fmt::print(stderr, " {}", table.name);
    fmt::print(stderr, "\n");
    return 2;
  }
  for (const Table& table : kTables) {
    if (!names.empty() && std::ranges::find(names, table.name) == names.end()) continue;
    report_as(table.name);
    table.print();
    write_report(PERCEPTRON_BENCH_REPORTS "/bench.json");
  }
  return 0;
}

}  // namespace
}  // namespace perceptron::core

int main(int count, char** words) {
  try {
    return perceptron::core::run({words + 1, words + count});
  } catch (const std::exception& error) {
    fmt::print(stderr, "perceptron_bench: {}\n", error.what());
    return 1;
  }
}
