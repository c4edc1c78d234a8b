#include "report/assets.h"

#include "base/error.h"

#ifdef PERCEPTRON_WEB

// The assembler includes the files; a compiler would take seconds for a literal of this size.
#define EMBED(name, file)                                               \
  asm(".pushsection .rodata\n"                                          \
      ".global perceptron_" #name "_begin, perceptron_" #name           \
      "_end\n"                                                          \
      "perceptron_" #name "_begin:\n.incbin \"" PERCEPTRON_WEB "/" file \
      "\"\n"                                                            \
      "perceptron_" #name                                               \
      "_end:\n.byte 0\n"                                                \
      ".popsection\n");                                                 \
  extern "C" const char perceptron_##name##_begin[], perceptron_##name##_end[]

EMBED(page_script, "page.js");
EMBED(page_style, "page.css");
EMBED(page_digest, "page.sha256");

namespace perceptron::core {

void require_pages() {}

std::string_view page_script() {
  return {perceptron_page_script_begin, perceptron_page_script_end};
}
std::string_view page_style() { return {perceptron_page_style_begin, perceptron_page_style_end}; }
std::string_view page_script_digest() {
  return {perceptron_page_digest_begin, perceptron_page_digest_end};
}

}  // namespace perceptron::core

#else

namespace perceptron::core {

void require_pages() {
  throw Error(
      ErrorKind::usage,
      "this build cannot write report pages: it was configured with PERCEPTRON_REPORTS=OFF. "
      "Build it with PERCEPTRON_REPORTS=ON (needs Node.js and npm), or keep a record and make "
      "the page elsewhere");
}

std::string_view page_script() {
  require_pages();
  return {};
}
std::string_view page_style() { return page_script(); }
std::string_view page_script_digest() { return page_script(); }

}  // namespace perceptron::core

#endif
