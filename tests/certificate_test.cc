// Certificates: what is honest is accepted, and no forger gets a false claim
// past the check, whatever he changes.

#include "certify/certificate.h"

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>

#include "base/hash.h"
#include "base/random.h"
#include "certify/claims.h"
#include "certify/optimum.h"
#include "certify/verify.h"
#include "data/scaling.h"
#include "problem.h"
#include "support.h"

namespace perceptron::test {
namespace {

using Json = nlohmann::ordered_json;
using Point = std::vector<double>;
using Exact = mpq_class;
using ExactRows = std::vector<std::vector<Exact>>;

// ---- Data, and certificates of it ----

Dataset dataset(const std::vector<Point>& points, const Labels& labels) {
  Dataset data;
  data.name = "data";
  data.matrix = Problem(points, labels).matrix;
  data.labels = labels;
  data.classes = Classes({"a", "b"});
  return data;
}

double small_integer(Random& random, std::uint64_t largest) {
  return static_cast<double>(random.below(2 * largest + 1)) - static_cast<double>(largest);
}

// 2 to 12 points of 1 to 5 small integers. Hidden planes make a share of them
// separable, and another one touching: rows on the plane itself get any class.
Dataset random_data(Random& random) {
  const std::uint64_t features = 1 + random.below(5);
  const std::uint64_t rows = 2 + random.below(11);
  const std::uint64_t sort = random.below(4);
  while (true) {
    Point plane(features + 1);
    for (double& w : plane) w = small_integer(random, 3);
    std::vector<Point> points;
    Labels labels;
    for (std::uint64_t i = 0; i < rows; ++i) {
      Point x(features);
      for (double& value : x) value = small_integer(random, 3);
      double score = plane.back();
      for (std::uint64_t j = 0; j < features; ++j) score += plane[j] * x[j];
      if (sort == 0 || score == 0) {
        if (sort == 1) continue;
        labels.push_back(static_cast<std::uint32_t>(random.below(2)));
      } else {
        labels.push_back(score > 0 ? 1 : 0);
      }
      points.push_back(x);
    }
    if (sort == 3 && !points.empty()) {  // one point of both classes
      points.push_back(points[0]);
      labels.push_back(1 - labels[0]);
    }
    if (std::set(labels.begin(), labels.end()).size() == 2) return dataset(points, labels);
  }
}

Subject subject_of(const Dataset& data, bool offset) {
  Subject subject;
  subject.name = data.name;
  subject.hash = data.fingerprint();
  subject.rows = data.rows();
  subject.features = data.features();
  subject.offset = offset;
  return subject;
}

Optimum optimum_of(const Dataset& data, bool offset) {
  const Examples examples{data.matrix.view(), data.labels};
  const Targets targets = Targets::binary();
  const Points points(examples, targets, 0, offset ? Offset::constant : Offset::none);
  Listener silent;
  return find_optimum(points, {}, silent);
}

Certificate honest(const Dataset& data, bool offset, const std::string& kind) {
  Certificate certificate =
      certify_optimum(subject_of(data, offset), optimum_of(data, offset), kind);
  certificate.program = "a test";
  return certificate;
}

const std::vector<std::string> kKinds = {"margin", "separator", "mistake-bound"};

// Classes at (1, 2), (2, 3) and at (6, 5), (7, 7): the nearest points are (2, 3)
// and (6, 5), so the widest margin is √5 and its plane 2x + y = 12.
Dataset apart() { return dataset({{1, 2}, {2, 3}, {6, 5}, {7, 7}}, {0, 0, 1, 1}); }
Dataset touching() { return dataset({{0, 0}, {2, 0}, {1, 0}, {1, 1}}, {0, 0, 1, 1}); }
Dataset crossing() { return dataset({{0, 0}, {2, 2}, {2, 0}, {0, 2}}, {0, 0, 1, 1}); }

std::vector<std::pair<Dataset, Certificate>> one_of_each() {
  std::vector<std::pair<Dataset, Certificate>> all;
  for (const std::string& kind : kKinds) {
    all.emplace_back(apart(), honest(apart(), true, kind));
    const Dataset central = dataset({{1, 2}, {3, -1}, {-2, -2}}, {1, 1, 0});
    all.emplace_back(central, honest(central, false, kind));
  }
  all.emplace_back(touching(), honest(touching(), true, "margin"));
  all.emplace_back(crossing(), honest(crossing(), true, "margin"));
  all.emplace_back(crossing(), honest(crossing(), false, "margin"));
  return all;
}

// ---- The file ----

Certificate decoded(std::string_view text, std::string& damage) {
  return decode_certificate(text, "proof.json", damage);
}

void expect_same(const Certificate& a, const Certificate& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.data.name, b.data.name);
  EXPECT_EQ(a.data.hash, b.data.hash);
  EXPECT_EQ(a.data.rows, b.data.rows);
  EXPECT_EQ(a.data.features, b.data.features);
  EXPECT_EQ(a.data.scale, b.data.scale);
  EXPECT_EQ(a.data.lift, b.data.lift);
  EXPECT_EQ(a.data.options, b.data.options);
  EXPECT_EQ(a.data.offset, b.data.offset);
  EXPECT_EQ(a.lower, b.lower);
  EXPECT_EQ(a.upper, b.upper);
  EXPECT_EQ(a.radius, b.radius);
  EXPECT_EQ(a.bound, b.bound);
  EXPECT_EQ(a.plane, b.plane);
  EXPECT_EQ(a.points, b.points);
  EXPECT_EQ(a.alpha, b.alpha);
  EXPECT_EQ(a.program, b.program);
}

TEST(Certificate, OfEveryKindComesBackAsItWasWritten) {
  std::set<std::string> kinds;
  for (auto [data, certificate] : one_of_each()) {
    SCOPED_TRACE(certificate.kind);
    kinds.insert(certificate.kind + (certificate.plane.empty() ? "" : " with a plane"));
    certificate.data.options = {{"label", "first"}, {"columns", "a,b"}};
    certificate.data.lift = "1/2";
    certificate.data.scale = "unit";
    const std::string text = encode_certificate(certificate);
    EXPECT_TRUE(looks_like_certificate(std::string_view(text).substr(0, 100)));
    std::string damage;
    const Certificate back = decoded(text, damage);
    EXPECT_EQ(damage, "");
    expect_same(certificate, back);
    EXPECT_EQ(encode_certificate(back), text);
  }
  EXPECT_EQ(kinds,
            (std::set<std::string>{"separator with a plane", "margin with a plane", "inseparable",
                                   "inseparable with a plane", "mistake-bound with a plane"}));
}

TEST(Certificate, OfHostileNamesKeepsThemAndItsChecksum) {
  for (const std::string& name :
       {std::string("a \"quoted\" \\ name"), std::string("new\nline\ttab\x01\x1b[31m\x7f"),
        std::string("nothing \0 inside", 16), std::string("na\xc3\xafve \xe2\x82\xac"),
        std::string("</script>{\"certificate\":2}")}) {
    Certificate certificate = honest(apart(), true, "margin");
    certificate.data.name = name;
    certificate.program = name;
    certificate.data.options = {{name, name}};
    std::string damage;
    expect_same(certificate, decoded(encode_certificate(certificate), damage));
    EXPECT_EQ(damage, "") << name;
  }
}

TEST(Certificate, WithBytesThatAreNoUtf8IsStillWholeAndValid) {
  for (const std::string name : {"caf\xe9", "\xff\xfe", "\xc3", "\xed\xa0\x80 \xf8\x88"}) {
    Certificate certificate = honest(apart(), true, "margin");
    certificate.data.name = name;
    certificate.program = name;
    certificate.data.options = {{"label", name}};
    std::string damage;
    const std::string text = encode_certificate(certificate);
    const Certificate back = decoded(text, damage);
    EXPECT_EQ(damage, "") << text;
    EXPECT_EQ(encode_certificate(back), text);
    EXPECT_TRUE(verify(back, apart()).valid);
  }
}

// ---- Honest certificates ----

RC_GTEST_PROP(Certificate, ThatIsHonestIsAccepted, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Dataset data = random_data(random);
  for (const std::string& kind : kKinds) {
    const Certificate certificate = honest(data, offset, kind);
    std::string damage;
    const Certificate read = decoded(encode_certificate(certificate), damage);
    RC_ASSERT(damage.empty());
    const Verdict verdict = verify(read, data);
    if (!verdict.valid) RC_FAIL(verdict.reason + "\n" + encode_certificate(certificate));
  }
}

// Values far apart leave doubles behind; the certificate is exact all the same.
RC_GTEST_PROP(Certificate, OfValuesOfAnySizeIsAccepted, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const std::uint64_t features = 1 + random.below(3);
  std::vector<Point> points;
  Labels labels;
  const std::uint64_t luck = random.below(24);  // the long ones take long
  const std::uint64_t reach = luck == 0 ? 1000 : luck < 3 ? 300 : 20;
  for (std::uint32_t i = 0; i < 5; ++i) {
    Point x(features);
    for (double& value : x) {
      value = std::ldexp(small_integer(random, 5), static_cast<int>(small_integer(random, reach)));
    }
    points.push_back(x);
    labels.push_back(i % 2);
  }
  const Dataset data = dataset(points, labels);
  const Optimum optimum = optimum_of(data, offset);
  if (!optimum.separable) RC_FAIL("not decided");
  const bool bounded = optimum.separable == false || optimum.mistake_bound;
  for (const std::string& kind : kKinds) {
    if (kind == "mistake-bound" && !bounded) continue;
    const Certificate certificate = certify_optimum(subject_of(data, offset), optimum, kind);
    const Verdict verdict = verify(certificate, data);
    if (!verdict.valid) RC_FAIL(verdict.reason + "\n" + encode_certificate(certificate));
  }
}

// ---- What is true, found independently of the check ----

Exact number(const std::string& text) {
  if (text.find('x') != std::string::npos) return Exact(std::strtod(text.c_str(), nullptr));
  Exact value(text, 10);  // without a base a leading 0 would mean octal
  value.canonicalize();
  return value;
}

// The rows a certificate is about, y = ±1 already multiplied in.
struct Signed {
  ExactRows rows;
  std::vector<int> sign;
};

Signed rows_of(Dataset data, const Subject& subject) {
  Scaling::fit(subject.scale, data.matrix).apply(data.matrix);
  Signed all;
  for (const Point& point : grid(data.matrix)) {
    const int y = data.labels[all.rows.size()] == 1 ? 1 : -1;
    std::vector<Exact> row;
    for (const double x : point) row.emplace_back(y * x);
    if (!subject.lift.empty()) row.emplace_back(y * number(subject.lift));
    all.rows.push_back(row);
    all.sign.push_back(y);
  }
  return all;
}

Exact least_score(const Signed& data, const std::vector<Exact>& plane) {
  std::optional<Exact> least;
  for (std::size_t i = 0; i < data.rows.size(); ++i) {
    const std::size_t features = data.rows[i].size();
    Exact score = plane.size() > features ? Exact(plane.back() * data.sign[i]) : Exact(0);
    for (std::size_t j = 0; j < features; ++j) score += plane.at(j) * data.rows[i][j];
    if (!least || score < *least) least = score;
  }
  return *least;
}

// Whether Σαz = 0, Σα = 1 has a solution α ≥ 0 (with an offset for z = y[x, 1]),
// which by Gordan's theorem is whether no plane separates: the first phase of
// the simplex method, by Bland's rule, in fractions.
bool inseparable(const Signed& data, bool offset) {
  const std::size_t n = data.rows.size();
  const std::size_t features = data.rows[0].size();
  const std::size_t m = features + (offset ? 2 : 1);
  std::vector<std::vector<Exact>> table(m + 1, std::vector<Exact>(n + 1));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < features; ++j) table[j][i] = data.rows[i][j];
    if (offset) table[features][i] = data.sign[i];
    table[m - 1][i] = 1;
    for (std::size_t j = 0; j < m; ++j) table[m][i] += table[j][i];  // what is still missing
  }
  table[m - 1][n] = 1;
  table[m][n] = 1;
  std::vector<std::size_t> basis(m);
  for (std::size_t j = 0; j < m; ++j) basis[j] = n + j;  // artificial
  while (table[m][n] > 0) {
    std::size_t enter = 0;
    while (enter < n && table[m][enter] <= 0) ++enter;
    if (enter == n) return false;
    std::size_t leave = m;
    for (std::size_t j = 0; j < m; ++j) {
      if (table[j][enter] <= 0) continue;
      if (leave == m) {
        leave = j;
        continue;
      }
      const int order =
          cmp(Exact(table[j][n] * table[leave][enter]), Exact(table[leave][n] * table[j][enter]));
      if (order < 0 || (order == 0 && basis[j] < basis[leave])) leave = j;
    }
    const Exact pivot = table[leave][enter];
    for (Exact& x : table[leave]) x /= pivot;
    for (std::size_t j = 0; j <= m; ++j) {
      if (j == leave || table[j][enter] == 0) continue;
      const Exact factor = table[j][enter];
      for (std::size_t i = 0; i <= n; ++i) table[j][i] -= factor * table[leave][i];
    }
    basis[leave] = enter;
  }
  return true;
}

