// perceptron verify CERTIFICATE DATA

#include "certify/verify.h"

#include <fmt/format.h>

#include <cmath>

#include "cli/command.h"
#include "cli/settings.h"
#include "cli/spelling.h"
#include "model/certificates.h"

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
    const DecodedCertificate decoded = load_certificate(certificate_);
    const Verdict verdict =
        decoded.damage.empty() ? check(decoded, terminal) : refuse(decoded, decoded.damage);
    const Certificate certificate = decoded.certificate.value_or(Certificate{});
    if (wants_json()) give(verdict_json(verdict, certificate));
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
  Verdict check(const DecodedCertificate& decoded, Terminal& terminal) const {
    const Certificate& certificate = *decoded.certificate;
    Reading reading;
    reading.listener = &terminal;
    Stopwatch watch;
    try {
      reading.options = recall_reading(certificate, reading_, [this](std::string_view option) {
        return app_->count(fmt::format("--{}", option)) > 0;
      });
      Dataset data = read_dataset(data_, reading);
      terminal.say(describe(data, terminal, watch.lap()));
      return verify(certificate, std::move(data));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::usage || certificate.data.options.empty()) throw;
      return refuse(decoded, fmt::format("the data cannot be read as it says ({})",
                                         in_options(error.message())));
    }
  }

  static Json verdict_json(const Verdict& verdict, const Certificate& certificate) {
    Json options = Json::object();
    for (const auto& [option, value] : certificate.data.options) options[option] = value;
    return {{"valid", verdict.valid},
            {"kind", verdict.kind ? name_of(*verdict.kind) : ""},
            {"reason", verdict.reason},
            {"claim", claim_json(certificate)},
            {"offset", certificate.data.offset},
            {"scale", certificate.data.scale},
            {"lift", certificate.data.lift.empty() ? Json() : Json(certificate.data.lift)},
            {"options", options}};
  }

  static Json claim_json(const Certificate& certificate) {
    Json json = Json::object();
    const auto put = [&](const char* key, const std::string& text) {
      if (!text.empty()) json[key] = text;
    };
    if (certificate.kind == CertificateKind::optimality) {
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
    if (certificate.kind == CertificateKind::margin) {
      text = fmt::format(": lower {}, upper {}", number_of(certificate.lower),
                         number_of(certificate.upper));
    } else if (certificate.kind == CertificateKind::mistake_bound) {
      text =
          fmt::format(": {}", brief(std::floor(number_of(certificate.bound)), Round::nearest, 15));
    }
    return text;
  }

  // How the rows were read and changed, where that is not the default.
  static std::string rows_text(const Subject& data) {
    std::string text;
    if (data.scale != ScalingKind::none) text += fmt::format(" Scaled: {}.", name_of(data.scale));
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
