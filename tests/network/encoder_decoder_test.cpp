#include <doctest/doctest.h>

#include <perfmodel/network/encoder_decoder.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/network/t5.hpp>
#include <perfmodel/parallel/pipeline.hpp>

#include "../refusal.hpp"

namespace network_encoder_decoder_test {
using namespace perfmodel;

TEST_CASE("MLPerf's Transformer (big): parameters by the paper's sizes") {
  // one table; four projections for each of 6 + 2 x 6 attentions; two layers with biases, twelve times; 32 layer norms
  constexpr std::int64_t table = 33708 * 1024, attention = 18 * 4 * 1024 * 1024,
                         forward = 12 * (2 * 1024 * 4096 + 4096 + 1024), norms = 32 * 2 * 1024;
  CHECK(parameter_count(named_network("transformer-big")) == table + attention + forward + norms);
  CHECK(table + attention + forward + norms == 210'804'736);
}

TEST_CASE("layers of encoder and decoder are blocks, each of its own: FSDP gathers, and a checkpoint keeps, both") {
  CHECK(pipeline_blocks(build(EncoderDecoder{.layers = 3})) == 6);
  const Network t5 = build(T5{.layers = 4, .decoder_layers = 2});
  CHECK(pipeline_blocks(t5) == 6);
  std::int64_t parameters = 0;  // of a decoder's block: two attentions, three norms, two layers
  const NetworkShapes shapes = infer_shapes(t5, 1);
  for (std::size_t i = 0; i < t5.layers.size(); ++i)
    if (t5.layers[i].block == 5)
      for (const ParameterTensor& p : perfmodel::parameters(t5.layers[i].what, shapes.layer_inputs[i]))
        parameters += elements(p.shape);
  const T5 net;
  CHECK(parameters == 8 * net.hidden * net.heads * net.head_size + 3 * net.hidden + 2 * net.hidden * net.inner);
}

TEST_CASE("the lengths of source and target are a sample's, the logits those of the target") {
  const Network network = named_network("transformer-big:source=32,target=48,vocab=1000");
  const NetworkShapes shapes = infer_shapes(network, 3);
  CHECK(shapes.inputs[0] == Shape{3, 32});
  CHECK(shapes.inputs[1] == Shape{3, 48});
  CHECK(shapes.outputs.back() == Shape{3, 48, 1000});
  CHECK(refusal([] { (void)build(EncoderDecoder{.hidden = 1000, .heads = 16}); }) ==
        "hidden: got 1000; must be a multiple of heads, 16");
}
}  // namespace network_encoder_decoder_test
