#include <perceptron/margin.h>

#include <fmt/format.h>

#include <utility>

#include "api/contents.h"
#include "base/error.h"
#include "base/version.h"
#include "model/margins.h"

namespace perceptron {
namespace {

core::MarginSettings own_settings(const Dataset& data, const MarginSettings& settings) {
  core::require_named(settings.scale, "scale");
  if (settings.multiclass) core::require_named(*settings.multiclass, "multiclass");
  api::require_threads(settings.threads);
  core::MarginSettings own{settings};
  own.program = core::program_name();
  own.reading = core::unusual(data.contents().reading);
  return own;
}

// A search makes no certificate. The default claim is not a request for one.
void require_no_claim(const MarginSettings& settings) {
  if (settings.claim && settings.claim != MarginSettings().claim)
    throw core::Error(
        ErrorKind::usage,
        fmt::format("{}: the margin perceptron makes no certificate; leave it out, or "
                    "find the widest margin",
                    core::setting("claim")));
}

std::vector<ClassPlane> planes_of(const core::MarginResult& found,
                                  const std::vector<std::string>& names) {
  std::vector<ClassPlane> planes;
  if (!found.joint || found.joint->planes.weights.empty()) return planes;
  const auto& [weights, offsets] = found.joint->planes;
  const std::size_t features = weights.size() / names.size();
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto first = weights.begin() + static_cast<std::ptrdiff_t>(k * features);
    planes.push_back({names[k],
                      {first, first + static_cast<std::ptrdiff_t>(features)},
                      offsets.empty() ? 0 : offsets[k]});
  }
  return planes;
}

std::vector<ClassMargin> parts_of(core::MarginResult& found,
                                  const std::vector<std::string>& names) {
  std::vector<ClassMargin> parts;
  for (core::MarginPart& part : found.parts) {
    core::WidestMargin& widest = part.widest;
    parts.push_back({names[part.sides.positive],
                     {},
                     widest.separable,
                     widest.margin,
                     std::move(widest.weights),
                     widest.offset,
                     std::move(widest.support)});
    if (part.sides.negative) parts.back().negative = names[*part.sides.negative];
  }
  return parts;
}

Margin find_widest(const Dataset& data, const MarginSettings& settings) {
  api::CallListener listener(settings.progress);
  core::MarginResult found =
      core::find_margin(core::Dataset(api::rows_of(data)), own_settings(data, settings), listener);
  const auto& names = api::rows_of(data).classes.names();
  Margin margin;
  margin.separable = found.separable();
  margin.margin = found.margin();
  margin.support = found.support();
  margin.radius = found.radius();
  margin.weights = std::move(found.widest.weights);
  margin.offset = found.widest.offset;
  margin.mistake_bound = found.widest.mistake_bound;
  if (found.certificate)
    margin.certificate = Certificate(core::encode_certificate(*found.certificate));
  margin.planes = planes_of(found, names);
  margin.parts = parts_of(found, names);
  return margin;
}

MarginSearch search_for(const Dataset& data, double lambda, const MarginSettings& settings) {
  api::CallListener listener(settings.progress);
  require_no_claim(settings);
  core::MarginSettings own = own_settings(data, settings);
  own.claim.reset();
  core::MarginSearchSettings search;
  search.seed = settings.seed;
  core::MarginStudy study =
      core::study_margin(core::Dataset(api::rows_of(data)), own, {&lambda, 1}, search, listener);
  if (study.searches.empty()) return {};  // no plane separates the classes
  core::MarginSearchResult& result = study.searches[0];
  core::Fit& fit = result.search.fit;
  double offset = 0;
  if (study.data.lift && !fit.weights.empty()) {  // the weight of the constant is the offset
    offset = fit.weights.back() * *study.data.lift;
    fit.weights.pop_back();
  }
  return {fit.converged, std::move(fit.weights),      offset,
          result.margin, result.search.total_updates, fit.epochs};
}

SeparationDiagnosis diagnose(const Dataset& data, const MarginSettings& settings) {
  api::CallListener listener(settings.progress);
  core::MarginSettings own = own_settings(data, settings);
  own.diagnose = true;
  core::MarginResult result = core::find_margin(core::Dataset(api::rows_of(data)), own, listener);
  core::Diagnosis& found = *result.diagnosis;
  SeparationDiagnosis diagnosis;
  diagnosis.separation = found.separation;
  if (found.separation == Separation::quasi_complete) {
    diagnosis.on_plane = std::move(found.on_plane);
    diagnosis.at_one_point = found.at_one_point;
  }
  if (found.has_coefficients) {
    diagnosis.infinite.emplace();
    for (const core::CoefficientProof& each : found.infinite)
      diagnosis.infinite->push_back({each.feature, each.sign});
  }
  diagnosis.undetermined = std::move(found.undetermined);
  for (const core::AliasedFeature& each : found.aliased) diagnosis.aliased.push_back(each.feature);
  if (found.separation && result.certificate)
    diagnosis.certificate = Certificate(core::encode_certificate(*result.certificate));
  return diagnosis;
}

}  // namespace

Margin find_margin(const Dataset& data, const MarginSettings& settings) {
  return api::call([&] { return find_widest(data, settings); });
}

MarginSearch search_margin(const Dataset& data, double lambda, const MarginSettings& settings) {
  return api::call([&] { return search_for(data, lambda, settings); });
}

SeparationDiagnosis diagnose_separation(const Dataset& data, const MarginSettings& settings) {
  return api::call([&] { return diagnose(data, settings); });
}

}  // namespace perceptron
