#pragma once
#include <perfmodel/kernel/gemm_family.hpp>

// Constants of the GEMM model. Generated: do not edit.
//     perfmodel-fit --data FOLDER --raw devices/calibrated/raw --out include/perfmodel/kernel/gemm_constants.hpp
// Date 2026-11-21, FNV-1a of the data files d91276c62f85c8d3. Rows read, by source and card:
//   clblas/K40c 1444
//   deepbench-fp16_tensorop/T4 160
//   deepbench-fp16_tensorop/V100-SXM2-16GB 160
//   deepbench-fp32/P100-PCIE-16GB 160
//   deepbench-fp32/T4 160
//   deepbench-fp32/V100-SXM2-16GB 160
//   neusight-bmm/A100-PCIE-40GB 1500
//   neusight-bmm/P100-PCIE-16GB 1500
//   neusight-bmm/T4 1500
//   neusight-bmm/V100-PCIE-32GB 1500
//   neusight-linear/A100-PCIE-40GB 1500
//   neusight-linear/P100-PCIE-16GB 1500
//   neusight-linear/T4 1500
//   neusight-linear/V100-PCIE-32GB 1500
//   published-bf16/A100-PCIE-40GB 2
//   published-bf16/A100-SXM4-80GB 1
//   published-bf16/A40 1
//   published-bf16/B200-SXM 1
//   published-bf16/H100-PCIe 1
//   published-bf16/H100-SXM5-80GB 1
//   published-bf16/H200-SXM 1
//   published-bf16/L4 1
//   published-bf16/L40S 1
//   published-bf16/RTX-3090 1
//   published-bf16/RTX-4090 1
//   published-bf16/RTX-5090 1
//   published-fp16/A100-PCIE-40GB 2
//   published-fp16/A100-SXM4-80GB 1
//   published-fp16/A40 3
//   published-fp16/B200-SXM 1
//   published-fp16/H100-PCIe 2
//   published-fp16/H100-SXM5-80GB 1
//   published-fp16/H200-SXM 1
//   published-fp16/L4 2
//   published-fp16/L40S 1
//   published-fp16/RTX-2080-Ti 2
//   published-fp16/RTX-3090 1
//   published-fp16/RTX-4090 2
//   published-fp16/RTX-5090 1
//   published-fp16/V100-SXM2-16GB 3
//   published-fp32/A10 2
//   published-fp32/A100-PCIE-40GB 2
//   published-fp32/A100-SXM4-80GB 1
//   published-fp32/A40 2
//   published-fp32/B200-SXM 1
//   published-fp32/H100-PCIe 2
//   published-fp32/H100-SXM5-80GB 1
//   published-fp32/H200-SXM 1
//   published-fp32/L4 3
//   published-fp32/L40S 1
//   published-fp32/P100-PCIE-16GB 2
//   published-fp32/P100-SXM2-16GB 2
//   published-fp32/RTX-2080-Ti 2
//   published-fp32/RTX-3090 1
//   published-fp32/RTX-4090 2
//   published-fp32/RTX-5090 2
//   published-fp32/V100-SXM2-16GB 2
//   raw-sustained/H200-SXM 65
//   raw/H100-SXM5-80GB 724
//   raw/H200-SXM 5654
//   vidur-linear/A100-SXM4-80GB 6000
// Families without rows keep their priors (calibration/gemm_priors.hpp). Where the public data come from: docs/accuracy.md.
// clang-format off

