// Forged caches: every checksum is right, what the footer states is not.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "converted.h"
#include "data/cache/block_checks.h"
#include "data/cache/layout.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// A cache taken apart: the bytes before the footer, and the footer.
struct CacheParts {
  std::string arrays;
  Json footer;
};

CacheParts take_apart(const std::string& bytes) {
  CacheEnd end{};
  std::memcpy(&end, bytes.data() + bytes.size() - sizeof end, sizeof end);
  return {bytes.substr(0, end.footer), Json::parse(bytes.substr(end.footer, end.size))};
}

std::string put_together(const CacheParts& parts) {
  const std::string footer = parts.footer.dump();
  CacheHead head{};
  std::memcpy(&head, parts.arrays.data(), sizeof head);
  CacheEnd end{};
  end.footer = parts.arrays.size();
  end.size = footer.size();
  end.hash = hash_of_frame(head, footer);
  std::copy(kCacheEndMagic.begin(), kCacheEndMagic.end(), end.magic.begin());
  return parts.arrays + footer + std::string(bytes_of(std::span<const CacheEnd>(&end, 1)));
}

using CacheLie = std::function<void(CacheParts&)>;

// Changes an item of an array of one block, and its checksum.
template <class T>
void put_item(CacheParts& parts, const char* array, std::size_t index, T value) {
  Json& entry = parts.footer["arrays"][array];
  const auto offset = entry["offset"].get<std::uint64_t>();
  std::memcpy(parts.arrays.data() + offset + index * sizeof value, &value, sizeof value);
  const auto rows = parts.footer["rows"].get<std::uint64_t>();
  const std::uint64_t items = std::string(array) == "ids" || std::string(array) == "values"
                                  ? parts.footer["stored"].get<std::uint64_t>()
                                  : rows;
  const std::string_view bytes(parts.arrays.data() + offset, items * sizeof value);
  entry["checks"] = fmt::format("{:016x}", hash_of_bytes(bytes));
}

// What loading ends in, at once or block by block.
std::string said_of(const Converted& honest, const CacheLie& lie, bool in_blocks) {
  CacheParts parts = take_apart(read_text(honest.cache));
  lie(parts);
  const std::string path = honest.folder.file("forged.cache", put_together(parts));
  if (!in_blocks) return opens(path);
  try {
    read_dataset(*open_reader(path, {}));
    return "opened";
  } catch (const Error& error) {
    return error.what();
  }
}

void expect_lie_refused(const Converted& honest, const CacheLie& lie, const std::string& says) {
  for (const bool in_blocks : {false, true}) {
    const std::string said = said_of(honest, lie, in_blocks);
    EXPECT_NE(said.find(says), std::string::npos) << says << " / " << said;
  }
}

ReadSettings weighted() {
  ReadSettings options;
  options.weight = "w";
  options.group = "g";
  return options;
}

TEST(ForgedCache, ATruthfulOnePutTogetherHereIsAccepted) {
  for (const bool in_blocks : {false, true}) {
    EXPECT_EQ(said_of(
                  Converted("a 1:1 3:2\nb 2:1\n"), [](CacheParts&) {}, in_blocks),
              "opened");
    EXPECT_EQ(said_of(
                  Converted("x,w,g,y\n1,2,p,u\n3,0,q,v\n2,1,p,v\n", weighted()), [](CacheParts&) {},
                  in_blocks),
              "opened");
  }
}

TEST(ForgedCache, WrongCountsAreRefused) {
  const Converted honest("a 1:0.5 3:2\nb 2:1\na 1:3\n");
  const auto set = [](const char* key, Json value) {
    return [=](CacheParts& parts) { parts.footer[key] = value; };
  };
  expect_lie_refused(honest, set("rows", 2), "the list of blocks is not in order");
  expect_lie_refused(honest, set("stored", 3), "the list of blocks is not in order");
  expect_lie_refused(honest, set("nonzeros", 5), "its footer states 5 nonzeros, its rows have 4");
  expect_lie_refused(honest, set("gaps", true), "only a table has missing values");
  expect_lie_refused(Converted("x,y\n1,a\n2,b\n"), set("gaps", true),
                     "its footer states some missing values, its rows have none");
  expect_lie_refused(honest, set("class_rows", {1, 2}),
                     "its footer states 1 rows of class \"a\", its rows have 2");
  expect_lie_refused(honest, set("class_rows", {3}), "classes and their rows do not fit");
  expect_lie_refused(honest, set("radius", -1), "the radius is no length");
}

