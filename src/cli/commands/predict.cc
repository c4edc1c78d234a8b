// perceptron predict MODEL DATA

#include <fmt/format.h>

#include "base/output.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/explain_report.h"
#include "cli/scoring.h"
#include "data/cache/sidecar.h"
#include "evaluate/explained_rows.h"
#include "model/certainty.h"
#include "model/file.h"
#include "model/prediction_text.h"
#include "model/scorer.h"
#include "report/summaries.h"

namespace perceptron::core {
namespace {

// Numbers printed after each class: their name, their column titles, and how to compute them from
// the scores of the model's planes.
struct Extra {
  std::string name;
  std::vector<std::string> titles;
  std::function<void(std::span<const double> scores, std::vector<double>& numbers)> make;
  std::vector<double> kept;  // of all rows, for JSON
};

class Predict : public Command {
 public:
  std::string name() const override { return "predict"; }
  std::string summary() const override { return "print the class of each row of a file"; }
  std::string example() const override { return "perceptron predict iris.model new.csv --scores"; }

  void declare(CLI::App& app) override {
    app.add_option("MODEL", model_, "a model saved by train")->required();
    app.add_option(kDataArgument, data_, "rows to classify: a file, or - for standard input")
        ->required();
    declare_data_for_model(app, reading_);
    declare_limits(app, reading_.limits, Content::data | Content::model);
    declare_cache(app, reading_);
    declare_threshold(app, threshold_);
    app.add_flag("--votes", with_votes_, "print the votes for each class (one-vs-one) after it")
        ->group("Output");
    app.add_flag("--scores", with_scores_,
                 "print each row's score after its class, where 0 or more means the second class; "
                 "for many classes one score per class")
        ->group("Output");
    app.add_flag("--probabilities", with_probabilities_,
                 "print the probability of each class after it (logistic, or trained with "
                 "--calibrate)")
        ->group("Output");
    app.add_flag(
           "--explain", with_explanation_,
           "print after it the three features that contribute most, compared with the average "
           "row; with --json everything that the command explain finds")
        ->group("Output");
    app.add_flag("--certain", with_certainty_,
                 "print after each class whether it is certain: every exact minimiser of the loss "
                 "predicts it; needs a model trained with --certify")
        ->group("Output");
    app.add_flag("--titles", with_titles_, "print a line with the names of the columns first")
        ->group("Output");
    app.add_flag("--join", text_.join,
                 "print each row as it is in the file, with its prediction in a further column; a "
                 "row of LIBSVM stands after its prediction and a tab")
        ->group("Output");
    app.add_option_function<std::string>(
           "--id", [this](const std::string& text) { text_.id = text; },
           "print this column of a table before each prediction")
        ->type_name("NAME|NUMBER|last|first")
        ->group("Output");
    app.add_option("-o,--output", outputs_,
                   "write to a file instead of standard output; csv, tsv and jsonl (JSON lines) "
                   "instead choose the format [values between tabs; with --join as in the file]")
        ->type_name("FILE|csv|tsv|jsonl")
        ->group("Output")
        ->allow_extra_args(false);
    declare_threads(app, threads_);
    declare_json(app);
  }

