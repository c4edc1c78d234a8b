// perceptron verify CERTIFICATE DATA

#include "certify/verify.h"

#include <fmt/format.h>

#include <cmath>

#include "cli/command.h"
#include "cli/recipe.h"
#include "cli/settings.h"
#include "cli/spelling.h"
#include "cli/text_table.h"
#include "model/certificates.h"

namespace perceptron::core {
namespace {

class Verify : public Command {
 public:
  std::string name() const override { return "verify"; }
  std::string summary() const override {
    return "check a certificate against the data, exactly and independently";
  }
  std::string example() const override { return "perceptron verify proof.json points.csv"; }

  void declare(CLI::App& app) override {
    app.add_option("CERTIFICATE", certificate_, "a certificate, or a model that contains one")
        ->required();
    app.add_option(kDataArgument, data_, "the data it is about: a file, or - for standard input")
        ->required();
    declare_data(app, reading_);
    declare_recipe(app);
    declare_limits(app, reading_.limits, Content::data | Content::model | Content::certificate);
    declare_cache(app, reading_);
    app_ = &app;
    declare_json(app);
  }

  Exit run(Terminal& terminal) override {
    if (certificate_ == "-" && data_ == "-")
      throw Error(ErrorKind::usage, "the certificate and the data cannot both be standard input");
    const DecodedCertificate decoded =
        perceptron::core::load_certificate(certificate_, reading_.limits);
    const Verdict verdict =
        decoded.damage.empty() ? check(decoded, terminal) : refuse(decoded, decoded.damage);
    Certificate certificate = decoded.certificate.value_or(Certificate{});
    certificate.data.options =
        recalled_options(certificate, [this](std::string_view option) { return given(option); });
    if (wants_json()) {
      give(VerificationRecord{verdict.reason + (verdict.valid ? claim_text(certificate) : ""),
                              outcome(verdict, certificate)});
    }
    if (json_) return verdict.valid ? Exit::done : Exit::no;
    if (verdict.valid) {
      print(fmt::format("valid: {}{}.{}\n", verdict.reason, claim_text(certificate),
                        rows_text(certificate.data)));
    } else {
      print(fmt::format("refused: {}.\n", verdict.reason));
    }
    if (!verdict.parts.empty()) print(parts_text(verdict, certificate));
    return verdict.valid ? Exit::done : Exit::no;
  }

 private:
  bool given(std::string_view option) const { return app_->count(fmt::format("--{}", option)) > 0; }

  Verdict check(const DecodedCertificate& decoded, Terminal& terminal) const {
    const Certificate& certificate = *decoded.certificate;
    Reading reading;
    reading.listener = &terminal;
    Stopwatch watch;
    try {
      reading.options = recall_reading(certificate, reading_,
                                       [this](std::string_view option) { return given(option); });
      Dataset data = read_dataset(data_, reading);
      terminal.remark(describe(data, terminal, watch.lap()));
      return verify(certificate, std::move(data));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::usage || certificate.data.options.empty()) throw;
      return refuse(decoded, fmt::format("the data cannot be read as the certificate says ({})",
                                         in_options(error.message())));
    }
  }

  // A line for each claim of a list.
  static std::string parts_text(const Verdict& verdict, const Certificate& certificate) {
    TextTable table("<<<");
    table.add({"classes", "claim", "check"});
    for (std::size_t k = 0; k < verdict.parts.size(); ++k) {
      const PartVerdict& part = verdict.parts[k];
      table.add({fmt::format("{} against {}", part.positive, part.negative.value_or("the rest")),
                 std::string(name_of(part.kind)),
                 part.valid ? "valid: " + part.reason + claim_text(certificate.parts[k])
                            : "refused: " + part.reason});
    }
    return table.text("");
  }

  static VerificationOutcome outcome(const Verdict& verdict, const Certificate& certificate) {
    VerificationOutcome outcome;
    outcome.valid = verdict.valid;
    if (verdict.kind) outcome.kind = name_of(*verdict.kind);
    outcome.reason = verdict.reason;
    outcome.claim = claim_record(certificate);
    outcome.offset = certificate.data.offset;
    outcome.scale = certificate.data.scale;
    if (!certificate.data.lift.empty()) outcome.lift = certificate.data.lift;
    outcome.options = certificate.data.options;
    for (std::size_t k = 0; k < verdict.parts.size(); ++k) {
      const PartVerdict& part = verdict.parts[k];
      if (k == 0) outcome.parts.emplace();
      outcome.parts->push_back({part.positive, part.negative, part.valid,
                                std::string(name_of(part.kind)), part.reason,
                                claim_record(certificate.parts[k])});
    }
    return outcome;
  }

  static ClaimRecord claim_record(const Certificate& certificate) {
    ClaimRecord claim;
    const auto put = [](const std::string& text, std::optional<std::string>& field) {
      if (!text.empty()) field = text;
    };
    if (!certificate.objective.loss.empty()) {
      const Objective& objective = certificate.objective;
      put(objective.loss, claim.loss);
      put(objective.l1, claim.l1);
      put(objective.l2, claim.l2);
      if (certificate.data.offset) claim.penalised_offset = objective.penalised_offset;
      claim.class_weights = objective.class_weights;
    }
    put(certificate.lower, claim.lower);
    put(certificate.upper, claim.upper);
    put(certificate.radius, claim.radius);
    put(certificate.bound, claim.bound);
    return claim;
  }

  static std::string claim_text(const Certificate& certificate) {
    std::string text;
    if (certificate.kind == CertificateKind::margin ||
        certificate.kind == CertificateKind::joint_margin) {
      text = fmt::format(": lower {}, upper {}", number_of(certificate.lower),
                         number_of(certificate.upper));
    } else if (certificate.kind == CertificateKind::mistake_bound) {
      text =
          fmt::format(": {}", brief(std::floor(number_of(certificate.bound)), Round::nearest, 15));
    }
    return text;
  }

  // How the rows were read and transformed, if not by default.
  static std::string rows_text(const Subject& data) {
    std::string text;
    if (data.scale != ScalingKind::none) text += fmt::format(" Scaled: {}.", name_of(data.scale));
    if (!data.lift.empty()) text += fmt::format(" Lifted by {}.", number_of(data.lift));
    for (const auto& [name, value] : data.options)
      text += fmt::format(" Read with --{} {}.", printable(name), printable(value));
    return text;
  }

  std::string certificate_;
  std::string data_;
  ReadSettings reading_;
  CLI::App* app_ = nullptr;
};

}  // namespace

std::unique_ptr<Command> verify_command() { return std::make_unique<Verify>(); }

}  // namespace perceptron::core
