#pragma once
#include <cstdint>
#include <perfmodel/software/host_op.hpp>
#include <perfmodel/software/software.hpp>
#include <perfmodel/trace/operation_list.hpp>
#include <string>
#include <variant>
#include <vector>

namespace perfmodel {

/// What one training or inference step does, in order. Layers, losses, optimizers and recipes write it; the timeline
/// (time) and the allocator replay (memory) read it. Nothing else passes between the two sides.

enum class Phase : std::uint8_t { setup, forward, loss, backward, optimizer, zero_gradients };

/// Why a tensor exists; the footprint report sums by it.
enum class MemoryClass : std::uint8_t {
  parameter,
  gradient,
  optimizer_state,
  activation,
  input,
  temporary,
  workspace,
  cast_copy
};

using TensorId = std::uint32_t;

struct HostWork {
  HostOp op{};
  std::int64_t count{1};
};  ///< the host is busy; launches after it wait for it
struct Execute {
  OperationId operation{};                 ///< of StepTrace::operations
  std::uint32_t first_use{}, use_count{};  ///< of StepTrace::uses; 0: nobody wrote down what it reads and writes
};                                         ///< asynchronous: the device runs it when it gets there
struct Allocate {
  TensorId tensor{};
  std::int64_t bytes{};
  MemoryClass why{};
};  ///< as requested, before rounding
struct Release {
  TensorId tensor{};
};                      ///< the last reference is gone
struct Synchronize {};  ///< the host waits until the device is idle

/// A tensor that an operation reads or writes.
struct TensorUse {
  TensorId tensor{};
  std::int64_t bytes{};  ///< of it, as the operation sees it: repeated elements count once
  bool written{};
};

struct TraceEvent {
  std::variant<HostWork, Execute, Allocate, Release, Synchronize> what{};
  Phase phase{};
  std::int32_t layer{-1};  ///< index into the network's layers; -1: none
};

/// A tensor that outlives a step and is born anew in each (a gradient): `at_end` holds it when `step` has run, and
/// `at_start` is the name under which the next run of the same `step` knows it.
struct Carried {
  TensorId at_end{}, at_start{};
};

/// `setup` runs once; `first_step` creates what lives on (gradients, optimizer state); every later step is `step`.
/// A replay of several steps renames the tensors of `carried` after each run of `step`.
struct StepTrace {
  OperationList operations{};
  Software software{software_of()};  ///< whose step it is: its allocator and its prices are of the same
  std::vector<TraceEvent> setup{}, first_step{}, step{};
  std::vector<Carried> carried{};
  std::vector<TensorUse> uses{};  ///< of the operations, one after the other; only where the software compiles steps
};

}  // namespace perfmodel
