#include "contest.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "cli/text_table.h"

namespace perceptron {

Loss BinaryProblem::loss() const {
  switch (solver) {
    case 3:
      return Loss::hinge;
    case 1:
    case 2:
    case 5:
      return Loss::squared_hinge;
    case 0:
    case 6:
    case 7:
      return Loss::logistic;
    default:
      throw std::invalid_argument(fmt::format("no two-class solver has number {}", solver));
  }
}

bool BinaryProblem::l1() const { return solver == 5 || solver == 6; }

double BinaryProblem::tolerance() const {
  if (eps > 0) return eps;
  const bool dual = solver == 1 || solver == 3 || solver == 7;
  return dual ? 0.1 : 0.01;
}

double BinaryProblem::objective(const std::vector<double>& weights) const {
  double value = 0;
  for (const double w : weights) value += l1() ? std::abs(w) : 0.5 * w * w;
  std::visit(
      [&](const auto& rows) {
        double sum = 0;
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          const auto row = rows[i];
          double m = 0;
          for (std::uint64_t k = 0; k < row.size; ++k) m += weights[row.feature(k)] * row.value(k);
          m *= sign(i);
          const double below = std::max(0.0, 1 - m);
          switch (loss()) {
            case Loss::perceptron:
              sum += std::max(0.0, -m);
              break;
            case Loss::hinge:
              sum += below;
              break;
            case Loss::squared_hinge:
              sum += below * below;
              break;
            case Loss::logistic:
              sum += std::max(0.0, -m) + std::log1p(std::exp(-std::abs(m)));
              break;
          }
        }
        value += c * sum;
      },
      data->matrix.view());
  return value;
}

Problem BinaryProblem::problem() const {
  Problem result;
  result.rows = data->matrix.view();
  for (std::uint64_t i = 0; i < data->rows(); ++i) result.signed_weight.push_back(sign(i));
  result.n = static_cast<double>(data->rows());
  result.loss = loss();
  (l1() ? result.l1 : result.l2) = 1 / (c * result.n);
  result.offset = Problem::Offset::none;
  return result;
}

namespace {

// One side of a line: the best time, and the value that was reached in it.
class Side {
 public:
  Side(const Solver& solver, const BinaryProblem& problem) : solver_(solver), problem_(problem) {}

  void take_turn() {
    if (!solver_ || turns_ == kTurns || spent_ > kEnough) return;
    SolverRun run = solver_(problem_);
    ++turns_;
    spent_ += run.seconds;
    if (run.seconds < best_.seconds) best_ = std::move(run);
  }

  double seconds() const { return best_.seconds; }
  std::string time() const { return turns_ == 0 ? "–" : fmt::format("{:.3f} s", best_.seconds); }
  std::string objective() const {
    return turns_ == 0 ? "–" : fmt::format("{:.7g}", problem_.objective(best_.weights));
  }

  static constexpr int kTurns = 5;

 private:
  static constexpr double kEnough = 5;  // seconds, after which there is no further turn

  const Solver& solver_;
  const BinaryProblem& problem_;
  int turns_ = 0;
  double spent_ = 0;
  SolverRun best_;
};

}  // namespace

void print_contest(const std::string& title, const std::vector<BinaryProblem>& problems,
                   const Solver& peer, const Solver& ours) {
  TextTable table("<<>>>>>>");
  table.add({title, "class", "solver", "peer", "reached", "ours", "reached", "ratio"});
  for (const BinaryProblem& each : problems) {
    Side theirs(peer, each);
    Side mine(ours, each);
    for (int turn = 0; turn < Side::kTurns; ++turn) {
      theirs.take_turn();
      mine.take_turn();
    }
    table.add({each.name, each.data->classes.names()[each.positive],
               fmt::format("-s {} -c {}", each.solver, each.c), theirs.time(), theirs.objective(),
               mine.time(), mine.objective(),
               peer && ours ? fmt::format("{:.2f}", theirs.seconds() / mine.seconds()) : "–"});
  }
  fmt::print("{}\n", table.text(""));
  std::fflush(stdout);
}

}  // namespace perceptron
