// Feature maps of rows as they are read: which features there are, what they are called, and that
// every way of reading gives the same ones.

#include "data/maps/row_map.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/elementary.h"
#include "data/cache/convert.h"
#include "data/maps/row_mapper.h"
#include "data/schema_json.h"
#include "evaluate/fold_data.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

ReadSettings settings_from(const std::vector<std::pair<std::string, std::string>>& values) {
  ReadSettings settings;
  for (const auto& [name, text] : values) assign_all(settings, kDataOptions, {{name, text}});
  return settings;
}
ReadSettings polynomial(const std::string& text) { return settings_from({{"polynomial", text}}); }
ReadSettings interact(const std::string& text) { return settings_from({{"interact", text}}); }

constexpr const char* kTable = "a,b,c,y\n2,3,-1,no\n0,1,5,yes\n";

// Values of scikit-learn 1.2.1: PolynomialFeatures(include_bias=False).
TEST(FeatureMap, PolynomialIsThatOfScikitLearn) {
  const Dataset two = read_string(kTable, polynomial("2"));
  EXPECT_EQ(grid(two.matrix), (Grid{{2, 3, -1, 4, 6, -2, 9, -3, 1}, {0, 1, 5, 0, 0, 0, 1, 5, 25}}));
  EXPECT_EQ(names(two), (Names{"a", "b", "c", "a^2", "a*b", "a*c", "b^2", "b*c", "c^2"}));
  const Dataset three = read_string(kTable, polynomial("3"));
  EXPECT_EQ(grid(three.matrix),
            (Grid{{2, 3, -1, 4, 6, -2, 9, -3, 1, 8, 12, -4, 18, -6, 2, 27, -9, 3, -1},
                  {0, 1, 5, 0, 0, 0, 1, 5, 25, 0, 0, 0, 0, 0, 0, 1, 5, 25, 125}}));
  EXPECT_EQ(names(three)[10], "a^2*b");
  const Dataset products = read_string(kTable, polynomial("3:products"));
  EXPECT_EQ(grid(products.matrix), (Grid{{2, 3, -1, 6, -2, -3, -6}, {0, 1, 5, 0, 0, 5, 0}}));
  EXPECT_EQ(names(products), (Names{"a", "b", "c", "a*b", "a*c", "b*c", "a*b*c"}));
}

TEST(FeatureMap, OnlyColumnsOfNumbersTakePartInPolynomials) {
  const Dataset data =
      read_string("a,colour,b,y\n2,red,3,no\n4,blue,5,yes\n6,red,7,no\n", polynomial("2"));
  EXPECT_EQ(names(data), (Names{"a", "colour=blue", "colour=red", "b", "a^2", "a*b", "b^2"}));
  EXPECT_EQ(grid(data.matrix)[1], (std::vector<double>{4, 1, 0, 5, 16, 20, 25}));
}

TEST(FeatureMap, InteractionsNameColumnsFeaturesAndPatterns) {
  const std::string table = "a,colour,b,y\n2,red,3,no\n4,blue,5,yes\n6,red,7,no\n";
  const auto products = [&](const std::string& text) {
    Names all = names(read_string(table, interact(text)));
    return Names(all.begin() + 4, all.end());
  };
  EXPECT_EQ(products("a*b"), (Names{"a*b"}));
  EXPECT_EQ(products("a*colour"), (Names{"a*colour=blue", "a*colour=red"}));
  EXPECT_EQ(products("b*colour=red"), (Names{"colour=red*b"}));
  EXPECT_EQ(products("a*a"), (Names{"a^2"}));
  // All pairs, without those of a column with itself or of two categories of a column.
  EXPECT_EQ(products("* * *"),
            (Names{"a*colour=blue", "a*colour=red", "a*b", "colour=blue*b", "colour=red*b"}));
  EXPECT_EQ(products("a*b;? * colour"),
            (Names{"a*colour=blue", "a*colour=red", "a*b", "colour=blue*b", "colour=red*b"}));
  EXPECT_EQ(products("a*b*colour=red"), (Names{"a*colour=red*b"}));
  const Dataset data = read_string(table, interact("b*colour=red;a*b"));
  EXPECT_EQ(names(data)[4], "a*b");
  EXPECT_EQ(grid(data.matrix)[0], (std::vector<double>{2, 0, 1, 3, 6, 3}));
}

TEST(FeatureMap, AProductOfThePolynomialIsNotMadeTwice) {
  ReadSettings settings = polynomial("2:products");
  settings.interact = {{{"a", "b"}}, {{"a", "a"}}};
  EXPECT_EQ(names(read_string(kTable, settings)),
            (Names{"a", "b", "c", "a*b", "a*c", "b*c", "a^2"}));
}

