// How long does a training step take, and does it fit? Embedding the model in a program of your own.
#include <cstdio>
#include <exception>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/step_estimate.hpp>

int main(int argc, char** argv) try {
  using namespace perfmodel;
  const char* devices = argc > 1 ? argv[1] : PERFMODEL_DEVICES_DIR;
  const Device device = json::load_device("A100-SXM4-40GB", "device", devices).device;
  const Network network = named_network("fcnn:layers=8,hidden=4096,inputs=4000,outputs=600");
  const Recipe recipe{.batch = 1024, .precision = Precision::tf32, .optimizer = Optimizer::adam};

  const StepEstimate step = estimate_step(network, recipe, make_card_model(device));
  std::printf("%s: %.2f ms a step, bound by %s, %.2f GiB used, %s\n", device.name.c_str(),
              in(step.step, milli * second), std::string(name(step.bound)).c_str(), in(step.device_used, gibi * byte),
              step.fits ? "fits" : "does not fit");
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
