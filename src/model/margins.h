// Margins of a dataset: the widest one with its proof, the margin perceptron's
// search for a wide one, and the margin of a given plane, such as a trained model's. The last two
// are of two classes.
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
#include "certify/separation.h"
#include "certify/widest_joint_margin.h"
#include "certify/widest_margin.h"
#include "data/dataset.h"
#include "learn/margin_search.h"
#include "model/model.h"
#include "multiclass/scheme.h"

namespace perceptron::core {

struct MarginSettings : perceptron::MarginSettings {
  std::string program = "perceptron";  // the program named in the certificate
  // How the data was read, for the certificate; see Subject.
  std::vector<std::pair<std::string, std::string>> reading = {};
  // Of two classes: also diagnose their separation, which is then what the certificate claims.
  bool diagnose = false;
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
    option<&perceptron::MarginSettings::multiclass>(
        "multiclass", "", "joint|one-vs-rest|one-vs-one",
        "with three or more classes: one plane per class, the class of a row having the highest "
        "score (the default); a plane for each class against the rest; or for each pair"),
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
  Dataset data;                     // scaled, then lifted
  Subject subject;                  // the data before that, as named in certificates
  double radius = 0;                // an upper bound on ‖x‖; 0: not known
  std::optional<double> lift = {};  // the constant that was appended to each row
  std::optional<ScalingChoice> scaling_choice = {};  // if automatic was asked for
  bool scaled = false;

  Offset offset() const { return subject.offset ? Offset::constant : Offset::none; }
  Examples examples() const { return {data.matrix.view(), data.labels}; }
  // Of two classes.
  SignedRows points() const { return {examples(), Targets::binary(), 0, offset()}; }
  KeslerRows joint_rows() const {
    return {data.matrix.view(), data.labels, data.classes.size(), offset()};
  }
};

// Throws Error if a setting is out of range, or unless the data has features, two or more classes
// and no weights.
MarginData prepare_margin(Dataset data, const MarginSettings& settings);
// Scales the rows as the model does, whatever the settings; its plane decides whether there is an
// offset.
MarginData prepare_margin(Dataset data, const MarginSettings& settings, const Model& model);

// ---- The widest margin ----

// One class against the rest, or against another one.
struct MarginPart {
  Scheme::Sides sides;
  WidestMargin widest;
};

struct MarginResult {
  WidestMargin widest;  // verdict, bounds, plane, support, radius, mistake bound
  // Of three or more classes, instead of it: all of them together, or each class or pair.
  std::optional<WidestJointMargin> joint;
  std::vector<MarginPart> parts;
  std::optional<Diagnosis> diagnosis;      // if asked for
  std::optional<Certificate> certificate;  // empty if nothing was proved

  // Of parts: whether all are separable, the narrowest margin, and the rows of all.
  std::optional<bool> separable() const;
  Interval margin() const;
  double radius() const;
  std::vector<std::uint64_t> support() const;
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

inline constexpr std::array kMarginSearchOptions = {
    option<&MarginSearchSettings::lambda>(
        "lambda", "L", "",
        "run the margin perceptron, which guarantees 1/L² of the widest margin; L > 1",
        kSmallestLambda, kLargestLambda),
    option<&MarginSearchSettings::stop>(
        "stop", "", "",
        "give up a guess once it is refuted, or after as many updates as the theorem allows"),
    option<&MarginSearchSettings::coefficient>(
        "coefficient", "theorem|document|NUMBER", "",
        "c in the limit on updates, c·R²/guess²: the smallest that the theorem allows, that of the "
        "course notes, or your own"),
    option<&MarginSearchSettings::scan>(
        "scan", "", "", "after an update continue with the next row, or start again at the first"),
    option<&MarginSearchSettings::radius>(
        "radius", "R", "", "an upper bound on the length of the rows; 0: computed", 0, 1e300),
};

// The widest margin of a dataset, and what the margin perceptron finds for each λ.
struct MarginStudy {
  MarginData data;
  MarginResult result;
  std::vector<MarginSearchResult> searches;  // in the order of the λ; none if no plane separates
};

// Finds the widest margin first: the margin perceptron terminates only if a plane separates the
// classes, and where that was not decided it stops at small guesses. Its planes pass through the
// origin: if planes may have an offset and a λ is given, rows are lifted by 1 instead, which has
// the same effect, and a note says so. Searches for several λ run in parallel; the λ in `search` is
// not used. Throws Error if a setting is out of range, or a row longer than the radius in `search`.
MarginStudy study_margin(Dataset data, const MarginSettings& settings,
                         std::span<const double> lambdas, const MarginSearchSettings& search,
                         Listener& listener);

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
