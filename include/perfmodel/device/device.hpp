#pragma once
#include <array>
#include <perfmodel/device/interconnect.hpp>
#include <perfmodel/device/memory_type.hpp>
#include <perfmodel/device/number_format.hpp>
#include <perfmodel/units.hpp>
#include <string>
#include <string_view>

namespace perfmodel {

/// Which execution units do the multiply-accumulates, and in which format tensor cores accumulate.
enum class MathUnit : std::uint8_t { cuda_core, tensor_core, tensor_core_fp16_accumulate };
inline constexpr std::size_t math_unit_count = 3;
inline constexpr std::array<MathUnit, math_unit_count> all_math_units{MathUnit::cuda_core, MathUnit::tensor_core,
                                                                      MathUnit::tensor_core_fp16_accumulate};

[[nodiscard]] constexpr std::string_view name(MathUnit unit) {
  constexpr std::array<std::string_view, math_unit_count> names{"cuda_core", "tensor_core",
                                                                "tensor_core_fp16_accumulate"};
  return names[static_cast<std::size_t>(unit)];
}

/// The format in which a unit multiplies operands of `format` where sums are in FP32, as frameworks ask libraries for
/// (PyTorch, aten/src/ATen/cuda/CUDABlas.cpp: CUBLAS_COMPUTE_32F; cuDNN's PSEUDO_HALF_CONFIG): CUDA cores widen 16-bit
/// operands and multiply them in FP32, whatever their packed instructions, which sum in 16 bits, would reach.
[[nodiscard]] constexpr NumberFormat multiplied_as(MathUnit unit, NumberFormat format) {
  const bool widened = unit == MathUnit::cuda_core && (format == NumberFormat::fp16 || format == NumberFormat::bf16);
  return widened ? NumberFormat::fp32 : format;
}

/// Multiply-accumulate rates per clock per SM, dense, by unit and format. Zero: the card cannot do it.
struct IssueRates {
  std::array<std::array<IssueRate, number_format_count>, math_unit_count> dense{};
  double sparse_factor = 1.0;  ///< tensor-core speed-up with 2:4 structured sparsity; 1: none

  [[nodiscard]] constexpr IssueRate operator()(MathUnit unit, NumberFormat format) const {
    return dense[static_cast<std::size_t>(unit)][index(format)];
  }
};

/// Limits that decide how many thread blocks an SM holds. CUDA C++ Programming Guide, table of technical
/// specifications.
struct OccupancyLimits {
  Bytes shared_memory_per_sm{};
  Bytes shared_memory_per_block{};  ///< with opt-in
  Bytes registers_per_sm{};
  int threads_per_sm{};
  int blocks_per_sm{};
};

/// One GPU as the model sees it: published facts only. Filled from devices/*.json, where every number has its source.
struct Device {
  std::string name{};
  std::string architecture{};  ///< family word: kepler, pascal, volta, turing, ampere, ada, hopper, blackwell
  std::string chip{};          ///< die, e.g. "GA100"
  int compute_capability{};    ///< 10 * major + minor: 80, 90, 120
  SmCount sms{};
  ClockRate base_clock{};
  ClockRate boost_clock{};   ///< highest clock of normal operation
  ClockRate tensor_clock{};  ///< the clock at which the published tensor-core peaks are computed
  IssueRates rates{};
  Bytes l2{};
  OccupancyLimits occupancy{};
  Bytes memory{};           ///< nominal, as on the box
  Bytes memory_reported{};  ///< what the driver reports as total (nvidia-smi)
  Bytes memory_visible{};   ///< what a program sees as total (cudaMemGetInfo): the driver keeps the rest for itself
  MemoryType memory_type{};
  Bandwidth dram_bandwidth{};  ///< published
  Power board_power{};         ///< published limit (TDP)
  Interconnect interconnect{};
};

/// Does the memory keep the check bits of its error correction among the data? GDDR has no room of its own for them: a
/// sixteenth is missing from what the driver reports then, and each access takes more bytes, writing above all. GDDR6X
/// and GDDR7 cards come without; GDDR5 and GDDR6 of which no reported size is known count as with them.
[[nodiscard]] constexpr bool keeps_check_bits(const Device& device) {
  if (device.memory_type != MemoryType::gddr5 && device.memory_type != MemoryType::gddr6) return false;
  constexpr double most_with_check_bits = 0.96;  // 15/16, and what drivers keep for themselves
  return device.memory_reported < most_with_check_bits * device.memory;
}

/// Rate of products of this format whose sums are in FP32 or wider. Zero: the card cannot do it.
[[nodiscard]] constexpr IssueRate summed_rate(const Device& device, MathUnit unit, NumberFormat format) {
  const IssueRate own = device.rates(unit, format);
  return own > IssueRate{} ? device.rates(unit, multiplied_as(unit, format)) : own;
}

/// Published-style peak: SMs x MAC/clk/SM x clock. Tensor-core units use the tensor clock, in FP64 the boost clock, at
/// which NVIDIA prints those peaks (66.9 TFLOPS, H100 whitepaper). Zero if the card lacks it.
[[nodiscard]] constexpr WorkRate peak(const Device& device, MathUnit unit, NumberFormat format) {
  const bool boost = unit == MathUnit::cuda_core || format == NumberFormat::fp64;
  return device.sms * device.rates(unit, format) * (boost ? device.boost_clock : device.tensor_clock);
}

/// Fastest dense rate that is published for operands of this format; on CUDA cores widened ones count, too, which
/// multiply at FP32's rate (a P40 has a 64th of it in FP16).
[[nodiscard]] constexpr WorkRate peak(const Device& device, NumberFormat format) {
  const WorkRate cuda = peak(device, MathUnit::cuda_core, format), tensor = peak(device, MathUnit::tensor_core, format);
  const WorkRate widened = device.sms * summed_rate(device, MathUnit::cuda_core, format) * device.boost_clock;
  const WorkRate on_cuda_cores = cuda > widened ? cuda : widened;
  return on_cuda_cores > tensor ? on_cuda_cores : tensor;
}

/// The same with 2:4 structured sparsity; equal to the dense peak on a card without it and on CUDA cores.
[[nodiscard]] constexpr WorkRate sparse_peak(const Device& device, MathUnit unit, NumberFormat format) {
  return unit == MathUnit::cuda_core || format == NumberFormat::fp64
             ? peak(device, unit, format)
             : device.rates.sparse_factor * peak(device, unit, format);
}

/// Arithmetic intensity at which the math and the memory roof meet. Williams et al. 2009, doi:10.1145/1498765.1498785.
/// @pre device.dram_bandwidth > 0
[[nodiscard]] constexpr Intensity ridge_point(const Device& device, MathUnit unit, NumberFormat format) {
  return peak(device, unit, format) / device.dram_bandwidth;
}

}  // namespace perfmodel
