#pragma once
#include <perfmodel/kernel/gemm_family.hpp>

// Constants of the GEMM model. Generated: do not edit.
//     perfmodel-fit --data FOLDER --raw devices/calibrated/raw --out include/perfmodel/kernel/gemm_constants.hpp
// Date 2026-11-22, FNV-1a of the data files 85cf132016c04b1a. Rows read, by source and card:
//   clblas/K40c 1444
//   deepbench-fp16_tensorop/T4 160
//   deepbench-fp16_tensorop/V100-SXM2-16GB 160
//   deepbench-fp32/P100-PCIE-16GB 160
//   deepbench-fp32/T4 160
//   deepbench-fp32/V100-SXM2-16GB 160
//   isolated-12.4/H100-SXM5-80GB 3204
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
     .error_bars = {{{{{0.9522362439812332, 1.1707852657670126}, {0.9522362439812332, 1.1707852657670126}, {0.9522362439812332, 1.1707852657670126}, {0.9521435488603006, 1.17374490469246}}}, {{{0.9292168175434237, 1.2668228036407376}, {0.9292168175434237, 1.2668228036407376}, {0.9292168175434237, 1.2668228036407376}, {0.9290811393916776, 1.2716294578030152}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
     .calibrated_on = {"K40c"}, .validated_extent = {8, 5760}, .validated_work = {1024, 382205952000}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 5, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9074227838826486},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9235641031239317},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.700050010487386},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7391486266130783},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.6920283634947465}}},
     .block_cycles = 8074.604434208184, .epilogue_cycles = 0.009196096068036373, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 2.127637403202158, .norm_doublings = 2,
     .dram_efficiency = 0.9250586237542381, .dram_fill = 0.49904817058262846, .l2_bytes_per_clock = 42.283126966195944, .l2_capacity = 0.715628150679096,
     .swizzled = true, .reuse_window = 11.914079497976923, .line_bytes = 103.91376550973807, .store_exposed = 0.18166546561021388,
     .split_seconds = 5.681500446293563e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8127247023946936, 1.4096780961339204}, {0.8127247023946936, 1.4096780961339204}, {0.7346500994432654, 1.5053153367531447}, {0.8269879990836219, 1.2895162535416063}}}, {{{0.9704455335485082, 2.3727996476597095}, {0.9704455335485082, 2.3727996476597095}, {0.9704455335485082, 2.955077757382402}, {0.9704455335485082, 2.214652695341219}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
     .calibrated_on = {"P100-PCIE-16GB"}, .validated_extent = {1, 5e+05}, .validated_work = {8388608, 4504524499200}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .reuse = 0.1472577714016413, .efficiency = 0.9347602412234659},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8596192763576652},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.9460733292046466},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9239530338184027},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8359473558517927},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7574545941741101}}},
     .block_cycles = 6679.693688918077, .epilogue_cycles = 0.008859735824607745, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 6.731498391436503, .norm_doublings = 2,
     .dram_efficiency = 0.8258844716201553, .dram_fill = 0.499557516160666, .l2_bytes_per_clock = 43.02226274941583, .l2_capacity = 0.6965993986484339,
     .swizzled = true, .reuse_window = 11.965437743684033, .line_bytes = 66.75485915731711, .store_exposed = 0.18030230149833001,
     .split_seconds = 5.321746867384618e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8901485531028477, 1.1782573410932908}, {0.8901485531028477, 1.1782573410932908}, {0.7807988793905501, 1.272874868181025}, {0.8997045157524357, 1.116790351162933}}}, {{{0.8263997247493654, 1.2508784327271794}, {0.8263997247493654, 1.2508784327271794}, {0.8263997247493654, 1.2508784327271794}, {0.8271917667279512, 1.2512338926216247}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
     .calibrated_on = {"V100-PCIE-32GB", "V100-SXM2-16GB"}, .validated_extent = {3, 5e+05}, .validated_work = {8388608, 4504524499200}},
    // ampere_sgemm
    {.family = static_cast<GemmFamily>(3), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.421599569422836,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9657819543218381},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9490975783963254},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.852197674315432},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8743291357777946},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8876627426280561},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.8916120444921024},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8129403042461631},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7388152202266538}}},
     .block_cycles = 2830.628504242909, .epilogue_cycles = 0.008699221553246572, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.357129515975666, .norm_doublings = 2,
     .dram_efficiency = 0.9062766110772345, .dram_fill = 0.4983873749678041, .l2_bytes_per_clock = 43.52525338127924, .l2_capacity = 0.7231327450997234,
     .swizzled = true, .reuse_window = 14.51216346785074, .line_bytes = 93.63736893879506, .store_exposed = 0.17458408458113603,
     .split_seconds = 7.799293844771467e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.9046126446820583, 1.0776611557538651}, {0.9046126446820583, 1.0776611557538651}, {0.9046126446820583, 1.0776611557538651}, {0.9072724997951678, 1.0776675664589526}}}, {{{0.925041393085489, 1.290717437384976}, {0.925041393085489, 1.290717437384976}, {0.925041393085489, 1.290717437384976}, {0.9257256067149918, 1.291589148969087}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
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
     .error_bars = {{{{{0.8716077707748314, 1.1717198040446433}, {0.8632293444762883, 1.3338731587634935}, {0.8716077707748314, 1.1717198040446433}, {0.8820020901556321, 1.1490728352144508}}}, {{{0.8706833574286801, 1.1335844495516387}, {0.8706833574286801, 1.1335844495516387}, {0.8706833574286801, 1.1335844495516387}, {0.8770372504806786, 1.1277659053461877}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
     .calibrated_on = {}, .validated_extent = {0, 0}, .validated_work = {0, 0}},
    // volta_s884
    {.family = static_cast<GemmFamily>(6), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 512, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8911020532752484},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8606156084044819},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.8435795991027613},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.7014738620486993},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.7287593428520717},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.7333988742430971},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.5932074699417744},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.4712137080517787},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.229110009523707}}},
     .block_cycles = 442.89498641151573, .epilogue_cycles = 0.015447325494452314, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.7509739152265336, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.4230901763963303, .l2_bytes_per_clock = 38.938407381524584, .l2_capacity = 0.17850412811874386,
     .swizzled = true, .reuse_window = 14.050482799593642, .line_bytes = 128, .store_exposed = 0.49813308275744356,
     .split_seconds = 8.248260454866712e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 2.0933756672896553e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8600953221390143, 1.5747252741025892}, {0.8600953221390143, 1.5747252741025892}, {0.8600953221390143, 1.5747252741025892}, {0.8600953221390143, 1.5747252741025892}}}, {{{0.7976637914595293, 1.9760921678422865}, {0.7976637914595293, 1.9760921678422865}, {0.7976637914595293, 1.9760921678422865}, {0.7976637914595293, 1.9760921678422865}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
     .calibrated_on = {"V100-SXM2-16GB"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // turing_s1688
    {.family = static_cast<GemmFamily>(7), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 512, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.7183411283179634},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.6937651921203333},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.6800320107200056},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.5654767865224248},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.5874723402246655},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.5912123902021582},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.4782003606864036},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.37985793599810147},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.184691688393364}}},
     .block_cycles = 442.89498641151573, .epilogue_cycles = 0.015447325494452314, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.7509739152265336, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.4230901763963303, .l2_bytes_per_clock = 38.938407381524584, .l2_capacity = 0.17850412811874386,
     .swizzled = true, .reuse_window = 14.050482799593642, .line_bytes = 128, .store_exposed = 0.49813308275744356,
     .split_seconds = 8.248260454866712e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 2.0933756672896553e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.7605443441464909, 1.90508781590326}, {0.7605443441464909, 1.90508781590326}, {0.7605443441464909, 1.90508781590326}, {0.7605443441464909, 1.90508781590326}}}, {{{0.6632645891998064, 2.6294959074692708}, {0.6632645891998064, 2.6294959074692708}, {0.6632645891998064, 2.6294959074692708}, {0.6632645891998064, 2.6294959074692708}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
     .calibrated_on = {"T4"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // ampere_s16816
    {.family = static_cast<GemmFamily>(8), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 1024, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.9350366736352403},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.9530734853413209},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.9068464992279723},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8270212882969628},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8280076483154366},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.7655975604123989},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8252409068418379},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.5845158108464305},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.2587523900985739}}},
     .block_cycles = 4333.612241501852, .epilogue_cycles = 0.015941720968664603, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.3372513219573106, .norm_doublings = 2,
     .dram_efficiency = 0.8731186656860753, .dram_fill = 0.5, .l2_bytes_per_clock = 55.74436854933238, .l2_capacity = 0.5280230893902325,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8956614474644374,
     .split_seconds = 2.7112476478458023e-06, .split_part_seconds = 5.001413616504129e-08, .split_traffic = 0.6750251946751901, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8310405523858766, .launch_seconds = 1.473519101932724e-06,
     .layout_efficiency = {1.042612667841842, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1.0294175837581176, 1}, .alignment_traffic = {1, 1, 1, 1, 0.9834605034034829, 1}, .alignment_store = {1, 1, 1, 1, 0.9945285915663281, 1},
     .error_bars = {{{{{0.9040796097528825, 1.122087481047393}, {0.9040796097528825, 1.122087481047393}, {0.9302213867830924, 1.1232038070909454}, {0.902339060278437, 1.1149161000883336}}}, {{{0.8596269285450615, 1.1886119043796606}, {0.8596269285450615, 1.1886119043796606}, {0.8971797863531707, 1.1903861088092897}, {0.8571456711213901, 1.1772353117123497}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
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
     .error_bars = {{{{{0.9084082710110347, 1.114211917897727}, {0.8995032719403788, 1.1475000016393848}, {0.8862101041381848, 1.171943753262348}, {0.8949811751754516, 1.1282984257095658}}}, {{{0.9110750768132222, 1.1109282991872202}, {0.8960674547916236, 1.1196431848743058}, {0.8342449231316129, 1.1337390963665799}, {0.8951262470794377, 1.1212848939574096}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
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
     .error_bars = {{{{{0.8221729458977557, 1.2486769319160944}, {0.8221729458977557, 1.2486769319160944}, {0.8384885066601272, 1.1386242861206217}, {0.8033456153151803, 1.2742360476838381}}}, {{{0.7952347662090394, 1.14541509406185}, {0.7952347662090394, 1.14541509406185}, {0.7952347662090394, 1.14541509406185}, {0.7919017771497228, 1.1406063915097002}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 32768}, .validated_work = {524288, 8796093022208}},
    // hopper_unaligned
    {.family = static_cast<GemmFamily>(12), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .efficiency = 0.40183354550629424},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .efficiency = 0.4019618836649326},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 2, .fine = true, .efficiency = 0.39429485087877325},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.20218768799021056},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.07968653841225151},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.12200735638484969},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.12277211684670404},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.11845197558885},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.11682121735777903}}},
     .block_cycles = 608.316853181624, .epilogue_cycles = 0.11242163848626367, .slab_wait = 456.83347314476305, .fine_wait = {2.439655855673779, 1, 3.368759592951372, 1}, .latency_warps = 2.5807017097299445, .norm_doublings = 2,
     .dram_efficiency = 0.9753282385031566, .dram_fill = 0.3603111190373327, .l2_bytes_per_clock = 48.22106379686587, .l2_capacity = 0.798997618482567,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.7868650987392344,
     .split_seconds = 1.9699857771421154e-06, .split_part_seconds = 3.073312655185642e-08, .split_traffic = 0.38398933192224666, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.7264332458069108, .launch_seconds = 1.6717781496561054e-06,
     .layout_efficiency = {1.1176402860193777, 1, 1.2860330511279496, 1}, .alignment_math = {0.49748972677153724, 0.8, 0.9, 1, 1, 1}, .alignment_traffic = {0.9710961914534723, 1, 1, 1, 1, 1}, .alignment_store = {0.9688445579243135, 1, 1, 1, 1, 1}, .pitch_slowdown = 1.28,
     .error_bars = {{{{{0.8286990779878923, 1.2790505782064856}, {0.8286990779878923, 1.2790505782064856}, {0.8286990779878923, 1.2790505782064856}, {0.8252770411745484, 1.2766883488399414}}}, {{{0.8217926632059079, 1.137255124331406}, {0.8217926632059079, 1.137255124331406}, {0.8217926632059079, 1.137255124331406}, {0.8217926632059079, 1.137255124331406}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
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
     .error_bars = {{{{{0.8415489706947151, 1.3328689825719824}, {0.8415489706947151, 1.3328689825719824}, {0.8415489706947151, 1.3328689825719824}, {0.8643093775581009, 1.223465582866066}}}, {{{0.8195216193423733, 1.1138068189128771}, {0.8195216193423733, 1.1138068189128771}, {0.8195216193423733, 1.1138068189128771}, {0.8195216193423733, 1.1138068189128771}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
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
     .error_bars = {{{{{0.9177179588508598, 1.030576750786776}, {0.9177179588508598, 1.030576750786776}, {0.9177179588508598, 1.030576750786776}, {0.91745277149563, 1.030454533953517}}}, {{{0.8791517516984632, 1.0462139612828083}, {0.8791517516984632, 1.0462139612828083}, {0.8791517516984632, 1.0462139612828083}, {0.878770714557536, 1.030454533953517}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
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
     .error_bars = {{{{{0.8146516349207354, 1.1312817588716129}, {0.8146516349207354, 1.1312817588716129}, {0.8146516349207354, 1.1312817588716129}, {0.8146516349207354, 1.1312817588716129}}}, {{{0.735288714243778, 1.203250848853212}, {0.735288714243778, 1.203250848853212}, {0.735288714243778, 1.203250848853212}, {0.735288714243778, 1.203250848853212}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {32, 16256}, .validated_work = {3568674, 1154976055296}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.9347602412234659},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8596192763576652},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.9460733292046466},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9239530338184027},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8359473558517927},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7574545941741101}}},
     .block_cycles = 6679.693688918077, .epilogue_cycles = 0.008859735824607745, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 6.731498391436503, .norm_doublings = 2,
     .dram_efficiency = 0.8258844716201553, .dram_fill = 0.499557516160666, .l2_bytes_per_clock = 43.02226274941583, .l2_capacity = 0.6965993986484339,
     .swizzled = true, .reuse_window = 11.965437743684033, .line_bytes = 66.75485915731711, .store_exposed = 0.18030230149833001,
     .split_seconds = 5.321746867384618e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.7349893132451053, 1.303906010711748}, {0.7349893132451053, 1.303906010711748}, {0.783328709224201, 1.3516900612081715}, {0.7234793782651847, 1.29520543885634}}}, {{{0.8778888681955678, 1.622330099078338}, {0.8778888681955678, 1.622330099078338}, {0.9074383151878388, 1.765634129716878}, {0.8771957776065527, 1.6053002713489701}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
     .calibrated_on = {"T4"}, .validated_extent = {1, 5e+05}, .validated_work = {8388608, 5806671749396}},
    // hopper_unaligned_bf16
    {.family = static_cast<GemmFamily>(19), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .efficiency = 0.40790913835012005},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .efficiency = 0.4398635056291624},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 2, .fine = true, .efficiency = 0.43208402950460767},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.23813313725401228},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.10809441403775716},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.10643984999085483},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.10643984999085483},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.10643984999085483},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.10643984999085483}}},
     .block_cycles = 164.47400095018358, .epilogue_cycles = 0.15556927328687326, .slab_wait = 1497.318831408843, .fine_wait = {1.1196101922459816, 1, 1.189063674631747, 1}, .latency_warps = 1.8355173188208513, .norm_doublings = 2,
     .dram_efficiency = 0.9804245923856559, .dram_fill = 0.9110594001952544, .l2_bytes_per_clock = 12.253862788307925, .l2_capacity = 0.7999538529775982,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.7972184913027296,
     .split_seconds = 1.7813059770330495e-06, .split_part_seconds = 5.270327735797413e-08, .split_traffic = 0.5841575696229965, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8078046787116915, .launch_seconds = 1.7784214848112051e-06,
     .layout_efficiency = {1.0844064859219522, 1, 1.4117354514989493, 1}, .alignment_math = {0.6189911887717128, 0.8, 0.9, 1, 1, 1}, .alignment_traffic = {1.4820975540592265, 1, 1, 1, 1, 1}, .alignment_store = {0.9839942998678376, 1, 1, 1, 1, 1}, .pitch_slowdown = 1.28,
     .error_bars = {{{{{0.8415415161691949, 1.2754695942351446}, {0.8415415161691949, 1.2754695942351446}, {0.8415415161691949, 1.2754695942351446}, {0.8520395932795918, 1.295647977075488}}}, {{{0.7719929230865432, 1.440473141357824}, {0.7719929230865432, 1.440473141357824}, {0.7719929230865432, 1.440473141357824}, {0.7864835883646938, 1.4747911810655596}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
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
     .error_bars = {{{{{0.8380573917970949, 1.2184938522432627}, {0.8380573917970949, 1.2184938522432627}, {0.8380573917970949, 1.2184938522432627}, {0.8447718320601098, 1.2091033773170858}}}, {{{0.820327260199412, 1.1774941273200765}, {0.820327260199412, 1.1774941273200765}, {0.820327260199412, 1.1774941273200765}, {0.820327260199412, 1.1774941273200765}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
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
     .error_bars = {{{{{0.9178936771688511, 1.2877038795319735}, {0.9265059417902274, 1.0977007653687822}, {0.9515945181366614, 1.1160898430228587}, {0.8847767238946781, 1.1490784301729013}}}, {{{0.8945701879607466, 1.0879366607582655}, {0.8945701879607466, 1.0879366607582655}, {0.8945701879607466, 1.0879366607582655}, {0.8945701879607466, 1.0879366607582655}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {2, 16384}, .validated_work = {24576, 34359738368}},
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
     .error_bars = {{{{{0.8849845900225759, 1.1810974230165467}, {0.8849845900225759, 1.1810974230165467}, {0.8759832203325186, 1.1491488901239153}, {0.90661809939295, 1.1934782221484426}}}, {{{0.8325370365285669, 1.2835966734532884}, {0.8325370365285669, 1.2835966734532884}, {0.8198675184428202, 1.2318687917504743}, {0.8632499807931894, 1.3038323370731042}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
     .calibrated_on = {"H100-SXM5-80GB"}, .validated_extent = {1, 32768}, .validated_work = {16777216, 8796093022208}},
    // hopper_xmma_s16816
    {.family = static_cast<GemmFamily>(23), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 23, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.8272600261690306},
      {.m = 128, .n = 256, .k = 64, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.8224003056185257},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.7697393284318612},
      {.m = 128, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .efficiency = 0.7659446779548175},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.7064001578586413},
      {.m = 128, .n = 96, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.6963948328601024},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .efficiency = 0.5889949325048949},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .efficiency = 0.6181056726400563},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .efficiency = 0.5971633818580411},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.5889750939567034},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .efficiency = 0.5544998330842821},
      {.m = 96, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.5591655505588906},
      {.m = 64, .n = 96, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .efficiency = 0.5560192201666657},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .efficiency = 0.4564457920986671},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 10, .efficiency = 0.45815187112384337},
      {.m = 64, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .efficiency = 0.463119795601766},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .efficiency = 0.28315791752860897},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .efficiency = 0.13001996946697275},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .efficiency = 0.15075617057265192},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .efficiency = 0.13759006574091848},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .efficiency = 0.1306896776046672},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .efficiency = 0.11002808907830483},
      {.m = 16, .n = 16, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .efficiency = 0.06483939858685632}}},
     .block_cycles = 132.65395143021988, .epilogue_cycles = 0.09761253569456808, .slab_wait = 296.58271279634505, .fine_wait = {1, 1, 1, 1}, .latency_warps = 3.10796609528514, .norm_doublings = 2,
     .dram_efficiency = 0.8655251673796088, .dram_fill = 0.322097434063566, .l2_bytes_per_clock = 43.24487077390149, .l2_capacity = 0.8,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.7508596962043268,
     .split_seconds = 1.413824573325259e-06, .split_part_seconds = 3.1652012668335215e-08, .split_traffic = 0.5199099846434054, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8529246175440948, .launch_seconds = 2.261490653680116e-06,
     .layout_efficiency = {0.9651881480297391, 1, 0.9894995877308188, 1}, .alignment_math = {0.7, 0.8, 0.9, 0.9409117181057217, 0.9765329578162831, 1}, .alignment_traffic = {1, 1, 1, 1.4405642399724443, 0.9182076574284204, 1}, .alignment_store = {1, 1, 1, 1.1960199648622076, 1.0745617105377896, 1},
     .error_bars = {{{{{0.8764021715038628, 1.282576303319092}, {0.9400802014318922, 1.1230058367448068}, {0.8509186740185308, 1.1251712083914682}, {0.7995571165401637, 1.2245215721678253}}}, {{{0.8204557583457225, 1.4525290188339646}, {0.9114804529419027, 1.1900714053279318}, {0.7849320854783998, 1.193515094498361}, {0.714947644530749, 1.3550323404908073}}}, {{{0.8778883544878356, 1.7957035535077692}, {0.8778883544878356, 1.7957035535077692}, {0.9124191809672137, 2.734400240302082}, {0.8772510360992812, 1.732979217817896}}}}},
     .calibrated_on = {"H100-SXM5-80GB"}, .validated_extent = {1, 16384}, .validated_work = {3072, 58453917696}}}},
  .processes = {{
    {.cc_low = 30, .cc_high = 37, .reference_clock = 1e+09, .cuda_core_energy = 2.5512440997303144e-11, .tensor_energy = 0, .l2_energy = 3.191150756733303e-10, .controller_time = 0.02, .controller_power = 0.7984306700830568, .dram_efficiency = 0.8},
    {.cc_low = 50, .cc_high = 53, .reference_clock = 1.4e+09, .cuda_core_energy = 2.2110782197662725e-11, .tensor_energy = 0, .l2_energy = 2.7656639891688624e-10, .controller_time = 0.02, .controller_power = 0.7984306700830568, .dram_efficiency = 0.8},
    {.cc_low = 60, .cc_high = 62, .reference_clock = 1.9e+09, .cuda_core_energy = 2.0409952797842515e-11, .tensor_energy = 0, .l2_energy = 2.5529206053866423e-10, .controller_time = 0.030708185419703115, .controller_power = 0.7984306700830568, .dram_efficiency = 0.8103200838525586},
    {.cc_low = 70, .cc_high = 72, .reference_clock = 1.9e+09, .cuda_core_energy = 1.991513803717389e-11, .tensor_energy = 7.100073214608837e-13, .l2_energy = 2.491028115439584e-10, .controller_time = 0.030708185419703115, .controller_power = 0.7984306700830568, .dram_efficiency = 0.904211580888022},
    {.cc_low = 75, .cc_high = 75, .reference_clock = 1.9e+09, .cuda_core_energy = 1.991513803717389e-11, .tensor_energy = 7.100073214608837e-13, .l2_energy = 2.491028115439584e-10, .controller_time = 0.0072050655107082084, .controller_power = 0.7984306700830568, .dram_efficiency = 0.6874987089216906},
    {.cc_low = 80, .cc_high = 80, .reference_clock = 1.7e+09, .cuda_core_energy = 1.292746436276286e-11, .tensor_energy = 2.2822960921954357e-12, .l2_energy = 1.741379152822796e-10, .controller_time = 0.016316952628832558, .controller_power = 0.7984306700830568, .dram_efficiency = 0.9005088726666766},
    {.cc_low = 86, .cc_high = 88, .reference_clock = 2e+09, .cuda_core_energy = 8.851803426770713e-12, .tensor_energy = 3.5552447728985796e-12, .l2_energy = 1.1923719547558319e-10, .controller_time = 0.02, .controller_power = 0.7984306700830568, .dram_efficiency = 0.8},
    {.cc_low = 89, .cc_high = 89, .reference_clock = 2.7e+09, .cuda_core_energy = 5.959503728509984e-12, .tensor_energy = 1.4184118690779083e-12, .l2_energy = 8.448178209603648e-11, .controller_time = 0.0072050655107082084, .controller_power = 0.7984306700830568, .dram_efficiency = 0.78},
    {.cc_low = 90, .cc_high = 90, .reference_clock = 2.1e+09, .cuda_core_energy = 8.939255592764976e-12, .tensor_energy = 1.2616698472672143e-12, .l2_energy = 8.448178209603648e-11, .controller_time = 0.06, .controller_power = 0.7984306700830568, .dram_efficiency = 0.92},
    {.cc_low = 0, .cc_high = 999, .reference_clock = 2.7e+09, .cuda_core_energy = 5.959503728509984e-12, .tensor_energy = 7e-13, .l2_energy = 8.448178209603648e-11, .controller_time = 0.06, .controller_power = 0.7984306700830568, .dram_efficiency = 0.91}}},
  .board = {.idle_share = 0.11455111071201154, .idle_power = 27.902434998576197, .voltage_floor = 0.5980937188577926, .voltage_knee = 0.5371916605253161, .tensor_l2_share = 0.07931525834484944, .fp16_energy = 1.14, .open_boost = 1.1},
  .choices = {{
    // kepler_sgemm
    {.family = static_cast<GemmFamily>(0), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}}},
     .tile_split = {{0}}, .split_preference = -0.09999999999999999, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .since = 1100, .until = 9999, .preference = {{{{0.9814093235898607, 0, 0.29028591430955}}, {{0.906230560062488, 0, -2.1009562672531206}}, {{-0.979612784009422, 0, 0.3698798033417142}}, {{0.32883442855515965, 0, 0.32797195603067364}}, {{-1.8068615281980793, 0, 0.39281859357118587}}}},
     .tile_split = {{0.15598264224491742, 0.07678580892358888, -0.4287134448342807, -1.8495772599119447, 0.8212218244124401}}, .split_preference = -0.6543004291652565, .split_log_preference = 0.6647497905030564, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .since = 1100, .until = 9999, .preference = {{{{0.0008034966870953417, 0, -0.006303164010361552}}, {{-0.2117145299865515, 0, 0.004784426763344493}}, {{0.07357147479902698, 0, -0.6116356315791232}}, {{-0.08839267560424163, 0, -0.01111893854091403}}, {{-0.08792236353775965, 0, -0.5762960224097828}}, {{0.08973054780454072, 0, -0.011523880827022048}}, {{0.02056270838407192, 0, 0.25927001495658}}, {{0.2633613414538143, 0, 0.47282319564727726}}}},
     .tile_split = {{-0.06217883817378429, 0.12925255297715094, -0.004365140649868364, -0.03816306987812361, -0.05933230673055811, 0.003303296501976062, 0.12930047570183753, -0.08395679178233723}}, .split_preference = -0.22613982203370925, .split_log_preference = -0.0023087289945968037, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // ampere_sgemm
    {.family = static_cast<GemmFamily>(3), .since = 0, .until = 9999, .preference = {{{{0.15359408675530256, 0, -2.0511609601736738}}, {{-0.002733374882282036, 0, -8.579200542668089e-10}}, {{0.06769639700588737, 0, -2.29132217344854e-06}}, {{-0.03225345285897181, 0, -1.1639664665021525e-05}}, {{-0.03569083391618889, 0, -2.1939128777950612e-05}}, {{0.06620967827926509, 0, -6.0163235367706595e-06}}, {{-0.002469636502735682, 0, 0.0002034722162507982}}, {{-0.06435286388027701, 0, 0.3488034875503974}}}},
     .tile_split = {{0.00386615931570293, 0.16480416288815533, -0.09792714404254874, 0.11213681950634058, 0.13789840533162925, 0.0835505260146244, 0.07866537696357431, -0.0638355929518869}}, .split_preference = 0.35915871302559166, .split_log_preference = 0.041460967683784135, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
    // hopper_sgemm
    {.family = static_cast<GemmFamily>(4), .since = 0, .until = 9999, .preference = {{{{0, 0, -0.0785046507999299}}, {{0, 0, 0.011031897853414518}}, {{0, 0, 0.017925731982587872}}, {{0, 0, -0.12318008599688152}}, {{0, 0, 0.01182451591151873}}, {{0, 0, 0.033845809573591554}}, {{0, 0, -0.10522985858150855}}, {{0, 0, -0.024351406021455593}}, {{0, 0, -0.14639504206726028}}, {{0, 0, -0.13651000787130546}}, {{0, 0, 0.04705767941344555}}, {{0, 0, -0.1453644723526874}}, {{0, 0, 0.0017825187764835826}}, {{0, 0, -0.013863241563582561}}, {{0, 0, -0.05406543560984938}}, {{0, 0, 0.07134948885512155}}, {{0, 0, 0.010396883608270305}}, {{0, 0, 0.25296086920464955}}, {{0, 0, -0.021150516620574183}}, {{0, 0, 0.06043932230595271}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0, .split_log_preference = 0, .regret = {0.009854649909066426, -0.011953164761123845, 0.020001157749555604}, .wave_regret = {0, 0, 0}},
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
    {.family = static_cast<GemmFamily>(8), .since = 0, .until = 9999, .preference = {{{{-0.03, 0, 0}}, {{0, 0, 0}}, {{0.03, 0, 0}}, {{0.09, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{-0.06, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.020000000000000004, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
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
    {.family = static_cast<GemmFamily>(18), .since = 1100, .until = 9999, .preference = {{{{-0.4351364070584869, 0, 0.06297165773966662}}, {{-0.6143818209776636, 0, -0.8748210142227639}}, {{-0.32838945504729833, 0, -0.8419210964219059}}, {{0.02215346468922319, 0, -0.3248419777766991}}, {{0.00020793867591395454, 0, 0.14349601022390618}}, {{0.21232486806414047, 0, 0.17319879628686247}}, {{0.2239627321819214, 0, 0.3820677411550092}}, {{0.31925867947224507, 0, 0.6498498830159356}}}},
     .tile_split = {{0.18226119784604985, -0.01124054608387803, -0.28578091802651984, 0.0038241213944858188, -0.15372068421061524, 0.04175114779127953, 0.07179586271725655, 0.05154386546344093}}, .split_preference = 0.050434046891494444, .split_log_preference = -0.010954506249601176, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}},
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
