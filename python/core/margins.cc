#include "model/margins.h"

#include <map>

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

// The planes of all classes together, one after the other, and their offsets.
void put_planes(WidestJointMargin& joint, WidestMargin& best) {
  best.weights = std::move(joint.planes.weights);
  std::map<std::uint64_t, double> alpha;  // of each row in the support
  for (const Flow& flow : joint.flows) alpha[flow.arc.row] += flow.weight;
  for (const auto& [row, weight] : alpha) best.alpha.push_back(weight);
  best.passes = joint.passes;
}

py::list parts_of(MarginResult& result) {
  py::list parts;
  for (MarginPart& part : result.parts) {
    py::dict own;
    own["positive"] = part.sides.positive;
    own["negative"] = part.sides.negative;
    own["separable"] = part.widest.separable;
    own["lower"] = part.widest.margin.lower;
    own["upper"] = part.widest.margin.upper;
    own["touching"] = part.widest.touching;
    own["mistake_bound"] = part.widest.mistake_bound;
    own["weights"] = take(std::move(part.widest.weights));
    own["offset"] = part.widest.offset;
    own["support"] = take(std::move(part.widest.support));
    parts.append(own);
  }
  return parts;
}

py::object diagnosis_of(const std::optional<Diagnosis>& found) {
  if (!found) return py::none();
  py::dict out;
  out["separation"] = found->separation
                          ? py::object(py::str(std::string(name_of(*found->separation))))
                          : py::object(py::none());
  const bool face = found->separation == Separation::quasi_complete;
  out["on_plane"] =
      take(face ? std::vector<std::uint64_t>(found->on_plane) : std::vector<std::uint64_t>());
  out["overlap_on_plane"] = face && !found->at_one_point;
  py::list infinite;
  for (const CoefficientProof& each : found->infinite)
    infinite.append(py::make_tuple(each.feature, each.sign));
  out["infinite"] = found->has_coefficients ? py::object(infinite) : py::object(py::none());
  out["undetermined"] = take(std::vector<std::uint64_t>(found->undetermined));
  std::vector<std::uint64_t> aliased;
  for (const AliasedFeature& each : found->aliased) aliased.push_back(each.feature);
  out["aliased"] = take(std::move(aliased));
  return out;
}

py::dict dict_of(MarginResult&& result) {
  WidestMargin& best = result.widest;
  const auto& certificate = result.certificate;
  const Interval margin = result.margin();
  py::dict out;
  out["separable"] = result.separable();
  out["lower"] = margin.lower;
  out["upper"] = margin.upper;
  out["support"] = take(result.support());
  out["radius"] = result.radius();
  out["offsets"] = result.joint ? py::object(take(std::move(result.joint->planes.offsets)))
                                : py::object(py::none());
  const bool refuted = result.joint && result.joint->separable == false;
  out["proof_rows"] = take(refuted ? result.support() : std::move(best.zero_combination.rows));
  if (result.joint) put_planes(*result.joint, best);
  for (const MarginPart& part : result.parts) best.passes += part.widest.passes;
  out["parts"] = parts_of(result);
  out["weights"] = take(std::move(best.weights));
  out["offset"] = best.offset;
  out["alpha"] = take(std::move(best.alpha));
  out["mistake_bound"] = best.mistake_bound;
  out["touching"] = best.touching;
  out["diagnosis"] = diagnosis_of(result.diagnosis);
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
         bool offset, bool diagnose, const OptionTexts& settings, const OptionTexts& search,
         std::uint64_t threads, const py::object& progress) {
        MarginSettings wanted = margin_settings(settings);
        wanted.diagnose = diagnose;
        wanted.offset = offset;
        wanted.threads = threads;
        return margin_of({rows, labels, classes, {}, {}, ""}, wanted, search, progress);
      },
      py::kw_only(), py::arg("rows"), py::arg("labels"), py::arg("classes"),
      py::arg("offset") = true, py::arg("diagnose") = false, py::arg("settings") = OptionTexts(),
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
