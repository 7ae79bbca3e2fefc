#pragma once
/// Times of single framework calls ("eager"): beside the kernel each holds what the framework and the launch take.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>

namespace perfmodel {

/// Calls shorter than this many of the shortest one show the framework's own time as much as the kernel's: they are
/// judged apart.
inline constexpr double eager_floors = 10.0;

/// What of the shortest call is inside every other one and no kernel's: 12,000 FP32 products of sitar-lab/NeuSight
/// (commit 6945927d), measured minus predicted: medians of 0.57 to 0.85 of the shortest between 1 and 10 of it (P100,
/// T4, A100; V100 0.80 to 1.01). Its 15,600 FP32 elementwise operations, softmax and layer norms likewise: medians of
/// 0.44 to 0.58 of elementwise calls between 2.5 and 10 of the shortest, 0.42 to 1.3 of the others (four cards). The
/// rest of the shortest call is its kernel.
inline constexpr double eager_share = 0.6;

/// The same of FP32 convolutions: 888 of that table (P100, V100, T4) take 2.3 to 4 of the shortest longer than their
/// kernels where they are ten of it and more, evenly spread from 0.5 to 7, whatever the shape, the kernel or the card's
/// speed: host work. 2 leaves the three cards a bias of -11, -1 and 0 %, where 0.6 leaves -18, -10 and -7.
inline constexpr double eager_convolution_share = 2.0;

/// @param operation  as tables of single calls name it
[[nodiscard]] constexpr double eager_share_of(std::string_view operation) {
  return operation == "conv2d_fwd" ? eager_convolution_share : eager_share;
}

/// Load up to an eager timing, in times of the call itself: how far a board's clock has sunk by then.
/// sitar-lab/NeuSight reports the five fastest of 25 calls and does not say what ran before them. Its T4 and A100-PCIE
/// are half-way settled in calls of 0.7 ms, and with a controller that acts after 45 ms that is after this many: left
/// to the fit, 20 repetitions want 20 ms and 60 want 41 (docs/reference/clock.md).
inline constexpr double eager_repetitions = 60.0;

/// The least and the most of it: 5th and 95th percentile of measured minus predicted over those 15,600 calls, 0.39
/// and 1.11; convolutions as above.
struct EagerShareRange {
  double least{}, most{};
};

[[nodiscard]] constexpr EagerShareRange eager_share_range_of(std::string_view operation) {
  return operation == "conv2d_fwd" ? EagerShareRange{0.5, 7.0} : EagerShareRange{0.39, 1.11};
}

/// Seconds of a single call of a framework whose kernels take `kernel` seconds: short kernels wait for the host, whose
/// calls take as long as the shortest one, long ones show what the framework and the launch add.
[[nodiscard]] constexpr double eager_seconds(double shortest, double kernel, double share = eager_share) {
  return std::max(shortest, share * shortest + kernel);
}

/// The shortest call of each operation (s).
class ShortestCalls {
 public:
  void add(const std::string& operation, double seconds) {
    const auto [at, fresh] = shortest_.emplace(operation, seconds);
    if (!fresh) at->second = std::min(at->second, seconds);
  }

  /// @throws std::out_of_range for an operation of which no call was added
  [[nodiscard]] double of(const std::string& operation) const { return shortest_.at(operation); }

  /// Whether a call is so short that it is judged apart.
  [[nodiscard]] bool near(const std::string& operation, double seconds) const {
    return seconds < eager_floors * of(operation);
  }

 private:
  std::map<std::string, double> shortest_{};
};

}  // namespace perfmodel
