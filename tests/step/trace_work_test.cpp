// The trace says the truth: what its operations multiply is what the layers define.
#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/network/named.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <string>

namespace step_trace_work_test {
using namespace perfmodel;

namespace {

bool contracts(const LayerKind& layer) {
  return std::holds_alternative<Linear>(layer) || std::holds_alternative<Convolution2d>(layer) ||
         std::holds_alternative<Matmul>(layer) || std::holds_alternative<DotProductAttention>(layer) ||
         std::holds_alternative<Recurrent>(layer) || std::holds_alternative<MixtureOfExperts>(layer);
}

/// Multiply-accumulates of a phase's products, convolutions, attention and recurrent layers.
double multiplied(const StepTrace& trace, Phase phase) {
  double sum = 0.0;
  for (const TraceEvent& e : trace.step) {
    const auto* executed = std::get_if<Execute>(&e.what);
    if (executed == nullptr || e.phase != phase) continue;
    const Operation& operation = trace.operations[executed->operation];
    if (multiplied_format(operation)) sum += in(work(operation), flop);
  }
  return sum;
}

/// Those of fused attention.
double attended(const StepTrace& trace, Phase phase) {
  double sum = 0.0;
  for (const TraceEvent& e : trace.step) {
    const auto* executed = std::get_if<Execute>(&e.what);
    if (executed == nullptr || e.phase != phase) continue;
    const Operation& operation = trace.operations[executed->operation];
    if (std::holds_alternative<Attention>(operation)) sum += in(work(operation), flop);
  }
  return sum;
}

struct Defined {
  double forward{}, of_inputs{};  ///< of layers that read the network's inputs, which have no gradient
};
Defined defined_work(const Network& network, const Recipe& recipe) {
  const NetworkShapes shapes = infer_shapes(network, recipe.batch);
  Defined sum;
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    const Layer& layer = network.layers[i];
    if (!contracts(layer.what) || (layer.training_only && recipe.mode == Mode::infer)) continue;
    const double one = in(forward_work(layer.what, shapes.layer_inputs[i]), flop);
    sum.forward += one;
    const std::vector<std::int32_t> from = sources(network, i);
    if (from.size() == 1 && from[0] < 0) sum.of_inputs += one;
  }
  return sum;
}

constexpr const char* convolutional[] = {
    "resnet18",        "resnet50",     "vgg16", "densenet121", "mobilenet_v2",
    "efficientnet_b0", "inception_v3", "unet",  "minigo",      "fcnn:layers=4,hidden=256,inputs=64,outputs=10"};

}  // namespace

TEST_CASE("forward passes multiply what the layers define: every named network, both modes, all precisions") {
  for (const NamedNetwork& named : named_networks()) {
    const Network network = named_network(std::string(named.name) + ':' + std::string(named.options));
    for (const Mode mode : {Mode::train, Mode::infer})
      for (const Precision precision : all_precisions) {
        const Recipe recipe{.batch = 2, .precision = precision, .mode = mode};
        const std::string what =
            std::string(named.name) + ' ' + std::string(name(mode)) + ' ' + std::string(name(precision));
        CAPTURE(what);
        const double defined = defined_work(network, recipe).forward,
                     traced = multiplied(steady_step(network, recipe), Phase::forward);
        // Grouped keys in 32 bits have no fused kernel: the masked half is multiplied, too (docs/reference/layers.md).
        const bool masked = what.starts_with("llama") && bits(policy(precision).compute) > 16;
        if (masked)
          CHECK(traced >= defined);
        else
          CHECK(std::abs(traced / defined - 1.0) < 1e-12);  // sums of the same numbers in another order
      }
  }
}

TEST_CASE("backward passes of convolutions and linear layers multiply twice as much, inputs of the network aside") {
  for (const char* spec : convolutional)
    for (const Precision precision : {Precision::fp32, Precision::amp_bf16}) {
      const Network network = named_network(spec);
      const Recipe recipe{.batch = 2, .precision = precision};
      const Defined defined = defined_work(network, recipe);
      CAPTURE(spec);
      const double traced = multiplied(steady_step(network, recipe), Phase::backward);
      CHECK(std::abs(traced / (2.0 * defined.forward - defined.of_inputs) - 1.0) < 1e-12);
    }
}

// Fused attention calculates its scores again: five products for two (pricing/attention.md); others have two products
// for each. Layers that read the network's inputs alone have one, as inputs need no gradient.
TEST_CASE("backward passes of every named network multiply what its forward pass defines, in all precisions") {
  for (const NamedNetwork& named : named_networks()) {
    const Network network = named_network(std::string(named.name) + ':' + std::string(named.options));
    for (const Precision precision : all_precisions) {
      const Recipe recipe{.batch = 2, .precision = precision};
      const std::string what = std::string(named.name) + ' ' + std::string(name(precision));
      CAPTURE(what);
      const StepTrace trace = steady_step(network, recipe);
      const double fused = attended(trace, Phase::forward), all = multiplied(trace, Phase::forward),
                   expected = 2.0 * (all - fused) + 2.5 * fused - defined_work(network, recipe).of_inputs;
      CHECK(std::abs(multiplied(trace, Phase::backward) / expected - 1.0) < 1e-12);
    }
  }
}

TEST_CASE("ViT-B/16 in mixed precision, inference: products by position are counted once") {
  const Network network = named_network("vit_b_16");
  const Recipe recipe{.batch = 8, .precision = Precision::amp_bf16, .mode = Mode::infer};
  CHECK(std::abs(multiplied(steady_step(network, recipe), Phase::forward) / 280.6e9 - 1.0) <
        0.01);  // 35.1 GFLOP an image
}
}  // namespace step_trace_work_test
