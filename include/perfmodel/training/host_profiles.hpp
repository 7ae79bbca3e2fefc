#pragma once
#include <array>
#include <perfmodel/training/host_profile.hpp>

namespace perfmodel {

namespace detail {
struct OpCost {
  HostOp op{};
  double microseconds{};
};
/// A profile whose operations cost `each` unless the list says otherwise, times `machine`.
template <std::size_t N>
[[nodiscard]] constexpr std::array<Time, host_op_count> op_costs(double each, const std::array<OpCost, N>& listed, double machine = 1.0) {
  std::array<Time, host_op_count> costs{};
  for (Time& c : costs) c = machine * each * micro * second;
  for (const OpCost& l : listed) costs[static_cast<std::size_t>(l.op)] = machine * l.microseconds * micro * second;
  return costs;
}

/// LibTorch's costs were fitted on the quietest of eight virtual machines of one kind. Factors of all (`detail::host_factor()`, or
/// the median of measured over predicted where only that was kept): 1.00 and 1.00 (noon of 2026-11-21, two sessions; fcnn_steps),
/// 1.08 (fcnn_technique_steps), 1.25 (not kept), 1.28 (fcnn_figures), 1.34 (fcnn_repeats), 1.39 (fcnn_steps_4), 1.77
/// (fcnn_steps_3), 1.86 (fcnn_steps_2), 1.95 (fcnn_steps_5). This is their middle.
inline constexpr double libtorch_middle_machine = 1.3;
/// The middle of the eight virtual machines on which PyTorch was timed, over the one that its costs were fitted on: host-bound steps
/// took 1.0, 1.2, 1.2, 1.15, 1.4, 1.4 and 1.75 times as long in pytorch_networks, pytorch_validation, pytorch_validation_3,
/// pytorch_unusual, pytorch_validation_6, _5 and _4, and 2 to 3 times on the H100's machine (the factor that suits a table's steps
/// best). This is their median.
inline constexpr double middle_machine = 1.3;
}  // namespace detail

/// Host costs by framework and version, newest last.
inline constexpr std::array<HostProfile, 3> host_profiles{{
    {.framework = Framework::libtorch,
     .version = "2.11",
     .source =
         "168 host-bound FCNN steps on an H200 machine (devices/calibrated/raw/h200-sxm/fcnn_steps.csv, families not "
         "held out), calibrate_host(); checkpoint_segment by hand from fcnn_technique_steps.csv; all but hand_over times 1.3",
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
                                                                   {HostOp::checkpoint_segment, 30.00}}}, detail::libtorch_middle_machine),
     .launch = detail::libtorch_middle_machine * 2.76 * micro * second,
     .wide_product = detail::libtorch_middle_machine * 1.10 * micro * second,
     .allocation = detail::libtorch_middle_machine * 0.19 * micro * second,
     .hand_over = 316.6 * micro * second,  // 380.4 on the quiet machine, times libtorch_middle_machine^-wake_exponent
     .hand_over_sleep = 400.0 * micro * second,
     .submit = 4.0 * micro * second,
     .spread = 0.25,
     .crowded = 0.35},
    {.framework = Framework::pytorch,
     .version = "2.11",
     .source = "passes and host-bound steps of 71 networks on the H200 machine (devices/calibrated/raw/h200-sxm/pytorch_networks.csv, "
               "not held out), of 69 of pytorch_unusual and pytorch_validation (not held out) and 37 of the smallest batches (pytorch_smallest.csv, "
               "over the host's speed probed beside each), a factor per machine, errors beyond 10 % down-weighted, drawn towards "
               "pytorch_host.csv's single operations and 12 small steps (pytorch_graph.csv); times 1.3",
     .cost = detail::op_costs(8.0, std::array<detail::OpCost, 32>{{{HostOp::checkpoint_segment, 40.00},
                                                                   {HostOp::linear, 32.92},
                                                                   {HostOp::linear_backward, 21.18},
                                                                   {HostOp::activation, 16.42},
                                                                   {HostOp::activation_backward, 13.71},
                                                                   {HostOp::elementwise, 6.56},
                                                                   {HostOp::elementwise_backward, 4.47},
                                                                   {HostOp::normalization, 17.94},
                                                                   {HostOp::normalization_backward, 11.91},
                                                                   {HostOp::convolution, 19.34},
                                                                   {HostOp::convolution_backward, 22.71},
                                                                   {HostOp::pooling, 17.58},
                                                                   {HostOp::pooling_backward, 35.61},
                                                                   {HostOp::attention, 29.89},
                                                                   {HostOp::attention_backward, 64.45},
                                                                   {HostOp::softmax, 13.16},
                                                                   {HostOp::softmax_backward, 25.35},
                                                                   {HostOp::embedding, 16.80},
                                                                   {HostOp::embedding_backward, 24.15},
                                                                   {HostOp::matmul, 18.65},
                                                                   {HostOp::matmul_backward, 44.82},
                                                                   {HostOp::view, 4.69},
                                                                   {HostOp::cast, 4.28},
                                                                   {HostOp::loss, 21.40},
                                                                   {HostOp::loss_backward, 14.49},
                                                                   {HostOp::accumulate_gradient, 1.96},
                                                                   {HostOp::optimizer_step, 35.79},
                                                                   {HostOp::optimizer_tensor, 0.97},
                                                                   {HostOp::zero_gradients, 0.79},
                                                                   {HostOp::backward_start, 222.57},
                                                                   {HostOp::step, 21.37},
                                                                   {HostOp::other, 8.64}}}, detail::middle_machine),
     .launch = detail::middle_machine * 5.38 * micro * second,
     .further = 0.56,
     .wide_product = detail::middle_machine * 2.87 * micro * second,
     .inference = 0.70,
     .allocation = detail::middle_machine * 2.75 * micro * second,
     .submit = 4.0 * micro * second,
     .spread = 0.2,
     .crowded = 0.35},
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
