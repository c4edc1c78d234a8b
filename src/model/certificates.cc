#include "model/certificates.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/limits.h"
#include "base/message.h"
#include "base/text.h"
#include "data/cache/cache.h"
#include "data/read/source.h"
#include "model/file.h"

namespace perceptron::core {
namespace {

constexpr const char* kOrder = "the certificate comes before the data";

DecodedCertificate certificate_inside(std::unique_ptr<Source> source, const std::string& name,
                                      const Limits& limits) {
  const Model model = load_model(std::move(source), name, limits);
  if (model.origin.certificate.empty()) {
    throw Error(Place{name},
                fmt::format("the model has no certificate inside: only those of {} and "
                            "margin do; one of a loss is a file of its own",
                            setting("learner", Learner::max_margin)));
  }
  return decode_certificate(model.origin.certificate, name, limits);
}

// The scaling of the rows belongs to the claim, not to reading; files are named by the user alone.
bool is_recalled(std::string_view name) { return name != "scale" && !names_file(name); }

}  // namespace

DecodedCertificate load_certificate(const std::string& path, const Limits& limits) {
  const std::string name = source_name(path);
  auto source = open_source(path);
  if (looks_like_model(peek(source, 9))) return certificate_inside(std::move(source), name, limits);
  if (looks_like_cache(peek(source, 8)))
    throw Error(Place{name},
                fmt::format("expected a certificate, found a cache of data, not a certificate ({})",
                            kOrder));
  if (!looks_like_certificate(peek(source, 4096)))
    throw Error(Place{name},
                fmt::format("expected a certificate, found something else ({})", kOrder));
  return read_certificate(*source, name, limits);
}

DecodedCertificate read_certificate(Source& source, const std::string& name, const Limits& limits) {
  const std::string text = read_up_to(source, limits.largest_certificate + 1);
  if (text.size() > limits.largest_certificate)
    refuse_excess(Place{name}, kLargestCertificateLimit, "a certificate of at most {} bytes",
                  limits.largest_certificate);
  return decode_certificate(text, name, limits);
}

std::vector<std::pair<std::string, std::string>> recalled_options(
    const Certificate& certificate, const std::function<bool(std::string_view)>& chosen) {
  std::vector<std::pair<std::string, std::string>> used;
  for (const auto& each : certificate.data.options) {
    const bool is_known =
        std::any_of(kDataOptions.begin(), kDataOptions.end(),
                    [&](const Option<ReadSettings>& option) { return option.name == each.first; });
    if (is_known && is_recalled(each.first) && !chosen(each.first)) used.push_back(each);
  }
  return used;
}

ReadSettings recall_reading(const Certificate& certificate, ReadSettings options,
                            const std::function<bool(std::string_view)>& chosen) {
  for (const auto& [name, value] : certificate.data.options) {
    if (names_file(name) && !chosen(name))
      throw Error(ErrorKind::usage,
                  fmt::format("the {} came from a file of their own, {}; name it with {} (the "
                              "certificate's word is not enough to open a file)",
                              name == "labels" ? "classes" : "weights of the rows",
                              in_quotes(value), setting(name)));
  }
  const auto recalled = recalled_options(certificate, chosen);
  assign_all(options, kDataOptions, {recalled.begin(), recalled.end()});
  return options;
}

}  // namespace perceptron::core
