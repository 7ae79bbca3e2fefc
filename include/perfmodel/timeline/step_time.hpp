#pragma once
#include <perfmodel/pricing/clock.hpp>
#include <perfmodel/software/host_profile.hpp>
#include <perfmodel/software/software.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <perfmodel/timeline/timeline.hpp>

namespace perfmodel {

/// Everything that prices steps of one software on one card: built once, shared by many networks and recipes.
struct StepModel {
  TraceTarget target{};
  KernelModel kernels{};
  HostScales host_scale{
      every_framework(1.0)};  ///< of the machine that steps run on; docs/reference/timeline.md says how to measure it

  [[nodiscard]] const Software& software() const { return kernels.software; }
};

/// Dynamic power of the products of a training step over that of products of random normal numbers: half of the
/// activations behind a ReLU are zero, and gradients are small, so that fewer bits toggle. Measured on device-bound
/// FCNN steps on an H200 (data/raw/h200-sxm/fcnn_steps.csv, families not held out); see docs/reference/timeline.md.
inline constexpr double step_operand_activity = 0.7;

/// @param load      steps follow each other for seconds: sustained
/// @param activity  of the operands, over random normal ones, in [0, 1]
[[nodiscard]] inline StepModel make_step_model(const Device& device, const Software& software = software_of(),
                                               Load load = Load::sustained, double activity = step_operand_activity) {
  StepModel model{.target = trace_target(device), .kernels = make_kernel_model(device, software, load)};
  for (GemmModel& gemm : model.kernels.gemm.models)
    for (PowerModel& power : gemm.power) {
      power.math_power *= activity;
      power.l2_power *= activity;
    }
  return model;
}

/// The model of another of PyTorch's ways of running a step: the same kernels, as the release is the same.
[[nodiscard]] inline StepModel with_framework(StepModel model, Framework framework) {
  model.kernels.software = with_framework(model.software(), framework);
  return model;
}

/// The host of the model's framework on the model's machine.
[[nodiscard]] inline HostProfile host_of(const StepModel& model) {
  return scaled(model.software().host, model.host_scale[static_cast<std::size_t>(model.software().framework)]);
}

/// Prices of the operations that a trace runs. The trace must outlive them.
[[nodiscard]] inline OperationPrices prices_of(const StepTrace& trace, const KernelModel& kernels) {
  return {trace.operations, kernels, lowering_target(kernels)};
}

/// Time of one step in the steady state. @throws Error for impossible networks and recipes, and for formats that the
/// card cannot compute
[[nodiscard]] inline StepTime step_time(const Network& network, const Recipe& recipe, const StepModel& model,
                                        const HostProfile& profile) {
  const StepTrace trace = steady_step(network, recipe, model.software(), model.target);
  OperationPrices prices = prices_of(trace, model.kernels);
  return step_time(trace.step, network.layers.size(), prices, profile);
}
[[nodiscard]] inline StepTime step_time(const Network& network, const Recipe& recipe, const StepModel& model) {
  return step_time(network, recipe, model, host_of(model));
}

}  // namespace perfmodel
