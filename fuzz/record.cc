// Records of runs. One that is read is written and read again without a change, and shown on a
// page if the build has what pages contain.

#include "base/error.h"
#include "base/json.h"
#include "finding.h"
#include "report/assets.h"
#include "report/report_page.h"
#include "report/run_record.h"
#include "targets.h"

namespace perceptron::core::fuzz {
namespace {

bool has_pages() {
  try {
    require_pages();
    return true;
  } catch (const perceptron::Error&) {
    return false;
  }
}

}  // namespace

void fuzz_record(std::string_view bytes) {
  static const bool pages = has_pages();
  Json json;
  try {
    json = parse_json(bytes, "record");
  } catch (const Json::exception&) {
    return;  // no JSON: the command line reports that
  }
  const RunRecord record = read_record(json, "record");
  const std::string written = json_text(to_json(record));
  const RunRecord again = read_record(parse_json(written, "record"), "record");
  require_same("written again", written, json_text(to_json(again)));
  if (verdict(record).empty()) finding("a run has no verdict");
  if (pages && !report_html({record}).starts_with("<!")) finding("a page is no HTML");
}

}  // namespace perceptron::core::fuzz