// Around the best margin, of rows lengthened by `lift` = p/q: those of the
// rows times q, lengthened by p, divided by q.
Interval best_margin(Dataset data, const Subject& subject) {
  Scaling::fit(subject.scale, data.matrix).apply(data.matrix);
  std::vector<Point> points = grid(data.matrix);
  const Exact lift = subject.lift.empty() ? Exact(0) : number(subject.lift);
  const double q = lift.get_den().get_d();
  for (Point& point : points) {
    for (double& x : point) x *= q;
    if (!subject.lift.empty()) point.push_back(lift.get_num().get_d());
  }
  const Interval margin = optimum_of(dataset(points, data.labels), subject.offset).margin;
  return {margin.lower / q, margin.upper / q};
}

// What is false about a certificate; empty if nothing is.
std::string lie(const Certificate& certificate, const Dataset& data) {
  const Subject& subject = certificate.data;
  if (subject.rows != data.rows() || subject.features != data.features() ||
      subject.hash != data.fingerprint())
    return "it is about other data";
  const Signed rows = rows_of(data, subject);
  if (certificate.kind == "inseparable")
    return inseparable(rows, subject.offset) ? "" : "a plane separates the data";
  if (certificate.kind == "margin") {
    // A hair wider, for the roundings of a lift that is no double.
    const Interval best = best_margin(data, subject);
    const Exact slack(1e-12 * std::max(std::abs(best.lower), std::abs(best.upper)));
    if (number(certificate.lower) > Exact(best.upper) + slack) return "the lower bound is too high";
    if (number(certificate.upper) < Exact(best.lower) - slack) return "the upper bound is too low";
    return "";
  }
  std::vector<Exact> plane;
  for (const std::string& text : certificate.plane) plane.push_back(number(text));
  if (plane.size() != rows.rows[0].size() + (subject.offset ? 1 : 0)) return "the plane is none";
  const Exact score = least_score(rows, plane);
  if (score <= 0) return "the plane does not separate";
  if (certificate.kind == "separator") return "";
  // (R/γ)², with an offset of the rows [x, 1].
  Exact longest = 0;
  for (const auto& row : rows.rows) {
    Exact square = subject.offset ? 1 : 0;
    for (const Exact& x : row) square += x * x;
    longest = std::max(longest, square);
  }
  Exact length = 0;
  for (const Exact& w : plane) length += w * w;
  const Exact radius = number(certificate.radius);
  if (radius * radius + (subject.offset ? 1 : 0) < longest || radius < 0)
    return "the radius is too small";
  return number(certificate.bound) < longest * length / (score * score) ? "the bound is too small"
                                                                        : "";
}

