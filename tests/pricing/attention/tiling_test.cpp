#include <doctest/doctest.h>

#include <perfmodel/pricing/attention/tiling.hpp>

namespace pricing_attention_tiling_test {
using namespace perfmodel;

namespace {
constexpr double a100 = 164.0 * 1024.0, l40s = 100.0 * 1024.0;
Attention heads_of(std::int64_t size, bool causal) {
  return {.format = NumberFormat::bf16,
          .heads = 1,
          .key_heads = 1,
          .queries = 1024,
          .keys = 1024,
          .head_size = size,
          .causal = causal};
}
AttentionTile flash2(std::int64_t size, bool causal, double shared) {
  return attention_tile(heads_of(size, causal), AttentionFamily::warp, 128, TensorInstruction::mma_m16n8k16, shared);
}
}  // namespace

TEST_CASE("FlashAttention-2's tiles: by head size, mask and shared memory, as its launch template has them") {
  CHECK(flash2(64, true, l40s) == AttentionTile{128, 128});
  CHECK(flash2(128, true, a100) == AttentionTile{128, 64});
  CHECK(flash2(128, true, l40s) == AttentionTile{64, 64});
  CHECK(flash2(128, false, l40s) == AttentionTile{128, 32});
  CHECK(flash2(256, false, a100) == AttentionTile{128, 64});
  CHECK(flash2(256, false, l40s) == AttentionTile{64, 64});
}

TEST_CASE("tiles of the other kernels: the family's queries; CUDA cores cut the last step short") {
  const Attention a = heads_of(128, true);
  const auto tile = [&](AttentionFamily family, double most, TensorInstruction instruction) {
    return attention_tile(a, family, most, instruction, a100);
  };
  CHECK(tile(AttentionFamily::cuda_core, 64, TensorInstruction::none) == AttentionTile{64, 16});
  CHECK(tile(AttentionFamily::warp, 128, TensorInstruction::mma_m8n8k4) == AttentionTile{64, 64});
  CHECK(tile(AttentionFamily::warp_group, 128, TensorInstruction::wgmma) == AttentionTile{128, 128});
  CHECK(tile(AttentionFamily::tensor_memory, 256, TensorInstruction::tcgen05) == AttentionTile{256, 128});
}

TEST_CASE("score_tiles() counts what a loop over tiles counts") {
  for (const AttentionTile tile : {AttentionTile{128, 128}, AttentionTile{128, 64}, AttentionTile{64, 64}})
    for (const double tiles : {1.0, 2.0, 5.0, 16.0}) {
      const double length = tiles * tile.queries;
      double scores = 0.0, longest = 0.0;
      for (double i = 1; i <= tiles; ++i) {
        const double seen = std::ceil(i * tile.queries / tile.keys) * tile.keys;
        scores += tile.queries * seen, longest = std::max(longest, seen);
      }
      CAPTURE(tiles);
      const ScoreTiles masked = score_tiles(length, length, tile, tile.queries, true);
      CHECK(masked.tiles == tiles);
      CHECK(masked.scores == doctest::Approx(scores));
      CHECK(masked.longest == doctest::Approx(longest * tiles * tile.queries / scores));
      CHECK(score_tiles(length, length, tile, tile.queries, false).scores == length * length);
    }
}

TEST_CASE("steps longer than a tile's queries are rounded up on the diagonal, and short rows to whole tiles") {
  const ScoreTiles paged = score_tiles(1024, 1024, {64, 128}, 64, true);
  CHECK(paged.scores > score_tiles(1024, 1024, {64, 64}, 64, true).scores);
  CHECK(paged.scores < 1024.0 * 1024.0);
  CHECK(score_tiles(16, 16, {128, 128}, 128, true).scores == 128.0 * 128.0);
  CHECK(score_tiles(16, 128, {128, 128}, 16, false).scores == 16.0 * 128.0);
}
}  // namespace pricing_attention_tiling_test
