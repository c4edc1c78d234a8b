// Which rows are held out for testing: the options that validate and tune share.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/terminal.h"
#include "data/dataset.h"
#include "data/options.h"
#include "data/read/reader.h"
#include "evaluate/cross_validation.h"
#include "report/data_record.h"

namespace perceptron::core {

class SplittingOptions {
 public:
  void declare(CLI::App& app);

  // Throws if options contradict each other or would be ignored.
  void check() const;
  // DATA, followed by the rows of --test. Missing values are kept, because each fold fills them
  // with the means of its own training rows.
  Dataset read(const std::string& path, ReadSettings options, Terminal& terminal);

  // The rows of DATA itself, after read().
  std::uint64_t training_rows() const { return training_rows_; }
  bool has_test() const { return test_.has_value(); }
  std::uint64_t repeats() const { return repeats_; }

  // All files that are read; DATA is `data`.
  std::vector<std::string> inputs(const std::string& data, const ReadSettings& options) const;
  // For the record of a run.
  SettingsRecord record(std::uint64_t seed) const;

  Splitting splitting(std::uint64_t seed) const;
  // The same for rows that are split into folds.
  SplitSettings settings(std::uint64_t seed) const;

  bool is(SplitMethod method) const;  // false with a test file
  std::string method() const;         // the name of the method, or test
  std::string in_words() const;       // "in 5 folds drawn by the seed"

 private:
  Dataset read_test(const Dataset& training, const Reading& reading) const;
  bool given(const char* option) const { return app_->count(option) > 0; }

  CLI::App* app_ = nullptr;
  SplitSettings settings_;
  std::optional<std::string> test_;
  std::string test_labels_;
  std::string test_name_;
  std::string group_;
  std::uint64_t repeats_ = 1;
  std::uint64_t training_rows_ = 0;
};

}  // namespace perceptron::core
