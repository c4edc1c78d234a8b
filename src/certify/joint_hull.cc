#include "certify/joint_hull.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/elementary.h"
#include "base/interrupt.h"
#include "base/threads.h"

namespace perceptron::core {
namespace {

using ArcCycle = std::vector<Arc>;  // a single arc if there is no offset

// Few enough scores to stay in a processor's cache.
std::uint64_t rows_at_once(std::uint64_t classes) {
  return std::clamp<std::uint64_t>((1 << 16) / classes, 1, 4096);
}

void add_leads(const KeslerRows& rows, std::uint64_t begin, std::uint64_t end, const Bank& bank,
               Leads& leads) {
  const std::uint64_t classes = rows.classes;
  const std::uint64_t step = rows_at_once(classes);
  std::vector<double> scores(step * classes);
  for (std::uint64_t first = begin; first < end; first += step) {
    check_interrupt();
    const std::uint64_t last = std::min(end, first + step);
    score(rows.rows, first, last, bank, {scores.data(), (last - first) * classes});
    for (std::uint64_t i = first; i < last; ++i) {
      const double* const s = scores.data() + (i - first) * classes;
      const std::uint32_t own = rows.labels[i];
      for (std::uint64_t k = 0; k < classes; ++k) {
        const std::size_t at = leads.at(own, k);
        if (k == own || !(s[own] - s[k] < leads.lead[at])) continue;
        leads.lead[at] = s[own] - s[k];
        leads.row[at] = i;
      }
    }
  }
}

// The points of cycles, which are made when they are needed.
class CyclePoints {
 public:
  CyclePoints(const KeslerRows& rows, const HullSettings& settings, Listener& listener)
      : rows_(rows),
        settings_(settings),
        listener_(listener),
        points_(Matrix::Layout::sparse, saturating_product(rows.features(), rows.classes)),
        signed_(through_origin_points(points_)),
        sum_(points_.features()) {}

  JointHull run() {
    add_beyond(leads_of(rows_, class_means(), settings_.threads), kInfinity);
    Listener silent;  // the progress of listed points would be mistaken for that of all
    HullResult hull = nearest_point(signed_, {}, settings_, silent,
                                    [&](const std::vector<double>& w) { return add_furthest(w); });
    JointHull result;
    result.passes = passes_;
    result.flows = flows_of(hull.points);
    result.w = std::move(hull.w);
    return result;
  }

 private:
  // The mean of each class less that of all rows.
  std::vector<double> class_means() const {
    const std::uint64_t features = rows_.features();
    std::vector<double> counts(rows_.classes);
    for (const std::uint32_t label : rows_.labels) ++counts[label];
    std::vector<double> means(points_.features());
    std::vector<double> mean(features);
    std::visit(
        [&](const auto& view) {
          for (std::uint64_t i = 0; i < view.rows; ++i) {
            const auto row = view[i];
            const std::uint32_t own = rows_.labels[i];
            for (std::uint64_t j = 0; j < row.size; ++j) {
              means[own * features + row.feature(j)] += row.value(j) / counts[own];
              mean[row.feature(j)] += row.value(j) / static_cast<double>(view.rows);
            }
          }
        },
        rows_.rows);
    for (std::uint64_t k = 0; k < rows_.classes; ++k) {
      for (std::uint64_t j = 0; j < features; ++j) means[k * features + j] -= mean[j];
    }
    return means;
  }

  // Appends the points furthest beyond the plane; false if none is by more than the gap.
  bool add_furthest(const std::vector<double>& w) {
    double square = 0;
    for (const double x : w) square += x * x;
    const Leads leads = leads_of(rows_, w, settings_.threads);
    ++passes_;
    return add_beyond(leads, square);
  }

  // Adds cycles with a mean below that of the points in the corral, `level`.
  bool add_beyond(const Leads& leads, double level) {
    const double enough = level * (1 - 0.5 * settings_.gap);
    double least = kInfinity;
    std::vector<std::pair<double, ArcCycle>> beyond;
    const auto take = [&](ArcCycle cycle, double mean) {
      least = std::min(least, mean);
      if (mean < enough) beyond.emplace_back(mean, std::move(cycle));
    };
    if (rows_.kind == Offset::none) {
      each_pair(leads, [&](std::uint32_t from, std::uint32_t to) {
        const std::size_t at = leads.at(from, to);
        if (leads.lead[at] < kInfinity) take({{leads.row[at], to}}, leads.lead[at]);
      });
    } else {
      each_pair(leads, [&](std::uint32_t from, std::uint32_t to) {
        const double mean = (leads.lead[leads.at(from, to)] + leads.lead[leads.at(to, from)]) / 2;
        if (from < to && mean < kInfinity) take(arcs_of(leads, {from, to}), mean);
      });
      add_long_cycles(leads, enough, take);
    }
    report(least, level);
    const std::size_t most = 64 + 8 * rows_.classes;
    std::sort(beyond.begin(), beyond.end());
    if (beyond.size() > most) beyond.resize(most);
    bool added = false;
    for (auto& [mean, cycle] : beyond) added = add(std::move(cycle)) || added;
    return added && !(least >= level * (1 - settings_.gap));
  }

