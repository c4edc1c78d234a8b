// What is made of the texts of a column: which terms, and how much each counts. A model keeps it,
// so that later texts are read in the same way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <perceptron/read.h>
#include "data/dictionary.h"

namespace perceptron::core {

// Which terms a text has.
struct TermSettings {
  bool characters = false;    // otherwise words
  bool within_words = false;  // no term of characters goes beyond a word and the blanks around it
  TermLengths lengths = {};   // of a term, in words or characters
  LetterCase letters = LetterCase::lower;
  Accents accents = Accents::keep;
  std::uint64_t shortest_word = 2;  // in characters; shorter ones are left out
  StopWords stop_words = StopWords::none;
  std::optional<HashSpace> hash = {};  // none: terms are looked up in a dictionary

  bool operator==(const TermSettings&) const = default;
};

// How much a term counts. What depends on all rows is fitted to the training rows (scaling.h).
struct TermWeighting {
  TermCounts counts = TermCounts::plain;
  bool tfidf = false;  // times the inverse document frequency, and texts of length 1
  Idf idf = Idf::smooth;
  std::uint64_t min_count = 1;  // rows that have the term; those of fewer are not used
  double max_share = 1;         // of the rows; terms of more are not used
  std::optional<std::uint64_t> vocabulary = {};  // at most so many terms, the most frequent ones

  bool operator==(const TermWeighting&) const = default;
};

struct TextColumn {
  TermSettings terms;
  TermWeighting weighting;
  Dictionary dictionary = Dictionary({});  // of the terms; empty where they are hashed

  std::uint64_t features() const {
    return terms.hash ? std::uint64_t{1} << terms.hash->bits : dictionary.size();
  }
  // Hashed terms have numbers.
  std::string term_name(std::uint64_t feature) const {
    return terms.hash ? '#' + std::to_string(feature) : dictionary.names()[feature];
  }
};

}  // namespace perceptron::core
