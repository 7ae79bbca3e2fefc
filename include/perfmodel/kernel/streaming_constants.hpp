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
    {MemoryType::hbm2, 70, 72, 0.9417, 0.05393, {"V100-PCIE-32GB"}, "fitted"},
    {MemoryType::gddr6, 75, 75, 0.83, 0.3097, {"T4"}, "fitted"},
    {MemoryType::hbm2, 80, 80, 0.9113, 0.04958, {"A100-PCIE-40GB"}, "fitted"},
    {MemoryType::hbm3e, 90, 90, 0.96, 0.2139, {"H200-SXM"}, "fitted"},
    {MemoryType::hbm2e, 80, 80, 0.9, 0.1, {"A100-PCIE-40GB"}, "prior: copies at 0.86 to 0.87 of the published bandwidth on A100 80 GB"},
    {MemoryType::hbm3, 90, 90, 0.96, 0.2139, {"H200-SXM"}, "prior: as HBM3e on the same chip"},
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
    /* flat */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .norm_doublings = 3, .block_cycles = 786.4, .trip_cycles = 1054, .element_cycles = 0.0559, .special_cycles = 0.2608, .stage_seconds = 0, .partial_cycles = 0},
    /* widening */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 800, .trip_cycles = 0, .element_cycles = 0.7, .special_cycles = 0.15, .stage_seconds = 0, .partial_cycles = 0},
    /* one_row_per_warp */ {.efficiency = 0.994, .misaligned = 0.8503, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 473.9, .trip_cycles = 45.44, .element_cycles = 0.09189, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* row_in_registers */ {.efficiency = 0.95, .misaligned = 1, .reread = 0, .threads = 512, .registers = 40, .block_cycles = 2500, .trip_cycles = 500, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* one_row_per_block */ {.efficiency = 0.9495, .misaligned = 0.9353, .reread = 2, .threads = 512, .registers = 40, .norm_doublings = 1, .block_cycles = 3024, .trip_cycles = 157.5, .element_cycles = 0.4374, .special_cycles = 0.1358, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_warp_backward */ {.efficiency = 0.95, .misaligned = 0.9, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 1500, .trip_cycles = 50, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_block_backward */ {.efficiency = 0.95, .misaligned = 1, .reread = 1, .threads = 512, .registers = 40, .block_cycles = 4000, .trip_cycles = 500, .element_cycles = 0.1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* normalized_row */ {.efficiency = 1, .misaligned = 1, .reread = 1, .threads = 128, .registers = 48, .norm_doublings = 1, .block_cycles = 499.4, .trip_cycles = 1038, .element_cycles = 0.6015, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* uneven_normalized_row */ {.efficiency = 1, .misaligned = 1, .reread = 1, .threads = 512, .registers = 32, .norm_doublings = 1, .block_cycles = 4885, .trip_cycles = 366.1, .element_cycles = 1.429, .special_cycles = 0, .stage_seconds = 1e-06, .partial_cycles = 0},
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
    /* flat */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .norm_doublings = 3, .block_cycles = 1174, .trip_cycles = 53.31, .element_cycles = 0.07158, .special_cycles = 0.2238, .stage_seconds = 0, .partial_cycles = 0},
    /* widening */ {.efficiency = 0.8055, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 4484, .trip_cycles = 103.9, .element_cycles = 0.5837, .special_cycles = 0.15, .stage_seconds = 0, .partial_cycles = 0},
    /* one_row_per_warp */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 1478, .trip_cycles = 208.9, .element_cycles = 0.4474, .special_cycles = 0.01177, .stage_seconds = 0, .partial_cycles = 0},
    /* row_in_registers */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 512, .registers = 40, .block_cycles = 2398, .trip_cycles = 1326, .element_cycles = 0.6879, .special_cycles = 0.1339, .stage_seconds = 0, .partial_cycles = 0},
    /* one_row_per_block */ {.efficiency = 1, .misaligned = 1, .reread = 2, .threads = 512, .registers = 40, .block_cycles = 7425, .trip_cycles = 349.5, .element_cycles = 0.3042, .special_cycles = 0.03562, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_warp_backward */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 40, .block_cycles = 887.9, .trip_cycles = 210.8, .element_cycles = 0.5755, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* softmax_block_backward */ {.efficiency = 1, .misaligned = 1, .reread = 1, .threads = 512, .registers = 40, .block_cycles = 4035, .trip_cycles = 42.44, .element_cycles = 0.07594, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* normalized_row */ {.efficiency = 0.9429, .misaligned = 0.95, .reread = 1, .threads = 128, .registers = 54, .registers_16_bit = 40, .norm_doublings = 1, .block_cycles = 2660, .trip_cycles = 800, .element_cycles = 0.1946, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* uneven_normalized_row */ {.efficiency = 1, .misaligned = 1, .reread = 1, .threads = 512, .registers = 32, .norm_doublings = 1, .block_cycles = 4885, .trip_cycles = 366.1, .element_cycles = 1.429, .special_cycles = 0, .stage_seconds = 1e-06, .partial_cycles = 0},
    /* normalized_row_backward */ {.efficiency = 0.9717, .misaligned = 1, .reread = 1, .threads = 128, .registers = 48, .norm_doublings = 1, .block_cycles = 498.8, .trip_cycles = 660.7, .element_cycles = 0.3942, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* row_sum */ {.efficiency = 0.837, .misaligned = 0.971, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 2520, .trip_cycles = 870.7, .element_cycles = 0.02052, .special_cycles = 0, .stage_seconds = 3.711e-06, .partial_cycles = 3.142},
    /* column_sum */ {.efficiency = 0.8234, .misaligned = 0.6, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2522, .trip_cycles = 940.2, .element_cycles = 0.02038, .special_cycles = 0, .stage_seconds = 2.871e-06, .partial_cycles = 121.8},
    /* gain_sums */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 1906, .trip_cycles = 974.9, .element_cycles = 0.02, .special_cycles = 0, .stage_seconds = 3.886e-06, .partial_cycles = 0},
    /* channel_statistics */ {.efficiency = 1, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1397, .trip_cycles = 2, .element_cycles = 1.018, .special_cycles = 0, .stage_seconds = 7.136e-06, .partial_cycles = 0},
    /* channel_on_chip */ {.efficiency = 0.85, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2000, .trip_cycles = 0, .element_cycles = 0.3, .special_cycles = 0, .stage_seconds = 3e-06, .partial_cycles = 0},
    /* window */ {.efficiency = 0.8, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 2000, .trip_cycles = 0, .element_cycles = 1, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* multi_tensor */ {.efficiency = 0.8927, .misaligned = 1, .reread = 0, .threads = 512, .registers = 32, .block_cycles = 606.5, .trip_cycles = 946.1, .element_cycles = 0.1005, .special_cycles = 0.3777, .stage_seconds = 0, .partial_cycles = 0},
    /* indexed */ {.efficiency = 0.9151, .misaligned = 0.9816, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 914.4, .trip_cycles = 771.3, .element_cycles = 0.04862, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* permuted */ {.efficiency = 0.3636, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 1881, .trip_cycles = 13.43, .element_cycles = 1.563, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0},
    /* write_only */ {.efficiency = 0.9666, .misaligned = 1, .reread = 0, .threads = 128, .registers = 32, .block_cycles = 50, .trip_cycles = 0, .element_cycles = 0.1309, .special_cycles = 0, .stage_seconds = 0, .partial_cycles = 0}}}}},
  .launch_seconds = 1.3e-06, .graph_launch_seconds = 5.3e-07, .latency_seconds = 2.5e-07,
  .l2_capacity = 0.6, .warm_fall = 0.2, .reread_l2 = 0.75, .reread_l1 = 0.1, .l2_read = 44, .l2_written = 21, .saturating_share = 0.3, .norm_doublings = 2,
  .error_bars = {{
    /* flat */ {{{{{0.789, 1.68}, {0.7877, 1.135}, {0.9288, 1.056}}}, {{{0.8679, 1.653}, {0.795, 1.394}, {0.9078, 1.133}}}, {{{0.7594, 1.889}, {0.6956, 1.593}, {0.7943, 1.295}}}}},
    /* widening */ {{{{{0.7753, 1.489}, {0.751, 1.447}, {0.8228, 1.151}}}, {{{0.84, 1.439}, {0.795, 1.394}, {0.9006, 1.184}}}, {{{0.735, 1.645}, {0.6956, 1.593}, {0.788, 1.353}}}}},
    /* one_row_per_warp */ {{{{{0.7742, 1.401}, {0.5434, 1.379}, {0.8192, 1.142}}}, {{{0.8424, 1.407}, {0.6718, 1.435}, {0.8678, 1.185}}}, {{{0.7371, 1.608}, {0.5879, 1.64}, {0.7593, 1.354}}}}},
    /* row_in_registers */ {{{{{0.7753, 1.489}, {0.7596, 1.447}, {0.8228, 1.151}}}, {{{0.84, 1.439}, {0.7958, 1.392}, {0.9006, 1.184}}}, {{{0.735, 1.645}, {0.6964, 1.591}, {0.788, 1.353}}}}},
    /* one_row_per_block */ {{{{{0.7753, 1.489}, {0.7496, 1.447}, {0.7963, 1.149}}}, {{{0.84, 1.439}, {0.8452, 1.155}, {0.8715, 1.405}}}, {{{0.735, 1.645}, {0.7396, 1.32}, {0.7625, 1.605}}}}},
    /* softmax_warp_backward */ {{{{{0.7733, 1.46}, {0.5627, 1.037}, {0.8168, 1.142}}}, {{{0.8291, 1.416}, {0.7479, 1.398}, {0.9005, 1.183}}}, {{{0.7254, 1.619}, {0.6544, 1.598}, {0.7879, 1.352}}}}},
    /* softmax_block_backward */ {{{{{0.7753, 1.489}, {0.7553, 1.447}, {0.7403, 1.069}}}, {{{0.84, 1.439}, {0.7928, 1.395}, {0.9004, 1.183}}}, {{{0.735, 1.645}, {0.6937, 1.595}, {0.7879, 1.352}}}}},
    /* normalized_row */ {{{{{0.7753, 1.489}, {0.8992, 1.481}, {0.825, 1.172}}}, {{{0.84, 1.439}, {0.7958, 1.419}, {0.8263, 1.459}}}, {{{0.735, 1.645}, {0.6964, 1.622}, {0.723, 1.667}}}}},
    /* uneven_normalized_row */ {{{{{0.7753, 1.489}, {0.821, 1.282}, {0.8228, 1.151}}}, {{{0.84, 1.439}, {0.8054, 1.307}, {0.9006, 1.184}}}, {{{0.735, 1.645}, {0.7047, 1.494}, {0.788, 1.353}}}}},
    /* normalized_row_backward */ {{{{{0.7858, 1.426}, {0.7787, 1.19}, {0.8259, 1.168}}}, {{{0.842, 1.416}, {0.7952, 1.394}, {0.9004, 1.186}}}, {{{0.7367, 1.619}, {0.6958, 1.593}, {0.7878, 1.355}}}}},
    /* row_sum */ {{{{{0.7753, 1.489}, {0.8955, 1.064}, {0.8514, 1.087}}}, {{{0.84, 1.439}, {0.8712, 1.141}, {0.9004, 1.183}}}, {{{0.735, 1.645}, {0.7623, 1.304}, {0.7879, 1.352}}}}},
    /* column_sum */ {{{{{0.7753, 1.489}, {0.8883, 1.163}, {0.8144, 1.159}}}, {{{0.84, 1.439}, {0.7934, 1.39}, {0.9005, 1.183}}}, {{{0.735, 1.645}, {0.6942, 1.589}, {0.7879, 1.352}}}}},
    /* gain_sums */ {{{{{0.7753, 1.489}, {0.7481, 1.447}, {0.8228, 1.151}}}, {{{0.84, 1.439}, {0.7943, 1.396}, {0.9006, 1.184}}}, {{{0.735, 1.645}, {0.695, 1.596}, {0.788, 1.353}}}}},
    /* channel_statistics */ {{{{{0.7753, 1.489}, {0.751, 1.447}, {0.8228, 1.151}}}, {{{0.84, 1.439}, {0.795, 1.394}, {0.9006, 1.184}}}, {{{0.735, 1.645}, {0.6956, 1.593}, {0.788, 1.353}}}}},
    /* channel_on_chip */ {{{{{0.7753, 1.489}, {0.7481, 1.447}, {0.8228, 1.151}}}, {{{0.84, 1.439}, {0.7943, 1.396}, {0.9006, 1.184}}}, {{{0.735, 1.645}, {0.695, 1.596}, {0.788, 1.353}}}}},
    /* window */ {{{{{0.7753, 1.489}, {0.7481, 1.447}, {0.8228, 1.151}}}, {{{0.84, 1.439}, {0.7943, 1.396}, {0.9006, 1.184}}}, {{{0.735, 1.645}, {0.695, 1.596}, {0.788, 1.353}}}}},
    /* multi_tensor */ {{{{{0.7828, 1.443}, {0.7607, 1.443}, {0.8268, 1.165}}}, {{{0.8422, 1.412}, {0.795, 1.394}, {0.9006, 1.183}}}, {{{0.7369, 1.613}, {0.6956, 1.593}, {0.788, 1.352}}}}},
    /* indexed */ {{{{{0.7902, 1.401}, {0.7599, 1.534}, {0.936, 1.266}}}, {{{0.8422, 1.412}, {0.795, 1.412}, {0.9004, 1.183}}}, {{{0.7369, 1.613}, {0.6956, 1.614}, {0.7879, 1.352}}}}},
    /* permuted */ {{{{{0.7798, 1.46}, {0.8083, 1.179}, {0.8228, 1.151}}}, {{{0.8291, 1.416}, {0.7956, 1.397}, {0.9004, 1.183}}}, {{{0.7254, 1.619}, {0.6962, 1.596}, {0.7879, 1.352}}}}},
    /* write_only */ {{{{{0.7813, 1.451}, {0.7524, 1.447}, {0.8241, 1.148}}}, {{{0.842, 1.416}, {0.7943, 1.396}, {0.9006, 1.184}}}, {{{0.7367, 1.619}, {0.695, 1.596}, {0.788, 1.353}}}}}}},
  .validated_bytes = {1e+04, 5e+09}};

}  // namespace perfmodel
