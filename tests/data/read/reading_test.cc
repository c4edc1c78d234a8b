// The fast ways of reading text against the plain one: the same rows to the last bit,
// the same notes, the same errors at the same places.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "base/number.h"
#include "base/random.h"
#include "data/read/chunk_parser.h"
#include "data/read/decimal.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// All that reading a file gives: rows, notes or an error.
struct ReadResult {
  std::string failure;
  std::vector<std::string> notes;
  bool wide = false;
  std::vector<std::uint64_t> sizes;                             // of the rows
  std::vector<std::pair<std::uint64_t, std::uint64_t>> values;  // features and bits
  Labels labels;
  Names names;
  std::vector<double> weights;
  std::vector<std::uint32_t> groups;
  Names features;
  std::vector<double> fills;

  bool operator==(const ReadResult&) const = default;
};

std::ostream& operator<<(std::ostream& out, const ReadResult& result) {
  out << "failure \"" << result.failure << "\", " << result.sizes.size() << " rows, "
      << result.values.size() << (result.wide ? " wide" : " narrow") << " values, classes";
  for (const std::string& name : result.names) out << ' ' << name;
  out << ", notes";
  for (const std::string& note : result.notes) out << " [" << note << ']';
  return out;
}

ReadResult read_all(const std::string& path, Reading reading) {
  ReadResult result;
  Notes notes;
  reading.listener = &notes;
  try {
    const Dataset data = read_dataset(path, reading);
    result.wide = data.matrix.values().wide();
    std::visit(
        [&](const auto& view) {
          for (std::uint64_t i = 0; i < view.rows; ++i) {
            result.sizes.push_back(view[i].size);
            for (std::uint64_t k = 0; k < view[i].size; ++k)
              result.values.emplace_back(view[i].feature(k),
                                         std::bit_cast<std::uint64_t>(view[i].value(k)));
          }
        },
        data.matrix.view());
    result.labels = data.labels;
    result.names = data.classes.names();
    result.weights = data.weights;
    result.groups = data.groups;
    if (data.schema.table) result.features = data.schema.feature_names();
    result.sizes.push_back(data.features());
    for (const Column& column : data.schema.columns)
      result.fills.insert(result.fills.end(), column.fill.begin(), column.fill.end());
  } catch (const Error& error) {
    result.failure = in_options(error.message());
  }
  result.notes = notes.sentences;
  return result;
}

void expect_equal_reading(const std::string& text, Reading reading) {
  const Folder folder;
  const std::string path = folder.file("data.txt", text);
  std::optional<ReadResult> plain;
  for (const Way& way : kWays) {
    way.of(reading);
    const ReadResult result = read_all(path, reading);
    if (!plain) plain = result;
    RC_ASSERT(result == *plain);
  }
}

// A number as files have them: short ones mostly, and all the others.
std::string any_number() {
  const auto whole = *rc::gen::inRange(0, 1000);
  const auto digits =
      *rc::gen::container<std::string>(rc::gen::inRange('0', static_cast<char>('9' + 1)));
  const std::string cut = digits.substr(0, static_cast<std::size_t>(*rc::gen::inRange(0, 20)));
  switch (*rc::gen::inRange(0, 9)) {
    case 0:
      return std::to_string(whole);
    case 1:
      return "-" + std::to_string(whole) + "." + cut;
    case 2:
      return cut + "." + digits + "1";
    case 3:
      return format_number(*rc::gen::arbitrary<double>());
    case 4:
      return cut + "7e-" + std::to_string(whole % 40);
    case 5:
      return "+1";
    default:
      return "0." + cut + "5";
  }
}

std::string any_label() {
  return *rc::gen::element<std::string>("1", "-1", "+1", "b", "caf\xc3\xa9");
}

// What stands at the end of a line; now and then something that matters.
std::string any_end() {
  return *rc::gen::element<std::string>("\n", "\n", "\n", "\r\n", " \n", "\t\n", " # said\n",
                                        "\n\n", "\n  \n");
}

