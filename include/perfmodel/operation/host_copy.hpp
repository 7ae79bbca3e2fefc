#pragma once
#include <perfmodel/units.hpp>

namespace perfmodel {

/// A copy between host and device memory over the host link.
struct HostCopy {
  Bytes size{};
  bool to_device{true};
  bool pinned{true};
  friend constexpr bool operator==(const HostCopy&, const HostCopy&) = default;
};

[[nodiscard]] constexpr Work work(const HostCopy&) { return Work{}; }
[[nodiscard]] constexpr Bytes traffic(const HostCopy& c) { return c.size; }

}  // namespace perfmodel
