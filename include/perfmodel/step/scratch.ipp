#pragma once
#include <perfmodel/step/scratch.hpp>

namespace perfmodel {

namespace detail {

PERFMODEL_INLINE Scratch scratch_of(const Gemm& gemm, const TraceOptions& options) {
  Scratch s;
  s.add({cublas_workspace_bytes(options.target), MemoryClass::workspace, cublas_slot});
  if (gemm.epilogue == Epilogue::bias)
    s.add({cublaslt_workspace_bytes, MemoryClass::workspace, options.rules.lt_workspace_kept ? cublaslt_slot : -1});
  return s;
}

PERFMODEL_INLINE Scratch scratch_of(const Convolution& c, const TraceOptions& options) {
  Scratch s;
  s.add({cudnn_workspace_bytes(c, architecture_of(options.target.compute_capability),
                               static_cast<double>(options.target.sms)),
         MemoryClass::workspace});
  return s;
}

PERFMODEL_INLINE Scratch scratch_of(const op::Reduction& r, const TraceOptions& options) {
  const ReductionScratch sums = reduction_scratch(r, options.target);
  Scratch s;
  s.add({sums.buffer_bytes});
  s.add({sums.semaphore_bytes});
  return s;
}

PERFMODEL_INLINE Scratch scratch_of(const op::Embedding& e, const TraceOptions&) {
  Scratch s;
  if (!e.backward) return s;
  constexpr std::int64_t integer = 8, one_block = 2304;
  if (e.indexed) {  // places as one number, sorted, where they stood, their order; what a sort goes to and fro between
    s.add({4 * integer * e.indices});
    if (e.indices > one_block) s.add({2 * integer * e.indices});
  } else if (op::sorts_gradients(e)) {
    const op::GradientRuns runs = op::gradient_runs(e);
    s.add({3 * integer * e.indices});  // sorted, where they stood, where each run begins
    s.add({integer * (2 * runs.most + runs.pieces)});
    s.add({4 * runs.pieces * e.width});  // sums in FP32
  }
  return s;
}

PERFMODEL_INLINE Scratch scratch_of(const op::Recurrent& r, const TraceOptions& options) {
  Scratch s;
  s.add({recurrent_workspace_bytes(r, options.target), MemoryClass::workspace});
  return s;
}
}  // namespace detail

PERFMODEL_INLINE Scratch scratch_of(const Operation& operation, const TraceOptions& options) {
  return perfmodel::visit(
      [&](const auto& o) -> Scratch {
        if constexpr (requires { detail::scratch_of(o, options); })
          return detail::scratch_of(o, options);
        else
          return {};
      },
      operation);
}

}  // namespace perfmodel
