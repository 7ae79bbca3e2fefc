#pragma once
#include <perfmodel/kernel/convolution.hpp>
#include <perfmodel/kernel/gemm_time.hpp>
#include <perfmodel/kernel/streaming_time.hpp>

namespace perfmodel {

/// The product that an implicit-GEMM convolution computes, per group.
/// Chetlur et al., "cuDNN: Efficient Primitives for Deep Learning", arXiv:1410.0759, section 3.
[[nodiscard]] constexpr Gemm implicit_gemm(const Convolution& c) {
  const std::int64_t outputs = c.n * c.p() * c.q(), channels = c.c / c.groups, filters = c.k / c.groups;
  Gemm g{.format = c.format, .batch = c.groups, .output = c.format};
  switch (c.pass) {
    case ConvolutionPass::forward: g.layout = Layout::nt, g.m = outputs, g.n = filters, g.k = channels * c.r * c.s; break;
    case ConvolutionPass::input_gradient: g.layout = Layout::nn, g.m = c.n * c.h * c.w, g.n = channels, g.k = filters * c.r * c.s; break;
    case ConvolutionPass::weight_gradient: g.layout = Layout::tn, g.m = filters, g.n = channels * c.r * c.s, g.k = outputs; break;
  }
  return g;
}

/// @throws Error for dimensions that are not positive or a format the card cannot multiply
[[nodiscard]] inline Prediction predict(const Convolution& c, const GemmModels& gemm, const StreamingModel& streaming) {
  if (c.groups <= 0 || c.c <= 0 || c.k <= 0 || c.c % c.groups != 0 || c.k % c.groups != 0)
    throw bad_input("groups", std::to_string(c.groups), "must divide the channels and the filters");
  if (c.p() <= 0 || c.q() <= 0)
    throw bad_input("convolution", std::to_string(c.p()) + " x " + std::to_string(c.q()) + " outputs", "the filter must fit into the padded input");
  const bool depthwise = c.groups > 1 && c.c / c.groups < 8;
  if (depthwise) {
    Prediction p = predict(Streaming{.format = c.format, .columns = 1, .read = 0.6 * traffic(c), .written = 0.4 * traffic(c), .work = work(c)}, streaming);
    p.total += p.dram;
    p.low = 0.5 * p.total, p.high = 2.0 * p.total;
    return p;
  }
  Prediction p = predict(implicit_gemm(c), gemm);
  const double bandwidth = streaming.copy_bandwidth();
  p.traffic = traffic(c);
  p.dram = in(p.traffic, byte) / bandwidth * second;
  p.work = work(c);
  p.total = std::max(p.total, p.dram + p.launch);
  p.low = 0.6 * p.total, p.high = 1.6 * p.total;
  p.validated = false;
  return p;
}

}  // namespace perfmodel
