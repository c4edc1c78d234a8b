// Files of every format with random damage: they give sound rows or an error of one line.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/random.h"
#include "data/read/lines.h"
#include "file_bytes.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

struct ValidFile {
  std::string content;
  std::string name;
};
const std::vector<ValidFile> kValid = {
    {"# made by hand\n+1 1:0.5 3:-2\r\n-1 qid:7 2:1e2\n2 # none\n", "libsvm"},
    {"a,color,\"b \"\"x\"\"\",y\n1,red,2,u\n-3,\"light\nblue\",4e1,v\nNA,red,1,u\n", "csv"},
    {"1\t2\tu\n3.25\t-4\tv\n5\t6\tcaf\xc3\xa9\n", "tsv"},
    {"2,3,5\n1,2,a\n-3,4,b\n0.5,.25,a\n", "points"},
    {"1 |a x:2 y\n-1 2 't|a y:-1e2 |b:3 z z\n2 | x^y |a x\n", "vw"},
    {"__label__u caf\xc3\xa9 red red\nred blue __label__v\r\n__label__u\n", "fasttext"},
    {npy("<f4", "(2, 2)", bytes("\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40\0\0\x80\x40")), "npy"},
};

std::string damage(std::string text, Random& random) {
  for (std::uint64_t i = 1 + random.below(4); i > 0; --i) {
    const std::size_t at = random.below(text.size() + 1);
    const std::size_t length = 1 + random.below(4);
    switch (random.below(5)) {
      case 0:
        text.insert(at, 1, static_cast<char>(random.below(256)));
        break;
      case 1:
        text.insert(at, 1, "0123456789 :,;\t\n\r\"#-+.e|_\xef"[random.below(26)]);
        break;
      case 2:
        text.erase(at, length);
        break;
      case 3:
        text.insert(at, text.substr(random.below(text.size() + 1), 3 * length));
        break;
      default:
        if (at < text.size()) text[at] ^= static_cast<char>(1U << random.below(8));
    }
  }
  if (random.below(20) == 0) text.resize(random.below(text.size() + 1));
  return text;
}

void expect_sound(const Dataset& data) {
  EXPECT_GT(data.rows(), 0U);
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          for (std::uint64_t k = 0; k < view[i].size; ++k) {
            ASSERT_LT(view[i].feature(k), data.features());
            ASSERT_TRUE(std::isfinite(view[i].value(k)));
          }
        }
      },
      data.matrix.view());
}

// Reads damaged files of every format, as training data and for a model that
// was trained on the whole file; `failed` sees each error.
template <class Failed>
void read_damaged(std::uint64_t seed, const Failed& failed) {
  Random random(seed);
  const Folder folder;
  for (const ValidFile& format : kValid) {
    Reading reading;
    reading.options.labels = format.name == "npy" ? folder.file("labels.txt", "a\nb\n") : "";
    reading.options.missing = MissingPolicy::mean;
    const Dataset whole = read_dataset(folder.file("data.txt", format.content), reading);
    for (int i = 0; i < 800; ++i) {
      const std::string content = damage(format.content, random);
      SCOPED_TRACE(testing::Message() << format.name << ' ' << testing::PrintToString(content));
      reading.options.format =
          random.below(2) == 0 ? Format::automatic : *find_named<Format>(format.name);
      reading.options.missing = random.below(2) == 0 ? MissingPolicy::error : MissingPolicy::mean;
      const bool model = random.below(3) == 0;
      reading.schema = model ? &whole.schema : nullptr;
      reading.classes = model ? &whole.classes : nullptr;
      reading.labels = model ? LabelUse::match : LabelUse::collect;
      try {
        const Dataset data = read_dataset(folder.file("data.txt", content), reading);
        expect_sound(data);
        ASSERT_EQ(data.labels.size(), data.rows());
        for (const auto label : data.labels)
          ASSERT_LT(label, (model ? whole : data).classes.size());
      } catch (const Error& error) {
        failed(in_options(error.message()), error.kind());
      }
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(Damaged, RandomDamageEndsInRowsOrInAnError) {
  std::uint64_t errors = 0;
  read_damaged(1, [&](const std::string&, ErrorKind code) {
    ++errors;
    EXPECT_TRUE(code == ErrorKind::input || code == ErrorKind::usage);
  });
  EXPECT_GT(errors, 1000U);
}

TEST(Damaged, EveryMessageIsOneLineOfText) {
  const auto check = [](const std::string& text, ErrorKind) {
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    EXPECT_NO_THROW(require_text(text, Place{"message"})) << testing::PrintToString(text);
  };
  ReadSettings other_label;
  other_label.label = "z";
  check(read_failure("\"a\nb\",y\n1,u\n", other_label).text, ErrorKind::usage);
  read_damaged(2, check);
}

}  // namespace
}  // namespace perceptron::core::test
