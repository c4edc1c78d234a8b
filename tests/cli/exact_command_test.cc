// convert --exact: rows as text with every number exact.

#include <filesystem>

#include "certificates.h"

namespace perceptron::core::test {
namespace {

TEST(ExactCommand, WritesEveryNumberExactly) {
  const Folder folder;
  const std::string data = folder.file("data.csv", "x,z,w,class\n0.1,3,2,no\n0,-1e300,0.5,yes\n");
  const std::string text = folder.path("data.exact");
  const Outcome outcome =
      run_program({"convert", data, "--exact", "--weight", "w", "-o", text, "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.json()["nonzeros"], 3);
  const std::string written = read_text(text);
  EXPECT_EQ(outcome.json()["bytes"], written.size());
  EXPECT_TRUE(written.starts_with("perceptron-exact 1\nhash ")) << written;
  // As Python's float.hex() has them.
  EXPECT_TRUE(
      written.ends_with("\nscale none\nrows 2\nfeatures 2\nclasses 2\n"
                        "class 1 \"no\"\nclass 2 \"yes\"\n"
                        "1 2 1:0x1.999999999999ap-4 2:3\n"
                        "2 0x1p-1 2:-0x1.7e43c8800759cp+996\n"))
      << written;
}

TEST(ExactCommand, ScalesAndLiftsAsTheCertificateStates) {
  const Folder folder;
  const std::string data = folder.file("data.csv", "1,a\n4,b\n");
  const std::string proof = folder.path("proof.json");
  const std::string text = folder.path("data.exact");
  ASSERT_EQ(run_program({"margin", data, "--scale", "maxabs", "--lift", "3", "-o", proof}).status,
            0);
  ASSERT_EQ(run_program({"convert", data, "--exact", "--certificate", proof, "-o", text}).status,
            0);
  const std::string written = read_text(text);
  EXPECT_TRUE(contains(written, "\nscale maxabs\nlift 0x1.8p+1\nrows 2\nfeatures 2\n")) << written;
  EXPECT_TRUE(written.ends_with("\n1 1 1:0x1p-2 2:3\n2 1 1:1 2:3\n")) << written;
}

TEST(ExactCommand, RefusesACertificateOfOtherData) {
  const Folder folder;
  const std::string data = folder.file("data.csv", "1,a\n4,b\n");
  const std::string other = folder.file("other.csv", "1,a\n5,b\n");
  const std::string proof = folder.path("proof.json");
  const std::string text = folder.path("data.exact");
  ASSERT_EQ(run_program({"margin", data, "-o", proof}).status, 0);
  expect_error(run_program({"convert", other, "--exact", "--certificate", proof, "-o", text}), 3,
               {"their hashes differ"});
  EXPECT_FALSE(std::filesystem::exists(text));
  expect_error(run_program({"convert", data, "--certificate", proof, "-o", text}), 2,
               {"--certificate is for --exact"});
}

}  // namespace
}  // namespace perceptron::core::test
