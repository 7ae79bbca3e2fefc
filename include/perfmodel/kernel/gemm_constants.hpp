#pragma once
#include <perfmodel/kernel/gemm_family.hpp>

// Constants of the GEMM model. Generated: do not edit.
//     perfmodel-fit --data FOLDER --raw devices/calibrated/raw --out include/perfmodel/kernel/gemm_constants.hpp
// Date 2026-11-22, FNV-1a of the data files 87e1f44ea8de84f4. Rows read, by source and card:
//   clblas/K40c 1444
//   deepbench-fp16_tensorop/T4 160
//   deepbench-fp16_tensorop/V100-SXM2-16GB 160
//   deepbench-fp32/P100-PCIE-16GB 160
//   deepbench-fp32/T4 160
//   deepbench-fp32/V100-SXM2-16GB 160
//   isolated-12.4/H100-SXM5-80GB 3204
//   isolated-linear/H200-SXM 2218
//   isolated-random/H200-SXM 5180
//   isolated/H100-SXM5-80GB 724
//   isolated/H200-SXM 5654
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
//   published-bf16/RTX-A6000 1
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
//   published-fp16/RTX-A6000 1
//   published-fp16/T4 1
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
//   published-fp32/P4 2
//   published-fp32/RTX-2080-Ti 2
//   published-fp32/RTX-3090 1
//   published-fp32/RTX-4090 2
//   published-fp32/RTX-5090 2
//   published-fp32/RTX-A6000 1
//   published-fp32/V100-SXM2-16GB 2
//   sustained/H200-SXM 65
//   vidur-linear@135.764502,0.125000/A100-SXM4-80GB 74
//   vidur-linear@135.764502,0.176777/A100-SXM4-80GB 29
//   vidur-linear@135.764502,0.250000/A100-SXM4-80GB 46
//   vidur-linear@135.764502,0.353553/A100-SXM4-80GB 59
//   vidur-linear@135.764502,0.500000/A100-SXM4-80GB 35
//   vidur-linear@135.764502,0.545254/A100-SXM4-80GB 27
//   vidur-linear@135.764502,0.594604/A100-SXM4-80GB 12
//   vidur-linear@135.764502,0.648420/A100-SXM4-80GB 20
//   vidur-linear@135.764502,0.707107/A100-SXM4-80GB 23
//   vidur-linear@135.764502,0.771105/A100-SXM4-80GB 15
//   vidur-linear@135.764502,0.840896/A100-SXM4-80GB 75
//   vidur-linear@135.764502,0.917004/A100-SXM4-80GB 351
//   vidur-linear@135.764502,1.000000/A100-SXM4-80GB 761
//   vidur-linear@24.000000,0.125000/A100-SXM4-80GB 91
//   vidur-linear@24.000000,0.176777/A100-SXM4-80GB 34
//   vidur-linear@24.000000,0.250000/A100-SXM4-80GB 60
//   vidur-linear@24.000000,0.353553/A100-SXM4-80GB 64
//   vidur-linear@24.000000,0.500000/A100-SXM4-80GB 60
//   vidur-linear@24.000000,0.545254/A100-SXM4-80GB 19
//   vidur-linear@24.000000,0.594604/A100-SXM4-80GB 18
//   vidur-linear@24.000000,0.648420/A100-SXM4-80GB 27
//   vidur-linear@24.000000,0.707107/A100-SXM4-80GB 19
//   vidur-linear@24.000000,0.771105/A100-SXM4-80GB 32
//   vidur-linear@24.000000,0.840896/A100-SXM4-80GB 37
//   vidur-linear@24.000000,0.917004/A100-SXM4-80GB 450
//   vidur-linear@24.000000,1.000000/A100-SXM4-80GB 682
//   vidur-linear@33.941125,0.125000/A100-SXM4-80GB 15
//   vidur-linear@33.941125,0.176777/A100-SXM4-80GB 6
//   vidur-linear@33.941125,0.250000/A100-SXM4-80GB 3
//   vidur-linear@33.941125,0.353553/A100-SXM4-80GB 11
//   vidur-linear@33.941125,0.500000/A100-SXM4-80GB 9
//   vidur-linear@33.941125,0.545254/A100-SXM4-80GB 3
//   vidur-linear@33.941125,0.594604/A100-SXM4-80GB 4
//   vidur-linear@33.941125,0.648420/A100-SXM4-80GB 4
//   vidur-linear@33.941125,0.707107/A100-SXM4-80GB 4
//   vidur-linear@33.941125,0.771105/A100-SXM4-80GB 2
//   vidur-linear@33.941125,0.840896/A100-SXM4-80GB 3
//   vidur-linear@33.941125,0.917004/A100-SXM4-80GB 50
//   vidur-linear@48.000000,0.125000/A100-SXM4-80GB 179
//   vidur-linear@48.000000,0.176777/A100-SXM4-80GB 70
//   vidur-linear@48.000000,0.250000/A100-SXM4-80GB 133
//   vidur-linear@48.000000,0.353553/A100-SXM4-80GB 132
//   vidur-linear@48.000000,0.500000/A100-SXM4-80GB 94
//   vidur-linear@48.000000,0.545254/A100-SXM4-80GB 51
//   vidur-linear@48.000000,0.594604/A100-SXM4-80GB 35
//   vidur-linear@48.000000,0.648420/A100-SXM4-80GB 43
//   vidur-linear@48.000000,0.707107/A100-SXM4-80GB 54
//   vidur-linear@48.000000,0.771105/A100-SXM4-80GB 50
//   vidur-linear@48.000000,0.840896/A100-SXM4-80GB 112
//   vidur-linear@48.000000,0.917004/A100-SXM4-80GB 684
//   vidur-linear@48.000000,1.000000/A100-SXM4-80GB 1023
//   vidur-linear@96.000000,0.125000/A100-SXM4-80GB 18
//   vidur-linear@96.000000,0.176777/A100-SXM4-80GB 7
//   vidur-linear@96.000000,0.250000/A100-SXM4-80GB 8
//   vidur-linear@96.000000,0.353553/A100-SXM4-80GB 7
//   vidur-linear@96.000000,0.500000/A100-SXM4-80GB 4
//   vidur-linear@96.000000,0.545254/A100-SXM4-80GB 1
//   vidur-linear@96.000000,0.594604/A100-SXM4-80GB 3
//   vidur-linear@96.000000,0.648420/A100-SXM4-80GB 3
//   vidur-linear@96.000000,0.707107/A100-SXM4-80GB 3
//   vidur-linear@96.000000,0.771105/A100-SXM4-80GB 4
//   vidur-linear@96.000000,0.840896/A100-SXM4-80GB 4
//   vidur-linear@96.000000,0.917004/A100-SXM4-80GB 44
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
     .block_cycles = 8963.378140676128, .epilogue_cycles = 0.24364987921406947, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 20.085536923187668, .norm_doublings = 2,
     .dram_efficiency = 0.7287073561037929, .dram_fill = 0.5382761457179529, .l2_bytes_per_clock = 57.856574822402294, .l2_capacity = 0.7979246349297281,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.9968613844699047,
     .split_seconds = 4.092360470435498e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 3.423813156274e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.9522362439812332, 1.1707852657670126}, {0.9522362439812332, 1.1707852657670126}, {0.9522362439812332, 1.1707852657670126}, {0.9521435488603006, 1.17374490469246}}}, {{{0.9292168175434237, 1.2668228036407376}, {0.9292168175434237, 1.2668228036407376}, {0.9292168175434237, 1.2668228036407376}, {0.9290811393916776, 1.2716294578030152}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"K40c"}, .validated_extent = {8, 5760}, .validated_work = {1024, 382205952000}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 5, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9097716696192139},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9228764416842996},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.683052038672741},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7320404278087788},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.688321510501864}}},
     .block_cycles = 8550.989486830636, .epilogue_cycles = 0.01157810642914595, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 2.278918420678475, .norm_doublings = 2,
     .dram_efficiency = 1.0199315864452347, .dram_fill = 0.4973455294230875, .l2_bytes_per_clock = 39.09766590441954, .l2_capacity = 0.7190651108220049,
     .swizzled = true, .reuse_window = 12.739136005303024, .line_bytes = 112.97888071676304, .store_exposed = 0.17957685406174614,
     .split_seconds = 5.2705395699778195e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1}, .partial_store = 0.9542964968592776,
     .error_bars = {{{{{0.7997970319364383, 1.3665466904106711}, {0.7997970319364383, 1.3665466904106711}, {0.712460204863343, 1.4859027012728208}, {0.8630181541487139, 1.2911886038893556}}}, {{{0.9704455335485082, 2.5091634718617453}, {0.9704455335485082, 2.5091634718617453}, {0.9704455335485082, 3.022308814892341}, {0.9704455335485082, 2.2890433152718037}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"P100-PCIE-16GB"}, .validated_extent = {1, 5e+05}, .validated_work = {8388608, 4504524499200}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9699916724530353},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.954951616244267},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .reuse = 0.12003536065716162, .efficiency = 0.8834239545354895},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8446635323166926},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.909631445521933},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.8703809066955928},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8061107910088013},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7192446572298204}}},
     .block_cycles = 4870.88197159915, .epilogue_cycles = 0.01091338142540077, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 4.051385014369835, .norm_doublings = 2,
     .dram_efficiency = 0.9856807368917092, .dram_fill = 0.4975437000712151, .l2_bytes_per_clock = 38.97141611530672, .l2_capacity = 0.7004362635433807,
     .swizzled = true, .reuse_window = 20.16679914691037, .line_bytes = 85.25361612271419, .store_exposed = 0.1207638565203476,
     .split_seconds = 5.3454260084111345e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1}, .partial_store = 1.5666753209798032,
     .error_bars = {{{{{0.8693611421296331, 1.1424620836291635}, {0.8693611421296331, 1.1424620836291635}, {0.7220079176041808, 1.1671012499029134}, {0.8959047967999648, 1.1006581467010572}}}, {{{0.8855537166759049, 1.2720506144733048}, {0.8855537166759049, 1.2720506144733048}, {0.8855537166759049, 1.2720506144733048}, {0.884610815658836, 1.2712101124771404}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"V100-PCIE-32GB", "V100-SXM2-16GB"}, .validated_extent = {3, 5e+05}, .validated_work = {8388608, 4504524499200}},
    // ampere_sgemm
    {.family = static_cast<GemmFamily>(3), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.41873177072390416,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9670329048031764},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9425287138135895},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.8107645058965212},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8607161070560284},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8723929498237447},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.8731078885094768},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8024583613707702},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7272355836612373}}},
     .block_cycles = 3036.2526099189163, .epilogue_cycles = 0.01114007971190091, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.3434343029127254, .norm_doublings = 2,
     .dram_efficiency = 1.0043614943283456, .dram_fill = 0.49672420078129104, .l2_bytes_per_clock = 40.42291213771822, .l2_capacity = 0.7262698676406399,
     .swizzled = true, .reuse_window = 13.977116427065264, .line_bytes = 102.44988863707115, .store_exposed = 0.17302557810734887,
     .split_seconds = 6.745733485306298e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64, .bias_partial_bytes = 1048576,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1}, .partial_store = 0.9737489681152752,
     .error_bars = {{{{{0.9278134476326025, 1.0844729536730986}, {0.9278134476326025, 1.0844729536730986}, {0.9278134476326025, 1.0844729536730986}, {0.9287099516280222, 1.0844892993135122}}}, {{{0.8616273229157727, 1.195228382126666}, {0.8616273229157727, 1.195228382126666}, {0.8616273229157727, 1.195228382126666}, {0.8622576318861496, 1.1954004247503256}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"A100-PCIE-40GB"}, .validated_extent = {2, 65273}, .validated_work = {20286000, 4504524499200}},
    // hopper_sgemm
    {.family = static_cast<GemmFamily>(4), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12565788586044122,
     .tile_count = 27, .bias_tiles = 7, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.9125695710334158},
      {.m = 128, .n = 256, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 3, .efficiency = 0.9105024023950136},
      {.m = 256, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.8795764832142675},
      {.m = 64, .n = 256, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.8652632007665976},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8536094374039616},
      {.m = 64, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8339379442171422},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 3, .efficiency = 0.7954505152858},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 128, .stages = 3, .efficiency = 0.592161816243302},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 3, .efficiency = 0.7229335469787396},
      {.m = 64, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 80, .stages = 3, .efficiency = 0.6315374856580761},
      {.m = 32, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 80, .stages = 3, .efficiency = 0.6805558646586665},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 64, .stages = 3, .efficiency = 0.584915020756123},
      {.m = 256, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 4, .fine = true, .padded = true, .efficiency = 0.9217636094852332},
      {.m = 128, .n = 256, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 4, .fine = true, .padded = true, .efficiency = 0.922105470807399},
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 4, .fine = true, .padded = true, .efficiency = 0.9102803938055016},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 5, .fine = true, .padded = true, .efficiency = 0.8228595365591707},
      {.m = 64, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 5, .fine = true, .padded = true, .efficiency = 0.7528920372957932},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .fine = true, .padded = true, .efficiency = 0.7830665921134552},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .fine = true, .padded = true, .efficiency = 0.5744264214195824},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .fine = true, .padded = true, .efficiency = 0.6948710436444641},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 256, .registers = 80, .stages = 4, .start_cycles = 19853.458211347082, .efficiency = 0.22625453270207782},
      {.m = 64, .n = 8, .k = 64, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .start_cycles = 40774.22742688568, .efficiency = 0.16422957620125675},
      {.m = 8, .n = 4, .k = 96, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .thin = true, .efficiency = 0.5},
      {.m = 8, .n = 6, .k = 96, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .thin = true, .efficiency = 0.5},
      {.m = 8, .n = 8, .k = 52, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .thin = true, .efficiency = 0.5},
      {.m = 8, .n = 10, .k = 48, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .thin = true, .efficiency = 0.5},
      {.m = 8, .n = 14, .k = 42, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .thin = true, .efficiency = 0.5}}},
     .block_cycles = 482.5122862390292, .epilogue_cycles = 0.21121595216657837, .slab_wait = 1013.686471359061, .fine_wait = {1, 1, 1, 1}, .copy_cycles = 0.95, .latency_warps = 0.4495699845239007, .norm_doublings = 2,
     .dram_efficiency = 0.9652266562520802, .dram_fill = 0.4547430925660218, .l2_bytes_per_clock = 34.224806486850014, .l2_capacity = 0.8001036440954135,
     .swizzled = true, .reuse_window = 15.033728007637016, .line_bytes = 128, .store_exposed = 0.6592157151331847,
     .split_seconds = 1.7672855828452336e-06, .split_part_seconds = 3.7696529494724855e-08, .split_traffic = 0.4965105875510926, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 32,
     .vector_efficiency = 0.9032195469701455, .launch_seconds = 1.6665735941100065e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1.0171615074144156, 0.9916827043582673, 0.9966651830110961, 0.9416906247619905, 1}, .alignment_store = {1, 0.9048374180359595, 1.1543236458228558, 0.9048374180359595, 0.9048374180359595, 1},
     .error_bars = {{{{{0.8357778589983154, 1.2718580810221747}, {0.8171098686828128, 1.2787417515858803}, {0.8555558936266738, 1.2372653003936112}, {0.8700601477682277, 1.204128466680197}}}, {{{0.8700306820445358, 1.1340640993055036}, {0.8700306820445358, 1.1340640993055036}, {0.8700306820445358, 1.1340640993055036}, {0.8774875983274467, 1.1280719626772875}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 64800}, .validated_work = {700, 1145990645432}},
    // pascal_hgemm
    {.family = static_cast<GemmFamily>(5), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 5, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.93},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.84},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8}}},
     .block_cycles = 2000, .epilogue_cycles = 0.02, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.95, .dram_fill = 0.5, .l2_bytes_per_clock = 40, .l2_capacity = 0.8,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8,
     .split_seconds = 3e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {}, .validated_extent = {0, 0}, .validated_work = {0, 0}},
    // volta_s884
    {.family = static_cast<GemmFamily>(6), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 512, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.888369239060135},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8166354772250557},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.841304578543071},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.6957165150135823},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.7101178062826572},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.7279491949153749},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.5130416045920047},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.4885482946722792},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.22532936021256858}}},
     .block_cycles = 642.146745640388, .epilogue_cycles = 0.013165265141003513, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 0.7211123342981517, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.4863434750805009, .l2_bytes_per_clock = 40.873538094633766, .l2_capacity = 0.8952013417825397,
     .swizzled = true, .reuse_window = 14.338838295673563, .line_bytes = 128, .store_exposed = 0.46667340508235117,
     .split_seconds = 5.181122354793026e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 4.077422742688568e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8500323627371124, 1.5328584299474142}, {0.8500323627371124, 1.5328584299474142}, {0.8500323627371124, 1.5328584299474142}, {0.8500323627371124, 1.5328584299474142}}}, {{{0.7837060347499304, 1.8978114823397907}, {0.7837060347499304, 1.8978114823397907}, {0.7837060347499304, 1.8978114823397907}, {0.7837060347499304, 1.8978114823397907}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"V100-SXM2-16GB"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // turing_s1688
    {.family = static_cast<GemmFamily>(7), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 512, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8825247767347408},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8112629417180051},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.8357697483201352},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.6911394891752574},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.7054460362765262},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.7231601145899632},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.5096663725403299},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.48533420082840806},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.22384694850956907}}},
     .block_cycles = 642.146745640388, .epilogue_cycles = 0.013165265141003513, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 0.7211123342981517, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.4863434750805009, .l2_bytes_per_clock = 40.873538094633766, .l2_capacity = 0.8952013417825397,
     .swizzled = true, .reuse_window = 14.338838295673563, .line_bytes = 128, .store_exposed = 0.46667340508235117,
     .split_seconds = 5.181122354793026e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 4.077422742688568e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.7872725672923578, 1.8800408998333602}, {0.7872725672923578, 1.8800408998333602}, {0.7872725672923578, 1.8800408998333602}, {0.7872725672923578, 1.8800408998333602}}}, {{{0.6985342064779333, 2.577810248747515}, {0.6985342064779333, 2.577810248747515}, {0.6985342064779333, 2.577810248747515}, {0.6985342064779333, 2.577810248747515}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"T4"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // ampere_s16816
    {.family = static_cast<GemmFamily>(8), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 1024, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.921802605025294},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.9250563068537463},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.9026716043356194},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8151253301907649},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8151253301907668},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.7580327452461131},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8119965164989045},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.5714308652967544},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.2547266656846146}}},
     .block_cycles = 4111.982542780684, .epilogue_cycles = 0.015697832451722574, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.6775206283860518, .norm_doublings = 2,
     .dram_efficiency = 0.8950240777516768, .dram_fill = 0.5, .l2_bytes_per_clock = 55.74426593802589, .l2_capacity = 0.5318599070685628,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8601670309046867,
     .split_seconds = 2.4818306431607245e-06, .split_part_seconds = 5.086024921878077e-08, .split_traffic = 0.6193583877435901, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8403254843205341, .launch_seconds = 1.4633209124832442e-06,
     .layout_efficiency = {1.0457431614854085, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1.0297926648142246, 1}, .alignment_traffic = {1, 1, 1, 1, 0.9789395147877427, 1}, .alignment_store = {1, 1, 1, 1, 0.9950928191923801, 1},
     .error_bars = {{{{{0.8986440600454729, 1.1253694207304044}, {0.8986440600454729, 1.1253694207304044}, {0.9338441396267981, 1.1570863251628878}, {0.8973022039440232, 1.1137892170287929}}}, {{{0.8518861588058801, 1.193830486282737}, {0.8518861588058801, 1.193830486282737}, {0.9024259941227871, 1.2446540066000575}, {0.849978815517627, 1.1754509560170876}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
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
     .block_cycles = 1500, .epilogue_cycles = 0.02, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.95, .dram_fill = 0.5, .l2_bytes_per_clock = 40, .l2_capacity = 0.8,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8,
     .split_seconds = 3e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {}, .validated_extent = {0, 0}, .validated_work = {0, 0}},
    // hopper_wgmma
    {.family = static_cast<GemmFamily>(10), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 28, .tiles = {{
      {.m = 256, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8858147081856683},
      {.m = 128, .n = 256, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8818196882132796},
      {.m = 320, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.8558730590970656},
      {.m = 192, .n = 192, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.8700001899005718},
      {.m = 192, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8762416308189285},
      {.m = 128, .n = 192, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8783133638508217},
      {.m = 160, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8664920998207667},
      {.m = 128, .n = 160, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8773075831576519},
      {.m = 144, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.859415983314994},
      {.m = 128, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.8558427463176415},
      {.m = 96, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.810621924447466},
      {.m = 128, .n = 96, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.7227466230151389},
      {.m = 64, .n = 256, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.6874950679163327},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.690915812557276},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.7224691787085266},
      {.m = 96, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.6717008940019696},
      {.m = 64, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 13, .efficiency = 0.5465883754098134},
      {.m = 64, .n = 48, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.42483141769643606},
      {.m = 48, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.4444287642155069},
      {.m = 64, .n = 32, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.3223130336139587},
      {.m = 32, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.32159504478607726},
      {.m = 64, .n = 24, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.2512261844901455},
      {.m = 64, .n = 16, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.17749243623826866},
      {.m = 16, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.18232308511591416},
      {.m = 64, .n = 8, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.10175521974801889},
      {.m = 8, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.10120595900263382},
      {.m = 128, .n = 32, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.45505230782312744},
      {.m = 32, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.4630941512504763}}},
     .block_cycles = 131.3083790724797, .epilogue_cycles = 0.059379778166276154, .slab_wait = 988.832001711098, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.9094830665223645, .dram_fill = 0.20609649037476574, .l2_bytes_per_clock = 93.88705008616473, .l2_capacity = 0.8174791992577122,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.39452945586083193,
     .split_seconds = 2.3452462587077167e-06, .split_part_seconds = 5.145184293452147e-08, .split_traffic = 0.6059295252773226, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256, .bias_partial_bytes = 1048576,
     .vector_efficiency = 0.8782599506570211, .launch_seconds = 2.3879109446078134e-06,
     .layout_efficiency = {0.9880635079234987, 1, 1.0020897205206183, 1}, .alignment_math = {1, 1, 1, 1.0927652303073767, 1.0856932844640352, 1}, .alignment_traffic = {1, 1, 1, 1.7542219185658985, 1.5185082126164202, 1}, .alignment_store = {1, 1, 1, 1.6157282060364144, 1.1938122363287986, 1},
     .error_bars = {{{{{0.9120384021055378, 1.1188337033442224}, {0.8762564273967351, 1.1918430000563949}, {0.8872789224796531, 1.1770227292480702}, {0.8933512113121275, 1.1337202655484788}}}, {{{0.9110750768132222, 1.1109282991872202}, {0.8960674547916236, 1.1196431848743058}, {0.8342449231316129, 1.1337390963665799}, {0.8951262470794377, 1.1212848939574096}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 65344}, .validated_work = {2560, 8796093022208}},
    // hopper_tf32
    {.family = static_cast<GemmFamily>(11), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 7, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8837342270856503},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8588299047855417},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.8077390370799243},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.7799841058439798},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.6621546185345087},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.740113163129072},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 12, .efficiency = 0.6341132238177745}}},
     .block_cycles = 967.5058188961515, .epilogue_cycles = 0.014636353855417101, .slab_wait = 359.85643396357466, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.9060454657938694, .dram_fill = 0.2699056518045676, .l2_bytes_per_clock = 125.65487246816863, .l2_capacity = 0.7510316902218455,
     .swizzled = true, .reuse_window = 17.440875319729518, .line_bytes = 128, .store_exposed = 0.5647764092261411,
     .split_seconds = 3.589020519583879e-06, .split_part_seconds = 6.602677809517105e-08, .split_traffic = 1.6487212707001282, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.977122206528136, .launch_seconds = 3.7471246975994687e-06,
     .layout_efficiency = {0.8961297972300968, 1, 0.600693302496304, 1}, .alignment_math = {1, 1, 1, 1.1459414919268975, 0.9594477186426401, 1}, .alignment_traffic = {1, 1, 1, 2.7147957144249943, 1.0009582637376233, 1}, .alignment_store = {1, 1, 1, 1.5642385584602791, 1.0520807832683814, 1},
     .error_bars = {{{{{0.8226767754710784, 1.237877302196598}, {0.8226767754710784, 1.237877302196598}, {0.8358631759160028, 1.1813328693527645}, {0.8058708619754342, 1.2768445062629947}}}, {{{0.7952347662090394, 1.14541509406185}, {0.7952347662090394, 1.14541509406185}, {0.7952347662090394, 1.14541509406185}, {0.7919017771497228, 1.1406063915097002}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 62016}, .validated_work = {3936, 8796093022208}},
    // hopper_unaligned
    {.family = static_cast<GemmFamily>(12), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .padded = true, .efficiency = 0.40183354550629424},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .padded = true, .efficiency = 0.4019618836649326},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 2, .fine = true, .padded = true, .efficiency = 0.39429485087877325},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.20218768799021056},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.07968653841225151},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.12200735638484969},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.12277211684670404},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.11845197558885},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.11682121735777903}}},
     .block_cycles = 608.316853181624, .epilogue_cycles = 0.11242163848626367, .slab_wait = 456.83347314476305, .fine_wait = {2.439655855673779, 1, 3.368759592951372, 1}, .latency_warps = 2.5807017097299445, .norm_doublings = 2,
     .dram_efficiency = 0.9753282385031566, .dram_fill = 0.3603111190373327, .l2_bytes_per_clock = 48.22106379686587, .l2_capacity = 0.798997618482567,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.7868650987392344,
     .split_seconds = 1.9699857771421154e-06, .split_part_seconds = 3.073312655185642e-08, .split_traffic = 0.38398933192224666, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.7264332458069108, .launch_seconds = 1.6717781496561054e-06,
     .layout_efficiency = {1.1176402860193777, 1, 1.2860330511279496, 1}, .alignment_math = {0.49748972677153724, 0.8, 0.9, 1, 1, 1}, .alignment_traffic = {0.9710961914534723, 1, 1, 1, 1, 1}, .alignment_store = {0.9688445579243135, 1, 1, 1, 1, 1}, .pitch_slowdown = 1.28,
     .error_bars = {{{{{0.8290087628976932, 1.327967599266871}, {0.8290087628976932, 1.327967599266871}, {0.8290087628976932, 1.327967599266871}, {0.8247312168810133, 1.307628682930272}}}, {{{0.8217926632059079, 1.137255124331406}, {0.8217926632059079, 1.137255124331406}, {0.8217926632059079, 1.137255124331406}, {0.8217926632059079, 1.137255124331406}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 63713}, .validated_work = {4560, 1360206960000}},
    // hopper_tf32_unaligned
    {.family = static_cast<GemmFamily>(13), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 22, .tiles = {{
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.6444386044214104},
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.6285585288464798},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.6439979214939514},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.633558589837284},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .padded = true, .efficiency = 0.5822444960770081},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .fine = true, .padded = true, .efficiency = 0.5979980699586692},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .padded = true, .efficiency = 0.6554063272237187},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .fine = true, .padded = true, .efficiency = 0.5979980699586692},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .padded = true, .efficiency = 0.5419806132399827},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .padded = true, .efficiency = 0.5409780449087245},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .padded = true, .efficiency = 0.547502192771397},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .padded = true, .efficiency = 0.5498229178068947},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .padded = true, .efficiency = 0.4599985153528225},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .padded = true, .efficiency = 0.44447794205128693},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .padded = true, .efficiency = 0.3474894200597182},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .padded = true, .efficiency = 0.44627099284339994},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .padded = true, .efficiency = 0.3935939114675533},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .padded = true, .efficiency = 0.33673347226751627},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 10, .fine = true, .padded = true, .efficiency = 0.367998812282258},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .padded = true, .efficiency = 0.27767056895043024},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .fine = true, .padded = true, .efficiency = 0.15864036593258588},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .fine = true, .padded = true, .efficiency = 0.09100912041032135}}},
     .block_cycles = 472.69596590804343, .epilogue_cycles = 0.1922736447760784, .slab_wait = 254.89675815961053, .fine_wait = {2.5645959795203606, 1, 0.6995540280724902, 1}, .latency_warps = 2.7436984247423815, .norm_doublings = 2,
     .dram_efficiency = 0.889738902496739, .dram_fill = 0.45970733023201504, .l2_bytes_per_clock = 14.493570042810413, .l2_capacity = 0.7977901192967511,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.6640428376492045,
     .split_seconds = 1.731807923520689e-06, .split_part_seconds = 2.2211486367158454e-08, .split_traffic = 0.7016918629108088, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.977122206528136, .launch_seconds = 2.281849356159699e-06,
     .layout_efficiency = {1.1091312925818742, 1, 0.9292492411505381, 1}, .alignment_math = {1, 0.7082588512644865, 0.7282025191255354, 1, 1, 1}, .alignment_traffic = {1, 1.098401306784771, 1.1192295859544845, 1, 1, 1}, .alignment_store = {1, 0.9735919289837907, 0.9991756647224803, 1, 1, 1},
     .error_bars = {{{{{0.8409521829687711, 1.338109798667756}, {0.8409521829687711, 1.338109798667756}, {0.8320675182166009, 1.4985025813514903}, {0.7998326344958484, 1.2280084283167383}}}, {{{0.8195216193423733, 1.1138068189128771}, {0.8195216193423733, 1.1138068189128771}, {0.8195216193423733, 1.1138068189128771}, {0.8195216193423733, 1.1138068189128771}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 62146}, .validated_work = {8064, 969939855720}},
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
     .block_cycles = 1500, .epilogue_cycles = 0.02, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.95, .dram_fill = 0.5, .l2_bytes_per_clock = 128, .l2_capacity = 0.8,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8,
     .split_seconds = 3e-06, .split_part_seconds = 5e-08, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
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
     .block_cycles = 1500, .epilogue_cycles = 0.02, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.95, .dram_fill = 0.5, .l2_bytes_per_clock = 64, .l2_capacity = 0.8,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8,
     .split_seconds = 3e-06, .split_part_seconds = 5e-08, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {}, .validated_extent = {0, 0}, .validated_work = {0, 0}},
    // dgemm
    {.family = static_cast<GemmFamily>(16), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 1, .tiles = {{
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 256, .registers = 80, .stages = 2, .efficiency = 0.7937583468343989}}},
     .block_cycles = 7269.553263294641, .epilogue_cycles = 0.02027295961457446, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.8976035184294436, .dram_fill = 0.9110594001952544, .l2_bytes_per_clock = 53.34378192096843, .l2_capacity = 0.8038062895273893,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.9968613844699047,
     .split_seconds = 3e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 3.416673781569666e-06,
     .layout_efficiency = {1, 1, 0.9903064742511078, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.9177179588508598, 1.030576750786776}, {0.9177179588508598, 1.030576750786776}, {0.9177179588508598, 1.030576750786776}, {0.91745277149563, 1.030454533953517}}}, {{{0.8791517516984632, 1.0462139612828083}, {0.8791517516984632, 1.0462139612828083}, {0.8791517516984632, 1.0462139612828083}, {0.878770714557536, 1.030454533953517}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"K40c"}, .validated_extent = {8, 5760}, .validated_work = {1024, 382205952000}},
    // ampere_dmma
    {.family = static_cast<GemmFamily>(17), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 1},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 1},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 1},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 1},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 1},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 1},
      {.m = 64, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.9137316622606206},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.8636769240294795},
      {.m = 32, .n = 32, .k = 16, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.603528432789951}}},
     .block_cycles = 343.1534858464236, .epilogue_cycles = 0.025684279391533116, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 0.2899456139323492, .norm_doublings = 2,
     .dram_efficiency = 1.004978033454533, .dram_fill = 0.19270734847515336, .l2_bytes_per_clock = 44.4676873214437, .l2_capacity = 0.80178977293769,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8415308731568292,
     .split_seconds = 1.8807652868064424e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 2.0347916234226036e-06,
     .layout_efficiency = {1.089865065416682, 1, 1.1355146265851261, 1}, .alignment_math = {1, 1, 0.6014463377618966, 0.9128600619802295, 1.0252218278417755, 1}, .alignment_traffic = {1, 1, 1.0164796066823802, 1.5005877118412227, 1.2360795896407042, 1}, .alignment_store = {1, 1, 1.5046993163404936, 1.0322533575683144, 0.9048374180359595, 1},
     .error_bars = {{{{{0.8146516349207354, 1.1312817588716129}, {0.8146516349207354, 1.1312817588716129}, {0.8146516349207354, 1.1312817588716129}, {0.8146516349207354, 1.1312817588716129}}}, {{{0.735288714243778, 1.203250848853212}, {0.735288714243778, 1.203250848853212}, {0.735288714243778, 1.203250848853212}, {0.735288714243778, 1.203250848853212}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {32, 16256}, .validated_work = {3568674, 1154976055296}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.8321719000717505},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8078665086187996},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8674840880393474},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.8571011055162533},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8029089224133166},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7195012553786702}}},
     .block_cycles = 4870.88197159915, .epilogue_cycles = 0.01091338142540077, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 11.817893843172724, .norm_doublings = 2,
     .dram_efficiency = 0.9856807368917092, .dram_fill = 0.4975437000712151, .l2_bytes_per_clock = 38.97141611530672, .l2_capacity = 0.7004362635433807,
     .swizzled = true, .reuse_window = 8.848192771067374, .line_bytes = 85.25361612271419, .store_exposed = 0.1207638565203476,
     .split_seconds = 5.3454260084111345e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1}, .partial_store = 1.5666753209798032,
     .error_bars = {{{{{0.7309071352449622, 1.3234859687151577}, {0.7309071352449622, 1.3234859687151577}, {0.8377233651296573, 1.3357437097400482}, {0.7257979784449559, 1.3188831846949334}}}, {{{0.8756392161119054, 1.660737492392237}, {0.8756392161119054, 1.660737492392237}, {0.8526963598581392, 1.7949937930537114}, {0.8838657908945478, 1.6238639565582698}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"T4"}, .validated_extent = {1, 5e+05}, .validated_work = {8388608, 5806671749396}},
    // hopper_unaligned_bf16
    {.family = static_cast<GemmFamily>(19), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .padded = true, .efficiency = 0.40790913835012005},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .padded = true, .efficiency = 0.4398635056291624},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 2, .fine = true, .padded = true, .efficiency = 0.43208402950460767},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.23813313725401228},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.10809441403775716},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.10643984999085483},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.10643984999085483},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.10643984999085483},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.10643984999085483}}},
     .block_cycles = 164.47400095018358, .epilogue_cycles = 0.15556927328687326, .slab_wait = 1497.318831408843, .fine_wait = {1.1196101922459816, 1, 1.189063674631747, 1}, .latency_warps = 1.8355173188208513, .norm_doublings = 2,
     .dram_efficiency = 0.9804245923856559, .dram_fill = 0.9110594001952544, .l2_bytes_per_clock = 12.253862788307925, .l2_capacity = 0.7999538529775982,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.7972184913027296,
     .split_seconds = 1.7813059770330495e-06, .split_part_seconds = 5.270327735797413e-08, .split_traffic = 0.5841575696229965, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8078046787116915, .launch_seconds = 1.7784214848112051e-06,
     .layout_efficiency = {1.0844064859219522, 1, 1.4117354514989493, 1}, .alignment_math = {0.6189911887717128, 0.8, 0.9, 1, 1, 1}, .alignment_traffic = {1.4820975540592265, 1, 1, 1, 1, 1}, .alignment_store = {0.9839942998678376, 1, 1, 1, 1, 1}, .pitch_slowdown = 1.28,
     .error_bars = {{{{{0.838693706888801, 1.310183236213657}, {0.838693706888801, 1.310183236213657}, {0.838693706888801, 1.310183236213657}, {0.8466659278174008, 1.2991540595792521}}}, {{{0.7680775590039185, 1.4996781277849847}, {0.7680775590039185, 1.4996781277849847}, {0.7680775590039185, 1.4996781277849847}, {0.7790550092116142, 1.4807815072996768}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 60397}, .validated_work = {38600, 880292253816}},
    // hopper_s16816
    {.family = static_cast<GemmFamily>(20), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 19, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.634449357783417},
      {.m = 256, .n = 128, .k = 64, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.5963821431131833},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.6035398561821446},
      {.m = 128, .n = 256, .k = 64, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.6172532987933619},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .padded = true, .efficiency = 0.5613202013875},
      {.m = 128, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .padded = true, .efficiency = 0.5631502187967631},
      {.m = 256, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .padded = true, .efficiency = 0.47698669359059237},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .padded = true, .efficiency = 0.5222569245067529},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .padded = true, .efficiency = 0.4381251126604739},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .padded = true, .efficiency = 0.37590769499672194},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .padded = true, .efficiency = 0.4695603916400066},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .padded = true, .efficiency = 0.41312483895923774},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .padded = true, .efficiency = 0.33797629276040286},
      {.m = 64, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .padded = true, .efficiency = 0.2999299534120312},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.13095242453526904},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.14298670581441741},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.09293599064111754},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.12480004983917173},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.11804900538414458}}},
     .block_cycles = 123.29357543854512, .epilogue_cycles = 0.17562149603255311, .slab_wait = 338.4890874596491, .fine_wait = {0.953306388709676, 1, 1.9965670309998806, 1}, .latency_warps = 2.113419825299992, .norm_doublings = 2,
     .dram_efficiency = 0.7086795948312553, .dram_fill = 0.401355700813951, .l2_bytes_per_clock = 21.040411029037376, .l2_capacity = 0.7977567643575525,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.5094351705890284,
     .split_seconds = 1.5579283304599755e-06, .split_part_seconds = 3.7014474895377864e-08, .split_traffic = 0.1681801664358844, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 2.1039855685987615e-06,
     .layout_efficiency = {0.9387410342058935, 1, 0.9480898780007271, 1}, .alignment_math = {0.7, 0.6816484403938822, 0.751238475055776, 1, 1, 1}, .alignment_traffic = {1, 1.0585732032024975, 1.1317154350051517, 1, 1, 1}, .alignment_store = {1, 0.9048374180359595, 0.9048374180359595, 1, 1, 1},
     .error_bars = {{{{{0.8386456673867825, 1.4306020574661962}, {0.8386456673867825, 1.4306020574661962}, {0.8386456673867825, 1.4306020574661962}, {0.8495174553888178, 1.3750744480946895}}}, {{{0.820327260199412, 1.1774941273200765}, {0.820327260199412, 1.1774941273200765}, {0.820327260199412, 1.1774941273200765}, {0.820327260199412, 1.1774941273200765}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {2, 63034}, .validated_work = {5040, 9725047028480}},
    // hopper_tf32_s1688
    {.family = static_cast<GemmFamily>(21), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 22, .tiles = {{
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .padded = true, .efficiency = 0.6481808943548328},
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .padded = true, .efficiency = 0.6467704750790803},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .padded = true, .efficiency = 0.6265885510776626},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .padded = true, .efficiency = 0.6550936779405976},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .padded = true, .efficiency = 0.6097554808140498},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .padded = true, .efficiency = 0.5915210691721764},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .padded = true, .efficiency = 0.6075725505972681},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .padded = true, .efficiency = 0.5951668781041973},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .padded = true, .efficiency = 0.569541165805297},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .padded = true, .efficiency = 0.559925172638516},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .padded = true, .efficiency = 0.5795845877334013},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .padded = true, .efficiency = 0.564648402967314},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .padded = true, .efficiency = 0.5125878019716473},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .padded = true, .efficiency = 0.4917959910679116},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .padded = true, .efficiency = 0.45517535142750926},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .padded = true, .efficiency = 0.5215105040568185},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .padded = true, .efficiency = 0.4513677363568178},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .padded = true, .efficiency = 0.4369712009010726},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 10, .padded = true, .efficiency = 0.3353954792469596},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .padded = true, .efficiency = 0.3841398847865877},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .padded = true, .efficiency = 0.11198769540680857},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .padded = true, .efficiency = 0.060118155620218196}}},
     .block_cycles = 153.9272217880269, .epilogue_cycles = 0.13829990850049823, .slab_wait = 397.4984115427495, .fine_wait = {1, 1, 1, 1}, .latency_warps = 0.7092250964571698, .norm_doublings = 2,
     .dram_efficiency = 0.9404705024515383, .dram_fill = 0.15977646164839515, .l2_bytes_per_clock = 72.00940236256695, .l2_capacity = 0.7999546448944952,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.4815460180955408,
     .split_seconds = 1.2386287035924116e-06, .split_part_seconds = 3.698816770955877e-08, .split_traffic = 0.7467768539699462, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 2.542936745236536e-06,
     .layout_efficiency = {1.0162460654065393, 1, 1.037650434833829, 1}, .alignment_math = {1, 0.8, 0.9, 0.9220303964286656, 0.9661717176760944, 1}, .alignment_traffic = {1, 1, 1, 0.9915547862498882, 0.965289598100456, 1}, .alignment_store = {1, 1, 1, 1.119312227144852, 0.9250409403482289, 1},
     .error_bars = {{{{{0.9196365476563341, 1.2892220137898796}, {0.9350405432988649, 1.6574420707523625}, {0.9535506849452915, 1.1207202003079724}, {0.8528937949165374, 1.1498435514667684}}}, {{{0.8945701879607466, 1.0879366607582655}, {0.8945701879607466, 1.0879366607582655}, {0.8945701879607466, 1.0879366607582655}, {0.8945701879607466, 1.0879366607582655}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {2, 62912}, .validated_work = {24576, 34359738368}},
    // hopper_xmma
    {.family = static_cast<GemmFamily>(22), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 11, .tiles = {{
      {.m = 128, .n = 256, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8017391833472379},
      {.m = 256, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.810029985222689},
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.8142623006014108},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.8216900218366535},
      {.m = 128, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.7766345750139592},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 12, .efficiency = 0.7765614258328583},
      {.m = 256, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.6498390024582454},
      {.m = 64, .n = 256, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.6476606270216609},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.6657465279696786},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.6697085792732624},
      {.m = 64, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 12, .efficiency = 0.5910982826924456}}},
     .block_cycles = 266.2549846789299, .epilogue_cycles = 0.011211868262699449, .slab_wait = 485.4127054550536, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.9154066974274077, .dram_fill = 0.16680583357070422, .l2_bytes_per_clock = 104.33951715390373, .l2_capacity = 0.7714195175462191,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.47572048573285497,
     .split_seconds = 3.4835941678439935e-06, .split_part_seconds = 5.052865095858653e-08, .split_traffic = 1.1992690011154727, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.9125305917153712, .launch_seconds = 4.077422742688568e-06,
     .layout_efficiency = {1.0006875074589598, 1, 1.0085317033891117, 1}, .alignment_math = {1, 1, 1, 0.9885344155386248, 1.0034501141522472, 1}, .alignment_traffic = {1, 1, 1, 1.5936114822465823, 1.1075061443427585, 1}, .alignment_store = {1, 1, 1, 1.4342152834011037, 1.1424932278261157, 1},
     .error_bars = {{{{{0.8849845900225759, 1.1807051371722648}, {0.8849845900225759, 1.1807051371722648}, {0.8759832203325186, 1.1491488901239153}, {0.9055195784999277, 1.1925180740815629}}}, {{{0.8325370365285669, 1.282957232139809}, {0.8325370365285669, 1.282957232139809}, {0.8198675184428202, 1.2318687917504743}, {0.8616814965109272, 1.3022592623497153}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"H100-SXM5-80GB"}, .validated_extent = {1, 32768}, .validated_work = {16777216, 8796093022208}},
    // hopper_xmma_s16816
    {.family = static_cast<GemmFamily>(23), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 23, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .padded = true, .efficiency = 0.8272600261690306},
      {.m = 128, .n = 256, .k = 64, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .padded = true, .efficiency = 0.8224003056185257},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .padded = true, .efficiency = 0.7697393284318612},
      {.m = 128, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .padded = true, .efficiency = 0.7659446779548175},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .padded = true, .efficiency = 0.7064001578586413},
      {.m = 128, .n = 96, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .padded = true, .efficiency = 0.6963948328601024},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .padded = true, .efficiency = 0.5889949325048949},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .padded = true, .efficiency = 0.6181056726400563},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .padded = true, .efficiency = 0.5971633818580411},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .padded = true, .efficiency = 0.5889750939567034},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .padded = true, .efficiency = 0.5544998330842821},
      {.m = 96, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .padded = true, .efficiency = 0.5591655505588906},
      {.m = 64, .n = 96, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .padded = true, .efficiency = 0.5560192201666657},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .padded = true, .efficiency = 0.4564457920986671},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 10, .padded = true, .efficiency = 0.45815187112384337},
      {.m = 64, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .padded = true, .efficiency = 0.463119795601766},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .padded = true, .efficiency = 0.28315791752860897},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .padded = true, .efficiency = 0.13001996946697275},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .padded = true, .efficiency = 0.15075617057265192},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .padded = true, .efficiency = 0.13759006574091848},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .padded = true, .efficiency = 0.1306896776046672},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .padded = true, .efficiency = 0.11002808907830483},
      {.m = 16, .n = 16, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .padded = true, .efficiency = 0.06483939858685632}}},
     .block_cycles = 132.65395143021988, .epilogue_cycles = 0.09761253569456808, .slab_wait = 296.58271279634505, .fine_wait = {1, 1, 1, 1}, .latency_warps = 3.10796609528514, .norm_doublings = 2,
     .dram_efficiency = 0.8655251673796088, .dram_fill = 0.322097434063566, .l2_bytes_per_clock = 43.24487077390149, .l2_capacity = 0.8,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.7508596962043268,
     .split_seconds = 1.413824573325259e-06, .split_part_seconds = 3.1652012668335215e-08, .split_traffic = 0.5199099846434054, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8529246175440948, .launch_seconds = 2.261490653680116e-06,
     .layout_efficiency = {0.9651881480297391, 1, 0.9894995877308188, 1}, .alignment_math = {0.7, 0.8, 0.9, 0.9409117181057217, 0.9765329578162831, 1}, .alignment_traffic = {1, 1, 1, 1.4405642399724443, 0.9182076574284204, 1}, .alignment_store = {1, 1, 1, 1.1960199648622076, 1.0745617105377896, 1},
     .error_bars = {{{{{0.8764021715038628, 1.282576303319092}, {0.9400802014318922, 1.1230058367448068}, {0.8509186740185308, 1.1251712083914682}, {0.7995571165401637, 1.2245215721678253}}}, {{{0.8204557583457225, 1.4525290188339646}, {0.9114804529419027, 1.1900714053279318}, {0.7849320854783998, 1.193515094498361}, {0.714947644530749, 1.3550323404908073}}}, {{{0.8908837339322868, 1.86085734760026}, {0.8908837339322868, 1.86085734760026}, {0.871186625560002, 2.78897703183777}, {0.8930922946214128, 1.7743253705817381}}}}},
     .calibrated_on = {"H100-SXM5-80GB"}, .validated_extent = {1, 16384}, .validated_work = {3072, 58453917696}}}},
  .processes = {{
    {.cc_low = 30, .cc_high = 37, .reference_clock = 1e+09, .cuda_core_energy = 2.621665985611651e-11, .tensor_energy = 0, .l2_energy = 2.913150978176707e-10, .dram_efficiency = 0.8},
    {.cc_low = 50, .cc_high = 53, .reference_clock = 1.4e+09, .cuda_core_energy = 2.272110520863431e-11, .tensor_energy = 0, .l2_energy = 2.5247308477531464e-10, .dram_efficiency = 0.8},
    {.cc_low = 60, .cc_high = 62, .reference_clock = 1.9e+09, .cuda_core_energy = 1.3017446434924444e-11, .tensor_energy = 0, .l2_energy = 1.4464766687818793e-10, .dram_efficiency = 0.7832510389858772},
    {.cc_low = 70, .cc_high = 72, .reference_clock = 1.9e+09, .cuda_core_energy = 2.0494722616837324e-11, .tensor_energy = 2.401435589745237e-12, .l2_energy = 2.2773389732472181e-10, .dram_efficiency = 0.8890666429567156},
    {.cc_low = 75, .cc_high = 75, .reference_clock = 1.9e+09, .cuda_core_energy = 2.0494722616837324e-11, .tensor_energy = 2.401435589745237e-12, .l2_energy = 2.2773389732472181e-10, .dram_efficiency = 0.7351030211324661},
    {.cc_low = 80, .cc_high = 80, .reference_clock = 1.7e+09, .cuda_core_energy = 1.3479021537468823e-11, .tensor_energy = 2.134939529542663e-12, .l2_energy = 1.6129788929031686e-10, .dram_efficiency = 0.8768537704408316},
    {.cc_low = 86, .cc_high = 88, .reference_clock = 2e+09, .cuda_core_energy = 9.031257998146989e-12, .tensor_energy = 3.461819614775746e-12, .l2_energy = 1.0807333816390313e-10, .dram_efficiency = 0.8},
    {.cc_low = 89, .cc_high = 89, .reference_clock = 2.7e+09, .cuda_core_energy = 6.1180609993217265e-12, .tensor_energy = 1.32338962862846e-12, .l2_energy = 7.70472422759915e-11, .dram_efficiency = 0.78},
    {.cc_low = 90, .cc_high = 90, .reference_clock = 2.1e+09, .cuda_core_energy = 9.17709149898259e-12, .tensor_energy = 1.200663467016155e-12, .l2_energy = 7.70472422759915e-11, .dram_efficiency = 0.92},
    {.cc_low = 0, .cc_high = 999, .reference_clock = 2.7e+09, .cuda_core_energy = 6.1180609993217265e-12, .tensor_energy = 7e-13, .l2_energy = 7.70472422759915e-11, .dram_efficiency = 0.91}}},
  .board = {.idle_share = 0.12484404934405788, .idle_power = 29.439284508862315, .voltage_floor = 0.5815729029739583, .voltage_knee = 0.5329162496733597, .tensor_l2_share = 0.17097153326848039, .fp16_energy = 1.14, .burst_power = 1.7, .controller_time = 0.045, .open_boost = 1.1},
  .choices = {{
    // kepler_sgemm
    {.family = static_cast<GemmFamily>(0), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}}},
     .tile_split = {{0}}, .split_preference = -0.09999999999999999, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .since = 1100, .until = 9999, .preference = {{{{0.9742500545538206, 0, 0.29452940001211825}}, {{0.9030017808824247, 0, -2.095455768321275}}, {{-1.0444287929931537, 0, 0.3616673835564096}}, {{0.4858804647466246, 0, 0.3205038372837842}}, {{-1.7387035071897092, 0, 0.39875514746897245}}}},
     .tile_split = {{0.15526838863958803, 0.06973604511515208, -0.370608643134388, -1.7863195148068562, 0.8559466130040994}}, .split_preference = -0.8059771111823881, .split_log_preference = 0.6747045325366445, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .since = 1100, .until = 9999, .preference = {{{{-0.031044888827649043, 0, -0.00216131163121833}}, {{-0.17014740368188946, 0, -0.010757472645022602}}, {{-0.0019890235205305695, 0, -0.6024433387144714}}, {{-0.07259766251698618, 0, 0.013124158775729255}}, {{0.05815232690088272, 0, -0.548812355348671}}, {{0.11869226749969264, 0, -0.04839788644065768}}, {{0.139205927050638, 0, 0.2503361796975989}}, {{0.2297284570958325, 0, 0.4991120263067117}}}},
     .tile_split = {{-0.06814138833788358, 0.0569207484458195, -0.003995299179716465, -0.0013656803594540683, -0.11576528940041286, -0.06902008858331174, 0.0865946506061116, -0.0825343336754201}}, .split_preference = -0.1673066804842817, .split_log_preference = 0.22738774844767884, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // ampere_sgemm
    {.family = static_cast<GemmFamily>(3), .since = 0, .until = 9999, .preference = {{{{0.08363886156966016, 0, -2.1440969682045643}}, {{-0.013353520561511623, 0, 2.320201721125346e-09}}, {{-0.0013793931542373794, 0, 3.6662929876975393e-06}}, {{-0.07121687846266425, 0, 2.17609913818957e-05}}, {{-0.07505917973121665, 0, 3.7895826971182344e-05}}, {{0.06096250336543464, 0, 1.5437018795446e-05}}, {{-0.020965448514172765, 0, 0.008470271809673219}}, {{0.007373055488707855, 0, 0.2498598934417563}}}},
     .tile_split = {{6.350013126624582e-06, -0.004460326241173526, 0.0004197690689023429, 0.002337015049346594, 0.03934763466400257, -0.07213040524764094, -0.22479458514831424, -0.19307946796094672}}, .split_preference = -0.21235401580269728, .split_log_preference = -0.3487710236791247, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // hopper_sgemm
    {.family = static_cast<GemmFamily>(4), .since = 0, .until = 9999, .preference = {{{{0, 0, -0.08382898791954763}}, {{0, 0, 0.008625487964222814}}, {{0, 0, 0.015609590481388609}}, {{0, 0, 0.024247586217904394}}, {{0, 0, 0.007916458309313132}}, {{0, 0, -0.029633631146015475}}, {{0, 0, -0.10908078075441979}}, {{0, 0, -0.038013358308884276}}, {{0, 0, -0.15038287568440248}}, {{0, 0, -0.14046630033208174}}, {{0, 0, 0.04599775705469514}}, {{0, 0, -0.14688730772834693}}, {{0, 0, 0.006881447048173617}}, {{0, 0, -0.09968384305886169}}, {{0, 0, -0.04970544776510854}}, {{0, 0, 0.06989175302322657}}, {{0, 0, 0.01168636379772739}}, {{0, 0, 0.2543233981615737}}, {{0, 0, 0.010740509853135502}}, {{0, 0, 0.06176218078630899}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0, .split_log_preference = 0, .regret = {0.01037911241252132, -0.01288929507309778, 0.017671955066756284}, .wave_regret = {0, 0, 0}},
    // pascal_hgemm
    {.family = static_cast<GemmFamily>(5), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // volta_s884
    {.family = static_cast<GemmFamily>(6), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // turing_s1688
    {.family = static_cast<GemmFamily>(7), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // ampere_s16816
    {.family = static_cast<GemmFamily>(8), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0.03, 0, 0}}, {{0.09, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{-0.06, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = -0.009999999999999995, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // ampere_tf32
    {.family = static_cast<GemmFamily>(9), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // hopper_wgmma
    {.family = static_cast<GemmFamily>(10), .since = 0, .until = 9999, .preference = {{{{-0.006091719917036509, -0.029061569222653915, -0.0282774857877028}}, {{0.04100266467055489, -0.007579261480246729, -0.017417559891682626}}, {{-0.07156548018773981, -0.09774343425938664, 0.012813744747274262}}, {{-0.05167161673472756, -0.0991035131098514, 0.10879207154141139}}, {{0.06905047261886331, -0.021214684195760156, -0.0026372639271558035}}, {{0.06816074356573847, -0.017280766006818077, 0.05279848475300332}}, {{0.03325860185119938, -0.024474297529303565, 0.011970162545330542}}, {{0.003264599535717603, 0.00019822426355091925, -0.03192986982641813}}, {{0.03927452775827886, 0.09145586209846407, -0.004120386736565777}}, {{0.0567722749396057, -0.004125713550276256, 0.03841705579429061}}, {{0.036720125121465406, 0.05263769789335478, -0.048720672261455385}}, {{0.05975632127172783, -0.0040128369483333265, 0.06324323994174778}}, {{0.012882375612599785, 0.03357014534364905, -0.0013068768489763807}}, {{0.0036898651079326486, 0.005861583507664336, -0.042599879337339816}}, {{0.007279536208173161, -0.008122414430225251, -0.013272316434038643}}, {{0.05198463660160477, -0.004201217564906587, 0.002522816446762412}}, {{-0.015339756943343748, -0.0241871426059419, -0.0038530085793758587}}, {{0.11307589012996408, 0.07378414008097149, 0.017128496587609503}}, {{0.06401204140288078, 0.0701854138866577, 0.04088299524662122}}, {{0.07642633471718402, 0.14261775634375665, 0.04161020322051143}}, {{0.014391203144177212, -0.032364979848560155, 0.05059851982036582}}, {{-0.026025137401921417, 0.05957957590257801, -0.027816424321300257}}, {{-0.0019729696144518767, 0.07875699118345855, 0.04949860673037426}}, {{0.09692910619118761, -0.02543216147105576, 0.014409192129809748}}, {{0.10454769948969389, 0.1210818577264722, -0.01511099640392981}}, {{-0.030594085891215924, 0.0482165671783939, 0.13395172875715144}}, {{0.07419429300379729, -0.012347464233041968, 0.09708182175922864}}, {{0.04658745374808124, -0.006694358952616799, 0.10134360033444897}}}},
     .tile_split = {{0.08814043980420011, 0.058099834116165205, 0.06746685685637119, 0.18650790127481767, 0.02834964129598878, 0.03199734987943472, 0.004139445037864903, 0.020094592830838167, -0.002489019581948326, 0.013210318868622388, 0.0025002896891455234, 0.0013015935947350776, 0.03180005516598227, 0.0031734409576525836, 0.00039087627039642776, 0.04158523067671292, 0.0592288634448786, -0.09106342381624322, -0.001158027899661069, 0.028388508305834594, -0.0011876854061853696, -0.0006707791100675279, -0.0007152947234435058, 0.05926086517701382, 0.05942107225467294, -0.0008993618433240126, -0.00041716659807063155, 0.029445604832419363}}, .split_preference = -0.09409797864520089, .split_log_preference = 0.06328976947487203, .regret = {0.00021986761982161374, 0.003506365106249515, 0.01174242087405351}, .wave_regret = {0, 0, 0}},
    // hopper_tf32
    {.family = static_cast<GemmFamily>(11), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {-0.025330475445823016, 0.005295391609240114, 0.01189759407722929}, .wave_regret = {0, 0, 0}},
    // hopper_unaligned
    {.family = static_cast<GemmFamily>(12), .since = 0, .until = 9999, .preference = {{{{0.066853647517004, -0.024283589864236163, -0.014435538242381224}}, {{0.103637327367051, -0.0008131248825560401, -0.07456461974727696}}, {{-0.008146773054958884, -0.016833632591716784, -0.1342359016729017}}, {{-0.04181144434550371, 0.0007908528263173009, -0.14472384182994677}}, {{-0.008979114858865517, -0.009136200499318514, 0.003069556471600777}}, {{-0.20046349495377963, -0.15307872712659293, -0.042463759035545084}}, {{-0.1948993654556337, -0.00859474672797589, 0.10836906928160692}}, {{-0.01476832905339745, -0.08126103858914849, -0.002071118025365276}}, {{-0.0014224531619096703, 0.053210207455238134, 0.06105615280021193}}}},
     .tile_split = {{-0.044721849366331924, -1.4443758569883391e-05, -0.060814952566506084, 0.017942983923231834, -0.00886631047126521, 0.11823000680057563, 0.05016373213725896, 0.007965003885902378, -0.01147566827854371}}, .split_preference = 0.128408502305748, .split_log_preference = 0.018594717817912096, .regret = {0.007332798840326533, 0.012040424907924561, 0.051982505973360495}, .wave_regret = {0, 0, 0}},
    // hopper_tf32_unaligned
    {.family = static_cast<GemmFamily>(13), .since = 0, .until = 9999, .preference = {{{{-0.003735129949726912, 0.02962358616672317, 0.02634590922862795}}, {{-0.13502816916190985, -0.14852243163175963, 0.011510732493863612}}, {{0.10528731337558708, 0.005707407406084719, 0.020221014944166588}}, {{-0.06736150490734358, -0.0916170971727552, -0.05902248059237232}}, {{-0.16419864103471893, 0.000816804307209637, -0.008611607156246743}}, {{0.00475862400431705, 0.04192250678000009, 0.035230134730959595}}, {{-0.008939293056673792, -0.037989234821025716, -0.10488382574478004}}, {{0.022383172897049414, 0.047550310091362846, -0.01460058277516861}}, {{-0.007640934809682018, 0.005173854782691487, -0.09568942475151135}}, {{-0.003418543252308972, 0.11964413647277006, -0.014169893829547921}}, {{-0.002796950823795885, -0.007402948344122848, 0.07809703796796333}}, {{0.003660651356823641, 0.021168968326195373, 0.08416645418103827}}, {{0.014212110490815222, 0.02040525775353534, -0.009289040397206627}}, {{-0.20882174335871037, -0.17119382405641742, -0.10750431841976177}}, {{-0.03902105232143145, -0.12685725003864662, 0.012409978439663433}}, {{0.06794515609009405, -0.029659992462733164, -0.20261676987572508}}, {{0.012399634005420098, 0.019459059298946355, 0.008584047151467065}}, {{-0.04135315506013124, -0.25350927092341713, -0.03056392769283698}}, {{0.027066163607527713, -0.00013619455956342952, 0.0862161987233}}, {{-0.22239534949856377, 0.0010805078405391744, -0.13264844303147258}}, {{-0.11070211418665349, -0.19589000727824296, -0.1637007223885774}}, {{-0.14230024440599073, -0.05977414793737168, -0.28948047120584375}}}},
     .tile_split = {{-0.0023037943036277736, -0.04778290127811277, 0.010873361643948178, -0.13420116392514594, 0.018916822549991358, 7.846837258438516e-06, -0.08580104117944402, 0.012166149389027894, 0.0013197159886179995, -0.0935620421157016, -0.0055608842528703795, 0.0059373469925787375, 0.014341346114185492, 0.013656521053789537, -0.07386400019979761, -0.2377067235678721, -0.17231631335089473, -0.019357893252733155, -0.0036580187366127698, 0.11864933540410966, 0.27311924422623535, 0.3040732007659971}}, .split_preference = 0.10694611480292036, .split_log_preference = 0.029853774428244686, .regret = {0.015526768276959636, 0.022708650290909533, 0.009893540018010225}, .wave_regret = {0, 0, 0}},
    // blackwell_umma
    {.family = static_cast<GemmFamily>(14), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // blackwell_tf32
    {.family = static_cast<GemmFamily>(15), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // dgemm
    {.family = static_cast<GemmFamily>(16), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}}},
     .tile_split = {{0}}, .split_preference = 0.14, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // ampere_dmma
    {.family = static_cast<GemmFamily>(17), .since = 0, .until = 9999, .preference = {{{{0.0873452383393678, -0.0042195532364238675, 0.05260105652906061}}, {{0.08574198302970393, -0.003749474851659329, 0.07091757382754361}}, {{0.09487126757026276, -0.0011089318680530258, 0.07857506848550469}}, {{0.09178393294294143, -0.009404994078501289, 0.03863319336244401}}, {{0.09370839372356893, -0.005223572592492898, 0.06868284331122969}}, {{-0.14028843194430565, -0.005136555693152637, 0.0652494398294417}}, {{-0.10863895778474424, 0.01021879587075411, -0.13465864606881564}}, {{-0.18324779159894894, -0.2074274164268248, -0.2236785682251643}}, {{-0.021275634277842775, -0.10394829712365164, -0.01632196105124444}}}},
     .tile_split = {{0.0017654908314471938, 0.0019638971105064816, 0.005736544511724122, 0.0016966238145433895, 0.010308200844718651, -0.010694223956536728, 0.03219323218134522, -0.13883041378879604, -0.01197821371785937}}, .split_preference = 0.10216113783108399, .split_log_preference = 0.03733525047069184, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .since = 1100, .until = 9999, .preference = {{{{-0.543477123727601, 0, 0.10569179890979113}}, {{-0.619728786172524, 0, -0.8550017853291136}}, {{-0.4021483070952165, 0, -0.8717793690558415}}, {{0.0204827423165293, 0, -0.5140615896554483}}, {{-0.004130765797697361, 0, 0.1572118339409419}}, {{0.19922752267959384, 0, 0.44766492403746044}}, {{0.38015502203025875, 0, 0.5690982155540028}}, {{0.3696196957666653, 0, 0.781175971598217}}}},
     .tile_split = {{0.2328803493060512, -0.0770778502368106, -0.1734816576645084, -0.013572778672251512, -0.11626606845254817, -0.015118111964519662, 0.02119129197748945, 0.014960058662444957}}, .split_preference = -0.1564847670446527, .split_log_preference = 0.07822494322791718, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // hopper_unaligned_bf16
    {.family = static_cast<GemmFamily>(19), .since = 0, .until = 9999, .preference = {{{{-0.36726354115577, -0.2873815885271897, -0.2832225118415983}}, {{0.004562354608091956, -0.23123000884030154, 0.00039544673039040856}}, {{-0.3136034840008302, -0.27090355125630117, -0.1282782254178132}}, {{-0.521441910327682, -0.524093652442219, -0.6452744800204324}}, {{-0.0002725382715869154, -0.013419839935041908, -0.6246636759101145}}, {{0.009677196471047228, 0.013189799465336105, 0.018770964306284277}}, {{0.11042078104206651, 0.23555510230036023, 0.3949520205780921}}, {{0.009677196471047228, 0.013189799465336105, 0.018770964306284277}}, {{0.07824394516362768, 0.13509393977001918, 0.37854949726893405}}}},
     .tile_split = {{-0.11801177195644263, 0.0009046886712243453, -0.001323622793054265, -0.005704866978461722, -0.01051332953109968, 0.012729443223700669, -0.005532361887508068, 0.012729443223700669, 0.00422212299462802}}, .split_preference = 0.18949974496664443, .split_log_preference = -0.09629601468455487, .regret = {0.034478323903014016, 0.018551108456268728, -0.039564664457022586}, .wave_regret = {0, 0, 0}},
    // hopper_s16816
    {.family = static_cast<GemmFamily>(20), .since = 0, .until = 9999, .preference = {{{{0.04628407915275591, -0.00251120320163592, 0.11953608373068031}}, {{-0.0018132678960651322, -0.054200504167379635, -0.024788611362282942}}, {{-0.02020716931492611, 0.002452806700375595, 0.014157232773586367}}, {{-0.07753933197664342, -0.00826094716263569, 0.017604050915892188}}, {{0.10242598882866454, 0.12526777892908422, 0.12676854436598578}}, {{-0.05259607902994867, 0.13461229111703757, -0.03667042829135009}}, {{-0.012725300305082836, -0.09222304969134473, 0.03488052102944506}}, {{0.21265504048888947, 0.17472974015222356, -0.11055309207636478}}, {{0.13334575552755876, 0.09094403380594909, 0.10206138280206134}}, {{0.0032244329207386374, -0.10357366410602141, 0.0016867774361513654}}, {{0.14575472639230597, 0.05784329586889886, 0.0879708812961538}}, {{0.110625789805612, 0.0327117506725037, 0.16555263568928072}}, {{0.13912077576557835, 0.18148695210582053, 0.0009538452267046309}}, {{0.015075334283190656, 0.13276763431337865, -0.12401239492559349}}, {{-0.24557063822940983, -0.19338789006969587, -0.29273599542261414}}, {{0.027784837104961463, 0.011715777139730309, -0.010685434083617634}}, {{-0.08812727008882076, -0.32644412076835166, -0.05509684759165384}}, {{-0.003193306551641073, 0.011479024692719685, 0.009347330125240867}}, {{-0.22452439687771628, -0.2054097063306652, -0.05597648163770455}}}},
     .tile_split = {{0.0696323794272509, -0.04488021098588152, 0.01372363324894682, -0.1607535221044479, -0.00704752335333367, -0.17355948686574246, 0.09222459042852864, -0.17399539406597522, -0.19266756415044609, 0.007843145161199584, -0.1636850036036234, 0.00758343508056665, -0.0024855181016815928, 0.13444904807744537, 0.15838286217652067, -0.030718712004731086, 0.28117242552815525, 0.038303327927973974, 0.1504643313743037}}, .split_preference = 0.0039862431950211386, .split_log_preference = 0.09323215656820971, .regret = {0.05058423072294368, 0.005487506331618161, 0.014499817919496193}, .wave_regret = {0, 0, 0}},
    // hopper_tf32_s1688
    {.family = static_cast<GemmFamily>(21), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {-0.003785394031594721, -0.003975195165351963, 0.021234135475627795}, .wave_regret = {0, 0, 0}},
    // hopper_xmma
    {.family = static_cast<GemmFamily>(22), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {-0.0031887513784735924, -0.009516955951545353, 0.02065669885403965}, .wave_regret = {0, 0, 0}},
    // hopper_xmma_s16816
    {.family = static_cast<GemmFamily>(23), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {-0.011476439741717366, -0.010239149659354593, 0.03669247639513083}, .wave_regret = {0, 0, 0}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .since = 0, .until = 1099, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .since = 0, .until = 1099, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .since = 0, .until = 1099, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}}}}};

}  // namespace perfmodel
// clang-format on
