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
  core::MarginSearchSettings search;
  search.lambda = lambda;
  search.seed = settings.seed;
  core::require_ranges(search);
  require_no_claim(settings);
  core::MarginSettings own = core::through_origin(own_settings(data, settings), listener);
  own.claim.reset();
  const core::MarginData rows = core::prepare_margin(core::Dataset(api::rows_of(data)), own);
  const core::WidestMargin known = core::find_margin(rows, own, listener).widest;
  if (known.separable == false) return {};  // the search would not terminate
  search = core::limit_search(search, known);
  core::MarginSearchResult result = core::search_margin(rows, search, listener);
  core::Fit& fit = result.search.fit;
  double offset = 0;
  if (own.lift && !fit.weights.empty()) {  // the weight of the constant is the offset of the plane
    offset = fit.weights.back() * *own.lift;
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
