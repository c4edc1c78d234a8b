// Certificates and their data: made honestly, judged against the truth, and
// written and checked by the program.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.h"
#include "certify/certificate.h"
#include "certify/verify.h"
#include "support.h"

namespace perceptron::core::test {

using OrderedJson = nlohmann::ordered_json;

// ---- Data, and certificates of it ----

Dataset dataset(const Grid& points, const Labels& labels);

double small_integer(Random& random, std::uint64_t largest);

// 2 to 12 points of 1 to 5 small integers. Hidden planes make a share of them
// separable, and another one touching: rows on the plane itself get any class.
Dataset random_data(Random& random);

// Classes at (1, 2), (2, 3) and at (6, 5), (7, 7): the nearest points are (2, 3)
// and (6, 5), so the widest margin is √5 and its plane 2x + y = 12.
Dataset apart();
Dataset touching();
Dataset crossing();

inline const std::vector<std::string> kKinds = {"margin", "separator", "mistake-bound"};
CertificateKind kind_of(const std::string& name);

Subject subject_of(const Dataset& data, bool offset);
Certificate honest(const Dataset& data, bool offset, const std::string& kind);
std::vector<std::pair<Dataset, Certificate>> one_of_each();

// The numbers of a certificate.
std::vector<std::string*> numbers_of(Certificate& certificate);

// ---- Their files ----

Certificate decoded(std::string_view text, std::string& damage);

// The same certificate with something changed in its JSON, and a checksum that
// fits; as the file's description has it, XXH3-128 of all but the checksum.
std::string sealed(OrderedJson json);

// Whether a file's claim is accepted; files that are no certificate are not.
bool accepted(const std::string& text, const Dataset& data, Certificate& read);

// verify(), recording the certificate for the proved checker (case_file.h), as the other two do.
Verdict judged(const Certificate& certificate, const Dataset& data);
// Of the certificate as it is after writing and reading.
Verdict verdict_of(const Dataset& data, const Certificate& certificate);
void expect_refused(const Dataset& data, const Certificate& certificate, const char* word);

// ---- What is true, found independently of the check ----

// Whether no plane of the kind that `subject` allows separates the data.
bool inseparable(const Dataset& data, const Subject& subject);

// What is false about a certificate; empty if nothing is.
std::string lie(const Certificate& certificate, const Dataset& data);

// ---- The program ----

// The files of apart(), touching() and crossing(). In the first the widest
// margin is √5 again and its plane 2x + z = 12; in the second the row 1, 0 of
// class b lies between two of class a; the third is the diagonals of a square.
inline constexpr const char* kApart = "x,z,class\n1,2,no\n2,3,no\n6,5,yes\n7,7,yes\n";
inline constexpr const char* kTouching = "0,0,a\n2,0,a\n1,0,b\n1,1,b\n";
inline constexpr const char* kCrossing = "0,0,a\n2,2,a\n2,0,b\n0,2,b\n";
inline const double kRoot5 = std::sqrt(5.0);

bool contains(const std::string& text, const std::string& word);

// The outcome is this status and, last, one line of error that holds all `words`.
void expect_error(const Outcome& outcome, int status, const Words& words);
// Ended by itself, however it ended.
void expect_no_crash(const Outcome& outcome);

nlohmann::json run_json(Words arguments, int status = 0);

// The certificate of `margin DATA` with these options, and what verify says.
struct Checked {
  Outcome margin;
  Outcome verify;
  OrderedJson certificate;
};
Checked check(const std::string& content, const Words& options);
void expect_valid(const Checked& checked, const std::string& kind);

}  // namespace perceptron::core::test
