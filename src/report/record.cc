#include "report/record.h"

#include <algorithm>
#include <cmath>

#include "base/highest.h"
#include "learn/loop.h"
#include "model/scorer.h"
#include "report/picture.h"

namespace perceptron {
namespace {

constexpr std::uint64_t kWeightsOfPlane = 20;
constexpr std::uint64_t kPlanes = 12;
constexpr std::uint64_t kValuesOfRow = 8;
constexpr std::uint64_t kSteps = 300;  // of a trace to walk through
constexpr std::uint64_t kMilestones = 400;
// Values to read, beyond which a search is not worth a picture.
constexpr std::uint64_t kMostWork = 5'000'000;

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(); }

std::string side_names(const Model& model, std::uint64_t m) {
  const auto [positive, negative] = model.scheme().sides(m);
  return model.classes[positive] + " against " + (negative ? model.classes[*negative] : "the rest");
}

class Teller {
 public:
  Teller(const TrainedRun& run, Json& record, Listener& listener)
      : run_(run),
        model_(run.training.model),
        first_(run.training.planes[0]),
        record_(record),
        listener_(listener),
        examples_{run.data.matrix.view(), run.data.labels, run.data.weights} {}

  void tell() {
    const bool two = model_.planes.size() == 1;
    std::optional<Optimum> widest;
    if (two && run_.data.matrix.stored() <= kMostWork) {
      widest = find_widest();
      record_["optimum"] = optimum_json(*widest);
    }
    record_["picture"] = picture(widest);
    if (two && from_zero() && run_.history.count() > 0 && run_.data.matrix.stored() <= kMostWork)
      add_interval();
    add_objectives();
    if (two && run_.data.features() == 2) add_trace();
    record_["weights"] = weights_json(model_);
    record_["worst"] = worst();
  }

 private:
  Offset offset() const { return model_.has_offset ? Offset::constant : Offset::none; }
  Points points() const { return {examples_, model_.scheme().targets(), 0, offset()}; }
  bool from_zero() const {
    const auto& initial = run_.learn.initial_weights;
    return !run_.went_on && run_.learn.initial_offset == 0 &&
           std::all_of(initial.begin(), initial.end(), [](double w) { return w == 0; });
  }

  Optimum find_widest() {
    OptimumSettings settings;
    settings.threads = run_.threads;
    settings.passes = 200;  // enough for a picture
    return find_optimum(points(), settings, listener_);
  }

  // ---- The picture ----

