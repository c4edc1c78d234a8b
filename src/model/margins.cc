#include "model/margins.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "base/threads.h"
#include "certify/claims.h"
#include "certify/margin.h"
#include "data/lift.h"
#include "model/checks.h"
#include "model/scorer.h"

namespace perceptron::core {
namespace {

// A row of weight 0 would still be one that the plane has to separate.
void require_no_weights(const Dataset& data) {
  if (data.weights.empty()) return;
  if (data.schema.weight_position)
    throw Error(
        ErrorKind::usage,
        fmt::format("margins take no {}: they are those of all rows; leave it out, and select "
                    "the features with {}",
                    setting("weight"), setting("columns")));
  throw Error(ErrorKind::usage,
              fmt::format("{}: margins take no weights: they are those of all rows; leave the "
                          "weights out",
                          data.name));
}

// Everything but the scaling.
MarginData describe(Dataset data) {
  require_features(data);
  require_classes(data);
  MarginData prepared;
  prepared.subject.name = data.name;
  prepared.subject.hash = data.fingerprint();
  prepared.subject.rows = data.rows();
  prepared.subject.features = data.features();
  prepared.radius = data.radius;
  prepared.data = std::move(data);
  return prepared;
}

void scale(MarginData& prepared, const Scaling& scaling) {
  if (scaling.is_none()) return;
  scaling.apply(prepared.data);
  prepared.scaled = true;
  prepared.radius = 0;
}

// ---- The margin perceptron ----

MarginSearchSettings with_lambda(MarginSearchSettings settings, double lambda) {
  settings.lambda = lambda;
  return settings;
}

MarginSettings through_origin(MarginSettings settings, Listener& listener) {
  if (settings.lift || !settings.offset) return settings;
  settings.lift = 1;
  listener.note(fmt::format(
      "the margin perceptron's planes pass through the origin; a 1 is appended to each row to give "
      "them an offset, and all margins are those of the lifted rows (use {} or {})",
      setting("offset", "false"), setting("lift")));
  return settings;
}

// Limits a search by what is known of the widest margin, and of the data.
MarginSearchSettings limit_search(MarginSearchSettings settings, const MarginData& data,
                                  const WidestMargin& known) {
  if (settings.radius > 0 && settings.radius < known.radius) {
    throw Error(ErrorKind::usage,
                fmt::format("{}: expected no row to be longer, found one of length {}",
                            setting("radius"), known.radius));
  }
  if (settings.radius == 0) settings.radius = data.radius;
  if (!known.separable) settings.smallest_guess = 1e-6 * known.radius;
  return settings;
}

MarginSearchResult run_search(const MarginData& data, const MarginSearchSettings& settings,
                              Listener& listener) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  MarginSearchResult result;
  result.lambda = settings.lambda;
  result.search =
      search_margin(data.examples(), Targets::binary(), data.offset(), settings, listener);
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const Fit& fit = result.search.fit;
  result.margin = measure_plane(data, fit.weights, fit.offset, 1);
  return result;
}

WidestMarginSettings widest_settings(const MarginSettings& settings) {
  WidestMarginSettings wanted;
  wanted.gap = settings.gap.value_or(0);
  wanted.passes = settings.passes;
  wanted.seed = settings.seed;
  wanted.threads = settings.threads;
  return wanted;
}

MarginResult find_joint_margin(const MarginData& data, const MarginSettings& settings,
                               Listener& listener) {
  if (settings.claim == CertificateKind::mistake_bound) {
    throw Error(ErrorKind::usage,
                fmt::format("{}: with three or more classes together expected margin or separator, "
                            "found mistake-bound",
                            setting("claim")));
  }
  // The time grows with the cube of the classes.
  constexpr std::uint64_t kMostClasses = 2000;
  if (data.data.classes.size() > kMostClasses) {
    throw Error(Place{data.data.name},
                fmt::format("expected at most {} classes together, found {} (use {})", kMostClasses,
                            data.data.classes.size(), setting("multiclass", "one-vs-rest")));
  }
  MarginResult result;
  result.joint = find_widest_joint_margin(data.joint_rows(), widest_settings(settings), listener);
  const WidestJointMargin& found = *result.joint;
  const bool bounded = !found.flows.empty() && !found.planes.weights.empty();
  if (settings.claim && (found.separable || bounded)) {
    const CertificateKind kind = settings.claim == CertificateKind::separator
                                     ? CertificateKind::joint_separator
                                     : CertificateKind::joint_margin;
    result.certificate = certify_joint_margin(data.subject, found, data.data.classes.size(), kind);
    result.certificate->program = settings.program;
  }
  return result;
}

// Each class against the rest, or each pair of classes.
MarginResult find_margins_of(const Scheme& scheme, const MarginData& data,
                             const MarginSettings& settings, Listener& listener) {
  const std::uint64_t models = scheme.models();
  require_memory(saturating_product(models, data.data.features() + 64), 2 * sizeof(double),
                 "the planes of all classes");
  const Targets targets = scheme.targets();
  Certificate list;
  list.kind = CertificateKind::list;
  list.data = data.subject;
  list.program = settings.program;
  MarginResult result;
  for (std::uint64_t m = 0; m < models; ++m) {
    check_interrupt();
    listener.progress("planes", m, models);
    const SignedRows points(data.examples(), targets, m, data.offset());
    MarginPart& part = result.parts.emplace_back();
    part.sides = scheme.sides(m);
    part.widest = find_widest_margin(points, widest_settings(settings), listener);
    const WidestMargin& found = part.widest;
    if (!settings.claim || (found.separable != false && found.weights.empty())) continue;
    Certificate& own =
        list.parts.emplace_back(certify_widest_margin(data.subject, found, *settings.claim));
    own.positive = part.sides.positive;
    own.negative = part.sides.negative;
  }
  if (!list.parts.empty()) result.certificate = std::move(list);
  return result;
}

// Also decides whether the classes touch where the search for the widest margin did not.
void diagnose(const MarginData& data, const MarginSettings& settings, MarginResult& result,
              Listener& listener) {
  WidestMargin& widest = result.widest;
  result.diagnosis =
      diagnose_separation(data.points(), widest, widest_settings(settings), listener);
  const Diagnosis& found = *result.diagnosis;
  if (!found.separation) return;
  if (widest.separable == false && !widest.touching) {
    widest.touching = found.separation == Separation::quasi_complete;
    if (*widest.touching) {
      widest.margin = {0, 0};
      widest.weak_plane = found.plane;
      widest.on_weak_plane = found.on_plane.size();
      widest.overlap_on_weak_plane = !found.at_one_point;
    }
  }
  if (!settings.claim) return;
  result.certificate = certify_separation(data.subject, found);
  result.certificate->program = settings.program;
}

}  // namespace

