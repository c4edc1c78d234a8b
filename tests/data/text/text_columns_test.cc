// Columns of text: their features, weights, models and predictions. Expected values are those of
// scikit-learn 1.2.1 (TfidfVectorizer).

#include <cmath>
#include <numeric>

#include "data/cache/convert.h"
#include "data/scaling.h"
#include "evaluate/fold_data.h"
#include "model/file.h"
#include "model/scorer.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

const std::string kMessages =
    "spam\tfree money now free\n"
    "ham\tcall me now\n"
    "spam\tare you free\n"
    "ham\tsee you soon my friend\n";

Dataset read_messages(const ReadSettings& options = {}) { return read_string(kMessages, options); }

ReadSettings counted() { return with(&ReadSettings::tfidf, false); }

// The rows as a model has them.
Grid weighted(Dataset data) {
  Scaling::fit(ScalingKind::none, data).apply(data);
  return grid(data.matrix);
}

void expect_near(const std::vector<double>& row, const std::vector<double>& expected) {
  ASSERT_EQ(row.size(), expected.size());
  for (std::size_t j = 0; j < row.size(); ++j) EXPECT_NEAR(row[j], expected[j], 1e-12) << j;
}

TEST(TextColumns, LabelAndTextNeedNoOption) {
  const Dataset data = read_messages();
  EXPECT_EQ(data.classes.names(), (Names{"ham", "spam"}));
  EXPECT_EQ(names(data), (Names{"are", "call", "free", "friend", "me", "money", "my", "now", "see",
                                "soon", "you"}));
  EXPECT_EQ(grid(data.matrix)[0], (std::vector<double>{0, 0, 2, 0, 0, 1, 0, 1, 0, 0, 0}));
}

TEST(TextColumns, AreWeightedAsByScikitLearn) {
  expect_near(weighted(read_messages())[0],
              {0, 0, 0.7779821951834232, 0, 0, 0.4933858834340294, 0, 0.3889910975917116, 0, 0, 0});
  ReadSettings runs;
  runs.ngrams = {1, 2};
  runs.counts = TermCounts::log;
  runs.min_count = 2;
  EXPECT_EQ(names(read_messages(runs)), (Names{"free", "now", "you"}));
  expect_near(weighted(read_messages(runs))[0], {0.8610369959439763, 0.5085423203783267, 0});
  ReadSettings plain;
  plain.idf = Idf::plain;
  plain.counts = TermCounts::binary;
  expect_near(weighted(read_messages(plain))[0],
              {0, 0, 0.5008545010485238, 0, 0, 0.7058962654376836, 0, 0.5008545010485238, 0, 0, 0});
  EXPECT_EQ(weighted(read_messages(counted())), grid(read_messages(counted()).matrix));
}

