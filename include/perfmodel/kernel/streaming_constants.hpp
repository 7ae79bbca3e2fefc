#pragma once
#include <perfmodel/kernel/streaming_model.hpp>

// Generated; do not edit by hand.
// Program: perfmodel-fit-operations. Rows: elementwise, softmax and layer norm of sitar-lab/NeuSight (commit
// 6945927d, MIT) on P100, V100, T4, A100-PCIE-40GB (kernels of PyTorch 2.1); two thirds of the families of
// devices/calibrated/raw/h200-sxm/ops.csv (kernels of PyTorch 2.11). Error bars: the other third, H100, and each
// public card predicted without its own rows. Shapes without rows keep their priors.
// clang-format off

namespace perfmodel {

inline constexpr StreamingTable streaming_table{
  .memories = {{
    {MemoryType::hbm2, 60, 62, 0.82, 0.2734, {"P100-PCIE-16GB"}, "fitted"},
    {MemoryType::hbm2, 70, 72, 0.9417, 0.05719, {"V100-PCIE-32GB"}, "fitted"},
    {MemoryType::gddr6, 75, 75, 0.83, 0.3119, {"T4"}, "fitted"},
    {MemoryType::hbm2, 80, 80, 0.9113, 0.05671, {"A100-PCIE-40GB"}, "fitted"},
    {MemoryType::hbm3e, 90, 90, 0.96, 0.2305, {"H200-SXM"}, "fitted"},
    {MemoryType::hbm2e, 80, 80, 0.9, 0.1, {"A100-PCIE-40GB"}, "prior: copies at 0.86 to 0.87 of the published bandwidth on A100 80 GB"},
    {MemoryType::hbm3, 90, 90, 0.96, 0.2305, {"H200-SXM"}, "prior: as HBM3e on the same chip"},
    {MemoryType::hbm2e, 90, 90, 0.94, 0.15, {"H200-SXM"}, "prior: between HBM2e on GA100 and HBM3e on GH100"},
    {MemoryType::hbm3e, 100, 103, 0.95, 0.18, {}, "prior: as HBM3e on Hopper"},
    {MemoryType::gddr6, 86, 89, 0.87, 0.27, {}, "prior: copies at 0.78 of the published bandwidth on L4, ECC on"},
    {MemoryType::gddr6x, 86, 89, 0.94, 0.12, {}, "prior: copies at 0.90 of the published bandwidth, no ECC"},
    {MemoryType::gddr7, 110, 121, 0.94, 0.12, {}, "prior: as GDDR6X"},
    {MemoryType::gddr5, 60, 62, 0.83, 0.27, {}, "prior: copies at 0.75 of the published bandwidth on P4"},
    {MemoryType::gddr5, 0, 59, 0.78, 0.27, {}, "prior: ECC on"},
    {MemoryType::unknown, 90, 999, 0.93, 0.18, {}, "prior: nearest relative"},
    {MemoryType::unknown, 80, 89, 0.9, 0.15, {}, "prior: nearest relative"},
    {MemoryType::unknown, 70, 79, 0.88, 0.2, {}, "prior: nearest relative"},
    {MemoryType::unknown, 0, 999, 0.82, 0.27, {}, "prior: nearest relative"}}},
  .shapes = {{
   {{
    /* flat */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 817.4, .trip_cycles = 1592, .element_cycles = 0.05714, .special_cycles = 0.1825, .stage_seconds = 0},
    /* widening */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 800, .trip_cycles = 0, .element_cycles = 0.7, .special_cycles = 0.15, .stage_seconds = 0},
    /* one_row_per_warp */ {.efficiency = 1, .misaligned = 0.8519, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 1481, .trip_cycles = 49.38, .element_cycles = 0.08394, .special_cycles = 0, .stage_seconds = 0},
    /* row_in_registers */ {.efficiency = 0.95, .misaligned = 1, .reread = 0, .threads = 512, .registers = 40, .block_cycles = 2500, .trip_cycles = 500, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0},
    /* one_row_per_block */ {.efficiency = 0.9239, .misaligned = 1, .reread = 2, .threads = 512, .registers = 40, .block_cycles = 8241, .trip_cycles = 112.4, .element_cycles = 0.2587, .special_cycles = 0.3098, .stage_seconds = 0},
    /* softmax_warp_backward */ {.efficiency = 0.95, .misaligned = 0.9, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 1500, .trip_cycles = 50, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0},
    /* softmax_block_backward */ {.efficiency = 0.95, .misaligned = 1, .reread = 1, .threads = 512, .registers = 40, .block_cycles = 4000, .trip_cycles = 500, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0},
    /* normalized_row */ {.efficiency = 0.9061, .misaligned = 0.9632, .reread = 1, .threads = 128, .registers = 48, .block_cycles = 3882, .trip_cycles = 1756, .element_cycles = 0.09951, .special_cycles = 0, .stage_seconds = 0},
    /* normalized_row_backward */ {.efficiency = 0.9, .misaligned = 1, .reread = 1, .threads = 128, .registers = 48, .block_cycles = 4000, .trip_cycles = 800, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0},
    /* row_sum */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 1000, .trip_cycles = 900, .element_cycles = 0.02, .special_cycles = 0, .stage_seconds = 5e-06},
    /* column_sum */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1000, .trip_cycles = 900, .element_cycles = 0.02, .special_cycles = 0, .stage_seconds = 7e-06},
    /* gain_sums */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 2000, .trip_cycles = 900, .element_cycles = 0.02, .special_cycles = 0, .stage_seconds = 7e-06},
    /* channel_statistics */ {.efficiency = 0.85, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2000, .trip_cycles = 0, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 4e-06},
    /* window */ {.efficiency = 0.8, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2000, .trip_cycles = 0, .element_cycles = 1, .special_cycles = 0, .stage_seconds = 0},
    /* multi_tensor */ {.efficiency = 0.95, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 1500, .trip_cycles = 900, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0},
    /* indexed */ {.efficiency = 0.95, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1500, .trip_cycles = 0, .element_cycles = 0.05, .special_cycles = 0, .stage_seconds = 0},
    /* permuted */ {.efficiency = 0.9, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1000, .trip_cycles = 0, .element_cycles = 1.7, .special_cycles = 0, .stage_seconds = 0},
    /* write_only */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 300, .trip_cycles = 0, .element_cycles = 0.04, .special_cycles = 0, .stage_seconds = 0}}},
   {{
    /* flat */ {.efficiency = 0.9876, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1504, .trip_cycles = 4.042, .element_cycles = 0.1795, .special_cycles = 0.1323, .stage_seconds = 0},
    /* widening */ {.efficiency = 0.7521, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 4916, .trip_cycles = 280.9, .element_cycles = 0.5613, .special_cycles = 0.15, .stage_seconds = 0},
    /* one_row_per_warp */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 1283, .trip_cycles = 216.5, .element_cycles = 0.3203, .special_cycles = 0.1591, .stage_seconds = 0},
    /* row_in_registers */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 512, .registers = 40, .block_cycles = 4658, .trip_cycles = 1875, .element_cycles = 0.62, .special_cycles = 0.1537, .stage_seconds = 0},
    /* one_row_per_block */ {.efficiency = 1, .misaligned = 1, .reread = 2, .threads = 512, .registers = 40, .block_cycles = 6814, .trip_cycles = 377.5, .element_cycles = 0.08358, .special_cycles = 0, .stage_seconds = 0},
    /* softmax_warp_backward */ {.efficiency = 0.9224, .misaligned = 0.6792, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 1668, .trip_cycles = 202.2, .element_cycles = 0.7158, .special_cycles = 0, .stage_seconds = 0},
    /* softmax_block_backward */ {.efficiency = 1, .misaligned = 1, .reread = 1, .threads = 512, .registers = 40, .block_cycles = 6477, .trip_cycles = 17.18, .element_cycles = 0.6075, .special_cycles = 0, .stage_seconds = 0},
    /* normalized_row */ {.efficiency = 0.8372, .misaligned = 0.6538, .reread = 1, .threads = 128, .registers = 48, .block_cycles = 2568, .trip_cycles = 854.8, .element_cycles = 0.1199, .special_cycles = 0, .stage_seconds = 0},
    /* normalized_row_backward */ {.efficiency = 1, .misaligned = 1, .reread = 1, .threads = 128, .registers = 48, .block_cycles = 1104, .trip_cycles = 690.8, .element_cycles = 0.5024, .special_cycles = 0, .stage_seconds = 0},
    /* row_sum */ {.efficiency = 0.7773, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 2632, .trip_cycles = 880.8, .element_cycles = 0.02053, .special_cycles = 0, .stage_seconds = 5.052e-06},
    /* column_sum */ {.efficiency = 0.7166, .misaligned = 0.6, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2446, .trip_cycles = 945, .element_cycles = 0.02, .special_cycles = 0, .stage_seconds = 8.155e-06},
    /* gain_sums */ {.efficiency = 0.705, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 1596, .trip_cycles = 1087, .element_cycles = 0.02, .special_cycles = 0, .stage_seconds = 3.42e-06},
    /* channel_statistics */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1519, .trip_cycles = 2, .element_cycles = 1.087, .special_cycles = 0, .stage_seconds = 7.888e-06},
    /* window */ {.efficiency = 0.8, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2000, .trip_cycles = 0, .element_cycles = 1, .special_cycles = 0, .stage_seconds = 0},
    /* multi_tensor */ {.efficiency = 0.9069, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 775.6, .trip_cycles = 1365, .element_cycles = 0.3464, .special_cycles = 0.1988, .stage_seconds = 0},
    /* indexed */ {.efficiency = 0.8787, .misaligned = 0.9719, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2256, .trip_cycles = 14.3, .element_cycles = 0.04963, .special_cycles = 0, .stage_seconds = 0},
    /* permuted */ {.efficiency = 0.3391, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2423, .trip_cycles = 181.5, .element_cycles = 1.604, .special_cycles = 0, .stage_seconds = 0},
    /* write_only */ {.efficiency = 0.9427, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 61.1, .trip_cycles = 2, .element_cycles = 0.1302, .special_cycles = 0, .stage_seconds = 0}}}}},
  .launch_seconds = 1.3e-06, .graph_launch_seconds = 5.3e-07, .latency_seconds = 2.5e-07,
  .l2_capacity = 0.8, .reread_l2 = 0.5831, .reread_l1 = 0.4129, .l2_read = 32, .l2_written = 17, .saturating_share = 0.3, .norm_doublings = 2,
  .error_bars = {{
    /* flat */ {{{{{0.7546, 2.078}, {0.6745, 1.238}, {0.8776, 2.013}}}, {{{0.8218, 2.418}, {0.698, 1.477}, {0.9127, 1.28}}}, {{{0.7191, 2.763}, {0.6107, 1.688}, {0.7986, 1.463}}}}},
    /* widening */ {{{{{0.767, 1.987}, {0.69, 1.311}, {0.8189, 1.692}}}, {{{0.8009, 1.971}, {0.6984, 1.477}, {0.9058, 1.363}}}, {{{0.7008, 2.252}, {0.6111, 1.687}, {0.7925, 1.558}}}}},
    /* one_row_per_warp */ {{{{{0.7647, 1.983}, {0.5368, 1.28}, {0.8159, 1.691}}}, {{{0.8031, 1.938}, {0.6803, 1.398}, {0.9131, 1.218}}}, {{{0.7027, 2.214}, {0.5952, 1.598}, {0.799, 1.392}}}}},
    /* row_in_registers */ {{{{{0.767, 1.987}, {0.6922, 1.308}, {0.8189, 1.692}}}, {{{0.8009, 1.971}, {0.693, 1.475}, {0.9058, 1.363}}}, {{{0.7008, 2.252}, {0.6064, 1.686}, {0.7925, 1.558}}}}},
    /* one_row_per_block */ {{{{{0.767, 1.987}, {0.6896, 1.312}, {0.8132, 1.692}}}, {{{0.8009, 1.971}, {0.6933, 1.197}, {0.8262, 1.567}}}, {{{0.7008, 2.252}, {0.6067, 1.368}, {0.7229, 1.791}}}}},
    /* softmax_warp_backward */ {{{{{0.767, 1.987}, {0.6101, 1.25}, {0.8159, 1.693}}}, {{{0.8022, 1.971}, {0.6929, 1.481}, {0.9057, 1.363}}}, {{{0.7019, 2.252}, {0.6063, 1.692}, {0.7925, 1.558}}}}},
    /* softmax_block_backward */ {{{{{0.767, 1.987}, {0.6, 1.669}, {0.847, 2.253}}}, {{{0.8009, 1.971}, {0.6984, 1.477}, {0.9056, 1.363}}}, {{{0.7008, 2.252}, {0.6111, 1.687}, {0.7924, 1.558}}}}},
    /* normalized_row */ {{{{{0.767, 1.987}, {0.6922, 1.321}, {0.8193, 1.69}}}, {{{0.8009, 1.971}, {0.7199, 1.771}, {0.8118, 1.636}}}, {{{0.7008, 2.252}, {0.6299, 2.024}, {0.7103, 1.87}}}}},
    /* normalized_row_backward */ {{{{{0.7686, 1.984}, {0.679, 1.141}, {0.8191, 1.691}}}, {{{0.8022, 1.951}, {0.6928, 1.476}, {0.9056, 1.363}}}, {{{0.7019, 2.23}, {0.6062, 1.687}, {0.7924, 1.557}}}}},
    /* row_sum */ {{{{{0.767, 1.987}, {0.8275, 1.217}, {0.8095, 1.166}}}, {{{0.8009, 1.971}, {0.8702, 1.297}, {0.9056, 1.363}}}, {{{0.7008, 2.252}, {0.7614, 1.482}, {0.7924, 1.557}}}}},
    /* column_sum */ {{{{{0.767, 1.987}, {0.6928, 1.306}, {0.7932, 1.691}}}, {{{0.8009, 1.971}, {0.7006, 1.475}, {0.9056, 1.363}}}, {{{0.7008, 2.252}, {0.613, 1.686}, {0.7924, 1.558}}}}},
    /* gain_sums */ {{{{{0.767, 1.987}, {0.6893, 1.312}, {0.8189, 1.692}}}, {{{0.8009, 1.971}, {0.6971, 1.478}, {0.9058, 1.363}}}, {{{0.7008, 2.252}, {0.61, 1.689}, {0.7925, 1.558}}}}},
    /* channel_statistics */ {{{{{0.767, 1.987}, {0.6907, 1.31}, {0.8189, 1.692}}}, {{{0.8009, 1.971}, {0.6984, 1.477}, {0.9058, 1.363}}}, {{{0.7008, 2.252}, {0.6111, 1.687}, {0.7926, 1.558}}}}},
    /* window */ {{{{{0.767, 1.987}, {0.6893, 1.312}, {0.8189, 1.692}}}, {{{0.8009, 1.971}, {0.6971, 1.478}, {0.9058, 1.363}}}, {{{0.7008, 2.252}, {0.61, 1.689}, {0.7925, 1.558}}}}},
    /* multi_tensor */ {{{{{0.7686, 2.166}, {0.6918, 1.322}, {0.8193, 1.69}}}, {{{0.8009, 1.944}, {0.698, 1.481}, {0.9058, 1.363}}}, {{{0.7008, 2.222}, {0.6107, 1.692}, {0.7926, 1.558}}}}},
    /* indexed */ {{{{{0.7678, 1.238}, {0.9709, 1.256}, {0.8193, 1.691}}}, {{{0.7994, 1.944}, {0.6984, 1.477}, {0.9055, 1.363}}}, {{{0.6995, 2.222}, {0.6111, 1.687}, {0.7923, 1.557}}}}},
    /* permuted */ {{{{{0.7682, 1.985}, {0.935, 1.208}, {0.8189, 1.692}}}, {{{0.7994, 1.951}, {0.6997, 1.476}, {0.9057, 1.363}}}, {{{0.6994, 2.23}, {0.6123, 1.686}, {0.7924, 1.557}}}}},
    /* write_only */ {{{{{0.768, 1.985}, {0.6904, 1.311}, {0.819, 1.692}}}, {{{0.8022, 1.951}, {0.6971, 1.478}, {0.9058, 1.363}}}, {{{0.7019, 2.23}, {0.61, 1.689}, {0.7925, 1.558}}}}}}},
  .validated_bytes = {1e+04, 5e+09}};

}  // namespace perfmodel
