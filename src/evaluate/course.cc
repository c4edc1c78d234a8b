#include "evaluate/course.h"

#include <algorithm>

#include "base/memory.h"
#include "learn/learners.h"
#include "model/fit.h"
#include "solve/losses/losses.h"

namespace perceptron {
namespace {

// A model of the bank.
struct Column {
  std::size_t lecture;
  std::size_t member;  // of the family
  std::uint64_t model;
};

class Teaching {
 public:
  Teaching(const Course& course, std::span<const Candidate> candidates, const Members& family)
      : course_(course), candidates_(candidates), family_(family) {
    for (std::size_t l = 0; l < course.lectures; ++l) {
      for (std::size_t k = 0; k < family.size(); ++k) {
        for (std::uint64_t m = 0; m < scheme_of(k).models(); ++m) columns_.push_back({l, k, m});
      }
    }
    // Models of one class have nearly the same rows to learn from; it is good for
    // them to be neighbours.
    if (joint() == 0)
      std::stable_sort(columns_.begin(), columns_.end(),
                       [](const Column& a, const Column& b) { return a.model < b.model; });
  }

  std::vector<std::vector<Seat>> run(std::uint64_t threads, Keep keep, Listener& listener) const {
    const Examples examples{course_.rows, course_.labels, course_.weights};
    require_memory(columns_.size(), 3 * sizeof(double) * examples.features(),
                   "the weights of all models", "take fewer settings");
    const Targets targets = this->targets();
    const auto settings = this->settings();
    const auto starts = this->starts();
    auto fits = fit({examples, targets, settings, threads, starts, joint(), keep == Keep::weights},
                    listener);
    auto seats = this->seats();
    for (std::size_t at = 0; at < columns_.size(); ++at) {
      const auto [lecture, member, model] = columns_[at];
      seats[lecture][member].fits[model] = std::move(fits[at]);
    }
    return seats;
  }

 private:
  const Candidate& candidate(std::size_t member) const { return candidates_[family_[member]]; }
  Scheme scheme_of(std::size_t member) const {
    return {candidate(member).learn.multiclass, course_.classes};
  }
  std::uint64_t joint() const { return scheme_of(0).joint(); }

  // Which model learns from which rows, with which sign.
  Targets targets() const {
    Targets all(course_.kinds * course_.classes, columns_.size());
    std::vector<std::vector<Targets>> own(course_.lectures);
    for (std::size_t l = 0; l < course_.lectures; ++l) {
      for (std::size_t k = 0; k < family_.size(); ++k)
        own[l].push_back(scheme_of(k).targets(course_.class_weights(l, family_[k])));
    }
    for (std::size_t at = 0; at < columns_.size(); ++at) {
      const auto [lecture, member, model] = columns_[at];
      for (std::uint32_t kind = 0; kind < course_.kinds; ++kind) {
        if (course_.sees && !course_.sees(lecture, kind)) continue;
        for (std::uint64_t c = 0; c < course_.classes; ++c)
          all.sign(kind * course_.classes + c, at) = own[lecture][member].sign(c, model);
      }
    }
    return all;
  }

  // One for all columns, or one each.
  std::vector<LearnSettings> settings() const {
    if (family_.size() == 1) return {settings_of(0)};
    std::vector<LearnSettings> each;
    for (const Column& column : columns_) each.push_back(settings_of(column.member));
    return each;
  }
  // Newton's method makes more of a good start than dual ascent, which has to find
  // its variables first.
  LearnSettings settings_of(std::size_t member) const {
    LearnSettings settings = candidate(member).learn;
    const auto loss = traits_of(settings).loss;
    if (course_.start && settings.solver == Solver::automatic && settings.l1 == 0 && loss &&
        traits_of(*loss).smooth)
      settings.solver = Solver::newton;
    return settings;
  }

  std::vector<WarmStart> starts() const {
    std::vector<WarmStart> starts;
    if (!course_.start) return starts;
    bool any = false;
    for (const Column& column : columns_) {
      WarmStart& start = starts.emplace_back();
      const Fit* const from = course_.start(column.lecture, family_[column.member], column.model);
      if (from == nullptr) continue;
      start.weights = from->weights;
      start.offset = from->offset;
      any = true;
    }
    return any ? starts : std::vector<WarmStart>();
  }

  std::vector<std::vector<Seat>> seats() const {
    std::vector<std::vector<Seat>> seats(course_.lectures);
    for (auto& of_lecture : seats) {
      for (std::size_t k = 0; k < family_.size(); ++k) {
        const Scheme scheme = scheme_of(k);
        Seat& seat =
            of_lecture.emplace_back(Seat{family_[k], scheme, std::vector<Fit>(scheme.models())});
        if (traits_of(candidate(k).learn).gives_probabilities)
          seat.calibration = logistic_calibration(scheme.models());
      }
    }
    return seats;
  }

  const Course& course_;
  std::span<const Candidate> candidates_;
  const Members& family_;
  std::vector<Column> columns_;
};

}  // namespace

std::vector<std::vector<Seat>> teach(const Course& course, std::span<const Candidate> candidates,
                                     const Members& family, std::uint64_t threads, Keep keep,
                                     Listener& listener) {
  return Teaching(course, candidates, family).run(threads, keep, listener);
}

}  // namespace perceptron
