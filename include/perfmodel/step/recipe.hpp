#pragma once
#include <cstdint>
#include <optional>
#include <perfmodel/layer/optimizer.hpp>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/quoted_text.hpp>
#include <perfmodel/software/precision.hpp>
#include <string>

namespace perfmodel {

enum class Mode : std::uint8_t { train, infer };
[[nodiscard]] constexpr std::string_view name(Mode mode) { return mode == Mode::train ? "train" : "infer"; }

/// Everything about a step that is not the network, not the software and not the card.
struct Recipe {
  std::int64_t batch{64};  ///< samples per forward pass on one card
  Precision precision{Precision::fp32};
  Optimizer optimizer{Optimizer::adam};
  Mode mode{Mode::train};
  MemoryFormat memory_format{MemoryFormat::nchw};
  std::int64_t accumulation{1};                   ///< forward and backward passes before one optimizer step
  std::int64_t checkpoint_every{0};               ///< blocks in a checkpointed segment; 0: keep all activations
  bool checkpoint_attention{};                    ///< only attention is recomputed in the backward pass
  std::optional<OptimizerLoop> optimizer_loop{};  ///< as written; none: as the framework does it by default
  bool gradient_scaler{true};                     ///< of amp_fp16, where the framework has one (FrameworkRules::scaler)
};

/// "adamw", or "adamw:fused" where the recipe says how the optimizer walks over the parameters.
[[nodiscard]] inline std::string optimizer_text(const Recipe& recipe) {
  std::string word(name(recipe.optimizer));
  if (recipe.optimizer_loop) word += ':' + std::string(name(*recipe.optimizer_loop));
  return word;
}

/// Sets the optimizer from "adamw", "adamw:fused", "adamw:foreach" or "adamw:loop".
/// @throws Error naming `place` and the accepted words, or the optimizer that PyTorch does not have in that way
inline void set_optimizer(Recipe& recipe, std::string_view word, const std::string& place) {
  const std::size_t colon = word.find(':');
  recipe.optimizer = optimizer_from(word.substr(0, colon), place);
  recipe.optimizer_loop = std::nullopt;
  if (colon == std::string_view::npos) return;
  recipe.optimizer_loop = optimizer_loop_from(word.substr(colon + 1), place);
  if (!has_loop(recipe.optimizer, *recipe.optimizer_loop))
    throw bad_input(place, '"' + std::string(word) + '"',
                    std::string(name(recipe.optimizer)) + " exists only as " +
                        (recipe.optimizer == Optimizer::adam8bit ? "adam8bit (bitsandbytes)" : "foreach and loop"));
}

/// @throws Error naming the field
inline void check(const Recipe& recipe) {
  require_at_least("batch", recipe.batch, 1);
  require_at_least("accumulation", recipe.accumulation, 1);
  require_at_least("checkpoint_every", recipe.checkpoint_every, 0);
}

/// @throws Error naming `place` and the accepted words
[[nodiscard]] inline Mode mode_from(std::string_view word, const std::string& place) {
  const std::string typed = lower_case(word);
  if (typed == "train" || typed == "training") return Mode::train;
  if (typed == "infer" || typed == "inference") return Mode::infer;
  throw bad_input(place, '"' + std::string(word) + '"', "must be train or infer");
}
[[nodiscard]] inline MemoryFormat memory_format_from(std::string_view word, const std::string& place) {
  const std::string typed = lower_case(word);
  if (typed == "nchw" || typed == "contiguous") return MemoryFormat::nchw;
  if (typed == "nhwc" || typed == "channels_last" || typed == "channels-last") return MemoryFormat::nhwc;
  throw bad_input(place, '"' + std::string(word) + '"', "must be nchw or nhwc");
}

}  // namespace perfmodel
