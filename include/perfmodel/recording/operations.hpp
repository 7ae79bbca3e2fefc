#pragma once
/// Which operation of the model each of PyTorch's is, by the name that the dispatcher knows it by
/// (aten/src/ATen/native/native_functions.yaml).
#include <map>
#include <optional>
#include <perfmodel/recording/concatenation.hpp>
#include <perfmodel/recording/distances.hpp>
#include <perfmodel/recording/elements.hpp>
#include <perfmodel/recording/folding.hpp>
#include <perfmodel/recording/indexing.hpp>
#include <perfmodel/recording/products.hpp>
#include <perfmodel/recording/recurrent.hpp>
#include <perfmodel/recording/streams.hpp>
#include <perfmodel/recording/transforms.hpp>
#include <perfmodel/software/host_op.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace perfmodel::recorded {

/// How an operation of PyTorch's is read, and what it costs the host forward and backward.
struct Rule {
  void (*work)(const Call&, Plan&){};
  HostOp forward{HostOp::elementwise}, backward{HostOp::elementwise_backward};
  bool each_alone{};  ///< element by element, so that dimensions may be joined
};
using Rules = std::unordered_map<std::string_view, Rule>;

namespace detail {
inline void add_products(Rules& r) {
  const Rule product{matrix_product, HostOp::linear, HostOp::linear_backward},
      batched{matrix_product, HostOp::matmul, HostOp::matmul_backward},
      with_bias{matrix_product_with_bias, HostOp::linear, HostOp::linear_backward};
  for (const char* n : {"mm", "mv", "dot", "vdot"}) r[n] = product;
  r["bmm"] = batched;
  r["_euclidean_dist"] = {euclidean_distances, HostOp::matmul, HostOp::matmul_backward};
  r["_grouped_mm"] = {grouped_products, HostOp::matmul, HostOp::matmul_backward};
  for (const char* n : {"addmm", "addmm_", "_addmm_activation", "addmv"}) r[n] = with_bias;
  for (const char* n : {"baddbmm", "baddbmm_"})
    r[n] = {matrix_product_with_bias, HostOp::matmul, HostOp::matmul_backward};
  for (const char* n :
       {"convolution", "_convolution", "convolution_overrideable", "cudnn_convolution", "mkldnn_convolution"})
    r[n] = {recorded::convolution, HostOp::convolution, HostOp::convolution_backward};
  for (const char* n : {"convolution_backward", "convolution_backward_overrideable"})
    r[n] = {recorded::convolution_backward, HostOp::convolution, HostOp::convolution_backward};
  for (const char* n : {"_scaled_dot_product_flash_attention", "_scaled_dot_product_efficient_attention",
                        "_scaled_dot_product_cudnn_attention", "_scaled_dot_product_flash_attention_for_cpu"})
    r[n] = {recorded::attention, HostOp::attention, HostOp::attention_backward};
  for (const char* n :
       {"_scaled_dot_product_flash_attention_backward", "_scaled_dot_product_efficient_attention_backward",
        "_scaled_dot_product_cudnn_attention_backward", "_scaled_dot_product_flash_attention_for_cpu_backward"})
    r[n] = {attention_backward, HostOp::attention, HostOp::attention_backward};
  r["_cudnn_rnn"] = {recorded::recurrent, HostOp::recurrent, HostOp::recurrent_backward};
  r["_cudnn_rnn_backward"] = {recurrent_backward, HostOp::recurrent, HostOp::recurrent_backward};
}

inline void add_norms(Rules& r) {
  constexpr HostOp f = HostOp::normalization, b = HostOp::normalization_backward;
  r["native_layer_norm"] = {recorded::layer_norm<false>, f, b};
  r["native_layer_norm_backward"] = {layer_norm_backward<false>, f, b};
  r["_fused_rms_norm"] = {recorded::layer_norm<true>, f, b};
  r["_fused_rms_norm_backward"] = {layer_norm_backward<true>, f, b};
  for (const char* n : {"native_batch_norm", "cudnn_batch_norm", "miopen_batch_norm", "_native_batch_norm_legit",
                        "_native_batch_norm_legit_functional"})
    r[n] = {batch_norm<5>, f, b};
  r["_native_batch_norm_legit_no_training"] = {batch_norm<-1>, f, b};
  for (const char* n : {"_batch_norm_with_update", "_batch_norm_with_update_functional"}) r[n] = {batch_norm<-2>, f, b};
  r["native_batch_norm_backward"] = {batch_norm_backward<1, 2, 7, 9>, f, b};
  r["batch_norm_backward"] = {batch_norm_backward<1, 2, 7, 9>, f, b};
  r["cudnn_batch_norm_backward"] = {batch_norm_backward<0, 2, -1, 0>, f, b};
  r["native_group_norm"] = {group_norm<false>, f, b};
  r["native_group_norm_backward"] = {group_norm<true>, f, b};
  r["_softmax"] = {softmax<false>, HostOp::softmax, HostOp::softmax_backward};
  r["_log_softmax"] = {softmax<true>, HostOp::softmax, HostOp::softmax_backward};
  r["_safe_softmax"] = r["_softmax"];
  r["_softmax_backward_data"] = {softmax_backward<false>, HostOp::softmax, HostOp::softmax_backward};
  r["_log_softmax_backward_data"] = {softmax_backward<true>, HostOp::softmax, HostOp::softmax_backward};
}

inline void add_reductions(Rules& r) {
  using What = op::Reduction::What;
  for (const char* n : {"sum", "mean", "prod", "nansum", "count_nonzero"}) r[n] = {reduction<1>};
  for (const char* n : {"amax", "amin", "any", "all", "aminmax", "_is_all_true", "_is_any_true"})
    r[n] = {reduction<1, What::extremes>};
  for (const char* n : {"var", "std", "var_mean", "std_mean"}) r[n] = {reduction<1, What::moments>};
  for (const char* n : {"argmax", "argmin", "median"}) r[n] = {reduction<1, What::places>};
  for (const char* n : {"max", "min"}) r[n] = {extreme};
  r["logsumexp"] = {log_sum_exp};
  for (const char* n : {"norm", "linalg_vector_norm"}) r[n] = {reduction<2>};
  for (const char* n : {"cumsum", "cumprod"}) r[n] = {scan<false>};
  for (const char* n : {"logcumsumexp", "cummax", "cummin"}) r[n] = {scan<true>};
  constexpr HostOp f = HostOp::pooling, b = HostOp::pooling_backward;
  constexpr PoolingKind maximum = PoolingKind::maximum, average = PoolingKind::average;
  for (const char* n : {"max_pool2d_with_indices", "max_pool3d_with_indices", "max_pool1d_with_indices"})
    r[n] = {pooling<maximum, false>, f, b};
  for (const char* n : {"max_pool2d_with_indices_backward", "max_pool3d_with_indices_backward"})
    r[n] = {pooling<maximum, true>, f, b};
  for (const char* n : {"avg_pool2d", "avg_pool3d"}) r[n] = {pooling<average, false>, f, b};
  for (const char* n : {"avg_pool2d_backward", "avg_pool3d_backward"}) r[n] = {pooling<average, true>, f, b};
  for (const char* n : {"_adaptive_avg_pool2d", "_adaptive_avg_pool3d"})
    r[n] = {adaptive_pooling<average, false>, f, b};
  for (const char* n : {"_adaptive_avg_pool2d_backward", "_adaptive_avg_pool3d_backward"})
    r[n] = {adaptive_pooling<average, true>, f, b};
  for (const char* n : {"adaptive_max_pool2d"}) r[n] = {adaptive_pooling<maximum, false>, f, b};
  for (const char* n : {"adaptive_max_pool2d_backward"}) r[n] = {adaptive_pooling<maximum, true>, f, b};
}

inline void add_resampling(Rules& r) {
  using Method = op::Resampling::Method;
  for (const char* n :
       {"upsample_nearest1d", "upsample_nearest2d", "upsample_nearest3d", "upsample_bilinear2d", "upsample_bicubic2d",
        "_upsample_bilinear2d_aa", "_upsample_bicubic2d_aa", "upsample_linear1d", "_upsample_nearest_exact2d"})
    r[n] = {resampling<false>};
  for (const char* n :
       {"upsample_nearest1d_backward", "upsample_nearest2d_backward", "upsample_nearest3d_backward",
        "upsample_bilinear2d_backward", "upsample_bicubic2d_backward", "_upsample_bilinear2d_aa_backward",
        "upsample_linear1d_backward", "_upsample_nearest_exact2d_backward"})
    r[n] = {resampling<true>};
  for (const char* n : {"upsample_bilinear2d", "upsample_linear1d"}) r[n] = {resampling<false, Method::bilinear>};
  for (const char* n : {"upsample_bilinear2d_backward", "upsample_linear1d_backward"})
    r[n] = {resampling<true, Method::bilinear>};
  r["upsample_trilinear3d"] = {resampling<false, Method::trilinear>};
  r["upsample_trilinear3d_backward"] = {resampling<true, Method::trilinear>};
  r["upsample_bicubic2d"] = {resampling<false, Method::bicubic>};
  r["upsample_bicubic2d_backward"] = {resampling<true, Method::bicubic>};
}

inline void add_functions(Rules& r) {
  using F = PointwiseFunction;
  constexpr HostOp f = HostOp::activation, b = HostOp::activation_backward;
  for (const char* n : {"add", "sub", "rsub"}) r[n] = {binary<F::add, F::add_scalar>};
  r["mul"] = {binary<F::multiply, F::multiply_scalar>};
  r["div"] = {binary<F::divide, F::divide_scalar>};
  r["true_divide"] = r["div"];
  r["pow"] = {binary<F::power, F::power_scalar>};
  r["sqrt"] = {simple<F::square_root>};
  r["rsqrt"] = {simple<F::reciprocal_root>};
  r["exp"] = {simple<F::exponential>};
  r["relu"] = {simple<F::relu>, f, b};
  r["threshold_backward"] = {simple<F::relu_backward>, f, b};
  r["leaky_relu"] = {simple<F::leaky_relu>, f, b};
  r["leaky_relu_backward"] = {simple<F::leaky_relu_backward>, f, b};
  r["hardtanh"] = {simple<F::relu6>, f, b};
  r["hardtanh_backward"] = {simple<F::relu6_backward>, f, b};
  r["sigmoid"] = {simple<F::sigmoid>, f, b};
  r["sigmoid_backward"] = {simple<F::sigmoid_backward>, f, b};
  r["tanh"] = {simple<F::tanh>, f, b};
  r["tanh_backward"] = {simple<F::tanh_backward>, f, b};
  r["gelu"] = {gelu<F::gelu, F::gelu_tanh>, f, b};
  r["gelu_backward"] = {gelu<F::gelu_backward, F::gelu_tanh_backward>, f, b};
  r["silu"] = {simple<F::silu>, f, b};
  r["silu_backward"] = {simple<F::silu_backward>, f, b};
  r["hardswish"] = {simple<F::hardswish>, f, b};
  r["hardswish_backward"] = {simple<F::hardswish_backward>, f, b};
  r["elu"] = {simple<F::elu>, f, b};
  r["elu_backward"] = {simple<F::elu_backward>, f, b};
  r["native_dropout"] = {simple<F::dropout>};
  r["native_dropout_backward"] = {simple<F::dropout_backward>};
  for (const char* n : {"where", "masked_fill"}) r[n] = {simple<F::where>};
  for (const char* n : {"eq",          "ne",          "lt",         "le",          "gt",          "ge",
                        "logical_not", "logical_and", "logical_or", "logical_xor", "bitwise_and", "bitwise_or",
                        "bitwise_xor", "bitwise_not", "isnan",      "isinf",       "isfinite",    "isneginf",
                        "isposinf",    "signbit",     "__and__",    "__or__"})
    r[n] = {simple<F::compare>};
  for (const char* n : {"arange", "linspace", "range"}) r[n] = {simple<F::range>};
  for (const char* n :
       {"bernoulli", "uniform", "normal", "rand", "randn", "rand_like", "randn_like", "random", "randint",
        "randint_like", "randperm", "exponential", "normal_functional", "cauchy", "log_normal", "geometric"})
    r[n] = {simple<F::random>};
  for (const char* n : {"neg",
                        "abs",
                        "sign",
                        "floor",
                        "ceil",
                        "round",
                        "trunc",
                        "maximum",
                        "minimum",
                        "clamp",
                        "clamp_min",
                        "clamp_max",
                        "fmod",
                        "remainder",
                        "floor_divide",
                        "lerp",
                        "sgn",
                        "square",
                        "hardsigmoid",
                        "hardsigmoid_backward",
                        "frac",
                        "fmax",
                        "fmin",
                        "relu6",
                        "bitwise_left_shift",
                        "bitwise_right_shift",
                        "nan_to_num",
                        "copysign",
                        "deg2rad",
                        "heaviside"})
    r[n] = {arithmetic<1, 0>};
  for (const char* n : {"log",
                        "log2",
                        "log10",
                        "log1p",
                        "expm1",
                        "exp2",
                        "sin",
                        "cos",
                        "tan",
                        "atan",
                        "asin",
                        "acos",
                        "sinh",
                        "cosh",
                        "erf",
                        "erfc",
                        "erfinv",
                        "reciprocal",
                        "log_sigmoid_forward",
                        "logit",
                        "xlogy",
                        "polar",
                        "lgamma",
                        "digamma"})
    r[n] = {arithmetic<2, 1>, f, b};
  for (const char* n : {"softplus_backward", "log_sigmoid_backward", "logit_backward", "glu", "glu_backward",
                        "binary_cross_entropy_backward", "kl_div", "addcdiv"})
    r[n] = {arithmetic<4, 1>, f, b};
  for (const char* n : {"smooth_l1_loss", "huber_loss", "binary_cross_entropy", "soft_margin_loss"})
    r[n] = {mean_of_differences<PointwiseFunction::arithmetic>, HostOp::loss, HostOp::loss_backward};
  for (const char* n : {"smooth_l1_loss_backward", "huber_loss_backward"})
    r[n] = {difference_backward<PointwiseFunction::arithmetic>, HostOp::loss, HostOp::loss_backward};
  r["binary_cross_entropy_with_logits"] = {logits_loss, HostOp::loss, HostOp::loss_backward};
  r["softplus"] = {simple<F::softplus>, f, b};
  r["mish"] = {simple<F::mish>, f, b};
  r["mish_backward"] = {simple<F::mish_backward>, f, b};
  r["atan2"] = {simple<F::arc_tangent>, f, b};
  r["addcmul"] = {arithmetic<3, 0>};
  r["_prelu_kernel"] = {arithmetic<2, 0>, f, b};
  r["_prelu_kernel_backward"] = {arithmetic<4, 0>, f, b};
  r["mse_loss"] = {mean_of_differences<F::squared_difference>, HostOp::loss, HostOp::loss_backward};
  r["mse_loss_backward"] = {difference_backward<F::squared_difference_backward>, HostOp::loss, HostOp::loss_backward};
}

inline void add_memory(Rules& r) {
  for (const char* n : {"clone", "_to_copy", "contiguous", "_conj_physical", "view_copy", "expand_copy", "permute_copy",
                        "_reshape_copy"})
    r[n] = {.work = simple<PointwiseFunction::copy>, .each_alone = true};
  r["_to_copy"].forward = HostOp::cast, r["_to_copy"].backward = HostOp::cast;
  r["copy"] = {.work = copy_into, .each_alone = true};
  for (const char* n : {"flip", "repeat", "repeat_interleave", "unfold_copy", "channel_shuffle", "rot90"})
    r[n] = {moved_elements};
  r["pixel_shuffle"] = {pixels_moved<true>};
  r["pixel_unshuffle"] = {pixels_moved<false>};
  r["roll"] = {rolled};
  r["im2col"] = {windows_of_images};
  r["col2im"] = {images_of_windows};
  for (const char* n : {"tril", "triu"}) r[n] = {triangle};
  for (const char* n : {"grid_sampler_2d", "grid_sampler_3d"}) r[n] = {sampled_at};
  for (const char* n : {"grid_sampler_2d_backward", "grid_sampler_3d_backward"}) r[n] = {sampled_backward};
  for (const char* n : {"zeros", "ones", "full", "zeros_like", "ones_like", "full_like", "new_zeros", "new_ones",
                        "new_full", "fill", "zero", "scalar_tensor", "eye", "fill_diagonal"})
    r[n] = {fill};
  for (const char* n : {"slice_backward", "select_backward", "constant_pad_nd", "slice_scatter", "select_scatter",
                        "as_strided_scatter", "diagonal_backward", "unfold_backward", "_trilinear"})
    r[n] = {fill_and_copy};
  for (const char* n :
       {"empty", "empty_like", "empty_strided", "new_empty", "new_empty_strided", "resize", "lift_fresh", "lift",
        "lift_fresh_copy", "detach", "set", "_efficientzerotensor", "_assert_async", "record_stream",
        "_assert_tensor_metadata", "_assert_scalar", "is_same_size", "sym_size", "_has_compatible_shallow_copy_type"})
    r[n] = {nothing, HostOp::view, HostOp::view};
}

inline void add_indexing(Rules& r) {
  for (const char* n : {"cat", "stack", "_cat", "concat"}) r[n] = {concatenation};
  r["embedding"] = {embedding, HostOp::embedding, HostOp::embedding_backward};
  r["topk"] = {largest};
  for (const char* n : {"sort", "argsort"}) r[n] = {sorted};
  for (const char* n : {"_embedding_bag", "_embedding_bag_forward_only"})
    r[n] = {embedding_bag, HostOp::embedding, HostOp::embedding_backward};
  for (const char* n : {"embedding_dense_backward", "_embedding_bag_dense_backward", "_embedding_bag_backward"})
    r[n] = {embedding_backward, HostOp::embedding, HostOp::embedding_backward};
  for (const char* n : {"gather", "index_select", "take", "take_along_dim"}) r[n] = {gather};
  for (const char* n : {"index", "_unsafe_index"}) r[n] = {index};
  for (const char* n :
       {"scatter", "scatter_add", "index_add", "index_copy", "index_fill", "scatter_reduce", "masked_scatter"})
    r[n] = {scatter};
  for (const char* n : {"index_put", "_index_put_impl", "_unsafe_index_put"}) r[n] = {index_put};
  for (const char* n : {"nll_loss_forward", "nll_loss2d_forward"})
    r[n] = {nll_loss<false>, HostOp::loss, HostOp::loss_backward};
  for (const char* n : {"nll_loss_backward", "nll_loss2d_backward"})
    r[n] = {nll_loss<true>, HostOp::loss, HostOp::loss_backward};
  for (const char* n : {"reflection_pad1d", "reflection_pad2d", "reflection_pad3d", "replication_pad1d",
                        "replication_pad2d", "replication_pad3d"})
    r[n] = {padded<false>};
  for (const char* n : {"reflection_pad1d_backward", "reflection_pad2d_backward", "reflection_pad3d_backward",
                        "replication_pad1d_backward", "replication_pad2d_backward", "replication_pad3d_backward"})
    r[n] = {padded<true>};
  r["_weight_norm_interface"] = {weight_norm<false>, HostOp::normalization, HostOp::normalization_backward};
  r["_weight_norm_interface_backward"] = {weight_norm<true>, HostOp::normalization, HostOp::normalization_backward};
}
inline void add_transforms(Rules& r) {
  using Side = op::Fourier::Side;
  r["_fft_r2c"] = {fourier<Side::real_input>};
  r["_fft_c2r"] = {fourier<Side::real_result>};
  r["_fft_c2c"] = {fourier<Side::complex>};
  r["_ctc_loss"] = {aligned_loss, HostOp::loss, HostOp::loss_backward};
  r["_ctc_loss_backward"] = {aligned_loss_backward, HostOp::loss, HostOp::loss_backward};
}
}  // namespace detail

