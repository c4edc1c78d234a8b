#include "evaluate/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <set>
#include <string>

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/threads.h"
#include "learn/fit.h"
#include "model/checks.h"
#include "multiclass/scheme.h"

namespace perceptron {
namespace {

// Hears of several trials at once and tells of all of them together.
class Chorus : public Listener {
 public:
  Chorus(Listener& leader, std::uint64_t total) : leader_(leader), total_(total) {}

  void note(const std::string& sentence) override {
    const std::lock_guard lock(mutex_);
    if (noted_.insert(sentence).second) leader_.note(sentence);
  }
  void progress(std::string_view /*stage*/, std::uint64_t /*done*/, std::uint64_t /*total*/,
                const std::function<std::string()>& /*detail*/) override {
    const std::lock_guard lock(mutex_);
    tell();
  }
  void finished_one() {
    const std::lock_guard lock(mutex_);
    ++done_;
    tell();
  }

 private:
  void tell() {
    leader_.progress("tuning", done_, total_,
                     [&] { return fmt::format("{} of {} trials", done_, total_); });
  }

  Listener& leader_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  std::set<std::string> noted_;
  std::mutex mutex_;
};

std::optional<double> accuracy_of(const Scheme& scheme, const Bank& bank, const Dataset& data) {
  const std::uint64_t models = bank.models();
  const std::uint64_t block = std::clamp<std::uint64_t>((1U << 18U) / models, 1, 4096);
  std::vector<double> scores(block * models);
  std::uint64_t correct = 0;
  for (std::uint64_t begin = 0; begin < data.rows(); begin += block) {
    check_interrupt();
    const std::uint64_t end = std::min(data.rows(), begin + block);
    score(data.matrix.view(), begin, end, bank, scores);
    for (std::uint64_t i = begin; i < end; ++i) {
      const std::span<const double> row(scores.data() + (i - begin) * models, models);
      if (!std::all_of(row.begin(), row.end(), [](double s) { return std::isfinite(s); }))
        return std::nullopt;
      correct += scheme.decide(row) == data.labels[i] ? 1U : 0U;
    }
  }
  return static_cast<double>(correct) / static_cast<double>(data.rows());
}

Trial run_trial(const TrialData& data, const LearnSettings& settings, std::uint64_t threads,
                Listener& listener) {
  const Dataset& training = data.training;
  const Scheme scheme(settings.multiclass, training.classes.size());
  const Targets targets = scheme.targets(class_weights(training, settings.class_weight));
  const auto fits = fit({training.matrix.view(), training.labels, training.weights}, targets,
                        settings, threads, listener, {}, scheme.joint());
  Trial trial;
  trial.converged = true;
  double largest = 0;
  bool finite = true;
  Bank bank(training.features(), fits.size());
  for (std::size_t m = 0; m < fits.size(); ++m) {
    bank.put(m, fits[m].weights, fits[m].offset);
    trial.converged = trial.converged && fits[m].converged;
    finite = finite && std::isfinite(fits[m].offset);
    for (const double w : fits[m].weights) {
      finite = finite && std::isfinite(w);
      largest = std::max(largest, std::abs(w));
    }
  }
  if (!finite) return trial;
  trial.largest_weight = largest;
  trial.training_accuracy = accuracy_of(scheme, bank, training);
  trial.accuracy = accuracy_of(scheme, bank, data.test);
  return trial;
}

// Trials side by side, as long as what they keep stays small.
std::uint64_t side_by_side(const TrialData& data, std::span<const LearnSettings> settings,
                           std::uint64_t threads) {
  constexpr std::uint64_t kNumbers = 1U << 26U;
  std::uint64_t models = 1;
  for (const LearnSettings& each : settings)
    models = std::max(models, Scheme(each.multiclass, data.training.classes.size()).models());
  const std::uint64_t each =
      saturating_product(models, data.training.features() + data.training.rows() + 1);
  return std::clamp<std::uint64_t>(std::min<std::uint64_t>(kNumbers / each, settings.size()), 1,
                                   threads);
}

bool seed_matters(const LearnSettings& settings) {
  return settings.order == "shuffle" || settings.early_stop > 0;
}

// The mean of what `each` trial has; none where one has nothing.
template <class Number>
std::optional<double> mean(std::span<const Trial> trials, const Number& number) {
  double sum = 0;
  for (const Trial& each : trials) {
    const std::optional<double>& value = number(each);
    if (!value) return std::nullopt;
    sum += *value;
  }
  return sum / static_cast<double>(trials.size());
}

Trial together(std::span<const Trial> trials) {
  if (trials.size() == 1) {
    Trial one = trials[0];
    one.lowest = one.highest = one.accuracy.value_or(0);
    return one;
  }
  Trial all;
  all.repeats = trials.size();
  all.accuracy = mean(trials, [](const Trial& each) { return each.accuracy; });
  all.training_accuracy = mean(trials, [](const Trial& each) { return each.training_accuracy; });
  all.converged = true;
  all.largest_weight = 0;
  all.lowest = 1;
  for (const Trial& each : trials) {
    all.converged = all.converged && each.converged;
    if (!each.largest_weight || !all.largest_weight) {
      all.largest_weight.reset();
    } else {
      all.largest_weight = std::max(*all.largest_weight, *each.largest_weight);
    }
    if (!all.accuracy) continue;
    const double away = *each.accuracy - *all.accuracy;
    all.deviation += away * away;
    all.lowest = std::min(all.lowest, *each.accuracy);
    all.highest = std::max(all.highest, *each.accuracy);
  }
  all.deviation = std::sqrt(all.deviation / static_cast<double>(trials.size() - 1));
  return all;
}

}  // namespace

std::vector<Trial> run_trials(const TrialData& data, std::span<const LearnSettings> settings,
                              std::uint64_t repeats, std::uint64_t threads, Listener& listener) {
  std::vector<LearnSettings> runs;
  std::vector<std::size_t> ends;  // of each setting's runs
  for (const LearnSettings& each : settings) {
    const std::uint64_t times = seed_matters(each) ? repeats : 1;
    for (std::uint64_t r = 0; r < times; ++r) {
      runs.push_back(each);
      runs.back().seed += r;
    }
    ends.push_back(runs.size());
  }
  std::vector<Trial> trials(runs.size());
  Chorus chorus(listener, trials.size());
  const std::uint64_t side = side_by_side(data, settings, std::max<std::uint64_t>(threads, 1));
  parallel_for(trials.size(), side, [&](std::uint64_t i) {
    trials[i] = run_trial(data, runs[i], std::max<std::uint64_t>(threads / side, 1), chorus);
    chorus.finished_one();
  });
  std::vector<Trial> summed;
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    summed.push_back(together(std::span(trials).subspan(begin, end - begin)));
    begin = end;
  }
  return summed;
}

std::optional<std::size_t> best_trial(std::span<const Trial> trials) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (trials[i].accuracy && (!best || *trials[i].accuracy > *trials[*best].accuracy)) best = i;
  }
  return best;
}

}  // namespace perceptron
