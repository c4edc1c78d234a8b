#include "model/margins.h"
#include "base/version.h"
#include "calls.h"
#include "certify/verify.h"
#include "core.h"

namespace perceptron::core::python {
namespace {

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

MarginSettings margin_settings(const OptionTexts& values) {
  MarginSettings settings;
  assign_all<perceptron::MarginSettings>(settings, kMarginOptions, values);
  settings.program = program_name();
  return settings;
}

// With a λ in `search` the margin perceptron runs too.
py::dict margin_of(const LabelledRows& given, const MarginSettings& settings,
                   const OptionTexts& search, const py::object& progress) {
  MarginSearchSettings wanted;
  assign_all(wanted, kMarginSearchOptions, search);
  std::vector<double> lambdas;
  if (search.contains("lambda")) lambdas.push_back(wanted.lambda);
  Dataset data = dataset_of(given);
  MarginStudy study = call(progress, [&](Listener& listener) {
    return study_margin(std::move(data), settings, lambdas, wanted, listener);
  });
  py::dict out = dict_of(std::move(study.result));
  out["search"] =
      study.searches.empty() ? py::none() : py::object(dict_of(std::move(study.searches[0])));
  return out;
}

}  // namespace

py::object tuple_of(const std::optional<Interval>& interval) {
  return interval ? py::object(py::make_tuple(interval->lower, interval->upper)) : py::none();
}

void add_margins(py::module_& module) {
  module.def(
      "margin",
      [](const py::object& rows, const Labels& labels, const std::vector<std::string>& classes,
         bool offset, const OptionTexts& settings, const OptionTexts& search, std::uint64_t threads,
         const py::object& progress) {
        MarginSettings wanted = margin_settings(settings);
        wanted.offset = offset;
        wanted.threads = threads;
        return margin_of({rows, labels, classes, {}, {}, ""}, wanted, search, progress);
      },
      py::kw_only(), py::arg("rows"), py::arg("labels"), py::arg("classes"),
      py::arg("offset") = true, py::arg("settings") = OptionTexts(),
      py::arg("search") = OptionTexts(), py::arg("threads") = 1, py::arg("progress") = py::none(),
      "The maximum margin, or a proof that no plane separates the classes; with lambda in search "
      "also the result of the margin perceptron.");

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
