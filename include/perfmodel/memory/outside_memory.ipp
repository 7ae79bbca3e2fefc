#pragma once
#include <perfmodel/memory/outside_memory.hpp>

namespace perfmodel {

PERFMODEL_INLINE OutsideMemory outside_memory(const Device& device) {
  OutsideMemory m = outside_measured;
  if (device.architecture == outside_measured_on) return m;
  const double more = std::max(1.0, in(device.sms, sm) / static_cast<double>(outside_measured_sms));
  m.context = static_cast<std::int64_t>(static_cast<double>(m.context) * more);
  m.measured = false;
  m.source = "estimated: taken over from an H200, not measured on this architecture";
  return m;
}

}  // namespace perfmodel
