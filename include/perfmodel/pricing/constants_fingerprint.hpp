#pragma once
#include <cmath>
#include <cstdint>
#include <perfmodel/fnv1a.hpp>
#include <perfmodel/pricing/kernel_model.hpp>
#include <string>

namespace perfmodel {

/// Which constants predict this card, as 16 hexadecimal digits: a hash of some predictions, each to a tenth of a per
/// cent. Corrections that a calibration found belong to the constants that they correct; with others they are wrong.
[[nodiscard]] inline std::string constants_fingerprint(const Device& device) {
  const KernelModel model = make_kernel_model(device);
  std::uint64_t hash = fnv1a_offset;
  const auto mix = [&](const Prediction& p) {
    constexpr double steps = 1e3;  // of ln: 0.1 %
    auto value = static_cast<std::uint64_t>(std::llround(steps * std::log(in(p.total, nano * second))));
    for (int i = 0; i < 8; ++i, value >>= 8) hash = fnv1a_step(hash, value & 0xff);
  };
  for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::tf32, NumberFormat::fp16, NumberFormat::bf16}) {
    if (!(peak(device, format) > WorkRate{})) continue;
    for (const std::int64_t size : {64, 333, 1024, 4096})
      for (const Layout layout : {Layout::nt, Layout::tn})
        mix(predict(Gemm{.format = format, .layout = layout, .m = 2 * size, .n = size, .k = size, .output = format},
                    model));
    mix(predict(
        Gemm{.format = format, .layout = Layout::nn, .batch = 32, .m = 256, .n = 64, .k = 256, .output = format},
        model));
    if (format == NumberFormat::tf32) continue;
    mix(predict(
        Attention{
            .format = format, .batch = 4, .heads = 16, .key_heads = 16, .queries = 1024, .keys = 1024, .head_size = 64},
        model));
  }
  for (const double bytes : {4096.0, 4e6, 4e9})
    mix(predict(Streaming{.kind = StreamingKind::elementwise,
                          .rows = 1,
                          .columns = static_cast<std::int64_t>(bytes / 8.0),
                          .read = 0.5 * bytes * byte,
                          .written = 0.5 * bytes * byte},
                model));
  return hash_text(hash);
}

}  // namespace perfmodel
