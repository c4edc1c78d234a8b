// The widest margin, and the margin perceptron on its way to it.

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cases.h"
#include "certify/hard_margin_ascent.h"
#include "clock.h"
#include "library.h"
#include "report.h"
#include "tables.h"

namespace perceptron::core {
namespace {

// Those that are there.
std::vector<std::string> separable_files() {
  std::vector<std::string> names;
  for (const char* name : {"margin-2d.csv", "margin-4d.csv", "margin-8d.csv"}) {
    if (std::filesystem::exists(data_path(name))) names.emplace_back(name);
  }
  return names;
}

SignedRows points_of(const Dataset& data, const Targets& targets, Offset offset) {
  return {{data.matrix.view(), data.labels}, targets, 0, offset};
}

}  // namespace

void bench_exact_margin() {
  ResultTable table("<>>>>",
                    {"widest margin to 1e-9", "margin", "read only", "read, solve", "times"});
  for (const std::string& name : separable_files()) {
    Listener silent;
    WidestMargin best;
    const Duel duel([&] { read_dataset(data_path(name), {}); },
                    [&] {
                      const Dataset data = read_dataset(data_path(name), {});
                      best = find_widest_margin(points_of(data, Targets::binary(), Offset::none),
                                                {}, silent);
                    },
                    21);
    table.add({name, figure(best.margin.lower, fmt::format("{:.13f}", best.margin.lower)),
               duration(duel.peer()), duration(duel.ours()), ratio(duel.times())});
  }
  table.print();
}

void bench_margin_search() {
  ResultTable table(
      "<>>>>", {"updates, lambda 1.02", "limit: document", "limit: theorem", "proof", "ratio"});
  for (const std::string& name : separable_files()) {
    const Dataset data = read_dataset(data_path(name), {});
    const auto updates = [&](SearchStop stop, KnownCoefficient coefficient) {
      MarginSearchSettings settings;
      settings.lambda = 1.02;
      settings.stop = stop;
      settings.coefficient = coefficient;
      settings.radius = data.radius;
      Listener silent;
      return search_margin({data.matrix.view(), data.labels}, Targets::binary(), Offset::none,
                           settings, silent)
          .total_updates;
    };
    const std::uint64_t document = updates(SearchStop::limit, KnownCoefficient::document);
    const std::uint64_t theorem = updates(SearchStop::limit, KnownCoefficient::theorem);
    const std::uint64_t proof = updates(SearchStop::proof, KnownCoefficient::theorem);
    table.add(
        {name, count(document), count(theorem), count(proof),
         fmt::format("{:.0f} / {:.0f}", static_cast<double>(document) / static_cast<double>(proof),
                     static_cast<double>(theorem) / static_cast<double>(proof))});
  }
  table.print();
}

void bench_sparse_margin(const std::vector<Case>& list) {
  ResultTable table("<>>>>>",
                    {"margin to 1 %, sparse", "plain passes", "ours", "plain", "ours", "ratio"});
  const auto compare = [&](const std::string& name, const Dataset& data, const Targets& targets,
                           Offset offset) {
    const SignedRows points = points_of(data, targets, offset);
    HardMarginSettings ours;
    HardMarginSettings plain;
    plain.shrink = false;
    HardMarginResult by_plain;
    HardMarginResult by_ours;
    Listener silent;
    const Duel duel([&] { by_plain = ascend_hard_margin(points, {}, plain, silent); },
                    [&] { by_ours = ascend_hard_margin(points, {}, ours, silent); }, 3);
    table.add({name + (offset == Offset::none ? "" : ", offset"),
               figure(by_plain.passes, fmt::format("{:.0f}", by_plain.passes)),
               figure(by_ours.passes, fmt::format("{:.0f}", by_ours.passes)), duration(duel.peer()),
               duration(duel.ours()), ratio(duel.ratio())});
  };
  for (const Case& each : list) {
    if (!each.name.starts_with("news20")) continue;
    // The first half of the classes against the second.
    Targets halves(each.data.classes.size(), 1);
    for (std::uint64_t c = 0; c < halves.classes(); ++c)
      halves.sign(c, 0) = 2 * c < halves.classes() ? -1 : 1;
    compare("news20, halves", each.data, halves, Offset::none);
    compare("news20, halves", each.data, halves, Offset::constant);
    Targets two(each.data.classes.size(), 1);
    two.sign(0, 0) = -1;
    two.sign(1, 0) = 1;
    compare("news20, two classes", each.data, two, Offset::none);
  }
  GenerateSettings settings;
  settings.rows = 3000;
  settings.words = 100;
  compare("generate text", generate_dataset(GeneratorKind::text, settings), Targets::binary(),
          Offset::none);
  table.print();
}

}  // namespace perceptron::core
