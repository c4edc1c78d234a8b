#include <fmt/format.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "base/threads.h"
#include "calls.h"
#include "core.h"

namespace perceptron::core::python {
namespace {

// Keeps Python objects alive while the library reads their memory; it may be destroyed on any
// thread.
struct KeepAlive {
  template <class... Objects>
  explicit KeepAlive(const Objects&... kept) : objects(py::make_tuple(kept...)) {}
  KeepAlive(const KeepAlive&) = delete;
  KeepAlive& operator=(const KeepAlive&) = delete;
  ~KeepAlive() {
    const py::gil_scoped_acquire gil;
    objects = py::tuple();
  }

  py::tuple objects;
  std::vector<std::uint64_t> starts;
};

template <class T>
using Contiguous = py::array_t<T, py::array::c_style>;

template <class T>
bool is(const py::object& object) {
  return py::isinstance<Contiguous<T>>(object);
}
template <class T>
const T* data_of(const py::object& array) {
  return static_cast<const T*>(py::reinterpret_borrow<py::array>(array).data());
}
std::uint64_t size_of(const py::object& array) {
  return static_cast<std::uint64_t>(py::reinterpret_borrow<py::array>(array).size());
}

[[noreturn]] void refuse(const std::string& why) { throw py::type_error(why); }

template <class Value>
Matrix dense(const py::object& rows) {
  const auto array = py::reinterpret_borrow<py::array>(rows);
  if (array.ndim() != 2) refuse("expected an array of two axes");
  const DenseRows<Value> view{data_of<Value>(rows), static_cast<std::uint64_t>(array.shape(0)),
                              static_cast<std::uint64_t>(array.shape(1))};
  return Matrix(view, std::make_shared<KeepAlive>(rows));
}

// The arrays of a CSR matrix. They are held here, because the matrix may be given other arrays
// while its rows are read.
struct CsrArrays {
  py::object indices;
  py::object data;
  std::shared_ptr<KeepAlive> owner;
  const std::uint64_t* starts = nullptr;
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
};

template <class Value, class Id, class Signed>
Matrix sparse(const CsrArrays& arrays) {
  // Indices are not negative, so their bits are the same as unsigned numbers.
  const auto* ids = reinterpret_cast<const Id*>(data_of<Signed>(arrays.indices));
  const SparseRows<Value, Id> view{arrays.starts, ids, data_of<Value>(arrays.data), arrays.rows,
                                   arrays.features};
  return Matrix(view, arrays.owner);
}

Matrix sparse(const py::object& rows) {
  const py::object indices = rows.attr("indices");
  const py::object indptr = rows.attr("indptr");
  const py::object data = rows.attr("data");
  const auto [count, features] = rows.attr("shape").cast<std::pair<std::uint64_t, std::uint64_t>>();
  const bool narrow = is<std::int32_t>(indices);
  if (!narrow && !is<std::int64_t>(indices)) refuse("expected indices of 32 or 64 bits");
  if (!is<std::int32_t>(indptr) && !is<std::int64_t>(indptr))
    refuse("expected an indptr of 32 or 64 bits");
  if (size_of(indptr) != count + 1) refuse("expected an indptr of one more than the rows");
  const auto owner = std::make_shared<KeepAlive>(indices, indptr, data);
  const std::uint64_t* starts = nullptr;
  if (is<std::int64_t>(indptr)) {
    starts = reinterpret_cast<const std::uint64_t*>(data_of<std::int64_t>(indptr));
  } else {
    const auto* first = data_of<std::int32_t>(indptr);
    owner->starts.assign(first, first + count + 1);
    starts = owner->starts.data();
  }
  // Row boundaries must be checked before any row is read.
  const std::uint64_t stored = std::min(size_of(indices), size_of(data));
  if (starts[0] != 0 || starts[count] > stored) throw py::value_error("X: indptr is damaged");
  for (std::uint64_t i = 0; i < count; ++i) {
    if (starts[i] > starts[i + 1]) throw py::value_error("X: indptr is damaged");
  }
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  const CsrArrays arrays{indices, data, owner, starts, count, features};
  if (is<float>(data)) {
    return narrow ? sparse<float, U32, std::int32_t>(arrays)
                  : sparse<float, U64, std::int64_t>(arrays);
  }
  if (!is<double>(data)) refuse("expected values of float32 or float64");
  return narrow ? sparse<double, U32, std::int32_t>(arrays)
                : sparse<double, U64, std::int64_t>(arrays);
}

// Whether no value is infinite or NaN, by the bits of the exponent: faster than std::isfinite.
bool all_finite(const float* values, std::uint64_t count) {
  std::uint32_t bad = 0;
  for (std::uint64_t k = 0; k < count; ++k) {
    const auto bits = std::bit_cast<std::uint32_t>(values[k]);
    bad |= static_cast<std::uint32_t>((bits & 0x7F800000U) == 0x7F800000U);
  }
  return bad == 0;
}
bool all_finite(const double* values, std::uint64_t count) {
  constexpr std::uint64_t kExponent = 0x7FF0000000000000U;
  std::uint64_t bad = 0;
  for (std::uint64_t k = 0; k < count; ++k) {
    const auto bits = std::bit_cast<std::uint64_t>(values[k]);
    bad |= static_cast<std::uint64_t>((bits & kExponent) == kExponent);
  }
  return bad == 0;
}

struct Check {
  std::atomic<bool> finite = true;
  std::atomic<bool> ordered = true;  // the indices of each row ascend
  std::atomic<bool> inside = true;   // and are below the number of features
};

template <class Rows>
void check_range(const Rows& rows, std::uint64_t begin, std::uint64_t end, Check& check) {
  if constexpr (requires { rows.ids; }) {
    const std::uint64_t first = rows.starts[begin];
    if constexpr (!std::is_same_v<std::decay_t<decltype(rows.values[0])>, One>) {
      if (!all_finite(rows.values + first, rows.starts[end] - first)) check.finite = false;
    }
    bool ordered = true;
    bool inside = true;
    for (std::uint64_t i = begin; i < end; ++i) {
      const auto row = rows[i];
      for (std::uint64_t k = 0; k < row.size; ++k) inside &= row.feature(k) < rows.features;
      for (std::uint64_t k = 1; k < row.size; ++k) ordered &= row.feature(k - 1) < row.feature(k);
    }
    if (!ordered) check.ordered = false;
    if (!inside) check.inside = false;
  } else {
    if (!all_finite(rows[begin].values, (end - begin) * rows.features)) check.finite = false;
  }
}

[[noreturn]] void throw_not_finite(const RowsView& view) {
  std::visit(
      [](const auto& rows) {
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          const auto row = rows[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            if (std::isfinite(row.value(k))) continue;
            throw Error(ErrorKind::input,
                        fmt::format("X contains NaN or infinity: row {}, column {} is {}; fill or "
                                    "leave out such values first",
                                    i, row.feature(k), row.value(k)));
          }
        }
      },
      view);
  throw Error(ErrorKind::input, "X contains NaN or infinity");
}

}  // namespace

