#pragma once
#include <perfmodel/kernel/gemm_family.hpp>

// Constants of the GEMM model. Generated: do not edit.
//     perfmodel-fit --data FOLDER --raw devices/calibrated/raw --out include/perfmodel/kernel/gemm_constants.hpp
// Date 2026-11-21, FNV-1a of the data files 5e694ab13ed19894. Rows read, by source and card:
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
//   sustained/H200-SXM 65
//   vidur-linear-after-attention/A100-SXM4-80GB 1111
//   vidur-linear/A100-SXM4-80GB 4889
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
     .error_bars = {{{{{0.9522362439812332, 1.1707852657670126}, {0.9522362439812332, 1.1707852657670126}, {0.9522362439812332, 1.1707852657670126}, {0.9521435488603006, 1.17374490469246}}}, {{{0.9292168175434237, 1.2668228036407376}, {0.9292168175434237, 1.2668228036407376}, {0.9292168175434237, 1.2668228036407376}, {0.9290811393916776, 1.2716294578030152}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"K40c"}, .validated_extent = {8, 5760}, .validated_work = {1024, 382205952000}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 5, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9079136263739797},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.923560087036465},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.6930132537154925},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7392604160224843},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.6920165181232458}}},
     .block_cycles = 8056.578391727938, .epilogue_cycles = 0.009207608158044996, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 2.125059197891024, .norm_doublings = 2,
     .dram_efficiency = 0.9097686073331254, .dram_fill = 0.4991865384909596, .l2_bytes_per_clock = 47.55597154783692, .l2_capacity = 0.7455268138630561,
     .swizzled = true, .reuse_window = 11.909753376600785, .line_bytes = 102.58225449981747, .store_exposed = 0.17777334794599983,
     .split_seconds = 4.863591153913682e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.7936660286145596, 1.3207763649266444}, {0.7936660286145596, 1.3207763649266444}, {0.7108357708854104, 1.4648138711846466}, {0.8152369250293744, 1.2746765381980396}}}, {{{0.939563941034165, 2.445457156084406}, {0.939563941034165, 2.445457156084406}, {0.9298761308625092, 2.9271420864048654}, {0.9397915350935823, 2.2785308186566673}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"P100-PCIE-16GB"}, .validated_extent = {1, 5e+05}, .validated_work = {8388608, 4504524499200}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.8780400475845137},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8545585838017224},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.9409031218004809},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9213086712579128},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8327767543741688},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7520481329304076}}},
     .block_cycles = 5629.632646982479, .epilogue_cycles = 0.008741445837995639, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 5.962454967035063, .norm_doublings = 2,
     .dram_efficiency = 0.8037702438376267, .dram_fill = 0.49970882795776245, .l2_bytes_per_clock = 48.821862459065294, .l2_capacity = 0.7305318153368934,
     .swizzled = true, .reuse_window = 12.463869577610945, .line_bytes = 66.04020663173638, .store_exposed = 0.16661996501113158,
     .split_seconds = 4.5864169155024975e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8794318273110501, 1.1559352361319633}, {0.8794318273110501, 1.1559352361319633}, {0.7398758541898294, 1.237216307872321}, {0.8921725771130748, 1.1218786167267771}}}, {{{0.8494534078557643, 1.2889897798709606}, {0.8494534078557643, 1.2889897798709606}, {0.8494534078557643, 1.2889897798709606}, {0.8504927496288283, 1.2897428465173886}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"V100-PCIE-32GB", "V100-SXM2-16GB"}, .validated_extent = {3, 5e+05}, .validated_work = {8388608, 4504524499200}},
    // ampere_sgemm
    {.family = static_cast<GemmFamily>(3), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.39466051179915207,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9667626125069635},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.9521323982839808},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.8294057349193056},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8774077166655356},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8904515182661107},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.8928892744561072},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.81486869301798},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7406925859716968}}},
     .block_cycles = 2824.9832130126706, .epilogue_cycles = 0.0087669840657037, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.3654464563279896, .norm_doublings = 2,
     .dram_efficiency = 0.8897383674325835, .dram_fill = 0.49853489985108723, .l2_bytes_per_clock = 48.68118867533715, .l2_capacity = 0.7532868784912898,
     .swizzled = true, .reuse_window = 14.19310630909598, .line_bytes = 94.44052044045654, .store_exposed = 0.16990617997269747,
     .split_seconds = 6.426820998740425e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.9370591511059099, 1.0951799890154974}, {0.9370591511059099, 1.0951799890154974}, {0.9370591511059099, 1.0951799890154974}, {0.938494687897698, 1.095381901668031}}}, {{{0.9296811618165842, 1.344845938460864}, {0.9296811618165842, 1.344845938460864}, {0.9296811618165842, 1.344845938460864}, {0.9297879034846075, 1.3431770180090519}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"A100-PCIE-40GB"}, .validated_extent = {2, 65273}, .validated_work = {20286000, 4504524499200}},
    // hopper_sgemm
    {.family = static_cast<GemmFamily>(4), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12507053578710023,
     .tile_count = 20, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.9146754574368245},
      {.m = 128, .n = 256, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 3, .efficiency = 0.910807462173807},
      {.m = 256, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.8824258625398439},
      {.m = 64, .n = 256, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.8683674769285236},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8623003453944963},
      {.m = 64, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8438727233635792},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 3, .efficiency = 0.8118092107257993},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 128, .stages = 3, .efficiency = 0.5957856197759238},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 3, .efficiency = 0.743856858092041},
      {.m = 64, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 80, .stages = 3, .efficiency = 0.6541342726598512},
      {.m = 32, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 80, .stages = 3, .efficiency = 0.7033553986552313},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 64, .stages = 3, .efficiency = 0.6392401797069265},
      {.m = 256, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 4, .fine = true, .efficiency = 0.9232453703809362},
      {.m = 128, .n = 256, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 4, .fine = true, .efficiency = 0.9223485353847221},
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 4, .fine = true, .efficiency = 0.9120541992141175},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 5, .fine = true, .efficiency = 0.8318865203471153},
      {.m = 64, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 5, .fine = true, .efficiency = 0.7607674782210245},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .fine = true, .efficiency = 0.8037873248092908},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .fine = true, .efficiency = 0.5480465108682446},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .fine = true, .efficiency = 0.6936758497021067}}},
     .block_cycles = 476.84284073719544, .epilogue_cycles = 0.1972223027447472, .slab_wait = 1022.4469782238768, .fine_wait = {2.307661412702333, 3.6347743221598576, 0.7026855208670627, 1}, .latency_warps = 0.5041940066400279, .norm_doublings = 2,
     .dram_efficiency = 0.9405238826311341, .dram_fill = 0.42009102316003094, .l2_bytes_per_clock = 18.512254414770716, .l2_capacity = 0.8000163892176855,
     .swizzled = true, .reuse_window = 15.042904802384408, .line_bytes = 128, .store_exposed = 0.6891164714076812,
     .split_seconds = 1.809502315041207e-06, .split_part_seconds = 3.4841582753756244e-08, .split_traffic = 0.48858937754624254, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 32,
     .vector_efficiency = 0.9033770117778839, .launch_seconds = 1.6716934283242115e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1.001505048927875, 0.952466121195927, 0.9761676770681329, 0.8703597838732007, 1}, .alignment_store = {1, 0.9048374180359595, 1.1873385346717453, 0.9048374180359595, 0.9048374180359595, 1},
     .error_bars = {{{{{0.864667141328494, 1.8976676564826733}, {0.7689705144073166, 1.6040030322537928}, {0.8624986627626595, 1.3097819421552093}, {0.8897873535180931, 1.195095188629449}}}, {{{0.8721909198366358, 1.3632467925388623}, {0.8721909198366358, 1.3632467925388623}, {0.8721909198366358, 1.3632467925388623}, {0.9014016732269665, 1.1508465943940736}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {}, .validated_extent = {0, 0}, .validated_work = {0, 0}},
    // volta_s884
    {.family = static_cast<GemmFamily>(6), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 512, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8925692098029242},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8610257742662352},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.8479953955273133},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.7417921960284234},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.7370129321521868},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.742792401625018},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.5928585287402698},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.4762552837955891},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.2295317087634337}}},
     .block_cycles = 467.54123351632376, .epilogue_cycles = 0.015012543463166286, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.6790958204923985, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.4071366846182288, .l2_bytes_per_clock = 35.69295543342467, .l2_capacity = 0.17850412811874386,
     .swizzled = true, .reuse_window = 14.123238477118523, .line_bytes = 128, .store_exposed = 0.5038109788980608,
     .split_seconds = 7.651342570127335e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 2.2501462073663984e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8574694792769084, 1.5715361345558916}, {0.8574694792769084, 1.5715361345558916}, {0.8574694792769084, 1.5715361345558916}, {0.8574694792769084, 1.5715361345558916}}}, {{{0.794013718732845, 1.9700922242515535}, {0.794013718732845, 1.9700922242515535}, {0.794013718732845, 1.9700922242515535}, {0.794013718732845, 1.9700922242515535}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"V100-SXM2-16GB"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // turing_s1688
    {.family = static_cast<GemmFamily>(7), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 512, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.7156891424208742},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.690396656325319},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.6799485022968631},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.5947915464698792},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.5909593873191707},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.5955935417412929},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.475372001802201},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.38187597319017286},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.1840455059384926}}},
     .block_cycles = 467.54123351632376, .epilogue_cycles = 0.015012543463166286, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.6790958204923985, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.4071366846182288, .l2_bytes_per_clock = 35.69295543342467, .l2_capacity = 0.17850412811874386,
     .swizzled = true, .reuse_window = 14.123238477118523, .line_bytes = 128, .store_exposed = 0.5038109788980608,
     .split_seconds = 7.651342570127335e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 2.2501462073663984e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.7728318084887376, 1.9219379573862225}, {0.7728318084887376, 1.9219379573862225}, {0.7728318084887376, 1.9219379573862225}, {0.7728318084887376, 1.9219379573862225}}}, {{{0.679403035524133, 2.6644590254522815}, {0.679403035524133, 2.6644590254522815}, {0.679403035524133, 2.6644590254522815}, {0.679403035524133, 2.6644590254522815}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"T4"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // ampere_s16816
    {.family = static_cast<GemmFamily>(8), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 1024, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.9195740826154066},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.931485410375988},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8909796674669396},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8143645727885742},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.81436484693756},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.7661697181319725},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8433771112691526},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.5782905987826368},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.25448901466798746}}},
     .block_cycles = 4500.13143570435, .epilogue_cycles = 0.012313685356237461, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.687374352572376, .norm_doublings = 2,
     .dram_efficiency = 0.883088028617414, .dram_fill = 0.5, .l2_bytes_per_clock = 56.540102270675234, .l2_capacity = 0.5239232871115295,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.6667553836807355,
     .split_seconds = 2.053351628254623e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8283734381904648, .launch_seconds = 1.482207928073682e-06,
     .layout_efficiency = {1.0357551638338247, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1.0341899149816562, 1}, .alignment_traffic = {1, 1, 1, 1, 0.9737573380879897, 1}, .alignment_store = {1, 1, 1, 1, 0.9949815142426485, 1},
     .error_bars = {{{{{0.8991807233521618, 1.1177142632045693}, {0.8991807233521618, 1.1177142632045693}, {0.925480831932609, 1.1396537316397193}, {0.8975000987515742, 1.1056523383429087}}}, {{{0.8526493824980186, 1.1816699446041847}, {0.8526493824980186, 1.1816699446041847}, {0.8903302770075681, 1.2166323926887275}, {0.8502600178827986, 1.1625934802138556}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
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
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
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
     .error_bars = {{{{{0.9083919463370905, 1.113812286734606}, {0.8990205044693262, 1.1470884311356322}, {0.8859558798833697, 1.171943753262348}, {0.8949207773738873, 1.1279952879234005}}}, {{{0.9108040074955814, 1.1078904597295816}, {0.89533083740116, 1.1170495667044658}, {0.8331481712559732, 1.1337390963665799}, {0.8935914570281014, 1.1183728415016188}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 32768}, .validated_work = {3072, 8796093022208}},
    // hopper_tf32
    {.family = static_cast<GemmFamily>(11), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 7, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8836347755474144},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8580858720918677},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.8089157857043077},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.7805097396075038},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.6658241839087682},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.7347533160717509},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 12, .efficiency = 0.6068975172530715}}},
     .block_cycles = 907.5026217532127, .epilogue_cycles = 0.008917830864315177, .slab_wait = 378.15513038114585, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.9042599438185154, .dram_fill = 0.26460865919122867, .l2_bytes_per_clock = 122.71020338566925, .l2_capacity = 0.7529520278372508,
     .swizzled = true, .reuse_window = 17.31528341486402, .line_bytes = 128, .store_exposed = 0.6113632518232738,
     .split_seconds = 3.5143104838227167e-06, .split_part_seconds = 6.572341735436561e-08, .split_traffic = 1.6487212707001282, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.977122206528136, .launch_seconds = 3.68456029895356e-06,
     .layout_efficiency = {0.8961687111590867, 1, 0.6016697352713986, 1}, .alignment_math = {1, 1, 1, 1.1499877220619006, 0.9614432272810324, 1}, .alignment_traffic = {1, 1, 1, 2.6551242649901354, 1.0126960541725147, 1}, .alignment_store = {1, 1, 1, 1.5586677011396448, 1.060018280948713, 1},
     .error_bars = {{{{{0.8464258016872219, 1.2578073896381632}, {0.8464258016872219, 1.2578073896381632}, {0.8418485204955604, 1.2400937252611688}, {0.8466392363801185, 1.2623288437104079}}}, {{{0.8504549672633503, 1.1949811023785135}, {0.8504549672633503, 1.1949811023785135}, {0.8504549672633503, 1.1949811023785135}, {0.8596595109203831, 1.1761370247143874}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 32768}, .validated_work = {524288, 8796093022208}},
    // hopper_unaligned
    {.family = static_cast<GemmFamily>(12), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .efficiency = 0.40292282085615183},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .efficiency = 0.40098816109607394},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 2, .fine = true, .efficiency = 0.3937264608908983},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.20161600381657963},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.07959485262642331},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.12184423749860446},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.12210133096261569},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.1185854229174838},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.11677189007772157}}},
     .block_cycles = 630.2211779090031, .epilogue_cycles = 0.11307583374700914, .slab_wait = 479.6243394563283, .fine_wait = {2.32871810659836, 1, 3.3031853652044716, 1}, .latency_warps = 2.465132733597224, .norm_doublings = 2,
     .dram_efficiency = 0.9740789938209699, .dram_fill = 0.3615449678151187, .l2_bytes_per_clock = 39.675478261851595, .l2_capacity = 0.7989975999512898,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.7803045420981392,
     .split_seconds = 1.9133361770796086e-06, .split_part_seconds = 3.414137216034472e-08, .split_traffic = 0.39586145126838257, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.7260649639439568, .launch_seconds = 1.656782239952545e-06,
     .layout_efficiency = {1.1194745500423633, 1, 1.3030162639416043, 1}, .alignment_math = {0.4962802020240537, 0.8, 0.9, 1, 1, 1}, .alignment_traffic = {1.0020467876301824, 1, 1, 1, 1, 1}, .alignment_store = {0.9643750886215083, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8301040734500754, 1.2975629644652975}, {0.8301040734500754, 1.2975629644652975}, {0.8301040734500754, 1.2975629644652975}, {0.8257987170879626, 1.301798808018727}}}, {{{0.8050022163742356, 1.1393997829407618}, {0.8050022163742356, 1.1393997829407618}, {0.8050022163742356, 1.1393997829407618}, {0.8050022163742356, 1.1393997829407618}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 16072}, .validated_work = {78390, 1360206960000}},
    // hopper_tf32_unaligned
    {.family = static_cast<GemmFamily>(13), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 22, .tiles = {{
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6433543469237746},
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6297189399394165},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6433268614312039},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6326161472383517},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5813506924115724},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .fine = true, .efficiency = 0.5973749427575465},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.6552331130381698},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .fine = true, .efficiency = 0.5973749427575465},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5411732932274133},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.5400615487168917},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5468177451738931},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5491792009784934},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .efficiency = 0.4595191867365742},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.4426638804746512},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .efficiency = 0.34663293235449055},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.44430415511373295},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .efficiency = 0.3970870828945679},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .efficiency = 0.33746840465228767},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 10, .fine = true, .efficiency = 0.3676153493892594},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .efficiency = 0.2769037130137642},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .fine = true, .efficiency = 0.15841806013705276},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .fine = true, .efficiency = 0.09091428689608969}}},
     .block_cycles = 467.1032677534128, .epilogue_cycles = 0.19402838781609036, .slab_wait = 236.97978454940701, .fine_wait = {2.731942129120686, 1, 0.7086578113079217, 1}, .latency_warps = 2.770264299560049, .norm_doublings = 2,
     .dram_efficiency = 0.9245649118086996, .dram_fill = 0.4583917105271409, .l2_bytes_per_clock = 14.474264321055315, .l2_capacity = 0.7979667404309571,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.6812778301954098,
     .split_seconds = 1.8661572254038043e-06, .split_part_seconds = 1.5939137776570237e-08, .split_traffic = 0.6851115356855351, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.977122206528136, .launch_seconds = 2.2833013966037517e-06,
     .layout_efficiency = {1.1169963076285192, 1, 0.9313276057637928, 1}, .alignment_math = {1, 0.7060944193738641, 0.7274063098212811, 1, 1, 1}, .alignment_traffic = {1, 1.0991719879175406, 1.1236703754009025, 1, 1, 1}, .alignment_store = {1, 0.9744069289432807, 0.9923194211628599, 1, 1, 1},
     .error_bars = {{{{{0.8407107946582566, 1.3089411913029991}, {0.8407107946582566, 1.3089411913029991}, {0.8407107946582566, 1.3089411913029991}, {0.8591714988232318, 1.22076245927083}}}, {{{0.8649550356945797, 1.0987975966613353}, {0.8649550356945797, 1.0987975966613353}, {0.8649550356945797, 1.0987975966613353}, {0.8649550356945797, 1.0987975966613353}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
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
     .block_cycles = 1500, .epilogue_cycles = 0.02, .slab_wait = 800, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.95, .dram_fill = 0.5, .l2_bytes_per_clock = 128, .l2_capacity = 0.8,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8,
     .split_seconds = 3e-06, .split_part_seconds = 5e-08, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
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
     .block_cycles = 1500, .epilogue_cycles = 0.02, .slab_wait = 800, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.95, .dram_fill = 0.5, .l2_bytes_per_clock = 64, .l2_capacity = 0.8,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.8,
     .split_seconds = 3e-06, .split_part_seconds = 5e-08, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}, {0.6, 1.6}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
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
     .error_bars = {{{{{0.9177179588508598, 1.030576750786776}, {0.9177179588508598, 1.030576750786776}, {0.9177179588508598, 1.030576750786776}, {0.91745277149563, 1.030454533953517}}}, {{{0.8791517516984632, 1.0462139612828083}, {0.8791517516984632, 1.0462139612828083}, {0.8791517516984632, 1.0462139612828083}, {0.878770714557536, 1.030454533953517}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
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
     .error_bars = {{{{{0.8146516349207354, 1.1312817588716129}, {0.8146516349207354, 1.1312817588716129}, {0.8146516349207354, 1.1312817588716129}, {0.8146516349207354, 1.1312817588716129}}}, {{{0.735288714243778, 1.203250848853212}, {0.735288714243778, 1.203250848853212}, {0.735288714243778, 1.203250848853212}, {0.735288714243778, 1.203250848853212}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {32, 16256}, .validated_work = {3568674, 1154976055296}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.12,
     .tile_count = 8, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 122, .stages = 2, .efficiency = 1},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 126, .stages = 2, .efficiency = 0.8780400475845137},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.8545585838017224},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.9409031218004809},
      {.m = 128, .n = 32, .k = 8, .slices = 4, .threads = 256, .registers = 122, .stages = 2, .efficiency = 0.9213086712579128},
      {.m = 64, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 122, .stages = 2, .efficiency = 0.8327767543741688},
      {.m = 32, .n = 32, .k = 8, .slices = 4, .threads = 128, .registers = 80, .stages = 2, .efficiency = 0.7520481329304076}}},
     .block_cycles = 5629.632646982479, .epilogue_cycles = 0.008741445837995639, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 5.962454967035063, .norm_doublings = 2,
     .dram_efficiency = 0.8037702438376267, .dram_fill = 0.49970882795776245, .l2_bytes_per_clock = 48.821862459065294, .l2_capacity = 0.7305318153368934,
     .swizzled = true, .reuse_window = 12.463869577610945, .line_bytes = 66.04020663173638, .store_exposed = 0.16661996501113158,
     .split_seconds = 4.5864169155024975e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 1.5e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.7402474584745534, 1.3050705919720538}, {0.7402474584745534, 1.3050705919720538}, {0.8037098818713659, 1.3495883198811864}, {0.7224808915679458, 1.2811530796270103}}}, {{{0.8824036880751193, 1.6663800063539698}, {0.8824036880751193, 1.6663800063539698}, {0.8614245345378015, 1.8981162714800464}, {0.8900164346009124, 1.595508214553115}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"T4"}, .validated_extent = {1, 5e+05}, .validated_work = {8388608, 5806671749396}},
    // hopper_unaligned_bf16
    {.family = static_cast<GemmFamily>(19), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .efficiency = 0.41212772085845645},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .fine = true, .efficiency = 0.44306138252531696},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 2, .fine = true, .efficiency = 0.4282957791083821},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.26049690195451064},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.1083428810728168},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.1070036801093704},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.1070036801093704},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.1070036801093704},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.1070036801093704}}},
     .block_cycles = 123.1274979358482, .epilogue_cycles = 0.1829935807733282, .slab_wait = 1684.583259236783, .fine_wait = {1.0888178975913805, 1, 1.121087225058348, 1}, .latency_warps = 0.48919504108651735, .norm_doublings = 2,
     .dram_efficiency = 0.9843857053044058, .dram_fill = 0.9110594001952544, .l2_bytes_per_clock = 12.170142186422733, .l2_capacity = 0.7997365523534286,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.7477323581194848,
     .split_seconds = 1.7171396201347642e-06, .split_part_seconds = 5.443408580822637e-08, .split_traffic = 0.5941356770652098, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8012709626389187, .launch_seconds = 1.7617681831433585e-06,
     .layout_efficiency = {1.0917784832460085, 1, 1.4545773095853425, 1}, .alignment_math = {0.6321188763107706, 0.8, 0.9, 1, 1, 1}, .alignment_traffic = {1.4754949043098373, 1, 1, 1, 1, 1}, .alignment_store = {0.9048374180359595, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8414258417464052, 1.2313211922762357}, {0.8414258417464052, 1.2313211922762357}, {0.8414258417464052, 1.2313211922762357}, {0.8487376082941007, 1.2215402986579555}}}, {{{0.7718337566664017, 1.366334490074184}, {0.7718337566664017, 1.366334490074184}, {0.7718337566664017, 1.366334490074184}, {0.7819161257637313, 1.3500868226321336}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 16377}, .validated_work = {38600, 880292253816}},
    // hopper_s16816
    {.family = static_cast<GemmFamily>(20), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 19, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6348222465580007},
      {.m = 256, .n = 128, .k = 64, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.5963615570060269},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.603934639667327},
      {.m = 128, .n = 256, .k = 64, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6172005103705182},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5615111755760231},
      {.m = 128, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.5632574405190742},
      {.m = 256, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.4771693795596947},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.522246289107699},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .efficiency = 0.43830615903912445},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.3761144331484558},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.4689973961700553},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.41317864541430577},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .efficiency = 0.338155470427129},
      {.m = 64, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .efficiency = 0.299912361392107},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.13070213187665225},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.1428567619942664},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.0928611135274795},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.1249692354170304},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.11807917135552157}}},
     .block_cycles = 123.1274979358482, .epilogue_cycles = 0.17903968724636485, .slab_wait = 350.864055773602, .fine_wait = {0.943745454031086, 1, 1.9380864937019648, 1}, .latency_warps = 2.1144045187364005, .norm_doublings = 2,
     .dram_efficiency = 0.7112109119603283, .dram_fill = 0.4030403294225646, .l2_bytes_per_clock = 20.99227970942735, .l2_capacity = 0.7977126856994889,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.5000728419718347,
     .split_seconds = 1.5407004981478674e-06, .split_part_seconds = 3.828924264279492e-08, .split_traffic = 0.1654625281671008, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 2.1013327809807024e-06,
     .layout_efficiency = {0.9387498061402464, 1, 0.9477926785557528, 1}, .alignment_math = {0.7, 0.6820260857569759, 0.7514325843398743, 1, 1, 1}, .alignment_traffic = {1, 1.0610328312165704, 1.1295951229348757, 1, 1, 1}, .alignment_store = {1, 0.9048374180359595, 0.9048374180359595, 1, 1, 1},
     .error_bars = {{{{{0.8470344046225817, 1.2573112745924033}, {0.8470344046225817, 1.2573112745924033}, {0.8470344046225817, 1.2573112745924033}, {0.8553164235870325, 1.2648235686075493}}}, {{{0.8072596171951814, 1.0958286910139285}, {0.8072596171951814, 1.0958286910139285}, {0.8072596171951814, 1.0958286910139285}, {0.8072596171951814, 1.0958286910139285}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {2, 16234}, .validated_work = {5040, 1236405817088}},
    // hopper_tf32_s1688
    {.family = static_cast<GemmFamily>(21), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 22, .tiles = {{
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.6475967997831533},
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.6462729108122879},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.626193155009542},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.6544996660508003},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.6091822609147561},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .efficiency = 0.5910055323274684},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .efficiency = 0.6070145133079883},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .efficiency = 0.5946898331339331},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.5688944404628925},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .efficiency = 0.5593375392920897},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.5788879860586714},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.5640214705944006},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .efficiency = 0.5119818542106043},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .efficiency = 0.49126449487741464},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .efficiency = 0.454636836421034},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .efficiency = 0.5206610058640867},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .efficiency = 0.45092000672973714},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .efficiency = 0.4366091212774933},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 10, .efficiency = 0.33501580108322665},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .efficiency = 0.3836037866299249},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.11188148484015568},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.0600487146357062}}},
     .block_cycles = 153.85185556001434, .epilogue_cycles = 0.13795015383128514, .slab_wait = 394.45238623924865, .fine_wait = {1, 1, 1, 1}, .latency_warps = 0.7049485382335284, .norm_doublings = 2,
     .dram_efficiency = 0.9405052575228556, .dram_fill = 0.16206223794869387, .l2_bytes_per_clock = 71.9737877700388, .l2_capacity = 0.7999544279023482,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.4823749224702484,
     .split_seconds = 1.2377987095410238e-06, .split_part_seconds = 3.7093306197008864e-08, .split_traffic = 0.7468319385912502, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 2.5432271818972233e-06,
     .layout_efficiency = {1.016348747138362, 1, 1.037640031568725, 1}, .alignment_math = {1, 0.8, 0.9, 0.9222925091673464, 0.9663971439498619, 1}, .alignment_traffic = {1, 1, 1, 0.9913284864858277, 0.9661064320067341, 1}, .alignment_store = {1, 1, 1, 1.119273018405256, 0.9254267065119309, 1},
     .error_bars = {{{{{0.9044230981906077, 1.2931013387155932}, {0.942104094926257, 1.1006999025912183}, {0.8694112816263343, 1.0921700535983787}, {0.8420093626417398, 1.1758575017983848}}}, {{{0.8983570619548233, 1.1573270674257718}, {0.8983570619548233, 1.1573270674257718}, {0.8983570619548233, 1.1573270674257718}, {0.8983570619548233, 1.1573270674257718}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {2, 16384}, .validated_work = {24576, 34359738368}}}},
  .processes = {{
    {.cc_low = 30, .cc_high = 37, .reference_clock = 1e+09, .cuda_core_energy = 2.658602337730509e-11, .tensor_energy = 0, .l2_energy = 3.137086330219797e-10, .dram_energy = 1.12e-10, .controller_time = 0.02, .controller_power = 0.8108218097248324, .dram_efficiency = 0.8},
    {.cc_low = 50, .cc_high = 53, .reference_clock = 1.4e+09, .cuda_core_energy = 2.3041220260331076e-11, .tensor_energy = 0, .l2_energy = 2.7188081528571574e-10, .dram_energy = 1.12e-10, .controller_time = 0.02, .controller_power = 0.8108218097248324, .dram_efficiency = 0.8},
    {.cc_low = 60, .cc_high = 62, .reference_clock = 1.9e+09, .cuda_core_energy = 2.126881870184407e-11, .tensor_energy = 0, .l2_energy = 2.509669064175838e-10, .dram_energy = 4e-11, .controller_time = 0.025052870095098344, .controller_power = 0.8108218097248324, .dram_efficiency = 0.8141588382163061},
    {.cc_low = 70, .cc_high = 72, .reference_clock = 1.9e+09, .cuda_core_energy = 2.0595220605181665e-11, .tensor_energy = 7.100073214608837e-13, .l2_energy = 2.43018612116054e-10, .dram_energy = 3.6e-11, .controller_time = 0.025052870095098344, .controller_power = 0.8108218097248324, .dram_efficiency = 0.8732063462872295},
    {.cc_low = 75, .cc_high = 75, .reference_clock = 1.9e+09, .cuda_core_energy = 2.0595220605181665e-11, .tensor_energy = 7.100073214608837e-13, .l2_energy = 2.43018612116054e-10, .dram_energy = 6e-11, .controller_time = 0.007253907053510717, .controller_power = 0.8108218097248324, .dram_efficiency = 0.6992838714200471},
    {.cc_low = 80, .cc_high = 80, .reference_clock = 1.7e+09, .cuda_core_energy = 1.3270044953962846e-11, .tensor_energy = 2.2715321655199235e-12, .l2_energy = 1.6862818496180123e-10, .dram_energy = 3.1e-11, .controller_time = 0.01616623593275153, .controller_power = 0.8108218097248324, .dram_efficiency = 0.9041319620056687},
    {.cc_low = 86, .cc_high = 88, .reference_clock = 2e+09, .cuda_core_energy = 9.551614299947621e-12, .tensor_energy = 3.686367656871203e-12, .l2_energy = 1.2137648278081807e-10, .dram_energy = 6e-11, .controller_time = 0.02, .controller_power = 0.8108218097248324, .dram_efficiency = 0.8},
    {.cc_low = 89, .cc_high = 89, .reference_clock = 2.7e+09, .cuda_core_energy = 6.198791480702856e-12, .tensor_energy = 1.4342862753969389e-12, .l2_energy = 8.289680223183988e-11, .dram_energy = 6e-11, .controller_time = 0.007253907053510717, .controller_power = 0.8108218097248324, .dram_efficiency = 0.78},
    {.cc_low = 90, .cc_high = 90, .reference_clock = 2.1e+09, .cuda_core_energy = 9.298187221054285e-12, .tensor_energy = 1.2793980164651943e-12, .l2_energy = 8.289680223183988e-11, .dram_energy = 3.1e-11, .controller_time = 0.06, .controller_power = 0.8108218097248324, .dram_efficiency = 0.92},
    {.cc_low = 0, .cc_high = 999, .reference_clock = 2.7e+09, .cuda_core_energy = 6.198791480702856e-12, .tensor_energy = 7e-13, .l2_energy = 8.289680223183988e-11, .dram_energy = 3.1e-11, .controller_time = 0.06, .controller_power = 0.8108218097248324, .dram_efficiency = 0.91}}},
  .board = {.idle_share = 0.11581156246927087, .idle_power = 27.352321815483013, .voltage_floor = 0.5995985614912223, .voltage_knee = 0.5427049388075486, .tensor_l2_share = 0.08240173438012985, .fp16_energy = 1.14, .open_boost = 1.1},
  .choices = {{
    // kepler_sgemm
    {.family = static_cast<GemmFamily>(0), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}}},
     .tile_split = {{0}}, .split_preference = -0.09999999999999999, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .since = 1100, .until = 9999, .learned_from = 1201, .preference = {{{{0.9837053497331911, 0, 0.28622995344653845}}, {{0.9072483751413276, 0, -2.097248666396904}}, {{-1.0459353609807016, 0, 0.36672387508320314}}, {{0.4801291153748535, 0, 0.3309916327283787}}, {{-1.805147479268689, 0, 0.3933032051387868}}}},
     .tile_split = {{0.15166084594999663, 0.07709435069546022, -0.30642403896051496, -1.8784411855566625, 0.9112302264019152}}, .split_preference = -0.7748798014697977, .split_log_preference = 0.6647567364909812, .family_preference = 0, .regret = {0, 0, 0}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .since = 1100, .until = 9999, .learned_from = 1201, .preference = {{{{0.005258493215169825, 0, 0.005528777951415806}}, {{-0.20722753219154427, 0, 0.011633521160761773}}, {{0.03909004021019549, 0, -0.6472854163220942}}, {{-0.236340137928854, 0, -0.014214605564253774}}, {{-0.08542819067848018, 0, -0.5660625106124231}}, {{0.06610775117886547, 0, -0.010167949279568156}}, {{-0.0026006348029810624, 0, 0.261704100674614}}, {{0.27114021099763214, 0, 0.47886408199154507}}}},
     .tile_split = {{-0.08988911012907831, 0.0974351975497268, -0.006604941963483386, 0.051796143325033996, -0.0597264378251202, 0.007116165197878235, 0.13011322300841388, -0.08504052502409291}}, .split_preference = -0.19480028586072146, .split_log_preference = -0.001191710685902514, .family_preference = 0, .regret = {0, 0, 0}},
    // ampere_sgemm
    {.family = static_cast<GemmFamily>(3), .since = 0, .until = 9999, .learned_from = 1201, .preference = {{{{0.15503872481839462, 0, -2.049158378386388}}, {{0.0009313447511514403, 0, -3.926635949236861e-13}}, {{0.07401275749039792, 0, 7.842964405629329e-07}}, {{-0.028238210523970943, 0, 3.3047403603287737e-07}}, {{-0.03213345113328386, 0, 6.941997336995724e-07}}, {{0.03911803454346495, 0, 3.2768254055743098e-06}}, {{-0.02860617374280259, 0, 0.000703480419879738}}, {{-0.030123026203351052, 0, 0.34984583959386095}}}},
     .tile_split = {{0.004227130178493885, 0.16478775058395936, -0.15822800565154174, 0.08181968272077467, 0.1381793244271802, 0.0837328736049, 0.07899671553564383, -0.0633176393442899}}, .split_preference = 0.39019783205512065, .split_log_preference = 0.04197655508029701, .family_preference = 0, .regret = {0, 0, 0}},
    // hopper_sgemm
    {.family = static_cast<GemmFamily>(4), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{-0.1551515968441755, 0.0007399837089915318, -0.16978810255460622}}, {{-0.0026968470619085916, -0.010138208893677364, 0.0013646839746742634}}, {{-0.03404735175389852, 0.039543665809767536, 0.004123154805093759}}, {{-0.06076217768528366, 0.12346395439051677, -0.00729368250971878}}, {{0.006584467391431033, -0.07421731802730719, -0.0033392982720893}}, {{0.0013121884698529401, 0.009516314569808379, 0.005899182986189265}}, {{-0.14633399996546978, -0.16403953838628668, -0.10715394977237633}}, {{0.019982561400834636, -0.007081815245081127, -0.004514431072419965}}, {{0.007939218962944805, -0.0043000847146105765, -0.13953623662853076}}, {{0.04931049167426734, -0.008915098159208011, -0.010018471184828293}}, {{-0.009361552370575565, 0.02227039090862875, 0.002518605083367793}}, {{-0.10374400126623301, -0.2061254203645771, -0.17742083196106484}}, {{-0.003792749566326317, -0.19145319740814162, -0.006818880314757858}}, {{-0.0018840527957799391, -0.09794702490582649, -0.014782364991676442}}, {{-0.009066222383124585, -0.06413968356062817, -0.008388098785459847}}, {{-0.0055164003501765105, 0.010437765426954711, 0.04916871937524933}}, {{-0.0039750511226387675, -0.008952883377371948, -0.0034329169880873978}}, {{-0.08111605055122956, 0.20304659548072096, 0.13787952657426358}}, {{0.05590534264912299, -0.19719516957382593, -0.17734425992501784}}, {{-0.003586216831627764, 0.14548677232116106, 0.08887765216179475}}}},
     .tile_split = {{0.19468640898465384, -0.0019387201615793381, -0.044490179566856525, -0.1213034534164298, 0.012456742213034278, 0.024671435377108496, 0.02386196564496048, 0.15435532638973345, 0.19513215737155495, 0.11326933873065859, 0.06147705790140461, 0.17534723779041514, 0.02000502219100357, -0.07154820754204985, 0.011950227662505558, -0.1202150271440628, -0.0002878941367949889, -0.09531330004488973, -0.0651825897089067, -0.03198581671238368}}, .split_preference = -0.1050522681770422, .split_log_preference = 0.11058859862098241, .family_preference = 0, .regret = {0.01975644646646686, 0, 0.02066540179156058}},
    // pascal_hgemm
    {.family = static_cast<GemmFamily>(5), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // volta_s884
    {.family = static_cast<GemmFamily>(6), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // turing_s1688
    {.family = static_cast<GemmFamily>(7), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // ampere_s16816
    {.family = static_cast<GemmFamily>(8), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0.03, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0.09, 0, 0}}, {{-0.03, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{-0.06, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = -0.009999999999999995, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // ampere_tf32
    {.family = static_cast<GemmFamily>(9), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // hopper_wgmma
    {.family = static_cast<GemmFamily>(10), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{-0.006091719917036509, -0.029061569222653915, -0.0282774857877028}}, {{0.04100266467055489, -0.007579261480246729, -0.017417559891682626}}, {{-0.07156548018773981, -0.09774343425938664, 0.012813744747274262}}, {{-0.05167161673472756, -0.0991035131098514, 0.10879207154141139}}, {{0.06905047261886331, -0.021214684195760156, -0.0026372639271558035}}, {{0.06816074356573847, -0.017280766006818077, 0.05279848475300332}}, {{0.03325860185119938, -0.024474297529303565, 0.011970162545330542}}, {{0.003264599535717603, 0.00019822426355091925, -0.03192986982641813}}, {{0.03927452775827886, 0.09145586209846407, -0.004120386736565777}}, {{0.0567722749396057, -0.004125713550276256, 0.03841705579429061}}, {{0.036720125121465406, 0.05263769789335478, -0.048720672261455385}}, {{0.05975632127172783, -0.0040128369483333265, 0.06324323994174778}}, {{0.012882375612599785, 0.03357014534364905, -0.0013068768489763807}}, {{0.0036898651079326486, 0.005861583507664336, -0.042599879337339816}}, {{0.007279536208173161, -0.008122414430225251, -0.013272316434038643}}, {{0.05198463660160477, -0.004201217564906587, 0.002522816446762412}}, {{-0.015339756943343748, -0.0241871426059419, -0.0038530085793758587}}, {{0.11307589012996408, 0.07378414008097149, 0.017128496587609503}}, {{0.06401204140288078, 0.0701854138866577, 0.04088299524662122}}, {{0.07642633471718402, 0.14261775634375665, 0.04161020322051143}}, {{0.014391203144177212, -0.032364979848560155, 0.05059851982036582}}, {{-0.026025137401921417, 0.05957957590257801, -0.027816424321300257}}, {{-0.0019729696144518767, 0.07875699118345855, 0.04949860673037426}}, {{0.09692910619118761, -0.02543216147105576, 0.014409192129809748}}, {{0.10454769948969389, 0.1210818577264722, -0.01511099640392981}}, {{-0.030594085891215924, 0.0482165671783939, 0.13395172875715144}}, {{0.07419429300379729, -0.012347464233041968, 0.09708182175922864}}, {{0.04658745374808124, -0.006694358952616799, 0.10134360033444897}}}},
     .tile_split = {{0.08814043980420011, 0.058099834116165205, 0.06746685685637119, 0.18650790127481767, 0.02834964129598878, 0.03199734987943472, 0.004139445037864903, 0.020094592830838167, -0.002489019581948326, 0.013210318868622388, 0.0025002896891455234, 0.0013015935947350776, 0.03180005516598227, 0.0031734409576525836, 0.00039087627039642776, 0.04158523067671292, 0.0592288634448786, -0.09106342381624322, -0.001158027899661069, 0.028388508305834594, -0.0011876854061853696, -0.0006707791100675279, -0.0007152947234435058, 0.05926086517701382, 0.05942107225467294, -0.0008993618433240126, -0.00041716659807063155, 0.029445604832419363}}, .split_preference = -0.09409797864520089, .split_log_preference = 0.06328976947487203, .family_preference = 0, .regret = {0.00021986761982161374, 0.003506365106249515, 0.01174242087405351}},
    // hopper_tf32
    {.family = static_cast<GemmFamily>(11), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{0.016984267558564664, -0.2793181564111845, 0.00799399382544358}}, {{-0.006493924574859519, 0.009588180897027176, 0.012153944896226981}}, {{-0.15173500605183157, -0.3091072218081701, 0.031806252569051674}}, {{0.08693450330684908, 0.03244253749852452, -0.1471357767427788}}, {{-0.08255593787540784, -0.09104574464496373, -0.026713885392630962}}, {{0.1005655002060381, 0.21427312380654903, 0.11875780709764286}}, {{0.006300597430616062, 0.2731672806622041, -0.17686233625295017}}}},
     .tile_split = {{0.14073186423548703, -0.014108626427029775, 0.2491032420634571, 0.013484184925100862, -0.12072855978506832, 0.008505858794411986, 0.010482016516048215}}, .split_preference = -0.0425300196775697, .split_log_preference = 0.21230050316764926, .family_preference = 0, .regret = {0, 0.0282296212301969, 0.02845070265985259}},
    // hopper_unaligned
    {.family = static_cast<GemmFamily>(12), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{0.0655471770444625, -0.02148693406918975, -0.014466398374330364}}, {{0.1659792222597542, 0.0004877218719786543, -0.07827017398881225}}, {{0.019379055427325036, -0.01455479681927585, -0.13610588163440376}}, {{-0.03972525253490284, 0.001570480825027143, -0.11663987994030126}}, {{-0.00695861944698678, -0.007942169787731629, -0.02547186240119152}}, {{-0.17136819273762957, -0.15648936681023848, -0.04565173412207746}}, {{-0.25414996496899706, -0.008696135274905325, 0.11394455526930594}}, {{-0.01282774735396805, -0.08481047344353607, -0.0010316474652669189}}, {{-0.005875677689066189, 0.05192167350790841, 0.06369302265706284}}}},
     .tile_split = {{0.014290444873102423, -0.0006671429126750283, -0.06273212756769297, -0.013046755897647214, -0.011669074718187865, 0.11988080501984383, 0.0511817065121253, 0.012704927696687573, -0.007749773976708188}}, .split_preference = 0.13219300902884887, .split_log_preference = 0.015395363268398932, .family_preference = 0, .regret = {0.0010578758172920027, 0.009758838525384403, 0.05152557172886035}},
    // hopper_tf32_unaligned
    {.family = static_cast<GemmFamily>(13), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{-0.0036668631139122054, 0.02896774506817011, 0.02802368282299411}}, {{-0.13440794680029108, -0.14589997244809835, 0.04392634245863908}}, {{0.10278769039231353, 0.0022013526954663687, 0.02218536227958251}}, {{-0.06809537973788025, -0.0906487722970145, -0.058453968725578107}}, {{-0.16509964883275158, 0.05862827555349098, -0.008858155616116064}}, {{0.0036765816643226645, 0.1280513729589136, 0.030310566594364763}}, {{-0.06980121796150297, 0.11156303274355037, -0.10450744592449793}}, {{-0.009854635244199411, 0.1655258771873819, 0.010129218763807457}}, {{-0.007143032817311892, 0.036133449451092786, -0.09523487662438664}}, {{-0.002390415609019994, 0.12135169182329325, -0.013866353211309726}}, {{-0.0023748196005468347, 0.05167600214179259, 0.07867509838184006}}, {{0.003524743687860793, 0.0501519169317302, 0.084224977542047}}, {{0.01308188057512727, 0.019597273554311706, 0.019906345673881456}}, {{-0.209271366285456, -0.17006655860277572, -0.10809527505354899}}, {{-0.010038523423509929, -0.006629650800541689, 0.011250941876273707}}, {{0.03662009845271786, 0.059048461714482525, -0.2045515585249416}}, {{0.012260766243939266, 0.017965562400375917, 0.013127355492498438}}, {{-0.04005169904640079, 0.017832341166334136, -0.0323668560059489}}, {{0.026172258156009737, 0.0906303147677339, 0.08703089010266679}}, {{-0.2205402817092581, -0.1471198650866106, -0.13237557067332595}}, {{-0.10734351735565265, -0.13200294767281678, -0.16230291764971586}}, {{-0.13804467163459896, -0.14695690325025948, -0.2881778039792199}}}},
     .tile_split = {{-0.002054130630763387, -0.04683344573395645, -0.005977425368333886, -0.13387667270063883, 0.01919539894352154, 0.011613211657202943, -0.05562306010824597, -0.009212119309120942, 0.0002640348880516456, -0.0948956633208975, -0.006589643531966394, 0.005067050672403435, -0.011623417141076994, 0.011941933529563202, 0.013291775160366524, -0.24005924146506785, 0.009081164669325903, -0.14355461858730653, -0.012532128990778962, 0.053776713137021925, 0.26462903928507886, 0.29679303976963023}}, .split_preference = 0.10282179482400144, .split_log_preference = 0.03634008784537244, .family_preference = 0, .regret = {0.011305694113548594, 0.01624631496794676, 0.007922104020055776}},
    // blackwell_umma
    {.family = static_cast<GemmFamily>(14), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // blackwell_tf32
    {.family = static_cast<GemmFamily>(15), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // dgemm
    {.family = static_cast<GemmFamily>(16), .since = 0, .until = 9999, .learned_from = 0, .preference = {{{{0, 0, 0}}}},
     .tile_split = {{0}}, .split_preference = 0.14, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // ampere_dmma
    {.family = static_cast<GemmFamily>(17), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{0.0873452383393678, -0.0042195532364238675, 0.05260105652906061}}, {{0.08574198302970393, -0.003749474851659329, 0.07091757382754361}}, {{0.09487126757026276, -0.0011089318680530258, 0.07857506848550469}}, {{0.09178393294294143, -0.009404994078501289, 0.03863319336244401}}, {{0.09370839372356893, -0.005223572592492898, 0.06868284331122969}}, {{-0.14028843194430565, -0.005136555693152637, 0.0652494398294417}}, {{-0.10863895778474424, 0.01021879587075411, -0.13465864606881564}}, {{-0.18324779159894894, -0.2074274164268248, -0.2236785682251643}}, {{-0.021275634277842775, -0.10394829712365164, -0.01632196105124444}}}},
     .tile_split = {{0.0017654908314471938, 0.0019638971105064816, 0.005736544511724122, 0.0016966238145433895, 0.010308200844718651, -0.010694223956536728, 0.03219323218134522, -0.13883041378879604, -0.01197821371785937}}, .split_preference = 0.10216113783108399, .split_log_preference = 0.03733525047069184, .family_preference = 0, .regret = {0, 0, 0}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .since = 1100, .until = 9999, .learned_from = 1201, .preference = {{{{-0.352743742156609, 0, 0.031822149841920055}}, {{-0.5531996226000434, 0, -0.6634535852166255}}, {{-0.3467596510565223, 0, -0.6668764097802035}}, {{-0.0012668400799817348, 0, -0.2871837786297451}}, {{0.01446494184926675, 0, 0.10777206270708806}}, {{0.21201862233945618, 0, 0.3636233212909512}}, {{0.194606085132448, 0, 0.5722889449354548}}, {{0.29288020657198877, 0, 0.6320072948511577}}}},
     .tile_split = {{0.16267779571007765, -0.027092967763746166, -0.2316914687206644, -0.011255319326824859, -0.1587167096526941, 0.011601285049580592, 0.06899402208613298, 0.0578665316430447}}, .split_preference = -0.06761683097509798, .split_log_preference = -0.089084776774842, .family_preference = 0, .regret = {0, 0, 0}},
    // hopper_unaligned_bf16
    {.family = static_cast<GemmFamily>(19), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{-0.33783043858151784, -0.2865098400495392, -0.3111067717688504}}, {{0.009818478682762005, -0.22989181233985811, 0.004376131293504462}}, {{-0.13947984929770907, -0.2432468709880578, -0.21748653248918595}}, {{-0.373883038759515, -0.524178951537172, -0.5812130338624855}}, {{-0.004538365702006247, -0.014590013646739244, -0.23755462069310193}}, {{0.010259258907841157, 0.013844042078286878, 0.07616196228459726}}, {{0.17274691913937756, 0.23438964412198762, 0.5428926359122599}}, {{0.010259258907841157, 0.013844042078286878, 0.07616196228459726}}, {{0.17264777670292614, 0.1363397602828246, 0.5277682670386634}}}},
     .tile_split = {{-0.11531632762133648, 0.004745402781972042, 0.03289669665004821, 0.029366018441922225, 0.010360513032811963, 0.006361552324546028, -0.008205036594692752, 0.006361552324546028, 0.011020919634445082}}, .split_preference = 0.15759129097424773, .split_log_preference = -0.09702556896412658, .family_preference = 0, .regret = {0.026760021247085358, 0.012918067964974779, 0}},
    // hopper_s16816
    {.family = static_cast<GemmFamily>(20), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{0.046410986727756606, -0.12475587965790565, 0.09119735427619752}}, {{-0.0037216035471114156, -0.05446790450320227, -0.057981945913725616}}, {{-0.0189069626025328, -0.0005439644929998664, 0.045289900979728376}}, {{-0.08150399821207961, -0.008677217138904222, -0.04513972276377775}}, {{0.10484364324272215, 0.12487392475819178, 0.12643711921472836}}, {{-0.052833470991419614, 0.13310373869940853, -0.09621696380160155}}, {{-0.013164879870662293, -0.09222307156167434, 0.03652420596512964}}, {{0.21141912297384843, 0.1742908422481038, 0.010857937684128058}}, {{0.13305211076377488, 0.08899707700611999, 0.10088028146572367}}, {{0.004655611220858558, -0.10387081345733323, 0.0008730228773168869}}, {{0.14198555246585942, 0.054579240755906616, 0.08724844836785955}}, {{0.1103642972821037, 0.03118696235988934, 0.16632015520436624}}, {{0.13875125466910662, 0.18441073860875173, 0.0004180025101163153}}, {{0.016114866142368525, 0.13281229378178094, -0.12186220667120304}}, {{-0.2397603758715018, -0.19098585306355068, -0.2927613276849266}}, {{0.05774787184225405, 0.01631868358330761, -0.012131876645211898}}, {{-0.08913569395150939, -0.3254340417092829, -0.05320541498211223}}, {{-0.004165487051954381, 0.012027755633210423, 0.009430595588021555}}, {{-0.1921528452318699, -0.20164251184981066, -0.05617756567075591}}}},
     .tile_split = {{0.10037690722253072, -0.07705219546206599, 0.011164298152741794, -0.1611891996695539, -0.007942143545141027, -0.17166809936515348, 0.09110703275634591, -0.17414635303629503, -0.19203792267140601, 0.007819496880992614, -0.16079069414586475, 0.01075800646711067, -0.0035778160162881073, 0.1338528875080582, 0.1585395145409046, -0.029826930450135763, 0.28498772096627667, 0.03560455142482688, 0.2107899623788757}}, .split_preference = 0.006769023936717911, .split_log_preference = 0.09351181499331135, .family_preference = 0, .regret = {0.049322015542125994, 0.011684598794667019, 0.017035199314009347}},
    // hopper_tf32_s1688
    {.family = static_cast<GemmFamily>(21), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{0.008099995037981908, 0.05995236081597549, -0.005525446005358703}}, {{-0.0863259867230139, 0.006316533440397461, -0.003991420505603097}}, {{0.005533127617246648, -0.08820419109980861, -0.008784098116655668}}, {{0.0003029141057437207, 0.013496259737417082, 0.005991875105550365}}, {{-0.05261132831597251, 0.06704168993020831, 0.002922729924066114}}, {{0.005239624353720315, 0.021146402618494813, -0.13640263130647623}}, {{0.002584563721207557, -0.012392384058868482, -0.0006191440775464643}}, {{-0.004214169913329372, -0.032975126764239776, -0.0011485338287943944}}, {{0.0004670722721952114, -0.0370852573265055, 0.020033786086659455}}, {{0.040996509447531124, -0.004306144367492376, -0.018921563840366463}}, {{-0.010852791576148033, -0.0037463641425369842, -0.150480078565609}}, {{-0.00815015072302007, -0.030031402684910658, -0.01458979810013053}}, {{-0.20962996749868548, -0.08925725444903823, 0.024621397499949266}}, {{0.0026131650013843655, 0.012964251515342903, 0.03251836076885023}}, {{-0.0036902876766546633, -0.09897331862518628, 0.02735017402422399}}, {{0.0011611374828121232, 0.06857567858712071, 0.06022357693407636}}, {{0.010791955584937743, 0.022998101234285577, 0.026979651792227707}}, {{0.00819509354345023, 0.033406105403010075, 0.01794406657117853}}, {{0.10425598280086651, 0.028055046363557563, -0.04127193560242186}}, {{-0.10526038995056637, -0.06900668613936849, -0.06496585603148618}}, {{0.13778731929218557, 0.07303784933324392, 0.04781675960602841}}, {{0.0027066121161277157, 0.05898785067888528, 0.00029812766763954654}}}},
     .tile_split = {{-0.0008219741974176825, -0.0025281017749121254, -0.05965121186997556, -0.00508664155543314, 0.004903669471370518, 0.013280030487341832, 0.0077841034992393865, -0.053848687596664835, 0.06557368681783875, -0.06271058452415273, -0.01227898426532828, -0.07142135003793335, 0.10120548628648376, -0.007908410736004581, 0.03680814234682257, 0.06956696927908165, 0.006615037107341043, 0.11508898476216745, -0.150786101272701, 0.06662742183194073, -0.08473241848784162, 0.012372979518181088}}, .split_preference = 0.1380520450894439, .split_log_preference = -0.06495439851136234, .family_preference = -0.12, .regret = {0, 0.0017925719076011303, 0.009926899637859223}},
    // maxwell_sgemm
    {.family = static_cast<GemmFamily>(1), .since = 0, .until = 1099, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // volta_sgemm
    {.family = static_cast<GemmFamily>(2), .since = 0, .until = 1099, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}},
    // turing_sgemm
    {.family = static_cast<GemmFamily>(18), .since = 0, .until = 1099, .learned_from = 0, .preference = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}},
     .tile_split = {{0, 0, 0, 0, 0, 0, 0, 0}}, .split_preference = 0.05, .split_log_preference = 0, .family_preference = 0, .regret = {0, 0, 0}}}}};

}  // namespace perfmodel
// clang-format on
