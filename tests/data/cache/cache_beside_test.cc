// Caches that are kept next to their file.

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "support.h"

namespace perceptron::core::test {
namespace {

namespace fs = std::filesystem;

struct Beside {
  // Reads, and returns the notes but for the last, which tells what became of the cache.
  std::vector<std::string> read() {
    Notes notes;
    Reading reading;
    reading.options = options;
    reading.options.cache = true;
    reading.listener = &notes;
    data = read_dataset(path, reading);
    outcome = notes.sentences.back().substr(notes.sentences.back().find("was "));
    if (outcome == "was written" || outcome == "was used") notes.sentences.pop_back();
    return notes.sentences;
  }
  Folder folder;
  std::string path = folder.file("data.txt", "1 1:1\n2 2:1\n");
  ReadSettings options;
  Dataset data;
  std::string outcome;
};

TEST(CacheBeside, IsMadeAndUsed) {
  Beside it;
  EXPECT_TRUE(it.read().empty());
  EXPECT_EQ(it.outcome, "was written");
  EXPECT_EQ(it.folder.names(), (std::vector<std::string>{"data.txt", "data.txt.cache"}));
  EXPECT_STREQ(it.data.matrix.value_type(), "ones") << "was not loaded from the cache";
  const auto made = fs::last_write_time(it.path + ".cache");
  EXPECT_TRUE(it.read().empty());
  EXPECT_EQ(it.outcome, "was used");
  EXPECT_EQ(fs::last_write_time(it.path + ".cache"), made) << "was made again";
  EXPECT_EQ(it.data.name, it.path);
}

TEST(CacheBeside, IsMadeAgainWhenTheFileChanged) {
  Beside it;
  it.read();
  write_text(it.path, "1 1:1\n2 3:1\n");
  fs::last_write_time(it.path, fs::last_write_time(it.path) + std::chrono::seconds(5));
  const auto notes = it.read();
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("is of an older file and is made again"), std::string::npos) << notes[0];
  EXPECT_EQ(it.data.features(), 3U);
  EXPECT_TRUE(it.read().empty());
}

TEST(CacheBeside, IsMadeAgainAfterAnEditOfEqualSizeAndTime) {
  Beside it;
  for (const char* pause : {"none", "some"}) {
    write_text(it.path, "1 1:1\n2 2:1\n");
    if (pause == std::string("some")) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    it.read();
    const auto time = fs::last_write_time(it.path);
    write_text(it.path, "1 1:1\n2 3:1\n");
    fs::last_write_time(it.path, time);
    it.read();
    EXPECT_EQ(it.outcome, "was written") << pause;
    EXPECT_EQ(it.data.features(), 3U) << pause;
  }
}

TEST(CacheBeside, IsUsedWhenOnlyTheTimeChanged) {
  Beside it;
  it.read();
  fs::last_write_time(it.path, fs::last_write_time(it.path) + std::chrono::seconds(5));
  EXPECT_TRUE(it.read().empty());
  EXPECT_STREQ(it.data.matrix.value_type(), "ones");
}

TEST(CacheBeside, IsMadeAgainForOtherOptions) {
  Beside it;
  it.read();
  it.options.features.count = 9;
  EXPECT_EQ(it.read().size(), 1U);
  EXPECT_EQ(it.data.features(), 9U);
}

TEST(CacheBeside, IsMadeAgainWhenItIsDamaged) {
  Beside it;
  it.read();
  std::string bytes = read_text(it.path + ".cache");
  bytes.resize(bytes.size() - 3);
  write_text(it.path + ".cache", bytes);
  const auto notes = it.read();
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("is damaged"), std::string::npos) << notes[0];
  EXPECT_TRUE(it.read().empty());
  bytes = read_text(it.path + ".cache");
  bytes[64] = static_cast<char>(bytes[64] ^ 1);  // in a row
  write_text(it.path + ".cache", bytes);
  EXPECT_EQ(it.read().size(), 1U);
  EXPECT_TRUE(it.read().empty());
}

TEST(CacheBeside, DoesNotReplaceWhatIsNoCache) {
  Beside it;
  write_text(it.path + ".cache", "precious");
  const auto notes = it.read();
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("exists already and is not a cache"), std::string::npos) << notes[0];
  EXPECT_EQ(read_text(it.path + ".cache"), "precious");
  EXPECT_EQ(it.data.rows(), 2U);
}

TEST(CacheBeside, NoticesOtherLabelsAndGroups) {
  Beside it;
  it.path = it.folder.file("data.csv", "g,a,y\np,1,u\nq,2,v\n");
  it.read();
  EXPECT_EQ(it.data.features(), 3U);
  it.options.group = "g";
  EXPECT_EQ(it.read().size(), 1U);
  EXPECT_EQ(it.data.features(), 1U);
  EXPECT_EQ(it.data.groups.size(), 2U);
}

}  // namespace
}  // namespace perceptron::core::test
