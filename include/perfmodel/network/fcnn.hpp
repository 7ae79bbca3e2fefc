#pragma once
#include <perfmodel/network/network.hpp>
#include <string>
#include <vector>

namespace perfmodel {

/// Hyper-parameters of the fully connected network of "Towards High-Performance AI4NP Applications on Modern GPU
/// Platforms" (Mei et al.), Table 2: `layers` hidden layers of `hidden` nodes, `inputs` inputs, `outputs` outputs.
struct FcnnOptions {
  std::int64_t layers{4}, hidden{1024}, inputs{2000}, outputs{200};
  bool bias{true};  ///< nn.Linear's default; the paper's count has none
  ActivationKind activation{ActivationKind::relu};
  bool in_place{};  ///< activations overwrite their input
  Loss loss{CrossEntropy{}};
};

/// Phi = D_H^2 (l - 1) + D_H (D_I + D_O), biases not counted. Table 2 of the paper.
[[nodiscard]] constexpr std::int64_t fcnn_weights(const FcnnOptions& o) {
  return checked_product(checked_product(o.hidden, o.hidden), o.layers - 1) +
         checked_product(o.hidden, o.inputs + o.outputs);
}

/// O = 6 Phi batch: forward 2 Phi, gradients of weights 2 Phi, of activations 2 Phi. The paper counts an input gradient
/// of the first layer too, which no framework computes.
[[nodiscard]] constexpr Work fcnn_step_work(const FcnnOptions& o, std::int64_t batch) {
  return 6.0 * static_cast<double>(fcnn_weights(o)) * static_cast<double>(batch) * flop;
}

/// Most hidden layers: nobody trained a deeper network (Xiao et al. 2018, "How to Train 10,000-Layer Vanilla
/// Convolutional Neural Networks", arXiv:1806.05393), and a question about more would take minutes to answer.
inline constexpr std::int64_t most_fcnn_layers = 10'000;

/// Linear(D_I, D_H), activation, (l - 1) x [Linear(D_H, D_H), activation], Linear(D_H, D_O).
/// @throws Error if a size is below 1, or for more than most_fcnn_layers
[[nodiscard]] inline Network fcnn(const FcnnOptions& o) {
  require_at_least("fcnn: layers", o.layers, 1);
  require_at_least("fcnn: hidden", o.hidden, 1);
  require_at_least("fcnn: inputs", o.inputs, 1);
  require_at_least("fcnn: outputs", o.outputs, 1);
  if (o.layers > most_fcnn_layers)
    throw bad_input(
        "fcnn: layers", std::to_string(o.layers),
        "must be at most " + std::to_string(most_fcnn_layers) + ", the deepest network that anybody trained");
  Network network{.name = "fcnn", .inputs = {{.name = "input", .shape = {o.inputs}}}, .loss = o.loss};
  for (std::int64_t i = 0; i < o.layers; ++i) {
    const std::string number = std::to_string(i + 1);
    network.layers.push_back(
        {.name = "linear" + number,
         .what = Linear{.inputs = i == 0 ? o.inputs : o.hidden, .outputs = o.hidden, .bias = o.bias},
         .block = static_cast<std::int32_t>(i)});
    // x = relu(linear(x)): the variable holds the old x until the new one is there
    const bool last = i + 1 == o.layers;
    network.layers.push_back({.name = "activation" + number,
                              .what = Activation{o.activation, o.in_place},
                              .block = static_cast<std::int32_t>(i),
                              .held_until = last ? -1 : static_cast<std::int32_t>(2 * i + 3)});
  }
  network.layers.push_back(
      {.name = "output", .what = Linear{.inputs = o.hidden, .outputs = o.outputs, .bias = o.bias}});
  return network;
}

/// The same with a width of its own for every layer: inputs, hidden layers, outputs.
/// @throws Error for fewer than three widths, for a width below 1, or for more than most_fcnn_layers
[[nodiscard]] inline Network fcnn_of_widths(const std::vector<std::int64_t>& widths, bool bias = true) {
  if (widths.size() < 3)
    throw bad_input("fcnn: widths", std::to_string(widths.size()),
                    "must be at least inputs, one hidden layer, outputs");
  for (const std::int64_t width : widths) require_at_least("fcnn: widths", width, 1);
  const auto hidden = static_cast<std::int64_t>(widths.size()) - 2;
  Network network =
      fcnn({.layers = hidden, .hidden = widths[1], .inputs = widths.front(), .outputs = widths.back(), .bias = bias});
  for (std::size_t i = 0; i + 1 < widths.size(); ++i)
    network.layers[2 * i].what = Linear{.inputs = widths[i], .outputs = widths[i + 1], .bias = bias};
  return network;
}

}  // namespace perfmodel
