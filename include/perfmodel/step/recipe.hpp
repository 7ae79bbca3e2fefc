#pragma once
#include <cstdint>
#include <optional>
#include <perfmodel/compiled.hpp>
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
[[nodiscard]] std::string optimizer_text(const Recipe& recipe);

/// Sets the optimizer from "adamw", "adamw:fused", "adamw:foreach" or "adamw:loop".
/// @throws Error naming `place` and the accepted words, or the optimizer that PyTorch does not have in that way
void set_optimizer(Recipe& recipe, std::string_view word, const std::string& place);

/// @throws Error naming the field
void check(const Recipe& recipe);

/// @throws Error naming `place` and the accepted words
[[nodiscard]] Mode mode_from(std::string_view word, const std::string& place);
[[nodiscard]] MemoryFormat memory_format_from(std::string_view word, const std::string& place);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/step/recipe.ipp>
#endif