TEST(ForgedCache, ExplicitZerosAreNoNonzeros) {
  const Converted honest("x,z,y\n1,0,a\n0,0,b\n");
  expect_lie_refused(
      honest, [](CacheParts& parts) { parts.footer["nonzeros"] = 4; },
      "its footer states 4 nonzeros, its rows have 1");
}

TEST(ForgedCache, WrongClassTablesAreRefused) {
  const Converted honest("a 1:0.5 3:2\nb 2:1\na 1:3\n");
  const auto name = [](Json classes, Json rows) {
    return [=](CacheParts& parts) {
      parts.footer["classes"] = classes;
      parts.footer["class_rows"] = rows;
    };
  };
  expect_lie_refused(honest, name({"b", "a"}, {2, 1}), "the classes are not sorted");
  expect_lie_refused(honest, name({"a", "a"}, {2, 1}), "a class comes twice");
  expect_lie_refused(honest, name({"1", "+1"}, {2, 1}), "a class comes twice");
  expect_lie_refused(honest, name(Json::array({"a"}), Json::array({3})), "expected sound rows");
  expect_lie_refused(honest, name({"a", "b", "c"}, {2, 1, 0}),
                     "its footer states some rows of class \"c\", its rows have none");
}

TEST(ForgedCache, WrongSchemasAreRefused) {
  const Converted honest("c,x,y\nred,1,u\nblue,0,v\nred,0,u\n");
  const auto change = [](const CacheLie& lie) { return lie; };
  expect_lie_refused(honest, change([](CacheParts& parts) {
                       parts.footer["schema"]["columns"][0]["categories"] = {"red", "blue"};
                     }),
                     "the categories of a column are not sorted");
  expect_lie_refused(honest, change([](CacheParts& parts) {
                       parts.footer["schema"]["columns"][1]["position"] = 0;
                     }),
                     "a column is used twice");
  expect_lie_refused(honest, change([](CacheParts& parts) {
                       parts.footer["schema"]["columns"][0]["categories"] = Json::array({"blue"});
                     }),
                     "rows and values do not fit");
}

TEST(ForgedCache, WrongNamesOfFeaturesAreRefused) {
  const Converted honest("a |n x y\nb |n z\n", with(&ReadSettings::format, Format::vw));
  const auto names = [](Json list) {
    return [=](CacheParts& parts) { parts.footer["schema"]["names"] = list; };
  };
  EXPECT_EQ(said_of(honest, names({"1", "2", "3"}), false), "opened");
  expect_lie_refused(honest, names({"n^y", "n^x", "n^z"}),
                     "the names of the features are not sorted");
  expect_lie_refused(honest, names({"n^x", "n^x", "n^z"}),
                     "the names of the features are not sorted");
  expect_lie_refused(honest, names({"n^x", "n\t", "n^z"}), "a feature has no proper name");
  expect_lie_refused(honest, names({"n^x", "n^y"}), "expected sound rows");
  expect_lie_refused(
      honest, [](CacheParts& parts) { parts.footer["gaps"] = true; },
      "only a table has missing values");
}

TEST(ForgedCache, RowsOutsideTheStatedRadiusAreRefused) {
  const Converted honest("2,2,5\n3,4,a\n0,1,b\n");
  expect_lie_refused(
      honest, [](CacheParts& parts) { parts.footer["radius"] = 4.5; }, "expected sound rows");
}

TEST(ForgedCache, RowsThatAreNotSoundAreRefused) {
  const Converted sparse("a 1:0.5 3:2\nb 2:1\na 1:3\n");
  const auto put = [](const char* array, std::size_t index, auto value) {
    return [=](CacheParts& parts) { put_item(parts, array, index, value); };
  };
  EXPECT_EQ(said_of(sparse, put("ids", 0, std::uint16_t{1}), false), "opened");
  for (const CacheLie& lie :
       std::vector<CacheLie>{put("ids", 0, std::uint16_t{2}), put("ids", 1, std::uint16_t{0}),
                             put("ids", 1, std::uint16_t{3}), put("ids", 3, std::uint16_t{3}),
                             put("values", 1, std::numeric_limits<float>::infinity()),
                             put("values", 2, std::numeric_limits<float>::quiet_NaN()),
                             put("labels", 0, std::uint32_t{2})})
    expect_lie_refused(sparse, lie, "expected sound rows");
  const Converted table("x,w,g,y\n1,2,p,u\n3,0,q,v\n2,1,p,v\n", weighted());
  for (const CacheLie& lie : std::vector<CacheLie>{
           put("weights", 1, -1.0), put("weights", 0, std::numeric_limits<double>::infinity()),
           put("groups", 2, std::uint32_t{3})})
    expect_lie_refused(table, lie, "expected sound rows");
  expect_lie_refused(table, put("weights", 1, 1.0),
                     "its footer states 1 rows of class \"v\", its rows have 2");
}

