#pragma once
/// Events of a pass through five blocks of one layer each, between a layer in front (0) and one behind (6): forward
/// each block runs an operation, makes a tensor and lets go of the one before it; backward, from the last block on, it
/// makes a gradient and lets go of that of the block behind it.
#include <perfmodel/step/pass_sections.hpp>
#include <vector>

namespace few_blocks {
using namespace perfmodel;

inline constexpr TensorId first = 10;  ///< tensors below were there before

inline TraceEvent runs(std::int32_t layer, OperationId operation = 7) {
  return {.what = Execute{.operation = operation}, .phase = Phase::forward, .layer = layer};
}
inline TraceEvent makes(std::int32_t layer, TensorId tensor) {
  return {.what = Allocate{.tensor = tensor, .bytes = 100, .why = MemoryClass::activation}, .layer = layer};
}
inline TraceEvent drops(std::int32_t layer, TensorId tensor) {
  return {.what = Release{.tensor = tensor}, .layer = layer};
}
inline std::vector<detail::BlockLabel> labels() { return {{}, {0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {}}; }

/// Events 0 and 1 are of the layer in front, 2 + 3 b to 4 + 3 b of block b.
inline std::vector<TraceEvent> forward() {
  std::vector<TraceEvent> events{runs(0), makes(0, 10)};
  for (std::int32_t b = 0; b < 5; ++b) {
    const auto id = static_cast<TensorId>(b);
    events.insert(events.end(), {runs(1 + b), makes(1 + b, 11 + id), drops(1 + b, 10 + id)});
  }
  return events;
}
/// Behind them two of the layer behind, then 19 + 3 (4 - b) to 21 + 3 (4 - b) of block b.
inline std::vector<TraceEvent> both_ways() {
  std::vector<TraceEvent> events = forward();
  events.insert(events.end(), {runs(6), makes(6, 16)});
  for (std::int32_t b = 4; b >= 0; --b) {
    const auto id = static_cast<TensorId>(4 - b);
    events.insert(events.end(), {runs(1 + b, 8), makes(1 + b, 17 + id), drops(1 + b, 16 + id)});
  }
  return events;
}
}  // namespace few_blocks
