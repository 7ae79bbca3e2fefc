#include <perfmodel/layer/loss.hpp>
#include <doctest/doctest.h>
#include <vector>

using namespace perfmodel;

namespace {
struct LossRun {
  std::vector<TraceEvent> forward{}, backward{};
};
template <class L>
LossRun run(const L& loss, Precision precision) {
  LossRun r;
  TraceWriter w(TraceOptions{.precision = policy(precision)});
  const NumberFormat format = policy(precision).stored();
  const ParameterId p = w.add_parameter({64, 1000}, format, true);
  const Target t = target(loss, Shape{64, 1000}, format);
  const Tensor labels = w.allocate(t.shape, t.format, MemoryClass::input);
  w.write_to(&r.forward);
  w.set_autocast(policy(precision).autocast);
  const Tensor value = forward(w, loss, w.parameter(p), labels);
  w.set_autocast(false);
  CHECK(value.size() == 1);
  w.write_to(&r.backward);
  w.set_phase(Phase::backward);
  w.backward(value);
  w.write_to(nullptr);
  return r;
}
std::size_t softmaxes(const std::vector<TraceEvent>& events) {
  std::size_t n = 0;
  for (const TraceEvent& e : events)
    if (const auto* l = std::get_if<Launch>(&e.what))
      if (const auto* s = std::get_if<Streaming>(&l->kernel)) n += s->kind == StreamingKind::softmax ? 1 : 0;
  return n;
}
}  // namespace

TEST_CASE("cross entropy is a log-softmax each way and compares with one int64 label per row") {
  const LossRun r = run(CrossEntropy{}, Precision::fp32);
  CHECK(softmaxes(r.forward) == 1);
  CHECK(softmaxes(r.backward) == 1);
  CHECK(target(CrossEntropy{}, Shape{64, 1000}, NumberFormat::fp32).shape == Shape{64});
  CHECK(target(CrossEntropy{}, Shape{8, 128, 1000}, NumberFormat::fp32).shape == Shape{8, 128});
}

TEST_CASE("the mean squared error has no softmax and a target of the output's shape") {
  const LossRun r = run(MeanSquaredError{}, Precision::amp_bf16);
  CHECK(softmaxes(r.forward) == 0);
  CHECK(target(MeanSquaredError{}, Shape{64, 1000}, NumberFormat::fp16).shape == Shape{64, 1000});
}