TEST(TextColumns, MayKeepTheMostFrequentTermsOnly) {
  ReadSettings options = counted();
  options.vocabulary = 2;
  options.max_share = 0.5;
  // free 3 times; now and you 2 times each, of which now comes first.
  const Grid rows = weighted(read_messages(options));
  EXPECT_EQ(rows[0], (std::vector<double>{0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(rows[3], std::vector<double>(11, 0));
  options.max_share = 0.25;
  EXPECT_EQ(weighted(read_messages(options))[2],
            (std::vector<double>{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(TextColumns, StandBesideNumbersAndCategories) {
  const std::string table =
      "size,note,colour,class\n1.5,red wine and cheese,red,yes\n2,white wine,blue,no\n"
      "0,\"wine, \"\"red\"\"\",red,yes\n";
  ReadSettings options = counted();
  options.column = {{"note", ColumnType::words}};
  const Dataset data = read_string(table, options);
  EXPECT_EQ(names(data), (Names{"size", "note=and", "note=cheese", "note=red", "note=white",
                                "note=wine", "colour=blue", "colour=red"}));
  EXPECT_EQ(grid(data.matrix),
            (Grid{{1.5, 1, 1, 1, 0, 1, 0, 1}, {2, 0, 0, 0, 1, 1, 1, 0}, {0, 0, 0, 1, 0, 1, 0, 1}}));
}

// Many short messages, of which some words are only in some of them.
std::string many_messages(int rows) {
  std::string text;
  for (int i = 0; i < rows; ++i)
    text += fmt::format("{}\tthe word w{} and w{} w{} with Émile {}\n", i % 3 == 0 ? "b" : "a",
                        i % 7, i % 31, i * i % 101, i % 5 == 0 ? "twice twice" : "once");
  return text;
}

TEST(TextColumns, AreReadAlikeInChunksAndThreads) {
  for (const bool hashed : {false, true}) {
    Reading reading;
    reading.options.ngrams = {1, 2};
    if (hashed) reading.options.hash = HashSpace{12, true};
    const Folder folder;
    const std::string path = folder.file("many.tsv", many_messages(3000));
    std::string fingerprint;
    for (const Way& way : kWays) {
      way.of(reading);
      const Dataset data = read_dataset(path, reading);
      if (fingerprint.empty()) fingerprint = data.fingerprint();
      EXPECT_EQ(data.fingerprint(), fingerprint);
      EXPECT_EQ(data.features(), hashed ? 4096U : data.schema.feature_count());
    }
    // For a model of these rows too.
    const Dataset data = read_dataset(path, reading);
    Reading again = reading;
    again.schema = &data.schema;
    for (const Way& way : kWays) {
      way.of(again);
      EXPECT_EQ(read_dataset(path, again).fingerprint(), fingerprint);
    }
  }
}

TEST(TextColumns, OfAFoldKnowNothingOfItsTestRows) {
  const Dataset data = read_string(many_messages(60), with(&ReadSettings::min_count, 2));
  std::vector<std::uint64_t> training(40);
  std::iota(training.begin(), training.end(), std::uint64_t{0});
  std::vector<std::uint64_t> test(20);
  std::iota(test.begin(), test.end(), std::uint64_t{40});
  EXPECT_FALSE(folds_share_rows(data, ScalingKind::none));
  const FoldData fold = prepare_fold(data, training, test, ScalingKind::none);
  // The same words from the training rows alone, and the test rows as for a model of them.
  ForModel alone(read_string(many_messages(40), with(&ReadSettings::min_count, 2)));
  std::string rest = many_messages(60);
  rest.erase(0, many_messages(40).size());
  Dataset later = alone.read(rest);
  const Scaling scaling = Scaling::fit(ScalingKind::none, alone.trained);
  scaling.apply(alone.trained.matrix);
  scaling.apply(later.matrix);
  const auto expect_same = [&](const Dataset& fold_rows, const Dataset& rows) {
    const Names known = names(alone.trained);
    const Names all = names(data);
    const Grid in_fold = grid(fold_rows.matrix);
    const Grid expected = grid(rows.matrix);
    ASSERT_EQ(in_fold.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      std::vector<double> mapped(known.size());
      for (std::size_t j = 0; j < all.size(); ++j) {
        const auto at = std::lower_bound(known.begin(), known.end(), all[j]);
        if (at != known.end() && *at == all[j]) {
          mapped[static_cast<std::size_t>(at - known.begin())] = in_fold[i][j];
        } else {
          EXPECT_EQ(in_fold[i][j], 0) << all[j];
        }
      }
      expect_near(mapped, expected[i]);
    }
  };
  expect_same(fold.training, alone.trained);
  expect_same(fold.test, later);
}

TEST(TextColumns, OfAModelReadRawText) {
  const Folder folder;
  const std::string data = folder.file("messages.tsv", kMessages);
  const std::string model = folder.path("m.model");
  ASSERT_EQ(run_program({"train", data, "-o", model}).status, 0);
  const Outcome raw =
      run_program({"predict", model, "-"}, "money, money, FREE\n\"see\" my, friend\n");
  EXPECT_EQ(raw.out, "spam\nham\n") << raw.err;
  const Outcome one = run_program({"predict", model, "-"}, "free\n");
  EXPECT_EQ(one.out, "spam\n") << one.err;
  EXPECT_EQ(run_program({"predict", model, data}).out, "spam\nham\nspam\nham\n");
  const Outcome joined = run_program({"predict", model, data, "--join"});
  EXPECT_TRUE(joined.out.starts_with("spam\tfree money now free\tspam\n")) << joined.out;
  EXPECT_EQ(run_program({"evaluate", model, data, "--json"}).json().at("accuracy"), 1);
  const Outcome inspected = run_program({"inspect", model});
  EXPECT_NE(inspected.out.find("\nfree "), std::string::npos) << inspected.out;
}

// What `inspect` says of a model is the same after it was saved and loaded.
TEST(TextColumns, OfAModelAreSavedWithTheirTerms) {
  for (const Words& options : {Words{}, Words{"--ngrams", "1:2", "--counts", "log"},
                               Words{"--hash", "10"}, Words{"--no-tfidf", "--accents", "fold"},
                               Words{"--column", "x2=chars:within-words", "--chars", "2:3"}}) {
    const Folder folder;
    const std::string data = folder.file("messages.tsv", many_messages(200));
    const std::string path = folder.path("m.model");
    const Outcome trained = run_program(Words{"train", data, "-o", path, "--json"} + options);
    ASSERT_EQ(trained.status, 0) << trained.err;
    const Model model = load_model(path);
    EXPECT_EQ(encode_model(model), read_text(path));
    EXPECT_EQ(model.schema.feature_count(), trained.json().at("features"));
    const nlohmann::json evaluated = run_program({"evaluate", path, data, "--json"}).json();
    EXPECT_EQ(evaluated.at("accuracy"), trained.json().at("accuracy"));
  }
}

TEST(TextColumns, OfACacheAreThoseOfTheFile) {
  const Folder folder;
  const std::string data = folder.file("messages.tsv", many_messages(200));
  const std::string cache = folder.path("m.cache");
  ASSERT_EQ(run_program({"convert", data, "-o", cache}).status, 0);
  ASSERT_EQ(run_program({"train", data, "-o", folder.path("text.model")}).status, 0);
  ASSERT_EQ(run_program({"train", cache, "-o", folder.path("cache.model")}).status, 0);
  const Model of_text = load_model(folder.path("text.model"));
  const Model of_cache = load_model(folder.path("cache.model"));
  EXPECT_EQ(of_text.planes[0].weights, of_cache.planes[0].weights);
  EXPECT_EQ(run_program({"evaluate", folder.path("text.model"), cache}).out,
            run_program({"evaluate", folder.path("text.model"), data}).out);
}

TEST(TextColumns, TakeWhatTextsHold) {
  const std::string hostile =
      "a\tcaf\xe9 is no UTF-8 \xff\n"
      "a\t\n"
      "b\t\u05e9\u05dc\u05d5\u05dd \u202eright to left\n"
      "b\t\U0001f600\U0001f600 \"quoted words\" don't\n"
      "a\tsame same same same\n"
      "b\tNA\n";
  ReadSettings options = counted();
  options.label = "first";
  options.column = {{"2", ColumnType::words}};
  const Dataset data = read_string(hostile, options);
  EXPECT_EQ(data.rows(), 6U);
  EXPECT_EQ(names(data), (Names{"caf", "don", "is", "left", "na", "no", "quoted", "right", "same",
                                "to", "utf", "words", "\u05e9\u05dc\u05d5\u05dd"}));
  EXPECT_EQ(grid(data.matrix)[1], std::vector<double>(13, 0));
  EXPECT_EQ(grid(data.matrix)[4][8], 4);
  EXPECT_EQ(read_failure(std::string("a\tx\0y z w\nb\tfree words\n", 23), options).text,
            "data.txt:1:4: expected text, found a zero byte (is this a binary file?)");
}

// The message of a command that is refused.
std::string refusal(const Words& words, const std::string& data) {
  const Folder folder;
  Words command = words;
  command.insert(command.begin() + 1, folder.file("m.tsv", data));
  const Outcome outcome = run_program(command);
  EXPECT_NE(outcome.status, 0);
  return outcome.err;
}

TEST(TextColumns, AreRefusedWhereNoTermIsLeft) {
  const auto expect = [](const Words& options, const std::string& sentence) {
    const std::string error = refusal(Words{"validate"} + options, kMessages);
    EXPECT_NE(error.find(sentence), std::string::npos) << error;
  };
  expect({"--min-count", "100000"},
         "no term of column \"x2\" is in 100,000 rows or more, as --min-count asks; the most "
         "frequent one is in 2 rows");
  expect({"--max-share", "0", "--folds", "2"},
         "of the terms in 2 training rows, none is left by --max-share 0: choose other limits");
  expect({"--hash", "8", "--min-count", "9", "--folds", "2"},
         "of the terms in 2 training rows, none is left by --min-count 9: choose other limits");
}

TEST(TextColumns, SettingsOfTextsNeedOne) {
  const std::string numbers = "a,b,class\n1,2,x\n3,4,y\n";
  for (const Words& options :
       {Words{"--ngrams", "1:2"}, Words{"--hash", "9"}, Words{"--no-tfidf"}}) {
    const std::string error = refusal(Words{"train"} + options + Words{"-o", "m"}, numbers);
    EXPECT_NE(error.find(options[0].substr(options[0].find_last_of('-') + 1)), std::string::npos);
    EXPECT_NE(error.find("has none (name one: --column NAME=words)"), std::string::npos) << error;
  }
  const std::string words = refusal({"train", "--chars", "2:3", "-o", "m"}, kMessages);
  EXPECT_NE(words.find("--chars is for columns of chars"), std::string::npos) << words;
}

TEST(TextColumns, OfShortTextsAreOffered) {
  const Outcome outcome = run_program(
      {"inspect", "-"}, "words,class\nred wine,a\nred beer,b\nwhite wine,a\nblack tea,b\n");
  EXPECT_NE((outcome.out + outcome.err).find("--column words=words if they are texts"),
            std::string::npos)
      << outcome.out << outcome.err;
}

TEST(TextColumns, OfShortTextsAreNotGuessed) {
  const std::string people =
      "name,class\n\"Braund, Mr. Owen Harris\",0\n\"Heikkinen, Miss. Laina\",1\n";
  EXPECT_TRUE(read_string(people).schema.columns[0].is_text());  // there is nothing else
  const std::string more =
      "name,age,class\n\"Braund, Mr. Owen Harris\",3,0\n\"Heikkinen, Miss. Laina\",5,1\n";
  EXPECT_TRUE(read_string(more).schema.columns[0].is_category());
  const std::string reviews =
      "review,age,class\nthe best film that I have seen in years,3,0\n"
      "I would not see it again for any money,5,1\n";
  EXPECT_TRUE(read_string(reviews).schema.columns[0].is_text());
}

// The table of docs/text.md.
TEST(TextColumns, OfRealMessagesTellSpamApartAsTheDocumentsSay) {
  REQUIRE_DATA(sms, "sms-spam.tsv");
  struct Shown {
    Words options;
    std::uint64_t features;
    double accuracy;
  };
  for (const Shown& shown :
       {Shown{{"--no-tfidf", "--counts", "binary"}, 8713, 0.9855},
        Shown{{"--no-tfidf"}, 8713, 0.9837},
        Shown{{"--no-tfidf", "--stop-words", "english"}, 8497, 0.9846}, Shown{{}, 8713, 0.9846},
        Shown{{"--stop-words", "english"}, 8497, 0.9855},
        Shown{{"--ngrams", "1:2"}, 50502, 0.9856}}) {
    const Outcome outcome =
        run_program(Words{"validate", sms, "--folds", "10", "--json"} + shown.options);
    EXPECT_EQ(outcome.json().at("features"), shown.features);
    EXPECT_NEAR(outcome.json().at("accuracy").get<double>(), shown.accuracy, 6e-5);
  }
}

TEST(TextColumns, OfRealMessagesTellSpamApart) {
  REQUIRE_DATA(sms, "sms-spam.tsv");
  const Outcome outcome = run_program({"validate", sms, "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_GE(outcome.json().at("accuracy"), 0.98);
}

}  // namespace
}  // namespace perceptron::core::test
