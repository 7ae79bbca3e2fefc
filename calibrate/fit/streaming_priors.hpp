#pragma once
#include <perfmodel/pricing/streaming/fields.hpp>

#include "calibrate/fit/walk_priors.hpp"

namespace perfmodel {
namespace priors {

/// Read off kernels of an H200 under PyTorch 2.11 (docs/lab/2026-11-23-from-layers-to-operations.md); `strided`,
/// `line` and `sectors` off operations on random strides (data/raw/h200-sxm/random_operations.csv); resampling off the
/// even seeds of random_engines.csv (docs/lab/2026-11-23-engines-of-convolutions.md).
[[nodiscard]] constexpr InstructionConstants instructions() {
  return {.strided = 0.5743,
          .converting = 1.05,
          .strided_converting = 1.025,
          .line = 1.287,
          .sectors = 19.6,
          .power = 0.78,
          .gelu = 0.35,
          .elu = 0.44,
          .softplus = 0.47,
          .mish = 0.47,
          .mish_backward = 0.71,
          .arc_tangent = 0.39,
          .dropout = 0.44,
          .concatenated_4_bytes = 1.0,
          .concatenated_channels = 1.0,
          .pool_forward = {{{{{2.23, 0.22}, {1.55, 0.43}}}, {{{3.27, 0.0}, {5.9, 0.0}}}}},
          .pool_backward = {{{{{2.21, 0.34}, {0.20, 1.03}}}, {{{4.03, 0.408}, {3.8, 0.54}}}}},
          .regions_forward = 6.1,
          .regions_backward = 28.0,
          // warm rows of random_operations.csv and random_engines.csv, H200, seeds that may teach
          .nearest_forward = {0.58, 1.6},
          .nearest_backward = {0.55, 0.4},
          .sampled_plane = {281.0, 785.0},
          .sampled_line = {53.0, 318.0},
          .sampled_result = {0.849, 1.19},
          // a loop over planes within one over images: 0.45 us an image of one plane, 0.16 a plane of many
          // (bicubic: 1.35 and 0.55, and 5 us before the first); likewise
          .sampled_start = {0.0, 10000.0},
          .sampled_image = {600.0, 1650.0},
          .sampled_threads = 512.0,
          .sampled_missed = {430.0, 200.0},
          .sampled_kept = 0.5,
          .sampled_fall = 0.7,
          .sampled_together = 2.42,
          .added_planes = {0.247, 0.171},
          .added_together = {2.19, 1.33},
          .added_bicubic = {0.626, 0.0347},
          .added_share = 0.67,
          .added_numbers = 2.3,
          .added_apart = 1.75,
          .added_start = 8700.0,
          .added_bicubic_plane = {2169.0, 15'229.0},
          .embedded_index = 160.0,
          .embedded_batch = 1840.0,
          .segment_element = 0.65,
          .segment_result = 2.2,
          .scattered = 2.3,
          .sort_pass = 11500.0,
          .sort_start = 51'480.0,
          .sort_key = 3.37,
          .choice = 25'740.0,
          .sort_keys = 4096.0,
          .moment_start = 2000.0,
          .moment_trip = 400.0,
          .missed_moment_trip = 430.0,
          .moment_fall = 0.4};
}

/// Read off 836 norms of cuDNN 9.19 and 176 of PyTorch's own on an H200, PyTorch 2.11 (the same note).
[[nodiscard]] constexpr BatchNormConstants batch_norm() {
  constexpr double any = 1e18;
  return {.single_forward = {{{21'000, 1386, 0.673, 0.0, true}, {any, 0, 1.089, 0.0, false}}},
          .half_forward = {{{51'000, 594, 0.396, 0.0, true}, {any, 0, 1.188, 0.376, false}}},
          .single_backward = {{{56'000, 1584, 2.079, 0.0, true}, {any, 0, 2.891, 0.0, false}}},
          .half_backward = {{{30'000, 2970, 0.554, 0.0, true},
                             {75'000, 0, 1.841, 0.0, false},
                             {any, 0, 2.792, 0.0, false}}},
          .forward_turn = {7722, 1228, 467.3, 403.9, 229.7, 93.1, 23.5e6, 9.9e6},
          .backward_turn = {4554, 772, 1228, 613.8, 540.5, 0.0, 27.4e6, 14.5e6},
          .sums_turn = {4554, 772, 600, 300, 270, 0.0, 27.4e6, 14.5e6},
          .plane = 1.22,
          .plane_byte = 1.689e-3,
          .forward_walk = {2376, 7524, 554.4, 316.8, 118.8, 8910, 5.544e-4},
          .backward_walk = {2970, 7524, 316.8, 257.4, 59.4, 6336, 4.95e-4},
          .sums_walk = {2970, 7524, 316.8, 257.4, 59.4, 0.0, 4.95e-4},
          .walk_kept = 20e6,
          .walk_beyond = 20e6,
          .planes = {0.66, 0.75, 4300.0},
          .own_planes = {0.76, 0.90, 0.0},
          .own_channels_last = {0.59, 0.59, 5500.0},
          .own_narrow_channels_last = {0.42, 0.42, 5500.0},
          .channels_last = {0.67, 0.80, 10300.0},
          .scaled = {.element = 0.413, .block_issue = 123.0, .start = 2560.0, .trip = 308.0, .missed_trip = 809.0},
          .plane_block = 157.0,
          .blocks_an_image = 13.0,
          .block_element = 1.9};
}

/// What the fit of the streaming model starts from and is held to: bandwidth shares as published or measured by others,
/// cycles of the order of the latencies that microbenchmarks report (Jia et al. 2018, arXiv:1804.06826: DRAM some 400
/// to 600 cycles unloaded). The numbers of threads and registers are the kernels' launch bounds in PyTorch's sources.
///
/// What all shapes share is not fitted, and stands in streaming_fields:
/// l2_capacity: layers of networks, whose kernels touch other things between.
/// warm_fall: elementwise operations on the same operands again and again. Misses begin at one partition's size: an
/// H100 (50 MB, two partitions; data/raw/h100-sxm5-80gb/pytorch_eager_ops.csv) reads half of 34 MB from
/// memory again, three quarters of 42 and nine tenths of 50; sitar-lab/NeuSight's A100 (40 MB, two) begins at 25 MB and
/// has nothing left of 44, its T4 (4 MB, one) begins at 4.5 and has nothing of 6.3.
/// reread_l2, reread_l1: best of 0.6 to 0.8 and 0.02 to 0.4 for softmax and layer norm of P100, V100, T4 and A100, each
/// predicted from the others. One card alone does not tell the two apart, so they are not fitted: without the P100, the
/// card with hardly any L1, they run away to 0.36 and 0.42.
/// l2_read, l2_written: one after the other; relu (as much written as read) and add (half as much) of 10 to 26 MB
/// within an H100's L2, the same file: 10 to 18 TB/s of reads, 5.2 to 5.9 of writes.
/// fresh_kept, fresh_fall: moments and inference of batch norms in networks (pricing/streaming/batch_norm.hpp);
/// found_by_sum: sums of networks (docs/lab/2026-11-25-networks-third-list.md). half_written_kept, half_written_fall:
/// softmax rows that are no whole sectors on T4, A100, V100 and P100 (pricing/streaming/time.hpp). update_*: lists of
/// up to 132 chunks in random_operations.csv, seeds 1 to 8 (docs/lab/2026-11-27-operations.md). one_warp_row: layer
/// norms of random_operations.csv, seeds 1 to 8. narrow_moments: 16-bit moments, forward against backward, on an H200.
[[nodiscard]] constexpr StreamingTable make_streaming() {
  StreamingTable t{};
  set_to_start(t, streaming_fields);
  t.instructions = instructions();
  t.walks = walks();
  t.batch_norm = batch_norm();
  using enum MemoryType;
  constexpr std::string_view measured = "fitted", inherited = "prior: nearest relative";
  t.memories = {
      MemoryConstants{hbm2, 60, 62, 0.82, 0.27, {"P100-PCIE-16GB"}, measured},
      MemoryConstants{hbm2, 70, 72, 0.93, 0.08, {"V100-PCIE-32GB"}, measured},
      MemoryConstants{gddr6, 75, 75, 0.83, 0.30, {"T4"}, measured},
      MemoryConstants{hbm2, 80, 80, 0.90, 0.10, {"A100-PCIE-40GB"}, measured},
      MemoryConstants{hbm3e, 90, 90, 0.96, 0.18, {"H200-SXM"}, measured},
      MemoryConstants{hbm2e,
                      80,
                      80,
                      0.90,
                      0.10,
                      {"A100-PCIE-40GB"},
                      "prior: copies at 0.86 to 0.87 of the published bandwidth on A100 80 GB"},
      MemoryConstants{hbm3, 90, 90, 0.96, 0.18, {"H200-SXM"}, "prior: as HBM3e on the same chip"},
      MemoryConstants{hbm2e, 90, 90, 0.94, 0.15, {"H200-SXM"}, "prior: between HBM2e on GA100 and HBM3e on GH100"},
      MemoryConstants{hbm3e, 100, 103, 0.95, 0.18, {}, "prior: as HBM3e on Hopper"},
      MemoryConstants{
          gddr6,
          86,
          89,
          0.86,
          0.27,
          {},
          "prior: public measurements: elementwise kernels at 0.78 of the published bandwidth on L4, ECC on"},
      MemoryConstants{gddr6x, 86, 89, 0.94, 0.12, {}, "prior: copies at 0.90 of the published bandwidth, no ECC"},
      MemoryConstants{gddr7, 110, 121, 0.94, 0.12, {}, "prior: as GDDR6X"},
      MemoryConstants{gddr5, 60, 62, 0.83, 0.27, {}, "prior: copies at 0.75 of the published bandwidth on P4"},
      MemoryConstants{gddr5, 0, 59, 0.78, 0.27, {}, "prior: ECC on"},
      MemoryConstants{unknown, 90, 999, 0.93, 0.18, {}, inherited},
      MemoryConstants{unknown, 80, 89, 0.90, 0.15, {}, inherited},
      MemoryConstants{unknown, 70, 79, 0.88, 0.20, {}, inherited},
      MemoryConstants{unknown, 0, 999, 0.82, 0.27, {}, inherited}};
  using enum StreamingShape;
  for (auto& shapes : t.shapes) {
    const auto at = [&](StreamingShape s) -> ShapeConstants& { return shapes[static_cast<std::size_t>(s)]; };
    at(flat) = {.norm_doublings =
                    3,  // kernels of 110 instructions an element (pow) take the longer of both times: H100, V100, A100
                .block_cycles = 800,
                .element_cycles = 0.05,
                .special_cycles = 0.15};
    at(widening) = {.efficiency = 0.9, .block_cycles = 800, .element_cycles = 0.7, .special_cycles = 0.15};
    at(one_row_per_warp) = {.efficiency = 0.95,
                            .misaligned = 0.9,
                            .registers = 40,
                            .block_cycles = 1500,
                            .trip_cycles = 50,
                            .element_cycles = 0.1};
    at(row_in_registers) = {.efficiency = 0.95,
                            .threads = 512,
                            .registers = 40,
                            .block_cycles = 2500,
                            .trip_cycles = 500,
                            .element_cycles = 0.1};
    at(one_row_per_block) = {.efficiency = 0.95,
                             .reread = 2,
                             .threads = 512,
                             .registers = 40,
                             .block_cycles = 6000,
                             .trip_cycles = 400,
                             .element_cycles = 0.1};
    at(softmax_warp_backward) = at(one_row_per_warp);
    at(softmax_block_backward) = {.efficiency = 0.95,
                                  .reread = 1,
                                  .threads = 512,
                                  .registers = 40,
                                  .block_cycles = 4000,
                                  .trip_cycles = 500,
                                  .element_cycles = 0.1};
    at(normalized_row) = {.efficiency = 0.95,
                          .reread = 1,
                          .registers = 48,
                          .block_cycles = 4000,
                          .trip_cycles = 800,
                          .element_cycles = 0.1};
    at(uneven_normalized_row) = {.efficiency = 0.95,
                                 .reread = 1,
                                 .threads = 512,
                                 .registers = 32,
                                 .norm_doublings = 1,
                                 .block_cycles = 4000,
                                 .trip_cycles = 800,
                                 .element_cycles = 0.1,
                                 .stage_seconds = 1e-6};
    at(normalized_row_backward) = {.efficiency = 0.9,
                                   .reread = 1,
                                   .registers = 48,
                                   .block_cycles = 4000,
                                   .trip_cycles = 800,
                                   .element_cycles = 0.1};
    at(row_sum) = {.threads = 512,
                   .block_cycles = 3700,
                   .trip_cycles = 220,
                   .miss_cycles = 460,
                   .element_cycles = 0.084,
                   .address_cycles = 0.4,
                   .address_trip_cycles = 890,
                   .stage_seconds = 1.5e-6,
                   .partial_cycles = 700};
    at(column_sum) = {.block_cycles = 1000,
                      .trip_cycles = 370,
                      .miss_cycles = 500,
                      .element_cycles = 0.184,
                      .address_cycles = 0.26,
                      .address_trip_cycles = 570,
                      .stage_seconds = 3e-6,
                      .partial_cycles = 450};
    at(gain_sums) = {
        .threads = 512, .block_cycles = 2000, .trip_cycles = 900, .element_cycles = 0.02, .stage_seconds = 7e-6};
    at(channel_statistics) = {.efficiency = 0.85, .block_cycles = 2000, .element_cycles = 0.1, .stage_seconds = 4e-6};
    // The 53 batch norms of ResNet-50, batch 64, NHWC, on an H200: 2.84 ms forward and 3.68 ms backward in FP32, half
    // of it in FP16 (data/raw/h200-sxm: pytorch_kernels.csv, pytorch_networks.csv).
    at(channel_on_chip) = {.efficiency = 0.85, .block_cycles = 2000, .element_cycles = 0.3, .stage_seconds = 3e-6};
    at(window) = {.efficiency = 0.8, .block_cycles = 2000, .element_cycles = 1.0};
    at(multi_tensor) = {.efficiency = 0.95,
                        .threads = 512,
                        .block_cycles = 1500,
                        .trip_cycles = 400,
                        .miss_cycles = 500,
                        .element_cycles = 0.1};
    at(indexed) = {.efficiency = 0.95, .block_cycles = 1500, .trip_cycles = 1300, .element_cycles = 0.05};
    // The memory is as busy as by other kernels, the SMs as busy as they are, and neither hides all of the other: a
    // bias added to rows takes 0.618 and 0.738 cycles of an SM an element on an H200 (16, 32 bits), 0.664 and 0.855 on
    // an H100, the root of the sum of squares of its bytes and 0.56 cycles.
    at(permuted) = {
        .efficiency = 0.99, .norm_doublings = 1, .block_cycles = 3387, .trip_cycles = 7.94, .element_cycles = 0.05};
    at(write_only) = {.block_cycles = 300, .element_cycles = 0.04};
    // Latencies of the L2 and of memory beyond it: single interleaved softmax kernels of random_operations.csv (H200),
    // seeds 1 to 8; judged on seeds from 101 on and on networks (docs/lab/2026-11-23-recorded-networks.md).
    at(softmax_strided) = {.reread = 2,
                           .norm_doublings = 1,
                           .block_cycles = 1500,
                           .trip_cycles = 375,
                           .miss_cycles = 375,
                           .element_cycles = 0.3};
    at(softmax_strided_backward) = {.reread = 1,
                                    .norm_doublings = 1,
                                    .block_cycles = 1500,
                                    .trip_cycles = 300,
                                    .miss_cycles = 300,
                                    .element_cycles = 0.2};
    // A block that reads its row, waits, and reads it again has its loads queue behind the others': held-out errors
    // fall from 16 to 11 % (layer norm, H200) and from 17 to 11 % (softmax of long rows, T4). Warps that keep their row
    // in registers do not gain.
    at(normalized_row).norm_doublings = 1;
  }
  t.shapes[static_cast<std::size_t>(KernelVersion::pytorch_2_1)][static_cast<std::size_t>(one_row_per_block)]
      .norm_doublings = 1;
  auto& newest = t.shapes[static_cast<std::size_t>(KernelVersion::pytorch_2_11)];
  newest[static_cast<std::size_t>(normalized_row_backward)].norm_doublings = 1;
  // 9 blocks of FP32 rows on an SM, 12 of 16 bits: best of 8 to 14 each (rows of the H200 that fit)
  newest[static_cast<std::size_t>(normalized_row)].registers = 54;
  newest[static_cast<std::size_t>(normalized_row)].registers_16_bit = 40;
  // two blocks of 1,024 threads on an SM: better than one on the rows that fit
  newest[static_cast<std::size_t>(one_row_per_block)].registers = 32;
  for (auto& shapes : t.shapes)
    shapes[static_cast<std::size_t>(mean_square_row)] = newest[static_cast<std::size_t>(normalized_row)];
  for (auto& shape : t.error_bars)
    for (auto& level : shape)
      for (ErrorBar& bar : level) bar = {0.6, 1.6};
  t.validated_bytes = {0.0, 1e15};
  return t;
}
}  // namespace priors

inline constexpr StreamingTable streaming_priors = priors::make_streaming();

}  // namespace perfmodel
