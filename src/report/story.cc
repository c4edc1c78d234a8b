#include "report/story.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "report/charts.h"
#include "report/page.h"
#include "report/record.h"
#include "report/values.h"

namespace perceptron {
namespace {

std::string percent(const Json& share) {
  return share.is_number() ? fmt::format("{:.2f} %", 100 * number(share)) : "–";
}

std::string value_of(const Json& value) {
  if (value.is_null()) return "–";
  if (value.is_string()) return value;
  if (value.is_number_unsigned()) return with_commas(value.get<std::uint64_t>());
  if (value.is_number()) return brief(number(value), Round::nearest, 5);
  if (value.is_boolean()) return value == true ? "yes" : "no";
  return json_text(value);
}

// Without its folders.
std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

bool has_list(const Json& json, const char* name) {
  return json.contains(name) && json.at(name).is_array() && !json.at(name).empty();
}

// One run, told from top to bottom. On a page of its own its topics are sections;
// among others the run is a section and its topics stand below.
class Chapter {
 public:
  Chapter(const Json& record, Page& page, bool alone)
      : record_(record), result_(record.at("result")), page_(page), alone_(alone) {}

  void tell() {
    const std::string command = record_.at("command");
    if (!alone_) page_.section(title(record_));
    if (record_.contains("introduction")) page_.text(record_.at("introduction").get<std::string>());
    if (!alone_) page_.lead(verdict(record_));
    if (alone_) topic("The run at a glance");
    facts();
    if (record_.contains("picture") && record_.at("picture").is_object()) picture();
    if (has_list(record_, "trace")) steps();
    if (command == "train") training();
    if (has_list(result_, "sweep")) sweep();
    if (has_list(result_, "rounds")) rounds();
    if (has_list(result_, "grid")) grid();
    if (has_list(result_, "folds") && command == "validate") folds();
    if (has_list(result_, "learning_curve")) learning_curve();
    if (result_.contains("curves")) curves(result_.at("curves"));
    if (command == "train") answers(record_.value("answers", Json::object()));
    if (command == "validate" || command == "evaluate") answers(result_);
    if (has_list(record_, "weights")) weights();
    if (has_list(record_, "worst")) worst();
    if (record_.contains("certificate") && record_.at("certificate").is_object()) certificate();
    repeat();
  }

  static std::string title(const Json& record) {
    if (record.contains("title")) return record.at("title");
    std::string name = record.at("command");
    if (record.contains("data")) {
      name += " · " + file_name(record.at("data").at("name").get<std::string>());
    } else if (record.value("options", Json::object()).contains("DATA")) {
      name += " · " + file_name(value_of(record.at("options").at("DATA")));
    }
    return name;
  }

 private:
  void topic(std::string_view name) { alone_ ? page_.section(name) : page_.heading(name); }

  void draw(const std::string& name, Json spec, const std::string& alt,
            const std::string& caption) {
    page_.plot({fmt::format("{} {}", title(record_), name), std::move(spec), alt, caption});
  }

  // ---- At a glance ----

  void facts() {
    std::vector<std::pair<std::string, std::string>> facts;
    const auto add = [&](const std::string& name, const Json& json, const char* field) {
      if (json.contains(field) && !json.at(field).is_null())
        facts.emplace_back(name, value_of(json.at(field)));
    };
    if (record_.contains("data")) {
      const Json& data = record_.at("data");
      add("rows", data, "rows");
      add("features", data, "features");
      facts.emplace_back("classes", value_of(Json(data.at("classes").size())));
    } else {
      add("rows", result_, "rows");
    }
    add("learner", result_, "learner");
    add("solver", result_, "solver");
    if (result_.contains("accuracy") && !result_.at("accuracy").is_null())
      facts.emplace_back(
          trained() ? (held_out() ? "right on all rows" : "right on its own rows") : "accuracy",
          percent(result_.at("accuracy")));
    if (held_out())
      facts.emplace_back("right on rows held out", percent(result_.at("held_out_accuracy")));
    add("passes", result_, record_.at("command") == "train" ? "epochs" : "passes");
    if (has_list(result_, "models") && result_.at("models").size() == 1 &&
        result_.at("models").at(0).at("updates") != 0)
      add("updates", result_.at("models").at(0), "updates");
    if (record_.contains("optimum")) {
      add("radius R", record_.at("optimum"), "radius");
      if (record_.at("optimum").at("separable") == true)
        add("support points", record_.at("optimum"), "support");
    }
    add("models trained", result_, "models_trained");
    times(facts);
    page_.facts(facts);
    if (record_.contains("streamed"))
      page_.note("The rows streamed by in little memory, so there is no picture of them.");
  }

