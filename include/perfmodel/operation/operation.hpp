#pragma once
#include <cstddef>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/operation/aligned_loss.hpp>
#include <perfmodel/operation/attention.hpp>
#include <perfmodel/operation/collective.hpp>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/operation/custom.hpp>
#include <perfmodel/operation/fourier.hpp>
#include <perfmodel/operation/fused.hpp>
#include <perfmodel/operation/gemm.hpp>
#include <perfmodel/operation/host_copy.hpp>
#include <perfmodel/operation/indexing.hpp>
#include <perfmodel/operation/normalization.hpp>
#include <perfmodel/operation/pointwise.hpp>
#include <perfmodel/operation/pooling.hpp>
#include <perfmodel/operation/recurrent.hpp>
#include <perfmodel/operation/reduction.hpp>
#include <perfmodel/operation/softmax.hpp>
#include <perfmodel/operation/update.hpp>
#include <perfmodel/visit.hpp>
#include <string_view>
#include <variant>

namespace perfmodel {

/// What a framework dispatches: operands and what is calculated from them, by the mathematics. How a library runs it
/// (kernels, tiles, copies, scratch memory) is no part of it: lowering/ decides that.
/// A std::variant, asked by std::get_if and visit(); its copies are defined apart, as their code is long.
struct Operation
    : std::variant<Gemm, Convolution, Attention, op::Pointwise, op::Fill, op::Concatenation, op::Reduction, op::Softmax,
                   op::LayerNorm, op::GroupNorm, op::BatchNorm, op::Pooling, op::Resampling, op::Embedding, op::Gather,
                   op::NllLoss, op::Sort, op::TopK, op::Scan, op::Update, op::Recurrent, Collective, HostCopy,
                   op::Custom, op::Fused, op::Fourier, op::AlignedLoss> {
  Operation();
  template <class K>
  requires is_kind_of<K, variant> Operation(K kind) : Operation(kind_index<K, variant>, &kind) {}
  Operation(const Operation&);
  Operation(Operation&&) noexcept;
  Operation& operator=(const Operation&);
  Operation& operator=(Operation&&) noexcept;
  ~Operation();
  friend bool operator==(const Operation& a, const Operation& b);

 private:
  Operation(std::size_t index, void* kind);  ///< moves the alternative of that index out of *kind
};

/// Useful operations, by definition (2 per multiply-accumulate).
[[nodiscard]] Work work(const Operation& operation);
/// Bytes that must cross the memory bus once: each operand and result.
[[nodiscard]] Bytes traffic(const Operation& operation);

/// The format in which an operation multiplies matrices; none for operations that do not.
[[nodiscard]] std::optional<NumberFormat> multiplied_format(const Operation& operation);

/// One word for tables and messages.
[[nodiscard]] std::string_view name(const Operation& operation);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/operation/operation.ipp>
#endif
