#pragma once

namespace perfmodel {

/// What the L2 keeps of operands that are used again, in L2 sizes. What is passed over in one direction pushes out what
/// comes next, so that there is a cliff, not a slope.
struct CachedOperands {
  /// Up to which size all is kept and from which on nothing, of an L2 of two partitions, each of which keeps what its
  /// SMs read: on an H100 (50 MiB) linear layers of up to 64 rows, called again and again, run at the L2's rate up to
  /// 36 MiB (3.8 TB/s) and at the memory's from 44 MiB on (2.4 TB/s).
  double partitioned_kept{}, partitioned_lost{};
  /// Likewise, of an L2 whose whole capacity serves every SM: weights of an L40S in turns run at the L2's rate up to
  /// its size of 96 MiB and at the memory's beyond.
  double whole_kept{}, whole_lost{};
  /// What a k-block waits for when it comes from the L2, of what it waits for when it comes from memory: pairs of FP32
  /// products on an H200, cold and warm in the same kernel (gemm_warm.csv), want 0.46 to 0.5. Latencies alone are 281
  /// and 690 cycles on a GH200, 221 and 460 on a V100 (github.com/markdewing/AI_kernels, latency/README.md); a
  /// k-block's way on is the same.
  double wait_share{};
  /// A kernel with warm operands is shorter by this, once, whatever its size and waves: 850 such pairs want 0.31 to
  /// 0.35 us in each of five families of tensor-core kernels. The 300 pairs on CUDA cores want none of it beside the
  /// share above: there the first k-block's wait counts as every other's. s
  double warm_start_seconds{};
  double warm_start_most{};  ///< of the launch, which that never takes more of
};

/// How benchmarks of serving engines time products: the weights of each call are another copy
/// (github.com/ai-dynamo/aiconfigurator, collector/trtllm/collect_gemm.py and helper.py).
struct RotatedWeights {
  double most_copies{};      ///< that a graph goes through; fewer where they fill the L2
  double between_replays{};  ///< s that the card waits between two replays of the graph; 0.55 us a call of five:
                             ///< products of 3 to 10 us on an H100
};

/// Operands that lie along K are read a few bytes of each row at a time. Rows of published squares on six cards
/// (docs/lab/2026-11-22-operands-in-dram.md).
struct ScatteredReads {
  /// Part of the lines in use that the L2 has lost: this times their L2 sizes, less that.
  double evicted_slope{}, evicted_from{};
  double dense_bytes{};   ///< rows of so many bytes lie densely in the pages of the memory
  double page_bytes{};    ///< beyond them, of a page of 1 KiB: longer rows are scattered
  int colliding_pitch{};  ///< bytes; rows a multiple of it apart collide (GemmConstants::pitch_slowdown)
};

/// A turn of a serial reduction: blocks that started together end together, and each waits until the parts before it
/// are in. A turn looks at a counter in memory, reads what is there, adds and writes, one access of a thread after the
/// other: medians of 245 linear layers on an H200 (gemm_linear.csv), sm80_xmma and cutlass kernels alike: 1.0 us with 8
/// accesses of a thread, 1.5 with 16, 2.3 with 32, 1.4 to 3.5 with 64, 5 to 10 with 128.
struct SerialReduction {
  double turn_cycles{}, access_cycles{};  ///< of a turn; of each access of a thread in it
  double start_seconds{};                 ///< the counters are set to zero before
};

/// When a kernel that is said to run is believed.
struct LibraryTrust {
  /// The library seldom errs by more than this: of some 4,700 held-out random products with kernel names on an H200 its
  /// kernel took less than 1.5 times the fastest one's modelled time in 98 %, 1.7 times in 99 %. A tree that names a
  /// slower one has been asked about products that it never saw, or does not know.
  double implausible_loss{};
  /// A leaf is believed whatever its time where so many of its products ran this kernel, and the product is within what
  /// the library was asked about: m and n, and k (gemm_choices.csv).
  double certain_share{}, certain_extent{}, certain_k{};
  double few_blocks{};  ///< of the SMs: kernels of fewer are the less believed where they take implausibly long
};

/// Products of few rows, for which libraries have kernels that no table here names.
struct ThinProducts {
  double doubled_cost{};  ///< exponent: twice the rows take at most 2^this of the time, 3.7 where less than a fourfold
                          ///< time is certain
  int rows{};             ///< bounded by the vector's time where their tiles are fewer than the SMs
  int fewest_rows{};      ///< bounded by it however many tiles there are
  int whole_k{};          ///< FP32 batches were measured up to this K and keep it whole (6,000 of sitar-lab/NeuSight)
};

/// A kernel for few rows: its block computes so many columns of so many rows, at most.
struct SkinnyKernel {
  double columns{}, rows{};
  double resident{};            ///< blocks of an SM at once
  double k_of_few_rows{}, k{};  ///< part of K that has arrived when the memory has answered once
  double mac_cycles{};          ///< of an SM, for a multiply-add and its share of loads and conversions
};

/// cuBLAS's gemmSN_TN, of B along K, and gemmSN_NN (pricing/gemm/thin_kernels.hpp). Read off 290 such kernels of an
/// H200 (gemm.csv, gemm_random.csv, gemm_linear.csv, random_operations.csv of seeds 1 to 8, thin_products.csv of even
/// seeds): 14 and 19 % off in the mean; other seeds 16 and 20, an H100's 12 and 18 %.
struct SkinnyKernels {
  SkinnyKernel along_k{}, across_k{};
  int most_rows{}, least_k{};  ///< of products that are given to them
  double few_rows{};           ///< of a block, for which it loads more of K at once
  double wait_cycles{};        ///< for the memory; from the L2 CachedOperands::wait_share of it
  double start_waits{}, start_seconds{};
};

/// A kernel for a matrix times a vector.
struct VectorKernel {
  double resident{};                         ///< outputs of an SM at once
  double k{};                                ///< part of K that has arrived when the memory has answered once
  double element_cycles{}, output_cycles{};  ///< of an SM; an element of 32 bits
};

/// cuBLAS's gemv kernels on Hopper, of a matrix whose rows lie along K, or across it. Read off 425 of an H200 (the same
/// tables) and 16 of gemm.csv: 17 and 12 % off in the mean, other seeds 18, an H100's 16 and 8 %. One pass at the
/// memory's rate was 29 % off, 31 and 30 %.
struct VectorKernels {
  VectorKernel along_k{}, across_k{};
  double narrow{};  ///< cycles of an element of 16 bits over one of 32
  double most_k{};  ///< of a part; longer ones are shared by blocks, whose sums a kernel adds up in `parts_seconds`
  double wait_cycles{}, start_waits{}, start_seconds{}, parts_seconds{};
};

/// What limits a kernel, by shares of its time: the classes that error bars are stated for.
struct RegimeShares {
  double launch{};      ///< that the launch takes
  double latency{};     ///< that starts and ends of blocks and reductions take
  double idle_slots{};  ///< of the card in its only wave
};

/// Constants that all kernel families share, in data/constants/gemm.json. Chosen by hand where a member names what they
/// were read off; no stage of the fit moves them.
struct SharedGemmConstants {
  CachedOperands cached{};
  RotatedWeights rotated{};
  ScatteredReads scattered{};
  SerialReduction serial{};
  LibraryTrust trust{};
  ThinProducts thin{};
  SkinnyKernels skinny{};
  VectorKernels vectors{};
  RegimeShares regimes{};
};

}  // namespace perfmodel
