#pragma once
#include <algorithm>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/parallel/communication.hpp>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

/// Repeated blocks of a network.
[[nodiscard]] inline std::int64_t pipeline_blocks(const Network& network) {
  std::int32_t last = -1;
  for (const Layer& layer : network.layers) last = std::max(last, layer.block);
  return last + 1;
}

/// Layers [first, last) of the network that one stage of a pipeline holds.
struct StageRange {
  std::size_t first{}, last{};
  std::int64_t blocks{};
};

/// Consecutive blocks for each stage, as evenly as they go; what stands before the first block belongs to the first
/// stage, what stands behind the last one to the last stage.
/// @throws Error for more stages than blocks
[[nodiscard]] std::vector<StageRange> pipeline_stages(const Network& network, std::int64_t stages);

namespace detail {

/// The value that passes from the layers before `cut` to those behind it.
/// @throws Error where several do
[[nodiscard]] std::int32_t crossing(const Network& network, std::size_t cut);

}  // namespace detail

/// One stage as a network of its own. What it receives from the stage before is its input; a head that shares the
/// token table's weight has a copy of it where the table is in another stage.
/// @throws Error where more than one value passes between stages
[[nodiscard]] Network stage_network(const Network& network, const StageRange& range);

/// Time of a pipeline's step without communication. Each stage works `micro_batches` times for `slowest`; the first
/// result comes after all stages have worked once, forward and back. With v virtual stages a card the pipeline fills v
/// times as fast. Narayanan et al. 2021, arXiv:2104.04473, section 2.2: bubble over ideal (p - 1) / (v m). Hosts do not
/// wait for what stages send each other: while the pipeline fills and runs empty, a stage takes as long as its device.
struct PipelineTime {
  double total{}, bubble{};  ///< seconds; share of the total in which the slowest stage waits
};
/// @param stages   seconds of a pass of each stage, whatever bounds it
/// @param devices  of the same pass, without waiting for the host
[[nodiscard]] PipelineTime pipeline_time(const std::vector<double>& stages, const std::vector<double>& devices,
                                         double micro_batches, double virtual_stages);

/// The same of stages that never wait for the host.
[[nodiscard]] inline PipelineTime pipeline_time(const std::vector<double>& stages, double micro_batches,
                                                double virtual_stages) {
  return pipeline_time(stages, stages, micro_batches, virtual_stages);
}

/// What of a stage's pass the others wait for while the pipeline fills and runs empty. Gradients of weights need not be
/// worked out before the gradient of the input goes on to the stage before: a schedule that puts them off fills with
/// them what 1F1B waits, before the first backward pass and behind the last: F + B - W instead of F + B + W. Qi et al.
/// 2024, arXiv:2401.10241, Table 2 (ZB-H1; PyTorch's ScheduleInterleavedZeroBubble).
/// @param weights  seconds of the pass for gradients of weights; 0: they are not put off
[[nodiscard]] constexpr double bubble_of_pass(double pass, double weights) {
  return std::max(0.0, pass - 2.0 * weights);
}

/// Micro-batches whose activations a stage holds at most, in units of one pass through all its layers: stage i of p
/// starts p - i forward passes before its first backward pass (1F1B); with v virtual stages, each 1/v of the layers,
/// 2 (p - i - 1) + (v - 1) p + 1 of them. Narayanan et al. 2021, arXiv:2104.04473, section 2.2 and Megatron-LM's
/// schedules.py (num_warmup_microbatches). Without bubbles (Qi et al. 2024, arXiv:2401.10241, ZB-H1) gradients of
/// weights wait for `stage` micro-batches, so that every stage holds as many as the first.
[[nodiscard]] constexpr double micro_batches_in_flight(std::int64_t stage, std::int64_t stages,
                                                       std::int64_t virtual_stages, std::int64_t micro_batches,
                                                       bool zero_bubble = false) {
  const std::int64_t left = stages - stage - 1;
  const std::int64_t parts = zero_bubble           ? virtual_stages * stages
                             : virtual_stages <= 1 ? left + 1
                                                   : 2 * left + (virtual_stages - 1) * stages + 1;
  return static_cast<double>(std::min(parts, micro_batches * virtual_stages)) / static_cast<double>(virtual_stages);
}

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/parallel/pipeline.ipp>
#endif
