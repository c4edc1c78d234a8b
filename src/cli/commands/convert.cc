// perceptron convert DATA -o CACHE, or --exact -o FILE

#include <fmt/format.h>

#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"
#include "certify/verify.h"
#include "cli/command.h"
#include "cli/recipe.h"
#include "data/cache/cache.h"
#include "data/cache/convert.h"
#include "data/exact_text.h"
#include "model/certificates.h"

namespace perceptron::core {
namespace {

class Convert : public Command {
 public:
  std::string name() const override { return "convert"; }
  std::string summary() const override {
    return "convert a data file to a binary cache, which is loaded instead of parsed, or to exact "
           "text";
  }
  std::string example() const override { return "perceptron convert clicks.svm -o clicks.cache"; }

  void declare(CLI::App& app) override {
    app.add_option(kDataArgument, data_, "data to convert: a file, or - for standard input")
        ->required();
    app.add_option("-o,--output", output_, "where to save the cache or, with --exact, the text")
        ->type_name("FILE")
        ->required()
        ->group("Output");
    app.add_flag("--exact", exact_,
                 "write text with every number exact, one row per line, to check a certificate "
                 "with another program (perceptron-check)")
        ->group("Output");
    app.add_option("--certificate", certificate_,
                   "with --exact: read, scale and lift the data as this certificate states, so "
                   "that the text has the rows of its claim")
        ->type_name("FILE")
        ->group("Output");
    declare_data(app, reading_);
    declare_recipe(app);
    declare_limits(app, reading_.limits, Content::data | Content::model | Content::certificate);
    app.add_option_function<std::string>(
           "--group",
           [this](const std::string& text) {
             if (!text.empty()) reading_.group = text;
           },
           "column of a CSV that names groups of rows, for validate and tune")
        ->type_name("NAME|NUMBER|last|first")
        ->group("Data");
    declare_threads(app, threads_);
    app_ = &app;
    declare_json(app);
  }

  Exit run(Terminal& terminal) override {
    refuse_same_file(output_, files_of(reading_));
    refuse_same_file(output_, {data_, certificate_});
    if (!certificate_.empty() && !exact_)
      throw Error(ErrorKind::usage, "--certificate is for --exact");
    if (exact_ && reading_.group)
      throw Error(ErrorKind::usage, "--group is for caches; --exact writes no groups");
    Reading reading;
    reading.options = reading_;
    if (reading.ignore_new_features())
      throw Error(ErrorKind::usage,
                  "--features ignore-new is for files that a model reads; convert takes a number");
    reading.listener = &terminal;
    reading.threads = threads_;
    if (exact_) {
      convert_to_text(reading, terminal);
    } else {
      convert_to_cache(reading, terminal);
    }
    return Exit::done;
  }

 protected:
  bool writes_file_to_output() const override { return is_standard_output(output_); }

 private:
  void convert_to_cache(const Reading& reading, Terminal& terminal) {
    if (is_cache(data_))
      throw Error(ErrorKind::usage,
                  fmt::format("{} is a cache already; copy it, or convert the file that it was "
                              "made from",
                              data_));
    Stopwatch watch;
    convert(data_, reading, output_);
    const double seconds = watch.lap();
    const Cache cache(output_, reading_.limits);
    const std::string shape = fmt::format("{}, {}, {}", plural(cache.rows(), "row"),
                                          plural(cache.shape().features(), "feature"),
                                          plural(cache.shape().classes.size(), "class"));
    const std::string ids = cache.id_type();
    terminal.say(fmt::format("{}: {}; {}values {}, {} (made in {:.2f} s)", terminal.bold(output_),
                             shape, ids == "none" ? "" : "ids " + ids + ", ", cache.value_type(),
                             format_bytes(cache.bytes()), seconds));
    if (wants_json())
      give(ConversionRecord{{cache.rows(), cache.shape().features(), cache.nonzeros(),
                             cache.shape().classes.names(), ids, cache.value_type(), cache.blocks(),
                             cache.bytes(), cache.fingerprint(), seconds}});
  }

  void convert_to_text(Reading& reading, Terminal& terminal) {
    if (json_ && output_ == "-")
      throw Error(ErrorKind::usage,
                  "--json describes the text on standard output; write the text itself to a file "
                  "with -o");
    Stopwatch watch;
    ExactHeader header;
    const Dataset data = rows_to_write(reading, header);
    Output output(output_);
    const ExactSize size =
        write_exact(data, header, [&](std::string_view text) { output.write(text); });
    output.finish();
    const double seconds = watch.lap();
    if (output_ != "-")
      terminal.say(fmt::format("{}: {}, {}, exact text, {} (made in {:.2f} s)",
                               terminal.bold(output_), plural(data.rows(), "row"),
                               plural(data.features(), "feature"), format_bytes(size.bytes),
                               seconds));
    if (wants_json())
      give(ConversionRecord{{data.rows(), data.features(), size.nonzeros, data.classes.names(),
                             "none", "exact text", 0, size.bytes, header.hash, seconds}});
  }

  // As read or, for a certificate, as it was read, scaled and lifted for its claim.
  Dataset rows_to_write(Reading& reading, ExactHeader& header) const {
    if (certificate_.empty()) {
      Dataset data = read_dataset(data_, reading);
      header.hash = data.fingerprint();
      return data;
    }
    const DecodedCertificate decoded =
        perceptron::core::load_certificate(certificate_, reading_.limits);
    if (!decoded.certificate || !decoded.damage.empty())
      throw Error(ErrorKind::input, fmt::format("{}: {}", certificate_, decoded.damage));
    const Subject& subject = decoded.certificate->data;
    reading.options = recall_reading(*decoded.certificate, reading_, [this](std::string_view name) {
      return app_->count(fmt::format("--{}", name)) > 0;
    });
    header = {subject.hash, subject.scale, subject.lift};
    return claimed_rows(*decoded.certificate, read_dataset(data_, reading));
  }

  std::string data_;
  std::string output_;
  bool exact_ = false;
  std::string certificate_;
  ReadSettings reading_;
  std::uint64_t threads_ = 1;
  CLI::App* app_ = nullptr;
};

}  // namespace

std::unique_ptr<Command> convert_command() { return std::make_unique<Convert>(); }

}  // namespace perceptron::core
