#include "forgeries.h"

#include <gmpxx.h>

#include <algorithm>
#include <utility>

#include "certificates.h"
#include "data/scaling.h"
#include "oracle.h"

namespace perceptron::core::test {

namespace {

template <class T>
T& any_of(Random& random, std::vector<T>& items) {
  return items[random.below(items.size())];
}

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
        const mpq_class factor(pick(random, {"2", "1/2", "3/4", "5/4", "999/1000", "1001/1000",
                                             "1000000000000/1000000000001",
                                             "1000000000000000000001/1000000000000000000000"}));
        return mpq_class(number(text) * factor).get_str();
      } catch (const std::exception&) {
        return text;
      }
  }
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
      subject.scale =
          *find_named<ScalingKind>(pick(random, {"none", "standard", "maxabs", "unit"}));
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

void forge_objective(Random& random, Certificate& certificate) {
  Objective& objective = certificate.objective;
  if (random.below(2) == 0) {
    objective.penalised_offset = !objective.penalised_offset;
  } else {
    objective.loss = pick(random, {"hinge", "squared-hinge", "logistic", "perceptron", "Hinge"});
  }
}

void forge_kind(Random& random, Certificate& certificate) {
  certificate.kind =
      kind_of(pick(random, {"margin", "separator", "mistake-bound", "inseparable", "optimality"}));
  const auto fill = [&](std::string& text, std::vector<std::string> words) {
    if (text.empty()) text = pick(random, std::move(words));
  };
  fill(certificate.lower, {"0", "1", "-1", "1/100"});
  fill(certificate.upper, {"0", "1", "100", "1/100"});
  fill(certificate.radius, {"0", "1", "5", "100"});
  fill(certificate.bound, {"0", "1", "100", "100000", "-1"});
  forge_objective(random, certificate);
  fill(certificate.objective.l1, {"0", "1", "1/10"});
  fill(certificate.objective.l2, {"0", "1", "1/10"});
  for (std::string& weight : certificate.objective.class_weights) fill(weight, {"1", "2"});
  if (random.below(2) == 0) certificate.plane.clear();
}

}  // namespace

std::string pick(Random& random, std::vector<std::string> words) { return any_of(random, words); }

void forge(Random& random, Certificate& certificate) {
  auto& plane = certificate.plane;
  switch (random.below(certificate.kind == CertificateKind::optimality ? 9 : 8)) {
    case 8:
      forge_objective(random, certificate);
      return;
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

Certificate forged(Random& random, Certificate certificate) {
  const std::uint64_t edits = random.below(3) == 0 ? 1 + random.below(3) : 1;
  for (std::uint64_t i = 0; i < edits; ++i) forge(random, certificate);
  return certificate;
}

}  // namespace perceptron::core::test