  // Cycles of least mean that have no arc in common.
  template <class Take>
  static void add_long_cycles(Leads leads, double enough, const Take& take) {
    const auto classes = static_cast<double>(leads.classes);
    const double most = std::max(1.0, 1e7 / (classes * classes * classes));
    for (int count = 0; count < most; ++count) {
      const auto cycle = least_mean_cycle(leads);
      if (!cycle || !(cycle->mean < enough)) return;
      take(arcs_of(leads, cycle->classes), cycle->mean);
      each_arc(cycle->classes, [&](std::uint32_t from, std::uint32_t to) {
        leads.lead[leads.at(from, to)] = kInfinity;
      });
    }
  }

  template <class Use>
  static void each_pair(const Leads& leads, const Use& use) {
    for (std::uint32_t from = 0; from < leads.classes; ++from) {
      for (std::uint32_t to = 0; to < leads.classes; ++to) {
        if (from != to) use(from, to);
      }
    }
  }

  template <class Use>
  static void each_arc(const std::vector<std::uint32_t>& cycle, const Use& use) {
    for (std::size_t i = 0; i < cycle.size(); ++i) use(cycle[i], cycle[(i + 1) % cycle.size()]);
  }

  static ArcCycle arcs_of(const Leads& leads, const std::vector<std::uint32_t>& cycle) {
    ArcCycle arcs;
    each_arc(cycle, [&](std::uint32_t from, std::uint32_t to) {
      arcs.push_back({leads.row[leads.at(from, to)], to});
    });
    return arcs;
  }

  // Appends the mean of the points of the arcs; false if it is there already.
  bool add(ArcCycle cycle) {
    std::sort(cycle.begin(), cycle.end());
    if (!seen_.insert(cycle).second) return false;
    std::set<std::uint64_t> places;
    const double share = 1 / static_cast<double>(cycle.size());
    const std::uint64_t features = rows_.features();
    std::visit(
        [&](const auto& view) {
          for (const Arc& arc : cycle) {
            const auto row = view[arc.row];
            for (std::uint64_t j = 0; j < row.size; ++j) {
              const std::uint64_t own = rows_.labels[arc.row] * features + row.feature(j);
              const std::uint64_t other = arc.to * features + row.feature(j);
              sum_[own] += row.value(j) * share;
              sum_[other] -= row.value(j) * share;
              places.insert({own, other});
            }
          }
        },
        rows_.rows);
    for (const std::uint64_t place : places) {
      if (sum_[place] != 0) points_.push(place, sum_[place]);
      sum_[place] = 0;
    }
    points_.end_row();
    cycles_.push_back(std::move(cycle));
    signed_.rows = points_.view();
    signed_.sign.push_back(1);
    return true;
  }

  void report(double least, double level) {
    if (passes_ == 0) return;
    listener_.progress("margin", 0, 0, [&] {
      return fmt::format("pass {}, between {:.9g} and {:.9g}, {} combinations of rows", passes_,
                         std::max(0.0, least / std::sqrt(2 * level)), std::sqrt(level / 2),
                         cycles_.size());
    });
  }

  // All arcs of a cycle have the same weight, a multiple of 2⁻⁵⁰, so that sums of them are exact.
  std::vector<Flow> flows_of(const Combination& combination) const {
    std::map<Arc, double> weights;
    for (std::size_t k = 0; k < combination.rows.size(); ++k) {
      const ArcCycle& cycle = cycles_[combination.rows[k]];
      const double share = combination.alpha[k] / static_cast<double>(cycle.size());
      const double weight = std::ldexp(std::floor(std::ldexp(share, 50)), -50);
      if (!(weight > 0)) continue;
      for (const Arc& arc : cycle) weights[arc] += weight;
    }
    std::vector<Flow> flows;
    flows.reserve(weights.size());
    for (const auto& [arc, weight] : weights) flows.push_back({arc, weight});
    return flows;
  }

  const KeslerRows& rows_;
  const HullSettings& settings_;
  Listener& listener_;
  Matrix points_;
  SignedRows signed_;
  std::vector<ArcCycle> cycles_;  // of each point
  std::set<ArcCycle> seen_;
  std::vector<double> sum_;  // zeros between calls
  std::uint64_t passes_ = 0;
};

}  // namespace

Leads leads_of(const KeslerRows& rows, const std::vector<double>& w, std::uint64_t threads) {
  const std::uint64_t features = rows.features();
  Bank bank(features, rows.classes);
  for (std::uint64_t k = 0; k < rows.classes; ++k)
    bank.put(k, std::span(w).subspan(k * features, features), 0);
  // Each part has leads of its own, so there are few parts. Ties go to the first row.
  const std::uint64_t parts = std::clamp<std::uint64_t>(rows.size() / 1024, 1, threads);
  std::vector<Leads> of(parts, Leads(rows.classes));
  parallel_for(parts, threads, [&](std::uint64_t part) {
    add_leads(rows, rows.size() * part / parts, rows.size() * (part + 1) / parts, bank, of[part]);
  });
  for (std::uint64_t part = 1; part < parts; ++part) {
    for (std::size_t at = 0; at < of[0].lead.size(); ++at) {
      if (!(of[part].lead[at] < of[0].lead[at])) continue;
      of[0].lead[at] = of[part].lead[at];
      of[0].row[at] = of[part].row[at];
    }
  }
  return std::move(of[0]);
}

JointHull nearest_joint_point(const KeslerRows& rows, const HullSettings& settings,
                              Listener& listener) {
  return CyclePoints(rows, settings, listener).run();
}

}  // namespace perceptron::core
