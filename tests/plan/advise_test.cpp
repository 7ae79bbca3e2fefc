#include <perfmodel/plan/advise.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/named.hpp>
#include <doctest/doctest.h>
#include <algorithm>

using namespace perfmodel;

namespace {

std::vector<Advice> advice_for(const char* network, Recipe recipe, const char* card) {
  const Device device = json::load_device(card, "test").device;
  recipe.framework = Framework::pytorch;
  return advise(named_network(network), recipe, device, make_step_model(device));
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
  CHECK(has(advice_for("fcnn:layers=4,hidden=8192,inputs=8192,outputs=8192", {.batch = 1021, .precision = Precision::fp16}, "v100-sxm2-16gb"), "batch 1024"));
  CHECK(cnn.front().change.starts_with("precision"));
  for (std::size_t i = 1; i < cnn.size(); ++i) CHECK(cnn[i - 1].saved() >= cnn[i].saved());
  for (const Advice& a : cnn) CHECK(a.after < a.before);
  CHECK(has(advice_for("gpt2-124m:seq=512", {.batch = 8, .precision = Precision::amp_bf16}, "a100-sxm4-80gb"), "pad the last layer to 50304"));
  CHECK(has(advice_for("bert-base:seq=512,attention=naive", {.batch = 8, .precision = Precision::amp_bf16}, "h200-sxm"), "fused attention"));
}

TEST_CASE("advice that cannot apply is not given: no tensor cores, nothing to pad") {
  const auto old_card = advice_for("vgg16", {.batch = 32, .precision = Precision::fp32}, "k40c");
  CHECK_FALSE(has(old_card, "precision"));
  CHECK_FALSE(has(old_card, "pad the last layer"));  // 1,000 classes: a multiple of 8
  CHECK_FALSE(has(old_card, "concatenate"));
}

TEST_CASE("concatenating q, k and v keeps the parameters and drops two layers a block") {
  Network network = named_network("bert-base:head=pooler");
  const std::int64_t parameters = parameter_count(network);
  const std::size_t layers = network.layers.size();
  REQUIRE(detail::concatenate_qkv(network));
  CHECK(network.layers.size() == layers - 2 * 12);
  CHECK(parameter_count(network) == parameters);
  CHECK_FALSE(detail::concatenate_qkv(network));
}
