#include "model/support_file.h"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "base/memory.h"
#include "data/schema_json.h"

namespace perceptron::core {
namespace {

constexpr std::uint64_t kLargestDegree = 100;

std::string votes_key(std::size_t plane) { return "support.votes." + std::to_string(plane); }

void require(bool condition, const char* what) {
  if (!condition) throw std::invalid_argument(std::string("support: ") + what);
}

// A whole number below `end`.
std::uint64_t whole_below(double value, std::uint64_t end, const char* what) {
  require(value >= 0 && value < static_cast<double>(end) && value == std::floor(value), what);
  return static_cast<std::uint64_t>(value);
}

KernelFunction kernel_from(const Json& json) {
  KernelFunction kernel;
  json.at("kernel").get_to(kernel.kind);
  if (kernel.kind == KernelKind::polynomial) {
    kernel.degree = count_from(json.at("degree"));
    json.at("coef0").get_to(kernel.coef0);
  }
  if (kernel.kind != KernelKind::linear) json.at("gamma").get_to(kernel.gamma);
  require(kernel.degree >= 1 && kernel.degree <= kLargestDegree && std::isfinite(kernel.coef0) &&
              kernel.gamma > 0 && std::isfinite(kernel.gamma),
          "a parameter of the kernel is out of range");
  return kernel;
}

void fill_dense(const std::vector<double>& values, Matrix& rows) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    rows.push(k % rows.features(), values[k]);
    if ((k + 1) % rows.features() == 0) rows.end_row();
  }
}

void fill_sparse(const std::vector<double>& values, const std::vector<double>& features,
                 const std::vector<double>& ends, Matrix& rows) {
  std::uint64_t k = 0;
  for (const double each : ends) {
    const std::uint64_t end = whole_below(each, values.size() + 1, "a row ends after all values");
    require(end >= k, "a row ends before it begins");
    for (std::uint64_t next = 0; k < end; ++k) {
      const std::uint64_t j = whole_below(features[k], rows.features(), "there is no such feature");
      require(j >= next, "the features of a row do not ascend");
      rows.push(j, values[k]);
      next = j + 1;
    }
    rows.end_row();
  }
  require(k == values.size(), "values belong to no row");
}

std::vector<Vote> votes_from(const std::vector<double>& numbers, std::uint64_t rows) {
  std::vector<Vote> votes;
  for (std::size_t k = 0; k < numbers.size(); k += 3) {
    require(numbers[k + 2] >= 0, "a plane has less than no votes");
    votes.push_back(
        {whole_below(numbers[k], rows, "a vote is of no row"), numbers[k + 1], numbers[k + 2]});
  }
  return votes;
}

}  // namespace

Json support_json(const SupportPlanes& support) {
  const KernelFunction& kernel = support.kernel;
  Json json = {{"kernel", name_of(kernel.kind)},
               {"rows", support.rows.rows()},
               {"values", support.rows.stored()},
               {"sparse", support.rows.layout() == Matrix::Layout::sparse}};
  if (kernel.kind == KernelKind::polynomial) {
    json["degree"] = kernel.degree;
    json["coef0"] = kernel.coef0;
  }
  if (kernel.kind != KernelKind::linear) json["gamma"] = kernel.gamma;
  if (!support.voted) return json;
  json["votes"] = Json::array();
  for (const SupportPlane& plane : support.planes) json["votes"].push_back(plane.votes.size());
  return json;
}

std::map<std::string, std::vector<double>> support_tensors(const SupportPlanes& support) {
  std::map<std::string, std::vector<double>> tensors;
  std::vector<double>& values = tensors["support.values"];
  std::vector<double> features;
  std::vector<double> ends;
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          const auto row = rows[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            values.push_back(row.value(k));
            features.push_back(static_cast<double>(row.feature(k)));
          }
          ends.push_back(static_cast<double>(values.size()));
        }
      },
      support.rows.view());
  if (support.rows.layout() == Matrix::Layout::sparse) {
    tensors["support.features"] = std::move(features);
    tensors["support.ends"] = std::move(ends);
  }
  for (std::size_t m = 0; m < support.planes.size(); ++m) {
    const SupportPlane& plane = support.planes[m];
    if (support.voted) {
      std::vector<double>& votes = tensors[votes_key(m)];
      for (const auto& [row, step, count] : plane.votes)
        votes.insert(votes.end(), {static_cast<double>(row), step, count});
    } else {
      std::vector<double>& all = tensors["support.coefficients"];
      all.insert(all.end(), plane.coefficients.begin(), plane.coefficients.end());
    }
  }
  return tensors;
}

std::shared_ptr<const SupportPlanes> support_from(
    const Json& json, const Model& model,
    const std::function<std::vector<double>(const std::string& key, std::uint64_t count)>& tensor) {
  auto support = std::make_shared<SupportPlanes>();
  support->kernel = kernel_from(json);
  support->has_offset = model.has_offset;
  support->voted = json.contains("votes");
  const std::uint64_t rows = count_from(json.at("rows"));
  const std::uint64_t planes = model.planes.size();
  support->planes.resize(planes);
  // The tensors bound the number of rows, before rows without values are made.
  if (support->voted) {
    std::uint64_t all = 0;
    for (std::uint64_t m = 0; m < planes; ++m) {
      const std::uint64_t count = count_from(json.at("votes").at(m));
      support->planes[m].votes =
          votes_from(tensor(votes_key(m), saturating_product(3, count)), rows);
      all += count;
    }
    require(rows <= all, "there are more rows than votes");
  } else {
    const auto all = tensor("support.coefficients", saturating_product(planes, rows));
    for (std::uint64_t m = 0; m < planes; ++m) {
      support->planes[m].coefficients.assign(
          all.begin() + static_cast<std::ptrdiff_t>(m * rows),
          all.begin() + static_cast<std::ptrdiff_t>((m + 1) * rows));
      support->planes[m].offset = model.planes[m].offset;
    }
  }
  const bool sparse = json.at("sparse").get<bool>();
  const std::uint64_t stored = count_from(json.at("values"));
  const std::uint64_t features = model.features();
  support->rows = Matrix(sparse ? Matrix::Layout::sparse : Matrix::Layout::dense, features);
  const auto values = tensor("support.values", stored);
  if (sparse) {
    fill_sparse(values, tensor("support.features", stored), tensor("support.ends", rows),
                support->rows);
  } else {
    require(stored == saturating_product(rows, features), "rows lack values");
    fill_dense(values, support->rows);
  }
  require(support->rows.rows() == rows, "rows are missing");
  support->squares = squared_lengths(support->rows.view());
  return support;
}

}  // namespace perceptron::core
