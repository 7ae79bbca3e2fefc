// An operation with a price of its own: a sparse product whose time was measured elsewhere, inside a layer of one's
// own.
#include <cstdio>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/timeline/step_time.hpp>

namespace mine {
using namespace perfmodel;

struct SparseMix {
  double density{};
};
std::string_view kind(const SparseMix&) { return "sparse_mix"; }
Shape output_shape(const SparseMix&, InputShapes inputs) { return inputs[0]; }
std::vector<ParameterTensor> parameters(const SparseMix&, InputShapes) { return {}; }
Work forward_work(const SparseMix& m, InputShapes inputs) {
  const double n = static_cast<double>(elements(inputs[0]));
  return m.density * n * static_cast<double>(inputs[0].back()) * mac;
}
// Its price: a quarter of the tensor cores' published rate, and never less than its bytes take.
Time price(const op::CustomBody& body, const Device& device) {
  return std::max(4.0 * body.work / peak(device, NumberFormat::bf16),
                  (body.read + body.written) / device.dram_bandwidth);
}
Tensor forward(TraceWriter& writer, const SparseMix& m, Inputs inputs, Parameters) {
  const Tensor& x = inputs[0];
  Tensor y = allocate_like(writer, x, MemoryClass::activation);
  const std::array<Shape, 1> shapes{x.shape()};
  const op::CustomBody body{.name = "sparse_mix",
                            .work = forward_work(m, shapes),
                            .read = x.bytes(),
                            .written = y.bytes(),
                            .elements = static_cast<double>(x.size()),
                            .price = price};
  writer.host(HostOp::elementwise);
  writer.run(op::Custom{std::make_shared<const op::CustomBody>(body)});
  return writer.record(std::move(y), {}, {});  // no gradient: for inference
}
}  // namespace mine

int main() try {
  using namespace perfmodel;
  Network network{.name = "sparse", .inputs = {{.name = "x", .shape = {8192}}}};
  network.layers.push_back({.name = "mix", .what = custom_layer(mine::SparseMix{.density = 0.05})});
  const Device device = json::load_device("A100-SXM4-80GB").device;
  const Recipe recipe{.batch = 8192, .precision = Precision::bf16, .mode = Mode::infer};
  const StepTime step = step_time(network, recipe, make_step_model(device, software_of(Framework::cuda_graph)));
  std::printf("%s: %.3f ms, %.1f GFLOP\n", network.name.c_str(), in(step.total, milli * second),
              in(step.work, giga * flop));
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