[[nodiscard]] inline const Rules& rules() {
  static const Rules all = [] {
    Rules r;
    detail::add_products(r);
    detail::add_norms(r);
    detail::add_reductions(r);
    detail::add_resampling(r);
    Rules functions;
    detail::add_functions(functions);
    for (auto& [name, rule] : functions) rule.each_alone = true;
    r.merge(functions);
    detail::add_memory(r);
    detail::add_indexing(r);
    detail::add_transforms(r);
    return r;
  }();
  return all;
}

/// The rule of an operation by its recorded name; nullptr if it is not known. In-place operations are those without the
/// trailing underscore.
[[nodiscard]] inline const Rule* rule_of(std::string_view recorded) {
  static const Rule list_update{update, HostOp::other, HostOp::other};
  if (!recorded.starts_with("aten.")) return nullptr;
  std::string_view name = base_name(recorded);
  if (name.starts_with("_foreach_") || name.starts_with("_fused_adam") || name.starts_with("_fused_sgd") ||
      name.starts_with("_fused_adagrad") || name.starts_with("_amp_foreach_"))
    return &list_update;
  if (name.starts_with("_amp_update_scale")) return rule_of("aten.add.Scalar");
  auto found = rules().find(name);
  if (found == rules().end() && name.size() > 1 && name.ends_with('_'))
    found = rules().find(name.substr(0, name.size() - 1));
  return found == rules().end() ? nullptr : &found->second;
}

