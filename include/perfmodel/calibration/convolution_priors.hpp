#pragma once
#include <perfmodel/kernel/convolution_model.hpp>

namespace perfmodel {
namespace priors {
/// What the fit starts from and is held to. Implicit GEMM on tensor cores comes near plain products (Chetlur et al.,
/// arXiv:1410.0759, section 4), and Winograd's products near plain ones (Lavin and Gray, arXiv:1509.09308, section 6).
[[nodiscard]] constexpr ConvolutionTable make_convolution() {
  ConvolutionTable t{};
  for (auto& unit : t.factor) {
    for (auto& method : unit) method = {1.1, 1.1, 1.1};
    unit[static_cast<std::size_t>(ConvolutionMethod::pointwise)] = {1.0, 1.0, 1.0};
    unit[static_cast<std::size_t>(ConvolutionMethod::few_channels)] = {1.2, 2.0, 1.2};
    unit[static_cast<std::size_t>(ConvolutionMethod::winograd)] = {1.2, 1.2, 1.2};
    unit[static_cast<std::size_t>(ConvolutionMethod::winograd_large)] = {1.2, 1.2, 1.2};
  }
  for (auto& width : t.tap_cycles)
    for (auto& layout : width) layout = {0.1, 0.1, 0.2};
  for (auto& layout : t.taps_beside) layout = {7.0, 20.0, 1.0};
  t.depthwise_seconds = 1e-6;
  t.dram_share = 0.9;
  t.lone_block = 1.0;
  t.filter_cycles = {20.0, 80.0};  // nine loads that no thread shares, 16 or 36 stores
  t.l2_factor = 0.8;
  t.transpose_share = 0.8;
  t.transpose_cycles = 0.4;
  t.padding_share = 0.8;
  t.padding_seconds = 2.5e-6;
  t.transpose_seconds = 2.5e-6;
  t.first_layer = 0.4;
  t.depthwise_dram_share = 0.8;
  t.fixed_seconds = {1e-6, 1e-6, 1e-6};
  t.engine_load_bytes = 8.0;
  t.engine_tiles_share = 0.9;
  t.engine_layout_share = 0.9;
  t.engine_seconds = 1.5e-6;
  for (auto& method : t.error_bars) method = {ErrorBar{0.6, 1.6}, ErrorBar{0.6, 1.6}, ErrorBar{0.5, 2.0}};
  t.calibrated_on = {"H200-SXM"};
  return t;
}

/// Engines of cuDNN 9. Together: about half of the issue slots of an FP32 main loop multiply where addresses are computed
/// on the way, two thirds with large tiles, four fifths in plain products. Depth: tens of steps of start and end.
[[nodiscard]] constexpr ConvolutionTable make_engines() {
  ConvolutionTable t = make_convolution();
  for (EngineConstants& engine : t.engines) engine = {.together = 0.5, .lag = 1.5, .depth = 30.0};
  const auto together = [&](ConvolutionEngine engine, double share) { t.engines[static_cast<std::size_t>(engine)].together = share; };
  together(ConvolutionEngine::forward_256x64, 0.65);
  together(ConvolutionEngine::weight_direct, 0.3);
  together(ConvolutionEngine::weight_planes, 0.2);
  together(ConvolutionEngine::winograd_large, 0.75);
  together(ConvolutionEngine::fourier, 0.8);
  return t;
}
}  // namespace priors

inline constexpr ConvolutionTable convolution_priors = priors::make_convolution();
inline constexpr ConvolutionTable convolution_engine_priors = priors::make_engines();

}  // namespace perfmodel
