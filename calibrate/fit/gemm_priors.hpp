#pragma once
#include <initializer_list>
#include <perfmodel/pricing/gemm/fields.hpp>

namespace perfmodel {

/// Where the fit of the GEMM constants starts and what pulls it back where the data are silent. Each value is physics,
/// a published specification or a public kernel's own name; none comes from the rows that the fit is judged on.
///
/// Sources. Tiles, k-blocks, stages: kernel names in public profiles ("volta_sgemm_128x64_tn",
/// "cutlass_80_tensorop_f16_s16816gemm_256x128_32x3", "nvjet_hsh_128x256_64x4_2x1_v_bz_coopA_TNT") and CUTLASS
/// tools/library generator.py. Threads and registers: cuobjdump of the CUDA 11 and 12 libraries, rounded, as listed in
/// public profiles. Efficiencies: NVIDIA matmul guide, Figure 5 (256x128 most efficient, 64x64 least).
/// Cycles and L2: Jia et al., "Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking", arXiv:1804.06826.
namespace priors {

constexpr void set_tiles(GemmConstants& c, std::initializer_list<GemmTile> tiles) {
  c.tile_count = 0;
  for (const GemmTile& tile : tiles) c.tiles[static_cast<std::size_t>(c.tile_count++)] = tile;
}

/// What all families start from: the field list.
[[nodiscard]] constexpr GemmConstants base(GemmFamily family, MathUnit unit) {
  GemmConstants c{.family = family, .unit = unit};
  set_to_start(c, gemm_fields);
  for (auto& bars : c.error_bars)
    for (ErrorBar& bar : bars) bar = {.low = 0.6, .high = 1.6};
  c.validated_extent = {1.0, 65536.0};
  c.validated_work = {0.0, 1e16};
  return c;
}

/// FP32 on CUDA cores, hand-scheduled: 8 x 8 outputs per thread, k-block 8, double-buffered.
[[nodiscard]] constexpr GemmConstants sgemm(GemmFamily family) {
  GemmConstants c = base(family, MathUnit::cuda_core);
  set_tiles(
      c, {{.m = 128, .n = 128, .k = 8, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.93},
          {.m = 128, .n = 64, .k = 8, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.90},
          {.m = 64, .n = 64, .k = 8, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.84},
          {.m = 128, .n = 32, .k = 8, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.80},
          {.m = 32, .n = 128, .k = 8, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.80},
          {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.78},
          {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.73},
          {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.66}});
  c.issue_overhead = 0.12;
  c.split_max_k = 8192.0;
  return c;
}

/// cuBLAS 12 and 13 on Hopper: sm80_xmma_gemm_*_ffma and, unaligned, cutlass_80_simt_sgemm; with a bias three kernels
/// more.
[[nodiscard]] constexpr GemmConstants hopper_fp32() {
  GemmConstants c = sgemm(GemmFamily::hopper_sgemm);
  const auto tile = [](int m, int n, int stages, int threads, int registers, double efficiency) {
    const bool cutlass = stages > 3;
    return GemmTile{.m = m,
                    .n = n,
                    .k = 8,
                    .threads = threads,
                    .registers = registers,
                    .stages = stages,
                    .scalar_copies = cutlass,
                    .padded_grid = cutlass,
                    .efficiency = efficiency};
  };
  // gemmSN_TN: eight outputs of up to 14 rows, one load after the other. k-block: the part of K that has arrived when
  // the memory has answered once; registers: how many blocks an SM was seen to hold (random nn.Linear products of an
  // H200: 5,000 and more blocks took so many rounds of a single one's time).
  const auto skinny_tile = [](int rows, int k, int registers) {
    return GemmTile{.m = 8,
                    .n = rows,
                    .k = k,
                    .threads = 128,
                    .registers = registers,
                    .stages = 2,
                    .skinny = true,
                    .efficiency = 0.50};
  };
  // Three stages: sm80_xmma; four and five: cutlass_80_simt.
  set_tiles(c, {tile(128, 128, 3, 128, 250, 0.92),
                tile(128, 256, 3, 256, 250, 0.92),
                tile(256, 64, 3, 128, 250, 0.88),
                tile(64, 256, 3, 128, 250, 0.88),
                tile(128, 64, 3, 128, 128, 0.86),
                tile(64, 128, 3, 128, 128, 0.86),
                tile(64, 64, 3, 128, 80, 0.80),
                tile(128, 32, 3, 64, 128, 0.74),
                tile(32, 128, 3, 128, 80, 0.74),
                tile(64, 32, 3, 64, 80, 0.68),
                tile(32, 64, 3, 64, 80, 0.68),
                tile(32, 32, 3, 64, 64, 0.60),
                tile(256, 128, 4, 256, 250, 0.92),
                tile(128, 256, 4, 256, 250, 0.92),
                tile(128, 128, 4, 128, 250, 0.90),
                tile(128, 64, 5, 128, 128, 0.84),
                tile(64, 128, 5, 128, 128, 0.84),
                tile(64, 64, 5, 128, 80, 0.76),
                tile(128, 32, 5, 128, 80, 0.70),
                tile(32, 128, 5, 128, 80, 0.70),
                // With a bias only: sgemm_largek_lds64 twice, K in five parts or more (some 10 us beside them: it
                // clears C, adds to it, and adds the bias in kernels of their own), and gemmSN_TN for up to 16 rows.
                // Random nn.Linear products on an H100.
                {.m = 32,
                 .n = 32,
                 .k = 32,
                 .threads = 256,
                 .registers = 80,
                 .stages = 4,
                 .start_cycles = 15000.0,
                 .efficiency = 0.20},
                {.m = 64,
                 .n = 8,
                 .k = 64,
                 .threads = 128,
                 .registers = 80,
                 .stages = 5,
                 .start_cycles = 15000.0,
                 .efficiency = 0.10},
                skinny_tile(4, 96, 96),
                skinny_tile(6, 96, 128),
                skinny_tile(8, 52, 128),
                skinny_tile(10, 48, 128),
                skinny_tile(14, 42, 128)});
  c.bias_tiles = 7;
  c.start_k = 32.0;
  c.copy_cycles = 0.95;  // cutlass_80_simt in NT, 256 x 128: 1.4 times its math; 64 x 64 with K of 1,700 in one block:
                         // 0.47 us for each 8 of K (gemm_linear.csv)
  c.split_part_seconds = 5e-8;
  c.k_block_wait = 800.0;  // latency of the memory, in cycles: Luo et al., arXiv:2402.13499
  c.split_min_k = 32;
  return c;
}

[[nodiscard]] constexpr GemmConstants maxwell_tiles(GemmFamily family) {
  GemmConstants c = sgemm(family);
  c.tile_count = 5;  // no sliced kernels
  return c;
}

/// Kernels of 64 x 64 outputs and a k-block of 16, as cuBLAS 7.5 names them on GK110
/// (sgemm_sm35_ldg_nt_64x16x64x16x16): the K40's rate falls where a dimension passes a multiple of 64, in FP32 as in
/// FP64, and by as much as whole tiles of 64 in both directions cost. 192 cores need dual issue, which register ports
/// prevent: 128 a clock is what counts (Lai and Seznec, "Performance upper bound analysis and optimization of SGEMM on
/// Fermi and Kepler GPUs", CGO 2013).
[[nodiscard]] constexpr GemmConstants square_tiles(GemmFamily family, double efficiency) {
  GemmConstants c = base(family, MathUnit::cuda_core);
  set_tiles(c, {{.m = 64, .n = 64, .k = 16, .threads = 256, .registers = 80, .stages = 2, .efficiency = efficiency}});
  if (family == GemmFamily::kepler_sgemm) c.launch_seconds = 4e-6;
  return c;
}

/// FP16 on tensor cores, one warp's instruction, registers as accumulators.
[[nodiscard]] constexpr GemmConstants warp_tensor(GemmFamily family, int k, int stages, double reference_rate) {
  GemmConstants c = base(family, MathUnit::tensor_core);
  c.reference_rate = reference_rate;
  const auto tile = [&](int m, int n, int threads, int registers, int extra, double efficiency) {
    return GemmTile{.m = m,
                    .n = n,
                    .k = k,
                    .threads = threads,
                    .registers = registers,
                    .stages = stages + extra,
                    .efficiency = efficiency};
  };
  set_tiles(c, {tile(256, 128, 256, 230, 0, 0.92), tile(128, 256, 256, 230, 0, 0.92), tile(128, 128, 256, 128, 0, 0.86),
                tile(256, 64, 256, 128, 0, 0.80), tile(64, 256, 256, 128, 0, 0.80), tile(128, 64, 128, 128, 0, 0.74),
                tile(64, 128, 128, 128, 0, 0.74), tile(64, 64, 128, 96, 1, 0.60), tile(32, 32, 32, 96, 1, 0.25)});
  c.split_min_k = 256;
  c.split_tiles_per_sm = 4.0;
  c.block_cycles = 1500.0;
  c.swizzled = true;
  return c;
}

/// What warp-level kernels on Hopper are named: mma.sync reaches 62 % of wgmma (Luo et al., arXiv:2402.13499).
[[nodiscard]] constexpr GemmConstants hopper_fallback(GemmFamily family, std::initializer_list<GemmTile> tiles) {
  GemmConstants c = warp_tensor(family, 32, 3, 0.0);
  set_tiles(c, tiles);
  c.rate_factor = 0.62;
  c.alignment_math = {0.7, 0.8, 0.9, 1.0, 1.0, 1.0};
  c.split_min_k = 64;  // grids of products on the H200: parts of K down to 50 to 100
  c.split_part_seconds = 5e-8;
  c.k_block_wait = 800.0;
  return c;
}
[[nodiscard]] constexpr GemmTile warp_tile(int m, int n, int k, int stages, double efficiency) {
  const bool large = m * n >= 128 * 128;
  return {.m = m,
          .n = n,
          .k = k,
          .threads = m * n >= 256 * 128 ? 256 : 128,
          .registers = large               ? 230
                       : m * n >= 128 * 64 ? 168
                                           : 96,
          .stages = stages,
          .scalar_copies = true,
          .padded_grid = true,
          .efficiency = efficiency};
}
/// cutlass_75_tensorop_s1688 (no cp.async) and cutlass_75_wmma: strides of 2 bytes.
[[nodiscard]] constexpr GemmConstants hopper_odd(GemmFamily family) {
  GemmConstants c = hopper_fallback(
      family, {warp_tile(256, 128, 32, 2, 0.5), warp_tile(128, 256, 32, 2, 0.5), warp_tile(128, 128, 32, 2, 0.45),
               warp_tile(64, 64, 32, 2, 0.3), warp_tile(32, 32, 32, 1, 0.1), warp_tile(32, 32, 64, 1, 0.12),
               warp_tile(32, 32, 128, 1, 0.12), warp_tile(32, 32, 64, 2, 0.12), warp_tile(32, 32, 128, 2, 0.12)});
  c.alignment_math[0] = 1.0;
  // H200: 2048 x 2049 x 2048 in 231 to 240 us, a quarter longer than 2049^3's rate tells; 4096 x 50257 x 768 in 3,357,
  // a third.
  c.pitch_slowdown = 1.28;
  return c;
}
/// cutlass_80_tensorop_s16816 and cutlass_80_wmma: strides of 4 and 8 bytes.
[[nodiscard]] constexpr GemmConstants hopper_even() {
  GemmConstants c = hopper_fallback(
      GemmFamily::hopper_s16816,
      {warp_tile(256, 128, 32, 3, 0.7), warp_tile(256, 128, 64, 3, 0.7), warp_tile(128, 256, 32, 3, 0.7),
       warp_tile(128, 256, 64, 3, 0.7), warp_tile(128, 128, 32, 4, 0.65), warp_tile(128, 128, 64, 3, 0.65),
       warp_tile(256, 64, 64, 3, 0.6), warp_tile(64, 256, 32, 4, 0.6), warp_tile(128, 64, 32, 6, 0.5),
       warp_tile(128, 64, 64, 3, 0.5), warp_tile(64, 128, 64, 3, 0.5), warp_tile(64, 128, 64, 4, 0.5),
       warp_tile(64, 64, 32, 6, 0.4), warp_tile(64, 64, 64, 6, 0.4), warp_tile(32, 32, 32, 1, 0.1),
       warp_tile(32, 32, 64, 1, 0.12), warp_tile(32, 32, 128, 1, 0.12), warp_tile(32, 32, 64, 2, 0.12),
       warp_tile(32, 32, 128, 2, 0.12)});
  c.alignment_math[1] = 1.0;
  return c;
}
/// cutlass_80_tensorop_s1688 in TF32; the smallest are sm80_xmma, on tensor cores (k-block 64) and on CUDA cores
/// (k-block 8).
[[nodiscard]] constexpr GemmConstants hopper_warp_tf32(GemmFamily family) {
  GemmConstants c = hopper_fallback(
      family, {warp_tile(256, 128, 16, 3, 0.7),  warp_tile(256, 128, 32, 3, 0.7),  warp_tile(128, 256, 16, 3, 0.7),
               warp_tile(128, 256, 32, 3, 0.7),  warp_tile(128, 128, 16, 4, 0.65), warp_tile(128, 128, 16, 5, 0.65),
               warp_tile(128, 128, 32, 3, 0.65), warp_tile(128, 128, 32, 5, 0.65), warp_tile(256, 64, 16, 4, 0.6),
               warp_tile(256, 64, 32, 3, 0.6),   warp_tile(64, 256, 16, 4, 0.6),   warp_tile(64, 256, 32, 4, 0.6),
               warp_tile(128, 64, 16, 6, 0.5),   warp_tile(128, 64, 32, 3, 0.5),   warp_tile(128, 64, 32, 6, 0.5),
               warp_tile(64, 128, 32, 3, 0.5),   warp_tile(64, 128, 32, 6, 0.5),   warp_tile(64, 64, 16, 6, 0.4),
               warp_tile(64, 64, 16, 10, 0.4),   warp_tile(64, 64, 32, 6, 0.4),    warp_tile(32, 32, 64, 3, 0.12),
               warp_tile(32, 32, 8, 3, 0.06)});
  c.alignment_math = {1.0, 0.8, 0.9, 1.0, 1.0, 1.0};
  for (GemmTile& t : c.tiles) t.padded_grid = t.m * t.n > 32 * 32;
  if (family == GemmFamily::hopper_tf32_s1688)
    for (GemmTile& t : c.tiles) t.scalar_copies = false;
  return c;
}

/// A tile of two warpgroups that compute and one that loads.
[[nodiscard]] constexpr GemmTile group_tile(int m, int n, int k, int stages, double efficiency) {
  return {.m = m, .n = n, .k = k, .threads = 384, .registers = 168, .stages = stages, .efficiency = efficiency};
}
/// wgmma and TMA: warp-specialized, persistent, one block per SM; one side a multiple of 64, the other of 8.
[[nodiscard]] constexpr GemmConstants warp_group(GemmFamily family, int k) {
  GemmConstants c = base(family, MathUnit::tensor_core);
  const auto tile = [k](int m, int n, int stages, double efficiency) {
    return group_tile(m, n, k, stages, efficiency);
  };
  // Power holds large tiles at three quarters of the rate even in short bursts of random data
  // (docs/reference/clock.md).
  set_tiles(c, {tile(256, 128, 4, 0.76), tile(128, 256, 4, 0.76), tile(320, 128, 3, 0.76), tile(192, 192, 3, 0.76),
                tile(192, 128, 5, 0.76), tile(128, 192, 5, 0.76), tile(160, 128, 5, 0.74), tile(128, 160, 5, 0.74),
                tile(144, 128, 6, 0.74), tile(128, 128, 6, 0.72), tile(96, 128, 6, 0.66),  tile(128, 96, 6, 0.66),
                tile(64, 256, 5, 0.60),  tile(64, 128, 8, 0.55),  tile(128, 64, 8, 0.55),  tile(96, 64, 8, 0.50),
                tile(64, 64, 13, 0.45),  tile(64, 48, 15, 0.40),  tile(48, 64, 15, 0.40),  tile(64, 32, 16, 0.28),
                tile(32, 64, 16, 0.28),  tile(64, 24, 16, 0.22),  tile(64, 16, 16, 0.16),  tile(16, 64, 16, 0.16),
                tile(64, 8, 16, 0.09),   tile(8, 64, 16, 0.09),   tile(128, 32, 10, 0.40), tile(32, 128, 10, 0.40)});
  c.split_min_k = 256;
  c.split_part_seconds = 5e-8;
  c.k_block_wait = 800.0;
  c.l2_bytes_per_clock = 64.0;
  c.block_cycles = 1500.0;
  c.swizzled = true;
  return c;
}

/// sm90_xmma in TF32: wgmma with TMA, seven tiles.
[[nodiscard]] constexpr GemmConstants hopper_group_tf32() {
  GemmConstants c = warp_group(GemmFamily::hopper_tf32, 32);
  set_tiles(c, {group_tile(256, 128, 32, 4, 0.76), group_tile(128, 256, 32, 4, 0.76), group_tile(128, 128, 32, 6, 0.72),
                group_tile(256, 64, 32, 5, 0.60), group_tile(128, 64, 32, 8, 0.55), group_tile(64, 128, 32, 8, 0.55),
                group_tile(64, 64, 32, 12, 0.45)});
  return c;
}

/// sm90_xmma in 16 bits: wgmma with TMA, as cuBLAS 12.4 names its kernels on an H100.
[[nodiscard]] constexpr GemmConstants hopper_group_16() {
  GemmConstants c = warp_group(GemmFamily::hopper_xmma, 64);
  set_tiles(c, {group_tile(128, 256, 64, 4, 0.76), group_tile(256, 128, 64, 4, 0.76), group_tile(256, 128, 32, 8, 0.76),
                group_tile(128, 256, 32, 8, 0.76), group_tile(128, 128, 64, 6, 0.72),
                group_tile(128, 128, 32, 12, 0.72), group_tile(256, 64, 64, 5, 0.60), group_tile(64, 256, 64, 5, 0.60),
                group_tile(128, 64, 64, 8, 0.55), group_tile(64, 128, 64, 8, 0.55), group_tile(64, 64, 64, 12, 0.45)});
  return c;
}
/// Beside them: cutlass_80_tensorop_s16816 and cutlass_80_wmma of aligned rows, and sm80_xmma.
[[nodiscard]] constexpr GemmConstants hopper_aligned() {
  GemmConstants c = hopper_fallback(
      GemmFamily::hopper_xmma_s16816,
      {warp_tile(256, 128, 32, 3, 0.7),  warp_tile(128, 256, 64, 3, 0.7), warp_tile(128, 128, 32, 4, 0.65),
       warp_tile(128, 128, 64, 3, 0.65), warp_tile(64, 256, 32, 4, 0.6),  warp_tile(128, 96, 32, 4, 0.6),
       warp_tile(128, 64, 32, 6, 0.5),   warp_tile(128, 64, 64, 3, 0.5),  warp_tile(128, 64, 64, 6, 0.5),
       warp_tile(64, 128, 64, 4, 0.5),   warp_tile(64, 128, 64, 6, 0.5),  warp_tile(96, 64, 64, 4, 0.5),
       warp_tile(64, 96, 64, 6, 0.5),    warp_tile(64, 64, 32, 6, 0.4),   warp_tile(64, 64, 32, 10, 0.4),
       warp_tile(64, 64, 64, 6, 0.4),    warp_tile(32, 32, 64, 6, 0.2),   warp_tile(32, 32, 32, 1, 0.1),
       warp_tile(32, 32, 64, 1, 0.12),   warp_tile(32, 32, 128, 1, 0.12), warp_tile(32, 32, 64, 2, 0.12),
       warp_tile(32, 32, 128, 2, 0.12),  warp_tile(16, 16, 128, 1, 0.05)});
  for (GemmTile& t : c.tiles) t.scalar_copies = false;
  return c;
}

/// What libraries prefer before any measured choice teaches more. One row per family; the generations whose library
/// changed its choices with version 11 (Ampere's) have an older row too.
[[nodiscard]] constexpr std::array<ChoiceRule, choice_rule_count> choices() {
  using enum GemmFamily;
  constexpr double undecided = 0.05;  // a split has to pay for itself
  constexpr std::size_t batched = static_cast<std::size_t>(ChoiceClass::batched);
  std::array<ChoiceRule, choice_rule_count> rules{};
  for (std::size_t f = 0; f < gemm_family_count; ++f)
    rules[f] = {.family = static_cast<GemmFamily>(f), .split_preference = undecided};
  std::size_t next = gemm_family_count;
  for (const GemmFamily family : {maxwell_sgemm, volta_sgemm, turing_sgemm}) {
    rules[static_cast<std::size_t>(family)].since = 1100;
    rules[next++] = {.family = family, .until = 1099, .split_preference = undecided};
  }
  // One kernel for all batched products, however narrow: 192 products of 77 x 64 run ampere_sgemm_128x128_nn in a grid
  // of 1 x 1 x 192. Kernel census of a CLIP text tower in FP32, github.com/f-inverse/jammi-ai at c1b0b0ba, fixture
  // profile_421_clip_text_d1 (PROVENANCE.md there).
  rules[static_cast<std::size_t>(ampere_sgemm)].preference[0][batched] = -1.5;
  return rules;
}

[[nodiscard]] constexpr GemmTable make() {
  GemmTable table{};
  const auto put = [&](const GemmConstants& c) { table.families[static_cast<std::size_t>(c.family)] = c; };
  using enum GemmFamily;
  put(square_tiles(kepler_sgemm, 0.90));
  put(maxwell_tiles(maxwell_sgemm));
  // From Volta on, operand caches keep the register banks free: an A100 at its highest clock reaches 98 % of the FP32
  // peak (calibrate/fit/gemm_published_rates.hpp), a P100 92 %.
  const auto cached = [](GemmConstants c) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(c.tile_count); ++i) c.tiles[i].efficiency *= 1.05;
    return c;
  };
  put(cached(sgemm(volta_sgemm)));
  put(cached(sgemm(turing_sgemm)));
  GemmConstants ampere = cached(sgemm(ampere_sgemm));
  ampere.bias_partial_bytes =
      static_cast<double>(cublaslt_workspace_bytes);  // of NeuSight's A100 rows 146 of 196 split K where two parts fit,
                                                      // 15 of 1,304 where they do not
  ampere.issue_overhead = 0.35;  // written for 64 lanes: on 128, two register banks feed three operands
  put(ampere);
  put(hopper_fp32());
  put(maxwell_tiles(pascal_hgemm));
  put(warp_tensor(volta_s884, 32, 2, 512.0));
  put(warp_tensor(turing_s1688, 32, 2, 512.0));
  GemmConstants ampere_16 = warp_tensor(ampere_s16816, 32, 3, 1024.0);
  ampere_16.k_block_wait = 600.0;  // latency of the memory, in cycles: 466 of an A100's L2 misses and more under load
  // Serving engines' rows of one: an L40S streams 400 MB of weights at 0.9 of its bandwidth, 2.2 bytes a clock and SM,
  // an A100 at 0.7, 9 bytes: loads in flight over their latency bound it. 16,384 outputs of K = 256 take 10 to 13 us.
  ampere_16.vector_efficiency = 0.95;
  ampere_16.vector_bytes_per_clock = 9.0;
  ampere_16.vector_row_cycles = 80.0;
  ampere_16.vector_k_cycles = 0.5;  // a block of 128 threads, eight elements a load: one round of them in 500 cycles
  ampere_16.reuse_window = 60.0;    // an A40 (6 MiB) does 2048 x 8192 x 28672 at the rate of squares
  put(ampere_16);
  put(warp_tensor(ampere_tf32, 16, 3, 1024.0));
  GemmConstants wgmma = warp_group(hopper_wgmma, 64);
  wgmma.bias_partial_bytes = static_cast<double>(cublaslt_workspace_bytes);
  // An access to the L2 that nothing hides, 281 cycles on a GH200: 400 layers of nvjet kernels on an H200 take 0.11 to
  // 0.25 us more than products without a bias (gemm_linear.csv, gemm_warm.csv, kernels known).
  wgmma.bias_seconds = 0.15e-6;
  // By hand, of 16-bit layers on an H200 (gemm_layers.csv, even seeds); an H100 judges (docs/lab/2026-11-28-bias.md).
  wgmma.bias_cycles = 0.06;
  wgmma.bias_partial_cycles = 0.18;
  // A row of 16-bit products runs the usual tiles, K split: all 16 kernels named for one on an H200 (gemm.csv).
  wgmma.vector_efficiency = 0.0;
  put(wgmma);
  put(hopper_group_tf32());
  put(hopper_odd(hopper_unaligned));
  put(hopper_odd(hopper_unaligned_bf16));
  put(hopper_even());
  put(hopper_warp_tf32(hopper_tf32_unaligned));
  put(hopper_warp_tf32(hopper_tf32_s1688));
  put(hopper_group_16());
  put(hopper_aligned());
  GemmConstants umma = warp_group(blackwell_umma, 64);
  umma.l2_bytes_per_clock = 128.0;  // two SMs share a tile's operands
  umma.vector_efficiency = 0.0;     // as Hopper's: a row runs the usual tiles
  put(umma);
  GemmConstants umma_tf32 = warp_group(blackwell_tf32, 32);
  umma_tf32.k_block_wait = 0.0;
  put(umma_tf32);
  put(square_tiles(dgemm, 0.80));
  put(warp_tensor(ampere_dmma, 16, 3, 0.0));
  table.families[static_cast<std::size_t>(ampere_s16816)].split_part_seconds = 5e-8;
  for (const GemmFamily family : {volta_s884, turing_s1688, ampere_s16816, ampere_tf32})
    table.families[static_cast<std::size_t>(family)].alignment_math = {0.4, 0.7, 0.85, 0.97, 1.0, 1.0};

