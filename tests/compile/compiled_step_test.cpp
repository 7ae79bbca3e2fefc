#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <perfmodel/compile/channels_last.hpp>
#include <perfmodel/compile/compiled_step.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <perfmodel/timeline/step_time.hpp>
#include <string>
#include <utility>

#include "../refusal.hpp"

namespace compile_compiled_step_test {
using namespace perfmodel;

namespace {

StepTrace traced(const std::string& network, const Recipe& recipe, Framework framework) {
  return step_trace(named_network(network), recipe, software_of(framework));
}

struct Sums {
  Work products{};
  Bytes moved{};
  int executions{}, loops{};
};
Sums sums(const StepTrace& trace) {
  Sums s;
  for (const TraceEvent& e : trace.step) {
    const auto* run = std::get_if<Execute>(&e.what);
    if (run == nullptr || e.phase == Phase::optimizer) continue;
    const Operation& o = trace.operations[run->operation];
    ++s.executions;
    s.moved += traffic(o);
    if (std::holds_alternative<op::Fused>(o)) ++s.loops;
    if (multiplied_format(o)) s.products += work(o);
  }
  return s;
}

/// Tensors of the forward pass, of so many bytes, that are born right where another one of that size dies.
int written_over(const StepTrace& trace, std::int64_t bytes) {
  std::map<TensorId, std::int64_t> sizes;
  int count = 0;
  bool room = false;
  for (const TraceEvent& e : trace.step) {
    const auto* a = std::get_if<Allocate>(&e.what);
    if (a != nullptr && a->bytes == bytes && room && e.phase == Phase::forward) ++count;
    if (a != nullptr) sizes[a->tensor] = a->bytes;
    const auto* r = std::get_if<Release>(&e.what);
    room = r != nullptr && sizes[r->tensor] == bytes;
  }
  return count;
}

/// Whether every tensor is born once before it dies, and dies once at most.
bool sound(const StepTrace& trace) {
  std::map<TensorId, int> alive;
  bool good = true;
  for (const std::vector<TraceEvent>* part : {&trace.setup, &trace.first_step})
    for (const TraceEvent& e : *part) {
      if (const auto* a = std::get_if<Allocate>(&e.what)) good = good && ++alive[a->tensor] == 1;
      if (const auto* r = std::get_if<Release>(&e.what)) good = good && --alive[r->tensor] == 0;
    }
  return good;
}

// BERT without scaled_dot_product_attention: with it a compiler's steps multiply other things (below)
const char* const networks[] = {"gpt2-124m:seq=128", "resnet50", "bert-base:seq=128,attention=naive", "mobilenet_v2"};

}  // namespace

TEST_CASE("a compiled step multiplies what the eager one multiplies, in fewer kernels that move fewer bytes") {
  for (const std::string network : networks)
    for (const Mode mode : {Mode::train, Mode::infer}) {
      CAPTURE(network);
      const Recipe recipe{.batch = 4, .precision = Precision::amp_bf16, .mode = mode};
      const Sums eager = sums(traced(network, recipe, Framework::pytorch)),
                 compiled = sums(traced(network, recipe, Framework::compile));
      CHECK(compiled.products >= eager.products);  // products of odd vocabularies are padded
      CHECK(in(compiled.products, eager.products) < 1.001);
      CHECK(compiled.executions < eager.executions);
      CHECK(compiled.moved < eager.moved);
      CHECK(compiled.loops > 0);
    }
}

TEST_CASE("tensors of a compiled step are born once and die once, and its peak is about the eager one's at most") {
  const Device h200 = json::load_device("h200-sxm").device;
  for (const std::string network : networks) {
    CAPTURE(network);
    const Recipe recipe{.batch = 4, .precision = Precision::amp_bf16};
    const StepTrace eager = traced(network, recipe, Framework::pytorch),
                    compiled = traced(network, recipe, Framework::compile);
    CHECK(sound(compiled));
    const std::int64_t before = footprint(eager, h200).peak_allocated, after = footprint(compiled, h200).peak_allocated;
    CHECK(100 * after <= 101 * before);  // a hundredth: kernels run in another order
    CHECK(5 * after > before);           // parameters and optimizer state stay
  }
}

TEST_CASE("a loop writes over a product that nobody else needs, not over what a library has allocated or others read") {
  constexpr std::int64_t batch = 16, width = 1024, element = 4;
  const auto count = [&](const std::string& network, Mode mode, std::int64_t elements) {
    const Recipe recipe{.batch = batch, .mode = mode};
    return written_over(traced(network, recipe, Framework::compile), element * batch * elements);
  };
  const std::string layers = "fcnn:layers=6,hidden=1024,inputs=64,outputs=10";
  CHECK(count(layers, Mode::infer, width) == 6);  // all ReLUs
  CHECK(count(layers, Mode::train, width) == 6);  // whose gradients need the result alone
  constexpr std::int64_t first_image = 64 * 224 * 224;
  CHECK(count("vgg16", Mode::infer, first_image) == 0);  // its two convolutions allocate it
}

TEST_CASE("the kernels of a compiled step take less time, and a graph of them the host less") {
  const Device h200 = json::load_device("h200-sxm").device;
  const auto time = [&](Framework framework) {
    return step_time(named_network("gpt2-124m"), {.batch = 8, .precision = Precision::amp_bf16},
                     make_step_model(h200, software_of(framework)));
  };
  const StepTime eager = time(Framework::pytorch), compiled = time(Framework::compile),
                 graph = time(Framework::compile_graph);
  CHECK(compiled.busy < 0.75 * eager.busy);
  CHECK(graph.host < compiled.host);
  CHECK(std::abs(in(graph.busy, compiled.busy) - 1.0) < 0.01);  // the same kernels
}

TEST_CASE("images lie with their channels together where convolutions are many, wide and not in groups of several") {
  const Recipe recipe{.batch = 2};
  CHECK(compile::takes_channels_last(traced("resnet50", recipe, Framework::pytorch)));
  CHECK(compile::takes_channels_last(traced("mobilenet_v2", recipe, Framework::pytorch)));
  CHECK_FALSE(compile::takes_channels_last(traced("vit_b_16", recipe, Framework::pytorch)));
  CHECK_FALSE(compile::takes_channels_last(traced("gpt2-124m:seq=128", recipe, Framework::pytorch)));
  // DenseNet's convolutions to 32 of 128 channels keep training from it; by their work inference gains
  CHECK_FALSE(compile::takes_channels_last(traced("densenet121", recipe, Framework::pytorch)));
  const Recipe infer{.batch = 2, .mode = Mode::infer};
  CHECK(compile::takes_channels_last(traced("densenet121", infer, Framework::pytorch)));
  CHECK_FALSE(compile::takes_channels_last(traced("vit_b_16", infer, Framework::pytorch)));
}

TEST_CASE("signals and volumes keep their planes where images lie with their channels together") {
  const auto format_of = [](const Convolution& c) {
    return std::get<Convolution>(compile::with_channels_last(c)).memory_format;
  };
  constexpr Convolution image{.n = 2, .c = 64, .h = 8, .w = 8, .k = 64, .r = 3, .s = 3};
  CHECK(format_of(image) == MemoryFormat::nhwc);
  Convolution squeezed = image;  // what squeeze and excitation multiplies
  squeezed.h = squeezed.w = squeezed.r = squeezed.s = 1;
  CHECK(format_of(squeezed) == MemoryFormat::nhwc);
  Convolution flat = image;
  flat.h = 1;
  CHECK(format_of(flat) == MemoryFormat::nhwc);  // its filter has rows
  Convolution signal = flat;
  signal.r = 1;
  CHECK(format_of(signal) == MemoryFormat::nchw);
  Convolution volume = image;
  volume.d = volume.t = 3;
  CHECK(format_of(volume) == MemoryFormat::nchw);
  volume.t = 1;
  CHECK(format_of(volume) == MemoryFormat::nchw);
  volume.d = 1, volume.planes = 3;  // of a volume whose filter has no depth
  CHECK(format_of(volume) == MemoryFormat::nchw);
}

TEST_CASE("what a convolution's inference takes with channels together: more in groups, less to few of many channels") {
  using compile::channels_last_share;
  constexpr Convolution wide{.n = 1, .c = 128, .h = 8, .w = 8, .k = 128, .r = 3, .s = 3};
  const auto with = [&](std::int64_t c, std::int64_t k, std::int64_t r, std::int64_t groups) {
    Convolution other = wide;
    other.c = c, other.k = k, other.r = other.s = r, other.groups = groups;
    return channels_last_share(other);
  };
  CHECK(channels_last_share(wide) == 0.823);
  CHECK(with(128, 128, 3, 4) == 1.358);
  CHECK(with(128, 128, 3, 128) == 0.823);  // one channel a group is none
  CHECK(with(64, 64, 3, 1) == 0.783);
  CHECK(with(128, 64, 3, 1) == 0.725);
  CHECK(with(128, 64, 1, 1) == 0.823);
}

TEST_CASE("GPT-2 and ResNet-50 compiled, H200, PyTorch 2.11 (data/raw/h200-sxm/compiled_steps.csv)") {
  // Neither was used for the constants; that products are padded was found on GPT-2. 15 %: the limit that compiled
  // steps are to keep in the mean.
  const Device h200 = json::load_device("h200-sxm").device;
  const auto kernels = [&](const char* network, std::int64_t batch) {
    return in(step_time(named_network(network),
                        {.batch = batch, .precision = Precision::amp_bf16, .optimizer = Optimizer::adamw},
                        make_step_model(h200, software_of(Framework::compile)))
                  .busy,
              micro * second);
  };
  CHECK(std::abs(kernels("gpt2-124m", 8) / 25233.0 - 1.0) < 0.15);
  CHECK(std::abs(kernels("resnet50", 128) / 20458.0 - 1.0) < 0.15);
}

TEST_CASE("a compiler keeps BERT's mask, so that its attention is products in FP32; eager steps drop it") {
  const auto kinds = [](Framework framework) {
    std::pair<int, int> found{};  // fused attention, batched products in FP32
    const StepTrace trace = traced("bert-base:seq=128", {.batch = 4, .precision = Precision::amp_bf16}, framework);
    for (const TraceEvent& e : trace.step) {
      const auto* run = std::get_if<Execute>(&e.what);
      if (run == nullptr) continue;
      const Operation& o = trace.operations[run->operation];
      found.first += std::holds_alternative<Attention>(o);
      const auto* g = std::get_if<Gemm>(&o);
      found.second += g != nullptr && g->batch > 1 && g->format == NumberFormat::fp32;
    }
    return found;
  };
  CHECK(kinds(Framework::pytorch) == std::pair{24, 0});  // 12 layers, both passes
  CHECK(kinds(Framework::compile) == std::pair{0, 12 * 6});
}

TEST_CASE("there is no torch.compile before PyTorch 2.0") {
  CHECK(software_of(Framework::compile, "2.0").rules.compiled);
  CHECK(refusal([] { (void)software_of(Framework::compile, "1.13", "--framework-version"); }) ==
        "--framework-version: got 1.13; must be 2.0 or newer: torch.compile");
}
}  // namespace compile_compiled_step_test
