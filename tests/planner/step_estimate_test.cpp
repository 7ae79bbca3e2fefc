#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/planner/step_estimate.hpp>

#include "../refusal.hpp"

namespace planner_step_estimate_test {
using namespace perfmodel;

namespace {

const CardModel& a100() {
  static const CardModel card = make_card_model(json::load_device("A100-SXM4-80GB").device);
  return card;
}
Network network() { return fcnn({.layers = 4, .hidden = 4096, .inputs = 2000, .outputs = 200}); }

}  // namespace

TEST_CASE("estimate_step() joins the time of step_time() with the counters of footprint()") {
  const Recipe recipe{.batch = 512, .precision = Precision::tf32, .optimizer = Optimizer::adam};
  const StepEstimate e = estimate_step(network(), recipe, a100());
  const StepTime t = step_time(network(), recipe, a100().steps);
  CHECK(std::abs(in(e.step - t.total, second)) <=
        1e-12 * in(t.total, second));  // two traces of one step: rounding only
  CHECK(e.bound == t.bound);
  const Footprint f = footprint(step_trace(network(), recipe, a100().software(), a100().steps.target), a100().device);
  CHECK(in(e.peak_allocated, byte) == static_cast<double>(f.peak_allocated));
  CHECK(in(e.peak_reserved, byte) == static_cast<double>(f.peak_reserved));
  CHECK(in(e.device_used, byte) == static_cast<double>(f.device_used));
  CHECK(e.fits == f.fits);
}

TEST_CASE("mean_power() lies between idle and the board's limit, and a busier card takes more") {
  const Recipe small{.batch = 16, .precision = Precision::tf32}, large{.batch = 8192, .precision = Precision::tf32};
  const StepEstimate idle = estimate_step(network(), small, a100()), busy = estimate_step(network(), large, a100());
  CHECK(idle.power > Power{});
  CHECK(idle.power < busy.power);
  CHECK(busy.power <= a100().device.board_power);
}

TEST_CASE("computes() knows which formats a card multiplies") {
  const Device t4 = json::load_device("T4").device;
  CHECK(computes(t4, Precision::fp32));
  CHECK(computes(t4, Precision::amp_fp16));
  CHECK_FALSE(computes(t4, Precision::tf32));
  CHECK_FALSE(computes(t4, Precision::bf16));
  CHECK(computes(a100().device, Precision::amp_bf16));
}

TEST_CASE("a trace of another software than the model's is refused") {
  const Recipe recipe{.batch = 64};
  const StepTrace trace = step_trace(network(), recipe, software_of(Framework::pytorch, "2.1"), a100().steps.target);
  CHECK(refusal([&] { (void)estimate_step(trace, network(), recipe, a100()); }) ==
        "trace: got pytorch 2.1 with cuBLAS 12.1 and cuDNN 8.9; must be of the model's software, "
        "pytorch 2.11 with cuBLAS 13.1 and cuDNN 9.19");
  const StepTrace cpp = step_trace(network(), recipe, software_of(Framework::libtorch), a100().steps.target);
  CHECK_FALSE(refusal([&] { (void)estimate_time(cpp, network(), recipe, a100()); }).empty());
  const CardModel graph = with_framework(a100(), Framework::cuda_graph);
  CHECK(graph.software().framework == Framework::cuda_graph);
  CHECK(estimate_step(network(), recipe, graph).host < estimate_step(network(), recipe, a100()).host);
}

TEST_CASE("memory is that of the allocator of the software that wrote the trace") {
  const auto reserved = [](const char* version) {
    const CardModel card = make_card_model(a100().device, software_of(Framework::pytorch, version));
    return estimate_step(network(), {.batch = 512}, card, {.expandable_segments = true}).peak_reserved;
  };
  CHECK(reserved("2.11") < reserved("2.0"));  // expandable_segments came with 2.1; before, the option does nothing
}

TEST_CASE("gradient_bytes(): four bytes a parameter with FP32 weights, two in pure FP16") {
  const double parameters = static_cast<double>(parameter_count(network()));
  CHECK(in(gradient_bytes(network(), Precision::amp_fp16), byte) == 4.0 * parameters);
  CHECK(in(gradient_bytes(network(), Precision::fp16), byte) == 2.0 * parameters);
}
}  // namespace planner_step_estimate_test
