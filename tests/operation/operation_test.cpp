#include <doctest/doctest.h>

#include <perfmodel/operation/operation.hpp>
#include <perfmodel/operation/operation_hash.hpp>
#include <vector>

namespace operation_operation_test {
using namespace perfmodel;

// Work and bytes by definition, independent of any library.
static_assert(work(op::Softmax{.rows = 3, .columns = 4}) == 60.0 * flop);
static_assert(traffic(op::Softmax{.rows = 3, .columns = 4, .backward = true}) == 144.0 * byte);
static_assert(work(op::LayerNorm{.rows = 64, .columns = 1024}) == 8.0 * 65536.0 * flop);
static_assert(work(op::LayerNorm{.rows = 64, .columns = 1024, .mean_square = true}) == 4.0 * 65536.0 * flop);
static_assert(work(op::matrix_sum(5, 7, NumberFormat::fp32, op::ReducedDimension::rows)) == 35.0 * flop);
static_assert(outputs_of(op::matrix_sum(5, 7, NumberFormat::fp32, op::ReducedDimension::rows)) == 7);
static_assert(!is_contiguous(op::matrix_sum(5, 7, NumberFormat::fp32, op::ReducedDimension::rows)));
static_assert(is_contiguous(op::matrix_sum(5, 7, NumberFormat::fp32, op::ReducedDimension::columns)));
static_assert(work(op::Pooling{.result = {1, 1, 4, 4}, .window = 9.0}) == 144.0 * flop);
static_assert(work(op::Recurrent{.inputs = 3, .hidden = 5, .batch = 2, .length = 7}) ==
              2.0 * 7.0 * 20.0 * (3.0 + 5.0) * mac);
static_assert(op::reserved_elements({.cell = Cell::gru, .hidden = 5, .layers = 2, .batch = 2, .length = 7}) ==
              2 * 7 * 5 * 13);

TEST_CASE("a layer norm of 64 x 1024 in FP32 moves its rows twice, its gain and shift and two moments a row") {
  const op::LayerNorm n{.rows = 64, .columns = 1024};
  CHECK(traffic(n) == (2.0 * 262144.0 + 8192.0 + 512.0) * byte);
}

TEST_CASE("equal operations have equal hashes, others differ from them") {
  const Operand a = packed({8, 16}, NumberFormat::bf16), b = packed({16, 8}, NumberFormat::bf16);
  const std::vector<Operation> list{Gemm{.m = 8, .n = 16, .k = 32},
                                    Gemm{.m = 16, .n = 8, .k = 32},
                                    op::pointwise(PointwiseFunction::relu, {a}, a),
                                    op::pointwise(PointwiseFunction::gelu, {a}, a),
                                    op::pointwise(PointwiseFunction::relu, {b}, b),
                                    op::Fill{a},
                                    op::Softmax{.rows = 8, .columns = 16},
                                    op::LayerNorm{.rows = 8, .columns = 16},
                                    op::LayerNorm{.pass = op::NormPass::input_gradient, .rows = 8, .columns = 16}};
  for (std::size_t i = 0; i < list.size(); ++i)
    for (std::size_t j = 0; j < list.size(); ++j) {
      CAPTURE(i);
      CAPTURE(j);
      CHECK((list[i] == list[j]) == (i == j));
      CHECK((hash(list[i]) == hash(list[j])) == (i == j));
    }
}

TEST_CASE("every operation has a name, work and bytes") {
  const Operand image = packed({2, 8, 4, 4}, NumberFormat::fp32);
  const std::vector<Operation> list{Convolution{.n = 1, .c = 8, .h = 4, .w = 4, .k = 8},
                                    Attention{.queries = 8, .keys = 8, .head_size = 16},
                                    op::Concatenation{.output = image},
                                    op::GroupNorm{.samples = 2, .groups = 4, .channels = 8, .pixels = 16},
                                    op::BatchNorm{.input = image},
                                    op::Pooling{.image = image, .result = {2, 8, 2, 2}, .window = 4},
                                    op::Resampling{.image = image, .result = {2, 8, 8, 8}},
                                    op::Embedding{.indices = 8, .width = 4, .table_rows = 100},
                                    op::Gather{.rows = 8, .columns = 4},
                                    op::NllLoss{.rows = 8},
                                    op::Sort{.keys = 8},
                                    op::TopK{.rows = 8, .columns = 4},
                                    op::Fourier{.count = 8, .length = 4},
                                    op::AlignedLoss{.batch = 2, .steps = 4, .classes = 3, .labels = 2},
                                    op::Recurrent{.inputs = 4, .hidden = 4, .batch = 2, .length = 3},
                                    Collective{.gpus = 2, .size = 8.0 * byte},
                                    HostCopy{.size = 8.0 * byte}};
  for (const Operation& operation : list) {
    CAPTURE(name(operation));
    CHECK_FALSE(name(operation).empty());
    CHECK(traffic(operation) > Bytes{});
    CHECK(work(operation) >= Work{});
  }
}
}  // namespace operation_operation_test
