#include <perfmodel/layer/recurrent.hpp>
#include "support.hpp"

using namespace perfmodel;

TEST_CASE("recurrent layers: parameters as torch.nn.LSTM and GRU count them") {
  const auto count = [](const Recurrent& r) {
    std::int64_t sum = 0;
    for (const ParameterTensor& p : parameters(r, std::vector<Shape>{{1, 1, r.inputs}})) sum += elements(p.shape);
    return sum;
  };
  CHECK(count({.inputs = 10, .hidden = 20}) == 4 * 20 * (10 + 20 + 2));
  CHECK(count({.cell = Cell::gru, .inputs = 10, .hidden = 20, .layers = 2}) == 3 * 20 * (10 + 20 + 2) + 3 * 20 * (20 + 20 + 2));
  CHECK(count({.inputs = 10, .hidden = 20, .bidirectional = true, .bias = false}) == 2 * 4 * 20 * 30);
}

TEST_CASE("the products of forward carry its work, backward does twice that") {
  const Recurrent r{.inputs = 16, .hidden = 32, .layers = 2, .bidirectional = true};
  const std::vector<Shape> in{{4, 5, 16}};
  const layer_test::Run run = layer_test::run(r, in);
  Work forward{}, backward{};
  for (const Gemm& g : layer_test::kernels<Gemm>(run.forward)) forward += work(g);
  for (const Gemm& g : layer_test::kernels<Gemm>(run.backward)) backward += work(g);
  CHECK(forward == forward_work(r, in));
  CHECK(backward == 2.0 * forward);
  CHECK(run.output == Shape{4, 5, 64});
  CHECK_THROWS_AS((void)output_shape(r, std::vector<Shape>{{4, 5, 17}}), Error);
}
