#pragma once
#include <array>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <utility>

/// What the ways to calculate attention share: heads that lie side by side, and gradients of Q, K and V.
namespace perfmodel::detail {

/// [batch, length, heads x size] as [batch, heads, length, size], without a copy.
[[nodiscard]] Tensor heads_apart(const Tensor& x, std::int64_t heads);

/// Gradients of the inputs from those of Q, K and V: handed on, or put side by side (the backward of a split).
void return_gradients(TraceWriter& w, Gradients grads, std::array<Tensor, 3> each, const Shape& together);

}  // namespace perfmodel::detail

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/attention_heads.ipp>
#endif
