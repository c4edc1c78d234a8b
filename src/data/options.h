// The table of settings for reading a data file. Their types are in <perceptron/read.h>.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <perceptron/read.h>
#include "base/options.h"
#include "data/maps/map_options.h"

// In the namespace of their types, for argument-dependent lookup.
namespace perceptron {

// "7", "ignore-new", "add-new", or nothing.
std::string value_text(const FeatureLimit& limit);
void parse_setting(std::string_view name, const std::string& text, FeatureLimit& limit);

// "comma", "space" and so on, or the character itself.
std::string value_text(const Delimiter& delimiter);
void parse_setting(std::string_view name, const std::string& text, Delimiter& delimiter);

// "age=number;size=ordinal:S,M,L". In names a backslash stands before = ; and \.
std::string value_text(const std::vector<ColumnSetting>& columns);
void parse_setting(std::string_view name, const std::string& text,
                   std::vector<ColumnSetting>& columns);

// "1:2", or "1" where both are the same.
std::string value_text(const TermLengths& lengths);
void parse_setting(std::string_view name, const std::string& text, TermLengths& lengths);

// "22", or "22:signed".
std::string value_text(const HashSpace& space);
void parse_setting(std::string_view name, const std::string& text, HashSpace& space);

inline std::string value_text(const ColumnChoice& choice) { return choice.text(); }
inline void parse_setting(std::string_view /*name*/, const std::string& text,
                          ColumnChoice& choice) {
  choice = ColumnChoice(text);
}

}  // namespace perceptron

