#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <perfmodel/data/short_text.hpp>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/device/device.hpp>
#include <perfmodel/device/hardware.hpp>
#include <perfmodel/device/memory_type.hpp>
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/pricing/evidence.hpp>
#include <perfmodel/pricing/streaming/instruction_constants.hpp>
#include <perfmodel/pricing/streaming/walk_constants.hpp>
#include <perfmodel/software/library_version.hpp>
#include <string_view>

namespace perfmodel {

/// What a memory system reaches of the published bandwidth in long streams. A bus that only reads or only writes loses
/// little; every change of direction costs, in proportion to the smaller of the two streams.
struct MemoryConstants {
  MemoryType type{};                        ///< unknown: any
  int cc_low{}, cc_high{};                  ///< compute capability x 10, both included
  double share{};                           ///< of the published bandwidth, reads only or writes only
  double turnaround{};                      ///< extra bytes' time per byte of the smaller stream
  std::array<CardName, 4> calibrated_on{};  ///< device names
  SourceText source{};
};

/// How a streaming kernel is organised. Constants belong to a shape, not to a card.
enum class StreamingShape : std::uint8_t {
  flat,               ///< every element on its own, 16-byte accesses
  widening,           ///< a cast to a wider format: narrow reads
  one_row_per_warp,   ///< softmax of short rows: the row stays in registers
  row_in_registers,   ///< softmax of longer rows: the row stays in one block's registers
  one_row_per_block,  ///< softmax of long rows: the row is read anew for maximum, sum and result
  softmax_warp_backward,
  softmax_block_backward,
  normalized_row,         ///< layer norm forward: the row is read for its moments and again for the result
  uneven_normalized_row,  ///< the same of rows that are no multiple of four elements: two kernels, element by element
  normalized_row_backward,
  row_sum,             ///< over the contiguous dimension
  column_sum,          ///< over the strided dimension
  gain_sums,           ///< both gradients of a norm's gain and shift: two operands summed over the strided dimension
  channel_statistics,  ///< batch norm by the framework's own kernels, several launches: BF16 in PyTorch
  channel_on_chip,     ///< batch norm by cuDNN's kernels, one launch: FP32 and FP16
  window,              ///< pooling
  multi_tensor,        ///< updates of many tensors in one launch
  indexed,             ///< gather, scatter
  permuted,            ///< transposes
  write_only,          ///< fills
  softmax_strided,     ///< softmax over a dimension that is not the innermost: neighbouring rows side by side
  softmax_strided_backward,
  mean_square_row  ///< RMS norm forward: sums of squares where a layer norm keeps running moments
};
inline constexpr std::size_t streaming_shape_count = 23;

[[nodiscard]] constexpr std::string_view name(StreamingShape shape) {
  constexpr std::array<std::string_view, streaming_shape_count> names{"flat",
                                                                      "widening",
                                                                      "one_row_per_warp",
                                                                      "row_in_registers",
                                                                      "one_row_per_block",
                                                                      "softmax_warp_backward",
                                                                      "softmax_block_backward",
                                                                      "normalized_row",
                                                                      "uneven_normalized_row",
                                                                      "normalized_row_backward",
                                                                      "row_sum",
                                                                      "column_sum",
                                                                      "gain_sums",
                                                                      "channel_statistics",
                                                                      "channel_on_chip",
                                                                      "window",
                                                                      "multi_tensor",
                                                                      "indexed",
                                                                      "permuted",
                                                                      "write_only",
                                                                      "softmax_strided",
                                                                      "softmax_strided_backward",
                                                                      "mean_square_row"};
  return names[static_cast<std::size_t>(shape)];
}

/// Constants of one shape. Cycles are core cycles.
struct ShapeConstants {
  double efficiency{1.0};  ///< share of the memory system's own best
  double misaligned{1.0};  ///< further share when rows do not start at multiples of 32 bytes, a sector
  double reread{};         ///< times the input is read again, from cache as far as it is still there
  int threads{128};        ///< per block
  int registers{32};       ///< per thread; with threads: how many blocks an SM holds
  int registers_16_bit{};  ///< the same of elements of 16 bits; 0: as many
  /// exponent 2^this of the smooth maximum of the parts; 0: the table's. 1 where a block's chain of loads waits for the
  /// memory that the others keep busy, so that both times add up in part.
  int norm_doublings{};
  double block_cycles{};    ///< of one block: start, reductions, synchronization
  double trip_cycles{};     ///< of one trip of a block's loop over its row, memory latency included
  double miss_cycles{};     ///< further ones of a trip whose load no cache answers
  double element_cycles{};  ///< of one SM per element: the issue slots of its instructions
  double address_cycles{};  ///< further ones of an element whose address is calculated from several dimensions, and
  double address_trip_cycles{};  ///< of a trip over such
  double special_cycles{};       ///< of one SM per special function, with what surrounds it
  double stage_seconds{};        ///< of a second stage over partial results, and
  double partial_cycles{};       ///< of a trip over an output's partial results
};

/// Softmax and norms: sums over rows, of loads, exchanges between threads, comparisons and arithmetic in about equal
/// parts.
[[nodiscard]] constexpr bool reduces_rows(StreamingShape shape) {
  return (shape >= StreamingShape::one_row_per_warp && shape <= StreamingShape::normalized_row_backward) ||
         shape == StreamingShape::mean_square_row;
}

/// Sums over one kind of dimensions, of which PyTorch configures the launch.
[[nodiscard]] constexpr bool reduces_by_launch(StreamingShape shape) {
  return shape == StreamingShape::row_sum || shape == StreamingShape::column_sum;
}

/// Sums and lists of tensors, whose cycles an SM of fewer FP32 lanes is taken to need longer for. All other kernels mix
/// loads, addresses, conversions and arithmetic, which schedulers issue (docs/lab/2026-11-28-published-steps.md).
[[nodiscard]] constexpr bool goes_by_lanes(StreamingShape shape) {
  return reduces_by_launch(shape) || shape == StreamingShape::gain_sums || shape == StreamingShape::multi_tensor;
}

/// What limits the kernel, for error bars.
enum class StreamingRegime : std::uint8_t { launch, latency, memory };
inline constexpr std::size_t streaming_regime_count = 3;

inline constexpr std::size_t memory_row_count = 18;

/// Everything the streaming model knows beyond datasheets.
struct StreamingTable {
  std::array<MemoryConstants, memory_row_count> memories{};  ///< the first that matches
  std::array<std::array<ShapeConstants, streaming_shape_count>, kernel_version_count> shapes{};
  double launch_seconds{};        ///< from one kernel's end to the next one's start in a stream
  double graph_launch_seconds{};  ///< the same in a graph
  double latency_seconds{};       ///< of a kernel with next to no work
  double l2_capacity{};           ///< share of the L2 in which what the kernel before touched is still found
  double
      cache_fall{};    ///< footprint over a cache's capacity from which on nothing is found in it that was just touched
  double warm_fall{};  ///< operands called again: what exceeds an L2 partition by this share of the L2 leaves 1/e of
                       ///< them there
  double reread_l2{};  ///< share of the L2, and
  double reread_l1{};  ///< of the L1, in which a block finds its row again while others stream past
  double l2_read{}, l2_written{};  ///< bytes per clock and SM; reads and writes take their turns
  double saturating_share{};       ///< of the SMs that saturate the memory when each streams
  int norm_doublings{2};           ///< the smooth maximum of the parts has the exponent 2^this
  /// What the kernel before has just written is found in L2: all of this share of it, nothing from `fresh_fall` more
  /// on; of what a sum reads, which comes some kernels later, this share of that.
  double fresh_kept{}, fresh_fall{}, found_by_sum{};
  double half_written_kept{}, half_written_fall{};  ///< sectors half written, by share of the L2 that is being written
  /// A trip of a list of tensors: cycles for each operation, each root or division, each number that is read or written
  /// by itself; of an SM for such a number; of a block that raises to powers first.
  double update_operation{}, update_special{}, update_uneven{}, update_uneven_access{}, update_powers{};
  double one_warp_row{};    ///< layer norms of rows that one warp holds: of a block's cycles
  double narrow_moments{};  ///< moments of 16-bit channels: times an element's cycles
  InstructionConstants instructions{};
  WalkConstants walks{};
  BatchNormConstants batch_norm{};
  std::array<ByEvidence<std::array<ErrorBar, streaming_regime_count>>, streaming_shape_count> error_bars{};
  std::array<double, 2> validated_bytes{};  ///< smallest and largest traffic that validation covered
};

/// One card's streaming kernels in plain numbers: bytes, seconds, hertz. Immutable; threads may share it.
struct StreamingModel {
  StreamingTable table{};
  KernelVersion version{KernelVersion::pytorch_2_11};
  MemoryConstants memory{};
  Evidence evidence{};
  double bandwidth{};  ///< published, bytes/s
  double l2_bytes{}, l2_partitions{1.0}, l1_bytes{}, sms{},
      clock{};  ///< l1_bytes: per SM, 0 where loads are not cached there
  double threads_per_sm{}, blocks_per_sm{}, registers_per_sm{};
  double flop_per_clock{}, special_per_clock{};  ///< per SM
  double issue_scale{
      1.0};  ///< floating-point cycles per element relative to the 128 lanes of the cards the constants come from
  double warp_scale{1.0};  ///< cycles of mixed instructions relative to an SM of four schedulers