  void times(std::vector<std::pair<std::string, std::string>>& facts) const {
    const auto add = [&](const char* name, const Json& seconds) {
      if (seconds.is_number()) facts.emplace_back(name, fmt::format("{:.2f} s", number(seconds)));
    };
    const Json seconds = result_.value("seconds", record_.value("seconds", Json()));
    if (seconds.is_object()) {
      add("reading took", seconds.value("read", Json()));
      add("training took", seconds.value("fit", Json()));
    } else {
      add("it took", seconds);
    }
  }

  bool trained() const { return record_.at("command") == "train"; }
  bool held_out() const {
    return result_.contains("held_out_accuracy") && result_.at("held_out_accuracy").is_number();
  }
  // Which rows a training was measured on.
  std::string measured_rows() const {
    return held_out() ? "all rows, those held out for early stopping among them"
                      : "the rows that it learned from";
  }

  // ---- Pictures ----

  void picture() {
    const Json& picture = record_.at("picture");
    const std::string kind = picture.at("kind");
    topic(kind == "features" || kind == "line" ? "The rows and the plane"
                                               : "The rows, seen along two directions");
    const std::size_t shown = picture.at("points").at("x").size();
    const auto all = picture.at("rows").get<std::uint64_t>();
    std::string caption;
    if (kind == "distance")
      caption =
          "Across: how far each row is from the plane, which is the line at 0. Up: the direction "
          "in "
          "which the rows vary most beside that, the first principal component of what is left. ";
    if (kind == "directions")
      caption = "The two directions in which the weights of the classes' planes differ most. ";
    if (kind == "variation") caption = "The two directions in which the rows vary most. ";
    if (kind == "line") caption = "One feature across; the height is only the row's number. ";
    bool band = false;
    for (const Json& plane : picture.at("planes")) band = band || number(plane.at("margin")) > 0;
    if (band && picture.at("planes").size() <= 2)
      caption += "The band around a plane is its margin: no row lies inside. ";
    if (picture.at("points").contains("support"))
      caption += "Squares mark the support points, which hold the widest margin in place. ";
    if (has_rings(picture))
      caption += "Rings mark rows at which the weights were changed, the larger the more often. ";
    if (picture.contains("regions"))
      caption += "The ground has the colour of the class that is answered there. ";
    const std::size_t planes = picture.at("planes").size();
    if (planes > 2)
      caption += fmt::format("The lines are the planes of {} models. ", with_commas(planes));
    if (planes > 0 && !shows_plane(picture))
      caption += "The plane passes by outside of the picture: all these rows are on one side. ";
    if (result_.contains("lift"))
      caption += fmt::format("Each row is lengthened by {}, as one more feature. ",
                             value_of(result_.at("lift")));
    if (picture.at("scaled") == true) caption += "Features are drawn as they were scaled. ";
    if (shown < all)
      caption += fmt::format(
          "{} of {} rows are drawn: support points, some of the rows that changed the weights, and "
          "every so many-th of all.",
          with_commas(shown), with_commas(all));
    draw("picture", picture_chart(picture),
         fmt::format("{} points of {} and what separates them. {}", with_commas(shown),
                     plural(picture.at("classes").size(), "class"), verdict(record_)),
         caption);
  }

