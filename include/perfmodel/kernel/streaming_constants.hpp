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
    {MemoryType::hbm3e, 90, 90, 0.96, 0.1918, {"H200-SXM"}, "fitted"},
    {MemoryType::hbm2e, 80, 80, 0.9, 0.1, {"A100-PCIE-40GB"}, "prior: copies at 0.86 to 0.87 of the published bandwidth on A100 80 GB"},
    {MemoryType::hbm3, 90, 90, 0.96, 0.1918, {"H200-SXM"}, "prior: as HBM3e on the same chip"},
    {MemoryType::hbm2e, 90, 90, 0.94, 0.15, {"H200-SXM"}, "prior: between HBM2e on GA100 and HBM3e on GH100"},
    {MemoryType::hbm3e, 100, 103, 0.95, 0.18, {}, "prior: as HBM3e on Hopper"},
    {MemoryType::gddr6, 86, 89, 0.86, 0.27, {}, "prior: public measurements: elementwise kernels at 0.78 of the published bandwidth on L4, ECC on"},
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
    /* one_row_per_warp */ {.efficiency = 1, .misaligned = 0.8561, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 491.1, .trip_cycles = 45.74, .element_cycles = 0.09297, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* row_in_registers */ {.efficiency = 0.95, .misaligned = 1, .reread = 0, .threads = 512, .registers = 40, .block_cycles = 2500, .trip_cycles = 500, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* one_row_per_block */ {.efficiency = 0.8992, .misaligned = 0.9916, .reread = 2, .threads = 512, .registers = 40, .norm_doublings = 1, .block_cycles = 3224, .trip_cycles = 148.1, .element_cycles = 0.476, .special_cycles = 0.08876, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_warp_backward */ {.efficiency = 0.95, .misaligned = 0.9, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 1500, .trip_cycles = 50, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_block_backward */ {.efficiency = 0.95, .misaligned = 1, .reread = 1, .threads = 512, .registers = 40, .block_cycles = 4000, .trip_cycles = 500, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* normalized_row */ {.efficiency = 1, .misaligned = 1, .reread = 1, .threads = 128, .registers = 48, .norm_doublings = 1, .block_cycles = 533.2, .trip_cycles = 1016, .element_cycles = 0.6077, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* uneven_normalized_row */ {.efficiency = 1, .misaligned = 1, .reread = 1, .threads = 512, .registers = 32, .norm_doublings = 1, .block_cycles = 4933, .trip_cycles = 351, .element_cycles = 1.447, .special_cycles = 0, .stage_seconds = 1e-06, .partial_cycles = 0},
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
    /* flat */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1174, .trip_cycles = 53.67, .element_cycles = 0.04341, .special_cycles = 0.2238, .stage_seconds = 0, .partial_cycles = 0},
    /* widening */ {.efficiency = 0.7616, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 4444, .trip_cycles = 142.7, .element_cycles = 0.5718, .special_cycles = 0.15, .stage_seconds = 0, .partial_cycles = 0},
    /* one_row_per_warp */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 1497, .trip_cycles = 207.6, .element_cycles = 0.45, .special_cycles = 0.01022, .stage_seconds = 0, .partial_cycles = 0},
    /* row_in_registers */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 512, .registers = 40, .block_cycles = 2284, .trip_cycles = 1418, .element_cycles = 0.7484, .special_cycles = 0.07499, .stage_seconds = 0, .partial_cycles = 0},
    /* one_row_per_block */ {.efficiency = 1, .misaligned = 1, .reread = 2, .threads = 512, .registers = 40, .block_cycles = 6983, .trip_cycles = 361.7, .element_cycles = 0.3124, .special_cycles = 0.03585, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_warp_backward */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 886.4, .trip_cycles = 210.8, .element_cycles = 0.5781, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_block_backward */ {.efficiency = 1, .misaligned = 1, .reread = 1, .threads = 512, .registers = 40, .block_cycles = 4057, .trip_cycles = 42.09, .element_cycles = 0.07777, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* normalized_row */ {.efficiency = 0.9372, .misaligned = 0.95, .reread = 1, .threads = 128, .registers = 54, .registers_16_bit = 40, .norm_doublings = 1, .block_cycles = 2648, .trip_cycles = 802.2, .element_cycles = 0.1955, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* uneven_normalized_row */ {.efficiency = 1, .misaligned = 1, .reread = 1, .threads = 512, .registers = 32, .norm_doublings = 1, .block_cycles = 4933, .trip_cycles = 351, .element_cycles = 1.447, .special_cycles = 0, .stage_seconds = 1e-06, .partial_cycles = 0},
    /* normalized_row_backward */ {.efficiency = 0.9735, .misaligned = 1, .reread = 1, .threads = 128, .registers = 48, .norm_doublings = 1, .block_cycles = 502.7, .trip_cycles = 663, .element_cycles = 0.3986, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* row_sum */ {.efficiency = 0.837, .misaligned = 0.971, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 2520, .trip_cycles = 870.7, .element_cycles = 0.02052, .special_cycles = 0, .stage_seconds = 3.711e-06, .partial_cycles = 3.142},
    /* column_sum */ {.efficiency = 0.8234, .misaligned = 0.6, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2522, .trip_cycles = 940.2, .element_cycles = 0.02038, .special_cycles = 0, .stage_seconds = 2.871e-06, .partial_cycles = 121.8},
    /* gain_sums */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 1869, .trip_cycles = 981, .element_cycles = 0.02, .special_cycles = 0, .stage_seconds = 3.903e-06, .partial_cycles = 0},
    /* channel_statistics */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1446, .trip_cycles = 2, .element_cycles = 1.018, .special_cycles = 0, .stage_seconds = 7.114e-06, .partial_cycles = 0},
    /* channel_on_chip */ {.efficiency = 0.85, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2000, .trip_cycles = 0, .element_cycles = 0.3, .special_cycles = 0, .stage_seconds = 3e-06, .partial_cycles = 0},
    /* window */ {.efficiency = 0.8, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2000, .trip_cycles = 0, .element_cycles = 1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* multi_tensor */ {.efficiency = 0.8825, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 607.6, .trip_cycles = 945.4, .element_cycles = 0.1009, .special_cycles = 0.3764, .stage_seconds = 0, .partial_cycles = 0},
    /* indexed */ {.efficiency = 0.9035, .misaligned = 0.9853, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 886.8, .trip_cycles = 794.4, .element_cycles = 0.04834, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* permuted */ {.efficiency = 0.3571, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1894, .trip_cycles = 2.851, .element_cycles = 1.555, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* write_only */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 50, .trip_cycles = 0, .element_cycles = 0.1299, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0}}}}},
  .launch_seconds = 1.3e-06, .graph_launch_seconds = 5.3e-07, .latency_seconds = 2.5e-07,
  .l2_capacity = 0.6, .reread_l2 = 0.75, .reread_l1 = 0.1, .l2_read = 32, .l2_written = 17, .saturating_share = 0.3, .norm_doublings = 2,
  .error_bars = {{
    /* flat */ {{{{{0.789, 1.689}, {0.7796, 1.091}, {0.929, 1.067}}}, {{{0.8681, 1.643}, {0.7937, 1.398}, {0.9065, 1.133}}}, {{{0.7596, 1.877}, {0.6945, 1.598}, {0.7932, 1.295}}}}},
    /* widening */ {{{{{0.7758, 1.484}, {0.7503, 1.441}, {0.8255, 1.181}}}, {{{0.8405, 1.416}, {0.7937, 1.398}, {0.9006, 1.182}}}, {{{0.7355, 1.619}, {0.6945, 1.598}, {0.788, 1.35}}}}},
    /* one_row_per_warp */ {{{{{0.7745, 1.398}, {0.5449, 1.378}, {0.8224, 1.164}}}, {{{0.8427, 1.385}, {0.6745, 1.438}, {0.8833, 1.182}}}, {{{0.7373, 1.583}, {0.5902, 1.644}, {0.7729, 1.351}}}}},
    /* row_in_registers */ {{{{{0.7758, 1.484}, {0.7595, 1.438}, {0.8255, 1.181}}}, {{{0.8405, 1.416}, {0.7946, 1.395}, {0.9006, 1.182}}}, {{{0.7355, 1.619}, {0.6953, 1.594}, {0.788, 1.35}}}}},
    /* one_row_per_block */ {{{{{0.7758, 1.484}, {0.7488, 1.442}, {0.7995, 1.177}}}, {{{0.8405, 1.416}, {0.8466, 1.151}, {0.8736, 1.402}}}, {{{0.7355, 1.619}, {0.7408, 1.315}, {0.7644, 1.603}}}}},
    /* softmax_warp_backward */ {{{{{0.7734, 1.456}, {0.5632, 1.036}, {0.8199, 1.164}}}, {{{0.8306, 1.393}, {0.748, 1.402}, {0.9006, 1.181}}}, {{{0.7268, 1.592}, {0.6545, 1.603}, {0.788, 1.35}}}}},
    /* softmax_block_backward */ {{{{{0.7758, 1.484}, {0.7549, 1.44}, {0.7423, 1.072}}}, {{{0.8405, 1.416}, {0.7917, 1.4}, {0.9004, 1.181}}}, {{{0.7355, 1.619}, {0.6927, 1.6}, {0.7879, 1.35}}}}},
    /* normalized_row */ {{{{{0.7758, 1.484}, {0.9004, 1.481}, {0.8274, 1.213}}}, {{{0.8405, 1.416}, {0.7946, 1.419}, {0.824, 1.456}}}, {{{0.7355, 1.619}, {0.6953, 1.621}, {0.721, 1.663}}}}},
    /* uneven_normalized_row */ {{{{{0.7758, 1.484}, {0.8194, 1.279}, {0.8255, 1.181}}}, {{{0.8405, 1.416}, {0.8038, 1.304}, {0.9006, 1.182}}}, {{{0.7355, 1.619}, {0.7033, 1.49}, {0.788, 1.35}}}}},
    /* normalized_row_backward */ {{{{{0.7861, 1.423}, {0.7758, 1.187}, {0.8277, 1.211}}}, {{{0.8423, 1.393}, {0.7939, 1.397}, {0.9003, 1.183}}}, {{{0.737, 1.592}, {0.6947, 1.597}, {0.7878, 1.352}}}}},
    /* row_sum */ {{{{{0.7758, 1.484}, {0.8955, 1.064}, {0.8514, 1.087}}}, {{{0.8405, 1.416}, {0.8712, 1.141}, {0.9004, 1.181}}}, {{{0.7355, 1.619}, {0.7623, 1.304}, {0.7879, 1.35}}}}},
    /* column_sum */ {{{{{0.7758, 1.484}, {0.8883, 1.163}, {0.8174, 1.17}}}, {{{0.8405, 1.416}, {0.7922, 1.393}, {0.9006, 1.181}}}, {{{0.7355, 1.619}, {0.6932, 1.592}, {0.788, 1.35}}}}},
    /* gain_sums */ {{{{{0.7758, 1.484}, {0.7473, 1.443}, {0.8255, 1.181}}}, {{{0.8405, 1.416}, {0.7931, 1.401}, {0.9006, 1.182}}}, {{{0.7355, 1.619}, {0.6939, 1.601}, {0.788, 1.35}}}}},
    /* channel_statistics */ {{{{{0.7758, 1.484}, {0.7503, 1.441}, {0.8255, 1.181}}}, {{{0.8405, 1.416}, {0.7937, 1.398}, {0.9006, 1.182}}}, {{{0.7355, 1.619}, {0.6945, 1.598}, {0.788, 1.35}}}}},
    /* channel_on_chip */ {{{{{0.7758, 1.484}, {0.7473, 1.443}, {0.8255, 1.181}}}, {{{0.8405, 1.416}, {0.7931, 1.401}, {0.9006, 1.182}}}, {{{0.7355, 1.619}, {0.6939, 1.601}, {0.788, 1.35}}}}},
    /* window */ {{{{{0.7758, 1.484}, {0.7473, 1.443}, {0.8255, 1.181}}}, {{{0.8405, 1.416}, {0.7931, 1.401}, {0.9006, 1.182}}}, {{{0.7355, 1.619}, {0.6939, 1.601}, {0.788, 1.35}}}}},
    /* multi_tensor */ {{{{{0.7832, 1.439}, {0.7606, 1.434}, {0.8289, 1.203}}}, {{{0.8425, 1.389}, {0.7937, 1.398}, {0.9006, 1.181}}}, {{{0.7372, 1.587}, {0.6945, 1.598}, {0.788, 1.35}}}}},
    /* indexed */ {{{{{0.7905, 1.398}, {0.7598, 1.537}, {0.9336, 1.265}}}, {{{0.8425, 1.389}, {0.7937, 1.413}, {0.9004, 1.181}}}, {{{0.7372, 1.587}, {0.6945, 1.615}, {0.7879, 1.35}}}}},
    /* permuted */ {{{{{0.7803, 1.456}, {0.8095, 1.185}, {0.8255, 1.181}}}, {{{0.8306, 1.393}, {0.7944, 1.401}, {0.9004, 1.181}}}, {{{0.7268, 1.592}, {0.6951, 1.602}, {0.7879, 1.35}}}}},
    /* write_only */ {{{{{0.7818, 1.447}, {0.7518, 1.441}, {0.8266, 1.175}}}, {{{0.8423, 1.393}, {0.7931, 1.401}, {0.9006, 1.182}}}, {{{0.737, 1.592}, {0.6939, 1.601}, {0.788, 1.35}}}}}}},
  .validated_bytes = {1e+04, 5e+09}};

}  // namespace perfmodel