RC_GTEST_PROP(Certificate, SaysInseparableJustWhenNoPlaneSeparates,
              (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Dataset data = random_data(random);
  const Certificate certificate = honest(data, offset, "separator");
  RC_ASSERT((certificate.kind == "inseparable") ==
            inseparable(rows_of(data, certificate.data), offset));
  RC_ASSERT(lie(certificate, data) == "");
}

// ---- The forger ----

template <class T>
T& any_of(Random& random, std::vector<T>& items) {
  return items[random.below(items.size())];
}

std::string pick(Random& random, std::vector<std::string> words) { return any_of(random, words); }

// A number, a little or much different.
std::string forged_number(Random& random, std::string text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  switch (random.below(8)) {
    case 0: {  // another digit
      std::vector<std::size_t> digits;
      for (std::size_t i = 0; i < text.size(); ++i) {
        if (is_digit(text[i])) digits.push_back(i);
      }
      if (!digits.empty()) text[any_of(random, digits)] = static_cast<char>('0' + random.below(10));
      return text;
    }
    case 1:  // the other sign
      return text.starts_with('-') ? text.substr(1) : "-" + text;
    case 2:
      return pick(random, {"0", "1", "-1", "2", "1/2", "1000000", "1/1000000", "0x1p+0", "0x1p-3"});
    case 3:  // a digit less
      if (!text.empty()) text.erase(random.below(text.size()), 1);
      return text;
    case 4:  // a digit more
      text.insert(random.below(text.size() + 1), 1, static_cast<char>('0' + random.below(10)));
      return text;
    default:
      try {
        // Up or down by a factor; the last ones are less than a double can tell.
        const Exact factor(pick(random, {"2", "1/2", "3/4", "5/4", "999/1000", "1001/1000",
                                         "1000000000000/1000000000001",
                                         "1000000000000000000001/1000000000000000000000"}));
        return Exact(number(text) * factor).get_str();
      } catch (const std::exception&) {
        return text;
      }
  }
}

// The numbers of a certificate.
std::vector<std::string*> numbers_of(Certificate& certificate) {
  std::vector<std::string*> all = {&certificate.lower, &certificate.upper, &certificate.radius,
                                   &certificate.bound};
  for (std::string& text : certificate.plane) all.push_back(&text);
  for (std::string& text : certificate.alpha) all.push_back(&text);
  std::erase_if(all, [](const std::string* text) { return text->empty(); });
  return all;
}

void forge_rows(Random& random, Certificate& certificate) {
  auto& rows = certificate.points;
  auto& alpha = certificate.alpha;
  const std::uint64_t some_row = random.below(certificate.data.rows + 2);
  const std::uint64_t change = random.below(6);
  if (rows.size() != alpha.size()) return;  // forged already
  if (rows.empty() || change == 0) {        // one more
    rows.push_back(some_row);
    alpha.push_back(pick(random, {"0", "1", "1/3", "5"}));
    return;
  }
  const std::size_t at = random.below(rows.size());
  const auto place = static_cast<std::ptrdiff_t>(at);
  switch (change) {
    case 1:  // one less
      rows.erase(rows.begin() + place);
      alpha.erase(alpha.begin() + place);
      return;
    case 2:  // one twice
      rows.push_back(rows[at]);
      alpha.push_back(alpha[at]);
      return;
    case 3:
      rows[at] = some_row;
      return;
    case 4:  // weights without their rows, or rows without their weights
      if (random.below(2) == 0)
        rows.pop_back();
      else
        alpha.pop_back();
      return;
    default:
      std::swap(alpha[at], any_of(random, alpha));
      return;
  }
}

void forge_subject(Random& random, Certificate& certificate) {
  Subject& subject = certificate.data;
  switch (random.below(8)) {
    case 0:
      subject.rows += 2 * random.below(2) - 1;
      return;
    case 1:
      subject.features += 2 * random.below(2) - 1;
      return;
    case 2:
      subject.hash[random.below(subject.hash.size())] ^= 1;
      return;
    case 3:
      subject.scale = pick(random, {"none", "standard", "maxabs", "unit"});
      return;
    case 4:  // of a plane with an offset one through the origin of longer rows
      subject.lift = pick(random, {"1", "2", "-1", "1/2", "1/3", "0", "0x1p-1", "0.5", "-7/3"});
      if (random.below(2) == 0) subject.offset = false;
      return;
    case 5:
      subject.lift.clear();
      return;
    case 6:
      subject.options = {{"label", "first"}, {"header", "no"}};
      return;
    default:
      subject.offset = !subject.offset;
      if (random.below(2) == 0 && !certificate.plane.empty()) {
        if (subject.offset)
          certificate.plane.push_back("0");
        else
          certificate.plane.pop_back();
      }
      return;
  }
}

void forge_kind(Random& random, Certificate& certificate) {
  certificate.kind = pick(random, {"margin", "separator", "mistake-bound", "inseparable"});
  const auto fill = [&](std::string& text, std::vector<std::string> words) {
    if (text.empty()) text = pick(random, std::move(words));
  };
  fill(certificate.lower, {"0", "1", "-1", "1/100"});
  fill(certificate.upper, {"0", "1", "100", "1/100"});
  fill(certificate.radius, {"0", "1", "5", "100"});
  fill(certificate.bound, {"0", "1", "100", "100000", "-1"});
  if (random.below(2) == 0) certificate.plane.clear();
}

void forge(Random& random, Certificate& certificate) {
  auto& plane = certificate.plane;
  switch (random.below(8)) {
    case 0:
      forge_rows(random, certificate);
      return;
    case 1:
      forge_subject(random, certificate);
      return;
    case 2:
      forge_kind(random, certificate);
      return;
    case 3:
      if (plane.empty()) plane.assign(certificate.data.features + 1, "1");
      std::swap(any_of(random, plane), any_of(random, plane));
      return;
    case 4:
      if (random.below(2) == 0 || plane.empty())
        plane.push_back("0");
      else
        plane.pop_back();
      return;
    default: {
      const auto all = numbers_of(certificate);
      if (!all.empty()) {
        std::string& text = *all[random.below(all.size())];
        text = forged_number(random, text);
      }
    }
  }
}

// Whether a file's claim is accepted; files that are no certificate are not.
bool accepted(const std::string& text, const Dataset& data, Certificate& read) {
  std::string damage;
  try {
    read = decoded(text, damage);
  } catch (const Error&) {
    return false;
  }
  return damage.empty() && verify(read, data).valid;
}

// One edit, sometimes two or three, with a checksum that fits.
RC_GTEST_PROP(Certificate, ThatIsForgedIsNotAcceptedIfItClaimsSomethingFalse,
              (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Dataset data = random_data(random);
  const Certificate original = honest(data, offset, pick(random, kKinds));
  for (int trial = 0; trial < 6; ++trial) {
    Certificate certificate = original;
    const std::uint64_t edits = random.below(3) == 0 ? 1 + random.below(3) : 1;
    for (std::uint64_t i = 0; i < edits; ++i) forge(random, certificate);
    const std::string text = encode_certificate(certificate);
    Certificate read;
    if (!accepted(text, data, read)) continue;
    const std::string why = lie(read, data);
    if (!why.empty()) RC_FAIL(why + "\n" + text);
  }
}

// So that the property above is not one about refusing everything.
TEST(Certificate, ThatIsForgedIsAcceptedNowAndThenWhereTheClaimIsStillTrue) {
  int taken = 0;
  int lies = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    Random random(seed);
    const Dataset data = random_data(random);
    Certificate certificate = honest(data, seed % 2 == 0, pick(random, kKinds));
    forge(random, certificate);
    Certificate read;
    if (accepted(encode_certificate(certificate), data, read)) {
      ++taken;
    } else if (!read.kind.empty()) {
      try {
        lies += lie(read, data).empty() ? 0 : 1;
      } catch (const std::exception&) {
        ++lies;  // not even numbers
      }
    }
  }
  EXPECT_GT(taken, 60);
  EXPECT_GT(lies, 100);
}

// Without a new checksum only what means the same is accepted.
RC_GTEST_PROP(Certificate, WithOneByteChangedIsRefusedOrMeansTheSame,
              (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Dataset data = random_data(random);
  const std::string text = encode_certificate(honest(data, offset, pick(random, kKinds)));
  std::string damage;
  const Certificate original = decoded(text, damage);
  for (int trial = 0; trial < 10; ++trial) {
    std::string changed = text;
    const std::size_t at = random.below(text.size());
    const std::uint64_t change = random.below(4);
    if (change == 0) {
      changed.erase(at, 1);
    } else if (change == 1) {
      changed.insert(at, 1, static_cast<char>(random.below(256)));
    } else if (change == 2) {
      changed[at] = static_cast<char>(changed[at] ^ (1 << random.below(8)));
    } else {
      changed[at] = pick(random, {"0", "9", "-", " ", "\"", "}", "/", "e", "."})[0];
    }
    Certificate read;
    if (!accepted(changed, data, read)) continue;
    if (encode_certificate(read) != encode_certificate(original)) RC_FAIL(changed);
  }
}

// ---- Claims at the edge of what is true ----

Verdict verdict_of(const Dataset& data, const Certificate& certificate) {
  std::string damage;
  const Certificate read = decoded(encode_certificate(certificate), damage);
  return damage.empty() ? verify(read, data) : Verdict{false, damage};
}

void expect_refused(const Dataset& data, const Certificate& certificate, const char* word) {
  const Verdict verdict = verdict_of(data, certificate);
  EXPECT_FALSE(verdict.valid) << encode_certificate(certificate);
  EXPECT_NE(verdict.reason.find(word), std::string::npos) << verdict.reason;
}

// The margin √5 = 2.23606797749978969640917… to 21 digits, from both sides.
TEST(Certificate, OfAMarginIsExactFarBeyondDoubles) {
  Certificate certificate = honest(apart(), true, "margin");
  certificate.plane = {"2", "1", "-12"};
  certificate.points = {1, 2};
  certificate.alpha = {"1", "1"};
  certificate.lower = "223606797749978969640/100000000000000000000";
  certificate.upper = "223606797749978969641/100000000000000000000";
  EXPECT_TRUE(verdict_of(apart(), certificate).valid);
  Certificate forged = certificate;
  forged.lower = certificate.upper;
  expect_refused(apart(), forged, "lower bound");
  forged = certificate;
  forged.upper = certificate.lower;
  expect_refused(apart(), forged, "upper bound");
  forged.upper = "-3";  // whose square is large enough
  expect_refused(apart(), forged, "upper bound");
  forged = certificate;
  forged.lower = "-3";
  EXPECT_TRUE(verdict_of(apart(), forged).valid);
  forged.plane = {"0", "0", "0"};
  expect_refused(apart(), forged, "direction");
}

// (R² + 1)‖[w, b]‖²/s² for the plane 2x + y = 12, whose least score is 5, and
// R = 10, no less than √98: 101 · 149 / 25.
TEST(Certificate, OfAMistakeBoundIsExactFarBeyondDoubles) {
  Certificate certificate = honest(apart(), true, "mistake-bound");
  certificate.plane = {"2", "1", "-12"};
  certificate.radius = "10";
  certificate.bound = "15049/25";
  EXPECT_TRUE(verdict_of(apart(), certificate).valid);
  Certificate forged = certificate;
  forged.bound = "15048999999999999999999999/25000000000000000000000";
  expect_refused(apart(), forged, "bound");
  forged = certificate;
  forged.radius = "9899494936611665341/1000000000000000000";  // below √98
  expect_refused(apart(), forged, "radius");
  forged.radius = "-10";
  expect_refused(apart(), forged, "radius");
  forged = certificate;
  forged.plane = {"-2", "-1", "12"};
  expect_refused(apart(), forged, "side");
}

TEST(Certificate, OfASeparatorMeansStrictly) {
  const Dataset data = dataset({{0}, {1}}, {0, 1});
  Certificate certificate = honest(data, true, "separator");
  certificate.plane = {"1", "-1/1000000000000000000000000000000"};
  EXPECT_TRUE(verdict_of(data, certificate).valid);
  certificate.plane = {"1", "0"};
  expect_refused(data, certificate, "side");
  certificate.plane = {"1", "-1"};
  expect_refused(data, certificate, "side");
  certificate.plane = {"1", "-1/2", "0"};
  expect_refused(data, certificate, "plane");
  certificate.plane.clear();
  expect_refused(data, certificate, "plane");
}

TEST(Certificate, OfInseparableDataNeedsSumsOfExactlyZero) {
  Certificate certificate = honest(crossing(), true, "margin");
  ASSERT_EQ(certificate.kind, "inseparable");
  certificate.points = {0, 1, 2, 3};
  certificate.alpha = {"1", "1", "1", "1"};
  EXPECT_TRUE(verdict_of(crossing(), certificate).valid);
  const std::vector<std::vector<std::string>> wrong = {
      {"1", "1", "1", "1000000000000000000001/1000000000000000000000"},
      {"0", "0", "0", "0"},
      {"-1", "-1", "-1", "-1"},
      {"1", "1", "1"},
      {"2", "2", "1", "1"},
  };
  for (const auto& alpha : wrong) {
    certificate.alpha = alpha;
    expect_refused(crossing(), certificate, "weight");
  }
  certificate.alpha = {"1", "1", "1", "1"};
  certificate.points = {0, 1, 2, 4};
  expect_refused(crossing(), certificate, "row");
  certificate.points = {0, 1, 2, 2};
  expect_refused(crossing(), certificate, "twice");
  certificate.points.clear();
  certificate.alpha.clear();
  expect_refused(crossing(), certificate, "weight");
}

// That classes touch is a claim of its own.
TEST(Certificate, OfClassesThatOverlapCannotSayThatTheyTouch) {
  const Verdict verdict = verdict_of(touching(), honest(touching(), true, "margin"));
  EXPECT_TRUE(verdict.valid);
  EXPECT_NE(verdict.reason.find("touch"), std::string::npos) << verdict.reason;
  Certificate certificate = honest(crossing(), true, "margin");
  ASSERT_TRUE(certificate.plane.empty());
  for (const auto& plane :
       std::vector<std::vector<std::string>>{{"0", "0", "0"}, {"1", "0", "-1"}, {"0", "0", "1"}}) {
    certificate.plane = plane;
    expect_refused(crossing(), certificate, "touch");
  }
}

// The rows must be lengthened by the constant that is written, not by the
// double nearest to it: with 2⁵³ + 1 the first row is on the wrong side.
TEST(Certificate, OfALiftThatNoDoubleIsIsNotOneOfAnother) {
  const Dataset data = dataset({{9007199254740992, 0.5}, {0, 0}}, {1, 0});
  Certificate certificate;
  certificate.kind = "separator";
  certificate.data = subject_of(data, false);
  certificate.data.lift = "9007199254740992";
  certificate.plane = {"1", "1", "-1"};
  EXPECT_TRUE(verdict_of(data, certificate).valid);
  certificate.data.lift = "9007199254740993";
  EXPECT_NE(lie(certificate, data), "");
  EXPECT_FALSE(verdict_of(data, certificate).valid);
}

TEST(Certificate, OfALiftBeyondAllDoublesIsRefused) {
  const Dataset data = dataset({{1}, {-1}}, {1, 0});
  Certificate certificate;
  certificate.kind = "separator";
  certificate.data = subject_of(data, false);
  for (const std::string sign : {"", "-"}) {
    certificate.data.lift = sign + "1" + std::string(400, '0');
    for (const char* small : {"0", "1/1000000", "-1/1000000"}) {
      certificate.plane = {"1", small};
      const bool honest = std::string(small) == "0";
      EXPECT_EQ(lie(certificate, data).empty(), honest);
      EXPECT_FALSE(verdict_of(data, certificate).valid && !honest) << sign << small;
    }
  }
}

// Callers of the library may have two names of classes and rows of none.
TEST(Certificate, OfDataWithoutRowsIsRefused) {
  Dataset none;
  none.classes = Classes({"a", "b"});
  none.matrix = Matrix(Matrix::Layout::dense, 1);
  for (const std::string kind : {"margin", "separator", "mistake-bound", "inseparable"}) {
    Certificate certificate;
    certificate.kind = kind;
    certificate.lower = certificate.upper = certificate.radius = certificate.bound = "1";
    certificate.plane = {"1", "0"};
    certificate.data = subject_of(none, true);
    EXPECT_FALSE(verify(certificate, none).valid) << kind;
  }
}

// ---- Other data ----

TEST(Certificate, OfOtherDataIsRefused) {
  const Dataset data = apart();
  Dataset scaled = data;
  scaled.matrix.transform([](auto, auto, double x) { return 2 * x; });
  Dataset longer = data;
  longer.matrix.resize_features(3);
  Dataset renamed = data;
  renamed.classes = Classes({"a", "c"});
  Dataset swapped = data;
  for (std::uint32_t& label : swapped.labels) label = 1 - label;
  Dataset three = data;
  three.classes = Classes({"a", "b", "c"});
  const std::vector<std::pair<const char*, Dataset>> others = {
      {"one value changed", dataset({{1, 2}, {2, 3}, {6, 5}, {7, 8}}, {0, 0, 1, 1})},
      {"by a hair", dataset({{1, 2}, {2, 3}, {6, 5}, {7, std::nextafter(7, 8)}}, {0, 0, 1, 1})},
      {"a row missing", dataset({{1, 2}, {2, 3}, {6, 5}}, {0, 0, 1})},
      {"a row more", dataset({{1, 2}, {2, 3}, {6, 5}, {7, 7}, {8, 8}}, {0, 0, 1, 1, 1})},
      {"rows in another order", dataset({{2, 3}, {1, 2}, {6, 5}, {7, 7}}, {0, 0, 1, 1})},
      {"a label changed", dataset({{1, 2}, {2, 3}, {6, 5}, {7, 7}}, {0, 1, 1, 1})},
      {"labels swapped", swapped},
      {"columns swapped", dataset({{2, 1}, {3, 2}, {5, 6}, {7, 7}}, {0, 0, 1, 1})},
      {"twice as large", scaled},
      {"a column missing", dataset({{1}, {2}, {6}, {7}}, {0, 0, 1, 1})},
      {"a class renamed", renamed},
      {"three classes", three},
  };
  for (const std::string& kind : kKinds) {
    const Certificate certificate = honest(data, true, kind);
    EXPECT_TRUE(verify(certificate, data).valid);
    for (const auto& [name, other] : others)
      EXPECT_FALSE(verify(certificate, other).valid) << kind << ", " << name;
  }
}

TEST(Certificate, IsOfTheDataScaledAsItSays) {
  for (const std::string scale : {"none", "standard", "maxabs", "unit"}) {
    Dataset scaled = apart();
    Scaling::fit(scale, scaled.matrix).apply(scaled.matrix);
    Certificate certificate = honest(scaled, true, "margin");
    certificate.data = subject_of(apart(), true);
    for (const std::string said : {"none", "standard", "maxabs", "unit"}) {
      certificate.data.scale = said;
      EXPECT_EQ(verify(certificate, apart()).valid, said == scale) << scale << " as " << said;
    }
  }
}

// ---- Broken files ----

// The same certificate with something changed in its JSON, and a checksum that
// fits; as the file's description has it, XXH3-128 of all but the checksum.
std::string sealed(Json json) {
  json.erase("checksum");
  Hash hash;
  hash.add(json.dump());
  json["checksum"] = hash.hex();
  return json.dump(1);
}

TEST(Certificate, SealedByOthersIsReadAsWell) {
  for (const auto& [data, certificate] : one_of_each()) {
    const std::string text = sealed(Json::parse(encode_certificate(certificate)));
    Certificate read;
    EXPECT_TRUE(accepted(text, data, read)) << text;
  }
}

TEST(Certificate, CutOffAnywhereIsRefused) {
  for (const auto& [data, certificate] : one_of_each()) {
    std::string text = encode_certificate(certificate);
    while (text.ends_with('\n')) text.pop_back();
    for (std::size_t length = 0; length < text.size(); ++length) {
      Certificate read;
      EXPECT_FALSE(accepted(text.substr(0, length), data, read)) << length;
    }
  }
}

TEST(Certificate, WithNumbersThatAreNoneIsRefused) {
  std::vector<std::string> texts = {"", " 1", "1 ", "1\n", std::string("1\0", 2)};
  std::istringstream words(
      "1/0 -1/0 0/0 1e999 1e3 0x1p999999 0x1p-999999 0x1p+1024 nan NaN inf -inf infinity 0xinf "
      "0xnan 1.5 0.1 1/ /1 / - --1 +1 1- 1-1 1//2 1/2/3 0x 0x1p 0x.p 0x1P+1 0X1p+1 0x1p+1x "
      "0x1.00000000000000001p+1 1,5 1_000 one 0b1 \xc2\xbd");
  for (std::string word; words >> word;) texts.push_back(word);
  for (const auto& [data, certificate] : one_of_each()) {
    Certificate forged = certificate;
    const std::size_t count = numbers_of(forged).size();
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::string& text : texts) {
        Certificate copy = certificate;
        *numbers_of(copy)[i] = text;
        const Verdict verdict = verdict_of(data, copy);
        EXPECT_FALSE(verdict.valid) << text << encode_certificate(copy);
        EXPECT_NE(verdict.reason, "");
      }
      Certificate lifted = certificate;
      lifted.data.lift = texts[1 + i % (texts.size() - 1)];
      EXPECT_FALSE(verdict_of(data, lifted).valid) << lifted.data.lift;
    }
  }
}

