#include <cmath>
#include <perfmodel/layer/recurrent.hpp>
#include <perfmodel/network/builder.hpp>
#include <perfmodel/step/step_builder.hpp>

#include "support.hpp"

namespace layer_recurrent_test {
using namespace perfmodel;

TEST_CASE("recurrent layers: parameters as torch.nn.LSTM and GRU count them") {
  const auto count = [](const Recurrent& r) {
    std::int64_t sum = 0;
    for (const ParameterTensor& p : parameters(r, std::vector<Shape>{{1, 1, r.inputs}})) sum += elements(p.shape);
    return sum;
  };
  CHECK(count({.inputs = 10, .hidden = 20}) == 4 * 20 * (10 + 20 + 2));
  CHECK(count({.cell = Cell::gru, .inputs = 10, .hidden = 20, .layers = 2}) ==
        3 * 20 * (10 + 20 + 2) + 3 * 20 * (20 + 20 + 2));
  CHECK(count({.inputs = 10, .hidden = 20, .bidirectional = true, .bias = false}) == 2 * 4 * 20 * 30);
}

TEST_CASE("forward is one call with all of the layer's work; backward two calls with as much each") {
  for (const Recurrent& r : {Recurrent{.inputs = 16, .hidden = 256, .layers = 2, .bidirectional = true},
                             Recurrent{.cell = Cell::gru, .inputs = 16, .hidden = 64}}) {
    const std::vector<Shape> in{{4, 5, 16}};
    const layer_test::Run run = layer_test::run(r, in);
    const auto forward = layer_test::operations<op::Recurrent>(run.forward),
               backward = layer_test::operations<op::Recurrent>(run.backward);
    REQUIRE(forward.size() == 1);
    REQUIRE(backward.size() == 2);
    CHECK(layer_test::operations<Gemm>(run.forward).empty());
    CHECK(work(forward[0]) == forward_work(r, in));
    CHECK(work(backward[0]) == forward_work(r, in));
    CHECK(backward[0].pass == ConvolutionPass::input_gradient);
    CHECK(backward[1].pass == ConvolutionPass::weight_gradient);
    CHECK(run.output == Shape{4, 5, r.hidden * directions(r)});
    CHECK_THROWS_AS((void)output_shape(r, std::vector<Shape>{{4, 5, 17}}), Error);
  }
}

TEST_CASE("dimensions between batch and length are sequences of their own: the same calls as of a larger batch") {
  const Recurrent r{.cell = Cell::gru, .inputs = 16, .hidden = 64, .bidirectional = true};
  const layer_test::Run apart = layer_test::run(r, std::vector<Shape>{{2, 3, 5, 16}}),
                        folded = layer_test::run(r, std::vector<Shape>{{6, 5, 16}});
  CHECK(apart.output == Shape{2, 3, 5, 128});
  for (const auto& [a, b] : {std::pair{&apart.forward, &folded.forward}, std::pair{&apart.backward, &folded.backward}})
    CHECK(layer_test::operations<op::Recurrent>(*a) == layer_test::operations<op::Recurrent>(*b));
  CHECK(layer_test::operations<op::Recurrent>(apart.forward).at(0).batch == 6);
  CHECK(layer_test::operations<op::Recurrent>(apart.forward).at(0).length == 5);
  CHECK_THROWS_AS((void)output_shape(r, std::vector<Shape>{{5, 16}}), Error);
}

// aten/src/ATen/native/cudnn/RNN.cpp, _cudnn_rnn_cast_reflatten; seen as FP16 kernels of GNMT under BF16 autocast
// (data/raw/h200-sxm/parallel_others_kernels.csv).
TEST_CASE("autocast runs them in FP16, to whichever format it casts; what follows is cast once more") {
  const std::vector<Shape> in{{4, 5, 16}};
  const Recurrent r{.inputs = 16, .hidden = 64};
  for (const Precision p : {Precision::amp_fp16, Precision::amp_bf16}) {
    const layer_test::Run run = layer_test::run(r, in, p);
    CHECK(run.output_format == NumberFormat::fp16);
    for (const auto& pass : {run.forward, run.backward})
      for (const auto& call : layer_test::operations<op::Recurrent>(pass)) CHECK(call.stored == NumberFormat::fp16);
  }
  CHECK(layer_test::run(r, in, Precision::bf16).output_format == NumberFormat::bf16);

  NetworkBuilder b("both", {1, 5, 16});
  const Value steps = b.layer("lstm", r, {b.input()});
  const Network both = b.finish(b.layer("head", Linear{.inputs = 64, .outputs = 8}, {steps}));
  const StepTrace trace = steady_step(both, {.batch = 4, .precision = Precision::amp_bf16, .mode = Mode::infer});
  NumberFormat head{};
  for (const Operation& o : layer_test::executed(trace.step, trace.operations))
    if (const auto* gemm = std::get_if<Gemm>(&o)) head = gemm->format;
  CHECK(head == NumberFormat::bf16);
}
}  // namespace layer_recurrent_test
