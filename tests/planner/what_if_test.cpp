#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/planner/what_if.hpp>

namespace planner_what_if_test {
using namespace perfmodel;

namespace {

const Device& t4() {
  static const Device device = json::load_device("T4").device;
  return device;
}
Network network() { return fcnn({.layers = 16, .hidden = 1024, .inputs = 1000, .outputs = 100}); }
const Recipe recipe{.batch = 32768, .precision = Precision::fp32, .optimizer = Optimizer::adam};

const WhatIf& named(const std::vector<WhatIf>& list, const std::string& name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const WhatIf& w) { return w.name == name; });
  REQUIRE(found != list.end());
  return *found;
}

}  // namespace

TEST_CASE("techniques() offers what applies to this network, recipe and card") {
  const std::vector<WhatIf> list = techniques(network(), recipe, software_of(), t4());
  for (const char* name : {"mixed precision amp_fp16", "everything in fp16", "accumulate 2 passes",
                           "checkpoint every block", "checkpoint every 4 blocks", "8-bit Adam", "SGD",
                           "activations in place", "optimizer offload", "activation offload", "LoRA, rank 8"})
    (void)named(list, name);
  for (const WhatIf& w : list) CHECK(w.name.find("bf16") == std::string::npos);  // T4 has no BF16
  Recipe odd = recipe;
  odd.batch = 7;
  for (const WhatIf& w : techniques(network(), odd, software_of(), t4())) CHECK(w.variation.accumulation == 1);
}

TEST_CASE(
    "memory aspect of the NN optimization lecture: each technique saves what it is said to save, and costs its time") {
  const CardModel card = make_card_model(t4());
  const Network in_place = with_activations_in_place(network());
  std::vector<WhatIf> list = techniques(network(), recipe, software_of(), t4());
  const StepEstimate base = estimate_step(network(), recipe, card);
  const Bytes activation = static_cast<double>(recipe.batch) * 1024 * 4.0 * byte;
  for (WhatIf& w : list) {
    price(w, network(), in_place, recipe, card, {});
    CAPTURE(w.name);
    // Two save nothing here: a block keeps one tensor in any case, and a linear layer does not save its output, which
    // an activation in place would overwrite. What they cost then is two such tensors at the most: the outputs of a
    // block that runs again, a linear layer and its activation.
    const bool saves = !w.name.ends_with("checkpoint every block") && w.name != "activations in place";
    CHECK(w.estimate.peak_allocated <= base.peak_allocated + (saves ? 0.0 : 2.0) * activation);
  }
  const auto time = [&](const char* name) { return named(list, name).estimate.step / base.step; };
  CHECK(time("checkpoint every block") > 1.2);  // one more forward pass of three: up to 1.33
  CHECK(time("checkpoint every block") < 1.4);
  CHECK(time("activation offload") > 1.0);
  CHECK(time("mixed precision amp_fp16") < 1.0);
  // sqrt(n): 16 blocks in segments of 4 keep less than half of the activations
  const Bytes kept = named(list, "checkpoint every 4 blocks").estimate.peak_allocated;
  CHECK(kept < 0.7 * base.peak_allocated);
}

TEST_CASE("varied() keeps the samples of an optimizer step") {
  const Recipe r = varied(recipe, {.precision = Precision::fp16, .optimizer = Optimizer::sgd, .accumulation = 4});
  CHECK(r.batch == 8192);
  CHECK(r.accumulation == 4);
  CHECK(variation_of(r).optimizer == Optimizer::sgd);
}

TEST_CASE("combinations() takes at most one technique of each kind") {
  const std::vector<WhatIf> list = techniques(network(), recipe, software_of(), t4());
  const std::vector<WhatIf> all = combinations(variation_of(recipe), list);
  CHECK(all.front().variation == variation_of(recipe));
  // precision: as is, amp_fp16, fp16; optimizer: as is, 8-bit, SGD; in place or not; checkpointing; accumulation 1 to
  // 16
  std::size_t checkpoints = 1, formats = 1;
  for (const WhatIf& w : list) {
    if (w.change == nullptr && w.variation.checkpoint_every != 0) ++checkpoints;
    if (w.variation.precision != recipe.precision) ++formats;
  }
  CHECK(all.size() == formats * 3 * 2 * checkpoints * 5);
}

TEST_CASE("what keeps the algorithm trains all weights, in their format, with the same optimizer") {
  for (const WhatIf& w : techniques(network(), recipe, software_of(), t4())) {
    CAPTURE(w.name);
    const bool changes = w.name == "SGD" || w.name == "8-bit Adam" || w.name.starts_with("everything in") ||
                         w.name.find("LoRA") != std::string::npos;
    CHECK(keeps_algorithm(w, recipe) == !changes);
  }
}

TEST_CASE("what does not fit is priced by its memory alone where no more is asked for") {
  const CardModel card = make_card_model(t4());
  for (const std::int64_t batch : {std::int64_t{1024}, std::int64_t{1} << 22}) {
    const Recipe asked{.batch = batch, .precision = Precision::fp32};
    WhatIf whole{.variation = variation_of(asked)}, part = whole;
    price(whole, network(), network(), asked, card, {});
    price_if_fits(part, network(), network(), asked, card, {});
    CHECK(part.estimate.fits == (batch == 1024));
    CHECK(part.estimate.fits == whole.estimate.fits);
    CHECK(part.estimate.device_used == whole.estimate.device_used);
    CHECK(part.estimate.peak_allocated == whole.estimate.peak_allocated);
    CHECK(part.estimate.step == (whole.estimate.fits ? whole.estimate.step : Time{}));
  }
}
}  // namespace planner_what_if_test
