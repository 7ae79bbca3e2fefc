#pragma once
#include <perfmodel/kernel/clock.hpp>
#include <perfmodel/training/host_profile.hpp>
#include <perfmodel/training/host_profiles.hpp>
#include <perfmodel/training/step_builder.hpp>
#include <perfmodel/training/timeline.hpp>

namespace perfmodel {

/// Everything that prices steps on one card: built once per card, shared by many networks and recipes.
struct StepModel {
  TraceTarget target{};
  KernelModel kernels{};
  HostScales host_scale{every_framework(1.0)};  ///< of the machine that steps run on; docs/step.md says how to measure it
};

/// Dynamic power of the products of a training step over that of products of random normal numbers: half of the
/// activations behind a ReLU are zero, and gradients are small, so that fewer bits toggle. Measured on device-bound FCNN
/// steps on an H200 (devices/calibrated/raw/h200-sxm/fcnn_steps.csv, families not held out); see docs/step.md.
inline constexpr double step_operand_activity = 0.7;

/// @param load      steps follow each other for seconds: sustained
/// @param activity  of the operands, over random normal ones, in [0, 1]
/// @param library   cublas_of() the framework's version
[[nodiscard]] inline StepModel make_step_model(const Device& device, Load load = Load::sustained,
                                               double activity = step_operand_activity, LibraryVersion library = newest_library) {
  StepModel model{.target = trace_target(device), .kernels = make_kernel_model(device, load, library)};
  for (GemmModel& gemm : model.kernels.gemm.models)
    for (PowerModel& power : gemm.power) {
      power.math_power *= activity;
      power.l2_power *= activity;
    }
  return model;
}

/// The host of a recipe's framework on the model's machine. @throws Error if the version is none
[[nodiscard]] inline HostProfile host_of(const Recipe& recipe, const StepModel& model) {
  return scaled(host_profile(recipe.framework, recipe.version), model.host_scale[static_cast<std::size_t>(recipe.framework)]);
}

/// Time of one step in the steady state. @throws Error for impossible networks and recipes, and for formats that the
/// card cannot compute
[[nodiscard]] inline StepTime step_time(const Network& network, const Recipe& recipe, const StepModel& model,
                                        const HostProfile& profile) {
  const std::vector<TraceEvent> events = steady_step(network, recipe, model.target);
  KernelPrices prices(model.kernels);
  return step_time(events, network.layers.size(), prices, profile);
}
[[nodiscard]] inline StepTime step_time(const Network& network, const Recipe& recipe, const StepModel& model) {
  return step_time(network, recipe, model, host_of(recipe, model));
}

}  // namespace perfmodel
