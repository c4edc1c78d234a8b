#include "report/trained_run.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "base/highest.h"
#include "learn/learn_options.h"
#include "learn/loop.h"
#include "model/scorer.h"
#include "report/mapped_points.h"
#include "report/picture.h"
#include "report/summaries.h"

namespace perceptron::core {
namespace {

constexpr std::uint64_t kValuesOfRow = 8;
constexpr std::uint64_t kSteps = 300;  // of a trace to step through
constexpr std::uint64_t kMilestones = 400;
// Stored values beyond which a search for the widest margin is not worth a picture.
constexpr std::uint64_t kMostWork = 5'000'000;

std::string side_names(const Model& model, std::uint64_t m) {
  const auto [positive, negative] = model.scheme().sides(m);
  return model.classes[positive] + " against " + (negative ? model.classes[*negative] : "the rest");
}

class HistoryFiller {
 public:
  HistoryFiller(const TrainedRun& run, HistoryRecord& record, Listener& listener)
      : run_(run),
        model_(run.training.model),
        record_(record),
        listener_(listener),
        examples_{run.data.matrix.view(), run.data.labels, run.data.weights} {}

  void fill() {
    const bool two = model_.planes.size() == 1;
    std::optional<WidestMargin> widest;
    if (two && run_.data.matrix.stored() <= kMostWork) {
      widest = find_widest();
      record_.optimum = optimum_record(*widest);
    }
    record_.picture = picture(widest);
    if (two && from_zero() && run_.history.count() > 0 && run_.data.matrix.stored() <= kMostWork)
      add_interval();
    add_objectives();
    const bool flat = record_.picture && record_.picture->kind == PictureKind::features;
    if (two && flat) add_trace();
  }

  std::vector<WrongRecord> worst() const {
    WorstPredictions worst;
    each_answer(run_, [&](std::uint64_t i, std::uint32_t answer, std::span<const double> each) {
      worst.add(i, run_.data.labels[i], answer, each);
    });
    auto records = worst_records(worst.list(), model_.classes);
    for (WrongRecord& record : records) record.values = values(record.row - 1);
    return records;
  }

 private:
  Offset offset() const { return model_.has_offset ? Offset::constant : Offset::none; }
  SignedRows points() const { return {examples_, model_.scheme().targets(), 0, offset()}; }
  bool from_zero() const {
    const auto& initial = run_.learn.initial_weights;
    return !run_.warm_start && run_.learn.initial_offset == 0 &&
           std::all_of(initial.begin(), initial.end(), [](double w) { return w == 0; });
  }

  WidestMargin find_widest() {
    WidestMarginSettings settings;
    settings.threads = run_.threads;
    settings.passes = 200;  // enough for a picture
    return find_widest_margin(points(), settings, listener_);
  }

  // ---- The picture ----

