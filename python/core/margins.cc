#include "model/margins.h"
#include "base/version.h"
#include "calls.h"
#include "certify/verify.h"
#include "core.h"

namespace perceptron::core::python {
namespace {

// Settings of the margin perceptron, if it is to run too.
using SearchSettings = std::optional<MarginSearchSettings>;

py::dict dict_of(MarginSearchResult&& result) {
  MarginSearch& search = result.search;
  py::dict out;
  out["updates"] = search.total_updates;
  out["converged"] = search.fit.converged;
  out["weights"] = take(std::move(search.fit.weights));
  out["margin"] = tuple_of(result.margin);
  py::list rounds;
  for (const GuessRound& round : search.rounds) {
    py::dict each;
    each["guess"] = round.guess;
    each["updates"] = round.updates;
    each["limit"] = round.limit;
    each["outcome"] = name_of(round.outcome);
    rounds.append(each);
  }
  out["rounds"] = rounds;
  return out;
}

py::dict dict_of(MarginResult&& result) {
  WidestMargin& best = result.widest;
  const auto& certificate = result.certificate;
  py::dict out;
  out["separable"] = best.separable;
  out["lower"] = best.margin.lower;
  out["upper"] = best.margin.upper;
  out["weights"] = take(std::move(best.weights));
  out["offset"] = best.offset;
  out["support"] = take(std::move(best.support));
  out["alpha"] = take(std::move(best.alpha));
  out["radius"] = best.radius;
  out["mistake_bound"] = best.mistake_bound;
  out["touching"] = best.touching;
  out["proof_rows"] = take(std::move(best.zero_combination.rows));
  out["passes"] = best.passes;
  out["certificate"] =
      certificate ? py::object(py::str(encode_certificate(*certificate))) : py::none();
  return out;
}

py::dict margin_of(Dataset data, const MarginSettings& settings, const SearchSettings& search,
                   const py::object& progress) {
  std::optional<MarginSearchResult> searched;
  MarginResult result = call(progress, [&](Listener& listener) {
    const MarginData prepared = prepare_margin(std::move(data), settings);
    MarginResult found = find_margin(prepared, settings, listener);
    if (search && found.widest.separable != false)
      searched = search_margin(prepared, limit_search(*search, found.widest), listener);
    return found;
  });
  py::dict out = dict_of(std::move(result));
  out["search"] = searched ? py::object(dict_of(std::move(*searched))) : py::none();
  return out;
}

MarginSearchSettings search_settings(double lambda, const std::string& stop,
                                     const std::string& coefficient, const std::string& scan,
                                     double radius) {
  MarginSearchSettings settings;
  settings.lambda = lambda;
  settings.stop = find_named<SearchStop>(stop).value();
  settings.scan = find_named<SearchScan>(scan).value();
  parse_setting("coefficient", coefficient, settings.coefficient);
  settings.radius = radius;
  return settings;
}

}  // namespace

py::object tuple_of(const std::optional<Interval>& interval) {
  return interval ? py::object(py::make_tuple(interval->lower, interval->upper)) : py::none();
}

void add_margins(py::module_& module) {
  module.def(
      "margin",
      [](const py::object& rows, const Labels& labels, const std::vector<std::string>& classes,
         bool offset, std::optional<double> gap, std::uint64_t passes, std::uint64_t seed,
         std::uint64_t threads, std::optional<double> lift, const std::string& claim,
         std::optional<double> lambda, const std::string& stop, const std::string& coefficient,
         const std::string& scan, double radius, const py::object& progress) {
        MarginSettings settings;
        settings.offset = offset;
        settings.gap = gap;
        settings.passes = passes;
        settings.seed = seed;
        settings.threads = threads;
        settings.lift = lift;
        settings.program = program_name();
        settings.claim = find_named<CertificateKind>(claim).value();
        SearchSettings search;
        if (lambda) search = search_settings(*lambda, stop, coefficient, scan, radius);
        return margin_of(dataset_of({rows, labels, classes, {}, {}, ""}), settings, search,
                         progress);
      },
      py::kw_only(), py::arg("rows"), py::arg("labels"), py::arg("classes"),
      py::arg("offset") = true, py::arg("gap") = py::none(), py::arg("passes") = 10'000,
      py::arg("seed") = 1, py::arg("threads") = 1, py::arg("lift") = py::none(),
      py::arg("claim") = "margin", py::arg("lam") = py::none(), py::arg("stop") = "proof",
      py::arg("coefficient") = "theorem", py::arg("scan") = "pass", py::arg("radius") = 0,
      py::arg("progress") = py::none(),
      "The maximum margin, or a proof that no plane separates the classes; with lam also the "
      "result of the margin perceptron.");

  module.def(
      "verify",
      [](const std::string& certificate, const py::object& rows, const Labels& labels,
         const std::vector<std::string>& classes, const std::optional<Weights>& weights,
         const OptionTexts& limits) {
        const DecodedCertificate decoded = call(py::none(), [&](Listener& /*listener*/) {
          return decode_certificate(certificate, "the certificate", limits_from(limits));
        });
        Verdict verdict = refuse(decoded, decoded.damage);
        if (decoded.damage.empty()) {
          Dataset data = dataset_of({rows, labels, classes, weights, {}, ""});
          verdict = call(py::none(), [&](Listener& /*listener*/) {
            return perceptron::core::verify(decoded, std::move(data));
          });
        }
        return py::make_tuple(verdict.valid, verdict.kind ? name_of(*verdict.kind) : "",
                              verdict.reason);
      },
      py::arg("certificate"), py::arg("rows"), py::arg("labels"), py::arg("classes"),
      py::arg("weights") = py::none(), py::arg("limits") = OptionTexts(),
      "Whether the certificate is valid for these rows, what it claims, and the reason.");
}

}  // namespace perceptron::core::python
