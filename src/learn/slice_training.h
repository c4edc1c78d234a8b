// Trains some models of a bank together, pass by pass.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/listener.h"
#include "learn/fit.h"
#include "learn/holdout.h"
#include "learn/keepers/keeper.h"
#include "learn/kernel_loop.h"
#include "learn/learners.h"
#include "learn/loop.h"
#include "learn/order.h"
#include "learn/patience.h"
#include "learn/tally.h"

namespace perceptron::core {

// Counts updates and mistakes, and passes updates to the keeper.
class UpdateRecorder : public UpdateObserver {
 public:
  UpdateRecorder(std::vector<Fit>& fits, Keeper& keeper, bool joint, bool votes, Tracer* tracer)
      : fits_(fits),
        keeper_(keeper),
        joint_(joint),
        votes_(votes),
        tracer_(tracer),
        mistakes_(fits.size()) {}
  void start_pass() {
    std::fill(mistakes_.begin(), mistakes_.end(), 0);
    ++pass_;
  }
  // Updates of one model in the pass so far.
  std::uint64_t mistakes(std::size_t model) const { return mistakes_[model]; }
  bool on_update(const UpdateEvent& update) override {
    for (const std::uint64_t m : update.models) {
      ++fits_[m].updates;
      if (is_wrong(update, m)) ++fits_[m].wrong;
      ++mistakes_[m];
      // The examples seen before it become votes at the end.
      if (votes_)
        fits_[m].votes.push_back(
            {update.row, update.steps[m], static_cast<double>(update.seen(m))});
      if (!fits_[m].alpha.empty()) fits_[m].alpha[update.row] += std::abs(update.steps[m]);
    }
    keeper_.on_update(update);
    if (tracer_ != nullptr) tracer_->on_update(update, pass_, 0);
    return true;
  }

 private:
  // A step has the sign of the true class. For joint models the scores of both are needed, and one
  // of them is that of the true class.
  bool is_wrong(const UpdateEvent& update, std::uint64_t m) const {
    double score = update.scores[m] * update.steps[m];
    if (joint_) {
      score = 0;
      for (const std::uint64_t other : update.models)
        score += update.scores[other] * update.steps[other];
    }
    return !(score > 0);
  }

  std::vector<Fit>& fits_;
  Keeper& keeper_;
  bool joint_;
  bool votes_;
  Tracer* tracer_;
  std::uint64_t pass_ = 1;
  std::vector<std::uint64_t> mistakes_;
};

// Trains one slice of the models, from the first pass to the last. All start after the same number
// of passes.
class SliceTraining {
 public:
  // A stream gives the rows of each class in a pass; for rows in memory they are counted.
  SliceTraining(const FitRequest& request, const Holdout& holdout,
                std::span<const std::uint64_t> rows_of_classes = {});

  // Keeps the total step along each row.
  void keep_steps() {
    for (Fit& fit : fits_) fit.alpha.resize(examples_.size());
  }

  std::vector<Fit> run(Listener& listener);

  // ---- The same pass by pass, for streamed rows ----

  // Whether another pass follows.
  bool has_next_pass() const { return epoch_ <= most_epochs_ && any_active(); }

  // The rows to visit next.
  void use(const Examples& examples);

  void visit(std::span<const std::uint64_t> order, Listener& listener);

  void end_pass();

  std::vector<Fit> results();

 private:
  // Gives the rule the squared norms of the rows, multiplied by `times`.
  template <class R>
  void prepare(R& rule, double times);

  // Rows of weight 0, such as those held out, are not visited.
  Order rows_to_visit() const;

  Bank start() const;

  // Resumes from the weights after the last step of the previous run.
  Bank resume(Bank bank) const;

  const char* step_name() const {
    return traits_of(settings_).only_at_mistakes ? "mistakes" : "updates";
  }

  // `together` are the mistakes of all models trained jointly with this one.
  void end_pass(std::size_t m, std::uint64_t mistakes, std::uint64_t together);

  // A joint update changes two models.
  std::uint64_t updates(std::size_t m) const;

  // Evaluates the pass: its mistakes, or the held-out rows. False if further passes are unlikely to
  // help.
  bool consider(std::size_t m, std::uint64_t mistakes);
  bool consider_holdout(std::size_t m);

  std::uint64_t steps(std::size_t m, std::uint64_t epochs) const {
    return tally_.after(m, epochs, rows_of_classes_);
  }

  bool any_active() const {
    return std::any_of(active_.begin(), active_.end(), [](double active) { return active != 0; });
  }

  // A converged model would not change in its remaining passes.
  std::uint64_t passes(std::size_t m) const {
    return fits_[m].converged ? epochs_[m] : fits_[m].epochs;
  }

  void take_weights();

  void take_result(std::size_t m);

  void take_rows(std::size_t m);
  void add_rows(Fit& fit) const;

  void save_state(std::size_t m, std::uint64_t after);

  Examples examples_;
  Targets targets_;
  const LearnSettings& settings_;  // of all models, except their epochs
  const Holdout& holdout_;
  std::span<const WarmStart> starts_;
  std::uint64_t epochs_before_;
  bool joint_;
  bool keep_state_;
  Rule rule_;
  std::vector<double> lengths_;  // ‖x‖² of each row, for rules that need it
  std::span<const double> step_weights_ = examples_.weights;
  Offset offset_;
  std::vector<std::uint64_t> epochs_;  // at most, of each model
  std::uint64_t most_epochs_ = 0;
  Order order_;
  std::vector<std::uint64_t> rows_of_classes_;  // rows of each class in a pass
  std::uint64_t rows_of_pass_ = 0;
  std::uint64_t epoch_ = 1;  // the current pass
  std::uint64_t seen_ = 0;   // rows, in all passes
  Tally tally_;
  Bank bank_;
  std::unique_ptr<KernelLoop> kernel_;  // instead of the usual loop and its bank
  std::unique_ptr<Keeper> keeper_;
  std::vector<Fit> fits_;
  std::vector<BestSeen> best_;         // on the rows held out
  std::vector<std::uint64_t> fewest_;  // mistakes in a pass
  std::vector<Patience> patience_;     // until a pass has fewer
  std::vector<double> active_;         // 0 for a model that is done
  UpdateRecorder recorder_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace perceptron::core
