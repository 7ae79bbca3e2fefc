#pragma once
#include <cstdint>
#include <perfmodel/units.hpp>

namespace perfmodel {

/// Closed counts that papers print, to compare traces with.

/// A transformer layer as Korthikanti et al. 2022 (arXiv:2205.05198, Table 2) count it: 16-bit activations, dropout
/// masks of one byte, unfused attention, an inner width of four times the hidden one.
struct CountedLayer {
  std::int64_t sequence{}, batch{}, hidden{}, heads{};
  std::int64_t tensor_ranks{1};
  bool sequence_parallel{};
  enum class Recompute : std::uint8_t { none, selective, full } recompute{Recompute::none};
};

/// Bytes that the layer keeps for its backward pass, on one card.
///     none                          s b h (34 + 5 a s / h)
///     tensor                        s b h (10 + 24 / t + 5 a s / (h t))
///     tensor and sequence           s b h (34 / t + 5 a s / (h t))
///     selective recomputation       without the term 5 a s / h
///     full recomputation            2 s b h
[[nodiscard]] constexpr Bytes published_activations(const CountedLayer& l) {
  const double sbh = static_cast<double>(l.sequence) * static_cast<double>(l.batch) * static_cast<double>(l.hidden);
  if (l.recompute == CountedLayer::Recompute::full) return 2.0 * sbh * byte;
  const double t = static_cast<double>(l.tensor_ranks);
  const double linear = l.sequence_parallel ? 34.0 / t : 10.0 + 24.0 / t;
  const double scores =
      l.recompute == CountedLayer::Recompute::selective
          ? 0.0
          : 5.0 * static_cast<double>(l.heads) * static_cast<double>(l.sequence) / (static_cast<double>(l.hidden) * t);
  return sbh * (linear + scores) * byte;
}

/// Bytes of parameters, gradients and optimizer state on one card: 2 + 2 + 12 for each parameter under mixed precision
/// with Adam, cut among `ranks` from stage 1 (state), 2 (gradients), 3 (parameters) on. Rajbhandari et al. 2020,
/// arXiv:1910.02054, Figure 1.
[[nodiscard]] constexpr Bytes published_zero_states(double parameters, int stage, std::int64_t ranks) {
  constexpr double weights = 2.0, gradients = 2.0, state = 12.0;
  const double n = static_cast<double>(ranks);
  return parameters *
         (weights / (stage >= 3 ? n : 1.0) + gradients / (stage >= 2 ? n : 1.0) + state / (stage >= 1 ? n : 1.0)) *
         byte;
}

}  // namespace perfmodel
