#include <doctest/doctest.h>

#include <perfmodel/trace/trace_writer.hpp>
#include <string>
#include <vector>

namespace trace_trace_writer_test {
using namespace perfmodel;

namespace {

struct Recorder {
  std::vector<TraceEvent> events{};
  TraceWriter writer;
  explicit Recorder(const TraceOptions& options = {}) : writer(options) { writer.write_to(&events); }
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
  return writer.record(writer.allocate({4}, NumberFormat::fp32), inputs,
                       [n, &log, number](TraceWriter& w, Gradients, Gradients grads) {
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

TEST_CASE("a tensor used twice gets the sum of its gradients by one more operation and no more memory") {
  Recorder r;
  std::vector<int> log;
  const ParameterId p = r.writer.add_parameter({4}, NumberFormat::fp32, true);
  const Tensor a = operation(r.writer, {r.writer.parameter(p)}, log, 1);
  const Tensor b = operation(r.writer, {a, a}, log, 2);
  const std::size_t before = count<Execute>(r.events);
  r.writer.backward(b);
  CHECK(count<Execute>(r.events) == before + 2);  // the first gradient's fill, the sum
  CHECK(r.writer.live_tensors() == 4);            // parameter, its gradient, a, b
}

TEST_CASE("saved tensors die with their node, and nothing is saved without gradients") {
  Recorder r;
  const ParameterId p = r.writer.add_parameter({4}, NumberFormat::fp32, true);
  const auto save = [&](const Tensor& input) {
    const Tensor saved = r.writer.allocate({1000}, NumberFormat::fp32);
    return r.writer.record(
        r.writer.allocate({4}, NumberFormat::fp32), {input},
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
  const std::size_t before = count<Execute>(r.events);
  r.writer.backward(operation(r.writer, {r.writer.parameter(p)}, log, 2));
  CHECK(r.writer.parameters()[0].gradient.id() == first);
  CHECK(count<Execute>(r.events) == before + 2);  // fill and add
}

TEST_CASE("scratch memory in a slot is taken by each thread's first operation and stays, other scratch goes with it") {
  Recorder r(TraceOptions{.scratch = [](const Operation&, const TraceOptions&) {
    Scratch s;
    s.add({1024, MemoryClass::workspace, 0});
    s.add({64, MemoryClass::temporary});
    return s;
  }});
  const Gemm gemm{.m = 64, .n = 64, .k = 64};
  r.writer.set_phase(Phase::forward);
  r.writer.run(Gemm{gemm});
  r.writer.run(Gemm{gemm});
  const std::size_t forward = r.writer.live_tensors();
  CHECK(forward == 1);
  r.writer.set_phase(Phase::backward);
  r.writer.run(Gemm{gemm});
  CHECK(r.writer.live_tensors() == 2);
  CHECK(count<Allocate>(r.events) == 2 + 3);
  CHECK(count<Release>(r.events) == 3);
}

TEST_CASE("a trace of too many events is refused with the limit; what lives then dies without another allocation") {
  std::vector<TraceEvent> events;
  TraceWriter writer({});
  std::string refused;
  try {
    std::vector<Tensor> alive;
    writer.write_to(&events);
    for (int i = 0; i < 1000; ++i) alive.push_back(writer.allocate({4}, NumberFormat::fp32));
    for (std::size_t i = 0; i <= most_trace_events; ++i) writer.host(HostOp::elementwise);
  } catch (const Error& error) {
    refused = error.what();
  }
  CHECK(refused.find(std::to_string(most_trace_events)) != std::string::npos);
  CHECK(events.size() <= most_trace_events);
  CHECK(count<Release>(events) == 1000);
  CHECK(events.capacity() <= most_trace_events);
  writer.write_to(nullptr);
}

TEST_CASE("there is room for the release of every tensor that lives") {
  std::vector<TraceEvent> events;
  TraceWriter writer({});
  writer.write_to(&events);
  std::vector<Tensor> alive;
  for (int i = 0; i < 5000; ++i) {
    alive.push_back(writer.allocate({4}, NumberFormat::fp32));
    REQUIRE(events.capacity() >= events.size() + writer.live_tensors());
  }
  std::vector<TraceEvent> next;
  writer.write_to(&next);
  CHECK(next.capacity() >= writer.live_tensors());
  writer.write_to(nullptr);
}
}  // namespace trace_trace_writer_test
