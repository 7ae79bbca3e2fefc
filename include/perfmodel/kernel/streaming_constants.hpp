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
    {MemoryType::hbm2, 60, 62, 0.82, 0.2683, {"P100-PCIE-16GB"}, "fitted"},
    {MemoryType::hbm2, 70, 72, 0.9417, 0.05199, {"V100-PCIE-32GB"}, "fitted"},
    {MemoryType::gddr6, 75, 75, 0.83, 0.3097, {"T4"}, "fitted"},
    {MemoryType::hbm2, 80, 80, 0.9188, 0.06385, {"A100-PCIE-40GB"}, "fitted"},
    {MemoryType::hbm3e, 90, 90, 0.9481, 0.1737, {"H200-SXM"}, "fitted"},
    {MemoryType::hbm2e, 80, 80, 0.9, 0.1, {"A100-PCIE-40GB"}, "prior: copies at 0.86 to 0.87 of the published bandwidth on A100 80 GB"},
    {MemoryType::hbm3, 90, 90, 0.9481, 0.1737, {"H200-SXM"}, "prior: as HBM3e on the same chip"},
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
    /* flat */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 794.8, .trip_cycles = 880.7, .element_cycles = 0.05422, .special_cycles = 0.1745, .stage_seconds = 0, .partial_cycles = 0},
    /* widening */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 800, .trip_cycles = 0, .element_cycles = 0.7, .special_cycles = 0.15, .stage_seconds = 0, .partial_cycles = 0},
    /* one_row_per_warp */ {.efficiency = 1, .misaligned = 0.8561, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 623.5, .trip_cycles = 47, .element_cycles = 0.0828, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* row_in_registers */ {.efficiency = 0.95, .misaligned = 1, .reread = 0, .threads = 512, .registers = 40, .block_cycles = 2500, .trip_cycles = 500, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* one_row_per_block */ {.efficiency = 0.9226, .misaligned = 1, .reread = 2, .threads = 512, .registers = 40, .block_cycles = 8710, .trip_cycles = 67.31, .element_cycles = 0.2211, .special_cycles = 0.3104, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_warp_backward */ {.efficiency = 0.95, .misaligned = 0.9, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 1500, .trip_cycles = 50, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_block_backward */ {.efficiency = 0.95, .misaligned = 1, .reread = 1, .threads = 512, .registers = 40, .block_cycles = 4000, .trip_cycles = 500, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* normalized_row */ {.efficiency = 0.9222, .misaligned = 0.9512, .reread = 1, .threads = 128, .registers = 48, .block_cycles = 5747, .trip_cycles = 1281, .element_cycles = 0.1024, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
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
    /* flat */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1184, .trip_cycles = 32.7, .element_cycles = 0.1307, .special_cycles = 0.1536, .stage_seconds = 0, .partial_cycles = 0},
    /* widening */ {.efficiency = 0.8055, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 4484, .trip_cycles = 103.6, .element_cycles = 0.5837, .special_cycles = 0.15, .stage_seconds = 0, .partial_cycles = 0},
    /* one_row_per_warp */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 1265, .trip_cycles = 212.8, .element_cycles = 0.4383, .special_cycles = 0.02292, .stage_seconds = 0, .partial_cycles = 0},
    /* row_in_registers */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 512, .registers = 40, .block_cycles = 2361, .trip_cycles = 1358, .element_cycles = 0.6879, .special_cycles = 0.1347, .stage_seconds = 0, .partial_cycles = 0},
    /* one_row_per_block */ {.efficiency = 1, .misaligned = 1, .reread = 2, .threads = 512, .registers = 40, .block_cycles = 6585, .trip_cycles = 379.4, .element_cycles = 0.07784, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_warp_backward */ {.efficiency = 1, .misaligned = 0.6526, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 1334, .trip_cycles = 212.7, .element_cycles = 0.681, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_block_backward */ {.efficiency = 1, .misaligned = 1, .reread = 1, .threads = 512, .registers = 40, .block_cycles = 5022, .trip_cycles = 31.77, .element_cycles = 0.4149, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* normalized_row */ {.efficiency = 0.8511, .misaligned = 0.6608, .reread = 1, .threads = 128, .registers = 48, .block_cycles = 2596, .trip_cycles = 830, .element_cycles = 0.2988, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* normalized_row_backward */ {.efficiency = 0.9321, .misaligned = 1, .reread = 1, .threads = 128, .registers = 48, .block_cycles = 938.7, .trip_cycles = 664.6, .element_cycles = 0.5723, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* row_sum */ {.efficiency = 0.849, .misaligned = 0.977, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 2536, .trip_cycles = 870.7, .element_cycles = 0.02068, .special_cycles = 0, .stage_seconds = 3.689e-06, .partial_cycles = 3.18},
    /* column_sum */ {.efficiency = 0.8321, .misaligned = 0.6, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2519, .trip_cycles = 938.5, .element_cycles = 0.02021, .special_cycles = 0, .stage_seconds = 2.859e-06, .partial_cycles = 122.1},
    /* gain_sums */ {.efficiency = 0.9056, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 1636, .trip_cycles = 992.6, .element_cycles = 0.02, .special_cycles = 0, .stage_seconds = 3.752e-06, .partial_cycles = 0},
    /* channel_statistics */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 888.2, .trip_cycles = 2, .element_cycles = 1.133, .special_cycles = 0, .stage_seconds = 6.643e-06, .partial_cycles = 0},
    /* channel_on_chip */ {.efficiency = 0.85, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2000, .trip_cycles = 0, .element_cycles = 0.3, .special_cycles = 0, .stage_seconds = 3e-06, .partial_cycles = 0},
    /* window */ {.efficiency = 0.8, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2000, .trip_cycles = 0, .element_cycles = 1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* multi_tensor */ {.efficiency = 0.8923, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 606.2, .trip_cycles = 946.1, .element_cycles = 0.1008, .special_cycles = 0.3823, .stage_seconds = 0, .partial_cycles = 0},
    /* indexed */ {.efficiency = 0.9097, .misaligned = 0.9792, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 909, .trip_cycles = 781, .element_cycles = 0.04868, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* permuted */ {.efficiency = 0.367, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1894, .trip_cycles = 2, .element_cycles = 1.562, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* write_only */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 50, .trip_cycles = 0, .element_cycles = 0.1304, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0}}}}},
  .launch_seconds = 1.3e-06, .graph_launch_seconds = 5.3e-07, .latency_seconds = 2.5e-07,
  .l2_capacity = 0.8, .reread_l2 = 0.6455, .reread_l1 = 0.3746, .l2_read = 32, .l2_written = 17, .saturating_share = 0.3, .norm_doublings = 2,
  .error_bars = {{
    /* flat */ {{{{{0.7886, 1.911}, {0.6797, 1.182}, {0.9236, 2.172}}}, {{{0.8714, 2.091}, {0.6636, 1.456}, {0.9135, 1.285}}}, {{{0.7625, 2.39}, {0.5806, 1.664}, {0.7993, 1.468}}}}},
    /* widening */ {{{{{0.803, 1.691}, {0.7236, 1.51}, {0.8429, 1.836}}}, {{{0.8543, 1.672}, {0.664, 1.456}, {0.9039, 1.35}}}, {{{0.7475, 1.911}, {0.581, 1.664}, {0.7909, 1.543}}}}},
    /* one_row_per_warp */ {{{{{0.7886, 1.624}, {0.5447, 1.284}, {0.841, 1.799}}}, {{{0.8556, 1.651}, {0.6897, 1.418}, {0.9172, 1.203}}}, {{{0.7487, 1.887}, {0.6034, 1.62}, {0.8025, 1.375}}}}},
    /* row_in_registers */ {{{{{0.803, 1.691}, {0.7267, 1.51}, {0.8429, 1.836}}}, {{{0.8543, 1.672}, {0.6656, 1.455}, {0.9039, 1.35}}}, {{{0.7475, 1.911}, {0.5824, 1.663}, {0.7909, 1.543}}}}},
    /* one_row_per_block */ {{{{{0.803, 1.691}, {0.7231, 1.511}, {0.8369, 1.828}}}, {{{0.8543, 1.672}, {0.7073, 1.211}, {0.8315, 1.525}}}, {{{0.7475, 1.911}, {0.6189, 1.383}, {0.7276, 1.742}}}}},
    /* softmax_warp_backward */ {{{{{0.7774, 1.669}, {0.6075, 1.294}, {0.841, 1.799}}}, {{{0.8556, 1.652}, {0.6596, 1.455}, {0.9038, 1.351}}}, {{{0.7487, 1.888}, {0.5772, 1.663}, {0.7908, 1.544}}}}},
    /* softmax_block_backward */ {{{{{0.803, 1.691}, {0.7488, 1.546}, {0.8346, 2}}}, {{{0.8543, 1.672}, {0.6632, 1.456}, {0.9037, 1.351}}}, {{{0.7475, 1.911}, {0.5803, 1.664}, {0.7907, 1.543}}}}},
    /* normalized_row */ {{{{{0.803, 1.691}, {0.728, 1.511}, {0.8442, 1.803}}}, {{{0.8543, 1.672}, {0.6174, 1.737}, {0.8104, 1.64}}}, {{{0.7475, 1.911}, {0.5402, 1.985}, {0.7091, 1.875}}}}},
    /* normalized_row_backward */ {{{{{0.808, 1.643}, {0.7437, 1.157}, {0.8438, 1.811}}}, {{{0.8556, 1.652}, {0.666, 1.455}, {0.9039, 1.35}}}, {{{0.7487, 1.888}, {0.5828, 1.663}, {0.7909, 1.543}}}}},
    /* row_sum */ {{{{{0.803, 1.691}, {0.8937, 1.066}, {0.8526, 1.089}}}, {{{0.8543, 1.672}, {0.8701, 1.138}, {0.9037, 1.35}}}, {{{0.7475, 1.911}, {0.7613, 1.301}, {0.7907, 1.543}}}}},
    /* column_sum */ {{{{{0.803, 1.691}, {0.8875, 1.163}, {0.8403, 1.811}}}, {{{0.8543, 1.672}, {0.6605, 1.455}, {0.9039, 1.35}}}, {{{0.7475, 1.911}, {0.5779, 1.662}, {0.7909, 1.543}}}}},
    /* gain_sums */ {{{{{0.803, 1.691}, {0.7226, 1.511}, {0.8429, 1.836}}}, {{{0.8543, 1.672}, {0.6628, 1.456}, {0.9039, 1.35}}}, {{{0.7475, 1.911}, {0.5799, 1.664}, {0.7909, 1.543}}}}},
    /* channel_statistics */ {{{{{0.803, 1.691}, {0.7236, 1.51}, {0.8429, 1.836}}}, {{{0.8543, 1.672}, {0.664, 1.456}, {0.9039, 1.35}}}, {{{0.7475, 1.911}, {0.581, 1.664}, {0.7909, 1.543}}}}},
    /* channel_on_chip */ {{{{{0.803, 1.691}, {0.7226, 1.511}, {0.8429, 1.836}}}, {{{0.8543, 1.672}, {0.6628, 1.456}, {0.9039, 1.35}}}, {{{0.7475, 1.911}, {0.5799, 1.664}, {0.7909, 1.543}}}}},
    /* window */ {{{{{0.803, 1.691}, {0.7226, 1.511}, {0.8429, 1.836}}}, {{{0.8543, 1.672}, {0.6628, 1.456}, {0.9039, 1.35}}}, {{{0.7475, 1.911}, {0.5799, 1.664}, {0.7909, 1.543}}}}},
    /* multi_tensor */ {{{{{0.807, 1.656}, {0.728, 1.506}, {0.8443, 1.799}}}, {{{0.847, 1.652}, {0.664, 1.456}, {0.9039, 1.35}}}, {{{0.7411, 1.887}, {0.581, 1.664}, {0.7909, 1.543}}}}},
    /* indexed */ {{{{{0.8094, 1.624}, {0.7271, 1.533}, {0.9361, 1.264}}}, {{{0.8558, 1.652}, {0.664, 1.473}, {0.9037, 1.35}}}, {{{0.7488, 1.887}, {0.581, 1.683}, {0.7907, 1.543}}}}},
    /* permuted */ {{{{{0.8061, 1.669}, {0.8095, 1.182}, {0.8429, 1.836}}}, {{{0.8466, 1.652}, {0.6652, 1.455}, {0.9037, 1.35}}}, {{{0.7407, 1.888}, {0.5821, 1.663}, {0.7907, 1.543}}}}},
    /* write_only */ {{{{{0.8066, 1.663}, {0.7241, 1.51}, {0.8434, 1.824}}}, {{{0.8556, 1.652}, {0.6628, 1.456}, {0.9039, 1.35}}}, {{{0.7487, 1.888}, {0.5799, 1.664}, {0.7909, 1.543}}}}}}},
  .validated_bytes = {1e+04, 5e+09}};

}  // namespace perfmodel
