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

/// LibTorch's costs were fitted on the quietest of six virtual machines of one kind. Factors of all (`detail::host_factor()`, or the
/// median of measured over predicted where only that was kept): 1.00 and 1.00 (noon of 2026-11-21, two sessions; fcnn_steps), 1.08
/// (fcnn_technique_steps), 1.25 (fcnn_figures), 1.25, 1.29 (fcnn_repeats), 1.5, 1.7 (fcnn_steps_2). This is their middle.
inline constexpr double libtorch_middle_machine = 1.25;
/// The middle of the virtual machines on which PyTorch was timed, over the one that its costs were fitted on: host-bound steps took
/// 0.99, 1.22, 1.17 and 1.65 times as long in pytorch_networks, pytorch_validation, pytorch_validation_3 and _4 (medians; the last
/// as the factor that suits its steps best). This is their median.
inline constexpr double middle_machine = 1.2;
}  // namespace detail

/// Host costs by framework and version, newest last.
inline constexpr std::array<HostProfile, 3> host_profiles{{
    {.framework = Framework::libtorch,
     .version = "2.11",
     .source =
         "168 host-bound FCNN steps on an H200 machine (devices/calibrated/raw/h200-sxm/fcnn_steps.csv, families not "
         "held out), calibrate_host(); checkpoint_segment by hand from fcnn_technique_steps.csv; all but hand_over times 1.25",
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
     .hand_over = 380.4 * micro * second,
     .hand_over_sleep = 400.0 * micro * second,
     .submit = 4.0 * micro * second,
     .spread = 0.25,
     .crowded = 0.25},
    {.framework = Framework::pytorch,
     .version = "2.11",
     .source = "passes and host-bound steps of 71 networks on the H200 machine (devices/calibrated/raw/h200-sxm/"
               "pytorch_networks.csv, not held out) and 12 small eager steps (pytorch_graph.csv, over the 1.2 of that "
               "machine's host), fit_host(), drawn towards the single operations of pytorch_host.csv; times 1.2",
     .cost = detail::op_costs(8.0, std::array<detail::OpCost, 32>{{{HostOp::checkpoint_segment, 40.00},
                                                                   {HostOp::linear, 28.42},
                                                                   {HostOp::linear_backward, 19.49},
                                                                   {HostOp::activation, 15.16},
                                                                   {HostOp::activation_backward, 14.98},
                                                                   {HostOp::elementwise, 6.13},
                                                                   {HostOp::elementwise_backward, 5.09},
                                                                   {HostOp::normalization, 14.23},
                                                                   {HostOp::normalization_backward, 11.89},
                                                                   {HostOp::convolution, 24.52},
                                                                   {HostOp::convolution_backward, 34.26},
                                                                   {HostOp::pooling, 18.29},
                                                                   {HostOp::pooling_backward, 38.90},
                                                                   {HostOp::attention, 28.96},
                                                                   {HostOp::attention_backward, 59.20},
                                                                   {HostOp::softmax, 13.16},
                                                                   {HostOp::softmax_backward, 25.61},
                                                                   {HostOp::embedding, 16.57},
                                                                   {HostOp::embedding_backward, 24.11},
                                                                   {HostOp::matmul, 18.74},
                                                                   {HostOp::matmul_backward, 45.92},
                                                                   {HostOp::view, 5.15},
                                                                   {HostOp::cast, 4.48},
                                                                   {HostOp::loss, 21.54},
                                                                   {HostOp::loss_backward, 14.49},
                                                                   {HostOp::accumulate_gradient, 1.97},
                                                                   {HostOp::optimizer_step, 52.35},
                                                                   {HostOp::optimizer_tensor, 0.84},
                                                                   {HostOp::zero_gradients, 0.80},
                                                                   {HostOp::backward_start, 218.85},
                                                                   {HostOp::step, 22.98},
                                                                   {HostOp::other, 8.47}}}, detail::middle_machine),
     .launch = detail::middle_machine * 5.52 * micro * second,
     .wide_product = detail::middle_machine * 2.82 * micro * second,
     .inference = 0.75,
     .allocation = detail::middle_machine * 2.93 * micro * second,
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