Matrix borrow(const py::object& rows) {
  if (is<float>(rows)) return dense<float>(rows);
  if (is<double>(rows)) return dense<double>(rows);
  if (py::hasattr(rows, "indptr")) return sparse(rows);
  refuse("expected a C-ordered array of float32 or float64, or a CSR matrix of them");
}

Dataset dataset_of(const LabelledRows& given) {
  Dataset data;
  data.name = "X";
  data.matrix = borrow(given.rows);
  data.labels.assign(given.labels.data(), given.labels.data() + given.labels.size());
  if (given.weights)
    data.weights.assign(given.weights->data(), given.weights->data() + given.weights->size());
  if (data.labels.size() != data.rows() || (given.weights && data.weights.size() != data.rows()))
    throw py::value_error("expected one label and one weight a row");
  data.classes = Classes(given.classes);
  if (const auto& merged = data.classes.merged()) {
    throw Error(ErrorKind::input,
                fmt::format("y: {} and {} are one class in a model, because they are the same "
                            "number; call one of them something else",
                            in_quotes(merged->first), in_quotes(merged->second)));
  }
  for (const std::uint32_t label : data.labels) {
    if (label >= given.classes.size()) throw py::value_error("a label is none of the classes");
  }
  const bool distinct = std::set(given.names.begin(), given.names.end()).size() == data.features();
  if (!given.names.empty() && distinct) {
    data.schema = Schema::numbered_table(data.features());
    data.schema.named = true;
    data.schema.label_name = given.label;
    for (std::uint64_t j = 0; j < data.features(); ++j)
      data.schema.columns[j].name = given.names[j];
  } else if (data.matrix.layout() == Matrix::Layout::dense) {
    data.schema = Schema::numbered_table(data.features());
  } else {
    data.schema.features = data.features();
  }
  return data;
}

void add_rows(py::module_& module) {
  module.def(
      "check_rows",
      [](const py::object& rows, std::uint64_t threads) {
        const Matrix matrix = borrow(rows);
        return call(py::none(), [&](Listener& /*listener*/) {
          constexpr std::uint64_t kPart = 1U << 18U;  // values
          constexpr std::uint64_t kMostFeatures = std::uint64_t{1} << 32U;
          if (matrix.features() >= kMostFeatures)
            throw Error(ErrorKind::input, "X has more features than 4,294,967,295");
          Check check;
          const RowsView view = matrix.view();
          const std::uint64_t each = std::max<std::uint64_t>(
              1, kPart * matrix.rows() / std::max<std::uint64_t>(1, matrix.stored()));
          parallel_for((matrix.rows() + each - 1) / each, threads, [&](std::uint64_t part) {
            const std::uint64_t begin = part * each;
            const std::uint64_t end = std::min(begin + each, matrix.rows());
            std::visit([&](const auto& all) { check_range(all, begin, end, check); }, view);
          });
          if (!check.inside) throw Error(ErrorKind::input, "X: an index is not that of a column");
          if (!check.finite) throw_not_finite(view);
          return check.ordered.load();
        });
      },
      py::arg("rows"), py::arg("threads") = 1,
      "Raises ValueError unless all values are finite and all indices below the number of columns. "
      "Returns whether the indices of every row ascend, without duplicates.");
}

}  // namespace perceptron::core::python
