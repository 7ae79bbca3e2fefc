#pragma once
#include <perfmodel/pricing/attention/time.hpp>

namespace perfmodel {
PERFMODEL_INLINE Prediction predict(const Attention& a, const AttentionModel& model) {
  const AttentionParts parts = attention_parts(a, model);
  const AttentionTime t = attention_time(parts, model, model.table);
  const AttentionConstants& c = model.table[static_cast<std::size_t>(parts.family)];
  const StreamingTable& base = model.streaming.table;
  Prediction p{.math = t.math * second,
               .dram = t.dram * second,
               .latency = (t.blocks + t.fixed + base.latency_seconds) * second,
               .launch = t.kernels * base.launch_seconds * second,
               .total = t.total * second,
               .traffic = traffic(a),
               .work = work(a),
               .kernels = t.kernels};
  p.bound = in(p.launch, second) > 0.5 * t.total                            ? Bound::launch
            : t.dram > t.math + t.blocks                                    ? Bound::memory
            : t.blocks + t.fixed > t.math || parts.busy(c.last_round) < 0.5 ? Bound::latency
                                                                            : Bound::math;
  p.evidence = evidence_of(c.calibrated_on, model.device, model.compute_capability);
  p.validated = p.evidence.level != EvidenceLevel::datasheet;
  set_interval(p, bars_of(c.error_bars, p.evidence));
  return p;
}

}  // namespace perfmodel
