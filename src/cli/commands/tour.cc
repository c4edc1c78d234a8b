#include "cli/commands/tour.h"

#include <fmt/format.h>

#include <vector>

#include "base/interrupt.h"
#include "base/temporary.h"
#include "base/text.h"
#include "cli/program.h"
#include "cli/spelling.h"
#include "report/report_page.h"

namespace perceptron::core {
namespace {

using Words = std::vector<std::string>;

// A stop of the tour: the command to run, and its introduction. File names have no folder.
struct Stop {
  std::string title;
  std::string introduction;
  Words arguments;
};

// The data of the tour, which is generated first.
const std::vector<Words>& makings() {
  static const std::vector<Words> list = {
      {"ball", "--rows", "10000", "--radius", "16", "--margin", "3.2", "-o", "ball-2d.csv"},
      {"ball", "--rows", "10000", "--dimensions", "4", "--radius", "24", "--margin", "7.2", "-o",
       "ball-4d.csv"},
      {"ball", "--rows", "10000", "--dimensions", "8", "--radius", "12", "--margin", "3.6", "-o",
       "ball-8d.csv"},
      {"flipped", "--rows", "1000", "-o", "flipped.csv"},
      {"gaussians", "--rows", "600", "--classes", "3", "--distance", "4", "--seed", "8", "-o",
       "clouds.csv"},
      {"gaussians", "--rows", "240", "--dimensions", "60", "--distance", "1.2", "-o", "wide.csv"},
  };
  return list;
}

const std::vector<Stop>& stops() {
  static const std::vector<Stop> list = {
      {"The perceptron, step by step",
       "Ten thousand points in a disc of radius 16, with a margin between the classes. The "
       "perceptron goes through them row by row; if a row is on the wrong side, it adds the row to "
       "its weights or subtracts it. That is all it does.",
       {"train", "ball-2d.csv", "--no-offset", "--order", "file"}},
      {"How wide a margin, for how much work",
       "The margin perceptron also updates at rows that are correct but too near to the plane. A "
       "number λ > 1 determines how close it comes to the widest margin: at least 1/λ² of it.",
       {"margin", "ball-2d.csv", "--no-offset", "--sweep", "1.02:3.3:0.04"}},
      {"Four dimensions",
       "The same question with R = 24 in four dimensions, seen along two directions.",
       {"margin", "ball-4d.csv", "--no-offset", "--sweep", "1.02:3.3:0.06"}},
      {"Eight dimensions",
       "And with R = 12 in eight. The closer λ is to 1, the more guesses have to be refuted.",
       {"margin", "ball-8d.csv", "--no-offset", "--sweep", "1.02:3.3:0.06"}},
      {"Noisy labels: averaged against plain",
       "A quarter of the labels are flipped, so no plane classifies every row correctly and the "
       "plain perceptron never converges: its last weights depend on its last mistakes. The "
       "average of all weights hardly does.",
       {"validate", "flipped.csv", "--learner", "averaged", "--against", "learner=perceptron",
        "--folds", "10", "--epochs", "20", "--learning-curve", "8"}},
      {"Logistic regression, with proof",
       "Logistic loss on the same rows. A lower bound on the optimal value rises towards the "
       "objective; where they meet, the optimum is proved.",
       {"train", "flipped.csv", "--learner", "logistic", "--tolerance", "1e-9", "--solver",
        "newton"}},
      {"Three classes, one-vs-rest",
       "Three Gaussian clouds. One model for each class scores how much a point looks like it; the "
       "highest score wins.",
       {"train", "clouds.csv", "--learner", "averaged", "--multiclass", "one-vs-rest"}},
      {"Three classes, one-vs-one",
       "The same clouds with a model for each pair of classes; the most votes win.",
       {"train", "clouds.csv", "--learner", "averaged", "--multiclass", "one-vs-one"}},
      {"Tuning: a grid search",
       "With sixty features and 240 rows a model overfits easily. Every combination of an L1 "
       "and an L2 penalty is cross-validated, all models together.",
       {"tune", "wide.csv", "--learner", "logistic", "--grid", "l2=1e-4:10:6", "--grid",
        "l1=1e-4:0.1:4", "--folds", "5"}},
  };
  return list;
}

Words in_folder(Words words, const std::string& folder) {
  for (std::string& word : words) {
    if (word.ends_with(".csv")) word.insert(0, folder);
  }
  return words;
}

// Removes the temporary folder from the names of files.
void leave_folder(std::string& text, const std::string& folder) {
  for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder, at))
    text.erase(at, folder.size());
}
void leave_folder(RunRecord& record, const std::string& folder) {
  leave_folder(record.repeat, folder);
  for (auto& [name, option] : record.options) {
    for (std::string& text : option.texts) leave_folder(text, folder);
  }
  std::visit(
      [&](auto& finding) {
        if constexpr (requires { finding.data; }) leave_folder(finding.data.name, folder);
      },
      record.finding);
}

RunRecord record_of(const Words& words) {
  Program program;
  program.terminal.quiet = true;
  return program.record(words);
}

std::string command_line(const Words& words) {
  std::string text = "perceptron";
  for (const std::string& word : words) text += " " + shell_word(word);
  return text;
}

}  // namespace

std::string tour_page(Terminal& terminal) {
  const TemporaryFolder folder("perceptron-tour");
  const std::string prefix = folder.path() + "/";
  const std::uint64_t total = makings().size() + stops().size();
  std::uint64_t done = 0;
  for (const Words& making : makings()) {
    Words words = in_folder(making, prefix);
    words.insert(words.begin(), "generate");
    record_of(words);
    check_interrupt();
    terminal.progress("tour", ++done, total, [&] { return making.back(); });
  }
  std::vector<RunRecord> records;
  for (const Stop& stop : stops()) {
    RunRecord record = record_of(in_folder(stop.arguments, prefix));
    leave_folder(record, prefix);
    record.title = stop.title;
    record.introduction = stop.introduction;
    for (const Words& making : makings()) {
      if (making.back() != stop.arguments[1]) continue;
      Words words = making;
      words.insert(words.begin(), "generate");
      record.prepare.push_back(command_line(words));
    }
    records.push_back(std::move(record));
    check_interrupt();
    terminal.progress("tour", ++done, total, [&] { return stop.title; });
  }
  terminal.clear_line();
  return report_html(records,
                     {"Linear classifiers, seen at work",
                      "A tour of the perceptron and its family on generated data. Every margin, "
                      "bound and gap on this page was proved from the data, and the command below "
                      "each figure reproduces it."});
}

}  // namespace perceptron::core
