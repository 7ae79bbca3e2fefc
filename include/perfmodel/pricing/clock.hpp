#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/device/device.hpp>
#include <perfmodel/device/memory_type.hpp>

namespace perfmodel {

/// How the card is used around the kernel in question. isolated: a burst of some twenty repetitions after a pause, as
/// benchmarks time it; sustained: the card has been under this load for a second and its power controller has settled.
enum class Load : std::uint8_t { isolated, sustained };

/// Power and clock of one card, in plain numbers. See docs/reference/clock.md.
///
///   power(f) = idle + dram_share * dram_power + (f / f_reference) v(f)^2 (math_share * math_power + l2_share *
///   l2_power) v(f) = voltage_floor + (1 - voltage_floor) max(0, f / f_reference - voltage_knee) / (1 - voltage_knee)
///
/// Dynamic CMOS power is C V^2 f (Weste and Harris, "CMOS VLSI Design", 4th ed., section 5.2); voltage is near linear
/// in frequency above a floor, which clocks below the knee share (Mei, Wang, Chu, "A survey and measurement study of
/// GPU DVFS on energy conservation", Digital Communications and Networks 3(2), 2017, doi:10.1016/j.dcan.2016.10.001).
struct PowerModel {
  double clock_max{};        ///< Hz, the clock of a light load
  double reference_clock{};  ///< Hz, at which `math_power` is stated: the process's highest clock
  double board_power{};      ///< W, published limit
  double idle_power{};       ///< W, what does not depend on the core clock
  double math_power{};       ///< W at reference clock and voltage with every multiply-accumulate unit busy
  double l2_power{};         ///< W, likewise, with every SM reading L2 at its full rate
  double dram_power{};       ///< W with the memory bus saturated
  double voltage_floor{};    ///< lowest V / V(reference)
  double voltage_knee{};     ///< clock / reference clock up to which the voltage stays at its floor
  double burst_power{};      ///< W, what the board may draw until its controller acts
  double controller_time{};  ///< s of load until it does
};

/// What a chip's process says about its power, where the datasheet is silent. One row per chip generation.
struct ProcessConstants {
  int cc_low{}, cc_high{};     ///< compute capability x 10, both included
  double reference_clock{};    ///< Hz
  double cuda_core_energy{};   ///< J per FP32 FLOP at reference clock and voltage, whole chip
  double tensor_energy{};      ///< J per BF16 FLOP with FP32 accumulation, likewise
  double l2_energy{};          ///< J per byte from L2 to an SM, likewise, with what CUDA-core kernels then do with it
  double dram_efficiency{};    ///< share of the published bandwidth that a long stream reaches
  double l2_share{1.0};        ///< of what the ports of all SMs could read from the L2, what it gives them together
  double store_slowdown{1.0};  ///< time of the memory for a byte that is written, over one that is read; 1 on cards
                               ///< that do not keep check bits among the data (keeps_check_bits())
  double check_bits{};         ///< share of what passes that is check bits, of the cards that dram_efficiency is of
  double
      voltage_floor{};    ///< BoardConstants::voltage_floor under its tensor cores, where it is another; 0: the boards'
  double voltage_knee{};  ///< likewise, voltage_knee
};

/// Constants shared by all boards.
struct BoardConstants {
  double idle_share{};  ///< of the board's power limit: leakage, regulators
  double idle_power{};  ///< W: fans, memory standby, whatever the size of the board
  double voltage_floor{}, voltage_knee{};
  double tensor_l2_share{};  ///< of l2_energy in tensor-core kernels, which keep operands out of registers
  /// Energy of an FP16 multiply-accumulate over a BF16 one on tensor cores: an 11 x 11 bit multiplier instead of 8 x 8.
  double fp16_energy{1.0};
  double burst_power{1.0};   ///< of the board's power limit: what it may draw until its controller acts (fitted)
  double controller_time{};  ///< s of load until it does: first steps of bursts of an H100 and an H200 come after 0.025
                             ///< to 0.07 (docs/reference/clock.md)
  double open_boost{1.0};    ///< highest clock of a GeForce board over its published boost clock
  /// Dynamic power of a tile's part outside the product (zeros) over that of its part inside (random normal operands):
  /// an H200 at 1,980 MHz draws 410 W on 4096^3 of zeros and 688 W on random ones in FP32
  /// (data/raw/h200-sxm/power.csv), of which some 104 W do not depend on the clock.
  double padding_activity{};
  /// Dynamic power of the products of a training step over that of products of random normal numbers: half of the
  /// activations behind a ReLU are zero, and gradients are small, so that fewer bits toggle. Measured on device-bound
  /// FCNN steps on an H200 (data/raw/h200-sxm/fcnn_steps.csv, families not held out); docs/reference/timeline.md.
  double step_activity{};
  /// What multiprocessors draw while they run kernels, whatever those compute (issue, registers, L1), over the board's
  /// limit. Least mean error over the power of 16 device-bound steps of pytorch_networks.csv on an H200 (18.5 %
  /// without, 15.7 % with it); judged on 16 of an H100 (pytorch_validation.csv: 19.6 -> 16.1 %) and 16 others of an
  /// H200 (pytorch_validation_5.csv: 23.8 -> 14.9 %).
  double busy_share{};
  /// J per byte over the memory bus, both ends, by MemoryType: 3.9 pJ/bit HBM2 (O'Connor et al., "Fine-grained DRAM for
  /// energy-efficient bandwidth proportional systems", MICRO 2017, doi:10.1145/3123939.3124545), 14 pJ/bit GDDR5 (there
  /// too), 7.5 pJ/bit GDDR6 and GDDR6X (Micron's technical brief on GDDR6X: 7.5 and 7.25), all with the controller's
  /// share. GDDR5X counts as GDDR5, GDDR7 and unknown memory as GDDR6, later HBM as HBM2: for these no figure is known
  /// here.
  std::array<double, memory_type_count> dram_energy{};
};

/// Whether the board lets the clock rise above the published boost clock while power and temperature allow (NVIDIA GPU
/// Boost). GeForce boards do; of what datasheets print, their tensor cores' halved rate with FP32 accumulation tells
/// them.
[[nodiscard]] constexpr bool boosts_openly(const Device& device) {
  return device.rates(MathUnit::tensor_core_fp16_accumulate, NumberFormat::fp16) >
         device.rates(MathUnit::tensor_core, NumberFormat::fp16);
}

/// Highest clock of a board over its published one.
[[nodiscard]] constexpr double open_boost(const Device& device, const BoardConstants& board) {
  return boosts_openly(device) ? board.open_boost : 1.0;
}

/// Highest clock of a board. @param open_boost  open_boost() of it
[[nodiscard]] constexpr ClockRate highest_clock(const Device& device, double open_boost) {
  return open_boost * std::max(device.boost_clock, device.tensor_clock);
}

/// Voltage over reference voltage at a clock.
[[nodiscard]] constexpr double relative_voltage(const PowerModel& power, double clock) {
  const double above = std::max(0.0, clock / power.reference_clock - power.voltage_knee) / (1.0 - power.voltage_knee);
  return power.voltage_floor + (1.0 - power.voltage_floor) * above;
}

/// How busy a kernel keeps the card, each as a share of what is possible at the kernel's clock.
struct Activity {
  double math{}, l2{}, dram{};
};

/// Board power in W at a clock.
[[nodiscard]] constexpr double board_power(const PowerModel& power, double clock, const Activity& activity) {
  const double v = relative_voltage(power, clock);
  return power.idle_power + power.dram_power * activity.dram +
         (power.math_power * activity.math + power.l2_power * activity.l2) * (clock / power.reference_clock) * v * v;
}

/// Highest clock at which the board draws no more than `limit` W, between a tenth of clock_max and clock_max. Newton's
/// steps from above: the power is convex in the clock, so that they do not overshoot; six reach 1e-6, and after one of
/// less than 1e-5 the next would be less than 1e-9.
[[nodiscard]] constexpr double clock_within(const PowerModel& power, const Activity& activity, double limit) {
  const double available = limit - power.idle_power - power.dram_power * activity.dram;
  const double dynamic = (power.math_power * activity.math + power.l2_power * activity.l2) / power.reference_clock;
  const double voltage_slope = (1.0 - power.voltage_floor) / ((1.0 - power.voltage_knee) * power.reference_clock);
  double clock = power.clock_max;
  for (int step = 0; step < 6; ++step) {
    const double v = relative_voltage(power, clock);
    const double excess = dynamic * clock * v * v - available;
    if (step == 0 && excess <= 0.0) return power.clock_max;
    const double slope = dynamic * (v * v + (v > power.voltage_floor ? 2.0 * clock * v * voltage_slope : 0.0));
    const double change = excess / slope;
    clock -= change;
    if (change < 1e-5 * clock) break;
  }
  return std::clamp(clock, 0.1 * power.clock_max, power.clock_max);
}

/// Clock at which a load settles.
[[nodiscard]] constexpr double sustained_clock(const PowerModel& power, const Activity& activity) {
  return clock_within(power, activity, power.board_power);
}

/// Mean clock of a burst of `seconds` of the same load: what `burst_power` allows until the controller has acted, the
/// settled clock from then on. One controller's step would leave a share min(1, controller_time / seconds) of the burst
/// at the first clock; the moment differs from burst to burst (25 to 70 ms, and further steps up to 160), and so the
/// share here is the smooth 1 / (1 + seconds / controller_time).
[[nodiscard]] constexpr double burst_clock(const PowerModel& power, const Activity& activity, double seconds) {
  const double sustained = sustained_clock(power, activity);
  if (sustained >= power.clock_max) return sustained;
  const double first = clock_within(power, activity, power.burst_power);
  return sustained + (first - sustained) / (1.0 + seconds / power.controller_time);
}

/// Power and clock of a device under multiply-accumulates of one format on one unit. The energy of a
/// multiply-accumulate grows with the operands' width: 32-bit on tensor cores cost twice, 8-bit half of BF16 (the
/// published rates of every generation keep this ratio within one power limit; an H200 under TF32 settles at BF16's
/// clock). FP16 has a ratio of its own. `l2_bytes_per_clock`: what one SM can read.
[[nodiscard]] inline PowerModel make_power_model(const Device& device, const ProcessConstants& process,
                                                 const BoardConstants& board, MathUnit unit, NumberFormat format,
                                                 double l2_bytes_per_clock) {
  const bool tensor = unit != MathUnit::cuda_core;
  const double mantissa = format == NumberFormat::fp16 ? board.fp16_energy : 1.0;
  const double energy = tensor ? process.tensor_energy * mantissa * bits(format) / 16.0
                               : process.cuda_core_energy * bits(multiplied_as(unit, format)) / 32.0;
  const double flop_per_clock = in(device.sms * summed_rate(device, unit, format), flop / cycle);
  const double tdp = in(device.board_power, watt);
  return {.clock_max = in(highest_clock(device, open_boost(device, board)), cycle / second),
          .reference_clock = process.reference_clock,
          .board_power = tdp,
          .idle_power = board.idle_share * tdp + board.idle_power,
          .math_power = energy * flop_per_clock * process.reference_clock,
          .l2_power = process.l2_energy * (tensor ? board.tensor_l2_share : 1.0) * l2_bytes_per_clock *
                      in(device.sms, sm) * process.reference_clock,
          .dram_power = board.dram_energy[static_cast<std::size_t>(device.memory_type)] *
                        in(device.dram_bandwidth, byte / second),
          .voltage_floor = tensor && process.voltage_floor > 0.0 ? process.voltage_floor : board.voltage_floor,
          .voltage_knee = tensor && process.voltage_knee > 0.0 ? process.voltage_knee : board.voltage_knee,
          .burst_power = board.burst_power * tdp,
          .controller_time = board.controller_time};
}

}  // namespace perfmodel