TEST(FeatureMap, NumberedAndNamedFeaturesHaveProducts) {
  const Dataset numbered = read_string("+1 2:3 7:5\n-1 3:2\n", polynomial("2"));
  EXPECT_EQ(numbered.matrix.layout(), Matrix::Layout::sparse);
  EXPECT_EQ(numbered.features(), 7U + 28U);
  EXPECT_EQ(numbered.matrix.stored(), 2U + 3U + 1U + 1U);
  EXPECT_EQ(names(read_string("+1 2:3 7:5\n-1 3:2\n", interact("2*7")))[7], "2*7");
  const Dataset named =
      read_string("1 | tall:2 old\n-1 | old:3\n", interact("old*tall"), "rows.vw");
  EXPECT_EQ(names(named).back(), "old*tall");
  EXPECT_EQ(grid(named.matrix)[0].back(), 2);
}

TEST(FeatureMap, MissingValuesAreReplacedFirst) {
  const Dataset data = read_string("a,b,y\n2,3,no\n,5,yes\n4,7,no\n", polynomial("2"));
  // The mean of a is 3; its indicator takes no part.
  EXPECT_EQ(names(data), (Names{"a", "a missing", "b", "a^2", "a*b", "b^2"}));
  EXPECT_EQ(grid(data.matrix)[1], (std::vector<double>{3, 1, 5, 9, 15, 25}));
}

// Rows 1 and 3 alone have the mean 3; with row 4 it would be 4.
TEST(FeatureMap, MissingValuesOfAFoldAreReplacedByTheMeansOfItsTrainingRows) {
  const Folder folder;
  Reading reading;
  reading.keep_missing = true;
  reading.options.polynomial.degree = 2;
  const Dataset data = read_dataset(
      folder.file("gaps.csv", "a,b,class\n2,1,x\n,2,y\n4,3,x\n6,5,y\n,7,x\n"), reading);
  const std::vector<std::uint64_t> training = {0, 1, 2};
  const std::vector<std::uint64_t> test = {3, 4};
  const FoldData fold = prepare_fold(data, training, test, ScalingKind::none);
  EXPECT_EQ(names(fold.training), (Names{"a", "a missing", "b", "a^2", "a*b", "b^2"}));
  EXPECT_EQ(grid(fold.training.matrix),
            (Grid{{2, 0, 1, 4, 2, 1}, {3, 1, 2, 9, 6, 4}, {4, 0, 3, 16, 12, 9}}));
  EXPECT_EQ(grid(fold.test.matrix), (Grid{{6, 0, 5, 36, 30, 25}, {3, 1, 7, 9, 21, 49}}));
}

TEST(FeatureMap, ProductsOfIntegersAreExact) {
  // 94906265² = 9007199136250225 < 2^53 (Python).
  const Dataset data = read_string("a,y\n94906265,no\n3,yes\n", polynomial("2"));
  EXPECT_EQ(grid(data.matrix)[0][1], 9007199136250225.0);
}

RC_GTEST_PROP(FeatureMap, SparseRowsHaveTheFeaturesOfDenseOnes, ()) {
  const auto variables = *rc::gen::inRange<std::uint64_t>(1, 6);
  const auto rows = *rc::gen::inRange<std::uint64_t>(1, 6);
  Schema schema = Schema::numbered_table(variables);
  MapSettings settings;
  settings.polynomial = {*rc::gen::inRange<std::uint64_t>(1, 5), *rc::gen::arbitrary<bool>()};
  if (*rc::gen::arbitrary<bool>()) settings.interact = {{{"*", "*", "x1"}}, {{"x1", "x1"}}};
  Matrix matrix(Matrix::Layout::dense, variables);
  for (std::uint64_t i = 0; i < rows; ++i) {
    for (std::uint64_t j = 0; j < variables; ++j)
      matrix.push(j, static_cast<double>(*rc::gen::inRange(-2, 3)));
    matrix.end_row();
  }
  schema.map = std::make_shared<const RowMap>(settings, schema, 1000);
  RowMapper dense("data", schema);
  RowMapper sparse("data", schema);
  const Matrix mapped = dense.map(matrix);
  RC_ASSERT(grid(mapped) == grid(sparse.map(matrix.as(Matrix::Layout::sparse))));
  RC_ASSERT(mapped.features() == schema.feature_count());
  // Each feature is the product that its name says.
  const Grid base = grid(matrix);
  const Grid products = grid(mapped);
  const auto all = schema.feature_names();
  for (std::uint64_t j = 0; j < all.size(); ++j) {
    for (std::uint64_t i = 0; i < rows; ++i) {
      double product = 1;
      for (std::size_t at = 0; at < all[j].size(); ++at) {
        if (all[j][at] != 'x') continue;
        const auto factor = static_cast<std::uint64_t>(all[j][at + 1] - '1');
        const int power =
            at + 2 < all[j].size() && all[j][at + 2] == '^' ? all[j][at + 3] - '0' : 1;
        for (int p = 0; p < power; ++p) product *= base[i][factor];
      }
      RC_ASSERT(products[i][j] == product);
    }
  }
}

