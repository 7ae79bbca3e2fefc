#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/lowering/indexing.hpp>
#include <perfmodel/lowering/pooling.hpp>
#include <perfmodel/lowering/reduction.hpp>
#include <perfmodel/lowering/sorting.hpp>
#include <perfmodel/pricing/streaming/time.hpp>
#include <vector>

namespace pricing_streaming_placing_test {
using namespace perfmodel;

namespace {
const StreamingModel& h200() {
  static const StreamingModel model =
      make_streaming_model(json::load_device("h200-sxm").device, streaming_table(), KernelVersion::pytorch_2_11);
  return model;
}
double us(Streaming s, Operands operands = Operands::warm) {
  s.operands = operands, s.fresh = false;
  const Prediction p = predict(s, h200());
  return in(p.total - p.launch, micro * second);
}
template <class Op>
double all_us(const Op& operation) {
  std::vector<Streaming> kernels;
  lower(operation, kernels);
  double sum = 0.0;
  for (const Streaming& kernel : kernels) sum += us(kernel);
  return sum;
}
using By = op::Gather::By;
constexpr NumberFormat half = NumberFormat::fp16, bf16 = NumberFormat::bf16;
op::Gather placed(By by, std::int64_t columns, NumberFormat format, double window = 1.0, std::int64_t rows = 1) {
  return {.by = by, .input = format, .output = format, .rows = rows, .columns = columns, .window = window};
}
}  // namespace

// data/raw/h200-sxm/random_operations_unseen.csv: warm calls of seeds that set no constant; the tolerance is twice the
// mean error of the seeds that did (docs/lab/2026-11-26-unseen-networks.md)

TEST_CASE("elements whose places are calculated") {
  CHECK(us(lowered(placed(By::rolled, 520 * 600 * 7, bf16))) == doctest::Approx(10.1).epsilon(0.3));
  CHECK(us(lowered(placed(By::folded, 20 * 14 * 7 * 96, bf16, 9.0))) == doctest::Approx(17.2).epsilon(0.3));
  CHECK(us(lowered(placed(By::folded, 6 * 32 * 112 * 265, half, 9.0))) == doctest::Approx(459.3).epsilon(0.3));
  CHECK(us(lowered(placed(By::sampled, 16 * 328 * 910, NumberFormat::fp32, 328.0))) ==
        doctest::Approx(57.2).epsilon(0.3));
  CHECK(all_us(placed(By::unfolded, 9 * 216, NumberFormat::fp32, 9.0, 48)) == doctest::Approx(111.8).epsilon(0.3));
}

TEST_CASE("windows of each image are a kernel of their own") {
  std::vector<Streaming> kernels;
  lower(placed(By::unfolded, 9 * 216, NumberFormat::fp32, 9.0, 48), kernels);
  CHECK(kernels.size() == 48);
  kernels.clear();
  lower(placed(By::folded, 9 * 216, NumberFormat::fp32, 9.0, 48), kernels);
  CHECK(kernels.size() == 1);
}

TEST_CASE("sums of a table's rows") {
  const op::Embedding bags{.format = half, .indices = 2011 * 16, .width = 560, .table_rows = 22032, .bags = 2011};
  CHECK(all_us(bags) == doctest::Approx(38.6).epsilon(0.25));
  CHECK(traffic(bags) < traffic(op::Embedding{.format = half, .indices = 2011 * 16, .width = 560}));
}

TEST_CASE("running sums along rows: a block a row where rows are far more than elements") {
  const op::Scan many{.format = half, .rows = 239 * 9 * 43, .columns = 13};
  CHECK(us(lowered(many)) == doctest::Approx(577.3).epsilon(0.3));
  op::Scan fewer = many;  // as many rows as elements 1 : 512: 16 threads take a row, 32 rows a block
  fewer.rows = 16 * 512;
  CHECK(us(lowered(fewer)) < us(lowered(many)) * 0.02);
  CHECK(lowered(op::Scan{.rows = 1, .columns = 100}).kind == StreamingKind::whole_scan);
  op::Scan logarithms = many;
  logarithms.pairs = true;
  CHECK(us(lowered(logarithms)) > 1.5 * us(lowered(many)));
}

TEST_CASE("rows in order: each row by a block up to 4,096 keys, longer ones by passes of 8 bits") {
  std::vector<Streaming> kernels;
  lower(op::Sort{.keys = 196, .rows = 96, .format = NumberFormat::fp32}, kernels);
  CHECK(kernels.back().kind == StreamingKind::sorted_rows);
  CHECK(kernels.size() == 5);
  kernels.clear();
  lower(op::Sort{.keys = 1172512, .rows = 1, .format = bf16}, kernels);
  CHECK(kernels.back().kind == StreamingKind::sorted_list);
  CHECK(kernels.size() == 8);
  CHECK(all_us(op::Sort{.keys = 1172512, .rows = 1, .format = bf16}) == doctest::Approx(59.0).epsilon(0.5));
}

TEST_CASE("windows that fit the result: one thread walks over a plane that becomes one number") {
  const auto pooled = [](std::int64_t images, std::int64_t channels, std::int64_t height, std::int64_t width) {
    return us(lowered(op::Pooling{.image = packed({images, channels, height, width}, half),
                                  .result = Shape{images, channels, 1, 1},
                                  .window = static_cast<double>(height * width),
                                  .fitted = true}));
  };
  CHECK(pooled(4, 2, 32, 79) == doctest::Approx(97.4).epsilon(0.3));
  CHECK(pooled(1, 3, 376, 40) == doctest::Approx(666.3).epsilon(0.3));
}

TEST_CASE("gradients of nearest neighbours walk over the images one after the other") {
  const auto gradient = [](std::int64_t images) {
    return us(lowered(op::Resampling{
        .backward = true, .image = packed({images, 1, 33, 112}, bf16), .result = Shape{images, 1, 66, 224}}));
  };
  CHECK(gradient(31) == doctest::Approx(21.9).epsilon(0.5));
  CHECK(gradient(62) > 1.7 * gradient(31));
}

TEST_CASE("variances and places of maxima take longer than sums of the same values") {
  using What = op::Reduction::What;
  const auto reduced = [](Shape shape, NumberFormat format, What what) {
    const Shape one = shape.rank == 1 ? Shape{1} : Shape{shape[0], 1};
    return us(lowered(op::Reduction{.input = packed(shape, format), .output = packed(one, format), .what = what}));
  };
  const Shape rows{2541, 12183};
  CHECK(reduced(rows, NumberFormat::fp32, What::moments) == doctest::Approx(56.7).epsilon(0.4));
  CHECK(reduced(Shape{12152856}, half, What::places) == doctest::Approx(20.4).epsilon(0.5));
  for (const What what : {What::extremes, What::moments, What::places})
    CHECK(reduced(rows, NumberFormat::fp32, what) > reduced(rows, NumberFormat::fp32, What::sums));
}
}  // namespace pricing_streaming_placing_test
