#pragma once
#include <perfmodel/device/device.hpp>
#include <perfmodel/kernel/attention.hpp>
#include <perfmodel/kernel/clock.hpp>
#include <perfmodel/kernel/prediction.hpp>
#include <perfmodel/kernel/streaming_time.hpp>
#include <algorithm>
#include <array>

namespace perfmodel {

struct AttentionModel {
  std::array<double, number_format_count> peak{};  ///< FLOP/s
  double efficiency{};
  StreamingModel streaming{};
};

[[nodiscard]] inline AttentionModel make_attention_model(const Device& device, Load load) {
  AttentionModel out{.efficiency = 0.55, .streaming = make_streaming_model(device, load)};
  for (const NumberFormat format : all_number_formats) out.peak[index(format)] = in(peak(device, format), flop / second);
  return out;
}

/// @throws Error for a format the card cannot multiply
[[nodiscard]] inline Prediction predict(const Attention& a, const AttentionModel& model) {
  const double peak = model.peak[index(a.format)];
  if (!(peak > 0.0)) throw bad_input("format", std::string(name(a.format)), "must be one that the card multiplies");
  const double half = a.causal ? 560.0 : 200.0, s = static_cast<double>(std::max(a.queries, a.keys));
  Prediction p{.math = in(work(a), flop) / (peak * model.efficiency * s / (s + half)) * second,
               .dram = in(traffic(a), byte) / model.streaming.copy_bandwidth() * second,
               .latency = model.streaming.table.latency_seconds * second,
               .launch = model.streaming.table.launch_seconds * second,
               .traffic = traffic(a),
               .work = work(a),
               .validated = false};
  p.total = std::max(p.math, p.dram) + p.latency + p.launch;
  p.low = 0.6 * p.total, p.high = 1.6 * p.total;
  p.bound = p.math > p.dram ? Bound::math : Bound::memory;
  return p;
}

}  // namespace perfmodel
