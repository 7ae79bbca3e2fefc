#pragma once
#include <algorithm>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/reshape.hpp>
#include <utility>
#include <vector>

namespace perfmodel {

/// Each token goes through `used` of `experts` gated MLPs, picked by a linear router; results are summed by weight.
/// Shazeer et al. 2017, arXiv:1701.06538; Jiang et al. 2024, arXiv:2401.04088 (Mixtral). The tokens are taken to spread
/// evenly over the experts. Kernels as transformers 5.17 runs them (integrations/moe.py, grouped_mm_experts_forward):
/// routed rows sorted by expert, 16-bit products of all experts in one kernel, FP32 ones expert by expert. The products
/// are no part of autocast: FP32 weights multiply in FP32.
struct MixtureOfExperts {
  std::int64_t width{}, inner{}, experts{8}, used{2};
  std::int64_t ranks{1};    ///< cards that hold experts / ranks each: tokens travel to their experts and back
  std::int64_t per_node{};  ///< of these cards in one host; 0: all
  std::optional<NumberFormat> quantized{};  ///< experts' weights are stored and multiplied in it: inference
  bool engine{};  ///< as inference engines run it: products read and weight routed rows themselves, and tokens choose
                  ///< their experts at random, so that few tokens need few experts' weights
  friend constexpr bool operator==(const MixtureOfExperts&, const MixtureOfExperts&) = default;
};

/// Experts that one card holds.
[[nodiscard]] constexpr std::int64_t local_experts(const MixtureOfExperts& m) { return m.experts / m.ranks; }

[[nodiscard]] constexpr std::string_view kind(const MixtureOfExperts&) { return "mixture_of_experts"; }

/// @throws Error naming the shapes, or if more experts are used than there are
[[nodiscard]] Shape output_shape(const MixtureOfExperts& m, InputShapes inputs);

[[nodiscard]] std::vector<ParameterTensor> parameters(const MixtureOfExperts& m, InputShapes);

/// Router, and three products of width x inner for every token and expert used.
[[nodiscard]] Work forward_work(const MixtureOfExperts& m, InputShapes inputs);

namespace detail {

/// rows x in -> rows x out by every expert: all in one call (torch._grouped_mm, 16 bits), or one product each.
void expert_product(TraceWriter& w, const MixtureOfExperts& m, std::int64_t routed, Gemm product);

/// How many rows each card sends to every other, which the host must know before they travel.
void exchange_counts(TraceWriter& w, const MixtureOfExperts& m);

/// Rows sent to the cards that hold their experts, where those of one expert are put together, or apart again and back.
/// As many arrive as leave: the load is even. `x` itself where all experts are here.
[[nodiscard]] Tensor send_rows(TraceWriter& w, const MixtureOfExperts& m, Tensor x, bool back);

/// Operations over a few thousand indices, whose time is that of starting them.
void index_operations(TraceWriter& w, int count, std::int64_t size);

/// `sorted` int64 keys put in order.
void sort_indices(TraceWriter& w, std::int64_t keys);

/// y = f(inputs..., one number for each row): scaled by weights, or cleared by a mask.
void row_wise(TraceWriter& w, const Tensor& y, std::initializer_list<Tensor> inputs);

/// masked_fill: a copy, then zeros for the rows of no expert.
[[nodiscard]] Tensor masked_copy(TraceWriter& w, const Tensor& x);

/// Rows added up where their indices are equal: zeros, the indices sorted, a sum.
[[nodiscard]] Tensor scattered_sum(TraceWriter& w, const Tensor& dy, const Shape& shape);

/// Experts that at least one of so many tokens has chosen, on average over random choices.
[[nodiscard]] std::int64_t chosen_experts(const MixtureOfExperts& m, std::int64_t tokens);

/// Router, choice, order, gate and up in one product, activation, down, and a sum over each token's experts.
[[nodiscard]] Tensor engine_forward(TraceWriter& w, const MixtureOfExperts& m, const Tensor& x, const Gemm& router,
                                    const Gemm& product);

/// What backward needs.
struct SavedExperts {
  MixtureOfExperts layer{};
  Tensor x{}, scores{}, gathered{}, halves{}, activated{}, product{}, results{};
  Gemm router{};
  Shape router_shape{}, gate_shape{}, down_shape{};
  NumberFormat router_stored{}, format{}, stored{};
  std::int64_t tokens{}, routed{};
};

/// Scores of all experts, the best of each token, and the rows in the order of their experts.
Tensor choose_experts(TraceWriter& w, const MixtureOfExperts& m, const Gemm& router, std::int64_t tokens,
                      std::int64_t routed);

/// The experts' results weighted in FP32, put back in the tokens' order and summed over each token's experts.
[[nodiscard]] Tensor combine_experts(TraceWriter& w, const MixtureOfExperts& m, const Tensor& results,
                                     const Shape& shape, std::int64_t routed);

/// Gradients of the experts' matrices and of the gathered rows. Saved tensors die on the way.
[[nodiscard]] Tensor experts_backward(TraceWriter& w, SavedExperts& s, Tensor d_results, Gradients grads);

/// Gradients of the weighted sum, of the experts, of the choice and of the router.
void mixture_backward(TraceWriter& w, SavedExperts& s, Gradients grads);

}  // namespace detail

/// Router product, softmax and choice; rows gathered by expert; the gate's and the down product; results weighted, put
/// back and summed over each token's experts. Saves the gathered rows, both halves of the gate, SiLU's result, the
/// gated product and the experts' results.
[[nodiscard]] Tensor forward(TraceWriter& writer, const MixtureOfExperts& m, Inputs inputs, Parameters ids);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/mixture_of_experts.ipp>
#endif
