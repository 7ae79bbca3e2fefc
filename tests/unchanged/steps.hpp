#pragma once
/// Cards for whole steps, whose constants and host no calibration changes.
#include <perfmodel/planner/step_estimate.hpp>
#include <string>
#include <tests/unchanged/fixed.hpp>

namespace unchanged {

/// A host of round numbers: each of its operations takes its own number of microseconds.
[[nodiscard]] inline HostProfile host() {
  HostProfile h{.framework = Framework::pytorch,
                .version = "2.8",
                .source = "round numbers",
                .launch = 4.0 * micro * second,
                .further_kernel = 0.5,
                .wide_product = 1.5 * micro * second,
                .inference = 0.75,
                .allocation = 0.25 * micro * second,
                .thread_wake = 30.0 * micro * second,
                .thread_wake_sleep = 2.0 * milli * second,
                .gap = 1e-6,
                .submit = 5.0 * micro * second,
                .queue_depth = 64,
                .spread = 0.1,
                .crowded = 0.2};
  for (std::size_t i = 0; i < h.cost.size(); ++i) h.cost[i] = static_cast<double>(2 + i % 7) * micro * second;
  return h;
}

/// A card of the catalogue with these constants and this host.
[[nodiscard]] inline CardModel card(const char* name, Framework framework = Framework::pytorch,
                                    const char* version = "2.8") {
  Software software = software_of(framework, version);
  software.host = host();
  const KernelModel model = kernels(name, Load::sustained, software);
  return {.device = model.device, .steps = {.target = trace_target(model.device), .kernels = model}};
}

}  // namespace unchanged
