#pragma once
#include <perfmodel/pricing/kernel_model.hpp>

namespace perfmodel {
PERFMODEL_INLINE HardwareLimits make_hardware_limits(const Device& device, const GemmTable& table) {
  return make_hardware_limits(device, highest_clock(device, open_boost(device, table.board)));
}

PERFMODEL_INLINE KernelModel make_kernel_model(const Device& device, const Software& software, Load load) {
  KernelModel model{.device = device,
                    .software = software,
                    .gemm = make_gemm_models(device, software, load),
                    .streaming = make_streaming_model(device, software),
                    .convolution = convolution_tables(),
                    .collective = make_collective_model(device),
                    .fused = fused_table(),
                    .recurrent = recurrent_table(),
                    .host_copy = make_host_copy_model(device, host_copy_table()),
                    .lowering = lowering_table(),
                    .limits = make_hardware_limits(device, gemm_table())};
  model.attention = make_attention_model(device, attention_table(), model.gemm, model.streaming, software.attention);
  if (software.cudnn < cudnn_9) set_choices(model.convolution, {});  // they are cuDNN 9's
  return model;
}

PERFMODEL_INLINE KernelModel make_kernel_model(const Device& device, const Constants& constants,
                                               const Software& software, Load load) {
  KernelModel model{.device = device,
                    .software = software,
                    .gemm = make_gemm_models(device, load, software.cublas, constants.gemm, constants.choices),
                    .streaming = make_streaming_model(device, constants.streaming, software.kernels,
                                                      open_boost(device, constants.gemm.board)),
                    .convolution = constants.convolution,
                    .collective = make_collective_model(device, constants.collective),
                    .fused = constants.fused,
                    .recurrent = constants.recurrent,
                    .host_copy = make_host_copy_model(device, constants.host_copy),
                    .lowering = constants.lowering,
                    .limits = make_hardware_limits(device, constants.gemm)};
  model.attention = make_attention_model(device, constants.attention, model.gemm, model.streaming, software.attention);
  set_choices(model.convolution, {});
  if (software.cudnn >= cudnn_9) set_choices(model.convolution, constants.convolution_choices);
  return model;
}

PERFMODEL_INLINE Prediction predict(const Gemm& k, const KernelModel& m) { return predict(k, m.gemm); }

PERFMODEL_INLINE Prediction predict(const Convolution& asked, const KernelModel& m) {
  Convolution k = asked;  // on CUDA cores 16-bit ones run FP32's algorithms
  const IssueRates& rates = m.gemm.rates;
  if (rates(MathUnit::cuda_core, k.format) > IssueRate{} && !(rates(MathUnit::tensor_core, k.format) > IssueRate{}))
    k.format = multiplied_as(MathUnit::cuda_core, k.format);
  return not_below(predict(k, m.gemm, m.streaming, m.software.cudnn, m.convolution), least_time(k, m.limits));
}

PERFMODEL_INLINE Prediction predict(const Attention& k, const KernelModel& m) {
  return not_below(predict(k, m.attention), least_time(k, m.limits));
}

PERFMODEL_INLINE Prediction predict(const Streaming& k, const KernelModel& m) {
  const Prediction p = predict(k, m.streaming);
  return not_below(p, detail::least_time(m.limits, p.work, NumberFormat::fp32, p.traffic));
}

PERFMODEL_INLINE Prediction predict(const RecurrentKernel& k, const KernelModel& m) {
  const Prediction p = predict(k, m.streaming, m.recurrent);
  return not_below(p, detail::least_time(m.limits, p.work, k.call.stored, p.traffic));
}

PERFMODEL_INLINE Prediction predict(const op::Custom& k, const KernelModel& m) {
  return predict(k, m.device, m.streaming);
}

PERFMODEL_INLINE Prediction predict(const op::Fused& k, const KernelModel& m) {
  const Prediction p = predict(k, m.streaming, m.fused);
  return not_below(p, detail::least_time(m.limits, p.work, NumberFormat::fp32, p.traffic));
}

PERFMODEL_INLINE Prediction predict(const Collective& k, const KernelModel& m) {
  const bool sums = m.collective.sums_in_switch && k.kind == CollectiveKind::all_reduce;  // then each byte passes once
  const bool one_host = k.per_node == 0 || k.per_node >= k.gpus;
  const double bytes = sums ? in(k.size, byte) : collective_steps(k).bytes_per_link;
  const Time least = bytes / link_among(k.gpus, m.collective).bandwidth * second;
  return not_below(predict(k, m.collective), k.gpus > 1 && one_host ? least : Time{});
}

PERFMODEL_INLINE Prediction predict(const HostCopy& k, const KernelModel& m) {
  return not_below(predict(k, m.host_copy), in(k.size, byte) / m.host_copy.bandwidth * second);
}

PERFMODEL_INLINE Prediction predict(const Kernel& kernel, const KernelModel& model) {
  return perfmodel::visit([&](const auto& k) -> Prediction { return predict(k, model); }, kernel);
}

}  // namespace perfmodel
