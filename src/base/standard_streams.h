// Standard input, output and error of the process.
#pragma once

namespace perceptron::core {

// Opens those that the caller has closed, so that no file opened later takes their place and
// receives messages or results. Input and output then fail at the first use; messages are dropped.
// Call it first. Returns false if the system does not allow it.
[[nodiscard]] bool occupy_standard_streams();

}  // namespace perceptron::core
