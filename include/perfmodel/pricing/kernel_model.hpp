#pragma once
#include <perfmodel/device/device.hpp>
#include <perfmodel/lowering/kernel.hpp>
#include <perfmodel/lowering/target.hpp>
#include <perfmodel/pricing/attention/time.hpp>
#include <perfmodel/pricing/clock.hpp>
#include <perfmodel/pricing/collective/time.hpp>
#include <perfmodel/pricing/constants.hpp>
#include <perfmodel/pricing/convolution/time.hpp>
#include <perfmodel/pricing/custom.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <perfmodel/pricing/hardware_limits.hpp>
#include <perfmodel/pricing/host_copy/time.hpp>
#include <perfmodel/pricing/prediction.hpp>
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
  HostCopyModel host_copy{};
  HardwareLimits limits{};
  LoweringRule lowering_rule{};  ///< a choice of kernels from outside; empty: the library's own rules
};

/// At the highest clock that the board table allows.
[[nodiscard]] inline HardwareLimits make_hardware_limits(const Device& device, const GemmTable& table) {
  const double open = boosts_openly(device) ? table.board.open_boost : 1.0;
  return make_hardware_limits(device, open * std::max(device.boost_clock, device.tensor_clock));
}

/// @pre device.sms, clocks, bandwidth and l2 > 0 (the device reader guarantees it)
[[nodiscard]] inline KernelModel make_kernel_model(const Device& device, const Software& software = software_of(),
                                                   Load load = Load::isolated) {
  return {.device = device,
          .software = software,
          .gemm = make_gemm_models(device, software, load),
          .streaming = make_streaming_model(device, software),
          .convolution = convolution_tables(),
          .attention = make_attention_model(device),
          .collective = make_collective_model(device),
          .host_copy = make_host_copy_model(device),
          .limits = make_hardware_limits(device, gemm_table())};
}

/// The same with other constants than the compiled-in ones. The model refers to constants.choices.
[[nodiscard]] inline KernelModel make_kernel_model(const Device& device, const Constants& constants,
                                                   Load load = Load::isolated,
                                                   LibraryVersion library = newest_library) {
  KernelModel model{.gemm = make_gemm_models(device, load, library, constants.gemm, constants.choices),
                    .streaming = make_streaming_model(device, constants.streaming),
                    .convolution = constants.convolution,
                    .attention = make_attention_model(device, constants.attention),
                    .collective = make_collective_model(device, constants.collective),
                    .host_copy = make_host_copy_model(device),
                    .limits = make_hardware_limits(device, constants.gemm)};
  model.attention.streaming = model.streaming;
  return model;
}

[[nodiscard]] inline Prediction predict(const Gemm& k, const KernelModel& m) { return predict(k, m.gemm); }
[[nodiscard]] inline Prediction predict(const Convolution& k, const KernelModel& m) {
  return not_below(predict(k, m.gemm, m.streaming, m.software.cudnn, m.convolution), least_time(k, m.limits));
}
[[nodiscard]] inline Prediction predict(const Attention& k, const KernelModel& m) {
  return not_below(predict(k, m.attention), least_time(k, m.limits));
}
/// What the caches keep does not cross the memory bus: the predicted traffic counts.
[[nodiscard]] inline Prediction predict(const Streaming& k, const KernelModel& m) {
  const Prediction p = predict(k, m.streaming);
  return not_below(p, detail::least_time(m.limits, p.work, NumberFormat::fp32, p.traffic));
}
[[nodiscard]] inline Prediction predict(const RecurrentKernel& k, const KernelModel& m) {
  const Prediction p = predict(k, m.streaming);
  return not_below(p, detail::least_time(m.limits, p.work, k.call.stored, p.traffic));
}
[[nodiscard]] inline Prediction predict(const op::Custom& k, const KernelModel& m) {
  return predict(k, m.device, m.streaming);
}
/// Links have no other limit than their share of the published bandwidth, which is at most 1; the interval keeps to it.
[[nodiscard]] inline Prediction predict(const Collective& k, const KernelModel& m) {
  const Time least = collective_steps(k).bytes_per_link / link_among(k.gpus, m.collective).bandwidth * second;
  return not_below(predict(k, m.collective), k.gpus > 1 ? least : Time{});
}
[[nodiscard]] inline Prediction predict(const HostCopy& k, const KernelModel& m) {
  return not_below(predict(k, m.host_copy), in(k.size, byte) / m.host_copy.bandwidth * second);
}

/// Time of any kernel, with its parts, its bound and its 90 % interval.
/// @throws Error for impossible shapes and for formats the card cannot compute
[[nodiscard]] inline Prediction predict(const Kernel& kernel, const KernelModel& model) {
  return perfmodel::visit([&](const auto& k) -> Prediction { return predict(k, model); }, kernel);
}

/// What the model's card and software say to lowering. The model must outlive it.
[[nodiscard]] inline LoweringTarget lowering_target(const KernelModel& model) {
  return {.card = trace_target(model.device),
          .wide_launches = model.software.rules.foreach_dense,
          .rule = &model.lowering_rule};
}

}  // namespace perfmodel
