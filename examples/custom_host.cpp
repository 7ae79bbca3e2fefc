// A host of one's own: the same small steps on a processor that needs half the time for everything it does.
#include <cstdio>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/timeline/step_time.hpp>

int main() try {
  using namespace perfmodel;
  const Device device = json::load_device("H100-SXM5-80GB").device;
  const StepModel model = make_step_model(device);
  const Network network = named_network("resnet18");
  const Recipe recipe{.batch = 8, .precision = Precision::amp_fp16};
  const HostProfile known = host_of(model), fast = scaled(known, 0.5);
  for (const HostProfile& host : {known, fast}) {
    const StepTime step = step_time(network, recipe, model, host);
    std::printf("host %.2f ms, device %.2f ms: %.2f ms a step, bound by %s\n", in(step.host, milli * second),
                in(step.device, milli * second), in(step.total, milli * second), std::string(name(step.bound)).c_str());
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
