#include "cli/classes_margin_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/elementary.h"
#include "base/text.h"
#include "cli/text_table.h"
#include "report/summaries.h"

namespace perceptron::core {
namespace {

constexpr std::size_t kListed = 12;

std::string planes_text(const MarginFindings& found) {
  std::string text = found.subject().offset ? "planes" : "planes through the origin";
  if (found.measured.lift) text += fmt::format(" (of the rows lifted by {})", *found.measured.lift);
  return text;
}

std::string rows_list(const std::vector<std::uint64_t>& rows) {
  std::string text;
  for (std::size_t k = 0; k < rows.size() && k < kListed; ++k)
    text += fmt::format("{}{}", k == 0 ? "" : ", ", rows[k] + 1);
  if (rows.size() > kListed)
    text += fmt::format(" and {} more", with_commas(rows.size() - kListed));
  return text;
}

std::vector<std::uint64_t> rows_of(const std::vector<Flow>& flows) {
  std::set<std::uint64_t> rows;
  for (const Flow& flow : flows) rows.insert(flow.arc.row);
  return {rows.begin(), rows.end()};
}

// ---- All classes together ----

class JointMarginText {
 public:
  explicit JointMarginText(const MarginFindings& found)
      : found_(found), joint_(*found.joint), names_(found.data().classes.names()) {}

  std::string text() const {
    TextTable facts("<<");
    facts.add({"separable", verdict()});
    if (joint_.separable == false) {
      facts.add({"proof", proof()});
    } else {
      facts.add({"best margin", margin_interval_text(joint_.margin, found_.gap)});
    }
    facts.add({"radius R", brief(joint_.radius)});
    if (joint_.separable == true) {
      const auto rows = rows_of(joint_.flows);
      facts.add({"support", fmt::format("{}: {}", plural(rows.size(), "row"), rows_list(rows))});
    }
    return facts.text("");
  }

 private:
  const std::string& name(std::uint32_t label) const { return names_[label]; }
  std::uint32_t label(const Flow& flow) const { return found_.data().labels[flow.arc.row]; }

  std::string verdict() const {
    if (!joint_.separable)
      return "not decided: an exact answer is out of reach for data of this size";
    return *joint_.separable
               ? fmt::format(
                     "yes: {}, one for each class, give the class of every row the highest "
                     "score",
                     planes_text(found_))
               : fmt::format(
                     "no: no {}, one for each class, give the class of every row the "
                     "highest score",
                     planes_text(found_));
  }

  std::string proof() const {
    const auto& flows = joint_.flows;
    if (flows.size() == 2 && joint_.exact_flows[0] == joint_.exact_flows[1] &&
        label(flows[0]) == flows[1].arc.to && label(flows[1]) == flows[0].arc.to) {
      return fmt::format("rows {} and {} are the same point, of class {} and of class {}",
                         flows[0].arc.row + 1, flows[1].arc.row + 1, name(label(flows[0])),
                         name(label(flows[1])));
    }
    constexpr std::size_t kShown = 4;
    std::string parts;
    for (std::size_t k = 0; k < flows.size() && k < kShown; ++k) {
      parts +=
          fmt::format("{}row {} ({} over {}) × {:.3g}", k == 0 ? "" : ", ", flows[k].arc.row + 1,
                      name(label(flows[k])), name(flows[k].arc.to), flows[k].weight);
    }
    if (flows.size() > kShown) parts += fmt::format(" and {} more", flows.size() - kShown);
    return fmt::format("the leads of these classes over others cancel: {}, weighted exactly",
                       parts);
  }