  void steps() {
    const Json& trace = record_.at("trace");
    topic("Step by step");
    std::vector<std::string> sentences = {
        "Before the first update all weights are 0: no plane yet, and every score is 0."};
    double guess = 0;
    std::uint64_t k = 0;
    for (const Json& update : trace) {
      const double now = update.contains("guess") ? number(update.at("guess")) : 0;
      std::string start;
      if (now != guess)
        start =
            fmt::format("With the guess {} it starts from zero. ", brief(now, Round::nearest, 5));
      guess = now;
      sentences.push_back(fmt::format(
          "{}Update {}, pass {}: row {} of class {} had the score {}. A step of {} along it gives "
          "w = ({}, {}){}.",
          start, ++k, update.at("pass").dump(), update.at("row").dump(),
          update.at("class").get<std::string>(),
          brief(number(update.at("score")), Round::nearest, 4),
          brief(number(update.at("step")), Round::nearest, 4),
          brief(number(update.at("weights").at(0)), Round::nearest, 4),
          brief(number(update.at("weights").at(1)), Round::nearest, 4),
          number(update.at("offset")) == 0
              ? ""
              : ", b = " + brief(number(update.at("offset")), Round::nearest, 4)));
    }
    const auto all = record_.at("trace_updates").get<std::uint64_t>();
    std::string caption =
        "The ring is the row that changed the weights; the dashed line is the plane before, the "
        "full line the plane after, and the short line leads to the side of the second class.";
    if (all > trace.size())
      caption += fmt::format(" The first {} of {} updates.", trace.size(), with_commas(all));
    page_.stepper({title(record_) + " steps", steps_chart(record_.at("picture"), trace),
                   "The plane after each update of the training.", caption},
                  sentences);
  }

  // ---- Training ----

  void training() {
    const Json& models = result_.at("models");
    const Json optimum = record_.value("optimum", Json());
    if (models.size() == 1 && has_list(models.at(0), "mistakes_by_epoch")) {
      const Json& counts = models.at(0).at("mistakes_by_epoch");
      const bool mistakes = models.at(0).at("mistakes") == models.at(0).at("updates") &&
                            result_.at("learner") != "margin";
      const std::string what = mistakes ? "mistakes" : "updates";
      topic(mistakes ? "Mistakes by pass" : "Updates by pass");
      draw("passes", passes_chart(counts, what),
           fmt::format("The number of {} in each of {}.", what, plural(counts.size(), "pass")),
           result_.at("converged") == true ? "A pass without any ends the training." : "");
      if (result_.contains("mistake_bound") && result_.at("mistake_bound").is_number() &&
          optimum.is_object() && optimum.at("mistake_bound").is_number())
        bound(counts, what, number(optimum.at("mistake_bound")));
    }
    if (has_list(record_, "interval")) interval(optimum);
    if (has_list(record_, "objective")) objective();
    if (models.size() > 1) models_table(models);
  }

  void bound(const Json& counts, const std::string& what, double most) {
    topic("What theory promised");
    page_.text(fmt::format(
        "Novikoff's theorem: where a plane with margin γ exists and no row is longer than R, the "
        "perceptron makes at most (R/γ)² mistakes, in whatever order the rows come. With the "
        "widest "
        "margin that is {} here; it made {}.",
        with_commas(static_cast<std::uint64_t>(std::floor(most))),
        value_of(result_.at("models").at(0).at("updates"))));
    draw(
        "bound", total_chart(counts, what, most),
        fmt::format("Mistakes so far by pass, below the bound of {}.",
                    brief(most, Round::nearest, 5)),
        result_.value("offset", true)
            ? "R and γ are those of the rows lengthened by a constant 1, as the perceptron with an "
              "offset sees them."
            : "");
  }

