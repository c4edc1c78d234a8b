#include "evaluate/cross.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/memory.h"
#include "base/text.h"
#include "base/threads.h"
#include "data/scaling.h"
#include "evaluate/chorus.h"
#include "evaluate/course.h"
#include "evaluate/lesson.h"
#include "evaluate/panel.h"
#include "learn/learners.h"
#include "model/checks.h"
#include "model/train.h"

namespace perceptron {
namespace {

// One training: all rows but those of a part, to a level.
struct Lecture {
  std::uint32_t part;
  std::uint32_t level;
};

class Crossing {
 public:
  Crossing(const Dataset& data, const Split& split, std::span<const Candidate> candidates,
           const CrossOptions& options, Listener& listener)
      : data_(data),
        split_(split),
        candidates_(candidates),
        options_(options),
        chorus_(listener, std::uint64_t{split.parts} * options.levels * candidates.size()),
        rows_of_part_(split.parts),
        outcomes_(candidates.size()) {
    for (std::uint64_t i = 0; i < data.rows(); ++i) {
      if (split.part_of_row[i] != Split::kNever) rows_of_part_[split.part_of_row[i]].push_back(i);
    }
    count_rows();
    for (Outcome& outcome : outcomes_) {
      outcome.folds.resize(learned_.size());
      if (options.keep_answers) make_room(outcome.answers);
    }
  }

  std::vector<Outcome> run() {
    std::map<ScalingKind, Members> by_scale;
    for (std::size_t c = 0; c < candidates_.size(); ++c)
      by_scale[candidates_[c].scale].push_back(c);
    for (const auto& [scale, members] : by_scale) run_scale(scale, members);
    for (Outcome& outcome : outcomes_) {
      if (has_no_probabilities(outcome)) outcome.answers.probabilities.clear();
    }
    return std::move(outcomes_);
  }

 private:
  std::uint32_t level_of(std::uint64_t row) const {
    return options_.level_of_row.empty() ? 0 : options_.level_of_row[row];
  }
  std::size_t place(const Lecture& lecture) const {
    return std::size_t{lecture.level} * split_.parts + lecture.part;
  }

  // The rows that each training learns from, in all and by class. There may be as
  // many parts as rows, so those of all parts are counted once.
  void count_rows() {
    const std::size_t classes = data_.classes.size();
    for (std::uint32_t level = 0; level < options_.levels; ++level) {
      std::vector<std::uint64_t> of_class(classes);
      std::uint64_t all = 0;
      const auto count = [&](std::uint64_t i, std::vector<std::uint64_t>& each,
                             std::uint64_t& sum) {
        if (level_of(i) > level) return;
        ++sum;
        if (data_.weights.empty() || data_.weights[i] > 0) ++each[data_.labels[i]];
      };
      for (std::uint64_t i = 0; i < data_.rows(); ++i) count(i, of_class, all);
      for (std::uint32_t part = 0; part < split_.parts; ++part) {
        std::vector<std::uint64_t> tried(classes);
        std::uint64_t sum = 0;
        for (const std::uint64_t i : rows_of_part_[part]) count(i, tried, sum);
        learned_.push_back(all - sum);
        auto& rest = counts_.emplace_back(of_class);
        for (std::size_t c = 0; c < classes; ++c) rest[c] -= tried[c];
      }
    }
  }

  bool is_complete(const Lecture& lecture) const {
    const auto& counts = counts_[place(lecture)];
    return std::all_of(counts.begin(), counts.end(), [](std::uint64_t count) { return count > 0; });
  }

  // What the rows of each class weigh, summed as if they were all there are.
  std::vector<double> totals(const Lecture& lecture) const {
    const auto& counts = counts_[place(lecture)];
    if (data_.weights.empty()) return {counts.begin(), counts.end()};
    std::vector<double> total(counts.size());
    for (std::uint64_t i = 0; i < data_.rows(); ++i) {
      if (learns_from(lecture, i)) total[data_.labels[i]] += data_.weights[i];
    }
    return total;
  }

  bool learns_from(const Lecture& lecture, std::uint64_t row) const {
    return split_.part_of_row[row] != lecture.part && level_of(row) <= lecture.level;
  }
  std::vector<std::uint64_t> rows_learned(const Lecture& lecture) const {
    std::vector<std::uint64_t> rows;
    for (std::uint64_t i = 0; i < data_.rows(); ++i) {
      if (learns_from(lecture, i)) rows.push_back(i);
    }
    return rows;
  }

