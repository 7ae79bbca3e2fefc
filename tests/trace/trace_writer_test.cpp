#include <perfmodel/trace/trace_writer.hpp>
#include <doctest/doctest.h>
#include <utility>
#include <vector>

using namespace perfmodel;

namespace {

struct Recorder {
  std::vector<TraceEvent> events{};
  TraceWriter writer{TraceOptions{}};
  Recorder() { writer.write_to(&events); }
};

template <class E>
std::size_t count(const std::vector<TraceEvent>& events) {
  std::size_t n = 0;
  for (const TraceEvent& e : events) n += std::holds_alternative<E>(e.what) ? 1 : 0;
  return n;
}

/// y = f(x) with a backward that makes a new gradient for each input and remembers that it ran.
Tensor operation(TraceWriter& writer, std::initializer_list<Tensor> inputs, std::vector<int>& log, int number) {
  const std::size_t n = inputs.size();
  return writer.record(writer.allocate({4}, NumberFormat::fp32), inputs, [n, &log, number](TraceWriter& w, Gradients, Gradients grads) {
    log.push_back(number);
    for (std::size_t i = 0; i < n; ++i) grads[i] = w.allocate({4}, NumberFormat::fp32);
  });
}

}  // namespace

TEST_CASE("a tensor is released once, when its last handle goes") {
  Recorder r;
  {
    Tensor a = r.writer.allocate({2, 3}, NumberFormat::fp16);
    const Tensor b = a;
    CHECK(a.references() == 2);
    a = {};
    CHECK(count<Release>(r.events) == 0);
  }
  CHECK(count<Release>(r.events) == 1);
  REQUIRE(count<Allocate>(r.events) == 1);
  CHECK(std::get<Allocate>(r.events[0].what).bytes == 12);
  CHECK(r.writer.live_tensors() == 0);
}

TEST_CASE("a view of part of a tensor's memory is a slice, and so are its views and copies") {
  Recorder r;
  const Tensor whole = r.writer.allocate({4, 6}, NumberFormat::fp32);
  CHECK_FALSE(whole.is_slice());
  CHECK_FALSE(whole.view({24}).is_slice());
  const Tensor part = whole.view({4, 3});
  CHECK(part.is_slice());
  CHECK(part.view({12}).is_slice());
  CHECK(part.detach().is_slice());
  Tensor moved = part;
  CHECK(Tensor(std::move(moved)).is_slice());
}

TEST_CASE("backward runs nodes in reverse order of creation, and only those that reach the loss") {
  Recorder r;
  std::vector<int> log;
  const ParameterId p = r.writer.add_parameter({4}, NumberFormat::fp32, true);
  const Tensor a = operation(r.writer, {r.writer.parameter(p)}, log, 1);
  const Tensor unused = operation(r.writer, {a}, log, 2);
  const Tensor b = operation(r.writer, {a}, log, 3);
  r.writer.backward(b);
  CHECK(log == std::vector<int>{3, 1});
  CHECK(r.writer.parameters()[0].gradient.defined());
  CHECK(r.writer.tape_size() == 0);
}

TEST_CASE("a tensor used twice gets the sum of its gradients by one more kernel and no more memory") {
  Recorder r;
  std::vector<int> log;
  const ParameterId p = r.writer.add_parameter({4}, NumberFormat::fp32, true);
  const Tensor a = operation(r.writer, {r.writer.parameter(p)}, log, 1);
  const Tensor b = operation(r.writer, {a, a}, log, 2);
  const std::size_t kernels = count<Launch>(r.events);
  r.writer.backward(b);
  CHECK(count<Launch>(r.events) == kernels + 2);  // the first gradient's fill, the sum
  CHECK(r.writer.live_tensors() == 4);            // parameter, its gradient, a, b
}

TEST_CASE("saved tensors die with their node, and nothing is saved without gradients") {
  Recorder r;
  const ParameterId p = r.writer.add_parameter({4}, NumberFormat::fp32, true);
  const auto save = [&](const Tensor& input) {
    const Tensor saved = r.writer.allocate({1000}, NumberFormat::fp32);
    return r.writer.record(r.writer.allocate({4}, NumberFormat::fp32), {input},
                           [saved](TraceWriter& w, Gradients, Gradients grads) { grads[0] = w.allocate({4}, NumberFormat::fp32); });
  };
  {
    const Tensor y = save(r.writer.parameter(p));
    CHECK(r.writer.live_tensors() == 3);  // parameter, saved, y
    r.writer.backward(y);
    CHECK(r.writer.live_tensors() == 3);  // parameter, its gradient, y
  }
  r.writer.parameters()[0].gradient = {};
  r.writer.set_grad_enabled(false);
  const Tensor z = save(r.writer.parameter(p));
  CHECK(!z.requires_grad());
  CHECK(r.writer.live_tensors() == 2);  // parameter, z
}

TEST_CASE("gradients of a parameter are stolen first and added to afterwards") {
  Recorder r;
  std::vector<int> log;
  const ParameterId p = r.writer.add_parameter({4}, NumberFormat::fp32, true);
  r.writer.backward(operation(r.writer, {r.writer.parameter(p)}, log, 1));
  const TensorId first = r.writer.parameters()[0].gradient.id();
  const std::size_t kernels = count<Launch>(r.events);
  r.writer.backward(operation(r.writer, {r.writer.parameter(p)}, log, 2));
  CHECK(r.writer.parameters()[0].gradient.id() == first);
  CHECK(count<Launch>(r.events) == kernels + 2);  // fill and add
}

TEST_CASE("each thread's first product takes a cuBLAS workspace that stays") {
  Recorder r;
  const Gemm gemm{.m = 64, .n = 64, .k = 64};
  r.writer.set_phase(Phase::forward);
  r.writer.launch(gemm);
  r.writer.launch(gemm);
  const std::size_t forward = r.writer.live_tensors();
  CHECK(forward >= 1);
  r.writer.set_phase(Phase::backward);
  r.writer.launch(gemm);
  CHECK(r.writer.live_tensors() > forward);
  CHECK(count<Release>(r.events) == 0);
}
