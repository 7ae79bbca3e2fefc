#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/network/network.hpp>
#include <string_view>

namespace perfmodel {

/// Counting conventions of others, beside this library's own (`forward_work`: two operations per multiply-accumulate).

/// As 1adrianb/pytorch-estimate-flops counts: one per multiply-accumulate of convolutions and linear layers, one per
/// bias element of a linear layer, two per element of batch norms, activations and sums, window - 1 per output of a
/// maximum pooling, one per input of an average pooling. Found by solving for the figures of Verma 2022, "ImageNet
/// Analysis using Roofline Model", Table 2: these are the only small whole numbers that give all three.
[[nodiscard]] std::int64_t pthflops_count(const Network& network, std::int64_t batch = 1);

/// What Verma 2022, "ImageNet Analysis using Roofline Model", Table 2, calls bytes, for one sample: 59,509,888 for
/// ResNet-18. The rule is that of the author's program (abhi608/neural-net-profiling, theory/ai.py): over the
/// convolutions, weights + inputs + outputs, as NUMBERS, with
/// - inputs counted at the output's size (in_channels x H_out x W_out), so that strides lose them and borders do not
/// show;
/// - each convolution counted 1 + depth times, as the walk starts from all modules and visits the children of each
/// again. The depth is
///   read off the layer's name, one a word between dots, as torchvision names modules: "conv1" counts 2 times,
///   "layer1.0.conv1" 4 times, "layer2.0.downsample.0" 5 times.
/// No factor of 4 bytes is in it, but most convolutions count 4 times, so that it comes near the bytes that
/// convolutions of FP32 move (convolution_bytes).
[[nodiscard]] std::int64_t module_walk_numbers(const Network& network);

/// Inputs, outputs and weights of all convolutions, once each, in bytes: the exact count beside module_walk_numbers.
[[nodiscard]] Bytes convolution_bytes(const Network& network, std::int64_t batch = 1,
                                      NumberFormat format = NumberFormat::fp32);

/// One forward pass of one sample in FP32 as a convention counts it.
struct ForwardCount {
  std::string_view convention{};
  double operations{};  ///< what it calls FLOP
  double memory{};      ///< what it calls bytes
  [[nodiscard]] constexpr double intensity() const { return memory > 0.0 ? operations / memory : 0.0; }
};

/// The library's own count (two operations per multiply-accumulate; inputs, outputs and parameters of every layer once
/// each) and that of Verma 2022, Table 2.
[[nodiscard]] std::array<ForwardCount, 2> forward_counts(const Network& network);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/network/counting.ipp>
#endif
