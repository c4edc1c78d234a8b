#include "data/text/text_json.h"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "data/classes.h"
#include "data/options.h"
#include "data/text/term_list.h"

namespace perceptron::core {
namespace {

template <class Value>
Value setting_from(const Json& json, const char* name) {
  Value value;
  parse_setting(name, json.at(name).get<std::string>(), value);
  return value;
}

std::uint64_t whole_from(const Json& json, std::uint64_t least) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() < least)
    throw std::out_of_range("a count is out of range");
  return json.get<std::uint64_t>();
}

Json to_json(const TermSettings& terms) {
  Json json = {{"of", terms.within_words ? "chars:within-words"
                      : terms.characters ? "chars"
                                         : "words"},
               {"lengths", value_text(terms.lengths)},
               {"letters", terms.letters},
               {"accents", terms.accents},
               {"shortest_word", terms.shortest_word},
               {"stop_words", terms.stop_words}};
  if (terms.hash) json["hash"] = value_text(*terms.hash);
  return json;
}

Json to_json(const TermWeighting& weighting) {
  Json json = {{"counts", weighting.counts},
               {"tfidf", weighting.tfidf},
               {"idf", weighting.idf},
               {"min_count", weighting.min_count},
               {"max_share", weighting.max_share}};
  if (weighting.vocabulary) json["vocabulary"] = *weighting.vocabulary;
  return json;
}

TermSettings terms_from(const Json& json) {
  TermSettings terms;
  const auto of = json.at("of").get<std::string>();
  terms.within_words = of == "chars:within-words";
  terms.characters = terms.within_words || of == "chars";
  if (!terms.characters && of != "words")
    throw std::out_of_range("a word is not one of those allowed");
  terms.lengths = setting_from<TermLengths>(json, "lengths");
  json.at("letters").get_to(terms.letters);
  json.at("accents").get_to(terms.accents);
  terms.shortest_word = whole_from(json.at("shortest_word"), 1);
  json.at("stop_words").get_to(terms.stop_words);
  if (json.contains("hash")) terms.hash = setting_from<HashSpace>(json, "hash");
  return terms;
}

TermWeighting weighting_from(const Json& json) {
  TermWeighting weighting;
  json.at("counts").get_to(weighting.counts);
  json.at("tfidf").get_to(weighting.tfidf);
  json.at("idf").get_to(weighting.idf);
  weighting.min_count = whole_from(json.at("min_count"), 1);
  json.at("max_share").get_to(weighting.max_share);
  if (!(weighting.max_share >= 0 && weighting.max_share <= 1))
    throw std::out_of_range("a share is from 0 to 1");
  if (json.contains("vocabulary")) weighting.vocabulary = whole_from(json.at("vocabulary"), 1);
  return weighting;
}

}  // namespace

Json to_json(const TextColumn& column) {
  Json json = {{"terms", to_json(column.terms)}, {"weighting", to_json(column.weighting)}};
  if (column.dictionary.size() > 0) json["dictionary"] = column.dictionary.names();
  return json;
}

TextColumn text_column_from(const Json& json) {
  TextColumn column;
  column.terms = terms_from(json.at("terms"));
  column.weighting = weighting_from(json.at("weighting"));
  if (json.contains("dictionary"))
    column.dictionary = term_dictionary(json.at("dictionary").get<std::vector<std::string>>());
  if (column.terms.hash && column.dictionary.size() > 0)
    throw std::out_of_range("hashed terms have no dictionary");
  return column;
}

}  // namespace perceptron::core
