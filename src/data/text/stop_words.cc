#include "data/text/stop_words.h"

#include <algorithm>
#include <array>

namespace perceptron::core {
namespace {

// Pronouns, prepositions, conjunctions, auxiliary verbs and the like, and what an apostrophe leaves
// of them; sorted by bytes.
constexpr auto kEnglish = std::to_array<std::string_view>(
    {"a",          "about",    "above",     "across",    "after",      "again",      "against",
     "all",        "almost",   "along",     "already",   "also",       "although",   "always",
     "am",         "among",    "amongst",   "an",        "and",        "another",    "any",
     "anybody",    "anyone",   "anything",  "are",       "aren",       "around",     "as",
     "at",         "be",       "because",   "been",      "before",     "behind",     "being",
     "below",      "beneath",  "beside",    "besides",   "between",    "beyond",     "both",
     "but",        "by",       "can",       "cannot",    "could",      "couldn",     "despite",
     "did",        "didn",     "do",        "does",      "doesn",      "doing",      "don",
     "done",       "down",     "during",    "each",      "either",     "else",       "enough",
     "even",       "ever",     "every",     "everybody", "everyone",   "everything", "except",
     "few",        "for",      "from",      "further",   "had",        "hadn",       "has",
     "hasn",       "have",     "haven",     "having",    "he",         "hence",      "her",
     "here",       "hers",     "herself",   "him",       "himself",    "his",        "how",
     "however",    "i",        "if",        "in",        "inside",     "into",       "is",
     "isn",        "it",       "its",       "itself",    "just",       "least",      "less",
     "ll",         "many",     "may",       "me",        "might",      "mine",       "more",
     "most",       "much",     "must",      "my",        "myself",     "near",       "neither",
     "never",      "no",       "nobody",    "none",      "nor",        "not",        "nothing",
     "now",        "of",       "off",       "often",     "on",         "once",       "one",
     "ones",       "only",     "onto",      "or",        "other",      "others",     "ought",
     "our",        "ours",     "ourselves", "out",       "outside",    "over",       "own",
     "past",       "per",      "quite",     "rather",    "re",         "same",       "several",
     "shall",      "she",      "should",    "shouldn",   "since",      "so",         "some",
     "somebody",   "someone",  "something", "still",     "such",       "than",       "that",
     "the",        "their",    "theirs",    "them",      "themselves", "then",       "there",
     "therefore",  "these",    "they",      "this",      "those",      "though",     "through",
     "throughout", "thus",     "till",      "to",        "too",        "toward",     "towards",
     "under",      "unless",   "until",     "up",        "upon",       "us",         "ve",
     "very",       "via",      "was",       "wasn",      "we",         "were",       "weren",
     "what",       "whatever", "when",      "where",     "whereas",    "whether",    "which",
     "while",      "who",      "whoever",   "whom",      "whose",      "why",        "will",
     "with",       "within",   "without",   "won",       "would",      "wouldn",     "yet",
     "you",        "your",     "yours",     "yourself",  "yourselves"});
static_assert(std::is_sorted(kEnglish.begin(), kEnglish.end()));

}  // namespace

bool is_stop_word(StopWords list, std::string_view word) {
  return list == StopWords::english && std::binary_search(kEnglish.begin(), kEnglish.end(), word);
}

}  // namespace perceptron::core
