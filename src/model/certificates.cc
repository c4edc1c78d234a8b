#include "model/certificates.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/message.h"
#include "data/cache/cache.h"
#include "data/read/source.h"
#include "model/file.h"

namespace perceptron::core {
namespace {

constexpr const char* kOrder = "the certificate comes before the data";

std::string certificate_text(const std::string& path, const std::string& name) {
  auto source = open_source(path);
  if (looks_like_model(peek(source, 9))) {
    const Model model = load_model(std::move(source), name);
    if (model.origin.certificate.empty()) {
      throw Error(Place{name}, fmt::format("the model has no certificate inside (train with {} or "
                                           "margin)",
                                           setting("learner", "max-margin")));
    }
    return model.origin.certificate;
  }
  if (looks_like_cache(peek(source, 8)))
    throw Error(Place{name},
                fmt::format("expected a certificate, found a cache of data, not a certificate ({})",
                            kOrder));
  if (!looks_like_certificate(peek(source, 4096)))
    throw Error(Place{name},
                fmt::format("expected a certificate, found something else ({})", kOrder));
  return read_all(*source);
}

}  // namespace

DecodedCertificate load_certificate(const std::string& path) {
  const std::string name = source_name(path);
  return decode_certificate(certificate_text(path, name), name);
}

ReadSettings recall_reading(const Certificate& certificate, ReadSettings options,
                            const std::function<bool(std::string_view)>& chosen) {
  for (const auto& [name, value] : certificate.data.options) {
    for (const Option<ReadSettings>& option : kDataOptions) {
      // The scaling of the rows belongs to the claim, not to reading.
      if (option.name == name && name != "scale" && !chosen(name)) assign(options, option, value);
    }
  }
  return options;
}

}  // namespace perceptron::core
