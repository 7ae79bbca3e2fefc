#pragma once
#include <perfmodel/kernel/kernel.hpp>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace perfmodel {

/// What one training or inference step does, in order. Layers, losses, optimizers and recipes write it; the timeline
/// (time) and the allocator replay (memory) read it. Nothing else passes between the two sides.

enum class Phase : std::uint8_t { setup, forward, loss, backward, optimizer, zero_gradients };

/// Why a tensor exists; the footprint report sums by it.
enum class MemoryClass : std::uint8_t {
  parameter, gradient, optimizer_state, activation, input, temporary, workspace, cast_copy
};

using TensorId = std::uint32_t;

/// The framework's own time on the CPU for one operation: what it costs is data (host_profile), keyed by this name.
enum class HostOp : std::uint8_t {
  linear, linear_backward, activation, activation_backward, elementwise, elementwise_backward, normalization,
  normalization_backward, convolution, convolution_backward, pooling, pooling_backward, attention, attention_backward,
  softmax, softmax_backward, embedding, embedding_backward, matmul, matmul_backward, view, cast, loss, loss_backward,
  accumulate_gradient, optimizer_step, optimizer_tensor, zero_gradients, backward_start, step, other,
  checkpoint_segment  ///< the inner backward of a recomputed segment, beside its operations
};

struct HostWork { HostOp op{}; std::int64_t count{1}; };     ///< the host is busy; launches after it wait for it
struct Launch { Kernel kernel{}; };                          ///< asynchronous: the device runs it when it gets there
struct Allocate { TensorId tensor{}; std::int64_t bytes{}; MemoryClass why{}; };  ///< as requested, before rounding
struct Release { TensorId tensor{}; };                       ///< the last reference is gone
struct Synchronize {};                                       ///< the host waits until the device is idle

struct TraceEvent {
  std::variant<HostWork, Launch, Allocate, Release, Synchronize> what{};
  Phase phase{};
  std::int32_t layer{-1};       ///< index into the network's layers; -1: none
};

/// A tensor that outlives a step and is born anew in each (a gradient): `at_end` holds it when `step` has run, and
/// `at_start` is the name under which the next run of the same `step` knows it.
struct Carried { TensorId at_end{}, at_start{}; };

/// `setup` runs once; `first_step` creates what lives on (gradients, optimizer state); every later step is `step`.
/// A replay of several steps renames the tensors of `carried` after each run of `step`.
struct StepTrace {
  std::vector<TraceEvent> setup{}, first_step{}, step{};
  std::vector<Carried> carried{};
};

}  // namespace perfmodel
