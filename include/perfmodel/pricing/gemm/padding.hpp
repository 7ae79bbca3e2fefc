#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <perfmodel/pricing/gemm/tiling.hpp>
#include <perfmodel/pricing/gemm/time.hpp>

namespace perfmodel {

/// Multiples that a dimension is worth padding to: 8 elements of 2 bytes fill the 16 bytes that a tensor-core kernel
/// loads at a time, 64 a cache line of them. NVIDIA, "Matrix Multiplication Background User's Guide", section
/// "Requirements to Use Tensor Cores":
/// https://docs.nvidia.com/deeplearning/performance/dl-performance-matrix-multiplication/index.html#requirements-tc
inline constexpr std::array<std::int64_t, 2> padding_multiples{8, 64};

/// A padded product counts as advice from this share of the time on: less is within the spread of one shape to the next
/// (docs/reference/accuracy.md: the median error of aligned products is 4 to 5 %).
inline constexpr double padding_worth = 0.95;

/// A product grown by zeros so that the library runs better kernels on it.
struct Padding {
  Gemm product{};               ///< with the padded dimensions
  GemmPrediction prediction{};  ///< of the padded product
};

/// The padding of m, n or k to a multiple of 8 or 64 that saves most, or nothing where none makes the product at least
/// a twentieth faster. What changes fewer dimensions by less wins within 2 % of the fastest.
/// @throws Error as predict() does
[[nodiscard]] inline std::optional<Padding> best_padding(const Gemm& g, const GemmModels& models) {
  constexpr double tie = 0.98;
  Time limit = padding_worth * predict(g, models).total;
  std::optional<Padding> best;
  for (const unsigned dimensions : {1U, 2U, 4U, 3U, 5U, 6U, 7U})  // of m, n, k: one alone first, all three last
    for (const std::int64_t multiple : padding_multiples) {
      Gemm padded = g;
      if (dimensions & 1U) padded.m = round_up(g.m, multiple);
      if (dimensions & 2U) padded.n = round_up(g.n, multiple);
      if (dimensions & 4U) padded.k = round_up(g.k, multiple);
      const GemmPrediction prediction = predict(padded, models);
      if (prediction.total >= limit) continue;
      limit = tie * prediction.total;
      best = Padding{padded, prediction};
    }
  return best;
}

}  // namespace perfmodel
