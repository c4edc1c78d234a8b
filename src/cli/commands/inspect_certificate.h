// What `inspect` shows of a certificate, without checking it.
#pragma once

#include <string>

#include "base/json.h"
#include "certify/certificate.h"

namespace perceptron {

Json certificate_summary_json(const Certificate& certificate);
std::string certificate_summary_text(const Certificate& certificate);

}  // namespace perceptron
