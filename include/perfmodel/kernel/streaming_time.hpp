#pragma once
#include <perfmodel/error.hpp>
#include <perfmodel/kernel/prediction.hpp>
#include <perfmodel/kernel/streaming_constants.hpp>
#include <perfmodel/kernel/streaming_model.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

namespace perfmodel {

/// How a framework's kernel goes about its rows: what the latency of a block hangs on.
struct StreamingGeometry {
  StreamingShape shape{};
  double blocks{};
  double threads{};        ///< per block
  double trips{};          ///< of a block's loop over its row, one after the other
  bool misaligned{};       ///< rows do not start at multiples of 32 bytes
};

namespace detail {

[[nodiscard]] constexpr StreamingShape shape_of(const Streaming& s) {
  /// softmax rows of at most 1024 elements stay in registers: PyTorch, aten/src/ATen/native/cuda/SoftMax.cu, dim_size <= 1024
  constexpr std::int64_t longest_warp_row = 1024;
  switch (s.kind) {
    case StreamingKind::elementwise: return StreamingShape::flat;
    case StreamingKind::row_reduction: return StreamingShape::row_sum;
    case StreamingKind::column_reduction: return StreamingShape::column_sum;
    case StreamingKind::softmax:
      return s.columns <= longest_warp_row ? StreamingShape::one_row_per_warp : StreamingShape::one_row_per_block;
    case StreamingKind::layer_norm:
      return s.backward ? StreamingShape::normalized_row_backward : StreamingShape::normalized_row;
    case StreamingKind::batch_norm: return StreamingShape::channel_statistics;
    case StreamingKind::pooling: return StreamingShape::window;
    case StreamingKind::optimizer: return StreamingShape::multi_tensor;
    case StreamingKind::gather: return StreamingShape::indexed;
    case StreamingKind::transpose: return StreamingShape::permuted;
    case StreamingKind::fill: return StreamingShape::write_only;
  }
  return StreamingShape::flat;
}

/// Loads that a loop over `vectors` pieces by `threads` threads makes one after the other when the compiler unrolls it by
/// four: a full group of four is one trip, what is left over goes one by one; a warp whose lanes differ does both.
[[nodiscard]] constexpr double unrolled_trips(std::int64_t vectors, std::int64_t threads) {
  const std::int64_t most = (vectors + threads - 1) / threads, least = vectors / threads;
  const auto trips = [](std::int64_t n) { return n / 4 + n % 4; };
  if (most == least) return static_cast<double>(trips(most));
  constexpr std::int64_t warp = 32;
  const std::int64_t mixed = vectors % warp != 0 ? most / 4 + std::max(most % 4, least % 4) : 0;
  return static_cast<double>(std::max({trips(most), trips(least), mixed}));
}

/// Threads of the block of a softmax over long rows: the smallest power of two that is at least half of the row's
/// 16-byte pieces, at most 1024. PyTorch, aten/src/ATen/native/cuda/SoftMax.cu, SoftMax_getBlockSize.
[[nodiscard]] constexpr std::int64_t softmax_threads(std::int64_t columns, std::int64_t per_piece) {
  const std::int64_t most = std::min<std::int64_t>(columns / per_piece, 1024);
  std::int64_t threads = 32;
  while (2 * threads < most) threads *= 2;
  return threads;
}

/// Trips of one pass over a long softmax row: a first piece up to the next aligned address, 16-byte pieces, a tail.
[[nodiscard]] constexpr double softmax_trips(std::int64_t columns, std::int64_t per_piece, std::int64_t threads) {
  const bool shifted = columns % per_piece != 0;
  const std::int64_t rest = shifted ? std::max<std::int64_t>(0, columns - threads) : columns;
  const std::int64_t whole = rest / (threads * per_piece), tail = rest - whole * threads * per_piece;
  return static_cast<double>((shifted ? 1 : 0) + whole + (tail + threads - 1) / threads);
}

[[nodiscard]] inline StreamingGeometry geometry_of(const Streaming& s, const StreamingTable& table) {
  const double element = bits(s.format) / 8.0;
  const auto per_piece = static_cast<std::int64_t>(std::max(1.0, 16.0 / element));
  StreamingGeometry g{.shape = shape_of(s)};
  const ShapeConstants& c = table.shapes[static_cast<std::size_t>(g.shape)];
  const double rows = static_cast<double>(s.rows), columns = static_cast<double>(s.columns);
  g.threads = c.threads;
  g.trips = 1.0;
  switch (g.shape) {
    case StreamingShape::one_row_per_warp: {
      const double padded = std::exp2(std::ceil(std::log2(std::max(1.0, columns))));
      g.blocks = std::ceil(rows / 4.0);
      g.trips = padded / 32.0;
      g.misaligned = std::fmod(columns * element, 32.0) != 0.0;
      break;
    }
    case StreamingShape::one_row_per_block:
      g.blocks = rows;
      g.threads = static_cast<double>(softmax_threads(s.columns, per_piece));
      g.trips = softmax_trips(s.columns, per_piece, static_cast<std::int64_t>(g.threads));
      g.misaligned = std::fmod(columns * element, 32.0) != 0.0;
      break;
    case StreamingShape::normalized_row:
    case StreamingShape::normalized_row_backward:
      g.blocks = rows;
      g.trips = unrolled_trips((s.columns + per_piece - 1) / per_piece, c.threads);
      g.misaligned = std::fmod(columns * element, 32.0) != 0.0;
      break;
    default: {
      const double items = std::max(in(s.read, byte), in(s.written, byte)) / element;
      g.blocks = std::max(1.0, std::ceil(items / (c.threads * static_cast<double>(per_piece))));
      break;
    }
  }
  return g;
}

/// (a^p + b^p)^(1/p) with p = 2^doublings, for times that overlap but for ties.
[[nodiscard]] inline double overlapped(double a, double b, int doublings) {
  const double largest = std::max(a, b);
  if (!(largest > 0.0)) return 0.0;
  double x = std::min(a, b) / largest;
  for (int i = 0; i < doublings; ++i) x *= x;
  double sum = 1.0 + x;
  for (int i = 0; i < doublings; ++i) sum = std::sqrt(sum);
  return largest * sum;
}

/// Share of what was just touched that is still in L2 when `footprint` bytes are worked through.
[[nodiscard]] constexpr double still_cached(double footprint, double capacity) {
  return footprint <= capacity ? 1.0 : std::max(0.0, 2.0 - footprint / capacity);
}

inline void check(const Streaming& s) {
  const auto whole = [](const char* field, std::int64_t value) {
    if (value < 0) throw bad_input(field, std::to_string(value), "must be a whole number >= 0");
  };
  whole("rows", s.rows), whole("columns", s.columns), whole("tensors", s.tensors);
  if (!(s.read >= Bytes{}) || !(s.written >= Bytes{}) || !std::isfinite(in(s.read + s.written, byte)))
    throw bad_input("bytes", std::to_string(in(s.read + s.written, byte)), "must be a finite number >= 0");
}

}  // namespace detail

/// Time of a memory-bound kernel. docs/streaming.md derives it.
/// @throws Error for negative or infinite counts
[[nodiscard]] inline Prediction predict(const Streaming& s, const StreamingModel& model) {
  detail::check(s);
  const StreamingTable& table = model.table;
  const StreamingGeometry g = detail::geometry_of(s, table);
  const ShapeConstants& c = table.shapes[static_cast<std::size_t>(g.shape)];
  const double read = in(s.read, byte), written = in(s.written, byte);
  const double capacity = table.l2_capacity * model.l2_bytes;

  const double resident = std::max(1.0, std::min({static_cast<double>(c.resident) * c.threads / g.threads,
                                                  model.threads_per_sm / g.threads, model.blocks_per_sm}));
  const double per_sm = g.blocks / model.sms;
  const double rounds = std::max(std::min(1.0, g.blocks), per_sm / resident);
  const double latency = rounds * (c.block_cycles + (1.0 + c.reread) * g.trips * c.trip_cycles) / model.clock;

  double missed = 0.0;
  if (c.reread > 0.0) {
    const double live = std::min(g.blocks, resident * model.sms) * read / std::max(1.0, g.blocks);
    missed = 1.0 - detail::still_cached(live, capacity);
  }
  const double warm = s.operands == Operands::warm ? detail::still_cached(read + written, capacity) : 0.0;
  const double efficiency = c.efficiency * (g.misaligned ? c.misaligned : 1.0);
  const double dram_read = read * (1.0 + c.reread * missed) * (1.0 - warm), dram_written = written * (1.0 - warm);
  const double dram = (dram_read / model.memory.read + dram_written / model.memory.written) / (model.bandwidth * efficiency);
  const double l2 = (read * (1.0 + c.reread) + written) / (table.l2_bytes_per_clock * model.sms * model.clock);
  const double math = std::max(in(s.work, flop) / model.flop_per_clock, s.special_functions / model.special_per_clock) /
                      (model.sms * model.clock);

  Prediction p{.math = math * second,
               .dram = dram * second,
               .l2 = l2 * second,
               .latency = (latency + table.latency_seconds) * second,
               .launch = table.launch_seconds * second,
               .traffic = (dram_read + dram_written) * byte,
               .work = s.work};
  const double memory = std::max(dram, l2);
  const double busy = detail::overlapped(detail::overlapped(memory, latency, table.norm_doublings), math, table.norm_doublings);
  const double fixed = table.launch_seconds + table.latency_seconds;
  p.total = (busy + fixed) * second;
  const StreamingRegime regime = busy < fixed ? StreamingRegime::launch
                                 : latency > memory ? StreamingRegime::latency
                                                    : StreamingRegime::memory;
  p.bound = regime == StreamingRegime::launch                  ? Bound::launch
            : math > std::max(memory, latency)                 ? Bound::math
            : regime == StreamingRegime::latency               ? Bound::latency
                                                               : Bound::memory;
  const ErrorBar bar =
      table.error_bars[static_cast<std::size_t>(model.knowledge)][static_cast<std::size_t>(regime)];
  p.low = bar.low * p.total;
  p.high = bar.high * p.total;
  p.validated = read + written >= table.validated_bytes[0] && read + written <= table.validated_bytes[1];
  return p;
}

[[nodiscard]] inline StreamingModel make_streaming_model(const Device& device, Load = Load::isolated) {
  return make_streaming_model(device, streaming_table);
}

}  // namespace perfmodel
