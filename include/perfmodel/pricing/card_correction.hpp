#pragma once
#include <algorithm>
#include <array>
#include <perfmodel/pricing/kernel_model.hpp>
#include <string_view>

namespace perfmodel {

/// What the measurement of one card says beyond the constants that it shares with others: factors on what the shared
/// tables predict, 1 where nothing is known. A calibration fits them (docs/reference/calibration.md), apply() puts them
/// into a model. They are not physics: a card sample, its cooling, its driver.
struct CardCorrection {
  double dram{1.0};       ///< bandwidth of the device memory
  double l2{1.0};         ///< bandwidth of the second-level cache
  double launch{1.0};     ///< time between two kernels
  double latency{1.0};    ///< duration of a kernel with next to no work; the gap to the next one is as much shorter
  double power{1.0};      ///< what the board may draw before its clock sinks
  double attention{1.0};  ///< rate of fused attention, beside its format's
  std::array<double, number_format_count> math{filled(1.0)};  ///< rate of multiply-accumulates, by format

  [[nodiscard]] static constexpr std::array<double, number_format_count> filled(double value) {
    std::array<double, number_format_count> all{};
    for (double& one : all) one = value;
    return all;
  }
  friend constexpr bool operator==(const CardCorrection&, const CardCorrection&) = default;
};

/// Bounds of every factor, in files and in fits: beyond them it is another card, or a measurement gone wrong.
inline constexpr double least_correction = 0.5, most_correction = 2.0;

/// The factor that a name in files and fits means, "dram" or "math.bf16"; nullptr for a name that means none.
[[nodiscard]] inline double* factor_of(CardCorrection& c, std::string_view name) {
  if (name == "dram") return &c.dram;
  if (name == "l2") return &c.l2;
  if (name == "launch") return &c.launch;
  if (name == "latency") return &c.latency;
  if (name == "power") return &c.power;
  if (name == "attention") return &c.attention;
  constexpr std::string_view math = "math.";
  if (name.substr(0, math.size()) == math)
    for (const NumberFormat format : all_number_formats)
      if (perfmodel::name(format) == name.substr(math.size())) return &c.math[index(format)];
  return nullptr;
}

namespace detail {
inline void apply(const CardCorrection& c, GemmModel& m) {
  m.dram_bandwidth *= c.dram;
  m.constants.l2_bytes_per_clock *= c.l2;
  m.constants.launch_seconds *= c.launch;
  for (std::size_t f = 0; f < number_format_count; ++f) {
    m.rate[f] *= c.math[f];
    m.power[f].board_power *= c.power;
  }
}
inline void apply(const CardCorrection& c, StreamingModel& m) {
  m.bandwidth *= c.dram;
  m.table.l2_read *= c.l2;
  m.table.l2_written *= c.l2;
  const double longer = (c.latency - 1.0) * m.table.latency_seconds;
  m.table.latency_seconds += longer;
  m.table.launch_seconds = std::max(0.0, c.launch * m.table.launch_seconds - longer);
  m.table.graph_launch_seconds = std::max(0.0, c.launch * m.table.graph_launch_seconds - longer);
}
inline void apply(const CardCorrection& c, AttentionModel& m) {
  for (AttentionConstants& family : m.table)
    for (double& efficiency : family.efficiency) efficiency *= c.attention;
  for (std::size_t f = 0; f < number_format_count; ++f) {
    m.tensor_rate[f] *= c.math[f];
    m.power[f].board_power *= c.power;
    m.cuda_rate[f] *= c.math[f];
  }
  m.l2_bytes_per_clock *= c.l2;
  apply(c, m.streaming);
}
}  // namespace detail

/// Puts the factors into a model that was built from the shared tables.
/// @pre every factor > 0; the model was not corrected before
inline void apply(const CardCorrection& correction, KernelModel& model) {
  if (correction == CardCorrection{}) return;
  for (CopyOnWrite<GemmModel>& family : model.gemm.models)
    family.change_later([=](GemmModel& m) { detail::apply(correction, m); });
  detail::apply(correction, model.streaming);
  detail::apply(correction, model.attention);
}

}  // namespace perfmodel
