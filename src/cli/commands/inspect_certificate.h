// What `inspect` shows for a certificate, without checking it.
#pragma once

#include <string>

#include "certify/certificate.h"
#include "report/inspection_record.h"

namespace perceptron::core {

CertificateFileRecord certificate_record(const Certificate& certificate);
std::string certificate_summary_text(const Certificate& certificate);

}  // namespace perceptron::core
