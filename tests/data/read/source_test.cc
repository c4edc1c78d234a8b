// Bytes from files: plain, gzip, zstd, in pieces, cut off and damaged.

#include "data/read/source.h"

#include <zstd.h>

#include <vector>

#include "base/random.h"
#include "packing.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

std::string zstd(std::string_view plain) {
  std::string packed(ZSTD_compressBound(plain.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), 3));
  return packed;
}

struct Packer {
  const char* name;
  std::string (*pack)(std::string_view);
};
const std::vector<Packer> kPackers = {{"gzip", gzip}, {"zstd", zstd}};

// Everything in `content`, read `step` bytes at a time.
std::string read_all(const std::string& content, std::size_t step = 1000) {
  const Folder folder;
  const auto source = open_source(folder.file("data.txt", content));
  std::string out;
  std::string piece(step, '\0');
  for (;;) {
    const std::size_t got = source->read(piece);
    out += piece.substr(0, got);
    if (got < step) return out;
  }
}

// The error that reading `content` ends in, without the folder's name.
Failure failure(const std::string& content) {
  try {
    read_all(content);
  } catch (const Error& error) {
    const std::string text = in_options(error.message());
    return {error.kind(), text.substr(text.find("data.txt"))};
  }
  return {};
}

// Text that packs to more than one chunk: random letters and repeats.
std::string long_text() {
  Random random(1);
  std::string text;
  while (text.size() < 900'000) {
    text += static_cast<char>('a' + random.below(26));
    if (random.below(100) == 0) text += std::string(50, 'z');
  }
  return text;
}

TEST(Source, GivesAFileAsItIs) {
  for (const std::string text : {"", "a", "abc", "1 1:2\n2 3:4\n"}) {
    EXPECT_EQ(read_all(text), text);
    EXPECT_EQ(read_all(text, 1), text);
  }
}

TEST(Source, UnpacksByContentNotByName) {
  const std::string text = "1 1:2\n-1 1:3\n";
  for (const Packer& packer : kPackers) {
    EXPECT_EQ(read_all(packer.pack(text)), text) << packer.name;
    EXPECT_EQ(read_all(packer.pack(text), 1), text) << packer.name;
    EXPECT_EQ(read_all(packer.pack("")), "") << packer.name;
  }
}

constexpr std::uint64_t kAll = std::uint64_t{1} << 40U;

TEST(Source, GivesBytesInMemoryAsItGivesAFile) {
  const auto content = [](std::string_view bytes) {
    const auto source = open_bytes(bytes, "memory");
    EXPECT_EQ(source->total(), bytes.size());
    const std::string all = read_up_to(*source, kAll);
    EXPECT_EQ(source->position(), bytes.size());
    return all;
  };
  const std::string text = long_text();
  EXPECT_EQ(content(""), "");
  EXPECT_TRUE(content(text) == text);
  for (const Packer& packer : kPackers) {
    const std::string packed = packer.pack(text);
    EXPECT_TRUE(content(packed) == text) << packer.name;
    EXPECT_THROW(content(std::string_view(packed).substr(0, 99)), Error) << packer.name;
  }
}

