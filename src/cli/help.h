// The layout of --help: an example first, then the options.
#pragma once

#include <CLI/App.hpp>
#include <string>

namespace perceptron::core {

class HelpFormatter : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

}  // namespace perceptron::core
