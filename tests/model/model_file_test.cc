// Model files: what is saved comes back, and nothing else comes in.

#include "model/file.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "base/hash.h"
#include "model/scorer.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Failure decode_failure(std::string_view bytes) {
  try {
    decode_model(bytes, "file.model");
  } catch (const Error& error) {
    return {error.kind(), in_options(error.message())};
  }
  return {};
}

// ---- Models of every kind ----

Model dense_model() {
  Model model;
  model.planes.resize(1);
  model.classes = {"a", "b"};
  model.schema = Schema::numbered_table(2);
  model.planes[0].weights = {0.1, -2e-300};
  model.planes[0].offset = -0.0;
  model.origin.learner = "perceptron";
  return model;
}

Model sparse_model() {
  Model model = dense_model();
  model.schema = {};
  model.schema.features = 3;
  model.schema.index_base = 0;
  model.planes[0].weights = {1, 0, 1.0 / 3};
  model.has_offset = false;
  return model;
}

Model table_model() {
  Model model = dense_model();
  Schema& schema = model.schema;
  schema.named = true;
  schema.file_columns = 4;
  schema.label_name = "the \"class\", ü";
  schema.label_position = 1;
  schema.weight_position = 2;
  schema.weight_name = "how \"much\"";
  schema.missing = MissingPolicy::mean;
  schema.columns = {{"length", 0, false, {}, 0.1 + 0.2},
                    {"colour", 3, true, {"blue", "red\\", "\xe2\x82\xac"}, 0}};
  model.planes[0].weights = {1, 2, 3, 4};
  model.classes = {"no", "yes, \"indeed\""};
  model.origin = {"perceptron 9",
                  "averaged",
                  {{"epochs", "7"}, {"columns", "a,b"}},
                  "/data/x.csv",
                  "00ff",
                  10,
                  7,
                  3,
                  true,
                  Interval{-0.5, 1e-310},
                  "{\"certificate\": 1}"};
  return model;
}

Model scaled_model() {
  Model model = dense_model();
  model.scaling = {ScalingKind::standard, {0.5, -1}, {2, 1e-9}};
  return model;
}

Model single_model() {
  Model model = scaled_model();
  model.single_precision = true;
  model.planes[0].weights = {0.1F, -3};
  return model;
}

// Three pairs of classes with what going on needs, and calibrated.
Model pairs_model() {
  Model model = dense_model();
  model.classes = {"a", "b c", "\"ü\""};
  model.multiclass = Multiclass::one_vs_one;
  model.planes.clear();
  for (const double w : {1.0, 2.5, -1.0 / 3}) {
    Plane plane{{w, -w}, w / 7, {}};
    plane.state.epochs = 3;
    plane.state.steps = static_cast<std::uint64_t>(w > 0 ? 12 * w : 5);
    plane.state.vectors["last"] = {w, 1, 2};
    model.planes.push_back(plane);
  }
  model.calibration = Calibration{
      CalibrationKind::isotonic, {}, std::vector<Isotonic>(3, {{-1, 0.1}, {0.25, 0.7}}), 1};
  return model;
}

Model classes_model() {
  Model model = pairs_model();
  model.multiclass = Multiclass::one_vs_rest;
  model.calibration =
      Calibration{CalibrationKind::sigmoid, {{-1, 0}, {-2, 0.1}, {-0.3, 1e-300}}, {}, 1};
  model.single_precision = true;
  for (Plane& plane : model.planes) {
    for (double& w : plane.weights) w = static_cast<float>(w);
  }
  return model;
}

std::vector<std::pair<const char*, Model>> all_models() {
  return {{"dense", dense_model()},    {"sparse", sparse_model()}, {"table", table_model()},
          {"scaled", scaled_model()},  {"single", single_model()}, {"pairs", pairs_model()},
          {"classes", classes_model()}};
}

TEST(ModelFile, SavedLoadedAndSavedAgainHasTheSameBytes) {
  const Folder folder;
  for (const auto& [name, model] : all_models()) {
    SCOPED_TRACE(name);
    const std::string first = folder.path("first");
    const std::string second = folder.path("second");
    save_model(model, first);
    save_model(load_model(first), second);
    EXPECT_EQ(read_text(first), read_text(second));
    EXPECT_EQ(read_text(first), encode_model(model));
  }
}

TEST(ModelFile, KeepsEveryValueOfAModel) {
  const Model table = decode_model(encode_model(table_model()), "");
  EXPECT_EQ(table.classes, table_model().classes);
  EXPECT_EQ(table.planes[0].weights, table_model().planes[0].weights);
  ASSERT_EQ(table.schema.columns.size(), 2U);
  EXPECT_EQ(table.schema.columns[0].fill, 0.1 + 0.2);
  EXPECT_EQ(table.schema.columns[1].categories, table_model().schema.columns[1].categories);
  EXPECT_EQ(table.schema.label_name, table_model().schema.label_name);
  EXPECT_EQ(table.schema.weight_name, table_model().schema.weight_name);
  EXPECT_EQ(table.schema.weight_position, 2U);
  EXPECT_EQ(table.origin.options, table_model().origin.options);
  EXPECT_EQ(table.origin.margin->upper, 1e-310);
  const Model scaled = decode_model(encode_model(scaled_model()), "");
  EXPECT_EQ(scaled.scaling.kind, ScalingKind::standard);
  EXPECT_EQ(scaled.scaling.shift, scaled_model().scaling.shift);
  EXPECT_EQ(scaled.scaling.scale, scaled_model().scaling.scale);
  EXPECT_TRUE(std::signbit(scaled.planes[0].offset));
  EXPECT_TRUE(decode_model(encode_model(single_model()), "").single_precision);
  EXPECT_FALSE(decode_model(encode_model(sparse_model()), "").has_offset);
}