TEST(Certificate, OfAMillionDigitsIsReadAndJudged) {
  const std::string digits(1'000'000, '7');
  Certificate certificate = honest(apart(), true, "margin");
  certificate.upper = digits;
  EXPECT_TRUE(verdict_of(apart(), certificate).valid);
  certificate.upper = "1/" + digits;
  expect_refused(apart(), certificate, "upper bound");
  certificate = honest(apart(), true, "separator");
  certificate.plane[0] = digits + "/3";
  expect_refused(apart(), certificate, "side");
}

TEST(Certificate, WithAWordOfAMillionLettersIsRefusedInFewer) {
  Certificate certificate = honest(apart(), true, "margin");
  certificate.upper = std::string(1'000'000, 'x');
  EXPECT_LT(verdict_of(apart(), certificate).reason.size(), 1000U);
}

// What a refusal shows of the file does no harm to a terminal.
TEST(Certificate, WithControlCharactersIsRefusedWithoutThem) {
  Certificate certificate = honest(apart(), true, "margin");
  certificate.upper = "\x1b[31m\nvalid";
  const std::string reason = verdict_of(apart(), certificate).reason;
  EXPECT_EQ(reason.find('\x1b'), std::string::npos);
  EXPECT_EQ(reason.find('\n'), std::string::npos);
}

