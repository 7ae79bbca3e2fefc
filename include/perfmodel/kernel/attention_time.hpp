#pragma once
#include <perfmodel/device/device.hpp>
#include <perfmodel/kernel/attention.hpp>
#include <perfmodel/kernel/clock.hpp>
#include <perfmodel/kernel/prediction.hpp>
#include <perfmodel/kernel/streaming_time.hpp>
#include <algorithm>
#include <array>
#include <cmath>

namespace perfmodel {

/// Time of fused attention. A thread block takes 128 queries of one head and walks over the keys; for each key it does the
/// products and one exponential a score, one after the other (no overlap between the two):
///
///   t = start + n block + (n keys + tail) (math / efficiency + exponentials + random),  n = blocks per SM
///
/// math = 4 x 128 x head_size FLOP (2.5 times that backward) at the SM's peak, exponentials = 128 / 16 clocks (special-
/// function units: 16 a clock and SM since Kepler's successors, CUDA C++ Programming Guide, arithmetic throughput).
/// Dao 2023, arXiv:2307.08691, section 3; causal masks halve the keys but for the block on the diagonal.

/// What is left to measure, by kind of kernel.
struct AttentionConstants {
  double efficiency{};       ///< of the SM's peak while it multiplies
  double per_key{};          ///< seconds a key on top of math and exponentials, at 1.98 GHz (plain FP32 kernels)
  double block{}, start{};   ///< seconds: one thread block, one call with its side kernels
  double random{};           ///< seconds a key to draw 128 random numbers, at 1.98 GHz
};

/// Fitted by hand to devices/calibrated/raw/h200-sxm/attention.csv (forward, backward's growth with head_size) and to the
/// attention of PyTorch 2.11 in pytorch_networks.csv's training steps (cuDNN 9.19 backward, dropout).
inline constexpr AttentionConstants attention_half_forward{1.0, 0.0, 1.4e-6, 2.5e-6, 16e-9},
    attention_half_backward{0.40, 0.0, 7e-6, 6e-6, 0.0}, attention_fp32_forward{1.1, 50e-9, 8e-6, 3e-6, 45e-9},
    attention_fp32_backward{1.0, 85e-9, 40e-6, 6e-6, 0.0};

struct AttentionModel {
  std::array<double, number_format_count> peak{};  ///< FLOP/s
  double sms{}, clock{};                           ///< clock in Hz
  bool measured_family{};
  StreamingModel streaming{};
};

[[nodiscard]] inline AttentionModel make_attention_model(const Device& device, Load load) {
  AttentionModel out{.sms = in(device.sms, sm), .clock = in(device.boost_clock, cycle / second),
                     .measured_family = device.architecture == "hopper", .streaming = make_streaming_model(device, load)};
  for (const NumberFormat format : all_number_formats) out.peak[index(format)] = in(peak(device, format), flop / second);
  return out;
}

/// Keys that one block of 128 queries looks at, on average.
[[nodiscard]] inline double keys_per_block(const Attention& a) {
  const double keys = static_cast<double>(a.keys);
  return a.causal ? std::min(keys, 0.5 * keys + 64.0) : keys;
}

/// @throws Error for a format the card cannot multiply
[[nodiscard]] inline Prediction predict(const Attention& a, const AttentionModel& model) {
  // TF32 attention runs the FP32 kernels of PyTorch's memory-efficient form
  const bool half = bits(a.format) <= 16;
  const double peak = model.peak[index(half ? a.format : NumberFormat::fp32)];
  if (!(peak > 0.0)) throw bad_input("format", std::string(name(a.format)), "must be one that the card multiplies");
  const AttentionConstants& c = half ? (a.backward ? attention_half_backward : attention_half_forward)
                                     : (a.backward ? attention_fp32_backward : attention_fp32_forward);
  constexpr double rows = 128.0, measured_clock = 1.98e9, special_functions_per_clock = 16.0;
  const double slower = measured_clock / model.clock;
  const double math = 4.0 * rows * static_cast<double>(a.head_size) * (a.backward ? 2.5 : 1.0) * model.sms / peak / c.efficiency;
  const double other = half ? rows / special_functions_per_clock / model.clock : c.per_key * slower;
  const double random = a.dropout ? c.random * slower : 0.0;
  const double blocks = static_cast<double>(a.batch) * static_cast<double>(a.heads) * std::ceil(static_cast<double>(a.queries) / rows);
  const double exact = blocks / model.sms, n = exact <= 4.0 ? std::ceil(exact) : exact + 0.5;  // few waves: the last one counts whole
  // the last block to finish is one that looks at all keys
  const double keys = keys_per_block(a), tail = static_cast<double>(a.keys) - keys;
  Prediction p{.math = (n * keys + tail) * (math + other + random) * second,
               .dram = in(traffic(a), byte) / model.streaming.copy_bandwidth() * second,
               .latency = (n * c.block * slower + c.start) * second,
               .launch = model.streaming.table.launch_seconds * second,
               .traffic = traffic(a),
               .work = work(a),
               .validated = model.measured_family};
  p.total = std::max(p.math + p.latency, p.dram) + p.launch;
  const double spread = model.measured_family ? 0.2 : 0.5;
  p.low = (1.0 - spread) * p.total, p.high = (1.0 + spread) * p.total;
  p.bound = p.dram > p.math + p.latency ? Bound::memory : p.math > p.latency ? Bound::math : Bound::latency;
  return p;
}

}  // namespace perfmodel
