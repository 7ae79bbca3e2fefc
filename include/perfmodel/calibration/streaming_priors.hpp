#pragma once
#include <perfmodel/kernel/streaming_model.hpp>

namespace perfmodel {
namespace priors {

/// What the fit of the streaming model starts from and is held to: bandwidth shares as published or measured by others,
/// cycles of the order of the latencies that microbenchmarks report (Jia et al. 2018, arXiv:1804.06826: DRAM some 400 to
/// 600 cycles unloaded). The numbers of threads and registers are the kernels' launch bounds in PyTorch's sources.
[[nodiscard]] constexpr StreamingTable make_streaming() {
  StreamingTable t{};
  t.memories = {MemoryConstants{.cc_low = 0, .cc_high = 53, .share = 0.80, .turnaround = 0.2,
                                .source = "prior: GDDR5 with ECC; device copy of Tesla K40 in NVIDIA bandwidthTest about 0.7 of 288 GB/s"},
                MemoryConstants{.cc_low = 60, .cc_high = 62, .share = 0.82, .turnaround = 0.27},
                MemoryConstants{.cc_low = 70, .cc_high = 72, .share = 0.93, .turnaround = 0.08},
                MemoryConstants{.cc_low = 75, .cc_high = 75, .share = 0.83, .turnaround = 0.3},
                MemoryConstants{.cc_low = 80, .cc_high = 80, .share = 0.90, .turnaround = 0.1},
                MemoryConstants{.cc_low = 86, .cc_high = 88, .share = 0.88, .turnaround = 0.2, .source = "prior: GDDR6 between T4 and Ada"},
                MemoryConstants{.cc_low = 89, .cc_high = 89, .share = 0.88, .turnaround = 0.2, .source = "prior: copy at 0.78 to 0.80 of peak, L4"},
                MemoryConstants{.cc_low = 90, .cc_high = 90, .share = 0.96, .turnaround = 0.18},
                MemoryConstants{.cc_low = 100, .cc_high = 103, .share = 0.95, .turnaround = 0.18, .source = "prior: as HBM3 on Hopper"},
                MemoryConstants{.cc_low = 110, .cc_high = 121, .share = 0.93, .turnaround = 0.15, .source = "prior: GDDR7 without ECC"},
                MemoryConstants{.cc_low = 0, .cc_high = 999, .share = 0.88, .turnaround = 0.2, .source = "prior"},
                MemoryConstants{.cc_low = 0, .cc_high = 999, .share = 0.88, .turnaround = 0.2, .source = "prior"}};
  using enum StreamingShape;
  for (auto& shapes : t.shapes) {
    const auto at = [&](StreamingShape s) -> ShapeConstants& { return shapes[static_cast<std::size_t>(s)]; };
    at(flat) = {.block_cycles = 800, .element_cycles = 0.05, .special_cycles = 0.15};
    at(widening) = {.block_cycles = 800, .element_cycles = 0.7, .special_cycles = 0.15};
    at(one_row_per_warp) = {.efficiency = 0.95, .misaligned = 0.9, .registers = 40, .block_cycles = 1500, .trip_cycles = 50, .element_cycles = 0.1};
    at(row_in_registers) = {.efficiency = 0.95, .threads = 512, .registers = 40, .block_cycles = 2500, .trip_cycles = 500, .element_cycles = 0.1};
    at(one_row_per_block) = {.efficiency = 0.95, .reread = 2, .threads = 512, .registers = 40, .block_cycles = 6000, .trip_cycles = 400, .element_cycles = 0.1};
    at(softmax_warp_backward) = at(one_row_per_warp);
    at(softmax_block_backward) = {.efficiency = 0.95, .reread = 1, .threads = 512, .registers = 40, .block_cycles = 4000, .trip_cycles = 500, .element_cycles = 0.1};
    at(normalized_row) = {.efficiency = 0.95, .reread = 1, .registers = 48, .block_cycles = 4000, .trip_cycles = 800, .element_cycles = 0.1};
    at(normalized_row_backward) = {.efficiency = 0.9, .reread = 1, .registers = 48, .block_cycles = 4000, .trip_cycles = 800, .element_cycles = 0.1};
    at(row_sum) = {.threads = 512, .block_cycles = 1000, .trip_cycles = 900, .element_cycles = 0.02, .stage_seconds = 5e-6};
    at(column_sum) = {.block_cycles = 1000, .trip_cycles = 900, .element_cycles = 0.02, .stage_seconds = 7e-6};
    at(channel_statistics) = {.efficiency = 0.85, .block_cycles = 2000, .element_cycles = 0.1, .stage_seconds = 0};
    at(window) = {.efficiency = 0.8, .block_cycles = 2000, .element_cycles = 1.0};
    at(multi_tensor) = {.efficiency = 0.95, .threads = 512, .block_cycles = 1500, .trip_cycles = 900, .element_cycles = 0.1};
    at(indexed) = {.efficiency = 0.95, .block_cycles = 1500, .element_cycles = 0.05};
    at(permuted) = {.efficiency = 0.9, .block_cycles = 1000, .element_cycles = 1.7};
    at(write_only) = {.block_cycles = 300, .element_cycles = 0.04};
  }
  t.launch_seconds = 1.3e-6;
  t.graph_launch_seconds = 0.53e-6;
  t.latency_seconds = 0.6e-6;
  t.l2_capacity = 0.8;
  t.reread_l2 = 0.65;
  t.reread_l1 = 0.3;
  t.l2_read = 32.0;
  t.l2_written = 17.0;
  t.saturating_share = 0.3;
  t.norm_doublings = 2;
  for (auto& shape : t.error_bars)
    for (auto& knowledge : shape)
      for (ErrorBar& bar : knowledge) bar = {0.6, 1.6};
  t.validated_bytes = {0.0, 1e15};
  return t;
}
}  // namespace priors

inline constexpr StreamingTable streaming_priors = priors::make_streaming();

}  // namespace perfmodel
