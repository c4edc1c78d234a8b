#include "liblinear.h"

#ifdef PERCEPTRON_LIBLINEAR

#include <linear.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>

#include "clock.h"

namespace perceptron::core {
namespace {

// The rows in the form that LIBLINEAR takes.
struct Rows {
  std::vector<feature_node> nodes;
  std::vector<feature_node*> starts;
  std::vector<double> y;
  ::problem view = {};

  Rows(const Dataset& data, const std::function<double(std::uint64_t)>& label) {
    std::vector<std::size_t> firsts;
    std::visit(
        [&](const auto& rows) {
          for (std::uint64_t i = 0; i < rows.rows; ++i) {
            const auto row = rows[i];
            firsts.push_back(nodes.size());
            for (std::uint64_t k = 0; k < row.size; ++k) {
              if (row.value(k) != 0)
                nodes.push_back({static_cast<int>(row.feature(k)) + 1, row.value(k)});
            }
            nodes.push_back({-1, 0});  // the end of a row
            y.push_back(label(i));
          }
        },
        data.matrix.view());
    for (const std::size_t first : firsts) starts.push_back(nodes.data() + first);
    view.l = static_cast<int>(data.rows());
    view.n = static_cast<int>(data.features());
    view.y = y.data();
    view.x = starts.data();
    view.bias = -1;  // none
  }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
};

struct Free {
  void operator()(::model* model) const { free_and_destroy_model(&model); }
};

std::unique_ptr<::model, Free> train(const Rows& rows, int solver, double c, double eps,
                                     double& seconds) {
  ::parameter settings = {};
  settings.solver_type = solver;
  settings.C = c;
  settings.eps = eps;
  if (const char* complaint = check_parameter(&rows.view, &settings))
    throw std::invalid_argument(complaint);
  set_print_string_function([](const char*) {});
  std::srand(1);  // the start of liblinear-train, in every turn
  std::unique_ptr<::model, Free> model;
  seconds = processor_seconds([&] { model.reset(::train(&rows.view, &settings)); });
  return model;
}

SolverRun run(const BinaryProblem& problem, const Rows& rows) {
  SolverRun result;
  const auto model = train(rows, problem.solver, problem.c, problem.tolerance(), result.seconds);
  // The weights belong to the class whose label it put first.
  const double sign = model->label[0] == 1 ? 1 : -1;
  for (int j = 0; j < model->nr_feature; ++j) result.weights.push_back(sign * model->w[j]);
  return result;
}

}  // namespace

BinarySolver liblinear() {
  return [rows = std::shared_ptr<Rows>(),
          of = BinaryProblem()](const BinaryProblem& problem) mutable {
    // Turns and solvers of one problem share its rows.
    if (!rows || of.data != problem.data || of.positive != problem.positive) {
      rows =
          std::make_shared<Rows>(*problem.data, [&](std::uint64_t i) { return problem.sign(i); });
      of = problem;
    }
    return run(problem, *rows);
  };
}

ClassesSolver liblinear_classes() {
  return [rows = std::shared_ptr<Rows>(),
          of = static_cast<const Dataset*>(nullptr)](const ClassesProblem& problem) mutable {
    if (!rows || of != problem.train) {
      of = problem.train;
      rows = std::make_shared<Rows>(
          *of, [&](std::uint64_t i) { return static_cast<double>(of->labels[i]); });
    }
    ClassesRun result;
    const BinaryProblem each{"", of, 0, problem.solver, problem.c};
    const auto model = train(*rows, problem.solver, problem.c, each.tolerance(), result.seconds);
    result.weights.resize(static_cast<std::size_t>(model->nr_class));
    for (int m = 0; m < model->nr_class; ++m) {
      auto& weights = result.weights[static_cast<std::size_t>(model->label[m])];
      for (int j = 0; j < model->nr_feature; ++j)
        weights.push_back(model->w[j * model->nr_class + m]);
    }
    return result;
  };
}

}  // namespace perceptron::core

#else

namespace perceptron::core {

BinarySolver liblinear() { return {}; }
ClassesSolver liblinear_classes() { return {}; }

}  // namespace perceptron::core

#endif
