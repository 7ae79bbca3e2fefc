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
     .source =
         "168 host-bound FCNN steps on the H200 machine (devices/calibrated/raw/h200-sxm/fcnn_steps.csv, families not "
         "held out), calibrate_host(); checkpoint_segment by hand from fcnn_technique_steps.csv",
     .cost = detail::op_costs(5.0, std::array<detail::OpCost, 17>{{{HostOp::linear, 9.66},
                                                                   {HostOp::linear_backward, 16.44},
                                                                   {HostOp::activation, 3.09},
                                                                   {HostOp::activation_backward, 9.67},
                                                                   {HostOp::softmax, 7.09},
                                                                   {HostOp::softmax_backward, 3.52},
                                                                   {HostOp::view, 0.50},
                                                                   {HostOp::cast, 4.64},
                                                                   {HostOp::loss, 7.09},
                                                                   {HostOp::loss_backward, 3.52},
                                                                   {HostOp::accumulate_gradient, 0.99},
                                                                   {HostOp::optimizer_step, 2.46},
                                                                   {HostOp::optimizer_tensor, 1.69},
                                                                   {HostOp::zero_gradients, 0.46},
                                                                   {HostOp::backward_start, 0.00},
                                                                   {HostOp::step, 4.54},
                                                                   {HostOp::checkpoint_segment, 30.00}}}),
     .launch = 2.76 * micro * second,
     .wide_product = 1.10 * micro * second,
     .allocation = 0.19 * micro * second,
     .hand_over = 380.4 * micro * second,
     .hand_over_sleep = 400.0 * micro * second,
     .submit = 4.0 * micro * second,
     .spread = 0.15},
    {.framework = Framework::pytorch,
     .version = "2.11",
     .source = "steps of 58 networks on the H200 machine (devices/calibrated/raw/h200-sxm/pytorch_networks.csv), least "
               "squares of relative errors drawn towards the single operations of pytorch_host.csv",
     .cost = detail::op_costs(8.0, std::array<detail::OpCost, 32>{{{HostOp::checkpoint_segment, 40.0},
                                                                   {HostOp::linear, 46.08},
                                                                   {HostOp::linear_backward, 45.66},
                                                                   {HostOp::activation, 15.94},
                                                                   {HostOp::activation_backward, 24.14},
                                                                   {HostOp::elementwise, 5.82},
                                                                   {HostOp::elementwise_backward, 5.40},
                                                                   {HostOp::normalization, 14.38},
                                                                   {HostOp::normalization_backward, 11.40},
                                                                   {HostOp::convolution, 30.41},
                                                                   {HostOp::convolution_backward, 43.31},
                                                                   {HostOp::pooling, 16.70},
                                                                   {HostOp::pooling_backward, 49.23},
                                                                   {HostOp::attention, 27.04},
                                                                   {HostOp::attention_backward, 57.72},
                                                                   {HostOp::softmax, 13.08},
                                                                   {HostOp::softmax_backward, 24.88},
                                                                   {HostOp::embedding, 15.84},
                                                                   {HostOp::embedding_backward, 24.16},
                                                                   {HostOp::matmul, 18.00},
                                                                   {HostOp::matmul_backward, 44.00},
                                                                   {HostOp::view, 5.52},
                                                                   {HostOp::cast, 3.90},
                                                                   {HostOp::loss, 21.86},
                                                                   {HostOp::loss_backward, 14.35},
                                                                   {HostOp::accumulate_gradient, 2.08},
                                                                   {HostOp::optimizer_step, 40.00},
                                                                   {HostOp::optimizer_tensor, 1.06},
                                                                   {HostOp::zero_gradients, 0.84},
                                                                   {HostOp::backward_start, 188.16},
                                                                   {HostOp::step, 23.33},
                                                                   {HostOp::other, 8.36}}}),
     .launch = 6.76 * micro * second,
     .inference = 0.75,
     .submit = 4.0 * micro * second,
     .spread = 0.15},
    {.framework = Framework::cuda_graph,
     .version = "2.11",
     .source = "12 captured steps of 44 to 883 kernels on an H200 machine (devices/calibrated/raw/h200-sxm/"
               "pytorch_graph.csv): replay() takes 5 us and 0.3 us a kernel; kernels follow each other after 0.3 us",
     .cost = detail::op_costs(0.0, std::array<detail::OpCost, 1>{{{HostOp::step, 5.0}}}),
     .launch = 0.3 * micro * second,
     .gap = 0.3e-6,
     .submit = 4.0 * micro * second,
     .spread = 0.3},
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