std::optional<bool> MarginResult::separable() const {
  if (joint) return joint->separable;
  if (parts.empty()) return widest.separable;
  std::optional<bool> all = true;
  for (const MarginPart& part : parts) {
    if (part.widest.separable == false) return false;
    if (!part.widest.separable) all.reset();
  }
  return all;
}

Interval MarginResult::margin() const {
  if (joint) return joint->margin;
  if (parts.empty()) return widest.margin;
  Interval narrowest = parts[0].widest.margin;
  for (const MarginPart& part : parts) {
    narrowest.lower = std::min(narrowest.lower, part.widest.margin.lower);
    narrowest.upper = std::min(narrowest.upper, part.widest.margin.upper);
  }
  return narrowest;
}

double MarginResult::radius() const {
  double longest = joint ? joint->radius : widest.radius;
  for (const MarginPart& part : parts) longest = std::max(longest, part.widest.radius);
  return longest;
}

std::vector<std::uint64_t> MarginResult::support() const {
  if (!joint && parts.empty()) return widest.support;
  std::set<std::uint64_t> rows;
  for (std::size_t k = 0; joint && k < joint->flows.size(); ++k)
    rows.insert(joint->flows[k].arc.row);
  for (const MarginPart& part : parts)
    rows.insert(part.widest.support.begin(), part.widest.support.end());
  return {rows.begin(), rows.end()};
}

void require_ranges(const MarginSettings& settings) {
  find_changed<perceptron::MarginSettings>(settings, kMarginOptions);
  const bool of_plane = !settings.claim || *settings.claim == CertificateKind::margin ||
                        *settings.claim == CertificateKind::separator ||
                        *settings.claim == CertificateKind::mistake_bound;
  if (!of_plane) {
    throw Error(ErrorKind::usage,
                fmt::format("{}: expected margin, separator or mistake-bound, found {}",
                            setting("claim"), name_of(*settings.claim)));
  }
  if (settings.lift == 0.0)
    throw Error(ErrorKind::usage, setting("lift") + ": expected a number other than 0");
}

