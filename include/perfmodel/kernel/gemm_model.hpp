#pragma once
#include <perfmodel/device/device.hpp>
#include <perfmodel/kernel/choice_trees.hpp>
#include <perfmodel/kernel/clock.hpp>
#include <perfmodel/kernel/gemm.hpp>
#include <perfmodel/kernel/gemm_family.hpp>
#include <perfmodel/kernel/tiling.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace perfmodel {

inline constexpr int max_splits = 64;

/// Repetitions back to back after which an isolated kernel is thought to be timed.
inline constexpr double isolated_repetitions = 20.0;

/// What a pass over all tiles of a family needs of each, side by side and in single precision: such a loop runs four
/// tiles at a time on vector units. Elements behind the last tile are 1, so that they divide without harm.
struct TileColumns {
  using Column = std::array<float, max_gemm_tiles>;
  Column m{}, n{}, slab{};                              ///< slab: k of the tile's slices together
  Column per_m{}, per_n{}, per_slab{};                  ///< 1 / m, 1 / n, 1 / slab: products cost less than quotients
  Column latency{};                                     ///< latency_warps over the warps of a block
  Column waits{}, fine_waits{};                         ///< 1 / (slab x slabs under way), of tiles that are not fine and that are
  std::array<Column, number_format_count> resident{};   ///< thread blocks per SM
  std::array<Column, number_format_count> rounds{};     ///< 1 / resident
  std::array<Column, number_format_count> slowness{};   ///< 1 / (efficiency x hiding with all resident)
  std::array<Column, number_format_count> busy{};       ///< slowness as all slots are taken
  std::array<Column, choice_class_count> preference{};  ///< what the library's choice weighs the time of a tile with
  std::array<Column, choice_class_count> split_preference{};  ///< likewise, the least of any split of K
  Column unweighed{};                                   ///< 1: the fastest choice weighs nothing
};

/// One kernel family on one card, in plain numbers, so that a prediction needs no allocation and no unit conversion.
/// Immutable after make_gemm_model(): threads may share it.
struct GemmModel {
  GemmConstants constants{};
  Load load{};
  Knowledge knowledge{};
  double repetitions{isolated_repetitions};        ///< back to back before an isolated kernel is timed
  double sms{}, l2_bytes{};
  double dram_bandwidth{};                         ///< of long streams
  std::array<double, number_format_count> rate{};  ///< multiply-accumulates per clock and SM; 0: cannot
  std::array<PowerModel, number_format_count> power{};
  /// thread blocks per SM by format and tile
  std::array<std::array<std::uint8_t, max_gemm_tiles>, number_format_count> resident{};
  std::array<std::array<double, choice_class_count>, max_gemm_tiles> preference_factor{};  ///< exp of the preferences
  std::array<double, max_gemm_tiles> tile_split_factor{};                                  ///< likewise, of any split in this tile
  std::array<double, max_splits + 1> split_factor{};                                       ///< likewise, by splits
  /// 1 / efficiency, by format and tile
  std::array<std::array<double, max_gemm_tiles>, number_format_count> tile_slowness{};
  std::array<double, max_gemm_tiles> arrival{};        ///< by tile: 1 / (slab x slabs under way)
  double tie{1.0};                                     ///< (a^p + b^p)^(1/p) of the smooth maximum is never below tie x (a + b)
  std::array<std::span<const ChoiceNode>, product_kind_count> trees{};  ///< what the library says it launches, by ProductKind; empty: unknown
  std::array<double, choice_class_count> regret_factor{1, 1, 1};  ///< exp of ChoiceRule::regret
  std::array<double, choice_class_count> wave_regret{}, spread{};  ///< likewise
  double least_split_factor{1.0};                      ///< of split_factor
  TileColumns columns{};
  double l2_period{};                                  ///< 1 / (bytes per clock and SM)
  double dram_fill_sms{};                              ///< SMs that saturate the memory
};

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

