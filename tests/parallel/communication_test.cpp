#include <doctest/doctest.h>

#include <perfmodel/parallel/communication.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <string>
#include <variant>
#include <vector>

namespace parallel_communication_test {
using namespace perfmodel;

TEST_CASE("sequences are gathered and cut, everything else keeps its shape") {
  const Shape x{2, 64, 16};
  const auto shape = [&](Exchange what) {
    const Shape in[1] = {x};
    return output_shape(Communication{what, 4}, in);
  };
  CHECK(shape(Exchange::gather) == Shape{2, 256, 16});
  CHECK(shape(Exchange::scatter) == Shape{2, 16, 16});
  CHECK(shape(Exchange::split) == Shape{2, 16, 16});
  for (const Exchange what : {Exchange::copy, Exchange::reduce, Exchange::receive, Exchange::loss})
    CHECK(shape(what) == x);
  const Shape odd[1] = {{2, 63, 16}};
  CHECK_THROWS_AS((void)output_shape(Communication{Exchange::scatter, 4}, odd), Error);
}

namespace {
/// Names of the kernels of a step through one exchange, forward and back.
[[nodiscard]] std::vector<std::string> kernels(Exchange what, bool regroups, std::int64_t batch) {
  Network network{.name = "exchange", .inputs = {{.shape = Shape{64, 16}}}, .loss = MeanSquaredError{}};
  network.layers.push_back({.name = "linear", .what = Linear{.inputs = 16, .outputs = 16, .bias = false}});
  network.layers.push_back({.name = "moved", .what = custom_layer(Communication{what, 4, 0, regroups})});
  const StepTrace trace = steady_step(network, {.batch = batch, .precision = Precision::fp32});
  std::vector<std::string> names;
  for (const TraceEvent& e : trace.step)
    if (const auto* run = std::get_if<Execute>(&e.what)) {
      const Operation& operation = trace.operations[run->operation];
      if (std::holds_alternative<Collective>(operation)) names.push_back("moves");
      if (const auto* c = std::get_if<op::Concatenation>(&operation))
        names.push_back(c->strided ? "apart" : "in a row");
    }
  return names;
}
}  // namespace

TEST_CASE("parts of the sequence lie behind the samples: they are copied into a row, or out of one") {
  using Names = std::vector<std::string>;
  CHECK(kernels(Exchange::gather, true, 2) == Names{"moves", "in a row", "apart", "moves"});
  CHECK(kernels(Exchange::scatter, true, 2) == Names{"apart", "moves", "moves", "in a row"});
  CHECK(kernels(Exchange::gather, true, 1) == Names{"moves", "in a row", "in a row", "moves"});  // of one sample
  CHECK(kernels(Exchange::gather, false, 2) == Names{"moves", "moves"});
}
}  // namespace parallel_communication_test