  void interval(const Json& optimum) {
    topic("What the run proved, update by update");
    page_.text(
        "Every update tightens what is known of the widest margin: the plane so far bounds it from "
        "below, the steps so far bound it from above. Both bounds are rounded to the safe side, "
        "and neither takes the widest margin for known.");
    std::string caption =
        "The band holds the widest margin; the points are the margins of the planes on the way, 0 "
        "where a row is on the wrong side.";
    if (record_.contains("updates_followed"))
      caption += fmt::format(" The first {} updates.", value_of(record_.at("updates_followed")));
    draw("interval", interval_chart(record_.at("interval"), optimum),
         "A band that closes around the widest margin as updates go on.", caption);
  }

  void objective() {
    const Json& objective = record_.at("objective");
    topic("How near to the least");
    draw("objective", objective_chart(objective),
         "The objective and its lower bound by passes over the data.",
         "The objective can only fall, the bound only rise; the least lies between them.");
    draw("gap", gap_chart(objective), "The relative duality gap by passes, on a log scale.",
         "Their distance as a share of the objective: the relative duality gap.");
  }

  void models_table(const Json& models) {
    topic("The models");
    std::vector<std::vector<std::string>> rows;
    for (const Json& model : models) {
      if (rows.size() == 60) break;
      rows.push_back({model.at("positive").get<std::string>() + " against " +
                          model.at("negative").get<std::string>(),
                      value_of(model.value("epochs", Json())), value_of(model.at("updates")),
                      value_of(model.value("converged", Json())),
                      model.contains("gap") ? value_of(model.at("gap")) : "–"});
    }
    page_.table({"model", "passes", "updates", "converged", "gap"}, rows,
                models.size() > rows.size() ? "The first 60." : "");
  }

  // ---- Margins ----

  void sweep() {
    const double best = number(record_.at("optimum").at("upper"));
    topic("Final margin against λ");
    page_.text(
        "The margin perceptron promises at least γ_opt/λ². A λ near 1 promises more and works "
        "longer; what it reaches is often far above the promise, and larger λ are not always "
        "worse.");
    draw("sweep", sweep_chart(result_.at("sweep"), best),
         "Final margins for each λ, between the promise and the widest margin.",
         "Points are what was reached, the curve below what was promised.");
    draw("guess", guess_chart(result_.at("sweep"), best),
         "Final margin against guess over λ; every point is on or above the diagonal.",
         "A clean pass with a guess ensures a margin of γ_guess/λ: no point lies below the "
         "diagonal.");
    draw("effort", effort_chart(result_.at("sweep")), "Updates for each λ.",
         "What it cost, all guesses together.");
  }

  void rounds() {
    topic("Guess after guess");
    std::vector<std::vector<std::string>> rows;
    for (const Json& round : result_.at("rounds"))
      rows.push_back({value_of(round.at("guess")), value_of(round.at("updates")),
                      value_of(round.at("limit")), value_of(round.at("outcome"))});
    page_.table({"guess", "updates", "allowed by theory", "outcome"}, rows,
                "A guess is refuted as soon as ‖w‖/k falls below it.");
  }

  // ---- Trials ----

  void folds() {
    constexpr std::size_t kShown = 400;
    Json values = Json::array();
    const auto add = [&](const Json& folds, const std::string& learner) {
      std::size_t k = 0;
      for (const Json& fold : folds) {
        if (++k > kShown) break;
        values.push_back({{"learner", learner}, {"fold", k}, {"accuracy", fold.at("accuracy")}});
      }
    };
    if (result_.at("folds").size() < 2) return;
    add(result_.at("folds"), result_.at("learner"));
    for (const Json& other : result_.value("comparisons", Json::array()))
      if (has_list(other, "folds")) add(other.at("folds"), other.at("against"));
    topic("Fold by fold");
    draw("folds", folds_chart(values), "The accuracy of each fold, and their mean.",
         "Each point is a fold whose rows had no part in the training; the bar is the mean.");
  }

  void learning_curve() {
    topic("What more rows would bring");
    draw("learning", curve_chart(result_.at("learning_curve"), "rows", "rows learned from"),
         "Accuracy by the number of rows learned from.",
         "The band is one standard deviation over folds to each side.");
  }