/// Time of one tile and split, seconds at one clock.
struct ConfigurationTime {
  double total{}, math{}, main_loop{}, latency{}, dram{}, l2{}, reduction{};
  double exposed_stores{};  ///< part of dram that nothing hides
  double fixed{};           ///< GemmProblem::fixed
  double dram_bytes{};
  std::int64_t tiles{}, blocks{}, waves{};
  int resident{};      ///< thread blocks per SM at once
};

/// What thread blocks share of their operands: what they do when they run, or what the library counts on when it chooses
/// (GemmTile::reuse is 1 for it: kernels that it should avoid on a V100 are chosen by the work in their tiles).
enum class Sharing : std::uint8_t { as_it_runs, as_chosen };

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

/// Thread blocks of this tile that one SM holds. CUDA C++ Programming Guide, "Multiprocessor Level".
[[nodiscard]] inline int resident_blocks(const OccupancyLimits& limits, const GemmTile& tile, NumberFormat format) {
  const double shared = static_cast<double>(tile.stages) * (tile.m + tile.n) * tile.k * tile.slices * bits(format) / 8.0;
  const double by_shared = in(limits.shared_memory_per_sm, byte) / shared;
  const double by_registers = in(limits.registers_per_sm, byte) / (4.0 * tile.registers * tile.threads);
  const double by_threads = static_cast<double>(limits.threads_per_sm) / tile.threads;
  return std::max(1, static_cast<int>(std::min({by_shared, by_registers, by_threads,
                                                static_cast<double>(limits.blocks_per_sm)})));
}

[[nodiscard]] inline TileColumns tile_columns(const GemmModel& model) {
  TileColumns out;
  for (TileColumns::Column* column : {&out.m, &out.n, &out.slab, &out.per_m, &out.per_n, &out.per_slab, &out.latency, &out.unweighed})
    column->fill(1.0F);
  for (std::size_t f = 0; f < number_format_count; ++f)
    for (TileColumns::Column* column : {&out.resident[f], &out.rounds[f], &out.slowness[f], &out.busy[f]}) column->fill(1.0F);
  for (std::size_t j = 0; j < choice_class_count; ++j) out.preference[j].fill(1.0F), out.split_preference[j].fill(1.0F);
  for (std::size_t i = 0; i < static_cast<std::size_t>(model.constants.tile_count); ++i) {
    const GemmTile& tile = model.constants.tiles[i];
    const double latency = model.constants.latency_warps * 32.0 / tile.threads;
    out.m[i] = static_cast<float>(tile.m), out.n[i] = static_cast<float>(tile.n);
    out.slab[i] = static_cast<float>(tile.k * tile.slices);
    out.per_m[i] = 1.0F / out.m[i], out.per_n[i] = 1.0F / out.n[i], out.per_slab[i] = 1.0F / out.slab[i];
    for (std::size_t j = 0; j < choice_class_count; ++j) {
      out.preference[j][i] = static_cast<float>(model.preference_factor[i][j]);
      out.split_preference[j][i] = static_cast<float>(model.preference_factor[i][j] * model.least_split_factor * model.tile_split_factor[i]);
    }
    out.latency[i] = static_cast<float>(latency);
    (tile.fine ? out.fine_waits : out.waits)[i] = static_cast<float>(model.arrival[i]);
    for (std::size_t f = 0; f < number_format_count; ++f) {
      const double resident = model.resident[f][i];
      out.resident[f][i] = static_cast<float>(resident);
      out.rounds[f][i] = static_cast<float>(1.0 / resident);
      out.slowness[f][i] = static_cast<float>(model.tile_slowness[f][i] / (1.0 + latency / resident));
      out.busy[f][i] = static_cast<float>(model.tile_slowness[f][i]);
    }
  }
  return out;
}

