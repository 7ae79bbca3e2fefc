// A layer that the library does not know: y = x * sigmoid(x W), a gate. Five functions make a layer.
#include <cstdio>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/planner/step_estimate.hpp>

namespace mine {
using namespace perfmodel;

struct SelfGate {
  std::int64_t width{};
};
std::string_view kind(const SelfGate&) { return "self_gate"; }
Shape output_shape(const SelfGate&, InputShapes inputs) { return inputs[0]; }
std::vector<ParameterTensor> parameters(const SelfGate& g, InputShapes) {
  return {{.name = "weight", .shape = {g.width, g.width}}};
}
Work forward_work(const SelfGate& g, InputShapes inputs) {
  const double n = static_cast<double>(elements(inputs[0]));
  return n * static_cast<double>(g.width) * mac + 4.0 * n * flop;
}
// A composition of the library's own layers: the gradient, the saved tensors and the memory follow by themselves.
Tensor forward(TraceWriter& writer, const SelfGate& g, Inputs inputs, Parameters ids) {
  const Tensor product = forward(writer, Linear{.inputs = g.width, .outputs = g.width, .bias = false}, inputs, ids);
  const Tensor gate = forward(writer, Activation{ActivationKind::sigmoid}, Inputs(&product, 1), {});
  const std::array<Tensor, 2> both{inputs[0], gate};
  return forward(writer, Multiply{}, both, {});
}
}  // namespace mine

int main() try {
  using namespace perfmodel;
  Network network{.name = "gated", .inputs = {{.name = "x", .shape = {4096}}}};
  for (int i = 0; i < 4; ++i)
    network.layers.push_back({.name = "gate" + std::to_string(i), .what = custom_layer(mine::SelfGate{.width = 4096})});
  network.loss = MeanSquaredError{};
  const Device device = json::load_device("H100-SXM5-80GB").device;
  const Recipe recipe{.batch = 2048, .precision = Precision::amp_bf16, .optimizer = Optimizer::adam};
  const StepEstimate step = estimate_step(network, recipe, make_card_model(device));
  std::printf("%s: %.2f ms a step, %.2f GiB\n", network.name.c_str(), in(step.step, milli * second),
              in(step.device_used, gibi * byte));
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
