#pragma once
/// Several tensors side by side in one, as PyTorch records it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <perfmodel/recording/call.hpp>

namespace perfmodel::recorded {

namespace detail {
/// How its inputs lie, and what they add at a time.
struct Joined {
  bool packed{true};   ///< each without gaps in the order of its dimensions
  bool whole{true};    ///< whole pieces of 16 bytes
  bool sectors{true};  ///< whole sectors of 32 bytes
  std::int64_t bytes{};
};
[[nodiscard]] inline Joined joined(const Call& c, std::size_t along) {
  constexpr std::int64_t piece = 16, sector = 32;
  Joined out;
  for (const RecordedTensor& t : c.list(0)) {
    const Operand x = operand_of(t, c.batch);
    std::int64_t run = bits(x.format) / 8;
    for (std::size_t i = along; i < x.shape.rank; ++i) run *= x.shape[i];
    out.packed = out.packed && x.format == c.out().format && same_order(x, packed(x.shape, x.format));
    out.whole = out.whole && run % piece == 0;
    out.sectors = out.sectors && run % sector == 0;
    out.bytes += run;
  }
  out.bytes /= std::max<std::int64_t>(1, static_cast<std::int64_t>(c.list(0).size()));
  return out;
}
}  // namespace detail
/// (tensors, dimension): one kernel; of more than four dimensions, and of several formats, a copy of each tensor. A
/// stack in front of one of its tensors' dimensions is one along that, seen otherwise afterwards. PyTorch,
/// aten/src/ATen/native/cuda/Shape.cu, cat_out_cuda; aten/src/ATen/native/TensorShape.cpp, stack.
inline void concatenation(const Call& c, Plan& work) {
  constexpr std::size_t most_dimensions = 4;
  const Operand y = c.out();
  work.results(1);
  const std::int64_t named = c.number(1), rank = static_cast<std::int64_t>(y.shape.rank);
  const auto along = static_cast<std::size_t>(
      std::clamp<std::int64_t>(named < 0 ? named + rank : named, 0, std::max<std::int64_t>(0, rank - 1)));
  const bool stacked = base_name(c.event.name) == "stack" && along + 1 < y.shape.rank;
  bool apart = y.shape.rank > most_dimensions + (stacked ? 1 : 0);
  for (const RecordedTensor& t : c.list(0)) apart = apart || t.format != y.format;
  if (apart) {
    for (const RecordedTensor& t : c.list(0)) {
      const Operand x = operand_of(t, c.batch);
      Operand part = packed(x.shape, y.format);
      if (x.shape.rank == y.shape.rank) part.strides = y.strides;
      work.run(op::pointwise(PointwiseFunction::copy, {x}, part));
    }
    return;
  }
  const detail::Joined joined = detail::joined(c, along);
  work.run(op::Concatenation{.output = y,
                             .inputs = static_cast<std::int64_t>(c.list(0).size()),
                             .pieces = joined.packed && joined.whole,
                             .piece_bytes = joined.bytes,
                             .strided = !joined.packed,
                             .shared_sectors = !joined.sectors});
}

}  // namespace perfmodel::recorded
