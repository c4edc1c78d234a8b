// No forger gets a false claim past the check, whatever he changes.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "certificates.h"
#include "forgeries.h"
#include "objectives.h"
#include "oracle.h"

namespace perceptron::core::test {
namespace {

RC_GTEST_PROP(Certificate, SaysInseparableJustWhenNoPlaneSeparates,
              (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Dataset data = random_data(random);
  const Certificate certificate = honest(data, offset, "separator");
  RC_ASSERT((certificate.kind == CertificateKind::inseparable) ==
            inseparable(data, certificate.data));
  RC_ASSERT(lie(certificate, data) == "");
}

void forge_in_vain(Random& random, const Dataset& data, const Certificate& original) {
  for (int trial = 0; trial < 6; ++trial) {
    const Certificate certificate = forged(random, original);
    const std::string text = encode_certificate(certificate);
    Certificate read;
    if (!accepted(text, data, read)) continue;
    const std::string why = lie(read, data);
    if (!why.empty()) RC_FAIL(why + "\n" + text);
  }
}

RC_GTEST_PROP(Certificate, ThatIsForgedIsNotAcceptedIfItClaimsSomethingFalse,
              (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Dataset data = random_data(random);
  forge_in_vain(random, data, honest(data, offset, pick(random, kKinds)));
}

RC_GTEST_PROP(Certificate, OfOptimalityIsForgedInVainAsWell, (std::uint64_t seed)) {
  Random random(seed);
  const StatedProblem task = random_stated_problem(random);
  forge_in_vain(random, task.data, certify(task, solve(task)));
}

// So that the properties above are not ones about refusing everything.
TEST(Certificate, ThatIsForgedIsAcceptedNowAndThenWhereTheClaimIsStillTrue) {
  int taken = 0;
  int lies = 0;
  for (std::uint64_t seed = 0; seed < 1200; ++seed) {
    Random random(seed);
    const StatedProblem task = random_stated_problem(random);
    const Dataset& data = task.data;
    Certificate certificate = seed % 2 == 0 ? certify(task, solve(task))
                                            : honest(data, seed % 4 == 1, pick(random, kKinds));
    forge(random, certificate);
    Certificate read;
    if (accepted(encode_certificate(certificate), data, read)) {
      ++taken;
    } else if (!read.data.hash.empty()) {  // it could be read
      try {
        lies += lie(read, data).empty() ? 0 : 1;
      } catch (const std::exception&) {
        ++lies;  // not even numbers
      }
    }
  }
  EXPECT_GT(taken, 120);
  EXPECT_GT(lies, 200);
}

// Without a new checksum only what means the same is accepted.
RC_GTEST_PROP(Certificate, WithOneByteChangedIsRefusedOrMeansTheSame,
              (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Dataset data = random_data(random);
  StatedProblem task;
  task.data = data;
  task.l2 = 0.1;
  const std::string text =
      encode_certificate(random.below(4) == 0 ? certify(task, solve(task))
                                              : honest(data, offset, pick(random, kKinds)));
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

}  // namespace
}  // namespace perceptron::core::test
