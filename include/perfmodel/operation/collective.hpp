#pragma once
#include <cstdint>
#include <perfmodel/units.hpp>

namespace perfmodel {

enum class CollectiveKind : std::uint8_t { all_reduce, all_gather, reduce_scatter, broadcast, send };

/// One communication call among `gpus` cards; `size` is the whole buffer of one card.
struct Collective {
  CollectiveKind kind{CollectiveKind::all_reduce};
  std::int64_t gpus{1};
  Bytes size{};
  friend constexpr bool operator==(const Collective&, const Collective&) = default;
};

[[nodiscard]] constexpr Work work(const Collective&) { return Work{}; }
[[nodiscard]] constexpr Bytes traffic(const Collective& c) { return c.size; }

}  // namespace perfmodel