  std::optional<PictureRecord> picture(const std::optional<WidestMargin>& widest) const {
    Scene scene{run_.data, {}, {}, {}, {}, !model_.scaling.is_none()};
    for (std::uint64_t m = 0; has_planes(run_.learn) && m < model_.planes.size(); ++m) {
      const Plane& plane = model_.planes[m];
      const auto& evidence = run_.training.planes[m].evidence;
      const double margin = evidence && evidence->plane ? std::max(0.0, evidence->plane->lower) : 0;
      scene.planes.push_back({model_.planes.size() == 1 ? "this plane" : side_names(model_, m),
                              plane.weights, plane.offset, margin});
    }
    if (widest && widest->separable == true && !widest->weights.empty()) {
      scene.planes.push_back(
          {"widest margin", widest->weights, widest->offset, std::max(0.0, widest->margin.lower)});
      scene.support = widest->support;
    }
    if (run_.history.count() > 0 && run_.history.complete()) {
      scene.updates.resize(run_.data.rows());
      for (const Update& update : run_.history.updates()) ++scene.updates[update.row];
    }
    const Scheme scheme = model_.scheme();
    if (model_.support && run_.data.features() == 2) {
      scene.decide = [scheme, scorer = std::make_shared<PlaneScores>(model_)](double x, double y) {
        std::vector<double> scores(scorer->planes());
        const double point[] = {x, y};
        scorer->of(DenseRows<double>{point, 1, 2}, 0, 1, scores);
        return scheme.decide(scores);
      };
    } else if (run_.before_map != nullptr && has_flat_map(run_.data.schema)) {
      scene.before_map = run_.before_map;
      const auto points = std::make_shared<MappedPoints>(run_.data.schema, model_.scaling);
      scene.decide = [scheme, points, this](double x, double y) {
        const std::vector<double>& point = points->at(x, y);
        std::vector<double> scores;
        for (const Plane& plane : model_.planes)
          scores.push_back(
              std::inner_product(point.begin(), point.end(), plane.weights.begin(), plane.offset));
        return scheme.decide(scores);
      };
    } else if (model_.planes.size() > 1 && run_.data.features() == 2) {
      scene.decide = [scheme, this](double x, double y) {
        std::vector<double> scores;
        for (const Plane& plane : model_.planes)
          scores.push_back(plane.weights[0] * x + plane.weights[1] * y + plane.offset);
        return scheme.decide(scores);
      };
    }
    return draw_picture(scene);
  }

  // ---- The course of training ----

  void add_interval() {
    const std::uint64_t values = std::max<std::uint64_t>(run_.data.matrix.stored(), 1);
    const std::uint64_t most = std::clamp<std::uint64_t>(50'000'000 / values, 8, 80);
    auto& list = record_.interval.emplace();
    for (const MarginBounds& at :
         margin_bounds_history(run_.history, points(), most, run_.threads, listener_))
      list.push_back({at.update, at.plane, at.lower, at.upper});
    if (!run_.history.complete()) record_.updates_followed = History::kMost;
  }

  void add_objectives() {
    std::vector<ObjectiveRecord> list;
    for (std::uint64_t m = 0; m < std::min<std::uint64_t>(model_.planes.size(), kShownPlanes);
         ++m) {
      auto history = run_.training.planes[m].fit.history;
      // The final point has rigorous bounds.
      const auto& [fit, evidence, optimality, answers] = run_.training.planes[m];
      if (optimality && fit.optimisation && !history.empty()) {
        if (history.back().passes >= fit.optimisation->passes) history.pop_back();
        history.push_back({fit.optimisation->passes, optimality->upper, optimality->lower});
      }
      const std::size_t each = 1 + history.size() / kMilestones;
      for (std::size_t k = 0; k < history.size(); ++k) {
        if (k % each != 0 && k + 1 != history.size()) continue;
        list.push_back(
            {side_names(model_, m), history[k].passes, history[k].primal, history[k].dual});
      }
    }
    if (!list.empty()) record_.objective = std::move(list);
  }

  // The steps on two features, with the weights after each.
  void add_trace() {
    const auto& updates = run_.history.updates();
    if (updates.empty() || !from_zero()) return;
    auto& list = record_.trace.emplace();
    const auto& names = run_.data.classes.names();
    const SignedRows points = this->points();
    Replay replay(points);
    for (const Update& update : updates) {
      if (list.size() == kSteps) break;
      replay.make(update);
      StepRecord step;
      step.pass = update.pass;
      step.row = update.row + 1;
      step.label = names[run_.data.labels[update.row]];
      step.score = update.score;
      step.step = update.step;
      step.weights = {replay.weights()[0], replay.weights()[1]};
      step.offset = replay.offset();
      if (update.guess > 0) step.guess = update.guess;
      std::visit(
          [&](const auto& view) {
            const auto row = view[update.row];
            for (std::uint64_t k = 0; k < row.size; ++k) step.point[row.feature(k)] = row.value(k);
          },
          run_.data.matrix.view());
      list.push_back(std::move(step));
    }
    record_.trace_updates = run_.history.count();
  }

