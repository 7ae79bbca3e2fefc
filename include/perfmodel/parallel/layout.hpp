#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/number_text.hpp>
#include <perfmodel/step/recipe.hpp>
#include <perfmodel/system/host_system.hpp>
#include <perfmodel/units.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace perfmodel {

/// What waits on the host instead of the card: the optimizer's state, which is updated there, or activations between
/// the passes (planner/trace_change.hpp).
enum class Offload : std::uint8_t { none, optimizer, activations };

/// Low-rank adaptation, which trains two thin matrices beside each weight; the weights stay as they are, quantized to
/// 4 bits or not (planner/trace_change.hpp).
struct Adapter {
  std::int64_t rank{};  ///< 0: none, all weights are trained
  bool quantized{};

  friend bool operator==(const Adapter&, const Adapter&) = default;
};

/// How a step is spread over cards. The five degrees multiply to the number of cards.
struct ParallelLayout {
  std::int64_t dp{1};  ///< data: each rank takes a share of the batch
  std::int64_t tp{1};  ///< tensor: each rank takes a part of every layer
  std::int64_t pp{1};  ///< pipeline: each rank takes some of the layers
  std::int64_t ep{1};  ///< expert: each rank takes a share of the batch and of every mixture's experts
  std::int64_t cp{1};  ///< context: each rank takes a part of the sequence
  /// Among the ranks that hold the same weights: 1 optimizer state is cut, 2 gradients too, 3 parameters too (FSDP).
  /// Rajbhandari et al. 2020, arXiv:1910.02054; Zhao et al. 2023, arXiv:2304.11277.
  int zero{};
  bool reshard{true};                ///< zero 3: parameters are dropped after the forward pass and gathered again
  bool tensor_by_hand{};             ///< layers of tensor ranks are cut as Megatron-LM does; else by
                                     ///< torch.distributed.tensor, whose host does more
  bool sequence_parallel{};          ///< norms, dropouts and residuals cut along the sequence among tensor ranks
  std::int64_t virtual_stages{1};    ///< parts of the network that each pipeline rank holds
  bool zero_bubble{};                ///< gradients of weights fill a pipeline's bubbles; else 1F1B
  std::int64_t micro_batch{};        ///< samples of a pass; then the batch is that of all cards. 0: the batch is one
                                     ///< data rank's, in one pass
  Bytes bucket{25.0 * mebi * byte};  ///< DistributedDataParallel's bucket_cap_mb
  bool bucket_view{};                ///< gradient_as_bucket_view
  Offload offload{Offload::none};
  Adapter adapter{};
  double unequal{};  ///< by which passes of data ranks differ as their samples do: standard deviation over mean

  [[nodiscard]] constexpr std::int64_t gpus() const { return dp * tp * pp * ep * cp; }
  [[nodiscard]] constexpr std::int64_t shares() const { return dp * ep; }       ///< of the batch
  [[nodiscard]] constexpr std::int64_t copies() const { return dp * ep * cp; }  ///< of the weights outside of experts

  friend bool operator==(const ParallelLayout&, const ParallelLayout&) = default;
};

/// Cards of a group: so many, of which so many in one host.
struct CardGroup {
  std::int64_t gpus{1}, per_node{1};
};

/// Ranks are numbered tensor first, then context, expert, data, pipeline, as Megatron-LM orders them, and fill one host
/// after the other. @param stride  distance of neighbours in the group
[[nodiscard]] constexpr CardGroup card_group(std::int64_t gpus, std::int64_t stride, std::int64_t cards_per_node) {
  return {gpus, std::clamp<std::int64_t>(cards_per_node / std::max<std::int64_t>(stride, 1), 1, gpus)};
}
[[nodiscard]] constexpr CardGroup tensor_group(const ParallelLayout& l, std::int64_t per_node) {
  return card_group(l.tp, 1, per_node);
}
[[nodiscard]] constexpr CardGroup context_group(const ParallelLayout& l, std::int64_t per_node) {
  return card_group(l.cp, l.tp, per_node);
}
[[nodiscard]] constexpr CardGroup expert_group(const ParallelLayout& l, std::int64_t per_node) {
  return card_group(l.ep, l.tp * l.cp, per_node);
}
/// Cards that hold the same weights. @param experts  the weights of experts, which expert ranks do not share
[[nodiscard]] constexpr CardGroup weight_group(const ParallelLayout& l, std::int64_t per_node, bool experts = false) {
  return experts ? card_group(l.dp * l.cp, l.tp * l.ep, per_node) : card_group(l.copies(), l.tp, per_node);
}
/// Two stages that follow each other.
[[nodiscard]] constexpr CardGroup stage_pair(const ParallelLayout& l, std::int64_t per_node) {
  return card_group(2, l.tp * l.cp * l.ep * l.dp, per_node);
}

/// @throws Error naming the field
void check(const ParallelLayout& l, std::int64_t gpus);

/// Passes of one data rank in a step, and samples of one pass.
struct Passes {
  std::int64_t batch{}, count{1};
  std::int64_t global{};  ///< samples of the whole step
};

/// @throws Error where the global batch does not divide into micro-batches for all data ranks
[[nodiscard]] Passes passes_of(const ParallelLayout& l, std::int64_t batch);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/parallel/layout.ipp>
#endif
