#pragma once
#include "gemm_cases.hpp"
#include "session.hpp"

namespace perfmodel::calibrate {

/// Products to be measured, and the table they go to: TABLE_kernels.csv, TABLE_times.csv.
struct GemmDesign {
  std::string table{};
  std::vector<GemmCase> cases{};
};
/// The design of a calibration (docs/reference/calibration.md), about `share` of it.
[[nodiscard]] GemmDesign gemm_design(const Session& session, double share);
/// About 400 random products that belong to no design and enter no fit: table gemm_unseen.
[[nodiscard]] GemmDesign gemm_unseen(const Session& session);

/// About 5,000 random products for fits: table gemm_random.
[[nodiscard]] GemmDesign gemm_random(const Session& session);

/// About 2,000 random nn.Linear products with a bias, for fits: table gemm_linear.
[[nodiscard]] GemmDesign gemm_linear(const Session& session);

/// About 1,200 random products, each with cold and with warm operands, which judge fits: table gemm_warm.
[[nodiscard]] GemmDesign gemm_warm(const Session& session);

/// gemm_kernels.csv: for every case the kernels that one call launches, by CUPTI: name and grid of the longest, the
/// number of kernels and their summed duration. A pass of its own, in a process of its own: recording disturbs timing.
void record_gemm_kernels(Session& session, GemmDesign design);

/// gemm_times.csv: the time of every case, in random order, twice in different orders where time allows (column pass).
void measure_gemm(Session& session, GemmDesign design);

/// gemm_heuristics.csv: what cublasLtMatmulAlgoGetHeuristic would choose, for thousands of shapes that are never run.
void dump_gemm_heuristics(Session& session, int random_shapes);

/// gemm_choices.csv: likewise for as many random FP32 and TF32 products as decision trees need, in cublasLt's own
/// numbers.
void dump_gemm_choices(Session& session, int products);

/// gemm_choices_linear.csv: likewise for nn.Linear with a bias in four formats; first the products of gemm_linear.
void dump_linear_choices(Session& session, int products);

}  // namespace perfmodel::calibrate
