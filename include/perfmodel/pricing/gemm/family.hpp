#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/data/short_text.hpp>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/device/device.hpp>
#include <perfmodel/operation/gemm.hpp>
#include <perfmodel/pricing/clock.hpp>
#include <perfmodel/pricing/evidence.hpp>
#include <perfmodel/pricing/gemm/shared_constants.hpp>
#include <perfmodel/software/library_version.hpp>
#include <string_view>

namespace perfmodel {

/// Kernels of one generation and library that share their instruction and their way of feeding it. Constants of the
/// model belong to a family, not to a card: mma.sync with cp.async is the same on GA100 and AD102.
enum class GemmFamily : std::uint8_t {
  kepler_sgemm,
  maxwell_sgemm,
  volta_sgemm,
  ampere_sgemm,
  hopper_sgemm,  ///< FP32 on CUDA cores
  pascal_hgemm,  ///< FP16 on CUDA cores
  volta_s884,
  turing_s1688,
  ampere_s16816,
  ampere_tf32,  ///< warp-level tensor-core instructions
  hopper_wgmma,
  hopper_tf32,
  hopper_unaligned,
  hopper_tf32_unaligned,  ///< warp-group instructions; their fallback
  blackwell_umma,
  blackwell_tf32,  ///< tcgen05 with tensor memory
  dgemm,
  ampere_dmma,            ///< FP64 on CUDA cores, on tensor cores
  turing_sgemm,           ///< Volta's kernels, chosen otherwise
  hopper_unaligned_bf16,  ///< hopper_unaligned (odd strides) in BF16: cuBLAS has small tiles (wmma, 32 x 32) for it in
                          ///< few shapes only
  hopper_s16816,          ///< 16-bit strides of 4 or 8 bytes: cp.async and mma.sync m16n8k16
  hopper_tf32_s1688,      ///< TF32, aligned: the mma.sync kernels that the library weighs against wgmma's
  hopper_xmma,        ///< 16 bits, aligned, up to cuBLAS 12.4: sm90_xmma, wgmma in eight tiles (hopper_wgmma: nvjet,
                      ///< since 12.8)
  hopper_xmma_s16816  ///< the mma.sync kernels that those versions weigh against them
};
inline constexpr std::size_t gemm_family_count = 24;

[[nodiscard]] constexpr std::string_view name(GemmFamily family) {
  constexpr std::array<std::string_view, gemm_family_count> names{"kepler_sgemm",
                                                                  "maxwell_sgemm",
                                                                  "volta_sgemm",
                                                                  "ampere_sgemm",
                                                                  "hopper_sgemm",
                                                                  "pascal_hgemm",
                                                                  "volta_s884",
                                                                  "turing_s1688",
                                                                  "ampere_s16816",
                                                                  "ampere_tf32",
                                                                  "hopper_wgmma",
                                                                  "hopper_tf32",
                                                                  "hopper_unaligned",
                                                                  "hopper_tf32_unaligned",
                                                                  "blackwell_umma",
                                                                  "blackwell_tf32",
                                                                  "dgemm",
                                                                  "ampere_dmma",
                                                                  "turing_sgemm",
                                                                  "hopper_unaligned_bf16",
                                                                  "hopper_s16816",
                                                                  "hopper_tf32_s1688",
                                                                  "hopper_xmma",
                                                                  "hopper_xmma_s16816"};
  return names[static_cast<std::size_t>(family)];
}

/// How the parts of a split K become one result. parallel: into a workspace, and a second kernel sums them up
/// (CUTLASS's GemmSplitKParallel). serial: each block adds its part when the blocks of the parts before it have, in the
/// result or in a workspace (cublasLt's CUBLASLT_REDUCTION_SCHEME_INPLACE).
enum class Reduction : std::uint8_t { parallel, serial };

/// Classes of problems for which the library prefers different tiles.
enum class ChoiceClass : std::uint8_t { single_nt, single_other, batched };
inline constexpr std::size_t choice_class_count = 3;

/// How well the leading dimensions are aligned, in bytes of the worst of A, B and C.
enum class AlignmentClass : std::uint8_t { bytes_2, bytes_4, bytes_8, bytes_16, bytes_32, bytes_128 };
inline constexpr std::size_t alignment_class_count = 6;

[[nodiscard]] constexpr std::string_view name(AlignmentClass alignment) {
  constexpr std::array<std::string_view, alignment_class_count> names{"2 bytes",  "4 bytes",  "8 bytes",
                                                                      "16 bytes", "32 bytes", "128 bytes"};
  return names[static_cast<std::size_t>(alignment)];
}

/// One tile that the family's library can launch, with the numbers of its kernels' names, which are column-major:
/// "128x64" covers 128 columns (m) and 64 rows (n) of the row-major product, as GemmProblem has them.
struct GemmTile {
  int m{}, n{}, k{};
  int slices{1};  ///< groups of warps that split the tile's K between them; k x slices is a k-block
  int threads{};
  int registers{};       ///< per thread
  int stages{};          ///< k-blocks in shared memory at once
  bool scalar_copies{};  ///< copies elements one by one (cutlass, align1), so that the layout tells how long a k-block
                         ///< takes
  bool padded_grid{};    ///< CUTLASS: its swizzle fills the grid up to whole groups of tiles (launched_tiles())
  bool skinny{};         ///< gemmSN_TN: trees name any of its variants, which differ in n (skinny_variant())
  double reuse{1.0};  ///< of the family's reuse_window that is left to blocks of this tile; the library's choice does
                      ///< not know of it
  double start_cycles{};  ///< once, of kernels that clear C before and add the bias after, from a K of
                          ///< GemmConstants::start_k on; less of it below, as the root of K
  double efficiency{};    ///< of the issue rate in a long main loop, on a card of the family's reference rate
};
inline constexpr std::size_t max_gemm_tiles = 28;

/// What a version of the library prefers among a family's tiles and splits. Preferences are added to ln(time) when it
/// chooses; 0 everywhere: the fastest.
struct ChoiceRule {
  GemmFamily family{};
  LibraryVersion since{0}, until{newest_library};  ///< versions that choose so, both included
  std::array<std::array<double, choice_class_count>, max_gemm_tiles> preference{};  ///< by tile and class of problem
  std::array<double, max_gemm_tiles> tile_split{};  ///< of splits of K in this tile, beside
  double split_preference{};                        ///< of splits of K
  double split_log_preference{};                    ///< times ln(splits)
  /// Added to ln(time), by class of problem: the least of many modelled times is optimistic by construction. Where
  /// kernels taught the row, the median of what was measured over what is predicted.
  std::array<double, choice_class_count> regret{};
  /// Likewise, over 1 + waves, of rows that no kernel taught: ln(time of what the library runs / time of the fastest)
  /// as other families' choices have it. A library finds the fastest kernel of a product that fills the card many
  /// times, less so of a small one.
  std::array<double, choice_class_count> wave_regret{};
  /// How uncertain the choice is, by class of problem: kernels whose score (time times preferences) exceeds the least
  /// by less than this share may run as well, the less likely the further off; the prediction is the mean of ln(time)
  /// over them. 0: the least is certain.
  std::array<double, choice_class_count> spread{};
};
inline constexpr std::size_t choice_rule_count = 27;

/// What limits the kernel, for error bars.
enum class GemmRegime : std::uint8_t { launch, latency, memory, math };
inline constexpr std::size_t gemm_regime_count = 4;

/// Constants of one kernel family. Units: cycles, bytes, seconds, or shares of the published figure.
struct GemmConstants {
  GemmFamily family{};
  MathUnit unit{};
  double rate_factor{1.0};  ///< share of the card's rate that the family's instruction can reach
  double reference_rate{};  ///< 16-bit multiply-accumulates per clock and SM that the tiles' efficiencies belong to; 0:
                            ///< any
  double issue_overhead{};  ///< other instructions per multiply-accumulate instruction (CUDA cores only)
  int tile_count{};
  int bias_tiles{};  ///< the last of them run only products with a bias in the epilogue
  std::array<GemmTile, max_gemm_tiles> tiles{};
  double block_cycles{};     ///< start of a thread block, prologue and pipeline fill
  double start_k{};          ///< K from which on a tile's start_cycles count whole; 0: any. sgemm_largek on an H100: 7
                             ///< us with K of 6, 8 of 16, 12 to 14 from 32 to 500
  double epilogue_cycles{};  ///< per output element and SM, not overlapped
  double k_block_wait{};     ///< cycles from the request of a k-block to its data in shared memory; a pipeline of s
                             ///< stages has s - 1 under way
  std::array<double, 4> scalar_wait{1, 1, 1, 1};  ///< by Layout, times k_block_wait, of tiles with scalar copies
  double copy_cycles{};  ///< of an SM, for each scalar copy from an operand that lies along K: lanes of a warp scatter
                         ///< what they fetch
  double latency_warps{};       ///< warps per SM at which half of the math rate is lost to latency
  int norm_doublings{2};        ///< the smooth maximum of math, DRAM and L2 time has the exponent 2^this
  double dram_efficiency{};     ///< of the bandwidth that a stream reaches on this memory
  double dram_fill{};           ///< share of SMs that saturates the memory
  double l2_bytes_per_clock{};  ///< per SM
  double l2_capacity{};         ///< useful share of the L2
  bool swizzled{true};          ///< thread blocks are ordered in near-square groups, not row after row of tiles
  double reuse_window{};        ///< rows in use, in L2 sizes, up to which thread blocks out of step still share them
  double line_bytes{};          ///< least read from DRAM that costs no more than its bytes
  double store_exposed{};       ///< share of the time to store C that nothing hides
  double split_seconds{};       ///< fixed cost of a reduction over split K
  double split_part_seconds{};  ///< likewise, for each part: one after the other are they added up
  double split_traffic{1.0};    ///< time to write and read the partial sums, over the L2's or, where they do not fit,
                                ///< the memory's
  double split_tiles_per_sm{};  ///< no split with more tiles per SM than this
  double split_max_k{};         ///< a split that keeps the K of one part below this is tried at any size; 0: none
  int split_min_k{};            ///< least K per split
  double bias_partial_bytes{};  ///< with a bias in the epilogue, most bytes of FP32 partial sums: what PyTorch hands
                                ///< cublasLt; 0: no bound
  double
      vector_efficiency{};   ///< of the bandwidth, of the kernel that streams when m or n is 1; 0: the family has none
  double vector_k_cycles{};  ///< of such a kernel, for each of K
  double vector_row_cycles{};       ///< likewise, for each output of an SM
  double vector_bytes_per_clock{};  ///< that an SM reads in it: loads in flight over their latency; 0: no bound
  double launch_seconds{};          ///< from one kernel's end to the next one's start
  double bias_seconds{};            ///< to read a bias in the epilogue, once
  double bias_cycles{};             ///< of an SM, to add it to one output; of C whose rows fill tiles
  double bias_partial_cycles{};     ///< likewise, of narrow rows that are no whole 64s (detail::bias_cycles())
  std::array<double, 4> layout_efficiency{1, 1, 1, 1};                            ///< by Layout, times the math rate
  std::array<double, alignment_class_count> alignment_math{1, 1, 1, 1, 1, 1};     ///< times the math rate
  std::array<double, alignment_class_count> alignment_traffic{1, 1, 1, 1, 1, 1};  ///< times L2 traffic
  std::array<double, alignment_class_count> alignment_store{1, 1, 1, 1, 1, 1};    ///< times the time to store C
  double partial_store{1.0};   ///< time to store C whose rows start within a sector of 32 bytes, over others
  double pitch_slowdown{1.0};  ///< cycles per multiply-accumulate, over others, where both operands lie along K in rows
                               ///< a multiple of ScatteredReads::colliding_pitch apart
  ByEvidence<std::array<ErrorBar, gemm_regime_count>> error_bars{};
  std::array<CardName, 4> calibrated_on{};   ///< device names
  std::array<double, 2> validated_extent{};  ///< smallest and largest of m, n, k that validation covered
  std::array<double, 2> validated_work{};    ///< FLOP, likewise
};

/// How many of a family's tiles run products without a bias too: the first ones.
[[nodiscard]] constexpr int plain_tile_count(const GemmConstants& c) { return c.tile_count - c.bias_tiles; }

inline constexpr std::size_t process_count = 10;

/// Everything the GEMM model knows beyond datasheets: constants by kernel family, power by chip process.
struct GemmTable {
  std::array<GemmConstants, gemm_family_count> families{};  ///< in the order of GemmFamily
  SharedGemmConstants shared{};
  std::array<ProcessConstants, process_count> processes{};
  BoardConstants board{};
  std::array<ChoiceRule, choice_rule_count> choices{};  ///< every family's rows cover all versions
};

/// The row of a family's choices for a library version.  @pre rows of each family cover all versions (tested)
[[nodiscard]] constexpr const ChoiceRule& choice_rule(const GemmTable& table, GemmFamily family,
                                                      LibraryVersion library) {
  for (const ChoiceRule& rule : table.choices)
    if (rule.family == family && library >= rule.since && library <= rule.until) return rule;
  return table.choices.back();
}
[[nodiscard]] constexpr ChoiceRule& choice_rule(GemmTable& table, GemmFamily family, LibraryVersion library) {
  return const_cast<ChoiceRule&>(choice_rule(static_cast<const GemmTable&>(table), family, library));
}

/// The process row of a card.  @pre every compute capability has a row: the last one takes what is left
[[nodiscard]] constexpr const ProcessConstants& process_of(const Device& device, const GemmTable& table) {
  for (const ProcessConstants& process : table.processes)
    if (is_for(process.cc_low, process.cc_high, device)) return process;
  return table.processes.back();
}

}  // namespace perfmodel
