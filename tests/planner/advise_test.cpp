#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/builder.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/advise.hpp>
#include <string>

namespace planner_advise_test {
using namespace perfmodel;

namespace {

AdviceList advice_for_all(const char* network, const Recipe& recipe, const char* card) {
  return advise(named_network(network), recipe, make_card_model(json::load_device(card, "test").device));
}
std::vector<Advice> advice_for(const char* network, const Recipe& recipe, const char* card) {
  return advice_for_all(network, recipe, card).changes;
}
bool has(const std::vector<Advice>& list, const char* start) {
  return std::any_of(list.begin(), list.end(), [&](const Advice& a) { return a.change.starts_with(start); });
}

}  // namespace

TEST_CASE("NN Performance optimization, recommendations: each is found where it applies, ranked by the time it saves") {
  const auto cnn = advice_for("resnet50", {.batch = 64, .precision = Precision::fp32}, "a100-sxm4-80gb");
  CHECK(has(cnn, "precision amp"));
  CHECK(has(cnn, "precision tf32"));
  CHECK(has(advice_for("resnet50", {.batch = 64, .precision = Precision::tf32}, "a100-sxm4-80gb"), "channels last"));
  CHECK(has(advice_for("fcnn:layers=4,hidden=8192,inputs=8192,outputs=8192",
                       {.batch = 1021, .precision = Precision::fp16}, "v100-sxm2-16gb"),
            "batch 1024"));
  CHECK(cnn.front().change.starts_with("precision"));
  for (std::size_t i = 1; i < cnn.size(); ++i) CHECK(cnn[i - 1].saved() >= cnn[i].saved());
  for (const Advice& a : cnn) CHECK(a.after < a.before);
  CHECK(has(advice_for("gpt2-124m:seq=512", {.batch = 8, .precision = Precision::amp_bf16}, "a100-sxm4-80gb"),
            "pad outputs to 50304"));
  CHECK(has(advice_for("bert-base:seq=512,attention=naive", {.batch = 8, .precision = Precision::amp_bf16}, "h200-sxm"),
            "fused attention"));
}

TEST_CASE("advice that cannot apply is not given: no tensor cores, nothing to pad") {
  const auto old_card = advice_for("vgg16", {.batch = 32, .precision = Precision::fp32}, "k40c");
  CHECK_FALSE(has(old_card, "precision"));
  CHECK_FALSE(has(old_card, "pad outputs"));  // 1,000 classes: a multiple of 8
  CHECK_FALSE(has(old_card, "concatenate"));
}

TEST_CASE("inference: batch norms are folded into the convolutions; training keeps them") {
  CHECK(has(advice_for("resnet50", {.batch = 32, .precision = Precision::fp16, .mode = Mode::infer}, "a100-sxm4-80gb"),
            "fold batch norms"));
  CHECK_FALSE(has(advice_for("resnet50", {.batch = 32, .precision = Precision::fp16}, "a100-sxm4-80gb"), "fold"));
  CHECK_FALSE(
      has(advice_for("vgg16", {.batch = 8, .precision = Precision::fp16, .mode = Mode::infer}, "a100-sxm4-80gb"),
          "fold"));  // it has none
}

TEST_CASE("NN Performance optimization, hierarchical models: no squeeze and excitation, no bias before a batch norm") {
  CHECK(has(advice_for("efficientnet_b0", {.batch = 32, .precision = Precision::amp_fp16}, "a100-sxm4-80gb"),
            "no squeeze and excitation"));
  CHECK_FALSE(has(advice_for("resnet50", {.batch = 32, .precision = Precision::amp_fp16}, "a100-sxm4-80gb"),
                  "no squeeze and excitation"));
  NetworkBuilder b("biased", {1, 64, 56, 56});
  Value x = b.input();
  for (int i = 0; i < 4; ++i) {
    const std::string n = std::to_string(i);
    x = b.convolution("conv" + n, x, {.out = 64, .kernel = {3, 3}, .pad = {1, 1}, .bias = true});
    x = b.relu("relu" + n, b.batch_norm("norm" + n, x));
  }
  const Network biased = b.finish(b.linear("head", b.flatten("flat", x), 10));
  const CardModel card = make_card_model(json::load_device("a100-sxm4-80gb", "test").device);
  CHECK(has(advise(biased, {.batch = 64, .precision = Precision::fp32}, card).changes, "no bias before a batch norm"));
}

TEST_CASE("weights of 8 bits: inference of language models, on cards that multiply them") {
  const Recipe serve{.batch = 4, .precision = Precision::bf16, .mode = Mode::infer};
  const auto hopper = advice_for("llama-8b:seq=512", serve, "h100-sxm5-80gb");  // a smaller one waits for the host
  CHECK(has(hopper, "weights in fp8"));
  CHECK(has(hopper, "weights in int8"));
  const auto ampere = advice_for("llama-1b:seq=256", serve, "a100-sxm4-80gb");
  CHECK_FALSE(has(ampere, "weights in fp8"));
  CHECK(has(ampere, "weights in int8"));
  CHECK_FALSE(has(advice_for("llama-1b:seq=256", {.batch = 1, .precision = Precision::bf16}, "h100-sxm5-80gb"),
                  "weights in"));  // training
}

TEST_CASE("a batch that fits is never traded for one that does not") {
  const Recipe recipe{.batch = 32, .precision = Precision::amp_fp16, .optimizer = Optimizer::adam};
  const AdviceList list = advice_for_all("gpt2-355m:seq=512", recipe, "a100-sxm4-80gb");
  REQUIRE(list.now.fits);
  for (const Advice& a : list.changes) CHECK(a.fits);
  CHECK_FALSE(
      std::any_of(list.changes.begin(), list.changes.end(), [](const Advice& a) { return a.change == "batch 64"; }));
}

TEST_CASE("a step that does not fit: what makes it fit comes first, checkpointing and smaller passes among it") {
  const AdviceList list = advice_for_all(
      "gpt2-355m:seq=1024", {.batch = 16, .precision = Precision::amp_fp16, .optimizer = Optimizer::adam}, "rtx-4090");
  REQUIRE_FALSE(list.now.fits);
  REQUIRE(has(list.changes, "checkpoint every block"));
  CHECK(list.changes.front().fits);
  for (std::size_t i = 1; i < list.changes.size(); ++i) CHECK(list.changes[i - 1].fits >= list.changes[i].fits);
  const auto passes = std::find_if(list.changes.begin(), list.changes.end(), [](const Advice& a) {
    return a.change.find(" passes of batch ") != std::string::npos;
  });
  REQUIRE(passes != list.changes.end());
  CHECK(passes->fits);
}

TEST_CASE("a fused optimizer is advised in training, where the framework has one and the step does not take it") {
  const auto advised = [](const Recipe& recipe, Framework framework) {
    const CardModel card = make_card_model(json::load_device("t4", "test").device, software_of(framework));
    return has(advise(named_network("fcnn:layers=3,hidden=64,inputs=8,outputs=2"), recipe, card).changes,
               "fused optimizer");
  };
  const Recipe lists{.batch = 8, .optimizer = Optimizer::adam, .optimizer_loop = OptimizerLoop::foreach};
  CHECK(advised(lists, Framework::pytorch));
  Recipe other = lists;
  other.optimizer_loop = OptimizerLoop::per_tensor;
  CHECK(advised(other, Framework::pytorch));
  CHECK_FALSE(advised(other, Framework::libtorch));
  other.optimizer_loop = OptimizerLoop::fused;
  CHECK_FALSE(advised(other, Framework::pytorch));
  other = lists, other.mode = Mode::infer;
  CHECK_FALSE(advised(other, Framework::pytorch));
}

TEST_CASE("accumulation is judged per sample: it saves the optimizer's share and nothing else") {
  const Recipe recipe{.batch = 4, .precision = Precision::amp_bf16, .optimizer = Optimizer::adam};
  const CardModel card = make_card_model(json::load_device("a100-sxm4-80gb", "test").device);
  const Network network = named_network("gpt2-124m:seq=512");
  const AdviceList list = advise(network, recipe, card);
  const auto passes = std::find_if(list.changes.begin(), list.changes.end(),
                                   [](const Advice& a) { return a.change == "accumulate 2 passes"; });
  REQUIRE(passes != list.changes.end());
  Recipe twice = recipe;
  twice.accumulation = 2;
  CHECK(passes->after == estimate_step(network, twice, card).step / 8.0);
  CHECK(passes->after > 0.5 * passes->before);
}

TEST_CASE(
    "depthwise convolutions of a large image are worth making full on tensor cores (EfficientNetV2, section 3.2: in "
    "early stages)") {
  const auto list =
      advice_for("mobilenet_v2", {.batch = 128, .precision = Precision::amp_fp16, .memory_format = MemoryFormat::nhwc},
                 "a100-sxm4-80gb");
  CHECK(std::any_of(list.begin(), list.end(),
                    [](const Advice& a) { return a.change.find(" of 17 depthwise made full") != std::string::npos; }));
}
}  // namespace planner_advise_test
