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
  api::require_threads(settings.threads);
  core::MarginSettings own{settings};
  own.program = core::program_name();
  own.reading = data.contents().reading;
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

Margin find_widest(const Dataset& data, const MarginSettings& settings) {
  api::CallListener listener(settings.progress);
  core::MarginResult found =
      core::find_margin(core::Dataset(api::rows_of(data)), own_settings(data, settings), listener);
  core::WidestMargin& widest = found.widest;
  return {widest.separable,
          widest.margin,
          std::move(widest.weights),
          widest.offset,
          std::move(widest.support),
          widest.radius,
          widest.mistake_bound,
          found.certificate ? Certificate(core::encode_certificate(*found.certificate))
                            : Certificate()};
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

}  // namespace

Margin find_margin(const Dataset& data, const MarginSettings& settings) {
  return api::call([&] { return find_widest(data, settings); });
}

MarginSearch search_margin(const Dataset& data, double lambda, const MarginSettings& settings) {
  return api::call([&] { return search_for(data, lambda, settings); });
}

}  // namespace perceptron
