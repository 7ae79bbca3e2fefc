#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/device/device.hpp>
#include <perfmodel/lowering/kernel.hpp>
#include <perfmodel/lowering/target.hpp>
#include <perfmodel/pricing/attention/time.hpp>
#include <perfmodel/pricing/clock.hpp>
#include <perfmodel/pricing/collective/time.hpp>
#include <perfmodel/pricing/constants.hpp>
#include <perfmodel/pricing/convolution/time.hpp>
#include <perfmodel/pricing/custom.hpp>
#include <perfmodel/pricing/fused/time.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <perfmodel/pricing/hardware_limits.hpp>
#include <perfmodel/pricing/host_copy/constants.hpp>
#include <perfmodel/pricing/host_copy/time.hpp>
#include <perfmodel/pricing/prediction.hpp>
#include <perfmodel/pricing/recurrent/constants.hpp>
#include <perfmodel/pricing/recurrent/time.hpp>
#include <perfmodel/pricing/streaming/time.hpp>
#include <perfmodel/software/software.hpp>
#include <perfmodel/visit.hpp>
#include <variant>

namespace perfmodel {

/// Everything that prices a kernel on one card under one load. Built once per card, some tens of kilobytes; immutable
/// afterwards, so that threads may share it. predict() allocates nothing.
struct KernelModel {
  Device device{};
  Software software{};  ///< whose kernels these are
  GemmModels gemm{};
  StreamingModel streaming{};
  ConvolutionTables convolution{};
  AttentionModel attention{};
  CollectiveModel collective{};
  FusedTable fused{};
  RecurrentTable recurrent{};
  HostCopyModel host_copy{};
  LoweringTable lowering{};
  HardwareLimits limits{};
  LoweringRule lowering_rule{};  ///< a choice of kernels from outside; empty: the library's own rules
};

/// At the highest clock that the board table allows.
[[nodiscard]] HardwareLimits make_hardware_limits(const Device& device, const GemmTable& table);

/// @pre device.sms, clocks, bandwidth and l2 > 0 (the device reader guarantees it)
[[nodiscard]] KernelModel make_kernel_model(const Device& device, const Software& software = software_of(),
                                            Load load = Load::isolated);

/// The same with other constants than the compiled-in ones. The model refers to the choices of `constants`.
[[nodiscard]] KernelModel make_kernel_model(const Device& device, const Constants& constants,
                                            const Software& software = software_of(), Load load = Load::isolated);

[[nodiscard]] Prediction predict(const Gemm& k, const KernelModel& m);
[[nodiscard]] Prediction predict(const Convolution& k, const KernelModel& m);
[[nodiscard]] Prediction predict(const Attention& k, const KernelModel& m);
/// What the caches keep does not cross the memory bus: the predicted traffic counts.
[[nodiscard]] Prediction predict(const Streaming& k, const KernelModel& m);
[[nodiscard]] Prediction predict(const RecurrentKernel& k, const KernelModel& m);
[[nodiscard]] Prediction predict(const op::Custom& k, const KernelModel& m);
[[nodiscard]] Prediction predict(const op::Fused& k, const KernelModel& m);
/// Links have no other limit than their share of the published bandwidth, which is at most 1; the interval keeps to it.
[[nodiscard]] Prediction predict(const Collective& k, const KernelModel& m);
[[nodiscard]] Prediction predict(const HostCopy& k, const KernelModel& m);

/// Time of any kernel, with its parts, its bound and its 90 % interval.
/// @throws Error for impossible shapes and for formats the card cannot compute
[[nodiscard]] Prediction predict(const Kernel& kernel, const KernelModel& model);

/// What the model's card and software say to lowering. The model must outlive it.
[[nodiscard]] inline LoweringTarget lowering_target(const KernelModel& model) {
  return {.card = trace_target(model.device),
          .wide_launches = model.software.rules.foreach_dense,
          .rule = &model.lowering_rule,
          .table = &model.lowering};
}

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/kernel_model.ipp>
#endif