// Blocks for a model, the whole file, a cache, and a schema that went through a model's header.
TEST(FeatureMap, EveryWayOfReadingGivesTheSameRows) {
  const Folder folder;
  std::string table = "a,colour,b,y\n";
  for (int i = 0; i < 300; ++i)
    table += std::to_string(i % 7) + (i % 3 == 0 ? ",red," : ",blue,") + std::to_string(i % 11) +
             (i % 2 == 0 ? ",no\n" : ",yes\n");
  const std::string path = folder.file("data.csv", table);
  convert(path, {}, folder.path("data.cache"));
  std::vector<ReadSettings> all = {polynomial("3"), interact("a*colour;? * b"),
                                   settings_from({{"fourier", "20"}, {"gamma", "0.5"}})};
  for (const ReadSettings& settings : all) {
    Reading reading;
    reading.options = settings;
    const Dataset whole = read_dataset(path, reading);
    EXPECT_EQ(whole.features(), whole.schema.feature_count());
    EXPECT_EQ(grid(read_dataset(folder.path("data.cache"), reading).matrix), grid(whole.matrix));
    const Schema schema = schema_from(to_json(whole.schema));
    EXPECT_EQ(schema.feature_names(), names(whole));
    reading.schema = &schema;
    reading.classes = &whole.classes;
    reading.labels = LabelUse::match;
    for (const std::string& file : {path, folder.path("data.cache")}) {
      EXPECT_EQ(grid(read_dataset(file, reading).matrix), grid(whole.matrix));
      for (const Way& way : kWays) {
        way.of(reading);
        const auto reader = open_reader(file, reading);
        Dataset block = reader->start();
        Grid rows;
        while (read_block(*reader, block)) {
          const Grid some = grid(block.matrix);
          rows.insert(rows.end(), some.begin(), some.end());
        }
        reader->finish(block);
        EXPECT_EQ(rows, grid(whole.matrix));
      }
    }
  }
}

TEST(FeatureMap, FourierFeaturesApproximateTheKernel) {
  constexpr double kGamma = 0.3;
  const Dataset rows = read_string("1,2,no\n0,1,yes\n-2,0.5,no\n1.5,2,yes\n");
  const Dataset mapped = read_string("1,2,no\n0,1,yes\n-2,0.5,no\n1.5,2,yes\n",
                                     settings_from({{"fourier", "20000"}, {"gamma", "0.3"}}));
  EXPECT_EQ(names(mapped)[16], "rbf 17");
  const Grid x = grid(rows.matrix);
  const Grid z = grid(mapped.matrix);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t k = 0; k < x.size(); ++k) {
      double square = 0;
      for (std::size_t j = 0; j < x[i].size(); ++j) square += std::pow(x[i][j] - x[k][j], 2);
      double product = 0;
      for (std::size_t j = 0; j < z[i].size(); ++j) product += z[i][j] * z[k][j];
      // Five standard deviations.
      EXPECT_NEAR(product, std::exp(-kGamma * square), 5 / std::sqrt(20000.0));
    }
  }
}

TEST(FeatureMap, FourierFeaturesDependOnTheSeedAlone) {
  const auto with_seed = [](const char* seed) {
    return grid(
        read_string(kTable, settings_from({{"fourier", "5"}, {"fourier-seed", seed}})).matrix);
  };
  EXPECT_EQ(with_seed("3"), with_seed("3"));
  EXPECT_NE(with_seed("3"), with_seed("4"));
}

std::string refusal(const std::string& content, const ReadSettings& settings) {
  return read_failure(content, settings).text;
}

TEST(FeatureMap, WhatCannotBeMappedIsRefused) {
  EXPECT_EQ(refusal(kTable, interact("a*z")),
            "--interact: the data has no column \"z\"; it has \"a\", \"b\", \"c\"");
  EXPECT_EQ(refusal("+1 2:3 7:5\n-1 3:2\n", interact("2*8")),
            "--interact: the data has no column \"8\"");
  EXPECT_EQ(refusal("a,y\n1e200,no\n1,yes\n", polynomial("2")),
            "data.txt: feature \"a^2\" of row 1 is beyond the range of numbers (use smaller units, "
            "or leave out --polynomial)");
  EXPECT_EQ(refusal("+1 100000:1\n-1 1:1\n", polynomial("2")),
            "data.txt: expected at most 268,435,456 features, found 5,000,150,000 "
            "(--most-features allows at most 4294967295)");
  ReadSettings both = polynomial("2");
  both.fourier = 5;
  EXPECT_EQ(refusal(kTable, both),
            "--fourier replaces the features, so it does not go with --polynomial");
  EXPECT_EQ(refusal(kTable, settings_from({{"gamma", "1"}})), "--gamma is a setting of --fourier");
}

