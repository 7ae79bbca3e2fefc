#pragma once
#include <algorithm>
#include <cmath>
#include <perfmodel/pricing/gemm/configuration_time.hpp>
#include <perfmodel/pricing/overlap.hpp>

namespace perfmodel {

/// Kernels that lie in no family's tiles: of cuBLAS on Hopper, `gemmSN_TN` and `gemmSN_NN` for products of up to 16
/// rows, `gemv` for those with a vector. They multiply and add in FP32 whatever the format, without shared memory, and
/// their blocks walk along K one load after the other, as many of them at once as an SM holds.

/// Has the library a kernel for few rows for the product: K the contiguous dimension of A, few rows, a K worth walking
/// along?
[[nodiscard]] constexpr bool may_be_skinny(const Gemm& g, const SkinnyKernels& c) {
  const bool a_along_k = g.layout == Layout::nn || g.layout == Layout::nt;
  return a_along_k && g.m > 1 && g.n > 1 && g.m <= c.most_rows && g.k >= c.least_k;
}

/// Its time, s.  @pre may_be_skinny(); `p` is of a model in whose format the card multiplies
[[nodiscard]] inline double skinny_seconds(const GemmModel& model, const GemmProblem& p) {
  const SkinnyKernels& c = model.shared.skinny;
  const SkinnyKernel& kernel = p.b_along_k ? c.along_k : c.across_k;
  const double clock = model.power[p.format].clock_max;
  const double groups = round_up(p.rows / kernel.rows), rows = round_up(p.rows / groups);
  const double per_sm = std::max(1.0, round_up(p.columns / kernel.columns) * groups * p.batch / model.sms);
  const double at_once = rows <= c.few_rows ? kernel.k_of_few_rows : kernel.k;
  const double wait = c.wait_cycles * std::lerp(model.shared.cached.wait_share, 1.0, p.from_memory);
  const double waits = std::max(1.0, per_sm / kernel.resident) * p.k / at_once + c.start_waits;
  const double math = per_sm * kernel.columns * rows * p.k * kernel.mac_cycles;
  const double memory =
      (p.from_memory * (p.compulsory - p.c_bytes) + p.c_to_memory * p.c_bytes) / detail::stream_bandwidth(model);
  const double l2 = p.compulsory / (l2_bandwidth(model) * clock);
  return overlap((waits * wait + math) / clock, memory, l2, model.constants.norm_doublings) + c.start_seconds;
}

/// The time of a gemv kernel, s.  @pre C is a row
[[nodiscard]] inline double vector_seconds(const GemmModel& model, const GemmProblem& p) {
  const VectorKernels& c = model.shared.vectors;
  const VectorKernel& kernel = p.b_along_k ? c.along_k : c.across_k;
  const double clock = model.power[p.format].clock_max;
  const double outputs = p.columns * p.rows * p.batch / model.sms;
  const double wait = c.wait_cycles * std::lerp(model.shared.cached.wait_share, 1.0, p.from_memory);
  const double parts = std::max(1.0, p.k / c.most_k);
  const double walk = std::max(1.0, outputs * parts / kernel.resident) * p.k / parts / kernel.k * wait;
  const double narrow = p.in_bytes < hardware::register_bytes ? c.narrow : 1.0;
  const double issue = outputs * (p.k * kernel.element_cycles * narrow + kernel.output_cycles);
  const double memory =
      (p.from_memory * (p.compulsory - p.c_bytes) + p.c_to_memory * p.c_bytes) / detail::stream_bandwidth(model);
  const double l2 = p.compulsory / (l2_bandwidth(model) * clock);
  return overlap(detail::root_of_squares(walk, issue) / clock, memory, l2, model.constants.norm_doublings) +
         c.start_waits * wait / clock + c.start_seconds + (parts > 1.0 ? c.parts_seconds : 0.0);
}

}  // namespace perfmodel
