// Caches that are damaged, old, or changed while they are read.

#include <gtest/gtest.h>

#include <string>

#include "converted.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

TEST(Cache, IsRefusedCutShort) {
  const Converted it("+1 1:0.5 3:-2\n-1 2:1e2\n+1 1:1 2:2 3:3\n");
  const std::string whole = read_text(it.cache);
  const std::string path = it.folder.path("cut");
  for (std::size_t size = 8; size < whole.size(); ++size) {
    write_text(path, whole.substr(0, size));
    ASSERT_NE(opens(path), "opened") << size;
  }
  write_text(path, whole + "x");
  EXPECT_NE(opens(path), "opened");
}

TEST(Cache, IsRefusedWithAnyBitFlipped) {
  ReadSettings options;
  options.weight = "w";
  const Converted it("a,w,y\n1,2,u\n3,0.5,v\n", options);
  std::string bytes = read_text(it.cache);
  const std::string path = it.folder.path("flipped");
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const char old = bytes[at];
    bytes[at] = static_cast<char>(old ^ (1 << (at % 8)));
    write_text(path, bytes);
    ASSERT_NE(opens(path), "opened") << at;
    bytes[at] = old;
  }
}

TEST(Cache, OfAnotherVersionIsRefusedByName) {
  const Converted it("1 1:1\n2 2:1\n");
  std::string bytes = read_text(it.cache);
  bytes[8] = 9;
  const std::string path = it.folder.path("later");
  write_text(path, bytes);
  EXPECT_NE(opens(path).find("expected a cache of format version 1, found version 9"),
            std::string::npos)
      << opens(path);
}

// The file stays the same one, so rows that were not copied would change with it.
TEST(Cache, IsNotAffectedByWhatHappensToTheFileLater) {
  for (const char* text : {"+1 1:0.5 3:-2\n-1 2:1e2\n+1 1:1 2:2 3:3\n", "a,b,y\n1,2,u\n3,4,v\n"}) {
    const Converted it(text);
    const std::string whole = read_text(it.cache);
    for (const std::string& later : {std::string(), std::string(whole.size(), '\xff')}) {
      const Dataset loaded = it.loaded();
      const auto reader = open_reader(it.cache, {});
      write_text(it.cache, later);
      expect_same(loaded, it.plain());
      try {
        read_dataset(*reader);
        ADD_FAILURE() << "read rows that are no longer there";
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
      }
      write_text(it.cache, whole);
    }
  }
}

TEST(Cache, FromStandardInputIsToldToBeNamed) {
  const Converted it("1 1:1\n2 2:1\n");
  const Outcome outcome = run_program({"train", "-"}, read_text(it.cache));
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.err.find("a cache"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace perceptron::core::test
