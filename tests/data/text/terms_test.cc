// What terms a text has. Expected terms are those of scikit-learn 1.2.1 (CountVectorizer) where not
// said otherwise.

#include <rapidcheck/gtest.h>
#include <algorithm>

#include "base/text.h"
#include "data/text/stop_words.h"
#include "data/text/term_list.h"
#include "data/text/terms.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

Names terms_of(std::string_view text, const TermSettings& settings = {}) {
  Names found;
  TermSpace space;
  Terms(settings).each(text, space, [&](std::string_view term) { found.emplace_back(term); });
  return found;
}

Names sorted(Names names) {
  std::sort(names.begin(), names.end());
  return names;
}

TermSettings characters(std::uint64_t shortest, std::uint64_t longest, bool within_words = false) {
  TermSettings settings;
  settings.characters = true;
  settings.within_words = within_words;
  settings.lengths = {shortest, longest};
  return settings;
}

TEST(Terms, AreWordsOfTwoOrMoreLettersAndDigitsInLowerCase) {
  EXPECT_EQ(terms_of("The cat sat on the mat, the CAT!"),
            (Names{"the", "cat", "sat", "on", "the", "mat", "the", "cat"}));
  EXPECT_EQ(terms_of("Dogs_2 and naïve café cats"),
            (Names{"dogs_2", "and", "naïve", "café", "cats"}));
  EXPECT_EQ(terms_of("a b c"), Names{});
  EXPECT_EQ(terms_of(""), Names{});
}

// A sigma that ends a word is another letter, the dotted İ is an i with a combining dot, which is
// no letter, and ½ is a number.
TEST(Terms, FollowUnicode) {
  EXPECT_EQ(terms_of("ΟΔΥΣΣΕΥΣ met İstanbul's 3½ dogs"),
            (Names{"οδυσσευς", "met", "stanbul", "3½", "dogs"}));
  EXPECT_EQ(terms_of("e\u0301t\u00e9 \u05e9\u05dc\u05d5\u05dd \U0001f600 don't"),
            (Names{"t\u00e9", "\u05e9\u05dc\u05d5\u05dd", "don"}));
}

TEST(Terms, CanBeWithoutAccents) {
  TermSettings settings;
  settings.accents = Accents::fold;
  EXPECT_EQ(terms_of("Dogs_2 and naïve café", settings), (Names{"dogs_2", "and", "naive", "cafe"}));
  EXPECT_EQ(terms_of("ΟΔΥΣΣΕΥΣ met İstanbul's 3½ dogs", settings),
            (Names{"οδυσσευς", "met", "istanbul", "31", "dogs"}));
  EXPECT_EQ(terms_of("e\u0301t\u00e9", settings), Names{"ete"});
}

TEST(Terms, CanBeRunsOfWords) {
  TermSettings settings;
  settings.lengths = {1, 2};
  EXPECT_EQ(sorted(terms_of("met İstanbul's 3½ dogs", settings)),
            sorted({"met", "stanbul", "3½", "dogs", "met stanbul", "stanbul 3½", "3½ dogs"}));
  settings.lengths = {3, 3};
  EXPECT_EQ(terms_of("one two", settings), Names{});
}

TEST(Terms, CanBeRunsOfCharacters) {
  EXPECT_EQ(sorted(terms_of("A  bé", characters(2, 3))), sorted({"a ", " b", "bé", "a b", " bé"}));
  EXPECT_EQ(terms_of("ab", characters(2, 3)), Names{"ab"});
  EXPECT_EQ(sorted(terms_of("A  bé cde ", characters(2, 4, true))),
            sorted({" a", "a ", " a ", " b", "bé", "é ", " bé", "bé ", " bé ", " c", "cd", "de",
                    "e ", " cd", "cde", "de ", " cde", "cde "}));
  EXPECT_EQ(terms_of("  ", characters(2, 4, true)), Names{});
}

