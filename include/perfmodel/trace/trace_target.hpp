#pragma once
#include <perfmodel/device/device.hpp>

namespace perfmodel {

/// What of the card reaches into the trace: scratch buffers and workspaces depend on it.
struct TraceTarget {
  int compute_capability{90};
  int sms{132};
  int threads_per_sm{2048};
  bool operator==(const TraceTarget&) const = default;
};

[[nodiscard]] inline TraceTarget trace_target(const Device& device) {
  return {.compute_capability = device.compute_capability,
          .sms = static_cast<int>(in(device.sms, sm)),
          .threads_per_sm = device.occupancy.threads_per_sm};
}

}  // namespace perfmodel
