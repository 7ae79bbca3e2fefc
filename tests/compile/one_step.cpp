// The smallest program that times a step: what a user of the library compiles.
#include <cstdio>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/timeline/step_time.hpp>

int main() {
  using namespace perfmodel;
  const StepModel model = make_step_model(json::load_device("h200-sxm").device);
  std::printf("%g us\n", in(step_time(named_network("resnet50"), {.batch = 64}, model).total, micro * second));
}