  void make_room(Answers& answers) const {
    const std::uint64_t classes = data_.classes.size();
    require_memory(data_.rows(), 2 * classes * sizeof(double), "the answers of all rows",
                   "take fewer rows or classes");
    answers.predicted.resize(data_.rows());
    answers.scores.resize(data_.rows() * (classes == 2 ? 1 : classes));
    answers.probabilities.resize(data_.rows() * classes);
  }
  bool has_no_probabilities(const Outcome& outcome) const {
    const auto c = static_cast<std::size_t>(&outcome - outcomes_.data());
    const LearnSettings& settings = candidates_[c].learn;
    return !traits_of(settings).gives_probabilities && settings.calibrate == CalibrationKind::none;
  }

  void run_scale(ScalingKind scale, const Members& members) {
    Members banked;
    Members others;
    for (const std::size_t c : members)
      (trains_in_bank(candidates_[c].learn) ? banked : others).push_back(c);
    std::vector<Lecture> together;
    std::vector<Lecture> apart;
    std::vector<Lecture> all;
    // One training needs no table, and comes out as it does in the command train.
    const bool shared = split_.parts * options_.levels > 1 && lessons_share_rows(data_, scale);
    for (std::uint32_t level = 0; level < options_.levels; ++level) {
      for (std::uint32_t part = 0; part < split_.parts; ++part) {
        const Lecture lecture{part, level};
        if (rows_of_part_[part].empty() || learned_[place(lecture)] == 0) continue;
        all.push_back(lecture);
        (shared && is_complete(lecture) ? together : apart).push_back(lecture);
      }
    }
    if (!together.empty() && !banked.empty()) {
      Dataset scaled;
      if (scale != ScalingKind::none) {
        scaled = data_;
        Scaling::fit(scale, scaled.matrix).apply(scaled.matrix);
      }
      const Dataset& rows = scale == ScalingKind::none ? data_ : scaled;
      for (const Members& family : families(candidates_, banked))
        teach_together(rows.matrix.view(), together, family);
    }
    teach_apart(apart, banked, scale);
    teach_apart(all, others, scale);
  }

  // ---- In one bank ----

  void teach_together(const RowsView& rows, std::vector<Lecture> lectures, const Members& family) {
    if (std::all_of(family.begin(), family.end(),
                    [&](std::size_t c) { return quiet_rows_do_nothing(candidates_[c].learn); }))
      lectures = without_quiet(rows, std::move(lectures), family);
    const std::uint64_t width = lectures_at_once(family);
    for (std::size_t first = 0; first < lectures.size(); first += width) {
      const std::span<const Lecture> some =
          std::span(lectures).subspan(first, std::min<std::size_t>(width, lectures.size() - first));
      auto panels = teach_path(course_of(rows, some), family, options_.threads);
      parallel_for(some.size(), options_.threads, [&](std::uint64_t k) {
        Panel panel(std::move(panels[k]), data_.features(), all_classes(), data_.classes.size());
        judge(panel, rows, some[k]);
      });
    }
  }

  // The family as one bank, or as a bank for each place of its paths.
  std::vector<std::vector<Seat>> teach_path(Course course, const Members& family,
                                            std::uint64_t threads) {
    if (!options_.path) {
      chorus_.begin_bank(course.lectures * family.size());
      return teach(course, candidates_, family, threads, Keep::weights, chorus_);
    }
    std::vector<std::vector<Seat>> all(course.lectures);
    for (const Rung& rung : rungs_of(candidates_, family)) {
      course.start = [&](std::size_t l, std::size_t c, std::uint64_t m) -> const Fit* {
        const auto at = std::find(rung.members.begin(), rung.members.end(), c);
        const auto before = rung.before[static_cast<std::size_t>(at - rung.members.begin())];
        if (!before) return nullptr;
        return &std::find_if(all[l].begin(), all[l].end(), [&](const Seat& seat) {
                  return seat.candidate == *before;
                })->fits[m];
      };
      chorus_.begin_bank(course.lectures * rung.members.size());
      auto next = teach(course, candidates_, rung.members, threads, Keep::weights, chorus_);
      for (std::size_t l = 0; l < course.lectures; ++l)
        std::move(next[l].begin(), next[l].end(), std::back_inserter(all[l]));
    }
    return all;
  }

