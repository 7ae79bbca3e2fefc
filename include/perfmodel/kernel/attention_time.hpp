#pragma once
#include <perfmodel/kernel/attention_constants.hpp>
#include <perfmodel/kernel/attention_model.hpp>
#include <algorithm>

namespace perfmodel {

[[nodiscard]] inline AttentionModel make_attention_model(const Device& device, Load = Load::isolated) {
  return make_attention_model(device, attention_table);
}

/// Time of fused attention. docs/attention.md derives it.
/// @throws Error for impossible shapes and formats the card cannot multiply
[[nodiscard]] inline Prediction predict(const Attention& a, const AttentionModel& model) {
  const AttentionParts parts = attention_parts(a, model);
  const AttentionTime t = combine(parts, model, model.table);
  const AttentionConstants& c = model.table[static_cast<std::size_t>(parts.family)];
  const StreamingTable& base = model.streaming.table;
  Prediction p{.math = t.math * second,
               .dram = t.dram * second,
               .latency = (t.blocks + c.fixed_seconds + base.latency_seconds) * second,
               .launch = base.launch_seconds * second,
               .total = t.total * second,
               .traffic = traffic(a),
               .work = work(a)};
  p.bound = in(p.launch, second) > 0.5 * t.total                  ? Bound::launch
            : t.dram > t.math + t.blocks                          ? Bound::memory
            : t.blocks + c.fixed_seconds > t.math || parts.busy < 0.5 ? Bound::latency
                                                                  : Bound::math;
  Knowledge knowledge = c.calibrated_on[0].empty() ? Knowledge::datasheet : Knowledge::same_family;
  for (const std::string_view card : c.calibrated_on)
    if (!card.empty() && card == model.device) knowledge = Knowledge::calibrated;
  const ErrorBar bar = c.error_bars[static_cast<std::size_t>(knowledge)];
  p.low = bar.low * p.total;
  p.high = bar.high * p.total;
  p.validated = knowledge != Knowledge::datasheet;
  return p;
}

}  // namespace perfmodel