TEST(Certificate, WithFieldsOfTheWrongSortIsRefused) {
  const Json strangers = Json::parse(
      R"([null, true, -1, 0, 3, 1.5, 1e300, "", "text", [], {}, [1, "a"], {"a": 1}, [-1], [null],
          18446744073709551615])");
  const auto try_each = [&](const Json& whole, const std::string& pointer, const Dataset& data) {
    const Json::json_pointer at(pointer);
    const auto check = [&](const Json& changed) {
      Certificate read;
      if (!accepted(sealed(changed), data, read)) return;
      EXPECT_EQ(lie(read, data), "") << changed.dump(1);
    };
    for (const Json& stranger : strangers) {
      Json changed = whole;
      changed[at] = stranger;
      check(changed);
    }
    Json changed = whole;
    Json& parent = changed[at.parent_pointer()];
    if (parent.is_object()) parent.erase(at.back());
    check(changed);
  };
  for (const auto& [data, certificate] : one_of_each()) {
    const Json whole = Json::parse(encode_certificate(certificate));
    const Json leaves = whole.flatten();
    for (const auto& [pointer, value] : leaves.items()) try_each(whole, pointer, data);
    for (const auto& [field, value] : whole.items()) try_each(whole, "/" + field, data);
    for (const char* pointer : {"/plane/weights", "/points/rows", "/points/weights"}) {
      if (whole.contains(Json::json_pointer(pointer))) try_each(whole, pointer, data);
    }
  }
}

