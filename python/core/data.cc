#include "base/options.h"
#include "calls.h"
#include "core.h"
#include "data/generate.h"
#include "data/read/reader.h"
#include "data/recipe.h"

namespace perceptron::core::python {
namespace {

// An array over memory of the dataset, which it keeps alive.
template <class T>
py::array_t<T> view_of(const std::shared_ptr<Dataset>& data, const T* first, std::uint64_t count) {
  auto* owner = new std::shared_ptr<Dataset>(data);
  const py::capsule capsule(owner,
                            [](void* p) { delete static_cast<std::shared_ptr<Dataset>*>(p); });
  py::array_t<T> array(static_cast<py::ssize_t>(count), first, capsule);
  // Several datasets may share the rows of a cache.
  if (data->matrix.borrowed()) array.attr("setflags")(py::arg("write") = false);
  return array;
}

// ("dense", values) or ("sparse", values, indices, indptr), without a copy if SciPy has the
// number type.
py::tuple arrays_of(const std::shared_ptr<Dataset>& data) {
  return std::visit(
      [&](const auto& view) -> py::tuple {
        using Value = std::decay_t<decltype(view.values[0])>;
        const auto values = [&]() -> py::object {
          if constexpr (std::is_same_v<Value, One>) {
            return take(std::vector<float>(view.stored(), 1));
          } else {
            return view_of(data, view.values, view.stored());
          }
        }();
        if constexpr (requires { view.ids; }) {
          using Id = std::decay_t<decltype(view.ids[0])>;
          py::object ids;
          if constexpr (std::is_same_v<Id, std::uint16_t>) {
            ids = take(std::vector<std::int32_t>(view.ids, view.ids + view.stored()));
          } else {
            using Signed = std::make_signed_t<Id>;
            ids = view_of(data, reinterpret_cast<const Signed*>(view.ids), view.stored());
          }
          const auto* starts = reinterpret_cast<const std::int64_t*>(view.starts);
          return py::make_tuple("sparse", values, ids, view_of(data, starts, view.rows + 1));
        } else {
          return py::make_tuple("dense", values);
        }
      },
      data->matrix.view());
}

py::dict describe(const std::shared_ptr<Dataset>& data) {
  py::dict out;
  out["name"] = data->name;
  out["arrays"] = arrays_of(data);
  out["rows"] = data->rows();
  out["features"] = data->features();
  out["classes"] = data->classes.names();
  out["radius"] = data->radius;
  out["labels"] = view_of(data, data->labels.data(), data->labels.size());
  out["weights"] = data->weights.empty()
                       ? py::object(py::none())
                       : view_of(data, data->weights.data(), data->weights.size());
  out["groups"] = data->groups.empty() ? py::object(py::none())
                                       : view_of(data, data->groups.data(), data->groups.size());
  out["label"] = data->schema.label_name;
  out["feature_names"] =
      data->schema.has_names() ? py::cast(data->schema.feature_names()) : py::object(py::none());
  return out;
}

}  // namespace

void add_data(py::module_& module) {
  module.def(
      "read",
      [](const std::string& path, const std::string& recipe, const OptionTexts& options,
         const OptionTexts& limits, bool cache, const std::string& group, std::uint64_t threads,
         const py::object& progress) {
        Reading reading;
        if (!recipe.empty()) reading.options = settings_of(load_recipe(recipe));
        assign_all(reading.options, kDataOptions, options);
        reading.options.limits = limits_from(limits);
        reading.options.cache = cache;
        if (!group.empty()) reading.options.group = group;
        reading.threads = threads;
        auto data = call(progress, [&](Listener& listener) {
          reading.listener = &listener;
          return std::make_shared<Dataset>(read_dataset(path, reading));
        });
        return describe(data);
      },
      py::arg("path"), py::kw_only(), py::arg("recipe") = "", py::arg("options") = OptionTexts(),
      py::arg("limits") = OptionTexts(), py::arg("cache") = false, py::arg("group") = "",
      py::arg("threads") = 1, py::arg("progress") = py::none(), "Reads a file.");

  module.def(
      "generate",
      [](const std::string& name, const OptionTexts& options) {
        const GeneratorKind kind = by_name(name);
        GenerateSettings settings;
        assign_all(settings, generate_options(), options);
        auto data = call(py::none(), [&](Listener& /*listener*/) {
          return std::make_shared<Dataset>(generate_dataset(kind, settings));
        });
        py::dict out = describe(data);
        out["plane"] = take(make_generator(kind, settings)->plane());
        return out;
      },
      py::arg("kind"), py::kw_only(), py::arg("options") = OptionTexts(),
      "Generates rows from a seed.");

  module.def("generator_kinds", [] {
    py::dict kinds;
    for (const GeneratorTraits& each : generators()) {
      py::list settings;
      for (const std::string_view name : each.settings) settings.append(std::string(name));
      kinds[py::str(std::string(name_of(each.kind)))] =
          py::make_tuple(std::string(each.help), settings);
    }
    return kinds;
  });
}

}  // namespace perceptron::core::python
