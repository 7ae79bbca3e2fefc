#pragma once
#include <perfmodel/kernel/collective_constants.hpp>
#include <perfmodel/kernel/collective_model.hpp>
#include <perfmodel/kernel/prediction.hpp>

namespace perfmodel {

[[nodiscard]] inline CollectiveModel make_collective_model(const Device& device) {
  return make_collective_model(device, collective_table);
}

/// Time of a collective among the cards of one host; nothing for one card alone. docs/collective.md derives it.
/// @throws Error for fewer than one card or a negative size
[[nodiscard]] inline Prediction predict(const Collective& c, const CollectiveModel& model) {
  constexpr std::int64_t most_validated = 8;
  const LinkModel& link = link_among(c.gpus, model);
  const CollectiveTime t = collective_time(c, link);
  Prediction p{.dram = t.transfer * second,
               .latency = t.hops * second,
               .launch = t.start * second,
               .total = (t.start + t.hops + t.transfer) * second,
               .bound = Bound::communication,
               .traffic = c.gpus > 1 ? c.size : Bytes{},
               .validated = c.gpus <= most_validated && c.kind == CollectiveKind::all_reduce};
  p.low = link.constants.error_bar.low * p.total;
  p.high = link.constants.error_bar.high * p.total;
  return p;
}

}  // namespace perfmodel
