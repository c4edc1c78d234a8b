// Model files: what is saved comes back, and damage is noticed.

#include <cmath>
#include <string>
#include <vector>

#include "models.h"

namespace perceptron::core::test {
namespace {

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
  EXPECT_EQ(table.schema.columns[0].fill[0], 0.1 + 0.2);
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
  const Model named = decode_model(encode_model(named_model()), "");
  ASSERT_TRUE(named.schema.dictionary);
  EXPECT_EQ(named.schema.dictionary->names(), named_model().schema.dictionary->names());
}

// Only models with regions need version 4.
TEST(ModelFile, KeepsRegionsOfExactMinimisers) {
  Model model = table_model();
  EXPECT_EQ(encode_model(model).find("regions"), std::string::npos);
  const double offset = model.planes[0].offset;
  model.planes[0].region = Region{0.1 + 0.2, {offset - 1e-9, offset}, true};
  const std::string bytes = encode_model(model);
  EXPECT_NE(bytes.find("\"perceptron\":\"4\""), std::string::npos);
  const Model back = decode_model(bytes, "");
  ASSERT_TRUE(back.planes[0].region);
  EXPECT_EQ(back.planes[0].region->radius, 0.1 + 0.2);
  EXPECT_EQ(back.planes[0].region->offset.lower, offset - 1e-9);
  EXPECT_EQ(back.planes[0].region->offset.upper, offset);
  EXPECT_TRUE(back.planes[0].region->penalised_offset);
  // A region must contain its plane.
  model.planes[0].region->offset = {offset + 1, offset + 2};
  EXPECT_THROW(decode_model(encode_model(model), ""), Error);
  model.planes[0].region = Region{-1, {offset, offset}, false};
  EXPECT_THROW(decode_model(encode_model(model), ""), Error);
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
  const std::vector<Words> runs = {
      {text, "--missing", "mean"},     {text, "--missing", "zero", "--scale", "standard"},
      {sparse, "--scale", "standard"}, {sparse, "--precision", "float32", "--no-offset"},
      {huge, "--scale", "maxabs"},     {sparse, "--scale", "unit", "--learner", "averaged"},
      {sparse, "--learner", "pocket"}};
  for (const Words& arguments : runs) {
    SCOPED_TRACE(testing::PrintToString(arguments));
    const std::string model = folder.path("model");
    ASSERT_EQ(run_program(Words{"train"} + arguments + Words{"-o", model}).status, 0);
    const Outcome outcome = run_program({"predict", model, arguments[0]});
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

TEST(ModelFile, ClassesWithControlCharactersAreRefused) {
  for (const char* name : {"\x1b[2J", "\u009b", "\u202e"}) {
    Model model = table_model();
    model.classes[0] = name;
    EXPECT_EQ(decode_failure(encode_model(model)).code, ErrorKind::input) << name;
  }
}

TEST(ModelFile, DamageIsStatusThreeAndNamesTheFile) {
  const Folder folder;
  std::string bytes = encode_model(dense_model());
  bytes.back() ^= 1;
  const std::string model = folder.file("damaged.model", bytes);
  const std::string data = folder.file("data.csv", "1,2,a\n");
  for (const Words& arguments :
       {Words{"predict", model, data}, Words{"evaluate", model, data}, Words{"inspect", model}}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 3);
    EXPECT_NE(outcome.err.find("damaged.model: the checksum does not match"), std::string::npos)
        << outcome.err;
  }
}

}  // namespace
}  // namespace perceptron::core::test