  const MarginFindings& found_;
  const WidestJointMargin& joint_;
  const std::vector<std::string>& names_;
};

// ---- Each class, or each pair ----

std::string part_verdict(const WidestMargin& part) {
  if (!part.separable) return "not decided";
  if (*part.separable) return "yes";
  return part.touching == true ? "no: they touch" : "no";
}

std::string part_margin(const WidestMargin& part) {
  if (part.separable == false) return "";
  const std::string lower = brief(part.margin.lower);
  const std::string upper = brief(part.margin.upper);
  if (!(part.margin.lower > 0)) return "at most " + brief(part.margin.upper, Round::up);
  return lower == upper ? lower
                        : fmt::format("{} to {}", brief(part.margin.lower, Round::down),
                                      brief(part.margin.upper, Round::up));
}

std::string parts_text(const MarginFindings& found) {
  const auto& names = found.data().classes.names();
  const bool pairs = found.multiclass == Multiclass::one_vs_one;
  std::size_t yes = 0;
  std::size_t no = 0;
  TextTable table("<<<<");
  table.add({pairs ? "pair" : "class", "separable", "best margin", "support, or proof"});
  for (const MarginPart& part : found.parts) {
    const auto& [positive, negative] = part.sides;
    const WidestMargin& own = part.widest;
    if (own.separable == true) ++yes;
    if (own.separable == false) ++no;
    table.add({negative ? names[*negative] + " and " + names[positive] : names[positive],
               part_verdict(own), part_margin(own), "rows " + rows_list(own.support)});
  }
  const std::string what = pairs ? plural(found.parts.size(), "pair") + " of classes"
                                 : with_commas(found.parts.size()) + " classes";
  const std::string from = pairs ? "" : " from the rest";
  std::string verdict = fmt::format("{}: {} of {} can be separated{} by {}",
                                    no > 0                      ? "no"
                                    : yes == found.parts.size() ? "yes"
                                                                : "not decided",
                                    yes, what, from, planes_text(found));
  if (yes + no < found.parts.size())
    verdict += fmt::format("; {} not decided", found.parts.size() - yes - no);
  TextTable facts("<<");
  facts.add({"separable", verdict});
  return facts.text("") + '\n' + table.text("");
}

std::vector<SupportRecord> flow_records(const MarginFindings& found) {
  const auto& names = found.data().classes.names();
  const WidestJointMargin& joint = *found.joint;
  std::vector<SupportRecord> support;
  for (std::size_t k = 0; k < joint.flows.size(); ++k) {
    const Flow& flow = joint.flows[k];
    support.push_back({flow.arc.row + 1,
                       names[found.data().labels[flow.arc.row]],
                       names[flow.arc.to],
                       flow.weight,
                       {}});
    if (!joint.exact_flows.empty()) support.back().exact = joint.exact_flows[k];
  }
  return support;
}

std::optional<std::vector<ClassPlaneRecord>> plane_records(const MarginFindings& found) {
  constexpr std::uint64_t kWeightsShown = 10'000;
  const JointPlanes& planes = found.joint->planes;
  if (found.separable != true || planes.weights.size() > kWeightsShown) return std::nullopt;
  const auto& names = found.data().classes.names();
  const std::size_t features = planes.weights.size() / names.size();
  std::vector<ClassPlaneRecord> records;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto first = planes.weights.begin() + static_cast<std::ptrdiff_t>(k * features);
    records.push_back({names[k], {first, first + static_cast<std::ptrdiff_t>(features)}, {}});
    if (!planes.offsets.empty()) records.back().offset = planes.offsets[k];
  }
  return records;
}

std::vector<MarginPartRecord> part_records(const MarginFindings& found) {
  const auto& names = found.data().classes.names();
  std::vector<MarginPartRecord> records;
  for (const MarginPart& part : found.parts) {
    MarginPartRecord& record = records.emplace_back();
    record.positive = names[part.sides.positive];
    if (part.sides.negative) record.negative = names[*part.sides.negative];
    record.separable = part.widest.separable;
    record.touching = part.widest.touching;
    record.margin = interval_record(std::optional(part.widest.margin));
    record.mistake_bound = part.widest.mistake_bound;
    for (const std::uint64_t row : part.widest.support) record.support.push_back(row + 1);
  }
  return records;
}

}  // namespace

std::string classes_margin_text(const MarginFindings& found) {
  return found.joint ? JointMarginText(found).text() : parts_text(found);
}

OptimumRecord classes_optimum(const MarginFindings& found) {
  OptimumRecord record;
  record.separable = found.separable;
  if (found.joint) {
    record.lower = found.joint->margin.lower;
    record.upper = found.joint->margin.upper;
    record.radius = found.joint->radius;
    record.passes = found.joint->passes;
    record.support = rows_of(found.joint->flows).size();
    return record;
  }
  record.lower = kInfinity;
  record.upper = kInfinity;
  for (const MarginPart& part : found.parts) {
    record.lower = std::min(record.lower, part.widest.margin.lower);
    record.upper = std::min(record.upper, part.widest.margin.upper);
    record.radius = std::max(record.radius, part.widest.radius);
    record.passes += part.widest.passes;
    record.support += part.widest.support.size();
  }
  return record;
}

MarginOutcome classes_margin_outcome(const MarginFindings& found) {
  const OptimumRecord optimum = classes_optimum(found);
  MarginOutcome result;
  result.rows = found.data().rows();
  result.features = found.subject().features;
  result.offset = found.subject().offset;
  result.radius = optimum.radius;
  result.multiclass = found.multiclass;
  result.classes = found.data().classes.names();
  result.separable = found.separable;
  result.lift = found.measured.lift;
  result.passes = optimum.passes;
  result.seconds = found.seconds;
  result.read_seconds = found.read_seconds;
  if (found.joint) {
    result.margin = interval_record(std::optional(found.joint->margin));
    result.planes = plane_records(found);
    result.support = flow_records(found);
  } else {
    result.parts = part_records(found);
  }
  result.data_hash = found.subject().hash;
  return result;
}

}  // namespace perceptron::core
