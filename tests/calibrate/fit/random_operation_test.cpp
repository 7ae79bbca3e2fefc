// Rows of random_operations tables (data/raw/README.md) as operations.
#include <doctest/doctest.h>

#include <perfmodel/error.hpp>
#include <string>
#include <tests/relative_error.hpp>
#include <variant>

#include "calibrate/fit/random_operation_judge.hpp"

namespace calibrate_fit_random_operation_test {
using namespace perfmodel;

namespace {
[[nodiscard]] std::vector<RandomOperation> rows_of(const std::string& rows) {
  const std::string text =
      "seed,family,number,operation,format,tf32,specification,mode,operands,kernel_us\n" + rows + "\n";
  return random_operations(parse_csv(text, "random_operations.csv"), "h200-sxm");
}
[[nodiscard]] Operation only(const std::string& row) {
  const std::vector<RandomOperation> rows = rows_of(row);
  REQUIRE(rows.size() == 1);
  REQUIRE(rows[0].measurement.operations.size() == 1);
  return rows[0].measurement.operations[0];
}
}  // namespace

TEST_CASE("a strided convolution of channels-last images") {
  const auto c = std::get<Convolution>(
      only(R"(1,convolution,7,conv2d,fp32,1,"{""operands"":[{""shape"":[4,64,56,28],""strides"":[100352,1,1792,64],)"
           R"(""dtype"":""fp32""},{""shape"":[128,64,3,3],""strides"":[576,1,192,64],""dtype"":""fp32""}],)"
           R"(""attributes"":{""stride"":2,""padding"":1,""dilation"":1,""groups"":1,""bias"":false},)"
           R"(""gradient_of"":[1]}",backward,warm,50)"));
  CHECK(c == Convolution{.pass = ConvolutionPass::weight_gradient,
                         .format = NumberFormat::tf32,
                         .memory_format = MemoryFormat::nhwc,
                         .n = 4,
                         .c = 64,
                         .h = 56,
                         .w = 28,
                         .k = 128,
                         .r = 3,
                         .s = 3,
                         .stride_h = 2,
                         .stride_w = 2,
                         .pad_h = 1,
                         .pad_w = 1});
}

TEST_CASE("a transposed convolution's forward pass is the input gradient from its result to its input") {
  const auto c = std::get<Convolution>(
      only(R"(1,convolution,7,conv_transpose2d,bf16,0,"{""operands"":[{""shape"":[2,32,14,14],)"
           R"(""strides"":[6272,196,14,1],""dtype"":""bf16""},{""shape"":[32,16,2,2],""strides"":[64,4,2,1],)"
           R"(""dtype"":""bf16""}],""attributes"":{""stride"":2,""padding"":0,""dilation"":1,""groups"":1,)"
           R"(""bias"":false}}",forward,warm,50)"));
  CHECK(c.pass == ConvolutionPass::input_gradient);
  CHECK(c.c == 16);
  CHECK(c.h == 28);
  CHECK(c.k == 32);
  CHECK(c.p() == 14);
}

TEST_CASE("an elementwise result lies as its operands do, the first that tells two dimensions apart first") {
  const auto p = std::get<op::Pointwise>(
      only(R"(1,pointwise_binary,7,add,bf16,0,"{""operands"":[{""shape"":[6,5,4],""strides"":[20,1,5],)"
           R"(""dtype"":""bf16""},{""shape"":[6,5,4],""strides"":[0,4,1],""dtype"":""fp32""}],""attributes"":{}}",)"
           R"(forward,warm,50)"));
  CHECK(p.outputs[0].format == NumberFormat::fp32);
  CHECK(p.outputs[0].strides == Strides{20, 1, 5});
  CHECK(p.input_count == 2);
}

TEST_CASE("rows are copied before a softmax that needs them together") {
  const std::vector<RandomOperation> rows =
      rows_of(R"(1,softmax,7,softmax,fp32,0,"{""operands"":[{""shape"":[6,5],""strides"":[1,6],)"
              R"(""dtype"":""fp32""}],""attributes"":{""dim"":1}}",forward,warm,50)");
  REQUIRE(rows.size() == 1);
  REQUIRE(rows[0].measurement.operations.size() == 2);
  CHECK(std::get<op::Pointwise>(rows[0].measurement.operations[0]).function == PointwiseFunction::copy);
  CHECK(std::get<op::Softmax>(rows[0].measurement.operations[1]).rows == 6);
}

TEST_CASE("operations that are not modelled, and rows without a kernel, are left out") {
  CHECK(rows_of(R"(1,scan_sort,7,cumsum,fp32,0,"{""operands"":[{""shape"":[8],""strides"":[1],""dtype"":""fp32""}],)"
                R"(""attributes"":{""dim"":0}}",forward,warm,50)")
            .empty());
  CHECK(rows_of(R"(1,pointwise_unary,7,exp,fp32,0,"{""operands"":[],""attributes"":{}}",forward,warm,0)").empty());
}

TEST_CASE("a broken specification is refused with its line and column") {
  CHECK_THROWS_WITH_AS((void)rows_of(R"(1,softmax,7,softmax,fp32,0,"{""operands"":[",forward,warm,50)"),
                       doctest::Contains("random_operations.csv:2: specification"), Error);
  CHECK_THROWS_WITH_AS((void)rows_of(R"(1,norm,7,layer_norm,fp32,0,"{""operands"":[{""shape"":[6,5],""strides"":[5,1],)"
                                     R"(""dtype"":""fp32""}],""attributes"":{}}",forward,warm,50)"),
                       doctest::Contains("must be a row of random_operations.py"), Error);
}

TEST_CASE("an instance norm is a batch norm of one image; weight and bias are repeated before it") {
  const std::vector<RandomOperation> rows = rows_of(
      R"(202,norm_pass,7,instance_norm,bf16,0,"{""operands"":[{""shape"":[6,5,4,4],""strides"":[80,16,4,1],)"
      R"(""dtype"":""bf16""},{""shape"":[5],""strides"":[1],""dtype"":""fp32""},{""shape"":[5],""strides"":[1],)"
      R"(""dtype"":""fp32""}],""attributes"":{""eps"":1e-05}}",forward,warm,50)");
  REQUIRE(rows.size() == 1);
  REQUIRE(rows[0].measurement.operations.size() == 3);
  const auto norm = std::get<op::BatchNorm>(rows[0].measurement.operations[2]);
  CHECK(channels_of(norm) == 30);
  CHECK(norm.affine);
}

TEST_CASE("kernels that overlap count as long as the call takes") {
  const std::string text =
      "seed,family,number,operation,format,tf32,specification,mode,operands,kernel_us,wall_us\n"
      R"(1,pointwise_unary,7,exp,fp32,0,"{""operands"":[{""shape"":[8],""strides"":[1],""dtype"":""fp32""}],)"
      R"(""attributes"":{}}",forward,warm,50,30)"
      "\n";
  const std::vector<RandomOperation> rows = random_operations(parse_csv(text, "random_operations.csv"), "h200-sxm");
  REQUIRE(rows.size() == 1);
  CHECK(relative_error(rows[0].measurement.seconds, 30e-6) < 1e-12);  // a microsecond is read and scaled
}

TEST_CASE("seeds above 100 and other cards judge, and every other seed of the table of engines") {
  RandomOperation r{.measurement = {.card = "h200-sxm"}, .seed = 8};
  CHECK(random_rows(r) == RandomRows::fitted);
  r.seed = 101;
  CHECK(random_rows(r) == RandomRows::held_out);
  r.seed = 203;
  CHECK(random_rows(r) == RandomRows::held_out);
  r.seed = 204;
  CHECK(random_rows(r) == RandomRows::fitted);
  r.measurement.card = "h100-sxm5-80gb";
  CHECK(random_rows(r) == RandomRows::other_card);
}
}  // namespace calibrate_fit_random_operation_test