namespace perceptron::core {

inline constexpr std::array kDataOptions = {
    option<&ReadSettings::format>(
        "format", "", "",
        "format of the data; auto recognises it by content (points: a first line d,n,r; vw: Vowpal "
        "Wabbit; fasttext: __label__NAME word …; jsonl: a JSON object in each line; arff: of "
        "Weka)"),
    option<&ReadSettings::label>("label", "NAME|NUMBER|last|first", "",
                                 "column of a CSV that holds the class"),
    option<&ReadSettings::weight>("weight", "NAME|NUMBER|last|first", "",
                                  "column of a CSV that holds the weight of each row")
        .added_later(),
    option<&ReadSettings::header>("header", "", "",
                                  "whether the first line of a CSV names the columns"),
    option<&ReadSettings::columns>(
        "columns", "A,B,C", "",
        "columns of a table to use as features, by name, pattern (x*) or number (default: all but "
        "label and weight)"),
    option<&ReadSettings::ignore>("ignore", "A,B,C", "",
                                  "columns of a table not to use, by name, pattern or number")
        .added_later(),
    option<&ReadSettings::column>(
        "column", "NAME=TYPE", "",
        "what a column is: number, category, ordinal:S,M,L (its texts in order), date (or "
        "date:dmy, date:mdy), flag, words or chars (of free text: a feature for each word, or run "
        "of characters; chars:within-words), label, weight, group, id, ignore; a scaling may "
        "follow, which prevails over that of all columns: number:standard, number:maxabs, "
        "number:none; repeat it for further columns")
        .repeated()
        .added_later(),
    option<&ReadSettings::delimiter>(
        "delimiter", "auto|comma|semicolon|tab|pipe|space|C", "",
        "what separates the fields of a table: auto finds it from the first lines; space is one or "
        "more spaces; C is any character")
        .added_later(),
    option<&ReadSettings::quote>(
        "quote", "", "",
        "whether fields may stand in double quotes; none: quotes are part of the text")
        .added_later(),
    option<&ReadSettings::decimal>("decimal", "", "",
                                   "decimal mark of numbers (1.5 or 1,5); the other one may then "
                                   "separate thousands")
        .added_later(),
    option<&ReadSettings::index_base>(
        "index-base", "", "auto|0|1",
        "number of the first feature in a LIBSVM file; auto: 1 unless a 0 is found", 0, 1, "auto"),
    option<&ReadSettings::features>(
        "features", "N|ignore-new|add-new", "",
        "number of features of a LIBSVM file; ignore-new: ignore features and columns that a model "
        "does not know; add-new: where training resumes from a model, add them to it"),
    option<&ReadSettings::missing>(
        "missing", "", "",
        "what replaces a missing value of a table (empty, NA, NaN, null, ?, #N/A): auto: the "
        "column's mean, and a category of its own in columns of text; nothing, which is an error; "
        "zero; or the mean alone"),
    option<&ReadSettings::missing_values>(
        "missing-values", "A,B,C", "",
        "what else means a missing value of a table, such as -999 or unknown; kept in the model")
        .added_later(),
    option<&ReadSettings::ngrams>("ngrams", "A:B", "",
                                  "of columns of words: runs of A to B words are features (word "
                                  "n-grams, bag of words)")
        .added_later(),
    option<&ReadSettings::chars>("chars", "A:B", "",
                                 "of columns of chars: runs of A to B characters are features "
                                 "(character n-grams)")
        .added_later(),
    option<&ReadSettings::tfidf>("tfidf", "", "",
                                 "of columns of text: weight terms by inverse document frequency "
                                 "(TF-IDF) and scale each text to length 1; without, terms are "
                                 "counted")
        .added_later(),
    option<&ReadSettings::counts>("counts", "", "",
                                  "of columns of text, the value of a term: how often the text has "
                                  "it, 1, or 1 + ln of how often (sublinear)")
        .added_later(),
    option<&ReadSettings::idf>("idf", "", "",
                               "inverse document frequency of a term in df of n rows: smooth "
                               "ln((1+n)/(1+df)) + 1, or plain ln(n/df) + 1")
        .added_later(),
    option<&ReadSettings::min_count>("min-count", "N", "",
                                     "of columns of text: leave out terms that fewer rows have "
                                     "(minimum document frequency)",
                                     1, 1e12)
        .added_later(),
    option<&ReadSettings::max_share>("max-share", "F", "",
                                     "of columns of text: leave out terms that more than this "
                                     "fraction of the rows have (maximum document frequency)",
                                     0, 1)
        .added_later(),
    option<&ReadSettings::vocabulary>("vocabulary", "N", "",
                                      "of columns of text: at most N terms, the most frequent ones",
                                      1, 1e9, "all")
        .added_later(),
    option<&ReadSettings::hash>("hash", "BITS|BITS:signed", "",
                                "of columns of text: hash terms to numbers of so many bits, "
                                "without a dictionary (feature hashing); signed: half of them "
                                "count negative",
                                1, 28, "none")
        .added_later(),
    option<&ReadSettings::stop_words>("stop-words", "", "",
                                      "leave out words such as the, of and is")
        .added_later(),
    option<&ReadSettings::shortest_word>("shortest-word", "N", "",
                                         "leave out words of fewer characters", 1, 1000)
        .added_later(),
    option<&ReadSettings::letters>("letters", "", "", "text in lower case, or as it is")
        .added_later(),
    option<&ReadSettings::accents>("accents", "", "", "fold: text without accents (é is e)")
        .added_later(),
    option<&ReadSettings::labels>("labels", "FILE", "",
                                  "the classes of an .npy matrix: one per line, or an .npy vector"),
    option<&ReadSettings::row_weights>(
        "row-weights", "FILE", "",
        "the weight of each row, one per line, of data without a column for it")
        .added_later(),
    option<&ReadSettings::polynomial>(
        "polynomial", "D", "",
        "feature map: adds all products of up to D columns of numbers (x1^2, x1*x2); D:products "
        "leaves out those of a column with itself")
        .added_later(),
    option<&ReadSettings::interact>(
        "interact", "A*B", "",
        "feature map: adds the products of column A and column B, each a name, a feature or, with "
        "spaces around the * between them, a pattern: \"x* * y*\"; repeat it for further ones")
        .repeated()
        .added_later(),
    option<&ReadSettings::fourier>(
        "fourier", "N", "",
        "feature map: N random Fourier features instead of the features, whose planes are near "
        "those of the RBF kernel; 0: none",
        0, 4294967295.0)
        .added_later(),
    option<&ReadSettings::gamma>("gamma", "G", "",
                                 "of fourier: the kernel is exp(-G*|x - y|^2); auto: 1 / the "
                                 "number of features",
                                 1e-300, 1e300, "auto")
        .added_later(),
    option<&ReadSettings::fourier_seed>("fourier-seed", "N", "",
                                        "of fourier: seed of its random numbers")
        .added_later(),
    option<&ReadSettings::scale>(
        "scale", "", "",
        "scale features to a common size (standardise, divide by the "
        "largest absolute value, or rows to unit length); auto "
        "standardises dense columns of unlike size or off centre; kept in the model and "
        "applied again at prediction"),
};

// The settings of feature maps, which are applied to the rows of any format and of caches.
inline constexpr std::array<std::string_view, 5> kMapOptions = {"polynomial", "interact", "fourier",
                                                                "gamma", "fourier-seed"};

// Of columns of words and chars, decided in training: a model keeps them.
inline constexpr std::array<std::string_view, 13> kTextOptions = {
    "ngrams",     "chars", "tfidf",      "counts",        "idf",     "min-count", "max-share",
    "vocabulary", "hash",  "stop-words", "shortest-word", "letters", "accents"};
constexpr bool is_text_option(std::string_view name) {
  return std::find(kTextOptions.begin(), kTextOptions.end(), name) != kTextOptions.end();
}

// Whether a setting names a file, which only the user may do: a certificate or a model may come
// from anyone.
constexpr bool names_file(std::string_view setting) {
  return setting == "labels" || setting == "row-weights";
}

// The scalings that a single column may have.
constexpr bool scales_columns(ScalingKind kind) {
  return kind == ScalingKind::none || kind == ScalingKind::standard || kind == ScalingKind::maxabs;
}

// How a column setting is written: ordinal:low,high, and height=ordinal:low,high.
std::string type_text(const ColumnSetting& column);
std::string column_text(const std::string& name, const std::string& type);

// The files that the settings name, without empty names.
std::vector<std::string> files_of(const ReadSettings& options);

// Names and values of the options that differ from their defaults, except scaling: how the data
// was read.
std::vector<std::pair<std::string, std::string>> unusual(const ReadSettings& options);

}  // namespace perceptron::core
