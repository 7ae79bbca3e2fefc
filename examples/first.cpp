// How long does a training step take, and does it fit?
#include <cstdio>
#include <perfmodel/json/card_model.hpp>
#include <perfmodel/network/named.hpp>

int main() {
  using namespace perfmodel;
  const CardModel card = json::card_model("A100-SXM4-40GB");
  const Network network = named_network("fcnn:layers=8,hidden=4096,inputs=4000,outputs=600");
  const StepEstimate step = estimate_step(network, {.batch = 1024, .precision = Precision::tf32}, card);
  std::printf("%.2f ms a step, %.2f GiB used, %s\n", in(step.step, milli * second), in(step.device_used, gibi * byte),
              step.fits ? "fits" : "does not fit");
}
