#pragma once
#include <algorithm>
#include <array>
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/lowering/target.hpp>
#include <perfmodel/operation/update.hpp>
#include <vector>

namespace perfmodel {

/// How one multi-tensor call is cut into kernels: a launch is full at so many tensors or so many chunks
/// (MultiTensorLimits).
struct MultiTensorLaunch {
  std::int64_t tensors{}, elements{};
  std::int64_t blocks{};   ///< chunks, of which a small tensor fills one in part
  std::int64_t longest{};  ///< elements of the fullest chunk
  std::int64_t uneven{},
      longest_uneven{};  ///< likewise in all, and of a chunk, of tensors that no vector of four divides
};

/// Calls launched(MultiTensorLaunch) for each kernel of a list of tensors of so many elements, in their order.
/// @param lists  of as many tensors each that the kernel works on side by side
/// @param wide_launches  of releases whose kernels take longer lists of arguments
template <class Launched>
void for_each_multi_tensor_launch(const MultiTensorLimits& limits, const std::vector<std::int64_t>& sizes, int lists,
                                  bool wide_launches, const Launched& launched) {
  constexpr std::int64_t vector = 4;  // kILP
  const auto& tensors = wide_launches ? limits.wide_tensors : limits.tensors;
  const std::size_t depth = static_cast<std::size_t>(std::clamp(lists, 1, static_cast<int>(tensors.size()))) - 1;
  const std::int64_t chunk = limits.chunk, tensor_limit = static_cast<std::int64_t>(tensors[depth]),
                     block_limit = wide_launches ? limits.wide_blocks : limits.blocks;
  MultiTensorLaunch current{};
  const auto flush = [&] {
    launched(current);
    current = {};
  };
  for (const std::int64_t size : sizes) {
    if (size == 0) continue;
    ++current.tensors;
    std::int64_t left = size;
    while (left > 0) {  // a long tensor may fill many launches
      const std::int64_t take = std::min((block_limit - current.blocks) * chunk, left);
      current.elements += take;
      current.blocks += (take + chunk - 1) / chunk;
      current.longest = std::max(current.longest, std::min(take, chunk));
      if (size % vector != 0)
        current.uneven += take, current.longest_uneven = std::max(current.longest_uneven, std::min(take, chunk));
      left -= take;
      const bool tensor_done = left == 0;
      if (current.blocks == block_limit || (tensor_done && current.tensors == tensor_limit)) {
        flush();
        if (!tensor_done) current.tensors = 1;
      }
    }
  }
  if (current.tensors > 0) flush();
}

namespace detail {
[[nodiscard]] inline Streaming update_kernel(const op::Update& u, const MultiTensorLaunch& launch) {
  const double n = static_cast<double>(launch.elements);
  return {.kind = StreamingKind::optimizer,
          .format = u.format,
          .columns = launch.elements,
          .read = u.reads * n * element_size(u.format) + u.state,
          .written = u.writes * n * element_size(u.format) + u.state,
          .work = u.each.operations * n * flop,
          .special_functions = u.each.special_functions * n,
          .tensors = launch.tensors,
          .chunks = launch.blocks,
          .longest_chunk = launch.longest,
          .longest_uneven_chunk = launch.longest_uneven,
          .visits = static_cast<double>(launch.uneven)};
}
}  // namespace detail

/// A list in as few launches as their arguments allow, or one plain kernel for a single tensor.
template <class Kernels>
void lower(const op::Update& u, const LoweringTarget& target, Kernels& kernels) {
  if (u.sizes == nullptr) return;
  if (!u.list) {
    kernels.push_back(
        detail::update_kernel(u, {.tensors = 1, .elements = static_cast<std::int64_t>(updated_elements(u))}));
    return;
  }
  for_each_multi_tensor_launch(
      target.table->multi_tensor, *u.sizes, u.lists, target.wide_launches,
      [&](const MultiTensorLaunch& launch) { kernels.push_back(detail::update_kernel(u, launch)); });
}

}  // namespace perfmodel
