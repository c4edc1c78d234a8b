// Row weights: the column that holds them, and what is refused there.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "weighted_tables.h"

namespace perceptron::core::test {
namespace {

using Numbers = std::vector<double>;

// ---- The column ----

TEST(Weight, IsAColumnByNameOrNumberAndNoFeature) {
  for (const char* column : {"w", "2"}) {
    const Dataset data = read_string(kNamed, weighed_by(column));
    EXPECT_EQ(data.weights, (Numbers{0.5, 2})) << column;
    EXPECT_EQ(grid(data.matrix), (Grid{{1, 2}, {3, 4}})) << column;
    EXPECT_EQ(data.schema.feature_names(), (Names{"a", "b"})) << column;
  }
  EXPECT_EQ(read_string(kNameless, weighed_by("2")).weights, (Numbers{0.5, 2}));
  EXPECT_EQ(read_string("w\ty\ta\n7\tu\t1\n", weighed_by("first", "y")).weights, (Numbers{7}));
}

TEST(Weight, IsOneForEveryRowUnlessAskedFor) {
  EXPECT_TRUE(read_string(kNamed).weights.empty());
  EXPECT_FALSE(read_string(kNamed).schema.weight_position);
}

TEST(Weight, IsKeptInTheSchemaByNameAndPosition) {
  const Schema named = read_string(kNamed, weighed_by("w")).schema;
  EXPECT_EQ(named.weight_position, 1U);
  EXPECT_EQ(named.weight_name, "w");
  EXPECT_EQ(named.file_columns, 4U);
  const Schema nameless = read_string(kNameless, weighed_by("2")).schema;
  EXPECT_EQ(nameless.weight_position, 1U);
  EXPECT_EQ(nameless.weight_name, "");
}

TEST(Weight, StandsBesideChosenColumnsWithoutBeingOne) {
  ReadSettings options = weighed_by("w");
  options.columns = {"b"};
  const Dataset data = read_string(kNamed, options);
  EXPECT_EQ(grid(data.matrix), (Grid{{2}, {4}}));
  EXPECT_EQ(data.weights, (Numbers{0.5, 2}));
  options.columns = {"b", "w"};
  const Failure failure = read_failure(kNamed, options);
  EXPECT_EQ(failure.code, ErrorKind::usage);
  EXPECT_EQ(failure.text, "--columns: \"w\" is the weight; leave it out of the features");
}

TEST(Weight, IsNotTheLabel) {
  for (const char* column : {"y", "4", "last"}) {
    const Failure failure = read_failure(kNamed, weighed_by(column));
    EXPECT_EQ(failure.code, ErrorKind::usage);
    EXPECT_EQ(failure.text, fmt::format("--weight: \"{}\" is the label; choose another label with "
                                        "--label",
                                        column));
  }
}

TEST(Weight, OfAnUnknownColumnListsThoseThatAreThere) {
  const Failure named = read_failure(kNamed, weighed_by("W"));
  EXPECT_EQ(named.code, ErrorKind::usage);
  EXPECT_EQ(named.text,
            "--weight: data.txt has no column \"W\"; it has \"a\", \"w\", \"b\", \"y\" (did you "
            "mean \"w\"?)");
  const Failure nameless = read_failure(kNameless, weighed_by("5"));
  EXPECT_EQ(nameless.code, ErrorKind::usage);
  EXPECT_EQ(nameless.text,
            "--weight: data.txt has no header, name one of its columns 1 to 4, not \"5\"");
}

TEST(Weight, LeavesAtLeastOneFeature) {
  EXPECT_EQ(read_failure("w,y\n1,u\n2,v\n", weighed_by("w")).text,
            "data.txt:1:1: expected at least one column besides the label and the weight, found "
            "none (fields are separated by commas; choose another delimiter with --delimiter)");
}

// ---- The numbers ----

std::string failure_of_weight(const std::string& weight,
                              MissingPolicy missing = MissingPolicy::error) {
  ReadSettings options = weighed_by("w");
  options.missing = missing;
  const Failure failure = read_failure("a,w,y\n1,2,u\n3," + weight + ",v\n", options);
  EXPECT_EQ(failure.code, ErrorKind::input) << weight;
  return failure.text;
}

TEST(Weight, IsAFiniteNumberOfZeroOrMore) {
  EXPECT_EQ(
      failure_of_weight("much"),
      "data.txt:3:3: expected a number in weight column \"w\", found \"much\" (correct it, or "
      "choose another column with --weight)");
  EXPECT_EQ(failure_of_weight("inf"),
            "data.txt:3:3: expected a finite number in weight column \"w\", found \"inf\" (replace "
            "it or leave the row out)");
  EXPECT_EQ(failure_of_weight("-0.5"),
            "data.txt:3:3: expected a weight of 0 or more in column \"w\", found \"-0.5\" (correct "
            "it, or give a row that is not to count the weight 0)");
  EXPECT_EQ(failure_of_weight("-inf").substr(0, 14), "data.txt:3:3: ");
  EXPECT_EQ(read_failure("1,-2,u\n3,4,v\n", weighed_by("2")).text.substr(0, 60),
            "data.txt:1:3: expected a weight of 0 or more in column 2, fo");
}

TEST(Weight, IsNeverMissing) {
  for (const MissingPolicy rule :
       {MissingPolicy::error, MissingPolicy::zero, MissingPolicy::mean}) {
    EXPECT_EQ(failure_of_weight("", rule),
              "data.txt:3:3: expected a number in weight column \"w\", found nothing (every row "
              "needs a weight)");
    for (const std::string gap : {"NA", "NaN", "nan", "?", "null"}) {
      EXPECT_EQ(failure_of_weight(gap, rule),
                "data.txt:3:3: expected a number in weight column \"w\", found \"" + gap +
                    "\" (every row needs a weight)");
    }
  }
}

TEST(Weight, MayBeZeroForSomeRowsButNotForAll) {
  EXPECT_EQ(read_string("a,w,y\n1,0,u\n3,1e-300,v\n", weighed_by("w")).weights,
            (Numbers{0, 1e-300}));
  const Failure failure = read_failure("a,w,y\n1,0,u\n3,-0.0,v\n", weighed_by("w"));
  EXPECT_EQ(failure.code, ErrorKind::input);
  EXPECT_EQ(failure.text,
            "data.txt: expected a weight above 0 in column \"w\", found none in any row (give "
            "weights to the rows that count)");
}

TEST(Weight, HasAFiniteSum) {
  EXPECT_EQ(read_failure("a,w,y\n1,1e308,u\n3,1e308,v\n", weighed_by("w")).text,
            "data.txt: expected weights whose sum is a finite number in column \"w\", found larger "
            "ones (divide all of them by the same number)");
}

// ---- Rows and weights in step ----

// Weights are those of their rows whatever the order of the columns, with text
// columns, which are put in order after reading, and in blocks.
RC_GTEST_PROP(Weight, StaysWithItsRow, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t rows = 1 + random.below(40);
  Names header = {"w", "y", "x", "word"};
  for (std::size_t i = header.size(); i > 1; --i) std::swap(header[i - 1], header[random.below(i)]);
  std::string text = fmt::format("{}\n", fmt::join(header, ","));
  for (std::uint64_t i = 0; i < rows; ++i) {
    Names fields;
    for (const std::string& name : header) {
      fields.push_back(name == "w"   ? std::to_string(2 * i + 1)
                       : name == "y" ? fmt::format("c{}", random.below(3))
                       : name == "x" ? std::to_string(i)
                                     : fmt::format("t{}", random.below(9)));
    }
    text += fmt::format("{}\n", fmt::join(fields, ","));
  }
  const Dataset data = read_string(text, weighed_by("w", "y"));
  const auto names = data.schema.feature_names();
  const auto x =
      static_cast<std::size_t>(std::find(names.begin(), names.end(), "x") - names.begin());
  RC_ASSERT(data.weights.size() == rows);
  const Grid values = grid(data.matrix);
  for (std::uint64_t i = 0; i < rows; ++i) RC_ASSERT(data.weights[i] == 2 * values[i][x] + 1);

  const Folder folder;
  Reading reading;
  reading.options = weighed_by("w", "y");
  const auto reader = open_reader(folder.file("data.txt", text), reading);
  Dataset block = reader->start();
  Numbers weights;
  while (read_block(*reader, block)) {
    RC_ASSERT(block.weights.size() == block.rows());
    weights.insert(weights.end(), block.weights.begin(), block.weights.end());
  }
  RC_ASSERT(weights == data.weights);
}

// ---- The fingerprint ----

TEST(Weight, IsPartOfTheFingerprint) {
  const std::string plain = read_string("a,b,y\n1,2,u\n3,4,v\n").fingerprint();
  const std::string weighed = read_string(kNamed, weighed_by("w")).fingerprint();
  EXPECT_NE(weighed, plain);
  EXPECT_NE(read_string("a,w,b,y\n1,2,2,u\n3,0.5,4,v\n", weighed_by("w")).fingerprint(), weighed)
      << "other weights";
  EXPECT_EQ(read_string("y,b,w,a\nu,2,5e-1,1\nv,4,2.0,3\n",
                        [] {
                          ReadSettings options = weighed_by("w", "y");
                          options.columns = {"a", "b"};
                          return options;
                        }())
                .fingerprint(),
            weighed)
      << "the same elsewhere";
  EXPECT_EQ(read_string("a,w,y\n1,-0,u\n3,1,v\n", weighed_by("w")).fingerprint(),
            read_string("a,w,y\n1,0,u\n3,1,v\n", weighed_by("w")).fingerprint());
}

// Computed by the program as it was before there were weights.
TEST(Weight, ChangesNoFingerprintWhereThereAreNone) {
  EXPECT_EQ(read_string("a,b,y\n1,2,u\n3,4,v\n").fingerprint(), "673aded80719211e4f4994b1095d59b6");
}

// Classes that are numbers may be spelt in any way, others may not.
TEST(Fingerprint, DoesNotDependOnHowANumberIsSpelt) {
  const auto of = [](const std::string& one, const std::string& other) {
    return read_string("a,y\n1," + one + "\n3," + other + "\n").fingerprint();
  };
  EXPECT_EQ(of("1", "-1"), of("+1", "-1.0"));
  EXPECT_EQ(of("1", "0"), of("1.0", "-0.0"));
  EXPECT_NE(of("1", "0"), of("1", "2"));
  EXPECT_NE(of("u", "v"), of("u", "V"));
}

// ---- Other formats ----

TEST(Weight, OfAnotherFormatIsWrongUsage) {
  for (const auto& [text, format] : std::vector<std::pair<std::string, std::string>>{
           {"1 1:2\n-1 1:3\n", "libsvm"}, {"2,2,5\n1,2,a\n0,1,b\n", "points"}}) {
    const Failure failure = read_failure(text, weighed_by("1"));
    EXPECT_EQ(failure.code, ErrorKind::usage) << format;
    EXPECT_EQ(failure.text, "--weight names a column of a CSV; data.txt is " + format +
                                " data (use --format csv if it is a table)");
  }
  ReadSettings options = weighed_by("1");
  options.format = Format::npy;
  EXPECT_EQ(read_failure("no matter what\n", options).code, ErrorKind::usage);
}

}  // namespace
}  // namespace perceptron::core::test