TEST(Certificate, ThatIsNoneIsAnErrorThatNamesTheFile) {
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  const std::vector<std::string> files = {
      "",
      " ",
      "{",
      "}",
      "[]",
      "null",
      "1",
      "\"certificate\"",
      "not JSON",
      "{}",
      "{\"certificate\":2}",
      "{\"certificate\":\"1\"}",
      "{\"certificate\":null}",
      std::string(100, '\0'),
      "\xff\xfe{\"certificate\":1}",
      "{\"certificate\":1,\"kind\":\"\xff\"}",
      "{\"certificate\":" + deep + "}",
      std::string(1'000'000, '['),
      std::string(1'000'000, '{'),
      "{\"certificate\":1e999}",
      encode_certificate(honest(apart(), true, "margin")) + "{}",
  };
  for (const std::string& text : files) {
    const std::string shown = text.substr(0, 50);
    try {
      std::string damage;
      decoded(text, damage);
      ADD_FAILURE() << "accepted " << shown;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Exit::input);
      EXPECT_TRUE(std::string(error.what()).starts_with("proof.json: expected a certificate"))
          << error.what();
      EXPECT_LT(std::string(error.what()).size(), 500U) << shown;
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
  }
  // A certificate by its first words, but nothing else of one.
  for (const std::string text : {"{\"certificate\":1}", "{\"certificate\":1,\"checksum\":1}"}) {
    std::string damage;
    decoded(text, damage);
    EXPECT_NE(damage, "") << text;
  }
}

