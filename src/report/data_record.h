// Parts shared by several records: the data, and intervals.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/fields.h"

namespace perceptron::core {

// Settings by name, as written in their tables.
using SettingsRecord = NamedValues<RecordValue>;

// Two numbers between which another lies, by proof or estimate.
struct IntervalRecord {
  double lower = 0;
  double upper = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("lower", self.lower);
    fields.required("upper", self.upper);
  }
};

struct DataRecord {
  struct ClassCount {
    std::string name;
    std::uint64_t rows = 0;

    template <class Self, class Fields>
    static void describe(Self& self, Fields& fields) {
      fields.required("name", self.name);
      fields.required("rows", self.rows);
    }
  };

  std::string name;
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  std::uint64_t nonzeros = 0;
  std::vector<ClassCount> classes;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("name", self.name);
    fields.required("rows", self.rows);
    fields.required("features", self.features);
    fields.required("nonzeros", self.nonzeros);
    fields.required("classes", self.classes);
  }
};

}  // namespace perceptron::core
