#pragma once
#include <cstdint>
#include <perfmodel/rounding.hpp>

namespace perfmodel {

/// How a matrix product is cut into thread-block tiles, and tiles into waves. Exact counts.
/// NVIDIA, "Matrix Multiplication Background User's Guide", sections "Tile Quantization" and "Wave Quantization".

/// Tile of the output that one thread block computes, in the row-major product's rows (m) and columns (n).
struct TileShape {
  std::int64_t m{}, n{};
};

/// Tiles that cover batch x m x n.
[[nodiscard]] constexpr std::int64_t tile_count(std::int64_t batch, std::int64_t m, std::int64_t n, TileShape tile) {
  return batch * ceil_div(m, tile.m) * ceil_div(n, tile.n);
}

/// Useful share of the multiply-accumulates that the tiles execute: 1 where the tile divides the matrix.
[[nodiscard]] constexpr double tile_efficiency(std::int64_t m, std::int64_t n, TileShape tile) {
  const double covered = static_cast<double>(round_up(m, tile.m)) * static_cast<double>(round_up(n, tile.n));
  return static_cast<double>(m) * static_cast<double>(n) / covered;
}

/// Waves: how often the whole card is filled, the last time perhaps partly. `slots`: SMs x blocks per SM.
[[nodiscard]] constexpr std::int64_t wave_count(std::int64_t blocks, std::int64_t slots) {
  return ceil_div(blocks, slots);
}

/// Useful share of the waves' slots: 1 where the blocks fill whole waves.  @pre blocks > 0
[[nodiscard]] constexpr double wave_efficiency(std::int64_t blocks, std::int64_t slots) {
  return static_cast<double>(blocks) / static_cast<double>(wave_count(blocks, slots) * slots);
}

/// Largest power of two that divides `bytes`, at most 128 (a cache line).  @pre bytes > 0
[[nodiscard]] constexpr int alignment_of(std::int64_t bytes) {
  const std::int64_t low = bytes & -bytes;
  return low > 128 ? 128 : static_cast<int>(low);
}

}  // namespace perfmodel