std::string refusal_for(ForModel& model, const std::string& content) {
  try {
    model.read(content);
  } catch (const Error& error) {
    return in_options(error.message());
  }
  return "";
}

TEST(FeatureMap, WeightedTermsHaveNoProducts) {
  const std::string texts = "1,the best film of all times,x\n2,not again for any money,y\n";
  ReadSettings options;
  options.column = {{"2", ColumnType::words}};
  options.interact = interact("x1*x2").interact;
  const std::string sentence =
      "--interact comes before terms are weighted, so that it would take plain counts of column "
      "\"x2\" (use --no-tfidf, without other weights or hashing, if counts are wanted)";
  EXPECT_EQ(read_failure(texts, options).text, sentence);
  options.tfidf = false;
  const Dataset data = read_string(texts, options);
  EXPECT_EQ(data.features(), 1U + 2 * 11U);
  options.interact.clear();
  options.fourier = 3;
  EXPECT_EQ(read_string(texts, options).features(), 3U);
  options.tfidf = true;
  EXPECT_EQ(read_failure(texts, options).text, "--fourier" + sentence.substr(10));
  // Products of other columns are none of the texts.
  options.fourier = 0;
  options.polynomial.degree = 2;
  EXPECT_EQ(read_string(texts, options).features(), 1U + 11U + 1U);
}

TEST(FeatureMap, AllPairsOfManyTermsAreRefused) {
  std::string texts;
  for (int i = 0; i < 8000; ++i) texts += fmt::format("{}\tw{} in a text {}\n", i % 2, i, i + 1);
  ReadSettings options;
  options.tfidf = false;
  options.interact = interact("x2*x2").interact;
  EXPECT_NE(read_failure(texts, options)
                .text.find("--interact: x2*x2 are the products of all their terms, "),
            std::string::npos);
}

TEST(FeatureMap, PolynomialsNeedNumbers) {
  const std::string colours = "colour,class\nred,x\nblue,y\nred,x\n";
  ReadSettings options;
  options.polynomial.degree = 2;
  EXPECT_EQ(read_failure(colours, options).text,
            "--polynomial: data.txt has no columns of numbers to multiply");
}

TEST(FeatureMap, AModelKeepsItsMap) {
  ForModel model(read_string(kTable, polynomial("2")));
  EXPECT_EQ(grid(model.read("a,b,c,y\n1,2,3,no\n").matrix), (Grid{{1, 2, 3, 1, 2, 3, 4, 6, 9}}));
  model.options = polynomial("2");
  EXPECT_EQ(model.read("a,b,c,y\n1,2,3,no\n").features(), 9U);
  model.options = polynomial("3");
  EXPECT_EQ(refusal_for(model, "a,b,c,y\n1,2,3,no\n"),
            "the model has its own feature map; leave out --polynomial, or train a model with it");
  ForModel plain(read_string(kTable));
  plain.options = interact("a*b");
  EXPECT_EQ(refusal_for(plain, "a,b,c,y\n1,2,3,no\n"),
            "the model has no feature map; leave out --interact, or train a model with it");
}

TEST(FeatureMap, SettingsAreWrittenAsTheyAreRead) {
  for (const char* text : {"a*b", "a*b;c*d*e", "x* * y?", "x\\*1*b", "a\\;b*c", "a\\\\b*c"}) {
    const ReadSettings settings = interact(text);
    EXPECT_EQ(interact(value_text(settings.interact)).interact, settings.interact) << text;
  }
  EXPECT_EQ(value_text(interact("x* * y").interact), "x* * y");
  EXPECT_EQ(interact("x\\*1*b").interact[0].factors, (Names{"x*1", "b"}));
  for (const char* text : {"a", "a*", "*", "a**b"}) {
    EXPECT_THROW(interact(text), Error) << text;
  }
  for (const char* text : {"0", "21", "two", "2:powers"}) {
    EXPECT_THROW(polynomial(text), Error) << text;
  }
}

// A header that anyone may have written.
TEST(FeatureMap, DamagedMapsAreRefused) {
  const Json good = to_json(read_string(kTable, polynomial("2")).schema);
  EXPECT_EQ(good["map"].dump(), R"({"polynomial":"2"})");
  for (const char* map : {R"({"polynomial":"99"})", R"({"interact":"a*z"})", R"({"format":"csv"})",
                          R"({"fourier":"5","polynomial":"2"})", R"({"polynomial":2})"}) {
    Json bad = good;
    bad["map"] = Json::parse(map);
    EXPECT_THROW(schema_from(bad), std::exception) << map;
  }
}

}  // namespace
}  // namespace perceptron::core::test
