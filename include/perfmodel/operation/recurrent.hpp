#pragma once
#include <cstdint>
#include <perfmodel/device/number_format.hpp>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/units.hpp>

namespace perfmodel {

enum class Cell : std::uint8_t { lstm, gru };
[[nodiscard]] constexpr std::int64_t gates(Cell cell) { return cell == Cell::lstm ? 4 : 3; }

namespace op {

/// All steps of all layers of a recurrent network as one call of cuDNN, or one of the two calls that make its
/// gradients.
struct Recurrent {
  Cell cell{Cell::lstm};
  ConvolutionPass pass{ConvolutionPass::forward};
  bool bidirectional{}, bias{true};
  bool trains{};                            ///< a backward pass follows
  NumberFormat format{NumberFormat::fp32};  ///< of the products (TF32 is stored as FP32)
  NumberFormat stored{NumberFormat::fp32};
  std::int64_t inputs{}, hidden{}, layers{1}, batch{}, length{};
  friend constexpr bool operator==(const Recurrent&, const Recurrent&) = default;
};
[[nodiscard]] constexpr std::int64_t directions(const Recurrent& r) { return r.bidirectional ? 2 : 1; }
/// Width that layer `layer` reads.
[[nodiscard]] constexpr std::int64_t width_in(const Recurrent& r, std::int64_t layer) {
  return layer == 0 ? r.inputs : directions(r) * r.hidden;
}
/// Products only: 2 x batch x length x gates x hidden x (inputs + hidden) per layer and direction, in each of
/// the three passes.
[[nodiscard]] constexpr Work work(const Recurrent& r) {
  double macs = 0.0;
  for (std::int64_t layer = 0; layer < r.layers; ++layer)
    macs += static_cast<double>(r.batch * r.length) * static_cast<double>(directions(r) * gates(r.cell) * r.hidden) *
            static_cast<double>(width_in(r, layer) + r.hidden);
  return macs * mac;
}
/// Inputs, results and weights once.
[[nodiscard]] constexpr Bytes traffic(const Recurrent& r) {
  double weights = 0.0, activations = 0.0;
  for (std::int64_t layer = 0; layer < r.layers; ++layer) {
    weights += static_cast<double>(directions(r) * gates(r.cell) * r.hidden) *
               static_cast<double>(width_in(r, layer) + r.hidden);
    activations +=
        static_cast<double>(r.batch * r.length) * static_cast<double>(width_in(r, layer) + directions(r) * r.hidden);
  }
  return (weights + activations) * element_size(r.stored);
}

/// Numbers that cuDNN keeps of a forward pass for backward: gates and cell of every step (LSTM 5, GRU 6 times the
/// hidden size), and what goes from layer to layer.
[[nodiscard]] constexpr std::int64_t reserved_elements(const Recurrent& r) {
  const std::int64_t kept = r.cell == Cell::lstm ? 5 : 6;
  return r.batch * r.length * r.hidden * directions(r) * (kept * r.layers + r.layers - 1);
}

}  // namespace op
}  // namespace perfmodel