  // A bank that has a chance to stay in a cache, and a table of classes that does.
  std::uint64_t lectures_at_once(const Members& family) const {
    constexpr std::uint64_t kCache = std::uint64_t{1} << 20;   // bytes of a bank, a thread
    constexpr std::uint64_t kMemory = std::uint64_t{1} << 28;  // of weights in all
    constexpr std::uint64_t kTable = std::uint64_t{1} << 22;   // entries
    std::uint64_t models = 0;
    for (const std::size_t c : family)
      models += Scheme(candidates_[c].learn.multiclass, data_.classes.size()).models();
    const std::uint64_t bytes = saturating_product(models, 8 * (data_.features() + 1));
    // Losses make banks of their own size.
    const bool loops = !traits_of(candidates_[family[0]].learn).loss;
    std::uint64_t width = (loops ? options_.threads * kCache : kMemory / 4) / bytes;
    if (loops) width = std::max(width, (16 * options_.threads + models - 1) / models);
    width = std::min(width, kMemory / bytes);
    const std::uint64_t labels = data_.classes.size() * options_.levels;
    while (width > 1 && (width + 1) * labels * width * models > kTable) width /= 2;
    return std::max<std::uint64_t>(width, 1);
  }

  // Where none of a part's rows moves a model, a training without them is the
  // training with all rows.
  std::vector<Lecture> without_quiet(const RowsView& rows, std::vector<Lecture> lectures,
                                     const Members& family) {
    constexpr std::size_t kWorthIt = 8;
    const std::uint32_t last = options_.levels - 1;
    if (lectures.size() < kWorthIt) return lectures;
    Course course = course_of(rows, {});
    course.lectures = 1;
    course.sees = {};
    course.class_weights = [&](std::size_t, std::size_t candidate) {
      return class_weights(data_, candidates_[candidate].learn.class_weight);
    };
    auto seats =
        std::move(teach(course, candidates_, family, options_.threads, Keep::steps, chorus_)[0]);
    std::vector<char> moved(data_.rows());
    for (const Seat& seat : seats) {
      for (const Fit& fit : seat.fits) {
        if (fit.alpha.empty() && fit.updates > 0) return lectures;
        for (std::uint64_t i = 0; i < fit.alpha.size(); ++i)
          if (fit.alpha[i] != 0) moved[i] = 1;
      }
    }
    const Panel panel(std::move(seats), data_.features(), all_classes(), data_.classes.size());
    std::vector<Lecture> left;
    std::vector<Lecture> quiet;
    for (const Lecture& lecture : lectures) {
      const auto& tried = rows_of_part_[lecture.part];
      const bool calm =
          lecture.level == last &&
          std::none_of(tried.begin(), tried.end(), [&](auto i) { return moved[i] != 0; });
      (calm ? quiet : left).push_back(lecture);
    }
    parallel_for(quiet.size(), options_.threads, [&](std::uint64_t k) {
      judge(panel, rows, quiet[k]);
      // They are models that all of these share.
      for (const std::size_t c : family) {
        if (k > 0) outcomes_[c].folds[place(quiet[k])].models = 0;
      }
    });
    return left;
  }

  // Rows of a part that some of these leave out are of another kind than others.
  Course course_of(const RowsView& rows, std::span<const Lecture> lectures) const {
    Course course;
    course.rows = rows;
    course.weights = data_.weights;
    course.classes = data_.classes.size();
    course.lectures = lectures.size();
    std::map<std::uint32_t, std::uint32_t> kind_of_part;
    for (const Lecture& lecture : lectures)
      kind_of_part.emplace(lecture.part, static_cast<std::uint32_t>(kind_of_part.size() + 1));
    const std::uint32_t levels = options_.levels;
    course.kinds = (static_cast<std::uint32_t>(kind_of_part.size()) + 1) * levels;
    std::vector<std::uint32_t> kind(split_.parts);
    for (const auto& [part, number] : kind_of_part) kind[part] = number;
    for (std::uint64_t i = 0; i < data_.rows(); ++i) {
      const std::uint32_t part = split_.part_of_row[i];
      const std::uint32_t number = (part == Split::kNever ? 0 : kind[part]) * levels + level_of(i);
      course.labels.push_back(number * static_cast<std::uint32_t>(course.classes) +
                              data_.labels[i]);
    }
    course.sees = [lectures, levels, kind](std::size_t l, std::uint32_t number) {
      return number / levels != kind[lectures[l].part] && number % levels <= lectures[l].level;
    };
    course.class_weights = [this, lectures](std::size_t l, std::size_t candidate) {
      const auto& wanted = candidates_[candidate].learn.class_weight;
      return wanted.empty() ? std::vector<double>(data_.classes.size(), 1)
                            : class_weights(data_.classes, totals(lectures[l]), wanted);
    };
    return course;
  }

