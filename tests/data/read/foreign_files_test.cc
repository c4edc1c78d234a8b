// Files that are not read: what they are, and the command that converts them.

#include <gtest/gtest.h>

#include <string>

#include "data/read/foreign_files.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

const std::string kParquet = "PAR1\x15\x04\x15";

std::string refusal_of(std::string_view start, const std::string& name) {
  try {
    refuse_foreign_file(start, name);
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return in_options(error.message());
  }
}

TEST(ForeignFile, IsNamedWithTheCommandThatConvertsIt) {
  EXPECT_EQ(refusal_of(kParquet, "sales/2024.parquet"),
            "sales/2024.parquet:1:1: expected rows of data, found a Parquet file (convert it: "
            "python3 -c \"import pandas; "
            "pandas.read_parquet('sales/2024.parquet').to_csv('sales/2024.csv', index=False)\")");
  EXPECT_EQ(refusal_of("BZh91AY&SY\x01", "sales.csv.bz2"),
            "sales.csv.bz2:1:1: expected rows of data, found bzip2 data (decompress it: bzip2 -dc "
            "sales.csv.bz2 > sales.csv)");
}

TEST(ForeignFile, IsNeverOverwrittenByThatCommand) {
  EXPECT_NE(refusal_of(kParquet, "data.csv").find(".to_csv('data.csv.csv', "), std::string::npos);
  EXPECT_NE(refusal_of("BZh91AY&SY\x01", "data").find("bzip2 -dc data > data.out)"),
            std::string::npos);
  EXPECT_NE(refusal_of("\xff\xfe"
                       "a\0",
                       "data.csv")
                .find("data.csv > data.utf8.csv)"),
            std::string::npos);
}

// Whatever is pasted into a shell must not depend on the name of a file.
TEST(ForeignFile, WithANameThatAShellWouldChangeIsCalledFile) {
  for (const char* name : {"my data.parquet", "a'b.parquet", "$(reboot).parquet", "-rf.parquet",
                           "standard input", "a;b.parquet", "\xc3\xa9.parquet"}) {
    const std::string text = refusal_of(kParquet, name);
    EXPECT_NE(text.find("read_parquet('FILE').to_csv('FILE.csv', "), std::string::npos) << text;
  }
}

TEST(ForeignFile, IsFoundWhereAFormatIsNamedToo) {
  for (const char* format : {"csv", "libsvm", "points", "vw", "fasttext"}) {
    const Failure failure =
        read_failure(kParquet, with(&ReadSettings::format, *find_named<Format>(format)));
    EXPECT_EQ(failure.code, ErrorKind::input);
    EXPECT_NE(failure.text.find("found a Parquet file"), std::string::npos) << format;
  }
}

TEST(ForeignFile, IsFoundBehindACompression) {
  const Folder folder;
  const std::string path = folder.file("twice.xz",
                                       "\xfd"
                                       "7zXZ" +
                                           std::string(3, '\0'));
  EXPECT_EQ(run_words({"gzip", path}).status, 0);
  EXPECT_NE(run_program({"inspect", path + ".gz"}).err.find("found xz data"), std::string::npos);
}

TEST(Text, MayBeginLikeAForeignFile) {
  for (const char* name : {"PAR1", "ARROW1", "FEA1", "BZh9", "MATLAB 5.0 MAT-file", "RDX3"}) {
    const Dataset data = read_string(std::string(name) + ",y\n1,a\n2,b\n");
    EXPECT_EQ(data.schema.feature_names(), (Names{name}));
  }
}

TEST(Text, InSixteenBitsIsFoundWithoutAByteOrderMark) {
  std::string little;
  std::string big;
  for (const char c : std::string("name,y\n1,caf\xe9\n2,b\n")) {
    little += std::string{c, '\0'};
    big += std::string{'\0', c};
  }
  EXPECT_NE(refusal_of(little, "data.csv").find("found UTF-16LE (convert it: iconv -f UTF-16LE "),
            std::string::npos);
  EXPECT_NE(refusal_of(big, "data.csv").find("found UTF-16BE (convert it: iconv -f UTF-16BE "),
            std::string::npos);
}

TEST(Text, WithAStrayZeroIsNotTakenForAnotherEncoding) {
  EXPECT_EQ(refusal_of(std::string("a,y\n1,\0\n2,3\n", 11), "data.csv"), "");
  EXPECT_EQ(refusal_of("", "data.csv"), "");
  EXPECT_EQ(refusal_of(std::string(64, '\0'), "data.csv"), "");
}

struct Marked {
  const char* format;
  const char* text;
};

TEST(ByteOrderMark, IsSkippedInEveryFormatOfText) {
  for (const auto& [format, text] :
       {Marked{"libsvm", "+1 1:1\n-1 2:1\n"}, Marked{"csv", "x,y\n1,a\n2,b\n"},
        Marked{"tsv", "x\ty\n1\ta\n2\tb\n"}, Marked{"points", "2,2,5\n1,2,a\n3,4,b\n"},
        Marked{"vw", "1 |n a:2\n2 |n b:3\n"}, Marked{"fasttext", "__label__a x y\n__label__b z\n"},
        Marked{"csv", "\"x\";y\n1;a\n2;b\n"}}) {
    const std::string marked = "\xef\xbb\xbf" + std::string(text);
    for (const Format how : {Format::automatic, *find_named<Format>(format)}) {
      const ReadSettings options = with(&ReadSettings::format, how);
      const Dataset data = read_string(marked, options);
      EXPECT_EQ(data.fingerprint(), read_string(text, options).fingerprint()) << text;
      EXPECT_EQ(data.schema.feature_names(), read_string(text, options).schema.feature_names());
    }
  }
}

}  // namespace
}  // namespace perceptron::core::test
