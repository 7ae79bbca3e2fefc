#include <perfmodel/training/recipe.hpp>
#include "../refusal.hpp"
#include <doctest/doctest.h>

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
  CHECK(refusal([] { (void)mode_from("Train", "s.csv:2: mode"); }) == "s.csv:2: mode: got \"Train\"; must be train or infer");
  CHECK(refusal([] { (void)memory_format_from("", "p"); }) == "p: got \"\"; must be nchw or nhwc");
}
