#pragma once
#include <algorithm>
#include <cstdint>
#include <perfmodel/operation/gemm.hpp>

namespace perfmodel::compile {

/// MACs per element of A, B and C from which on a product counts as bound by math. PyTorch 2.11,
/// torch/_inductor/fx_passes/pad_mm.py (is_mm_compute_bound), asks for half the card's FLOP per byte: 69 on a V100, 76
/// on an A100, 103 on an H200, 140 on a B200. Products between these gain or lose little by padding.
inline constexpr double padding_intensity = 100.0;

/// Whether a tensor core takes the format.
[[nodiscard]] constexpr bool pads(NumberFormat format) {
  return format == NumberFormat::fp16 || format == NumberFormat::bf16 || format == NumberFormat::tf32;
}

/// The product that a compiler launches instead: extents along which elements lie side by side are filled up to whole
/// 16 bytes, if the product is bound by math and of a format of tensor cores. Others, and aligned ones, stay.
[[nodiscard]] constexpr Gemm padded(const Gemm& g) {
  const double m = static_cast<double>(g.m), n = static_cast<double>(g.n), k = static_cast<double>(g.k);
  if (!pads(g.format) || m * n * k <= padding_intensity * (m * k + k * n + m * n)) return g;
  const std::int64_t multiple = 128 / bits(g.format == NumberFormat::tf32 ? NumberFormat::fp32 : g.format);
  const auto fill = [&](std::int64_t extent) { return (extent + multiple - 1) / multiple * multiple; };
  const bool a_transposed = g.layout == Layout::tn || g.layout == Layout::tt,
             b_transposed = g.layout == Layout::nt || g.layout == Layout::tt;
  Gemm p = g;
  p.n = fill(g.n);  // rows of C, and of B unless it is transposed
  if (a_transposed) p.m = fill(g.m);
  if (!a_transposed || b_transposed) p.k = fill(g.k);
  return p;
}

/// Elements of A and of B, of all products of a batch.
[[nodiscard]] constexpr std::int64_t elements_a(const Gemm& g) { return g.batch * g.m * g.k; }
[[nodiscard]] constexpr std::int64_t elements_b(const Gemm& g) { return (g.repeated_b ? 1 : g.batch) * g.k * g.n; }

}  // namespace perfmodel::compile