// ---- The fingerprint, which is checked where it is used ----

TEST(ForgedCache, AWrongFingerprintIsRefusedWhereItIsUsed) {
  const Converted honest("a 1:0.5 3:2\nb 2:1\na 1:3\nb 2:3\n");
  const std::string proof = honest.folder.path("proof.json");
  ASSERT_EQ(run_program({"margin", honest.data, "-o", proof, "-q"}).status, 0);
  CacheParts parts = take_apart(read_text(honest.cache));
  const std::string truth = parts.footer["fingerprint"];
  const auto forge = [&](const std::string& hash, Json classes) {
    parts.footer["fingerprint"] = hash;
    parts.footer["classes"] = std::move(classes);
    return honest.folder.file("forged.cache", put_together(parts));
  };
  const auto commands = [&](const std::string& cache) {
    return std::vector<Words>{{"train", cache},
                              {"train", cache, "--memory", "64M"},
                              {"margin", cache},
                              {"verify", proof, cache},
                              {"inspect", cache}};
  };
  for (const auto& [hash, classes] : std::vector<std::pair<std::string, Json>>{
           {std::string(32, '0'), {"a", "b"}}, {truth, {"a", "c"}}, {"", {"a", "b"}}}) {
    for (const Words& words : commands(forge(hash, classes))) {
      const Outcome outcome = run_program(words);
      EXPECT_EQ(outcome.status, 3) << words[0] << outcome.out << outcome.err;
      EXPECT_NE(outcome.err.find("the data hash"), std::string::npos) << words[0] << outcome.err;
    }
  }
  for (const Words& words : commands(forge(truth, {"a", "b"})))
    EXPECT_EQ(run_program(words).status, 0) << words[0];
}

// ---- The checks themselves, against plain ones ----

TEST(BlockChecks, CountValuesAsAPlainLoopDoes) {
  const auto check = []<class Value>(Value) {
    std::vector<Value> values;
    const Value infinity = std::numeric_limits<Value>::infinity();
    const Value some[] = {0,
                          Value(-0.0),
                          1,
                          -1,
                          infinity,
                          -infinity,
                          std::numeric_limits<Value>::quiet_NaN(),
                          std::numeric_limits<Value>::denorm_min(),
                          std::numeric_limits<Value>::max()};
    ValueCounts expected;
    for (std::size_t i = 0; i < 100'000; ++i) {
      const Value value = some[(i * i + i / 7) % 9];
      values.push_back(value);
      expected.zeros += value == 0 ? 1U : 0U;
      expected.not_finite += std::isfinite(value) ? 0U : 1U;
      expected.nan += std::isnan(value) ? 1U : 0U;
    }
    const ValueCounts found = count_values(std::span<const Value>(values));
    EXPECT_EQ(found.zeros, expected.zeros);
    EXPECT_EQ(found.not_finite, expected.not_finite);
    EXPECT_EQ(found.nan, expected.nan);
    EXPECT_GT(found.nan, 0U);
  };
  check(float{});
  check(double{});
}

TEST(BlockChecks, CountDescentsOfLongArrays) {
  const std::vector<std::uint16_t> equal(200'000, 7);
  EXPECT_EQ(count_descents(std::span<const std::uint16_t>(equal)), 199'999U);
  std::vector<std::uint32_t> rising(100'000);
  for (std::uint32_t i = 0; i < rising.size(); ++i) rising[i] = i;
  EXPECT_EQ(count_descents(std::span<const std::uint32_t>(rising)), 0U);
  rising[kCountedAtOnce] = 5;
  EXPECT_EQ(count_descents(std::span<const std::uint32_t>(rising)), 1U);
  EXPECT_EQ(count_descents(std::span<const std::uint32_t>()), 0U);
}

}  // namespace
}  // namespace perceptron::core::test
