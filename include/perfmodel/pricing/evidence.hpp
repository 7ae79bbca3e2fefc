#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <perfmodel/data/short_text.hpp>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/device/device.hpp>
#include <string_view>

namespace perfmodel {

/// What the constants of a prediction were fitted to, as seen from the card that it is for.
enum class EvidenceLevel : std::uint8_t {
  this_card,     ///< measurements of this card
  same_kernels,  ///< of other cards that run the same kernels
  datasheet      ///< of no such card: published figures, and constants of the nearest relatives
};
inline constexpr std::size_t evidence_level_count = 3;

struct Evidence {
  EvidenceLevel level{EvidenceLevel::datasheet};
  std::array<CardName, 4> cards{};  ///< names of the devices that were measured; empty: fewer
  /// Of a card whose compute capability has no row in `architectures`: that of the row taken instead.
  std::optional<int> assumed_capability{};
  friend constexpr bool operator==(const Evidence&, const Evidence&) = default;
};

/// What a table's row is worth for a card. @param calibrated_on  devices that the row was fitted to; empty names count
/// as none. A compute capability that `architectures` does not know may run any kernels: published figures are all that
/// is known of it.
template <class Names>
[[nodiscard]] constexpr Evidence evidence_of(const Names& calibrated_on, std::string_view device,
                                             int compute_capability) {
  Evidence out{};
  std::size_t known = 0;
  for (const std::string_view card : calibrated_on) {
    if (card.empty()) continue;
    if (known < out.cards.size()) out.cards[known++] = CardName(card);
    if (out.level != EvidenceLevel::this_card)
      out.level = card == device ? EvidenceLevel::this_card : EvidenceLevel::same_kernels;
  }
  if (is_known(compute_capability)) return out;
  out.level = EvidenceLevel::datasheet;
  out.assumed_capability = known_capability(compute_capability);
  return out;
}
template <class Names>
[[nodiscard]] constexpr Evidence evidence_of(const Names& calibrated_on, const Device& device) {
  return evidence_of(calibrated_on, device.name, device.compute_capability);
}

/// The same for kernels that stand in for others, of which nothing was measured.
[[nodiscard]] constexpr Evidence stand_in(Evidence evidence) {
  evidence.level = EvidenceLevel::datasheet;
  return evidence;
}

/// measured / predicted: 5th and 95th percentile of validation residuals.
struct ErrorBar {
  double low{}, high{};
};

/// Error bars, or tables of them, by EvidenceLevel.
template <class Bars>
using ByEvidence = std::array<Bars, evidence_level_count>;

/// Those that hold for a prediction.
template <class Bars>
[[nodiscard]] constexpr const Bars& bars_of(const ByEvidence<Bars>& bars, const Evidence& evidence) {
  return bars[static_cast<std::size_t>(evidence.level)];
}

}  // namespace perfmodel
