#pragma once
#include <array>
#include <perfmodel/training/host_profile.hpp>

namespace perfmodel {

namespace detail {
struct OpCost {
  HostOp op{};
  double microseconds{};
};
/// A profile whose operations cost `each` unless the list says otherwise.
template <std::size_t N>
[[nodiscard]] constexpr std::array<Time, host_op_count> op_costs(double each, const std::array<OpCost, N>& listed) {
  std::array<Time, host_op_count> costs{};
  for (Time& c : costs) c = each * micro * second;
  for (const OpCost& l : listed) costs[static_cast<std::size_t>(l.op)] = l.microseconds * micro * second;
  return costs;
}
}  // namespace detail

/// Host costs by framework and version, newest last.
inline constexpr std::array<HostProfile, 3> host_profiles{{
    {.framework = Framework::libtorch,
     .version = "2.11",
     .source = "FCNN steps on the H200 machine (devices/calibrated/raw/h200-sxm/fcnn_steps.csv), fit_host()",
     .cost = detail::op_costs(5.0, std::array<detail::OpCost, 16>{{{HostOp::linear, 7.21},
                                                                   {HostOp::linear_backward, 32.6},
                                                                   {HostOp::activation, 3.67},
                                                                   {HostOp::activation_backward, 6.45},
                                                                   {HostOp::softmax, 5.61},
                                                                   {HostOp::softmax_backward, 4.99},
                                                                   {HostOp::cast, 4.61},
                                                                   {HostOp::loss, 5.60},
                                                                   {HostOp::loss_backward, 4.99},
                                                                   {HostOp::accumulate_gradient, 1.02},
                                                                   {HostOp::optimizer_step, 1.99},
                                                                   {HostOp::optimizer_tensor, 2.36},
                                                                   {HostOp::zero_gradients, 0.253},
                                                                   {HostOp::backward_start, 97.0},
                                                                   {HostOp::step, 4.01},
                                                                   {HostOp::view, 0.5}}}),
     .launch = 1.99 * micro * second,
     .warm_up = 0.75,
     .warm_up_ops = 40.0,
     .submit = 4.0 * micro * second,
     .spread = 0.10},
    {.framework = Framework::pytorch,
     .version = "2.11",
     .source = "single operations on the H200 machine (devices/calibrated/raw/h200-sxm/pytorch_host_1.csv)",
     .cost = detail::op_costs(8.0, std::array<detail::OpCost, 31>{{{HostOp::linear, 18.5},
                                                                   {HostOp::linear_backward, 38.0},
                                                                   {HostOp::activation, 5.9},
                                                                   {HostOp::activation_backward, 11.0},
                                                                   {HostOp::elementwise, 5.0},
                                                                   {HostOp::elementwise_backward, 9.0},
                                                                   {HostOp::normalization, 15.0},
                                                                   {HostOp::normalization_backward, 19.0},
                                                                   {HostOp::convolution, 13.0},
                                                                   {HostOp::convolution_backward, 26.0},
                                                                   {HostOp::pooling, 6.5},
                                                                   {HostOp::pooling_backward, 15.0},
                                                                   {HostOp::attention, 10.5},
                                                                   {HostOp::attention_backward, 42.0},
                                                                   {HostOp::softmax, 5.5},
                                                                   {HostOp::softmax_backward, 13.0},
                                                                   {HostOp::embedding, 9.0},
                                                                   {HostOp::embedding_backward, 15.0},
                                                                   {HostOp::matmul, 10.0},
                                                                   {HostOp::matmul_backward, 38.0},
                                                                   {HostOp::view, 3.4},
                                                                   {HostOp::cast, 6.5},
                                                                   {HostOp::loss, 8.0},
                                                                   {HostOp::loss_backward, 8.0},
                                                                   {HostOp::accumulate_gradient, 1.5},
                                                                   {HostOp::optimizer_step, 40.0},
                                                                   {HostOp::optimizer_tensor, 1.0},
                                                                   {HostOp::zero_gradients, 1.0},
                                                                   {HostOp::backward_start, 100.0},
                                                                   {HostOp::step, 20.0},
                                                                   {HostOp::other, 8.0}}}),
     .launch = 2.0 * micro * second,
     .submit = 4.0 * micro * second,
     .spread = 0.15},
    {.framework = Framework::cuda_graph,
     .version = "2.11",
     .source = "provisional: one launch a step, modelling notes",
     .cost = detail::op_costs(0.0, std::array<detail::OpCost, 1>{{{HostOp::step, 15.0}}}),
     .launch = Time{},
     .submit = 4.0 * micro * second,
     .spread = 0.2},
}};

/// The profile of a framework at a version: the newest row not newer than it, else its oldest.
[[nodiscard]] inline HostProfile host_profile(Framework framework, std::string_view version) {
  const int wanted = version_number(version, "framework version");
  const HostProfile* found = nullptr;
  for (const HostProfile& row : host_profiles)
    if (row.framework == framework && (found == nullptr || version_number(row.version, "table") <= wanted))
      found = &row;
  return *found;
}

}  // namespace perfmodel
