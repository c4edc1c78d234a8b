#include <fmt/format.h>

#include "base/number.h"
#include "base/version.h"
#include "calls.h"
#include "certify/certificate.h"
#include "certify/claims.h"
#include "certify/margin.h"
#include "certify/optimum.h"
#include "certify/verify.h"
#include "core.h"
#include "data/lift.h"
#include "learn/margin_search.h"
#include "model/checks.h"

namespace perceptron::python {
namespace {

struct Question {
  bool offset = true;
  double gap = 0;
  std::uint64_t passes = 10'000;
  std::uint64_t seed = 1;
  std::uint64_t threads = 1;
  std::optional<double> lift;
  std::string claim = "margin";
};

py::dict describe(Optimum&& best, const std::string& certificate) {
  py::dict out;
  out["separable"] = best.separable ? py::cast(*best.separable) : py::none();
  out["lower"] = best.margin.lower;
  out["upper"] = best.margin.upper;
  out["weights"] = take(std::move(best.weights));
  out["offset"] = best.offset;
  out["support"] = take(std::move(best.support));
  out["alpha"] = take(std::move(best.alpha));
  out["radius"] = best.radius;
  out["mistake_bound"] = best.mistake_bound ? py::cast(*best.mistake_bound) : py::none();
  out["touching"] = best.touching ? py::cast(*best.touching) : py::none();
  out["proof_rows"] = take(std::move(best.vanishing.rows));
  out["passes"] = best.passes;
  out["certificate"] = certificate;
  return out;
}

py::dict margin_of(const Task& task, const Question& question, const py::object& progress) {
  Dataset data = dataset_of(task);
  require_features(data);
  require_two_classes(data);
  require_all_present(data);
  Subject subject;
  std::string certificate;
  Optimum found = call(progress, [&](Listener& listener) {
    subject.name = data.name;
    subject.hash = data.fingerprint();
    subject.rows = data.rows();
    subject.features = data.features();
    subject.offset = question.offset && !question.lift;
    if (question.lift) {
      subject.lift = hexadecimal(*question.lift);
      lift(data, *question.lift);
    }
    const Examples examples{data.matrix.view(), data.labels};
    const Points points(examples, Targets::binary(), 0,
                        subject.offset ? Offset::constant : Offset::none);
    OptimumSettings settings;
    settings.gap = question.gap;
    settings.passes = question.passes;
    settings.seed = question.seed;
    settings.threads = question.threads;
    Optimum best = find_optimum(points, settings, listener);
    if (best.separable == false || !best.weights.empty()) {
      Certificate proof = certify_optimum(subject, best, question.claim);
      proof.program = fmt::format("perceptron {}", kVersionText);
      certificate = encode_certificate(proof);
    }
    return best;
  });
  return describe(std::move(found), certificate);
}

py::dict search(const Task& task, const MarginSearchSettings& settings,
                const py::object& progress) {
  const Dataset data = dataset_of(task);
  require_features(data);
  require_two_classes(data);
  require_all_present(data);
  const Examples examples{data.matrix.view(), data.labels};
  std::optional<Interval> own;
  MarginSearch found = call(progress, [&](Listener& listener) {
    MarginSearch result =
        search_margin(examples, Targets::binary(), Offset::none, settings, listener);
    const Points points(examples, Targets::binary(), 0, Offset::none);
    own = measure_margin({points, result.fit.weights, 0, {}}, 1).plane;
    return result;
  });
  py::dict out;
  out["updates"] = found.total_updates;
  out["converged"] = found.fit.converged;
  out["weights"] = take(std::move(found.fit.weights));
  out["margin"] = own ? py::object(py::make_tuple(own->lower, own->upper)) : py::none();
  py::list rounds;
  for (const GuessRound& round : found.rounds) {
    py::dict each;
    each["guess"] = round.guess;
    each["updates"] = round.updates;
    each["limit"] = round.limit;
    each["outcome"] = outcome_name(round.outcome);
    rounds.append(each);
  }
  out["rounds"] = rounds;
  return out;
}

}  // namespace

void add_margins(py::module_& module) {
  module.def(
      "margin",
      [](const py::object& rows, const Labels& labels, const std::vector<std::string>& classes,
         bool offset, double gap, std::uint64_t passes, std::uint64_t seed, std::uint64_t threads,
         std::optional<double> lift, const std::string& claim, const py::object& progress) {
        return margin_of({rows, labels, classes, {}, {}, ""},
                         {offset, gap, passes, seed, threads, lift, claim}, progress);
      },
      py::kw_only(), py::arg("rows"), py::arg("labels"), py::arg("classes"),
      py::arg("offset") = true, py::arg("gap") = 0, py::arg("passes") = 10'000, py::arg("seed") = 1,
      py::arg("threads") = 1, py::arg("lift") = py::none(), py::arg("claim") = "margin",
      py::arg("progress") = py::none(), "The widest margin, or the proof that there is none.");

  module.def(
      "search_margin",
      [](const py::object& rows, const Labels& labels, const std::vector<std::string>& classes,
         double lambda, const std::string& stop, const std::string& coefficient,
         const std::string& scan, double radius, double smallest_guess,
         const py::object& progress) {
        MarginSearchSettings settings;
        settings.lambda = lambda;
        settings.stop = stop;
        settings.coefficient = coefficient;
        settings.scan = scan;
        settings.radius = radius;
        settings.smallest_guess = smallest_guess;
        return search({rows, labels, classes, {}, {}, ""}, settings, progress);
      },
      py::kw_only(), py::arg("rows"), py::arg("labels"), py::arg("classes"), py::arg("lam"),
      py::arg("stop") = "proof", py::arg("coefficient") = "theorem", py::arg("scan") = "pass",
      py::arg("radius") = 0, py::arg("smallest_guess") = 0, py::arg("progress") = py::none(),
      "The margin perceptron's search, through the origin.");

  module.def(
      "verify",
      [](const std::string& certificate, const py::object& rows, const Labels& labels,
         const std::vector<std::string>& classes, const std::optional<Weights>& weights) {
        std::string damage;
        const Certificate claim = decode_certificate(certificate, "the certificate", damage);
        Verdict verdict{false, damage};
        if (damage.empty()) {
          Dataset data = dataset_of({rows, labels, classes, weights, {}, ""});
          verdict = call(py::none(), [&](Listener& /*listener*/) {
            return perceptron::verify(claim, std::move(data));
          });
        }
        return py::make_tuple(verdict.valid, claim.kind, verdict.reason);
      },
      py::arg("certificate"), py::arg("rows"), py::arg("labels"), py::arg("classes"),
      py::arg("weights") = py::none(),
      "Whether the certificate holds for these rows, what it claims, and why or why not.");
}

}  // namespace perceptron::python
