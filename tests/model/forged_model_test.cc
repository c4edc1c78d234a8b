// Forged model files: the checksum is right, the content is not.

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/elementary.h"
#include "base/hash.h"
#include "base/json.h"
#include "models.h"

namespace perceptron::core::test {
namespace {

// A model file taken apart. `model` is the description inside the header.
struct Parts {
  Json header;
  Json model;
  std::string tensors;
};

Parts take_apart(const std::string& bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  Parts parts{Json::parse(bytes.substr(8, length)), {}, bytes.substr(8 + length)};
  parts.model = Json::parse(parts.header["__metadata__"]["model"].get<std::string>());
  return parts;
}

// The file with this header text, in which 32 zeros stand for the checksum.
std::string seal(std::string header, const std::string& tensors) {
  const std::string zeros(32, '0');
  Hash hash;
  hash.add(header.size());
  hash.add(header);
  hash.add(tensors);
  header.replace(header.find(zeros), zeros.size(), hash.hex());
  const std::uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header + tensors;
}

std::string put_together(Parts parts) {
  Json& metadata = parts.header["__metadata__"];
  metadata["checksum"] = std::string(32, '0');
  metadata["model"] = parts.model.dump();
  return seal(parts.header.dump(), parts.tensors);
}

using Lie = std::function<void(Parts&)>;

Failure failure_of(const Model& model, const Lie& lie) {
  Parts parts = take_apart(encode_model(model));
  lie(parts);
  return decode_failure(put_together(std::move(parts)));
}

void put_number(Parts& parts, std::size_t at, double value) {
  std::memcpy(parts.tensors.data() + at, &value, 8);
}

TEST(ModelFile, ATruthfulFilePutTogetherHereIsAccepted) {
  for (const auto& [name, model] : all_models())
    EXPECT_EQ(failure_of(model, [](Parts&) {}).text, "") << name;
}

TEST(ModelFile, LiesAboutPlanesAndCalibrationsAreRefused) {
  const std::vector<Lie> lies = {
      [](Parts& p) {
        p.model["classes"] = {"a", "b", "c", "d"};
      },
      [](Parts& p) {
        p.model["classes"] = {"a", "b", "a"};
      },
      [](Parts& p) {
        p.model["classes"] = {"a", "b"};
      },
      [](Parts& p) { p.model["multiclass"] = "all"; },
      [](Parts& p) {
        p.model["state"]["epochs"] = {1, 2};
      },
      [](Parts& p) {
        p.model["state"]["steps"] = {1, 2, -3};
      },
      [](Parts& p) { p.model["state"]["vectors"]["last"] = 1000000; },
      [](Parts& p) { p.model["calibration"]["kind"] = "magic"; },
      [](Parts& p) { p.model["calibration"]["kind"] = "sigmoid"; },
      [](Parts& p) { p.model["calibration"]["isotonics"].erase(0); },
      [](Parts& p) {
        p.model["calibration"]["isotonics"][1]["p"] = {0.9, 0.1};
      },
      [](Parts& p) {
        p.model["calibration"]["isotonics"][1]["x"] = {1, 1};
      },
      [](Parts& p) { p.model["calibration"]["isotonics"][1]["p"] = {0.5}; },
      [](Parts& p) {
        p.model["calibration"] = {{"kind", "temperature"}, {"temperature", 0}};
      },
      [](Parts& p) {
        p.model["calibration"] = {{"kind", "temperature"}, {"temperature", -1}};
      },
      [](Parts& p) { p.model["calibration"] = 7; },
  };
  for (std::size_t i = 0; i < lies.size(); ++i) {
    const Failure failure = failure_of(pairs_model(), lies[i]);
    EXPECT_EQ(failure.code, ErrorKind::input) << i;
    EXPECT_EQ(failure.text.rfind("file.model: ", 0), 0U) << i << failure.text;
  }
}

TEST(ModelFile, LiesAboutTheRowsThatItKeepsAreRefused) {
  const std::vector<Lie> of_kernels = {
      [](Parts& p) { p.model["support"]["kernel"] = "magic"; },
      [](Parts& p) { p.model["support"]["degree"] = 0; },
      [](Parts& p) { p.model["support"]["degree"] = 1000000; },
      [](Parts& p) { p.model["support"]["gamma"] = -1; },
      [](Parts& p) { p.model["support"]["rows"] = 3; },
      [](Parts& p) { p.model["support"]["rows"] = 1U << 30U; },
      [](Parts& p) { p.model["support"]["values"] = 5; },
      [](Parts& p) { p.model["support"]["sparse"] = true; },
      [](Parts& p) { p.model["support"]["votes"] = {1}; },
      [](Parts& p) { p.model["support"] = 7; },
  };
  const std::vector<Lie> of_votes = {
      [](Parts& p) { p.model["support"]["rows"] = 1; },
      [](Parts& p) { p.model["support"]["rows"] = 1U << 30U; },
      [](Parts& p) {
        p.model["support"]["votes"] = {2, 0};
      },
      [](Parts& p) {
        p.model["support"]["votes"] = {2, 1, 1};
      },
      [](Parts& p) { p.model["support"].erase("votes"); },
      [](Parts& p) {
        put_number(p, p.header["support.votes.0"]["data_offsets"][0].get<std::size_t>(), 2);
      },
      [](Parts& p) {
        put_number(p, p.header["support.votes.0"]["data_offsets"][0].get<std::size_t>(), 0.5);
      },
      [](Parts& p) {
        put_number(p, p.header["support.features"]["data_offsets"][0].get<std::size_t>(), 2);
      },
      [](Parts& p) {
        put_number(p, p.header["support.ends"]["data_offsets"][0].get<std::size_t>(), 2);
      },
      [](Parts& p) {
        put_number(p, p.header["support.ends"]["data_offsets"][0].get<std::size_t>() + 8, 0);
      },
  };
  const auto expect_refused = [](const Model& model, const std::vector<Lie>& lies) {
    for (std::size_t i = 0; i < lies.size(); ++i) {
      const Failure failure = failure_of(model, lies[i]);
      EXPECT_EQ(failure.code, ErrorKind::input) << i;
      EXPECT_EQ(failure.text.rfind("file.model: ", 0), 0U) << i << failure.text;
    }
  };
  expect_refused(kernel_model(), of_kernels);
  expect_refused(voted_model(), of_votes);
}

TEST(ModelFile, LiesAboutNamesOfFeaturesAreRefused) {
  const std::vector<Json> lies = {
      {"b", "a", "c"},     {"a", "a", "b"},    {"a", "b"},        {"", "a", "b"},
      {"a", "b", 3},       {"a\tb", "b", "c"}, {"a", "b\n", "c"}, "a",
      {"a", "b", "c\x01"}, Json::array(),      {{"a", 1}},        nullptr};
  for (const Json& lie : lies) {
    const Failure failure =
        failure_of(named_model(), [&](Parts& p) { p.model["schema"]["names"] = lie; });
    EXPECT_EQ(failure.code, ErrorKind::input) << lie;
    EXPECT_EQ(failure.text.rfind("file.model: ", 0), 0U) << failure.text;
  }
}

TEST(ModelFile, UnknownVersionIsRefusedWithAdvice) {
  const Failure failure =
      failure_of(dense_model(), [](Parts& p) { p.header["__metadata__"]["perceptron"] = "5"; });
  EXPECT_EQ(failure.code, ErrorKind::input);
  for (const char* words : {"file.model: ", "version 1 to 4", "version \"5\"", "newer perceptron"})
    EXPECT_NE(failure.text.find(words), std::string::npos) << failure.text;
}

TEST(ModelFile, SafetensorsOfOtherProgramsAreToldApart) {
  const std::string header = R"({"__metadata__":{"format":"pt"},"w":{}})";
  const std::string bytes =
      std::string(1, static_cast<char>(header.size())) + std::string(7, '\0') + header;
  EXPECT_NE(decode_failure(bytes).text.find("another safetensors file"), std::string::npos);
}

// Long because it is one table of lies.
TEST(ModelFile, LyingHeadersAreRefused) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const auto weights = [](auto field, auto value) -> Lie {
    return [=](Parts& p) { p.header["weights"][field] = value; };
  };
  const auto schema = [](auto field, auto value) -> Lie {
    return [=](Parts& p) { p.model["schema"][field] = value; };
  };
  const auto column = [](auto field, auto value) -> Lie {
    return [=](Parts& p) { p.model["schema"]["columns"][1][field] = value; };
  };
  const auto features = [](std::uint64_t count) -> Lie {
    return [=](Parts& p) {
      p.model["schema"] = {{"kind", "numbered"}, {"features", count}, {"index_base", 1}};
      p.header["weights"]["shape"] = {1, count};
    };
  };
  const std::vector<std::pair<const char*, Lie>> lies = {
      {"huge shape", features(most - 1)},
      {"shape that overflows bytes", features(std::uint64_t{1} << 61U)},
      {"shape beyond the file", features(5)},
      {"empty shape", weights("shape", Json::array())},
      {"scalar shape", weights("shape", 4)},
      {"negative begin", weights("data_offsets", Json{-8, 40})},
      {"float begin", weights("data_offsets", Json{8.0, 40.0})},
      {"text offsets", weights("data_offsets", Json{"8", "40"})},
      {"one offset", weights("data_offsets", Json::array({8}))},
      {"end before begin", weights("data_offsets", Json{40, 8})},
      {"end beyond the file", weights("data_offsets", Json{8, 48})},
      {"end beyond all files", weights("data_offsets", Json{8, most})},
      {"unaligned size", weights("data_offsets", Json{8, 39})},
      {"unknown type", weights("dtype", "BF16")},
      {"wrong type", weights("dtype", "F32")},
      {"no weights", [](Parts& p) { p.header.erase("weights"); }},
      {"no offsets", [](Parts& p) { p.header.erase("offsets"); }},
      {"no model", [](Parts& p) { p.model = nullptr; }},
      {"model is a list",
       [](Parts& p) {
         p.model = Json::array({1, 2});
       }},
      {"position beyond the file", column("position", 4)},
      {"negative position", column("position", -1)},
      {"float position", column("position", 1.5)},
      {"too many categories", column("categories", Json{"a", "b", "c", "d"})},
      {"categories are numbers", column("categories", Json{1, 2, 3})},
      {"label beyond the file", schema("label_position", 4)},
      {"weight beyond the file", schema("weight_position", 4)},
      {"weight without a name", schema("weight_name", 7)},
      {"no columns", schema("columns", Json::array())},
      {"columns are text", schema("columns", "length")},
      {"more columns than the file", schema("file_columns", 1)},
      {"named is a word", schema("named", "yes")},
      {"index base 2",
       [](Parts& p) {
         p.model["schema"] = {{"kind", "numbered"}, {"features", 4}, {"index_base", 2}};
       }},
      {"unknown kind", schema("kind", "cube")},
      {"unknown missing rule", schema("missing", "guess")},
      {"one class", [](Parts& p) { p.model["classes"] = {"a"}; }},
      {"three classes",
       [](Parts& p) {
         p.model["classes"] = {"a", "b", "c"};
       }},
      {"the same class twice",
       [](Parts& p) {
         p.model["classes"] = {"a", "a"};
       }},
      {"classes are numbers",
       [](Parts& p) {
         p.model["classes"] = {1, 2};
       }},
      {"weight is NaN", [](Parts& p) { put_number(p, 16, std::nan("")); }},
      {"weight is infinite", [](Parts& p) { put_number(p, 32, -kInfinity); }},
      {"offset is infinite", [](Parts& p) { put_number(p, 0, kInfinity); }},
      {"scaling of unknown kind", [](Parts& p) { p.model["scaling"] = "magic"; }},
      {"scaling that was not chosen", [](Parts& p) { p.model["scaling"] = "auto"; }},
      {"scaling without numbers", [](Parts& p) { p.model["scaling"] = "standard"; }},
      {"negative rows", [](Parts& p) { p.model["origin"]["rows"] = -1; }},
      {"margin without bounds", [](Parts& p) { p.model["origin"]["margin"] = Json::object(); }},
  };
  for (const auto& [name, lie] : lies)
    EXPECT_EQ(failure_of(table_model(), lie).code, ErrorKind::input) << name;
}

TEST(ModelFile, EveryFieldOfTheDescriptionIsNeeded) {
  for (const char* field : {"classes", "schema", "scaling", "offset", "origin"}) {
    const auto erase = [&](Parts& p) { p.model.erase(field); };
    EXPECT_EQ(failure_of(table_model(), erase).code, ErrorKind::input) << field;
  }
  const Json whole = take_apart(encode_model(table_model())).model;
  for (const std::string part : {"schema", "origin"}) {
    for (const auto& [field, value] : whole[part].items()) {
      if (field == "margin") continue;  // there only where it is known
      const auto erase = [&, name = field](Parts& p) { p.model[part].erase(name); };
      EXPECT_EQ(failure_of(table_model(), erase).code, ErrorKind::input) << part << ' ' << field;
    }
  }
}

TEST(ModelFile, ScaleOfZeroIsRefused) {
  const Lie zero = [](Parts& p) {
    put_number(p, p.header["scale"]["data_offsets"][0].get<std::size_t>(), 0);
  };
  EXPECT_EQ(failure_of(scaled_model(), zero).code, ErrorKind::input);
}

// In a process of its own, which may overflow its stack alone.
TEST(ModelFile, DeepNestingIsRefusedWithoutACrash) {
  const Folder folder;
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']') + ',';
  const auto nest = [&](std::string text, const std::string& before) {
    return text.insert(text.find(before) + before.size(), deep);
  };
  Parts parts = take_apart(encode_model(dense_model()));
  parts.header["__metadata__"]["checksum"] = std::string(32, '0');
  std::vector<std::string> headers;
  for (const char* before : {"\"shape\":[", "\"data_offsets\":["})
    headers.push_back(nest(parts.header.dump(), before));
  for (const char* before : {"\"classes\":[", "\"columns\":["}) {
    parts.header["__metadata__"]["model"] = nest(parts.model.dump(), before);
    headers.push_back(parts.header.dump());
  }
  for (const std::string& header : headers) {
    const std::string model = folder.file("deep.model", seal(header, parts.tensors));
    const Outcome outcome = run_program({"inspect", model});
    EXPECT_EQ(outcome.status, 3);
    EXPECT_NE(outcome.err.find("deep.model: "), std::string::npos) << outcome.err;
  }
}

TEST(ModelFile, HeaderLengthsThatLieAreRefused) {
  const std::string bytes = encode_model(dense_model());
  for (const std::uint64_t length :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{bytes.size()}, std::uint64_t{100'000'000},
        std::uint64_t{1} << 40U, std::numeric_limits<std::uint64_t>::max()}) {
    std::string lying = bytes;
    std::memcpy(lying.data(), &length, 8);
    EXPECT_EQ(decode_failure(lying).code, ErrorKind::input) << length;
  }
}

}  // namespace
}  // namespace perceptron::core::test
