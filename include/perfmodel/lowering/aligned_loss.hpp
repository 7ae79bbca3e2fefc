#pragma once
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/operation/aligned_loss.hpp>

namespace perfmodel {

namespace detail {
/// Above a size the gradient is a list of kernels over the whole table; below, one that goes through the table for each
/// step. PyTorch, aten/src/ATen/native/cuda/LossCTC.cu, ctc_loss_backward_gpu_template.
[[nodiscard]] constexpr bool gradient_by_parts(const op::AlignedLoss& a) {
  constexpr std::int64_t limit = 450;
  return 2 * a.steps + 24 * a.batch / 10 + 2 * a.classes / 10 > limit;
}

/// Logarithms of sums over the states of all labels and blanks, by their largest, and what is made of them: kernels of
/// one number for each sample and step, and two over the blanks' half of the table.
template <class Kernels>
void lower_blanks(const op::AlignedLoss& a, Kernels& kernels) {
  constexpr double half = 0.5;
  constexpr int small = 7;
  const std::int64_t places = a.batch * a.steps, blanks = a.labels + 1;
  const Bytes table = table_bytes(a), one = static_cast<double>(places) * element_size(a.format);
  const auto add = [&](StreamingKind kind, std::int64_t rows, std::int64_t columns, Bytes read, Bytes written,
                       double special) {
    kernels.push_back(Streaming{.kind = kind,
                                .format = a.format,
                                .rows = rows,
                                .columns = columns,
                                .read = read,
                                .written = written,
                                .special_functions = special,
                                .backward = true,
                                .access = AccessPattern::strided});
  };
  const double numbers = static_cast<double>(places) * static_cast<double>(blanks);
  add(StreamingKind::elementwise, 1, places * blanks, 2.0 * table, half * table, 0.0);
  add(StreamingKind::row_reduction, places, blanks, half * table, one, 0.0);
  add(StreamingKind::elementwise, 1, places * blanks, half * table + one, half * table, numbers);
  add(StreamingKind::row_reduction, places, blanks, half * table, one, 0.0);
  for (int i = 0; i < small; ++i) add(StreamingKind::elementwise, 1, places, 2.0 * one, one, 0.0);
}
}  // namespace detail

/// A block of threads for one or several samples goes through the steps one after the other; backward another from the
/// end, then what each class gets. PyTorch, LossCTC.cu.
template <class Kernels>
void lower(const op::AlignedLoss& a, Kernels& kernels) {
  using enum StreamingKind;
  const Bytes table = table_bytes(a), logarithms = logarithm_bytes(a);
  const std::int64_t all = a.batch * a.steps * a.classes;
  const auto walk = [&](StreamingKind kind, Bytes read, Bytes written) {
    kernels.push_back(Streaming{.kind = kind,
                                .format = a.format,
                                .rows = a.batch,
                                .columns = a.steps,
                                .read = read,
                                .written = written,
                                .work = work(a),
                                .backward = a.backward,
                                .pixels = a.classes,
                                .visits = static_cast<double>(states(a))});
  };
  const auto whole = [&](StreamingKind kind, std::int64_t count, Bytes read, Bytes written, double special = 0.0) {
    kernels.push_back(Streaming{.kind = kind,
                                .format = a.format,
                                .columns = count,
                                .read = read,
                                .written = written,
                                .special_functions = special,
                                .backward = true});
  };
  if (!a.backward) return walk(aligned_states, logarithms, table);
  whole(fill, a.batch * a.steps * states(a), Bytes{}, table);
  whole(fill, all, Bytes{}, logarithms);
  walk(aligned_states, logarithms, table);
  if (detail::gradient_by_parts(a)) {
    whole(elementwise, all, logarithms, logarithms, static_cast<double>(all));
    detail::lower_blanks(a, kernels);
    whole(elementwise, all, logarithms, logarithms);
    whole(elementwise, all, logarithms, logarithms);
    walk(aligned_labels, 2.0 * table, logarithms);
  } else {
    walk(aligned_classes, 2.0 * table + logarithms, logarithms);
  }
  whole(elementwise, all, Bytes{}, Bytes{});  // steps beyond a sample's end
}

}  // namespace perfmodel
