#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <perfmodel/device/device.hpp>
#include <perfmodel/device/number_format.hpp>
#include <string>
#include <string_view>

namespace perfmodel {

/// The generation whose FP32 kernels libraries run on a card's CUDA cores, from old to new.
enum class CudaCores : std::uint8_t { kepler, maxwell, volta, turing, ampere, hopper };

/// The widest matrix instruction that libraries use on a card. PTX ISA, sections "mma", "wgmma.mma_async" and
/// "tcgen05.mma", target notes.
enum class TensorInstruction : std::uint8_t {
  none,
  mma_m8n8k4,    ///< Volta
  mma_m16n8k8,   ///< Turing
  mma_m16n8k16,  ///< Ampere and Ada; the GeForce Blackwell has nothing wider
  wgmma,         ///< Hopper: warp groups, operands in shared memory
  tcgen05        ///< Blackwell: results in tensor memory
};

/// Kernels of cuDNN that work all steps of a recurrent layer off at once, with the recurrent weights on chip: none;
/// those for small hidden sizes; those and Volta's, or Ampere's, for larger ones.
enum class PersistentRecurrence : std::uint8_t { none, small, volta, ampere };

/// cuDNN's FP32 convolutions without Winograd's or Fourier's transforms.
enum class DirectConvolution : std::uint8_t {
  scudnn,                ///< assembly kernels up to Turing
  scudnn_until_cudnn_8,  ///< Ampere and Ada: the same in cuDNN 8, xmma in cuDNN 9
  xmma                   ///< Hopper and later
};

/// A set of number formats.
struct FormatSet {
  std::uint32_t members{};  ///< bit i: the format of index i

