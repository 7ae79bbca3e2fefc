#pragma once
#include <perfmodel/kernel/choice_tree.hpp>
#include <perfmodel/kernel/gemm.hpp>
#include <perfmodel/kernel/gemm_model.hpp>
#include <perfmodel/kernel/tiling.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace perfmodel {

/// A product in the library's column-major order: m = columns, n = rows of the row-major product.
struct GemmProblem {
  double m{}, n{}, k{}, batch{};
  double in_bytes{}, out_bytes{};    ///< per element
  double rate{};                     ///< multiply-accumulates per clock and SM, layout and alignment included
  double traffic_factor{1.0};        ///< L2 traffic of badly aligned operands
  double store_factor{1.0};          ///< time to store badly aligned rows of C
  double compulsory{};               ///< bytes that have to cross the memory bus, all batches
  double c_bytes{};                  ///< of them, output
  double issue{};                    ///< cycles per multiply-accumulate and SM, of the math units or of the issue slots
  double wait{}, fine_wait{};        ///< cycles for a slab of K to arrive, also of fine tiles
  double fixed{};                    ///< s, once beside the launch: for reading a bias, less what warm operands save
  double stored_at_once{1.0};        ///< elements of C that a thread reads or writes at once
  double copies_m{}, copies_n{};     ///< cycles of an SM for what fine tiles copy for each column of the tile (row), of one k
  ChoiceClass choice{};
  ProductKind kind{};
  AlignmentClass alignment{};
  std::size_t format{};
  bool warm{};
  bool a_along_k{}, b_along_k{};     ///< K is the contiguous dimension of the row-major product's A, B
};

