// Broken files of all formats, with the error that each ends in.
#pragma once

#include <string>
#include <vector>

#include "file_bytes.h"
#include "support.h"

namespace perceptron::core::test::broken {

inline const std::string kNan64 = bytes("\0\0\0\0\0\0\xf8\x7f");
inline const std::string kHeader =
    "expected a first line d,n,r (dimensions, points, radius), found "
    "something else (use --format csv for plain rows)";
inline const std::string kPair = "a line is: label index:value …";
inline const std::string kLeaveOut = " (replace it or leave it out)";
inline const std::string kLeaveRow = " (replace it or leave the row out)";
inline const std::string kCutText = " (the file ends here without a newline: is it cut off?)";
inline const std::string kWhole = " (they are whole and not negative)";
inline const std::string kSort = " (sort each row by feature number, each feature once)";
inline const std::string kIconv =
    " (in another encoding, probably LATIN1? Convert the file: iconv -f LATIN1 -t UTF-8 data.txt > "
    "data.utf8.txt)";
// Of a text that may mean a missing value, and as a word of the shell.
inline std::string correct(const std::string& column, const std::string& mark = "") {
  return " (correct it, or use --column " + column + "=category if the column is text" +
         (mark.empty() ? "" : ", or --missing-values " + mark + " if it means a missing value") +
         ")";
}
inline const std::string kMissing =
    " (use --missing zero or --missing mean to fill missing values)";
inline const std::string kTwice =
    " (a quote inside quotes is written twice; use --quote none if quotes are part of the text)";
inline const std::string kDelimiter =
    "fields are separated by commas: choose another delimiter with --delimiter)";
inline const std::string kWidth = " (quote fields that hold the delimiter; " + kDelimiter;
inline const std::string kNone = "expected rows of data, found none";
inline const std::string kZero = "expected text, found a zero byte (is this a binary file?)";
inline const std::string kWide = "data.txt:1:1: expected text in UTF-8, found ";
inline const std::string kFound = "data.txt:1:1: expected rows of data, found ";
inline const std::string kRowOfVw = "a line is: label |namespace feature:value …";
inline const std::string kOnlyLabel =
    "expected at least one column besides the label, found none (fields are separated by commas; "
    "choose another delimiter with --delimiter)";
inline const std::string kNoLabel = "expected a class label, found none (every row needs one)";
inline std::string no_label_in(const std::string& column) {
  return "expected a class label in column " + column +
         ", found none (leave the row out, or choose the label column with --label)";
}
inline const std::string kEarly =
    "the compressed data ends too early; the file was cut off, get it again";
inline const std::string kShort = "expected more bytes, found the end of the file (is it cut off?)";
inline const std::string kWeight = "expected the weight of the row, a number of 0 or more, found ";
inline const std::string kEveryWeight = " (every row needs a weight, or none has one)";
inline const std::string kZeroWeight =
    " (correct it, or give a row that is not to count the weight 0)";
inline const std::string kNoWeight =
    "expected a weight above 0, found none in any row (give weights to the rows that count)";
inline const std::string kHugeWeights =
    "expected weights whose sum is a finite number, found larger ones (divide all of them by the "
    "same number)";
inline const std::string kTagAdvice =
    " (a label stands before the tag, with a space between it and the bar)";
inline const std::string kObject = " (each line is a JSON object)";
inline const std::string kArff = "@relation r\n@attribute x real\n@attribute c {u,v}\n@data\n";
inline const std::string kPoint = " (correct it or leave the point out)";

inline std::string iconv(const std::string& from) {
  return from + " (convert it: iconv -f " + from + " -t UTF-8 data.txt > data.utf8.txt)";
}

inline std::string pandas(const std::string& read) {
  return "convert it: python3 -c \"import pandas; pandas." + read +
         "('data.txt').to_csv('data.csv', index=False)\")";
}

inline std::string zip(const std::string& name) { return bytes("PK\3\4\x14\0\0\0\x08\0") + name; }

struct Broken {
  std::string content;
  std::string options;  // "label=first columns=a,b"; LABELS stands for the file of `labels`
  std::string text;     // what the error says, the file called data.txt
  ErrorKind code = ErrorKind::input;
  std::string labels = {};
};

// clang-format off
inline const std::vector<Broken> kCatalogue = {
    // ---- Nothing there ----
    {"", "", "data.txt:1:1: expected data, found an empty file"},
    {"\n\n  \t\n", "", "data.txt:1:1: " + kNone},
    {"\n\n", "format=libsvm", "data.txt:1:1: " + kNone},
    {"# one\n# two\n", "", "data.txt:1:1: " + kNone},
    {"\xef\xbb\xbf", "", "data.txt:1:1: " + kNone},
    {"a,b\n", "header=yes", "data.txt:1:1: " + kNone},
    {"2,0,5\n", "format=points", "data.txt:1:1: " + kNone},
    // ---- No text ----
    {bytes("1 1:2\n1 \0" "1:2\n"), "", "data.txt:2:3: " + kZero},
    {bytes("a,y\n1,\0\n"), "", "data.txt:2:3: " + kZero},
    {bytes("1,2,a\n1,\0,b\n"), "", "data.txt:2:3: " + kZero},
    {bytes("1\0,\0a\0\n\0"), "", kWide + iconv("UTF-16LE")},
    {bytes("\0" "1\0,\0a\0\n"), "format=csv", kWide + iconv("UTF-16BE")},
    {bytes("\xff\xfe" "1\0 \0"), "", kWide + iconv("UTF-16")},
    {bytes("\xfe\xff\0" "1\0,"), "format=libsvm", kWide + iconv("UTF-16")},
    {bytes("\xff\xfe\0\0" "1\0\0\0"), "", kWide + iconv("UTF-32")},
    {bytes("\0\0\xfe\xff\0\0\0" "1"), "", kWide + iconv("UTF-32")},
    {bytes("1\0\0\0,\0\0\0"), "", kWide + iconv("UTF-32LE")},
    {bytes("\0\0\0" "1\0\0\0,"), "", kWide + iconv("UTF-32BE")},
    {"\xff 1:2\n", "", "data.txt:1:1: expected text in UTF-8, found the byte 0xff" + kIconv},
    {"1 1:2\nab\xc3 1:2\n", "", "data.txt:2:3: expected text in UTF-8, found the byte 0xc3" + kIconv},
    {"\xc0\xaf 1:2\n", "", "data.txt:1:1: expected text in UTF-8, found the byte 0xc0" + kIconv},
    {"\xed\xa0\x80 1:2\n", "", "data.txt:1:1: expected text in UTF-8, found the byte 0xed" + kIconv},
    {"\xf4\x90\x80\x80 1:2\n", "", "data.txt:1:1: expected text in UTF-8, found the byte 0xf4" + kIconv},
    {"a\xff,y\n1,u\n", "", "data.txt:1:2: expected text in UTF-8, found the byte 0xff" + kIconv},
    {"w,y\nred,u\nbl\xe9,v\n", "", "data.txt:3:3: expected text in UTF-8, found the byte 0xe9" + kIconv},
    {"x,y\n1,caf\xe9\n", "", "data.txt:2:6: expected text in UTF-8, found the byte 0xe9" + kIconv},
    {"a\x01 1:2\n", "", "data.txt:1:2: expected text, found the control character 0x01 (remove it)"},
    {"x,y\n1,u\x7f\n", "", "data.txt:2:4: expected text, found the control character 0x7f (remove it)"},
    {"1 1:\xff\n", "", "data.txt:1:5: expected a number for feature 1, found \"\\xff\"" + kLeaveOut},
    {"1 1:\x1b[2J\n", "", "data.txt:1:5: expected a number for feature 1, found \"\\x1b[2J\"" + kLeaveOut},
    // ---- JSON lines ----
    {"{\"x\":1,\"c\":\"u\"}\n{\"x\":2,\"c\":\"v\"\n", "", "data.txt:2:15: expected a comma or the end of the object, found the end of the line" + kObject},
    {"{\"x\":1,\"c\":\"u\"}\n{\"x\":2 \"c\":\"v\"}\n", "", "data.txt:2:8: expected a comma or the end of the object, found \"\"\"" + kObject},
    {"{\"x\":1,\"c\":\"u\"}\n{\"x\":2,\"c\":\"v}\n", "", "data.txt:2:15: expected a closing quote, found the end of the line" + kObject},
    {"{\"x\":1,\"c\":\"u\"}\n{\"x\" 2,\"c\":\"v\"}\n", "", "data.txt:2:6: expected a colon, found \"2\"" + kObject},
    {"{\"x\":1,\"c\":\"u\"}\n{x:2,\"c\":\"v\"}\n", "", "data.txt:2:2: expected the name of a member, in quotes, found \"x\"" + kObject},
    {"{\"x\":1,\"c\":\"u\"}\n{\"x\":2,\"c\":\"v\"},\n", "", "data.txt:2:16: expected the end of the line after the object, found \",\"" + kObject},
    {"{\"x\":1,\"c\":\"u\"}\n{\"x\":,\"c\":\"v\"}\n", "", "data.txt:2:6: expected a value of \"x\", found \",\"" + kObject},
    {"{\"x\":1,\"c\":\"u\"}\n{\"x\":yes,\"c\":\"v\"}\n", "", "data.txt:2:6: expected a value of \"x\", found \"y\"" + kObject},
    {"{\"x\":1,\"c\":\"u\"}\n{\"x\":01,\"c\":\"v\"}\n", "", "data.txt:2:6: expected a value of \"x\", found \"0\"" + kObject},
    {"{\"x\":1,\"c\":\"u\"}\n{\"x\":\"\\q\",\"c\":\"v\"}\n", "", "data.txt:2:6: expected a text as JSON writes it, found \"\"\"" + kObject},
    {"{\"x\":1,\"c\":\"u\"}\n{\"x\":2,\"x\":3,\"c\":\"v\"}\n", "", "data.txt:2:12: expected each member once, found \"x\" again (give it another name)"},
    {"{\"x\":1,\"c\":\"u\"}\n{\"x\":[2],\"c\":\"v\"}\n", "", "data.txt:2:6: expected a number, a text, true, false or null as \"x\", found \"[\" (a column holds one value in each row: give the parts of a list or an object names of their own)"},
    {"{\"x\":1,\"c\":\"u\"}\nx,c\n", "", "data.txt:2:1: expected a JSON object, found \"x\"" + kObject},
    {"{}\n{}\n", "", "data.txt:1:1: expected members in the first object, found none (they are the columns)"},
    {"{\"c\":\"u\"}\n{\"c\":\"v\"}\n", "", "data.txt:1:1: expected at least one column besides the label, found none"},
    {"{\"x\":1,\"c\":\"u\"}\n{\"x\":2,\"c\":null}\n", "", "data.txt:2:12: " + no_label_in("\"c\"")},
    {"{\"x\\u0007\":1,\"c\":\"u\"}\n{\"c\":\"v\"}\n", "", "data.txt:1:13: expected text, found the control character 0x07 (remove it)"},
    {"[{\"x\":1,\"c\":\"u\"},\n{\"x\":2,\"c\":\"v\"}]\n", "", kFound + "a JSON list (write each of its objects in a line of its own: jq -c '.[]' data.txt > rows.jsonl)"},
    {"\n", "format=jsonl", "data.txt:1:1: " + kNone},
    // ---- ARFF ----
    {"@relation r\n@attribute x real\n", "", "data.txt:2:1: expected a line @data after the attributes, found none (is the file cut off?)"},
    {"@relation r\n@data\n1\n", "", "data.txt:2:1: expected lines @attribute NAME TYPE before @data, found none"},
    {"@relation r\n@attribute x real\n1,u\n", "", "data.txt:3:1: expected @attribute or @data, found \"1,u\" (rows stand after @data)"},
    {"@relation r\n@attribute x cube\n@data\n1\n", "", "data.txt:2:14: expected the type numeric, real, integer, string, date or {a, b, c}, found \"cube\" (change it in the header)"},
    {"@relation r\n@attribute x\n@data\n1\n", "", "data.txt:2:13: expected the type numeric, real, integer, string, date or {a, b, c}, found \"\" (change it in the header)"},
    {"@relation r\n@attribute\n@data\n1\n", "", "data.txt:2:11: expected the name of a column, found the end of the line (@attribute NAME TYPE)"},
    {"@relation r\n@attribute x real\n@attribute x real\n@data\n1,2\n", "", "data.txt:3:12: expected a new column name, found \"x\" again after line 2 (rename one of them)"},
    {"@relation r\n@attribute x {a,b\n@data\na\n", "", "data.txt:2:18: expected a comma or a closing brace, found the end of the line (the values of a column stand in {a, b, c})"},
    {"@relation r\n@attribute 'x real\n@data\n1\n", "", "data.txt:2:19: expected a closing quote, found the end of the line (a quote inside quotes has a backslash before it)"},
    {kArff, "", "data.txt:1:1: expected rows after @data, found none"},
    {kArff + "1,u,2\n", "", "data.txt:5:1: expected 2 values, as the header declares, found 3 (write ? for a missing value)"},
    {kArff + "1\n", "", "data.txt:5:1: expected 2 values, as the header declares, found 1 (write ? for a missing value)"},
    {kArff + "1,u,{2}\n", "", "data.txt:5:1: expected 2 values, as the header declares, found 3 (weights in braces are not read: give them a column of their own)"},
    {kArff + "1,'u\n", "", "data.txt:5:5: expected a closing quote, found the end of the line (a quote inside quotes has a backslash before it)"},
    {kArff + "1,'u' v\n", "", "data.txt:5:7: expected a comma after the value, found \"v\" (put values with blanks or quotes in quotes)"},
    {kArff + "x,u\n1,v\n", "", "data.txt:5:1: expected a number in column \"x\", found \"x\"" + correct("x", "x")},
    {kArff + "{2 1}\n", "", "data.txt:5:2: expected the number of a column, 0 to 1, each once, found \"2\" (a row that starts with a brace lists its values with their columns)"},
    {kArff + "{x 1}\n", "", "data.txt:5:2: expected the number of a column, 0 to 1, each once, found \"x\" (a row that starts with a brace lists its values with their columns)"},
    {kArff + "{0 1, 0 2}\n", "", "data.txt:5:7: expected the number of a column, 0 to 1, each once, found \"0\" (a row that starts with a brace lists its values with their columns)"},
    {kArff + "{0 1\n", "", "data.txt:5:5: expected a comma or a closing brace, found the end of the line ({1 0.5, 3 2})"},
    {kArff + "{0 1}, {5}\n", "", "data.txt:5:6: expected the end of the row, found \",\" (weights after the row are not read)"},
    {"@relation r\n@attribute x string\n@attribute c {u,v}\n@data\n{1 u}\n", "", "data.txt:5:1: expected a value of column \"x\", found none (only columns of numbers and of listed values can be left out of a row)"},
    {kArff + "1,?\n2,u\n", "", "data.txt:5:3: " + no_label_in("\"c\"")},
    // ---- Files of other programs ----
    {"PAR1\x15\x04\x15", "", kFound + "a Parquet file (" + pandas("read_parquet")},
    {bytes("ARROW1\0\0\xff\xff\xff\xff"), "", kFound + "an Arrow file (Feather) (" + pandas("read_feather")},
    {bytes("FEA1\0\0\0\0"), "format=csv", kFound + "a Feather file (" + pandas("read_feather")},
    {zip("xl/workbook.xml"), "", kFound + "an Excel workbook (" + pandas("read_excel")},
    {zip("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"), "", kFound + "an OpenDocument spreadsheet (" + pandas("read_excel")},
    {zip("[Content_Types].xml"), "", kFound + "an Office file (" + pandas("read_excel")},
    {zip("X.npy"), "", kFound + "an .npz archive (save each of its arrays: python3 -c \"import numpy; a = numpy.load('data.txt'); [numpy.save(k, a[k]) for k in a.files]\")"},
    {zip("rows.csv"), "", kFound + "a zip archive (unpack it: unzip data.txt)"},
    {bytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0"), "", kFound + "an old Excel workbook or Office file (" + pandas("read_excel")},
    {"\x89HDF\r\n\x1a\n", "", kFound + "an HDF5 file (" + pandas("read_hdf")},
    {bytes("MATLAB 5.0 MAT-file, by hand\0\1IM"), "", kFound + "a MATLAB file (save its matrix, here X: python3 -c \"import numpy, scipy.io; numpy.save('data.npy', scipy.io.loadmat('data.txt')['X'])\")"},
    {bytes("SQLite format 3\0\x10"), "", kFound + "an SQLite database (export a table, here T: sqlite3 -header -csv data.txt 'SELECT * FROM T' > data.csv)"},
    {bytes("X\n\0\0\0\3"), "", kFound + "an R data frame (.rds) (convert it: Rscript -e 'write.csv(readRDS(\"data.txt\"), \"data.csv\", row.names=FALSE)')"},
    {bytes("RDX3\nX\n\0\0\0\3"), "", kFound + "an R workspace (export a data frame, here D: Rscript -e 'load(\"data.txt\"); write.csv(D, \"data.csv\", row.names=FALSE)')"},
    {"\x80\2]q", "", kFound + "a Python pickle (it can run any code; if you trust it, " + pandas("read_pickle")},
    {"\x80\4\x95", "format=fasttext", kFound + "a Python pickle (it can run any code; if you trust it, " + pandas("read_pickle")},
    {"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", "", kFound + "a PDF document (export its table as CSV, or look for it in the text: pdftotext -layout data.txt -)"},
    {"\x89PNG\r\n\x1a\n", "", kFound + "a PNG image (turn images into numbers first, a row for each)"},
    {"\xff\xd8\xff\xe0", "", kFound + "a JPEG image (turn images into numbers first, a row for each)"},
    {bytes("\xfd" "7zXZ\0"), "", kFound + "xz data (decompress it: xz -dc data.txt > data)"},
    {"BZh91AY&SY\xa3", "", kFound + "bzip2 data (decompress it: bzip2 -dc data.txt > data)"},
    {"\x04\x22\x4d\x18\x64", "", kFound + "lz4 data (decompress it: lz4 -dc data.txt > data)"},
    {"7z\xbc\xaf\x27\x1c", "", kFound + "a 7z archive (unpack it: 7z x data.txt)"},
    {"rows.csv" + std::string(249, '\0') + "ustar", "", kFound + "a tar archive (unpack it: tar -xf data.txt)"},
    // ---- LIBSVM ----
    {"1 1:x\n", "", "data.txt:1:5: expected a number for feature 1, found \"x\"" + kLeaveOut},
    {"1 1:2 3:1x\n", "", "data.txt:1:9: expected a number for feature 3, found \"1x\"" + kLeaveOut},
    {"1 1:1,5\n", "", "data.txt:1:5: expected a number for feature 1, found \"1,5\"" + kLeaveOut},
    {"1 1:2:3\n", "", "data.txt:1:5: expected a number for feature 1, found \"2:3\"" + kLeaveOut},
    {"1 1:0x10\n", "", "data.txt:1:5: expected a number for feature 1, found \"0x10\"" + kLeaveOut},
    {"1 1:+-1\n", "", "data.txt:1:5: expected a number for feature 1, found \"+-1\"" + kLeaveOut},
    {"1 1:NaN\n", "", "data.txt:1:5: expected a number for feature 1, found \"NaN\"" + kLeaveOut},
    {"1 1:inf\n", "", "data.txt:1:5: expected a finite number for feature 1, found \"inf\"" + kLeaveRow},
    {"1 1:-1e999\n", "", "data.txt:1:5: expected a finite number for feature 1, found \"-1e999\"" + kLeaveRow},
    {"1 1:\n", "", "data.txt:1:5: expected a number for feature 1, found nothing" + kLeaveOut},
    {"1 3:", "", "data.txt:1:5: expected a number for feature 3, found nothing" + kCutText},
    {"1 3:1e", "", "data.txt:1:5: expected a number for feature 3, found \"1e\"" + kCutText},
    {"1 1:2\n1 3", "", "data.txt:2:3: expected index:value, found \"3\"" + kCutText},
    {"1 1:2\n1 3\n", "", "data.txt:2:3: expected index:value, found \"3\" (" + kPair + ")"},
    {"1 1:x 2:3", "", "data.txt:1:5: expected a number for feature 1, found \"x\"" + kLeaveOut},
    {"1 0:5\n", "index-base=1", "data.txt:1:3: expected feature numbers from 1 on, found 0 (use --index-base 0 if the file counts from 0)"},
    {"1 4294967296:1\n", "", "data.txt:1:3: expected a feature number up to 4294967295, found 4294967296 (renumber the features)"},
    {"1 1:1 99999999999999999999:1\n", "", "data.txt:1:7: expected a feature number up to 4294967295, found 99999999999999999999 (renumber the features)"},
    {"1 -1:1\n", "", "data.txt:1:3: expected a feature number, found \"-1\"" + kWhole},
    {"1 1:1 1.5:1\n", "", "data.txt:1:7: expected a feature number, found \"1.5\"" + kWhole},
    {"1 2:1 1:1\n", "", "data.txt:1:7: expected a feature number above 2, found 1" + kSort},
    {"1 2:1 2:1\n", "", "data.txt:1:7: expected a feature number above 2, found 2" + kSort},
    {"1 1:1\n1:2 3:4\n", "", "data.txt:2:1: expected a class label, found the feature \"1:2\" (" + kPair + ")"},
    {"1 1:1\n1 3:1\n1 2:1\n", "features=2", "data.txt:2: expected at most 2 features, found feature 3 (use --features 3)"},
    {"1 0:1 2:1\n", "features=2", "data.txt:1: expected at most 2 features, found feature 2 (use --features 3)"},
    {"1 1:1\n", "features=-3", "--features takes a number, ignore-new or add-new, not \"-3\"", ErrorKind::usage},
    {"1 1:1\n", "labels=LABELS", "--labels goes with an .npy matrix; data.txt has its own labels", ErrorKind::usage, "1\n"},
    // ---- LIBSVM with weights ----
    {"1:2 3:4\n1:3 4:5\n", "", "data.txt:1:1: expected a class label, found the feature \"1:2\" (" + kPair + "; with a weight, 1:0.5, a label needs a sign, +1:0.5)"},
    {"+1:0.5 1:1\n-1 1:2\n", "", "data.txt:2:1: expected a label with its weight, as other rows have it, found \"-1\" (a line is: label:weight index:value …)"},
    {"1 1:1\n-1:2 1:2\n", "", "data.txt:1:1: expected a label with its weight, as other rows have it, found \"1\" (a line is: label:weight index:value …)"},
    {"+1:-2 1:1\n-1:2 1:2\n", "", "data.txt:1:4: expected a weight of 0 or more, found \"-2\"" + kZeroWeight},
    {"+1:2 1:1\n-1:inf 1:2\n", "", "data.txt:2:4: " + kWeight + "\"inf\"" + kEveryWeight},
    {"+1:0 1:1\n-1:0 1:2\n", "", "data.txt: " + kNoWeight},
    {"+1:1e308 1:1\n-1:1e308 1:2\n", "", "data.txt: " + kHugeWeights},
    // ---- Weights in a file ----
    {"1 1:1\n2 1:2\n", "row-weights=LABELS", "labels.txt:2:1: expected a weight for every row of data.txt, found 1 (is it the right file?)", ErrorKind::input, "1\n"},
    {"1 1:1\n2 1:2\n", "row-weights=LABELS", "labels.txt:3:1: expected 2 weights for data.txt, found more (is it the right file?)", ErrorKind::input, "1\n2\n3\n"},
    {"1 1:1\n2 1:2\n", "row-weights=LABELS", "labels.txt:2:1: " + kWeight + "\"x\"" + kEveryWeight, ErrorKind::input, "1\nx\n"},
    {"1 1:1\n2 1:2\n", "row-weights=LABELS", "labels.txt:1:1: " + kWeight + "nothing" + kEveryWeight, ErrorKind::input, "\n1\n"},
    {"1 1:1\n2 1:2\n", "row-weights=LABELS", "labels.txt:2:1: expected a weight of 0 or more, found \"-1\"" + kZeroWeight, ErrorKind::input, "1\n-1\n"},
    {"1 1:1\n2 1:2\n", "row-weights=LABELS", "labels.txt: " + kNoWeight, ErrorKind::input, "0\n0\n"},
    {"+1:1 1:1\n-1:1 1:2\n", "row-weights=LABELS", "--row-weights: data.txt states the weights of its rows itself; leave one of them out", ErrorKind::usage, "1\n1\n"},
    {"x,y\n1,a\n", "row-weights=LABELS", "--row-weights goes with data that cannot hold weights; data.txt is csv data, which can (name their column with --weight)", ErrorKind::usage, "1\n"},
    {"1 |f a\n", "format=vw row-weights=LABELS", "--row-weights goes with data that cannot hold weights; data.txt is vw data, which can", ErrorKind::usage, "1\n"},
    // ---- Vowpal Wabbit ----
    {"1 f a\n", "format=vw", "data.txt:1:1: expected a bar (|) before the features, found none (" + kRowOfVw + ")"},
    {"1 |f a:2\n|f b:3\n", "", "data.txt:2:1: " + kNoLabel},
    {"1|f a:2\n", "format=vw", "data.txt:1:1: expected a class label, found the tag \"1\"" + kTagAdvice},
    {"'first |f a:2\n", "", "data.txt:1:1: expected a class label, found the tag \"'first\"" + kTagAdvice},
    {"1:10:0.5 |f a:2\n", "", "data.txt:1:1: expected a class label, found \"1:10:0.5\" (labels with costs or actions are not of classification; write the class alone)"},
    {"1 x |f a\n", "format=vw", "data.txt:1:3: " + kWeight + "\"x\"" + kEveryWeight},
    {"1 2 |f a\n2 -2 |f a\n", "", "data.txt:2:3: expected a weight of 0 or more, found \"-2\"" + kZeroWeight},
    {"1 0 |f a\n2 0 |f b\n", "", "data.txt: " + kNoWeight},
    {"1 1e308 |f a\n2 1e308 |f b\n", "", "data.txt: " + kHugeWeights},
    {"1 1 z |f a\n", "format=vw", "data.txt:1:5: expected a number as the base (initial prediction), found \"z\" (correct it or leave it out)"},
    {"1 2 3 4 |f a\n", "format=vw", "data.txt:1:7: expected label, importance, base and tag before the bar, found \"4\" (" + kRowOfVw + ")"},
    {"1 |f a:x\n", "format=vw", "data.txt:1:8: expected a number for the feature \"a\", found \"x\" (a category is a feature of its own: a=x)"},
    {"1 |f a:1 b:\n", "format=vw", "data.txt:1:12: expected a number for the feature \"b\", found nothing (a category is a feature of its own: b=)"},
    {"1 |f a:1e", "format=vw", "data.txt:1:8: expected a number for the feature \"a\", found \"1e\"" + kCutText},
    {"1 |f a:inf\n", "", "data.txt:1:8: expected a finite number for the feature \"a\", found \"inf\"" + kLeaveRow},
    {"1 |f a:1:2\n", "format=vw", "data.txt:1:8: expected a number for the feature \"a\", found \"1:2\" (a category is a feature of its own: a=1:2)"},
    {"1 |f :3\n", "format=vw", "data.txt:1:6: expected the name of a feature before the colon, found none (" + kRowOfVw + ")"},
    {"1 |:2 a\n", "format=vw", "data.txt:1:4: expected the name of a namespace before the colon, found none (" + kRowOfVw + ")"},
    {"1 |f:x a\n", "format=vw", "data.txt:1:6: expected a number as the scale of the namespace \"f\", found \"x\" (correct it or leave it out)"},
    {"1 |f:1e200 a:1e200\n", "", "data.txt:1:12: expected a value of \"a:1e200\" times the scale of its namespace that is finite, found a larger one (divide one of them)"},
    {"1 |f b a:1e308 a:1e308\n", "", "data.txt:1:1: expected values of the feature \"f^a\" whose sum is a finite number, found larger ones (name it once, or divide them)"},
    {"1 |f a\xff:2\n", "", "data.txt:1:7: expected text in UTF-8, found the byte 0xff" + kIconv},
    {"1 |f\xff a:2\n", "", "data.txt:1:5: expected text in UTF-8, found the byte 0xff" + kIconv},
    {"1 |f a\x01:2\n", "", "data.txt:1:7: expected text, found the control character 0x01 (remove it)"},
    {"1 |f a:2\n", "weight=f", "--weight names a column of a CSV; data.txt is vw data (use --format csv if it is a table)", ErrorKind::usage},
    // ---- fastText ----
    {"x y\n", "format=fasttext", "data.txt:1:1: " + kNoLabel},
    {"__label__a x\n\ny\n", "", "data.txt:3:1: " + kNoLabel},
    {"__label__ x\n", "", "data.txt:1:10: " + kNoLabel},
    {"__label__a x __label__b\n", "", "data.txt:1:14: expected one label in each row, found the second one \"__label__b\" (keep one of them, or write a row for each)"},
    {"__label__a x\xff\n", "", "data.txt:1:13: expected text in UTF-8, found the byte 0xff" + kIconv},
    {"__label__a\x02 x\n", "", "data.txt:1:11: expected text, found the control character 0x02 (remove it)"},
    {"__label__a x\n", "labels=LABELS", "--labels goes with an .npy matrix; data.txt has its own labels", ErrorKind::usage, "1\n"},
    // ---- CSV ----
    {"a,y\n1,u\nx,v\n", "", "data.txt:3:1: expected a number in column \"a\", found \"x\"" + correct("a", "x")},
    {"1,2,u\n3, 1x,v\n", "", "data.txt:2:4: expected a number in column \"x2\", found \"1x\"" + correct("x2", "1x")},
    {"a,y\n1,u\n\"\"\"x\"\"\",v\n", "", "data.txt:3:1: expected a number in column \"a\", found \"\"x\"\"" + correct("a", "'\"x\"'")},
    {"a,y\n1,u\nNaN,v\n", "missing=error", "data.txt:3:1: expected a number in column \"a\", found \"NaN\"" + kMissing},
    {"a,y\n1,u\n,v\n", "missing=error", "data.txt:3:1: expected a number in column \"a\", found nothing" + kMissing},
    {"a,y\n1,u\ninf,v\n", "missing=zero", "data.txt:3:1: expected a finite number in column \"a\", found \"inf\"" + kLeaveRow},
    {"a,y\n1e999,u\n", "", "data.txt:2:1: expected a finite number in column \"a\", found \"1e999\"" + kLeaveRow},
    {"w,x,y\n\"p\nq\",1,u\n\"r\ns\",z,v\n", "", "data.txt:5:4: expected a number in column \"x\", found \"z\"" + correct("x", "z")},
    {"w,y\na,u\n,v\n", "missing=error", "data.txt:3:1: expected a number or text in column \"w\", found nothing (use --missing auto to make a category of missing values)"},
    {"a,b,y\n1,2\n", "", "data.txt:2:1: expected 3 columns as in the first line, found 2 (write every field, empty ones too; " + kDelimiter},
    {"a,b,y\n1,2,u\n\n1,2,3,u\n", "", "data.txt:4:1: expected 3 columns as in the first line, found 4" + kWidth},
    {"a,y\n1,\n", "", "data.txt:2:3: " + no_label_in("\"y\"")},
    {"a,y\n1,\"u\n2,v\n", "", "data.txt:2:3: expected a closing quote, found none before the end of the file: is it cut off?" + kTwice},
    {"a,y\n\"1\"2,u\n", "", "data.txt:2:4: expected a delimiter after the closing quote, found \"2\"" + kTwice},
    {"a,y\n\"1\"é,u\n", "", "data.txt:2:4: expected a delimiter after the closing quote, found \"é\"" + kTwice},
    {"a,b,a,y\n1,2,3,u\n", "", "data.txt:1:5: expected a new column name, found \"a\" again after column 1 (rename one of them; if the names are in the next line, remove this one: sed 1d data.txt > data.rows.txt)"},
    {"y\nu\n", "header=yes", "data.txt:1:1: " + kOnlyLabel},
    {"1\n2\n3\n", "", "data.txt:1:1: " + kOnlyLabel},
    {"a,y\n1,u\n", "label=z", "--label: data.txt has no column \"z\"; it has \"a\", \"y\"", ErrorKind::usage},
    {"a,y\n1,u\n", "label=0", "--label: data.txt has no column \"0\"; it has \"a\", \"y\"", ErrorKind::usage},
    {"1,u\n", "label=3", "--label: data.txt has no header, name one of its columns 1 to 2, not \"3\"", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "columns=a,z", "--columns: data.txt has no column \"z\"; it has \"a\", \"b\", \"y\"", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "columns=a,y", "--columns: \"y\" is the label; choose another label with --label", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "columns=q*", "--columns: data.txt has no column \"q*\"; it has \"a\", \"b\", \"y\"", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "ignore=a,b", "data.txt:1:1: expected at least one column besides the label, found none"},
    {"a,b,y\n1,2,u\n", "ignore=z", "--ignore: data.txt has no column \"z\"; it has \"a\", \"b\", \"y\"", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "column=z=flag", "--column: data.txt has no column \"z\"; it has \"a\", \"b\", \"y\"", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "column=y=flag", "--column: \"y\" is the label, not a feature", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "column=a=label;b=label", "the label is chosen twice; name one column for it", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "column=a=weight weight=b", "the weight is chosen twice; name one column for it", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "column=a", "--column takes NAME=TYPE, such as age=number, not \"a\"", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "column=a=ordinal:S", "--column: an ordinal needs its texts in order, such as size=ordinal:small,medium,large", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "column=a=number:S", "--column: number takes a scaling (none, standard, maxabs) after a colon, found \"S\"", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "column=a=id:S", "--column: id takes nothing after a colon, found \"S\"", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "column=a=date:unit", "--column: expected one of auto, ymd, dmy, mdy, found \"unit\"", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "ignore=y", "--ignore: \"y\" is the label; choose another one with --label", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "weight=b ignore=b", "--ignore: \"b\" is the weight; choose another one with --weight", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "ignore=a column=a=number", "--column: \"a\" is left out by --ignore; choose one of the two", ErrorKind::usage},
    {"a,b,y\n(cm),(kg),\n1,2,u\n3,4,v\n5,6,u\n", "", "data.txt:2: expected a row below the header, found \"(cm)\", \"(kg)\" above columns of numbers, as units or a second header are written (remove the line: sed 2d data.txt > data.rows.txt; or the one above it, if this is the header: sed 1d data.txt > data.rows.txt; if it is a row, correct it, or use --column a=category)"},
    {"Flowers,,,\na,b,kind,y\n1,2,x,u\n3,4,z,v\n5,6,x,u\n", "", "data.txt:2: expected a row below the header, found \"a\", \"b\" above columns of numbers, as units or a second header are written (remove the line: sed 2d data.txt > data.rows.txt; or the one above it, if this is the header: sed 1d data.txt > data.rows.txt; if it is a row, correct it, or use --column Flowers=category)"},
    {"a,b,y\n1,2,u\n", "delimiter=ab", "--delimiter takes comma, semicolon, tab, pipe, space or one character that is not part of words and numbers, not \"ab\"", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "delimiter=7", "--delimiter takes comma, semicolon, tab, pipe, space or one character that is not part of words and numbers, not \"7\"", ErrorKind::usage},
    {"a,b,y\n1,2,u\n", "delimiter=semicolon", "data.txt:1:1: expected at least one column besides the label, found none (use --delimiter , if that separates the fields)"},
    {"a b y\n1 2 u\n", "delimiter=semicolon", "data.txt:1:1: expected at least one column besides the label, found none (fields are separated by semicolons; choose another delimiter with --delimiter)"},
    {"a,b,y\n1,2,u\n\"1,5\",2,u\n", "delimiter=tab label=y", "--label: data.txt has no column \"y\"; it has \"a,b,y\" (use --delimiter , if that separates the fields)", ErrorKind::usage},
    {"1\t2\tu\n3\t4\tv\n", "delimiter=pipe label=3", "--label: data.txt has no column \"3\"; it has \"1\\x092\\x09u\" (use --delimiter tab if that separates the fields)", ErrorKind::usage},
    {"a,Kind of,b\n1,u,2\n3,v,4\n", "label=kind_of", "--label: data.txt has no column \"kind_of\"; it has \"a\", \"Kind of\", \"b\" (did you mean \"Kind of\"?)", ErrorKind::usage},
    {"a,b,y\n1,5,2,u\n2,5,3,v\n", "", "data.txt:2:1: expected 3 columns as in the first line, found 4 (most lines have more fields: if commas are decimal marks here, put such numbers in quotes, or separate the fields by another character)"},
    {"a,b,y\n1,2,u,\n2,5,v,\n", "", "data.txt:2:1: expected 3 columns as in the first line, found 4 (the line ends with a delimiter, which the first one does not: if all lines below do, add one to the first: sed '1s/$/,/' data.txt > data.rows.txt)"},
    {"a,b,y\n1,2,u\n2,5,v\na,b,y\n3,4,u\n", "", "data.txt:4:1: expected a row, found the header again (remove the line: sed 4d data.txt > data.rows.txt)"},
    {"a;b;y\n1.234,5;2.100;u\n2,5;3.200;v\n", "", "data.txt: expected numbers with one decimal mark, found both \"2.100\" in column \"b\" and \"1.234,5\" in column \"a\" (use --decimal comma if the point in \"2.100\" separates thousands; otherwise write all of them alike, or leave a column out with --ignore a)"},
    {"a;y\n1,5;u\n2.5;v\n", "", "data.txt: expected numbers with one decimal mark, found both \"2.5\" in column \"a\" and \"1,5\" in column \"a\" (write all of them alike, or leave a column out with --ignore a)"},
    {"a;y\n1,500;u\n2;v\n", "", "data.txt: cannot tell whether the comma in \"1,500\" in column \"a\" is a decimal mark or separates thousands (use --decimal comma or --decimal point)"},
    {"a,y\n1.5,u\n\"2,5\",v\n", "", "data.txt:3:1: expected a number in column \"a\", found \"2,5\" (choose the decimal mark with --decimal comma or --decimal point)"},
    {"a;y\n1,5;u\n1,5,5;v\n", "column=a=number", "data.txt:3:1: expected a number in column \"a\", found \"1,5,5\"" + correct("a")},
    {"a;y\n1,5;u\n2.5e1;v\n", "decimal=comma", "data.txt:3:1: expected a number in column \"a\", found \"2.5e1\" (correct it, or use --column a=category if the column is text)"},
    {"d,y\n2024-02-30,u\n", "column=d=date", "data.txt:2:1: expected a date such as 2024-12-31 in column \"d\", found \"2024-02-30\" (correct it, or use --column d=category if the column is text)"},
    {"d,y\n2024-02-20,u\nsoon,v\n", "column=d=date:ymd", "data.txt:3:1: expected a date such as 2024-12-31 in column \"d\", found \"soon\" (correct it, or use --column d=category if the column is text)"},
    {"d,y\n1/2/2024,u\n", "column=d=date", "data.txt:1:1: cannot tell the day from the month in column \"d\", such as \"1/2/2024\" (use --column d=date:dmy or --column d=date:mdy)"},
    {"s,y\nS,u\nXL,v\n", "column=s=ordinal:S,M", "data.txt:3:1: expected one of \"S\", \"M\" in column \"s\", found \"XL\" (name all texts of an ordinal in its order)"},
    {"f,y\nperhaps,u\n", "column=f=flag", "data.txt:2:1: expected yes or no, true or false, 1 or 0 in column \"f\", found \"perhaps\" (use --column f=category for other texts)"},
    {"5 2\n1 2 u\n3 4 v\n", "", "data.txt:1:1: expected 5 rows, as the first line states, found 2 rows (correct the line, or remove it)"},
    {"1 2 u\n3 4\n", "delimiter=space", "data.txt:2:1: expected 3 columns as in the first line, found 2 (write every field, empty ones too; fields are separated by spaces: choose another delimiter with --delimiter)"},
    {"a|b|y\n1|2|u\n1|2|3|u\n", "", "data.txt:3:1: expected 3 columns as in the first line, found 4 (quote fields that hold the delimiter; fields are separated by pipes: choose another delimiter with --delimiter)"},
    // ---- Points ----
    {"\n", "format=points", "data.txt:1:1: expected a first line d,n,r, found none"},
    {"2,3\n", "format=points", "data.txt:1:1: " + kHeader},
    {"2,x,5\n", "format=points", "data.txt:1:1: " + kHeader},
    {"0,1,5\na\n", "format=points", "data.txt:1:1: " + kHeader},
    {"2,1,-5\n1,2,a\n", "format=points", "data.txt:1:1: " + kHeader},
    {"2,1,nan\n1,2,a\n", "format=points", "data.txt:1:1: " + kHeader},
    {"\n99999999999,1,5\n1,2,a\n", "format=points", "data.txt:2:1: " + kHeader},
    {"2,3,5\n1,2,a\n", "format=points", "data.txt:2:1: expected 3 points as the first line says, found 1 (is the file cut off?)"},
    {"2,1,5\n1,2,a\n1,2,b\n", "format=points", "data.txt:3:1: expected 1 points as the first line says, found more (correct the first line)"},
    {"2,1,5\n6,8,a\n", "format=points", "data.txt:2:1: expected a point within radius 5, found one at distance 10 (correct the first line)"},
    {"2,1,5\n1,x,a\n", "format=points", "data.txt:2:3: expected a number as coordinate 2, found \"x\"" + kPoint},
    {"2,1,5\n,1,a\n", "format=points", "data.txt:2:1: expected a number as coordinate 1, found nothing" + kPoint},
    {"2,1,5\n1,inf,a\n", "format=points", "data.txt:2:3: expected a finite number as coordinate 2, found \"inf\"" + kLeaveRow},
    {"2,1,5\n1,2,\n", "format=points", "data.txt:2:5: " + kNoLabel},
    // ---- NumPy ----
    {"\x93NUMPY", "", "data.txt: " + kShort},
    {"1,2,3\n4,5,6\n", "format=npy", "data.txt: expected an .npy file, found something else (use --format auto)"},
    {bytes("\x93NUMPY\x09\0"), "", "data.txt: expected .npy version 1 to 3, found 9"},
    {bytes("\x93NUMPY\2\0\xff\xff\xff\xff"), "", "data.txt: expected a header of less than a megabyte, found a longer one (the file is damaged)"},
    {npy("<f8", "(1, 1)", "", ""), "", "data.txt: expected 'fortran_order' in the header, found none (the file is damaged)"},
    {npy("|S3", "(1, 1)", "abc"), "", "data.txt: expected numbers, found elements of type \"|S3\" (write names as text, one per line)"},
    {npy(">f8", "(1, 1)", kNan64), "", "data.txt: expected numbers, found elements of type \">f8\" (save the array with astype(float))"},
    {npy("|u1", "(2,)", "\1\2"), "", "data.txt: expected a matrix, found an array of 1 dimensions (reshape it)"},
    {npy("|u1", "(1, 1, 2)", "\1\2"), "", "data.txt: expected a matrix, found an array of 3 dimensions (reshape it)"},
    {npy("|u1", "(0, 2)", ""), "", "data.txt: expected rows of data, found an empty matrix"},
    {npy("|u1", "(2, -1)", "\1\2"), "", "data.txt: expected sizes in the header's shape, found \"-1\""},
    {npy("|u1", "(2, 2)", "\1\2\3"), "labels=LABELS", "data.txt: " + kShort, ErrorKind::input, "a\nb\n"},
    {npy("<f8", "(1, 1152921504606846976)", "\1\2\3"), "labels=LABELS", "data.txt: expected at most 268,435,456 features, found 1,152,921,504,606,846,976 (--most-features allows at most 4294967295)", ErrorKind::input, "a\n"},
    {npy("<f8", "(1, 99999999)", "\1\2\3"), "labels=LABELS", "data.txt: " + kShort, ErrorKind::input, "a\n"},
    {npy("|u1", "(1, 2)", "\1\2\3"), "labels=LABELS", "data.txt: expected the end of the file after the array, found more bytes (save the array again)", ErrorKind::input, "a\n"},
    {npy("<f8", "(1, 1)", kNan64), "labels=LABELS", "data.txt:1:1: expected a finite number in row 1, column 1, found nan (replace it)", ErrorKind::input, "a\n"},
    {npy("|u1", "(2, 1)", "\1\2"), "", "data.txt holds no labels; name the file that does with --labels FILE", ErrorKind::usage},
    {npy("|u1", "(2, 1)", "\1\2"), "labels=LABELS", "labels.txt:2:1: expected 2 labels for data.txt, found 1 (is it the right file?)", ErrorKind::input, "a\n"},
    {npy("|u1", "(2, 1)", "\1\2"), "labels=LABELS", "labels.txt:3:1: expected 2 labels for data.txt, found more (is it the right file?)", ErrorKind::input, "a\nb\nc\n"},
    {npy("|u1", "(2, 1)", "\1\2"), "labels=LABELS", "labels.txt:1:1: " + kNoLabel, ErrorKind::input, "\na\n"},
    {npy("|u1", "(2, 1)", "\1\2"), "labels=LABELS", "labels.txt: expected 2 labels for data.txt, found 1 (is it the right file?)", ErrorKind::input, npy("|u1", "(1,)", "\1")},
    // ---- Compressed ----
    {bytes("\x1f\x8b\x08\0\0\0\0\0\0\3"), "", "data.txt: " + kEarly},
    {bytes("\x1f\x8b\x09\0\0\0\0\0\0\3"), "", "data.txt: the compressed data is damaged (unknown compression method); get the file again"},
    {"\x28\xb5\x2f\xfd", "", "data.txt: " + kEarly},
};
// clang-format on

}  // namespace perceptron::core::test::broken
