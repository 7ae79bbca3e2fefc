#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/kernel_model.hpp>

namespace pricing_fused_time_test {
using namespace perfmodel;

namespace {
const KernelModel& h200() {
  static const KernelModel model = make_kernel_model(json::load_device("h200-sxm").device);
  return model;
}
Time time_of(const op::Fused& f) { return predict(f, h200()).total; }
}  // namespace

TEST_CASE("a fused kernel takes longer for more bytes, more arithmetic, and more elements that are scattered") {
  const op::Fused f{.outputs = 1 << 24, .read = 64e6 * byte, .written = 64e6 * byte, .operations = 1e8};
  op::Fused more = f;
  more.read *= 2.0;
  CHECK(time_of(more) > 1.2 * time_of(f));
  more = f, more.operations *= 20.0;
  CHECK(time_of(more) > 1.5 * time_of(f));
  more = f, more.scattered = 1e8;
  CHECK(time_of(more) > time_of(f));
  op::Fused crowded = f;
  crowded.crowded = 1e8;  // they wait for each other
  CHECK(time_of(crowded) > time_of(more));
}

TEST_CASE("random numbers are calculated: dropout takes longer than the bytes that it moves") {
  constexpr double n = 1 << 26;
  const op::Fused plain{.outputs = 1 << 26, .read = 2.0 * n * byte, .written = 3.0 * n * byte, .operations = 2.0 * n};
  op::Fused dropped = plain;
  dropped.drawn = n;
  CHECK(time_of(dropped) > 1.5 * time_of(plain));
}

TEST_CASE("what earlier kernels have just touched is found in L2, and what they touched long ago is not") {
  const Bytes l2 = h200().device.l2;
  op::Fused f{.outputs = 1 << 20, .read = 0.2 * l2, .written = 0.02 * l2};
  const Time from_memory = time_of(f);
  f.near = f.read, f.since = 0.05 * l2;
  const Time from_cache = time_of(f);
  CHECK(from_cache < 0.8 * from_memory);
  f.since = 0.5 * l2;
  CHECK(time_of(f) > from_cache);
  CHECK(time_of(f) < from_memory);
  f.since = 4.0 * l2;
  CHECK(time_of(f) == from_memory);
}

TEST_CASE("never faster than its bytes at the published bandwidth, and a tiny one takes a launch") {
  for (const double bytes : {1e3, 1e6, 1e9}) {
    const Prediction p = predict(op::Fused{.outputs = 1000, .read = bytes * byte, .written = bytes * byte}, h200());
    CHECK(p.total >= 2.0 * bytes * byte / h200().device.dram_bandwidth);
    CHECK(p.low <= p.total);
    CHECK(p.high >= p.total);
  }
  CHECK(predict(op::Fused{.outputs = 10}, h200()).bound == Bound::launch);
}

TEST_CASE("long columns are added up in two kernels") {
  op::Fused f{.loop = op::FusedLoop::columns, .outputs = 64, .values = 512};
  CHECK(predict(f, h200()).kernels == 1);
  f.values = 1 << 20;
  CHECK(predict(f, h200()).kernels == 2);
}

TEST_CASE("single kernels of compiled networks on an H200 (data/raw/h200-sxm/compiled_kernels.csv)") {
  // Two of those that the constants come from: GELU of 10,976 x 2,048 in 16 bits (mixer), and batch norm with ReLU of
  // 128 x 64 x 112 x 112 (ResNet-50). 20 %: the largest difference among them but one.
  const auto microseconds = [](const op::Fused& f) {
    return in(predict(f, h200()).total - predict(f, h200()).launch, micro * second);
  };
  const double gelu = 22478848.0, norm = 102760448.0;
  CHECK(std::abs(microseconds({.outputs = 22478848,
                               .read = 2.0 * gelu * byte,
                               .written = 2.0 * gelu * byte,
                               .operations = 5.0 * gelu,
                               .special_functions = gelu}) /
                     36.35 -
                 1.0) < 0.2);
  CHECK(std::abs(microseconds({.outputs = 102760448,
                               .read = 2.0 * norm * byte,
                               .written = 2.0 * norm * byte,
                               .operations = 5.0 * norm}) /
                     124.5 -
                 1.0) < 0.2);
}
}  // namespace pricing_fused_time_test
