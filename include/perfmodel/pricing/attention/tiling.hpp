#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/operation/attention.hpp>
#include <perfmodel/pricing/attention/table.hpp>

namespace perfmodel {

/// What a thread block holds of the score matrix: queries, and keys of one step of its loop (backward the other way
/// round).
struct AttentionTile {
  double queries{128}, keys{128};
  friend constexpr bool operator==(const AttentionTile&, const AttentionTile&) = default;
};

/// FlashAttention-2 takes smaller tiles where an SM has less shared memory than an A100's 164 KB, in bytes.
inline constexpr double large_shared_memory = 160.0 * 1024.0;

/// The tile of the kernel that PyTorch launches. mma.sync: FlashAttention-2, csrc/flash_attn/src/
/// flash_fwd_launch_template.h (heads of 64: 128 x 128; larger ones by shared memory); before Ampere, where it does not
/// run, the 64 x 64 of PyTorch's memory-efficient kernel. On CUDA cores the last step is cut short after 16 keys.
/// @param most  queries of the family's largest tile
/// @param shared_memory  bytes of an SM
[[nodiscard]] constexpr AttentionTile attention_tile(const Attention& a, AttentionFamily family, double most,
                                                     TensorInstruction instruction, double shared_memory) {
  if (on_cuda_cores(family)) return {most, std::min(most, 16.0)};
  if (family >= AttentionFamily::memory_efficient) return {most, most};
  if (family != AttentionFamily::warp) return {most, 128.0};
  if (instruction < TensorInstruction::mma_m16n8k16) return {64.0, 64.0};
  if (a.head_size <= 64) return {most, 128.0};
  if (shared_memory >= large_shared_memory) return {most, 64.0};
  if (a.head_size > 128 || a.causal) return {64.0, 64.0};
  return {most, 32.0};
}

/// Scores that a head computes whole, and how unlike its blocks are.
struct ScoreTiles {
  double tiles{};       ///< of queries
  double scores{};      ///< on tiles, masked parts of those on the diagonal included
  double longest{1.0};  ///< steps of the longest tile over those of a tile on average
};

/// @param rows, across  queries and keys of one head, @param at_once  rows that are rounded up to together
[[nodiscard]] inline ScoreTiles score_tiles(double rows, double across, const AttentionTile& tile, double at_once,
                                            bool causal) {
  ScoreTiles t{.tiles = std::ceil(rows / tile.queries)};
  const double padded = std::ceil(rows / at_once) * at_once, whole = std::ceil(across / tile.keys) * tile.keys;
  t.scores = padded * whole;
  if (!causal || t.tiles <= 1.0) return t;
  // Tile i of n sees (i + 1) / n of the keys, rounded up to whole steps.
  const double rounding = std::max(0.0, 0.5 * (tile.keys - tile.queries));
  const double seen = std::min(whole, 0.5 * whole * (1.0 + 1.0 / t.tiles) + rounding);
  t.scores = padded * seen;
  t.longest = whole / seen;
  return t;
}

}  // namespace perfmodel