TEST(ModelFile, KeepsEveryPlaneAndTheCalibration) {
  const Model pairs = decode_model(encode_model(pairs_model()), "");
  EXPECT_EQ(pairs.multiclass, Multiclass::one_vs_one);
  ASSERT_EQ(pairs.planes.size(), 3U);
  for (std::size_t m = 0; m < 3; ++m) {
    const Plane expected = pairs_model().planes[m];
    EXPECT_EQ(pairs.planes[m].weights, expected.weights);
    EXPECT_EQ(pairs.planes[m].offset, expected.offset);
    EXPECT_EQ(pairs.planes[m].state.steps, expected.state.steps);
    EXPECT_EQ(pairs.planes[m].state.vectors, expected.state.vectors);
  }
  EXPECT_EQ(pairs.calibration->isotonics[2].x, (std::vector<double>{-1, 0.1}));
  EXPECT_EQ(pairs.calibration->isotonics[2].p, (std::vector<double>{0.25, 0.7}));
  const Model classes = decode_model(encode_model(classes_model()), "");
  EXPECT_EQ(classes.calibration->sigmoids[2].b, 1e-300);
}

TEST(ModelFile, Float32WeightsTakeFourBytesEach) {
  Model model = sparse_model();
  model.schema.features = 1000;
  model.planes[0].weights.assign(1000, 0.5);
  const std::size_t wide = encode_model(model).size();
  model.single_precision = true;
  EXPECT_EQ(wide - encode_model(model).size(), 4000U);
}

// Every learner, layout and scaling that train can save, load can read.
TEST(ModelFile, WhateverTrainSavesCanBeLoaded) {
  const Folder folder;
  const std::string text = folder.file("text.csv", "c,x,y\nred,1,a\nblue,2,b\nred,,a\nblue,3,b\n");
  const std::string huge = folder.file("huge.csv", "x,y\n1.7e308,a\n1e308,a\n-1e308,b\n1e308,a\n");
  const std::string sparse = folder.file("sparse", "1 1:1 7:2\n-1 2:1\n");
  const std::vector<std::vector<std::string>> runs = {
      {text, "--missing", "mean"},     {text, "--missing", "zero", "--scale", "standard"},
      {sparse, "--scale", "standard"}, {sparse, "--precision", "float32", "--no-offset"},
      {huge, "--scale", "maxabs"},     {sparse, "--scale", "unit", "--learner", "averaged"},
      {sparse, "--learner", "pocket"}};
  for (auto arguments : runs) {
    SCOPED_TRACE(testing::PrintToString(arguments));
    const std::string data = arguments[0];
    const std::string model = folder.path("model");
    arguments.insert(arguments.begin(), "train");
    arguments.insert(arguments.end(), {"-o", model});
    ASSERT_EQ(run_program(arguments).status, 0);
    const Outcome outcome = run_program({"predict", model, data});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(encode_model(load_model(model)), read_text(model));
  }
}

// ---- Damage ----

TEST(ModelFile, EveryFlippedBitIsNoticed) {
  for (const auto& [name, model] : all_models()) {
    SCOPED_TRACE(name);
    std::string bytes = encode_model(model);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      const auto flip = static_cast<char>(1U << bit % 8);
      bytes[bit / 8] ^= flip;
      ASSERT_EQ(decode_failure(bytes).code, ErrorKind::input) << "bit " << bit;
      bytes[bit / 8] ^= flip;
    }
  }
}

TEST(ModelFile, EveryTruncationAndAnyAdditionIsNoticed) {
  for (const auto& [name, model] : all_models()) {
    SCOPED_TRACE(name);
    const std::string bytes = encode_model(model);
    for (std::size_t size = 0; size < bytes.size(); ++size)
      ASSERT_EQ(decode_failure(std::string_view(bytes).substr(0, size)).code, ErrorKind::input)
          << size;
    EXPECT_EQ(decode_failure(bytes + '\0').code, ErrorKind::input);
    EXPECT_EQ(decode_failure(bytes + bytes).code, ErrorKind::input);
  }
}

TEST(ModelFile, DamageIsStatusThreeAndNamesTheFile) {
  const Folder folder;
  std::string bytes = encode_model(dense_model());
  bytes.back() ^= 1;
  const std::string model = folder.file("damaged.model", bytes);
  const std::string data = folder.file("data.csv", "1,2,a\n");
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"predict", model, data},
        {"evaluate", model, data},
        {"inspect", model}}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 3);
    EXPECT_NE(outcome.err.find("damaged.model: the checksum does not match"), std::string::npos)
        << outcome.err;
  }
}

// ---- Lies: the checksum is right, the content is not ----

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

TEST(ModelFile, UnknownVersionIsRefusedWithAdvice) {
  const Failure failure =
      failure_of(dense_model(), [](Parts& p) { p.header["__metadata__"]["perceptron"] = "3"; });
  EXPECT_EQ(failure.code, ErrorKind::input);
  for (const char* words : {"file.model: ", "version 1 to 2", "version \"3\"", "newer perceptron"})
    EXPECT_NE(failure.text.find(words), std::string::npos) << failure.text;
}

TEST(ModelFile, SafetensorsOfOtherProgramsAreToldApart) {
  const std::string header = R"({"__metadata__":{"format":"pt"},"w":{}})";
  const std::string bytes =
      std::string(1, static_cast<char>(header.size())) + std::string(7, '\0') + header;
  EXPECT_NE(decode_failure(bytes).text.find("another safetensors file"), std::string::npos);
}

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
