#include <doctest/doctest.h>

#include <perfmodel/network/llama.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/parallel/sequence_cut.hpp>
#include <perfmodel/parallel/wrapper_costs.hpp>
#include <perfmodel/step/step_builder.hpp>

namespace parallel_sequence_cut_test {
using namespace perfmodel;

namespace {
const Llama net{.layers = 1,
                .hidden = 256,
                .heads = 8,
                .key_heads = 4,
                .inner = 512,
                .head_size = 32,
                .vocabulary = 1024,
                .sequence = 64};
}

TEST_CASE("a context rank does its share of the work and of the activations") {
  const Network whole = build(net), part = with_context_parallel(whole, 4);
  CHECK(parameter_count(part) == parameter_count(whole));
  CHECK(part.inputs[0].shape[0] == 16);
  CHECK(4.0 * in(forward_work(part, 2), flop) == doctest::Approx(in(forward_work(whole, 2), flop)));
  CHECK_NOTHROW((void)step_trace(part, {.batch = 2, .precision = Precision::bf16}));
  CHECK_THROWS_AS((void)with_context_parallel(whole, 3), Error);
  CHECK_THROWS_WITH_AS((void)with_context_parallel(named_network("resnet18"), 2), doctest::Contains("token numbers"),
                       Error);
}

TEST_CASE("parts of context ranks and exchanges of expert ranks cost the host what was measured, in training alone") {
  const auto calls = [](const Network& network, Mode mode) {
    std::int64_t sum = 0;
    for (const TraceEvent& e : steady_step(network, {.batch = 2, .precision = Precision::bf16, .mode = mode}).step)
      if (const auto* h = std::get_if<HostWork>(&e.what); h != nullptr && h->op == HostOp::other) sum += h->count;
    return sum;
  };
  const WrapperTable& costs = wrapper_table();
  const Network context = with_context_parallel(build(net), 4);
  Network free = context;
  for (Layer& layer : free.layers)
    if (auto* a = std::get_if<DotProductAttention>(&layer.what)) a->context_calls = 0;
  // one layer, four parts, forward and backward
  CHECK(calls(context, Mode::train) - calls(free, Mode::train) == 2 * 4 * host_calls(costs.context.part));
  CHECK(calls(context, Mode::infer) == calls(free, Mode::infer));
  Llama mixture = net;
  mixture.experts = 8, mixture.experts_used = 2;
  const Network experts = with_expert_parallel(build(mixture, "mixture"), 4, 0);
  free = experts;
  for (Layer& layer : free.layers)
    if (auto* m = std::get_if<MixtureOfExperts>(&layer.what)) m->exchange_calls = 0;
  CHECK(calls(experts, Mode::train) - calls(free, Mode::train) == 5 * host_calls(costs.exchange.call));
}

TEST_CASE("an expert rank holds its experts, and tokens travel four times, once told how many") {
  Llama mixture = net;
  mixture.experts = 8, mixture.experts_used = 2;
  const Network whole = build(mixture, "mixture"), part = with_expert_parallel(whole, 4, 0);
  const std::int64_t experts = 8 * 3 * 256 * 512;
  CHECK(parameter_count(part) == parameter_count(whole) - experts * 3 / 4);
  CHECK(forward_work(part, 2) == forward_work(whole, 2));
  const StepTrace trace = steady_step(part, {.batch = 2, .precision = Precision::bf16});
  double bytes = 0.0;
  int calls = 0, counts = 0;
  for (const TraceEvent& e : trace.step)
    if (const auto* x = std::get_if<Execute>(&e.what))
      if (const auto* c = std::get_if<Collective>(&trace.operations[x->operation])) {
        bytes = in(c->size, byte);
        ++(bytes == 8.0 * 8.0 ? counts : calls);  // a whole number for each expert
        CHECK(c->kind == CollectiveKind::all_to_all);
        CHECK(c->gpus == 4);
      }
  CHECK(calls == 4);
  CHECK(counts == 1);
  CHECK(bytes == 2.0 * 64.0 * 2.0 * 256.0 * 2.0);  // batch x tokens x experts used x width in 16 bits, the last call's
  CHECK_THROWS_WITH_AS((void)with_expert_parallel(whole, 3, 0), doctest::Contains("must divide the experts"), Error);
  CHECK_THROWS_WITH_AS((void)with_expert_parallel(build(net), 2, 0), doctest::Contains("has no experts"), Error);
}
}  // namespace parallel_sequence_cut_test