/// Whether a call only shows memory in another way: all its results lie in storages of its operands, and it is not
/// done in place.
[[nodiscard]] inline bool is_view(const RecordedEvent& event) {
  if (event.results.empty() || event.arguments.empty() || event.arguments[0].tensors.empty()) return false;
  const std::string_view name = base_name(event.name);
  const Rule* rule = rule_of(event.name);
  if (name.ends_with('_') && rule != nullptr && rule->work != nothing) return false;
  for (const RecordedTensor& t : event.results)
    if (t.storage != event.arguments[0].tensors[0].storage) return false;
  return rule == nullptr || rule->work == nothing || !name.ends_with('_');
}

/// What a call does by its rule; by its bytes where it has none, or tensors of more dimensions than an operand that
/// cannot be joined.
inline void plan(const Call& call, const Rule* rule, Plan& work) {
  if (rule == nullptr) return by_bytes(call, work);
  if (ranks_fit(call.event)) return rule->work(call, work);
  const std::optional<RecordedEvent> joined =
      rule->each_alone ? folded(call.event, call.batch) : std::optional<RecordedEvent>{};
  if (!joined) return by_bytes(call, work);
  rule->work({.recording = call.recording,
              .event = *joined,
              .batch = call.batch,
              .rules = call.rules,
              .parameters = call.parameters},
             work);
}

/// Whether an operation is priced by more than its bytes: it has a rule, and its tensors have, or can be joined to, as
/// many dimensions as an operand.
[[nodiscard]] inline bool is_known(const Recording& recording, const RecordedEvent& event) {
  const Rule* rule = rule_of(event.name);
  return rule != nullptr && (ranks_fit(event) || (rule->each_alone && folded(event, recording.batches[0]).has_value()));
}

/// Names of operations that are not known, and how often a step runs them.
[[nodiscard]] inline std::map<std::string, std::int64_t> unknown_operations(const Recording& recording) {
  std::map<std::string, std::int64_t> counts;
  for (const RecordedEvent& event : recording.step)
    if (event.what == RecordedEvent::What::operation && !is_view(event) && !is_known(recording, event))
      ++counts[event.name];
  return counts;
}

}  // namespace perfmodel::recorded
