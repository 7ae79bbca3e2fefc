#pragma once
/// What a card stores of a stage of a layout, and what its trace is changed for.
#include <algorithm>
#include <cstdint>
#include <perfmodel/parallel/card_trace.ipp>
#include <perfmodel/planner/one_pass.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/stage.ipp>
#include <perfmodel/planner/trace_change.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <perfmodel/timeline/operation_prices.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel::detail {

/// What does not change between the stages of one question.
struct ParallelQuestion {
  const Network& network;
  const Recipe& recipe;  ///< of one pass of one data rank
  const ParallelLayout& layout;
  const CardModel& card;  ///< its collectives are those of the system
  std::int64_t per_node{};
  std::int64_t passes{1};
  double widened{1.0};  ///< bytes that a card stores of a weight, over those of the trace
  bool amp{};

  /// Seconds in which so many elements are copied from one format into another.
  [[nodiscard]] double copy(double count, NumberFormat from, NumberFormat to) const {
    const auto n = static_cast<std::int64_t>(count);
    if (n < 1) return 0.0;
    return price(op::pointwise(PointwiseFunction::copy, {packed({n}, from)}, packed({n}, to)), card.steps.kernels,
                 lowering_target(card.steps.kernels))
        .total;
  }
  [[nodiscard]] double seconds(CollectiveKind kind, const CardGroup& group, double bytes) const {
    if (group.gpus <= 1 || !(bytes > 0.0)) return 0.0;
    return in(predict(Collective{.kind = kind, .gpus = group.gpus, .size = bytes * byte, .per_node = group.per_node},
                      card.steps.kernels.collective)
                  .total,
              second);
  }
  /// Bytes that a card sends.
  [[nodiscard]] static double travelled(CollectiveKind kind, const CardGroup& group, double bytes) {
    if (group.gpus <= 1 || !(bytes > 0.0)) return 0.0;
    return collective_steps({.kind = kind, .gpus = group.gpus, .size = bytes * byte}).bytes_per_link;
  }
};

/// Parameters are cut as well and gathered part by part: bytes and tensors of each part, and what autocast makes of the
/// inputs.
inline void cut_parameters(CardShare& share, const ParallelQuestion& q, const Network& network,
                           const std::vector<double>& count) {
  const PrecisionPolicy formats = policy(q.recipe.precision);
  share.parameters = q.widened / static_cast<double>(q.layout.copies());
  share.gathered = true;
  if (q.amp)
    for (const NetworkInput& input : network.inputs)
      if (!input.integers)
        share.inputs +=
            static_cast<double>(q.recipe.batch * elements(input.shape)) * in(element_size(NumberFormat::fp32), byte);
  const int last = *std::max_element(share.part_of.begin(), share.part_of.end());
  share.bytes.assign(static_cast<std::size_t>(last) + 1, 0.0);
  for (std::size_t i = 0; i < count.size(); ++i)
    share.bytes[static_cast<std::size_t>(share.part_of[i])] += count[i] * in(element_size(formats.weights), byte);
  share.tensors.assign(share.bytes.size(), 0);
  const NetworkShapes shapes = infer_shapes(network, 1);
  for (std::size_t i = 0; i < count.size(); ++i)
    if (network.layers[i].parameters_of < 0)
      for (const ParameterTensor& p : parameters(network.layers[i].what, shapes.layer_inputs[i]))
        share.tensors[static_cast<std::size_t>(share.part_of[i])] += p.trainable ? 1 : 0;
}

[[nodiscard]] inline bool has_experts(const Layer& layer) {
  return std::holds_alternative<MixtureOfExperts>(layer.what);
}

/// Experts are shared by fewer cards than all else: they are cut among fewer, and no bucket has what none shares.
inline void share_experts(CardShare& share, const ParallelLayout& l, const Network& network,
                          const std::vector<double>& count) {
  if (l.ep == 1) return;
  double all = 0.0, more = 0.0;
  for (std::size_t i = 0; i < count.size(); ++i) {
    const bool experts = has_experts(network.layers[i]);
    share.unshared.push_back(experts && l.zero == 0 && l.copies() == l.ep);
    if (l.zero > 0) share.less_cut.push_back(experts ? static_cast<double>(l.ep) : 1.0);
    all += count[i];
    more += experts ? count[i] * static_cast<double>(l.ep - 1) : 0.0;
  }
  if (l.zero > 0 && all > 0.0) share.mean_less_cut = 1.0 + more / all;
}

