// A card that nobody sells: an A100 with twice the memory bandwidth. What would a step gain?
#include <cstdio>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/step_estimate.hpp>

int main() try {
  using namespace perfmodel;
  const Device real = json::load_device("A100-SXM4-80GB").device;
  Device faster = real;
  faster.name = "A100-with-twice-the-bandwidth";
  faster.dram_bandwidth = 2.0 * real.dram_bandwidth;
  const Network network = named_network("gpt2-124m:seq=1024");
  const Recipe recipe{.batch = 16, .precision = Precision::amp_bf16, .optimizer = Optimizer::adamw};
  for (const Device& device : {real, faster}) {
    const StepEstimate step = estimate_step(network, recipe, make_card_model(device));
    std::printf("%s: %.1f ms a step, bound by %s\n", device.name.c_str(), in(step.step, milli * second),
                std::string(name(step.bound)).c_str());
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
