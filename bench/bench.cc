// Speed as ratios: each line times two ways of doing the same work, in turns, and
// gives the median ratio of a turn with its quartiles. Above 1 means that ours is
// faster. All tables also go to a file of JSON.
// usage: perceptron_bench [TABLE…]   (all of them, if none is named)

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "certify/hard_margin_ascent.h"
#include "classes.h"
#include "clock.h"
#include "contest.h"
#include "liblinear.h"
#include "library.h"
#include "process.h"
#include "report.h"
#include "scikit.h"
#include "solve/objective.h"
#include "solve/solver.h"
#include "tables.h"
#include "tuning.h"

namespace perceptron::core {
namespace {

// The perceptron for one model as one would write it by hand: compressed rows
// of doubles, a shuffled order made beforehand, nothing else counted.
struct ByHand {
  std::vector<std::uint64_t> starts = {0};
  std::vector<std::uint32_t> ids;
  std::vector<double> values;
  std::vector<double> y;
  bool dense;
  std::uint64_t features;

  ByHand(const Dataset& data, std::uint32_t positive)
      : dense(data.matrix.layout() == Matrix::Layout::dense), features(data.features()) {
    std::visit(
        [&](const auto& rows) {
          for (std::uint64_t i = 0; i < rows.rows; ++i) {
            const auto row = rows[i];
            for (std::uint64_t k = 0; k < row.size; ++k) {
              ids.push_back(static_cast<std::uint32_t>(row.feature(k)));
              values.push_back(row.value(k));
            }
            starts.push_back(values.size());
            y.push_back(data.labels[i] == positive ? 1 : -1);
          }
        },
        data.matrix.view());
  }

  std::uint64_t run(const std::vector<std::vector<std::uint64_t>>& orders) const {
    std::vector<double> w(features);
    double b = 0;
    std::uint64_t mistakes = 0;
    for (const auto& order : orders) {
      for (const std::uint64_t i : order) {
        double s = b;
        if (dense) {
          const double* x = values.data() + i * features;
          for (std::uint64_t j = 0; j < features; ++j) s += x[j] * w[j];
          if (y[i] * s > 0) continue;
          for (std::uint64_t j = 0; j < features; ++j) w[j] += y[i] * x[j];
        } else {
          for (std::uint64_t k = starts[i]; k < starts[i + 1]; ++k) s += values[k] * w[ids[k]];
          if (y[i] * s > 0) continue;
          for (std::uint64_t k = starts[i]; k < starts[i + 1]; ++k) w[ids[k]] += y[i] * values[k];
        }
        b += y[i];
        ++mistakes;
      }
    }
    return mistakes;
  }
};

struct Case {
  std::string name;
  Dataset data;
};

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const char* name : {"a9a.train.libsvm.gz", "mnist.train.libsvm.gz", "news20.train.libsvm.gz",
                           "margin-8d.csv"}) {
    const std::string path = std::string(PERCEPTRON_DATA) + "/" + name;
    if (std::filesystem::exists(path)) {
      list.push_back({name, read_dataset(path, {})});
    } else {
      fmt::print("(no {}: left out)\n", name);
    }
  }
  GenerateSettings settings;
  settings.rows = 20000;
  settings.dimensions = 300;
  list.push_back({"gaussians, dense, 300-d", generate_dataset("gaussians", settings)});
  list.push_back({"text, sparse", generate_dataset("text", settings)});
  return list;
}

std::vector<Fit> fit_quietly(const Dataset& data, const Targets& targets,
                             const LearnSettings& settings) {
  Listener silent;
  return fit({data.matrix.view(), data.labels}, targets, settings, 1, silent);
}

