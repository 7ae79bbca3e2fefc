#pragma once
#include <perfmodel/device/device.hpp>
#include <perfmodel/operation/custom.hpp>
#include <perfmodel/pricing/streaming/time.hpp>

namespace perfmodel {

/// Time of a custom operation: its own price, or that of a streaming kernel that moves its bytes. Nobody measured
/// either: the interval is that of a card known from its datasheet.
[[nodiscard]] inline Prediction predict(const op::Custom& custom, const Device& device, const StreamingModel& model) {
  if (custom.body == nullptr) return {};
  const op::CustomBody& body = *custom.body;
  Prediction p = predict(Streaming{.columns = static_cast<std::int64_t>(body.elements),
                                   .read = body.read,
                                   .written = body.written,
                                   .work = body.work},
                         model, {});
  if (body.price != nullptr) {
    const double wide_low = p.total > Time{} ? in(p.low, p.total) : 1.0,
                 wide_high = p.total > Time{} ? in(p.high, p.total) : 1.0;
    p.total = body.price(body, device) + p.launch;
    p.low = wide_low * p.total;
    p.high = wide_high * p.total;
    p.bound = Bound::latency;
  }
  p.validated = false;
  return p;
}

}  // namespace perfmodel
