#include "base/interrupt.h"
#include "cli/program.h"

int main(int argc, char** argv) {
  perceptron::catch_interrupts();
  return perceptron::Program().run(argc, argv);
}
