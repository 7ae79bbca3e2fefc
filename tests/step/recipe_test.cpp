#include <doctest/doctest.h>

#include <perfmodel/step/recipe.hpp>

#include "../refusal.hpp"

namespace step_recipe_test {
using namespace perfmodel;

TEST_CASE("a recipe is checked field by field, and the error names the field") {
  CHECK(refusal([] { check(Recipe{}); }).empty());
  CHECK(refusal([] { check(Recipe{.batch = 0}); }).starts_with("batch: got 0; "));
  CHECK(refusal([] { check(Recipe{.accumulation = 0}); }).starts_with("accumulation: got 0; "));
  CHECK(refusal([] { check(Recipe{.checkpoint_every = -1}); }).starts_with("checkpoint_every: got -1; "));
}

TEST_CASE("words of modes and memory formats") {
  for (const Mode mode : {Mode::train, Mode::infer}) CHECK(mode_from(name(mode), "p") == mode);
  CHECK(memory_format_from("nchw", "p") == MemoryFormat::nchw);
  CHECK(memory_format_from("nhwc", "p") == MemoryFormat::nhwc);
  CHECK(mode_from("Train", "p") == Mode::train);
  CHECK(refusal([] { (void)mode_from("teach", "s.csv:2: mode"); }) ==
        "s.csv:2: mode: got \"teach\"; must be train or infer");
  CHECK(refusal([] { (void)memory_format_from("", "p"); }) == "p: got \"\"; must be nchw or nhwc");
}

TEST_CASE("an optimizer's word says how it walks over the parameters, where PyTorch has that") {
  Recipe recipe;
  set_optimizer(recipe, "adamw", "--optimizer");
  CHECK(recipe.optimizer == Optimizer::adamw);
  CHECK_FALSE(recipe.optimizer_loop.has_value());
  for (const OptimizerLoop loop : all_optimizer_loops) {
    const std::string word = "sgd:" + std::string(name(loop));
    set_optimizer(recipe, word, "--optimizer");
    CHECK(recipe.optimizer_loop == loop);
    CHECK(optimizer_text(recipe) == word);
  }
  CHECK_THROWS_WITH_AS(set_optimizer(recipe, "rmsprop:fused", "--optimizer"), doctest::Contains("foreach and loop"),
                       Error);
  CHECK_THROWS_WITH_AS(set_optimizer(recipe, "adam8bit:loop", "--optimizer"), doctest::Contains("bitsandbytes"), Error);
  CHECK_THROWS_WITH_AS(set_optimizer(recipe, "adam:quick", "--optimizer"), doctest::Contains("fused, foreach or loop"),
                       Error);
}
}  // namespace step_recipe_test