  void grid() {
    const Json& best = result_.at("best");
    std::vector<std::string> axes;
    for (const auto& [name, value] : best.items()) axes.push_back(name);
    topic("The grid");
    if (axes.size() == 1) {
      draw("grid", curve_chart(result_.at("grid"), axes[0], axes[0]),
           fmt::format("Accuracy for each {}.", axes[0]),
           "The band is one standard deviation over folds to each side.");
    } else {
      const auto distinct = [&](const std::string& axis) {
        std::vector<Json> seen;
        for (const Json& row : result_.at("grid"))
          if (std::find(seen.begin(), seen.end(), row.at(axis)) == seen.end())
            seen.push_back(row.at(axis));
        return seen.size();
      };
      // What has more values goes across.
      std::stable_sort(axes.begin(), axes.end(), [&](const std::string& a, const std::string& b) {
        return distinct(a) > distinct(b);
      });
      draw("grid", heat_chart(result_.at("grid"), axes[0], axes[1]),
           fmt::format("Accuracy for each {} and {}.", axes[0], axes[1]),
           axes.size() == 2 ? "The star marks the best."
                            : "The star marks the best; each cell has the best over the other "
                              "settings.");
    }
    if (result_.contains("outer") && result_.at("outer").is_object())
      page_.text(fmt::format(
          "Chosen anew on each outer fold, so that the choice itself is measured: {} right.",
          percent(result_.at("outer").at("accuracy"))));
  }

  void curves(const Json& curves) {
    if (has_list(curves, "mistakes_by_pass") && curves.at("mistakes_by_pass").size() > 1) {
      topic("Updates by pass");
      draw("passes", passes_chart(curves.at("mistakes_by_pass"), "updates"),
           "Updates in each pass, the mean over the folds.",
           result_.value("folds", Json::array()).size() > 1 ? "The mean over the folds." : "");
    }
    if (has_list(curves, "roc")) {
      topic("Where to draw the line");
      draw("roc", roc_chart(curves.at("roc")), "The ROC curve.",
           result_.contains("auc") && result_.at("auc").is_number()
               ? fmt::format("ROC: the area under it is {}.", value_of(result_.at("auc")))
               : "ROC");
    }
    if (has_list(curves, "precision_recall"))
      draw("precision-recall", precision_recall_chart(curves.at("precision_recall")),
           "The precision-recall curve.",
           fmt::format("Precision and recall as the threshold moves; average precision {}.",
                       value_of(curves.value("average_precision", Json()))));
  }

  // ---- Answers ----

  void answers(const Json& metrics) {
    if (has_list(metrics, "confusion") && metrics.at("confusion").size() <= 40) {
      topic("Answers by class");
      draw("confusion", confusion_chart(metrics.at("confusion"), metrics.at("classes")),
           "The confusion matrix: true classes down, answers across.",
           trained() ? "On " + measured_rows() + "." : "");
    }
    if (metrics.contains("per_class")) {
      std::vector<std::vector<std::string>> rows;
      for (const auto& [name, each] : metrics.at("per_class").items()) {
        if (rows.size() == 60) break;
        rows.push_back({name, percent(each.at("precision")), percent(each.at("recall")),
                        percent(each.at("f1")), value_of(each.at("support"))});
      }
      page_.table({"class", "precision", "recall", "F1", "rows"}, rows);
    }
    if (has_list(metrics, "reliability")) {
      topic("Can its probabilities be trusted?");
      draw(
          "reliability", reliability_chart(metrics.at("reliability")),
          "Shares of right answers against the probabilities given.",
          fmt::format("On the diagonal probabilities are shares; the expected calibration error is "
                      "{}.",
                      value_of(metrics.value("expected_calibration_error", Json()))));
    }
  }