TEST(Source, ReturnsAgainWhatWasPeekedAt) {
  const std::string text = long_text();
  for (const std::size_t count : {0U, 1U, 4096U, 4097U, 100'000U, 2'000'000U}) {
    auto source = open_bytes(text, "memory");
    EXPECT_TRUE(peek(source, count) == text.substr(0, count)) << count;
    EXPECT_TRUE(read_up_to(*source, kAll) == text) << count;
  }
}

TEST(Source, UnpacksMoreThanItsBuffersHold) {
  const std::string text = long_text();
  for (const Packer& packer : kPackers) {
    const std::string packed = packer.pack(text);
    ASSERT_GT(packed.size(), std::size_t{1} << 18U);
    EXPECT_TRUE(read_all(packed, 7777) == text) << packer.name;
    EXPECT_TRUE(read_all(packed, 2'000'000) == text) << packer.name;
  }
}

TEST(Source, UnpacksWhatIsMuchLargerThanItsFile) {
  const std::string zeros(5'000'000, '0');
  for (const Packer& packer : kPackers) {
    EXPECT_TRUE(read_all(packer.pack(zeros), 4096) == zeros) << packer.name;
  }
}

TEST(Source, UnpacksStreamsOneAfterTheOther) {
  for (const Packer& packer : kPackers) {
    const std::string packed = packer.pack("1 1:2\n") + packer.pack("") + packer.pack("2 1:3\n");
    EXPECT_EQ(read_all(packed), "1 1:2\n2 1:3\n") << packer.name;
    EXPECT_EQ(read_all(packed, 1), "1 1:2\n2 1:3\n") << packer.name;
    const std::string text = long_text();
    EXPECT_TRUE(read_all(packer.pack(text) + packer.pack(text)) == text + text) << packer.name;
  }
}

TEST(Source, PassesOverTheSkippableFramesOfZstd) {
  // RFC 8878, 3.1.2: magic 0x184D2A5?, the size, as many bytes of anything.
  const std::string skippable("\x50\x2a\x4d\x18\x03\x00\x00\x00xyz", 11);
  EXPECT_EQ(read_all(zstd("ab") + skippable + zstd("cd")), "abcd");
  EXPECT_EQ(read_all(skippable + zstd("cd")), "cd");  // as pzstd writes
}

TEST(Source, KnowsAZstdFileWithALongWindowIsNotDamaged) {
  // What zstd --long=28 writes: a window of 2^28 bytes, then one raw block, "hello".
  const std::string packed("\x28\xb5\x2f\xfd\x00\x90\x29\x00\x00hello", 14);
  const Failure seen = failure(packed);
  EXPECT_EQ(seen.text.find("damaged"), std::string::npos) << seen.text;
}

TEST(Source, KnowsAZstdFrameThatIsShorterThanItStates) {
  // A content of 315 bytes is stated, then there is one empty block. zstd itself finds that only
  // where the output has room for them.
  const std::string packed("\x28\xb5\x2f\xfd\x50\x29\x3b\x00\x01\x00\x00", 11);
  for (const std::size_t step : {1U, 314U, 1000U}) {
    const Folder folder;
    const auto source = open_source(folder.file("data.txt", packed));
    std::string piece(step, '\0');
    EXPECT_THROW(source->read(piece), Error) << step;
  }
  // Frames one after another each count their own content.
  for (const std::size_t step : {1U, 3U, 1000U})
    EXPECT_EQ(read_all(zstd("abcd") + zstd("") + zstd(long_text()) + zstd("ef"), step),
              "abcd" + long_text() + "ef");
}

TEST(Source, RefusesAZstdFileThatAsksForTooMuchMemory) {
  // A window of 2^31 bytes.
  const std::string packed("\x28\xb5\x2f\xfd\x00\xa8\x29\x00\x00hello", 14);
  const Failure seen = failure(packed);
  EXPECT_NE(seen.text.find("a window of more than 2^29 bytes"), std::string::npos) << seen.text;
}

TEST(Source, SaysThatPackedDataIsCutOffWhereverItIsCut) {
  for (const Packer& packer : kPackers) {
    const std::string packed = packer.pack("1 1:2 2:3\n-1 1:3 2:5\n");
    for (std::size_t length = 4; length < packed.size(); ++length) {
      const Failure seen = failure(packed.substr(0, length));
      EXPECT_EQ(seen.code, ErrorKind::input);
      EXPECT_EQ(seen.text,
                "data.txt: the compressed data ends too early; the file was cut off, get it again")
          << packer.name << " cut to " << length;
    }
  }
}

TEST(Source, SaysThatASecondStreamIsCutOff) {
  for (const Packer& packer : kPackers) {
    const std::string whole = packer.pack("1 1:2\n");
    const Failure seen = failure(whole + whole.substr(0, whole.size() - 1));
    EXPECT_EQ(seen.text,
              "data.txt: the compressed data ends too early; the file was cut off, get it again")
        << packer.name;
  }
}

TEST(Source, SaysThatPackedDataIsDamaged) {
  const std::string packed = gzip("1 1:2 2:3\n-1 1:3 2:5\n");
  std::string wrong = packed;
  wrong[packed.size() - 5] ^= 1;  // in the checksum
  EXPECT_EQ(failure(wrong).text,
            "data.txt: the compressed data is damaged (incorrect data check); get the file again");
  EXPECT_EQ(failure(packed + "more").text,
            "data.txt: the compressed data is damaged (incorrect header check); get the file "
            "again");
  EXPECT_EQ(failure(zstd("1 1:2\n") + "more").text,
            "data.txt: the compressed data is damaged (Unknown frame descriptor); get the file "
            "again");
  EXPECT_EQ(failure(zstd("1 1:2\n") + "more").code, ErrorKind::input);
}

TEST(Source, EndsInAnErrorOrInBytesWhateverIsDamaged) {
  Random random(2);
  for (const Packer& packer : kPackers) {
    const std::string packed = packer.pack(long_text().substr(0, 3000));
    for (int i = 0; i < 300; ++i) {
      std::string wrong = packed;
      wrong[random.below(wrong.size())] ^= static_cast<char>(1 + random.below(255));
      const Failure seen = failure(wrong);
      EXPECT_TRUE(!seen.code.has_value() || seen.code == ErrorKind::input) << seen.text;
    }
  }
}

TEST(Source, SaysWhyAFileCannotBeRead) {
  const Folder folder;
  for (const auto& [path, reason] : std::vector<std::pair<std::string, std::string>>{
           {folder.path("none.csv"), "No such file or directory"},
           {folder.path("."), "Is a directory"}}) {
    try {
      open_source(path);
      ADD_FAILURE() << path << " was opened";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io);
      EXPECT_EQ(in_options(error.message()), "cannot read " + path + ": " + reason);
    }
  }
}

TEST(Source, PeeksWithoutTaking) {
  const Folder folder;
  auto source = open_source(folder.file("data.txt", "abcdef"));
  EXPECT_EQ(peek(source, 3), "abc");
  EXPECT_EQ(peek(source, 10), "abcdef");
  std::string bytes(10, '.');
  EXPECT_EQ(source->read(bytes), 6U);
  EXPECT_EQ(bytes, "abcdef....");
  EXPECT_EQ(source->read(bytes), 0U);
  EXPECT_EQ(peek(source, 1), "");
}

TEST(Source, KnowsHowFarItIsInThePackedFile) {
  const Folder folder;
  const std::string packed = gzip(std::string(100'000, 'x'));
  const auto source = open_source(folder.file("data.txt", packed));
  EXPECT_EQ(source->total(), packed.size());
  std::string bytes(100'000, '\0');
  EXPECT_EQ(source->read(bytes), 100'000U);
  EXPECT_EQ(source->position(), packed.size());
}

TEST(Source, ReadersReadPackedFilesOfEveryFormat) {
  for (const std::string text : {"1 1:2\n-1 2:3\n", "a,b,y\n1,2,u\n3,4,v\n", "1,1,5\n3,u\n"}) {
    const std::string plain = read_string(text).fingerprint();
    for (const Packer& packer : kPackers) {
      EXPECT_EQ(read_string(packer.pack(text)).fingerprint(), plain) << packer.name << text;
    }
  }
}

}  // namespace
}  // namespace perceptron::core::test
