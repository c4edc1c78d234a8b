// A catalogue of broken files: each ends in one error that says what was
// expected, what was found, where, and what to do.

#include <sstream>
#include <string>

#include "broken_files.h"
#include "file_bytes.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

using broken::Broken;
using broken::kCatalogue;

std::string without(std::string text, const std::string& folder) {
  for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder))
    text.erase(at, folder.size());
  return text;
}

ReadSettings options_of(const std::string& text, const std::string& labels) {
  ReadSettings options;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    const std::string value = word.substr(equals + 1);
    for (const auto& option : kDataOptions) {
      if (option.name != word.substr(0, equals)) continue;
      assign(options, option, value == "LABELS" ? labels : value);
    }
  }
  return options;
}

TEST(Malformed, TheCatalogueIsLong) { EXPECT_GE(std::size(kCatalogue), 100U); }

TEST(Malformed, EveryBrokenFileEndsInItsMessage) {
  for (const Broken& broken : kCatalogue) {
    SCOPED_TRACE(testing::Message()
                 << testing::PrintToString(broken.content) << " with \"" << broken.options << '"');
    const Folder folder;
    Reading reading;
    for (const Way& way : kWays) {
      way.of(reading);
      try {
        reading.options = options_of(broken.options, folder.file("labels.txt", broken.labels));
        read_dataset(folder.file("data.txt", broken.content), reading);
        ADD_FAILURE() << "was read, expected: " << broken.text;
      } catch (const Error& error) {
        EXPECT_EQ(without(in_options(error.message()), folder.path("")), broken.text);
        EXPECT_EQ(error.kind(), broken.code);
      }
    }
  }
}

TEST(Malformed, AMatrixLargerThanTheMachineIsRefused) {
  const Failure failure =
      read_failure(npy("<f8", "(99999999999, 99999999)", "", "'fortran_order': True, "));
  EXPECT_EQ(failure.code, ErrorKind::input);
  EXPECT_EQ(failure.text.find("data.txt: the matrix, stored by columns, would take"), 0U)
      << failure.text;
}

// If every line after the quote were scanned again for the closing one, this would not end.
TEST(Malformed, ALostQuoteIsFoundInOneScan) {
  std::string text = "a,y\n1,\"u\n";
  for (int i = 0; i < 2'000'000; ++i) text += "1,u\n";
  EXPECT_EQ(read_failure(text).text,
            "data.txt:2:3: expected a closing quote, found none" + broken::kTwice);
}

}  // namespace
}  // namespace perceptron::core::test
