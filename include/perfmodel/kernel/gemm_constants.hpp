#pragma once
#include <perfmodel/kernel/gemm_family.hpp>

// Constants of the GEMM model. Generated: do not edit.
//     perfmodel-fit --data FOLDER --raw devices/calibrated/raw --out include/perfmodel/kernel/gemm_constants.hpp
// Date 2026-11-22, FNV-1a of the data files 5e694ab13ed19894. Rows read, by source and card:
//   clblas/K40c 1444
//   deepbench-fp16_tensorop/T4 160
//   deepbench-fp16_tensorop/V100-SXM2-16GB 160
//   deepbench-fp32/P100-PCIE-16GB 160
//   deepbench-fp32/T4 160
//   deepbench-fp32/V100-SXM2-16GB 160
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
//   published-fp16/T4 2
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
//   published-fp32/RTX-A6000 1
//   published-fp32/T4 2
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
     .error_bars = {{{{{0.9522362439812332, 1.1707852657670126}, {0.9522362439812332, 1.1707852657670126}, {0.9522362439812332, 1.1707852657670126}, {0.9521435488603006, 1.17374490469246}}}, {{{0.9292168175434237, 1.2668228036407376}, {0.9292168175434237, 1.2668228036407376}, {0.9292168175434237, 1.2668228036407376}, {0.9290811393916776, 1.2716294578030152}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"K40c"}, .validated_extent = {8, 5760}, .validated_work = {1024, 382205952000}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 5, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9083054329619533},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.923546887582293},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.6939920362702453},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7386691848863389},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.6923584245688007}}},
     .block_cycles = 8063.654544993867, .epilogue_cycles = 0.0091182846005562, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 2.1038961190603334, .norm_doublings = 2,
     .dram_efficiency = 0.9087602432322517, .dram_fill = 0.49934348932208955, .l2_bytes_per_clock = 44.59611489079728, .l2_capacity = 0.7051021573818843,
     .swizzled = true, .reuse_window = 11.674046346555818, .line_bytes = 102.01095735776376, .store_exposed = 0.17720072541620224,
     .split_seconds = 4.505511487550516e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8054065713378236, 1.3596335325636153}, {0.8054065713378236, 1.3596335325636153}, {0.7137177307188457, 1.462228673602958}, {0.8617281898140037, 1.2737917712819253}}}, {{{0.9395740020616077, 2.457616417013238}, {0.9395740020616077, 2.457616417013238}, {0.930133863768407, 2.942287643522349}, {0.9404979959213193, 2.2897974531140326}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"P100-PCIE-16GB"}, .validated_extent = {1, 5e+05}, .validated_work = {8388608, 4504524499200}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9838975938516856},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.8730552188179456},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8502444944946324},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.9330900032464974},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9157515338706742},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8285575996087724},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7486034201042719}}},
     .block_cycles = 5306.6512693704935, .epilogue_cycles = 0.008639817829156678, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 5.826999080962429, .norm_doublings = 2,
     .dram_efficiency = 0.802086586751823, .dram_fill = 0.4998789642643703, .l2_bytes_per_clock = 45.95232107034177, .l2_capacity = 0.6849216546012279,
     .swizzled = true, .reuse_window = 12.434349846712028, .line_bytes = 65.22312961736813, .store_exposed = 0.1601445306221148,
     .split_seconds = 4.204947359516794e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8769981588710066, 1.1630229199397617}, {0.8769981588710066, 1.1630229199397617}, {0.7430388451869849, 1.2317936250424308}, {0.890327873720983, 1.1204252804653383}}}, {{{0.8569606207754461, 1.3043295004892526}, {0.8569606207754461, 1.3043295004892526}, {0.8569606207754461, 1.3043295004892526}, {0.8571150434725755, 1.304640940777519}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"V100-PCIE-32GB", "V100-SXM2-16GB"}, .validated_extent = {3, 5e+05}, .validated_work = {8388608, 4504524499200}},
    // ampere_sgemm
    {.family = static_cast<GemmFamily>(3), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.42294664748778593,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.965832163925459},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9498361885864413},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.8283053742622113},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8752616999803364},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8882851852212086},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.8914012136568732},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8132116482795423},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.738673938001921}}},
     .block_cycles = 2799.1385185024897, .epilogue_cycles = 0.008674243944195591, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.337599456564696, .norm_doublings = 2,
     .dram_efficiency = 0.8889492626148243, .dram_fill = 0.49870373873713786, .l2_bytes_per_clock = 46.85844487790549, .l2_capacity = 0.7123645442890414,
     .swizzled = true, .reuse_window = 14.598859129284563, .line_bytes = 92.47509548293998, .store_exposed = 0.16924361204138014,
     .split_seconds = 5.8647930237331095e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.926880571965945, 1.0897562990756977}, {0.926880571965945, 1.0897562990756977}, {0.926880571965945, 1.0897562990756977}, {0.9286106612951712, 1.0898362763856626}}}, {{{0.9326849722907633, 1.350253724395291}, {0.9326849722907633, 1.350253724395291}, {0.9326849722907633, 1.350253724395291}, {0.9327711313180527, 1.3472287327602424}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"A100-PCIE-40GB"}, .validated_extent = {2, 65273}, .validated_work = {20286000, 4504524499200}},
    // hopper_sgemm
    {.family = static_cast<GemmFamily>(4), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.1277098397043776,
     .tile_count = 20, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.9134128213040139},
      {.m = 128, .n = 256, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 3, .efficiency = 0.910785537542491},
      {.m = 256, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.8787521389854672},
      {.m = 64, .n = 256, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.8652817762125973},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.853695415622973},
      {.m = 64, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.834327228095584},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 3, .efficiency = 0.7957869739159342},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 128, .stages = 3, .efficiency = 0.6105271737740698},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 3, .efficiency = 0.7239227146435366},
      {.m = 64, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 80, .stages = 3, .efficiency = 0.6355200073900832},
      {.m = 32, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 80, .stages = 3, .efficiency = 0.6790457970120541},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 64, .stages = 3, .efficiency = 0.5831269004542303},
      {.m = 256, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 4, .fine = true, .efficiency = 0.923544942087111},
      {.m = 128, .n = 256, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 4, .fine = true, .efficiency = 0.9226439643130858},
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 4, .fine = true, .efficiency = 0.9090036664123118},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 5, .fine = true, .efficiency = 0.8255779224352382},
      {.m = 64, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 5, .fine = true, .efficiency = 0.7503377385235946},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .fine = true, .efficiency = 0.7797654690559442},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .fine = true, .efficiency = 0.5439546646813652},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .fine = true, .efficiency = 0.6907882742132042}}},
     .block_cycles = 444.9613991038361, .epilogue_cycles = 0.19606123321974256, .slab_wait = 1014.4111781239346, .fine_wait = {2.299297300324178, 3.720207226467832, 0.6896338165547784, 1}, .latency_warps = 0.4055077200989026, .norm_doublings = 2,
     .dram_efficiency = 0.8614564664764012, .dram_fill = 0.44331067887938014, .l2_bytes_per_clock = 34.77018970909393, .l2_capacity = 0.800049905795762,
     .swizzled = true, .reuse_window = 15.049895806724011, .line_bytes = 128, .store_exposed = 0.6277897488975981,
     .split_seconds = 1.7558801917993162e-06, .split_part_seconds = 3.652461393295947e-08, .split_traffic = 0.46655959439123545, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 32,
     .vector_efficiency = 0.903311831917395, .launch_seconds = 1.6873230884572085e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1.0163666049419864, 0.9970938576042622, 0.9968571201920712, 0.9554677727205748, 1}, .alignment_store = {1, 0.9048374180359595, 1.1693258366026922, 0.9048374180359595, 0.9048374180359595, 1},
     .error_bars = {{{{{0.8716077707748314, 1.1717198040446433}, {0.8632293444762883, 1.3338731587634935}, {0.8716077707748314, 1.1717198040446433}, {0.8820020901556321, 1.1490728352144508}}}, {{{0.8706833574286801, 1.1335844495516387}, {0.8706833574286801, 1.1335844495516387}, {0.8706833574286801, 1.1335844495516387}, {0.8770372504806786, 1.1277659053461877}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 32768}, .validated_work = {10800, 1102993879680}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {}, .validated_extent = {0, 0}, .validated_work = {0, 0}},
    // volta_s884
    {.family = static_cast<GemmFamily>(6), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 512, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8954593946650872},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.865993063778566},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.8515173684224815},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.7323359919280901},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.7394364454393731},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.7444049291514467},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.6162980185865485},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.47376947562561983},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.22805318644986775}}},
     .block_cycles = 476.33966018739795, .epilogue_cycles = 0.014684168408317377, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.5072114718016392, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.41378658943583074, .l2_bytes_per_clock = 33.690581882184254, .l2_capacity = 0.17850412811874386,
     .swizzled = true, .reuse_window = 14.169994302007844, .line_bytes = 128, .store_exposed = 0.4938273047259081,
     .split_seconds = 7.355952049218084e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 2.516443814413849e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8456934030132677, 1.5650660602700563}, {0.8456934030132677, 1.5650660602700563}, {0.8456934030132677, 1.5650660602700563}, {0.8456934030132677, 1.5650660602700563}}}, {{{0.7777130996972191, 1.9579383378655886}, {0.7777130996972191, 1.9579383378655886}, {0.7777130996972191, 1.9579383378655886}, {0.7777130996972191, 1.9579383378655886}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"V100-SXM2-16GB"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // turing_s1688
    {.family = static_cast<GemmFamily>(7), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 512, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.7264305974035679},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.7025263930625183},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.6907831603844073},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.5940987109922814},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.5998588679762469},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.603889490260914},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.4999643093676024},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.3843397537182737},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.18500538769211902}}},
     .block_cycles = 476.33966018739795, .epilogue_cycles = 0.014684168408317377, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.5072114718016392, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.41378658943583074, .l2_bytes_per_clock = 33.690581882184254, .l2_capacity = 0.17850412811874386,
     .swizzled = true, .reuse_window = 14.169994302007844, .line_bytes = 128, .store_exposed = 0.4938273047259081,
     .split_seconds = 7.355952049218084e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 2.516443814413849e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.7715118525222715, 1.893667554900466}, {0.7715118525222715, 1.893667554900466}, {0.7715118525222715, 1.893667554900466}, {0.7715118525222715, 1.893667554900466}}}, {{{0.6776632021140709, 2.6058871684800993}, {0.6776632021140709, 2.6058871684800993}, {0.6776632021140709, 2.6058871684800993}, {0.6776632021140709, 2.6058871684800993}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"T4"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // ampere_s16816
    {.family = static_cast<GemmFamily>(8), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 1024, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.9307805032212798},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.9503584693213777},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.903898931121826},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8251165054514706},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8251165054514727},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.7587344664152783},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8208351748450242},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.5793015613091129},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.2578489079535852}}},
     .block_cycles = 4262.893760679669, .epilogue_cycles = 0.01579995289588348, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.344524170045347, .norm_doublings = 2,
     .dram_efficiency = 0.8726942037124401, .dram_fill = 0.5, .l2_bytes_per_clock = 55.98096215133698, .l2_capacity = 0.5272221525700422,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8962052101751484,
     .split_seconds = 2.717437686530856e-06, .split_part_seconds = 5.0259778690587884e-08, .split_traffic = 0.6617476301995217, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8261572559160156, .launch_seconds = 1.4732635588861336e-06,
     .layout_efficiency = {1.041619489172271, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1.0312389610749286, 1}, .alignment_traffic = {1, 1, 1, 1, 0.9825703929748171, 1}, .alignment_store = {1, 1, 1, 1, 0.9939690092588399, 1},
     .error_bars = {{{{{0.905249572580515, 1.1225384892115693}, {0.905249572580515, 1.1225384892115693}, {0.9313304003041827, 1.1235019029865616}, {0.9036999348681222, 1.115243349627785}}}, {{{0.8612961236831314, 1.1893285965430838}, {0.8612961236831314, 1.1893285965430838}, {0.898784696257279, 1.1908600291530542}, {0.8590854754205419, 1.177753661902655}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
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
     .split_seconds = 2.3452462587077167e-06, .split_part_seconds = 5.145184293452147e-08, .split_traffic = 0.6059295252773226, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8782599506570211, .launch_seconds = 2.3879109446078134e-06,
     .layout_efficiency = {0.9880635079234987, 1, 1.0020897205206183, 1}, .alignment_math = {1, 1, 1, 1.0927652303073767, 1.0856932844640352, 1}, .alignment_traffic = {1, 1, 1, 1.7542219185658985, 1.5185082126164202, 1}, .alignment_store = {1, 1, 1, 1.6157282060364144, 1.1938122363287986, 1},
     .error_bars = {{{{{0.9084082710110347, 1.114211917897727}, {0.8994980956465768, 1.1475000016393848}, {0.8862101041381848, 1.171943753262348}, {0.8950182490767772, 1.1283777320535318}}}, {{{0.9110750768132222, 1.1109282991872202}, {0.8960674547916236, 1.1196431848743058}, {0.8342449231316129, 1.1337390963665799}, {0.8951262470794377, 1.1212848939574096}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 32768}, .validated_work = {3072, 8796093022208}},
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
     .error_bars = {{{{{0.822241022728842, 1.2486769319160944}, {0.822241022728842, 1.2486769319160944}, {0.8385802410747514, 1.1386242861206217}, {0.8033740939489071, 1.274493327098862}}}, {{{0.7952347662090394, 1.14541509406185}, {0.7952347662090394, 1.14541509406185}, {0.7952347662090394, 1.14541509406185}, {0.7919017771497228, 1.1406063915097002}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 32768}, .validated_work = {524288, 8796093022208}},
    // hopper_unaligned
    {.family = static_cast<GemmFamily>(12), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .efficiency = 0.4025755353401082},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .efficiency = 0.40152066960880795},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 2, .fine = true, .efficiency = 0.39329862151936207},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.20158475417728333},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.079625306569363},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.12158603234953894},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.12267691605131367},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.11847006538680173},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.11700332755159389}}},
     .block_cycles = 628.1503785933726, .epilogue_cycles = 0.11148390662387747, .slab_wait = 464.16237291518127, .fine_wait = {2.3755925054344424, 1, 3.3231665163478934, 1}, .latency_warps = 2.5300378134657935, .norm_doublings = 2,
     .dram_efficiency = 0.9740695962044835, .dram_fill = 0.3618571055319665, .l2_bytes_per_clock = 43.771710469924734, .l2_capacity = 0.7989752664286196,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.7847308217631906,
     .split_seconds = 1.949539545044279e-06, .split_part_seconds = 3.1321720075372675e-08, .split_traffic = 0.39026847109315393, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.7266964960317295, .launch_seconds = 1.6657667186124372e-06,
     .layout_efficiency = {1.1192668893750235, 1, 1.291892692356068, 1}, .alignment_math = {0.49613970160038423, 0.8, 0.9, 1, 1, 1}, .alignment_traffic = {1.020353475458326, 1, 1, 1, 1, 1}, .alignment_store = {0.9643736490581356, 1, 1, 1, 1, 1}, .pitch_slowdown = 1.28,
     .error_bars = {{{{{0.8308553631025807, 1.2698422112336591}, {0.8308553631025807, 1.2698422112336591}, {0.8308553631025807, 1.2698422112336591}, {0.8263326640545083, 1.2793065196217646}}}, {{{0.8242208743443082, 1.1418498227150524}, {0.8242208743443082, 1.1418498227150524}, {0.8242208743443082, 1.1418498227150524}, {0.8242208743443082, 1.1418498227150524}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 16072}, .validated_work = {78390, 1360206960000}},
    // hopper_tf32_unaligned
    {.family = static_cast<GemmFamily>(13), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 22, .tiles = {{
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6444386044214104},
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6285585288464798},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6439979214939514},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.633558589837284},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5822444960770081},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .fine = true, .efficiency = 0.5979980699586692},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.6554063272237187},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .fine = true, .efficiency = 0.5979980699586692},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5419806132399827},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.5409780449087245},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.547502192771397},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5498229178068947},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .efficiency = 0.4599985153528225},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.44447794205128693},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .efficiency = 0.3474894200597182},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.44627099284339994},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .efficiency = 0.3935939114675533},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .efficiency = 0.33673347226751627},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 10, .fine = true, .efficiency = 0.367998812282258},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .efficiency = 0.27767056895043024},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .fine = true, .efficiency = 0.15864036593258588},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .fine = true, .efficiency = 0.09100912041032135}}},
     .block_cycles = 472.69596590804343, .epilogue_cycles = 0.1922736447760784, .slab_wait = 254.89675815961053, .fine_wait = {2.5645959795203606, 1, 0.6995540280724902, 1}, .latency_warps = 2.7436984247423815, .norm_doublings = 2,
     .dram_efficiency = 0.889738902496739, .dram_fill = 0.45970733023201504, .l2_bytes_per_clock = 14.493570042810413, .l2_capacity = 0.7977901192967511,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.6640428376492045,
     .split_seconds = 1.731807923520689e-06, .split_part_seconds = 2.2211486367158454e-08, .split_traffic = 0.7016918629108088, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.977122206528136, .launch_seconds = 2.281849356159699e-06,
     .layout_efficiency = {1.1091312925818742, 1, 0.9292492411505381, 1}, .alignment_math = {1, 0.7082588512644865, 0.7282025191255354, 1, 1, 1}, .alignment_traffic = {1, 1.098401306784771, 1.1192295859544845, 1, 1, 1}, .alignment_store = {1, 0.9735919289837907, 0.9991756647224803, 1, 1, 1},
     .error_bars = {{{{{0.8415489706947151, 1.3328689825719824}, {0.8415489706947151, 1.3328689825719824}, {0.8415489706947151, 1.3328689825719824}, {0.8643093775581009, 1.223465582866066}}}, {{{0.8195216193423733, 1.1138068189128771}, {0.8195216193423733, 1.1138068189128771}, {0.8195216193423733, 1.1138068189128771}, {0.8195216193423733, 1.1138068189128771}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 16360}, .validated_work = {246960, 969939855720}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
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
     .error_bars = {{{{{0.9177179588508598, 1.030576750786776}, {0.9177179588508598, 1.030576750786776}, {0.9177179588508598, 1.030576750786776}, {0.91745277149563, 1.030454533953517}}}, {{{0.8791517516984632, 1.0462139612828083}, {0.8791517516984632, 1.0462139612828083}, {0.8791517516984632, 1.0462139612828083}, {0.878770714557536, 1.030454533953517}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
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
     .error_bars = {{{{{0.8146516349207354, 1.1312817588716129}, {0.8146516349207354, 1.1312817588716129}, {0.8146516349207354, 1.1312817588716129}, {0.8146516349207354, 1.1312817588716129}}}, {{{0.735288714243778, 1.203250848853212}, {0.735288714243778, 1.203250848853212}, {0.735288714243778, 1.203250848853212}, {0.735288714243778, 1.203250848853212}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {32, 16256}, .validated_work = {3568674, 1154976055296}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9838975938516856},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.8730552188179456},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8502444944946324},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.9330900032464974},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9157515338706742},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8285575996087724},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7486034201042719}}},
     .block_cycles = 5306.6512693704935, .epilogue_cycles = 0.008639817829156678, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 5.826999080962429, .norm_doublings = 2,
     .dram_efficiency = 0.802086586751823, .dram_fill = 0.4998789642643703, .l2_bytes_per_clock = 45.95232107034177, .l2_capacity = 0.6849216546012279,
     .swizzled = true, .reuse_window = 12.434349846712028, .line_bytes = 65.22312961736813, .store_exposed = 0.1601445306221148,
     .split_seconds = 4.204947359516794e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.7410590004320529, 1.3072150056800833}, {0.7410590004320529, 1.3072150056800833}, {0.8045838319542762, 1.3480064917523429}, {0.7265458682636663, 1.2927348827728338}}}, {{{0.8793491745608744, 1.666967420897118}, {0.8793491745608744, 1.666967420897118}, {0.8583197592008093, 1.8911068851355335}, {0.8893138539336966, 1.5947596965760216}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"T4"}, .validated_extent = {1, 5e+05}, .validated_work = {8388608, 5806671749396}},
    // hopper_unaligned_bf16
    {.family = static_cast<GemmFamily>(19), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .efficiency = 0.40959885919145717},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .efficiency = 0.44290296208900115},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 2, .fine = true, .efficiency = 0.4326643248181098},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.2477790999851246},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.10879102294362762},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.1069872015120124},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.1069872015120124},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.1069872015120124},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.1069872015120124}}},
     .block_cycles = 134.9839197644477, .epilogue_cycles = 0.1721093320608255, .slab_wait = 1599.098946287354, .fine_wait = {1.1022681725480614, 1, 1.156473861793789, 1}, .latency_warps = 1.3938001552062356, .norm_doublings = 2,
     .dram_efficiency = 0.9828497847521108, .dram_fill = 0.9110594001952544, .l2_bytes_per_clock = 12.195999940469944, .l2_capacity = 0.7997452753337186,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.7710455573567194,
     .split_seconds = 1.7434409122526575e-06, .split_part_seconds = 5.2878235726264966e-08, .split_traffic = 0.5808579555360296, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8030710470484913, .launch_seconds = 1.7901638843625251e-06,
     .layout_efficiency = {1.0873168608930044, 1, 1.4488925738071374, 1}, .alignment_math = {0.631442126987914, 0.8, 0.9, 1, 1, 1}, .alignment_traffic = {1.4929141374982218, 1, 1, 1, 1, 1}, .alignment_store = {0.9286259235239896, 1, 1, 1, 1, 1}, .pitch_slowdown = 1.28,
     .error_bars = {{{{{0.8489964730014059, 1.2345725448915355}, {0.8489964730014059, 1.2345725448915355}, {0.8489964730014059, 1.2345725448915355}, {0.8591408556064787, 1.2490439212030053}}}, {{{0.7822738793027305, 1.3717498519184101}, {0.7822738793027305, 1.3717498519184101}, {0.7822738793027305, 1.3717498519184101}, {0.796336382541037, 1.3959393996840073}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 16377}, .validated_work = {38600, 880292253816}},
    // hopper_s16816
    {.family = static_cast<GemmFamily>(20), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 19, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.634449357783417},
      {.m = 256, .n = 128, .k = 64, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.5963821431131833},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6035398561821446},
      {.m = 128, .n = 256, .k = 64, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6172532987933619},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5613202013875},
      {.m = 128, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.5631502187967631},
      {.m = 256, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.47698669359059237},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5222569245067529},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .efficiency = 0.4381251126604739},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.37590769499672194},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.4695603916400066},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.41312483895923774},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .efficiency = 0.33797629276040286},
      {.m = 64, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .efficiency = 0.2999299534120312},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.13095242453526904},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.14298670581441741},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.09293599064111754},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.12480004983917173},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.11804900538414458}}},
     .block_cycles = 123.29357543854512, .epilogue_cycles = 0.17562149603255311, .slab_wait = 338.4890874596491, .fine_wait = {0.953306388709676, 1, 1.9965670309998806, 1}, .latency_warps = 2.113419825299992, .norm_doublings = 2,
     .dram_efficiency = 0.7086795948312553, .dram_fill = 0.401355700813951, .l2_bytes_per_clock = 21.040411029037376, .l2_capacity = 0.7977567643575525,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.5094351705890284,
     .split_seconds = 1.5579283304599755e-06, .split_part_seconds = 3.7014474895377864e-08, .split_traffic = 0.1681801664358844, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 2.1039855685987615e-06,
     .layout_efficiency = {0.9387410342058935, 1, 0.9480898780007271, 1}, .alignment_math = {0.7, 0.6816484403938822, 0.751238475055776, 1, 1, 1}, .alignment_traffic = {1, 1.0585732032024975, 1.1317154350051517, 1, 1, 1}, .alignment_store = {1, 0.9048374180359595, 0.9048374180359595, 1, 1, 1},
     .error_bars = {{{{{0.8380573917970949, 1.2184938522432627}, {0.8380573917970949, 1.2184938522432627}, {0.8380573917970949, 1.2184938522432627}, {0.8447718320601098, 1.2091033773170858}}}, {{{0.820327260199412, 1.1774941273200765}, {0.820327260199412, 1.1774941273200765}, {0.820327260199412, 1.1774941273200765}, {0.820327260199412, 1.1774941273200765}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {2, 16234}, .validated_work = {5040, 1236405817088}},
    // hopper_tf32_s1688
    {.family = static_cast<GemmFamily>(21), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 22, .tiles = {{
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.6481808943548328},
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.6467704750790803},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.6265885510776626},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.6550936779405976},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.6097554808140498},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .efficiency = 0.5915210691721764},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .efficiency = 0.6075725505972681},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .efficiency = 0.5951668781041973},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.569541165805297},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .efficiency = 0.559925172638516},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.5795845877334013},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.564648402967314},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .efficiency = 0.5125878019716473},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .efficiency = 0.4917959910679116},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .efficiency = 0.45517535142750926},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .efficiency = 0.5215105040568185},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .efficiency = 0.4513677363568178},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .efficiency = 0.4369712009010726},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 10, .efficiency = 0.3353954792469596},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .efficiency = 0.3841398847865877},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.11198769540680857},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.060118155620218196}}},
     .block_cycles = 153.9272217880269, .epilogue_cycles = 0.13829990850049823, .slab_wait = 397.4984115427495, .fine_wait = {1, 1, 1, 1}, .latency_warps = 0.7092250964571698, .norm_doublings = 2,
     .dram_efficiency = 0.9404705024515383, .dram_fill = 0.15977646164839515, .l2_bytes_per_clock = 72.00940236256695, .l2_capacity = 0.7999546448944952,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.4815460180955408,
     .split_seconds = 1.2386287035924116e-06, .split_part_seconds = 3.698816770955877e-08, .split_traffic = 0.7467768539699462, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 2.542936745236536e-06,
     .layout_efficiency = {1.0162460654065393, 1, 1.037650434833829, 1}, .alignment_math = {1, 0.8, 0.9, 0.9220303964286656, 0.9661717176760944, 1}, .alignment_traffic = {1, 1, 1, 0.9915547862498882, 0.965289598100456, 1}, .alignment_store = {1, 1, 1, 1.119312227144852, 0.9250409403482289, 1},
     .error_bars = {{{{{0.9178936771688511, 1.2877038795319735}, {0.9265059417902274, 1.0977007653687822}, {0.9515945181366614, 1.1160898430228587}, {0.8847767238946781, 1.1490784301729013}}}, {{{0.8945701879607466, 1.0879366607582655}, {0.8945701879607466, 1.0879366607582655}, {0.8945701879607466, 1.0879366607582655}, {0.8945701879607466, 1.0879366607582655}}}, {{{0.8940339621213128, 1.8672794897389366}, {0.8940339621213128, 1.8672794897389366}, {0.8655353225372714, 2.7525574480120576}, {0.8972811687116812, 1.7733523642448308}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {2, 16384}, .validated_work = {24576, 34359738368}}}},
  .processes = {{
    {.cc_low = 30, .cc_high = 37, .reference_clock = 1e+09, .cuda_core_energy = 2.5658845482532748e-11, .tensor_energy = 0, .l2_energy = 3.2218377974882563e-10, .dram_energy = 1.12e-10, .controller_time = 0.02, .controller_power = 0.8090228035558724, .dram_efficiency = 0.8},
    {.cc_low = 50, .cc_high = 53, .reference_clock = 1.4e+09, .cuda_core_energy = 2.2237666084861715e-11, .tensor_energy = 0, .l2_energy = 2.7922594244898224e-10, .dram_energy = 1.12e-10, .controller_time = 0.02, .controller_power = 0.8090228035558724, .dram_efficiency = 0.8},
    {.cc_low = 60, .cc_high = 62, .reference_clock = 1.9e+09, .cuda_core_energy = 2.05270763860262e-11, .tensor_energy = 0, .l2_energy = 2.577470237990605e-10, .dram_energy = 4e-11, .controller_time = 0.02745757700094721, .controller_power = 0.8090228035558724, .dram_efficiency = 0.8143959479225626},
    {.cc_low = 70, .cc_high = 72, .reference_clock = 1.9e+09, .cuda_core_energy = 2.0021099660925562e-11, .tensor_energy = 7.100073214608837e-13, .l2_energy = 2.5139375689666504e-10, .dram_energy = 3.6e-11, .controller_time = 0.02745757700094721, .controller_power = 0.8090228035558724, .dram_efficiency = 0.8667125273982137},
    {.cc_low = 75, .cc_high = 75, .reference_clock = 1.9e+09, .cuda_core_energy = 2.0021099660925562e-11, .tensor_energy = 7.100073214608837e-13, .l2_energy = 2.5139375689666504e-10, .dram_energy = 6e-11, .controller_time = 0.007455663953020643, .controller_power = 0.8090228035558724, .dram_efficiency = 0.6992353367808731},
    {.cc_low = 80, .cc_high = 80, .reference_clock = 1.7e+09, .cuda_core_energy = 1.3056861940097631e-11, .tensor_energy = 2.2897666451730763e-12, .l2_energy = 1.7655907958602838e-10, .dram_energy = 3.1e-11, .controller_time = 0.015915246745055598, .controller_power = 0.8090228035558724, .dram_efficiency = 0.9030392915814653},
    {.cc_low = 86, .cc_high = 88, .reference_clock = 2e+09, .cuda_core_energy = 8.898190563764102e-12, .tensor_energy = 3.545473823519956e-12, .l2_energy = 1.203241899261076e-10, .dram_energy = 6e-11, .controller_time = 0.02, .controller_power = 0.8090228035558724, .dram_efficiency = 0.8},
    {.cc_low = 89, .cc_high = 89, .reference_clock = 2.7e+09, .cuda_core_energy = 5.982332675675174e-12, .tensor_energy = 1.4245454049626654e-12, .l2_energy = 8.513238167345266e-11, .dram_energy = 6e-11, .controller_time = 0.007455663953020643, .controller_power = 0.8090228035558724, .dram_efficiency = 0.78},
    {.cc_low = 90, .cc_high = 90, .reference_clock = 2.1e+09, .cuda_core_energy = 8.973499013512762e-12, .tensor_energy = 1.29046913829288e-12, .l2_energy = 8.513238167345266e-11, .dram_energy = 3.1e-11, .controller_time = 0.06, .controller_power = 0.8090228035558724, .dram_efficiency = 0.92},
    {.cc_low = 0, .cc_high = 999, .reference_clock = 2.7e+09, .cuda_core_energy = 5.982332675675174e-12, .tensor_energy = 7e-13, .l2_energy = 8.513238167345266e-11, .dram_energy = 3.1e-11, .controller_time = 0.06, .controller_power = 0.8090228035558724, .dram_efficiency = 0.91}}},
  .board = {.idle_share = 0.11869143215755129, .idle_power = 27.694040075588934, .voltage_floor = 0.5955649963866968, .voltage_knee = 0.5483958500393297, .tensor_l2_share = 0.07933066478369226, .fp16_energy = 1.14, .open_boost = 1.1},
  .choices = {{
    // kepler_sgemm
    {.family = static_cast<GemmFamily>(0), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}}},
     .tile_split = {{0}}, .split_preference = -0.09999999999999999, .split_log_preference = 0, .regret = {0, 0, 0}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .since = 1100, .until = 9999, .preference = {{{{0.9721995411366529, 0, 0.2826324680236153}}, {{0.8941626220674659, 0, -2.073534263579435}}, {{-1.0335569713844879, 0, 0.3605875819406331}}, {{0.4441081716171744, 0, 0.32146971410636227}}, {{-1.756913363436817, 0, 0.3888444995088345}}}},
     .tile_split = {{0.15155985604395766, 0.0730137962871657, -0.30348092280864564, -1.8327281694300452, 0.9029302847341254}}, .split_preference = -0.7387051551734372, .split_log_preference = 0.657524460415537, .regret = {0, 0, 0}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .since = 1100, .until = 9999, .preference = {{{{0.010876919351147079, 0, 0.004264177431159005}}, {{-0.21280345880667273, 0, 0.007973811897237712}}, {{0.008059194372906198, 0, -0.6421919192952159}}, {{-0.20340641289968944, 0, 0.013781617976999977}}, {{-0.025506047575461294, 0, -0.5920315751058793}}, {{0.09597358194967291, 0, -0.010089430003877992}}, {{0.087880851701199, 0, 0.26170306970293133}}, {{0.29892537190690205, 0, 0.4765902473966501}}}},
     .tile_split = {{-0.02971720170922576, 0.12726006741835186, 0.022976802116751766, 0.11113308517847237, -0.059630070624608525, -0.05484973862773625, 0.18950212438582067, 0.008321386689224268}}, .split_preference = -0.1350035451729535, .split_log_preference = -0.1214943187490655, .regret = {0, 0, 0}},
    // ampere_sgemm
    {.family = static_cast<GemmFamily>(3), .since = 0, .until = 9999, .preference = {{{{0.15638317328416748, 0, -2.050143680940642}}, {{0.0009413798761575901, 0, 2.5358152972480214e-10}}, {{0.07555174321271972, 0, 1.3872733306744384e-06}}, {{-0.02818921386211507, 0, 3.5641894697817525e-06}}, {{-0.031913662892677094, 0, 6.794617758193146e-06}}, {{0.06863222445507919, 0, 5.701675336041882e-06}}, {{0.0005327907583254461, 0, -0.0004373723581070389}}, {{-0.0019384348316565173, 0, 0.3494950241729075}}}},
     .tile_split = {{0.0037280939635027203, 0.16561319150656514, -0.15898585498487108, 0.08253365660514844, 0.1380582685179633, 0.08422521644063032, 0.07929513274788944, -0.0636262701278264}}, .split_preference = 0.39084143466899945, .split_log_preference = 0.04116230150350625, .regret = {0, 0, 0}},
    // hopper_sgemm
    {.family = static_cast<GemmFamily>(4), .since = 0, .until = 9999, .preference = {{{{0, 0, -0.0785046507999299}}, {{0, 0, 0.011031897853414518}}, {{0, 0, 0.017925731982587872}}, {{0, 0, -0.12318008599688152}}, {{0, 0, 0.01182451591151873}}, {{0, 0, 0.033845809573591554}}, {{0, 0, -0.10522985858150855}}, {{0, 0, -0.024351406021455593}}, {{0, 0, -0.14639504206726028}}, {{0, 0, -0.13651000787130546}}, {{0, 0, 0.04705767941344555}}, {{0, 0, -0.1453644723526874}}, {{0, 0, 0.0017825187764835826}}, {{0, 0, -0.013863241563582561}}, {{0, 0, -0.05406543560984938}}, {{0, 0, 0.07134948885512155}}, {{0, 0, 0.010396883608270305}}, {{0, 0, 0.25296086920464955}}, {{0, 0, -0.021150516620574183}}, {{0, 0, 0.06043932230595271}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0, .split_log_preference = 0, .regret = {0.009854649909066426, -0.011953164761123845, 0.020001157749555604}},
    // pascal_hgemm
    {.family = static_cast<GemmFamily>(5), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}},
    // volta_s884
    {.family = static_cast<GemmFamily>(6), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}},
    // turing_s1688
    {.family = static_cast<GemmFamily>(7), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}},
    // ampere_s16816
    {.family = static_cast<GemmFamily>(8), .since = 0, .until = 9999, .preference = {{{{-0.03, 0, 0}}, {{0, 0, 0}}, {{0.03, 0, 0}}, {{0.09, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{-0.06, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.020000000000000004, .split_log_preference = 0, .regret = {0, 0, 0}},
    // ampere_tf32
    {.family = static_cast<GemmFamily>(9), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}},
    // hopper_wgmma
    {.family = static_cast<GemmFamily>(10), .since = 0, .until = 9999, .preference = {{{{-0.006091719917036509, -0.029061569222653915, -0.0282774857877028}}, {{0.04100266467055489, -0.007579261480246729, -0.017417559891682626}}, {{-0.07156548018773981, -0.09774343425938664, 0.012813744747274262}}, {{-0.05167161673472756, -0.0991035131098514, 0.10879207154141139}}, {{0.06905047261886331, -0.021214684195760156, -0.0026372639271558035}}, {{0.06816074356573847, -0.017280766006818077, 0.05279848475300332}}, {{0.03325860185119938, -0.024474297529303565, 0.011970162545330542}}, {{0.003264599535717603, 0.00019822426355091925, -0.03192986982641813}}, {{0.03927452775827886, 0.09145586209846407, -0.004120386736565777}}, {{0.0567722749396057, -0.004125713550276256, 0.03841705579429061}}, {{0.036720125121465406, 0.05263769789335478, -0.048720672261455385}}, {{0.05975632127172783, -0.0040128369483333265, 0.06324323994174778}}, {{0.012882375612599785, 0.03357014534364905, -0.0013068768489763807}}, {{0.0036898651079326486, 0.005861583507664336, -0.042599879337339816}}, {{0.007279536208173161, -0.008122414430225251, -0.013272316434038643}}, {{0.05198463660160477, -0.004201217564906587, 0.002522816446762412}}, {{-0.015339756943343748, -0.0241871426059419, -0.0038530085793758587}}, {{0.11307589012996408, 0.07378414008097149, 0.017128496587609503}}, {{0.06401204140288078, 0.0701854138866577, 0.04088299524662122}}, {{0.07642633471718402, 0.14261775634375665, 0.04161020322051143}}, {{0.014391203144177212, -0.032364979848560155, 0.05059851982036582}}, {{-0.026025137401921417, 0.05957957590257801, -0.027816424321300257}}, {{-0.0019729696144518767, 0.07875699118345855, 0.04949860673037426}}, {{0.09692910619118761, -0.02543216147105576, 0.014409192129809748}}, {{0.10454769948969389, 0.1210818577264722, -0.01511099640392981}}, {{-0.030594085891215924, 0.0482165671783939, 0.13395172875715144}}, {{0.07419429300379729, -0.012347464233041968, 0.09708182175922864}}, {{0.04658745374808124, -0.006694358952616799, 0.10134360033444897}}}},
     .tile_split = {{0.08814043980420011, 0.058099834116165205, 0.06746685685637119, 0.18650790127481767, 0.02834964129598878, 0.03199734987943472, 0.004139445037864903, 0.020094592830838167, -0.002489019581948326, 0.013210318868622388, 0.0025002896891455234, 0.0013015935947350776, 0.03180005516598227, 0.0031734409576525836, 0.00039087627039642776, 0.04158523067671292, 0.0592288634448786, -0.09106342381624322, -0.001158027899661069, 0.028388508305834594, -0.0011876854061853696, -0.0006707791100675279, -0.0007152947234435058, 0.05926086517701382, 0.05942107225467294, -0.0008993618433240126, -0.00041716659807063155, 0.029445604832419363}}, .split_preference = -0.09409797864520089, .split_log_preference = 0.06328976947487203, .regret = {0.00021986761982161374, 0.003506365106249515, 0.01174242087405351}},
    // hopper_tf32
    {.family = static_cast<GemmFamily>(11), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {-0.025330475445823016, 0.005295391609240114, 0.01189759407722929}},
    // hopper_unaligned
    {.family = static_cast<GemmFamily>(12), .since = 0, .until = 9999, .preference = {{{{0.06521419285950883, -0.02108306612367497, -0.012554552835442878}}, {{0.16225577938226077, -0.00015627279489497224, -0.07632302590670648}}, {{0.01779091725647322, -0.015734365058892603, -0.13470208824619898}}, {{-0.039857383099575414, 0.0013444988908221656, -0.1445947288242948}}, {{-0.008891249779632654, -0.00994232139035428, 0.0022918372519103274}}, {{-0.1987697204477627, -0.15429798266411895, -0.04431496471160201}}, {{-0.19315082860478644, -0.008325369631236357, 0.10999239071460923}}, {{-0.012859069168241949, -0.08452147390630216, -0.0019860847445196395}}, {{-0.0017326383982411986, 0.052716352678645634, 0.062191217302236784}}}},
     .tile_split = {{0.01620512143402452, 0.0004843855765308755, -0.05945678744307846, 0.019951850653786435, -0.014691105499875685, 0.11793934385340617, 0.05001418642372365, 0.009967305121627024, -0.012288881399717538}}, .split_preference = 0.1281254187204103, .split_log_preference = 0.016303507061071535, .regret = {0.0034326190561532015, 0.011420397762906015, 0.05072592465809142}},
    // hopper_tf32_unaligned
    {.family = static_cast<GemmFamily>(13), .since = 0, .until = 9999, .preference = {{{{-0.003735129949726912, 0.02962358616672317, 0.02634590922862795}}, {{-0.13502816916190985, -0.14852243163175963, 0.011510732493863612}}, {{0.10528731337558708, 0.005707407406084719, 0.020221014944166588}}, {{-0.06736150490734358, -0.0916170971727552, -0.05902248059237232}}, {{-0.16419864103471893, 0.000816804307209637, -0.008611607156246743}}, {{0.00475862400431705, 0.04192250678000009, 0.035230134730959595}}, {{-0.008939293056673792, -0.037989234821025716, -0.10488382574478004}}, {{0.022383172897049414, 0.047550310091362846, -0.01460058277516861}}, {{-0.007640934809682018, 0.005173854782691487, -0.09568942475151135}}, {{-0.003418543252308972, 0.11964413647277006, -0.014169893829547921}}, {{-0.002796950823795885, -0.007402948344122848, 0.07809703796796333}}, {{0.003660651356823641, 0.021168968326195373, 0.08416645418103827}}, {{0.014212110490815222, 0.02040525775353534, -0.009289040397206627}}, {{-0.20882174335871037, -0.17119382405641742, -0.10750431841976177}}, {{-0.03902105232143145, -0.12685725003864662, 0.012409978439663433}}, {{0.06794515609009405, -0.029659992462733164, -0.20261676987572508}}, {{0.012399634005420098, 0.019459059298946355, 0.008584047151467065}}, {{-0.04135315506013124, -0.25350927092341713, -0.03056392769283698}}, {{0.027066163607527713, -0.00013619455956342952, 0.0862161987233}}, {{-0.22239534949856377, 0.0010805078405391744, -0.13264844303147258}}, {{-0.11070211418665349, -0.19589000727824296, -0.1637007223885774}}, {{-0.14230024440599073, -0.05977414793737168, -0.28948047120584375}}}},
     .tile_split = {{-0.0023037943036277736, -0.04778290127811277, 0.010873361643948178, -0.13420116392514594, 0.018916822549991358, 7.846837258438516e-06, -0.08580104117944402, 0.012166149389027894, 0.0013197159886179995, -0.0935620421157016, -0.0055608842528703795, 0.0059373469925787375, 0.014341346114185492, 0.013656521053789537, -0.07386400019979761, -0.2377067235678721, -0.17231631335089473, -0.019357893252733155, -0.0036580187366127698, 0.11864933540410966, 0.27311924422623535, 0.3040732007659971}}, .split_preference = 0.10694611480292036, .split_log_preference = 0.029853774428244686, .regret = {0.015526768276959636, 0.022708650290909533, 0.009893540018010225}},
    // blackwell_umma
    {.family = static_cast<GemmFamily>(14), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}},
    // blackwell_tf32
    {.family = static_cast<GemmFamily>(15), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}},
    // dgemm
    {.family = static_cast<GemmFamily>(16), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}}},
     .tile_split = {{0}}, .split_preference = 0.14, .split_log_preference = 0, .regret = {0, 0, 0}},
    // ampere_dmma
    {.family = static_cast<GemmFamily>(17), .since = 0, .until = 9999, .preference = {{{{0.0873452383393678, -0.0042195532364238675, 0.05260105652906061}}, {{0.08574198302970393, -0.003749474851659329, 0.07091757382754361}}, {{0.09487126757026276, -0.0011089318680530258, 0.07857506848550469}}, {{0.09178393294294143, -0.009404994078501289, 0.03863319336244401}}, {{0.09370839372356893, -0.005223572592492898, 0.06868284331122969}}, {{-0.14028843194430565, -0.005136555693152637, 0.0652494398294417}}, {{-0.10863895778474424, 0.01021879587075411, -0.13465864606881564}}, {{-0.18324779159894894, -0.2074274164268248, -0.2236785682251643}}, {{-0.021275634277842775, -0.10394829712365164, -0.01632196105124444}}}},
     .tile_split = {{0.0017654908314471938, 0.0019638971105064816, 0.005736544511724122, 0.0016966238145433895, 0.010308200844718651, -0.010694223956536728, 0.03219323218134522, -0.13883041378879604, -0.01197821371785937}}, .split_preference = 0.10216113783108399, .split_log_preference = 0.03733525047069184, .regret = {0, 0, 0}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .since = 1100, .until = 9999, .preference = {{{{-0.33174638397009626, 0, 0.02223046621381425}}, {{-0.5446703830516179, 0, -0.6502903296569178}}, {{-0.33725228815954905, 0, -0.6503211451242435}}, {{-0.010092394630796003, 0, -0.27520938578455734}}, {{0.010368040591017202, 0, 0.09833008935901916}}, {{0.2690384530229811, 0, 0.3842699808777368}}, {{0.21197753264280378, 0, 0.5931531232344494}}, {{0.34237742355525885, 0, 0.6578372008807044}}}},
     .tile_split = {{0.09621241660344781, -0.025326635114014867, -0.22723734575766052, -0.01432090093868743, -0.09120996290822483, 0.0392656808044729, 0.09638252528004107, 0.14673802920076492}}, .split_preference = -0.06949619282986347, .split_log_preference = -0.08519119867456777, .regret = {0, 0, 0}},
    // hopper_unaligned_bf16
    {.family = static_cast<GemmFamily>(19), .since = 0, .until = 9999, .preference = {{{{-0.33485641860360105, -0.28697313642220473, -0.4333636180943511}}, {{0.00970250896278943, -0.22937419024189756, 0.002183344133437265}}, {{-0.19555014475514043, -0.24347508517987831, -0.12883432183454924}}, {{-0.3696480523530491, -0.5229773409030795, -0.46278202459271833}}, {{-0.004621842664054791, -0.014811583930034233, -0.5658077190690909}}, {{0.007455411285206659, 0.0130039440170992, 0.07953250420930857}}, {{0.17128463049341983, 0.23518942895453607, 0.4833875347863037}}, {{0.007455411285206659, 0.0130039440170992, 0.07953250420930857}}, {{0.16877849634922482, 0.13641401968838615, 0.49615179625235817}}}},
     .tile_split = {{-0.11757153430316422, 0.0017960104208373875, -0.03060114341443805, 0.024621323804029892, -0.01292342144485556, 0.013031722695412154, -0.007022134949445734, 0.013031722695412154, 0.006042865941961797}}, .split_preference = 0.16040541144574894, .split_log_preference = -0.09583816214655903, .regret = {0.030983470129108525, 0.011874424862971364, -0.013147903436829709}},
    // hopper_s16816
    {.family = static_cast<GemmFamily>(20), .since = 0, .until = 9999, .preference = {{{{0.04628407915275591, -0.00251120320163592, 0.11953608373068031}}, {{-0.0018132678960651322, -0.054200504167379635, -0.024788611362282942}}, {{-0.02020716931492611, 0.002452806700375595, 0.014157232773586367}}, {{-0.07753933197664342, -0.00826094716263569, 0.017604050915892188}}, {{0.10242598882866454, 0.12526777892908422, 0.12676854436598578}}, {{-0.05259607902994867, 0.13461229111703757, -0.03667042829135009}}, {{-0.012725300305082836, -0.09222304969134473, 0.03488052102944506}}, {{0.21265504048888947, 0.17472974015222356, -0.11055309207636478}}, {{0.13334575552755876, 0.09094403380594909, 0.10206138280206134}}, {{0.0032244329207386374, -0.10357366410602141, 0.0016867774361513654}}, {{0.14575472639230597, 0.05784329586889886, 0.0879708812961538}}, {{0.110625789805612, 0.0327117506725037, 0.16555263568928072}}, {{0.13912077576557835, 0.18148695210582053, 0.0009538452267046309}}, {{0.015075334283190656, 0.13276763431337865, -0.12401239492559349}}, {{-0.24557063822940983, -0.19338789006969587, -0.29273599542261414}}, {{0.027784837104961463, 0.011715777139730309, -0.010685434083617634}}, {{-0.08812727008882076, -0.32644412076835166, -0.05509684759165384}}, {{-0.003193306551641073, 0.011479024692719685, 0.009347330125240867}}, {{-0.22452439687771628, -0.2054097063306652, -0.05597648163770455}}}},
     .tile_split = {{0.0696323794272509, -0.04488021098588152, 0.01372363324894682, -0.1607535221044479, -0.00704752335333367, -0.17355948686574246, 0.09222459042852864, -0.17399539406597522, -0.19266756415044609, 0.007843145161199584, -0.1636850036036234, 0.00758343508056665, -0.0024855181016815928, 0.13444904807744537, 0.15838286217652067, -0.030718712004731086, 0.28117242552815525, 0.038303327927973974, 0.1504643313743037}}, .split_preference = 0.0039862431950211386, .split_log_preference = 0.09323215656820971, .regret = {0.05058423072294368, 0.005487506331618161, 0.014499817919496193}},
    // hopper_tf32_s1688
    {.family = static_cast<GemmFamily>(21), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {-0.003785394031594721, -0.003975195165351963, 0.021234135475627795}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .since = 0, .until = 1099, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .since = 0, .until = 1099, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .since = 0, .until = 1099, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}}}}};

}  // namespace perfmodel
// clang-format on