MarginData prepare_margin(Dataset data, const MarginSettings& settings) {
  require_ranges(settings);
  require_no_weights(data);
  MarginData prepared = describe(std::move(data));
  const Scaling scaling = Scaling::fit(settings.scale, prepared.data);
  prepared.scaling_choice = scaling.choice;
  Subject& subject = prepared.subject;
  subject.scale = scaling.kind;
  subject.options = settings.reading;
  subject.offset = settings.offset && !settings.lift;
  scale(prepared, scaling);
  if (settings.lift) {
    subject.lift = hexadecimal(*settings.lift);
    prepared.lift = settings.lift;
    lift(prepared.data, *settings.lift);
    if (prepared.radius > 0) prepared.radius = std::hypot(prepared.radius, *settings.lift);
  }
  return prepared;
}

MarginData prepare_margin(Dataset data, const MarginSettings& settings, const Model& model) {
  require_planes(model, "it has no plane to measure");
  require_ranges(settings);
  require_two_classes(data);
  MarginData prepared = describe(std::move(data));
  prepared.subject.options = settings.reading;
  prepared.subject.scale = model.scaling.kind;
  prepared.subject.offset = model.has_offset;
  scale(prepared, model.scaling);
  return prepared;
}

MarginResult find_margin(const MarginData& data, const MarginSettings& settings,
                         Listener& listener) {
  if (settings.diagnose) require_two_classes(data.data);
  const Scheme scheme(settings.multiclass.value_or(Multiclass::joint), data.data.classes.size());
  if (scheme.joint() > 0) return find_joint_margin(data, settings, listener);
  if (scheme.models() > 1) return find_margins_of(scheme, data, settings, listener);
  MarginResult result;
  result.widest = find_widest_margin(data.points(), widest_settings(settings), listener);
  const WidestMargin& found = result.widest;
  if (settings.claim && (found.separable == false || !found.weights.empty())) {
    result.certificate = certify_widest_margin(data.subject, found, *settings.claim);
    result.certificate->program = settings.program;
  }
  if (settings.diagnose) diagnose(data, settings, result, listener);
  return result;
}

MarginResult find_margin(Dataset data, const MarginSettings& settings, Listener& listener) {
  return find_margin(prepare_margin(std::move(data), settings), settings, listener);
}

MarginStudy study_margin(Dataset data, const MarginSettings& settings,
                         std::span<const double> lambdas, const MarginSearchSettings& search,
                         Listener& listener) {
  for (const double lambda : lambdas)
    find_changed(with_lambda(search, lambda), kMarginSearchOptions);  // throws if out of range
  if (!lambdas.empty()) require_two_classes(data);
  const MarginSettings wanted = lambdas.empty() ? settings : through_origin(settings, listener);
  MarginStudy study;
  study.data = prepare_margin(std::move(data), wanted);
  study.result = find_margin(study.data, wanted, listener);
  const WidestMargin& known = study.result.widest;
  if (known.separable == false || lambdas.empty()) return study;
  const MarginSearchSettings limited = limit_search(search, study.data, known);
  study.searches.resize(lambdas.size());
  Listener silent;  // progress of parallel searches would be mixed up
  parallel_for(lambdas.size(), settings.threads, [&](std::uint64_t i) {
    study.searches[i] = run_search(study.data, with_lambda(limited, lambdas[i]),
                                   lambdas.size() == 1 ? listener : silent);
  });
  return study;
}

std::optional<Certificate> certify_search(const MarginData& data, const MarginSearchResult& result,
                                          const std::string& program) {
  const Fit& fit = result.search.fit;
  const auto evidence = measure_margin({data.points(), fit.weights, fit.offset, fit.alpha}, 1);
  if (!evidence.margin || !evidence.plane) return std::nullopt;
  Certificate certificate =
      certify_margin(data.subject, *evidence.margin, fit.weights, fit.offset, fit.alpha);
  certificate.program = program;
  return certificate;
}

std::optional<Interval> measure_plane(const MarginData& data, std::span<const double> weights,
                                      double offset, std::uint64_t threads) {
  return measure_margin({data.points(), weights, offset, {}}, threads).plane;
}

std::vector<double> measure_rows(const MarginData& data, std::span<const double> weights,
                                 double offset) {
  double length = 0;
  for (const double w : weights) length = std::hypot(length, w);
  if (!(length > 0)) throw Error(ErrorKind::input, "the plane has no direction: all weights are 0");
  const SignedRows points = data.points();
  std::vector<double> margins;
  margins.reserve(points.size());
  for (std::uint64_t i = 0; i < points.size(); ++i)
    margins.push_back((points.dot(i, weights) + points.sign[i] * offset) / length);
  return margins;
}

}  // namespace perceptron::core