std::string libsvm_text() {
  std::string text;
  const int rows = *rc::gen::inRange(1, 20);
  for (int i = 0; i < rows; ++i) {
    text += any_label();
    int feature = *rc::gen::inRange(0, 2);
    for (int k = *rc::gen::inRange(0, 8); k > 0; --k) {
      text += *rc::gen::element<std::string>(" ", " ", " ", "\t", "  ");
      text += std::to_string(feature) + ":" + any_number();
      feature += *rc::gen::element(1, 2, 30, 4000, 123'456'789);
    }
    text += any_end();
  }
  return text;
}

RC_GTEST_PROP(Reading, LibsvmTextIsReadAsThePlainReaderDoes, ()) {
  Reading reading;
  reading.options.index_base =
      *rc::gen::element<std::optional<std::uint64_t>>(std::nullopt, std::nullopt, 0, 1);
  expect_equal_reading(libsvm_text(), reading);
}

RC_GTEST_PROP(Reading, LibsvmTextForAModelIsReadAsThePlainReaderDoes, ()) {
  Schema schema;
  schema.features = *rc::gen::element<std::uint64_t>(3, 50, 1'000'000'000);
  schema.index_base = *rc::gen::element<std::uint64_t>(0, 1);
  const Classes classes({"-1", "1", "b"});
  Reading reading;
  reading.schema = &schema;
  reading.classes = &classes;
  reading.labels = *rc::gen::element(LabelUse::match, LabelUse::ignore);
  if (*rc::gen::arbitrary<bool>()) reading.options.features.ignore_new = true;
  expect_equal_reading(libsvm_text(), reading);
}

// A table, the last columns of which may be texts.
struct AnyTable {
  int numbers = *rc::gen::inRange(1, 4);
  int texts = *rc::gen::inRange(0, 3);
  bool weighted = *rc::gen::arbitrary<bool>();
  std::string delimiter = *rc::gen::element<std::string>(",", ";", "\t");

  std::string header() const {
    std::string text;
    for (int c = 0; c < numbers + texts; ++c) text += "x" + std::to_string(c) + delimiter;
    return text + (weighted ? "w" + delimiter : "") + "y\n";
  }

  std::string rows(int count, const std::vector<std::string>& words) const {
    std::string text;
    for (int i = 0; i < count; ++i) {
      for (int c = 0; c < numbers + texts; ++c) {
        const int kind = *rc::gen::inRange(0, 40);
        text += *rc::gen::element<std::string>("", "", "", " ");
        text += kind == 0      ? "NA"
                : kind == 1    ? ""
                : kind == 2    ? "\"2\""
                : c >= numbers ? words[*rc::gen::inRange<std::size_t>(0, words.size())]
                               : any_number();
        text += *rc::gen::element<std::string>("", "", "", " ") + delimiter;
      }
      if (weighted) text += std::to_string(*rc::gen::inRange(0, 4)) + delimiter;
      text += *rc::gen::element<std::string>("u", "v", "v", " 1 ", "\"a\nb\"");
      text += *rc::gen::element<std::string>("\n", "\n", "\r\n", "\n\n");
    }
    return text;
  }
};

const std::vector<std::string> kWords = {"red",        "green",     "blue", "dark blue",
                                         "\"a\"\"b\"", "caf\u00e9", "?",    "n/a"};

RC_GTEST_PROP(Reading, TablesAreReadAsThePlainReaderDoes, ()) {
  const AnyTable table;
  Reading reading;
  reading.options.missing = *rc::gen::element(MissingPolicy::error, MissingPolicy::zero,
                                              MissingPolicy::mean, MissingPolicy::automatic);
  if (table.weighted) reading.options.weight = "w";
  reading.keep_missing = *rc::gen::arbitrary<bool>();
  auto words = kWords;
  if (*rc::gen::inRange(0, 4) == 0) words.push_back("\x01");
  expect_equal_reading(table.header() + table.rows(*rc::gen::inRange(1, 30), words), reading);
}

RC_GTEST_PROP(Reading, TablesForAModelAreReadAsThePlainReaderDoes, ()) {
  const AnyTable table;
  Reading learning;
  if (table.weighted) learning.options.weight = "w";
  const std::string learned = table.rows(*rc::gen::inRange(1, 20), {"red", "green", "blue"});
  Dataset model;
  try {
    const Folder folder;
    model = read_dataset(folder.file("model.csv", table.header() + learned), learning);
  } catch (const Error&) {
    return;  // no weight above 0, for instance
  }
  Reading reading = learning;
  reading.schema = &model.schema;
  reading.classes = &model.classes;
  reading.labels = *rc::gen::element(LabelUse::match, LabelUse::ignore);
  reading.options.weight.reset();
  reading.options.features.ignore_new = *rc::gen::arbitrary<bool>();
  const auto words = *rc::gen::element(std::vector<std::string>{"red", "green", "blue"}, kWords);
  expect_equal_reading(table.header() + table.rows(*rc::gen::inRange(1, 20), words), reading);
}

RC_GTEST_PROP(Reading, DamagedTextEndsTheSameWay, (std::uint64_t seed)) {
  Random random(seed);
  std::string text = *rc::gen::element<std::string>(
      "# by hand\n+1 1:0.5 3:-2\r\n-1 qid:7 2:1e2\n2 # none\n1 1:1 2:2 3:3\n",
      "a,b,y\n1,2,u\n-3,\"4\",v\nNA,1,u\n2,2,u\n0.5,0.25,v\n",
      "1 1:1 2:1\n1 1:1 3:1\n0 2:1\n0 3:1\n");
  for (std::uint64_t i = 1 + random.below(3); i > 0; --i) {
    const std::size_t at = random.below(text.size() + 1);
    if (random.below(3) == 0) {
      text.erase(at, 1 + random.below(3));
    } else {
      const char likely = "0123:,. \t\n\r\"#-"[random.below(14)];
      text.insert(at, 1, random.below(2) == 0 ? static_cast<char>(random.below(256)) : likely);
    }
  }
  Reading reading;
  reading.options.missing = *rc::gen::element(MissingPolicy::error, MissingPolicy::mean);
  expect_equal_reading(text, reading);
}

RC_GTEST_PROP(Decimal, IsTheNearestDoubleOrIsLeftToOthers, ()) {
  const std::string text = any_number();
  std::string padded = text + "x";
  padded.resize(padded.size() + kPadding);
  double value = 0;
  OtherThanDigits<32> others(padded.data());
  const unsigned end = read_decimal(padded.data(), 0, others, value);
  OtherThanDigits<64> more(padded.data());
  double same = 0;
  const unsigned far = read_decimal(padded.data(), 0, more, same);
  if (end == 0) return;
  RC_ASSERT(far == end);
  RC_ASSERT(more.first() == end);
  RC_ASSERT(same == value);
  const auto exact = parse_number(std::string_view(text).substr(0, end));
  RC_ASSERT(exact.has_value());
  RC_ASSERT(std::bit_cast<std::uint64_t>(*exact) == std::bit_cast<std::uint64_t>(value));
}

TEST(Decimal, ReadsWhatNearlyAllFilesHold) {
  for (const std::string text : {"0", "7", "12", "1234567", "0.5", "-0.5", "3.", "0.0117647",
                                 "0.123456789", "1.123456789012345", "-1", "9.007199254740991"}) {
    std::string padded = text + " ";
    padded.resize(padded.size() + kPadding);
    double value = 0;
    OtherThanDigits<32> others(padded.data());
    EXPECT_EQ(read_decimal(padded.data(), 0, others, value), text.size()) << text;
    EXPECT_EQ(value, *parse_number(text));
  }
}

// A text of which every line is 8 bytes, so that the chunks are known.
std::string lines_of_eight(std::uint64_t count) {
  std::string text;
  for (std::uint64_t i = 0; i < count; ++i)
    text += std::to_string(i % 2) + " 1:" + std::to_string(100 + i % 900) + "\n";
  return text;
}

TEST(ChunkParser, ComeInOrderAndTheFastWayIsTaken) {
  const Folder folder;
  const std::string path = folder.file("data.txt", lines_of_eight(100'000));
  for (const std::uint64_t threads : {1U, 2U, 5U}) {
    Lines lines("data.txt", open_source(path));
    ChunkParser chunks(lines, parse_libsvm, threads, 4096);
    std::uint64_t row = 0;
    std::uint64_t count = 0;
    while (const TextChunk* chunk = chunks.next()) {
      ++count;
      ASSERT_TRUE(chunk->parsed);
      ASSERT_LE(chunk->text.view().size(), 4096U);
      for (std::uint64_t i = 0; i < chunk->rows.rows(); ++i, ++row)
        ASSERT_EQ(chunk->rows.values[i], 100 + static_cast<double>(row % 900));
    }
    EXPECT_EQ(row, 100'000U);
    EXPECT_EQ(count, 800'000U / 4096 + 1);
  }
}

TEST(ChunkParser, GivenBackAreReadAgain) {
  const Folder folder;
  const std::string text = lines_of_eight(50'000);
  Lines lines("data.txt", open_source(folder.file("data.txt", text)));
  ChunkParser chunks(lines, parse_libsvm, 3, 1024);
  std::string seen;
  for (int i = 0; i < 7; ++i) seen += chunks.next()->text.view();
  chunks.next();
  chunks.give_back();
  std::string_view line;
  for (int i = 0; i < 999; ++i) {
    ASSERT_TRUE(lines.next(line));
    seen += std::string(line) + "\n";
  }
  while (const TextChunk* chunk = chunks.next()) seen += chunk->text.view();
  EXPECT_TRUE(seen == text);
}

TEST(Reading, AnErrorFarInALargeFileHasItsPlace) {
  std::string text = lines_of_eight(200'000);
  text.replace(150'000 * 8 + 4, 1, "x");
  const Folder folder;
  Reading reading;
  reading.threads = 3;
  try {
    read_dataset(folder.file("data.txt", text), reading);
    ADD_FAILURE() << "was read";
  } catch (const Error& error) {
    EXPECT_NE(
        in_options(error.message()).find("data.txt:150001:5: expected a number for feature 1"),
        std::string::npos)
        << in_options(error.message());
  }
}

TEST(Reading, OddLinesInALargeFileAreReadAsThePlainReaderDoes) {
  std::string text;
  for (int i = 0; i < 40'000; ++i) {
    text += std::to_string(i % 3);
    if (i % 9'001 == 9'000) text += " qid:3";
    for (int j = 1; j < 9; ++j)
      text += " " + std::to_string(j * (i % 77 + 1)) + ":0." + std::to_string(i + j);
    text += i % 5'003 == 0 ? " # comment\n" : "\n";
  }
  const Folder folder;
  const std::string path = folder.file("data.txt", text);
  Reading plain;
  plain.chunk_bytes = 0;
  Reading fast;
  fast.threads = 3;
  EXPECT_EQ(read_all(path, fast), read_all(path, plain));
}

TEST(Reading, RealFilesAreReadAsThePlainReaderDoes) {
  for (const char* name : {"a9a.train.libsvm.gz", "news20.test.libsvm.gz", "margin-8d.csv",
                           "binary_classification.csv", "iris-train.csv", "auto-mpg.tsv"}) {
    REQUIRE_DATA(path, name);
    Reading plain;
    plain.chunk_bytes = 0;
    plain.options.missing = MissingPolicy::mean;
    Reading fast;
    fast.options.missing = MissingPolicy::mean;
    fast.threads = 2;
    EXPECT_TRUE(read_all(path, fast) == read_all(path, plain)) << name;
  }
}

}  // namespace
}  // namespace perceptron::core::test
