// Writes certificates, honest and forged, with their data as exact text, for another checker, and
// what verify() says about each. `make agreement` compares the two.
// usage: perceptron_agreement COUNT SEED VERDICTS > CASES

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "case_file.h"
#include "certificates.h"
#include "forgeries.h"
#include "objectives.h"

namespace perceptron::core::test {
namespace {

class Cases {
 public:
  explicit Cases(const char* verdicts) : verdicts_(verdicts), file_(std::cout, verdicts_) {}

  void add(const Dataset& data, const Certificate& certificate) {
    const std::string text = encode_certificate(certificate);
    Certificate read;
    file_.add(data, certificate, text, accepted(text, data, read));
    ++count_;
  }
  std::uint64_t count() const { return count_; }

 private:
  std::ofstream verdicts_;
  CaseFile file_;
  std::uint64_t count_ = 0;
};

void write_cases(std::uint64_t count, std::uint64_t seed, Cases& cases) {
  constexpr int kForgeries = 6;
  for (const auto& [data, certificate] : one_of_each()) cases.add(data, certificate);
  for (; cases.count() < count; ++seed) {
    Random random(seed);
    const StatedProblem task = random_stated_problem(random);
    const Certificate original = seed % 2 == 0
                                     ? certify(task, solve(task))
                                     : honest(task.data, seed % 4 == 1, pick(random, kKinds));
    cases.add(task.data, original);
    for (int i = 0; i < kForgeries; ++i) cases.add(task.data, forged(random, original));
  }
}

}  // namespace
}  // namespace perceptron::core::test

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: perceptron_agreement COUNT SEED VERDICTS > CASES\n";
    return 2;
  }
  perceptron::core::test::Cases cases(argv[3]);
  perceptron::core::test::write_cases(std::strtoull(argv[1], nullptr, 10),
                                      std::strtoull(argv[2], nullptr, 10), cases);
  return 0;
}