/// The constants of a family on a card.  @pre device.sms, dram_bandwidth, l2 > 0 (the device reader guarantees it)
[[nodiscard]] inline GemmModel make_gemm_model(const Device& device, const GemmConstants& constants,
                                               const ProcessConstants& process, const BoardConstants& board, Load load,
                                               const ChoiceRule& choice) {
  GemmModel model{.constants = constants,
                  .load = load,
                  .sms = in(device.sms, sm),
                  .l2_bytes = in(device.l2, byte),
                  .dram_bandwidth = process.dram_efficiency * in(device.dram_bandwidth, byte / second)};
  for (const NumberFormat format : all_number_formats) {
    model.rate[index(format)] =
        constants.rate_factor * in(device.rates(constants.unit, format), mac / (cycle * sm));
    model.power[index(format)] = make_power_model(device, process, board, constants.unit, format,
                                                      constants.l2_bytes_per_clock);
    // What a tile loses is time to feed the math units: the slower they are, the smaller its share.
    const double feeding = constants.reference_rate > 0.0 && model.rate[index(format)] > 0.0
                               ? model.rate[index(format)] * bits(format) / (16.0 * constants.reference_rate)
                               : 1.0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(constants.tile_count); ++i) {
      model.resident[index(format)][i] =
          static_cast<std::uint8_t>(resident_blocks(device.occupancy, constants.tiles[i], format));
      model.tile_slowness[index(format)][i] = 1.0 + feeding * (1.0 / constants.tiles[i].efficiency - 1.0);
    }
  }
  model.l2_period = 1.0 / constants.l2_bytes_per_clock;
  model.dram_fill_sms = constants.dram_fill * model.sms;
  for (std::size_t i = 0; i < max_gemm_tiles; ++i)
    for (std::size_t j = 0; j < choice_class_count; ++j)
      model.preference_factor[i][j] = std::exp(choice.preference[i][j]);
  for (std::size_t i = 0; i < static_cast<std::size_t>(constants.tile_count); ++i) {
    const GemmTile& tile = constants.tiles[i];
    model.arrival[i] = 1.0 / (tile.k * tile.slices * std::max(1, tile.stages - 1));
  }
  model.tie = std::exp2(std::exp2(-constants.norm_doublings) - 1.0);
  for (std::size_t i = 0; i < max_gemm_tiles; ++i) model.tile_split_factor[i] = std::exp(choice.tile_split[i]);
  const auto answers = [&](ProductKind kind) {
    const ChoiceTree* tree = nearest_tree(choice_trees, constants.family, kind, model.sms);
    return tree == nullptr ? std::span<const ChoiceNode>{} : tree->nodes;
  };
  for (const ProductKind kind : {ProductKind::single, ProductKind::batched, ProductKind::with_bias})
    model.trees[static_cast<std::size_t>(kind)] = answers(kind);
  std::span<const ChoiceNode>& with_bias = model.trees[static_cast<std::size_t>(ProductKind::with_bias)];
  if (with_bias.empty()) with_bias = answers(ProductKind::single);  // nobody asked: as without
  for (std::size_t j = 0; j < choice_class_count; ++j) model.regret_factor[j] = std::exp(choice.regret[j]);
  model.wave_regret = choice.wave_regret;
  model.spread = choice.spread;
  model.split_factor.fill(1.0);
  for (int s = 2; s <= max_splits; ++s)
    model.split_factor[static_cast<std::size_t>(s)] =
        std::exp(choice.split_preference + choice.split_log_preference * std::log(s));
  model.least_split_factor = *std::min_element(model.split_factor.begin() + 2, model.split_factor.end());
  model.columns = tile_columns(model);
  bool any = false;
  for (const std::string_view card : constants.calibrated_on) {
    any = any || !card.empty();
    if (!card.empty() && card == device.name) return model;
  }
  model.knowledge = any ? Knowledge::same_family : Knowledge::datasheet;
  return model;
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

