#pragma once
#include <array>
#include <perfmodel/operation/fused.hpp>

namespace perfmodel {

/// Constants of one loop of a compiler's kernels.
struct FusedLoopConstants {
  double efficiency{1.0};   ///< share of the memory system's own best
  double element_cycles{};  ///< of one SM for each element that the loop visits
};

/// Constants of kernels that a compiler generates (Triton's, by torch.compile). Cycles are core cycles.
struct FusedTable {
  std::array<FusedLoopConstants, op::fused_loop_count> loops{{{0.85, 0.02}, {0.85, 0.05}, {0.7, 0.05}}};
  double operation_cycles{0.01};  ///< of one SM for each arithmetic operation
  double special_cycles{0.1};     ///< the same for each exponential, root, division
  double stage_seconds{1.4e-6};   ///< of the second kernel, which adds up partial sums of long columns
  double stage_values{1024.0};    ///< elements of a result beyond which there are partial sums
  double spread{0.2};             ///< 90 % of kernels lie within this, relative
};

}  // namespace perfmodel
