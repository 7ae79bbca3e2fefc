#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/pricing/clock.hpp>
#include <perfmodel/pricing/gemm/constants.hpp>
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
      every_framework(1.0)};  ///< of the machine that steps run on; 1: the profiles' own (docs/reference/timeline.md)
  HostInterval host_interval{};  ///< of the same machine

  [[nodiscard]] const Software& software() const { return kernels.software; }
};

/// @param load      steps follow each other for seconds: sustained
/// @param activity  of the operands, over random normal ones, in [0, 1]
[[nodiscard]] StepModel make_step_model(const Device& device, const Software& software = software_of(),
                                        Load load = Load::sustained,
                                        double activity = gemm_table().board.step_activity);

/// The model of another of PyTorch's ways of running a step: the same kernels, as the release is the same.
[[nodiscard]] StepModel with_framework(StepModel model, Framework framework);

/// The host of the model's framework on the model's machine.
[[nodiscard]] HostProfile host_of(const StepModel& model);

/// Prices of the operations that a trace runs. The trace must outlive them.
[[nodiscard]] OperationPrices prices_of(const StepTrace& trace, const KernelModel& kernels);

/// Time of one step in the steady state. @throws Error for impossible networks and recipes, and for formats that the
/// card cannot compute
[[nodiscard]] StepTime step_time(const Network& network, const Recipe& recipe, const StepModel& model,
                                 const HostProfile& profile);
[[nodiscard]] StepTime step_time(const Network& network, const Recipe& recipe, const StepModel& model);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/timeline/step_time.ipp>
#endif
