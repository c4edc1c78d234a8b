#include "base/interrupt.h"
#include "base/standard_streams.h"
#include "cli/program.h"

int main(int argc, char** argv) {
  perceptron::core::occupy_standard_streams();
  perceptron::core::catch_interrupts();
  return perceptron::core::Program().run(argc, argv);
}
