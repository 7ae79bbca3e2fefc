#pragma once
#include <perfmodel/device/device.hpp>

/// The card on which the recorded memory cases were measured: the facts that a replay needs.
[[nodiscard]] inline perfmodel::Device h200() {
  using namespace perfmodel;
  Device d{.name = "H200",
           .architecture = "hopper",
           .compute_capability = 90,
           .sms = 132.0 * sm,
           .memory_reported = 143156.0 * mebi * byte};
  d.occupancy.threads_per_sm = 2048;
  return d;
}
