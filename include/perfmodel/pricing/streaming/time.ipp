#pragma once
#include <perfmodel/pricing/clock.hpp>
#include <perfmodel/pricing/gemm/constants.hpp>
#include <perfmodel/pricing/streaming/time.hpp>

namespace perfmodel {
PERFMODEL_INLINE StreamingRegime regime_of(const Streaming& s, const StreamingModel& model) {
  const detail::StreamingParts t =
      detail::streaming_parts(s, geometry_of(s, model), model, instruction_cycles(s, model));
  return detail::regime_of(t, detail::busy_seconds(t), model.table.launch_seconds + model.table.latency_seconds);
}

PERFMODEL_INLINE Prediction predict(const Streaming& s, const StreamingModel& model, const InstructionCycles& cycles) {
  detail::check(s);
  const StreamingTable& table = model.table;
  const StreamingGeometry g = geometry_of(s, model);
  const detail::StreamingParts t = detail::streaming_parts(s, g, model, cycles);
  const double busy = detail::busy_seconds(t);
  const double fixed = table.launch_seconds + table.latency_seconds;
  const StreamingRegime regime = detail::regime_of(t, busy, fixed);
  Prediction p{.math = t.issue * second,
               .dram = t.dram * second,
               .l2 = t.l2 * second,
               .latency = (t.blocks + t.stage + table.latency_seconds) * second,
               .launch = table.launch_seconds * second,
               .total = (busy + fixed) * second,
               .bound = detail::bound_of(regime, t),
               .traffic = (t.read + t.written) * byte,
               .work = s.work,
               .kernels = s.kernels};
  p.evidence = model.evidence;
  set_interval(
      p, bars_of(table.error_bars[static_cast<std::size_t>(g.shape)], p.evidence)[static_cast<std::size_t>(regime)]);
  const double bytes = in(s.read + s.written, byte);
  p.validated = bytes >= table.validated_bytes[0] && bytes <= table.validated_bytes[1];
  return p;
}

PERFMODEL_INLINE Prediction predict(const Streaming& s, const StreamingModel& model) {
  return predict(s, model, instruction_cycles(s, model));
}

PERFMODEL_INLINE StreamingModel make_streaming_model(const Device& device, const Software& software) {
  return make_streaming_model(device, streaming_table(), software.kernels, open_boost(device, gemm_table().board));
}

}  // namespace perfmodel
