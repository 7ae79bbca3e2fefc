#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/elementwise.hpp>
#include <perfmodel/layer/reshape.hpp>
#include <vector>

namespace perfmodel {

/// The tensor in another order in memory (contiguous()); its gradient is a view. `parts` > 1: its parts are taken by
/// indexing (as nn.MultiheadAttention takes q, k and v), so that backward fills, copies and adds a whole tensor for
/// each; long runs stay together, and in inference without autocast a fused path takes the parts as they lie.
/// `attention_result`: what nn.MultiheadAttention makes of the result of attention, [batch, length] into [length,
/// batch] order; cuDNN's 16-bit kernels and the fused path write that order themselves.
struct Copy {
  int parts{1};
  bool attention_result{};
  friend constexpr bool operator==(const Copy&, const Copy&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const Copy&) { return "copy"; }

/// @throws Error if the innermost dimension does not divide into the parts
[[nodiscard]] Shape output_shape(const Copy& layer, InputShapes inputs);

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Copy&, InputShapes) { return {}; }

[[nodiscard]] constexpr Work forward_work(const Copy&, InputShapes) { return {}; }

namespace detail {

/// A tensor [batch, positions, parts x width] as [batch, positions, parts, width]. `positions_lead`: its memory holds
/// all batches of a position together, as a product over a transposed view leaves it; `parts_lead`: its memory holds
/// one part after the other, each so.
[[nodiscard]] Tensor in_parts(const Tensor& x, std::int64_t parts, bool parts_lead);

/// Each part was taken by indexing: its gradient is put into a zeroed tensor of the whole, and these are added.
void gradient_of_parts(TraceWriter& w, std::int64_t parts, const Tensor& dy, Tensor& gradient);

/// The operands of the copy, as they lie before and after it.
void run_copy(TraceWriter& writer, const Copy& layer, const Tensor& x, const Tensor& y);

}  // namespace detail

[[nodiscard]] Tensor forward(TraceWriter& writer, const Copy& layer, Inputs inputs, Parameters);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/copy.ipp>
#endif