/// Parameters that have gradients, over all: with adapters those of the adapters alone.
[[nodiscard]] inline double trained_share(const Adapter& adapter, const Network& network,
                                          const std::vector<double>& count) {
  if (adapter.rank == 0) return 1.0;
  double all = 0.0, trained = 0.0;
  for (std::size_t i = 0; i < count.size(); ++i) {
    all += count[i];
    if (const auto* linear = std::get_if<Linear>(&network.layers[i].what))
      trained += static_cast<double>(adapter.rank * (linear->inputs + linear->outputs));
  }
  return all > 0.0 ? trained / all : 0.0;
}

/// The trace of a card that holds all, with what its layout changes of it.
[[nodiscard]] inline StepTrace with_techniques(StepTrace trace, const Recipe& recipe, const ParallelLayout& l) {
  if (recipe.mode == Mode::infer) return trace;
  if (l.adapter.rank > 0)
    trace = l.adapter.quantized ? qlora(std::move(trace), recipe, l.adapter.rank)
                                : lora(std::move(trace), recipe, l.adapter.rank);
  if (l.offload == Offload::optimizer) trace = offload_optimizer(std::move(trace));
  if (l.offload == Offload::activations) trace = offload_activations(std::move(trace));
  return trace;
}

/// Whether all micro-batches of a step wait in a stage at once.
[[nodiscard]] inline bool drains(const ParallelQuestion& q, double in_flight) {
  return in_flight + 1.0 >= static_cast<double>(q.passes);
}

/// Bytes that torch.distributed.pipelining holds on a rank for what arrives, beside those of the pass at hand: a buffer
/// for each micro-batch from the stage before, and for each gradient from the stage behind, of each of the rank's parts
/// (torch/distributed/pipelining/stage.py). Megatron-LM makes them as they arrive.
/// @param passed  numbers of a sample that one stage hands to the next
[[nodiscard]] inline double arriving_bytes(const ParallelQuestion& q, std::int64_t rank, double passed) {
  const ParallelLayout& l = q.layout;
  if (l.pp == 1 || l.tensor_by_hand || q.recipe.mode == Mode::infer) return 0.0;
  const bool first = rank == 0, last = rank + 1 == l.pp;
  const auto buffers = [&](bool end) { return (l.virtual_stages - (end ? 1 : 0)) * q.passes - (end ? 0 : 1); };
  return static_cast<double>((buffers(first) + buffers(last)) * q.recipe.batch) * passed *
         in(element_size(policy(q.recipe.precision).stored()), byte);
}

/// What a card stores of its stage.
/// @param count     parameters_by_layer() of the stage's network
/// @param arriving  arriving_bytes()
[[nodiscard]] inline CardShare card_share(const ParallelQuestion& q, const Network& network,
                                          const std::vector<double>& count, double in_flight, double arriving = 0.0) {
  const ParallelLayout& l = q.layout;
  const PrecisionPolicy formats = policy(q.recipe.precision);
  CardShare share{.widened = q.widened,
                  .again = l.reshard,
                  .bucket_view = l.bucket_view,
                  .in_flight = in_flight,
                  .drains = drains(q, in_flight),
                  .arriving = arriving};
  for (std::size_t i = 0; in_flight > 0.0 && i < network.layers.size(); ++i)
    if (network.layers[i].block >= 0) share.last_block = static_cast<std::int32_t>(i);
  const double copies = static_cast<double>(l.copies());
  if (l.copies() == 1 || q.recipe.mode == Mode::infer) {
    share.bucket_view = false;
    if (!gathers(l, q.recipe.mode)) return share;
    share_experts(share, l, network, count);
    share.part_of = parts_of(network);
    cut_parameters(share, q, network, count);
    return share;
  }
  share_experts(share, l, network, count);
  if (l.zero >= 1) share.state = q.widened / copies;
  if (l.zero >= 2) {
    share.gradients = q.widened / copies;
    share.part_of = parts_of(network);
  }
  if (l.zero == 3) cut_parameters(share, q, network, count);
  if (l.zero == 0) {
    double all = 0.0;
    for (std::size_t i = 0; i < count.size(); ++i)
      all += i < share.unshared.size() && share.unshared[i] ? 0.0 : count[i];
    share.buckets = all * trained_share(l.adapter, network, count) * in(element_size(formats.gradients), byte);
    share.bucket = in(l.bucket, byte);
    share.bucket_format = formats.gradients;
    constexpr std::int64_t statistics = 3;  // mean, variance, and how many batches there were
    for (const Layer& layer : network.layers)
      share.buffers += std::holds_alternative<BatchNorm>(layer.what) ? statistics : 0;
  } else {
    share.bucket_view = false;
  }
  return share;
}

}  // namespace perfmodel::detail