  // ---- The predictions ----

  // The features that contributed most to a row's score, as named in its file.
  std::vector<FeatureValueRecord> values(std::uint64_t row) const {
    struct Value {
      std::uint64_t feature;
      double value;
      double weight;
    };
    std::vector<Value> list;
    std::visit(
        [&](const auto& view) {
          const auto each = view[row];
          for (std::uint64_t k = 0; k < each.size; ++k) {
            double weight = 0;
            for (const Plane& plane : model_.planes)
              weight = std::max(weight, std::abs(plane.weights[each.feature(k)] * each.value(k)));
            list.push_back({each.feature(k), each.value(k), weight});
          }
        },
        run_.data.matrix.view());
    auto order =
        highest(list.size(), kValuesOfRow, [&](std::uint64_t k) { return list[k].weight; });
    std::sort(order.begin(), order.end());
    std::vector<FeatureValueRecord> values;
    values.reserve(order.size());
    for (const std::uint64_t k : order)
      values.push_back(
          {model_.schema.feature_name(list[k].feature), original(list[k].feature, list[k].value)});
    return values;
  }

  double original(std::uint64_t feature, double value) const {
    const Scaling& scaling = model_.scaling;
    if (!scaling.scale.empty()) value *= scaling.scale[feature];
    if (!scaling.shift.empty()) value += scaling.shift[feature];
    constexpr int kDigits = 10;  // enough to distinguish rows
    return rounded(value, kDigits);
  }

 public:
  // Calls use(row, prediction, one score per class) for every row.
  template <class Use>
  static void each_answer(const TrainedRun& run, const Use& use) {
    constexpr std::uint64_t kBlock = 4096;
    const Model& model = run.training.model;
    const Scheme scheme = model.scheme();
    const PlaneScores scorer(model);
    const std::uint64_t planes = scorer.planes();
    std::vector<double> scores(kBlock * planes);
    std::vector<double> each(scheme.classes());
    for (std::uint64_t begin = 0; begin < run.data.rows(); begin += kBlock) {
      const std::uint64_t end = std::min(begin + kBlock, run.data.rows());
      scorer.of(run.data.matrix.view(), begin, end, scores);
      for (std::uint64_t i = begin; i < end; ++i) {
        const std::span<const double> mine(scores.data() + (i - begin) * planes, planes);
        scheme.class_scores(mine, each);
        use(i, scheme.decide(mine), each);
      }
    }
  }

 private:
  const TrainedRun& run_;
  const Model& model_;
  HistoryRecord& record_;
  Listener& listener_;
  Examples examples_;
};

}  // namespace

void add_training(const TrainedRun& run, TrainRecord& record, Listener& listener) {
  record.data = data_record(run.data);
  record.settings = settings_record(perceptron::core::record(run.learn, kLearnOptions));
  HistoryRecord& history = record.history.emplace();
  const Model& model = run.training.model;
  history.answers = metrics_record(training_answers(run), model.classes);
  const std::string& inside = model.origin.certificate;
  history.certificate.emplace(inside.empty() ? run.training.certificate : inside);
  HistoryFiller filler(run, history, listener);
  filler.fill();
  record.weights = weights_record(model);
  record.worst = filler.worst();
}

Metrics training_answers(const TrainedRun& run) {
  const Scheme scheme = run.training.model.scheme();
  Meter meter(scheme.classes());
  std::vector<double> ranks(scheme.classes());
  HistoryFiller::each_answer(
      run, [&](std::uint64_t i, std::uint32_t answer, std::span<const double> each) {
        std::copy(each.begin(), each.end(), ranks.begin());
        if (scheme.joint() != 0) scheme.ranking_scores(each, ranks);
        meter.add({run.data.labels[i], answer, ranks});
      });
  return meter.metrics();
}

}  // namespace perceptron::core
