#include "model/margins.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "base/error.h"
#include "base/message.h"
#include "base/number.h"
#include "base/threads.h"
#include "certify/claims.h"
#include "certify/margin.h"
#include "data/lift.h"
#include "model/checks.h"

namespace perceptron::core {
namespace {

// A row of weight 0 would still be one that the plane has to separate.
void require_no_weights(const Dataset& data) {
  if (data.weights.empty()) return;
  throw Error(
      ErrorKind::usage,
      fmt::format("margins take no {}: they are those of all rows; leave it out, and select "
                  "the features with {}",
                  setting("weight"), setting("columns")));
}

// Everything but the scaling.
MarginData describe(Dataset data) {
  require_features(data);
  require_two_classes(data);
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
  if (scaling.kind == ScalingKind::none) return;
  scaling.apply(prepared.data.matrix);
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

}  // namespace

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
  Subject& subject = prepared.subject;
  subject.scale = settings.scale;
  subject.options = settings.reading;
  subject.offset = settings.offset && !settings.lift;
  scale(prepared, Scaling::fit(settings.scale, prepared.data.matrix));
  if (settings.lift) {
    subject.lift = hexadecimal(*settings.lift);
    prepared.lift = settings.lift;
    lift(prepared.data, *settings.lift);
    if (prepared.radius > 0) prepared.radius = std::hypot(prepared.radius, *settings.lift);
  }
  return prepared;
}

MarginData prepare_margin(Dataset data, const MarginSettings& settings, const Model& model) {
  require_ranges(settings);
  MarginData prepared = describe(std::move(data));
  prepared.subject.options = settings.reading;
  prepared.subject.scale = model.scaling.kind;
  prepared.subject.offset = model.has_offset;
  scale(prepared, model.scaling);
  return prepared;
}

MarginResult find_margin(const MarginData& data, const MarginSettings& settings,
                         Listener& listener) {
  WidestMarginSettings wanted;
  wanted.gap = settings.gap.value_or(0);
  wanted.passes = settings.passes;
  wanted.seed = settings.seed;
  wanted.threads = settings.threads;
  MarginResult result;
  result.widest = find_widest_margin(data.points(), wanted, listener);
  const WidestMargin& found = result.widest;
  if (settings.claim && (found.separable == false || !found.weights.empty())) {
    result.certificate = certify_widest_margin(data.subject, found, *settings.claim);
    result.certificate->program = settings.program;
  }
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
