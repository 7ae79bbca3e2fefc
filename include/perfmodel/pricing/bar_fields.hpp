#pragma once
#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/pricing/evidence.hpp>
#include <span>
#include <string_view>

namespace perfmodel {

/// What the constants were fitted to (EvidenceLevel), as keys of error bars.
inline constexpr std::array<std::string_view, evidence_level_count> evidence_names{"calibrated", "same_family",
                                                                                   "datasheet"};

/// Error bars of each kind, as pairs of low and high: measured over predicted.
template <class Archive>
void describe_bars(Archive& archive, std::span<const std::string_view> names, std::span<ErrorBar> bars) {
  constexpr Constant bar{.name = "error_bars"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::array<double, 2> pair{bars[i].low, bars[i].high};
    archive.constant(names[i], bar, pair);
    bars[i] = {pair[0], pair[1]};
  }
}

}  // namespace perfmodel
