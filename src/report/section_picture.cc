// The rows and the planes that separate them.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/charts.h"
#include "report/report_page.h"
#include "report/run_section.h"

namespace perceptron::core {
namespace {

std::string axes_text(PictureKind kind) {
  switch (kind) {
    case PictureKind::features:
      return "";
    case PictureKind::mapped:
      return "The rows before the feature map. What is a plane for the mapped features is the "
             "curve "
             "between the colours here. ";
    case PictureKind::line:
      return "The horizontal axis is the only feature, the vertical axis the number of the row. ";
    case PictureKind::distance:
      return "Horizontal axis: distance from the plane, which is the line at 0. Vertical axis: the "
             "first principal component of "
             "the rest. ";
    case PictureKind::directions:
      return "The two directions in which the weights of the classes' planes differ most. ";
    case PictureKind::variation:
      return "The two directions in which the rows vary most. ";
  }
  return "";
}

const char* topic_of(PictureKind kind) {
  if (kind == PictureKind::mapped) return "The rows and the boundary between the classes";
  const bool flat = kind == PictureKind::features || kind == PictureKind::line;
  return flat ? "The rows and the plane" : "The rows, seen along two directions";
}

std::string planes_text(const PictureRecord& picture) {
  std::string text;
  const auto& planes = picture.planes;
  const bool band =
      std::any_of(planes.begin(), planes.end(), [](const auto& plane) { return plane.margin > 0; });
  if (band && planes.size() <= 2)
    text += "The band around a plane is its margin: no row lies inside. ";
  if (picture.points.support)
    text += picture.overlap == true
                ? "Squares mark the rows of the proof that no plane separates the classes. "
                : "Squares mark the support vectors, which determine the widest margin. ";
  if (picture.shared)
    text +=
        "The cross is a point that is a weighted mean of such rows of each class, so on both "
        "sides of any plane. ";
  if (has_rings(picture)) text += "Rings mark rows with updates, the larger the more updates. ";
  if (picture.regions) text += "The background has the colour of the class predicted there. ";
  if (planes.size() > 2)
    text += fmt::format("The lines are the planes of {} models. ", with_commas(planes.size()));
  if (!planes.empty() && !shows_plane(picture))
    text += "The plane lies outside the picture: all these rows are on one side. ";
  return text;
}

}  // namespace

void show_picture(const PictureRecord& picture, const std::optional<double>& lift,
                  RunSection& section) {
  section.topic(topic_of(picture.kind));
  const std::size_t shown = picture.points.x.size();
  std::string caption = axes_text(picture.kind) + planes_text(picture);
  if (lift)
    caption += fmt::format("The constant {} is appended to each row as one more feature. ",
                           cell_text(*lift));
  if (picture.scaled) caption += "Features are drawn as they were scaled. ";
  if (shown < picture.rows)
    caption += fmt::format(
        "{} of {} rows are drawn: {}, some of the rows with updates, and an even sample of the "
        "rest.",
        with_commas(shown), with_commas(picture.rows),
        picture.overlap == true ? "the rows of the proof" : "support vectors");
  section.draw("picture", picture_chart(picture),
               fmt::format("{} points of {} and what separates them. {}", with_commas(shown),
                           plural(picture.classes.size(), "class"), verdict(section.run())),
               caption);
}

void show_steps(const HistoryRecord& history, RunSection& section) {
  if (!has_items(history.trace) || !history.picture) return;
  const auto& trace = *history.trace;
  section.topic("Step by step");
  std::vector<std::string> sentences = {
      "Before the first update all weights are 0: no plane yet, and every score is 0."};
  const auto four = [](double number) { return brief(number, Round::nearest, 4); };
  double guess = 0;
  std::uint64_t k = 0;
  for (const StepRecord& update : trace) {
    const double now = update.guess.value_or(0);
    std::string start;
    if (now != guess)
      start = fmt::format("With the guess {} it starts from zero. ", brief(now, Round::nearest, 5));
    guess = now;
    sentences.push_back(fmt::format(
        "{}Update {}, pass {}: row {} of class {} had the score {}. A step of {} along it gives "
        "w = ({}, {}){}.",
        start, ++k, update.pass, update.row, update.label, four(update.score), four(update.step),
        four(update.weights[0]), four(update.weights[1]),
        update.offset == 0 ? "" : ", b = " + four(update.offset)));
  }
  std::string caption =
      "The ring marks the row of the update; the dashed line is the plane before it, the full "
      "line the plane after, and the short line leads to the side of the second class.";
  if (history.trace_updates.value_or(0) > trace.size())
    caption += fmt::format(" The first {} of {} updates.", trace.size(),
                           with_commas(*history.trace_updates));
  section.page().stepper({title(section.run()) + " steps", steps_chart(*history.picture, trace),
                          "The plane after each update of the training.", caption},
                         sentences);
}

}  // namespace perceptron::core
