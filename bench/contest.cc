#include "contest.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "report.h"

namespace perceptron::core {

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
  result.offset = OffsetKind::none;
  return result;
}

namespace {

// One side of a line: its times, and what its last turn reached.
class Side {
 public:
  Side(const BinarySolver& solver, const BinaryProblem& problem)
      : solver_(solver), problem_(problem) {}

  void take_turn() {
    if (!solver_) return;
    last_ = solver_(problem_);
    times_.push_back(last_.seconds);
    spent_ += last_.seconds;
  }

  double spent() const { return spent_; }
  const std::vector<double>& times() const { return times_; }
  Cell time(double seconds) const { return times_.empty() ? none() : duration(seconds); }
  Cell objective() const {
    if (times_.empty()) return none();
    const double value = problem_.objective(last_.weights);
    return figure(value, fmt::format("{:.7g}", value));
  }

 private:
  const BinarySolver& solver_;
  const BinaryProblem& problem_;
  std::vector<double> times_;
  double spent_ = 0;
  SolverRun last_;
};

}  // namespace

void print_contest(const std::string& title, const std::vector<BinaryProblem>& problems,
                   const BinarySolver& peer, const BinarySolver& ours) {
  ResultTable table("<<>>>>>>",
                    {title, "class", "solver", "peer", "reached", "ours", "reached", "ratio"});
  for (const BinaryProblem& each : problems) {
    Side theirs(peer, each);
    Side mine(ours, each);
    for (Turns turns; turns.proceed(theirs.spent() + mine.spent());) {
      theirs.take_turn();
      mine.take_turn();
    }
    const Duel duel(theirs.times(), mine.times());
    table.add({each.name, each.data->classes.names()[each.positive],
               fmt::format("-s {} -c {}", each.solver, each.c), theirs.time(duel.peer()),
               theirs.objective(), mine.time(duel.ours()), mine.objective(), ratio(duel.ratio())});
  }
  table.print();
}

}  // namespace perceptron::core
