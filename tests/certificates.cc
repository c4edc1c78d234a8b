#include "certificates.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/hash.h"
#include "case_file.h"
#include "certify/claims.h"
#include "data/scaling.h"
#include "objectives.h"
#include "oracle.h"

namespace perceptron::core::test {

Dataset dataset(const Grid& points, const Labels& labels) {
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

Dataset apart() { return dataset({{1, 2}, {2, 3}, {6, 5}, {7, 7}}, {0, 0, 1, 1}); }
Dataset touching() { return dataset({{0, 0}, {2, 0}, {1, 0}, {1, 1}}, {0, 0, 1, 1}); }
Dataset crossing() { return dataset({{0, 0}, {2, 2}, {2, 0}, {0, 2}}, {0, 0, 1, 1}); }

Subject subject_of(const Dataset& data, bool offset) {
  Subject subject;
  subject.name = data.name;
  subject.hash = data.fingerprint();
  subject.rows = data.rows();
  subject.features = data.features();
  subject.offset = offset;
  return subject;
}

CertificateKind kind_of(const std::string& name) {
  return find_named<CertificateKind>(name).value();
}

Certificate honest(const Dataset& data, bool offset, const std::string& kind) {
  Certificate certificate = certify_widest_margin(
      subject_of(data, offset), optimum_of(examples_of(data), offset), kind_of(kind));
  certificate.program = "a test";
  return certificate;
}

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
  StatedProblem task;
  task.data = crossing();
  task.l1 = 0.01;
  task.l2 = 0.1;
  for (const Loss loss : {Loss::squared_hinge, Loss::logistic}) {
    task.loss = loss;
    task.offset = loss == Loss::logistic ? OffsetKind::none : OffsetKind::free;
    all.emplace_back(task.data, certify(task, solve(task)));
  }
  return all;
}

std::vector<std::string*> numbers_of(Certificate& certificate) {
  std::vector<std::string*> all = {&certificate.lower, &certificate.upper, &certificate.radius,
                                   &certificate.bound};
  Objective& objective = certificate.objective;
  for (std::string* text : {&objective.l1, &objective.l2}) all.push_back(text);
  for (std::string& text : objective.class_weights) all.push_back(&text);
  for (std::string& text : certificate.plane) all.push_back(&text);
  for (std::string& text : certificate.alpha) all.push_back(&text);
  std::erase_if(all, [](const std::string* text) { return text->empty(); });
  return all;
}

// ---- Their files ----

Certificate decoded(std::string_view text, std::string& damage) {
  DecodedCertificate decoded = decode_certificate(text, "proof.json");
  damage = decoded.damage;
  return decoded.certificate.value_or(Certificate{});
}

std::string sealed(OrderedJson json) {
  json.erase("checksum");
  Hash hash;
  hash.add(json.dump());
  json["checksum"] = hash.hex();
  return json.dump(1);
}

bool accepted(const std::string& text, const Dataset& data, Certificate& read) {
  record_case(data, text);
  std::string damage;
  try {
    read = decoded(text, damage);
  } catch (const Error&) {
    return false;
  }
  return damage.empty() && verify(read, data).valid;
}

Verdict verdict_of(const Dataset& data, const Certificate& certificate) {
  std::string damage;
  const std::string text = encode_certificate(certificate);
  record_case(data, text);
  const Certificate read = decoded(text, damage);
  return damage.empty() ? verify(read, data) : Verdict{false, read.kind, damage};
}

Verdict judged(const Certificate& certificate, const Dataset& data) {
  record_case(data, encode_certificate(certificate));
  return verify(certificate, data);
}

void expect_refused(const Dataset& data, const Certificate& certificate, const char* word) {
  const Verdict verdict = verdict_of(data, certificate);
  EXPECT_FALSE(verdict.valid) << encode_certificate(certificate);
  EXPECT_NE(verdict.reason.find(word), std::string::npos) << verdict.reason;
}

// ---- What is true, found independently of the check ----

namespace {

// The rows a certificate is about, y = ±1 already multiplied in, and with an
// offset y behind them.
std::vector<Numbers> rows_of(Dataset data, const Subject& subject) {
  Scaling::fit(subject.scale, data.matrix).apply(data.matrix);
  std::vector<Numbers> rows;
  for (const Point& point : grid(data.matrix)) {
    const int y = data.labels[rows.size()] == 1 ? 1 : -1;
    Numbers row;
    for (const double x : point) row.emplace_back(y * x);
    if (!subject.lift.empty()) row.emplace_back(y * number(subject.lift));
    if (subject.offset) row.emplace_back(y);
    rows.push_back(row);
  }
  return rows;
}

// Whether Σαz = 0, Σα = 1 has a solution α ≥ 0, which by Gordan's theorem is whether no plane
// separates.
bool vanish(std::vector<Numbers> z) {
  for (Numbers& row : z) row.emplace_back(1);
  Numbers target(z[0].size());
  target.back() = 1;
  return in_cone(z, target);
}

// Around the best margin, of rows lengthened by `lift` = p/q: those of the
// rows times q, lengthened by p, divided by q.
Interval best_margin(Dataset data, const Subject& subject) {
  Scaling::fit(subject.scale, data.matrix).apply(data.matrix);
  std::vector<Point> points = grid(data.matrix);
  const mpq_class lift = subject.lift.empty() ? mpq_class(0) : number(subject.lift);
  const double q = lift.get_den().get_d();
  for (Point& point : points) {
    for (double& x : point) x *= q;
    if (!subject.lift.empty()) point.push_back(lift.get_num().get_d());
  }
  const Problem problem(points, data.labels);
  const Interval margin = optimum_of(problem.examples(), subject.offset).margin;
  return {margin.lower / q, margin.upper / q};
}

}  // namespace

bool inseparable(const Dataset& data, const Subject& subject) {
  return vanish(rows_of(data, subject));
}

std::string lie(const Certificate& certificate, const Dataset& data) {
  const Subject& subject = certificate.data;
  if (subject.rows != data.rows() || subject.features != data.features() ||
      subject.hash != data.fingerprint())
    return "it is about other data";
  if (certificate.kind == CertificateKind::inseparable)
    return inseparable(data, subject) ? "" : "a plane separates the data";
  if (certificate.kind == CertificateKind::optimality) return optimality_lie(certificate, data);
  if (certificate.kind == CertificateKind::margin) {
    // A hair wider, for the roundings of a lift that is no double.
    const Interval best = best_margin(data, subject);
    const mpq_class slack(1e-12 * std::max(std::abs(best.lower), std::abs(best.upper)));
    if (number(certificate.lower) > mpq_class(best.upper) + slack)
      return "the lower bound is too high";
    if (number(certificate.upper) < mpq_class(best.lower) - slack)
      return "the upper bound is too low";
    return "";
  }
  const std::vector<Numbers> rows = rows_of(data, subject);
  const Numbers plane = numbers(certificate.plane);
  if (plane.size() != rows[0].size()) return "the plane is none";
  const Numbers all = scores(rows, plane);
  const mpq_class score = *std::min_element(all.begin(), all.end());
  if (score <= 0) return "the plane does not separate";
  if (certificate.kind == CertificateKind::separator) return "";
  // (R/γ)², with an offset of the rows [x, 1].
  mpq_class longest = 0;
  for (const Numbers& row : rows) {
    mpq_class square = 0;
    for (const mpq_class& x : row) square += x * x;
    longest = std::max(longest, square);
  }
  mpq_class length = 0;
  for (const mpq_class& w : plane) length += w * w;
  const mpq_class radius = number(certificate.radius);
  if (radius * radius + (subject.offset ? 1 : 0) < longest || radius < 0)
    return "the radius is too small";
  return number(certificate.bound) < longest * length / (score * score) ? "the bound is too small"
                                                                        : "";
}

// ---- The program ----

bool contains(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

void expect_error(const Outcome& outcome, int status, const Words& words) {
  EXPECT_EQ(outcome.status, status) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  const auto at = outcome.err.find("perceptron: error: ");
  ASSERT_NE(at, std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find('\n', at), outcome.err.size() - 1) << outcome.err;
  for (const std::string& word : words)
    EXPECT_TRUE(contains(outcome.err, word)) << "no " << word << " in " << outcome.err;
}

void expect_no_crash(const Outcome& outcome) { EXPECT_LE(outcome.status, 4) << outcome.err; }

nlohmann::json run_json(Words arguments, int status) {
  arguments.push_back("--json");
  const Outcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.status, status) << outcome.err;
  return outcome.json();
}

Checked check(const std::string& content, const Words& options) {
  const Folder folder;
  const std::string data = folder.file("data.csv", content);
  const std::string proof = folder.path("proof.json");
  Checked checked;
  checked.margin = run_program(Words{"margin", data, "-o", proof} + options);
  if (!std::filesystem::exists(proof)) {
    ADD_FAILURE() << "no certificate: " << checked.margin.err;
    return checked;
  }
  checked.certificate = OrderedJson::parse(read_text(proof));
  checked.verify = run_program({"verify", proof, data});
  return checked;
}

void expect_valid(const Checked& checked, const std::string& kind) {
  const bool no = kind == "inseparable" || kind == "joint-inseparable";
  // That of a list depends on its claims.
  EXPECT_EQ(checked.margin.status, kind == "list" ? checked.margin.status
                                   : no           ? 1
                                                  : 0)
      << checked.margin.err;
  EXPECT_EQ(checked.verify.status, 0) << checked.verify.out << checked.verify.err;
  EXPECT_TRUE(checked.verify.out.starts_with("valid: ")) << checked.verify.out;
  EXPECT_EQ(checked.certificate["kind"], kind);
}

}  // namespace perceptron::core::test