  void weights() {
    const Json& planes = record_.at("weights");
    bool titled = false;
    const std::size_t all_planes = result_.value("models", planes).size();
    for (const Json& plane : planes) {
      if (!has_list(plane, "largest")) continue;
      const auto& largest = plane.at("largest");
      if (!titled) topic("What counts");
      titled = true;
      const std::string positive = plane.at("positive");
      const std::string negative = plane.at("negative");
      const auto all = plane.at("features").get<std::uint64_t>();
      std::string caption = fmt::format("{} against {}", positive, negative);
      if (all > largest.size())
        caption += fmt::format(": the {} largest of {} weights", largest.size(), with_commas(all));
      draw("weights " + positive, weights_chart(largest, positive, negative),
           fmt::format("Weights by feature, largest first, for {} against {}.", positive, negative),
           caption + ".");
    }
    if (titled && all_planes > planes.size())
      page_.note(fmt::format("The first {} of {}.", planes.size(), plural(all_planes, "model")));
  }

  void worst() {
    topic("The rows most wrong");
    std::vector<std::vector<std::string>> rows;
    for (const Json& each : record_.at("worst")) {
      rows.push_back({value_of(each.at("row")), value_of(each.at("class")),
                      value_of(each.at("called")), value_of(each.at("by"))});
      if (!each.contains("values")) continue;
      std::string values;
      for (const Json& value : each.at("values"))
        values += fmt::format("{}{} = {}", values.empty() ? "" : ", ",
                              value.at("feature").get<std::string>(),
                              brief(number(value.at("value")), Round::nearest, 10));
      rows.back().push_back(values);
    }
    std::vector<std::string> head = {"row", "class", "called", "score ahead by"};
    if (rows[0].size() > head.size()) head.emplace_back("values");
    page_.table(head, rows,
                trained() ? "Of " + measured_rows() +
                                ", those furthest on the wrong side; of many features the ones "
                                "that counted most."
                          : "Those furthest on the wrong side.");
  }

  void certificate() {
    const Json& proof = record_.at("certificate");
    topic("The proof");
    page_.text(fmt::format(
        "What is claimed is proved by a certificate of kind “{}”, which the record of the run "
        "holds{}. Whoever has the data can check it in exact arithmetic with perceptron verify, "
        "without trusting the program that made it.",
        proof.value("kind", ""), trained() ? "" : " and -o saves"));
    std::vector<std::pair<std::string, std::string>> facts;
    if (proof.contains("points") && proof.at("points").contains("rows"))
      facts.emplace_back("rows it rests on", with_commas(proof.at("points").at("rows").size()));
    page_.facts(facts);
    if (proof.contains("data") && proof.at("data").is_object())
      page_.note("It is about the data with the hash " +
                 value_of(proof.at("data").value("hash", Json())) + ".");
  }

  void repeat() {
    topic("How to repeat it");
    std::string text;
    for (const Json& line : record_.value("prepare", Json::array()))
      text += line.get<std::string>() + "\n";
    page_.code(text + record_.at("repeat").get<std::string>());
    page_.note(fmt::format("{}.{}", record_.at("program").get<std::string>(),
                           result_.contains("seed")
                               ? fmt::format(" Seed {}; the same seed gives the same result on any "
                                             "number of threads.",
                                             result_.at("seed").dump())
                               : ""));
  }

  const Json& record_;
  const Json& result_;
  Page& page_;
  bool alone_;
};

}  // namespace

void require_record(const Json& record, const std::string& name) {
  if (!record.is_object() || !record.contains("record") || !record.contains("command"))
    throw Error(Place{name}, "this is no record of a run; make one with --record FILE");
  if (record.at("record") != kRecordVersion)
    throw Error(Place{name},
                fmt::format("this record is of version {}, and this program reads version {}; "
                            "make it again",
                            json_text(record.at("record")), kRecordVersion));
}

std::string report_html(const std::vector<Json>& records, const Heading& heading) {
  const bool alone = records.size() == 1;
  const auto [title, lead] = heading;
  const std::string own = alone ? Chapter::title(records[0]) : plural(records.size(), "run");
  Page page(title.empty() ? own : title, !lead.empty() ? lead : alone ? verdict(records[0]) : "");
  for (const Json& record : records) Chapter(record, page, alone).tell();
  return page.html();
}

}  // namespace perceptron
