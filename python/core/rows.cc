#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <set>
#include <span>
#include <tuple>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/threads.h"
#include "calls.h"
#include "core.h"
#include "data/cache/block_checks.h"

namespace perceptron::core::python {
namespace {

// Keeps Python objects alive while the library reads their memory; it may be destroyed on any
// thread. Weak references to the arrays make NumPy refuse to resize them meanwhile.
struct KeepAlive {
  explicit KeepAlive(const py::object& array) { keep(array); }
  KeepAlive(const KeepAlive&) = delete;
  KeepAlive& operator=(const KeepAlive&) = delete;
  ~KeepAlive() {
    const py::gil_scoped_acquire gil;
    objects.release().dec_ref();  // nothing is left for the destructor, which runs without it
  }

  // An array, and those that it is a view of.
  void keep(py::object array) {
    for (; py::isinstance<py::array>(array); array = array.attr("base")) {
      objects.append(array);
      objects.append(py::weakref(array));
    }
  }

  py::list objects;
  // Copies: what is read at a place that depends on them cannot be changed by another thread.
  std::vector<std::uint64_t> starts;
  LargeVector<std::uint16_t> narrow_ids;
  LargeVector<std::uint32_t> ids;
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
// while its rows are read. The row boundaries are copied and checked, the indices are not.
struct CsrArrays {
  explicit CsrArrays(const py::object& matrix);

  py::object indices;
  py::object data;
  std::shared_ptr<KeepAlive> owner;
  std::uint64_t rows = 0;
  std::uint64_t features = 0;

  std::uint64_t stored() const { return owner->starts[rows]; }
};

CsrArrays::CsrArrays(const py::object& matrix)
    : indices(matrix.attr("indices")),
      data(matrix.attr("data")),
      owner(std::make_shared<KeepAlive>(data)) {
  owner->keep(indices);
  std::tie(rows, features) = matrix.attr("shape").cast<std::pair<std::uint64_t, std::uint64_t>>();
  if (!is<std::int32_t>(indices) && !is<std::int64_t>(indices))
    refuse("expected indices of 32 or 64 bits");
  if (!is<float>(data) && !is<double>(data)) refuse("expected values of float32 or float64");
  const py::object indptr = matrix.attr("indptr");
  const auto copy = [&](const auto* first) { owner->starts.assign(first, first + rows + 1); };
  const bool narrow = is<std::int32_t>(indptr);
  if (!narrow && !is<std::int64_t>(indptr)) refuse("expected an indptr of 32 or 64 bits");
  if (size_of(indptr) != rows + 1) refuse("expected an indptr of one more than the rows");
  narrow ? copy(data_of<std::int32_t>(indptr)) : copy(data_of<std::int64_t>(indptr));
  const auto& starts = owner->starts;
  if (starts[0] != 0 || starts[rows] > std::min(size_of(indices), size_of(data)) ||
      !std::is_sorted(starts.begin(), starts.end()))
    throw py::value_error("X: indptr is damaged");
}

template <class Id>
Matrix matrix_of(const CsrArrays& arrays, const Id* ids) {
  const auto with = [&]<class Value>(const Value* values) {
    const SparseRows<Value, Id> view{arrays.owner->starts.data(), ids, values, arrays.rows,
                                     arrays.features};
    return Matrix(view, arrays.owner);
  };
  return is<float>(arrays.data) ? with(data_of<float>(arrays.data))
                                : with(data_of<double>(arrays.data));
}

// The rows with the indices of Python, which another thread may change at any time: for code that
// compares them, but reads nothing at such a place.
Matrix sparse_in_place(const CsrArrays& arrays) {
  // Indices are not negative, so their bits are the same as unsigned numbers.
  if (is<std::int32_t>(arrays.indices))
    return matrix_of(arrays,
                     reinterpret_cast<const std::uint32_t*>(data_of<std::int32_t>(arrays.indices)));
  return matrix_of(arrays,
                   reinterpret_cast<const std::uint64_t*>(data_of<std::int64_t>(arrays.indices)));
}

// Copies the indices and checks the copy.
template <class Id, class Given>
Matrix copy_ids(const CsrArrays& arrays, LargeVector<Id>& ids) {
  const auto* given = data_of<Given>(arrays.indices);
  ids.resize(arrays.stored());
  std::uint64_t outside = 0;
  for (std::uint64_t k = 0; k < ids.size(); ++k) {
    const auto id = static_cast<std::make_unsigned_t<Given>>(given[k]);
    outside |= static_cast<std::uint64_t>(id >= arrays.features);
    ids[k] = static_cast<Id>(id);
  }
  if (outside != 0 ||
      !rows_ascend<Id>(std::span(arrays.owner->starts), ids.data(), arrays.features))
    throw py::value_error(
        "X: the indices of a row do not ascend or are not those of columns; did "
        "another thread change them?");
  return matrix_of(arrays, ids.data());
}

template <class Id>
Matrix copy_ids(const CsrArrays& arrays, LargeVector<Id>& ids) {
  return is<std::int32_t>(arrays.indices) ? copy_ids<Id, std::int32_t>(arrays, ids)
                                          : copy_ids<Id, std::int64_t>(arrays, ids);
}

// The values are not copied: whatever they are changed to does no harm.
Matrix sparse(const CsrArrays& arrays) {
  constexpr std::uint64_t kNarrow = std::uint64_t{1} << 16U;
  return arrays.features <= kNarrow ? copy_ids(arrays, arrays.owner->narrow_ids)
                                    : copy_ids(arrays, arrays.owner->ids);
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

// Throws unless all values are finite and all indices are those of columns. Whether the indices of
// every row ascend.
bool check_all(const Matrix& matrix, std::uint64_t threads) {
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
}

}  // namespace

Matrix borrow(const py::object& rows) {
  if (is<float>(rows)) return dense<float>(rows);
  if (is<double>(rows)) return dense<double>(rows);
  if (py::hasattr(rows, "indptr")) return sparse(CsrArrays(rows));
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
        constexpr std::uint64_t kLittle = 1U << 14U;  // values: checked before a lock is released
        const bool dense = py::isinstance<py::array>(rows);
        const Matrix matrix =
            !dense && py::hasattr(rows, "indptr") ? sparse_in_place(CsrArrays(rows)) : borrow(rows);
        if (matrix.stored() <= kLittle) return check_all(matrix, 1);
        return call(py::none(), [&](Listener& /*listener*/) { return check_all(matrix, threads); });
      },
      py::arg("rows"), py::arg("threads") = 1,
      "Raises ValueError unless all values are finite and all indices below the number of columns. "
      "Returns whether the indices of every row ascend, without duplicates.");
}

}  // namespace perceptron::core::python
