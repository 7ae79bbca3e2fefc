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
     .error_bars = {{{{{0.9359524652173395, 1.0944098978048458}, {0.9359524652173395, 1.0944098978048458}, {0.9359524652173395, 1.0944098978048458}, {0.9375325502213717, 1.0945418021655018}}}, {{{0.9296811618165842, 1.344845938460864}, {0.9296811618165842, 1.344845938460864}, {0.9296811618165842, 1.344845938460864}, {0.9297879034846075, 1.3431770180090519}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"A100-PCIE-40GB"}, .validated_extent = {2, 65273}, .validated_work = {20286000, 4504524499200}},
    // hopper_sgemm
    {.family = static_cast<GemmFamily>(4), .unit = static_cast<MathUnit>(0),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0.1250705357882472,
     .tile_count = 20, .tiles = {{
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.9146754574377297},
      {.m = 128, .n = 256, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 3, .efficiency = 0.9108074621747306},
      {.m = 256, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.8824258625406604},
      {.m = 64, .n = 256, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 3, .efficiency = 0.8683674769293437},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8623003453952359},
      {.m = 64, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8438727233642658},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 3, .efficiency = 0.8118092107263195},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 128, .stages = 3, .efficiency = 0.5957856197763953},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 3, .efficiency = 0.7438568580925248},
      {.m = 64, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 80, .stages = 3, .efficiency = 0.6541342726603037},
      {.m = 32, .n = 64, .k = 8, .slices = 1, .threads = 64, .registers = 80, .stages = 3, .efficiency = 0.7033553986557076},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 64, .registers = 64, .stages = 3, .efficiency = 0.639240179707424},
      {.m = 256, .n = 128, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 4, .fine = true, .efficiency = 0.9232453703819103},
      {.m = 128, .n = 256, .k = 8, .slices = 1, .threads = 256, .registers = 250, .stages = 4, .fine = true, .efficiency = 0.9223485353856778},
      {.m = 128, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 250, .stages = 4, .fine = true, .efficiency = 0.9120541992150082},
      {.m = 128, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 5, .fine = true, .efficiency = 0.8318865203478413},
      {.m = 64, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 128, .stages = 5, .fine = true, .efficiency = 0.7607674782217004},
      {.m = 64, .n = 64, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .fine = true, .efficiency = 0.8037873248100996},
      {.m = 128, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .fine = true, .efficiency = 0.5480465108687285},
      {.m = 32, .n = 128, .k = 8, .slices = 1, .threads = 128, .registers = 80, .stages = 5, .fine = true, .efficiency = 0.6936758497027724}}},
     .block_cycles = 476.84284069563245, .epilogue_cycles = 0.1972223027458292, .slab_wait = 1022.4469782243702, .fine_wait = {2.3076614127022923, 3.6347743221581426, 0.7026855208703161, 1}, .latency_warps = 0.5041940066359835, .norm_doublings = 2,
     .dram_efficiency = 0.9405238826307808, .dram_fill = 0.4200910231600903, .l2_bytes_per_clock = 18.512254414828245, .l2_capacity = 0.8000163892164402,
     .swizzled = true, .reuse_window = 15.042904802384879, .line_bytes = 128, .store_exposed = 0.6891164714064837,
     .split_seconds = 1.8095023150405176e-06, .split_part_seconds = 3.484158275376322e-08, .split_traffic = 0.4885893775449521, .split_tiles_per_sm = 8, .split_max_k = 8192, .split_min_k = 32,
     .vector_efficiency = 0.9033770117778368, .launch_seconds = 1.671693428343213e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {1, 1, 1, 1, 1, 1}, .alignment_traffic = {1, 1.0015050489284, 0.9524661211969215, 0.9761676770680769, 0.8703597838717566, 1}, .alignment_store = {1, 0.9048374180359595, 1.1873385346707828, 0.9048374180359595, 0.9048374180359595, 1},
     .error_bars = {{{{{0.8646671413283823, 1.8976676564823194}, {0.7689705144071929, 1.6040030322536805}, {0.8624986627625584, 1.3097819421550045}, {0.889787353518101, 1.1950951886293018}}}, {{{0.8721909198365124, 1.3632467925385954}, {0.8721909198365124, 1.3632467925385954}, {0.8721909198365124, 1.3632467925385954}, {0.9014016732268526, 1.1508465943939254}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
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
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8996556949908805},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.8743084924044734},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.8704420768515809},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.741579887082016},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.746940463838288},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.7407190276588899},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.6490813131121053},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.4683393789453829},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.22961371357933677}}},
     .block_cycles = 479.8093346727449, .epilogue_cycles = 0.015108116705559513, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.4968174144697275, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.42595225380931423, .l2_bytes_per_clock = 29.8762913197955, .l2_capacity = 0.17850412811874386,
     .swizzled = true, .reuse_window = 14.235235099600368, .line_bytes = 128, .store_exposed = 0.48071249073662287,
     .split_seconds = 7.549497086079749e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 2.498100688264176e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.8524663481462254, 1.501541133307999}, {0.8524663481462254, 1.501541133307999}, {0.8524663481462254, 1.501541133307999}, {0.8524663481462254, 1.501541133307999}}}, {{{0.7870745428077517, 1.839949276855956}, {0.7870745428077517, 1.839949276855956}, {0.7870745428077517, 1.839949276855956}, {0.7870745428077517, 1.839949276855956}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"V100-SXM2-16GB"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // turing_s1688
    {.family = static_cast<GemmFamily>(7), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 512, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.7277486547245777},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 2, .efficiency = 0.707244818994981},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.7041172016932841},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.599878118039604},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 2, .efficiency = 0.6042143908433507},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.5991817524293208},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 2, .efficiency = 0.5250542569276853},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.37884865830310954},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 3, .efficiency = 0.18573891333547407}}},
     .block_cycles = 479.8093346727449, .epilogue_cycles = 0.015108116705559513, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.4968174144697275, .norm_doublings = 2,
     .dram_efficiency = 1.0499123721718653, .dram_fill = 0.42595225380931423, .l2_bytes_per_clock = 29.8762913197955, .l2_capacity = 0.17850412811874386,
     .swizzled = true, .reuse_window = 14.235235099600368, .line_bytes = 128, .store_exposed = 0.48071249073662287,
     .split_seconds = 7.549497086079749e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8, .launch_seconds = 2.498100688264176e-06,
     .layout_efficiency = {1, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1, 1}, .alignment_traffic = {1, 1, 1, 1, 1, 1}, .alignment_store = {1, 1, 1, 1, 1, 1},
     .error_bars = {{{{{0.7750897935060588, 1.8701194128618739}, {0.7750897935060588, 1.8701194128618739}, {0.7750897935060588, 1.8701194128618739}, {0.7750897935060588, 1.8701194128618739}}}, {{{0.6823827301600144, 2.5574314857894382}, {0.6823827301600144, 2.5574314857894382}, {0.6823827301600144, 2.5574314857894382}, {0.6823827301600144, 2.5574314857894382}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"T4"}, .validated_extent = {8, 5e+05}, .validated_work = {8388608, 2283798528000}},
    // ampere_s16816
    {.family = static_cast<GemmFamily>(8), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 1024, .issue_overhead = 0,
     .tile_count = 9, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.9185720112415225},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.9317310203983741},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8906179770399092},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8140147800024785},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 128, .stages = 3, .efficiency = 0.8140150401454648},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.765671534664684},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 128, .stages = 3, .efficiency = 0.8426200010241295},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 4, .efficiency = 0.5779626668908109},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 32, .registers = 96, .stages = 4, .efficiency = 0.25437970004545774}}},
     .block_cycles = 4507.270964657966, .epilogue_cycles = 0.01234280539639372, .slab_wait = 0, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1.672695137309051, .norm_doublings = 2,
     .dram_efficiency = 0.8830936246657531, .dram_fill = 0.5, .l2_bytes_per_clock = 55.76450813708111, .l2_capacity = 0.5242835091732295,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.6683789476108964,
     .split_seconds = 2.0511209218249602e-06, .split_part_seconds = 0, .split_traffic = 1, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.8288060232066791, .launch_seconds = 1.4847437679373284e-06,
     .layout_efficiency = {1.0357817253683566, 1, 1, 1}, .alignment_math = {0.4, 0.7, 0.85, 0.97, 1.0348287406268295, 1}, .alignment_traffic = {1, 1, 1, 1, 0.973158923163633, 1}, .alignment_store = {1, 1, 1, 1, 0.9948141981247872, 1},
     .error_bars = {{{{{0.896700598733096, 1.1124078672334048}, {0.896700598733096, 1.1124078672334048}, {0.9233260985432439, 1.1363967717456287}, {0.8964418870262222, 1.1039166459366274}}}, {{{0.8491241436536383, 1.173264897783612}, {0.8491241436536383, 1.173264897783612}, {0.8872227453736737, 1.211420690606037}, {0.848756692392369, 1.159856933941663}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
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
      {.m = 256, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8779726579478758},
      {.m = 128, .n = 256, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8746083691305176},
      {.m = 320, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.8476876987964895},
      {.m = 192, .n = 192, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 3, .efficiency = 0.8400989878349345},
      {.m = 192, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8742992445863625},
      {.m = 128, .n = 192, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8711023361930222},
      {.m = 160, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8515212978525282},
      {.m = 128, .n = 160, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.8540576862419216},
      {.m = 144, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.8552853688874551},
      {.m = 128, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.849634616247855},
      {.m = 96, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.749844143875658},
      {.m = 128, .n = 96, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.8145697082234669},
      {.m = 64, .n = 256, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.6884288460936273},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.6610770567718107},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.6909530466923659},
      {.m = 96, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.6353277745506011},
      {.m = 64, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 13, .efficiency = 0.5323747975831012},
      {.m = 64, .n = 48, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.4317857585193202},
      {.m = 48, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 15, .efficiency = 0.45177889928049825},
      {.m = 64, .n = 32, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.3134921222834131},
      {.m = 32, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.32700671824534144},
      {.m = 64, .n = 24, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.2432594165588993},
      {.m = 64, .n = 16, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.1752035038334799},
      {.m = 16, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.18209517922587173},
      {.m = 64, .n = 8, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.10251887650328255},
      {.m = 8, .n = 64, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 16, .efficiency = 0.10173269095796392},
      {.m = 128, .n = 32, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.45498230884915153},
      {.m = 32, .n = 128, .k = 64, .slices = 1, .threads = 384, .registers = 168, .stages = 10, .efficiency = 0.4531488942104703}}},
     .block_cycles = 206.79624221818358, .epilogue_cycles = 0.05260157199726154, .slab_wait = 749.1608284443553, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.9057128954648149, .dram_fill = 0.23348707781848713, .l2_bytes_per_clock = 90.98236287723695, .l2_capacity = 0.8006048817170749,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.42463612159997066,
     .split_seconds = 2.3522783546388995e-06, .split_part_seconds = 4.5421081886630516e-08, .split_traffic = 0.6091398324080117, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.9210462891774042, .launch_seconds = 2.3699627970903697e-06,
     .layout_efficiency = {0.9838783232842431, 1, 0.9893021730675878, 1}, .alignment_math = {1, 1, 1, 1.1011091425122659, 1.055403639042502, 1}, .alignment_traffic = {1, 1, 1, 1.6901864053047628, 1.3390945562359615, 1}, .alignment_store = {1, 1, 1, 1.6200572729283569, 1.112527393167362, 1},
     .error_bars = {{{{{0.9114459619294832, 1.1220229252434826}, {0.8992911913801421, 1.1447460349879865}, {0.8823812511922291, 1.1882778585485736}, {0.8947900352062971, 1.1083347786482742}}}, {{{0.9059719840432605, 1.1105594992536998}, {0.8936046192222797, 1.1176760065091706}, {0.8699809622649072, 1.11407277124082}, {0.8859527357783945, 1.1157838115398506}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {1, 32768}, .validated_work = {3072, 8796093022208}},
    // hopper_tf32
    {.family = static_cast<GemmFamily>(11), .unit = static_cast<MathUnit>(1),
     .rate_factor = 1, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 7, .tiles = {{
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8836347755467365},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 4, .efficiency = 0.8580858720911652},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 6, .efficiency = 0.8089157857025118},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 5, .efficiency = 0.7805097396032168},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.6658241839025042},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 8, .efficiency = 0.7347533160648366},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 384, .registers = 168, .stages = 12, .efficiency = 0.6068975172468527}}},
     .block_cycles = 907.5026217530493, .epilogue_cycles = 0.00891783086461776, .slab_wait = 378.1551304136838, .fine_wait = {1, 1, 1, 1}, .latency_warps = 1, .norm_doublings = 2,
     .dram_efficiency = 0.9042599438190471, .dram_fill = 0.2646086591925924, .l2_bytes_per_clock = 122.71020338362992, .l2_capacity = 0.7529520278340928,
     .swizzled = true, .reuse_window = 17.315283414627846, .line_bytes = 128, .store_exposed = 0.6113632518214702,
     .split_seconds = 3.5143104837852093e-06, .split_part_seconds = 6.572341735499454e-08, .split_traffic = 1.6487212707001282, .split_tiles_per_sm = 8, .split_max_k = 0, .split_min_k = 256,
     .vector_efficiency = 0.977122206528136, .launch_seconds = 3.6845602989523107e-06,
     .layout_efficiency = {0.89616871115897, 1, 0.6016697352717725, 1}, .alignment_math = {1, 1, 1, 1.149987722061448, 0.9614432272804913, 1}, .alignment_traffic = {1, 1, 1, 2.6551242649472977, 1.0126960542022563, 1}, .alignment_store = {1, 1, 1, 1.5586677011395913, 1.060018280946919, 1},
     .error_bars = {{{{{0.8481767592724834, 1.2578073896387392}, {0.8481767592724834, 1.2578073896387392}, {0.8418485204983637, 1.240093725267894}, {0.8486686967272582, 1.2626019609240284}}}, {{{0.8504549672632324, 1.1949811023814494}, {0.8504549672632324, 1.1949811023814494}, {0.8504549672632324, 1.1949811023814494}, {0.8596595109221938, 1.1761370247158065}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
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
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.643354346925469},
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6297189399407677},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6433268614328386},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6326161472397567},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5813506924129271},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .fine = true, .efficiency = 0.5973749427590644},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.655233113039909},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .fine = true, .efficiency = 0.5973749427590644},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5411732932287839},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.5400615487182739},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5468177451752793},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5491792009798832},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .efficiency = 0.45951918673774184},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.4426638804752434},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .efficiency = 0.3466329323551236},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.444304155114244},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .efficiency = 0.3970870828955585},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .efficiency = 0.3374684046528274},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 10, .fine = true, .efficiency = 0.36761534939019347},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .efficiency = 0.2769037130137802},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .fine = true, .efficiency = 0.15841806013744647},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .fine = true, .efficiency = 0.09091428689632071}}},
     .block_cycles = 467.10326775274933, .epilogue_cycles = 0.19402838781650286, .slab_wait = 236.97978456709387, .fine_wait = {2.731942128998991, 1, 0.7086578113072106, 1}, .latency_warps = 2.7702642995239035, .norm_doublings = 2,
     .dram_efficiency = 0.9245649118080481, .dram_fill = 0.45839171053086714, .l2_bytes_per_clock = 14.474264321049812, .l2_capacity = 0.7979667404360298,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.6812778301933688,
     .split_seconds = 1.8661572254045088e-06, .split_part_seconds = 1.593913777663381e-08, .split_traffic = 0.6851115356851392, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.977122206528136, .launch_seconds = 2.2833013966028463e-06,
     .layout_efficiency = {1.1169963076275935, 1, 0.9313276057636258, 1}, .alignment_math = {1, 0.7060944193732492, 0.727406309820691, 1, 1, 1}, .alignment_traffic = {1, 1.0991719879174113, 1.1236703754006625, 1, 1, 1}, .alignment_store = {1, 0.9744069289444036, 0.9923194211639749, 1, 1, 1},
     .error_bars = {{{{{0.8407107946582898, 1.3089411913030373}, {0.8407107946582898, 1.3089411913030373}, {0.8407107946582898, 1.3089411913030373}, {0.8591714988232605, 1.2207624592706665}}}, {{{0.8649550356945199, 1.098797596661394}, {0.8649550356945199, 1.098797596661394}, {0.8649550356945199, 1.098797596661394}, {0.8649550356945199, 1.098797596661394}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
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
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6348222465581179},
      {.m = 256, .n = 128, .k = 64, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.5963615570061926},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6039346396674382},
      {.m = 128, .n = 256, .k = 64, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .fine = true, .efficiency = 0.6172005103706987},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5615111755760933},
      {.m = 128, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.563257440519162},
      {.m = 256, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.47716937955986577},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.5222462891077962},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .fine = true, .efficiency = 0.43830615903931536},
      {.m = 128, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.3761144331486201},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .fine = true, .efficiency = 0.4689973961702141},
      {.m = 64, .n = 128, .k = 64, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .fine = true, .efficiency = 0.41317864541444915},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .efficiency = 0.33815547042729455},
      {.m = 64, .n = 64, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .fine = true, .efficiency = 0.2999123613922812},
      {.m = 32, .n = 32, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.13070213187641724},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.14285676199427286},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 1, .fine = true, .efficiency = 0.09286111352753768},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.1249692354169016},
      {.m = 32, .n = 32, .k = 128, .slices = 1, .threads = 128, .registers = 96, .stages = 2, .fine = true, .efficiency = 0.11807917135554787}}},
     .block_cycles = 123.1274979358482, .epilogue_cycles = 0.17903968724628097, .slab_wait = 350.8640557669861, .fine_wait = {0.9437454540507274, 1, 1.9380864937210684, 1}, .latency_warps = 2.1144045187374654, .norm_doublings = 2,
     .dram_efficiency = 0.711210911960275, .dram_fill = 0.4030403294207711, .l2_bytes_per_clock = 20.99227970945073, .l2_capacity = 0.7977126857221365,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.5000728419680688,
     .split_seconds = 1.5407004981476663e-06, .split_part_seconds = 3.828924264273918e-08, .split_traffic = 0.16546252816693213, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 2.101332780982026e-06,
     .layout_efficiency = {0.9387498061404199, 1, 0.9477926785557417, 1}, .alignment_math = {0.7, 0.6820260857566377, 0.7514325843395063, 1, 1, 1}, .alignment_traffic = {1, 1.0610328312171078, 1.1295951229359564, 1, 1, 1}, .alignment_store = {1, 0.9048374180359595, 0.9048374180359595, 1, 1, 1},
     .error_bars = {{{{{0.847034404622788, 1.2573112745932675}, {0.847034404622788, 1.2573112745932675}, {0.847034404622788, 1.2573112745932675}, {0.8553164235872439, 1.2648235686072076}}}, {{{0.80725961719464, 1.0958286910136914}, {0.80725961719464, 1.0958286910136914}, {0.80725961719464, 1.0958286910136914}, {0.80725961719464, 1.0958286910136914}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {2, 16234}, .validated_work = {5040, 1236405817088}},
    // hopper_tf32_s1688
    {.family = static_cast<GemmFamily>(21), .unit = static_cast<MathUnit>(1),
     .rate_factor = 0.62, .reference_rate = 0, .issue_overhead = 0,
     .tile_count = 22, .tiles = {{
      {.m = 256, .n = 128, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.6475967997830954},
      {.m = 256, .n = 128, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.6462729108122085},
      {.m = 128, .n = 256, .k = 16, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.626193155009645},
      {.m = 128, .n = 256, .k = 32, .slices = 1, .threads = 256, .registers = 230, .stages = 3, .efficiency = 0.6544996660507392},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.6091822609146753},
      {.m = 128, .n = 128, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .efficiency = 0.5910055323273781},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .efficiency = 0.6070145133079272},
      {.m = 128, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 5, .efficiency = 0.5946898331338676},
      {.m = 256, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.5688944404627566},
      {.m = 256, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .efficiency = 0.5593375392920432},
      {.m = 64, .n = 256, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.578887986058568},
      {.m = 64, .n = 256, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 4, .efficiency = 0.5640214705943367},
      {.m = 128, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .efficiency = 0.5119818542104709},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .efficiency = 0.49126449487735113},
      {.m = 128, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .efficiency = 0.45463683642091757},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 3, .efficiency = 0.5206610058639757},
      {.m = 64, .n = 128, .k = 32, .slices = 1, .threads = 128, .registers = 168, .stages = 6, .efficiency = 0.4509200067296369},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .efficiency = 0.4366091212773192},
      {.m = 64, .n = 64, .k = 16, .slices = 1, .threads = 128, .registers = 96, .stages = 10, .efficiency = 0.3350158010830325},
      {.m = 64, .n = 64, .k = 32, .slices = 1, .threads = 128, .registers = 96, .stages = 6, .efficiency = 0.3836037866295809},
      {.m = 32, .n = 32, .k = 64, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.11188148484014276},
      {.m = 32, .n = 32, .k = 8, .slices = 1, .threads = 128, .registers = 96, .stages = 3, .efficiency = 0.060048714635706914}}},
     .block_cycles = 153.85185555435956, .epilogue_cycles = 0.13795015383136647, .slab_wait = 394.45238624582015, .fine_wait = {1, 1, 1, 1}, .latency_warps = 0.7049485382260082, .norm_doublings = 2,
     .dram_efficiency = 0.9405052575229225, .dram_fill = 0.16206223794825667, .l2_bytes_per_clock = 71.97378776905681, .l2_capacity = 0.799954427902218,
     .swizzled = true, .reuse_window = 15, .line_bytes = 128, .store_exposed = 0.4823749224704166,
     .split_seconds = 1.2377987095413905e-06, .split_part_seconds = 3.709330619699532e-08, .split_traffic = 0.746831938591005, .split_tiles_per_sm = 4, .split_max_k = 0, .split_min_k = 64,
     .vector_efficiency = 0.8, .launch_seconds = 2.5432271818997026e-06,
     .layout_efficiency = {1.0163487471383958, 1, 1.0376400315686942, 1}, .alignment_math = {1, 0.8, 0.9, 0.9222925091673874, 0.9663971439499671, 1}, .alignment_traffic = {1, 1, 1, 0.9913284864869848, 0.9661064320091961, 1}, .alignment_store = {1, 1, 1, 1.1192730184055961, 0.925426706512147, 1},
     .error_bars = {{{{{0.9044230981903393, 1.2931013387153762}, {0.942104094926568, 1.1006999025909876}, {0.8694112816267002, 1.0921700535985548}, {0.8420933882252075, 1.175857501799368}}}, {{{0.8983570619548155, 1.157327067427143}, {0.8983570619548155, 1.157327067427143}, {0.8983570619548155, 1.157327067427143}, {0.8983570619548155, 1.157327067427143}}}, {{{0.8905453297665739, 1.8677065259704089}, {0.8905453297665739, 1.8677065259704089}, {0.8682638604762868, 2.7396405357087783}, {0.8929255132882505, 1.7725123700846344}}}}},
     .calibrated_on = {"H200-SXM", "H100-SXM5-80GB"}, .validated_extent = {2, 16384}, .validated_work = {24576, 34359738368}}}},
  .processes = {{
    {.cc_low = 30, .cc_high = 37, .reference_clock = 1e+09, .cuda_core_energy = 2.658602337730509e-11, .tensor_energy = 0, .l2_energy = 3.137086330219797e-10, .dram_energy = 1.12e-10, .controller_time = 0.02, .dram_efficiency = 0.8},
    {.cc_low = 50, .cc_high = 53, .reference_clock = 1.4e+09, .cuda_core_energy = 2.3041220260331076e-11, .tensor_energy = 0, .l2_energy = 2.7188081528571574e-10, .dram_energy = 1.12e-10, .controller_time = 0.02, .dram_efficiency = 0.8},
    {.cc_low = 60, .cc_high = 62, .reference_clock = 1.9e+09, .cuda_core_energy = 2.126881870184407e-11, .tensor_energy = 0, .l2_energy = 2.509669064175838e-10, .dram_energy = 4e-11, .controller_time = 0.025052870095098344, .dram_efficiency = 0.8141588382163061},
    {.cc_low = 70, .cc_high = 72, .reference_clock = 1.9e+09, .cuda_core_energy = 2.0595220605181665e-11, .tensor_energy = 8.093347705771731e-13, .l2_energy = 2.43018612116054e-10, .dram_energy = 3.6e-11, .controller_time = 0.025052870095098344, .dram_efficiency = 0.8732063462872295},
    {.cc_low = 75, .cc_high = 75, .reference_clock = 1.9e+09, .cuda_core_energy = 2.0595220605181665e-11, .tensor_energy = 8.093347705771731e-13, .l2_energy = 2.43018612116054e-10, .dram_energy = 6e-11, .controller_time = 0.007253907053510717, .dram_efficiency = 0.6992838714200471},
    {.cc_low = 80, .cc_high = 80, .reference_clock = 1.7e+09, .cuda_core_energy = 1.3270044953962846e-11, .tensor_energy = 2.3058447549316295e-12, .l2_energy = 1.6862818496180123e-10, .dram_energy = 3.1e-11, .controller_time = 0.016064960862016888, .dram_efficiency = 0.9041319620056687},
    {.cc_low = 86, .cc_high = 88, .reference_clock = 2e+09, .cuda_core_energy = 9.551614299947621e-12, .tensor_energy = 3.717151404575208e-12, .l2_energy = 1.2137648278081807e-10, .dram_energy = 6e-11, .controller_time = 0.02, .dram_efficiency = 0.8},
    {.cc_low = 89, .cc_high = 89, .reference_clock = 2.7e+09, .cuda_core_energy = 6.198791480702856e-12, .tensor_energy = 1.4532489372850547e-12, .l2_energy = 8.289680223183988e-11, .dram_energy = 6e-11, .controller_time = 0.007253907053510717, .dram_efficiency = 0.78},
    {.cc_low = 90, .cc_high = 90, .reference_clock = 2.1e+09, .cuda_core_energy = 9.298187221054285e-12, .tensor_energy = 1.29737339258421e-12, .l2_energy = 8.289680223183988e-11, .dram_energy = 3.1e-11, .controller_time = 0.06, .dram_efficiency = 0.92},
    {.cc_low = 0, .cc_high = 999, .reference_clock = 2.7e+09, .cuda_core_energy = 6.198791480702856e-12, .tensor_energy = 7e-13, .l2_energy = 8.289680223183988e-11, .dram_energy = 3.1e-11, .controller_time = 0.06, .dram_efficiency = 0.91}}},
  .board = {.idle_share = 0.11581156246927087, .idle_power = 27.352321815483013, .voltage_floor = 0.5995985614912223, .voltage_knee = 0.5427049388075486, .tensor_l2_share = 0.06170099870787216, .controller_power = 0.8108218097248324, .fp16_energy = 1.14, .open_boost = 1.1},
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
    {.family = static_cast<GemmFamily>(4), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{-0.1551515968441846, 0.0007399837089634292, -0.1697881025547882}}, {{-0.0026968470615752194, -0.010138208893893996, 0.0013646839736273786}}, {{-0.03404735175416156, 0.03954366580973759, 0.004123154805020249}}, {{-0.0607621776851894, 0.12346395439033087, -0.007293682509516852}}, {{0.006584467391375023, -0.07421731802751438, -0.0033392982720907433}}, {{0.0013121884694618918, 0.00951631456947205, 0.005899182986236533}}, {{-0.14633399996620988, -0.16403953838693905, -0.10715394977251128}}, {{0.019982561401256774, -0.007081815244788958, -0.00451443107193196}}, {{0.007939218962870184, -0.004300084714361223, -0.139536236628366}}, {{0.04931049167413757, -0.008915098159058957, -0.010018471184858331}}, {{-0.009361552370004328, 0.02227039090881617, 0.0025186050831254533}}, {{-0.10374400126610236, -0.2061254203649583, -0.1774208319610413}}, {{-0.0037927495663137717, -0.1914531974079932, -0.006818880315196646}}, {{-0.0018840527954577246, -0.09794702490576569, -0.014782364991849997}}, {{-0.009066222383208544, -0.06413968356053698, -0.008388098785471781}}, {{-0.005516400350631702, 0.010437765426801951, 0.049168719375540515}}, {{-0.003975051122466058, -0.008952883377079904, -0.0034329169876356758}}, {{-0.08111605055107292, 0.2030465954808528, 0.13787952657406327}}, {{0.055905342649317596, -0.1971951695736495, -0.1773442599248656}}, {{-0.0035862168318517447, 0.14548677232156565, 0.08887765216250718}}}},
     .tile_split = {{0.19468640898467254, -0.001938720161367119, -0.044490179566769164, -0.12130345341633099, 0.012456742213161079, 0.024671435377122575, 0.02386196564476695, 0.1543553263896575, 0.19513215737137432, 0.11326933873046571, 0.06147705790137957, 0.17534723779091563, 0.02000502219102824, -0.07154820754184973, 0.011950227662677768, -0.12021502714394257, -0.0002878941370677429, -0.09531330004534433, -0.06518258970895607, -0.03198581671259522}}, .split_preference = -0.10505226817699914, .split_log_preference = 0.11058859862044997, .family_preference = 0, .regret = {0.01975644646655264, 0, 0.020665401791648236}},
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
    {.family = static_cast<GemmFamily>(10), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{-0.0021984884360459703, -0.026259734488485408, -0.021147383063389903}}, {{0.02126240744183925, 0.004962162243662791, 0.06946073422117782}}, {{-0.05897471339395802, -0.08395565761781144, 0.040905153761070054}}, {{-0.08931769613526726, -0.10405348961614425, 0.05613315903668663}}, {{0.06857741477864249, 0.013798046205722354, 0.006791399837104387}}, {{0.04309044528248343, -0.008976403002391838, 0.04605514051827213}}, {{-0.016916179916374757, 0.034294813080812316, 0.12983635633904045}}, {{-0.013562486222294955, -0.023545867333718364, 0.004361643057662341}}, {{-0.026640880225298876, 0.1480893310454138, 0.11267947940832987}}, {{0.01940920722424627, 0.004331759674114625, -0.023285959946287037}}, {{-0.008617499881292037, -0.010323322966027847, 0.07574732515869917}}, {{-0.015034344770997805, 0.01120990606952981, 0.010200858006086302}}, {{-0.05101342821977834, -0.03837560432587141, 6.0125236512633545e-05}}, {{0.019924968429493213, -0.018159861914392558, -0.05925198801626159}}, {{-0.005851747062488099, -0.04399507365165757, -0.01721458163776508}}, {{0.014078302788247163, -0.041959974550122695, -0.005892096954124005}}, {{0.008868165900045246, -0.061817119295544176, -0.06407704378963483}}, {{-0.0005385692752180984, 0.019781877395885012, -0.010309998374601104}}, {{0.07145612197040072, 0.03321892629548208, 0.002192287255968546}}, {{-0.04648149349231394, 0.07692140594036886, 0.03345422892175001}}, {{-0.036678648012856904, -0.09707485828356871, -0.01798030247625443}}, {{-0.0441950713632575, 0.002251863215203674, -0.00036824453697651284}}, {{0.003098158346888461, -0.13528083233503477, 0.0792817243233806}}, {{0.028926028668488403, -0.012532127805492274, 0.039540524336334426}}, {{-0.0749192890739854, -0.005081110357701844, -0.019421074049146652}}, {{0.02447246105605895, 0.0019299913620349357, 0.04120995295253932}}, {{-0.057158174292484945, 0.01148962071594304, 0.10798996539379463}}, {{0.01493502788707719, 0.04911133429978681, 0.1330486150800317}}}},
     .tile_split = {{0.06140378982599359, -0.0001289763142953383, 0.05904040895351309, 0.06218125312730588, -0.2087430657729056, 0.000789420590059818, 0.002417209805014501, -0.13371243336454333, -0.15032854561951117, 0.006310998239172515, 0.0012420375259994782, 0.0005700022181262099, -6.615675833863662e-05, 0.004028481462440801, -0.11897050477177976, -0.1390931737444353, -0.02964529499628083, -0.1201447604645503, -0.00010384706034621783, -0.00032927164103113747, -0.030247553335038473, -0.00014509296373746308, 0.0898892106420385, -8.155733877761076e-05, 0.029839668667620216, -0.03011076949404793, -2.2854350052984593e-05, -9.240701563394325e-05}}, .split_preference = 0.045746216051977415, .split_log_preference = 0.0511410362779066, .family_preference = 0, .regret = {0.002799350654796277, 0.0005926255926534151, 0.01457982812639956}},
    // hopper_tf32
    {.family = static_cast<GemmFamily>(11), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{0.016984267592682026, -0.27931815637359586, 0.00799399382109997}}, {{-0.006493924635104648, 0.009588180876579547, 0.012153944957063872}}, {{-0.15173500604921358, -0.30910722178206124, 0.03180625256893661}}, {{0.08693450327041434, 0.032442537498501636, -0.14713577676105208}}, {{-0.08255593783722186, -0.09104574462603729, -0.026713885387341027}}, {{0.10056550019753945, 0.2142731237663322, 0.11875780704613453}}, {{0.006300597460911127, 0.2731672806402432, -0.17686233624484632}}}},
     .tile_split = {{0.14073186416021533, -0.014108626472158155, 0.24910324205712944, 0.013484184859557434, -0.12072855977431943, 0.008505858847946551, 0.010482016540928604}}, .split_preference = -0.042530019780707945, .split_log_preference = 0.2123005033085015, .family_preference = 0, .regret = {0, 0.028229621229748335, 0.028450702659497673}},
    // hopper_unaligned
    {.family = static_cast<GemmFamily>(12), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{0.0655471770444625, -0.02148693406918975, -0.014466398374330364}}, {{0.1659792222597542, 0.0004877218719786543, -0.07827017398881225}}, {{0.019379055427325036, -0.01455479681927585, -0.13610588163440376}}, {{-0.03972525253490284, 0.001570480825027143, -0.11663987994030126}}, {{-0.00695861944698678, -0.007942169787731629, -0.02547186240119152}}, {{-0.17136819273762957, -0.15648936681023848, -0.04565173412207746}}, {{-0.25414996496899706, -0.008696135274905325, 0.11394455526930594}}, {{-0.01282774735396805, -0.08481047344353607, -0.0010316474652669189}}, {{-0.005875677689066189, 0.05192167350790841, 0.06369302265706284}}}},
     .tile_split = {{0.014290444873102423, -0.0006671429126750283, -0.06273212756769297, -0.013046755897647214, -0.011669074718187865, 0.11988080501984383, 0.0511817065121253, 0.012704927696687573, -0.007749773976708188}}, .split_preference = 0.13219300902884887, .split_log_preference = 0.015395363268398932, .family_preference = 0, .regret = {0.0010578758172920027, 0.009758838525384403, 0.05152557172886035}},
    // hopper_tf32_unaligned
    {.family = static_cast<GemmFamily>(13), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{-0.003666863114370811, 0.028967745067068215, 0.02802368282158907}}, {{-0.1344079468012372, -0.14589997244866917, 0.04392634245917393}}, {{0.10278769039196253, 0.002201352695873987, 0.02218536227822321}}, {{-0.06809537973902206, -0.09064877229815829, -0.05845396872651398}}, {{-0.16509964883383224, 0.058628275553283565, -0.008858155615948781}}, {{0.0036765816642752303, 0.12805137295872476, 0.030310566595042207}}, {{-0.06980121796350057, 0.11156303274449894, -0.1045074459244077}}, {{-0.009854635244001209, 0.16552587718624498, 0.010129218764792253}}, {{-0.0071430328159735185, 0.036133449451418914, -0.09523487662327265}}, {{-0.002390415610271583, 0.1213516918246215, -0.013866353211417038}}, {{-0.002374819600180156, 0.05167600214262508, 0.07867509838260306}}, {{0.00352474368839302, 0.05015191693172527, 0.08422497754139377}}, {{0.013081880574959057, 0.019597273554538025, 0.019906345674200812}}, {{-0.2092713662861752, -0.17006655860459816, -0.10809527505345587}}, {{-0.010038523422832513, -0.006629650799690551, 0.011250941875947273}}, {{0.036620098452970304, 0.059048461715361655, -0.2045515585253555}}, {{0.012260766242428368, 0.01796556239944712, 0.013127355492655583}}, {{-0.0400516990450178, 0.017832341166776566, -0.03236685600674475}}, {{0.02617225815648694, 0.09063031476840791, 0.08703089010098755}}, {{-0.22054028170869436, -0.14711986508641728, -0.1323755706729169}}, {{-0.10734351735328937, -0.1320029476725267, -0.16230291764820884}}, {{-0.1380446716330899, -0.14695690325054536, -0.288177803978368}}}},
     .tile_split = {{-0.002054130628532616, -0.04683344573288892, -0.0059774253661189075, -0.13387667270184353, 0.019195398942882358, 0.011613211658639724, -0.05562306010790664, -0.009212119308653746, 0.0002640348881041454, -0.09489566332111865, -0.0065896435315488805, 0.005067050672308247, -0.01162341713988789, 0.011941933527526838, 0.013291775159331116, -0.24005924146381316, 0.009081164670457553, -0.1435546185881727, -0.012532128989520774, 0.053776713135845644, 0.2646290392845506, 0.29679303976585325}}, .split_preference = 0.10282179482548646, .split_log_preference = 0.03634008784533, .family_preference = 0, .regret = {0.011305694114004047, 0.016246314967963582, 0.007922104019884827}},
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
    {.family = static_cast<GemmFamily>(20), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{0.04641098683163351, -0.12475587952607241, 0.09119735466868592}}, {{-0.003721603533591508, -0.05446790439231151, -0.057981945733535815}}, {{-0.01890696254841455, -0.0005439645822766607, 0.0452899007970895}}, {{-0.0815039981400633, -0.008677217047290024, -0.045139722594477766}}, {{0.10484364342356048, 0.12487392471463399, 0.1264371191990665}}, {{-0.05283347100889326, 0.13310373861795963, -0.09621696379011678}}, {{-0.013164879760983813, -0.09222307158619704, 0.03652420594706879}}, {{0.21141912310852637, 0.17429084220938657, 0.010857937777934007}}, {{0.13305211082840462, 0.08899707700816102, 0.10088028166462187}}, {{0.004655611330523002, -0.10387081338685228, 0.0008730229633390485}}, {{0.14198555243572547, 0.054579240704862864, 0.08724844828490455}}, {{0.11036429721739552, 0.031186962415904865, 0.16632015511593648}}, {{0.13875125444286598, 0.18441073867061192, 0.00041800252891147343}}, {{0.016114866084668975, 0.13281229380732357, -0.12186220681302498}}, {{-0.2397603760381801, -0.19098585314455152, -0.2927613278426501}}, {{0.05774787173551621, 0.016318683464378488, -0.012131876650178536}}, {{-0.08913569401681054, -0.3254340417894025, -0.053205415185790195}}, {{-0.004165487188090317, 0.012027755675931485, 0.00943059533732063}}, {{-0.19215284520379225, -0.20164251183420312, -0.056177565675101654}}}},
     .tile_split = {{0.10037690706176752, -0.0770521954969586, 0.011164298107017717, -0.16118919972372756, -0.007942143498547738, -0.17166809918417605, 0.09110703271109812, -0.17414635292267436, -0.19203792266262668, 0.00781949669732409, -0.16079069404474428, 0.010758006358721761, -0.0035778159724041275, 0.13385288745627996, 0.15853951476787703, -0.029826930029951793, 0.28498772083037616, 0.0356045513961496, 0.21078996224369112}}, .split_preference = 0.006769024094431864, .split_log_preference = 0.0935118148958219, .family_preference = 0, .regret = {0.04932201554227099, 0.01168459879497383, 0.01703519931423779}},
    // hopper_tf32_s1688
    {.family = static_cast<GemmFamily>(21), .since = 0, .until = 9999, .learned_from = 1301, .preference = {{{{0.00809999503754625, 0.05995236082005259, -0.005525446005297564}}, {{-0.08632598672342626, 0.006316533440252382, -0.003991420505529419}}, {{0.005533127616841861, -0.08820419109976414, -0.008784098116351668}}, {{0.00030291410533509963, 0.01349625973921996, 0.005991875105386551}}, {{-0.05261132831612092, 0.0670416899253948, 0.0029227299226298464}}, {{0.005239624351755776, 0.021146402620570943, -0.13640263130521646}}, {{0.002584563720857247, -0.012392384058824943, -0.000619144076763993}}, {{-0.004214169914071952, -0.03297512676366592, -0.0011485338281166518}}, {{0.0004670722721366527, -0.037085257331147536, 0.020033786080600774}}, {{0.04099650944892949, -0.0043061443676784775, -0.01892156383994083}}, {{-0.010852791577366655, -0.0037463641409934655, -0.1504800785671829}}, {{-0.008150150723560914, -0.030031402684400486, -0.014589798096691087}}, {{-0.20962996749752524, -0.08925725444671088, 0.024621397499338865}}, {{0.002613165002648944, 0.01296425151780363, 0.032518360768511737}}, {{-0.00369028767947939, -0.09897331862820201, 0.027350174030558547}}, {{0.0011611374819830676, 0.06857567858299679, 0.06022357693198194}}, {{0.010791955582828645, 0.022998101239191323, 0.026979651795761866}}, {{0.008195093541009474, 0.033406105400731564, 0.017944066572141898}}, {{0.1042559828002303, 0.02805504636214022, -0.041271935606380435}}, {{-0.10526038994762854, -0.0690066861400725, -0.06496585603771156}}, {{0.13778731930212632, 0.07303784933463908, 0.04781675961115758}}, {{0.002706612114951129, 0.05898785067845462, 0.00029812766711420635}}}},
     .tile_split = {{-0.0008219741970897365, -0.0025281017745001078, -0.05965121186912509, -0.0050866415544046535, 0.004903669470151757, 0.013280030487151762, 0.007784103499613379, -0.053848687594996766, 0.06557368681837263, -0.06271058452257434, -0.012278984264640774, -0.07142135003809465, 0.10120548629433357, -0.007908410736814038, 0.036808142351055166, 0.06956696927489428, 0.006615037106973254, 0.11508898476547125, -0.15078610127546732, 0.06662742182915858, -0.08473241849698054, 0.012372979517950258}}, .split_preference = 0.13805204509042898, .split_log_preference = -0.06495439850956206, .family_preference = -0.12, .regret = {0, 0.0017925719074586113, 0.009926899637644895}},
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
