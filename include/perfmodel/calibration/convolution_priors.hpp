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
    unit[static_cast<std::size_t>(ConvolutionMethod::few_channels)] = {2.0, 2.0, 2.0};
    unit[static_cast<std::size_t>(ConvolutionMethod::winograd)] = {1.2, 1.2, 1.2};
    unit[static_cast<std::size_t>(ConvolutionMethod::winograd_large)] = {1.2, 1.2, 1.2};
  }
  for (auto& width : t.tap_cycles)
    for (auto& layout : width) layout = {0.1, 0.1, 0.2};
  t.dram_share = 0.9;
  t.l2_factor = 0.8;
  t.transpose_share = 0.6;
  t.transpose_seconds = 2.5e-6;
  t.fixed_seconds = {1e-6, 1e-6};
  for (auto& method : t.error_bars) method = {ErrorBar{0.6, 1.6}, ErrorBar{0.6, 1.6}, ErrorBar{0.5, 2.0}};
  t.calibrated_on = {"H200-SXM"};
  return t;
}
}  // namespace priors

inline constexpr ConvolutionTable convolution_priors = priors::make_convolution();

}  // namespace perfmodel
