#pragma once
#include <perfmodel/pricing/collective/constants.hpp>
#include <perfmodel/pricing/collective/model.hpp>
#include <perfmodel/pricing/prediction.hpp>

namespace perfmodel {

[[nodiscard]] inline CollectiveModel make_collective_model(const Device& device) {
  return make_collective_model(device, collective_table());
}

/// Time of a collective among the cards of one host; nothing for one card alone. docs/reference/pricing/collective.md
/// derives it.
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
  p.evidence.level = EvidenceLevel::same_kernels;  // the link's; of no card
  set_interval(p, link.constants.error_bar);
  return p;
}

}  // namespace perfmodel
