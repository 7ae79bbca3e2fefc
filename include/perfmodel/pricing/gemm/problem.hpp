#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/device/hardware.hpp>
#include <perfmodel/operation/gemm.hpp>
#include <perfmodel/pricing/gemm/kernel_choice.hpp>
#include <perfmodel/pricing/gemm/model.hpp>
#include <perfmodel/pricing/gemm/tiling.hpp>

namespace perfmodel {

/// A product as cuBLAS runs it. cuBLAS is column-major, so that it computes the transpose of the row-major C = A B:
/// what it and its kernels' names call M are the columns of C (n of Gemm, the features of a linear layer), what they
/// call N its rows (m of Gemm). Here the extents are named by what they are in C, and a tile's m x n covers columns x
/// rows.
struct GemmProblem {
  double columns{}, rows{}, k{}, batch{};
  double in_bytes{}, out_bytes{};    ///< per element
  double traffic_factor{1.0};        ///< L2 traffic of badly aligned operands
  double store_factor{1.0};          ///< time to store badly aligned rows of C
  double b_share{1.0};               ///< of the batch's Bs that are stored: 1/batch where all products take the same
  double compulsory{};               ///< bytes that have to cross the memory bus, all batches
  double c_bytes{};                  ///< of them, output
  double from_memory{1.0};           ///< part of the operands that no longer is in the L2; 1 where they are cold
  double c_to_memory{1.0};           ///< part of C that leaves the L2 before it is overwritten; 1 where it is cold, and
                                     ///< where the L2 has two partitions (nothing is saved on an H100, H200)
  double rate{};                     ///< multiply-accumulates per clock and SM, layout and alignment included
  double issue{};                    ///< cycles per multiply-accumulate and SM, of the math units or the issue slots
  double least_cycles{};             ///< of the card, were all SMs to multiply at the unit's published rate
  double wait{}, scalar_wait{};      ///< cycles for a k-block to arrive; likewise, of tiles with scalar copies
  double column_copy{}, row_copy{};  ///< cycles of an SM for the scalar copies of one column (row) of a tile, of one k
  double fixed{};                    ///< s, once beside the launch: for a bias, less what warm operands save
  double bias_cycles{};              ///< of an SM, to add the bias to one output
  double stored_at_once{1.0};        ///< elements of C that a thread reads or writes at once
  ChoiceClass choice{};
  ProductKind kind{};
  AlignmentClass alignment{};
  std::size_t format{};
  bool warm{};
  bool a_along_k{}, b_along_k{};  ///< K is the contiguous dimension of the row-major product's A, B
};

/// A product with a vector as libraries see it, C as one row: a single column becomes one, and the vector lies along K
/// however it was called.
[[nodiscard]] constexpr Gemm as_row_vector(Gemm g) {
  const bool b_along_k = g.layout == Layout::nt || g.layout == Layout::tt;
  const bool a_along_k = g.layout == Layout::nn || g.layout == Layout::nt;
  if (g.n == 1 && g.m > 1 && !g.repeated_b) {
    g.n = g.m, g.m = 1;
    g.layout = a_along_k ? Layout::nt : Layout::nn;
  } else if (g.m == 1) {
    g.layout = b_along_k ? Layout::nt : Layout::nn;
  }
  return g;
}

/// Bytes by which the worst leading dimension of A, B and C is aligned (1 .. 128). A vector has none.
/// @pre dimensions > 0
[[nodiscard]] constexpr int leading_alignment(const Gemm& product) {
  const Gemm g = as_row_vector(product);
  const auto bytes_of = [](std::int64_t elements, NumberFormat format) {
    return std::clamp(alignment_of(elements) * bits(format) / 8, 1, 128);
  };
  const bool a_transposed = g.layout == Layout::tn || g.layout == Layout::tt;
  const bool b_transposed = g.layout == Layout::nt || g.layout == Layout::tt;
  const int of_a = g.m == 1 ? 128 : bytes_of(a_transposed ? g.m : g.k, g.format);
  return std::min({of_a, bytes_of(b_transposed ? g.k : g.n, g.format), bytes_of(g.n, g.output)});
}

/// Likewise, with K itself where a card's 16-bit tensor-core kernels ask for it although it is no leading dimension:
/// before cuBLAS 11.0 tensor cores ran only multiples of 8 in m, n and k, since then they are "most efficient" so
/// (NVIDIA, "Matrix Multiplication Background User's Guide", Table 1). From Ampere on K may be anything: TN products
/// with K of 513 to 516 run the kernels and take the time of K = 512 (names end in align8; gemm_cublas_12_4.csv).
[[nodiscard]] constexpr int operand_alignment(const Gemm& g, TensorInstruction tensor) {
  const int leading = leading_alignment(g);
  const bool k_counts = tensor == TensorInstruction::mma_m8n8k4 || tensor == TensorInstruction::mma_m16n8k8;
  if (!k_counts || bits(g.format) != 16 || g.m == 1 || g.n == 1) return leading;
  return std::min(leading, std::min(alignment_of(g.k) * bits(g.format) / 8, 128));
}
[[nodiscard]] constexpr TensorInstruction instruction_of(GemmFamily family) {
  return family == GemmFamily::volta_s884     ? TensorInstruction::mma_m8n8k4
         : family == GemmFamily::turing_s1688 ? TensorInstruction::mma_m16n8k8
                                              : TensorInstruction::none;
}

[[nodiscard]] constexpr AlignmentClass alignment_class(int bytes) {
  return bytes >= 128  ? AlignmentClass::bytes_128
         : bytes >= 32 ? AlignmentClass::bytes_32
         : bytes >= 16 ? AlignmentClass::bytes_16
         : bytes >= 8  ? AlignmentClass::bytes_8
         : bytes >= 4  ? AlignmentClass::bytes_4
                       : AlignmentClass::bytes_2;
}

/// The product as choice trees look at it.
[[nodiscard]] constexpr ChoiceProblem choice_problem(const Gemm& product) {
  const Gemm g = as_row_vector(product);
  return {.columns = static_cast<double>(g.n),
          .rows = static_cast<double>(g.m),
          .k = static_cast<double>(g.k),
          .batch = static_cast<double>(g.batch),
          .a_along_k = g.layout == Layout::nn || g.layout == Layout::nt,
          .b_along_k = g.layout == Layout::nt || g.layout == Layout::tt,
          .alignment = alignment_class(leading_alignment(g)),
          .format = index(g.format)};
}

[[nodiscard]] constexpr ChoiceClass choice_class(const Gemm& g) {
  return g.batch > 1              ? ChoiceClass::batched
         : g.layout == Layout::nt ? ChoiceClass::single_nt
                                  : ChoiceClass::single_other;
}

[[nodiscard]] constexpr ProductKind product_kind(const Gemm& g) {
  const bool bias = g.epilogue == Epilogue::bias || g.epilogue == Epilogue::bias_activation;
  return g.batch > 1 ? ProductKind::batched : bias ? ProductKind::with_bias : ProductKind::single;
}

/// Is the product a matrix times a vector, for which some libraries have a streaming kernel?
[[nodiscard]] constexpr bool is_vector(const Gemm& g) { return g.m == 1 || g.n == 1; }

/// Rows of C start within a sector of 32 bytes, the least that L2 and memory write at once: tiles share sectors with
/// their neighbours, and their stores are neither whole nor wide. Of linear layers of NeuSight's V100 with K of 20 to
/// 65, nine whose n is no multiple of 8 were predicted 13 to 36 % too fast without it, the one whose n is 4 %.
[[nodiscard]] constexpr bool splits_sectors(const Gemm& g) {
  constexpr auto sector = static_cast<std::int64_t>(hardware::sector_bytes);
  return g.n * bits(g.output) % (8 * sector) != 0;
}

/// Both operands lie along K in rows a multiple of so many bytes apart (ScatteredReads::colliding_pitch).
[[nodiscard]] constexpr bool pitches_collide(const Gemm& g, std::int64_t pitch) {
  return g.layout == Layout::nt && g.k * bits(g.format) / 8 % pitch == 0;
}

namespace detail {
/// Part of what a kernel read or wrote before that is no longer in L2 when it is read again.
[[nodiscard]] constexpr double share_from_memory(const CachedOperands& c, double l2_sizes) {
  return std::clamp((l2_sizes - c.partitioned_kept) / (c.partitioned_lost - c.partitioned_kept), 0.0, 1.0);
}

/// Likewise, of an L2 whose whole capacity serves every SM.
[[nodiscard]] constexpr double share_from_one_partition(const CachedOperands& c, double l2_sizes) {
  return std::clamp((l2_sizes - c.whole_kept) / (c.whole_lost - c.whole_kept), 0.0, 1.0);
}

/// s, once beside the launch: for a bias, less what warm operands save. `warm`: how much of the operands is in the L2.
[[nodiscard]] constexpr double fixed_seconds(const GemmConstants& c, const CachedOperands& cached, ProductKind kind,
                                             double warm) {
  const bool waits_for_each = c.unit == MathUnit::cuda_core && c.k_block_wait > 0.0;
  const double saved = std::min(cached.warm_start_seconds, cached.warm_start_most * c.launch_seconds);
  return (kind == ProductKind::with_bias ? c.bias_seconds : 0.0) - (waits_for_each ? 0.0 : warm * saved);
}
}  // namespace detail

namespace detail {
/// Cycles of an SM for the bias of one output. Of cuBLAS 13's nvjet kernels those whose names end in N have a slower
/// epilogue than those that write C turned over (T), which are the rule. Rows of C of up to two tiles that are no whole
/// 64s (what a warp group's instruction multiplies at once) are cut into tiles as wide as they are, nearly always in N;
/// so are half of the products whose rows fill tiles of 256 of them (docs/lab/2026-11-28-bias.md).
[[nodiscard]] constexpr double bias_cycles(const GemmConstants& c, const Gemm& g) {
  constexpr std::int64_t whole = 64, two_tiles = 512, tile_rows = 256;
  if (product_kind(g) != ProductKind::with_bias) return 0.0;
  if (g.n % whole != 0 && g.n <= two_tiles) return c.bias_partial_cycles;
  return g.m % tile_rows == 0 ? c.bias_cycles : 0.0;
}

/// The weights of a rotated product come from memory as far as all copies do not fit the L2 together, what the calls
/// share as far as one call does not. Copies are as many as fill the L2, up to RotatedWeights::most_copies; between two
/// replays of their graph the card waits.
inline void rotate_weights(GemmProblem& p, const GemmModel& model) {
  const RotatedWeights& rotated = model.shared.rotated;
  const auto lost = [&](double bytes) {
    const double l2_sizes = bytes / model.l2_bytes;
    return model.l2_partitions > 1.0 ? share_from_memory(model.shared.cached, l2_sizes)
                                     : share_from_one_partition(model.shared.cached, l2_sizes);
  };
  const double weights = p.batch * p.b_share * p.columns * p.k * p.in_bytes, others = p.compulsory - weights;
  const double copies = std::clamp(round_up(model.l2_bytes / weights), 1.0, rotated.most_copies);
  const double shared_lost = lost(p.compulsory), a = others - p.c_bytes;
  if (model.l2_partitions == 1.0) p.c_to_memory = shared_lost;
  p.from_memory = (lost(copies * weights + others) * weights + shared_lost * a) / (weights + a);
  p.fixed = rotated.between_replays / copies;
}

/// What the layout and the alignment of a product's operands cost a family's kernels.
inline void set_operand_costs(GemmProblem& p, const Gemm& g, const GemmModel& model) {
  const GemmConstants& c = model.constants;
  const int leading = leading_alignment(g);
  p.alignment = alignment_class(operand_alignment(g, instruction_of(c.family)));
  const auto a = static_cast<std::size_t>(p.alignment), layout = static_cast<std::size_t>(g.layout);
  p.rate = model.rate[p.format] * c.layout_efficiency[layout] * c.alignment_math[a] /
           (pitches_collide(g, model.shared.scattered.colliding_pitch) ? c.pitch_slowdown : 1.0);
  p.traffic_factor = c.alignment_traffic[a];
  p.store_factor = c.alignment_store[a] * (splits_sectors(g) ? c.partial_store : 1.0);
  // On CUDA cores other instructions take part of the lanes that are issued. dp4a multiplies registers of bytes.
  const double at_once = bits(g.format) == 8 ? hardware::register_bytes : 1.0;
  p.issue =
      std::max(1.0 / p.rate,
               c.unit == MathUnit::cuda_core ? (1.0 + c.issue_overhead) / (hardware::issued_lanes * at_once) : 0.0);
  p.least_cycles = p.batch * p.columns * p.rows * p.k / (model.peak_rate[p.format] * model.sms);
  p.wait = std::lerp(model.shared.cached.wait_share, 1.0, p.from_memory) * c.k_block_wait;
  p.scalar_wait = p.wait * c.scalar_wait[layout];
  // CUDA-core kernels take elements one by one, tensor-core kernels as many as the leading dimensions allow.
  const double bytes_at_once =
      c.unit == MathUnit::cuda_core ? p.in_bytes : std::clamp<double>(leading, p.in_bytes, hardware::load_bytes);
  const double copy = c.copy_cycles * p.in_bytes / bytes_at_once;
  p.stored_at_once = std::max(1.0, bytes_at_once / p.out_bytes);
  p.column_copy = p.b_along_k ? copy : 0.0;
  p.row_copy = p.a_along_k ? copy : 0.0;
}
}  // namespace detail

/// @pre dimensions > 0; the model's family multiplies g.format on this card (rate > 0)
[[nodiscard]] inline GemmProblem make_problem(const Gemm& product, const GemmModel& model) {
  const Gemm g = as_row_vector(product);
  GemmProblem p{.columns = static_cast<double>(g.n),
                .rows = static_cast<double>(g.m),
                .k = static_cast<double>(g.k),
                .batch = static_cast<double>(g.batch),
                .in_bytes = bits(g.format) / 8.0,
                .out_bytes = bits(g.output) / 8.0,
                .choice = choice_class(g),
                .kind = product_kind(g),
                .format = index(g.format),
                .warm = g.operands != Operands::cold,
                .a_along_k = g.layout == Layout::nn || g.layout == Layout::nt,
                .b_along_k = g.layout == Layout::nt || g.layout == Layout::tt};
  p.c_bytes = p.batch * p.rows * p.columns * p.out_bytes * (g.epilogue == Epilogue::accumulate ? 2.0 : 1.0);
  p.b_share = g.repeated_b ? 1.0 / p.batch : 1.0;
  p.compulsory = p.batch * (p.rows + p.b_share * p.columns) * p.k * p.in_bytes + p.c_bytes;
  if (p.warm) p.from_memory = detail::share_from_memory(model.shared.cached, p.compulsory / model.l2_bytes);
  if (p.warm && model.l2_partitions == 1.0) p.c_to_memory = p.from_memory;
  if (g.operands == Operands::rotated) detail::rotate_weights(p, model);
  p.fixed += detail::fixed_seconds(model.constants, model.shared.cached, p.kind, 1.0 - p.from_memory);
  detail::set_operand_costs(p, g, model);
  p.bias_cycles = detail::bias_cycles(model.constants, g);
  return p;
}

}  // namespace perfmodel
