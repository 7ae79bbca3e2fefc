#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/convolution/constants.hpp>
#include <perfmodel/pricing/convolution/known_kernel.hpp>
#include <vector>

namespace pricing_convolution_known_kernel_test {
using namespace perfmodel;

namespace {

using enum ConvolutionKernel;
[[nodiscard]] auto about(double value) { return doctest::Approx(value).epsilon(1e-12); }  // rounding

const ConvolutionBlocks& blocks = convolution_tables()[1].blocks;
/// What the kernel before has just written, as far as it fits the L2.
[[nodiscard]] Gemm warm(Gemm g) {
  g.operands = Operands::warm;
  return g;
}

struct Card {
  GemmModels gemm;
  StreamingModel streaming;
  [[nodiscard]] ConvolutionParts parts(const Convolution& c, ConvolutionKernel kernel) const {
    return detail::chosen_parts(c, {.kernel = kernel, .tile = 30, .split = 1}, gemm, streaming, blocks);
  }
  [[nodiscard]] ConvolutionParts guessed(const Convolution& c) const {
    return one_convolution_parts(c, gemm, streaming, blocks, false);
  }
};
[[nodiscard]] Card card_of(const char* name) {
  const Device device = json::load_device(name).device;
  return {make_gemm_models(device), make_streaming_model(device)};
}
[[nodiscard]] const Card& h100() {
  static const Card card = card_of("h100-sxm5-80gb");
  return card;
}
[[nodiscard]] const Card& a100() {
  static const Card card = card_of("a100-sxm4-80gb");
  return card;
}

constexpr Convolution plain{.format = NumberFormat::fp16, .n = 4, .c = 64, .h = 16, .w = 16, .k = 32, .r = 3, .s = 3};
constexpr Convolution with(Convolution c, NumberFormat format, MemoryFormat layout, ConvolutionPass pass,
                           std::int64_t groups = 1) {
  c.format = format, c.memory_format = layout, c.pass = pass, c.groups = groups;
  return c;
}
constexpr Convolution grouped = with(plain, NumberFormat::fp16, MemoryFormat::nchw, ConvolutionPass::forward, 4);

}  // namespace

TEST_CASE("groups cut out of NHWC images and put back: two copies, or the slow one where channels are padded") {
  LayoutChanges none{};
  detail::cut_out(none, plain);
  CHECK(none.count == 0);  // NCHW groups lie apart
  const Convolution group = with(plain, NumberFormat::fp16, MemoryFormat::nhwc, ConvolutionPass::forward);
  LayoutChanges cut{};
  detail::cut_out(cut, group);
  REQUIRE(cut.count == 2);
  CHECK(cut.copies[0].kind == LayoutCopyKind::pad);
  CHECK(cut.copies[0].elements == 4.0 * 64 * 256);
  CHECK(cut.copies[1].elements == 4.0 * 32 * 14 * 14);
  CHECK(cut.copies[0].traffic == 2.0 * 2.0 * 4 * 64 * 256 * byte);
  LayoutChanges padded{};
  padded.add({.kind = LayoutCopyKind::fill});
  padded.add({.kind = LayoutCopyKind::pad});
  detail::cut_out(padded, group);
  REQUIRE(padded.count == 2);
  CHECK(padded.copies[0].kind == LayoutCopyKind::fill);
  CHECK(padded.copies[1].kind == LayoutCopyKind::rearrange);
}

TEST_CASE("products over planes: one for each image, and sums of weight gradients image after image") {
  const Card& card = h100();
  Convolution c{.format = NumberFormat::fp16, .n = 4, .c = 64, .h = 7, .w = 7, .k = 32};
  const auto seconds = [&](const Gemm& g) {
    const GemmPrediction p = predict(g, card.gemm);
    return in(p.total - p.launch, second);
  };
  ConvolutionParts t = card.guessed(c);
  detail::set_plane_products(t, c, card.gemm, card.streaming);
  CHECK(t.layout.count == 0);
  CHECK(t.pointwise == about(seconds(warm(plane_product(c)))));
  c.pass = ConvolutionPass::weight_gradient;
  detail::set_plane_products(t, c, card.gemm, card.streaming);
  const WalkConstants& w = card.streaming.table.walks;
  const StreamingModel& s = card.streaming;
  const Gemm each = warm(image_product(c));
  const double element = each.output == NumberFormat::fp32 ? 4.0 : 2.0;
  CHECK(t.pointwise == about(seconds(each) + 2.0 * s.table.latency_seconds +
                             std::hypot(4.0 * w.plane_filter_image / s.clock,
                                        4.0 * 64 * 32 * element / (w.plane_filter_bytes * s.sms * s.clock))));
}

TEST_CASE("parts are guessed once for each convolution") {
  detail::GuessedParts guesses(h100().gemm, h100().streaming, blocks);
  const double dram = guesses(plain).dram;
  CHECK(dram == h100().guessed(plain).dram);
  CHECK(guesses(grouped).dram == h100().guessed(grouped).dram);
  CHECK(guesses(plain).dram == dram);
}

TEST_CASE("kernels that take images as they lie: all groups at once, memory at a long copy's bandwidth") {
  for (const ConvolutionKernel kernel : {direct, gathered, shared_memory, simt_first}) {
    const ConvolutionParts t = h100().parts(grouped, kernel);
    CHECK(t.route == route_of(kernel));
    CHECK(t.shape == grouped);
    CHECK(t.clock == h100().streaming.clock);
    CHECK(t.dram == about(in(traffic(grouped), byte) / h100().streaming.copy_bandwidth()));
    CHECK(t.once == t.dram);
    CHECK(t.repeated == 1.0);
    CHECK_FALSE(t.tiled);
    CHECK(t.layout.count == 0);
  }
  CHECK(h100().parts(grouped, simt_forward).route == ConvolutionRoute::cuda_cores);
  CHECK(h100().parts(grouped, simt_forward).unit == 0);  // FP32's kernel, whatever was asked
}

TEST_CASE("tiles are priced on Hopper, elsewhere the guess is") {
  const ConvolutionParts t = h100().parts(plain, wgmma), old = a100().parts(plain, mma);
  CHECK(t.tiled);
  CHECK(t.choice->tile == 30);
  CHECK(t.route == ConvolutionRoute::products);
  CHECK(t.product.taken == 0.0);  // of a guess
  CHECK(t.ideal == about(in(work(plain), mac) / (t.card.lanes * t.card.sms)));
  CHECK(t.layout.count == layout_changes(plain, wgmma).count);
  CHECK(t.layout.count > 0);
  CHECK_FALSE(old.tiled);
  CHECK(old.product.taken == a100().guessed(plain).product.taken);
  CHECK(old.layout.count == layout_changes(plain, mma).count);
}

TEST_CASE("CUTLASS's kernels take groups one after the other, single ones as products") {
  const ConvolutionParts t = h100().parts(grouped, cutlass);
  CHECK(t.route == ConvolutionRoute::apart);
  CHECK(t.repeated == 4.0);
  CHECK(t.shape.groups == 1);
  CHECK(t.shape.c == 16);
  CHECK(t.shape.k == 8);
  CHECK(t.dram == about(in(traffic(one_group(grouped)), byte) / h100().streaming.copy_bandwidth()));
  CHECK(h100().parts(plain, cutlass).route == ConvolutionRoute::products);
  CHECK(h100().parts(plain, cutlass).repeated == 1.0);
  const Convolution single = with(plain, NumberFormat::tf32, MemoryFormat::nchw, ConvolutionPass::forward);
  CHECK(h100().parts(single, simt_forward).route == ConvolutionRoute::products);
  const Convolution together = with(plain, NumberFormat::fp16, MemoryFormat::nhwc, ConvolutionPass::forward, 4);
  CHECK(h100().parts(together, cutlass).layout.count == 2);  // cut out and put back
  CHECK(h100().parts(together, wgmma).repeated == 1.0);
}

TEST_CASE("the framework's own kernels stay what they are, whatever the tree says") {
  Convolution own = with(plain, NumberFormat::bf16, MemoryFormat::nchw, ConvolutionPass::forward, 64);
  own.k = 64;
  CHECK(h100().parts(own, wgmma).route == ConvolutionRoute::own);
  CHECK_FALSE(h100().parts(own, wgmma).tiled);
  CHECK(h100().parts(own, wgmma).results == h100().guessed(own).results);
  own.memory_format = MemoryFormat::nhwc;
  CHECK(h100().parts(own, direct).route == ConvolutionRoute::direct);
  // FP32 weight gradients over NHWC images of more than 5 x 5 taps walk over the images; of other sizes the tree is
  // asked
  own = with(own, NumberFormat::fp32, MemoryFormat::nhwc, ConvolutionPass::weight_gradient, 64);
  own.r = 7;
  CHECK(h100().parts(own, direct).route == ConvolutionRoute::own);
  own.r = 3, own.s = 6;
  CHECK(h100().parts(own, direct).route == ConvolutionRoute::own);
  own.s = 5;
  CHECK(h100().parts(own, direct).route == ConvolutionRoute::direct);
  own.r = 7, own.groups = 32;  // two channels a group
  CHECK(h100().parts(own, direct).route == ConvolutionRoute::direct);
}

TEST_CASE("first layers of images have a kernel of their own, but for gradients of the image") {
  Convolution first{.format = NumberFormat::fp16,
                    .n = 4,
                    .c = 3,
                    .h = 32,
                    .w = 32,
                    .k = 64,
                    .r = 7,
                    .s = 7,
                    .stride_h = 2,
                    .stride_w = 2};
  CHECK(h100().parts(first, wgmma).route == ConvolutionRoute::own);
  first.pass = ConvolutionPass::weight_gradient;
  CHECK(h100().parts(first, wgmma).route == ConvolutionRoute::own);
  first.pass = ConvolutionPass::input_gradient;
  CHECK(h100().parts(first, wgmma).route == ConvolutionRoute::products);
  first.pass = ConvolutionPass::forward, first.c = 16;
  CHECK(h100().parts(first, wgmma).route == ConvolutionRoute::products);
}

TEST_CASE("the GEMM library's products: over planes of NCHW images of more than a pixel") {
  const Convolution c{.format = NumberFormat::fp16, .n = 4, .c = 64, .h = 7, .w = 7, .k = 32};
  const ConvolutionParts t = h100().parts(c, library_product);
  const GemmPrediction p = predict(warm(plane_product(c)), h100().gemm);
  CHECK(t.pointwise == about(in(p.total - p.launch, second)));
  CHECK(t.layout.count == 0);
  Convolution other = c;
  other.memory_format = MemoryFormat::nhwc;
  CHECK(h100().parts(other, library_product).pointwise == h100().guessed(other).pointwise);
  other = c, other.h = other.w = 1;
  CHECK(h100().parts(other, library_product).pointwise == h100().guessed(other).pointwise);
  other = c, other.format = NumberFormat::fp32;
  CHECK(h100().parts(other, library_product).pointwise == h100().guessed(other).pointwise);
}

TEST_CASE("the library's choice where a tree says it, else a guess") {
  const Card& card = h100();
  const std::vector<ConvolutionChoiceTree> trees{
      {.pass = ConvolutionPass::forward,
       .unit = ConvolutionUnit::tensor_core,
       .nodes = {{.feature = choice_leaf, .share = 255, .candidate = candidate_of({.kernel = wgmma, .tile = 30})}}}};
  CHECK(convolution_parts(plain, card.gemm, card.streaming, blocks, trees).tiled);
  CHECK_FALSE(convolution_parts(plain, card.gemm, card.streaming, blocks).tiled);
  const Convolution weights = with(plain, NumberFormat::fp16, MemoryFormat::nchw, ConvolutionPass::weight_gradient);
  CHECK_FALSE(convolution_parts(weights, card.gemm, card.streaming, blocks, trees).choice);
  CHECK(convolution_parts(weights, card.gemm, card.streaming, blocks, trees).product.taken > 0.0);
  Convolution wrong = plain;
  wrong.groups = 5;
  CHECK_THROWS_AS((void)convolution_parts(wrong, card.gemm, card.streaming, blocks, trees), Error);
}

TEST_CASE("groups of more than 128 channels or filters run one after the other, narrower ones at once") {
  const auto grouped = [](std::int64_t width) {
    Convolution c = plain;
    c.groups = 4, c.c = 4 * width, c.k = 4 * width;
    return c;
  };
  for (const std::int64_t width : {64, 100, 128})
    CHECK(h100().parts(grouped(width), wgmma).route == ConvolutionRoute::products);
  const ConvolutionParts wide = h100().parts(grouped(129), wgmma);
  CHECK(wide.route == ConvolutionRoute::apart);
  CHECK(wide.repeated == 4.0);
  Convolution filters = grouped(128);
  filters.k *= 2;
  CHECK(h100().parts(filters, wgmma).route == ConvolutionRoute::apart);
}
}  // namespace pricing_convolution_known_kernel_test