  // ---- Each by itself ----

  void teach_apart(const std::vector<Lecture>& lectures, const Members& members,
                   ScalingKind scale) {
    if (members.empty()) return;
    // Side by side as long as there is room for so many copies of the rows.
    constexpr std::uint64_t kValues = std::uint64_t{1} << 26;
    const std::uint64_t values = data_.matrix.stored() + 1;
    const std::uint64_t threads = std::max<std::uint64_t>(options_.threads, 1);
    const std::uint64_t side = std::clamp<std::uint64_t>(
        std::min<std::uint64_t>(kValues / values, lectures.size()), 1, threads);
    parallel_for(lectures.size(), side, [&](std::uint64_t k) {
      teach_alone(lectures[k], members, scale, std::max<std::uint64_t>(threads / side, 1));
    });
  }

  void teach_alone(const Lecture& lecture, const Members& members, ScalingKind scale,
                   std::uint64_t threads) {
    const auto learned = rows_learned(lecture);
    Lesson lesson = prepare_lesson(data_, learned, rows_of_part_[lecture.part], scale);
    note_missing(lesson);
    if (lesson.classes.size() < 2) {
      for (const std::size_t c : members) answer_always(lesson, lecture, c);
      return;
    }
    Members banked;
    std::vector<Seat> seats;
    for (const std::size_t c : members) {
      if (trains_by_fit(candidates_[c].learn)) {
        banked.push_back(c);
      } else {
        seats.push_back(train_whole(lesson, c, threads));
      }
    }
    for (const Members& family : families(candidates_, banked)) {
      Course course;
      course.rows = lesson.training.matrix.view();
      course.weights = lesson.training.weights;
      course.labels = lesson.training.labels;
      course.classes = lesson.classes.size();
      course.class_weights = [&](std::size_t, std::size_t candidate) {
        return weights_in(lesson, candidates_[candidate].learn.class_weight);
      };
      auto some = teach_path(std::move(course), family, threads);
      std::move(some[0].begin(), some[0].end(), std::back_inserter(seats));
    }
    Panel panel(std::move(seats), data_.features(), lesson.classes, data_.classes.size());
    judge_lesson(panel, lesson, lecture);
  }

  void note_missing(const Lesson& lesson) {
    const auto& names = data_.classes.names();
    std::vector<std::string> missing;
    for (std::uint32_t c = 0; c < names.size(); ++c) {
      if (std::find(lesson.classes.begin(), lesson.classes.end(), c) == lesson.classes.end())
        missing.push_back(names[c]);
    }
    if (missing.empty()) return;
    chorus_.note(fmt::format(
        "some trainings see no row of {}, which they cannot answer then; --stratify or --split "
        "shuffle spread classes over the folds",
        in_list(missing)));
  }

  // The weights of the classes that are there.
  std::vector<double> weights_in(const Lesson& lesson, const ClassWeights& wanted) const {
    if (lesson.classes.size() == data_.classes.size() || wanted.balanced)
      return class_weights(lesson.training, wanted);
    const auto all = class_weights(data_, wanted);
    std::vector<double> some;
    for (const std::uint32_t c : lesson.classes) some.push_back(all[c]);
    return some;
  }

  // What takes more than weights, as the command train does it.
  Seat train_whole(Lesson& lesson, std::size_t c, std::uint64_t threads) {
    TrainOptions options;
    options.learn = candidates_[c].learn;
    options.threads = threads;
    std::erase_if(options.learn.class_weight.weights, [&](const auto& entry) {
      return !lesson.training.classes.find(entry.first) && data_.classes.find(entry.first);
    });
    Training training = train(lesson.training, options, chorus_);
    Seat seat{c, training.model.scheme(), {}, training.model.to_probabilities()};
    for (PlaneTraining& plane : training.planes) seat.fits.push_back(std::move(plane.fit));
    return seat;
  }

