// All classes at once: training them, and answering with them.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cases.h"
#include "classes.h"
#include "clock.h"
#include "liblinear.h"
#include "library.h"
#include "report.h"
#include "scikit.h"
#include "tables.h"

namespace perceptron::core {

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

}  // namespace perceptron::core
