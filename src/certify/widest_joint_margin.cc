#include "certify/widest_joint_margin.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "base/elementary.h"
#include "base/error.h"
#include "certify/contradiction.h"
#include "certify/joint_ascent.h"
#include "certify/margin.h"
#include "certify/rounding.h"

namespace perceptron::core {
namespace {

// Up to this many arcs are all given to the exact search; otherwise those that turn out to matter.
constexpr std::uint64_t kFewArcs = 2000;
// With at most this many points the nearest point is computed, not approximated.
constexpr std::uint64_t kMostPoints = 1500;
constexpr double kDefaultGap = 1e-9;
constexpr double kApproximateGap = 1e-2;

class JointFinder {
 public:
  JointFinder(const KeslerRows& rows, const WidestMarginSettings& settings, Listener& listener)
      : rows_(rows), settings_(settings), listener_(listener) {}

  WidestJointMargin run() {
    require_two_classes_with_rows();
    measure_radius();
    // Fourth powers of larger or smaller numbers overflow or underflow.
    const bool tame = found_.radius < 1e70 && (found_.radius > 1e-70 || found_.radius == 0);
    if (tame && few_points()) {
      search(kDefaultGap);
    } else if (tame) {
      contradicted() || approximate();
    }
    const bool in_reach = rows_.arcs() <= kFewArcs || (tame && few_points());
    if (!found_.separable && in_reach) decide();
    return std::move(found_);
  }

 private:
  void require_two_classes_with_rows() const {
    const auto other = std::find_if(rows_.labels.begin(), rows_.labels.end(),
                                    [&](std::uint32_t label) { return label != rows_.labels[0]; });
    if (other == rows_.labels.end())
      throw Error(ErrorKind::input, "a margin needs rows of two classes, but all rows are of one");
  }

  void measure_radius() {
    const std::vector<std::uint32_t> positive(rows_.size(), 1);
    const SignedRows points(Examples{rows_.rows, positive}, Targets::binary(), 0, Offset::none);
    const auto lengths =
        measure_margin({points, std::vector<double>(rows_.features()), 0, {}}, settings_.threads);
    found_.radius = lengths.radius;
    found_.margin = {-lengths.radius_upper, lengths.radius_upper};
  }

  // Whether the nearest point depends on few points, as find_widest_margin() has it.
  bool few_points() const {
    return std::min(rows_.arcs(), saturating_product(rows_.features() + 1, rows_.classes)) <=
           kMostPoints;
  }

  // Looks for rows of two classes that are the same point.
  bool contradicted() {
    for (std::uint32_t k = 0; k < rows_.classes; ++k) {
      Targets targets(rows_.classes, 1);
      for (std::uint32_t c = 0; c < rows_.classes; ++c) targets.sign(c, 0) = c == k ? 1 : -1;
      const SignedRows points(Examples{rows_.rows, rows_.labels}, targets, 0, Offset::constant);
      const auto same = find_contradiction(points);
      if (same.size() != 2) continue;
      const std::vector<Arc> arcs = {{same[0], rows_.labels[same[1]]},
                                     {same[1], rows_.labels[same[0]]}};
      refuse(arcs, {{0, 1}, {"1", "1"}});
      return true;
    }
    return false;
  }

  // Planes and flows that are nearly optimal, then better ones as long as the gap is too large.
  bool approximate() {
    constexpr int kSteps = 8;
    const double gap = settings_.gap > 0 ? settings_.gap : kApproximateGap;
    JointAscent ascent(rows_, found_.radius);
    for (int step = 0; step < kSteps && ascent.passes() < settings_.passes; ++step) {
      ascent.step(std::min(1e-3, gap), settings_.passes - ascent.passes(), settings_.seed,
                  listener_);
      take(ascent.planes());
      take_flows(ascent.flows());
      if (found_.margin.upper - found_.margin.lower <= gap * found_.margin.upper) break;
    }
    found_.passes += ascent.passes();
    return found_.separable.has_value();
  }