  // One class is all there was to learn.
  void answer_always(const Lesson& lesson, const Lecture& lecture, std::size_t c) {
    const std::uint32_t only = lesson.classes.at(0);
    FoldOutcome& outcome = outcomes_[c].folds[place(lecture)];
    outcome.learned_from = outcome.training_correct = learned_[place(lecture)];
    outcome.rows = lesson.test.rows();
    outcome.correct = static_cast<std::uint64_t>(
        std::count(lesson.test.labels.begin(), lesson.test.labels.end(), only));
    chorus_.finished_one();
    if (!options_.keep_answers || lecture.level + 1 < options_.levels) return;
    Answers& answers = outcomes_[c].answers;
    const std::uint64_t classes = data_.classes.size();
    for (const std::uint64_t i : rows_of_part_[lecture.part]) {
      answers.predicted[i] = only;
      for (std::uint64_t k = 0; k < classes; ++k)
        answers.probabilities[i * classes + k] = k == only ? 1 : 0;
      if (classes == 2) {
        answers.scores[i] = only == 1 ? 1 : -1;
      } else {
        answers.scores[i * classes + only] = 1;
      }
    }
  }

  // ---- What came of it ----

  std::vector<std::uint32_t> all_classes() const {
    std::vector<std::uint32_t> classes(data_.classes.size());
    std::iota(classes.begin(), classes.end(), 0U);
    return classes;
  }

  void judge(const Panel& panel, const RowsView& rows, const Lecture& lecture) {
    const auto& tried = rows_of_part_[lecture.part];
    std::vector<std::optional<std::uint64_t>> learned(panel.seats(), 0);
    if (options_.measure_training)
      learned = panel.count_correct(rows, rows_learned(lecture), data_.labels);
    record(panel, lecture, learned,
           panel.answer(rows, tried, data_.labels, tried, sinks(panel, lecture)));
  }

  void judge_lesson(const Panel& panel, const Lesson& lesson, const Lecture& lecture) {
    std::vector<std::optional<std::uint64_t>> learned(panel.seats(), 0);
    if (options_.measure_training) {
      std::vector<std::uint32_t> labels;
      for (const std::uint32_t label : lesson.training.labels)
        labels.push_back(lesson.classes[label]);
      learned = panel.count_correct(lesson.training.matrix.view(), every(labels.size()), labels);
    }
    record(panel, lecture, learned,
           panel.answer(lesson.test.matrix.view(), every(lesson.test.rows()), lesson.test.labels,
                        rows_of_part_[lecture.part], sinks(panel, lecture)));
  }

  static std::vector<std::uint64_t> every(std::uint64_t rows) {
    std::vector<std::uint64_t> all(rows);
    std::iota(all.begin(), all.end(), std::uint64_t{0});
    return all;
  }

  std::vector<Answers*> sinks(const Panel& panel, const Lecture& lecture) {
    std::vector<Answers*> to;
    for (std::size_t s = 0; s < panel.seats(); ++s) {
      const bool wanted = options_.keep_answers && lecture.level + 1 == options_.levels;
      to.push_back(wanted ? &outcomes_[panel.seat(s).candidate].answers : nullptr);
    }
    return to;
  }

  void record(const Panel& panel, const Lecture& lecture,
              const std::vector<std::optional<std::uint64_t>>& learned,
              const std::vector<std::optional<std::uint64_t>>& tried) {
    for (std::size_t s = 0; s < panel.seats(); ++s) {
      FoldOutcome outcome = panel.describe(s);
      if (!options_.keep_answers) outcome.mistakes.clear();
      outcome.finite = outcome.finite_weights && tried[s];
      outcome.finite_training = outcome.finite_weights && learned[s];
      outcome.learned_from = learned_[place(lecture)];
      outcome.rows = rows_of_part_[lecture.part].size();
      outcome.correct = outcome.finite ? *tried[s] : 0;
      outcome.training_correct = outcome.finite_training ? *learned[s] : 0;
      const Seat& seat = panel.seat(s);
      if (options_.watch) options_.watch(seat.candidate, place(lecture), seat.fits);
      outcomes_[panel.seat(s).candidate].folds[place(lecture)] = std::move(outcome);
      chorus_.finished_one();
    }
  }

  const Dataset& data_;
  const Split& split_;
  std::span<const Candidate> candidates_;
  const CrossOptions& options_;
  Chorus chorus_;
  std::vector<std::vector<std::uint64_t>> rows_of_part_;
  std::vector<Outcome> outcomes_;
  // Of each training, part after part, level after level:
  std::vector<std::uint64_t> learned_;              // its rows
  std::vector<std::vector<std::uint64_t>> counts_;  // those that count, by class
};

}  // namespace

std::vector<Outcome> cross_validate(const Dataset& data, const Split& split,
                                    std::span<const Candidate> candidates,
                                    const CrossOptions& options, Listener& listener) {
  return Crossing(data, split, candidates, options, listener).run();
}

}  // namespace perceptron