/// Bytes by which the worst leading dimension of A, B and C is aligned (1 .. 128).  @pre dimensions > 0
[[nodiscard]] constexpr int leading_alignment(const Gemm& g) {
  const auto bytes_of = [](std::int64_t elements, NumberFormat format) {
    return std::clamp(alignment_of(elements) * bits(format) / 8, 1, 128);
  };
  const bool a_transposed = g.layout == Layout::tn || g.layout == Layout::tt;
  const bool b_transposed = g.layout == Layout::nt || g.layout == Layout::tt;
  return std::min({bytes_of(a_transposed ? g.m : g.k, g.format), bytes_of(b_transposed ? g.k : g.n, g.format),
                   bytes_of(g.n, g.output)});
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
[[nodiscard]] constexpr ChoiceProblem choice_problem(const Gemm& g) {
  return {.m = static_cast<double>(g.n),
          .n = static_cast<double>(g.m),
          .k = static_cast<double>(g.k),
          .batch = static_cast<double>(g.batch),
          .a_along_k = g.layout == Layout::nn || g.layout == Layout::nt,
          .b_along_k = g.layout == Layout::nt || g.layout == Layout::tt,
          .alignment = alignment_class(leading_alignment(g)),
          .format = index(g.format)};
}

[[nodiscard]] constexpr ChoiceClass choice_class(const Gemm& g) {
  return g.batch > 1 ? ChoiceClass::batched : g.layout == Layout::nt ? ChoiceClass::single_nt : ChoiceClass::single_other;
}

[[nodiscard]] constexpr ProductKind product_kind(const Gemm& g) {
  const bool bias = g.epilogue == Epilogue::bias || g.epilogue == Epilogue::bias_activation;
  return g.batch > 1 ? ProductKind::batched : bias ? ProductKind::with_bias : ProductKind::single;
}

/// Rows of C start within a sector of 32 bytes, the least that L2 and memory write at once: tiles share sectors with their
/// neighbours, and their stores are neither whole nor wide. Of linear layers of NeuSight's V100 with K of 20 to 65, nine whose n is no
/// multiple of 8 were predicted 13 to 36 % too fast without it, the one whose n is 4 %.
[[nodiscard]] constexpr bool splits_sectors(const Gemm& g) {
  constexpr std::int64_t sector_bits = 256;
  return g.n * bits(g.output) % sector_bits != 0;
}

/// Both operands lie along K in rows a multiple of 512 bytes apart.
[[nodiscard]] constexpr bool pitches_collide(const Gemm& g) {
  constexpr std::int64_t period = 512;
  return g.layout == Layout::nt && g.k * bits(g.format) / 8 % period == 0;
}

namespace detail {
/// Part of what a kernel read or wrote before that is no longer in L2 when it is read again. What is passed over in one direction
/// pushes out what comes next, so that there is a cliff, not a slope: on an H100 (50 MiB) linear layers of up to 64 rows, called again
/// and again, run at the L2's rate up to 36 MiB (3.8 TB/s) and at the memory's from 44 MiB on (2.4 TB/s).
[[nodiscard]] constexpr double share_from_memory(double l2_sizes) {
  constexpr double all_kept = 0.72, nothing_kept = 0.88;
  return std::clamp((l2_sizes - all_kept) / (nothing_kept - all_kept), 0.0, 1.0);
}

/// What a slab of K waits for when it comes from the L2, of what it waits for when it comes from memory: pairs of FP32 products on an H200, cold and warm in the
/// same kernel (gemm_warm.csv), want 0.46 to 0.5. Latencies alone are 281 and 690 cycles on a GH200, 221 and 460 on a V100
/// (github.com/markdewing/AI_kernels, latency/README.md); a slab's way on is the same.
inline constexpr double l2_share_of_wait = 0.5;

/// A kernel with warm operands is shorter by this, once, whatever its size and rounds: 850 such pairs want 0.31 to 0.35 us in each of five families of
/// tensor-core kernels. The 300 pairs on CUDA cores want none of it beside the share above: there the first slab's wait counts as every other's.
inline constexpr double saved_by_warm_start = 0.32e-6;

/// s, once beside the launch, which it never takes half of. `warm`: how much of the operands is in the L2.
[[nodiscard]] constexpr double fixed_seconds(const GemmConstants& c, ProductKind kind, double warm) {
  const bool waits_for_each = c.unit == MathUnit::cuda_core && c.slab_wait > 0.0;
  return (kind == ProductKind::with_bias ? c.bias_seconds : 0.0) - (waits_for_each ? 0.0 : warm * std::min(saved_by_warm_start, 0.5 * c.launch_seconds));
}
}  // namespace detail

[[nodiscard]] inline GemmProblem make_problem(const Gemm& g, const GemmModel& model) {
  const GemmConstants& c = model.constants;
  const double in_bytes = bits(g.format) / 8.0, out_bytes = bits(g.output) / 8.0;
  const double rows = static_cast<double>(g.m), columns = static_cast<double>(g.n), k = static_cast<double>(g.k);
  const double batch = static_cast<double>(g.batch);
  const int leading = leading_alignment(g);
  const AlignmentClass alignment = alignment_class(leading);
  const auto a = static_cast<std::size_t>(alignment);
  const double c_bytes = batch * rows * columns * out_bytes * (g.epilogue == Epilogue::accumulate ? 2.0 : 1.0);
  const double compulsory = batch * (rows + columns) * k * in_bytes + c_bytes;
  const double from_memory = g.operands == Operands::warm ? detail::share_from_memory(compulsory / model.l2_bytes) : 1.0;
  const double waiting = std::lerp(detail::l2_share_of_wait, 1.0, from_memory);
  GemmProblem p{.m = columns,
                .n = rows,
                .k = k,
                .batch = batch,
                .in_bytes = in_bytes,
                .out_bytes = out_bytes,
                .rate = model.rate[index(g.format)] * c.layout_efficiency[static_cast<std::size_t>(g.layout)] *
                        c.alignment_math[a] / (pitches_collide(g) ? c.pitch_slowdown : 1.0),
                .traffic_factor = c.alignment_traffic[a],
                .store_factor = c.alignment_store[a] * (splits_sectors(g) ? c.partial_store : 1.0),
                .compulsory = compulsory,
                .c_bytes = c_bytes,
                .wait = waiting * c.slab_wait,
                .fine_wait = waiting * c.slab_wait * c.fine_wait[static_cast<std::size_t>(g.layout)],
                .fixed = detail::fixed_seconds(c, product_kind(g), 1.0 - from_memory),
                .choice = choice_class(g),
                .kind = product_kind(g),
                .alignment = alignment,
                .format = index(g.format),
                .warm = g.operands == Operands::warm,
                .a_along_k = g.layout == Layout::nn || g.layout == Layout::nt,
                .b_along_k = g.layout == Layout::nt || g.layout == Layout::tt};
  // CUDA-core kernels take elements one by one, tensor-core kernels as many as the leading dimensions allow.
  const double bytes_at_once = c.unit == MathUnit::cuda_core ? in_bytes : std::clamp<double>(leading, in_bytes, 16.0);
  const double copy = c.copy_cycles * in_bytes / bytes_at_once;
  p.stored_at_once = std::max(1.0, bytes_at_once / out_bytes);
  p.copies_m = p.b_along_k ? copy : 0.0;
  p.copies_n = p.a_along_k ? copy : 0.0;
  // Four schedulers issue 128 lanes a clock; on CUDA cores other instructions take part of them.
  p.issue = std::max(1.0 / p.rate, c.unit == MathUnit::cuda_core ? (1.0 + c.issue_overhead) / 128.0 : 0.0);
  return p;
}

}  // namespace perfmodel
