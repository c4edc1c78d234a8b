// train --certificate with a loss: proofs that verify accepts, and no others.

#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "losses.h"

namespace perceptron::core::test {
namespace {

TEST(LossCommand, CertificateIsValidForItsDataOnly) {
  const Folder folder;
  const std::string data = clouds(folder);
  const std::string other = clouds(folder, "200", "3");
  const std::string proof = folder.path("proof.json");
  for (const std::string& loss : kLossNames) {
    SCOPED_TRACE(loss);
    const auto json = trained(data, {"--learner", loss, "--certificate", proof});
    EXPECT_EQ(run_program({"verify", proof, data}).status, 0);
    const auto certificate = Json::parse(read_text(proof));
    EXPECT_EQ(certificate["kind"], "optimality");
    EXPECT_EQ(certificate["claim"]["loss"], loss);
    const Outcome refused = run_program({"verify", proof, other});
    EXPECT_EQ(refused.status, 1);
    EXPECT_TRUE(contains(refused.out, "hashes differ")) << refused.out;
  }
}

TEST(LossCommand, CertificateIsRefusedAfterAnEdit) {
  const Folder folder;
  const std::string data = clouds(folder);
  const std::string proof = folder.path("proof.json");
  trained(data, {"--learner", "hinge", "--l2", "0.1", "--certificate", proof});
  const Json honest = Json::parse(read_text(proof));
  Json edited = honest;
  edited["claim"]["lower"] = honest["claim"]["upper"];
  write_text(proof, edited.dump());
  EXPECT_TRUE(contains(run_program({"verify", proof, data}).out, "checksum"));
  // A careful forger mends the checksum; the claim is still checked.
  write_text(proof, sealed(edited));
  EXPECT_EQ(run_program({"verify", proof, data}).status, 1);
  edited = honest;
  edited["claim"]["upper"] = honest["claim"]["lower"];
  write_text(proof, sealed(edited));
  EXPECT_EQ(run_program({"verify", proof, data}).status, 1);
  edited = honest;
  edited["claim"]["l2"] = "1/1000";
  write_text(proof, sealed(edited));
  EXPECT_EQ(run_program({"verify", proof, data}).status, 1);
  write_text(proof, sealed(honest));
  EXPECT_EQ(run_program({"verify", proof, data}).status, 0);
}

TEST(LossCommand, CertificateOfEveryKindOfProblemIsValid) {
  const Folder folder;
  const std::string text = "x,z,w,class\n1,2,1,a\n2,3,0.5,a\n6,5,2,b\n1,1,3,b\n4,7,0,a\n";
  const std::string data = folder.file("weights.csv", text);
  const std::string proof = folder.path("proof.json");
  for (const std::string& loss : kLossNames) {
    for (const Words& options : std::vector<Words>{{"--weight", "w"},
                                                   {"--weight", "w", "--class-weight", "a=3"},
                                                   {"--class-weight", "balanced", "--l1", "0.1"},
                                                   {"--scale", "standard", "--penalise-offset"},
                                                   {"--scale", "unit", "--no-offset"},
                                                   {"--solver", "online", "--l2", "0.1"},
                                                   {"--solver", "batch", "--l1", "1"},
                                                   {"--precision", "float32"}}) {
      SCOPED_TRACE(loss + " " + testing::PrintToString(options));
      trained(data, Words{"--learner", loss, "--certificate", proof} + options);
      const Outcome outcome = run_program({"verify", proof, data});
      EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    }
  }
}

TEST(LossCommand, CertificateOverwritesNothingItNeeds) {
  const Folder folder;
  const std::string data = clouds(folder);
  const std::string model = folder.path("m");
  const std::string before = read_text(data);
  const Words words = {"train", data, "--learner", "hinge"};
  expect_error(run_program(words + Words{"--certificate", data}), 2, {});
  expect_error(run_program(words + Words{"-o", model, "--certificate", model}), 2, {});
  EXPECT_EQ(read_text(data), before);
  EXPECT_FALSE(std::filesystem::exists(model));
}

TEST(LossCommand, CertificateDoesNotShareStandardOutput) {
  const Folder folder;
  const Words words = {"train", clouds(folder), "--learner", "hinge", "--certificate", "-"};
  EXPECT_EQ(Json::parse(run_program(words).out)["kind"], "optimality");
  expect_error(run_program(words + Words{"--json"}), 2, {"standard output"});
  expect_error(run_program(words + Words{"-o", "-"}), 2, {"standard output"});
}

}  // namespace
}  // namespace perceptron::core::test