  Exit run(Terminal& terminal) override {
    take_outputs();
    if (output_ == "-" && recording_.to_standard_output())
      throw Error(ErrorKind::usage, "the rows use standard output; give --record a file, or -o");
    Model model = load_model(model_, reading_.limits);
    set_threshold(threshold_, model);
    const Scheme scheme = model.scheme();
    choose_extras(model);
    choose_explanation(model, terminal);
    refuse_same_file(output_, {model_, data_, reading_.cache ? sidecar_path(data_) : ""});
    Output output(output_);
    PredictionText lines(line_settings());
    if (json_) output.write("{\"predictions\":[");
    std::string text;
    std::uint64_t row = 0;
    std::vector<std::uint64_t> called(scheme.classes());
    std::optional<Certainty> certainty;
    if (with_certainty_) certainty.emplace(model);
    const auto write_block = [&](const ScoredBlock& block) {
      text = row == 0 && !json_ ? lines.header() : "";
      for (std::uint64_t i = 0; i < block.size(); ++i, ++row) {
        const std::uint32_t answer = scheme.decide(block[i]);
        const std::string& name = model.classes[answer];
        ++called[answer];
        compute(block[i]);
        words_.clear();
        if (certainty) mark(certainty->is_certain(block.rows, i, answer));
        if (explainer_) explain_next(block[i]);
        if (json_) {
          text += fmt::format("{}{}", row > 0 ? "," : "", Json(name).dump());
        } else {
          lines.append(block.texts.empty() ? "" : block.texts[i], name, numbers_, text, words_);
        }
      }
      output.write(text);
    };
    const std::uint64_t rows =
        score_file(model, data_, reading_, LabelUse::ignore, threads_, terminal, write_block,
                   {lines.needs_rows() ? &lines : nullptr, watch_rows()});
    if (json_) output.write(end_of_json(rows, model));
    output.finish();
    if (certainty)
      terminal.note(fmt::format("certain, because every exact minimiser gives them: {} of {}",
                                with_commas(certain_), plural(rows, "answer")));
    PredictionRecord record{{rows, {}, output_, {}}};
    if (certainty) record.result.certain = certain_;
    for (std::size_t c = 0; c < called.size(); ++c)
      record.result.called.emplace_back(model.classes[c], called[c]);
    recording_.set(std::move(record));
    return Exit::done;
  }

 private:
  static constexpr std::size_t kExplainedFeatures = 3;

  void choose_extras(const Model& model) {
    const Scheme scheme = model.scheme();
    const std::uint64_t classes = scheme.classes();
    const bool two = scheme.layout() == ModelLayout::two_classes;
    if (with_votes_) {
      if (scheme.layout() != ModelLayout::per_pair) {
        throw Error(ErrorKind::usage,
                    "--votes: this model has no votes; train with --multiclass "
                    "one-vs-one on three or more classes");
      }
      extras_.push_back({"votes",
                         of_each("votes", model),
                         [scheme, votes = std::vector<std::uint64_t>(classes)](
                             std::span<const double> scores, std::vector<double>& numbers) mutable {
                           scheme.count_votes(scores, votes);
                           numbers.assign(votes.begin(), votes.end());
                         },
                         {}});
    }
    if (with_scores_) {
      extras_.push_back(
          {"scores",
           two ? std::vector<std::string>{"score"} : of_each("score", model),
           [scheme, two](std::span<const double> scores, std::vector<double>& numbers) {
             numbers.resize(two ? 1 : scheme.classes());
             two ? void(numbers[0] = scores[0]) : scheme.class_scores(scores, numbers);
           },
           {}});
    }
    if (with_probabilities_) add_probabilities(model);
  }

  // Where the model does not know the average of its training rows, that of the file is taken.
  void choose_explanation(const Model& model, Terminal& terminal) {
    if (!with_explanation_) return;
    auto average = average_of_training(model);
    if (!average && data_ == "-")
      throw Error(ErrorKind::usage,
                  "--explain reads the rows twice, first for their average; give a file instead of "
                  "standard input, or a model trained with --scale standard");
    if (!average) average = average_of_file(model, data_, reading_, threads_, terminal);
    explainer_.emplace(model, std::move(*average), json_ ? 10 : kExplainedFeatures);
  }

  void explain_next(std::span<const double> scores) {
    const RowExplanation explanation = explainer_->next(scores);
    words_.push_back(explanation_words(explanation, kExplainedFeatures));
    if (json_) explanations_.push_back(json_of(explained_row_record(explanation)));
  }

  std::function<void(const Dataset&)> watch_rows() {
    if (!explainer_) return {};
    return [this](const Dataset& block) { explainer_->see(block.matrix); };
  }

  void add_probabilities(const Model& model) {
    auto calibration = model.to_probabilities();
    if (!calibration) {
      throw Error(
          ErrorKind::usage,
          fmt::format("--probabilities: the learner {} has no probabilities; train with "
                      "{}--learner logistic",
                      model.origin.learner, model.support ? "" : "--calibrate sigmoid, or with "));
    }
    const std::uint64_t classes = model.classes.size();
    extras_.push_back({"probabilities",
                       of_each("probability", model),
                       [classes, each = Probabilities(model.scheme(), std::move(*calibration))](
                           std::span<const double> scores, std::vector<double>& numbers) mutable {
                         numbers.resize(classes);
                         each.make(scores, numbers);
                       },
                       {}});
  }

