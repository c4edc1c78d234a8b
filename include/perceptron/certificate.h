// Proofs of the library's results, which anyone can check.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <perceptron/dataset.h>
#include <perceptron/limits.h>
#include <perceptron/names.h>

namespace perceptron {

// An interval in which a number is proved to lie.
struct Interval {
  double lower = 0;
  double upper = 0;
};

// What a certificate claims.
enum class CertificateKind {
  separator,          // the plane has every row strictly on its side
  margin,             // the widest margin of any plane lies between lower and upper
  inseparable,        // no plane has every row strictly on its side
  mistake_bound,      // a perceptron that starts at zero makes at most `bound` mistakes
  optimality,         // the plane's objective is at most upper, no plane's is below lower
  joint_optimality,   // the same for the planes of all classes together
  joint_separator,    // the planes give the class of every row the highest score
  joint_margin,       // the widest joint margin of any planes lies between lower and upper
  joint_inseparable,  // no planes give the class of every row the highest score
  answers,            // what every plane of the optimal objective has in common
  list,               // several claims, each of a class against the rest or of a pair of classes
  separation,         // complete, quasi-complete or none, and which coefficients are infinite
};

constexpr auto enum_names(CertificateKind) {
  return std::array{std::pair{CertificateKind::separator, "separator"},
                    std::pair{CertificateKind::margin, "margin"},
                    std::pair{CertificateKind::inseparable, "inseparable"},
                    std::pair{CertificateKind::mistake_bound, "mistake-bound"},
                    std::pair{CertificateKind::optimality, "optimality"},
                    std::pair{CertificateKind::joint_optimality, "joint-optimality"},
                    std::pair{CertificateKind::joint_separator, "joint-separator"},
                    std::pair{CertificateKind::joint_margin, "joint-margin"},
                    std::pair{CertificateKind::joint_inseparable, "joint-inseparable"},
                    std::pair{CertificateKind::answers, "answers"},
                    std::pair{CertificateKind::list, "list"},
                    std::pair{CertificateKind::separation, "separation"}};
}

// How planes separate two classes, as statisticians say it.
enum class Separation {
  complete,        // some plane has every row strictly on its side
  quasi_complete,  // some plane has no row on its wrong side, but each such plane has rows on
                   // itself
  none,  // the classes overlap: a plane with no row on its wrong side has all rows on itself
};

constexpr auto enum_names(Separation) {
  return std::array{std::pair{Separation::complete, "complete"},
                    std::pair{Separation::quasi_complete, "quasi-complete"},
                    std::pair{Separation::none, "none"}};
}

// The verdict on one claim of a list.
struct PartVerdict {
  std::string positive = {};
  std::optional<std::string> negative = {};  // empty: all other classes
  bool valid = false;
  CertificateKind kind = CertificateKind::margin;
  std::string reason = {};
};

struct Verdict {
  bool valid = false;
  std::optional<CertificateKind> kind = {};  // empty if the certificate is too damaged to tell
  std::string reason = {};                   // what was proved, or what is wrong
  std::vector<PartVerdict> parts = {};       // of a list: valid if all of them are
};

// A claim about a dataset and everything needed to check it, as the text of its file.
class Certificate {
 public:
  Certificate() = default;
  explicit Certificate(std::string text) : text_(std::move(text)) {}

  bool empty() const { return text_.empty(); }  // nothing was proved
  const std::string& text() const { return text_; }

 private:
  std::string text_ = {};
};

// The file is replaced as a whole or not at all.
PERCEPTRON_API void save(const Certificate& certificate, const std::string& path);
// From a file of its own, or from a model that contains one: models of the learners margin and
// max_margin do.
PERCEPTRON_API Certificate load_certificate(const std::string& path, const Limits& limits = {});

// Checks in exact arithmetic, without any code that makes certificates. `data` as it was read,
// before scaling.
PERCEPTRON_API Verdict verify(const Certificate& certificate, const Dataset& data,
                              const Limits& limits = {});

}  // namespace perceptron
