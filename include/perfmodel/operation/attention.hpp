#pragma once
#include <cstdint>
#include <perfmodel/device/number_format.hpp>
#include <perfmodel/operation/shape.hpp>
#include <perfmodel/units.hpp>

namespace perfmodel {

/// One fused (flash) attention kernel: softmax(Q K^T / sqrt(d)) V without the score matrix in memory.
/// Unfused attention is two batched GEMMs and a softmax in the trace.
struct Attention {
  NumberFormat format{NumberFormat::fp16};
  std::int64_t batch{1}, heads{1}, key_heads{1}, queries{}, keys{}, head_size{};
  bool causal{}, backward{};
  bool dropout{};           ///< random numbers are drawn for every score
  bool narrow_keys{};       ///< keys and values are stored in 8 bits (a cache of FP8)
  bool memory_efficient{};  ///< PyTorch's kernel of that name, which alone makes the gradient of a bias
  bool biased{};            ///< scores get a bias, or a mask of numbers
  bool paged{};             ///< keys and values lie in the pages of a serving engine's cache
  friend constexpr bool operator==(const Attention&, const Attention&) = default;
};

/// Of queries and keys that lie as [batch, heads, length, size].
[[nodiscard]] constexpr Attention attention_between(const Shape& q, const Shape& k, NumberFormat format) {
  return {.format = format,
          .batch = q[0],
          .heads = q[1],
          .key_heads = k[1],
          .queries = q[2],
          .keys = k[2],
          .head_size = q[3]};
}

/// 4 B H Sq Sk D forward, 2.5 times that backward; half of it when causal. Dao 2023, arXiv:2307.08691, section 4.1.
[[nodiscard]] constexpr Work work(const Attention& a) {
  const double forward = 2.0 * static_cast<double>(a.batch) * static_cast<double>(a.heads) *
                         static_cast<double>(a.queries) * static_cast<double>(a.keys) *
                         static_cast<double>(a.head_size) * (a.causal ? 0.5 : 1.0);
  return forward * (a.backward ? 2.5 : 1.0) * mac;
}

/// Q, K, V, O once (backward: also their gradients, and the FP32 log-sum-exp).
[[nodiscard]] constexpr Bytes traffic(const Attention& a) {
  const double q = static_cast<double>(a.batch) * static_cast<double>(a.heads) * static_cast<double>(a.queries) *
                   static_cast<double>(a.head_size);
  const double k = static_cast<double>(a.batch) * static_cast<double>(a.key_heads) * static_cast<double>(a.keys) *
                   static_cast<double>(a.head_size);
  const Bytes stored = a.narrow_keys ? element_size(NumberFormat::fp8) : element_size(a.format);
  return (a.backward ? 2.0 : 1.0) * (2.0 * q * element_size(a.format) + 2.0 * k * stored);
}

/// Of these bytes what is written: the result; backward the three gradients.
[[nodiscard]] constexpr Bytes written_bytes(const Attention& a) {
  const double q = static_cast<double>(a.batch) * static_cast<double>(a.heads) * static_cast<double>(a.queries) *
                   static_cast<double>(a.head_size);
  return a.backward ? 0.5 * traffic(a) : q * element_size(a.format);
}

}  // namespace perfmodel
