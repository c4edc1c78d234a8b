#include "base/interrupt.h"
#include "cli/program.h"

int main(int argc, char** argv) {
  perceptron::core::catch_interrupts();
  return perceptron::core::Program().run(argc, argv);
}
