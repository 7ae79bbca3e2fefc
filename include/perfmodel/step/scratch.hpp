#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/lowering/indexing.hpp>
#include <perfmodel/lowering/recurrent.hpp>
#include <perfmodel/lowering/reduction.hpp>
#include <perfmodel/lowering/workspace.hpp>
#include <perfmodel/pricing/convolution/workspace.hpp>
#include <perfmodel/trace/trace_writer.hpp>
#include <perfmodel/visit.hpp>
#include <type_traits>
#include <variant>

namespace perfmodel {

/// What operations take from PyTorch's allocator while they run: workspaces of cuBLAS, cublasLt and cuDNN, partial sums
/// of reductions, keys of sorts.
namespace detail {
inline constexpr int cublas_slot = 0, cublaslt_slot = 1;

[[nodiscard]] Scratch scratch_of(const Gemm& gemm, const TraceOptions& options);
[[nodiscard]] Scratch scratch_of(const Convolution& c, const TraceOptions& options);
[[nodiscard]] Scratch scratch_of(const op::Reduction& r, const TraceOptions& options);
/// Lists of sorted keys and their places, and sums of pieces: of the kernels that add, which follow the sort.
[[nodiscard]] Scratch scratch_of(const op::Embedding& e, const TraceOptions&);
[[nodiscard]] Scratch scratch_of(const op::Recurrent& r, const TraceOptions& options);
}  // namespace detail

/// The scratch memory of an operation under PyTorch. A ScratchRule.
[[nodiscard]] Scratch scratch_of(const Operation& operation, const TraceOptions& options);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/step/scratch.ipp>
#endif
