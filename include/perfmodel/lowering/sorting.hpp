#pragma once
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/operation/indexing.hpp>

namespace perfmodel {

/// Up to some thousand keys one thread block sorts, or chooses.
[[nodiscard]] constexpr Streaming lowered(const op::Sort& s) {
  const Bytes keys = 8.0 * static_cast<double>(s.keys) * byte;
  return {.kind = StreamingKind::sort_block,
          .format = NumberFormat::fp64,
          .columns = s.keys,
          .read = keys,
          .written = keys};
}
namespace detail {
/// Rows of up to 4,096 keys: a copy, their places, copied for each row, a copy of the keys, and a thread block or less
/// for each row. Longer ones: two counts, and a pass for each 8 bits of a key. PyTorch,
/// aten/src/ATen/native/cuda/Sort.cpp and Sort.cu.
template <class Kernels>
void lower_sorted_rows(const op::Sort& s, Kernels& kernels) {
  constexpr std::int64_t longest = 4096, digits = 256;
  const std::int64_t all = s.rows * s.keys;
  const Bytes keys = static_cast<double>(all) * element_size(s.format), places = 8.0 * static_cast<double>(all) * byte;
  const auto add = [&](StreamingKind kind, NumberFormat format, std::int64_t rows, std::int64_t columns, Bytes read,
                       Bytes written) {
    kernels.push_back(
        Streaming{.kind = kind, .format = format, .rows = rows, .columns = columns, .read = read, .written = written});
  };
  using enum StreamingKind;
  add(elementwise, s.format, 1, all, keys, keys);
  add(elementwise, NumberFormat::fp64, 1, all, Bytes{}, places);
  if (s.keys <= longest) {
    add(elementwise, NumberFormat::fp64, 1, s.keys, Bytes{}, places * (1.0 / static_cast<double>(s.rows)));
    add(elementwise, s.format, 1, all, keys, keys);
    return add(sorted_rows, s.format, s.rows, s.keys, keys + places, keys + places);
  }
  const int passes = bits(s.format) / 8;
  for (int i = 0; i < 3; ++i)
    add(fill, NumberFormat::fp64, 1, digits, Bytes{}, 8.0 * static_cast<double>(digits) * byte);
  add(elementwise, s.format, 1, all, keys, Bytes{});
  for (int i = 0; i < passes; ++i) add(sorted_list, s.format, 1, all, keys + places, keys + places);
}
}  // namespace detail

template <class Kernels>
void lower(const op::Sort& s, Kernels& kernels) {
  if (s.rows > 0) return detail::lower_sorted_rows(s, kernels);
  kernels.push_back(lowered(s));
}
/// PyTorch, aten/src/ATen/native/cuda/TensorTopK.cu, sbtopk: a block for each row chooses, a second kernel orders.
template <class Kernels>
void lower(const op::TopK& t, Kernels& kernels) {
  if (t.chosen == 0) {
    const Bytes rows = 8.0 * static_cast<double>(t.rows) * byte;
    kernels.push_back(Streaming{.kind = StreamingKind::sort_block,
                                .format = NumberFormat::fp64,
                                .rows = 0,
                                .columns = t.rows,
                                .read = rows,
                                .written = rows});
    return;
  }
  const double rows = static_cast<double>(t.rows);
  const Bytes read = rows * static_cast<double>(t.columns) * element_size(t.format), found = traffic(t) - read;
  kernels.push_back(Streaming{.kind = StreamingKind::row_choice,
                              .format = t.format,
                              .rows = t.rows,
                              .columns = t.columns,
                              .read = read,
                              .written = found,
                              .work = work(t)});
  if (t.chosen > 1)
    kernels.push_back(Streaming{.kind = StreamingKind::choice_order,
                                .format = t.format,
                                .rows = t.rows,
                                .columns = t.chosen,
                                .read = found,
                                .written = found});
}

}  // namespace perfmodel
