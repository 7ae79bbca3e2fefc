#pragma once
#include <algorithm>
#include <array>
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/lowering/target.hpp>
#include <perfmodel/operation/update.hpp>
#include <vector>

namespace perfmodel {

/// How one multi-tensor call is cut into kernels: a launch is full at so many tensors or so many 65,536-element chunks.
/// PyTorch, aten/src/ATen/native/cuda/MultiTensorApply.cuh (kChunkSize, depth_to_max_tensors, depth_to_max_blocks).
struct MultiTensorLaunch {
  std::int64_t tensors{}, elements{};
};

[[nodiscard]] inline std::vector<MultiTensorLaunch> multi_tensor_launches(const std::vector<std::int64_t>& sizes,
                                                                          int lists, bool wide_launches) {
  constexpr std::int64_t chunk = 65'536, most_blocks = 320, most_wide_blocks = 2240;
  constexpr std::array<std::int64_t, 5> most_tensors{110, 64, 48, 36, 30}, most_wide_tensors{770, 448, 336, 252, 210};
  const std::size_t depth = static_cast<std::size_t>(std::clamp(lists, 1, 5)) - 1;
  const std::int64_t tensor_limit = wide_launches ? most_wide_tensors[depth] : most_tensors[depth],
                     block_limit = wide_launches ? most_wide_blocks : most_blocks;
  std::vector<MultiTensorLaunch> launches;
  MultiTensorLaunch current{};
  std::int64_t blocks = 0;
  const auto flush = [&] {
    launches.push_back(current);
    current = {};
    blocks = 0;
  };
  for (const std::int64_t size : sizes) {
    if (size == 0) continue;
    ++current.tensors;
    std::int64_t left = size;
    while (left > 0) {  // a long tensor may fill many launches
      const std::int64_t take = std::min((block_limit - blocks) * chunk, left);
      current.elements += take;
      blocks += (take + chunk - 1) / chunk;
      left -= take;
      const bool tensor_done = left == 0;
      if (blocks == block_limit || (tensor_done && current.tensors == tensor_limit)) {
        flush();
        if (!tensor_done) current.tensors = 1;
      }
    }
  }
  if (current.tensors > 0) flush();
  return launches;
}

namespace detail {
[[nodiscard]] inline Streaming update_kernel(const op::Update& u, std::int64_t count, std::int64_t tensors) {
  const double n = static_cast<double>(count);
  return {.kind = StreamingKind::optimizer,
          .format = u.format,
          .columns = count,
          .read = u.reads * n * element_size(u.format) + u.state,
          .written = u.writes * n * element_size(u.format) + u.state,
          .work = u.each.operations * n * flop,
          .special_functions = u.each.special_functions * n,
          .tensors = tensors};
}
}  // namespace detail

/// A list in as few launches as their arguments allow, or one plain kernel for a single tensor.
template <class Kernels>
void lower(const op::Update& u, const LoweringTarget& target, Kernels& kernels) {
  if (u.sizes == nullptr) return;
  if (!u.list) {
    kernels.push_back(detail::update_kernel(u, static_cast<std::int64_t>(updated_elements(u)), 1));
    return;
  }
  for (const MultiTensorLaunch& launch : multi_tensor_launches(*u.sizes, u.lists, target.wide_launches))
    kernels.push_back(detail::update_kernel(u, launch.elements, launch.tensors));
}

}  // namespace perfmodel
