#include <doctest/doctest.h>

#include <perfmodel/lowering/lower.hpp>

namespace lowering_lower_test {
using namespace perfmodel;

namespace {
Streaming only(const Operation& operation) {
  const std::vector<Kernel> kernels = lower(operation, {});
  REQUIRE(kernels.size() == 1);
  return std::get<Streaming>(kernels[0]);
}
Operand turned(const Shape& from) {
  Operand x = packed(from, NumberFormat::fp32);
  std::swap(x.shape.extent[0], x.shape.extent[1]);
  std::swap(x.strides[0], x.strides[1]);
  return x;
}
}  // namespace

TEST_CASE("elementwise kernels: how operands lie decides how they are reached") {
  const Operand x = packed({64, 32}, NumberFormat::fp32), narrow = packed({64, 32}, NumberFormat::bf16),
                row = packed({32}, NumberFormat::fp32), narrow_row = packed({32}, NumberFormat::bf16);
  const auto access = [](std::initializer_list<Operand> inputs, const Operand& y) {
    return only(op::pointwise(PointwiseFunction::add, inputs, y)).access;
  };
  CHECK(access({x, x}, x) == AccessPattern::vectorized);
  CHECK(access({x, narrow}, x) == AccessPattern::converting);
  CHECK(access({x, row}, x) == AccessPattern::strided);
  CHECK(access({x, narrow_row}, x) == AccessPattern::strided_converting);
  CHECK(access({turned({32, 64}), turned({32, 64})}, turned({32, 64})) ==
        AccessPattern::vectorized);  // one order for all
  CHECK(only(op::pointwise(PointwiseFunction::copy, {narrow}, x)).access == AccessPattern::vectorized);  // a cast
}

TEST_CASE("copies between orders calculate each address, and touch more lines where the innermost dimensions differ") {
  const Operand to = packed({64, 32}, NumberFormat::fp32);
  const Streaming turning = only(op::pointwise(PointwiseFunction::copy, {turned({32, 64})}, to));
  CHECK(turning.access == AccessPattern::strided);
  CHECK(turning.lines == 8.0 * 32.0 * (1.0 + 7 / 32.0));    // a block: 32 rows, eight neighbours of each
  Operand heads = packed({16, 8, 64}, NumberFormat::fp32);  // [positions, heads, size] -> [heads, positions, size]
  std::swap(heads.shape.extent[0], heads.shape.extent[1]);
  std::swap(heads.strides[0], heads.strides[1]);
  const Streaming s = only(op::pointwise(PointwiseFunction::copy, {heads}, packed({8, 16, 64}, NumberFormat::fp32)));
  CHECK(s.kind == StreamingKind::elementwise);
  CHECK(s.access == AccessPattern::strided);
  CHECK(s.lines < 0.1 * 8.0 * 16.0 * 64.0);
}

TEST_CASE("batch norm: cuDNN for FP32 and FP16, the framework for BF16; features of a batch lie together") {
  const auto norm = [](const Shape& shape, NumberFormat format, NumberFormat parameters) {
    return std::get<Streaming>(
        lower(op::BatchNorm{.input = packed(shape, format), .parameters = parameters}, {}).back());
  };
  CHECK_FALSE(norm({8, 64, 7, 7}, NumberFormat::fp16, NumberFormat::fp32).framework_kernel);
  CHECK(norm({8, 64, 7, 7}, NumberFormat::fp16, NumberFormat::fp16).framework_kernel);
  CHECK(norm({8, 64, 7, 7}, NumberFormat::bf16, NumberFormat::fp32).framework_kernel);
  CHECK_FALSE(norm({8, 64, 7, 7}, NumberFormat::bf16, NumberFormat::fp32).channels_together);
  CHECK(norm({256, 64}, NumberFormat::bf16, NumberFormat::fp32).channels_together);
  CHECK(norm({256, 64}, NumberFormat::fp32, NumberFormat::fp32).framework_kernel);  // never cuDNN's without positions
  CHECK(lower(op::BatchNorm{.input = packed({8, 64, 7, 7}, NumberFormat::bf16), .training = false}, {}).size() == 3);
}

TEST_CASE("batch norm: no weight, gaps between rows, no input gradient") {
  const auto kernel = [](const op::BatchNorm& b) { return std::get<Streaming>(lower(b, {}).back()); };
  const Operand images = packed({8, 64, 7, 7}, NumberFormat::fp32), rows = packed({4096, 26}, NumberFormat::fp32);
  CHECK_FALSE(kernel({.input = images}).framework_kernel);
  CHECK(kernel({.input = images, .affine = false}).framework_kernel);  // _select_batch_norm_backend
  Operand gaps = rows;
  gaps.strides[0] = 64;
  CHECK(kernel({.input = rows, .backward = true}).channels_together);
  CHECK_FALSE(kernel({.input = gaps, .backward = true}).channels_together);  // a block a column
  const op::BatchNorm all{.input = rows, .backward = true},
      sums{.input = rows, .backward = true, .input_gradient = false};
  CHECK(kernel(sums).sums_alone);
  CHECK(in(kernel(sums).written, byte) < 0.01 * in(kernel(all).written, byte));
  // cuDNN's kernels make all gradients whatever is asked for
  CHECK_FALSE(kernel({.input = images, .backward = true, .input_gradient = false}).sums_alone);
}

TEST_CASE("resizing: between neighbours the gradient is added up, nearest neighbours are copied") {
  const auto kind = [](op::Resampling::Method method, bool backward, std::int64_t channels) {
    Operand image = packed({2, channels, 4, 4}, NumberFormat::fp32);
    image.strides = channels_last_strides(image.shape);
    return only(op::Resampling{.method = method, .backward = backward, .image = image, .result = {2, channels, 8, 8}});
  };
  using Method = op::Resampling::Method;
  CHECK(kind(Method::nearest, true, 32).kind == StreamingKind::resampling_nearest);
  CHECK(kind(Method::bilinear, false, 32).kind == StreamingKind::resampling_between);
  CHECK(kind(Method::bilinear, true, 32).kind == StreamingKind::resampling_atomic);
  CHECK(kind(Method::bilinear, false, 32).channels_together);
  CHECK_FALSE(kind(Method::bilinear, false, 8).channels_together);  // UpSampleBilinear2d.cu: from 16 channels on
  CHECK(kind(Method::bilinear, true, 8).channels_together);
  CHECK_FALSE(kind(Method::bicubic, true, 32).channels_together);
  CHECK(kind(Method::bilinear, true, 32).images == 64);
}

TEST_CASE("one operation, many kernels: an embedding's gradient of many indices is sorted first") {
  const op::Embedding few{.backward = true, .indices = 512, .width = 64, .table_rows = 1000};
  op::Embedding many = few;
  many.indices = 4096;
  CHECK(lower(few, {}).size() == 1);
  CHECK(lower(many, {}).size() == 29);  // two over the keys, ten fills, eight passes, seven over runs, sums, scatter
}

TEST_CASE("index_put that adds: one block sorts few indices, many are sorted by the bits that the table needs") {
  op::Embedding sum{.backward = true, .indices = 276, .width = 1, .table_rows = 576, .indexed = true, .tensors = 2};
  const std::vector<Kernel> few = lower(sum, {});
  CHECK(few.size() == 3 * 2 + 1 + 1 + 1);  // wrapped indices, places, one block's sort, sums
  CHECK(std::get<Streaming>(few[7]).kind == StreamingKind::sort_block);
  sum.indices = 4096;
  CHECK(lower(sum, {}).size() == 3 * 2 + 1 + 4 + 2 + 2 + 1);  // ten bits: two passes, each with a fill; two fills first
  sum.repeats = 3;
  CHECK(std::get<Streaming>(lower(sum, {}).back()).images == 3 * 1024);
}

TEST_CASE("labels of pixels: a block an image, more of images beyond 131,072 pixels") {
  const auto kernel = [](std::int64_t pixels) {
    return std::get<Streaming>(lower(op::NllLoss{.rows = 4 * pixels, .images = 4, .classes = 21}, {}).at(0));
  };
  CHECK(kernel(65536).rows == 4);
  CHECK(kernel(65536).columns == 65536);
  CHECK(kernel(4 * 131072).rows == 16);
  CHECK(kernel(4 * 131072).columns == 131072);
}

TEST_CASE("windows of volumes: planes of whole 32 x 8 threads") {
  const auto kernel = [](std::int64_t side) {
    const Shape result{8, 64, 4, side, side};
    return std::get<Streaming>(
        lower(
            op::Pooling{.image = packed({8, 64, 4, side, side}, NumberFormat::bf16), .result = result, .window = 27.0},
            {})
            .at(0));
  };
  CHECK(kernel(7).kind == StreamingKind::volume_pooling);
  CHECK(kernel(7).pixels == 32 * 8);
  CHECK(kernel(14).pixels == 32 * 16);
  CHECK(kernel(14).images == 8 * 64 * 4);
}

TEST_CASE("a list of tensors is cut into launches by its arguments: 36 tensors of four lists, 320 blocks") {
  const auto launches = [](std::size_t tensors, std::int64_t size, int lists, bool wide) {
    const op::Update update{.sizes = std::make_shared<const std::vector<std::int64_t>>(tensors, size), .lists = lists};
    return lower(update, {.wide_launches = wide}).size();
  };
  CHECK(launches(37, 100, 4, false) == 2);
  CHECK(launches(37, 100, 4, true) == 1);
  CHECK(launches(1, 321 * 65'536, 2, false) == 2);
  CHECK(launches(0, 100, 2, false) == 0);
}

TEST_CASE("a recurrent call step by step: a product and the gates of each step") {
  const op::Recurrent r{.format = NumberFormat::bf16,
                        .stored = NumberFormat::bf16,
                        .inputs = 512,
                        .hidden = 512,
                        .batch = 32,
                        .length = 10};
  std::size_t products = 0, gates = 0;
  for (const Kernel& k : lower(r, {})) {
    products += std::holds_alternative<Gemm>(k) ? 1 : 0;
    gates += std::holds_alternative<RecurrentKernel>(k) ? 1 : 0;
  }
  CHECK(products == 11);  // one for all inputs
  CHECK(gates == 10);
}

TEST_CASE("lowering does not change what is calculated: contractions have the operation's work") {
  op::Recurrent r{.inputs = 96, .hidden = 512, .layers = 2, .batch = 32, .length = 10};
  for (const ConvolutionPass pass :
       {ConvolutionPass::forward, ConvolutionPass::input_gradient, ConvolutionPass::weight_gradient})
    for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::tf32, NumberFormat::bf16}) {
      r.pass = pass, r.format = format;
      r.stored = format == NumberFormat::bf16 ? NumberFormat::bf16 : NumberFormat::fp32;
      Work sum{};
      for (const Kernel& k : lower(r, {}))
        if (std::holds_alternative<Gemm>(k)) sum += work(k);
      CAPTURE(static_cast<int>(pass));
      CHECK(sum == work(r));
    }
}
}  // namespace lowering_lower_test
