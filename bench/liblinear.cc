#include "liblinear.h"

#ifdef PERCEPTRON_LIBLINEAR

#include <linear.h>

#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "clock.h"

namespace perceptron {
namespace {

// The rows in the form that LIBLINEAR takes.
struct Rows {
  std::vector<feature_node> nodes;
  std::vector<feature_node*> starts;
  std::vector<double> y;
  ::problem view = {};

  explicit Rows(const BinaryProblem& of) {
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
            y.push_back(of.sign(i));
          }
        },
        of.data->matrix.view());
    for (const std::size_t first : firsts) starts.push_back(nodes.data() + first);
    view.l = static_cast<int>(of.data->rows());
    view.n = static_cast<int>(of.data->features());
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

SolverRun run(const BinaryProblem& problem, const Rows& rows) {
  ::parameter settings = {};
  settings.solver_type = problem.solver;
  settings.C = problem.c;
  settings.eps = problem.tolerance();
  if (const char* complaint = check_parameter(&rows.view, &settings))
    throw std::invalid_argument(complaint);
  set_print_string_function([](const char*) {});
  std::srand(1);  // the start of liblinear-train, in every turn

  SolverRun result;
  std::unique_ptr<::model, Free> model;
  result.seconds = processor_seconds([&] { model.reset(::train(&rows.view, &settings)); });
  // The weights belong to the class whose label it put first.
  const double sign = model->label[0] == 1 ? 1 : -1;
  for (int j = 0; j < model->nr_feature; ++j) result.weights.push_back(sign * model->w[j]);
  return result;
}

}  // namespace

Solver liblinear() {
  return
      [rows = std::shared_ptr<Rows>(), of = BinaryProblem()](const BinaryProblem& problem) mutable {
        // Turns and solvers of one problem share its rows.
        if (!rows || of.data != problem.data || of.positive != problem.positive) {
          rows = std::make_shared<Rows>(problem);
          of = problem;
        }
        return run(problem, *rows);
      };
}

}  // namespace perceptron

#else

namespace perceptron {

Solver liblinear() { return {}; }

}  // namespace perceptron

#endif
