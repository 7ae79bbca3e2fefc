#pragma once
#include <perfmodel/step/recipe.hpp>

namespace perfmodel {

PERFMODEL_INLINE std::string optimizer_text(const Recipe& recipe) {
  std::string word(name(recipe.optimizer));
  if (recipe.optimizer_loop) word += ':' + std::string(name(*recipe.optimizer_loop));
  return word;
}

PERFMODEL_INLINE void set_optimizer(Recipe& recipe, std::string_view word, const std::string& place) {
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

PERFMODEL_INLINE void check(const Recipe& recipe) {
  require_at_least("batch", recipe.batch, 1);
  require_at_least("accumulation", recipe.accumulation, 1);
  require_at_least("checkpoint_every", recipe.checkpoint_every, 0);
}

PERFMODEL_INLINE Mode mode_from(std::string_view word, const std::string& place) {
  const std::string typed = lower_case(word);
  if (typed == "train" || typed == "training") return Mode::train;
  if (typed == "infer" || typed == "inference") return Mode::infer;
  throw bad_input(place, '"' + std::string(word) + '"', "must be train or infer");
}

PERFMODEL_INLINE MemoryFormat memory_format_from(std::string_view word, const std::string& place) {
  const std::string typed = lower_case(word);
  if (typed == "nchw" || typed == "contiguous") return MemoryFormat::nchw;
  if (typed == "nhwc" || typed == "channels_last" || typed == "channels-last") return MemoryFormat::nhwc;
  throw bad_input(place, '"' + std::string(word) + '"', "must be nchw or nhwc");
}

}  // namespace perfmodel
