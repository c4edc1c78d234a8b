#include "data/cache/tally.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/cache/loaded_blocks.h"

namespace perceptron::core {

CacheTally::CacheTally(const std::string& name, const CacheFooter& footer)
    : name_(name),
      footer_(footer),
      counted_(footer.blocks.size()),
      left_(footer.blocks.size()),
      class_rows_(footer.class_rows.size()),
      used_(footer.class_rows.size()) {}

void CacheTally::add(std::uint64_t block, const BlockRows& rows) {
  const std::lock_guard lock(mutex_);
  if (!counted_[block]) count(block, rows);
  if (left_ > 0 || compared_) return;
  compare();
  compared_ = true;  // otherwise the next block is refused too
}

void CacheTally::count(std::uint64_t block, const BlockRows& rows) {
  counted_[block] = true;
  --left_;
  nonzeros_ += rows.nonzeros;
  missing_values_ = missing_values_ || rows.missing_values;
  for (std::size_t i = 0; i < rows.labels.size(); ++i) {
    used_[rows.labels[i]] = true;
    if (rows.weights.empty() || rows.weights[i] != 0) ++class_rows_[rows.labels[i]];
  }
}

void CacheTally::compare() const {
  const auto refuse = [&](const std::string& what, const std::string& stated,
                          const std::string& counted) {
    damaged_cache(name_,
                  fmt::format("its footer states {} {}, its rows have {}", stated, what, counted));
  };
  if (nonzeros_ != footer_.nonzeros)
    refuse("nonzeros", with_commas(footer_.nonzeros), with_commas(nonzeros_));
  if (missing_values_ != footer_.missing_values)
    refuse("missing values", footer_.missing_values ? "some" : "no",
           missing_values_ ? "some" : "none");
  const auto& names = footer_.shape.classes.names();
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (class_rows_[c] != footer_.class_rows[c])
      refuse("rows of class " + in_quotes(names[c]), with_commas(footer_.class_rows[c]),
             with_commas(class_rows_[c]));
    if (!used_[c]) refuse("rows of class " + in_quotes(names[c]), "some", "none");
  }
}

}  // namespace perceptron::core