namespace perfmodel {

inline constexpr GemmTable gemm_table{
  .families = {{
    // kepler_sgemm
    {.family = static_cast<GemmFamily>(0), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 1, .tiles = {{
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 256, .registers = 80, .stages = 2, .efficiency = 0.9580192557791674}}},
     .block_cycles = 8963.378140676128, .epilogue_cycles = 0.24364987921406947, .latency_warps = 20.085536923187668, .norm_doublings = 2,
     .dram_efficiency = 0.7287073561037632, .dram_fill = 0.5382761457180949, .l2_bytes_per_clock = 57.85657482247673, .l2_capacity = 0.7979246349297768,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.9968613844699047,
     .split_seconds = 4.0923604704356315e-06, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 3.4238131562728573e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.9522362439812245, 1.1707852657670081}, {0.9522362439812245, 1.1707852657670081}, {0.9522362439812245, 1.1707852657670081}, {0.9521435488602922, 1.1737449046924553}}}, {{{0.929216817543411, 1.2668228036407305}, {0.929216817543411, 1.2668228036407305}, {0.929216817543411, 1.2668228036407305}, {0.9290811393916653, 1.2716294578030076}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {"K40c"}, .validated_extent = {8, 5760}, .validated_work = {1024, 382205952000}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 5, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9114857447879289},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.918584494763907},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.6891188659607699},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7343125481520332},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.6911525927869595}}},
     .block_cycles = 7984.874271179216, .epilogue_cycles = 0.009447834510826895, .latency_warps = 2.050628646447233, .norm_doublings = 2,
     .dram_efficiency = 0.9123361380992119, .dram_fill = 0.5014195208308773, .l2_bytes_per_clock = 50.706918401297386, .l2_capacity = 0.6489080127339036,
     .swizzled = true, .reuse_window = 12.206719533419083, .line_bytes = 103.56690964070488, .store_exposed = 0.17235849537740397,
     .split_seconds = 4.101776613641358e-06, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.7772835539907904, 1.310206437683321}, {0.7772835539907904, 1.310206437683321}, {0.7105019780483014, 1.4601410643145245}, {0.8153343685772428, 1.2437826181069283}}}, {{{0.9345647651898763, 2.375399025910239}, {0.9345647651898763, 2.375399025910239}, {0.9179894771393337, 2.846663568357026}, {0.9349999507888329, 2.17583879517319}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {"P100-PCIE-16GB"}, .validated_extent = {1, 5e+05}, .validated_work = {8388608, 4504524499200}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9819703582957386},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.8717943550046403},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8450653314034212},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.9309723582268851},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9041480198732458},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8256291093191428},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7426701128617682}}},
     .block_cycles = 5740.740918564505, .epilogue_cycles = 0.00894272256651038, .latency_warps = 5.763664196856623, .norm_doublings = 2,
     .dram_efficiency = 0.8102932384086822, .dram_fill = 0.5019798510918425, .l2_bytes_per_clock = 52.8365789584258, .l2_capacity = 0.6222456792418812,
     .swizzled = true, .reuse_window = 13.480698518751765, .line_bytes = 75.59854716050812, .store_exposed = 0.17145396043372285,
     .split_seconds = 3.899711175388e-06, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8772174709821757, 1.1792752247129634}, {0.8772174709821757, 1.1792752247129634}, {0.8772174709821757, 1.1792752247129634}, {0.8912189538318006, 1.1362977359742}}}, {{{0.7920223171091141, 1.2439240371409575}, {0.7920223171091141, 1.2439240371409575}, {0.7920223171091141, 1.2439240371409575}, {0.792993564244214, 1.2449216083410104}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {"V100-PCIE-32GB", "V100-SXM2-16GB"}, .validated_extent = {3, 5e+05}, .validated_work = {8388608, 4504524499200}},
    // ampere_sgemm
    {.family = static_cast<GemmFamily>(3), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.4174050352600834,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9877083016602842},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.946054833251998},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.824516751400553},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8666195508631366},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.880481970382606},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.8792957928343015},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8075370835409172},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7321190051381833}}},
     .block_cycles = 3197.0731140942357, .epilogue_cycles = 0.009109382301358143, .latency_warps = 1.403894444509816, .norm_doublings = 2,
     .dram_efficiency = 0.8950332523324844, .dram_fill = 0.501087059119325, .l2_bytes_per_clock = 51.754144077265465, .l2_capacity = 0.6552445684719331,
     .swizzled = true, .reuse_window = 15.113195055072735, .line_bytes = 99.50922991892617, .store_exposed = 0.166463801109439,
     .split_seconds = 5.12149228938073e-06, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.9370262183582773, 1.1039546833214964}, {0.9370262183582773, 1.1039546833214964}, {0.9370262183582773, 1.1039546833214964}, {0.9377425675019894, 1.1039903599844318}}}, {{{0.9233475001432156, 1.3218853231267613}, {0.9233475001432156, 1.3218853231267613}, {0.9233475001432156, 1.3218853231267613}, {0.9254218016304996, 1.3203196757303692}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {"A100-PCIE-40GB"}, .validated_extent = {2, 65273}, .validated_work = {20286000, 4504524499200}},
    // hopper_sgemm
    {.family = static_cast<GemmFamily>(4), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.13605670004564852,
     .tile_count = 13, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.8832245676139029},
      {.m = 256, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 3, .efficiency = 0.9169833652997321},
      {.m = 128, .n = 256, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 3, .efficiency = 0.8890884028101003},
      {.m = 256, .n = 64, .k = 8, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8520815813064486},
      {.m = 64, .n = 256, .k = 8, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8582449454291491},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8620527060926825},
      {.m = 64, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8316062807136624},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 128, .stages = 3, .efficiency = 0.7835149330443493},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 3, .efficiency = 0.5614448862480851},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 3, .efficiency = 0.7284898857238798},
      {.m = 64, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 80, .stages = 3, .efficiency = 0.614629367877479},
      {.m = 32, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 80, .stages = 3, .efficiency = 0.6517112012723846},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 64, .stages = 3, .efficiency = 0.5136088626554831}}},
     .block_cycles = 4346.847992101985, .epilogue_cycles = 0.017273093103718697, .latency_warps = 0.9610383647562217, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.8017038731940971, .l2_bytes_per_clock = 37.832889282827246, .l2_capacity = 0.7999994084195247,
     .swizzled = true, .reuse_window = 14.983079420342632, .line_bytes = 128, .store_exposed = 0.9968613844699047,
     .split_seconds = 1.721289640281462e-06, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 32,
     .vector_efficiency = 0.9441148103953196, .launch_seconds = 1.2775671175499189e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 0.9879751003606426, 1.010382604993657, 1.0098623307838386, 1.032554203993139, 1}, .alignment_store = {1, 0.9048374180359595, 1.1610754554100342, 1.051010746012983, 0.9048374180359595, 1},
     .error_bars = {{{{{0.8272448030720434, 1.337404444864167}, {0.7543894862339896, 1.5447079358150198}, {0.8272448030720434, 1.337404444864167}, {0.8968056991707013, 1.203198830234642}}}, {{{0.8416880124206366, 1.36463591359514}, {0.8416880124206366, 1.36463591359514}, {0.8416880124206366, 1.36463591359514}, {0.853436513686561, 1.1430130048678353}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 32768}, .validated_work = {65536, 1102993879680}},
    // pascal_hgemm
    {.family = static_cast<GemmFamily>(5), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 5, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.93},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.84},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8}}},
     .block_cycles = 2000, .epilogue_cycles = 0.02, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.95, .dram_fill = 0.5, .l2_bytes_per_clock = 40, .l2_capacity = 0.8,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8,
     .split_seconds = 3e-06, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {}, .validated_extent = {0, 0}, .validated_work = {0, 0}},
    // volta_s884
    {.family = static_cast<GemmFamily>(6), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 512, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8905453976929328},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8529872660665003},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.8357819424748348},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.6915908688200685},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.7129707824036402},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.7286745327770267},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.5831200908340509},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.4609646417529772},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.2236231213182568}}},
     .block_cycles = 426.01956278731996, .epilogue_cycles = 0.015530841359313022, .latency_warps = 1.7704359627314803, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.419638577251372, .l2_bytes_per_clock = 39.24404848806952, .l2_capacity = 0.17850412811874386,
     .swizzled = true, .reuse_window = 17.151588445951358, .line_bytes = 128, .store_exposed = 0.49368027923501395,
     .split_seconds = 8.477346879542506e-06, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 1.872350335542969e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8600381752702375, 1.575781486019422}, {0.8600381752702375, 1.575781486019422}, {0.8600381752702375, 1.575781486019422}, {0.8600381752702375, 1.575781486019422}}}, {{{0.7975842946357613, 1.978080630915216}, {0.7975842946357613, 1.978080630915216}, {0.7975842946357613, 1.978080630915216}, {0.7975842946357613, 1.978080630915216}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {"V100-SXM2-16GB"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // turing_s1688
    {.family = static_cast<GemmFamily>(7), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 512, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.7074090919373389},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.6775746063989848},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.6639074734600025},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.5493685889249331},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.5663518278401358},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.5788261787496203},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.46320429594715545},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.3661695175590958},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.17763612006502968}}},
     .block_cycles = 426.01956278731996, .epilogue_cycles = 0.015530841359313022, .latency_warps = 1.7704359627314803, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.419638577251372, .l2_bytes_per_clock = 39.24404848806952, .l2_capacity = 0.17850412811874386,
     .swizzled = true, .reuse_window = 17.151588445951358, .line_bytes = 128, .store_exposed = 0.49368027923501395,
     .split_seconds = 8.477346879542506e-06, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 1.872350335542969e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.76166441072566, 1.9221561066035735}, {0.76166441072566, 1.9221561066035735}, {0.76166441072566, 1.9221561066035735}, {0.76166441072566, 1.9221561066035735}}}, {{{0.6647303300708224, 2.6649126817283695}, {0.6647303300708224, 2.6649126817283695}, {0.6647303300708224, 2.6649126817283695}, {0.6647303300708224, 2.6649126817283695}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {"T4"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // ampere_s16816
    {.family = static_cast<GemmFamily>(8), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 1024, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.7954783828584893},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.8243715048964301},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.7831064851335972},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.711682628795845},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.715265802952677},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.6632594430375445},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.7894073977294018},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.5211815494679682},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.22352056342271157}}},
     .block_cycles = 3528.444203817713, .epilogue_cycles = 0.013948394277569887, .latency_warps = 0.8472435859458366, .norm_doublings = 2,
     .dram_efficiency = 0.8859908230361841, .dram_fill = 0.5, .l2_bytes_per_clock = 67.15260559549878, .l2_capacity = 0.7995868455956913,
     .swizzled = true, .reuse_window = 14.982061216844478, .line_bytes = 128, .store_exposed = 0.6241297494412098,
     .split_seconds = 2.8049285430807675e-06, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.7879119346993874, .launch_seconds = 1.4999999999998025e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1.1082227369148303, 1}, .alignment_traffic = {1, 1, 1, 1, 0.9895696915740997, 1}, .alignment_store = {1, 1, 1, 1, 0.9860680775426143, 1},
     .error_bars = {{{{{0.8634911159087874, 1.119678754694436}, {0.8634911159087874, 1.119678754694436}, {0.9359097378244438, 1.1171065601670298}, {0.8627304571628395, 1.1157134458264928}}}, {{{0.8023924072950215, 1.1847866628132109}, {0.8023924072950215, 1.1847866628132109}, {0.9054218044005253, 1.1807063618431006}, {0.8013323864864375, 1.178498408589346}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {"A100-SXM4-80GB"}, .validated_extent = {1, 57344}, .validated_work = {4194304, 30786325577728}},
    // ampere_tf32
    {.family = static_cast<GemmFamily>(9), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 1024, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.92},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.92},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.86},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.74},
      {.m = 64, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.74},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.6},
      {.m = 32, .n = 32, .k = 16, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.25}}},
     .block_cycles = 1500, .epilogue_cycles = 0.02, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.95, .dram_fill = 0.5, .l2_bytes_per_clock = 40, .l2_capacity = 0.8,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8,
     .split_seconds = 3e-06, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {}, .validated_extent = {0, 0}, .validated_work = {0, 0}},
    // hopper_wgmma
    {.family = static_cast<GemmFamily>(10), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 28, .tiles = {{
      {.m = 256, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8351344322955733},
      {.m = 128, .n = 256, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8216466761393223},
      {.m = 320, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.8042792339870296},
      {.m = 192, .n = 192, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.8238256850993432},
      {.m = 192, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8353469131048111},
      {.m = 128, .n = 192, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8300482639098428},
      {.m = 160, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8071165478856054},
      {.m = 128, .n = 160, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8110896122153959},
      {.m = 144, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.8073683680123757},
      {.m = 128, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.7983178553604847},
      {.m = 96, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.7805913949186967},
      {.m = 128, .n = 96, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.6612083029359058},
      {.m = 64, .n = 256, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.6511330240343405},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.6548058130330096},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.6188265483210587},
      {.m = 96, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.5994621080245353},
      {.m = 64, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 13, .efficiency = 0.510923504807063},
      {.m = 64, .n = 48, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.4349781258231523},
      {.m = 48, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.4357613521586272},
      {.m = 64, .n = 32, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.28223709735940633},
      {.m = 32, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.2994419503408023},
      {.m = 64, .n = 24, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.23734542154548297},
      {.m = 64, .n = 16, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.17473744190325516},
      {.m = 16, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.16990124051543376},
      {.m = 64, .n = 8, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.09421958290057275},
      {.m = 8, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.09254360211525761},
      {.m = 128, .n = 32, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.43587330552517445},
      {.m = 32, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.4350465114801454}}},
     .block_cycles = 240.55860053829682, .epilogue_cycles = 0.04033070723626153, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.9072307811353807, .dram_fill = 0.5214878594616377, .l2_bytes_per_clock = 89.50027876266364, .l2_capacity = 0.802233400793911,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.4336776097221211,
     .split_seconds = 2.4748715573780196e-06, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.9224326455666534, .launch_seconds = 2.370701868994842e-06,
     .layout_efficiency = {1.0125122658190424, 1, 1.0063436787623792, 1}, .alignment_math = {1, 1, 1, 1.0767147405810469, 1.006940647138436, 1}, .alignment_traffic = {1, 1, 1, 1.427970646760466, 1.3618611711789945, 1}, .alignment_store = {1, 1, 1, 1.578759544082161, 1.0820870452274916, 1},
     .error_bars = {{{{{0.9133735927208911, 1.1676915309606153}, {0.9123521905688246, 1.160476131945777}, {0.9224687696237902, 1.1851966149705393}, {0.8990445423788136, 1.088689924013455}}}, {{{0.9041963671333944, 1.122274608599726}, {0.895725994835796, 1.1465203302960938}, {0.8691140664367933, 1.1263065892724458}, {0.8955220245887242, 1.146991400767748}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 32768}, .validated_work = {65536, 8796093022208}},
    // hopper_tf32
    {.family = static_cast<GemmFamily>(11), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 28, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.7650453823167477},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8393047029781247},
      {.m = 320, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.733581278514263},
      {.m = 192, .n = 192, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.6306883352675665},
      {.m = 192, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.7283597100564188},
      {.m = 128, .n = 192, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.7298929845201443},
      {.m = 160, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.6948686347745227},
      {.m = 128, .n = 160, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.7055263145834382},
      {.m = 144, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.6572466957658994},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.703404162431794},
      {.m = 96, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.6193289755571865},
      {.m = 128, .n = 96, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.6317944458876512},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.5727757192138007},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.506630425773396},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.47266773561357905},
      {.m = 96, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.5578038304478584},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 13, .efficiency = 0.4388552182546782},
      {.m = 64, .n = 48, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.3507942178009434},
      {.m = 48, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.38290572478039464},
      {.m = 64, .n = 32, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.3242214449889144},
      {.m = 32, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.26803400734627625},
      {.m = 64, .n = 24, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.21609482888076118},
      {.m = 64, .n = 16, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.1578068895151568},
      {.m = 16, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.15316228991215786},
      {.m = 64, .n = 8, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.09005353033196459},
      {.m = 8, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.08373081875905163},
      {.m = 128, .n = 32, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.38116316841432546},
      {.m = 32, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.38290572478039464}}},
     .block_cycles = 677.5099081155322, .epilogue_cycles = 0.05905748265398139, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.926983044916443, .dram_fill = 0.48466289599150325, .l2_bytes_per_clock = 140.765238836528, .l2_capacity = 0.8031209355224868,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.5887584155790714,
     .split_seconds = 6.817751765570683e-06, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.977122206528136, .launch_seconds = 3.8164352921034915e-06,
     .layout_efficiency = {0.9194244930381633, 1, 0.6215224674384217, 1}, .alignment_math = {1, 1, 1, 0.8749051643201111, 0.9456239941838933, 1}, .alignment_traffic = {1, 1, 1, 1.026755122677589, 0.9988778096368841, 1}, .alignment_store = {1, 1, 1, 1.827403867475077, 0.9048374180359595, 1},
     .error_bars = {{{{{0.8454548246964052, 1.207964460716039}, {0.8454548246964052, 1.207964460716039}, {0.8709426789079636, 1.1531094959946109}, {0.8567911051536695, 1.230037395087314}}}, {{{0.886576408069701, 1.2350282076763712}, {0.886576408069701, 1.2350282076763712}, {0.886576408069701, 1.2350282076763712}, {0.9104785473547689, 1.2094676912896538}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 32768}, .validated_work = {524288, 8796093022208}},
    // hopper_unaligned
    {.family = static_cast<GemmFamily>(12), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.7305873469695301},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.7692986310653118},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.7071455374233563},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.6411123634428223},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.6564581385306166},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.5007789197456484},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.5936452843167211},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.3788580841271276},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.32383115997594186}}},
     .block_cycles = 365.5877489949665, .epilogue_cycles = 0.053575120523925275, .latency_warps = 3.220853758266083, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.5541856784969063, .l2_bytes_per_clock = 20.35586337930953, .l2_capacity = 0.7999305855427878,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.9968613844699047,
     .split_seconds = 1.978627206885162e-06, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8286815879966579, .launch_seconds = 2.214873679627559e-06,
     .layout_efficiency = {1.0337576919892628, 1, 1.1111631699232192, 1}, .alignment_math = {0.2811267121676333, 0.5434033922689582, 0.6548049131710426, 1, 1, 1}, .alignment_traffic = {0.9352711912482616, 1.0824837031041312, 1.1353733375807544, 1, 1, 1}, .alignment_store = {1.2514637578775865, 2.4829974469679574, 1.5068229545802743, 1, 1, 1},
     .error_bars = {{{{{0.8002186055178242, 1.2349416927891965}, {0.8002186055178242, 1.2349416927891965}, {0.8002186055178242, 1.2349416927891965}, {0.8131803275988058, 1.244038088334692}}}, {{{0.7918036787152671, 1.2013792665592593}, {0.7918036787152671, 1.2013792665592593}, {0.7918036787152671, 1.2013792665592593}, {0.8024162506676654, 1.160134522191466}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 16168}, .validated_work = {336864, 1236405817088}},
    // hopper_tf32_unaligned
    {.family = static_cast<GemmFamily>(13), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.7411379890071026},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.7608715136377435},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.6895286710515398},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.6052089741417218},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.620575272679763},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.5341360775831501},
      {.m = 64, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.5452300824412005},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.4343234136168035},
      {.m = 32, .n = 32, .k = 16, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.26557767416717315}}},
     .block_cycles = 671.9247278635303, .epilogue_cycles = 0.0269381002654778, .latency_warps = 1.7047790166617096, .norm_doublings = 2,
     .dram_efficiency = 0.9257488424400211, .dram_fill = 0.3876707216892368, .l2_bytes_per_clock = 63.7557118900866, .l2_capacity = 0.8000356805025691,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.7649106489504651,
     .split_seconds = 7.18957703565292e-07, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.977122206528136, .launch_seconds = 2.57387950293746e-06,
     .layout_efficiency = {1.0189203122345871, 1, 0.9508060582481496, 1}, .alignment_math = {0.4, 0.508966243171952, 0.5157549762739079, 1.0675543803510867, 0.9645916182545605, 1}, .alignment_traffic = {1, 1.0137477100914243, 0.9950730675525625, 1.0318264820637513, 0.9468343462922486, 1}, .alignment_store = {1, 1.5515914806788504, 1.6033656615920306, 0.9048374180359595, 1.0959743482706263, 1},
     .error_bars = {{{{{0.772041244581936, 1.1657551092982876}, {0.7918037974453029, 1.2939581940052285}, {0.7918037974453029, 1.2939581940052285}, {0.8573083312000885, 1.332886068275485}}}, {{{0.832379927046611, 1.1424014949267507}, {0.832379927046611, 1.1424014949267507}, {0.832379927046611, 1.1424014949267507}, {0.832379927046611, 1.1424014949267507}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 16384}, .validated_work = {65536, 969939855720}},
    // blackwell_umma
    {.family = static_cast<GemmFamily>(14), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 28, .tiles = {{
      {.m = 256, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.76},
      {.m = 128, .n = 256, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.76},
      {.m = 320, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.76},
      {.m = 192, .n = 192, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.76},
      {.m = 192, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.76},
      {.m = 128, .n = 192, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.76},
      {.m = 160, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.74},
      {.m = 128, .n = 160, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.74},
      {.m = 144, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.74},
      {.m = 128, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.72},
      {.m = 96, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.66},
      {.m = 128, .n = 96, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.66},
      {.m = 64, .n = 256, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.6},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.55},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.55},
      {.m = 96, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.5},
      {.m = 64, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 13, .efficiency = 0.45},
      {.m = 64, .n = 48, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.4},
      {.m = 48, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.4},
      {.m = 64, .n = 32, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.28},
      {.m = 32, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.28},
      {.m = 64, .n = 24, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.22},
      {.m = 64, .n = 16, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.16},
      {.m = 16, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.16},
      {.m = 64, .n = 8, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.09},
      {.m = 8, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.09},
      {.m = 128, .n = 32, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.4},
      {.m = 32, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.4}}},
     .block_cycles = 1500, .epilogue_cycles = 0.02, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.95, .dram_fill = 0.5, .l2_bytes_per_clock = 128, .l2_capacity = 0.8,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8,
     .split_seconds = 3e-06, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {}, .validated_extent = {0, 0}, .validated_work = {0, 0}},
    // blackwell_tf32
    {.family = static_cast<GemmFamily>(15), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 28, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.76},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.76},
      {.m = 320, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.76},
      {.m = 192, .n = 192, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.76},
      {.m = 192, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.76},
      {.m = 128, .n = 192, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.76},
      {.m = 160, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.74},
      {.m = 128, .n = 160, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.74},
      {.m = 144, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.74},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.72},
      {.m = 96, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.66},
      {.m = 128, .n = 96, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.66},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.6},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.55},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.55},
      {.m = 96, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.5},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 13, .efficiency = 0.45},
      {.m = 64, .n = 48, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.4},
      {.m = 48, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.4},
      {.m = 64, .n = 32, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.28},
      {.m = 32, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.28},
      {.m = 64, .n = 24, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.22},
      {.m = 64, .n = 16, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.16},
      {.m = 16, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.16},
      {.m = 64, .n = 8, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.09},
      {.m = 8, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.09},
      {.m = 128, .n = 32, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.4},
      {.m = 32, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.4}}},
     .block_cycles = 1500, .epilogue_cycles = 0.02, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.95, .dram_fill = 0.5, .l2_bytes_per_clock = 64, .l2_capacity = 0.8,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8,
     .split_seconds = 3e-06, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {}, .validated_extent = {0, 0}, .validated_work = {0, 0}},
    // dgemm
    {.family = static_cast<GemmFamily>(16), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 1, .tiles = {{
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 256, .registers = 80, .stages = 2, .efficiency = 0.7937583468345806}}},
     .block_cycles = 7269.553263294768, .epilogue_cycles = 0.020272959614540655, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.8976035184294331, .dram_fill = 0.9110594001952544, .l2_bytes_per_clock = 53.34378192096108, .l2_capacity = 0.8038062895272646,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.9968613844699047,
     .split_seconds = 3e-06, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 3.416673781569731e-06,
     .layout_efficiency = {1, 1, 0.9903064742508835, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.9177179588508603, 1.0305767507867574}, {0.9177179588508603, 1.0305767507867574}, {0.9177179588508603, 1.0305767507867574}, {0.9174527714956303, 1.030454533953517}}}, {{{0.8791517516984638, 1.04621396128278}, {0.8791517516984638, 1.04621396128278}, {0.8791517516984638, 1.04621396128278}, {0.8787707145575365, 1.030454533953517}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {"K40c"}, .validated_extent = {8, 5760}, .validated_work = {1024, 382205952000}},
    // ampere_dmma
    {.family = static_cast<GemmFamily>(17), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.9908456222806912},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 1},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 1},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 1},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.996941090721549},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 1},
      {.m = 64, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.7563438381563399},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.7342354910899523},
      {.m = 32, .n = 32, .k = 16, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.6467742454815477}}},
     .block_cycles = 362.51270959055853, .epilogue_cycles = 0.01627848132049717, .latency_warps = 0.32805626187807263, .norm_doublings = 2,
     .dram_efficiency = 0.9711327441167676, .dram_fill = 0.25681993626369115, .l2_bytes_per_clock = 49.9317492217356, .l2_capacity = 0.7998593040764956,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8628444103410031,
     .split_seconds = 3.925973712776729e-06, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 1.955024692213755e-06,
     .layout_efficiency = {0.9753426605142441, 1, 0.9845917143129297, 1}, .alignment_math = {1, 1, 0.6869869902015424, 0.9094504160567977, 1.2295870335222694, 1}, .alignment_traffic = {1, 1, 1.1459526424846165, 0.9758262246498939, 1.5782885821583355, 1}, .alignment_store = {1, 1, 1.114155681959327, 0.9488446040015762, 1.298951107039194, 1},
     .error_bars = {{{{{0.8536270822400547, 1.2819383880416233}, {0.8536270822400547, 1.2819383880416233}, {0.8536270822400547, 1.2819383880416233}, {0.8536270822400547, 1.2819383880416233}}}, {{{0.78868263298518, 1.4514454865417692}, {0.78868263298518, 1.4514454865417692}, {0.78868263298518, 1.4514454865417692}, {0.78868263298518, 1.4514454865417692}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {32, 16256}, .validated_work = {3568674, 1154976055296}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9819703582957386},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.8717943550046403},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8450653314034212},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.9309723582268851},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9041480198732458},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8256291093191428},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7426701128617682}}},
     .block_cycles = 5740.740918564505, .epilogue_cycles = 0.00894272256651038, .latency_warps = 5.763664196856623, .norm_doublings = 2,
     .dram_efficiency = 0.8102932384086822, .dram_fill = 0.5019798510918425, .l2_bytes_per_clock = 52.8365789584258, .l2_capacity = 0.6222456792418812,
     .swizzled = true, .reuse_window = 13.480698518751765, .line_bytes = 75.59854716050812, .store_exposed = 0.17145396043372285,
     .split_seconds = 3.899711175388e-06, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.6734415609362071, 1.264078535670667}, {0.6734415609362071, 1.264078535670667}, {0.8064577418091948, 1.2433541762663087}, {0.6593912335874633, 1.2640198479410574}}}, {{{0.8988084106736978, 1.6537390413659383}, {0.8988084106736978, 1.6537390413659383}, {0.8527021191255136, 1.9144980395181548}, {0.9137369072410336, 1.608030680678408}}}, {{{0.8560621006654113, 1.8307761657023884}, {0.8560621006654113, 1.8307761657023884}, {0.8576724276632581, 2.677274396411236}, {0.8560868675714081, 1.7224644404600633}}}}},
     .calibrated_on = {"T4"}, .validated_extent = {1, 5e+05}, .validated_work = {8388608, 5806671749396}}}},
  .processes = {{
    {.cc_low = 30, .cc_high = 37, .reference_clock = 1e+09, .cuda_core_energy = 2.71029137985226e-11, .tensor_energy = 0, .l2_energy = 2.4064567557289925e-10, .dram_energy = 1.12e-10, .controller_time = 0.02, .dram_efficiency = 0.8},
    {.cc_low = 50, .cc_high = 53, .reference_clock = 1.4e+09, .cuda_core_energy = 2.3489191958719587e-11, .tensor_energy = 0, .l2_energy = 2.0855958549651272e-10, .dram_energy = 1.12e-10, .controller_time = 0.02, .dram_efficiency = 0.8},
    {.cc_low = 60, .cc_high = 62, .reference_clock = 1.9e+09, .cuda_core_energy = 2.168233103881808e-11, .tensor_energy = 0, .l2_energy = 1.9251654045831944e-10, .dram_energy = 4e-11, .controller_time = 0.025689235428580797, .dram_efficiency = 0.8109728279009115},
    {.cc_low = 70, .cc_high = 72, .reference_clock = 1.9e+09, .cuda_core_energy = 2.0226849033220634e-11, .tensor_energy = 8.093347705771731e-13, .l2_energy = 1.7959337459043815e-10, .dram_energy = 3.6e-11, .controller_time = 0.025689235428580797, .dram_efficiency = 0.912832900797592},
    {.cc_low = 75, .cc_high = 75, .reference_clock = 1.9e+09, .cuda_core_energy = 2.0226849033220634e-11, .tensor_energy = 8.093347705771731e-13, .l2_energy = 1.7959337459043815e-10, .dram_energy = 6e-11, .controller_time = 0.008795638796943867, .dram_efficiency = 0.6883104339517926},
    {.cc_low = 80, .cc_high = 80, .reference_clock = 1.7e+09, .cuda_core_energy = 1.3481374473269584e-11, .tensor_energy = 1.6047292556191554e-12, .l2_energy = 1.2890831558791693e-10, .dram_energy = 3.1e-11, .controller_time = 0.025689235428580797, .dram_efficiency = 0.9086331471658025},
    {.cc_low = 86, .cc_high = 88, .reference_clock = 2e+09, .cuda_core_energy = 1.0225098095215675e-11, .tensor_energy = 1.8439920472981176e-12, .l2_energy = 9.777194267461046e-11, .dram_energy = 6e-11, .controller_time = 0.02, .dram_efficiency = 0.8},
    {.cc_low = 89, .cc_high = 89, .reference_clock = 2.7e+09, .cuda_core_energy = 6.301954222176428e-12, .tensor_energy = 1.3770702068553066e-12, .l2_energy = 6.341543624541354e-11, .dram_energy = 6e-11, .controller_time = 0.008795638796943867, .dram_efficiency = 0.78},
    {.cc_low = 90, .cc_high = 90, .reference_clock = 2.1e+09, .cuda_core_energy = 9.452931333264641e-12, .tensor_energy = 1.2469239674855621e-12, .l2_energy = 6.341543624541354e-11, .dram_energy = 3.1e-11, .controller_time = 0.06, .dram_efficiency = 0.92},
    {.cc_low = 0, .cc_high = 999, .reference_clock = 2.7e+09, .cuda_core_energy = 6.301954222176428e-12, .tensor_energy = 8.067465206929265e-13, .l2_energy = 6.341543624541354e-11, .dram_energy = 3.1e-11, .controller_time = 0.06, .dram_efficiency = 0.91}}},
  .board = {.idle_share = 0.10930212737317264, .idle_power = 26.729268796689578, .voltage_floor = 0.6330835685768086, .voltage_knee = 0.5370094245743741, .tensor_l2_share = 0.11278743935494565, .controller_power = 0.8031205067358894, .open_boost = 1.1},
  .choices = {{
    // kepler_sgemm
    {.family = static_cast<GemmFamily>(0), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}}},
     .split_preference = -0.09999999999999999, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .since = 1100, .until = 9999, .learned_from = 1201, .preference = {{{{1.5959343702473148, 0, 0.45028936340204717}}, {{1.4465368093210622, 0, -2.6971064669692155}}, {{-1.3971949181827903, 0, 0.504646574168139}}, {{-0.3317907278584401, 0, 0.451478252161313}}, {{-1.6134855335271736, 0, 0.5706922772377161}}}},
     .split_preference = -0.5774934565632428, .split_log_preference = 0.7043180118569659, .family_preference = 0, .regret = {0, 0, 0}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .since = 1100, .until = 9999, .learned_from = 1201, .preference = {{{{-0.12867654004788226, 0, -0.00842595114561493}}, {{-0.22357032677219385, 0, -0.008147664360370427}}, {{0.03825697491860172, 0, -0.6047559550844266}}, {{-0.2755678570434804, 0, 0.006286021165939681}}, {{-0.033202012062212294, 0, -0.5499208994727851}}, {{0.0036536543467322186, 0, -0.01059884730345817}}, {{0.14279618003863118, 0, 0.2567672631057194}}, {{0.2663099266218154, 0, 0.49879603309498743}}}},
     .split_preference = -0.10309207390385017, .split_log_preference = -0.02377823123522392, .family_preference = 0, .regret = {0, 0, 0}},
    // ampere_sgemm
    {.family = static_cast<GemmFamily>(3), .since = 0, .until = 9999, .learned_from = 1201, .preference = {{{{0.03200106220443434, 0, -2.0220846349357964}}, {{-0.08295870463076396, 0, 1.423487437132338e-09}}, {{-0.16416766452238554, 0, 4.373422104564036e-06}}, {{-0.11784039506983202, 0, 1.8118121747188094e-05}}, {{0.14942362666174983, 0, 5.415295300695734e-05}}, {{0.0331208965947305, 0, 1.4495163827481962e-05}}, {{-0.03501737616669401, 0, -0.002642250926870201}}, {{-0.05456144507124056, 0, 0.33890297595335805}}}},
     .split_preference = 0.263884627605363, .split_log_preference = 0.13939395988301007, .family_preference = 0, .regret = {0, 0, 0}},
    // hopper_sgemm
    {.family = static_cast<GemmFamily>(4), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{-0.2188093588631605, -0.020971921874556404, -0.2444101204445927}}, {{-0.007391132251805543, -0.24661463465069347, -0.0008796284665145773}}, {{-0.012875130343723507, -0.23323014422151492, 0.004343925000520582}}, {{-0.06992036531291294, 0.0024288602075467625, -0.0017226062033332268}}, {{-0.19673857087323296, -0.006831255938851033, 0.011341851227865615}}, {{0.006324467112611393, -0.2168701282129233, -0.07923441873437909}}, {{-0.0024034987967657614, 0.014702454261093675, -0.018960956255923728}}, {{-0.0009557314492490282, -0.007442134566320258, -0.1283001984614389}}, {{0.002530248753624384, 0.002606405641763676, -0.0024414055670894455}}, {{-0.2092896204063753, 0.001554439228150406, -0.00288368854323387}}, {{0.008616734072858498, -0.00983054023916663, -0.011649873015040668}}, {{0.013557853525791086, -0.014845842119713487, 0.013395349125777802}}, {{-0.09264589516765286, -0.13465555751482958, -0.10859822966261576}}}},
     .split_preference = -0.05879296005093902, .split_log_preference = 0.08854399412237407, .family_preference = 0, .regret = {0, 0, 0}},
    // pascal_hgemm
    {.family = static_cast<GemmFamily>(5), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // volta_s884
    {.family = static_cast<GemmFamily>(6), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // turing_s1688
    {.family = static_cast<GemmFamily>(7), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // ampere_s16816
    {.family = static_cast<GemmFamily>(8), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // ampere_tf32
    {.family = static_cast<GemmFamily>(9), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // hopper_wgmma
    {.family = static_cast<GemmFamily>(10), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0.06, 0.06, 0}}, {{-0.06, 0, 0}}, {{0.03, -0.06, 0.06}}, {{0, 0, 0.03}}, {{0, -0.03, 0}}, {{0, 0, 0.06}}, {{0, -0.03, 0.03}}, {{0, 0.03, -0.03}}, {{0, 0.06, 0.06}}, {{0, 0, 0.03}}, {{0, 0.15, 0.15}}, {{0.15, 0.12, 0.06}}, {{-0.03, -0.06, -0.03}}, {{0, 0, 0.09}}, {{0, 0, 0.09}}, {{0, -0.03, 0.06}}, {{0, -0.03, 0.06}}, {{0.06, 0.03, 0.03}}, {{0.09, 0.09, 0.06}}, {{0, 0, 0.06}}, {{0.09, 0.12, 0.06}}, {{0, 0.12, 0.09}}, {{0.12, 0.18, 0}}, {{0.09, 0.03, 0}}, {{0, 0.15, 0.03}}, {{0.06, 0, 0}}, {{0, 0, 0}}, {{0.03, 0.06, 0}}}},
     .split_preference = -0.009999999999999995, .split_log_preference = 0.03, .family_preference = 0, .regret = {0, 0, 0}},
    // hopper_tf32
    {.family = static_cast<GemmFamily>(11), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0.06, -0.21}}, {{-0.06, -0.03, -0.12}}, {{0, 0.06, 0.06}}, {{0.03, 0, 0.06}}, {{0, 0.12, -0.06}}, {{0, -0.03, 0}}, {{0, 0.06, 0}}, {{0.03, 0.09, 0}}, {{0.06, 0.09, -0.06}}, {{0, 0, 0.06}}, {{0, -0.06, -0.15}}, {{0.06, 0, 0}}, {{0, -0.06, -0.15}}, {{-0.03, -0.06, 0}}, {{0.06, 0.06, -0.03}}, {{0, -0.21, 0}}, {{0, -0.06, 0}}, {{0, 0, 0}}, {{0.09, 0.06, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, -0.15}}, {{-0.12, 0, 0}}, {{0, 0, 0}}, {{-0.12, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .split_preference = 0.11, .split_log_preference = -0.06, .family_preference = 0, .regret = {0, 0, 0}},
    // hopper_unaligned
    {.family = static_cast<GemmFamily>(12), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{-0.1017711277879608, -0.07312704668148198, -0.012363477696254427}}, {{0.06409249752331761, -0.02347599409354026, -0.06905240537334784}}, {{-0.12536698793308276, -0.06270825079692229, -0.14194593255659205}}, {{0.04564599905979047, 0.26727514032722377, 0.00915323048663265}}, {{0.184816449326296, 0.15242580272982686, 0.15126540155312998}}, {{-0.002065357228347192, 0.0910972004387813, -0.008749610027021158}}, {{0.08614838375052494, 0.10920974364468844, 0.11021825110865022}}, {{-0.21629882644941437, -0.21179605817115776, -0.3393619982563376}}, {{-0.3552010302611198, -0.12890053739742036, -0.2391634592388615}}}},
     .split_preference = -0.08217716442074369, .split_log_preference = -0.0005876757475921576, .family_preference = 0, .regret = {0, 0, 0}},
    // hopper_tf32_unaligned
    {.family = static_cast<GemmFamily>(13), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{-0.20303022327828538, 0.02541788105989022, -0.015029882684352429}}, {{-0.09428417663252858, 0.03229062617159925, -0.0440089648372356}}, {{0.0003354158587483974, -0.08105521448716743, 0.030359436491368602}}, {{0.004801802751273468, -0.07830207835270918, -0.044319097717850926}}, {{-0.011358177103901884, 0.10859082103468848, -0.11707187086377521}}, {{-0.1582774094369149, -0.10179777564175836, -0.09361206837983366}}, {{-0.20439470108507907, -0.17479681172417258, 0.035376601066453}}, {{-0.0654133920125941, -0.009759933016164856, 0.017949768681096455}}, {{0.011620860939280359, 0.03941248495579475, 0.11035607824412777}}}},
     .split_preference = -0.033160887336866694, .split_log_preference = -0.01621957953624084, .family_preference = 0, .regret = {0, 0, 0}},
    // blackwell_umma
    {.family = static_cast<GemmFamily>(14), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // blackwell_tf32
    {.family = static_cast<GemmFamily>(15), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // dgemm
    {.family = static_cast<GemmFamily>(16), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}}},
     .split_preference = 0.14, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // ampere_dmma
    {.family = static_cast<GemmFamily>(17), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, -0.03, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0.06, 0}}, {{0, 0.15, 0}}, {{0, 0.12, 0}}}},
     .split_preference = -0.009999999999999995, .split_log_preference = 0.06, .family_preference = 0, .regret = {0, 0, 0}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .since = 1100, .until = 9999, .learned_from = 1201, .preference = {{{{-0.295534723678408, 0, 0.07571123390038953}}, {{-0.40955394123374284, 0, -0.6824500088498773}}, {{-0.4658321746347023, 0, -0.6951335824980986}}, {{0.06416840377432315, 0, -0.3207684491544244}}, {{-0.012508030553983057, 0, 0.15700369952053522}}, {{0.32566736124575624, 0, 0.3133494572698132}}, {{0.36744655655813385, 0, 0.5177776058580636}}, {{0.4261465485226325, 0, 0.7545100439536141}}}},
     .split_preference = 0.08372428657252132, .split_log_preference = -0.1592282315374326, .family_preference = 0, .regret = {0, 0, 0}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .since = 0, .until = 1099, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .since = 0, .until = 1099, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .since = 0, .until = 1099, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}}}}};

}  // namespace perfmodel
// clang-format on