// ---- Independence ----

// Every file of src/ that compiling `file` reads.
std::set<std::string> all_includes(const std::string& file) {
  const std::string source = std::string(PERCEPTRON_SOURCE) + "/src/";
  const std::string include = "#include \"";
  std::set<std::string> seen;
  std::vector<std::string> open = {file};
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    if (!seen.insert(name).second) continue;
    std::istringstream text(read_text(source + name));
    for (std::string line; std::getline(text, line);) {
      if (!line.starts_with(include)) continue;
      const std::string included = line.substr(include.size(), line.rfind('"') - include.size());
      open.push_back(included);
      // What a header declares, the file beside it defines.
      const std::string beside = included.substr(0, included.rfind('.')) + ".cc";
      if (std::filesystem::exists(source + beside)) open.push_back(beside);
    }
  }
  return seen;
}

// Who checks must not share code with who is checked.
TEST(Certificate, IsCheckedByCodeThatKnowsNothingOfLearning) {
  const std::set<std::string> searching = {"ascent", "claims",  "contradiction", "exact_hull",
                                           "hull",   "linear",  "margin",        "optimum",
                                           "points", "touching"};
  for (const std::string file : {"certify/verify.cc", "certify/certificate.cc"}) {
    const auto names = all_includes(file);
    EXPECT_GT(names.size(), 5U);
    for (const std::string& name : names) {
      EXPECT_FALSE(name.starts_with("learn/") || name.starts_with("model/") ||
                   name.starts_with("cli/"))
          << file << " includes " << name;
      const std::string stem = std::filesystem::path(name).stem().string();
      EXPECT_FALSE(name.starts_with("certify/") && searching.contains(stem))
          << file << " includes " << name;
    }
  }
}

// Short enough to be read and believed.
TEST(Certificate, IsCheckedByAFileOfLessThan300Lines) {
  const std::string text = read_text(std::string(PERCEPTRON_SOURCE) + "/src/certify/verify.cc");
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 300);
}

}  // namespace
}  // namespace perceptron::test
