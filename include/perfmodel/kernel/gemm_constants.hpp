#pragma once
#include <perfmodel/kernel/gemm_family.hpp>

// Constants of the GEMM model. Generated: do not edit.
//     perfmodel-fit --data FOLDER --raw devices/calibrated/raw --out include/perfmodel/kernel/gemm_constants.hpp
// Date 2026-11-23, FNV-1a of the data files ffcd75a69a7cce73. Rows read, by source and card:
//   clblas/K40c 1444
//   deepbench-fp16_tensorop/T4 160
//   deepbench-fp16_tensorop/V100-SXM2-16GB 160
//   deepbench-fp32/P100-PCIE-16GB 160
//   deepbench-fp32/T4 160
//   deepbench-fp32/V100-SXM2-16GB 160
//   isolated-12.4/H100-SXM5-80GB 3204
//   isolated-linear/H200-SXM 2218
//   isolated-random/H200-SXM 5180
//   isolated-warm-linear/H200-SXM 720
//   isolated-warm/H200-SXM 1678
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
//   published-bf16/L4 2
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
//   published-fp16/L4 3
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
//   published-fp32/L4 4
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
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 256, .registers = 80, .stages = 2, .efficiency = 0.9622349569764284}}},
     .block_cycles = 8963.378140676128, .epilogue_cycles = 0.24364987921406947, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 20.085536923187668, .norm_doublings = 2,
     .dram_efficiency = 0.679892773422525, .dram_fill = 0.530031563626032, .l2_bytes_per_clock = 50.879141846861046, .l2_capacity = 0.796784215128985,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.9968613844699047,
     .split_seconds = 5.618973634078607e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 3.2057353743842483e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.9530363287664441, 1.1702368584302725}, {0.9530363287664441, 1.1702368584302725}, {0.9530363287664441, 1.1702368584302725}, {0.9528904193106127, 1.173238188134418}}}, {{{0.9303881787250025, 1.2659328194839619}, {0.9303881787250025, 1.2659328194839619}, {0.9303881787250025, 1.2659328194839619}, {0.9301745238525755, 1.2708060853426113}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {"K40c"}, .validated_extent = {8, 5760}, .validated_work = {1024, 382205952000}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 5, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9072606205398634},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9241870777690853},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.6944362473896181},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7426715739088877},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.6937153863500722}}},
     .block_cycles = 8353.601583491427, .epilogue_cycles = 0.010258994069898445, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 2.1916013262257033, .norm_doublings = 2,
     .dram_efficiency = 1.015560918058796, .dram_fill = 0.49744261513487187, .l2_bytes_per_clock = 42.80477472750449, .l2_capacity = 0.6785423434464001,
     .swizzled = true, .reuse_window = 10.96506947483817, .line_bytes = 108.11544006612685, .store_exposed = 0.19360312208995148,
     .split_seconds = 8.614222429872156e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1}, .partial_store = 0.9278372875455861,
     .error_bars = {{{{{0.7907312421451507, 1.3577050796789873}, {0.7907312421451507, 1.3577050796789873}, {0.710315487305875, 1.417294628708642}, {0.8304171963319321, 1.252466003244136}}}, {{{0.9704455335485082, 2.4581646508485786}, {0.9704455335485082, 2.4581646508485786}, {0.9704455335485082, 2.9835932880699927}, {0.9704455335485082, 2.092214717717096}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {"P100-PCIE-16GB"}, .validated_extent = {1, 5e+05}, .validated_work = {8388608, 4504524499200}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9649245889740728},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9557877854990662},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .reuse = 0.06969920618257285, .efficiency = 0.9035329992512379},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8464214795698592},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.9093430941513309},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.8686825243382139},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8067900199290816},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7245931809149482}}},
     .block_cycles = 4218.380894566297, .epilogue_cycles = 0.00965151425295811, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 3.829037897099236, .norm_doublings = 2,
     .dram_efficiency = 0.9719782593570655, .dram_fill = 0.4975617169646372, .l2_bytes_per_clock = 43.41856975882815, .l2_capacity = 0.6597754567087613,
     .swizzled = true, .reuse_window = 23.864974681147032, .line_bytes = 80.21482500716985, .store_exposed = 0.14559605827731895,
     .split_seconds = 8.631710155838178e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1}, .partial_store = 1.501457927794516,
     .error_bars = {{{{{0.9035405640876848, 1.1334032333992725}, {0.9035405640876848, 1.1334032333992725}, {0.8495861525439578, 1.1668199663116556}, {0.9094785717837656, 1.0994547473012295}}}, {{{0.8424689849283928, 1.2292726905583735}, {0.8424689849283928, 1.2292726905583735}, {0.8560372114212883, 1.221585799431081}, {0.8427503422698902, 1.2280368481719106}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {"V100-PCIE-32GB", "V100-SXM2-16GB"}, .validated_extent = {3, 5e+05}, .validated_work = {8388608, 4504524499200}},
    // ampere_sgemm
    {.family = static_cast<GemmFamily>(3), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.4515202041352588,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9719656548414933},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9562571090210833},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.8192884231763481},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8738896901831658},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8859711071553443},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.8776196978199006},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8108262004042059},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7385542173866924}}},
     .block_cycles = 3083.74053835919, .epilogue_cycles = 0.009947529315683028, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.4150894942381056, .norm_doublings = 2,
     .dram_efficiency = 1.0077815511550277, .dram_fill = 0.4969156734982762, .l2_bytes_per_clock = 43.801384599787006, .l2_capacity = 0.6805219764572804,
     .swizzled = true, .reuse_window = 8.142778518567509, .line_bytes = 81.64947279080148, .store_exposed = 0.18053738838579303,
     .split_seconds = 1.4289181417108924e-05, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64, .bias_partial_bytes = 1048576,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1}, .partial_store = 0.9760015743358852,
     .error_bars = {{{{{0.9523165507637449, 1.0978953099488253}, {0.9523165507637449, 1.0978953099488253}, {0.9523165507637449, 1.0978953099488253}, {0.9544643707102766, 1.0979034445726985}}}, {{{0.8548867027615654, 1.1844730244015729}, {0.8548867027615654, 1.1844730244015729}, {0.8548867027615654, 1.1844730244015729}, {0.8555738840714474, 1.1844751094312884}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {"A100-PCIE-40GB"}, .validated_extent = {2, 65273}, .validated_work = {20286000, 4504524499200}},
    // hopper_sgemm
    {.family = static_cast<GemmFamily>(4), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12379150151116308,
     .tile_count = 27, .bias_tiles = 7, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.9124928285383235},
      {.m = 128, .n = 256, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 3, .efficiency = 0.9107179974895051},
      {.m = 256, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.8827147913122928},
      {.m = 64, .n = 256, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.8680885151415071},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8580907823890944},
      {.m = 64, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8390991520066228},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 3, .efficiency = 0.8065598609851586},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 128, .stages = 3, .efficiency = 0.6150590243934525},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 3, .efficiency = 0.7394184000666497},
      {.m = 64, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 80, .stages = 3, .efficiency = 0.6511823676177536},
      {.m = 32, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 80, .stages = 3, .efficiency = 0.698641859576301},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 64, .stages = 3, .efficiency = 0.6049812138306051},
      {.m = 256, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 4, .fine = true, .padded = true, .efficiency = 0.9192252553298857},
      {.m = 128, .n = 256, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 4, .fine = true, .padded = true, .efficiency = 0.9221889462099966},
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 4, .fine = true, .padded = true, .efficiency = 0.9131645640120009},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 5, .fine = true, .padded = true, .efficiency = 0.8577260372897124},
      {.m = 64, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 5, .fine = true, .padded = true, .efficiency = 0.8300115499554057},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .fine = true, .padded = true, .efficiency = 0.7944853138029403},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .fine = true, .padded = true, .efficiency = 0.5907243141532806},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .fine = true, .padded = true, .efficiency = 0.6991904210106085},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 256, .registers = 80, .stages = 4, .start_cycles = 19789.840299590684, .efficiency = 0.22629386953786737},
      {.m = 64, .n = 8, .k = 64, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .start_cycles = 40774.22742688568, .efficiency = 0.16492084139288013},
      {.m = 8, .n = 4, .k = 96, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .thin = true, .efficiency = 0.27628818069322464},
      {.m = 8, .n = 6, .k = 96, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .thin = true, .efficiency = 0.18399406875903568},
      {.m = 8, .n = 8, .k = 52, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .thin = true, .efficiency = 0.518832209935885},
      {.m = 8, .n = 10, .k = 48, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .thin = true, .efficiency = 0.18399406875903568},
      {.m = 8, .n = 14, .k = 42, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .thin = true, .efficiency = 0.2994369328255119}}},
     .block_cycles = 503.11639796794685, .epilogue_cycles = 0.1917797501495067, .slab_wait = 1018.7307968706991, .fine_wait = {2.003083340534279, 2.2008578539183272, 0.6968196720932521, 1}, .copy_cycles = 0.855248374985932, .latency_warps = 0.44512846805841927, .norm_doublings = 2,
     .dram_efficiency = 0.8983184781616913, .dram_fill = 0.44949396109019285, .l2_bytes_per_clock = 18.50504911644662, .l2_capacity = 0.8001114503364857,
     .swizzled = true, .reuse_window = 15.04680537604922, .line_bytes = 128, .store_exposed = 0.6408399641500079,
     .split_seconds = 1.8156011379286279e-06, .split_part_seconds = 3.555707677300464e-08, .split_traffic = 0.45195026711386893, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 32,
     .vector_efficiency = 0.9034278622993592, .launch_seconds = 1.6637664064373498e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 0.964145988628865, 0.915855067111919, 0.9708459727869896, 0.8363030877810135, 1}, .alignment_store = {1, 0.9114969748668622, 1.223119565876036, 0.9048374180359595, 0.9048374180359595, 1},
     .error_bars = {{{{{0.8231110183645848, 1.239410005018112}, {0.8194778839390082, 1.2154662260431295}, {0.8609267830012801, 1.1703192327132996}, {0.876184906100848, 1.1512760490606135}}}, {{{0.8684764725615214, 1.1278326246570698}, {0.8684764725615214, 1.1278326246570698}, {0.8684764725615214, 1.1278326246570698}, {0.870143283560827, 1.1216279352085945}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {}, .validated_extent = {0, 0}, .validated_work = {0, 0}},
    // volta_s884
    {.family = static_cast<GemmFamily>(6), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 512, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8904929250199192},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8226179044185237},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.8429387708631754},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.703296257759538},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.7153199168856729},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.7373337798999651},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.5183377466114887},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.4980061699532276},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.2250097457789944}}},
     .block_cycles = 696.1416579303991, .epilogue_cycles = 0.01315714212031578, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 0.7224244929670329, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.49992295283010363, .l2_bytes_per_clock = 40.951873661792476, .l2_capacity = 0.9045352773266349,
     .swizzled = true, .reuse_window = 14.415409808228219, .line_bytes = 128, .store_exposed = 0.4667416085399476,
     .split_seconds = 5.261662751653556e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 4.077422742688568e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8624575093124247, 1.521346527033929}, {0.8624575093124247, 1.521346527033929}, {0.8624575093124247, 1.521346527033929}, {0.8624575093124247, 1.521346527033929}}}, {{{0.8009521321729439, 1.8764725733446908}, {0.8009521321729439, 1.8764725733446908}, {0.8009521321729439, 1.8764725733446908}, {0.8009521321729439, 1.8764725733446908}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {"V100-SXM2-16GB"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // turing_s1688
    {.family = static_cast<GemmFamily>(7), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 512, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8898437976311933},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.822018254722034},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.8423243082124205},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.7027835879218861},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.7147984823669862},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.7367962983122757},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.5179599028145507},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.497643146917796},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.2248457242751603}}},
     .block_cycles = 696.1416579303991, .epilogue_cycles = 0.01315714212031578, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 0.7224244929670329, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.49992295283010363, .l2_bytes_per_clock = 40.951873661792476, .l2_capacity = 0.9045352773266349,
     .swizzled = true, .reuse_window = 14.415409808228219, .line_bytes = 128, .store_exposed = 0.4667416085399476,
     .split_seconds = 5.261662751653556e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 4.077422742688568e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.7871837753869163, 1.8246347516254515}, {0.7871837753869163, 1.8246347516254515}, {0.7871837753869163, 1.8246347516254515}, {0.7871837753869163, 1.8246347516254515}}}, {{{0.6984160343792546, 2.464699137673549}, {0.6984160343792546, 2.464699137673549}, {0.6984160343792546, 2.464699137673549}, {0.6984160343792546, 2.464699137673549}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {"T4"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // ampere_s16816
    {.family = static_cast<GemmFamily>(8), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 1024, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.903455269006087},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.8976435058293085},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.871145986891452},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.7926018073872796},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.7930641084803406},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.7361067687003289},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8136724430043524},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.558373702825481},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.2478325339001098}}},
     .block_cycles = 3503.8430555956265, .epilogue_cycles = 0.013249236820496422, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.5185512413943394, .norm_doublings = 2,
     .dram_efficiency = 0.8750685952831738, .dram_fill = 0.5, .l2_bytes_per_clock = 59.69921631678703, .l2_capacity = 0.6413179533440395,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.9968613844699047,
     .split_seconds = 2.6172765727627913e-06, .split_part_seconds = 5.186832394381349e-08, .split_traffic = 0.6257481392828786, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.7969747441208956, .launch_seconds = 1.5002262679071115e-06,
     .layout_efficiency = {1.0570006281517137, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1.0682269677774847, 1}, .alignment_traffic = {1, 1, 1, 1, 0.9835379823190202, 1}, .alignment_store = {1, 1, 1, 1, 0.9852179813922434, 1},
     .error_bars = {{{{{0.900789273389797, 1.126242214693557}, {0.900789273389797, 1.126242214693557}, {0.9295034504665204, 1.1367203066594354}, {0.8992125067073266, 1.1213645996150434}}}, {{{0.8549383701768174, 1.1952195901946203}, {0.8549383701768174, 1.1952195901946203}, {0.89614133411503, 1.2119380690342667}, {0.8526945908141995, 1.1874634817864016}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
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
     .vector_efficiency = 0.8782599506570211, .launch_seconds = 2.3879109446078134e-06, .bias_seconds = 1.5e-07,
     .layout_efficiency = {0.9880635079234987, 1, 1.0020897205206183, 1}, .alignment_math = {1, 1, 1, 1.0927652303073767, 1.0856932844640352, 1}, .alignment_traffic = {1, 1, 1, 1.7542219185658985, 1.5185082126164202, 1}, .alignment_store = {1, 1, 1, 1.6157282060364144, 1.1938122363287986, 1},
     .error_bars = {{{{{0.9113447638184979, 1.1193910583156241}, {0.8608889633711556, 1.1529290245605304}, {0.8864683313700387, 1.1979957291458507}, {0.8896868260600361, 1.150567137680844}}}, {{{0.9110750768132222, 1.1109282991872202}, {0.8955770356827689, 1.1209416037033242}, {0.8342449231316129, 1.1337390963665799}, {0.8949264424447231, 1.1220181080062042}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 65344}, .validated_work = {2560, 8796093022208}},
    // hopper_tf32
    {.family = static_cast<GemmFamily>(11), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 7, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8829810823058563},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8601769297679948},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.8183016561161558},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.7817072431952723},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.637281646513462},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.7349020098347665},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 12, .efficiency = 0.6645886405476007}}},
     .block_cycles = 209.70887352467835, .epilogue_cycles = 0.07908866443266038, .slab_wait = 291.3852230283631, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.8907728958144714, .dram_fill = 0.24412922913862692, .l2_bytes_per_clock = 116.86877224264303, .l2_capacity = 0.7802589609379114,
     .swizzled = true, .reuse_window = 42.577189487337634, .line_bytes = 128, .store_exposed = 0.5562091280230287,
     .split_seconds = 3.873023217787219e-06, .split_part_seconds = 6.73152714094207e-08, .split_traffic = 1.6487212707001282, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.977122206528136, .launch_seconds = 3.559538472499167e-06,
     .layout_efficiency = {0.8910080110873461, 1, 0.6023602607768815, 1}, .alignment_math = {1, 1, 1, 1.1148178644583684, 0.9717218633988802, 1}, .alignment_traffic = {1, 1, 1, 2.198442747601454, 1.035953541268329, 1}, .alignment_store = {1, 1, 1, 1.6400246441713746, 1.0217281212755562, 1},
     .error_bars = {{{{{0.9331976648763256, 1.2477622045237824}, {0.816507245458879, 1.2593490803769662}, {0.8508321451735982, 1.1869770854918669}, {0.8039400520096887, 1.2690980188882495}}}, {{{0.7925120049111974, 1.15808270370383}, {0.7925120049111974, 1.15808270370383}, {0.7925120049111974, 1.15808270370383}, {0.7872241659908745, 1.1571509600827643}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 62016}, .validated_work = {3936, 8796093022208}},
    // hopper_unaligned
    {.family = static_cast<GemmFamily>(12), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .padded = true, .efficiency = 0.4000643736767627},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .padded = true, .efficiency = 0.3878456883272772},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 230, .stages = 2, .fine = true, .padded = true, .efficiency = 0.4009518647892874},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.22497499950646505},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.0797262966099474},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.12716453152291612},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.1318630313650557},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.1224966740297347},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.11625731928642906}}},
     .block_cycles = 1436.641787442652, .epilogue_cycles = 0.13341269837113218, .slab_wait = 493.8088204664485, .fine_wait = {2.5087846858220195, 1, 3.187879730339385, 1}, .latency_warps = 3.065057276655405, .norm_doublings = 2,
     .dram_efficiency = 0.984773201049833, .dram_fill = 0.375542625639016, .l2_bytes_per_clock = 40.19553964692384, .l2_capacity = 0.7991357327772044,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.6609775996687732,
     .split_seconds = 1.6376411237519054e-06, .split_part_seconds = 3.7107817820853774e-08, .split_traffic = 0.5113941551990873, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.7271222731324678, .launch_seconds = 1.2613375932168425e-06,
     .layout_efficiency = {1.1410062381515018, 1, 1.3741691380853518, 1}, .alignment_math = {0.49753392594401474, 0.8, 0.9, 1, 1, 1}, .alignment_traffic = {0.998771526163938, 1, 1, 1, 1, 1}, .alignment_store = {0.9048374180359595, 1, 1, 1, 1, 1}, .pitch_slowdown = 1.28,
     .error_bars = {{{{{0.8138609401385518, 1.2694722580615332}, {0.814786374041297, 1.281783599377191}, {0.8138609401385518, 1.2694722580615332}, {0.8137783934026278, 1.246280124120287}}}, {{{0.8131982782767992, 1.1643281601873336}, {0.8131982782767992, 1.1643281601873336}, {0.8131982782767992, 1.1643281601873336}, {0.8131982782767992, 1.1643281601873336}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 63713}, .validated_work = {4560, 1360206960000}},
    // hopper_tf32_unaligned
    {.family = static_cast<GemmFamily>(13), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 22, .tiles = {{
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.6345625444181076},
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.6176699917088281},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.6364714032597485},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.6259049593890135},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 230, .stages = 4, .fine = true, .padded = true, .efficiency = 0.6069772093992498},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 230, .stages = 5, .fine = true, .padded = true, .efficiency = 0.5910091601697665},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.6362430557317832},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 230, .stages = 5, .fine = true, .padded = true, .efficiency = 0.5910091601697665},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 230, .stages = 4, .fine = true, .padded = true, .efficiency = 0.5304208414262797},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.5321344139508952},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 128, .registers = 230, .stages = 4, .fine = true, .padded = true, .efficiency = 0.5391044827428799},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 230, .stages = 4, .fine = true, .padded = true, .efficiency = 0.5425968317801728},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .padded = true, .efficiency = 0.45462243089982035},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .padded = true, .efficiency = 0.40764069518105595},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .padded = true, .efficiency = 0.3405363337956331},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .padded = true, .efficiency = 0.43552070123641856},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .padded = true, .efficiency = 0.35504662663107533},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .padded = true, .efficiency = 0.32433522765231193},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 10, .fine = true, .padded = true, .efficiency = 0.3636979447198563},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .padded = true, .efficiency = 0.32287574114344925},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .fine = true, .efficiency = 0.14948885363063175},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .fine = true, .efficiency = 0.08994548063543197}}},
     .block_cycles = 605.6456030452046, .epilogue_cycles = 0.13544144402826486, .slab_wait = 299.9147355223529, .fine_wait = {2.2139876617846412, 1, 0.7405945403847592, 1}, .latency_warps = 1.8308365668444573, .norm_doublings = 2,
     .dram_efficiency = 0.8116572954932415, .dram_fill = 0.47564487263731287, .l2_bytes_per_clock = 16.529312232372263, .l2_capacity = 0.7969054415390143,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.6028718111642559,
     .split_seconds = 1.6866528226093517e-06, .split_part_seconds = 2.8246090016338818e-08, .split_traffic = 0.5741545858640466, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.9680133492484875, .launch_seconds = 2.257809612378739e-06,
     .layout_efficiency = {1.077348712392823, 1, 0.9202083049888803, 1}, .alignment_math = {1, 0.6920607705738157, 0.7112617185368346, 1, 1, 1}, .alignment_traffic = {1, 1.1829546492362124, 1.2308310431272709, 1, 1, 1}, .alignment_store = {1, 1.2243503877566588, 1.2111592088307164, 1, 1, 1},
     .error_bars = {{{{{0.8641750112884968, 1.1017094423435347}, {0.8344080655695825, 1.2855330432261163}, {0.8141243583037099, 1.3786503157142218}, {0.8541424312024501, 1.1583277471094087}}}, {{{0.8459783780362714, 1.138110111463554}, {0.8459783780362714, 1.138110111463554}, {0.8459783780362714, 1.138110111463554}, {0.8459783780362714, 1.138110111463554}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
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
     .error_bars = {{{{{0.9177179588508598, 1.030576750786776}, {0.9177179588508598, 1.030576750786776}, {0.9177179588508598, 1.030576750786776}, {0.91745277149563, 1.030454533953517}}}, {{{0.8791517516984632, 1.0462139612828083}, {0.8791517516984632, 1.0462139612828083}, {0.8791517516984632, 1.0462139612828083}, {0.878770714557536, 1.030454533953517}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
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
      {.m = 64, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.917540111919043},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.8720042040507598},
      {.m = 32, .n = 32, .k = 16, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.5998614769377992}}},
     .block_cycles = 321.0788027795957, .epilogue_cycles = 0.024408344400260677, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 0.2674914501645442, .norm_doublings = 2,
     .dram_efficiency = 1.000390175271421, .dram_fill = 0.19593393967331418, .l2_bytes_per_clock = 43.03668410707506, .l2_capacity = 0.8023808542175668,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8289716313721341,
     .split_seconds = 1.9107679630334505e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 2.0203713876181035e-06,
     .layout_efficiency = {1.0871662639932749, 1, 1.1377777062180487, 1}, .alignment_math = {1, 1, 0.5949754420657135, 1.1629426310964215, 1.0454302693573987, 1}, .alignment_traffic = {1, 1, 1.035973308554177, 1.8876212644520405, 1.2468944966719655, 1}, .alignment_store = {1, 1, 1.51459483469368, 0.976832093516796, 0.9048374180359595, 1},
     .error_bars = {{{{{0.8146516349207354, 1.1312817588716129}, {0.8146516349207354, 1.1312817588716129}, {0.8146516349207354, 1.1312817588716129}, {0.8146516349207354, 1.1312817588716129}}}, {{{0.735288714243778, 1.203250848853212}, {0.735288714243778, 1.203250848853212}, {0.735288714243778, 1.203250848853212}, {0.735288714243778, 1.203250848853212}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {32, 16256}, .validated_work = {3568674, 1154976055296}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9957071525025804},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.8307760463674334},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8112978831144372},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.870099120913515},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.8593176290461549},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8042205145236864},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7250910434467989}}},
     .block_cycles = 4218.380894566297, .epilogue_cycles = 0.00965151425295811, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 12.092396799728027, .norm_doublings = 2,
     .dram_efficiency = 0.9719782593570655, .dram_fill = 0.4975617169646372, .l2_bytes_per_clock = 43.41856975882815, .l2_capacity = 0.6597754567087613,
     .swizzled = true, .reuse_window = 5.084372874943077, .line_bytes = 80.21482500716985, .store_exposed = 0.14559605827731895,
     .split_seconds = 8.631710155838178e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1}, .partial_store = 1.501457927794516,
     .error_bars = {{{{{0.7422990465552247, 1.3031219629770698}, {0.7422990465552247, 1.3031219629770698}, {0.8669633486229689, 1.35440406599881}, {0.7248079522615033, 1.294912626104973}}}, {{{0.8540881654954178, 1.6131704367487283}, {0.8540881654954178, 1.6131704367487283}, {0.844383622104643, 1.8344664249246434}, {0.8546702602998457, 1.5251203893092506}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {"T4"}, .validated_extent = {1, 5e+05}, .validated_work = {8388608, 5806671749396}},
    // hopper_unaligned_bf16
    {.family = static_cast<GemmFamily>(19), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .padded = true, .efficiency = 0.4045147120276314},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .padded = true, .efficiency = 0.4096470003838258},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 230, .stages = 2, .fine = true, .padded = true, .efficiency = 0.4165727837878114},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.24051503183369588},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.10549654542153204},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.10262999958011734},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.10262999958013622},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.10262999958011734},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.10262999958012214}}},
     .block_cycles = 334.8818538931466, .epilogue_cycles = 0.09193894724423314, .slab_wait = 622.0898921098005, .fine_wait = {1.944421119847142, 1, 2.15367935178246, 1}, .latency_warps = 9.772448408471565, .norm_doublings = 2,
     .dram_efficiency = 0.9678131196968164, .dram_fill = 0.9110594001952544, .l2_bytes_per_clock = 12.25616727264579, .l2_capacity = 0.7999382694994492,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.860502674424258,
     .split_seconds = 1.8669702689603164e-06, .split_part_seconds = 2.6265998065214236e-08, .split_traffic = 0.6355525954521818, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8080383073473988, .launch_seconds = 1.6776632801381655e-06,
     .layout_efficiency = {1.1092715510827098, 1, 1.3605061919909938, 1}, .alignment_math = {0.5352491117508673, 0.8, 0.9, 1, 1, 1}, .alignment_traffic = {1.2861415997379473, 1, 1, 1, 1, 1}, .alignment_store = {1.135841260544066, 1, 1, 1, 1, 1}, .pitch_slowdown = 1.28,
     .error_bars = {{{{{0.8542160511218391, 1.3332483732294937}, {0.8281579679554724, 1.2538275514035868}, {0.8542160511218391, 1.3332483732294937}, {0.8566964617541172, 1.2648937445441923}}}, {{{0.7894990134378066, 1.5394535649667458}, {0.753650127643936, 1.4039663960864825}, {0.7894990134378066, 1.5394535649667458}, {0.7929402435044315, 1.42259430968034}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 60397}, .validated_work = {26100, 880292253816}},
    // hopper_s16816
    {.family = static_cast<GemmFamily>(20), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 19, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.6347185489936729},
      {.m = 256, .n = 128, .k = 64, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.5914461166941544},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.6048722505457432},
      {.m = 128, .n = 256, .k = 64, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.6130210782654636},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 230, .stages = 4, .fine = true, .padded = true, .efficiency = 0.5612549122739235},
      {.m = 128, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.5601662812833487},
      {.m = 256, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 230, .stages = 3, .fine = true, .padded = true, .efficiency = 0.47457309123221014},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 230, .stages = 4, .fine = true, .padded = true, .efficiency = 0.5211800568231733},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .padded = true, .efficiency = 0.44106441359797355},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .padded = true, .efficiency = 0.38333779435079834},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .padded = true, .efficiency = 0.4718375267581916},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .padded = true, .efficiency = 0.42071549008896786},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .padded = true, .efficiency = 0.3546060869913771},
      {.m = 64, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .padded = true, .efficiency = 0.3029090105220498},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.13556257737294916},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.1463209288952132},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .padded = true, .efficiency = 0.09573535033562572},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.1261934924745386},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .padded = true, .efficiency = 0.12188869105997883}}},
     .block_cycles = 139.62454681762722, .epilogue_cycles = 0.1739273423700252, .slab_wait = 355.70539581333736, .fine_wait = {1.2381290751871095, 1, 1.9733363623638478, 1}, .latency_warps = 2.1240523561383973, .norm_doublings = 2,
     .dram_efficiency = 0.6850298664382259, .dram_fill = 0.41969109167555746, .l2_bytes_per_clock = 22.33638136877431, .l2_capacity = 0.7974472755057208,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.50056292472243,
     .split_seconds = 1.5107774435873335e-06, .split_part_seconds = 3.9195379265996224e-08, .split_traffic = 0.16684849664567003, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 2.1045399627023134e-06,
     .layout_efficiency = {0.9454343576363405, 1, 0.9372911960040116, 1}, .alignment_math = {0.7, 0.6845544242307585, 0.7468532202798477, 1, 1, 1}, .alignment_traffic = {1, 1.0428353649092974, 1.1240593235410392, 1, 1, 1}, .alignment_store = {1, 0.9048374180359595, 0.9048374180359595, 1, 1, 1},
     .error_bars = {{{{{0.8694317319734799, 1.2914154586954394}, {0.8538904913167226, 1.3496442157247184}, {0.8538904913167226, 1.3496442157247184}, {0.8217147155971971, 1.2890541559862057}}}, {{{0.7708155209165813, 1.151493888545886}, {0.7708155209165813, 1.151493888545886}, {0.7708155209165813, 1.151493888545886}, {0.7708155209165813, 1.151493888545886}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {2, 63034}, .validated_work = {5040, 9725047028480}},
    // hopper_tf32_s1688
    {.family = static_cast<GemmFamily>(21), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 22, .tiles = {{
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .padded = true, .efficiency = 0.6401391743034034},
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .padded = true, .efficiency = 0.6390649858661532},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .padded = true, .efficiency = 0.6185626106911732},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .padded = true, .efficiency = 0.6473238278203509},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 230, .stages = 4, .padded = true, .efficiency = 0.5965384512903217},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 230, .stages = 5, .padded = true, .efficiency = 0.5842451111629863},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 230, .stages = 3, .padded = true, .efficiency = 0.6002846881230458},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 230, .stages = 5, .padded = true, .efficiency = 0.5877915748738117},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 230, .stages = 4, .padded = true, .efficiency = 0.5603713364095309},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 230, .stages = 3, .padded = true, .efficiency = 0.5527454876799033},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 128, .registers = 230, .stages = 4, .padded = true, .efficiency = 0.5718458483785368},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 230, .stages = 4, .padded = true, .efficiency = 0.5576405948812903},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .padded = true, .efficiency = 0.514639991155796},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .padded = true, .efficiency = 0.4872394068457554},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .padded = true, .efficiency = 0.4489805002008934},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .padded = true, .efficiency = 0.5232496505564367},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .padded = true, .efficiency = 0.44361310869670245},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .padded = true, .efficiency = 0.4473261533596},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 10, .padded = true, .efficiency = 0.3374447081484581},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .padded = true, .efficiency = 0.3975671795845165},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.11058984926389122},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.05945666292200409}}},
     .block_cycles = 180.50998137822933, .epilogue_cycles = 0.12818161078359055, .slab_wait = 375.19139786714084, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.0359254352027782, .norm_doublings = 2,
     .dram_efficiency = 0.937728066145961, .dram_fill = 0.16873850306068244, .l2_bytes_per_clock = 81.35468336427846, .l2_capacity = 0.7999580920422775,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.48788904267637334,
     .split_seconds = 1.2392177716748092e-06, .split_part_seconds = 3.7749840030126255e-08, .split_traffic = 0.7264118228929561, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 2.526483207533455e-06,
     .layout_efficiency = {1.0124790736860658, 1, 1.0399036603238045, 1}, .alignment_math = {1, 0.8, 0.9, 0.9327652079988756, 0.9682727372769497, 1}, .alignment_traffic = {1, 1, 1, 0.9865470224929415, 0.9493601881973102, 1}, .alignment_store = {1, 1, 1, 1.153361918856538, 0.9571819813554284, 1},
     .error_bars = {{{{{0.9199625314711354, 1.239467534220769}, {0.9342898389442686, 1.126838084256002}, {0.938685843189815, 1.1387263455365024}, {0.8925414936217225, 1.136223087170412}}}, {{{0.8800441320820975, 1.063866443916271}, {0.8800441320820975, 1.063866443916271}, {0.8800441320820975, 1.063866443916271}, {0.8800441320820975, 1.063866443916271}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
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
     .error_bars = {{{{{0.8846107059761694, 1.184742194004302}, {0.8846107059761694, 1.184742194004302}, {0.8759832203325186, 1.1491488901239153}, {0.8983195891853872, 1.1956619266413984}}}, {{{0.8320095028726389, 1.2895428679920702}, {0.8320095028726389, 1.2895428679920702}, {0.8198675184428202, 1.2318687917504743}, {0.8514248182797736, 1.3074124021986444}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {"H100-SXM5-80GB"}, .validated_extent = {1, 32768}, .validated_work = {16777216, 8796093022208}},
    // hopper_xmma_s16816
    {.family = static_cast<GemmFamily>(23), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 23, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .padded = true, .efficiency = 0.8680321097317402},
      {.m = 128, .n = 256, .k = 64, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .padded = true, .efficiency = 0.8635147512301478},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 230, .stages = 4, .padded = true, .efficiency = 0.8065247835377146},
      {.m = 128, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 230, .stages = 3, .padded = true, .efficiency = 0.812993729032393},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 230, .stages = 4, .padded = true, .efficiency = 0.7486511520849787},
      {.m = 128, .n = 96, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .padded = true, .efficiency = 0.7264876590316747},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .padded = true, .efficiency = 0.6524707894108247},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .padded = true, .efficiency = 0.6506622027028276},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .padded = true, .efficiency = 0.5931810071359841},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .padded = true, .efficiency = 0.619500259654653},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .padded = true, .efficiency = 0.5650754450719527},
      {.m = 96, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .padded = true, .efficiency = 0.5779405853818764},
      {.m = 64, .n = 96, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .padded = true, .efficiency = 0.5708034859002262},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .padded = true, .efficiency = 0.4855039970894382},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 10, .padded = true, .efficiency = 0.48584209127283395},
      {.m = 64, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .padded = true, .efficiency = 0.4810192017643482},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .padded = true, .efficiency = 0.2919166982191638},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .padded = true, .efficiency = 0.13372231301798654},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .padded = true, .efficiency = 0.15756676663911537},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .padded = true, .efficiency = 0.1456156270569515},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .padded = true, .efficiency = 0.1378922924441349},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .padded = true, .efficiency = 0.11748053954647775},
      {.m = 16, .n = 16, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .padded = true, .efficiency = 0.06816439041096302}}},
     .block_cycles = 148.88179332444764, .epilogue_cycles = 0.07372942037963645, .slab_wait = 308.9437995483671, .fine_wait = {1, 1, 1, 1}, .latency_warps = 3.8716857856212026, .norm_doublings = 2,
     .dram_efficiency = 0.8578825560501385, .dram_fill = 0.32227680715195417, .l2_bytes_per_clock = 50.44648778870854, .l2_capacity = 0.8,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8177355907264149,
     .split_seconds = 1.486830985934983e-06, .split_part_seconds = 3.226867202295486e-08, .split_traffic = 0.47095207710103565, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8528722977257935, .launch_seconds = 2.2490437056648332e-06,
     .layout_efficiency = {0.9455430625670981, 1, 0.9774870743443203, 1}, .alignment_math = {0.7, 0.8, 0.9, 0.9540004505854199, 1.0154744959508375, 1}, .alignment_traffic = {1, 1, 1, 1.1888320487189046, 0.9609394160391573, 1}, .alignment_store = {1, 1, 1, 1.3248720041350206, 1.1955481387386115, 1},
     .error_bars = {{{{{0.8746271625797263, 1.3086541367312252}, {0.8623140251815653, 1.201222745691655}, {0.861885650697455, 1.139854895869899}, {0.7929945342125339, 1.16591801670303}}}, {{{0.8179644728799682, 1.4970535088275694}, {0.8007522629516275, 1.3165438259326505}, {0.8001556486852712, 1.216954534903963}, {0.7061635402696214, 1.2589312677269298}}}, {{{0.8617723488779353, 1.7943079365917505}, {0.8617723488779353, 1.7943079365917505}, {0.8636354098682978, 2.7835274570706052}, {0.8623095571376335, 1.6449426242650302}}}}},
     .calibrated_on = {"H100-SXM5-80GB"}, .validated_extent = {1, 16384}, .validated_work = {3072, 58453917696}}}},
  .processes = {{
    {.cc_low = 30, .cc_high = 37, .reference_clock = 1e+09, .cuda_core_energy = 2.8293501813055526e-11, .tensor_energy = 0, .l2_energy = 2.1027061358504045e-10, .dram_efficiency = 0.8},
    {.cc_low = 50, .cc_high = 53, .reference_clock = 1.4e+09, .cuda_core_energy = 2.4521034904648124e-11, .tensor_energy = 0, .l2_energy = 1.8223453177370172e-10, .dram_efficiency = 0.8},
    {.cc_low = 60, .cc_high = 62, .reference_clock = 1.9e+09, .cuda_core_energy = 1.6114483934228e-11, .tensor_energy = 0, .l2_energy = 1.197590332523944e-10, .dram_efficiency = 0.7837490271775494},
    {.cc_low = 70, .cc_high = 72, .reference_clock = 1.9e+09, .cuda_core_energy = 2.1809356060134027e-11, .tensor_energy = 2.4491286968093133e-12, .l2_energy = 1.6208197595897926e-10, .dram_efficiency = 0.8668389283884822},
    {.cc_low = 75, .cc_high = 75, .reference_clock = 1.9e+09, .cuda_core_energy = 2.1809356060134027e-11, .tensor_energy = 2.4491286968093133e-12, .l2_energy = 1.6208197595897926e-10, .dram_efficiency = 0.7215250287170155},
    {.cc_low = 80, .cc_high = 80, .reference_clock = 1.7e+09, .cuda_core_energy = 1.4646536702682217e-11, .tensor_energy = 1.9777698342545107e-12, .l2_energy = 1.1722264251576725e-10, .dram_efficiency = 0.8930204719056299},
    {.cc_low = 86, .cc_high = 88, .reference_clock = 2e+09, .cuda_core_energy = 9.937191242874977e-12, .tensor_energy = 3.3254883365785007e-12, .l2_energy = 7.953169000430148e-11, .dram_efficiency = 0.8},
    {.cc_low = 89, .cc_high = 89, .reference_clock = 2.7e+09, .cuda_core_energy = 6.641536249763454e-12, .tensor_energy = 1.4068637645442612e-12, .l2_energy = 5.593943678283297e-11, .dram_efficiency = 0.78},
    {.cc_low = 90, .cc_high = 90, .reference_clock = 2.1e+09, .cuda_core_energy = 9.962304374645182e-12, .tensor_energy = 1.2158429458236726e-12, .l2_energy = 5.593943678283297e-11, .dram_efficiency = 0.92},
    {.cc_low = 0, .cc_high = 999, .reference_clock = 2.7e+09, .cuda_core_energy = 6.641536249763454e-12, .tensor_energy = 7e-13, .l2_energy = 5.593943678283297e-11, .dram_efficiency = 0.91}}},
  .board = {.idle_share = 0.13689464457986186, .idle_power = 29.020939177818903, .voltage_floor = 0.5784288285702899, .voltage_knee = 0.5284901648333017, .tensor_l2_share = 0.19287057016051504, .fp16_energy = 1.14, .burst_power = 1.7835338576228281, .controller_time = 0.045, .open_boost = 1.1},
  .choices = {{
    // kepler_sgemm
    {.family = static_cast<GemmFamily>(0), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}}},
     .tile_split = {{0}}, .split_preference = -0.09999999999999999, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0, 0.045, 0}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .since = 1100, .until = 9999, .preference = {{{{0.9206827363885446, 0, 0.2553052285687004}}, {{0.8414305063935845, 0, -1.9649447240680626}}, {{-0.9847476523592013, 0, 0.3308524950171269}}, {{0.2980102307138077, 0, 0.28948796105302943}}, {{-1.645375821136722, 0, 0.3692990394292156}}}},
     .tile_split = {{0.14012090322857385, 0.05629240893139653, -0.350108224494014, -1.6966321807497702, 0.7452815393371179}}, .split_preference = -0.7150455537467006, .split_log_preference = 0.7817054570054056, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0.125, 0, 0}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .since = 1100, .until = 9999, .preference = {{{{0.052454396504947834, 0, -0.0033091164251990712}}, {{-0.1667687781950069, 0, -0.011576928581257612}}, {{0.0743621302392678, 0, -0.5503711244976902}}, {{-0.06852926532145459, 0, 0.006252040310513546}}, {{0.08968811922696238, 0, -0.512369133136537}}, {{0.07493650501500282, 0, 0.0039045052721519424}}, {{0.014048362020909588, 0, 0.002974168890134493}}, {{0.019808530509367303, 0, 0.4944955881678864}}}},
     .tile_split = {{-0.07552916570916328, 0.08890280628302354, 0.0030200683769003034, 0.03079641584989646, -0.020523307813382116, -0.042696196062276516, 0.17105365947224094, 0.0361812064841652}}, .split_preference = -0.1987945131186049, .split_log_preference = 0.16179496561677054, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0.045}},
    // ampere_sgemm
    {.family = static_cast<GemmFamily>(3), .since = 0, .until = 9999, .preference = {{{{0.07876115574916094, 0, -2.151783048574551}}, {{-0.012487473600355709, 0, 3.0264648337393367e-09}}, {{-0.10191300084997165, 0, 5.067428973847464e-06}}, {{-0.07436430740528777, 0, 3.478342888344438e-05}}, {{-0.04942917760223089, 0, 6.710738493273142e-05}}, {{0.005217723380382645, 0, 2.013804894478615e-05}}, {{-0.04453126255695177, 0, 0.010816798179996045}}, {{-0.07125365711474366, 0, 0.2662661914845048}}}},
     .tile_split = {{6.401428607210241e-06, -0.003397943503545428, 0.00044320642489191557, 0.005643945611795986, 0.07190081993278614, -0.1949560650344962, -0.04784993573935371, -0.014844333784904386}}, .split_preference = -0.0030539046642185283, .split_log_preference = -0.1312189295715076, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // hopper_sgemm
    {.family = static_cast<GemmFamily>(4), .since = 0, .until = 9999, .preference = {{{{0, 0, -0.013175464967074724}}, {{0, 0, -0.011467726112375343}}, {{0, 0, 0.08513179277851211}}, {{0, 0, -0.08536560187695404}}, {{0, 0, 0.07574180266316885}}, {{0, 0, 0.039250916506904654}}, {{0, 0, -0.043902942652021784}}, {{0, 0, -0.02905987807142077}}, {{0, 0, -0.05722990609395641}}, {{0, 0, -0.1383991979033978}}, {{0, 0, 0.04455983860414689}}, {{0, 0, -0.153332539934949}}, {{0, 0, -0.05109000704351026}}, {{0, 0, -0.006405300093014928}}, {{0, 0, -0.07741465953783098}}, {{0, 0, 0.16475843301415477}}, {{0, 0, 0.13523608047406635}}, {{0, 0, 0.2423519226172017}}, {{0, 0, 0.008761220258561284}}, {{0, 0, 0.11105121736979053}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0, .split_log_preference = 0, .regret = {0.00970931723416964, -0.01090608827877039, 0.010757902921945244}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0.06}},
    // pascal_hgemm
    {.family = static_cast<GemmFamily>(5), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // volta_s884
    {.family = static_cast<GemmFamily>(6), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // turing_s1688
    {.family = static_cast<GemmFamily>(7), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // ampere_s16816
    {.family = static_cast<GemmFamily>(8), .since = 0, .until = 9999, .preference = {{{{0.06, 0, 0}}, {{0, 0, 0}}, {{0.03, 0, 0}}, {{0.09, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{-0.06, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = -0.009999999999999995, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0.02, 0, 0}},
    // ampere_tf32
    {.family = static_cast<GemmFamily>(9), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // hopper_wgmma
    {.family = static_cast<GemmFamily>(10), .since = 0, .until = 9999, .preference = {{{{-0.006091719917036509, -0.029061569222653915, -0.0282774857877028}}, {{0.04100266467055489, -0.007579261480246729, -0.017417559891682626}}, {{-0.07156548018773981, -0.09774343425938664, 0.012813744747274262}}, {{-0.05167161673472756, -0.0991035131098514, 0.10879207154141139}}, {{0.06905047261886331, -0.021214684195760156, -0.0026372639271558035}}, {{0.06816074356573847, -0.017280766006818077, 0.05279848475300332}}, {{0.03325860185119938, -0.024474297529303565, 0.011970162545330542}}, {{0.003264599535717603, 0.00019822426355091925, -0.03192986982641813}}, {{0.03927452775827886, 0.09145586209846407, -0.004120386736565777}}, {{0.0567722749396057, -0.004125713550276256, 0.03841705579429061}}, {{0.036720125121465406, 0.05263769789335478, -0.048720672261455385}}, {{0.05975632127172783, -0.0040128369483333265, 0.06324323994174778}}, {{0.012882375612599785, 0.03357014534364905, -0.0013068768489763807}}, {{0.0036898651079326486, 0.005861583507664336, -0.042599879337339816}}, {{0.007279536208173161, -0.008122414430225251, -0.013272316434038643}}, {{0.05198463660160477, -0.004201217564906587, 0.002522816446762412}}, {{-0.015339756943343748, -0.0241871426059419, -0.0038530085793758587}}, {{0.11307589012996408, 0.07378414008097149, 0.017128496587609503}}, {{0.06401204140288078, 0.0701854138866577, 0.04088299524662122}}, {{0.07642633471718402, 0.14261775634375665, 0.04161020322051143}}, {{0.014391203144177212, -0.032364979848560155, 0.05059851982036582}}, {{-0.026025137401921417, 0.05957957590257801, -0.027816424321300257}}, {{-0.0019729696144518767, 0.07875699118345855, 0.04949860673037426}}, {{0.09692910619118761, -0.02543216147105576, 0.014409192129809748}}, {{0.10454769948969389, 0.1210818577264722, -0.01511099640392981}}, {{-0.030594085891215924, 0.0482165671783939, 0.13395172875715144}}, {{0.07419429300379729, -0.012347464233041968, 0.09708182175922864}}, {{0.04658745374808124, -0.006694358952616799, 0.10134360033444897}}}},
     .tile_split = {{0.08814043980420011, 0.058099834116165205, 0.06746685685637119, 0.18650790127481767, 0.02834964129598878, 0.03199734987943472, 0.004139445037864903, 0.020094592830838167, -0.002489019581948326, 0.013210318868622388, 0.0025002896891455234, 0.0013015935947350776, 0.03180005516598227, 0.0031734409576525836, 0.00039087627039642776, 0.04158523067671292, 0.0592288634448786, -0.09106342381624322, -0.001158027899661069, 0.028388508305834594, -0.0011876854061853696, -0.0006707791100675279, -0.0007152947234435058, 0.05926086517701382, 0.05942107225467294, -0.0008993618433240126, -0.00041716659807063155, 0.029445604832419363}}, .split_preference = -0.09409797864520089, .split_log_preference = 0.06328976947487203, .regret = {0.00021986761982161374, 0.003506365106249515, 0.01174242087405351}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // hopper_tf32
    {.family = static_cast<GemmFamily>(11), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {-0.016450593535295394, 0.006632478123921834, 0.004977754243216225}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // hopper_unaligned
    {.family = static_cast<GemmFamily>(12), .since = 0, .until = 9999, .preference = {{{{-0.003191481852991715, -0.015025702517833917, -0.005983811127831334}}, {{0.09809028012270765, -0.008467956696448599, 0.0023335764979699365}}, {{-0.14907290917191351, -0.19936316979169644, -0.09069978582698654}}, {{0.00896868191325878, -0.09692907226063047, -0.028624748534667427}}, {{-0.00799187348500778, 0.005160401438540629, -0.0004426291347991683}}, {{-0.2386879773513053, -0.15227929169340526, 0.009851475564348261}}, {{-0.2506878405535447, 0.07897686809327006, 0.1681374504946456}}, {{0.005986316984092424, -0.005890525029057264, -0.04130037385988619}}, {{-0.0034131966053100316, 0.0038184484572654775, 0.07672884592719997}}}},
     .tile_split = {{0.009968073385091404, -0.005979969191341146, -0.09968604885530744, 0.01173092842352165, -0.002704286909675467, -0.01128469840092701, -0.12280119848285603, 0.00973559052599876, 0.012767481889112711}}, .split_preference = 0.01174587238353414, .split_log_preference = -0.020801251720393057, .regret = {0.00968729830252879, -0.0005962056221092857, 0.03651932994331435}, .wave_regret = {0, 0, 0}, .spread = {0, 0.02, 0}},
    // hopper_tf32_unaligned
    {.family = static_cast<GemmFamily>(13), .since = 0, .until = 9999, .preference = {{{{-0.008691662638621062, 0.009972473671260307, -0.003207556111095883}}, {{0.08376733729390223, -0.05763372579891205, -0.0776004186213659}}, {{0.03565354624977174, 0.003548128841522835, -0.00630576051039497}}, {{-0.0992749964568888, -0.16354024720454058, -0.06101862489810855}}, {{-0.009025170240774594, 0.0728725943948028, -0.009937486866315879}}, {{0.002336588561593106, 0.04009315385659981, 0.0021035477393555324}}, {{-0.0598622495877761, 0.007479894797789238, -0.11185968831470303}}, {{0.012586008174965413, 0.20538156268872512, 0.010876937171641565}}, {{0.01354781984898816, -0.2065881065525561, -0.16251489532386207}}, {{-0.03211205606141626, 0.09491611142864395, -0.03744455547085475}}, {{0.10691073248175786, 0.06879068570647853, 0.11154554497934549}}, {{0.077062137338255, 0.2002386367014863, 0.09032180517546137}}, {{-0.0916116745046732, 0.008459866473611022, -0.005620797507041392}}, {{-0.036543380265902814, -0.1964859780965581, -0.17124109047360495}}, {{-0.03355485877508955, -0.07926466498274634, -0.026741687877134518}}, {{0.04187223748711216, -0.07774535424493789, 0.005567841365538492}}, {{-0.013307616789854603, 0.029188541342170873, 0.010677686104603247}}, {{-0.05502140200527331, -0.0993342630401106, -0.031862789814286724}}, {{0.01930963145767127, 0.003595268937474111, 0.0062824343917800285}}, {{-0.24848035821415485, 0.009642871578248433, -0.10780545579955521}}, {{-0.21059844500508523, -0.27923020428443723, -0.19572740249130158}}, {{-0.09496216834851512, -0.07435724621404383, -0.338487586848098}}}},
     .tile_split = {{-0.006078207209096034, -0.20589000613426892, -0.0012889214077403226, -0.047808652690050066, 0.08005118248372048, -0.013190930500158966, 0.04579995044851655, 0.0036525216265785865, 0.12795432990198888, -0.02826443956849406, -0.07147959375055764, -0.012662623593819117, 0.0031107909407701584, 0.014195317860017714, -0.22526608131422507, -0.09173242825222375, -0.12445300945193064, -0.09159834434252662, -0.011384883964522988, 0.14345065790259087, 0.35605455176942713, 0.1844850562749912}}, .split_preference = 0.027656237028945638, .split_log_preference = -0.10332654728493597, .regret = {0.018244251054401847, 0.005109019731807017, 0.027331230133103686}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // blackwell_umma
    {.family = static_cast<GemmFamily>(14), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // blackwell_tf32
    {.family = static_cast<GemmFamily>(15), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // dgemm
    {.family = static_cast<GemmFamily>(16), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}}},
     .tile_split = {{0}}, .split_preference = 0.14, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // ampere_dmma
    {.family = static_cast<GemmFamily>(17), .since = 0, .until = 9999, .preference = {{{{0.0873452383393678, -0.0042195532364238675, 0.05260105652906061}}, {{0.08574198302970393, -0.003749474851659329, 0.07091757382754361}}, {{0.09487126757026276, -0.0011089318680530258, 0.07857506848550469}}, {{0.09178393294294143, -0.009404994078501289, 0.03863319336244401}}, {{0.09370839372356893, -0.005223572592492898, 0.06868284331122969}}, {{-0.14028843194430565, -0.005136555693152637, 0.0652494398294417}}, {{-0.10863895778474424, 0.01021879587075411, -0.13465864606881564}}, {{-0.18324779159894894, -0.2074274164268248, -0.2236785682251643}}, {{-0.021275634277842775, -0.10394829712365164, -0.01632196105124444}}}},
     .tile_split = {{0.0017654908314471938, 0.0019638971105064816, 0.005736544511724122, 0.0016966238145433895, 0.010308200844718651, -0.010694223956536728, 0.03219323218134522, -0.13883041378879604, -0.01197821371785937}}, .split_preference = 0.10216113783108399, .split_log_preference = 0.03733525047069184, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0, 0.02, 0}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .since = 1100, .until = 9999, .preference = {{{{-0.6900639775716608, 0, 0.1760072441499235}}, {{-0.7760112509645563, 0, -0.9419576712687452}}, {{-0.5666784019991602, 0, -0.9489803021575954}}, {{0.04866744537433232, 0, -0.4954644656285916}}, {{-0.010391601918538607, 0, 0.22056826710525554}}, {{0.1527742919458498, 0, 0.41280219492641956}}, {{0.445425092265332, 0, 0.5376014133395102}}, {{0.3162784028684097, 0, 0.7694233195338485}}}},
     .tile_split = {{0.50059343825487, 0.10609857663724002, -0.22455703156610535, -0.004134691515106537, -0.12713797183863995, 0.011806048332847707, 0.004265065319701777, -0.014110421363037084}}, .split_preference = 0.012823012261758457, .split_log_preference = -0.11559094025551189, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // hopper_unaligned_bf16
    {.family = static_cast<GemmFamily>(19), .since = 0, .until = 9999, .preference = {{{{-0.016919771711305237, -0.23988914829461797, -0.06608536289092587}}, {{-0.005369580708292604, -0.2022192295717382, -0.008146937345442792}}, {{-0.17396206650472593, -0.22590600017098386, -0.25638422250309084}}, {{-0.3022245600305321, -0.415146735937414, -0.36367583018998995}}, {{0.03225144701814697, 0.002344455655034286, -0.33436787664233736}}, {{0.07878270572213858, 0.01269467146356043, 0.0692163712778279}}, {{0.12403988828606327, 0.08899937726166415, 0.22982795808181716}}, {{0.07878270572213858, 0.01269467146356043, 0.0692163712778279}}, {{0.12461923220635819, 0.0964279381309136, 0.24039952893432706}}}},
     .tile_split = {{-0.12842970535902407, -0.008860579234666101, -0.01731760755398751, 0.017359240409424933, -0.0022110019420101407, 0.008575309732607561, -0.006411862888971242, 0.008575309732607561, -0.009526212799599327}}, .split_preference = 0.10175289009636769, .split_log_preference = -0.01075745693518474, .regret = {0.016577534724511095, 0.019249877549882673, 0.008705076780386909}, .wave_regret = {0, 0, 0}, .spread = {0.125, 0, 0}},
    // hopper_s16816
    {.family = static_cast<GemmFamily>(20), .since = 0, .until = 9999, .preference = {{{{-0.002475841781032731, -0.13140826384351245, 0.1059373451627105}}, {{0.046439696821402074, -0.004220556843588019, -0.03218148680448484}}, {{-0.005635890677208308, 0.0030462877940052708, 0.058469999384327453}}, {{-0.15005775280826972, -0.16276131513176395, 0.01292244408496658}}, {{0.09262342864730432, 0.13365009463138888, 0.05835591604516453}}, {{-0.05176760125695113, -0.10501533867874566, 0.0034269625313255447}}, {{0.06034331402665227, 0.06481823745990706, 0.024233553743638163}}, {{0.06603950332112535, 0.1868318707632215, -0.0492362116108071}}, {{0.23639671616632418, 0.16409622267731916, 0.1281592799449331}}, {{-0.02407713591062753, -0.059609816402958704, -0.0055232818962569485}}, {{0.15297335416457544, 0.08526132623907093, 0.07786350127529568}}, {{0.12791982542340818, 0.05675621616055185, 0.04079335612415236}}, {{0.16489677253091842, 0.2177376925779888, -0.13252118659896123}}, {{0.07033773654638409, 0.11357348935324009, -0.002501530158939419}}, {{-0.23616986715527835, -0.20217425885271412, -0.09048269730142114}}, {{-0.006017905975514631, -0.04663539711415774, -0.32879668114136157}}, {{-0.10266949466556241, -0.339507494880842, -0.0942451852767755}}, {{0.0038002355654748188, 0.0017660613877225687, 0.0008586574003497383}}, {{0.00710090701687166, -0.21620505729609735, -0.0755327549078561}}}},
     .tile_split = {{-0.01690001327287946, -0.26041142990260413, 0.013870658448528153, -0.16661273703640297, -0.05265493364032073, 0.017901726043276785, -0.008036050208603616, -0.4069480609285736, -0.24491323601116552, -0.0728144709084726, -0.01295680071418609, -0.009066565028275561, -0.0011731082915902094, 0.04889422654040748, 0.08292656116984126, -0.028683647982905375, 0.27800228021853945, 0.043631476649235834, 0.14676013865626789}}, .split_preference = 0.13081601380007243, .split_log_preference = 0.09670653345489483, .regret = {0.03698978092202761, 0.0033635295061431817, 0.05776195743953366}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // hopper_tf32_s1688
    {.family = static_cast<GemmFamily>(21), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {-0.006064563746149969, -0.005715501808768291, 0.025569577670269576}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // hopper_xmma
    {.family = static_cast<GemmFamily>(22), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {-0.0031887513784735924, -0.009516955951545353, 0.02065669885403965}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // hopper_xmma_s16816
    {.family = static_cast<GemmFamily>(23), .since = 0, .until = 9999, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {-0.005846996460688629, -0.010377882118815547, 0.03334696875834703}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .since = 0, .until = 1099, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .since = 0, .until = 1099, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .since = 0, .until = 1099, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .regret = {0, 0, 0}, .wave_regret = {0, 0, 0}, .spread = {0, 0, 0}}}}};

}  // namespace perfmodel
// clang-format on
