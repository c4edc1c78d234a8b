// perceptron convert DATA -o CACHE

#include <fmt/format.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/command.h"
#include "data/cache/cache.h"
#include "data/cache/convert.h"

namespace perceptron::core {
namespace {

class Convert : public Command {
 public:
  std::string name() const override { return "convert"; }
  std::string summary() const override {
    return "convert a data file to a binary cache, which is loaded instead of parsed";
  }
  std::string example() const override { return "perceptron convert clicks.svm -o clicks.cache"; }

  void declare(CLI::App& app) override {
    app.add_option(kDataArgument, data_, "data to convert: a file, or - for standard input")
        ->required();
    app.add_option("-o,--output", cache_, "where to save the cache")
        ->type_name("CACHE")
        ->required()
        ->group("Output");
    declare_data(app, reading_);
    declare_limits(app, reading_.limits, Content::data);
    app.add_option_function<std::string>(
           "--group",
           [this](const std::string& text) {
             if (!text.empty()) reading_.group = text;
           },
           "column of a CSV that names groups of rows, for validate and tune")
        ->type_name("NAME|NUMBER|last|first")
        ->group("Data");
    declare_threads(app, threads_);
    declare_json(app);
  }

  Exit run(Terminal& terminal) override {
    refuse_same_file(cache_, {data_, reading_.labels});
    Reading reading;
    reading.options = reading_;
    if (reading.ignore_new_features())
      throw Error(ErrorKind::usage,
                  "--features ignore-new is for files that a model reads; convert takes a number");
    if (is_cache(data_))
      throw Error(ErrorKind::usage,
                  fmt::format("{} is a cache already; copy it, or convert the file that it was "
                              "made from",
                              data_));
    reading.listener = &terminal;
    reading.threads = threads_;
    Stopwatch watch;
    convert(data_, reading, cache_);
    const double seconds = watch.lap();
    const Cache cache(cache_, reading_.limits);
    const std::string shape = fmt::format("{}, {}, {}", plural(cache.rows(), "row"),
                                          plural(cache.shape().features(), "feature"),
                                          plural(cache.shape().classes.size(), "class"));
    const std::string ids = cache.id_type();
    terminal.say(fmt::format("{}: {}; {}values {}, {} (made in {:.2f} s)", terminal.bold(cache_),
                             shape, ids == "none" ? "" : "ids " + ids + ", ", cache.value_type(),
                             format_bytes(cache.bytes()), seconds));
    if (wants_json())
      give(ConversionRecord{{cache.rows(), cache.shape().features(), cache.nonzeros(),
                             cache.shape().classes.names(), ids, cache.value_type(), cache.blocks(),
                             cache.bytes(), cache.fingerprint(), seconds}});
    return Exit::done;
  }

 private:
  std::string data_;
  std::string cache_;
  ReadSettings reading_;
  std::uint64_t threads_ = 1;
};

}  // namespace

std::unique_ptr<Command> convert_command() { return std::make_unique<Convert>(); }

}  // namespace perceptron::core
