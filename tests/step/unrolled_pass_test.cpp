#include <doctest/doctest.h>

#include <perfmodel/network/encoder_decoder.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/network/t5.hpp>
#include <perfmodel/parallel/tensor_parallel.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <perfmodel/step/unrolled_pass.hpp>
#include <string>
#include <tests/step/plain_step.hpp>
#include <vector>

namespace step_unrolled_pass_test {
using namespace perfmodel;

namespace {
constexpr const char* deep = "transformer:layers=12,hidden=64,heads=2,seq=8,vocab=32";

/// Events of a pass, if it can be unrolled.
[[nodiscard]] std::size_t unrolled_events(const Network& network, const Recipe& recipe) {
  detail::StepRun run(network, recipe, software_of(), {});
  detail::set_up(run);
  std::vector<TraceEvent> events;
  run.writer.write_to(&events);
  detail::UnrolledPasses passes(run, software_of(), [](detail::StepRun&) {});
  const bool unrolled = passes.unrolled();
  run.writer.write_to(nullptr);
  return unrolled ? events.size() : 0;
}

void check_equal(const Network& network, const Recipe& recipe, Framework framework) {
  CAPTURE(network.name);
  CAPTURE(std::string(name(framework)) + " " + std::string(name(recipe.precision)) + " accumulation " +
          std::to_string(recipe.accumulation) + " checkpoint " + std::to_string(recipe.checkpoint_every));
  const Software software = software_of(framework);
  CHECK(plain::difference(step_trace(network, recipe, software), plain::step_trace(network, recipe, software)) == "");
  CHECK(plain::difference(steady_step(network, recipe, software), plain::steady_step(network, recipe, software)) == "");
}
}  // namespace

TEST_CASE("networks of many equal blocks are unrolled, with and without checkpoints, in training and inference") {
  for (const char* name : {deep, "gpt2-124m", "bert-base", "llama-1b", "vit_b_16", "resnet152",
                           "fcnn:layers=12,hidden=16,inputs=4,outputs=2"})
    for (const std::int64_t checkpoint : {0, 1})
      for (const Mode mode : {Mode::train, Mode::infer}) {
        CAPTURE(name);
        const Recipe recipe{.batch = 2, .precision = Precision::amp_bf16, .mode = mode, .checkpoint_every = checkpoint};
        CHECK(unrolled_events(named_network(name), recipe) > 0);
      }
}

TEST_CASE("what is unrolled is event for event what the layers of all blocks write") {
  for (const char* name : {deep, "gpt2-124m", "llama-1b", "vit_b_16", "resnet152"})
    for (const Framework framework : {Framework::libtorch, Framework::pytorch, Framework::cuda_graph})
      for (const Precision precision : {Precision::fp32, Precision::amp_fp16})
        for (const std::int64_t accumulation : {1, 3})
          for (const std::int64_t checkpoint : {0, 1})
            check_equal(
                named_network(name),
                {.batch = 2, .precision = precision, .accumulation = accumulation, .checkpoint_every = checkpoint},
                framework);
}

TEST_CASE("so are the parts of a network that cards share by tensor parallelism, whose first block cuts the sequence") {
  for (const bool sequence : {false, true}) {
    const Network part = with_tensor_parallel(
        named_network("llama-1b"), {.ranks = 4, .per_node = 4, .sequence_parallel = sequence, .distributed = true});
    const Recipe recipe{.batch = 2, .precision = Precision::bf16};
    CHECK(unrolled_events(part, recipe) > 0);
    check_equal(part, recipe, Framework::pytorch);
  }
}

TEST_CASE("so are encoders and decoders, whose blocks all read what stands between the two") {
  const T5 t5{.layers = 11, .decoder_layers = 12, .hidden = 64, .heads = 2, .inner = 128, .vocabulary = 100};
  const EncoderDecoder big{.layers = 10, .hidden = 64, .heads = 2, .inner = 128, .vocabulary = 100};
  for (const Network& network : {build(t5), build(big)})
    for (const Precision precision : {Precision::bf16, Precision::amp_fp16})
      for (const std::int64_t checkpoint : {0, 1, 2})
        check_equal(network, {.batch = 2, .precision = precision, .checkpoint_every = checkpoint}, Framework::pytorch);
}

TEST_CASE("attention that is computed again keeps its caches from the last block to the first") {
  check_equal(named_network("gpt2-124m"), {.batch = 2, .precision = Precision::bf16, .checkpoint_attention = true},
              Framework::pytorch);
}

TEST_CASE("a block that differs, few blocks, and segments of several blocks are written by the layers") {
  Network network = named_network(deep);
  const Recipe recipe{.batch = 2};
  REQUIRE(unrolled_events(network, recipe) > 0);
  CHECK(unrolled_events(network, {.batch = 2, .checkpoint_every = 2}) == 0);
  CHECK(unrolled_events(named_network("transformer:layers=8,hidden=64,heads=2,seq=8,vocab=32"), recipe) == 0);
  for (Layer& layer : network.layers)
    if (auto* dropout = std::get_if<Dropout>(&layer.what); dropout != nullptr && layer.block == 6)
      dropout->probability = 0.25;
  CHECK(unrolled_events(network, recipe) == 0);
  check_equal(network, recipe, Framework::pytorch);
}

TEST_CASE("a million times as much is refused as it is without") {
  const Network network = named_network(deep);
  CHECK_THROWS_AS((void)step_trace(network, {.batch = std::int64_t{1} << 60}), Error);
}
}  // namespace step_unrolled_pass_test
