// Reading NumPy's .npy: types, orders, shapes, and labels from a second file.

#include <array>
#include <bit>
#include <limits>
#include <variant>
#include <vector>

#include "support.h"

namespace perceptron::core::test {
namespace {

// A file with this header and these bytes behind it.
std::string npy_of(std::string header, std::string_view bytes, char version = 1) {
  header += '\n';
  std::string text = "\x93NUMPY";
  text += version;
  text += '\0';
  text += static_cast<char>(header.size() % 256);
  text += static_cast<char>(header.size() / 256);
  if (version > 1) text += std::string(2, '\0');
  return text + header + std::string(bytes);
}

template <class T>
std::string npy(const std::string& type, const std::string& shape, const std::vector<T>& values,
                const std::string& column_major = "False") {
  std::string bytes;
  for (const T value : values) {
    const auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
    bytes.append(raw.data(), raw.size());
  }
  return npy_of(
      "{'descr': '" + type + "', 'fortran_order': " + column_major + ", 'shape': " + shape + ", }",
      bytes);
}

// Reads a matrix with the labels in `labels`.
Dataset read_npy(const std::string& matrix, const std::string& labels, Reading reading = {}) {
  const Folder folder;
  reading.options.labels = folder.file("labels", labels);
  return read_dataset(folder.file("data.npy", matrix), reading);
}

template <class T>
Grid read_type(const std::string& type) {
  return grid(read_npy(npy<T>(type, "(1, 2)", {T{1}, T{2}}), "a\n").matrix);
}

const std::string kSmall = npy<double>("<f8", "(2, 3)", {1, 2, 3, 4, 5, 6});

TEST(Npy, ReadsAMatrixAndItsLabels) {
  const Dataset data = read_npy(kSmall, "spam\nham\n");
  EXPECT_EQ(data.matrix.layout(), Matrix::Layout::dense);
  EXPECT_EQ(grid(data.matrix), (Grid{{1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(data.classes.names(), (Names{"ham", "spam"}));
  EXPECT_EQ(data.labels, (Labels{1, 0}));
  EXPECT_EQ(data.schema.feature_names(), (Names{"x1", "x2", "x3"}));
}

TEST(Npy, ReadsEveryTypeOfNumber) {
  const Grid expected = {{1, 2}};
  EXPECT_EQ(read_type<float>("<f4"), expected);
  EXPECT_EQ(read_type<double>("<f8"), expected);
  EXPECT_EQ(read_type<std::int8_t>("|i1"), expected);
  EXPECT_EQ(read_type<std::uint8_t>("|u1"), expected);
  EXPECT_EQ(read_type<std::int16_t>("<i2"), expected);
  EXPECT_EQ(read_type<std::uint16_t>("<u2"), expected);
  EXPECT_EQ(read_type<std::int32_t>("<i4"), expected);
  EXPECT_EQ(read_type<std::uint32_t>("<u4"), expected);
  EXPECT_EQ(read_type<std::int64_t>("<i8"), expected);
  EXPECT_EQ(read_type<std::uint64_t>("<u8"), expected);
  EXPECT_EQ(grid(read_npy(npy<std::uint8_t>("|b1", "(1, 2)", {1, 0}), "a\n").matrix),
            (Grid{{1, 0}}));
  EXPECT_EQ(grid(read_npy(npy<std::int8_t>("|i1", "(1, 1)", {-128}), "a\n").matrix),
            (Grid{{-128}}));
}

TEST(Npy, KeepsFloat32UntilANumberNeedsMore) {
  EXPECT_FALSE(read_npy(kSmall, "a\nb\n").matrix.values().wide());
  EXPECT_TRUE(read_npy(npy<double>("<f8", "(1, 1)", {0.1}), "a\n").matrix.values().wide());
  EXPECT_FALSE(read_npy(npy<float>("<f4", "(1, 1)", {0.1F}), "a\n").matrix.values().wide());
}

TEST(Npy, ReadsMatricesStoredByColumns) {
  const auto file = npy<float>("<f4", "(2, 3)", {1, 4, 2, 5, 3, 6}, "True");
  EXPECT_EQ(grid(read_npy(file, "a\nb\n").matrix), (Grid{{1, 2, 3}, {4, 5, 6}}));
}

TEST(Npy, ReadsHeadersWithoutBlanks) {
  const std::string file = npy_of("{'descr':'|u1','fortran_order':True,'shape':(2,2)}", "\1\3\2\4");
  EXPECT_EQ(grid(read_npy(file, "a\nb\n").matrix), (Grid{{1, 2}, {3, 4}}));
}

TEST(Npy, RefusesAnOrderThatIsNeitherTrueNorFalse) {
  EXPECT_THROW(read_npy(npy<float>("<f4", "(2, 2)", {1, 2, 3, 4}, "Trve"), "a\nb\n"), Error);
}

TEST(Npy, ReadsVersionsOneToThree) {
  for (const char version : {'\1', '\2', '\3'}) {
    const std::string file =
        npy_of("{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2), }", "\5\6", version);
    EXPECT_EQ(grid(read_npy(file, "a\n").matrix), (Grid{{5, 6}})) << int{version};
  }
}

TEST(Npy, TakesLabelsFromAVector) {
  const auto labels = npy<std::int64_t>("<i8", "(2,)", {1, -1});
  const Dataset data = read_npy(kSmall, labels);
  EXPECT_EQ(data.classes.names(), (Names{"-1", "1"}));
  EXPECT_EQ(data.labels, (Labels{1, 0}));
  EXPECT_EQ(read_npy(kSmall, npy<double>("<f8", "(2, 1)", {0.5, 2})).classes.names(),
            (Names{"0.5", "2"}));
  EXPECT_EQ(read_npy(kSmall, npy<std::uint8_t>("|b1", "(2,)", {0, 1})).classes.names(),
            (Names{"0", "1"}));
}

TEST(Npy, KeepsWholeNumbersOfAVectorAsTheyAre) {
  // 2^53 and 2^53 + 1 are one number as doubles.
  const auto labels =
      npy<std::int64_t>("<i8", "(2,)", {9'007'199'254'740'992, 9'007'199'254'740'993});
  EXPECT_EQ(read_npy(kSmall, labels).classes.names(),
            (Names{"9007199254740992", "9007199254740993"}));
  EXPECT_EQ(read_npy(kSmall, npy<std::int64_t>("<i8", "(2,)", {0, 10'000'000'000'000'000}))
                .classes.names(),
            (Names{"0", "10000000000000000"}));
}

TEST(Npy, TakesLabelsFromLinesWhateverSurroundsThem) {
  const Dataset data = read_npy(kSmall,
                                "\xef\xbb\xbf"
                                " spam \r\nham\r\n\r\n\n");
  EXPECT_EQ(data.classes.names(), (Names{"ham", "spam"}));
  EXPECT_EQ(read_npy(kSmall, "1\n+1.0").labels, (Labels{0, 0}));
}

TEST(Npy, NeedsNoLabelsWhereTheyAreIgnored) {
  const Folder folder;
  Reading reading;
  reading.labels = LabelUse::ignore;
  const Dataset data = read_dataset(folder.file("data.npy", kSmall), reading);
  EXPECT_EQ(data.rows(), 2U);
  EXPECT_TRUE(data.labels.empty());
}

TEST(Npy, FitsAModelOfItsColumns) {
  const Classes classes({"no", "yes"});
  Schema schema;
  schema.features = 3;
  const Reading reading = {{}, LabelUse::match, &schema, &classes, nullptr};
  EXPECT_EQ(read_npy(kSmall, "yes\nno\n", reading).labels, (Labels{1, 0}));
  EXPECT_THROW(read_npy(kSmall, "yes\nmaybe\n", reading), Error);
  schema.features = 4;
  EXPECT_THROW(read_npy(kSmall, "yes\nno\n", reading), Error);
}

TEST(Npy, DoesNotFitAModelWithTextColumns) {
  const Classes classes({"no", "yes"});
  Schema schema = Schema::numbered_table(1);
  schema.columns[0].type = ColumnType::category;
  schema.columns[0].categories = {"blue", "green", "red"};
  EXPECT_THROW(read_npy(kSmall, "yes\nno\n", {{}, LabelUse::match, &schema, &classes, nullptr}),
               Error);
}

TEST(Npy, RefusesAVectorOfLabelsOfAnotherLength) {
  EXPECT_THROW(read_npy(kSmall, npy<std::uint8_t>("|u1", "(3,)", {0, 1, 1})), Error);
  EXPECT_THROW(read_npy(kSmall, npy<std::uint8_t>("|u1", "(1,)", {0})), Error);
  EXPECT_THROW(read_npy(kSmall, npy<std::uint8_t>("|u1", "(2,)", {0})), Error) << "cut off";
}

TEST(Npy, RefusesBytesAfterAVectorOfLabels) {
  EXPECT_THROW(read_npy(kSmall, npy<std::uint8_t>("|u1", "(2,)", {0, 1, 1})), Error);
}

TEST(Npy, RefusesALabelThatIsNotANumberInAVector) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(read_npy(kSmall, npy<double>("<f8", "(2,)", {0, nan})), Error);
}

TEST(Npy, DoesNotAskForNumbersInsteadOfNames) {
  try {
    read_npy(kSmall, npy<std::uint32_t>("<U1", "(2,)", {'a', 'b'}));
    ADD_FAILURE() << "names were read as numbers";
  } catch (const Error& error) {
    // Names cannot be turned into numbers; they can be written one a line.
    const std::string text = in_options(error.message());
    EXPECT_EQ(text.find("astype(float)"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace perceptron::core::test
