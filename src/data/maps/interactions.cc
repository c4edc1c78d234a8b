#include "data/maps/interactions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

namespace perceptron::core {
namespace {

using Features = std::vector<std::uint32_t>;

bool is_pattern(const std::string& name) { return name.find_first_of("*?") != std::string::npos; }

// Finds features by the names of columns and features.
class FactorFinder {
 public:
  explicit FactorFinder(const Schema& schema) : schema_(schema) {
    std::uint32_t next = 0;
    for (const Column& column : schema.columns) {
      first_.push_back(next);
      next += static_cast<std::uint32_t>(column.features());
    }
  }

  Features find(const std::string& name) const {
    Features found = schema_.table        ? find_in_table(name)
                     : schema_.dictionary ? find_in_dictionary(name)
                                          : find_number(name);
    if (!found.empty()) return found;
    throw Error(ErrorKind::usage,
                fmt::format("{}: the data has no column {}{}", setting("interact"), in_quotes(name),
                            schema_.table ? "; it has " + in_list(columns()) : ""));
  }

  // Whether these are features of columns of text.
  bool are_terms(const Features& features) const {
    return schema_.table && std::all_of(features.begin(), features.end(), [&](std::uint32_t j) {
             return schema_.columns[column_of(j)].is_text();
           });
  }

  // Whether both are categories of one column.
  bool exclude_each_other(std::uint32_t a, std::uint32_t b) const {
    if (!schema_.table) return false;
    const std::size_t column = column_of(a);
    return schema_.columns[column].is_category() && column == column_of(b);
  }

 private:
  std::size_t column_of(std::uint32_t feature) const {
    return static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), feature) -
                                    first_.begin() - 1);
  }

  std::vector<std::string> columns() const {
    std::vector<std::string> names;
    for (const Column& column : schema_.columns) names.push_back(column.name);
    return names;
  }

  // The features of a column, but for the one that marks missing values.
  void add_column(std::size_t c, Features& found) const {
    const Column& column = schema_.columns[c];
    const std::uint64_t count = column.features() - (column.indicator ? 1 : 0);
    for (std::uint64_t k = 0; k < count; ++k)
      found.push_back(first_[c] + static_cast<std::uint32_t>(k));
  }

  Features find_in_table(const std::string& name) const {
    Features found;
    const auto& columns = schema_.columns;
    for (std::size_t c = 0; c < columns.size() && found.empty(); ++c) {
      if (columns[c].name == name) add_column(c, found);
    }
    for (std::size_t c = 0; c < columns.size() && found.empty(); ++c) {
      for (std::uint64_t k = 0; k < columns[c].features() && found.empty(); ++k) {
        if (columns[c].feature_name(k) == name)
          found.push_back(first_[c] + static_cast<std::uint32_t>(k));
      }
    }
    if (!found.empty() || !is_pattern(name)) return found;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (matches_pattern(name, columns[c].name)) add_column(c, found);
    }
    return found;
  }

  Features find_in_dictionary(const std::string& name) const {
    if (const auto number = schema_.dictionary->find(name))
      return {static_cast<std::uint32_t>(*number)};
    return is_pattern(name) ? find_matches(name) : Features{};
  }

  Features find_number(const std::string& name) const {
    if (is_pattern(name)) return find_matches(name);
    const auto number = parse_count(name);
    if (!number || *number < schema_.index_base || *number - schema_.index_base >= schema_.features)
      return {};
    return {static_cast<std::uint32_t>(*number - schema_.index_base)};
  }

  Features find_matches(const std::string& pattern) const {
    Features found;
    for (std::uint64_t j = 0; j < schema_.base_features(); ++j) {
      if (matches_pattern(pattern, schema_.base_name(j)))
        found.push_back(static_cast<std::uint32_t>(j));
    }
    return found;
  }

  const Schema& schema_;
  Features first_;  // of each column
};

// Most pairs of terms are in no row.
void require_few_pairs(const Interaction& interaction, const std::vector<Features>& groups,
                       std::uint64_t count, const FactorFinder& finder) {
  constexpr std::uint64_t kMost = 10'000'000;
  const auto texts = std::count_if(groups.begin(), groups.end(), [&](const Features& group) {
    return group.size() > 1 && finder.are_terms(group);
  });
  if (texts < 2 || count <= kMost) return;
  std::vector<std::string> sizes;
  for (const Features& group : groups) sizes.push_back(with_commas(group.size()));
  throw Error(ErrorKind::usage,
              fmt::format("{}: {} are the products of all their terms, {} of them, more than {} "
                          "(name single terms, or use {} for the words that follow each other)",
                          setting("interact"), fmt::join(interaction.factors, "*"),
                          fmt::join(sizes, " × "), with_commas(kMost), setting("ngrams", "1:2")));
}

void require_few(std::uint64_t products, std::uint64_t most) {
  if (products <= most) return;
  throw Error(ErrorKind::usage,
              fmt::format("{}: more than {} products; name fewer columns, or raise {}",
                          setting("interact"), with_commas(most), setting("most-features")));
}

// All combinations of one feature of each group from the one at `at` on.
template <class Use>
void combine(const std::vector<Features>& groups, std::size_t at, Features& product,
             const Use& use) {
  if (at == groups.size()) return use(product);
  for (const std::uint32_t feature : groups[at]) {
    product.push_back(feature);
    combine(groups, at + 1, product, use);
    product.pop_back();
  }
}

bool is_possible(const Features& sorted, const FactorFinder& finder, bool powers) {
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (sorted[i] == sorted[k] ? !powers : finder.exclude_each_other(sorted[i], sorted[k]))
        return false;
    }
  }
  return true;
}

}  // namespace

std::vector<Features> find_products(const std::vector<Interaction>& interactions,
                                    const Schema& schema, std::uint64_t most) {
  const FactorFinder finder(schema);
  std::vector<Features> products;
  for (const Interaction& interaction : interactions) {
    std::vector<Features> groups;
    std::uint64_t count = 1;
    for (const std::string& factor : interaction.factors) {
      groups.push_back(finder.find(factor));
      count = saturating_product(count, groups.back().size());
    }
    require_few_pairs(interaction, groups, count, finder);
    require_few(count, most - std::min<std::uint64_t>(most, products.size()));
    require_memory(count, sizeof(Features) + 32, "the products of columns");
    const bool powers = std::all_of(groups.begin(), groups.end(), [&](const Features& group) {
      return group.size() == 1 && group == groups[0];
    });
    Features product;
    combine(groups, 0, product, [&](Features sorted) {
      if (products.size() % 4096 == 0) check_interrupt();
      std::sort(sorted.begin(), sorted.end());
      if (is_possible(sorted, finder, powers)) products.push_back(std::move(sorted));
    });
  }
  std::sort(products.begin(), products.end());
  products.erase(std::unique(products.begin(), products.end()), products.end());
  return products;
}

}  // namespace perceptron::core
