#pragma once
#include <perfmodel/device/device.hpp>
#include <perfmodel/kernel/attention_time.hpp>
#include <perfmodel/kernel/clock.hpp>
#include <perfmodel/kernel/collective_time.hpp>
#include <perfmodel/kernel/convolution_time.hpp>
#include <perfmodel/kernel/gemm_time.hpp>
#include <perfmodel/kernel/host_copy_time.hpp>
#include <perfmodel/kernel/kernel.hpp>
#include <perfmodel/kernel/prediction.hpp>
#include <perfmodel/kernel/streaming_time.hpp>
#include <variant>

namespace perfmodel {

/// Everything that prices a kernel on one card under one load. Built once per card, some tens of kilobytes; immutable
/// afterwards, so that threads may share it. predict() allocates nothing.
struct KernelModel {
  GemmModels gemm{};
  StreamingModel streaming{};
  AttentionModel attention{};
  CollectiveModel collective{};
  HostCopyModel host_copy{};
};

/// @pre device.sms, clocks, bandwidth and l2 > 0 (the device reader guarantees it)
[[nodiscard]] inline KernelModel make_kernel_model(const Device& device, Load load = Load::isolated,
                                                   LibraryVersion library = newest_library) {
  return {.gemm = make_gemm_models(device, load, library),
          .streaming = make_streaming_model(device, load),
          .attention = make_attention_model(device, load),
          .collective = make_collective_model(device),
          .host_copy = make_host_copy_model(device)};
}

[[nodiscard]] inline Prediction predict(const Gemm& k, const KernelModel& m) { return predict(k, m.gemm); }
[[nodiscard]] inline Prediction predict(const Convolution& k, const KernelModel& m) { return predict(k, m.gemm, m.streaming); }
[[nodiscard]] inline Prediction predict(const Attention& k, const KernelModel& m) { return predict(k, m.attention); }
[[nodiscard]] inline Prediction predict(const Streaming& k, const KernelModel& m) { return predict(k, m.streaming); }
[[nodiscard]] inline Prediction predict(const Collective& k, const KernelModel& m) { return predict(k, m.collective); }
[[nodiscard]] inline Prediction predict(const HostCopy& k, const KernelModel& m) { return predict(k, m.host_copy); }

/// Time of any kernel, with its parts, its bound and its 90 % interval.
/// @throws Error for impossible shapes and for formats the card cannot compute
[[nodiscard]] inline Prediction predict(const Kernel& kernel, const KernelModel& model) {
  return std::visit([&](const auto& k) -> Prediction { return predict(k, model); }, kernel);
}

}  // namespace perfmodel
