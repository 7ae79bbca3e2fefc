#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <perfmodel/kernel/kernel_model.hpp>
#include <unordered_map>
#include <variant>

namespace perfmodel {

/// Times of a step's kernels, each priced once: a step launches the same kernel up to a few hundred times.

/// One kernel as the timeline needs it: plain seconds.
struct PricedKernel {
  double total{};  ///< in a stream, from the end of the kernel before to its own
  double busy{};   ///< without the gap
  double low{}, high{}, traffic{}, work{};
  Bound bound{};
  int launches{1};  ///< kernels of one call: a product split along K adds a reduction, a convolution its copies in another layout
};

namespace detail {

/// Identity of a kernel: everything its time depends on, in a few words.
struct KernelKey {
  std::array<std::uint64_t, 12> word{};
  friend bool operator==(const KernelKey&, const KernelKey&) = default;
};
struct KernelKeyHash {
  std::size_t operator()(const KernelKey& key) const {
    std::uint64_t h = 0x9E3779B97F4A7C15ull;  // golden ratio, as in Knuth's multiplicative hashing
    for (const std::uint64_t w : key.word) {
      h ^= w;
      h *= 0xBF58476D1CE4E5B9ull;
      h ^= h >> 29;
    }
    return static_cast<std::size_t>(h);
  }
};

[[nodiscard]] constexpr std::uint64_t word(std::int64_t v) { return static_cast<std::uint64_t>(v); }
[[nodiscard]] constexpr std::uint64_t word(double v) { return std::bit_cast<std::uint64_t>(v); }
template <class E>
[[nodiscard]] std::uint64_t enum_word(E e, int shift) {
  return static_cast<std::uint64_t>(e) << shift;
}

[[nodiscard]] inline bool key_of(const Gemm& g, KernelKey& key) {
  key.word = {1u | enum_word(g.format, 8) | enum_word(g.layout, 16) | enum_word(g.output, 24) |
                  enum_word(g.epilogue, 32) | enum_word(g.operands, 40),
              word(g.batch), word(g.m), word(g.n), word(g.k)};
  return true;
}
[[nodiscard]] inline bool key_of(const Streaming& s, KernelKey& key) {
  key.word = {2u | enum_word(s.kind, 8) | enum_word(s.format, 16) | enum_word(s.operands, 24) |
                  (s.backward ? 1ull << 32 : 0ull) | (s.narrow_parameters ? 1ull << 33 : 0ull) | enum_word(s.kernels, 40),
              word(s.rows),
              word(s.columns),
              word(s.tensors),
              word(in(s.read, byte)),
              word(in(s.written, byte)),
              word(s.special_functions),
              word(in(s.work, flop)),
              word(s.issue_cycles),
              word(s.serial_cycles)};
  return true;
}
template <class K>
[[nodiscard]] bool key_of(const K&, KernelKey&) {
  return false;  // rare in a step: priced each time
}

[[nodiscard]] inline PricedKernel from_prediction(const Prediction& p) {
  return {.total = in(p.total, second),
          .busy = std::max(0.0, in(p.total - p.launch, second)),
          .low = in(p.low, second),
          .high = in(p.high, second),
          .traffic = in(p.traffic, byte),
          .work = in(p.work, flop),
          .bound = p.bound,
          .launches = p.kernels};
}

/// The time of a product is a period in a CUDA graph, which is also what a profiler calls its duration (measured: equal
/// within 0.1 us); in a stream kernels follow each other with a longer gap (launch.csv of the calibrated cards).
[[nodiscard]] inline PricedKernel priced(const Gemm& gemm, const KernelModel& model) {
  const GemmPrediction p = predict(gemm, model.gemm);
  PricedKernel k = from_prediction(p);
  k.launches = p.split_k > 1 ? 2 : 1;
  const StreamingTable& table = model.streaming.table;
  const double gap = k.launches * (table.launch_seconds - table.graph_launch_seconds);
  k.busy = k.total;
  k.total += gap;
  k.low += gap;
  k.high += gap;
  return k;
}
template <class K>
[[nodiscard]] PricedKernel priced(const K& kernel, const KernelModel& model) {
  return from_prediction(predict(kernel, model));
}
[[nodiscard]] inline PricedKernel priced_any(const Kernel& kernel, const KernelModel& model) {
  return std::visit([&](const auto& k) { return priced(k, model); }, kernel);
}

}  // namespace detail

/// Prices kernels once each: a step asks for the same few hundred times.
class KernelPrices {
 public:
  explicit KernelPrices(const KernelModel& model) : model_(&model) {}
  const PricedKernel& operator()(const Kernel& kernel) {
    detail::KernelKey key;
    if (!std::visit([&](const auto& k) { return detail::key_of(k, key); }, kernel)) {
      other_ = detail::priced_any(kernel, *model_);
      return other_;
    }
    const auto found = prices_.find(key);
    if (found != prices_.end()) return found->second;
    return prices_.emplace(key, detail::priced_any(kernel, *model_)).first->second;
  }

 private:
  const KernelModel* model_;
  PricedKernel other_{};
  std::unordered_map<detail::KernelKey, PricedKernel, detail::KernelKeyHash> prices_{};
};

}  // namespace perfmodel
