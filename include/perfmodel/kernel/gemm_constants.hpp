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
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 256, .registers = 80, .stages = 2, .efficiency = 0.9580192557791711}}},
     .block_cycles = 8963.378140676128, .epilogue_cycles = 0.24364987921406947, .latency_warps = 20.085536923187668, .norm_doublings = 2,
     .dram_efficiency = 0.7287073561037929, .dram_fill = 0.5382761457179529, .l2_bytes_per_clock = 57.856574822402294, .l2_capacity = 0.7979246349297281,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.9968613844699047,
     .split_seconds = 4.092360470435498e-06, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 3.423813156274e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.9522362439812332, 1.1707852657670126}, {0.9522362439812332, 1.1707852657670126}, {0.9522362439812332, 1.1707852657670126}, {0.9521435488603006, 1.17374490469246}}}, {{{0.9292168175434237, 1.2668228036407376}, {0.9292168175434237, 1.2668228036407376}, {0.9292168175434237, 1.2668228036407376}, {0.9290811393916776, 1.2716294578030152}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {"K40c"}, .validated_extent = {8, 5760}, .validated_work = {1024, 382205952000}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 5, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9114857447879432},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9185844947639091},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.6891188659607848},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7343125481520725},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.6911525927869394}}},
     .block_cycles = 7984.8742711454015, .epilogue_cycles = 0.009447834511871624, .latency_warps = 2.050628646448958, .norm_doublings = 2,
     .dram_efficiency = 0.9123361380991309, .dram_fill = 0.5014195208312638, .l2_bytes_per_clock = 50.706918401505845, .l2_capacity = 0.64890801275031,
     .swizzled = true, .reuse_window = 12.206719533419626, .line_bytes = 103.56690964071335, .store_exposed = 0.1723584953774907,
     .split_seconds = 4.101776613683171e-06, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.7772835539908869, 1.3102064376832654}, {0.7772835539908869, 1.3102064376832654}, {0.7105019780482851, 1.460141064314666}, {0.8153343685781143, 1.243782618106921}}}, {{{0.9345647651895896, 2.3753990259100446}, {0.9345647651895896, 2.3753990259100446}, {0.9179894771391384, 2.846663568356776}, {0.9349999507886516, 2.175838795172984}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {"P100-PCIE-16GB"}, .validated_extent = {1, 5e+05}, .validated_work = {8388608, 4504524499200}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9819703582957295},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.8717943550045815},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8450653314032989},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.9309723582266126},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9041480198729643},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8256291093188728},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7426701128616199}}},
     .block_cycles = 5740.740918507102, .epilogue_cycles = 0.008942722567595172, .latency_warps = 5.763664196858116, .norm_doublings = 2,
     .dram_efficiency = 0.8102932384083364, .dram_fill = 0.501979851092211, .l2_bytes_per_clock = 52.836578958592405, .l2_capacity = 0.622245679256793,
     .swizzled = true, .reuse_window = 13.480698518756906, .line_bytes = 75.59854716045058, .store_exposed = 0.17145396043521857,
     .split_seconds = 3.899711175429735e-06, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8772174709820536, 1.1792752247137939}, {0.8772174709820536, 1.1792752247137939}, {0.8772174709820536, 1.1792752247137939}, {0.8912189538321393, 1.1362977359749658}}}, {{{0.7920223171087326, 1.2439240371405118}, {0.7920223171087326, 1.2439240371405118}, {0.7920223171087326, 1.2439240371405118}, {0.7929935642438277, 1.2449216083404209}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {"V100-PCIE-32GB", "V100-SXM2-16GB"}, .validated_extent = {3, 5e+05}, .validated_work = {8388608, 4504524499200}},
    // ampere_sgemm
    {.family = static_cast<GemmFamily>(3), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.4174050352596677,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9877083016602612},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9460548332518866},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.8245167514004913},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8666195508628992},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8804819703823736},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.8792957928341167},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8075370835407166},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7321190051379537}}},
     .block_cycles = 3197.073114063796, .epilogue_cycles = 0.009109382302408908, .latency_warps = 1.4038944445090504, .norm_doublings = 2,
     .dram_efficiency = 0.8950332523323974, .dram_fill = 0.5010870591197916, .l2_bytes_per_clock = 51.75414407755817, .l2_capacity = 0.6552445684877032,
     .swizzled = true, .reuse_window = 15.11319505507222, .line_bytes = 99.5092299189009, .store_exposed = 0.16646380110927722,
     .split_seconds = 5.121492289429662e-06, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.9370262183588816, 1.1039546833216285}, {0.9370262183588816, 1.1039546833216285}, {0.9370262183588816, 1.1039546833216285}, {0.9377425675020954, 1.1039903599845355}}}, {{{0.9233475001425127, 1.3218853231262244}, {0.9233475001425127, 1.3218853231262244}, {0.9233475001425127, 1.3218853231262244}, {0.9254218016296218, 1.3203196757299285}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {"A100-PCIE-40GB"}, .validated_extent = {2, 65273}, .validated_work = {20286000, 4504524499200}},
    // hopper_sgemm
    {.family = static_cast<GemmFamily>(4), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.1360567000434779,
     .tile_count = 13, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.8832245676122304},
      {.m = 256, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 3, .efficiency = 0.9169833652979845},
      {.m = 128, .n = 256, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 3, .efficiency = 0.889088402808419},
      {.m = 256, .n = 64, .k = 8, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8520815813048219},
      {.m = 64, .n = 256, .k = 8, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8582449454275042},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8620527060910105},
      {.m = 64, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8316062807120931},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 128, .stages = 3, .efficiency = 0.7835149330428233},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 3, .efficiency = 0.5614448862469886},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 3, .efficiency = 0.7284898857224443},
      {.m = 64, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 80, .stages = 3, .efficiency = 0.6146293678763216},
      {.m = 32, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 80, .stages = 3, .efficiency = 0.6517112012711541},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 64, .stages = 3, .efficiency = 0.5136088626545159}}},
     .block_cycles = 4346.84799210775, .epilogue_cycles = 0.0172730931040352, .latency_warps = 0.9610383647556765, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.8017038731927054, .l2_bytes_per_clock = 37.83288928285223, .l2_capacity = 0.7999994084191676,
     .swizzled = true, .reuse_window = 14.98307942034252, .line_bytes = 128, .store_exposed = 0.9968613844699047,
     .split_seconds = 1.7212896402816974e-06, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 32,
     .vector_efficiency = 0.9441148103953179, .launch_seconds = 1.27756711754717e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 0.9879751003601716, 1.010382604993453, 1.009862330783595, 1.0325542039931679, 1}, .alignment_store = {1, 0.9048374180359595, 1.1610754554099039, 1.051010746014562, 0.9048374180359595, 1},
     .error_bars = {{{{{0.8272448030719688, 1.3374044448641529}, {0.7543894862339935, 1.5447079358150562}, {0.8272448030719688, 1.3374044448641529}, {0.89680569917063, 1.203198830234617}}}, {{{0.84168801242063, 1.3646359135951522}, {0.84168801242063, 1.3646359135951522}, {0.84168801242063, 1.3646359135951522}, {0.8534365136865407, 1.1430130048678322}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {}, .validated_extent = {0, 0}, .validated_work = {0, 0}},
    // volta_s884
    {.family = static_cast<GemmFamily>(6), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 512, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8905453976928056},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8529872660663372},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.8357819424747956},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.6915908688200564},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.7129707824035244},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.7286745327770408},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.5831200908333218},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.46096464175300983},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.22362312131844983}}},
     .block_cycles = 426.01956280250295, .epilogue_cycles = 0.015530841359454093, .latency_warps = 1.7704359627287471, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.4196385772517738, .l2_bytes_per_clock = 39.24404848942632, .l2_capacity = 0.17850412811874386,
     .swizzled = true, .reuse_window = 17.151588446056667, .line_bytes = 128, .store_exposed = 0.49368027923472646,
     .split_seconds = 8.47734687953829e-06, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 1.8723503355398185e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8600381753629037, 1.5757814860123462}, {0.8600381753629037, 1.5757814860123462}, {0.8600381753629037, 1.5757814860123462}, {0.8600381753629037, 1.5757814860123462}}}, {{{0.7975842947646669, 1.9780806309018926}, {0.7975842947646669, 1.9780806309018926}, {0.7975842947646669, 1.9780806309018926}, {0.7975842947646669, 1.9780806309018926}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {"V100-SXM2-16GB"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // turing_s1688
    {.family = static_cast<GemmFamily>(7), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 512, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.7074090919373621},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.6775746063989743},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.663907473460088},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.54936858892502},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.5663518278401434},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.5788261787497331},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.46320429594665774},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.3661695175591861},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.17763612006521423}}},
     .block_cycles = 426.01956280250295, .epilogue_cycles = 0.015530841359454093, .latency_warps = 1.7704359627287471, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.4196385772517738, .l2_bytes_per_clock = 39.24404848942632, .l2_capacity = 0.17850412811874386,
     .swizzled = true, .reuse_window = 17.151588446056667, .line_bytes = 128, .store_exposed = 0.49368027923472646,
     .split_seconds = 8.47734687953829e-06, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 1.8723503355398185e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.7616644108253731, 1.9221561071201871}, {0.7616644108253731, 1.9221561071201871}, {0.7616644108253731, 1.9221561071201871}, {0.7616644108253731, 1.9221561071201871}}}, {{{0.6647303302013567, 2.6649126828027336}, {0.6647303302013567, 2.6649126828027336}, {0.6647303302013567, 2.6649126828027336}, {0.6647303302013567, 2.6649126828027336}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {"T4"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // ampere_s16816
    {.family = static_cast<GemmFamily>(8), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 1024, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.7954783828585086},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.8243715048964739},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.7831064851336412},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.7116826287958914},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.7152658029527157},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.6632594430376183},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.7894073977295968},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.5211815494680084},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.22352056342272364}}},
     .block_cycles = 3528.4442038172197, .epilogue_cycles = 0.013948394277609633, .latency_warps = 0.8472435859465369, .norm_doublings = 2,
     .dram_efficiency = 0.8859908230360353, .dram_fill = 0.5, .l2_bytes_per_clock = 67.15260559527594, .l2_capacity = 0.7995868455952703,
     .swizzled = true, .reuse_window = 14.982061216844334, .line_bytes = 128, .store_exposed = 0.6241297494411601,
     .split_seconds = 2.804928543081199e-06, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.7879119346992387, .launch_seconds = 1.4999999999996729e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1.1082227369148763, 1}, .alignment_traffic = {1, 1, 1, 1, 0.9895696915742591, 1}, .alignment_store = {1, 1, 1, 1, 0.9860680775426792, 1},
     .error_bars = {{{{{0.8634911159090496, 1.1196787546942257}, {0.8634911159090496, 1.1196787546942257}, {0.9359097378242164, 1.1171065601670949}, {0.8627304571628843, 1.1157134458265083}}}, {{{0.802392407295387, 1.1847866628128771}, {0.802392407295387, 1.1847866628128771}, {0.9054218044001955, 1.1807063618432037}, {0.8013323864865, 1.1784984085893706}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {}, .validated_extent = {0, 0}, .validated_work = {0, 0}},
    // hopper_wgmma
    {.family = static_cast<GemmFamily>(10), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 28, .tiles = {{
      {.m = 256, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8351344322953175},
      {.m = 128, .n = 256, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8216466761391514},
      {.m = 320, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.8042792339868724},
      {.m = 192, .n = 192, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.82382568509913},
      {.m = 192, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8353469131045415},
      {.m = 128, .n = 192, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8300482639095801},
      {.m = 160, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8071165478853412},
      {.m = 128, .n = 160, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8110896122151507},
      {.m = 144, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.807368368012118},
      {.m = 128, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.7983178553601523},
      {.m = 96, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.780591394918182},
      {.m = 128, .n = 96, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.6612083029356737},
      {.m = 64, .n = 256, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.6511330240341365},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.6548058130324919},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.6188265483207732},
      {.m = 96, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.5994621080241067},
      {.m = 64, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 13, .efficiency = 0.5109235048065836},
      {.m = 64, .n = 48, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.4349781258229998},
      {.m = 48, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.43576135215849016},
      {.m = 64, .n = 32, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.2822370973593124},
      {.m = 32, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.2994419503407076},
      {.m = 64, .n = 24, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.23734542154539479},
      {.m = 64, .n = 16, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.174737441903202},
      {.m = 16, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.1699012405153829},
      {.m = 64, .n = 8, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.09421958290055053},
      {.m = 8, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.09254360211524447},
      {.m = 128, .n = 32, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.4358733055250381},
      {.m = 32, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.43504651148000545}}},
     .block_cycles = 240.55860054048637, .epilogue_cycles = 0.04033070723610419, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.9072307811353089, .dram_fill = 0.521487859461613, .l2_bytes_per_clock = 89.50027876310732, .l2_capacity = 0.8022334007949855,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.433677609722549,
     .split_seconds = 2.4748715573782767e-06, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.9224326455666783, .launch_seconds = 2.370701868993998e-06,
     .layout_efficiency = {1.0125122658190608, 1, 1.0063436787623932, 1}, .alignment_math = {1, 1, 1, 1.0767147405811914, 1.0069406471383966, 1}, .alignment_traffic = {1, 1, 1, 1.4279706467663362, 1.3618611711835538, 1}, .alignment_store = {1, 1, 1, 1.5787595440822773, 1.0820870452277978, 1},
     .error_bars = {{{{{0.9133735927213507, 1.1676915309613154}, {0.9123521905690294, 1.1604761319461532}, {0.9224687696237508, 1.1851966149705}, {0.899044542378443, 1.0886899240112027}}}, {{{0.9041963671334324, 1.1222746085997495}, {0.8957259948358125, 1.146520330296194}, {0.8691140664368018, 1.1263065892724762}, {0.8955220245887612, 1.1469914007678275}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 32768}, .validated_work = {65536, 8796093022208}},
    // hopper_tf32
    {.family = static_cast<GemmFamily>(11), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 28, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.7650453823172146},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8393047029787859},
      {.m = 320, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.7335812785148418},
      {.m = 192, .n = 192, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.6306883352679563},
      {.m = 192, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.7283597100569957},
      {.m = 128, .n = 192, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.729892984520678},
      {.m = 160, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.6948686347750795},
      {.m = 128, .n = 160, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.705526314584012},
      {.m = 144, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.6572466957665051},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.7034041624325093},
      {.m = 96, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.6193289755579119},
      {.m = 128, .n = 96, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.6317944458881646},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.5727757192142664},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.5066304257739462},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.4726677356142033},
      {.m = 96, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.5578038304487547},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 13, .efficiency = 0.4388552182554539},
      {.m = 64, .n = 48, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.350794217801231},
      {.m = 48, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.3829057247807058},
      {.m = 64, .n = 32, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.32422144498960964},
      {.m = 32, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.2680340073464941},
      {.m = 64, .n = 24, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.21609482888093445},
      {.m = 64, .n = 16, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.15780688951534333},
      {.m = 16, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.1531622899122823},
      {.m = 64, .n = 8, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.09005353033196684},
      {.m = 8, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.08373081875907745},
      {.m = 128, .n = 32, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.38116316841464104},
      {.m = 32, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.3829057247807058}}},
     .block_cycles = 677.5099080979697, .epilogue_cycles = 0.059057482654709115, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.9269830449165357, .dram_fill = 0.48466289599002665, .l2_bytes_per_clock = 140.76523883336293, .l2_capacity = 0.8031209355244731,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.5887584155783706,
     .split_seconds = 6.817751765568212e-06, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.977122206528136, .launch_seconds = 3.816435292108659e-06,
     .layout_efficiency = {0.9194244930379908, 1, 0.6215224674379937, 1}, .alignment_math = {1, 1, 1, 0.874905164319734, 0.9456239941838153, 1}, .alignment_traffic = {1, 1, 1, 1.026755122676707, 0.9988778096363574, 1}, .alignment_store = {1, 1, 1, 1.8274038674738102, 0.9048374180359595, 1},
     .error_bars = {{{{{0.8454548246962181, 1.207964460716508}, {0.8454548246962181, 1.207964460716508}, {0.8709426789079617, 1.1531094959938697}, {0.8567911051535193, 1.2300373950885368}}}, {{{0.8865764080699271, 1.2350282076765595}, {0.8865764080699271, 1.2350282076765595}, {0.8865764080699271, 1.2350282076765595}, {0.910478547354909, 1.2094676912900608}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 32768}, .validated_work = {524288, 8796093022208}},
    // hopper_unaligned
    {.family = static_cast<GemmFamily>(12), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.7149656072774391},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.7642949463450532},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.6960393303849695},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.6390358955252047},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.6317641625564814},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.5125161901160675},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.5621170835254149},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.3466836439038451},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.26100815732301375}}},
     .block_cycles = 666.2857838737759, .epilogue_cycles = 0.072242166868192, .latency_warps = 1.6603492034271554, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.3644159129288247, .l2_bytes_per_clock = 31.479953197868625, .l2_capacity = 0.7997390761191459,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.9968613844699047,
     .split_seconds = 2.2087594938715294e-06, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.7416733233127618, .launch_seconds = 1.8085177285879085e-06,
     .layout_efficiency = {1.0214615449581468, 1, 1.0702430822136224, 1}, .alignment_math = {0.2868300252790498, 0.5425165889626742, 0.5856938466802675, 1, 1, 1}, .alignment_traffic = {0.9507193105027076, 1.2041890119410315, 0.9287012849546716, 1, 1, 1}, .alignment_store = {0.9111808795297345, 2.7725771077356023, 1.1963830334178032, 1, 1, 1},
     .error_bars = {{{{{0.8131264596107617, 1.2195484991493921}, {0.8131264596107617, 1.2195484991493921}, {0.8131264596107617, 1.2195484991493921}, {0.8115411424708101, 1.2298092149416293}}}, {{{0.7642877011828145, 1.1357356076959357}, {0.7642877011828145, 1.1357356076959357}, {0.7642877011828145, 1.1357356076959357}, {0.7642877011828145, 1.1357356076959357}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 16168}, .validated_work = {336864, 1236405817088}},
    // hopper_tf32_unaligned
    {.family = static_cast<GemmFamily>(13), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.7411379890067862},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.7608715136374329},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.6895286710512326},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.6052089741414425},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.62057527267944},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.5341360775827619},
      {.m = 64, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.5452300824409083},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.43432341361662974},
      {.m = 32, .n = 32, .k = 16, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.26557767416718336}}},
     .block_cycles = 671.9247278647088, .epilogue_cycles = 0.026938100264665123, .latency_warps = 1.7047790166599401, .norm_doublings = 2,
     .dram_efficiency = 0.9257488424400033, .dram_fill = 0.38767072168923605, .l2_bytes_per_clock = 63.755711890794096, .l2_capacity = 0.8000356804959813,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.7649106489526432,
     .split_seconds = 7.189577035661201e-07, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.977122206528136, .launch_seconds = 2.573879502938353e-06,
     .layout_efficiency = {1.0189203122346235, 1, 0.9508060582481858, 1}, .alignment_math = {0.4, 0.5089662431721446, 0.51575497627407, 1.0675543803509207, 0.9645916182546701, 1}, .alignment_traffic = {1, 1.013747710096781, 0.9950730675518644, 1.0318264820636056, 0.9468343462938026, 1}, .alignment_store = {1, 1.5515914806784241, 1.6033656615914398, 0.9048374180359595, 1.095974348270916, 1},
     .error_bars = {{{{{0.7720412445818841, 1.1657551092985174}, {0.7918037974452579, 1.2939581940052627}, {0.7918037974452579, 1.2939581940052627}, {0.8573083312000528, 1.332886068275383}}}, {{{0.8323799270465305, 1.1424014949267647}, {0.8323799270465305, 1.1424014949267647}, {0.8323799270465305, 1.1424014949267647}, {0.8323799270465305, 1.1424014949267647}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {}, .validated_extent = {0, 0}, .validated_work = {0, 0}},
    // dgemm
    {.family = static_cast<GemmFamily>(16), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 1, .tiles = {{
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 256, .registers = 80, .stages = 2, .efficiency = 0.7937583468343989}}},
     .block_cycles = 7269.553263294641, .epilogue_cycles = 0.02027295961457446, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.8976035184294436, .dram_fill = 0.9110594001952544, .l2_bytes_per_clock = 53.34378192096843, .l2_capacity = 0.8038062895273893,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.9968613844699047,
     .split_seconds = 3e-06, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 3.416673781569666e-06,
     .layout_efficiency = {1, 1, 0.9903064742511078, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.9177179588508598, 1.030576750786776}, {0.9177179588508598, 1.030576750786776}, {0.9177179588508598, 1.030576750786776}, {0.91745277149563, 1.030454533953517}}}, {{{0.8791517516984632, 1.0462139612828083}, {0.8791517516984632, 1.0462139612828083}, {0.8791517516984632, 1.0462139612828083}, {0.878770714557536, 1.030454533953517}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {"K40c"}, .validated_extent = {8, 5760}, .validated_work = {1024, 382205952000}},
    // ampere_dmma
    {.family = static_cast<GemmFamily>(17), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.9908456222807979},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 1},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 1},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 1},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.9969410907215368},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 1},
      {.m = 64, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.7563438381565063},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.7342354910894201},
      {.m = 32, .n = 32, .k = 16, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.6467742454818108}}},
     .block_cycles = 362.5127095791172, .epilogue_cycles = 0.016278481320066932, .latency_warps = 0.32805626187651077, .norm_doublings = 2,
     .dram_efficiency = 0.9711327441168438, .dram_fill = 0.25681993626485605, .l2_bytes_per_clock = 49.931749221612456, .l2_capacity = 0.7998593040738209,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8628444103428585,
     .split_seconds = 3.9259737127765316e-06, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 1.9550246922263955e-06,
     .layout_efficiency = {0.9753426605143404, 1, 0.984591714312923, 1}, .alignment_math = {1, 1, 0.6869869902013219, 0.9094504160565023, 1.2295870335214663, 1}, .alignment_traffic = {1, 1, 1.1459526424810451, 0.975826224648119, 1.5782885821519768, 1}, .alignment_store = {1, 1, 1.1141556819572394, 0.9488446039959104, 1.2989511070388968, 1},
     .error_bars = {{{{{0.8536270822392232, 1.281938388041579}, {0.8536270822392232, 1.281938388041579}, {0.8536270822392232, 1.281938388041579}, {0.8536270822392232, 1.281938388041579}}}, {{{0.7886826329840277, 1.451445486541694}, {0.7886826329840277, 1.451445486541694}, {0.7886826329840277, 1.451445486541694}, {0.7886826329840277, 1.451445486541694}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {32, 16256}, .validated_work = {3568674, 1154976055296}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9819703582957295},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.8717943550045815},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8450653314032989},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.9309723582266126},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9041480198729643},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8256291093188728},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7426701128616199}}},
     .block_cycles = 5740.740918507102, .epilogue_cycles = 0.008942722567595172, .latency_warps = 5.763664196858116, .norm_doublings = 2,
     .dram_efficiency = 0.8102932384083364, .dram_fill = 0.501979851092211, .l2_bytes_per_clock = 52.836578958592405, .l2_capacity = 0.622245679256793,
     .swizzled = true, .reuse_window = 13.480698518756906, .line_bytes = 75.59854716045058, .store_exposed = 0.17145396043521857,
     .split_seconds = 3.899711175429735e-06, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.6734415609367626, 1.264078535670864}, {0.6734415609367626, 1.264078535670864}, {0.8064577418096198, 1.2433541762670561}, {0.6593912335879691, 1.2640198479412927}}}, {{{0.8988084106720514, 1.6537390413649642}, {0.8988084106720514, 1.6537390413649642}, {0.8527021191247373, 1.9144980395173452}, {0.9137369072394679, 1.6080306806748943}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {"T4"}, .validated_extent = {1, 5e+05}, .validated_work = {8388608, 5806671749396}},
    // hopper_unaligned_bf16
    {.family = static_cast<GemmFamily>(19), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.8639240979565592},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.9879398528988208},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8794244357155508},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8148543955773639},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8160572468854355},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.631603794715254},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.7365374494005097},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.6999613954105172},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.3659123551541034}}},
     .block_cycles = 1124.1559952838397, .epilogue_cycles = 0.13178953942533383, .latency_warps = 18.844138940850996, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.4208056609249156, .l2_bytes_per_clock = 13.974744414208454, .l2_capacity = 0.7999730710725912,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.9059441716530557,
     .split_seconds = 1.7096533196283437e-06, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.9524053698890667, .launch_seconds = 2.313765795406699e-06,
     .layout_efficiency = {1.0500565080498696, 1, 1.01034726699781, 1}, .alignment_math = {0.27287177220483105, 0.9365268066521439, 1.1146426973151202, 1, 1, 1}, .alignment_traffic = {1.6192041632551202, 1.1428178919142225, 0.9920296934829885, 1, 1, 1}, .alignment_store = {0.9048374180359595, 1.2091511884296835, 1.2810439035311583, 1, 1, 1},
     .error_bars = {{{{{0.8496032783865882, 1.2536125540516465}, {0.8496032783865882, 1.2536125540516465}, {0.8496032783865882, 1.2536125540516465}, {0.8603079822217602, 1.2856984520837087}}}, {{{0.8595990697418993, 1.233978867501482}, {0.8595990697418993, 1.233978867501482}, {0.8595990697418993, 1.233978867501482}, {0.8595990697418993, 1.233978867501482}}}, {{{0.8560621006653122, 1.830776165702211}, {0.8560621006653122, 1.830776165702211}, {0.8576724276629977, 2.677274396411084}, {0.8560868675709921, 1.7224644404577103}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 16030}, .validated_work = {414100, 880292253816}}}},
  .processes = {{
    {.cc_low = 30, .cc_high = 37, .reference_clock = 1e+09, .cuda_core_energy = 2.7102913798541316e-11, .tensor_energy = 0, .l2_energy = 2.4064567557288834e-10, .dram_energy = 1.12e-10, .controller_time = 0.02, .dram_efficiency = 0.8},
    {.cc_low = 50, .cc_high = 53, .reference_clock = 1.4e+09, .cuda_core_energy = 2.3489191958735808e-11, .tensor_energy = 0, .l2_energy = 2.0855958549650323e-10, .dram_energy = 1.12e-10, .controller_time = 0.02, .dram_efficiency = 0.8},
    {.cc_low = 60, .cc_high = 62, .reference_clock = 1.9e+09, .cuda_core_energy = 2.168233103883305e-11, .tensor_energy = 0, .l2_energy = 1.9251654045831068e-10, .dram_energy = 4e-11, .controller_time = 0.025689235428839895, .dram_efficiency = 0.8109728279010373},
    {.cc_low = 70, .cc_high = 72, .reference_clock = 1.9e+09, .cuda_core_energy = 2.0226849033235394e-11, .tensor_energy = 8.093347705771731e-13, .l2_energy = 1.7959337459043702e-10, .dram_energy = 3.6e-11, .controller_time = 0.025689235428839895, .dram_efficiency = 0.9128329007973986},
    {.cc_low = 75, .cc_high = 75, .reference_clock = 1.9e+09, .cuda_core_energy = 2.0226849033235394e-11, .tensor_energy = 8.093347705771731e-13, .l2_energy = 1.7959337459043702e-10, .dram_energy = 6e-11, .controller_time = 0.008795638796946809, .dram_efficiency = 0.6883104339518854},
    {.cc_low = 80, .cc_high = 80, .reference_clock = 1.7e+09, .cuda_core_energy = 1.348137447327825e-11, .tensor_energy = 1.6047292556209479e-12, .l2_energy = 1.289083155879049e-10, .dram_energy = 3.1e-11, .controller_time = 0.025689235428839895, .dram_efficiency = 0.9086331471659861},
    {.cc_low = 86, .cc_high = 88, .reference_clock = 2e+09, .cuda_core_energy = 1.0225098095221491e-11, .tensor_energy = 1.8439920472989056e-12, .l2_energy = 9.77719426745941e-11, .dram_energy = 6e-11, .controller_time = 0.02, .dram_efficiency = 0.8},
    {.cc_low = 89, .cc_high = 89, .reference_clock = 2.7e+09, .cuda_core_energy = 6.301954222181767e-12, .tensor_energy = 1.377070206855634e-12, .l2_energy = 6.341543624542061e-11, .dram_energy = 6e-11, .controller_time = 0.008795638796946809, .dram_efficiency = 0.78},
    {.cc_low = 90, .cc_high = 90, .reference_clock = 2.1e+09, .cuda_core_energy = 9.452931333272651e-12, .tensor_energy = 1.246923967485578e-12, .l2_energy = 6.341543624542061e-11, .dram_energy = 3.1e-11, .controller_time = 0.06, .dram_efficiency = 0.92},
    {.cc_low = 0, .cc_high = 999, .reference_clock = 2.7e+09, .cuda_core_energy = 6.301954222181767e-12, .tensor_energy = 8.067465206932712e-13, .l2_energy = 6.341543624542061e-11, .dram_energy = 3.1e-11, .controller_time = 0.06, .dram_efficiency = 0.91}}},
  .board = {.idle_share = 0.10930212737328227, .idle_power = 26.72926879668542, .voltage_floor = 0.6330835685765769, .voltage_knee = 0.5370094245743663, .tensor_l2_share = 0.1127874393555992, .controller_power = 0.8031205067362459, .open_boost = 1.1},
  .choices = {{
    // kepler_sgemm
    {.family = static_cast<GemmFamily>(0), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}}},
     .split_preference = -0.09999999999999999, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .since = 1100, .until = 9999, .learned_from = 1201, .preference = {{{{1.5959343702470405, 0, 0.4502893634021372}}, {{1.4465368093204687, 0, -2.697106466968736}}, {{-1.397194918182522, 0, 0.5046465741679427}}, {{-0.3317907278582568, 0, 0.4514782521611712}}, {{-1.613485533526777, 0, 0.5706922772374929}}}},
     .split_preference = -0.5774934565632226, .split_log_preference = 0.7043180118568806, .family_preference = 0, .regret = {0, 0, 0}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .since = 1100, .until = 9999, .learned_from = 1201, .preference = {{{{-0.12867654004910406, 0, -0.008425951146880259}}, {{-0.22357032677321337, 0, -0.008147664367018456}}, {{0.038256974925353765, 0, -0.604755955081894}}, {{-0.2755678570436523, 0, 0.006286021162024785}}, {{-0.03320201206348203, 0, -0.5499208994701987}}, {{0.0036536543463919213, 0, -0.010598847298404407}}, {{0.1427961800398567, 0, 0.25676726310856235}}, {{0.2663099266178569, 0, 0.4987960330937974}}}},
     .split_preference = -0.10309207390528125, .split_log_preference = -0.023778231234206, .family_preference = 0, .regret = {0, 0, 0}},
    // ampere_sgemm
    {.family = static_cast<GemmFamily>(3), .since = 0, .until = 9999, .learned_from = 1201, .preference = {{{{0.03200106220466925, 0, -2.0220846349357537}}, {{-0.08295870463061775, 0, 1.4234874382592385e-09}}, {{-0.1641676645227105, 0, 4.373422107476003e-06}}, {{-0.1178403950698346, 0, 1.8118121761196942e-05}}, {{0.14942362666170061, 0, 5.4152953050438196e-05}}, {{0.03312089659474108, 0, 1.4495163837097581e-05}}, {{-0.035017376166690165, 0, -0.002642250926715165}}, {{-0.05456144507125908, 0, 0.33890297595398267}}}},
     .split_preference = 0.26388462760484677, .split_log_preference = 0.1393939598831727, .family_preference = 0, .regret = {0, 0, 0}},
    // hopper_sgemm
    {.family = static_cast<GemmFamily>(4), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{-0.21880935886315725, -0.02097192187441964, -0.24441012044440258}}, {{-0.0073911322515237965, -0.24661463465057795, -0.0008796284662012099}}, {{-0.012875130343466795, -0.23323014422128552, 0.004343925000488108}}, {{-0.06992036531294715, 0.002428860207183081, -0.0017226062033058598}}, {{-0.19673857087334193, -0.006831255939098724, 0.011341851227845631}}, {{0.006324467112875813, -0.21687012821295826, -0.07923441873463766}}, {{-0.0024034987968008376, 0.014702454261492727, -0.018960956255510517}}, {{-0.0009557314492409374, -0.007442134566125552, -0.12830019846129664}}, {{0.00253024875325418, 0.002606405642065948, -0.002441405567092249}}, {{-0.20928962040683532, 0.001554439227836435, -0.0028836885437870385}}, {{0.008616734072341231, -0.009830540239374186, -0.011649873015040793}}, {{0.013557853526180885, -0.014845842120003061, 0.013395349125457715}}, {{-0.09264589516733873, -0.13465555751473834, -0.10859822966251784}}}},
     .split_preference = -0.05879296005105414, .split_log_preference = 0.0885439941224362, .family_preference = 0, .regret = {0, 0, 0}},
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
    {.family = static_cast<GemmFamily>(12), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{-0.2955248751852364, -0.06343076563879638, -0.17616261213448947}}, {{-0.22043335419000926, 0.004567550513753363, -0.015272364340399571}}, {{-0.09414611063842364, -0.20708921299178729, -0.17006625034796372}}, {{0.13296463622086507, 0.13404632215293413, 0.1676528973905632}}, {{0.22354723888667904, 0.10279432127160357, 0.2398130483909401}}, {{0.006383797361218246, -0.0053502896030242775, 0.15345673190072082}}, {{0.08714674213009303, -0.04215578140773679, 0.26597042629791645}}, {{-0.0037375834556919174, -0.3941072648277656, -0.3153851230224592}}, {{-0.2562004911294896, -0.21927487946917923, -0.15000675413482928}}}},
     .split_preference = 0.16279555992121503, .split_log_preference = -0.029174525807108356, .family_preference = 0, .regret = {0, 0, 0}},
    // hopper_tf32_unaligned
    {.family = static_cast<GemmFamily>(13), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{-0.20303022327843936, 0.025417881061799014, -0.015029882687195675}}, {{-0.09428417663314444, 0.032290626172792006, -0.04400896484020736}}, {{0.00033541586021373915, -0.08105521448646973, 0.03035943649071718}}, {{0.004801802755330931, -0.07830207835148936, -0.0443190977151943}}, {{-0.011358177105526834, 0.10859082103086337, -0.11707187086310439}}, {{-0.15827740943748242, -0.10179777564204932, -0.09361206837907102}}, {{-0.20439470108614433, -0.1747968117242124, 0.03537660107000686}}, {{-0.06541339201390242, -0.009759933017139618, 0.01794976868164641}}, {{0.011620860939097838, 0.03941248495590083, 0.11035607824240157}}}},
     .split_preference = -0.0331608873370294, .split_log_preference = -0.01621957953729638, .family_preference = 0, .regret = {0, 0, 0}},
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
    {.family = static_cast<GemmFamily>(18), .since = 1100, .until = 9999, .learned_from = 1201, .preference = {{{{-0.2955347236777301, 0, 0.07571123389798651}}, {{-0.40955394123296823, 0, -0.6824500088480925}}, {{-0.4658321746341141, 0, -0.6951335824965226}}, {{0.06416840377402871, 0, -0.32076844915286884}}, {{-0.01250803055409444, 0, 0.15700369951995674}}, {{0.32566736124505397, 0, 0.31334945727006014}}, {{0.36744655655712266, 0, 0.5177776058575805}}, {{0.4261465485227142, 0, 0.7545100439519159}}}},
     .split_preference = 0.08372428657247676, .split_log_preference = -0.15922823153737092, .family_preference = 0, .regret = {0, 0, 0}},
    // hopper_unaligned_bf16
    {.family = static_cast<GemmFamily>(19), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{-0.006353127530982543, -0.014554215630109717, -0.0445866234179346}}, {{0.22900678665232374, -0.07954542920237839, 0.21406951813147435}}, {{-0.04283644702556565, 0.026498659218237533, -0.10319691394570123}}, {{0.034809152814492934, 0.17019087703219407, 0.05308299467238485}}, {{-0.014741172542410308, -0.039232218908971966, 0.19662019217336488}}, {{0.01235988962893339, 0.07557867100670679, 0.022711001122225436}}, {{-0.20955465027615514, -0.009979469673752697, 0.07432092155240701}}, {{-0.1490288993351661, -0.10919921670787161, -0.06916625704115643}}, {{-0.033661532385460824, -0.16975765713405971, -0.343854833247066}}}},
     .split_preference = -0.05771812989305669, .split_log_preference = -0.05972643086462952, .family_preference = 0, .regret = {0, 0, 0}},
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
