#pragma once
#include <perfmodel/software/host.hpp>
#include <perfmodel/timeline/step_time.hpp>

namespace perfmodel {
PERFMODEL_INLINE StepModel make_step_model(const Device& device, const Software& software, Load load, double activity) {
  StepModel model{.target = trace_target(device), .kernels = make_kernel_model(device, software, load)};
  const auto draw_less = [activity](std::array<PowerModel, number_format_count>& formats) {
    for (PowerModel& power : formats) {
      power.math_power *= activity;
      power.l2_power *= activity;
    }
  };
  for (CopyOnWrite<GemmModel>& gemm : model.kernels.gemm.models)
    gemm.change_later([=](GemmModel& made) { draw_less(made.power); });
  draw_less(model.kernels.attention.power);
  return model;
}

PERFMODEL_INLINE StepModel with_framework(StepModel model, Framework framework) {
  model.kernels.software = with_framework(model.software(), framework);
  return model;
}

PERFMODEL_INLINE HostProfile host_of(const StepModel& model) {
  return on_host(model.software().host, model.host_scale[static_cast<std::size_t>(model.software().framework)],
                 model.host_interval);
}

PERFMODEL_INLINE OperationPrices prices_of(const StepTrace& trace, const KernelModel& kernels) {
  return {trace.operations, kernels, lowering_target(kernels)};
}

PERFMODEL_INLINE StepTime step_time(const Network& network, const Recipe& recipe, const StepModel& model,
                                    const HostProfile& profile) {
  const StepTrace trace = steady_step(network, recipe, model.software(), model.target);
  OperationPrices prices = prices_of(trace, model.kernels);
  return step_time(trace.step, network.layers.size(), prices, profile);
}

PERFMODEL_INLINE StepTime step_time(const Network& network, const Recipe& recipe, const StepModel& model) {
  return step_time(network, recipe, model, host_of(model));
}

}  // namespace perfmodel
