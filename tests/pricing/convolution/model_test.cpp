#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/convolution/constants.hpp>
#include <perfmodel/pricing/convolution/model.hpp>

namespace pricing_convolution_model_test {
using namespace perfmodel;

// What a convolution's parts are: counts by hand, and seconds of the streaming and product models as these say them, so
// that their constants do not matter.

namespace {

constexpr double rounding = 1e-12;
[[nodiscard]] auto about(double value) { return doctest::Approx(value).epsilon(rounding).scale(0.0); }

const ConvolutionBlocks& blocks = convolution_tables()[1].blocks;

struct Card {
  GemmModels gemm;
  StreamingModel streaming;
  [[nodiscard]] ConvolutionParts parts(const Convolution& c, bool guesses = true) const {
    return one_convolution_parts(c, gemm, streaming, blocks, guesses);
  }
  [[nodiscard]] double copy() const { return streaming.copy_bandwidth(); }
};
[[nodiscard]] const Card& h100() {
  static const Card card = [] {
    const Device device = json::load_device("h100-sxm5-80gb").device;
    return Card{make_gemm_models(device), make_streaming_model(device)};
  }();
  return card;
}
[[nodiscard]] const Card& a100() {
  static const Card card = [] {
    const Device device = json::load_device("a100-sxm4-80gb").device;
    return Card{make_gemm_models(device), make_streaming_model(device)};
  }();
  return card;
}
[[nodiscard]] const Card& t4() {
  static const Card card = [] {
    const Device device = json::load_device("t4").device;
    return Card{make_gemm_models(device), make_streaming_model(device)};
  }();
  return card;
}
[[nodiscard]] const GemmModel& model_of(const Card& card, const Convolution& c) {
  return card.gemm.models[static_cast<std::size_t>(detail::rule_for(implicit_gemm(c), card.gemm).family)];
}
constexpr Convolution fp32{.n = 4, .c = 64, .h = 16, .w = 16, .k = 32, .r = 3, .s = 3, .pad_h = 1, .pad_w = 1};
constexpr Convolution with(Convolution c, NumberFormat format, MemoryFormat layout = MemoryFormat::nchw,
                           ConvolutionPass pass = ConvolutionPass::forward) {
  c.format = format, c.memory_format = layout, c.pass = pass;
  return c;
}
constexpr Convolution pointwise(NumberFormat format, ConvolutionPass pass = ConvolutionPass::forward) {
  return {.pass = pass, .format = format, .n = 4, .c = 64, .h = 7, .w = 7, .k = 32};
}

}  // namespace

TEST_CASE("memory, copies and launches are the streaming model's") {
  const Card& card = h100();
  const ConvolutionParts t = card.parts(fp32);
  // 4 x 64 x 256 of image, 32 x 64 x 9 of filter, 4 x 32 x 256 of result, in four bytes
  CHECK(t.dram == about(4.0 * (65536 + 18432 + 32768) / card.copy()));
  CHECK(t.once == t.dram);
  CHECK(t.gap == card.streaming.table.launch_seconds);
  CHECK(t.copied == card.copy());
  CHECK(t.issued == card.streaming.sms * card.streaming.clock);
  CHECK(t.tile_cache == card.streaming.table.l2_capacity * card.streaming.l2_bytes);
  CHECK_FALSE(t.cold);
  Convolution later = fp32;
  later.between = t.tile_cache * byte;
  CHECK_FALSE(card.parts(later).cold);
  later.between = 1.001 * t.tile_cache * byte;
  CHECK(card.parts(later).cold);
  CHECK(stream_gap(card.streaming) == card.streaming.table.launch_seconds - card.streaming.table.graph_launch_seconds);
}

TEST_CASE("what multiplies, and the cycles that it would take alone") {
  const Card& card = h100();
  const ConvolutionParts t = card.parts(fp32);
  const GemmModel& model = model_of(card, fp32);
  CHECK(t.method == ConvolutionMethod::implicit);
  CHECK(t.unit == 0);
  CHECK(t.width == 0);
  CHECK(t.nhwc == 0);
  CHECK(t.card.sms == model.sms);
  CHECK(t.card.lanes == model.rate[index(NumberFormat::fp32)]);
  CHECK(t.card.copied == about(card.copy() / t.power.clock_max));
  CHECK(t.ideal == about(4.0 * 256 * 32 * 64 * 9 / (t.card.lanes * t.card.sms)));
  CHECK(t.product.ideal == about(t.ideal));
  CHECK(card.parts(with(fp32, NumberFormat::bf16)).width == 1);
  CHECK(card.parts(with(fp32, NumberFormat::fp16)).width == 2);
  CHECK(card.parts(with(fp32, NumberFormat::fp16, MemoryFormat::nhwc)).nhwc == 1);
  CHECK(card.parts(with(fp32, NumberFormat::tf32)).unit == 2);
}

TEST_CASE("FP32 products: direct ones by lanes that multiply, weight gradients as the product says") {
  for (const Card* card : {&h100(), &a100()}) {
    const ConvolutionParts t = card->parts(fp32);
    const double lanes = std::min(t.card.lanes, 0.69 * 128.0);  // of Ampere and later
    CHECK(t.product.taken == about(direct_cycles(implicit_gemm(fp32), t.card.sms, lanes, blocks.direct_ends)));
    const Convolution weights = with(fp32, NumberFormat::fp32, MemoryFormat::nchw, ConvolutionPass::weight_gradient);
    const GemmPrediction p = predict_best(implicit_gemm(weights), model_of(*card, weights));
    CHECK(card->parts(weights).product.taken == about(in(p.math + p.latency, second) * in(p.clock, cycle / second)));
    CHECK(card->parts(weights).l2 == about(in(p.l2, second)));
    CHECK(card->parts(weights).launch == in(p.launch, second));
  }
}

TEST_CASE("Winograd's products: filters as tiles of 16 numbers, large tiles written and read") {
  const Card& card = h100();
  const ConvolutionParts t = card.parts(fp32);
  CHECK(t.filter_tiles == 16.0 * 64 * 32 * 4);
  CHECK(t.filters == about(64.0 * 32.0 / (card.streaming.sms * card.streaming.clock)));
  CHECK(t.winograd_product.ideal == about(t.ideal / 2.25));
  CHECK(t.winograd_product.taken ==
        about(fused_winograd_cycles(fp32, t.card.sms, std::min(t.card.lanes, 0.69 * 128.0), true, blocks.fused_ends)));
  const Gemm large = winograd_gemm(fp32, 4);
  const GemmPrediction p = predict(large, card.gemm);
  CHECK(t.tiles == in(traffic(large), byte));
  CHECK(t.large_dram == about(2.0 * t.tiles / card.copy()));
  CHECK(t.large_product.taken == about(in(p.math + p.latency, second) * in(p.clock, cycle / second)));
  CHECK_FALSE(t.lone_block);  // Turing alone
  const ConvolutionParts weights =
      card.parts(with(fp32, NumberFormat::fp32, MemoryFormat::nchw, ConvolutionPass::weight_gradient));
  CHECK(weights.filters == 0.0);
  CHECK(weights.winograd_product.taken == 0.0);
  CHECK(weights.large_product.taken > 0.0);
  Convolution strided = fp32;
  strided.stride_h = 2;
  CHECK(card.parts(strided).large_product.taken == 0.0);
  CHECK(card.parts(with(fp32, NumberFormat::fp16)).tiles == 0.0);
}

TEST_CASE("a convolution of one tap takes a product's own time") {
  const Card& card = h100();
  const Convolution half = pointwise(NumberFormat::fp16), single = pointwise(NumberFormat::fp32);
  const auto own = [&](const Gemm& g) {
    const GemmPrediction p = predict(g, card.gemm);
    return in(p.total - p.launch, second);
  };
  const ConvolutionParts t = card.parts(half), s = card.parts(single);
  CHECK(t.pointwise == about(own(implicit_gemm(half))));
  CHECK(s.pointwise == about(own(implicit_gemm(single))));
  CHECK(t.dram == 0.0);
  CHECK(t.l2 == 0.0);
  CHECK(t.once > 0.0);
  const double graph = in(predict(implicit_gemm(half), card.gemm).launch, second);
  CHECK(t.launch == about(graph + stream_gap(card.streaming)));
  CHECK(s.launch == about(in(predict(implicit_gemm(single), card.gemm).launch, second)));
  // planes of 98 bytes are no whole loads: copied, or multiplied as they lie
  CHECK(t.layout.count > 0);
  CHECK(t.planes == about(own(plane_product(half))));
  CHECK(s.planes == 0.0);
  CHECK(card.parts(pointwise(NumberFormat::fp16, ConvolutionPass::weight_gradient)).planes == 0.0);
  Convolution aligned = half;
  aligned.h = aligned.w = 8;
  CHECK(card.parts(aligned).layout.count == 0);
  CHECK(card.parts(aligned).planes == 0.0);
}

TEST_CASE("few channels: cycles of one SM over all SMs, the first layer of an image known on Hopper") {
  Convolution image{.format = NumberFormat::fp16,
                    .memory_format = MemoryFormat::nhwc,
                    .n = 4,
                    .c = 3,
                    .h = 32,
                    .w = 32,
                    .k = 64,
                    .r = 7,
                    .s = 7,
                    .stride_h = 2,
                    .stride_w = 2,
                    .pad_h = 3,
                    .pad_w = 3};
  const ConvolutionParts t = h100().parts(image);
  CHECK(t.method == ConvolutionMethod::few_channels);
  CHECK(t.product.taken == about(few_channel_cycles(image, blocks) / h100().streaming.sms));
  CHECK(t.first_layer);
  CHECK_FALSE(t.one_kernel);
  CHECK(a100().parts(image).first_layer);
  CHECK_FALSE(t4().parts(image).first_layer);
  const GemmPrediction plain = predict_best(implicit_gemm(image), model_of(h100(), image));
  CHECK(t.l2 == about(in(plain.l2, second) / 49.0));  // all taps of a block's pixels come from one load
  image.stride_w = 1;
  CHECK_FALSE(h100().parts(image).first_layer);
  CHECK(h100().parts(image).one_kernel);  // channels are gathered as they lie
  image.stride_w = 2, image.pass = ConvolutionPass::input_gradient;
  CHECK_FALSE(h100().parts(image).first_layer);
  CHECK(h100().parts(image).product.taken != about(few_channel_cycles(image, blocks) / h100().streaming.sms));
  const Convolution lying = with({.n = 4, .c = 3, .h = 32, .w = 32, .k = 64, .r = 3, .s = 3}, NumberFormat::fp16);
  CHECK(h100().parts(lying).one_kernel);
}

TEST_CASE("TF32 of first layers runs as FP32, unless the kernel is known") {
  const Convolution image{.format = NumberFormat::tf32, .n = 4, .c = 3, .h = 32, .w = 32, .k = 64, .r = 3, .s = 3};
  CHECK(h100().parts(image).unit == 0);
  CHECK(h100().parts(image, false).unit == 2);
}

TEST_CASE("input that no tap reaches is set to zero first") {
  Convolution skipping{.pass = ConvolutionPass::input_gradient,
                       .n = 4,
                       .c = 64,
                       .h = 8,
                       .w = 16,
                       .k = 32,
                       .r = 2,
                       .s = 2,
                       .stride_h = 3,
                       .stride_w = 2};
  CHECK(h100().parts(skipping).zeros == about(4.0 * 4 * 64 * 8 * 16 / h100().copy()));
  skipping.stride_h = 2;
  CHECK(h100().parts(skipping).zeros == 0.0);
  skipping.stride_w = 3;
  CHECK(h100().parts(skipping).zeros > 0.0);
  skipping.pass = ConvolutionPass::forward;
  CHECK(h100().parts(skipping).zeros == 0.0);
}

TEST_CASE("one channel a group: results and taps, blocks of weight gradients, no product") {
  const Card& card = h100();
  Convolution c{.format = NumberFormat::fp16,
                .n = 4,
                .c = 32,
                .h = 16,
                .w = 16,
                .k = 32,
                .r = 3,
                .s = 3,
                .pad_h = 1,
                .pad_w = 1,
                .groups = 32};
  const ConvolutionParts t = card.parts(c);
  CHECK(t.method == ConvolutionMethod::depthwise);
  CHECK(t.taps == 9.0);
  CHECK(t.results == depthwise_results(c, card.streaming));
  CHECK(t.one_kernel);
  CHECK(t.width == 2);
  CHECK(t.product.taken == 0.0);
  CHECK(t.ideal == 0.0);
  c.r = c.s = 7, c.pad_h = c.pad_w = 3;  // the framework's own kernel, as for BF16
  CHECK(card.parts(c).width == 1);
  c.memory_format = MemoryFormat::nhwc;
  CHECK(card.parts(c).width == 2);
  c.format = NumberFormat::fp32, c.pass = ConvolutionPass::weight_gradient;
  CHECK(card.parts(c).results == 0.0);  // blocks that walk over images have it all
  CHECK(card.parts(c).blocks == depthwise_block_seconds(c, 0, card.streaming));
  CHECK(card.parts(c).blocks > 0.0);
}

TEST_CASE("groups side by side on tensor cores: loads once for all taps") {
  const Card& card = h100();
  const Convolution grouped{.format = NumberFormat::fp16,
                            .memory_format = MemoryFormat::nhwc,
                            .n = 4,
                            .c = 256,
                            .h = 16,
                            .w = 16,
                            .k = 256,
                            .r = 3,
                            .s = 3,
                            .pad_h = 1,
                            .pad_w = 1,
                            .groups = 4};
  REQUIRE(detail::groups_on_tensor_cores(grouped));
  const GemmPrediction p = predict_best(implicit_gemm(grouped), model_of(card, grouped));
  CHECK(card.parts(grouped).l2 == about(in(p.l2, second) / 9.0));
  const Convolution weights = with(grouped, NumberFormat::fp16, MemoryFormat::nhwc, ConvolutionPass::weight_gradient);
  const GemmModel& model = model_of(card, weights);
  CHECK(card.parts(weights).product.taken ==
        about(packed_weight_cycles(implicit_gemm(weights), model.rate[index(NumberFormat::fp16)], model.sms,
                                   blocks.packed_ends)));
}

TEST_CASE("before Hopper a step takes 32 channels of a tap in 16 bits, so that narrow layers multiply fewer zeros") {
  const Convolution narrow = with({.n = 4, .c = 24, .h = 32, .w = 32, .k = 64, .r = 3, .s = 3}, NumberFormat::fp16);
  Convolution wide = narrow;
  wide.c = 64;
  for (const Card* card : {&a100(), &t4()}) {
    const GemmPrediction p = predict_best(implicit_gemm(narrow, 64), model_of(*card, narrow));
    CHECK(card->parts(narrow).product.taken == about(in(p.math + p.latency, second) * in(p.clock, cycle / second)));
    CHECK(card->parts(narrow).product.taken < card->parts(wide).product.taken);
  }
  CHECK(h100().parts(narrow).product.taken == h100().parts(wide).product.taken);
}
}  // namespace pricing_convolution_model_test