  // Energy at the process's highest clock, from board power over published peak of the cards at their base clocks.
  // Reference clocks: highest boost among the generation's cards.
  // compute capability from, to; Hz; J a FLOP of CUDA cores, of tensor cores; J a byte of L2; share of DRAM
  constexpr auto process = [](int low, int high, double clock, double cuda, double tensor, double l2, double dram) {
    return ProcessConstants{.cc_low = low,
                            .cc_high = high,
                            .reference_clock = clock,
                            .cuda_core_energy = cuda,
                            .tensor_energy = tensor,
                            .l2_energy = l2,
                            .dram_efficiency = dram};
  };
  table.processes = {
      process(30, 37, 1.0e9, 30e-12, 0.0, 225e-12, 0.80),      process(50, 53, 1.4e9, 26e-12, 0.0, 195e-12, 0.80),
      process(60, 62, 1.9e9, 24e-12, 0.0, 180e-12, 0.76),      process(70, 72, 1.9e9, 20e-12, 1.93e-12, 150e-12, 0.91),
      process(75, 75, 1.9e9, 20e-12, 1.93e-12, 150e-12, 0.75), process(80, 80, 1.7e9, 13e-12, 1.9e-12, 105e-12, 0.88),
      process(86, 88, 2.0e9, 13e-12, 2.8e-12, 105e-12, 0.95),  process(89, 89, 2.7e9, 8e-12, 1.3e-12, 68e-12, 0.95),
      process(90, 90, 2.1e9, 12e-12, 1.0e-12, 68e-12, 0.92),   process(0, 999, 2.7e9, 8e-12, 0.7e-12, 68e-12, 0.91)};
  ProcessConstants &ampere_of_gddr = table.processes[6], &ada = table.processes[7];
  // T4, A40, L4, L40S: a sixteenth of their memory is missing from what drivers report
  for (const std::size_t row : {4U, 6U, 7U}) table.processes[row].check_bits = 1.0 / 16.0;
  ampere_of_gddr.l2_share = ada.l2_share = 0.35;
  ada.voltage_floor = 0.5;
  ada.voltage_knee = 0.4;
  // Tensor cores' is BF16's; the cards without BF16 have FP16's over fp16_energy.
  // FP16 over BF16: an H200 under 8192^3 of random normal operands settles at 1,423 MHz in FP16 and 1,498 MHz in BF16,
  // both at 670 W (data/raw/h200-sxm/power.csv); power grows as clock^2.5 there.
  table.choices = choices();
  set_to_start(table.board, board_fields);
  constexpr double gddr5 = 112e-12, gddr6 = 60e-12, hbm = 31e-12;
  table.board.dram_energy = {gddr6, gddr5, gddr5, gddr6, gddr6, gddr6, hbm, hbm, hbm, hbm};  // BoardConstants
  table.shared = shared_gemm_start();
  return table;
}

}  // namespace priors

inline constexpr GemmTable gemm_priors = priors::make();

}  // namespace perfmodel