void bench_single_loop(const std::vector<Case>& list) {
  constexpr std::uint64_t kEpochs = 5;
  ResultTable table("<>>>>", {"one model, 5 passes", "mistakes", "by hand", "ours", "ratio"});
  for (const Case& each : list) {
    const ByHand by_hand(each.data, 0);
    LearnSettings settings;
    settings.epochs = kEpochs;
    std::uint64_t mistakes = 0;
    std::uint64_t ours = 0;
    const Duel duel(
        [&] {
          // Shuffling is part of the work of both.
          std::vector<std::vector<std::uint64_t>> orders(
              kEpochs, std::vector<std::uint64_t>(each.data.rows()));
          for (std::uint64_t t = 0; t < kEpochs; ++t) {
            for (std::uint64_t i = 0; i < orders[t].size(); ++i) orders[t][i] = i;
            Random random(settings.seed, t + 1);
            shuffle(orders[t], random);
          }
          mistakes = by_hand.run(orders);
        },
        [&] {
          ours = fit_quietly(each.data, one_against_rest(each.data.classes.size(), 1), settings)[0]
                     .updates;
        });
    table.add({each.name, fmt::format("{} / {}", mistakes, ours), duration(duel.peer()),
               duration(duel.ours()), ratio(duel.ratio())});
  }
  table.print();
}

void bench_bank(const std::vector<Case>& list) {
  ResultTable table("<>>>>", {"averaged, 10 passes", "models", "one by one", "bank", "ratio"});
  for (const Case& each : list) {
    for (const std::uint64_t models : {10U, 80U}) {
      LearnSettings settings;
      settings.epochs = 10;
      settings.learner = Learner::averaged;
      const Targets targets = one_against_rest(each.data.classes.size(), models);
      const std::uint64_t sampled =
          std::min<std::uint64_t>(models, 10);  // the rest would take as long
      Duel duel(
          [&] {
            for (std::uint64_t m = 0; m < sampled; ++m)
              fit_quietly(each.data, targets.slice(m, 1), settings);
          },
          [&] { fit_quietly(each.data, targets, settings); });
      duel.stretch_peer(static_cast<double>(models) / static_cast<double>(sampled));
      table.add({each.name, count(models), duration(duel.peer()), duration(duel.ours()),
                 ratio(duel.ratio())});
    }
  }
  table.print();
}

SignedRows points_of(const Dataset& data, const Targets& targets, Offset offset) {
  return {{data.matrix.view(), data.labels}, targets, 0, offset};
}

// From file to answer, against only reading the file.
void bench_exact_margin() {
  ResultTable table("<>>>>",
                    {"widest margin to 1e-9", "margin", "read only", "read, solve", "times"});
  for (const char* name : {"margin-2d.csv", "margin-4d.csv", "margin-8d.csv"}) {
    const std::string path = std::string(PERCEPTRON_DATA) + "/" + name;
    if (!std::filesystem::exists(path)) continue;
    Listener silent;
    WidestMargin best;
    const Duel duel([&] { read_dataset(path, {}); },
                    [&] {
                      const Dataset data = read_dataset(path, {});
                      best = find_widest_margin(points_of(data, Targets::binary(), Offset::none),
                                                {}, silent);
                    },
                    21);
    table.add({name, figure(best.margin.lower, fmt::format("{:.13f}", best.margin.lower)),
               duration(duel.peer()), duration(duel.ours()), ratio(duel.times())});
  }
  table.print();
}

