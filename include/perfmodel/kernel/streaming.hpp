#pragma once
#include <perfmodel/device/number_format.hpp>
#include <perfmodel/kernel/gemm.hpp>
#include <perfmodel/units.hpp>
#include <cstdint>

namespace perfmodel {

/// Families of kernels whose time is the bytes they move. Each has its own measured efficiency.
enum class StreamingKind : std::uint8_t {
  elementwise,        ///< every element on its own: activations, add, scale, dropout, cast, copy
  row_reduction,      ///< sums over the contiguous dimension
  column_reduction,   ///< sums over the strided dimension: bias gradients, batch statistics
  softmax,            ///< forward and backward, log_softmax
  layer_norm,         ///< layer and RMS norm
  batch_norm,
  pooling,
  optimizer,          ///< multi-tensor or one-tensor parameter updates
  gather,             ///< embedding look-up, indexing, scatter-add
  transpose,          ///< NCHW <-> NHWC, permutes that are copied
  fill                ///< memset
};

/// A memory-bound kernel. `rows` x `columns` is the shape a reduction sees (columns contiguous); elementwise: 1 x elements.
struct Streaming {
  StreamingKind kind{StreamingKind::elementwise};
  NumberFormat format{NumberFormat::fp32};
  std::int64_t rows{1}, columns{};
  Bytes read{}, written{};
  Work work{};                       ///< arithmetic operations
  double special_functions{};        ///< exp, tanh, rsqrt, ... evaluated on the special-function units, in all
  bool backward{};
  std::int64_t tensors{1};           ///< tensors handled by one launch (multi-tensor optimizers)
  Operands operands{Operands::cold}; ///< warm: what it reads was just written or read, and is in L2 as far as it fits
  /// SM cycles, summed over the SMs, of instructions beyond what the kind knows: addresses, conversions, shuffles. These go at the
  /// same rate on every SM since Volta, whatever its FP32 lanes: CUDA C++ Programming Guide, table "Throughput of Native Arithmetic
  /// Instructions", rows of 32-bit integers and type conversions: 64 a clock for 7.x, 8.x and 9.0.
  double issue_cycles{};
  bool narrow_parameters{};          ///< batch norm: weight and bias in 16 bits, which the library's kernels do not take
  double serial_cycles{};            ///< core cycles of the longest block, where few blocks share the work
  int kernels{1};                    ///< that share this work: the host launches each
};

[[nodiscard]] constexpr Bytes traffic(const Streaming& kernel) { return kernel.read + kernel.written; }
[[nodiscard]] constexpr Work work(const Streaming& kernel) { return kernel.work; }

}  // namespace perfmodel
