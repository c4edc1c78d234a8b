// Margins of a dataset of two classes: the widest one with its proof, the margin perceptron's
// search for a wide one, and the margin of a given plane, such as a trained model's.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <perceptron/margin.h>
#include "base/listener.h"
#include "base/options.h"
#include "certify/certificate.h"
#include "certify/widest_margin.h"
#include "data/dataset.h"
#include "learn/margin_search.h"
#include "model/model.h"

namespace perceptron::core {

struct MarginSettings : perceptron::MarginSettings {
  std::string program = "perceptron";  // the program named in the certificate
  // How the data was read, for the certificate; see Subject.
  std::vector<std::pair<std::string, std::string>> reading = {};
};

inline constexpr std::array kMarginOptions = {
    option<&perceptron::MarginSettings::lift>(
        "lift", "C", "",
        "append the constant C to each row, for planes through the origin; margins are those "
        "of the lifted rows",
        -1e100, 1e100),
    option<&perceptron::MarginSettings::gap>(
        "gap", "G", "",
        "relative distance of the bounds to reach (default: 1e-9; 0.01 if rows and features "
        "are many)",
        1e-15, 1),
    option<&perceptron::MarginSettings::passes>(
        "passes", "N", "",
        "maximum number of passes of the coordinate ascent, which is used if rows and features "
        "are many",
        1, 1e12),
    option<&perceptron::MarginSettings::claim>(
        "claim", "", "margin|separator|mistake-bound",
        "what the certificate proves if a plane separates the classes"),
    option<&perceptron::MarginSettings::seed>("seed", "N", "",
                                              "seed of the random order of rows if they are many"),
};

// Throws a usage error if a setting is out of range.
void require_ranges(const MarginSettings& settings);

// Rows as margins are measured on them.
struct MarginData {
  Dataset data;       // scaled, then lifted
  Subject subject;    // the data before that, as named in certificates
  double radius = 0;  // an upper bound on ‖x‖; 0: not known

  Offset offset() const { return subject.offset ? Offset::constant : Offset::none; }
  Examples examples() const { return {data.matrix.view(), data.labels}; }
  SignedRows points() const { return {examples(), Targets::binary(), 0, offset()}; }
};

// Throws Error if a setting is out of range, or unless the data has features, two classes and no
// weights.
MarginData prepare_margin(Dataset data, const MarginSettings& settings);
// Scales the rows as the model does, whatever the settings; its plane decides whether there is an
// offset.
MarginData prepare_margin(Dataset data, const MarginSettings& settings, const Model& model);

// ---- The widest margin ----

struct MarginResult {
  WidestMargin widest;                     // verdict, bounds, plane, support, radius, mistake bound
  std::optional<Certificate> certificate;  // empty if nothing was proved
};

MarginResult find_margin(const MarginData& data, const MarginSettings& settings,
                         Listener& listener);
MarginResult find_margin(Dataset data, const MarginSettings& settings, Listener& listener);

// ---- The margin perceptron ----

struct MarginSearchResult {
  double lambda = 0;
  MarginSearch search;
  std::optional<Interval> margin;  // of its plane
  double seconds = 0;
};

// The planes of the margin perceptron pass through the origin. If planes may have an offset, these
// settings lift rows by 1 instead, which has the same effect, and a note says so.
MarginSettings through_origin(MarginSettings settings, Listener& listener);

// Limits a search by what is known of the widest margin: if neither a plane nor its absence was
// proved, the search stops at small guesses. Throws Error if a row is longer than the radius in
// the settings.
MarginSearchSettings limit_search(MarginSearchSettings settings, const WidestMargin& known);

inline constexpr std::string_view kLambdaRange = "a number above 1 (from 1.000001 to 1000000)";
constexpr bool is_lambda(double value) {
  return value >= kSmallestLambda && value <= kLargestLambda;
}
void require_ranges(const MarginSearchSettings& settings);

// The settings' radius 0 means that of the data.
MarginSearchResult search_margin(const MarginData& data, const MarginSearchSettings& settings,
                                 Listener& listener);
// One search for each λ, several in parallel.
std::vector<MarginSearchResult> sweep_margin(const MarginData& data,
                                             std::span<const double> lambdas,
                                             const MarginSearchSettings& settings,
                                             std::uint64_t threads, Listener& listener);

// Claims that the widest margin lies between the margin of the search's plane and the bound proved
// by its updates. Empty if numbers overflowed.
std::optional<Certificate> certify_search(const MarginData& data, const MarginSearchResult& result,
                                          const std::string& program = "perceptron");

// ---- A given plane ----

// Bounds on the margin of the plane, which is negative if a row is on the wrong side. Empty if all
// weights are 0.
std::optional<Interval> measure_plane(const MarginData& data, std::span<const double> weights,
                                      double offset, std::uint64_t threads);

// The signed distance of every row from the plane: positive on the side of its class.
std::vector<double> measure_rows(const MarginData& data, std::span<const double> weights,
                                 double offset);

}  // namespace perceptron::core