// The margin perceptron's updates: a guess given up by proof or by the limit.
void bench_margin_search() {
  ResultTable table(
      "<>>>>", {"updates, lambda 1.02", "limit: document", "limit: theorem", "proof", "ratio"});
  for (const char* name : {"margin-2d.csv", "margin-4d.csv", "margin-8d.csv"}) {
    const std::string path = std::string(PERCEPTRON_DATA) + "/" + name;
    if (!std::filesystem::exists(path)) continue;
    const Dataset data = read_dataset(path, {});
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

// A certified gap of 1 % on sparse text: plain coordinate ascent over all rows
// against ours.
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
  compare("generate text", generate_dataset("text", settings), Targets::binary(), Offset::none);
  table.print();
}

// The problems on which solvers meet: one class against the rest.
std::vector<BinaryProblem> problems(const std::vector<Case>& list,
                                    const std::vector<int>& solvers) {
  std::vector<BinaryProblem> found;
  const auto add = [&](const std::string& name, std::uint32_t positive) {
    for (const Case& each : list) {
      if (!each.name.starts_with(name + ".train")) continue;
      for (const int solver : solvers) found.push_back({name, &each.data, positive, solver});
    }
  };
  add("a9a", 1);
  add("mnist", 0);
  add("mnist", 8);  // the digit that is hardest to tell from the rest
  add("news20", 0);
  return found;
}

// Ours, to the same objective as the peer or better: the loosest tolerance that
// gets there is found beforehand, then the run with it is timed.
BinarySolver to_the_same_objective(const BinarySolver& peer) {
  auto tolerances = std::make_shared<std::map<std::string, double>>();
  return [peer, tolerances](const BinaryProblem& each) {
    const Problem problem = each.problem();
    // Its even numbers and 5 are solved in the primal.
    const bool dual = each.solver == 3 || each.solver == 1 || each.solver == 7;
    const auto run = [&](double tolerance) {
      SolverSettings settings;
      settings.tolerance = tolerance;
      settings.epochs = 100'000;
      Listener silent;
      SolverRun result;
      result.seconds = processor_seconds([&] {
        result.weights = solve(problem, dual ? Solver::dual : Solver::newton, settings, silent).w;
      });
      return result;
    };
    const std::string key = fmt::format("{} {} {}", each.name, each.positive, each.solver);
    if (!tolerances->contains(key)) {
      double tolerance = 1e-2;
      if (peer) {
        const double goal = each.objective(peer(each).weights);
        while (each.objective(run(tolerance).weights) > goal && tolerance > 1e-10) tolerance /= 2;
      }
      (*tolerances)[key] = tolerance;
    }
    return run(tolerances->at(key));
  };
}

void bench_solvers(const std::vector<Case>& list) {
  const BinarySolver peer = liblinear();
  const BinarySolver ours = to_the_same_objective(peer);
  if (!peer) fmt::print("(no liblinear-dev when this was built: LIBLINEAR is left out)\n");
  print_contest("to LIBLINEAR's tolerance", problems(list, {3, 1, 7, 0, 2, 5, 6}), peer, ours);
}

void bench_programs(const std::vector<Case>& list) {
  const Command ours = [](const BinaryProblem& each, const std::string& data,
                          const std::string& model) -> std::vector<std::string> {
    const double penalty = 1 / (each.c * static_cast<double>(each.data->rows()));
    const char* const learner = each.loss() == Loss::hinge           ? "hinge"
                                : each.loss() == Loss::squared_hinge ? "squared-hinge"
                                                                     : "logistic";
    return {PERCEPTRON_PROGRAM,
            "train",
            data,
            "-o",
            model,
            "--quiet",
            "--no-offset",
            "--learner",
            learner,
            "--l1",
            fmt::format("{}", each.l1() ? penalty : 0),
            "--l2",
            fmt::format("{}", each.l1() ? 0 : penalty)};
  };
  const Command peer = liblinear_train();
  if (!peer) fmt::print("(no liblinear-train: left out)\n");
  print_process_contest("from file to model", problems(list, {3, 2, 6}), peer, ours);
}

// The rows that belong to a case for testing, if they are there.
std::optional<Dataset> test_set(const std::string& name, const Dataset& train) {
  const std::string path = fmt::format("{}/{}.test.libsvm.gz", PERCEPTRON_DATA, name);
  if (!std::filesystem::exists(path)) {
    fmt::print("(no {}.test.libsvm.gz: left out)\n", name);
    return std::nullopt;
  }
  Reading reading;
  reading.options.features.ignore_new = true;
  reading.labels = LabelUse::match;
  reading.schema = &train.schema;
  reading.classes = &train.classes;
  return read_dataset(path, reading);
}

// Every class against the rest: as a bank against LIBLINEAR, and against one by one.
void bench_classes(const std::vector<Case>& list) {
  constexpr double kGap = 0.05;  // answers test rows as well as LIBLINEAR's tolerance does
  for (const Case& each : list) {
    if (!each.name.starts_with("news20.train")) continue;
    const auto test = test_set("news20", each.data);
    if (!test) continue;
    const std::vector<ClassesProblem> found = {{"news20", &each.data, &*test, 3}};
    const ClassesSolver bank = our_classes(Together::yes, kGap);
    print_classes_contest("LIBLINEAR", liblinear_classes(), "bank", bank, found);
    print_classes_contest("one by one", our_classes(Together::no, kGap), "bank", bank, found);
  }
}

std::string data_path(const std::string& name) { return std::string(PERCEPTRON_DATA) + "/" + name; }

// All classes with the averaged perceptron, against scikit-learn's plain one.
void bench_many_perceptrons(const std::vector<Case>& list) {
  constexpr std::uint64_t kPasses = 10;
  const PerceptronPeer peer = scikit_perceptron();
  if (!peer) fmt::print("(no scikit-learn: left out)\n");
  ResultTable table("<>>>>>", {"all classes, 10 passes", "scikit-learn", "accuracy", "ours",
                               "accuracy", "ratio"});
  for (const std::string name : {"mnist", "news20"}) {
    const std::string path = data_path(name + ".train.libsvm.gz");
    const auto found = std::ranges::find(list, name + ".train.libsvm.gz", &Case::name);
    const auto test = found == list.end() ? std::nullopt : test_set(name, found->data);
    if (!test) continue;
    LearnSettings settings;
    settings.learner = Learner::averaged;
    settings.epochs = kPasses;
    const Scheme scheme(Multiclass::one_vs_rest, found->data.classes.size());
    std::vector<Fit> fits;
    std::vector<double> ours;
    for (int turn = 0; turn < 5; ++turn) {
      ours.push_back(
          processor_seconds([&] { fits = fit_quietly(found->data, scheme.targets(), settings); }));
    }
    Bank bank(found->data.features(), fits.size());
    for (std::size_t m = 0; m < fits.size(); ++m) bank.put(m, fits[m].weights, fits[m].offset);
    std::vector<double> scores(test->rows() * fits.size());
    score(test->matrix.view(), 0, test->rows(), bank, scores);
    std::uint64_t right = 0;
    for (std::uint64_t i = 0; i < test->rows(); ++i)
      right += scheme.decide({scores.data() + i * fits.size(), fits.size()}) == test->labels[i];
    PerceptronRun theirs;
    if (peer) theirs = peer(path, data_path(name + ".test.libsvm.gz"), kPasses);
    const Duel duel(theirs.seconds, ours);
    table.add({name, peer ? duration(duel.peer()) : none(),
               peer ? percent(theirs.accuracy) : none(), duration(duel.ours()),
               percent(static_cast<double>(right) / static_cast<double>(test->rows())),
               ratio(duel.ratio())});
  }
  table.print();
}

// Prediction of all classes against reading the same text without a model's work.
void bench_prediction(const std::vector<Case>& list) {
  ResultTable table("<>>>>",
                    {"predict, all classes", "planes", "read only", "read, score", "times"});
  for (const std::string name : {"mnist", "news20"}) {
    const auto found = std::ranges::find(list, name + ".train.libsvm.gz", &Case::name);
    const std::string path = data_path(name + ".test.libsvm.gz");
    if (found == list.end() || !std::filesystem::exists(path)) continue;
    Model model;
    model.classes = found->data.classes.names();
    model.schema = found->data.schema;
    for (std::size_t m = 0; m < model.classes.size(); ++m)
      model.planes.push_back({std::vector<double>(found->data.features(), 0.5), 0, {}});
    ReadSettings options;
    options.features.ignore_new = true;
    Listener silent;
    const Classes classes(model.classes);
    const Duel duel(
        [&] {
          const auto reader =
              open_reader(path, {options, LabelUse::ignore, &model.schema, &classes, &silent});
          Dataset block = reader->start();
          while (read_block(*reader, block)) continue;
        },
        [&] {
          score_file(model, path, options, LabelUse::ignore, 1, silent, [](const ScoredBlock&) {});
        });
    table.add({name, count(model.planes.size()), duration(duel.peer()), duration(duel.ours()),
               ratio(duel.times())});
  }
  table.print();
}

void bench_sgd(const std::vector<Case>& list) {
  const SgdSolver ours = [](const SgdProblem& each) {
    BinaryProblem binary{each.name, each.train, each.positive};
    Problem problem = binary.problem();
    problem.loss = each.loss == "log_loss"        ? Loss::logistic
                   : each.loss == "squared_hinge" ? Loss::squared_hinge
                   : each.loss == "perceptron"    ? Loss::perceptron
                                                  : Loss::hinge;
    // The peer fits its steps to the data by itself; a user of ours says --rate.
    problem.l2 = 1e-5;
    problem.offset = OffsetKind::free;
    const auto lengths = squared_lengths(problem.rows);
    SolverSettings settings;
    settings.epochs = static_cast<std::uint64_t>(each.passes);
    settings.rate = 3 * problem.n / std::accumulate(lengths.begin(), lengths.end(), 0.0);
    Listener silent;
    Solution solution;
    SgdRun run;
    for (int turn = 0; turn < 5; ++turn) {
      run.seconds.push_back(
          processor_seconds([&] { solution = solve_online(problem, settings, silent); }));
    }
    problem.l2 = each.alpha;  // what the peer is measured by
    run.objective = mean_loss(problem, products(problem, solution.w), solution.b) +
                    penalty(problem, solution.w, solution.b);
    std::uint64_t right = 0;
    const auto score = [&](const Dataset& data, std::uint64_t i) {
      double s = solution.b;
      std::visit(
          [&](const auto& rows) {
            const auto row = rows[i];
            for (std::uint64_t k = 0; k < row.size; ++k) {
              if (row.feature(k) < solution.w.size())
                s += row.value(k) * solution.w[row.feature(k)];
            }
          },
          data.matrix.view());
      return s;
    };
    for (std::uint64_t i = 0; i < each.test->rows(); ++i)
      right += (score(*each.test, i) >= 0) == (each.test->labels[i] == each.positive) ? 1U : 0U;
    run.accuracy = static_cast<double>(right) / static_cast<double>(each.test->rows());
    return run;
  };
  const SgdSolver peer = scikit_sgd();
  if (!peer) fmt::print("(no scikit-learn: left out)\n");
  std::map<const Dataset*, Dataset> tests;
  std::vector<SgdProblem> found;
  for (const BinaryProblem& each : problems(list, {3})) {
    if (!tests.contains(each.data)) {
      auto test = test_set(each.name, *each.data);
      if (!test) continue;
      tests.emplace(each.data, std::move(*test));
    }
    for (const char* loss : {"hinge", "log_loss"})
      found.push_back({each.name, each.data, &tests.at(each.data), each.positive, loss});
  }
  print_sgd_contest("SGD, averaged, 5 passes", found, peer, ours);
}

// Hundreds of models over one reading of the rows.
void bench_tuning(const std::vector<Case>& list) {
  for (const Case& each : list) {
    if (each.name.starts_with("a9a.train")) bench_grid_of_two(each.data);
    if (!each.name.starts_with("mnist.train")) continue;
    if (const auto test = test_set("mnist", each.data))
      bench_grid_of_classes(each.data, data_path(each.name), *test,
                            data_path("mnist.test.libsvm.gz"));
  }
}

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
    {"reading", bench_reading},
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
