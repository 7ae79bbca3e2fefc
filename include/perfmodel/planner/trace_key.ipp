#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <perfmodel/planner/stage_share.ipp>
#include <vector>

namespace perfmodel::detail {

/// What a trace depends on, as numbers.
using TraceKey = std::vector<std::int64_t>;

[[nodiscard]] inline TraceKey key_of(const ParallelLayout& l, std::int64_t per_node) {
  return {l.tp,
          l.tensor_by_hand,
          l.sequence_parallel,
          l.cp,
          l.ep,
          l.pp,
          l.virtual_stages,
          static_cast<std::int64_t>(l.offload),
          l.adapter.rank,
          l.adapter.quantized,
          tensor_group(l, per_node).per_node,
          expert_group(l, per_node).per_node};
}

/// A stage of a layout, and how many further micro-batches wait in it.
struct StagePlace {
  Stage& stage;
  TraceKey key{};  ///< key_of() and the number of the stage
  double in_flight{};
  double arriving{};      ///< arriving_bytes() that lie among the tensors of the trace
  std::int64_t beside{};  ///< bytes of their segment, where they lie beside all others
  [[nodiscard]] double buffers() const { return arriving + static_cast<double>(beside); }
};

/// Appends what of a recipe a trace depends on.
inline void add_recipe(TraceKey& key, const Recipe& r) {
  for (const std::int64_t number :
       {r.batch, static_cast<std::int64_t>(r.precision), static_cast<std::int64_t>(r.optimizer),
        static_cast<std::int64_t>(r.mode), static_cast<std::int64_t>(r.memory_format), r.checkpoint_every,
        std::int64_t{r.checkpoint_attention},
        r.optimizer_loop ? 1 + static_cast<std::int64_t>(*r.optimizer_loop) : std::int64_t{0},
        std::int64_t{r.gradient_scaler}})
    key.push_back(number);
}
/// What the memory of stages has in common that differ by their Demand alone.
[[nodiscard]] inline TraceKey room_key(const StagePlace& place, const ParallelQuestion& q) {
  TraceKey key = place.key;
  Recipe any = q.recipe;
  any.batch = 0;
  any.precision = as_wide(any.precision);
  any.gradient_scaler = false;  // some bytes
  add_recipe(key, any);
  const ParallelLayout& l = q.layout;
  for (const std::int64_t number : {std::int64_t{drains(q, place.in_flight)}, std::int64_t{q.amp}, std::int64_t{l.zero},
                                    std::min<std::int64_t>(l.copies(), 2), std::int64_t{l.reshard},
                                    std::int64_t{l.bucket_view}, static_cast<std::int64_t>(in(l.bucket, byte))})
    key.push_back(number);
  return key;
}
/// Appends what of the layout changes the trace of a card that holds all.
inline void add_share(TraceKey& key, const ParallelQuestion& q, double in_flight, double arriving) {
  const ParallelLayout& l = q.layout;
  const auto told_apart = [&](std::int64_t cards) { return l.zero > 0 ? cards : std::min<std::int64_t>(cards, 2); };
  const std::int64_t copies = told_apart(l.copies()), of_experts = l.ep > 1 ? told_apart(l.copies() / l.ep) : 0;
  for (const std::int64_t number :
       {std::bit_cast<std::int64_t>(in_flight), std::bit_cast<std::int64_t>(arriving),
        std::int64_t{drains(q, in_flight)}, std::int64_t{q.amp}, std::int64_t{l.zero}, copies, of_experts,
        std::int64_t{l.reshard}, std::int64_t{l.bucket_view}, static_cast<std::int64_t>(in(l.bucket, byte))})
    key.push_back(number);
}

}  // namespace perfmodel::detail
