// The names of the classes, as written in the data.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace perceptron::core {

// Whether classes and features may have this name: printable text on one line.
bool is_plain_name(std::string_view name);

class Classes {
 public:
  Classes() = default;
  explicit Classes(const std::vector<std::string>& names);

  // The number of the class called `name`. Names of equal numeric value are the same class: "+1",
  // "1" and "1.0".
  std::optional<std::uint32_t> find(std::string_view name) const;
  // The same; an unknown name is added as the next class.
  std::uint32_t intern(std::string_view name);
  // Sorts the names, by number where all are numbers, else by bytes, and returns the new number
  // of each class.
  std::vector<std::uint32_t> sort();

  const std::vector<std::string>& names() const { return names_; }
  // In canonical spelling: "1" for "+1" and "1.0" too.
  std::vector<std::string> plain_names() const;
  std::uint64_t size() const { return names_.size(); }
  // Two spellings of one number that became the same class, if there are any.
  const std::optional<std::pair<std::string, std::string>>& merged() const { return merged_; }

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::uint32_t, std::less<>> by_name_;
  std::map<double, std::uint32_t> by_value_;
  std::uint64_t numbers_ = 0;  // names that are numbers
  std::optional<std::pair<std::string, std::string>> merged_;
};

// Whether so many different values look like an identifier: most rows, at least 50, have another
// one.
bool are_identifiers(std::uint64_t values, std::uint64_t rows);

// Whether these look like quantities, not classes: more than twenty numbers, fractions among them
// or another one in more than every tenth row.
bool are_quantities(const Classes& classes, std::uint64_t rows);

}  // namespace perceptron::core