// Not those of scikit-learn, which keeps them: no name contains them.
TEST(Terms, OfCharactersHaveNoControlCharacters) {
  EXPECT_EQ(terms_of("a\tb", characters(3, 3)), Names{"a b"});
  EXPECT_EQ(terms_of("a\x01"
                     "b",
                     characters(3, 3)),
            Names{"a\ufffdb"});
}

TEST(Terms, LeaveOutStopWordsAndShortWordsWhereWanted) {
  TermSettings settings;
  settings.stop_words = StopWords::english;
  settings.lengths = {2, 2};
  EXPECT_EQ(terms_of("the end of the road", settings), Names{"end road"});
  EXPECT_TRUE(is_stop_word(StopWords::english, "the"));
  EXPECT_FALSE(is_stop_word(StopWords::none, "the"));
  TermSettings long_words;
  long_words.shortest_word = 4;
  EXPECT_EQ(terms_of("écru red blue", long_words), (Names{"écru", "blue"}));
}

TEST(Terms, TakeBytesThatAreNotUtf8ForBlanks) {
  EXPECT_EQ(terms_of("caf\xe9 noir\xff\xfe"), (Names{"caf", "noir"}));
  EXPECT_EQ(terms_of("ab\xe9", characters(3, 3)), Names{"ab\ufffd"});
}

// Also of long and hostile texts: each term is the text of a name, and none crosses a text.
RC_GTEST_PROP(Terms, AreNamesWhateverTheText, (const std::string& text)) {
  TermSettings folded;
  folded.accents = Accents::fold;
  folded.lengths = {1, 3};
  for (const TermSettings& settings :
       {TermSettings{}, folded, characters(1, 4), characters(2, 3, true)}) {
    for (const std::string& term : terms_of(text, settings)) {
      RC_ASSERT(!term.empty());
      RC_ASSERT(is_text(term));
      RC_ASSERT(term.find_first_of("\n\t") == std::string::npos);
    }
  }
}

TEST(Terms, OfVeryLongTextsAreFound) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "Word" + std::to_string(i % 1000) + " é ";
  const Names found = terms_of(text);
  EXPECT_EQ(found.size(), 200'000U);
  EXPECT_EQ(found[1999], "word999");
  EXPECT_EQ(terms_of(std::string(1'000'000, 'x')).size(), 1U);
}

TEST(Terms, HashToTheSameNumbersEverywhere) {
  // XXH3 with the seed 0, of which the lowest bits count.
  const HashSpace space{20, true};
  const HashedTerm free = hashed_term("free", space);
  EXPECT_LT(free.number, 1U << 20U);
  EXPECT_EQ(free.number, hashed_term("free", {28, false}).number & ((1U << 20U) - 1));
  int negative = 0;
  for (int i = 0; i < 1000; ++i)
    negative += hashed_term("w" + std::to_string(i), space).sign < 0 ? 1 : 0;
  EXPECT_NEAR(negative, 500, 60);
  EXPECT_EQ(hashed_term("free", {20, false}).sign, 1);
}

RC_GTEST_PROP(TermList, IsReadAsItWasWritten, (std::set<std::string> words)) {
  std::erase_if(words, [](const std::string& word) {
    return word.empty() || !is_text(word) || word.find_first_of("\n\t") != std::string::npos;
  });
  const Dictionary dictionary(std::vector<std::string>(words.begin(), words.end()));
  RC_ASSERT(decode_terms(encode_terms(dictionary)).names() == dictionary.names());
}

TEST(TermList, RefusesBytesThatAreNone) {
  using namespace std::string_literals;
  for (const std::string& bytes : {"\x00"s,
                                   "\x00\x05"s
                                   "ab",
                                   "\x01\x01"s
                                   "a",
                                   "\x00\x00"s,
                                   "\x00\x01"s
                                   "b"
                                   "\x00\x01"s
                                   "a",
                                   "\xff\xff\xff\xff\xff\xff"s})
    EXPECT_THROW(decode_terms(bytes), std::exception) << printable(bytes);
}

}  // namespace
}  // namespace perceptron::core::test
