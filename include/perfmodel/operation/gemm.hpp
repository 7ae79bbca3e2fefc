#pragma once
#include <cstdint>
#include <perfmodel/device/number_format.hpp>
#include <perfmodel/units.hpp>
#include <string_view>

namespace perfmodel {

/// Row-major letters: first N = A stored m x k, T = k x m; second N = B stored k x n, T = n x k.
/// nn.Linear: forward NT, input gradient NN, weight gradient TN.
enum class Layout : std::uint8_t { nn, nt, tn, tt };

/// Where operands are when the product starts. cold: in device memory. warm: the same product ran just before on the
/// same tensors, so that what fits is still in L2. rotated: as benchmarks of serving engines call a product, a graph of
/// up to five calls with weights (B) of their own, which A and C are shared by, replayed again and again.
enum class Operands : std::uint8_t { cold, warm, rotated };

/// What the kernel does to C beside the product.
enum class Epilogue : std::uint8_t { none, bias, bias_activation, accumulate /* C += AB, beta = 1 */ };

/// Workspace of a cublasLt call under PyTorch, bytes, through which products with a bias in the epilogue go:
/// CUBLASLT_WORKSPACE_SIZE, 1 MiB by default. PyTorch, aten/src/ATen/cuda/CublasHandlePool.cpp;
/// github.com/pytorch/pytorch/issues/73328. Partial sums of split K hardly ever fit, so that the library runs other
/// kernels than for plain products.
inline constexpr std::int64_t cublaslt_workspace_bytes = 1'048'576;

/// C[batch,m,n] = op(A) op(B): row-major, `batch` independent strided products. Operands are of `format`,
/// accumulation is FP32 (FP64 for fp64), C is of `output` format.
struct Gemm {
  NumberFormat format{NumberFormat::fp32};
  Layout layout{Layout::nn};
  std::int64_t batch{1}, m{}, n{}, k{};
  NumberFormat output{format};
  Epilogue epilogue{Epilogue::none};
  Operands operands{Operands::cold};
  bool repeated_b{};    ///< all products of the batch take the same B, which is stored once
  bool inside_cudnn{};  ///< cuDNN runs it for a convolution or a recurrent layer, whose batches nobody has timed
  friend constexpr bool operator==(const Gemm&, const Gemm&) = default;
};

/// 2 M N K, per product and times the batch. NVIDIA, "Matrix Multiplication Background User's Guide", section 1.
[[nodiscard]] constexpr Work work(const Gemm& g) {
  return static_cast<double>(g.batch) * static_cast<double>(g.m) * static_cast<double>(g.n) * static_cast<double>(g.k) *
         mac;
}

/// Compulsory traffic: A, B and C cross the bus once each (C once more when it is accumulated into; B once for the
/// whole batch if it is the same in all products). A lower bound.
[[nodiscard]] constexpr Bytes traffic(const Gemm& g) {
  const double m = static_cast<double>(g.m), n = static_cast<double>(g.n), k = static_cast<double>(g.k);
  const double batch = static_cast<double>(g.batch), b_copies = g.repeated_b ? 1.0 : batch;
  const double c_passes = g.epilogue == Epilogue::accumulate ? 2.0 : 1.0;
  return (batch * m * k + b_copies * k * n) * element_size(g.format) +
         batch * c_passes * m * n * element_size(g.output);
}

/// Work over compulsory traffic: 124.1 FLOP/B for 8192 x 128 x 8192 in FP16.
[[nodiscard]] constexpr Intensity intensity(const Gemm& g) { return work(g) / traffic(g); }

}  // namespace perfmodel