  // The nearest point in doubles, and the margin that it proves.
  void search(double gap) {
    HullSettings hull_settings;
    hull_settings.gap = settings_.gap > 0 ? settings_.gap : gap;
    hull_settings.threads = settings_.threads;
    JointHull hull = nearest_joint_point(rows_, hull_settings, listener_);
    found_.passes += hull.passes;
    take_flows(std::move(hull.flows));
    take({std::move(hull.w), {}});
  }

  void take_flows(std::vector<Flow> flows) {
    const double upper = margin_upper(rows_, flows);
    if (!(upper < found_.margin.upper)) return;
    found_.margin.upper = upper;
    found_.flows = std::move(flows);
  }

  // Gives planes their best offsets and keeps them if they are better; true if they separate.
  bool take(JointPlanes planes) {
    const Leads leads = leads_of(rows_, planes.weights, settings_.threads);
    if (rows_.kind != Offset::none) {
      const auto cycle = least_mean_cycle(leads);
      planes.offsets = best_offsets(leads, cycle ? cycle->mean : 0);
    }
    found_.passes += 2;
    const auto lower = margin_lower(rows_, planes, settings_.threads);
    if (!lower || !(*lower > found_.margin.lower)) return false;
    found_.margin.lower = *lower;
    found_.planes = std::move(planes);
    found_.exact_planes.clear();
    if (*lower > 0) found_.separable = true;
    return *lower > 0;
  }

  // ---- Exactly ----

  // Decides whether planes separate some arcs, adds the arcs that these planes violate, and so on.
  // The offsets are weights of a constant here: that does not change which planes separate.
  void decide() {
    std::vector<Arc> arcs = first_arcs();
    const double constant = rows_.kind == Offset::none ? 0 : lifting_constant();
    while (true) {
      WidestMargin part = margin_of(arcs, constant);
      if (part.separable == false) return refuse(arcs, part.zero_combination);
      if (!part.separable) return;
      const std::vector<Rational> planes = planes_of(part, constant);
      if (constant == 0) take_flows_of(arcs, part);
      const JointPlanes rounded = in_doubles(planes);
      if (take(rounded)) return;
      if (add_arcs(violated_by(rounded), arcs)) continue;
      const ExactLeads leads(rows_, planes);
      if (leads.separate()) return accept(planes, leads);
      if (!add_arcs(leads.violated(), arcs)) return;
    }
  }

  std::vector<Arc> first_arcs() const {
    if (rows_.arcs() <= kFewArcs) return all_arcs(rows_);
    std::set<Arc> arcs;
    for (const Flow& flow : found_.flows) arcs.insert(flow.arc);
    const std::vector<double> none(rows_.features() * rows_.classes);
    const Leads leads = leads_of(
        rows_, found_.planes.weights.empty() ? none : found_.planes.weights, settings_.threads);
    for (std::uint64_t from = 0; from < rows_.classes; ++from) {
      for (std::uint32_t to = 0; to < rows_.classes; ++to) {
        const std::size_t at = leads.at(from, to);
        if (leads.lead[at] < kInfinity) arcs.insert({leads.row[at], to});
      }
    }
    return {arcs.begin(), arcs.end()};
  }

  // A power of two near the length of the rows.
  double lifting_constant() const {
    const double length = found_.radius;
    return length > 0 && std::isfinite(length)
               ? std::ldexp(1.0, std::clamp(std::ilogb(length), -500, 500))
               : 1;
  }

  WidestMargin margin_of(const std::vector<Arc>& arcs, double constant) {
    const Matrix points = kesler_points(rows_, arcs, constant);
    WidestMarginSettings wanted = settings_;
    wanted.gap = 0;
    WidestMargin part = find_widest_margin(through_origin_points(points), wanted, listener_);
    found_.passes += part.passes;
    return part;
  }

