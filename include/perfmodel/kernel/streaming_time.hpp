#pragma once
#include <perfmodel/device/device.hpp>
#include <perfmodel/kernel/clock.hpp>
#include <perfmodel/kernel/prediction.hpp>
#include <perfmodel/kernel/streaming.hpp>
#include <algorithm>

namespace perfmodel {

/// One card's streaming kernels in plain numbers.
struct StreamingModel {
  double launch{}, latency{};        ///< s
  double bandwidth{};                ///< bytes/s, what a long stream reaches
  double l2_bandwidth{}, l2_bytes{};
  double special_rate{}, math_rate{};  ///< operations per second
};

[[nodiscard]] inline StreamingModel make_streaming_model(const Device& device, Load) {
  const double clock = in(device.boost_clock, cycle / second), sms = in(device.sms, sm);
  return {.launch = 1.5e-6,
          .latency = 1.5e-6,
          .bandwidth = 0.88 * in(device.dram_bandwidth, byte / second),
          .l2_bandwidth = 40.0 * sms * clock,
          .l2_bytes = in(device.l2, byte),
          .special_rate = 16.0 * sms * clock,
          .math_rate = 256.0 * sms * clock};
}

[[nodiscard]] inline Prediction predict(const Streaming& s, const StreamingModel& model) {
  const double read = in(s.read, byte), written = in(s.written, byte), bytes = read + written;
  const double resident = s.operands == Operands::warm ? std::clamp(1.0 - bytes / (0.7 * model.l2_bytes), 0.0, 1.0) : 0.0;
  const double from_dram = read * (1.0 - resident) + written * (1.0 - 0.5 * resident);
  Prediction p{.math = std::max(in(s.work, flop) / model.math_rate, s.special_functions / model.special_rate) * second,
               .dram = from_dram / model.bandwidth * second,
               .l2 = bytes / model.l2_bandwidth * second,
               .latency = model.latency * second,
               .launch = model.launch * second,
               .traffic = from_dram * byte,
               .work = s.work,
               .validated = false};
  const Time body = std::max({p.math, p.dram, p.l2});
  p.total = body + p.latency + p.launch;
  p.low = 0.7 * p.total;
  p.high = 1.5 * p.total;
  p.bound = body < p.latency + p.launch ? Bound::launch : body == p.math ? Bound::math : Bound::memory;
  return p;
}

}  // namespace perfmodel
