#pragma once
#include <cstdint>
#include <perfmodel/kernel/convolution.hpp>
#include <perfmodel/layer/optimizer.hpp>
#include <perfmodel/trace/framework.hpp>
#include <perfmodel/trace/precision.hpp>
#include <string>

namespace perfmodel {

enum class Mode : std::uint8_t { train, infer };
[[nodiscard]] constexpr std::string_view name(Mode mode) { return mode == Mode::train ? "train" : "infer"; }

/// Everything about a step that is not the network and not the card.
struct Recipe {
  std::int64_t batch{64};  ///< samples per forward pass on one card
  Precision precision{Precision::fp32};
  Optimizer optimizer{Optimizer::sgd};
  Mode mode{Mode::train};
  MemoryFormat memory_format{MemoryFormat::nchw};
  Framework framework{Framework::libtorch};
  std::string version{"2.11"};       ///< of the framework
  std::int64_t accumulation{1};      ///< forward and backward passes before one optimizer step
  std::int64_t checkpoint_every{0};  ///< blocks in a checkpointed segment; 0: keep all activations
  bool fused_optimizer{};            ///< PyTorch's fused=True
  bool gradient_scaler{true};        ///< of amp_fp16, where the framework has one (FrameworkRules::scaler)
};

/// @throws Error naming the field
inline void check(const Recipe& recipe) {
  require_at_least("batch", recipe.batch, 1);
  require_at_least("accumulation", recipe.accumulation, 1);
  require_at_least("checkpoint_every", recipe.checkpoint_every, 0);
}

/// @throws Error naming `place` and the accepted words
[[nodiscard]] inline Mode mode_from(std::string_view word, const std::string& place) {
  if (word == "train") return Mode::train;
  if (word == "infer") return Mode::infer;
  throw bad_input(place, '"' + std::string(word) + '"', "must be train or infer");
}
[[nodiscard]] inline MemoryFormat memory_format_from(std::string_view word, const std::string& place) {
  if (word == "nchw") return MemoryFormat::nchw;
  if (word == "nhwc") return MemoryFormat::nhwc;
  throw bad_input(place, '"' + std::string(word) + '"', "must be nchw or nhwc");
}

}  // namespace perfmodel
