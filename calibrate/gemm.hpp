#pragma once
#include "session.hpp"

namespace perfmodel::calibrate {

/// gemm_kernels.csv: for every case the kernels that one call launches, by CUPTI: name and grid of the longest, the
/// number of kernels and their summed duration. A pass of its own, in a process of its own: recording disturbs timing.
void record_gemm_kernels(Session& session, double share);

/// gemm_times.csv: the time of every case, in random order, twice in different orders where time allows (column pass).
void measure_gemm(Session& session, double share);

/// gemm_heuristics.csv: what cublasLtMatmulAlgoGetHeuristic would choose, for thousands of shapes that are never run.
void dump_gemm_heuristics(Session& session, int random_shapes);

}  // namespace perfmodel::calibrate