  static std::vector<std::string> of_each(const std::string& what, const Model& model) {
    std::vector<std::string> titles;
    titles.reserve(model.classes.size());
    for (const std::string& name : model.classes)
      titles.push_back(fmt::format("{} {}", what, name));
    return titles;
  }

  // The file and the format of -o, which may be given once for each.
  void take_outputs() {
    bool has_file = false;
    for (const std::string& text : outputs_) {
      const auto format = find_named<PredictionFormat>(text);
      if (text == "json")
        throw Error(ErrorKind::usage,
                    "-o json: for an object per row use --output jsonl, for one document --json "
                    "(a file of this name is ./json)");
      if (format ? text_.format.has_value() : has_file)
        throw Error(ErrorKind::usage, fmt::format("-o names {}; leave one out",
                                                  format ? "two formats" : "two files"));
      if (format) {
        text_.format = format;
      } else {
        output_ = text;
        has_file = true;
      }
    }
    if (json_ && (text_.join || text_.id || text_.format))
      throw Error(ErrorKind::usage,
                  "--json prints one document; for an object per row use --output jsonl");
  }

  PredictionTextSettings line_settings() const {
    PredictionTextSettings settings = text_;
    settings.titles = with_titles_ && !json_;
    if (with_certainty_) settings.words.emplace_back("certain");
    for (const Extra& extra : extras_)
      settings.numbers.insert(settings.numbers.end(), extra.titles.begin(), extra.titles.end());
    if (with_explanation_) settings.words.emplace_back("explanation");
    return settings;
  }

  // The numbers after the class of a row.
  void compute(std::span<const double> scores) {
    numbers_.clear();
    for (Extra& extra : extras_) {
      extra.make(scores, extra_);
      numbers_.insert(numbers_.end(), extra_.begin(), extra_.end());
      if (json_) extra.kept.insert(extra.kept.end(), extra_.begin(), extra_.end());
    }
  }

  void mark(bool certain) {
    certain_ += certain ? 1 : 0;
    words_.emplace_back(certain ? "certain" : "undecided");
    if (json_) marks_.push_back(certain);
  }

  std::string end_of_json(std::uint64_t rows, const Model& model) const {
    std::string text = "]";
    for (const Extra& extra : extras_) {
      const std::size_t each = extra.titles.size();
      Json list = Json::array();
      if (each == 1) {
        list = extra.kept;
      } else {
        for (std::uint64_t i = 0; i < rows; ++i) {
          const auto begin = extra.kept.begin() + static_cast<std::ptrdiff_t>(i * each);
          const auto end = begin + static_cast<std::ptrdiff_t>(each);
          list.push_back(extra.name == "votes" ? Json(std::vector<std::uint64_t>(begin, end))
                                               : Json(std::vector<double>(begin, end)));
        }
      }
      text += fmt::format(",\"{}\":{}", extra.name, list.dump());
    }
    if (explainer_) text += fmt::format(",\"explanations\":{}", explanations_.dump());
    if (with_certainty_) {
      const Json counts = {{"certain", certain_}, {"undecided", rows - certain_}};
      text += fmt::format(R"(,"certain":{},"marks":{})", counts.dump(), Json(marks_).dump());
    }
    return text + fmt::format(",\"rows\":{},\"classes\":{}}}\n", rows, Json(model.classes).dump());
  }

  std::string model_;
  std::string data_;
  std::vector<std::string> outputs_;  // as given
  std::string output_ = "-";
  PredictionTextSettings text_;
  ReadSettings reading_;
  ThresholdOption threshold_;
  std::uint64_t threads_ = 1;
  bool with_votes_ = false;
  bool with_scores_ = false;
  bool with_probabilities_ = false;
  bool with_certainty_ = false;
  bool with_titles_ = false;
  bool with_explanation_ = false;
  std::optional<BlockExplainer> explainer_;
  std::vector<std::string> words_;  // of a row: whether it is certain, its explanation
  Json explanations_ = Json::array();
  std::vector<Extra> extras_;
  std::vector<double> numbers_;  // of a row, and those of one of the extras
  std::vector<double> extra_;
  std::uint64_t certain_ = 0;  // rows
  std::vector<bool> marks_;    // of all rows, for JSON
};

}  // namespace

std::unique_ptr<Command> predict_command() { return std::make_unique<Predict>(); }

}  // namespace perceptron::core
