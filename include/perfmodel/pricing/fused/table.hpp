#pragma once
#include <array>
#include <perfmodel/operation/fused.hpp>
#include <perfmodel/pricing/prediction.hpp>
#include <string_view>

namespace perfmodel {

/// Constants of one loop of a compiler's kernels.
struct FusedLoopConstants {
  double efficiency{1.0};   ///< share of the memory system's own best
  double element_cycles{};  ///< of one SM for each element that the loop visits
};
inline constexpr std::array<std::string_view, op::fused_loop_count> fused_loop_names{"elements", "rows", "columns"};

/// Constants of kernels that a compiler generates (Triton's, by torch.compile). Cycles are core cycles.
struct FusedTable {
  std::array<FusedLoopConstants, op::fused_loop_count> loops{};
  double operation_cycles{};  ///< of one SM for each arithmetic operation
  double special_cycles{};    ///< the same for each exponential, root, division
  double scattered_cycles{};  ///< the same for each element that is added where indices say
  double crowded_cycles{};    ///< the same where neighbours in time are added to the same places
  double drawn_cycles{};      ///< the same for each random number
  double latency_seconds{};   ///< of a kernel with next to no work
  double stage_seconds{};     ///< of the second kernel, which adds up partial sums of long columns
  double partial_cycles{};    ///< of that kernel for each element of a result
  double stage_values{};      ///< elements of a result beyond which there are partial sums
  ErrorBar error_bar{};
};

}  // namespace perfmodel