/// s, once beside the launch. `warm`: how much of the operands is in the L2.
[[nodiscard]] constexpr double fixed_seconds(const GemmConstants& c, ProductKind kind, double warm) {
  const bool waits_for_each = c.unit == MathUnit::cuda_core && c.slab_wait > 0.0;
  return (kind == ProductKind::with_bias ? c.bias_seconds : 0.0) - (waits_for_each ? 0.0 : warm * saved_by_warm_start);
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

namespace detail {
/// (a^p + b^p + c^p)^(1/p) with p = 2^doublings: a maximum that costs something at ties. Only products and roots: fast.
[[nodiscard]] inline double smooth_maximum(double a, double b, double c, int doublings) {
  const double largest = std::max({a, b, c});
  if (!(largest > 0.0)) return 0.0;
  a /= largest, b /= largest, c /= largest;
  for (int i = 0; i < doublings; ++i) a *= a, b *= b, c *= c;
  double sum = a + b + c;
  if (sum < 1.001) return largest;
  for (int i = 0; i < doublings; ++i) sum = std::sqrt(sum);
  return largest * sum;
}

/// DRAM reads of one operand: bytes, and bytes weighed by how badly they are scattered.
struct OperandTraffic {
  double bytes{}, weighed{};
};

/// Bytes of the two operands that cross the memory bus. Three things beyond "once each":
/// - waves: `concurrent` tiles run side by side as a block of C; later waves read rows and columns again,
///   less what is still in L2;
/// - drift: thread blocks of one wave walk along K out of step, so that what they share is read again when the rows in
///   use, whole along K, are larger than the window (`reuse`: the part of it that the tile has);
/// - scatter: where K is the contiguous dimension, a slab takes a few bytes from each of many rows; as the lines in use
///   no longer fit the L2, or the slab is read again, a line of 128 bytes gives only the slab's part of itself at the
///   cost of all. Rows shorter than a DRAM page (1 KiB) are dense anyway.
[[nodiscard]] inline OperandTraffic operand_traffic(const GemmModel& model, const GemmProblem& p, const GemmTile& tile,
                                                    double concurrent, double tiles_m, double tiles_n, double reuse) {
  const GemmConstants& c = model.constants;
  const double row = p.k * p.in_bytes, b_once = p.m * row, a_once = p.n * row;
  double a = a_once, b = b_once, a_again = 0.0, b_again = 0.0;
  const double block = std::min(concurrent, tiles_m * tiles_n);
  // Tiles along m of the block: all (launch order of the grid), or as many as make it square (swizzled order).
  const double wanted = c.swizzled ? std::sqrt(block * tile.n / tile.m) : block;
  const double along_m = std::clamp(wanted, std::max(1.0, block / tiles_n), std::min(tiles_m, block));
  const double along_n = block / along_m, batches = std::max(1.0, concurrent / (tiles_m * tiles_n));
  const double b_rows = std::min(along_m * tile.m, p.m), a_rows = std::min(along_n * tile.n, p.n);
  const double window = reuse * c.reuse_window * model.l2_bytes;
  if (tiles_m * tiles_n > concurrent || batches * (a_once + b_once) > window) {
    const double waves = tiles_m * tiles_n / block;
    const double lost = std::clamp(1.0 - c.l2_capacity * model.l2_bytes / (a_once + b_once), 0.0, 1.0);
    a += std::max(0.0, waves * a_rows * row - a_once) * lost;
    b += std::max(0.0, waves * b_rows * row - b_once) * lost;
    // Published squares in NN do not slow from 8192 to 10240 on six cards without tensor-core kernels where rows in NT do (docs/gemm.md):
    // there only what lies along K drifts apart. Batched and tensor-core products were not told apart.
    const bool all = (p.a_along_k && p.b_along_k) || p.batch > 1.0 || c.unit != MathUnit::cuda_core;
    const double in_use = all ? a_rows + b_rows : (p.a_along_k ? a_rows : 0.0) + (p.b_along_k ? b_rows : 0.0);
    const double drift = in_use > 0.0 ? std::max(0.0, 1.0 - window / (batches * in_use * row)) : 0.0;
    a_again = drift * std::max(0.0, tiles_m * a_once - a);
    b_again = drift * std::max(0.0, tiles_n * b_once - b);
  }
  if (p.warm) {
    const double cold_share = share_from_memory((p.batch * (a_once + b_once) + p.c_bytes) / model.l2_bytes);
    a *= cold_share, b *= cold_share;
  }
  const double lines = batches * 128.0 * ((p.a_along_k ? a_rows : 0.0) + (p.b_along_k ? b_rows : 0.0));
  const double evicted = std::clamp(2.5 * lines / model.l2_bytes - 0.4, 0.0, 1.0);
  const double again = p.batch > 1.0 ? evicted : 1.0;  // the few thread blocks of a batched product start together
  const double page = std::clamp((row - 256.0) / 768.0, 0.0, 1.0);
  const double slab = tile.k * tile.slices * p.in_bytes;
  const double scattered = page * std::max(0.0, c.line_bytes / slab - 1.0);
  const double a_weight = p.a_along_k ? scattered : 0.0, b_weight = p.b_along_k ? scattered : 0.0;
  return {.bytes = p.batch * (a + b + a_again + b_again),
          .weighed = p.batch * (a * (1.0 + a_weight * evicted) + b * (1.0 + b_weight * evicted) +
                                a_again * (1.0 + a_weight * again) + b_again * (1.0 + b_weight * again))};
}
}  // namespace detail

namespace detail {
/// Never above smooth_maximum(a, b, anything): the norm is convex and lies above its tangent where a = b.
[[nodiscard]] inline double least_maximum(const GemmModel& model, double a, double b) {
  return std::max({a, b, model.tie * (a + b)});
}

/// (a^4 + b^4)^(1/4): a maximum that costs something at ties.
[[nodiscard]] inline double larger_norm(double a, double b) {
  const double aa = a * a, bb = b * b;
  return std::sqrt(std::sqrt(aa * aa + bb * bb));
}

/// Tiles along the library's m that CUTLASS launches blocks for: it fills the grid up to groups of 8, 4 or 2 tiles that lie side by side, and the blocks
/// beyond leave at once (GemmIdentityThreadblockSwizzle<8>, include/cutlass/gemm/threadblock/threadblock_swizzle.h). So have all of 2,500 grids
/// of cutlass kernels on an H200. They have shifted the others: with 126 of 224 blocks at work two share an SM while others are idle.
[[nodiscard]] constexpr double launched_tiles(double tiles_m) {
  const auto tiles = static_cast<std::int64_t>(tiles_m);
  const std::int64_t beyond = tiles >= 6 ? 7 : tiles >= 3 ? 3 : tiles >= 2 ? 1 : 0;  // of a group
  return static_cast<double>((tiles + beyond) & ~beyond);
}

/// Parts of a split K that are added up in turns (Reduction::in_turns): blocks that started together end together, and each waits until the parts before
/// it are in. A turn looks at a counter in memory, reads what is there, adds and writes, one access of a thread after the other: medians of 245
/// linear layers on an H200 (gemm_linear.csv), sm80_xmma and cutlass kernels alike: 1.0 us with 8 accesses of a thread, 1.5 with 16, 2.3 with 32,
/// 1.4 to 3.5 with 64, 5 to 10 with 128. The counters are set to zero before.
inline constexpr double turn_cycles = 1500.0, turn_cycles_per_access = 90.0, turn_seconds_before = 1e-6;

/// The FP32 partial sums of a product with a bias do not fit what cublasLt is handed: then CUTLASS kernels add them up in turns. Of 2,240 FP32 layers
/// that they split, all but 4 did so exactly then (gemm_choices_linear.csv); 16-bit and TF32 layers do at times below it, too.
[[nodiscard]] constexpr bool exceeds_workspace(const GemmProblem& p, int splits) {
  return p.kind == ProductKind::with_bias && splits * p.m * p.n * 4.0 > cublaslt_workspace_bytes;
}

/// The part of a configuration's time that costs little to compute: everything but DRAM reads.
struct ConfigurationStart {
  double tiles_m{}, tiles_n{}, tiles{}, blocks{}, k{}, per_sm{}, rounds{}, resident{};
  double main_loop{}, latency{}, l2{}, reduction{}, bandwidth{}, stores{};
  double least{};   ///< s: no configuration_time() of this tile and split is below
};

[[nodiscard]] inline ConfigurationStart start_configuration(const GemmModel& model, const GemmProblem& p, int tile_index,
                                                            int splits, double period, Reduction reduction = Reduction::by_a_kernel) {
  const GemmConstants& c = model.constants;
  const auto t = static_cast<std::size_t>(tile_index);
  const GemmTile& tile = c.tiles[t];
  ConfigurationStart s{.tiles_m = round_up(p.m / tile.m), .tiles_n = round_up(p.n / tile.n)};
  s.tiles = s.tiles_m * s.tiles_n * p.batch;
  s.blocks = s.tiles * splits;
  const double slab = static_cast<double>(tile.k * tile.slices);
  s.k = round_up(p.k / (splits * slab)) * slab;
  const double fits = model.resident[p.format][t];
  double placed = s.blocks;
  if (const double slots = fits * model.sms; tile.padded && placed < slots) {  // beyond, blocks that have left make room for others
    const double launched = launched_tiles(s.tiles_m) * s.tiles_n * p.batch * splits;
    if (launched <= slots) placed = launched;
  }
  s.per_sm = round_up(placed / model.sms);
  s.resident = std::min(fits, s.per_sm);
  s.rounds = s.per_sm <= fits ? 1.0 : round_up(s.per_sm / fits);

  const double warps = tile.threads / 32.0;
  const double hiding = s.resident == fits ? 1.0
                                           : (1.0 + c.latency_warps / (s.resident * warps)) / (1.0 + c.latency_warps / (fits * warps));
  const double elements = static_cast<double>(tile.m) * tile.n;
  s.main_loop = s.per_sm * elements * s.k * p.issue * model.tile_slowness[p.format][t] * hiding * period;
  // One block's slabs arrive one after the other, as many under way as its pipeline holds; resident blocks wait together.
  const double arrival = s.rounds * s.k * model.arrival[t] * (tile.fine ? p.fine_wait : p.wait) * period;
  if (tile.fine) {
    const double copies = p.copies_m * std::min<double>(tile.m, p.m) + p.copies_n * std::min<double>(tile.n, p.n);
    s.main_loop = larger_norm(s.main_loop, s.per_sm * s.k * copies * period);
  }
  if (arrival > 0.0) s.main_loop = std::sqrt(s.main_loop * s.main_loop + arrival * arrival);
  s.latency = (s.rounds * c.block_cycles + s.per_sm * elements * c.epilogue_cycles) * period;
  const double clipped = std::min<double>(tile.m, p.m) + std::min<double>(tile.n, p.n);
  s.l2 = s.per_sm * clipped * s.k * p.in_bytes * p.traffic_factor * model.l2_period * period;
  if (tile.start_cycles > 0.0) s.latency += tile.start_cycles * std::sqrt(std::min(1.0, p.k / whole_start_k)) * period;
  const double active = std::min(s.blocks, model.sms);
  s.bandwidth = c.dram_efficiency * model.dram_bandwidth * (active >= model.dram_fill_sms ? 1.0 : active / model.dram_fill_sms);
  s.stores = p.c_bytes * p.store_factor / s.bandwidth;
  if (splits > 1)  // FP32 partial sums are written and read
    s.reduction = c.split_seconds + splits * c.split_part_seconds +
                  c.split_traffic * 2.0 * splits * p.batch * p.m * p.n * 4.0 / (c.dram_efficiency * model.dram_bandwidth);
  if (splits > 1 && (reduction == Reduction::in_turns || (tile.padded && exceeds_workspace(p, splits)))) {
    // Blocks that start together end together: then each waits for the parts before.
    const double turns = std::min<double>(splits, std::max(1.0, fits * model.sms / s.tiles));
    const double turn = turn_cycles + turn_cycles_per_access * elements / (tile.threads * p.stored_at_once);
    s.reduction = std::max(s.reduction, turn_seconds_before + turns * turn * period);
  }
  const double reads = p.warm ? 0.0 : (p.compulsory - p.c_bytes) / s.bandwidth;
  const double memory = reads + (1.0 - c.store_exposed) * s.stores;
  s.least = least_maximum(model, std::max(s.main_loop + s.latency, s.l2), memory) + c.store_exposed * s.stores + s.reduction + c.launch_seconds + p.fixed;
  return s;
}

[[nodiscard]] inline ConfigurationTime finish_configuration(const GemmModel& model, const GemmProblem& p, int tile_index,
                                                            int splits, const ConfigurationStart& s,
                                                            Sharing sharing = Sharing::as_it_runs) {
  const GemmConstants& c = model.constants;
  const auto t = static_cast<std::size_t>(tile_index);
  const double slots = model.sms * model.resident[p.format][t];
  const double concurrent = std::max(1.0, std::min(s.blocks, slots) / splits);
  const OperandTraffic operands = operand_traffic(model, p, c.tiles[t], concurrent, s.tiles_m, s.tiles_n,
                                                  sharing == Sharing::as_it_runs ? c.tiles[t].reuse : 1.0);
  const double reads = operands.weighed / s.bandwidth;
  // Thread blocks that started together store together: what they store is not hidden behind their own main loops.
  const double exposed = c.store_exposed * s.stores;
  return {.total = smooth_maximum(s.main_loop + s.latency, reads + s.stores - exposed, s.l2, c.norm_doublings) + exposed +
                   s.reduction + c.launch_seconds + p.fixed,
          .math = s.main_loop + s.latency,
          .main_loop = s.main_loop,
          .latency = s.latency,
          .dram = reads + s.stores,
          .l2 = s.l2,
          .reduction = s.reduction,
          .exposed_stores = exposed,
          .fixed = p.fixed,
          .dram_bytes = operands.bytes + p.c_bytes,
          .tiles = static_cast<std::int64_t>(s.tiles),
          .blocks = static_cast<std::int64_t>(s.blocks),
          .waves = static_cast<std::int64_t>(s.rounds),
          .resident = static_cast<int>(s.resident)};
}

/// The same configuration at a clock lower by `slowdown`: math and L2 follow the clock, memory and launch do not.
[[nodiscard]] inline ConfigurationTime slowed(const GemmModel& model, ConfigurationTime t, double slowdown) {
  t.math *= slowdown, t.main_loop *= slowdown, t.latency *= slowdown, t.l2 *= slowdown;
  t.total = smooth_maximum(t.math, t.dram - t.exposed_stores, t.l2, model.constants.norm_doublings) + t.exposed_stores +
            t.reduction + model.constants.launch_seconds + t.fixed;
  return t;
}
}  // namespace detail

/// Time of one tile and split-K count at a clock in Hz. docs/gemm.md derives it.
/// @pre 0 <= tile_index < tile_count, splits >= 1, clock > 0
[[nodiscard]] inline ConfigurationTime configuration_time(const GemmModel& model, const GemmProblem& p, int tile_index,
                                                          int splits, double clock, Sharing sharing = Sharing::as_it_runs, Reduction reduction = Reduction::by_a_kernel) {
  return detail::finish_configuration(model, p, tile_index, splits,
                                      detail::start_configuration(model, p, tile_index, splits, 1.0 / clock, reduction), sharing);
}

}  // namespace perfmodel