  Json picture(const std::optional<Optimum>& widest) const {
    Scene scene{run_.data, {}, {}, {}, {}, model_.scaling.kind != ScalingKind::none};
    for (std::uint64_t m = 0; m < model_.planes.size(); ++m) {
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
    if (model_.planes.size() > 1 && run_.data.features() == 2) {
      scene.decide = [scheme, this](double x, double y) {
        std::vector<double> scores;
        for (const Plane& plane : model_.planes)
          scores.push_back(plane.weights[0] * x + plane.weights[1] * y + plane.offset);
        return scheme.decide(scores);
      };
    }
    return picture_json(scene);
  }

  // ---- The way ----

  void add_interval() {
    const std::uint64_t values = std::max<std::uint64_t>(run_.data.matrix.stored(), 1);
    const std::uint64_t most = std::clamp<std::uint64_t>(50'000'000 / values, 8, 80);
    Json list = Json::array();
    for (const Closing& at :
         closing_interval(run_.history, points(), most, run_.threads, listener_))
      list.push_back(
          {{"update", at.update}, {"plane", at.plane}, {"lower", at.lower}, {"upper", at.upper}});
    record_["interval"] = list;
    if (!run_.history.complete()) record_["updates_followed"] = History::kMost;
  }

  void add_objectives() {
    Json list = Json::array();
    for (std::uint64_t m = 0; m < std::min<std::uint64_t>(model_.planes.size(), kPlanes); ++m) {
      auto history = run_.training.planes[m].fit.history;
      // The end as it was measured soundly.
      const auto& [fit, evidence, optimality] = run_.training.planes[m];
      if (optimality && fit.optimisation && !history.empty()) {
        if (history.back().passes >= fit.optimisation->passes) history.pop_back();
        history.push_back({fit.optimisation->passes, optimality->upper, optimality->lower});
      }
      const std::size_t each = 1 + history.size() / kMilestones;
      for (std::size_t k = 0; k < history.size(); ++k) {
        if (k % each != 0 && k + 1 != history.size()) continue;
        list.push_back({{"model", side_names(model_, m)},
                        {"passes", history[k].passes},
                        {"objective", finite(history[k].primal)},
                        {"bound", finite(history[k].dual)}});
      }
    }
    if (!list.empty()) record_["objective"] = list;
  }

  // The steps of two features, with the weights after each.
  void add_trace() {
    const auto& updates = run_.history.updates();
    if (updates.empty() || !from_zero()) return;
    Json list = Json::array();
    const auto& names = run_.data.classes.names();
    const Points points = this->points();
    Replay replay(points);
    for (const Update& update : updates) {
      if (list.size() == kSteps) break;
      replay.make(update);
      Json line = {{"pass", update.pass},
                   {"row", update.row + 1},
                   {"class", names[run_.data.labels[update.row]]},
                   {"score", update.score},
                   {"step", update.step},
                   {"weights", replay.weights()},
                   {"offset", replay.offset()}};
      if (update.guess > 0) line["guess"] = update.guess;
      double x[2] = {0, 0};
      std::visit(
          [&](const auto& view) {
            const auto row = view[update.row];
            for (std::uint64_t k = 0; k < row.size; ++k) x[row.feature(k)] = row.value(k);
          },
          run_.data.matrix.view());
      line["point"] = {x[0], x[1]};
      list.push_back(std::move(line));
    }
    record_["trace"] = list;
    record_["trace_updates"] = run_.history.count();
  }

  // ---- The answers ----

  Json worst() const {
    WorstPredictions worst;
    each_answer(run_, [&](std::uint64_t i, std::uint32_t answer, std::span<const double> each) {
      worst.add(i, run_.data.labels[i], answer, each);
    });
    Json json = Json::array();
    for (const WrongPrediction& wrong : worst.list())
      json.push_back({{"row", wrong.row + 1},
                      {"class", model_.classes[wrong.truth]},
                      {"called", model_.classes[wrong.predicted]},
                      {"by", finite(wrong.by)},
                      {"values", values(wrong.row)}});
    return json;
  }

  // What counted most in a row, as its file has it.
  Json values(std::uint64_t row) const {
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
    Json json = Json::array();
    for (const std::uint64_t k : order)
      json.push_back({{"feature", model_.schema.feature_name(list[k].feature)},
                      {"value", original(list[k].feature, list[k].value)}});
    return json;
  }

  double original(std::uint64_t feature, double value) const {
    const Scaling& scaling = model_.scaling;
    if (!scaling.scale.empty()) value *= scaling.scale[feature];
    if (!scaling.shift.empty()) value += scaling.shift[feature];
    constexpr int kDigits = 10;  // rows must stay apart
    return rounded(value, kDigits);
  }

 public:
  // Calls use(row, answer, a score for each class) for every row.
  template <class Use>
  static void each_answer(const TrainedRun& run, const Use& use) {
    constexpr std::uint64_t kBlock = 4096;
    const Model& model = run.training.model;
    const Scheme scheme = model.scheme();
    const Bank bank = bank_of(model);
    std::vector<double> scores(kBlock * bank.models());
    std::vector<double> each(scheme.classes());
    for (std::uint64_t begin = 0; begin < run.data.rows(); begin += kBlock) {
      const std::uint64_t end = std::min(begin + kBlock, run.data.rows());
      score(run.data.matrix.view(), begin, end, bank, scores);
      for (std::uint64_t i = begin; i < end; ++i) {
        const std::span<const double> mine(scores.data() + (i - begin) * bank.models(),
                                           bank.models());
        scheme.class_scores(mine, each);
        use(i, scheme.decide(mine), each);
      }
    }
  }

 private:
  const TrainedRun& run_;
  const Model& model_;
  const PlaneTraining& first_;
  Json& record_;
  Listener& listener_;
  Examples examples_;
};

}  // namespace

Json data_json(const Dataset& data) {
  std::vector<std::uint64_t> rows(data.classes.size());
  for (const std::uint32_t label : data.labels) ++rows[label];
  Json classes = Json::array();
  for (std::size_t c = 0; c < rows.size(); ++c)
    classes.push_back({{"name", data.classes.names()[c]}, {"rows", rows[c]}});
  return {{"name", data.name},
          {"rows", data.rows()},
          {"features", data.features()},
          {"nonzeros", data.matrix.nonzeros()},
          {"classes", classes}};
}

Json weights_json(const Model& model) {
  Json planes = Json::array();
  for (std::uint64_t m = 0; m < std::min<std::uint64_t>(model.planes.size(), kPlanes); ++m) {
    const Plane& plane = model.planes[m];
    Json list = Json::array();
    for (const std::uint64_t j :
         highest(plane.weights.size(), kWeightsOfPlane,
                 [&](std::uint64_t k) { return std::abs(plane.weights[k]); }))
      if (plane.weights[j] != 0)
        list.push_back({{"feature", model.schema.feature_name(j)}, {"weight", plane.weights[j]}});
    const auto [positive, negative] = model.scheme().sides(m);
    planes.push_back({{"positive", model.classes[positive]},
                      {"negative", negative ? model.classes[*negative] : "the rest"},
                      {"offset", plane.offset},
                      {"features", plane.weights.size()},
                      {"largest", list}});
  }
  return planes;
}

Json certificate_json(const std::string& text) {
  constexpr std::size_t kLongest = 1U << 18U;
  return text.empty() || text.size() > kLongest ? Json() : Json::parse(text);
}

Json optimum_json(const Optimum& optimum) {
  Json json = {{"separable", optimum.separable ? Json(*optimum.separable) : Json()},
               {"lower", finite(optimum.margin.lower)},
               {"upper", finite(optimum.margin.upper)},
               {"radius", optimum.radius},
               {"mistake_bound", optimum.mistake_bound ? Json(*optimum.mistake_bound) : Json()},
               {"passes", optimum.passes},
               {"support", optimum.support.size()}};
  if (optimum.separable == false && optimum.touching) json["touching"] = *optimum.touching;
  return json;
}

void add_training(const TrainedRun& run, Json& record, Listener& listener) {
  Teller(run, record, listener).tell();
}

Metrics training_answers(const TrainedRun& run) {
  Meter meter(run.training.model.classes.size());
  Teller::each_answer(run,
                      [&](std::uint64_t i, std::uint32_t answer, std::span<const double> each) {
                        meter.add({run.data.labels[i], answer, each});
                      });
  return meter.metrics();
}

}  // namespace perceptron