  constexpr FormatSet() = default;
  constexpr FormatSet(std::initializer_list<NumberFormat> formats) {
    for (const NumberFormat format : formats) members |= std::uint32_t{1} << index(format);
  }
  [[nodiscard]] constexpr bool has(NumberFormat format) const { return (members >> index(format) & 1U) != 0; }
};

/// What follows from the compute capability alone. Everything else that a card is stands in its device file.
struct Architecture {
  int cc_low{}, cc_high{};  ///< compute capability x 10, both included
  CudaCores cuda_cores{};
  TensorInstruction tensor{};
  FormatSet tensor_formats{};                      ///< operands of its tensor cores
  double special_functions_per_clock{16.0};        ///< of an SM
  double fp32_lanes{128.0};                        ///< threads of FP32 instructions that an SM issues per clock
  double warps_issued_per_clock{4.0};              ///< of an SM
  double l1_kibibytes{};                           ///< of an SM at the largest share for L1; 0: loads are not cached
  double l2_partitions{1.0};                       ///< each keeps what its own SMs read
  std::int64_t cublas_workspace_bytes{8'519'680};  ///< of PyTorch's cuBLAS handle, where the user asks for none
  PersistentRecurrence persistent_recurrence{};
  DirectConvolution direct_convolution{};
};

/// 32 MiB, which PyTorch takes on compute capability 9, 10 and 12.
inline constexpr std::int64_t large_cublas_workspace = 33'554'432;

/// One row for each compute capability, or for several that do not differ here, from old to new. Sources, by column:
/// - cuda_cores, tensor: kernel names in public profiles (docs/reference/pricing/gemm.md lists them); 7.2 has Turing's
/// 8-bit products.
/// - tensor_formats: CUDA C++ Programming Guide, "Compute Capabilities", tensor-core data types; INT4 and INT1: NVIDIA
///   Turing GPU Architecture whitepaper, "Turing Tensor Cores", and A100 whitepaper, table of tensor-core formats.
/// - special_functions_per_clock, fp32_lanes: CUDA C++ Programming Guide, table "Throughput of Native Arithmetic
///   Instructions", rows of reciprocal, square root, exponential, sine, and of 32-bit floating-point add. Blackwell
///   Ultra (10.3): twice as many exponentials as 10.0 (verda.com/blog/gb300-nvl72-architecture: 10.7 against 5 tera a
///   second); for its other special functions no figure is known. Volta and
///   Turing issue one warp per scheduler and clock but need two clocks for a warp's FP32 instruction.
/// - warps_issued_per_clock: four schedulers of one a clock since Maxwell, two of GP100, whose 64 lanes also do the
///   integer work. Volta and later have lanes of their own for integers, so that code of loads, addresses, comparisons
///   and arithmetic is held up by the schedulers, not by the 64 or 128 FP32 lanes. NVIDIA Tesla P100 whitepaper,
///   "Pascal Streaming Multiprocessor"; NVIDIA Tesla V100 GPU Architecture whitepaper, "Volta Streaming
///   Multiprocessor".
/// - l1_kibibytes: CUDA C++ Programming Guide, "Compute Capabilities", sections "Shared Memory" of 7.x, 8.x, 9.0, 10.0
///   and 12.0.
/// - l2_partitions: NVIDIA A100 Tensor Core GPU Architecture whitepaper, "A100 L2 Cache"; the same organisation in
///   GH100 and GB100. Data that all SMs use is there as often.
/// - cublas_workspace_bytes: PyTorch, aten/src/ATen/cuda/CublasHandlePool.cpp (":4096:2:16:8" = 8,519,680 bytes).
/// - persistent_recurrence: PyTorch, aten/src/ATen/native/cudnn/RNN.cpp, get_algo and use_persist_device_heuristics.
/// - direct_convolution: kernel names in published profiles (ampere_scudnn_winograd_128x128 with PyTorch 2.1) and in
///   data/raw/h200-sxm/convolutions.csv.
inline constexpr std::array architectures = [] {
  using enum NumberFormat;
  constexpr FormatSet volta{fp16}, turing{fp16, int8, int4, int1}, ampere{tf32, fp16, bf16, int8, int4, int1},
      ga100{fp64, tf32, fp16, bf16, int8, int4, int1}, ada{tf32, fp16, bf16, fp8, int8, int4, int1},
      hopper{fp64, tf32, fp16, bf16, fp8, int8}, blackwell{fp64, tf32, fp16, bf16, fp8, fp4, int8},
      geforce_blackwell{tf32, fp16, bf16, fp8, fp4, int8};
  using C = CudaCores;
  using T = TensorInstruction;
  using P = PersistentRecurrence;
  using D = DirectConvolution;
  constexpr std::int64_t small = Architecture{}.cublas_workspace_bytes, large = large_cublas_workspace;
  // low, high, CUDA cores, tensor cores and their formats, special functions, FP32 lanes, warps, L1, L2 partitions,
  // cuBLAS workspace, recurrent and convolution kernels
  return std::array{
      Architecture{30, 37, C::kepler, T::none, {}, 32, 128, 4, 0, 1, small, P::none, D::scudnn},
      Architecture{50, 53, C::maxwell, T::none, {}, 16, 128, 4, 0, 1, small, P::none, D::scudnn},
      Architecture{60, 60, C::maxwell, T::none, {}, 16, 64, 2, 0, 1, small, P::small, D::scudnn},
      Architecture{61, 62, C::maxwell, T::none, {}, 16, 128, 4, 0, 1, small, P::small, D::scudnn},
      Architecture{70, 70, C::volta, T::mma_m8n8k4, volta, 16, 64, 4, 128, 1, small, P::volta, D::scudnn},
      Architecture{72, 72, C::volta, T::mma_m16n8k8, turing, 16, 64, 4, 128, 1, small, P::small, D::scudnn},
      Architecture{75, 75, C::turing, T::mma_m16n8k8, turing, 16, 64, 4, 64, 1, small, P::small, D::scudnn},
      Architecture{80, 80, C::ampere, T::mma_m16n8k16, ga100, 16, 64, 4, 192, 2, small, P::ampere,
                   D::scudnn_until_cudnn_8},
      Architecture{86, 86, C::ampere, T::mma_m16n8k16, ampere, 16, 128, 4, 128, 1, small, P::small,
                   D::scudnn_until_cudnn_8},
      Architecture{87, 87, C::ampere, T::mma_m16n8k16, ampere, 16, 128, 4, 192, 1, small, P::ampere,
                   D::scudnn_until_cudnn_8},
      Architecture{89, 89, C::ampere, T::mma_m16n8k16, ada, 16, 128, 4, 128, 1, small, P::ampere,
                   D::scudnn_until_cudnn_8},
      Architecture{90, 90, C::hopper, T::wgmma, hopper, 16, 128, 4, 256, 2, large, P::ampere, D::xmma},
      Architecture{100, 102, C::hopper, T::tcgen05, blackwell, 16, 128, 4, 256, 2, large, P::ampere, D::xmma},
      Architecture{103, 103, C::hopper, T::tcgen05, blackwell, 32, 128, 4, 256, 2, large, P::ampere, D::xmma},
      Architecture{110, 110, C::ampere, T::mma_m16n8k16, geforce_blackwell, 16, 128, 4, 256, 1, small, P::ampere,
                   D::xmma},
      Architecture{120, 121, C::ampere, T::mma_m16n8k16, geforce_blackwell, 16, 128, 4, 128, 1, large, P::ampere,
                   D::xmma}};
}();

/// The row of a compute capability. One that no row holds, a later card's or an invented one, has the nearest older
/// row; one older than all has the oldest. is_known() tells.
[[nodiscard]] constexpr const Architecture& architecture_of(int compute_capability) {
  const Architecture* found = architectures.data();
  for (const Architecture& row : architectures)
    if (row.cc_low <= compute_capability) found = &row;
  return *found;
}

/// The compute capability itself, or the nearest that the row of an unknown one knows: 95 -> 90.
[[nodiscard]] constexpr int known_capability(int compute_capability) {
  const Architecture& row = architecture_of(compute_capability);
  return std::clamp(compute_capability, row.cc_low, row.cc_high);
}

[[nodiscard]] constexpr bool is_known(int compute_capability) {
  return known_capability(compute_capability) == compute_capability;
}

/// Whether a table's row for compute capabilities low to high, both included, is for a card.
[[nodiscard]] constexpr bool is_for(int low, int high, int compute_capability) {
  const int known = known_capability(compute_capability);
  return low <= known && known <= high;
}
[[nodiscard]] constexpr bool is_for(int low, int high, const Device& device) {
  return is_for(low, high, device.compute_capability);
}

[[nodiscard]] constexpr const Architecture& architecture_of(const Device& device) {
  return architecture_of(device.compute_capability);
}

/// "9.0"
[[nodiscard]] inline std::string capability_text(int compute_capability) {
  return std::to_string(compute_capability / 10) + '.' + std::to_string(compute_capability % 10);
}

}  // namespace perfmodel
