#pragma once
#include <perfmodel/operation/operation.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <variant>

namespace perfmodel::compile {

namespace detail {
/// Convolutions that PyTorch's compiler tells apart: in groups of several channels; of few channels and filters; to
/// half as many channels or fewer.
[[nodiscard]] constexpr bool in_groups(const Convolution& c) { return c.groups > 1 && c.channels_a_group() > 1; }
[[nodiscard]] constexpr bool is_small(const Convolution& c) {
  constexpr std::int64_t small_channels = 64;
  return c.k <= small_channels && c.channels_a_group() <= small_channels;
}
[[nodiscard]] constexpr bool narrows(const Convolution& c) { return 2 * c.k <= c.channels_a_group() && c.r > 1; }
}  // namespace detail

/// What inference of a convolution takes with its channels together over without, as PyTorch's compiler has it.
[[nodiscard]] constexpr double channels_last_share(const Convolution& c) {
  constexpr double grouped = 1.358, narrowing = 0.725, small = 0.783, other = 0.823;
  if (detail::in_groups(c)) return grouped;
  if (detail::is_small(c)) return small;
  return detail::narrows(c) ? narrowing : other;
}

/// Whether a compiler lays images out with their channels together: if convolutions are not rare, and in inference if
/// all their operations together, weighed by channels_last_share(), get no more; in training if none of them is in
/// groups of several channels or to half as many channels or fewer, and not all are small. PyTorch,
/// torch/_inductor/graph.py, GraphLowering.decide_layout_opt, which counts nodes of its own graph: some three an
/// operation.
[[nodiscard]] inline bool takes_channels_last(const StepTrace& trace) {
  constexpr std::int64_t most_nodes = 300, nodes_an_operation = 3;
  std::int64_t convolutions = 0, count = 0;
  bool all_small = true, keeps_planes = false, inference = true;
  double work_before = 0.0, work_after = 0.0;
  for (const TraceEvent& event : trace.step) {
    const auto* run = std::get_if<Execute>(&event.what);
    inference = inference && event.phase != Phase::backward;
    if (run == nullptr || (event.phase != Phase::forward && event.phase != Phase::loss)) continue;
    ++count;
    const auto* c = std::get_if<Convolution>(&trace.operations[run->operation]);
    if (c == nullptr) continue;
    ++convolutions;
    work_before += in(work(*c), mac);
    work_after += in(work(*c), mac) * channels_last_share(*c);
    keeps_planes = keeps_planes || detail::in_groups(*c) || detail::narrows(*c);
    all_small = all_small && detail::is_small(*c);
  }
  if (convolutions == 0 || nodes_an_operation * count > most_nodes * convolutions) return false;
  return inference ? work_after <= work_before : !keeps_planes && !all_small;
}

/// Whether a convolution is over two dimensions: signals and volumes keep their planes, whatever images do. PyTorch,
/// torch/_inductor/kernel/conv.py. Volumes under filters of a single number are images here (as_images()).
[[nodiscard]] constexpr bool is_over_images(const Convolution& c) {
  const bool signal = c.h == 1 && c.r == 1 && c.w > 1;
  const bool volume = c.d > 1 || c.t > 1 || c.planes > 0;
  return !signal && !volume;
}

/// The operation on images whose channels lie together.
[[nodiscard]] inline Operation with_channels_last(Operation operation) {
  if (auto* c = std::get_if<Convolution>(&operation); c != nullptr && is_over_images(*c))
    c->memory_format = MemoryFormat::nhwc;
  if (auto* p = std::get_if<op::Pooling>(&operation); p != nullptr && p->image.shape.rank == 4)
    p->image.strides = channels_last_strides(p->image.shape);
  return operation;
}

}  // namespace perfmodel::compile
