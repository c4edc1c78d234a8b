// Fuzz targets: functions that read bytes which anyone may have written. A target returns, or
// throws what the library throws for bad input; anything else, and any broken promise, is a
// finding. docs: CONTRIBUTING.md, "Add a fuzz target".
#pragma once

#include <array>
#include <string_view>

namespace perceptron::core::fuzz {

using Target = void(std::string_view bytes);

Target fuzz_table;        // CSV and TSV: the fast parser against the plain one
Target fuzz_texts;        // columns of words and characters: likewise, and how models keep terms
Target fuzz_libsvm;       // likewise
Target fuzz_words;        // VW and fastText: for a model of the same rows, and in another order
Target fuzz_objects;      // JSON lines and ARFF: for a model of the same rows, and as CSV
Target fuzz_points;       // points, at once and in blocks
Target fuzz_npy;          // .npy matrices and their labels
Target fuzz_order;        // row numbers: every row once
Target fuzz_packed;       // gzip and zstd: however they are read, the same bytes
Target fuzz_model;        // a model that loads is saved and loaded unchanged, and scores rows
Target fuzz_cache;        // the rows of a cache, at once and block by block
Target fuzz_certificate;  // a certificate that is accepted is true
Target fuzz_record;       // a record that is read is written and read unchanged, and shown

struct NamedTarget {
  std::string_view name;
  Target* target;
};
inline constexpr std::array kTargets = {
    NamedTarget{"table", fuzz_table},   NamedTarget{"libsvm", fuzz_libsvm},
    NamedTarget{"points", fuzz_points}, NamedTarget{"npy", fuzz_npy},
    NamedTarget{"packed", fuzz_packed}, NamedTarget{"model", fuzz_model},
    NamedTarget{"cache", fuzz_cache},   NamedTarget{"certificate", fuzz_certificate},
    NamedTarget{"record", fuzz_record}, NamedTarget{"order", fuzz_order},
    NamedTarget{"words", fuzz_words},   NamedTarget{"objects", fuzz_objects},
    NamedTarget{"texts", fuzz_texts},
};

// Runs a target. Bad input is no finding; an exception of another type is, and is not caught.
void run(Target* target, std::string_view bytes);

}  // namespace perceptron::core::fuzz
