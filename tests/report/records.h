// Records of runs of the program, for tests of what is made of them.
#pragma once

#include <string>

#include "base/json.h"
#include "report/report_page.h"
#include "support.h"

namespace perceptron::core::test {

// (1, 1) and (−1, −1) hold the widest margin.
inline constexpr const char* kSquare =
    "x,y,class\n1,1,up\n-1,-1,down\n2,1,up\n-2,-1,down\n1,2,up\n-1,-2,down\n";

// The record of the run of these words.
inline Json record_of(const Folder& folder, const Words& words, int status = 0) {
  const std::string path = folder.path("record.json");
  const Outcome outcome = run_program(words + Words{"--record", path, "-q"});
  EXPECT_EQ(outcome.status, status) << outcome.err;
  return Json::parse(read_text(path));
}

// The same as types, and the sentence that a page begins with.
inline RunRecord typed(const Json& record) { return read_record(record, "record.json"); }
inline std::string verdict(const Json& record) { return perceptron::core::verdict(typed(record)); }

// The path of a file that `generate` wrote.
inline std::string generated(const Folder& folder, const Words& words, const std::string& name) {
  std::string path = folder.path(name);
  EXPECT_EQ(run_program(Words{"generate"} + words + Words{"-o", path, "-q"}).status, 0);
  return path;
}

}  // namespace perceptron::core::test
