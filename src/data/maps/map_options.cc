#include "data/maps/map_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/escapes.h"
#include "base/options.h"
#include "base/text.h"

namespace perceptron {
namespace {

constexpr std::string_view kProducts = "products";
constexpr std::string_view kBetweenPatterns = " * ";

// The parts of `text` between patterns; all of it if there is no such separator.
std::vector<std::string> split_patterns(std::string_view text) {
  std::vector<std::string> parts;
  for (auto at = text.find(kBetweenPatterns); at != std::string_view::npos;
       at = text.find(kBetweenPatterns)) {
    parts.emplace_back(text.substr(0, at));
    text.remove_prefix(at + kBetweenPatterns.size());
  }
  parts.emplace_back(text);
  return parts;
}

Interaction parse_interaction(std::string_view name, const std::string& text) {
  Interaction interaction;
  auto parts = split_patterns(text);
  if (parts.size() == 1) parts = core::split_unescaped(text, '*');
  const bool empty =
      std::any_of(parts.begin(), parts.end(), [](const auto& p) { return p.empty(); });
  if (parts.size() < 2 || empty) {
    throw core::Error(ErrorKind::usage,
                      fmt::format("{} takes A*B with the names of two columns or more, or patterns "
                                  "with spaces around the * between them, as in \"x* * y*\", not "
                                  "{}",
                                  core::setting(name), core::in_quotes(text)));
  }
  for (const std::string& part : parts) interaction.factors.push_back(core::without_escapes(part));
  return interaction;
}

std::string interaction_text(const Interaction& interaction) {
  const auto has = [&](std::string_view what) {
    return std::any_of(interaction.factors.begin(), interaction.factors.end(),
                       [&](const auto& factor) { return factor.find(what) != std::string::npos; });
  };
  const bool patterns = has("*") && !has(kBetweenPatterns);
  std::string text;
  for (const std::string& factor : interaction.factors) {
    if (!text.empty()) text += patterns ? kBetweenPatterns : "*";
    text += core::with_escapes(factor, patterns ? ";" : ";*");
  }
  return text;
}

}  // namespace

std::string value_text(const Polynomial& polynomial) {
  std::string text = std::to_string(polynomial.degree);
  if (!polynomial.powers) text += ':' + std::string(kProducts);
  return text;
}

void parse_setting(std::string_view name, const std::string& text, Polynomial& polynomial) {
  constexpr double kMostDegree = 20;
  const auto colon = text.find(':');
  const bool products = colon != std::string::npos && text.substr(colon + 1) == kProducts;
  if (colon != std::string::npos && !products) {
    throw core::Error(
        ErrorKind::usage,
        fmt::format("{} takes a degree, such as 2, or 2:products for products without "
                    "powers, not {}",
                    core::setting(name), core::in_quotes(text)));
  }
  polynomial.degree = core::parse_whole(name, 1, kMostDegree, text.substr(0, colon));
  polynomial.powers = !products;
}

std::string value_text(const std::vector<Interaction>& interactions) {
  std::string text;
  for (const Interaction& interaction : interactions)
    text += (text.empty() ? "" : ";") + interaction_text(interaction);
  return text;
}

void parse_setting(std::string_view name, const std::string& text,
                   std::vector<Interaction>& interactions) {
  interactions.clear();
  for (const std::string& part : core::split_unescaped(text, ';')) {
    if (!part.empty()) interactions.push_back(parse_interaction(name, part));
  }
}

}  // namespace perceptron
