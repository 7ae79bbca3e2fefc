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
    {MemoryType::hbm3e, 90, 90, 0.9481, 0.1929, {"H200-SXM"}, "fitted"},
    {MemoryType::hbm2e, 80, 80, 0.9, 0.1, {"A100-PCIE-40GB"}, "prior: copies at 0.86 to 0.87 of the published bandwidth on A100 80 GB"},
    {MemoryType::hbm3, 90, 90, 0.9481, 0.1929, {"H200-SXM"}, "prior: as HBM3e on the same chip"},
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
    /* flat */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 817.4, .trip_cycles = 1592, .element_cycles = 0.05714, .special_cycles = 0.1825, .stage_seconds = 0, .partial_cycles = 0},
    /* widening */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 800, .trip_cycles = 0, .element_cycles = 0.7, .special_cycles = 0.15, .stage_seconds = 0, .partial_cycles = 0},
    /* one_row_per_warp */ {.efficiency = 1, .misaligned = 0.8519, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 1481, .trip_cycles = 49.38, .element_cycles = 0.08394, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* row_in_registers */ {.efficiency = 0.95, .misaligned = 1, .reread = 0, .threads = 512, .registers = 40, .block_cycles = 2500, .trip_cycles = 500, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* one_row_per_block */ {.efficiency = 0.9239, .misaligned = 1, .reread = 2, .threads = 512, .registers = 40, .block_cycles = 8241, .trip_cycles = 112.4, .element_cycles = 0.2587, .special_cycles = 0.3098, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_warp_backward */ {.efficiency = 0.95, .misaligned = 0.9, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 1500, .trip_cycles = 50, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_block_backward */ {.efficiency = 0.95, .misaligned = 1, .reread = 1, .threads = 512, .registers = 40, .block_cycles = 4000, .trip_cycles = 500, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* normalized_row */ {.efficiency = 0.9061, .misaligned = 0.9632, .reread = 1, .threads = 128, .registers = 48, .block_cycles = 3882, .trip_cycles = 1756, .element_cycles = 0.09951, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* normalized_row_backward */ {.efficiency = 0.9, .misaligned = 1, .reread = 1, .threads = 128, .registers = 48, .block_cycles = 4000, .trip_cycles = 800, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* row_sum */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 1000, .trip_cycles = 900, .element_cycles = 0.02, .special_cycles = 0, .stage_seconds = 4e-06, .partial_cycles = 20},
    /* column_sum */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1000, .trip_cycles = 900, .element_cycles = 0.02, .special_cycles = 0, .stage_seconds = 4e-06, .partial_cycles = 200},
    /* gain_sums */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 2000, .trip_cycles = 900, .element_cycles = 0.02, .special_cycles = 0, .stage_seconds = 7e-06, .partial_cycles = 0},
    /* channel_statistics */ {.efficiency = 0.85, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2000, .trip_cycles = 0, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 4e-06, .partial_cycles = 0},
    /* channel_on_chip */ {.efficiency = 0.85, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2000, .trip_cycles = 0, .element_cycles = 0.3, .special_cycles = 0, .stage_seconds = 3e-06, .partial_cycles = 0},
    /* window */ {.efficiency = 0.8, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2000, .trip_cycles = 0, .element_cycles = 1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* multi_tensor */ {.efficiency = 0.95, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 1500, .trip_cycles = 900, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* indexed */ {.efficiency = 0.95, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1500, .trip_cycles = 1300, .element_cycles = 0.05, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* permuted */ {.efficiency = 0.9, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1000, .trip_cycles = 0, .element_cycles = 1.7, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* write_only */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 300, .trip_cycles = 0, .element_cycles = 0.04, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0}}},
   {{
    /* flat */ {.efficiency = 0.9876, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1498, .trip_cycles = 9.381, .element_cycles = 0.1836, .special_cycles = 0.1299, .stage_seconds = 0, .partial_cycles = 0},
    /* widening */ {.efficiency = 0.7521, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 4916, .trip_cycles = 281.6, .element_cycles = 0.5613, .special_cycles = 0.15, .stage_seconds = 0, .partial_cycles = 0},
    /* one_row_per_warp */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 1283, .trip_cycles = 216.5, .element_cycles = 0.3567, .special_cycles = 0.1235, .stage_seconds = 0, .partial_cycles = 0},
    /* row_in_registers */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 512, .registers = 40, .block_cycles = 4676, .trip_cycles = 1856, .element_cycles = 0.62, .special_cycles = 0.154, .stage_seconds = 0, .partial_cycles = 0},
    /* one_row_per_block */ {.efficiency = 1, .misaligned = 1, .reread = 2, .threads = 512, .registers = 40, .block_cycles = 6814, .trip_cycles = 377.5, .element_cycles = 0.08341, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_warp_backward */ {.efficiency = 0.9206, .misaligned = 0.685, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 1668, .trip_cycles = 202.2, .element_cycles = 0.7178, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_block_backward */ {.efficiency = 1, .misaligned = 1, .reread = 1, .threads = 512, .registers = 40, .block_cycles = 6477, .trip_cycles = 17.18, .element_cycles = 0.6075, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* normalized_row */ {.efficiency = 0.8304, .misaligned = 0.6476, .reread = 1, .threads = 128, .registers = 48, .block_cycles = 2552, .trip_cycles = 854.8, .element_cycles = 0.1201, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* normalized_row_backward */ {.efficiency = 1, .misaligned = 1, .reread = 1, .threads = 128, .registers = 48, .block_cycles = 1084, .trip_cycles = 693.4, .element_cycles = 0.5, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* row_sum */ {.efficiency = 0.7935, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 2654, .trip_cycles = 882.4, .element_cycles = 0.02053, .special_cycles = 0, .stage_seconds = 3.689e-06, .partial_cycles = 7.15},
    /* column_sum */ {.efficiency = 0.8134, .misaligned = 0.6, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2404, .trip_cycles = 953, .element_cycles = 0.02012, .special_cycles = 0, .stage_seconds = 3.079e-06, .partial_cycles = 131.7},
    /* gain_sums */ {.efficiency = 0.7142, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 1595, .trip_cycles = 1088, .element_cycles = 0.02, .special_cycles = 0, .stage_seconds = 3.455e-06, .partial_cycles = 0},
    /* channel_statistics */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 818.6, .trip_cycles = 2, .element_cycles = 1.126, .special_cycles = 0, .stage_seconds = 7.156e-06, .partial_cycles = 0},
    /* channel_on_chip */ {.efficiency = 0.85, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2000, .trip_cycles = 0, .element_cycles = 0.3, .special_cycles = 0, .stage_seconds = 3e-06, .partial_cycles = 0},
    /* window */ {.efficiency = 0.8, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2000, .trip_cycles = 0, .element_cycles = 1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* multi_tensor */ {.efficiency = 0.9083, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 767.4, .trip_cycles = 1370, .element_cycles = 0.3634, .special_cycles = 0.1864, .stage_seconds = 0, .partial_cycles = 0},
    /* indexed */ {.efficiency = 0.8787, .misaligned = 0.9643, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 996.3, .trip_cycles = 1284, .element_cycles = 0.04987, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* permuted */ {.efficiency = 0.3389, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2423, .trip_cycles = 180.3, .element_cycles = 1.607, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* write_only */ {.efficiency = 0.9538, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 61.1, .trip_cycles = 2, .element_cycles = 0.1296, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0}}}}},
  .launch_seconds = 1.3e-06, .graph_launch_seconds = 5.3e-07, .latency_seconds = 2.5e-07,
  .l2_capacity = 0.8, .reread_l2 = 0.6144, .reread_l1 = 0.3874, .l2_read = 32, .l2_written = 17, .saturating_share = 0.3, .norm_doublings = 2,
  .error_bars = {{
    /* flat */ {{{{{0.7545, 2.079}, {0.6735, 1.24}, {0.8796, 2.012}}}, {{{0.8221, 2.418}, {0.6925, 1.477}, {0.9128, 1.28}}}, {{{0.7193, 2.763}, {0.606, 1.688}, {0.7987, 1.463}}}}},
    /* widening */ {{{{{0.765, 1.988}, {0.6891, 1.312}, {0.8193, 1.689}}}, {{{0.8015, 1.97}, {0.6926, 1.477}, {0.9059, 1.363}}}, {{{0.7013, 2.252}, {0.606, 1.687}, {0.7927, 1.558}}}}},
    /* one_row_per_warp */ {{{{{0.763, 1.983}, {0.5368, 1.279}, {0.8184, 1.687}}}, {{{0.8036, 1.937}, {0.6803, 1.398}, {0.9131, 1.218}}}, {{{0.7031, 2.214}, {0.5953, 1.598}, {0.799, 1.392}}}}},
    /* row_in_registers */ {{{{{0.765, 1.988}, {0.6907, 1.308}, {0.8193, 1.689}}}, {{{0.8015, 1.97}, {0.6914, 1.475}, {0.9059, 1.363}}}, {{{0.7013, 2.252}, {0.6049, 1.686}, {0.7927, 1.558}}}}},
    /* one_row_per_block */ {{{{{0.765, 1.988}, {0.6888, 1.313}, {0.8176, 1.689}}}, {{{0.8015, 1.97}, {0.6933, 1.197}, {0.8262, 1.567}}}, {{{0.7013, 2.252}, {0.6067, 1.368}, {0.7229, 1.791}}}}},
    /* softmax_warp_backward */ {{{{{0.765, 1.988}, {0.61, 1.249}, {0.8184, 1.689}}}, {{{0.8027, 1.97}, {0.6913, 1.481}, {0.9058, 1.364}}}, {{{0.7024, 2.252}, {0.6049, 1.692}, {0.7926, 1.558}}}}},
    /* softmax_block_backward */ {{{{{0.765, 1.988}, {0.5999, 1.669}, {0.845, 2.253}}}, {{{0.8015, 1.97}, {0.6926, 1.477}, {0.9058, 1.363}}}, {{{0.7013, 2.252}, {0.606, 1.687}, {0.7926, 1.558}}}}},
    /* normalized_row */ {{{{{0.765, 1.988}, {0.6907, 1.324}, {0.8207, 1.687}}}, {{{0.8015, 1.97}, {0.7196, 1.777}, {0.8119, 1.643}}}, {{{0.7013, 2.252}, {0.6297, 2.031}, {0.7104, 1.878}}}}},
    /* normalized_row_backward */ {{{{{0.7666, 1.985}, {0.679, 1.141}, {0.8201, 1.688}}}, {{{0.8027, 1.951}, {0.6915, 1.476}, {0.9057, 1.363}}}, {{{0.7024, 2.229}, {0.605, 1.687}, {0.7925, 1.557}}}}},
    /* row_sum */ {{{{{0.765, 1.988}, {0.875, 1.216}, {0.7901, 1.173}}}, {{{0.8015, 1.97}, {0.8676, 1.292}, {0.9057, 1.363}}}, {{{0.7013, 2.252}, {0.7591, 1.477}, {0.7925, 1.558}}}}},
    /* column_sum */ {{{{{0.765, 1.988}, {0.9015, 1.156}, {0.8182, 1.688}}}, {{{0.8015, 1.97}, {0.6914, 1.474}, {0.9059, 1.363}}}, {{{0.7013, 2.252}, {0.605, 1.685}, {0.7927, 1.558}}}}},
    /* gain_sums */ {{{{{0.765, 1.988}, {0.6885, 1.313}, {0.8193, 1.689}}}, {{{0.8015, 1.97}, {0.6923, 1.478}, {0.9059, 1.363}}}, {{{0.7013, 2.252}, {0.6058, 1.689}, {0.7927, 1.558}}}}},
    /* channel_statistics */ {{{{{0.765, 1.988}, {0.6891, 1.312}, {0.8193, 1.689}}}, {{{0.8015, 1.97}, {0.6926, 1.477}, {0.9059, 1.363}}}, {{{0.7013, 2.252}, {0.606, 1.687}, {0.7927, 1.558}}}}},
    /* channel_on_chip */ {{{{{0.765, 1.988}, {0.6885, 1.313}, {0.8193, 1.689}}}, {{{0.8015, 1.97}, {0.6923, 1.478}, {0.9059, 1.363}}}, {{{0.7013, 2.252}, {0.6058, 1.689}, {0.7927, 1.558}}}}},
    /* window */ {{{{{0.765, 1.988}, {0.6885, 1.313}, {0.8193, 1.689}}}, {{{0.8015, 1.97}, {0.6923, 1.478}, {0.9059, 1.363}}}, {{{0.7013, 2.252}, {0.6058, 1.689}, {0.7927, 1.558}}}}},
    /* multi_tensor */ {{{{{0.7666, 2.168}, {0.6905, 1.325}, {0.8207, 1.687}}}, {{{0.8015, 1.944}, {0.6925, 1.481}, {0.9059, 1.363}}}, {{{0.7013, 2.222}, {0.606, 1.692}, {0.7927, 1.558}}}}},
    /* indexed */ {{{{{0.7658, 1.236}, {0.9709, 1.254}, {0.8205, 1.687}}}, {{{0.798, 1.944}, {0.6926, 1.477}, {0.9056, 1.363}}}, {{{0.6982, 2.222}, {0.606, 1.687}, {0.7924, 1.558}}}}},
    /* permuted */ {{{{{0.7662, 1.985}, {0.9357, 1.207}, {0.8193, 1.689}}}, {{{0.7977, 1.951}, {0.6929, 1.476}, {0.9058, 1.363}}}, {{{0.698, 2.229}, {0.6063, 1.686}, {0.7926, 1.558}}}}},
    /* write_only */ {{{{{0.766, 1.986}, {0.6893, 1.311}, {0.8197, 1.689}}}, {{{0.8027, 1.951}, {0.6923, 1.478}, {0.9059, 1.363}}}, {{{0.7024, 2.229}, {0.6058, 1.689}, {0.7927, 1.558}}}}}}},
  .validated_bytes = {1e+04, 5e+09}};

}  // namespace perfmodel