  // For each class its weights, and its offset if there is one.
  std::vector<Rational> planes_of(const WidestMargin& part, double constant) const {
    std::vector<Rational> planes;
    for (const std::string& text : part.exact_plane) planes.push_back(parse_exact(text));
    if (planes.empty()) {
      for (const double w : part.weights) planes.push_back(exact(w));
    }
    const std::uint64_t size = planes.size() / rows_.classes;
    for (std::uint64_t k = 0; k < rows_.classes && constant != 0; ++k)
      planes[k * size + size - 1] *= exact(constant);
    return planes;
  }

  JointPlanes in_doubles(const std::vector<Rational>& planes) const {
    const std::uint64_t features = rows_.features();
    const std::uint64_t size = planes.size() / rows_.classes;
    JointPlanes rounded;
    for (std::uint64_t k = 0; k < rows_.classes; ++k) {
      for (std::uint64_t j = 0; j < features; ++j)
        rounded.weights.push_back(planes[k * size + j].get_d());
      if (size > features) rounded.offsets.push_back(planes[k * size + features].get_d());
    }
    return rounded;
  }

  // The arcs with the smallest lead of each pair of classes, where it is not positive in doubles.
  std::vector<Arc> violated_by(const JointPlanes& planes) const {
    const Leads leads = leads_of(rows_, planes.weights, settings_.threads);
    std::vector<Arc> arcs;
    for (std::uint64_t from = 0; from < rows_.classes; ++from) {
      for (std::uint32_t to = 0; to < rows_.classes; ++to) {
        const std::size_t at = leads.at(from, to);
        const double gain = planes.offsets.empty() ? 0 : planes.offsets[from] - planes.offsets[to];
        if (leads.lead[at] + gain <= 0) arcs.push_back({leads.row[at], to});
      }
    }
    return arcs;
  }

  // Without offsets the nearest point of some arcs bounds the margin of all.
  void take_flows_of(const std::vector<Arc>& arcs, const WidestMargin& part) {
    const double upper = round_up(part.margin.upper / std::sqrt(2.0) * (1 + 0x1p-50));
    if (!(upper < found_.margin.upper)) return;
    found_.margin.upper = upper;
    found_.flows.clear();
    for (std::size_t k = 0; k < part.support.size(); ++k)
      found_.flows.push_back({arcs[part.support[k]], part.alpha[k]});
    found_.exact_flows = part.exact_alpha;
  }

  void accept(const std::vector<Rational>& planes, const ExactLeads& leads) {
    found_.separable = true;
    found_.margin.lower = leads.margin_lower();
    found_.planes = in_doubles(planes);
    found_.exact_planes.clear();
    for (const Rational& number : planes) found_.exact_planes.push_back(number.get_str());
  }

  void refuse(const std::vector<Arc>& arcs, const ZeroCombination& proof) {
    found_.separable = false;
    found_.margin.lower = std::min(found_.margin.lower, 0.0);
    found_.margin.upper = 0;
    found_.flows.clear();
    std::vector<Integer> weights;
    for (const std::string& weight : proof.weights) weights.emplace_back(weight);
    long exponent = 0;
    const std::vector<double> shares = as_doubles(weights, exponent);
    const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (std::size_t k = 0; k < proof.rows.size(); ++k)
      found_.flows.push_back({arcs[proof.rows[k]], shares[k] / total});
    found_.exact_flows = proof.weights;
  }

  static bool add_arcs(const std::vector<Arc>& more, std::vector<Arc>& arcs) {
    const std::set<Arc> known(arcs.begin(), arcs.end());
    const std::size_t before = arcs.size();
    for (const Arc& arc : more) {
      if (!known.contains(arc)) arcs.push_back(arc);
    }
    return arcs.size() > before;
  }

  const KeslerRows& rows_;
  const WidestMarginSettings& settings_;
  Listener& listener_;
  WidestJointMargin found_;
};

}  // namespace

WidestJointMargin find_widest_joint_margin(const KeslerRows& rows,
                                           const WidestMarginSettings& settings,
                                           Listener& listener) {
  return JointFinder(rows, settings, listener).run();
}

}  // namespace perceptron::core
