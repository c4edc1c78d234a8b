#include "solve/online/online_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/interrupt.h"
#include "base/threads.h"
#include "solve/minimise.h"
#include "solve/online/online.h"

namespace perceptron::core {

std::vector<Fit> minimise_online(Stream& stream, const Targets& targets,
                                 const LearnSettings& settings, std::uint64_t threads,
                                 Listener& listener) {
  const Examples none = no_examples(stream.features());
  struct Model {
    std::unique_ptr<OnlineRun> run;
    std::uint64_t rows = 0;  // of its classes, per pass
    bool is_active = true;
    std::vector<double> signed_weight;
    std::vector<std::uint64_t> order;
  };
  std::vector<Model> models(targets.models());
  for (std::uint64_t m = 0; m < models.size(); ++m) {
    const Problem problem = problem_of(none, targets, m, settings);
    models[m].run = start_online(problem, solver_settings(settings, stream.features(), {}));
    for (std::uint64_t c = 0; c < targets.classes(); ++c)
      models[m].rows += targets.sign(c, m) != 0 ? stream.rows_of_classes()[c] : 0;
  }
  const auto is_active = [](const Model& model) { return model.is_active; };
  std::uint64_t all_rows = 0;
  for (const std::uint64_t rows : stream.rows_of_classes()) all_rows += rows;
  std::uint64_t seen = 0;
  for (std::uint64_t pass = 1; std::any_of(models.begin(), models.end(), is_active); ++pass) {
    RowBatch batch;
    stream.start(pass);
    while (stream.next(batch)) {
      check_interrupt();
      const auto& labels = batch.examples.labels;
      parallel_for(models.size(), threads, [&](std::uint64_t m) {
        Model& model = models[m];
        if (!model.is_active) return;
        model.signed_weight.resize(labels.size());
        for (std::uint64_t i = 0; i < labels.size(); ++i)
          model.signed_weight[i] = targets.sign(labels[i], m) * batch.examples.weight(i);
        model.order.clear();
        for (const std::uint64_t i : batch.order) {
          if (model.signed_weight[i] != 0) model.order.push_back(i);
        }
        model.run->visit(batch.examples.rows, model.order, model.signed_weight);
      });
      seen += batch.order.size();
      listener.progress("training", seen, epochs_of(settings) * all_rows, [&] {
        return fmt::format("pass {}, mean loss {:.4g}", pass, models[0].run->mean_loss());
      });
    }
    for (Model& model : models)
      model.is_active = model.is_active && model.run->end_pass(model.rows);
  }
  std::vector<Fit> fits;
  fits.reserve(models.size());
  for (Model& model : models) fits.push_back(fit_of(model.run->finish()));
  return fits;
}

}  // namespace perceptron::core
