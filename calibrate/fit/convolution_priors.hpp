#pragma once
#include <perfmodel/pricing/convolution/fields.hpp>

#include "calibrate/fit/engine_rule_priors.hpp"

namespace perfmodel {
namespace priors {
/// What the fit starts from and is held to where it is not what the field list says. Implicit GEMM on tensor cores
/// comes near plain products (Chetlur et al., arXiv:1410.0759, section 4), and Winograd's products near plain ones
/// (Lavin and Gray, arXiv:1509.09308, section 6).
[[nodiscard]] constexpr ConvolutionTable make_convolution() {
  ConvolutionTable t{};
  set_to_start(t, convolution_fields);
  set_to_start(t, convolution_engine_fields);
  set_to_start(t.blocks, block_fields);
  t.factor_rate = {2048.0, 1024.0};  // of calibrated_on
  for (auto& unit : t.factor) {
    for (auto& method : unit) method.fill(convolution_factor.start);
    unit[static_cast<std::size_t>(ConvolutionMethod::pointwise)] = {1.0, 1.0, 1.0};
    unit[static_cast<std::size_t>(ConvolutionMethod::few_channels)] = {1.2, 2.0, 1.2};
    unit[static_cast<std::size_t>(ConvolutionMethod::winograd)] = {1.2, 1.2, 1.2};
    unit[static_cast<std::size_t>(ConvolutionMethod::winograd_large)] = {1.2, 1.2, 1.2};
  }
  for (auto& unit : t.fixed_seconds) unit.fill(fixed_seconds_constant.start);
  constexpr double start = tap_cycles_constant.start;
  for (auto& width : t.tap_cycles)
    for (auto& layout : width) layout = {start, start, 2.0 * start};
  for (auto& layout : t.taps_beside) layout = {7.0, 20.0, 1.0};
  t.filter_cycles[1] = 80.0;  // 36 stores instead of 16, beside nine loads that no thread shares
  // a memset and a tile that passes through shared memory; index arithmetic for each element where it does not
  t.copies[static_cast<std::size_t>(LayoutCopyKind::fill)] = {.seconds = 0.8e-6, .share = 1.0, .cycles = 0.02};
  t.copies[static_cast<std::size_t>(LayoutCopyKind::transpose)] = {.seconds = 1.2e-6, .share = 0.9, .cycles = 0.4};
  t.copies[static_cast<std::size_t>(LayoutCopyKind::pad)] = {.seconds = 1.2e-6, .share = 0.9, .cycles = 0.6};
  t.copies[static_cast<std::size_t>(LayoutCopyKind::rearrange)] = {.seconds = 7e-6, .share = 0.9, .cycles = 2.0};
  t.copies[static_cast<std::size_t>(LayoutCopyKind::pad_planes)] = {.seconds = 1.2e-6, .share = 0.9, .cycles = 0.8};
  constexpr double result_cycles = 7.0;  // weight gradients: of a result, where others' chains are terms
  for (auto& kernel : t.lying)
    for (LyingConstants& layout : kernel) {
      set_to_start(layout, lying_fields);
      layout.step_cycles[static_cast<std::size_t>(ConvolutionPass::weight_gradient)] = result_cycles;
    }
  // genericTranspose_kernel: an address of each element, before and after the FP32 kernels of each group
  t.lying[static_cast<std::size_t>(LyingKernel::cuda_cores)][0].copied_cycles = {15.0, 15.0, 1.0};
  for (auto& method : t.error_bars) method = {ErrorBar{0.6, 1.6}, ErrorBar{0.6, 1.6}, ErrorBar{0.5, 2.0}};
  t.calibrated_on = {"H200-SXM"};
  return t;
}

/// Engines of cuDNN 9. Together: about half of the issue slots of an FP32 main loop multiply where addresses are
/// computed on the way, two thirds with large tiles, four fifths in plain products. Depth: tens of steps of start and
/// end.
[[nodiscard]] constexpr ConvolutionTable make_engines() {
  ConvolutionTable t = make_convolution();
  for (EngineConstants& engine : t.engines.each) set_to_start(engine, engine_fields);
  set_to_start(t.engines.shares, engine_share_fields);
  set_to_start(t.workspace, workspace_fields);
  t.engines.rules = engine_rules();
  t.l2_factor = 0.94366;  // of cuDNN 8: what was measured of cuDNN 9 is priced by its kernels' own tiles
  for (auto& kernel : t.tiled)
    for (TiledConstants& unit : kernel) set_to_start(unit, tiled_fields);
  set_to_start(t.tiled_rules, tiled_rule_fields);
  // 32-bit operands: shorter parts, and more of them
  t.tiled_rules.part_terms[1] = 1376.0, t.tiled_rules.most_parts[1] = 16.0;
  const auto together = [&](ConvolutionEngine engine, double share) {
    t.engines[static_cast<std::size_t>(engine)].together = share;
  };
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
