#include "data/text/term_list.h"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

#include "data/classes.h"

namespace perceptron::core {
namespace {

// A longer shared beginning is repeated: what is read is then not much larger than its bytes.
constexpr std::size_t kMostShared = 255;

// Seven bits a byte, the lowest first; the last byte is below 0x80.
void append_length(std::size_t length, std::string& bytes) {
  for (; length >= 0x80; length >>= 7U) bytes += static_cast<char>((length & 0x7fU) | 0x80U);
  bytes += static_cast<char>(length);
}

std::size_t take_length(std::string_view& bytes) {
  constexpr unsigned kMostBits = 35;
  std::size_t length = 0;
  for (unsigned bits = 0; bits < kMostBits && !bytes.empty(); bits += 7) {
    const auto byte = static_cast<unsigned char>(bytes[0]);
    bytes.remove_prefix(1);
    length |= static_cast<std::size_t>(byte & 0x7fU) << bits;
    if (byte < 0x80) return length;
  }
  throw std::out_of_range("the list of terms is cut off");
}

std::size_t shared_length(std::string_view a, std::string_view b) {
  const std::size_t most = std::min({a.size(), b.size(), kMostShared});
  std::size_t length = 0;
  while (length < most && a[length] == b[length]) ++length;
  return length;
}

}  // namespace

std::string encode_terms(const Dictionary& dictionary) {
  std::string bytes;
  std::string_view before;
  for (const std::string& term : dictionary.names()) {
    const std::size_t shared = shared_length(before, term);
    append_length(shared, bytes);
    append_length(term.size() - shared, bytes);
    bytes.append(term, shared);
    before = term;
  }
  return bytes;
}

Dictionary decode_terms(std::string_view bytes) {
  std::vector<std::string> terms;
  std::string_view before;
  std::string term;
  while (!bytes.empty()) {
    const std::size_t shared = take_length(bytes);
    const std::size_t rest = take_length(bytes);
    if (shared > before.size() || shared > kMostShared || rest > bytes.size())
      throw std::out_of_range("the list of terms is cut off");
    term.assign(before.substr(0, shared));
    term += bytes.substr(0, rest);
    bytes.remove_prefix(rest);
    terms.push_back(term);
    before = terms.back();
  }
  return term_dictionary(std::move(terms));
}

Dictionary term_dictionary(std::vector<std::string> terms) {
  if (!std::all_of(terms.begin(), terms.end(), is_plain_name))
    throw std::out_of_range("a term is no proper name");
  if (std::adjacent_find(terms.begin(), terms.end(), std::greater_equal<>()) != terms.end())
    throw std::out_of_range("the terms are not sorted");
  return Dictionary(std::move(terms));
}

}  // namespace perceptron::core
