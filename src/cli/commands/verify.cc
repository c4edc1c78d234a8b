// perceptron verify CERTIFICATE DATA

#include "certify/verify.h"

#include <fmt/format.h>

#include <cmath>

#include "cli/command.h"
#include "cli/settings.h"
#include "cli/spelling.h"
#include "data/cache/cache.h"
#include "data/read/source.h"
#include "model/file.h"

namespace perceptron {
namespace {

class Verify : public Command {
 public:
  std::string name() const override { return "verify"; }
  std::string summary() const override {
    return "check a certificate against the data, exactly and independently";
  }
  std::string example() const override { return "perceptron verify proof.json points.csv"; }

  void declare(CLI::App& app) override {
    app.add_option("CERTIFICATE", certificate_, "a certificate, or a model that has one inside")
        ->required();
    app.add_option("DATA", data_, "the data it is about: a file, or - for standard input")
        ->required();
    declare_data(app, reading_);
    declare_cache(app, reading_);
    app_ = &app;
    declare_json(app);
  }

  Exit run(Terminal& terminal) override {
    if (certificate_ == "-" && data_ == "-")
      throw Error(ErrorKind::usage, "the certificate and the data cannot both be standard input");
    std::string damage;
    const std::string name = source_name(certificate_);
    const Certificate certificate = decode_certificate(load(name), name, damage);
    Verdict verdict{false, damage};
    if (damage.empty()) {
      Reading reading;
      reading.listener = &terminal;
      Stopwatch watch;
      try {
        // The data is read as it was then, unless the user says otherwise.
        for (const auto& [option, value] : certificate.data.options) recall(option, value);
        reading.options = reading_;
        Dataset data = read_dataset(data_, reading);
        terminal.say(describe(data, terminal, watch.lap()));
        verdict = verify(certificate, std::move(data));
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::usage || certificate.data.options.empty()) throw;
        verdict.reason =
            fmt::format("the data cannot be read as it says ({})", in_options(error.message()));
      }
    }
    if (wants_json()) {
      Json options = Json::object();
      for (const auto& [option, value] : certificate.data.options) options[option] = value;
      give({{"valid", verdict.valid},
            {"kind", certificate.kind},
            {"reason", verdict.reason},
            {"claim", claim_json(certificate)},
            {"offset", certificate.data.offset},
            {"scale", certificate.data.scale},
            {"lift", certificate.data.lift.empty() ? Json() : Json(certificate.data.lift)},
            {"options", options}});
    }
    recording_.details()["sentence"] =
        verdict.reason + (verdict.valid ? claim_text(certificate) : "");
    if (json_) return verdict.valid ? Exit::done : Exit::no;
    if (verdict.valid) {
      print(fmt::format("valid: {}{}.{}\n", verdict.reason, claim_text(certificate),
                        rows_text(certificate.data)));
    } else {
      print(fmt::format("refused: {}.\n", verdict.reason));
    }
    return verdict.valid ? Exit::done : Exit::no;
  }

 private:
  std::string load(const std::string& name) const {
    auto source = open_source(certificate_);
    if (looks_like_model(peek(source, 9))) {
      const Model model = load_model(std::move(source), name);
      if (model.origin.certificate.empty()) {
        throw Error(Place{name},
                    "the model has no certificate inside (train with --learner max-margin or "
                    "margin)");
      }
      return model.origin.certificate;
    }
    if (looks_like_cache(peek(source, 8)))
      throw Error(Place{name},
                  "expected a certificate, found a cache of data, not a certificate (the "
                  "certificate comes before the data on the command line)");
    if (!looks_like_certificate(peek(source, 4096)))
      throw Error(Place{name},
                  "expected a certificate, found something else (margin -o writes one; "
                  "the certificate comes before the data on the command line)");
    return read_all(*source);
  }

  void recall(const std::string& name, const std::string& value) {
    for (const Option<DataOptions>& option : kDataOptions) {
      if (option.name == name && name != "scale" && app_->count("--" + name) == 0)
        assign(reading_, option, value);
    }
  }

  static Json claim_json(const Certificate& certificate) {
    Json json = Json::object();
    const auto put = [&](const char* key, const std::string& text) {
      if (!text.empty()) json[key] = text;
    };
    if (certificate.kind == "optimality") {
      const Objective& objective = certificate.objective;
      put("loss", objective.loss);
      put("l1", objective.l1);
      put("l2", objective.l2);
      if (certificate.data.offset) json["penalised_offset"] = objective.penalised_offset;
      json["class_weights"] = objective.class_weights;
    }
    put("lower", certificate.lower);
    put("upper", certificate.upper);
    put("radius", certificate.radius);
    put("bound", certificate.bound);
    return json;
  }

  static std::string claim_text(const Certificate& certificate) {
    std::string text;
    if (certificate.kind == "margin") {
      text = fmt::format(": lower {}, upper {}", number_of(certificate.lower),
                         number_of(certificate.upper));
    } else if (certificate.kind == "mistake-bound") {
      text =
          fmt::format(": {}", brief(std::floor(number_of(certificate.bound)), Round::nearest, 15));
    }
    return text;
  }

  // What was done to the rows, as far as it is not the usual.
  static std::string rows_text(const Subject& data) {
    std::string text;
    if (data.scale != "none") text += fmt::format(" Scaled: {}.", data.scale);
    if (!data.lift.empty()) text += fmt::format(" Lengthened by {}.", number_of(data.lift));
    for (const auto& [name, value] : data.options)
      text += fmt::format(" Read with --{} {}.", printable(name), printable(value));
    return text;
  }

  std::string certificate_;
  std::string data_;
  DataOptions reading_;
  CLI::App* app_ = nullptr;
};

}  // namespace

std::unique_ptr<Command> verify_command() { return std::make_unique<Verify>(); }

}  // namespace perceptron