  /// seconds of reads and writes that pass each other on the memory bus
  [[nodiscard]] constexpr double dram_seconds(double read, double written) const {
    return ((read + written) / memory.share + memory.turnaround * std::min(read, written)) / bandwidth;
  }
  /// bytes/s of a long copy, half read and half written
  [[nodiscard]] constexpr double copy_bandwidth() const { return 2.0 / dram_seconds(1.0, 1.0); }
};

namespace detail {
/// Share of `recent` bytes that a kernel does not find in L2. What the kernel before has just written is there but for
/// what its own operands have displaced: all of a tenth, nothing of nine tenths of the L2 (moments of 12 to 39 MB and
/// inference of 13 to 51 MB in networks on an H200: 504, 638 and 842 cycles a trip where all of it or nothing takes 415
/// or 890).
[[nodiscard]] constexpr double missed_of_fresh(Bytes recent, const StreamingModel& model) {
  const StreamingTable& table = model.table;
  return std::clamp((in(recent, byte) / model.l2_bytes - table.fresh_kept) / table.fresh_fall, 0.0, 1.0);
}
}  // namespace detail

/// Of a shape, in the kernels of the model's framework.
[[nodiscard]] constexpr const ShapeConstants& shape_constants(const StreamingModel& model, StreamingShape shape) {
  return model.table.shapes[static_cast<std::size_t>(model.version)][static_cast<std::size_t>(shape)];
}

/// GDDR6's rows are of cards that keep check bits in their memory. Without them GDDR6 reaches what GDDR6X does
/// (docs/lab/2026-11-28-published-steps.md).
[[nodiscard]] constexpr MemoryType memory_behaviour(const Device& device) {
  return device.memory_type == MemoryType::gddr6 && !keeps_check_bits(device) ? MemoryType::gddr6x : device.memory_type;
}

/// Which of the table's memory rows a device uses: the first for its generation and memory.
/// @pre the last row is for every card
[[nodiscard]] constexpr std::size_t memory_row(const Device& device, const StreamingTable& table) {
  const MemoryType type = memory_behaviour(device);
  for (std::size_t i = 0; i < table.memories.size(); ++i) {
    const MemoryConstants& row = table.memories[i];
    if (is_for(row.cc_low, row.cc_high, device) && (row.type == MemoryType::unknown || row.type == type)) return i;
  }
  return table.memories.size() - 1;
}

/// @param open_boost  highest clock of the board over its published one (pricing/clock.hpp)
/// @pre device.sms, clocks, bandwidth and l2 > 0 (the device reader guarantees it)
[[nodiscard]] inline StreamingModel make_streaming_model(const Device& device, const StreamingTable& table,
                                                         KernelVersion version = KernelVersion::pytorch_2_11,
                                                         double open_boost = 1.0) {
  const MemoryConstants& memory = table.memories[memory_row(device, table)];
  const Architecture& architecture = architecture_of(device);
  return {.table = table,
          .version = version,
          .memory = memory,
          .evidence = evidence_of(memory.calibrated_on, device),
          .bandwidth = in(device.dram_bandwidth, byte / second),
          .l2_bytes = in(device.l2, byte),
          .l2_partitions = architecture.l2_partitions,
          .l1_bytes = architecture.l1_kibibytes * kibi,
          .sms = in(device.sms, sm),
          .clock = open_boost * in(device.boost_clock, cycle / second),
          .threads_per_sm = static_cast<double>(device.occupancy.threads_per_sm),
          .blocks_per_sm = static_cast<double>(device.occupancy.blocks_per_sm),
          .registers_per_sm = in(device.occupancy.registers_per_sm, byte) / hardware::register_bytes,
          .flop_per_clock = in(device.rates(MathUnit::cuda_core, NumberFormat::fp32), flop / (cycle * sm)),
          .special_per_clock = architecture.special_functions_per_clock,
          .issue_scale = hardware::issued_lanes / architecture.fp32_lanes,
          .warp_scale = hardware::issued_lanes / hardware::warp_threads / architecture.warps_issued_per_clock};
}

}  // namespace perfmodel
